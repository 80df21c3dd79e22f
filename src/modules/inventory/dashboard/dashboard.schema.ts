// The GraphQL query of the dashboard: totals of the caller's networks, their daemons, and the latest discovery runs.
import type { Db } from '../../../data/tenancy/rows';
import { builder } from '../../../graphql/builder';
import { idText } from '../../../graphql/descriptions/common-texts';
import { countGroups } from '../../../graphql/lists/group-counts';

/** Number of finished discovery runs in a dashboard. */
const recentRuns = 10;
const oldestFirst = [{ createdAt: 'asc' }, { id: 'asc' }] as const;

interface NetworkSummary {
  readonly id: string;
  readonly name: string;
  readonly hosts: number;
  readonly services: number;
  readonly subnets: number;
  readonly daemons: number;
}

/** The number of rows of a model for each network id. */
async function countByNetwork(db: Db, model: string): Promise<(networkId: string) => number> {
  const groups = await countGroups(db, model, {}, 'networkId');
  const counts = new Map(groups.map(({ value, count }) => [value, count]));
  return (networkId) => counts.get(networkId) ?? 0;
}

/**
 * Reads the totals by one statement for each model. One statement with the counts as subqueries took 1.6 s for 1,000
 * networks, because PostgreSQL compared the rows of each network with all 1,000 ids.
 */
async function readNetworkSummaries(db: Db): Promise<NetworkSummary[]> {
  const [networks, hosts, services, subnets, daemons] = await Promise.all([
    db.network.findMany({ select: { id: true, name: true }, orderBy: [...oldestFirst] }),
    countByNetwork(db, 'Host'),
    countByNetwork(db, 'Service'),
    countByNetwork(db, 'Subnet'),
    countByNetwork(db, 'Daemon'),
  ]);
  return networks.map(({ id, name }) => ({
    ...{ id, name, hosts: hosts(id), services: services(id), subnets: subnets(id), daemons: daemons(id) },
  }));
}

const networkSummaryRef = builder.objectRef<NetworkSummary>('NetworkSummary').implement({
  description: 'A network and its totals.',
  fields: (t) => ({
    networkId: t.expose('id', { type: 'UUID', description: idText }),
    name: t.exposeString('name'),
    hostCount: t.exposeInt('hosts'),
    serviceCount: t.exposeInt('services'),
    subnetCount: t.exposeInt('subnets', { description: 'Number of subnets, the System subnets included.' }),
    daemonCount: t.exposeInt('daemons'),
  }),
});

const summaryRef = builder.objectRef<object>('DashboardSummary').implement({
  description: "Totals of the caller's networks.",
  fields: (t) => ({
    networks: t.field({
      type: [networkSummaryRef],
      description: 'Oldest first.',
      complexity: { field: 1, multiplier: 50 },
      resolve: (_summary, _args, { db }) => readNetworkSummaries(db),
    }),
    daemons: t.prismaField({
      type: ['Daemon'],
      description: 'Oldest first.',
      complexity: { field: 1, multiplier: 50 },
      resolve: (query, _summary, _args, { db }) => db.daemon.findMany({ ...query, orderBy: [...oldestFirst] }),
    }),
    recentDiscoveries: t.prismaField({
      type: ['Discovery'],
      description: `Records of the last finished runs, newest first, at most ${recentRuns}.`,
      complexity: { field: 1, multiplier: recentRuns },
      resolve: (query, _summary, _args, { db }) =>
        db.discovery.findMany({
          ...query,
          where: { runType: 'Historical' },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: recentRuns,
        }),
    }),
  }),
});

builder.queryField('dashboardSummary', (t) =>
  t.field({
    type: summaryRef,
    description: 'Totals of the accessible networks, their daemons and the last finished runs.',
    resolve: () => ({}),
  }),
);
