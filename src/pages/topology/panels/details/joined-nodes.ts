// Lists what a node is joined with: each node at the far end of an edge, with the near end of the edge.
import type { PageNodeNeighborsQuery } from '../../../../generated/page-operations';
import type { Node, Picture } from '../../graph/picture';
import { edgeTypeNames, fullNameOf, nameOf } from '../../graph/texts';
import { texts } from './texts';

type Neighborhood = NonNullable<PageNodeNeighborsQuery['topology']>['graph']['neighbors'];
type Neighbor = Neighborhood['nodes'][number];

export interface Joined {
  readonly key: string;
  readonly node: Neighbor;
  /** What joins the two nodes, from which part of the selected node, and how often. */
  readonly words: string;
}

/** Edges whose label names the ports at both ends, or the machine at both ends. The list names these already. */
const labelledByEnds: readonly string[] = ['PhysicalLink', 'AggregateLink', 'SameHost'];

/**
 * Returns the neighbours of the node `id`, in the order of the edges. Edges that would be listed with the same words
 * are listed once, with their number. The near end of an edge is named if it is not the node itself, but a part of it.
 */
export function joinedNodes(
  { nodes, edges }: Neighborhood,
  id: string,
  picture: Pick<Picture, 'nodes'>,
): readonly Joined[] {
  // `nodes` excludes the node itself, its contents and the boxes around it, so only the far end of each edge is in it.
  const others = new Map(nodes.map((node) => [node.id, node]));
  const selectedHostId = picture.nodes.get(id)?.hostId;
  // In the list of a machine, the name of the machine would be repeated.
  const nearName = (near: Node) => (near.hostId === selectedHostId ? nameOf(near) : fullNameOf(near));
  const entries = new Map<string, { node: Neighbor; words: string; count: number }>();
  for (const { source, target, edgeType, label } of edges) {
    const [farId, nearId] = others.has(source) ? [source, target] : [target, source];
    const node = others.get(farId);
    if (!node) continue;
    const near = nearId === id ? undefined : picture.nodes.get(nearId);
    const isLabelled = label && !(labelledByEnds.includes(edgeType) && (near || nearId === id));
    const words = [
      edgeTypeNames[edgeType] + (isLabelled ? `: ${label}` : ''),
      near && texts.neighbours.from(nearName(near)),
    ];
    const text = words.filter(Boolean).join(' ');
    const key = `${farId} ${text}`;
    entries.set(key, { node, words: text, count: (entries.get(key)?.count ?? 0) + 1 });
  }
  return [...entries].map(([key, { node, words, count }]) => ({
    ...{ key, node },
    words: count > 1 ? `${words}, ${count} ×` : words,
  }));
}
