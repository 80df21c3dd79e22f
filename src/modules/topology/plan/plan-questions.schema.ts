// GraphQL fields of plans that compare a plan with its network: the network after the planned changes, and the changes
// that have already happened.
import type { Topology } from '../../../generated/prisma/client';
import { storedJson } from '../../../data/model/stored-json';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { createRequestLoader } from '../../../graphql/loaders/request-loader';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { holds } from '../../../graphql/plugin/bounds';
import { drawnRow, type DrawnRow } from '../answers/graph-of-topology';
import { mostChanges, type Change } from '../judging/supposing/changes';
import { heavy } from '../schema/topology-diff.schema';
import { presentNetwork, suppose, whatIfRef } from '../what-if/what-if.schema';

const supposed = { networkId: true, changes: true } as const;
type LiveTopology = DrawnRow & Pick<Topology, 'options'>;

const findLive = createRequestLoader(async ({ db }, networkIds: readonly string[]) => {
  const rows = await db.topology.findMany({
    where: { networkId: { in: [...new Set(networkIds)] }, snapshotId: null },
    select: { ...drawnRow, options: true },
  });
  const byNetwork = new Map<string, LiveTopology>(rows.map((row) => [row.networkId, row]));
  return networkIds.map((id) => byNetwork.get(id));
});

/**
 * The live topology of a network. Requests for several plans in the same turn of the event loop share one SQL
 * statement.
 */
async function liveTopology(context: GraphqlContext, networkId: string): Promise<LiveTopology> {
  const live = await findLive(context, networkId);
  if (!live) throw new AppError('entity_not_found', { entity: 'Network', id: networkId });
  return live;
}

interface Progress {
  readonly changeCount: number;
  readonly reached: readonly number[];
}
const progressRef = builder.objectRef<Progress>('PlanProgress').implement({
  description: 'How far reality has caught up with a plan: which of its changes hold in the network.',
  extensions: heavyWork,
  fields: (t) => ({
    isReached: t.boolean({
      description: 'Whether all changes hold.',
      resolve: ({ reached, changeCount }) => reached.length === changeCount,
    }),
    reachedCount: t.int({ description: 'Number of changes that hold.', resolve: ({ reached }) => reached.length }),
    reached: t.field({
      type: ['Int'],
      description: 'Positions of the changes that hold, from 0. Each change is judged by itself.',
      ...holds(mostChanges, 5),
      resolve: ({ reached }) => [...reached],
    }),
  }),
});

builder.prismaObjectFields('Plan', (t) => ({
  progress: t.field({
    type: progressRef,
    description: 'Which of its changes hold in the network.',
    select: supposed,
    complexity: heavy,
    resolve: async (row, _args, context: GraphqlContext) => {
      const changes = storedJson<Change[]>(row.changes);
      const network = await presentNetwork(await liveTopology(context, row.networkId), context);
      return { changeCount: changes.length, reached: await network.ask('reachedChanges', { changes }) };
    },
  }),
  whatIf: t.field({
    type: whatIfRef,
    description: 'The network after its changes, as `whatIf` of the live topology.',
    select: supposed,
    complexity: heavy,
    resolve: async (row, _args, context: GraphqlContext) =>
      suppose(await liveTopology(context, row.networkId), storedJson<Change[]>(row.changes), context),
  }),
}));
