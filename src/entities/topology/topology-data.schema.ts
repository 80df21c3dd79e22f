// Everything of a topology in one answer, in REST's spelling: for clients that draw it, and for visitors of a share.
import { AppError } from '../../errors';
import type { Topology } from '../../generated/prisma/client';
import { builder } from '../../graphql/builder';
import { enumRef } from '../../graphql/enums';
import { requireInNetwork } from '../../tenancy/references';
import { requireScope, requireVisible } from '../../tenancy/rows';
import { topologyViews, type View } from '../../topology-graph/options';
import { atInstantOf, drawTopology } from './draw-topology';
import { graphSchemaRef } from './graph-schemas';
import type { DrawnNetwork } from './inventory-cache';
import { completeOptions, type StoredOptions } from '../../topology-options';

/** Building a view takes as long as reading many rows. */
const heavy = { field: 100 };

/** What all graphs of one inventory have in common; `isShown` are the views that may be told of. */
const totals = <T extends { readonly network: DrawnNetwork; readonly isShown?: (view: View) => boolean }>(t: {
  field(options: object): never;
}) => ({
  availableViews: t.field({
    type: [enumRef('TopologyView')],
    description: 'Views that have something to show.',
    resolve: async ({ network, isShown = () => true }: T) =>
      (await network.ask('totals', undefined)).availableViews.filter(isShown),
  }),
  filteredOut: t.field({
    type: 'JSON',
    description: 'Kind of entity → filter → rows that the filter left out.',
    extensions: { jsonSchema: graphSchemaRef('GraphFilteredOut') },
    resolve: async ({ network }: T) => (await network.ask('totals', undefined)).filteredOut,
  }),
});

export interface WholeGraph {
  readonly network: DrawnNetwork;
  readonly view: View;
  /** Views that `availableViews` may name; all if left out. */
  readonly isShown?: (view: View) => boolean;
}

/** One view of a graph, whole; plain values only, so that strangers may be shown it. */
export const wholeGraphRef = builder.objectRef<WholeGraph>('WholeGraph').implement({
  description: 'One view, whole and in REST spelling. `graph` of a topology has the same with a free choice of fields.',
  fields: (t) => ({
    view: t.expose('view', { type: enumRef('TopologyView'), description: 'What is drawn.' }),
    nodes: t.field({
      type: ['JSON'],
      description: 'Boxes first, each before what is in it; then the elements, box by box.',
      extensions: { jsonSchema: { items: graphSchemaRef('GraphNode') } },
      resolve: ({ network, view }) => network.jsonList('wireNodes', { view }),
    }),
    edges: t.field({
      type: ['JSON'],
      description: 'Both ends of each are among the nodes.',
      extensions: { jsonSchema: { items: graphSchemaRef('GraphEdge') } },
      resolve: ({ network, view }) => network.jsonList('wireEdges', { view }),
    }),
    ...totals<WholeGraph>(t as never),
  }),
});

interface TopologyData {
  readonly topology: Topology;
  readonly network: DrawnNetwork;
  readonly views: readonly View[];
}

const dataRef = builder.objectRef<TopologyData>('TopologyData').implement({
  description: 'A topology row with the inventory and the graphs that are made of it, all of one instant.',
  fields: (t) => ({
    topology: t.prismaField({
      type: 'Topology',
      description: 'The row whose options apply.',
      resolve: (query, { topology }, _args, { db }) => requireVisible(db, 'Topology', topology.id, query),
    }),
    inventory: t.field({
      type: 'JSON',
      description: 'Rows that can be drawn, by kind, in REST spelling.',
      extensions: { jsonSchema: graphSchemaRef('GraphInventory') },
      complexity: heavy,
      resolve: ({ network }) => network.json('wireInventory', undefined),
    }),
    views: t.field({
      type: [wholeGraphRef],
      description: 'The views asked for.',
      complexity: heavy,
      resolve: ({ network, views }) => views.map((view) => ({ network, view })),
    }),
    ...totals<TopologyData>(t as never),
  }),
});

builder.queryField('topologyData', (t) =>
  t.field({
    type: dataRef,
    description:
      "A network's topology, whole: inventory, nodes and edges of every view or of one, as they are now or as a " +
      'snapshot keeps them. Network out of reach: `entity_access_denied`; snapshot missing or out of reach: ' +
      '`entity_not_found`, of another network: `entity_network_mismatch`.',
    args: {
      networkId: t.arg({ type: 'UUID', required: true, description: 'The network that is drawn.' }),
      snapshotId: t.arg({ type: 'UUID', description: 'The pinned row instead of the live one.' }),
      view: t.arg({ type: enumRef('TopologyView'), description: 'Only this view.' }),
    },
    resolve: async (_root, { networkId, snapshotId = null, view }, context) => {
      const { db, viewer } = context;
      requireScope(viewer, { networkId });
      await requireInNetwork(db, 'Snapshot', snapshotId, networkId);
      const topology = await db.topology.findFirst({
        where: { networkId, snapshotId },
        include: { snapshot: { select: { takenAt: true } } },
      });
      if (!topology) throw new AppError('entity_not_found', { entity: 'Topology', id: snapshotId ?? networkId });
      const { request } = completeOptions(topology.id, topology.options as StoredOptions);
      const views = view ? [view] : topologyViews;
      return atInstantOf(topology, context, async (own) => {
        const network = await drawTopology(own, topology, request);
        return { topology, network, views };
      });
    },
  }),
);
