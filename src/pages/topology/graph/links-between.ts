// Finds the links between two nodes of a picture.
import type { Link } from './picture';

/** Returns a function that returns the ids of the links between two nodes. */
export function linksBetween(links: readonly Link[]): (a: string, b: string) => readonly string[] {
  const byEnds = new Map<string, string[]>();
  const keyOf = (a: string, b: string) => [a, b].sort().join(' ');
  for (const { id, source, target } of links) {
    const key = keyOf(source, target);
    byEnds.set(key, [...(byEnds.get(key) ?? []), id]);
  }
  return (a, b) => byEnds.get(keyOf(a, b)) ?? [];
}
