// Finds the links of a node for its details. For a box, these are the links from its ports to the outside.
import type { Item, Link, Node, Picture } from '../graph/picture';

export interface LeavingLink {
  readonly link: Link;
  /** The port or other part of a box at which the link begins; null for a link of the node itself. */
  readonly from: Item | null;
  readonly other: Node;
}

/** Finds the links of a node. The links of a box are sorted like the ports in the graph. */
export function linksOfNode({ boxes, items, nodes, linksOf }: Picture, id: string): LeavingLink[] {
  const parentOf = new Map(boxes.map((box) => [box.id, box.parentId]));
  const isInside = (node: Node): boolean => {
    for (let parentId = node.parentId; parentId !== null; parentId = parentOf.get(parentId) ?? null)
      if (parentId === id) return true;
    return false;
  };
  const ownItems = items.filter(isInside);
  const ownIds = new Set([id, ...boxes.filter(isInside).map((box) => box.id), ...ownItems.map((item) => item.id)]);
  const itemOf = new Map(ownItems.map((item) => [item.id, item]));
  return [...ownIds].flatMap((ownId) =>
    (linksOf.get(ownId) ?? []).flatMap((link) => {
      const other = nodes.get(link.source === ownId ? link.target : link.source);
      return other && !ownIds.has(other.id) ? [{ link, from: itemOf.get(ownId) ?? null, other }] : [];
    }),
  );
}
