// Loads a suite's own file anew, and everything that it imports once for all suites of the worker.
'use strict';
const { default: Runtime } = require('jest-runtime');
const { worker } = require('./worker.cjs');

const isSuite = (file) => file.endsWith('.test.ts');

module.exports = class SharedRuntime extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    const [, environment, , , , , , { watch, watchAll }] = parameters;
    // Who edits while tests run wants to see the edit; a suite with an environment of its own loads for itself.
    if (!environment.isShared || watch || watchAll) return;
    this.host = worker.host ??= new Runtime(...parameters);
  }

  requireModule(from, moduleName, options, isRequireActual) {
    const isImport = this.host && moduleName !== undefined && !options?.isInternalModule;
    if (
      !isImport ||
      this._resolution.isCoreModule(moduleName) ||
      isSuite(this._resolution.resolveCjs(from, moduleName))
    )
      return super.requireModule(from, moduleName, options, isRequireActual);
    return this.host.requireModule(from, moduleName, options, isRequireActual);
  }

  /** Traces lead to the sources of both. */
  getSourceMaps() {
    const own = super.getSourceMaps();
    if (!this.host) return own;
    const shared = this.host.getSourceMaps();
    return {
      get: (file) => own.get(file) ?? shared.get(file),
      *[Symbol.iterator]() {
        yield* own;
        yield* shared;
      },
    };
  }

  setMock(from, moduleName, ...mock) {
    if (this.host)
      throw new Error(
        `${moduleName} is shared with other suites: a suite that mocks begins with @jest-environment node.`,
      );
    super.setMock(from, moduleName, ...mock);
  }
};
