// The GraphQL query of the dashboard: totals of the caller's networks, their daemons, and the latest discovery runs.
import { builder } from '../../../graphql/builder';
import { idText } from '../../../graphql/descriptions/common-texts';

/** Number of finished discovery runs in a dashboard. */
const recentRuns = 10;
const oldestFirst = [{ createdAt: 'asc' }, { id: 'asc' }] as const;

interface NetworkSummary {
  readonly id: string;
  readonly name: string;
  readonly _count: Readonly<Record<'hosts' | 'services' | 'subnets' | 'daemons', number>>;
}

const networkSummaryRef = builder.objectRef<NetworkSummary>('NetworkSummary').implement({
  description: 'A network and its totals.',
  fields: (t) => ({
    networkId: t.expose('id', { type: 'UUID', description: idText }),
    name: t.exposeString('name'),
    hostCount: t.int({ resolve: ({ _count }) => _count.hosts }),
    serviceCount: t.int({ resolve: ({ _count }) => _count.services }),
    subnetCount: t.int({
      description: 'Number of subnets, the System subnets included.',
      resolve: ({ _count }) => _count.subnets,
    }),
    daemonCount: t.int({ resolve: ({ _count }) => _count.daemons }),
  }),
});

const summaryRef = builder.objectRef<object>('DashboardSummary').implement({
  description: "Totals of the caller's networks.",
  fields: (t) => ({
    networks: t.field({
      type: [networkSummaryRef],
      description: 'Oldest first.',
      complexity: { field: 1, multiplier: 50 },
      resolve: (_summary, _args, { db }) =>
        db.network.findMany({
          select: {
            id: true,
            name: true,
            _count: { select: { hosts: true, services: true, subnets: true, daemons: true } },
          },
          orderBy: [...oldestFirst],
        }),
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
