// The order in which Jest starts suites: the slowest first, so that no worker is idle at the end. Works without times
// of a previous run.
'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Suites that take longer than their file size suggests, slowest first, as measured in a whole run on a machine with
 * two cores.
 */
const long = [
  // This suite counts function calls, which takes longer in a process that has already loaded the code of other
  // suites.
  'errors/bombs',
  'contract/parity',
  // Suites that mostly wait for devices and databases are placed between suites that compute.
  'operations/cluster',
  'start/new-kind',
  'operations/read-replicas',
  'operator/move-organization',
  'agent/lab',
  'operator/copy',
  'operations/cells',
  'tenancy/isolation',
  'tenancy/isolation-past',
  'pages/topology/folding',
  'start/build',
  'pages/topology/live',
  'pages/frame',
  'pages/stories/stories',
  'attack/command',
  'start/start',
  'pages/topology/large',
  'pages/topology/questions',
  'tenancy/past-reads',
  'agent/ring-lab',
  'agent/machines-lab',
  'agent/sources-lab',
  'pages/inventory/roles',
  'tenancy/isolation-filters',
  'tenancy/granted-rights',
  'pages/graphiql',
  'modules/topology/graph/followed-graphs',
  'pages/topology/page',
  'pages/topology/ten-questions',
  'pages/inventory/story',
  'pages/axe',
  'clients/generated',
  'tenancy/isolation-writes',
  'tenancy/shared-rows',
  'tenancy/assigned-credentials',
  'platform/postgres/embedded-postgres',
  'pages/topology/discovery',
  'modules/discovery/generations/lives',
  'data/deleted-networks',
  'errors/properties',
  'pages/topology/import',
  'pages/topology/details',
  'pages/inventory/forms/nested',
  'pages/inventory/forms/bulk',
  'pages/inventory/forms/forms',
  'pages/inventory/inventory',
  'pages/discovery/fill',
  'pages/home',
  'pages/checks/checks',
  'pages/stories/first-evening',
  'pages/topology/links',
  'errors/properties-graphql',
  'operations/replicas',
  'rest/whole-lists',
  'tenancy/isolation-entities',
  'pages/sign-in',
  'clients/inventory-programs',
  'pages/topology/time',
  'operations/lost-connections',
  'modules/topology/topology-live',
  'pages/account',
  'start/daemons',
  'modules/inventory/list-limits',
  'data/sql/direct-reads',
  'contract/topology-lists',
  'contract/generated-client',
  'tenancy/lost-makers',
  'tenancy/reading-cost',
  'tenancy/isolation-mcp',
  'contract/declared-bounds',
  'modules/history/inventory-changes-properties',
  'data/new-migration',
  'operations/shared-connections',
  'modules/topology/topology-large',
  'upgrade/upgrade',
  'tenancy/past-equality',
  'agent/protocol',
  'graphql/event-streams',
  'modules/history/inventory-diff-properties',
  'pages/topology/optional-edges',
  'agent/with-service',
  'modules/jobs-past-failures',
  'start/mutations',
  'modules/inventory/vlan-subnets',
  'operations/stopping',
  'start/documented-answers',
  'agent/build',
  'modules/access/mail/links',
  'modules/access/second-factor/second-factor',
  'operations/streams-in-outages',
  'tenancy/isolation-streams',
  'operations/observability',
  'modules/discovery/importing/plan/import-attack',
  'agent/sources/snmp/v3',
  'agent/discover',
  'modules/topology/snapshot',
  'pages/second-factor',
  'modules/access/oidc/oidc',
  'modules/access/organization-reset',
  'graphql/federation/gateway',
  'modules/inventory/split-undoes-merge',
  'rest/rights',
  'modules/inventory/location/locate',
  'modules/inventory/lists',
  'modules/inventory/host-reports',
  'modules/access/races',
  'clients/documented-live',
  'contract/bounds',
  'tenancy/session-ids',
  'graphql/nodes',
  'modules/topology/graph/folding/folding-properties',
  'modules/topology/topology-graph',
  'tenancy/search-cost',
  'demo/load',
  'modules/discovery/server-poll/server-poll',
  'modules/discovery/importing/plan/import-queue',
  'modules/access/second-factor/passkeys',
].map((name) => `/test/${name}.test.ts`);

module.exports = class LongestFirst extends Sequencer {
  static long = long;

  sort(tests) {
    const place = ({ path }) => {
      const at = long.findIndex((name) => path.endsWith(name));
      return at < 0 ? long.length : at;
    };
    const sorted = super.sort(tests);
    // Jest stores how long a suite took in earlier runs. If it has the duration of every suite, its own order is
    // used.
    return sorted.every(({ duration }) => duration) ? sorted : [...sorted].sort((a, b) => place(a) - place(b));
  }
};
