// Finds the neighbors of nodes: the nodes that can be reached in a number of steps along edges, and these edges.
import { hostLinks } from '../edges/link-edges';
import type { Edge, Graph, Node } from '../graph';
import type { Lookup } from '../lookup';
import type { EdgeType } from '../options';
import { namedNodes } from './named-nodes';

export interface Neighbourhood {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/**
 * Finds the neighbors of the nodes `of`. The first step follows the edges of these nodes and of their contents. Later
 * steps lead from host to host (in views with boxes of hosts) or from element to element. The nodes themselves, their
 * contents and the boxes around them are not part of the result.
 */
export function findNeighbours(
  graph: Graph,
  lookup: Lookup,
  of: readonly string[],
  depth: number,
  edgeTypes?: readonly EdgeType[],
): Neighbourhood {
  const boxOf = boxesOfMachines(graph);
  const placeOf = (id: string): string => boxOf.get(id) ?? id;
  const { named } = namedNodes(graph);
  const startNodes = new Set(of.flatMap((one) => named(one).map(({ id }) => id)));
  const wantedTypes = edgeTypes && new Set(edgeTypes);
  const usedEdges = wantedTypes ? graph.edges.filter(({ edgeType }) => wantedTypes.has(edgeType)) : graph.edges;
  const byPlace = new Map<string, Edge[]>();
  for (const edge of usedEdges)
    for (const end of new Set([placeOf(edge.source), placeOf(edge.target)])) {
      const edgesHere = byPlace.get(end);
      if (edgesHere) edgesHere.push(edge);
      else byPlace.set(end, [edge]);
    }
  const reachedPlaces = new Set([...startNodes].map(placeOf));
  const edges = new Set<Edge>();
  const ends = new Set<string>();
  let frontier = [...reachedPlaces];
  const isReported = reportedBy(startNodes, lookup);
  for (let step = 0; step < depth && frontier.length > 0; step += 1) {
    // If the start is a port, the first step follows only the edges of this port. Edges of other ports of its host
    // follow in the second step.
    const next = step === 0 ? [...frontier] : [];
    for (const place of frontier) {
      for (const edge of byPlace.get(place) ?? []) {
        if (step === 0 && !startNodes.has(edge.source) && !startNodes.has(edge.target) && !isReported(edge)) continue;
        edges.add(edge);
        for (const end of [edge.source, edge.target]) {
          ends.add(end).add(placeOf(end));
          if (reachedPlaces.has(placeOf(end))) continue;
          reachedPlaces.add(placeOf(end));
          next.push(placeOf(end));
        }
      }
    }
    frontier = next;
  }
  const around = boxesAround(graph, startNodes);
  return {
    nodes: graph.nodes.filter(({ id }) => ends.has(id) && !startNodes.has(id) && !around.has(id)),
    edges: graph.edges.filter((edge) => edges.has(edge)),
  };
}

/**
 * Returns a function that says whether one of the ports `ids` has reported the link of an edge, for links whose
 * neighbor report names only the host at the far end.
 */
function reportedBy(ids: ReadonlySet<string>, lookup: Lookup): (edge: Edge) => boolean {
  const reportedLinks = new Set(
    hostLinks(lookup)
      .filter(({ reporters }) => reporters.flat().some((id) => ids.has(id)))
      .map(({ hostA, hostB }) => `${hostA} ${hostB}`),
  );
  return ({ edgeType, payload }) =>
    edgeType === 'NeighborLink' && reportedLinks.has(`${payload.sourceHostId} ${payload.targetHostId}`);
}

const boxAround = (node: Node): string | null =>
  node.nodeType === 'Container' ? node.parentContainerId : node.containerId;

function boxesAround({ nodes }: Graph, ids: ReadonlySet<string>): ReadonlySet<string> {
  const parentOf = new Map(nodes.map((node) => [node.id, boxAround(node)]));
  const boxIds = new Set<string>();
  for (const id of ids) for (let box = parentOf.get(id); box != null; box = parentOf.get(box)) boxIds.add(box);
  return boxIds;
}

/** For nodes inside the box of a host: the id of this box. */
function boxesOfMachines({ nodes }: Graph): ReadonlyMap<string, string> {
  const machines = new Set(
    nodes.flatMap((node) => (node.nodeType === 'Container' && node.containerType === 'Host' ? [node.id] : [])),
  );
  const boxOf = new Map<string, string>();
  for (const node of nodes) {
    const around = boxAround(node);
    if (around === null) continue;
    const machine = machines.has(around) ? around : boxOf.get(around);
    if (machine !== undefined) boxOf.set(node.id, machine);
  }
  return boxOf;
}
