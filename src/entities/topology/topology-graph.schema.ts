// The graph of a topology in GraphQL: built from the network's inventory, the saved or given options and a view.
import { builder } from '../../graphql/builder';
import { enumRef } from '../../graphql/enums';
import type { GraphqlContext } from '../../graphql/context';
import { displayGraph } from '../../topology-graph/display';
import type { Container, Element, Graph } from '../../topology-graph/graph';
import { renderers, type ExportFormat } from './export-formats';
import { atInstantOf, drawnRow, drawTopology } from './draw-topology';
import type { DrawnNetwork } from './inventory-cache';
import { edgeRef } from './topology-edges.schema';
import { containerRef, elementRef, nodeRef } from './topology-nodes.schema';
import { completeOptions, type StoredOptions } from '../../topology-options';
import { checkedOptions } from './topology-options-check';
import { requestInput } from './topology.schema';

/** What `graph` answers: the graph and what it was built from, for the questions on it. */
export interface DrawnGraph extends Graph {
  readonly network: DrawnNetwork;
}

/** Nodes and edges that a graph is expected to have when the cost of a query is estimated. */
const expectedNodes = 200;
const manyRows = { field: 1, multiplier: expectedNodes };

interface Dropped {
  readonly entity: string;
  readonly filter: string;
  readonly count: number;
}
const formatEnum = builder.enumType('GraphExportFormat', {
  description: 'Formats that a graph can be written in.',
  values: {
    Mermaid: { description: 'A Mermaid flowchart.' },
    Confluence: { description: 'Confluence wiki markup: tables of subnets, hosts and connections.' },
    Dot: { description: "Graphviz' DOT language." },
    Graphml: { description: 'GraphML, with a graph inside each box.' },
    Cytoscape: { description: "Cytoscape's JSON of elements." },
    Csv: { description: 'The edges, a line for each (RFC 4180).' },
  } satisfies Record<ExportFormat, object>,
});

const droppedRef = builder.objectRef<Dropped>('GraphFilteredOut').implement({
  description: 'Rows that a filter of the options took out before the graph was built.',
  fields: (t) => ({
    entity: t.exposeString('entity', { description: 'Kind of row: Interface.' }),
    filter: t.exposeString('filter', { description: 'Filter: LinkState.' }),
    count: t.exposeInt('count'),
  }),
});

export const graphRef = builder.objectRef<DrawnGraph>('TopologyGraph').implement({
  description:
    'One view of a network at one instant. Never stored: the same inventory, options and view give the same graph.',
  fields: (t) => ({
    view: t.expose('view', { type: enumRef('TopologyView') }),
    nodes: t.field({
      type: [nodeRef],
      description: 'Boxes first, each before what is in it; then the elements, box by box.',
      complexity: manyRows,
      resolve: ({ nodes }) => [...nodes],
    }),
    containers: t.field({
      type: [containerRef],
      complexity: manyRows,
      resolve: ({ nodes }) => nodes.filter((node): node is Container => node.nodeType === 'Container'),
    }),
    elements: t.field({
      type: [elementRef],
      complexity: manyRows,
      resolve: ({ nodes }) => nodes.filter((node): node is Element => node.nodeType === 'Element'),
    }),
    edges: t.field({ type: [edgeRef], complexity: manyRows, resolve: ({ edges }) => [...edges] }),
    export: t.string({
      description: 'The graph as a text in one format.',
      args: { format: t.arg({ type: formatEnum, required: true }) },
      complexity: manyRows,
      resolve: ({ network, ...graph }, { format }) => renderers[format](graph, network.prepared.lookup),
    }),
    availableViews: t.field({
      type: [enumRef('TopologyView')],
      description: 'Views that have something to show.',
      resolve: ({ availableViews }) => [...availableViews],
    }),
    filteredOut: t.field({
      type: [droppedRef],
      resolve: ({ filteredOut }) =>
        Object.entries(filteredOut).flatMap(([entity, filters]) =>
          Object.entries(filters).map(([filter, count]) => ({ entity, filter, count })),
        ),
    }),
  }),
});

builder.prismaObjectField('Topology', 'graph', (t) =>
  t.field({
    type: graphRef,
    description:
      'The graph of one view, by the saved options unless others are given. Of a pinned row it is the graph as of the ' +
      "snapshot's `takenAt`, with all that is asked for below it, even within `@at` another instant.",
    select: { ...drawnRow, options: true },
    args: {
      view: t.arg({ type: enumRef('TopologyView'), required: true, description: 'What to draw.' }),
      options: t.arg({
        type: requestInput,
        description: 'Options for this answer alone; what is left out takes its default, nothing is saved.',
      }),
      display: t.arg.boolean({
        defaultValue: false,
        description: 'Apply the saved display options here: hidden edge types, the tag filter and bundled edges.',
      }),
    },
    resolve: (row, { view, options: given, display }, context: GraphqlContext) => {
      const saved = row.options as StoredOptions;
      const { local, request } = completeOptions(
        row.id,
        given ? { ...saved, ...checkedOptions({ request: given }) } : saved,
      );
      return atInstantOf(row, context, async ({ sql }) => {
        const network = await drawTopology(sql, row, request);
        const graph = network.graph(view);
        return { ...(display ? displayGraph(graph, network.prepared.lookup, local) : graph), network };
      });
    },
  }),
);
