// One global scope for all suites of a worker, so that what a suite has loaded the next one need not load again.
'use strict';
const { TestEnvironment } = require('jest-environment-node');
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
    const isPure = config.projectConfig.displayName?.name === 'pure';
    if (worker.environment) return Object.assign(worker.environment, { isPure });
    super(config, context);
    this.isPure = isPure;
    this.isShared = true;
    this.global.shareInWorker = worker.share;
    this.exit = this.global.process.exit;
    // Jest asks for 100 calls of each error; every refusal of a document would look them all up in source maps.
    this.global.Error.stackTraceLimit = 30;
    worker.environment = this;
  }

  async setup() {
    const { env } = this.global.process;
    this.env = { ...env };
    // A pure suite knows of no database.
    if (this.isPure) delete env.TEST_DATABASE_URL;
  }

  /** The next suite begins as the first one did, but for loaded modules and shared objects. */
  async teardown() {
    const { global } = this;
    this.fakeTimersModern.useRealTimers();
    this.fakeTimers.useRealTimers();
    global.process.exit = this.exit;
    for (const name of Object.keys(global.process.env)) if (!(name in this.env)) delete global.process.env[name];
    Object.assign(global.process.env, this.env);
    for (const symbol of Object.getOwnPropertySymbols(global))
      if (keptByJest.has(symbol.description)) delete global[symbol];
  }
};
