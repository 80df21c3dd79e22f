// Lists the neighbours of the selected node, each with the kind of connection and where it begins.
import type { PageNodeNeighborsQuery } from '../../../../generated/page-operations';
import type { Node, Picture } from '../../graph/picture';
import { edgeTypeNames, fullNameOf, nameOf } from '../../graph/texts';
import { texts } from './texts';

type Neighborhood = NonNullable<PageNodeNeighborsQuery['topology']>['graph']['neighbors'];
type Neighbor = Neighborhood['nodes'][number];

export interface Joined {
  readonly key: string;
  readonly node: Neighbor;
  /** The kind of connection, where it begins, and how often it occurs. */
  readonly words: string;
  /** Ids of the edges that the entry stands for. */
  readonly edgeIds: readonly string[];
}

/** The labels of these edges repeat names that the list shows anyway. */
const labelledByEnds: readonly string[] = ['PhysicalLink', 'AggregateLink', 'SameHost'];

/** Returns the neighbours of the node `id`, in the order of its edges. Equal entries are combined and counted. */
export function joinedNodes(
  { nodes, edges }: Neighborhood,
  id: string,
  picture: Pick<Picture, 'nodes'>,
): readonly Joined[] {
  // `nodes` contains neighbours only: neither the selected node nor its parts. So an edge's end that is in `nodes` is
  // its far end.
  const others = new Map(nodes.map((node) => [node.id, node]));
  const selectedHostId = picture.nodes.get(id)?.hostId;
  // Leaves out the name of the machine if that machine is selected.
  const nearName = (near: Node) => (near.hostId === selectedHostId ? nameOf(near) : fullNameOf(near));
  const entries = new Map<string, { node: Neighbor; words: string; edgeIds: readonly string[] }>();
  for (const { id: edgeId, source, target, edgeType, label } of edges) {
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
    entries.set(key, { node, words: text, edgeIds: [...(entries.get(key)?.edgeIds ?? []), edgeId] });
  }
  return [...entries].map(([key, { node, words, edgeIds }]) => ({
    ...{ key, node, edgeIds },
    words: edgeIds.length > 1 ? `${words}, ${edgeIds.length} ×` : words,
  }));
}
