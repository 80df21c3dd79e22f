// How tests run: suites that need nothing but the code as the project "pure", all others with a database as "service".
import { pureSuites, suites } from './scripts/pure-suites.mjs';

const inJest = (file) => `<rootDir>/test/support/jest/${file}`;

export const shared = {
  testEnvironment: inJest('shared-environment.cjs'),
  runtime: inJest('shared-runtime.cjs'),
  globalTeardown: inJest('global-teardown.cjs'),
  // Suites share the process with Node's own streams, which go on by these.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
  setupFiles: [inJest('production-graphql.cjs'), inJest('seeded-properties.cjs')],
  modulePathIgnorePatterns: ['<rootDir>/.data', '<rootDir>/.runtime', '<rootDir>/dist'],
  // Jest loads no package that is an ES module alone.
  transformIgnorePatterns: ['/node_modules/(?!(openid-client|oauth4webapi|jose)/)'],
  transform: {
    '^.+\\.ts$|/node_modules/(openid-client|oauth4webapi|jose)/.+\\.js$': [
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
  // One more than cores of a small machine: suites wait for databases, browsers and clocks as well.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1500MB',
  // A worker whose last suite leaves it above the limit is restarted and ended at once: Jest ends a large process, starts
  // another and ends that, which takes longer than the half second that it waits by default.
  workerGracefulExitTimeout: 5_000,
  // What hangs ends, and no busy machine is told that it does. Claims about time are the tests' own.
  testTimeout: 180_000,
};
