// Chooses a starting node for the question "which nodes does a failure cut off from here?", if the user has chosen
// none: the node with the most lines.
import type { Link, Node, Picture } from './picture';

/**
 * The id of the device or subnet with the most lines, except failing ones. Lines that are known only from a forwarding
 * table count only if there are no others, because an access switch may have many of them.
 */
export function usualRoot({ nodes, links }: Picture, failing: readonly string[]): string | null {
  const otherLinks = links.filter(({ type }) => type !== 'LearnedMachine');
  return busiest(nodes, otherLinks, failing) ?? busiest(nodes, links, failing);
}

function busiest(nodes: Picture['nodes'], links: readonly Link[], failing: readonly string[]): string | null {
  /** The device or subnet that contains a node. A fold stands for several devices, so it does not count. */
  const outermost = (id: string): Node | undefined => {
    let outer: Node | undefined;
    for (let at = nodes.get(id); at; at = nodes.get(at.parentId ?? '')) if (at.kind !== 'Fold') outer = at;
    return outer;
  };
  const excludedIds = new Set(failing.flatMap((id) => [id, outermost(id)?.id]));
  const counts = new Map<string, number>();
  for (const { source, target, folded } of links) {
    const [from, to] = [outermost(source), outermost(target)];
    // A line between two nodes of the same device does not connect the device with another.
    if (from && from === to) continue;
    for (const node of [from, to])
      if (node && !excludedIds.has(node.id) && !excludedIds.has(node.hostId ?? undefined))
        counts.set(node.id, (counts.get(node.id) ?? 0) + (folded?.count ?? 1));
  }
  const [root] = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return root?.[0] ?? null;
}
