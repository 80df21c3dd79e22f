// The graph of a topology in GraphQL, built from the network's inventory, the saved or requested options, and a view.
import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { asksForRows } from '../../../graphql/row-field';
import type { GraphqlContext } from '../../../graphql/context';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { requireVisible } from '../../../data/tenancy/rows';
import { themes } from '../graph/render/palette';
import { drawTopology, type DrawnGraph } from '../answers/draw-topology';
import { exportPicture, mostDrawnNodes } from '../answers/export-picture';
import { isTextFormat, type ExportFormat } from '../answers/export-formats';
import type { AnswerTo, ArgsOf } from '../answers/graph-answers';
import { keyOfGraph } from '../answers/graph-keys';
import { readAtSnapshot, drawnRow } from '../answers/graph-of-topology';
import type { DrawnNetwork } from '../answers/inventory-cache';
import { edgeRef } from './topology-edges.schema';
import { detailInput, checkDetail, detailText } from './topology-detail';
import { cursorOfRows, proofOfRows } from '../live/graph-cursor';
import { containerRef, elementRef, nodeRef } from './topology-nodes.schema';
import { optionalEdgesArg, requestInput } from './topology.schema';

/** Expected number of nodes and edges in a graph, for estimating the cost of a query. */
const expectedNodes = 200;
const manyRows = { field: 1, multiplier: expectedNodes };
/** Cost of an image in points. Its layout takes as long as reading 2,000 rows. */
const pictureCost = 2000;

/** Returns a resolver for one list of a graph, such as its nodes or its edges. */
export const graphList =
  <Q extends 'nodes' | 'containers' | 'elements' | 'edges' | 'folds' | 'foldedEdges'>(question: Q) =>
  (graph: DrawnGraph, _args: object, _context: object, info: GraphQLResolveInfo) =>
    graph.network.members(graph.key, question, graph.drawing as ArgsOf<Q>, asksForRows(info));

interface Dropped {
  readonly entity: string;
  readonly filter: string;
  readonly count: number;
}
const formatEnum = builder.enumType('GraphExportFormat', {
  description: 'Formats for the export of a graph.',
  values: {
    Mermaid: { description: 'Mermaid flowchart.' },
    Confluence: { description: 'Confluence wiki markup: tables of subnets, hosts and connections.' },
    Dot: { description: 'Graphviz DOT.' },
    Graphml: { description: 'GraphML with nested graphs for boxes.' },
    Cytoscape: { description: 'Cytoscape.js elements JSON.' },
    Csv: { description: 'Edges as CSV, one per line (RFC 4180).' },
    Svg: {
      description:
        'SVG picture of the view with a legend. Boxes that are closed by default stay closed unless an edge ends inside. ' +
        `At most ${mostDrawnNodes} nodes.`,
    },
    Drawio: {
      description: `Diagram of draw.io (diagrams.net), as uncompressed mxGraph XML. At most ${mostDrawnNodes} nodes.`,
    },
  } satisfies Record<ExportFormat, object>,
});

const themeEnum = builder.enumType('PictureTheme', {
  description: 'Colour themes of pictures.',
  values: themes,
});

export const droppedRef = builder.objectRef<Dropped>('GraphFilteredOut').implement({
  description: 'Rows that a filter of the options left out of the graph.',
  fields: (t) => ({
    entity: t.exposeString('entity', { description: 'Entity type, such as Interface.' }),
    filter: t.exposeString('filter', { description: 'Name of the filter, such as LinkState.' }),
    count: t.exposeInt('count'),
  }),
});

export const viewsText = 'Views that have nodes.';

const totalsOfNetworks = new WeakMap<DrawnNetwork, Promise<AnswerTo<'totals'>>>();
/**
 * The views that have nodes, and the numbers of rows that filters remove from the graphs. Several fields need them, so
 * they are computed once per network.
 */
function totalsOf({ network }: DrawnGraph): Promise<AnswerTo<'totals'>> {
  const totals = totalsOfNetworks.get(network) ?? network.ask('totals', undefined);
  totalsOfNetworks.set(network, totals);
  return totals;
}
export const availableViews = async (graph: DrawnGraph) => [...(await totalsOf(graph)).availableViews];
export const droppedRows = async (graph: DrawnGraph): Promise<Dropped[]> =>
  Object.entries((await totalsOf(graph)).filteredOut).flatMap(([entity, filters]) =>
    Object.entries(filters).map(([filter, count]) => ({ entity, filter, count })),
  );

export const graphRef = builder.objectRef<DrawnGraph>('TopologyGraph').implement({
  description:
    'One view of a network at one instant. Computed on request: equal inventory, options and view give an equal graph.',
  extensions: heavyWork,
  fields: (t) => ({
    view: t.field({ type: enumRef('TopologyView'), resolve: ({ drawing }) => drawing.view }),
    nodes: t.field({
      type: [nodeRef],
      description: 'Boxes first, each before its content, then elements, box by box.',
      complexity: manyRows,
      resolve: graphList('nodes'),
    }),
    containers: t.field({
      type: [containerRef],
      complexity: manyRows,
      resolve: graphList('containers'),
    }),
    elements: t.field({
      type: [elementRef],
      complexity: manyRows,
      resolve: graphList('elements'),
    }),
    edges: t.field({
      type: [edgeRef],
      complexity: manyRows,
      resolve: graphList('edges'),
    }),
    export: t.string({
      description: 'The graph as text in one format.',
      args: {
        format: t.arg({ type: formatEnum, required: true }),
        theme: t.arg({ type: themeEnum, defaultValue: 'light', description: 'Colours of an SVG or draw.io picture.' }),
      },
      complexity: ({ format }) => (isTextFormat(format) ? manyRows : { field: pictureCost }),
      resolve: async ({ networkId, network, drawing }, { format, theme }, context) => {
        if (isTextFormat(format)) return network.ask('export', { ...drawing, format });
        const { name } = await requireVisible(context.db, 'Network', networkId, { select: { name: true } });
        return exportPicture(network, drawing, { format, networkName: name, theme: theme ?? 'light' }, context);
      },
    }),
    cursor: t.string({
      nullable: true,
      description:
        'Cursor for `since` of `topologyGraphChanges` with `rows: true`, the same `options` and `optionalEdgeTypes`, and no `detail`: sends what changes from this graph on. Null for graphs of the past or after what-if changes.',
      resolve: ({ key: { name }, network }) => (name.at || name.changes ? null : cursorOfRows(proofOfRows({ ...name, detail: undefined }, network))),
    }),
    availableViews: t.field({ type: [enumRef('TopologyView')], description: viewsText, resolve: availableViews }),
    filteredOut: t.field({ type: [droppedRef], resolve: droppedRows }),
  }),
});

builder.prismaObjectField('Topology', 'graph', (t) =>
  t.field({
    type: graphRef,
    description:
      'The graph of one view, built with the saved options or `options`. A pinned topology ignores `@at`: it returns the graph as of `takenAt` of its snapshot.',
    select: { ...drawnRow, options: true },
    args: {
      view: t.arg({ type: enumRef('TopologyView'), required: true, description: 'View to build.' }),
      options: t.arg({
        type: requestInput,
        description: 'Options for this request instead of the saved ones; those left out have their default.',
      }),
      display: t.arg.boolean({
        defaultValue: false,
        description:
          'Whether the saved display options apply: hidden edge types, tag filter and bundled edges. Paths, components and impact always use the whole view.',
      }),
      detail: t.arg({ type: detailInput, description: detailText }),
      optionalEdgeTypes: t.arg(optionalEdgesArg),
    },
    resolve: (row, { view, options, display, detail: folding, optionalEdgeTypes }, context: GraphqlContext) => {
      const detail = folding && checkDetail(folding);
      return readAtSnapshot(row, context, (ownContext) => {
        const { at } = ownContext;
        const request = { topologyId: row.id, view, options, display, detail, optionalEdgeTypes, at, rowsAt: at };
        return drawTopology(row, keyOfGraph(request), ownContext);
      });
    },
  }),
);
