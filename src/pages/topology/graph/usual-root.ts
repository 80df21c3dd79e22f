// The default root of a reachability question: the node with most lines.
import type { Node, Picture } from './picture';

/**
 * The id of the outermost node with most lines, without failing ones; null if there is none. The result is the same for
 * the same picture.
 */
export function usualRoot({ nodes, links }: Picture, failing: readonly string[]): string | null {
  /**
   * The outermost box around a node, such as the device of a port or the subnet of an address. Undefined inside a fold
   * alone, which is no single place.
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
    // A line inside one node connects it with nothing else.
    if (from && from === to) continue;
    for (const node of [from, to])
      if (node && !excludedIds.has(node.id) && !excludedIds.has(node.hostId ?? undefined))
        counts.set(node.id, (counts.get(node.id) ?? 0) + (folded?.count ?? 1));
  }
  const [root] = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return root?.[0] ?? null;
}
