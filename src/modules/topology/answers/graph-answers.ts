// Questions on a drawn network, by name; the same here and in a worker thread, where large networks are drawn.
import { bundled } from '../graph/display';
import type { Container, Edge, Element, Node } from '../graph/graph';
import type { EdgeType, View } from '../graph/options';
import { componentsOf, impactOf, singlePointsOfFailure } from '../graph/questions/impact';
import { neighboursOf } from '../graph/questions/neighbours';
import { allShortestPaths, shortestPath } from '../graph/questions/paths';
import { searchNodes } from '../graph/questions/search';
import type { Stop, Stops } from '../graph/questions/stops';
import { vlanPath } from '../graph/questions/vlan-path';
import { whyHidden } from '../graph/questions/why-hidden';
import { withoutHiddenServices } from '../graph/render/hidden-services';
import { sketchOf } from '../graph/render/sketch';
import { wireGraph } from '../graph/wire-graph';
import { drawInventory, type DrawnInventory, type Drawing, type GraphSource } from './drawn-inventory';
import { renderers, type TextFormat } from './export-formats';

/** One stop: a device, a subnet, or a node of the view. */
export interface StopRow {
  readonly kind: Stop['kind'];
  readonly id: string;
}
const stopRows = ({ graph }: Stops, ids: readonly string[]): StopRow[] =>
  ids.map((id) => ({ id, kind: graph.getNodeAttribute(id, 'kind') }));

interface Ends {
  readonly view: View;
  readonly from: string;
  readonly to: string;
}

export const answers = {
  totals: ({ prepared: { availableViews, filteredOut } }: DrawnInventory) => ({ availableViews, filteredOut }),
  nodes: (drawn: DrawnInventory, drawing: Drawing): readonly Node[] => drawn.graph(drawing).nodes,
  containers: (drawn: DrawnInventory, drawing: Drawing) =>
    drawn.graph(drawing).nodes.filter((node): node is Container => node.nodeType === 'Container'),
  elements: (drawn: DrawnInventory, drawing: Drawing) =>
    drawn.graph(drawing).nodes.filter((node): node is Element => node.nodeType === 'Element'),
  edges: (drawn: DrawnInventory, drawing: Drawing): readonly Edge[] => drawn.graph(drawing).edges,
  /** The nodes and edges of these ids. */
  members: (drawn: DrawnInventory, { ids, ...drawing }: Drawing & { ids: readonly string[] }) => {
    const { nodes, edges } = drawn.graph(drawing);
    const wanted = new Set(ids);
    return { nodes: nodes.filter(({ id }) => wanted.has(id)), edges: edges.filter(({ id }) => wanted.has(id)) };
  },
  wireNodes: (drawn: DrawnInventory, drawing: Drawing) => wireGraph(drawn.graph(drawing)).nodes,
  wireEdges: (drawn: DrawnInventory, drawing: Drawing) => wireGraph(drawn.graph(drawing)).edges,
  export: (drawn: DrawnInventory, { format, ...drawing }: Drawing & { format: TextFormat }): string =>
    renderers[format](drawn.graph(drawing), drawn.prepared.lookup),
  /** What a picture shows; none of more nodes than that. */
  sketch: (drawn: DrawnInventory, { mostNodes, ...drawing }: Drawing & { mostNodes: number }) => {
    const { lookup, options } = drawn.prepared;
    const { graph, hiddenServices } = withoutHiddenServices(drawn.graph(drawing), lookup, options);
    const nodes = graph.nodes.length;
    return { nodes, ...(nodes <= mostNodes && { sketch: sketchOf(graph, lookup, hiddenServices) }) };
  },
  neighbours: (
    drawn: DrawnInventory,
    { of, depth, edgeTypes, view, display }: Drawing & { of: string; depth: number; edgeTypes?: readonly EdgeType[] },
  ) => {
    // An edge that another stands for leads to a neighbour all the same.
    const whole = drawn.graph({ view, ...(display && { display: { ...display, bundleEdges: false } }) });
    const found = neighboursOf(whole, drawn.prepared.lookup, of, depth, edgeTypes);
    return display?.bundleEdges ? { ...found, edges: bundled(found.edges, whole) } : found;
  },
  shortestPath: ({ stops, prepared }: DrawnInventory, { view, from, to }: Ends) =>
    shortestPath(stops(view), prepared.lookup, from, to) ?? null,
  allShortestPaths: ({ stops, prepared }: DrawnInventory, { view, from, to, first }: Ends & { first: number }) =>
    allShortestPaths(stops(view), prepared.lookup, from, to, first),
  impactOf: ({ stops }: DrawnInventory, { view, root, ids }: { view: View; root: string; ids: readonly string[] }) => {
    const { unreachable, stillReachable } = impactOf(stops(view), root, ids);
    return { unreachable: stopRows(stops(view), unreachable), stillReachable };
  },
  singlePointsOfFailure: ({ stops }: DrawnInventory, { view }: { view: View }) =>
    stopRows(stops(view), singlePointsOfFailure(stops(view))),
  components: ({ stops }: DrawnInventory, { view }: { view: View }) =>
    componentsOf(stops(view)).map((ids) => stopRows(stops(view), ids)),
  vlanPath: ({ prepared }: DrawnInventory, { vlanId }: { vlanId: string }) => vlanPath(vlanId, prepared),
  whyHidden: (
    drawn: DrawnInventory,
    { entityId, unlinked, ...drawing }: Drawing & { entityId: string; unlinked: readonly string[] },
  ) =>
    whyHidden(entityId, {
      graph: drawn.graph(drawing),
      built: drawn.graph({ view: drawing.view }),
      ...{ display: drawing.display, prepared: drawn.prepared, inventory: drawn.inventory, unlinked },
    }),
  search: (drawn: DrawnInventory, { text, first, ...drawing }: Drawing & { text: string; first: number }) =>
    searchNodes(drawn.graph(drawing), drawn.prepared.lookup, text, first),
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
