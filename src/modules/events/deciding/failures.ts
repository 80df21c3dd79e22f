// Groups machines that fell silent, or answer again, at once: each group with the machines that explain the others.
import type { Link } from './batch';
import { byText } from './drafts';

/** Machines that failed together. */
export interface FailureGroup {
  /** The machines next to those that are still reached: at least one, ordered by id. */
  readonly causes: readonly string[];
  /** The other machines of the group, which nothing reaches without its causes; ordered by id. */
  readonly dependents: readonly string[];
}

/** The hosts that are linked with each host. */
export function neighborsByHost(links: readonly Link[]): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbors = new Map<string, Set<string>>();
  const add = (a: string, b: string) => {
    const known = neighbors.get(a);
    if (known) known.add(b);
    else neighbors.set(a, new Set([b]));
  };
  for (const { hostId, otherHostId } of links) {
    if (hostId === otherHostId) continue;
    add(hostId, otherHostId);
    add(otherHostId, hostId);
  }
  return neighbors;
}

type Neighbors = ReadonlyMap<string, ReadonlySet<string>>;

/** The hosts that can be reached from the starts, which are not passed if `isClosed`. */
function reach(neighbors: Neighbors, starts: Iterable<string>, isClosed: (hostId: string) => boolean): Set<string> {
  const reached = new Set([...starts].filter((id) => !isClosed(id)));
  for (const hostId of reached) for (const next of neighbors.get(hostId) ?? []) if (!isClosed(next)) reached.add(next);
  return reached;
}

/**
 * Groups failed hosts that are connected by hosts which nothing reaches any more. The causes of a group are its hosts
 * next to a host that is still reached from the roots; without such a root, next to any host that has not
 * failed. `impactOf` says the same: if the causes fail, the roots reach none of the dependents.
 */
export function failureGroups(
  failed: ReadonlySet<string>,
  links: readonly Link[],
  rootHostIds: readonly string[],
): FailureGroup[] {
  const neighbors = neighborsByHost(links);
  const roots = rootHostIds.filter((id) => neighbors.has(id) && !failed.has(id));
  const reached = reach(neighbors, roots.length > 0 ? roots : neighbors.keys(), (id) => failed.has(id));
  const isCut = (id: string) => !reached.has(id);
  const groups: FailureGroup[] = [];
  const grouped = new Set<string>();
  for (const hostId of [...failed].sort(byText)) {
    if (grouped.has(hostId)) continue;
    const members = [...reach(neighbors, [hostId], (id) => !isCut(id))].filter((id) => failed.has(id)).sort(byText);
    for (const id of members) grouped.add(id);
    const isCause = (id: string) => [...(neighbors.get(id) ?? [])].some((next) => reached.has(next));
    const causes = members.filter(isCause);
    const causeIds = new Set(causes);
    // Hosts of which no link leads to a reached host have no common cause that is known.
    if (causes.length === 0) groups.push(...members.map((id) => ({ causes: [id], dependents: [] })));
    else groups.push({ causes, dependents: members.filter((id) => !causeIds.has(id)) });
  }
  return groups;
}
