// One global scope for all suites of a worker, so that what a suite has loaded the next one need not load again: the scope of
// the worker's own process. Jest would make another one, where each Map, Promise or Object that code names is asked of a
// proxy; that takes longer than most of what they do.
'use strict';
const { TestEnvironment } = require('jest-environment-node');
const quickExpect = require('./quick-expect.cjs');
const { worker } = require('./worker.cjs');

/** What Jest keeps in the global scope for one suite. */
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
      /** False in a suite that begins with @own-modules: it loads, opens and closes for itself. */
      isShared: !('own-modules' in context.docblockPragmas),
    };
    if (worker.environment) return Object.assign(worker.environment, kind);
    super(config, context);
    // Behind a proxy they are no clock of the process: what is imported from node:timers stays as it is.
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
    // A pure suite knows of no database.
    if (this.isPure) delete process.env.TEST_DATABASE_URL;
    // As in the running service. Jest asks for 100 calls of each error; every refusal would look them up in source maps.
    Error.stackTraceLimit = 10;
    if (this.isShared) globalThis.shareInWorker = worker.share;
  }

  /** A test that fails before a page tells what the page shows, which its message does not. */
  async handleTestEvent({ name }) {
    if (name === 'setup') globalThis.expect = quickExpect(globalThis.expect);
    if (name === 'test_fn_failure') await globalThis.describePages?.();
  }

  /** The next suite begins as the first one did, but for loaded modules and shared objects. */
  async teardown() {
    this.fakeTimersModern.useRealTimers();
    globalThis.console = this.outside.console;
    process.exit = this.outside.exit;
    // What a command that a suite ran would end with is no business of the worker's.
    process.exitCode = undefined;
    delete globalThis.shareInWorker;
    delete globalThis.describePages;
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
    Object.assign(process.env, this.env);
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (keptByJest.has(symbol.description)) delete globalThis[symbol];
  }
};
