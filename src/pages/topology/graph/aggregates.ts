// Finds which cables belong to a link aggregate (LAG): one line represents all of these cables.
import type { Link, Picture } from './picture';

const mostNames = 8;

/** Returns a function that finds the link aggregate (LAG) that is drawn instead of a cable, if any. */
export function aggregatesAmong(
  { links, nodes }: Picture,
  isDrawn: (link: Link) => boolean,
): (cable: Link) => Link | undefined {
  const aggregateByKey = new Map<string, Link>();
  const hostOf = (id: string) => nodes.get(id)?.hostId ?? '';
  for (const link of links) {
    if (!link.members || !isDrawn(link)) continue;
    const { sourceIds, targetIds, targetHostId } = link.members;
    for (const id of sourceIds) aggregateByKey.set(`${id} ${targetHostId}`, link);
    for (const id of targetIds) aggregateByKey.set(`${id} ${hostOf(link.source)}`, link);
  }
  return ({ type, source, target }) =>
    type === 'PhysicalLink'
      ? (aggregateByKey.get(`${source} ${hostOf(target)}`) ?? aggregateByKey.get(`${target} ${hostOf(source)}`))
      : undefined;
}

/** The text of an aggregate: its label, and the names of its member ports at both ends. */
export function aggregateWords({ label, members }: Link, { nodes }: Picture): string {
  const namesOf = (ids: readonly string[]): string => {
    const names = ids
      .flatMap((id) => nodes.get(id)?.title ?? [])
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    const more = ids.length - Math.min(names.length, mostNames);
    return [...names.slice(0, mostNames), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  };
  const ends = [members?.sourceIds ?? [], members?.targetIds ?? []].map(namesOf).filter((names) => names !== '');
  return [label, ends.length > 0 && `members ${ends.join(' ↔ ')}`].filter(Boolean).join(', ');
}
