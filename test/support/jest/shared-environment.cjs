// Uses the global scope of the worker process for all suites of a worker, so that modules are loaded once. Jest's own
// environment creates a new scope for each suite. In that scope, every access to Map, Promise or Object goes through a
// proxy, which takes longer than most of the tested code.
'use strict';
const { TestEnvironment } = require('jest-environment-node');
const quickExpect = require('./quick-expect.cjs');
const { worker } = require('./worker.cjs');

/** Properties that Jest sets in the global scope for one suite. They are deleted when the suite has ended. */
const keptByJest = new Set([
  'JEST_STATE_SYMBOL',
  'EVENT_HANDLERS',
  'TEST_TIMEOUT_SYMBOL',
  'RETRY_TIMES',
  'RETRY_IMMEDIATELY',
  'WAIT_BEFORE_RETRY',
  'LOG_ERRORS_BEFORE_RETRY',
]);

module.exports = class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    const kind = {
      isPure: config.projectConfig.displayName?.name === 'pure',
      /**
       * False for a suite that begins with @own-modules. Such a suite loads all modules again, and shares no objects
       * with other suites.
       */
      isShared: !('own-modules' in context.docblockPragmas),
    };
    if (worker.environment) return Object.assign(worker.environment, kind);
    super(config, context);
    // Fake timers change the global scope that they get. With the real global scope they would also change the
    // functions of node:timers, so they get a proxy.
    const timers = { config: config.projectConfig, global: new Proxy(globalThis, {}) };
    Object.assign(this, kind, {
      global: globalThis,
      moduleMocker: new this.moduleMocker.constructor(globalThis),
      fakeTimers: null,
      fakeTimersModern: new this.fakeTimersModern.constructor(timers),
      outside: { console, exit: process.exit },
    });
    worker.environment = this;
  }

  async setup() {
    this.env = { ...process.env };
    // A pure suite gets no address of a database, so that the suite cannot use one.
    if (this.isPure) delete process.env.TEST_DATABASE_URL;
    // The same limit of stack frames as in the service. Jest sets 100, and looking up that many frames in source maps
    // would slow down every refused request.
    Error.stackTraceLimit = 10;
    if (this.isShared) globalThis.shareInWorker = worker.share;
  }

  /**
   * When a test about pages fails, prints what the open pages show, because the error message does not contain that.
   */
  async handleTestEvent({ name }) {
    if (name === 'setup') globalThis.expect = quickExpect(globalThis.expect);
    if (name === 'test_fn_failure') await globalThis.describePages?.();
  }

  /**
   * Resets the global state, so that the next suite begins like the first one, except for loaded modules and shared
   * objects.
   */
  async teardown() {
    this.fakeTimersModern.useRealTimers();
    globalThis.console = this.outside.console;
    process.exit = this.outside.exit;
    // The exit code of a command that a suite has called must not become the exit code of the worker.
    process.exitCode = undefined;
    delete globalThis.shareInWorker;
    delete globalThis.describePages;
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
    Object.assign(process.env, this.env);
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (keptByJest.has(symbol.description)) delete globalThis[symbol];
  }
};
