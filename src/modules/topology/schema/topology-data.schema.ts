// All data of a topology in one response, as REST shows it, for clients that draw it and for visitors of a share.
import type { GraphQLResolveInfo } from 'graphql';
import { AppError } from '../../../errors';
import type { Topology } from '../../../generated/prisma/client';
import { builder, type SchemaTypes } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { enumRef } from '../../../graphql/enums';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { listedKinds, type ListedKind } from '../../../graphql/listed-rows';
import { RawList } from '../../../graphql/jit/raw-json';
import { selectedFieldNames } from '../../../graphql/documents/selected-fields';
import { requireInNetwork } from '../../../data/tenancy/references';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { topologyViews, type View } from '../graph/options';
import { readAtSnapshot, graphOfTopology, listTopology } from '../answers/graph-of-topology';
import { graphSchemaRef } from './graph-schemas';
import type { DrawnNetwork } from '../answers/inventory-cache';
import type { NetworkLists } from '../answers/network-lists';
import { completeOptions, type StoredOptions } from '../options';

/** Cost in points of a field that builds a view, because that takes as long as reading many rows. */
const heavy = { field: 100 };

export interface DrawnViews {
  readonly network: DrawnNetwork;
  /** The views to draw. */
  readonly views: readonly View[];
  /**
   * Whether the field `availableViews` may list a view: a share, for example, hides views that are not shared. If
   * absent, every view may be listed.
   */
  readonly isShown?: (view: View) => boolean;
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/**
 * GraphQL fields for several views of one network. The fields return plain values instead of entities, so that visitors
 * without an account may read them.
 */
function graphFields<T extends DrawnViews>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, T>) {
  const byView = (of: 'wireNodes' | 'wireEdges', { network, views }: T) =>
    Object.fromEntries(views.map((view) => [view, network.json(of, { view })]));
  return {
    nodes: t.field({
      type: 'JSON',
      description:
        'View → its nodes: boxes first, each before its content, then elements, box by box. `graph` of a topology returns the same with selectable fields.',
      extensions: { jsonSchema: graphSchemaRef('GraphNodesByView') },
      complexity: heavy,
      resolve: (topology: T) => byView('wireNodes', topology),
    }),
    edges: t.field({
      type: 'JSON',
      description: 'View → its edges.',
      extensions: { jsonSchema: graphSchemaRef('GraphEdgesByView') },
      complexity: heavy,
      resolve: (topology: T) => byView('wireEdges', topology),
    }),
    availableViews: t.field({
      type: [enumRef('TopologyView')],
      description: 'Views that have nodes.',
      resolve: async ({ network, isShown = () => true }: T) =>
        (await network.ask('totals', undefined)).availableViews.filter(isShown),
    }),
    filteredOut: t.field({
      type: 'JSON',
      description: 'Entity type → filter → number of rows that the filter left out.',
      extensions: { jsonSchema: graphSchemaRef('GraphFilteredOut') },
      resolve: async ({ network }: T) => (await network.ask('totals', undefined)).filteredOut,
    }),
  };
}

export const drawnViewsRef = builder.objectRef<DrawnViews>('DrawnViews').implement({
  description: 'Complete views of a topology, with members named as in REST.',
  extensions: heavyWork,
  fields: (t) => graphFields(t),
});

interface TopologyData extends DrawnViews {
  readonly topology: Topology;
  /** The rows of the network; only set if the query selects one of its lists. */
  readonly lists?: NetworkLists;
}

/** GraphQL names of the fields whose lists have another name in REST. */
const namesInGraphql: Partial<Record<ListedKind, string>> = { ip_addresses: 'ipAddresses', neighbours: 'neighbors' };
/** Kinds of rows by the name of the GraphQL field that lists them. */
const listFields = new Map(
  (Object.keys(listedKinds) as ListedKind[]).map((kind) => [namesInGraphql[kind] ?? kind, kind]),
);
const listTexts: Record<ListedKind, string> = {
  hosts: 'Hosts, hidden ones included, without their parts',
  ip_addresses: 'IP addresses of the hosts',
  subnets: 'Subnets',
  groups: 'Groups',
  ports: 'Open transport ports',
  bindings: 'Bindings of services',
  interfaces: 'Interfaces with their neighbours',
  neighbours: 'LLDP and CDP neighbour records; null for a past instant, because they have no history',
  services: 'Services',
  vlans: 'VLANs',
  tags: 'Tags of the organization',
};

const dataRef = builder.objectRef<TopologyData>('TopologyData').implement({
  description:
    'A topology with all rows of its network and its graphs, of one instant. Members of rows are named as in REST.',
  extensions: heavyWork,
  fields: (t) => ({
    topology: t.prismaField({
      type: 'Topology',
      description: 'The topology whose options apply.',
      resolve: (query, { topology }, _args, { db }) => requireVisible(db, 'Topology', topology.id, query),
    }),
    ...Object.fromEntries(
      [...listFields].map(([name, kind]) => [
        name,
        t.field({
          type: ['JSON'],
          nullable: kind === 'neighbours',
          description: `${listTexts[kind]}.`,
          extensions: { jsonSchema: { items: { $ref: `#/components/schemas/${listedKinds[kind]}` } } },
          complexity: heavy,
          resolve: ({ lists }, _args, { answer }) => {
            const { key, texts } = lists!;
            const text = texts.get(kind)!;
            if (text === null) return null;
            answer.isLarge = true;
            return [new RawList({ key: `${key} ${kind}`, read: () => Promise.resolve(text) })];
          },
        }),
      ]),
    ),
    ...graphFields<TopologyData>(t),
  }),
});

builder.queryField('topologyData', (t) =>
  t.field({
    type: dataRef,
    description:
      'Complete topology of a network, live or as a snapshot keeps it: rows, nodes and edges of all views or of one. Network not accessible: `entity_access_denied`; snapshot missing or not accessible: `entity_not_found`, of another network: `entity_network_mismatch`.',
    args: {
      networkId: t.arg({ type: 'UUID', required: true, description: 'Id of the network.' }),
      snapshotId: t.arg({ type: 'UUID', description: 'Id of a snapshot; the live topology if left out.' }),
      view: t.arg({ type: enumRef('TopologyView'), description: 'Only this view.' }),
    },
    resolve: async (
      _root,
      { networkId, snapshotId = null, view },
      context: GraphqlContext,
      info: GraphQLResolveInfo,
    ) => {
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
      const asksForLists = selectedFieldNames(info).some((name) => listFields.has(name));
      return readAtSnapshot(topology, context, async (ownContext) => {
        const drawnTopology = asksForLists
          ? await listTopology(ownContext, topology, request)
          : { network: await graphOfTopology(ownContext, topology, request) };
        return { topology, views, ...drawnTopology };
      });
    },
  }),
);
