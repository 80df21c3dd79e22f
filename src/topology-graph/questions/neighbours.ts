// What is around a node: the nodes within some steps along edges of chosen types, and those edges.
import type { Edge, Graph, Node } from '../graph';
import type { EdgeType } from '../options';

export interface Neighbourhood {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/**
 * A box stands for everything in it, and on a device one passes from port to port, so a step leads from box to box in
 * views of machines and from element to element elsewhere. The node itself is not its own neighbour.
 */
export function neighboursOf(graph: Graph, of: string, depth: number, edgeTypes?: readonly EdgeType[]): Neighbourhood {
  const boxOf = boxesOfMachines(graph);
  const placeOf = (id: string): string => boxOf.get(id) ?? id;
  const starts = new Set(nodesOf(graph, of).flatMap(({ id }) => [id, ...insideOf(graph, id)].map(placeOf)));
  const used = edgeTypes ? graph.edges.filter(({ edgeType }) => edgeTypes.includes(edgeType)) : graph.edges;
  const byPlace = new Map<string, Edge[]>();
  for (const edge of used)
    for (const end of new Set([placeOf(edge.source), placeOf(edge.target)])) {
      const known = byPlace.get(end);
      if (known) known.push(edge);
      else byPlace.set(end, [edge]);
    }
  const reached = new Set(starts);
  const edges = new Set<Edge>();
  const ends = new Set<string>();
  let frontier = [...starts];
  for (let step = 0; step < depth && frontier.length > 0; step += 1) {
    const next: string[] = [];
    for (const place of frontier) {
      for (const edge of byPlace.get(place) ?? []) {
        edges.add(edge);
        for (const end of [edge.source, edge.target]) {
          if (!starts.has(placeOf(end))) ends.add(end).add(placeOf(end));
          if (reached.has(placeOf(end))) continue;
          reached.add(placeOf(end));
          next.push(placeOf(end));
        }
      }
    }
    frontier = next;
  }
  return {
    nodes: graph.nodes.filter(({ id }) => ends.has(id)),
    edges: graph.edges.filter((edge) => edges.has(edge)),
  };
}

/** The nodes that an id names: a node's own, or that of a row behind boxes. */
export function nodesOf({ nodes }: Graph, id: string): Node[] {
  const own = nodes.filter((node) => node.id === id);
  if (own.length > 0) return own;
  const boxes = nodes.filter((node) => node.nodeType === 'Container' && node.entityId === id);
  return boxes.length > 0 ? boxes : nodes.filter((node) => node.nodeType === 'Element' && node.hostId === id);
}

/** What is in a box, and in the boxes in it. */
function insideOf({ nodes }: Graph, id: string): string[] {
  const boxes = new Set([id]);
  return nodes.flatMap((node) => {
    const around = node.nodeType === 'Container' ? node.parentContainerId : node.containerId;
    if (around === null || !boxes.has(around)) return [];
    boxes.add(node.id);
    return [node.id];
  });
}

/** Node → box of the machine that it is on, where machines are boxes. */
function boxesOfMachines({ nodes }: Graph): ReadonlyMap<string, string> {
  const machines = new Set(
    nodes.flatMap((node) => (node.nodeType === 'Container' && node.containerType === 'Host' ? [node.id] : [])),
  );
  const boxOf = new Map<string, string>();
  for (const node of nodes) {
    const around = node.nodeType === 'Container' ? node.parentContainerId : node.containerId;
    if (around === null) continue;
    const machine = machines.has(around) ? around : boxOf.get(around);
    if (machine !== undefined) boxOf.set(node.id, machine);
  }
  return boxOf;
}
