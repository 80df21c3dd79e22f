// Loads the file of each suite separately, and loads every module that suites import once for all suites of the worker.
'use strict';
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { worker } = require('./worker.cjs');

const isSuite = (file) => file.endsWith('.test.ts');

/** Makes Jest compile modules for the global scope of the worker process, instead of for a node:vm context. */
function inScopeOfWorker(runtime) {
  const { executor } = runtime;
  executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
  return runtime;
}

module.exports = class SharedRuntime extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    const [, environment, , , , , , { watch, watchAll }] = parameters;
    inScopeOfWorker(this);
    // In watch mode all modules are loaded anew, so that edits take effect.
    if (!environment.isShared || watch || watchAll) return;
    this.host = worker.host ??= inScopeOfWorker(new Runtime(...parameters));
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

  /**
   * Stack traces need two source maps: the source map of this suite's own modules, and the source map of modules that
   * all suites share.
   */
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
      throw new Error(`${moduleName} is shared with other suites: a suite that mocks begins with @own-modules.`);
    super.setMock(from, moduleName, ...mock);
  }
};
