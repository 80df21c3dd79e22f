// The order of suites: what takes longest begins first, also where no run has been timed before, so that no worker idles.
'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes longer than its size shows, as a whole run on a machine of two cores had it; the longest first. */
const long = [
  // A count of work takes the longer, the more code its process has loaded.
  'errors/bombs',
  'tenancy/isolation-past',
  'agent/lab',
  'pages/topology/live',
  'tenancy/past-reads',
  'start/start',
  'pages/topology/questions',
  'contract/parity',
  'start/new-kind',
  'errors/properties',
  'tenancy/isolation-rest',
  'pages/topology/folding',
  'tenancy/reading-cost',
  'errors/properties-graphql',
  'contract/bounds',
  'tenancy/granted-rights',
  'platform/postgres/embedded-postgres',
  'pages/topology/ten-questions',
  'tenancy/isolation',
  'data/sql/direct-reads',
  'pages/topology/time',
  'clients/generated',
  'start/build',
  'attack/command',
  'pages/topology/large',
  'pages/graphiql',
  'tenancy/isolation-mcp',
  'upgrade/upgrade',
  'tenancy/isolation-filters',
  'pages/topology/discovery',
  'pages/topology/page',
  'operations/replicas',
  'contract/topology-lists',
  'modules/discovery/generations/lives',
  'rest/whole-lists',
  'pages/topology/import',
  'pages/sign-in',
  'modules/topology/snapshot',
  'tenancy/isolation-writes',
  'pages/topology/links',
  'tenancy/isolation-entities',
  'tenancy/past-equality',
  'operations/shared-connections',
  'modules/topology/topology-live',
  'tenancy/search-cost',
  'modules/history/inventory-diff-properties',
  'clients/inventory-programs',
  'start/daemons',
  'rest/rights',
  'tenancy/isolation-streams',
  'modules/inventory/vlan-subnets',
  'modules/inventory/tag-races',
  'tenancy/isolation-graph',
  'modules/history/inventory-changes-properties',
  'graphql/federation/gateway',
  'contract/declared-bounds',
  'modules/access/mail/links',
  'operations/stopping',
  'agent/discover',
  'modules/inventory/lists',
  'mcp/refusals',
  'data/new-migration',
  'pages/providers',
  'contract/generated-client',
  'modules/history/inventory-diff-pages',
  'graphql/nodes',
  'modules/topology/graph/render-svg',
  'modules/access/races',
  'graphql/rights',
  'tenancy/isolation-history',
  'modules/history/inventory-changes',
  'graphql/event-streams',
  'modules/access/oidc/oidc',
  'modules/topology/graph/render-mermaid',
  'modules/discovery/server-poll/server-poll',
  'demo/load',
  'modules/topology/topology-large',
  'pages/second-factor',
  'modules/discovery/importing/plan/import-plan',
  'modules/topology/graph/render-dot',
].map((name) => `/test/${name}.test.ts`);

module.exports = class LongestFirst extends Sequencer {
  static long = long;

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
