// What plans ask of their network, in GraphQL: the network after their changes, and which changes hold already.
import type { Topology } from '../../../generated/prisma/client';
import { storedJson } from '../../../data/model/stored-json';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { holds } from '../../../graphql/plugin/bounds';
import { drawnRow, type DrawnRow } from '../answers/graph-of-topology';
import { mostChanges, type Change } from '../judging/supposing/changes';
import { heavy } from '../schema/topology-diff.schema';
import { presentNetwork, suppose, whatIfRef } from '../what-if/what-if.schema';

/** What a plan reads to be compared with its network: its changes, and the live topology of the network. */
const supposed = {
  networkId: true,
  changes: true,
  network: { select: { topologies: { where: { snapshotId: null }, select: { ...drawnRow, options: true } } } },
} as const;
interface SupposedRow {
  readonly networkId: string;
  readonly changes: unknown;
  readonly network: { readonly topologies: readonly (DrawnRow & Pick<Topology, 'options'>)[] };
}

function topologyOf({ network: { topologies }, networkId }: SupposedRow) {
  const [live] = topologies;
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
      const network = await presentNetwork(topologyOf(row), context);
      return { changeCount: changes.length, reached: await network.ask('reachedChanges', { changes }) };
    },
  }),
  whatIf: t.field({
    type: whatIfRef,
    description: 'The network after its changes, as `whatIf` of the live topology.',
    select: supposed,
    complexity: heavy,
    resolve: (row, _args, context: GraphqlContext) =>
      suppose(topologyOf(row), storedJson<Change[]>(row.changes), context),
  }),
}));
