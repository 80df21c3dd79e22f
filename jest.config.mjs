// How tests run: suites that need only the code are in the project "pure", all others, which use a database, in
// "service".
import { availableParallelism } from 'node:os';
import { pureSuites, suites } from './scripts/pure-suites.mjs';

const inJest = (file) => `<rootDir>/test/support/jest/${file}`;

export const shared = {
  testEnvironment: inJest('shared-environment.cjs'),
  runtime: inJest('shared-runtime.cjs'),
  globalTeardown: inJest('global-teardown.cjs'),
  // Node's own streams need these functions, and suites share the process with such streams.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
  setupFiles: [inJest('production-graphql.cjs'), inJest('seeded-properties.cjs')],
  modulePathIgnorePatterns: ['<rootDir>/.data', '<rootDir>/.runtime', '<rootDir>/dist'],
  // Jest does not load packages that are ES modules only, so Babel converts these.
  transformIgnorePatterns: ['/node_modules/(?!(openid-client|oauth4webapi|jose|@marcbachmann/cel-js)/)'],
  transform: {
    '^.+\\.ts$|/node_modules/(openid-client|oauth4webapi|jose|@marcbachmann/cel-js)/.+\\.js$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
};

const project = (name, files) => ({
  ...shared,
  displayName: name,
  testMatch: files.map((file) => `<rootDir>/${file}`),
});

export default {
  projects: [
    project('pure', pureSuites),
    project(
      'service',
      suites.filter((file) => !pureSuites.includes(file)),
    ),
  ],
  reporters: ['default', inJest('skipped-tests.cjs')],
  testSequencer: inJest('longest-first.cjs'),
  // One worker for each core, and one more for the time in which suites wait for devices, databases or browsers. More
  // workers delay each other: on two cores, eight suites take a tenth more CPU time with four workers.
  maxWorkers: availableParallelism() + 1,
  workerIdleMemoryLimit: '1500MB',
  // A worker that exceeds the memory limit after the last suite is restarted and then ended at once. This takes longer
  // than the half second for which Jest waits by default.
  workerGracefulExitTimeout: 5_000,
  // The limit ends a test that hangs, and is long enough for a busy machine. Tests that make claims about time have
  // limits of their own.
  testTimeout: 180_000,
};
