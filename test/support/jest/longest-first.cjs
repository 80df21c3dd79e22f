// The order of suites: what takes longest begins first, also where no run has been timed before, so that no worker idles.
'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites whose size does not show how long they take, the longest first. */
const long = [
  'agent/lab',
  'tenancy/isolation-past',
  'errors/bombs',
  'start/build',
  'contract/parity',
  'tenancy/past-reads',
  'errors/properties-graphql',
  'errors/properties',
  'data/sql/direct-reads',
  'start/start',
  'pages/topology/questions',
  'contract/bounds',
  'tenancy/isolation-rest',
  'rest/whole-lists',
  'pages/topology/live',
  'tenancy/granted-rights',
  'attack/command',
  'tenancy/isolation',
  'tenancy/reading-cost',
  'pages/graphiql',
  'operations/replicas',
  'tenancy/isolation-filters',
  'pages/topology/time',
  'operations/shared-connections',
].map((name) => `/test/${name}.test.ts`);

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const at = long.findIndex((name) => path.endsWith(name));
      return at < 0 ? long.length : at;
    };
    const sorted = super.sort(tests);
    // Times that were measured say more.
    return sorted.some(({ duration }) => duration) ? sorted : [...sorted].sort((a, b) => place(a) - place(b));
  }
};
