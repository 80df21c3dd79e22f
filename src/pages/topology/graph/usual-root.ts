// Chooses the root for the question "Which nodes does a failure cut off from the root?", if the user has chosen none:
// the node with the most lines.
import type { Link, Node, Picture } from './picture';

/**
 * The id of the device or subnet with the most lines, failing nodes excluded; null if there is none. Links of the type
 * `LearnedMachine` count only if there are no others: an access switch may have learned many machines.
 */
export function usualRoot({ nodes, links }: Picture, failing: readonly string[]): string | null {
  const otherLinks = links.filter(({ type }) => type !== 'LearnedMachine');
  return busiest(nodes, otherLinks, failing) ?? busiest(nodes, links, failing);
}

function busiest(nodes: Picture['nodes'], links: readonly Link[], failing: readonly string[]): string | null {
  /**
   * The outermost box that contains a node, such as the device of a port or the subnet of an IP address. Undefined for
   * a fold outside of all boxes, because a fold represents several devices or subnets.
   */
  const outermost = (id: string): Node | undefined => {
    let outer: Node | undefined;
    for (let at = nodes.get(id); at; at = nodes.get(at.parentId ?? '')) if (at.kind !== 'Fold') outer = at;
    return outer;
  };
  const excludedIds = new Set(failing.flatMap((id) => [id, outermost(id)?.id]));
  const counts = new Map<string, number>();
  for (const { source, target, folded } of links) {
    const [from, to] = [outermost(source), outermost(target)];
    // A line with both ends in the same outermost node is not counted, because it connects that node with no other.
    if (from && from === to) continue;
    for (const node of [from, to])
      if (node && !excludedIds.has(node.id) && !excludedIds.has(node.hostId ?? undefined))
        counts.set(node.id, (counts.get(node.id) ?? 0) + (folded?.count ?? 1));
  }
  const [root] = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return root?.[0] ?? null;
}
