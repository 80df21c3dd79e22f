// Finds the links between two nodes of a picture.
import type { Link, Picture } from './picture';

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

/** Finds the links between two addresses of the same host. A host's addresses are all linked with its first address. */
export function linksThroughHost({ linksOf }: Picture): (one: string, other: string) => readonly string[] {
  const farOf = ({ source, target }: Link, id: string) => (source === id ? target : source);
  return (one, other) => {
    const [here, there] = [one, other].map((id) => (linksOf.get(id) ?? []).filter(({ type }) => type === 'SameHost'));
    const direct = here!.filter((link) => farOf(link, one) === other);
    if (direct.length > 0) return direct.map(({ id }) => id);
    const firsts = new Set(there!.map((link) => farOf(link, other)));
    const first = here!.map((link) => farOf(link, one)).find((id) => firsts.has(id));
    if (first === undefined) return [];
    return [
      ...here!.filter((link) => farOf(link, one) === first),
      ...there!.filter((link) => farOf(link, other) === first),
    ].map(({ id }) => id);
  };
}
