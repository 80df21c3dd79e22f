// The order of suites: what takes longest begins first, also where no run has been timed before, so that no worker idles.
'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites whose size does not tell how long they take, the longest first. */
const long = [
  'errors/bombs',
  'tenancy/isolation-past',
  'tenancy/past-reads',
  'data/sql/direct-reads',
  'errors/properties-graphql',
  'errors/properties',
  'start/start',
  'tenancy/isolation',
  'tenancy/isolation-filters',
  'contract/parity',
  'tenancy/isolation-rest',
  'pages/topology/questions',
  'tenancy/past-equality',
  'attack/command',
  'operations/replicas',
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
