// Questions about a graph, by name; run here, or in a worker thread for large networks.
import { bundled } from '../graph/display';
import type { Container, Edge, Element, Graph, Node } from '../graph/graph';
import type { Fold, FoldedEdge } from '../graph/folding/detail';
import { membersOf, stopsOfFolds } from '../graph/folding/fold-members';
import { partOf } from '../graph/graph-parts';
import type { EdgeType } from '../graph/options';
import { componentsOf, impactOf, singlePointsOfFailure } from '../graph/questions/impact';
import { neighboursOf } from '../graph/questions/neighbours';
import { allShortestPaths, shortestPath, type Path } from '../graph/questions/paths';
import { searchNodes } from '../graph/questions/search';
import type { Stop, Stops } from '../graph/questions/stops';
import { vlanPath } from '../graph/questions/vlan-path';
import { hiddenReasons, whyHidden, type Explanation } from '../graph/questions/why-hidden';
import { whyNoLink } from '../graph/questions/why-no-link';
import { withoutHiddenServices } from '../graph/render/hidden-services';
import { sketchOf } from '../graph/render/sketch';
import { wireGraph } from '../graph/wire-graph';
import {
  drawInventory,
  type DrawnInventory,
  type Drawing,
  type FoldedDrawing,
  shownOf,
  type GraphSource,
} from './drawn-inventory';
import { renderers, type TextFormat } from './export-formats';
import { digestOf } from './graph-keys';

/** Adds the closed folds around a named node. Answers cover the whole graph, folded or not. */
interface Foldable {
  readonly foldedIn?: readonly string[];
}
/** One stop: a device, a subnet, or a node of the view. */
export interface StopRow extends Foldable {
  readonly kind: Stop['kind'];
  readonly id: string;
}
const stopRows = ({ graph }: Stops, ids: readonly string[]): StopRow[] =>
  ids.map((id) => ({ id, kind: graph.getNodeAttribute(id, 'kind') }));

interface Ends extends Drawing {
  readonly from: string;
  readonly to: string;
}

const isFolded = (drawing: Drawing): drawing is FoldedDrawing => drawing.detail !== undefined;
/** The same rows, with the folds that they are in where the graph is folded. */
const placed = <T extends { readonly id: string }>(
  drawn: DrawnInventory,
  drawing: Drawing,
  rows: readonly T[],
): readonly (T & Foldable)[] => {
  if (!isFolded(drawing)) return rows;
  const { foldedIn } = drawn.folded(drawing);
  return rows.map((row) => ({ ...row, foldedIn: foldedIn(row.id) }));
};
/** Where one can go, from and to folds too where the graph is folded. */
const stopsFor = (drawn: DrawnInventory, drawing: Drawing): Stops =>
  isFolded(drawing) ? stopsOfFolds(drawn.stops(drawing.view), drawn.foldTree(drawing)) : drawn.stops(drawing.view);
const placedPath = (drawn: DrawnInventory, drawing: Drawing, path: Path): Path => ({
  ...path,
  hops: placed(drawn, drawing, path.hops),
});

export const answers = {
  totals: ({ prepared: { availableViews, filteredOut } }: DrawnInventory) => ({ availableViews, filteredOut }),
  nodes: (drawn: DrawnInventory, drawing: Drawing): readonly Node[] => shownOf(drawn, drawing).nodes,
  containers: (drawn: DrawnInventory, drawing: Drawing) =>
    shownOf(drawn, drawing).nodes.filter((node): node is Container => node.nodeType === 'Container'),
  elements: (drawn: DrawnInventory, drawing: Drawing) =>
    shownOf(drawn, drawing).nodes.filter((node): node is Element => node.nodeType === 'Element'),
  edges: (drawn: DrawnInventory, drawing: Drawing): readonly Edge[] => shownOf(drawn, drawing).edges,
  folds: (drawn: DrawnInventory, drawing: Drawing): readonly Fold[] =>
    isFolded(drawing) ? drawn.folded(drawing).folds : [],
  foldedEdges: (drawn: DrawnInventory, drawing: Drawing): readonly FoldedEdge[] =>
    isFolded(drawing) ? drawn.folded(drawing).foldedEdges : [],
  /** The nodes, edges, folds and folded edges of these ids, wherever they are. */
  members: (drawn: DrawnInventory, { ids, ...drawing }: Drawing & { ids: readonly string[] }) => {
    const wanted = new Set(ids);
    const among = <T extends { readonly id: string }>(all: readonly T[]) => all.filter(({ id }) => wanted.has(id));
    const { nodes, edges } = drawn.graph(drawing);
    const { folds = [], foldedEdges = [] } = isFolded(drawing) ? drawn.folded(drawing) : {};
    return {
      nodes: placed(drawn, drawing, among<Node>(nodes)),
      edges: among(edges),
      folds: among(folds),
      foldedEdges: among(foldedEdges),
    };
  },
  /** A digest of a graph's content, equal for equal graphs on all replicas. */
  digest: (drawn: DrawnInventory, drawing: Drawing) => digestOf(shownOf(drawn, drawing)),
  /** At most `first` nodes, edges and folds after a place, in the order of their ids. */
  part: (drawn: DrawnInventory, { after, first, ...drawing }: Drawing & { after: string | null; first: number }) =>
    partOf(shownOf(drawn, drawing), after, first),
  wireNodes: (drawn: DrawnInventory, drawing: Drawing) => wireGraph(drawn.graph(drawing)).nodes,
  wireEdges: (drawn: DrawnInventory, drawing: Drawing) => wireGraph(drawn.graph(drawing)).edges,
  export: (drawn: DrawnInventory, { format, ...drawing }: Drawing & { format: TextFormat }): string =>
    renderers[format](drawn.graph(drawing), drawn.prepared.lookup),
  /** The content of a picture; empty for more nodes than `mostNodes`. */
  sketch: (drawn: DrawnInventory, { mostNodes, ...drawing }: Drawing & { mostNodes: number }) => {
    const { lookup, options } = drawn.prepared;
    // Filters of a saved view were applied to its graph before.
    const hiding = drawing.filters ? { ...options, hideMetadataValues: {} } : options;
    const { graph, hiddenServices } = withoutHiddenServices(drawn.graph(drawing), lookup, hiding);
    const nodes = graph.nodes.length;
    return { nodes, ...(nodes <= mostNodes && { sketch: sketchOf(graph, lookup, hiddenServices) }) };
  },
  neighbours: (
    drawn: DrawnInventory,
    {
      of,
      depth,
      edgeTypes,
      view,
      display,
      filters,
      detail,
    }: Drawing & { of: string; depth: number; edgeTypes?: readonly EdgeType[] },
  ) => {
    // Include bundled edges, which lead to neighbors too.
    const whole = drawn.graph({
      view,
      ...(display && { display: { ...display, bundleEdges: false } }),
      ...(filters && { filters: { ...filters, bundleEdges: false } }),
    });
    const drawing = { view, ...(display && { display }), ...(filters && { filters }), ...(detail && { detail }) };
    const nodes = isFolded(drawing) ? membersOf(drawn.foldTree(drawing), of) : [of];
    const around = neighboursOf(whole, drawn.prepared.lookup, nodes, depth, edgeTypes);
    const found = { ...around, nodes: placed(drawn, drawing, around.nodes) };
    return (filters ?? display)?.bundleEdges ? { ...found, edges: bundled(found.edges, whole) } : found;
  },
  shortestPath: (drawn: DrawnInventory, { from, to, ...drawing }: Ends) => {
    const path = shortestPath(stopsFor(drawn, drawing), drawn.prepared.lookup, from, to);
    return path ? placedPath(drawn, drawing, path) : null;
  },
  allShortestPaths: (drawn: DrawnInventory, { from, to, first, ...drawing }: Ends & { first: number }) =>
    allShortestPaths(stopsFor(drawn, drawing), drawn.prepared.lookup, from, to, first).map((path) =>
      placedPath(drawn, drawing, path),
    ),
  impactOf: (drawn: DrawnInventory, { root, ids, ...drawing }: Drawing & { root: string; ids: readonly string[] }) => {
    const stops = stopsFor(drawn, drawing);
    const { unreachable, stillReachable } = impactOf(stops, root, ids);
    return { unreachable: placed(drawn, drawing, stopRows(stops, unreachable)), stillReachable };
  },
  singlePointsOfFailure: (drawn: DrawnInventory, drawing: Drawing) => {
    const stops = drawn.stops(drawing.view);
    return placed(drawn, drawing, stopRows(stops, singlePointsOfFailure(stops)));
  },
  components: (drawn: DrawnInventory, drawing: Drawing) => {
    const stops = drawn.stops(drawing.view);
    return componentsOf(stops).map((ids) => placed(drawn, drawing, stopRows(stops, ids)));
  },
  vlanPath: ({ prepared }: DrawnInventory, { vlanId }: { vlanId: string }) => vlanPath(vlanId, prepared),
  whyHidden: (
    drawn: DrawnInventory,
    {
      entityId,
      otherId,
      unlinked,
      ...drawing
    }: Drawing & { entityId: string; otherId: string | null; unlinked: readonly string[] },
  ) => {
    const { filters, display, view } = drawing;
    const explain = (graph: Graph, built: Graph): Explanation => {
      const { prepared, inventory } = drawn;
      const asked = { graph, built, ...(display && { display }), prepared, inventory, unlinked };
      return otherId === null ? whyHidden(entityId, asked) : whyNoLink(entityId, otherId, asked);
    };
    const built = drawn.graph({ view });
    const unfiltered = explain(drawn.graph({ view, ...(display && { display }) }), built);
    // A bundled edge is not hidden.
    const filtered = filters && drawn.graph({ view, filters: { ...filters, bundleEdges: false } });
    // Another answer than without the filters is their doing.
    const isFiltered = filtered && explain(filtered, filtered).reason !== unfiltered.reason;
    const explanation = isFiltered
      ? { reason: 'SavedViewFilter' as const, message: hiddenReasons.SavedViewFilter, tagId: null }
      : unfiltered;
    return { ...explanation, ...(isFolded(drawing) && { foldedIn: drawn.folded(drawing).foldedIn(entityId) }) };
  },
  search: (drawn: DrawnInventory, { text, first, ...drawing }: Drawing & { text: string; first: number }) =>
    placed(drawn, drawing, searchNodes(drawn.graph(drawing), drawn.prepared.lookup, text, first)),
} satisfies Record<string, (drawn: DrawnInventory, args: never) => unknown>;

export type Question = keyof typeof answers;
export type ArgsOf<Q extends Question> =
  Parameters<(typeof answers)[Q]> extends [unknown, infer Args] ? Args : undefined;
export type AnswerTo<Q extends Question> = Awaited<ReturnType<(typeof answers)[Q]>>;

export interface GraphQuestion<Q extends Question = Question> {
  readonly source: GraphSource;
  readonly question: Q;
  readonly args: ArgsOf<Q>;
}

export const askGraph = <Q extends Question>({ source, question, args }: GraphQuestion<Q>): AnswerTo<Q> =>
  (answers[question] as (drawn: DrawnInventory, args: unknown) => AnswerTo<Q>)(drawInventory(source), args);

/** A list as pieces of JSON, each short enough to be read in one turn of the event loop. */
export interface Slices {
  readonly lengths: readonly number[];
  readonly texts: readonly string[];
}
export const itemsPerSlice = 250;

/** The job of a worker thread: the answer as a list in slices. */
export function sliceGraph(asked: GraphQuestion): Slices {
  const items = askGraph(asked) as readonly unknown[];
  const slices: unknown[][] = [];
  for (let at = 0; at < items.length; at += itemsPerSlice) slices.push(items.slice(at, at + itemsPerSlice));
  return { lengths: slices.map(({ length }) => length), texts: slices.map((slice) => JSON.stringify(slice)) };
}

/** The job of a worker thread: the answer as JSON, ready to be sent. */
export const writeGraph = (asked: GraphQuestion): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(askGraph(asked)));
