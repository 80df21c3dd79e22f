// The order of suites: what takes longest begins first, also where no run has been timed before, so that no worker idles.
'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites whose size does not show how long they take, the longest first. */
const long = [
  'tenancy/isolation-past',
  'start/start',
  'agent/lab',
  'tenancy/past-reads',
  'errors/properties-graphql',
  'errors/properties',
  'contract/parity',
  'pages/topology/questions',
  'errors/bombs',
  'data/sql/direct-reads',
  'tenancy/isolation-rest',
  'tenancy/isolation',
  'pages/topology/live',
  'tenancy/granted-rights',
  'operations/replicas',
  'attack/command',
  'contract/declared-bounds',
  'tenancy/past-equality',
  'tenancy/isolation-filters',
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
