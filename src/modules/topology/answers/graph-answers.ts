// The queries on a graph, each under its name. They run in the main process or, for large networks, in a worker thread.
import { bundleEdges } from '../graph/display';
import type { Container, Edge, Element, Graph, Node } from '../graph/graph';
import type { Fold, FoldedEdge } from '../graph/folding/detail';
import { foldMembers, stopsOfFolds } from '../graph/folding/fold-members';
import { slicePart } from '../graph/graph-parts';
import type { EdgeType, OptionalEdgeType } from '../graph/options';
import { graphComponents, computeImpact, singlePointsOfFailure } from '../graph/questions/impact';
import { findNeighbours } from '../graph/questions/neighbours';
import { allShortestPaths, shortestPath, type Path } from '../graph/questions/paths';
import { searchNodes } from '../graph/questions/search';
import { isRoutedBetweenEnds } from '../graph/questions/shared-networks';
import type { Stop, Stops } from '../graph/questions/stops';
import { vlanPath, vlanSummaries } from '../graph/questions/vlan-path';
import { findSegmentDetails, firstByName } from '../graph/questions/vlan-segments';
import { hiddenReasons, whyHidden, type Explanation } from '../graph/questions/why-hidden';
import { whyNoLink } from '../graph/questions/why-no-link';
import { withoutHiddenServices } from '../graph/render/hidden-services';
import { buildSketch } from '../graph/render/sketch';
import { wireGraph } from '../graph/wire-graph';
import type { Change } from '../judging/supposing/changes';
import { reachedChanges } from '../judging/supposing/reached';
import {
  drawInventory,
  type DrawnInventory,
  type Drawing,
  type FoldedDrawing,
  shownGraph,
  type GraphSource,
} from './drawn-inventory';
import { renderers, type TextFormat } from './export-formats';
import { graphDigest } from './graph-keys';

/** A row of a query result. If the row is inside collapsed folds of the drawn graph, `foldedIn` has their ids. */
interface Foldable {
  readonly foldedIn?: readonly string[];
}
export interface StopRow extends Foldable {
  readonly kind: Stop['kind'];
  readonly id: string;
}
export const stopRows = ({ graph }: Stops, ids: readonly string[]): StopRow[] =>
  ids.map((id) => ({ id, kind: graph.getNodeAttribute(id, 'kind') }));

interface Ends extends Drawing {
  readonly from: string;
  readonly to: string;
}

const isFolded = (drawing: Drawing): drawing is FoldedDrawing => drawing.detail !== undefined;
/** Adds to each row of a query result the ids of the collapsed folds in which it is hidden (`foldedIn`). */
export const withPlaces = <T extends { readonly id: string }>(
  drawnInventory: DrawnInventory,
  drawing: Drawing,
  rows: readonly T[],
): readonly (T & Foldable)[] => {
  if (!isFolded(drawing)) return rows;
  const { foldedIn } = drawnInventory.folded(drawing);
  return rows.map((row) => ({ ...row, foldedIn: foldedIn(row.id) }));
};
/** Optional edge types that the answer follows, even if the drawn graph does not have them. */
interface FollowedEdges {
  readonly followedEdgeTypes?: readonly OptionalEdgeType[];
}
/** The stops (endpoints and hops of paths) of a drawn graph. Collapsed folds are stops too. */
function stopsFor(
  drawnInventory: DrawnInventory,
  drawing: Drawing,
  followedEdgeTypes?: FollowedEdges['followedEdgeTypes'],
): Stops {
  const stops = drawnInventory.stops(drawing.view, followedEdgeTypes);
  return isFolded(drawing) ? stopsOfFolds(stops, drawnInventory.foldTree(drawing)) : stops;
}
interface PlacedPath extends Path {
  /** Whether packets between the ends pass a router; null if unknown, or if the view does not show cables. */
  readonly isRouted: boolean | null;
}
const placedPath = (drawnInventory: DrawnInventory, drawing: Drawing, path: Path): PlacedPath => ({
  ...path,
  hops: withPlaces(drawnInventory, drawing, path.hops),
  isRouted: drawing.view === 'L2Physical' ? isRoutedBetweenEnds(path, drawnInventory.preparedInventory.lookup) : null,
});

export const answers = {
  changeErrors: ({ changeErrors }: DrawnInventory) => changeErrors,
  /** The positions in `changes` of those supposed (what-if) changes that have really happened in the meantime. */
  reachedChanges: ({ inventory }: DrawnInventory, { changes }: { changes: readonly Change[] }) =>
    reachedChanges(inventory, changes),
  totals: ({ preparedInventory: { availableViews, filteredOut } }: DrawnInventory) => ({ availableViews, filteredOut }),
  nodes: (drawnInventory: DrawnInventory, drawing: Drawing): readonly Node[] =>
    shownGraph(drawnInventory, drawing).nodes,
  containers: (drawnInventory: DrawnInventory, drawing: Drawing) =>
    shownGraph(drawnInventory, drawing).nodes.filter((node): node is Container => node.nodeType === 'Container'),
  elements: (drawnInventory: DrawnInventory, drawing: Drawing) =>
    shownGraph(drawnInventory, drawing).nodes.filter((node): node is Element => node.nodeType === 'Element'),
  edges: (drawnInventory: DrawnInventory, drawing: Drawing): readonly Edge[] =>
    shownGraph(drawnInventory, drawing).edges,
  folds: (drawnInventory: DrawnInventory, drawing: Drawing): readonly Fold[] =>
    isFolded(drawing) ? drawnInventory.folded(drawing).folds : [],
  foldedEdges: (drawnInventory: DrawnInventory, drawing: Drawing): readonly FoldedEdge[] =>
    isFolded(drawing) ? drawnInventory.folded(drawing).foldedEdges : [],
  /** The nodes, edges, folds and folded edges with these ids, including those in collapsed folds. */
  members: (drawnInventory: DrawnInventory, { ids, ...drawing }: Drawing & { ids: readonly string[] }) => {
    const memberIds = new Set(ids);
    const among = <T extends { readonly id: string }>(all: readonly T[]) => all.filter(({ id }) => memberIds.has(id));
    const { nodes, edges } = drawnInventory.graph(drawing);
    const { folds = [], foldedEdges = [] } = isFolded(drawing) ? drawnInventory.folded(drawing) : {};
    return {
      nodes: withPlaces(drawnInventory, drawing, among<Node>(nodes)),
      edges: among(edges),
      folds: among(folds),
      foldedEdges: among(foldedEdges),
    };
  },
  /** Digest of the visible graph's content. Equal graphs have equal digests in all server processes. */
  digest: (drawnInventory: DrawnInventory, drawing: Drawing) => graphDigest(shownGraph(drawnInventory, drawing)),
  /** At most `first` nodes, edges and folds of the visible graph after the cursor `after`, ordered by id. */
  part: (
    drawnInventory: DrawnInventory,
    { after, first, ...drawing }: Drawing & { after: string | null; first: number },
  ) => slicePart(shownGraph(drawnInventory, drawing), after, first),
  wireNodes: (drawnInventory: DrawnInventory, drawing: Drawing) => wireGraph(drawnInventory.graph(drawing)).nodes,
  wireEdges: (drawnInventory: DrawnInventory, drawing: Drawing) => wireGraph(drawnInventory.graph(drawing)).edges,
  export: (drawnInventory: DrawnInventory, { format, ...drawing }: Drawing & { format: TextFormat }): string =>
    renderers[format](drawnInventory.graph(drawing), drawnInventory.preparedInventory.lookup),
  /**
   * What an image shows, and its number of nodes. If there are more nodes than `mostNodes`, no image is possible, and
   * `sketch` is missing.
   */
  sketch: (drawnInventory: DrawnInventory, { mostNodes, ...drawing }: Drawing & { mostNodes: number }) => {
    const { lookup, options } = drawnInventory.preparedInventory;
    // In a saved view, its own filters replace `hideMetadataValues` of the topology, and have been applied to the graph
    // already.
    const isFiltered = drawing.filters !== undefined;
    const hiding = isFiltered ? { ...options, hideMetadataValues: {} } : options;
    const { graph, hiddenServices } = withoutHiddenServices(drawnInventory.graph(drawing), lookup, hiding);
    const nodes = graph.nodes.length;
    const build = () => buildSketch(graph, lookup, hiddenServices, { isFiltered });
    return { nodes, ...(nodes <= mostNodes && { sketch: build() }) };
  },
  neighbours: (
    drawnInventory: DrawnInventory,
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
    // Parallel edges can be bundled to one edge. Neighbors are searched without bundling, because each edge leads to a
    // neighbor.
    const whole = drawnInventory.graph({
      view,
      ...(display && { display: { ...display, bundleEdges: false } }),
      ...(filters && { filters: { ...filters, bundleEdges: false } }),
    });
    const drawing = { view, ...(display && { display }), ...(filters && { filters }), ...(detail && { detail }) };
    const nodes = isFolded(drawing) ? foldMembers(drawnInventory.foldTree(drawing), of) : [of];
    const around = findNeighbours(whole, drawnInventory.preparedInventory.lookup, nodes, depth, edgeTypes);
    const neighbourhood = { ...around, nodes: withPlaces(drawnInventory, drawing, around.nodes) };
    return (filters ?? display)?.bundleEdges
      ? { ...neighbourhood, edges: bundleEdges(neighbourhood.edges, whole) }
      : neighbourhood;
  },
  shortestPath: (drawnInventory: DrawnInventory, { from, to, ...drawing }: Ends) => {
    const path = shortestPath(stopsFor(drawnInventory, drawing), drawnInventory.preparedInventory.lookup, from, to);
    return path ? placedPath(drawnInventory, drawing, path) : null;
  },
  allShortestPaths: (drawnInventory: DrawnInventory, { from, to, first, ...drawing }: Ends & { first: number }) =>
    allShortestPaths(stopsFor(drawnInventory, drawing), drawnInventory.preparedInventory.lookup, from, to, first).map(
      (path) => placedPath(drawnInventory, drawing, path),
    ),
  impactOf: (
    drawnInventory: DrawnInventory,
    { root, ids, followedEdgeTypes, ...drawing }: Drawing & FollowedEdges & { root: string; ids: readonly string[] },
  ) => {
    const stops = stopsFor(drawnInventory, drawing, followedEdgeTypes);
    const { unreachable, stillReachable } = computeImpact(stops, root, ids);
    return { unreachable: withPlaces(drawnInventory, drawing, stopRows(stops, unreachable)), stillReachable };
  },
  singlePointsOfFailure: (
    drawnInventory: DrawnInventory,
    { followedEdgeTypes, ...drawing }: Drawing & FollowedEdges,
  ) => {
    const stops = drawnInventory.stops(drawing.view, followedEdgeTypes);
    return withPlaces(drawnInventory, drawing, stopRows(stops, singlePointsOfFailure(stops)));
  },
  components: (drawnInventory: DrawnInventory, drawing: Drawing) => {
    const stops = drawnInventory.stops(drawing.view);
    return graphComponents(stops).map((ids) => withPlaces(drawnInventory, drawing, stopRows(stops, ids)));
  },
  vlanPath: (drawnInventory: DrawnInventory, { vlanId, ...drawing }: Drawing & { vlanId: string }) => {
    const path = vlanPath(vlanId, drawnInventory.preparedInventory);
    const rowsOf = (hostIds: readonly string[]) =>
      withPlaces(
        drawnInventory,
        drawing,
        hostIds.map((id): StopRow => ({ kind: 'Host', id })),
      );
    const { visible } = drawnInventory.preparedInventory;
    const segmentDetails = findSegmentDetails(path, visible).map((segment) => ({
      ...segment,
      firstHosts: rowsOf(firstByName(segment.hostIds, visible)),
    }));
    return { ...path, segmentDetails, hosts: rowsOf(path.hosts) };
  },
  vlanSummaries: ({ preparedInventory }: DrawnInventory, { first }: Drawing & { first: number }) =>
    vlanSummaries(preparedInventory).slice(0, first),
  whyHidden: (
    drawnInventory: DrawnInventory,
    {
      entityId,
      otherId,
      unlinkedReasons,
      ...drawing
    }: Drawing & { entityId: string; otherId: string | null; unlinkedReasons: readonly string[] },
  ) => {
    const { filters, display, view } = drawing;
    const explain = (graph: Graph, builtGraph: Graph): Explanation => {
      const { preparedInventory, inventory } = drawnInventory;
      const common = { builtGraph, preparedInventory, inventory, unlinkedReasons };
      const question = { graph, ...(display && { display }), ...common };
      return otherId === null ? whyHidden(entityId, question) : whyNoLink(entityId, otherId, question);
    };
    const builtGraph = drawnInventory.graph({ view });
    const unfilteredAnswer = explain(drawnInventory.graph({ view, ...(display && { display }) }), builtGraph);
    // An edge that is drawn as part of a bundle counts as visible, so bundling is switched off for this check.
    const filteredGraph = filters && drawnInventory.graph({ view, filters: { ...filters, bundleEdges: false } });
    // If the answer with the saved view's filters differs from the answer without them, these filters hide the row.
    const isFiltered = filteredGraph && explain(filteredGraph, filteredGraph).reason !== unfilteredAnswer.reason;
    const explanation = isFiltered
      ? { reason: 'SavedViewFilter' as const, message: hiddenReasons.SavedViewFilter, tagId: null }
      : unfilteredAnswer;
    return {
      ...explanation,
      ...(isFolded(drawing) && { foldedIn: drawnInventory.folded(drawing).foldedIn(entityId) }),
    };
  },
  search: (drawnInventory: DrawnInventory, { text, first, ...drawing }: Drawing & { text: string; first: number }) =>
    withPlaces(
      drawnInventory,
      drawing,
      searchNodes(drawnInventory.graph(drawing), drawnInventory.preparedInventory.lookup, text, first),
    ),
} satisfies Record<string, (drawnInventory: DrawnInventory, args: never) => unknown>;

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
  (answers[question] as (drawnInventory: DrawnInventory, args: unknown) => AnswerTo<Q>)(drawInventory(source), args);

/**
 * A list as several pieces of JSON, so that the main thread can parse one piece at a time, with other work in between.
 */
export interface Slices {
  readonly lengths: readonly number[];
  readonly texts: readonly string[];
}
export const itemsPerSlice = 250;

/** A job of a worker thread: runs a query whose result is a list, and returns the list in several pieces of JSON. */
export function sliceGraph(question: GraphQuestion): Slices {
  const items = askGraph(question) as readonly unknown[];
  const slices: unknown[][] = [];
  for (let at = 0; at < items.length; at += itemsPerSlice) slices.push(items.slice(at, at + itemsPerSlice));
  return { lengths: slices.map(({ length }) => length), texts: slices.map((slice) => JSON.stringify(slice)) };
}

/** A job of a worker thread: runs a query and returns its result as JSON bytes that can be sent unchanged. */
export const writeGraph = (question: GraphQuestion): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(askGraph(question)));
