// Groups hosts that became silent, or respond again, at the same time. In each group, the causes are the hosts that cut
// off the other hosts of the group.
import type { Link } from './batch';
import { byText } from './drafts';

/** Hosts that failed together, or that respond again together. */
export interface FailureGroup {
  /**
   * Ids of the failed hosts of the group that are linked with a reachable host, sorted. If there are none, no cause is
   * known: each failed host is then a group of its own, with itself as the cause.
   */
  readonly causes: readonly string[];
  /** Ids of the failed hosts of the group that are reachable only through its causes, sorted. */
  readonly dependents: readonly string[];
}

/** Returns the ids of the hosts to which each host has a link, by host id. */
export function neighborsByHost(links: readonly Link[]): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbors = new Map<string, Set<string>>();
  const add = (a: string, b: string) => {
    const neighborIds = neighbors.get(a);
    if (neighborIds) neighborIds.add(b);
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

/**
 * Returns the hosts that can be reached from `starts` over links, without passing a host for which `isClosed` is true.
 */
function reach(neighbors: Neighbors, starts: Iterable<string>, isClosed: (hostId: string) => boolean): Set<string> {
  const reached = new Set([...starts].filter((id) => !isClosed(id)));
  for (const hostId of reached) for (const next of neighbors.get(hostId) ?? []) if (!isClosed(next)) reached.add(next);
  return reached;
}

/**
 * Groups failed hosts that are linked, directly or over other hosts that are cut off. The causes of a group are its
 * hosts with a link to a reachable host. A host is reachable if links lead to it from a host with a daemon
 * (`rootHostIds`) without passing a failed host. If there is no such daemon, all hosts that have not failed count as
 * reachable.
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
    // If no host of the group has a link to a reachable host, no common cause is known, so each host is a group of its
    // own.
    if (causes.length === 0) groups.push(...members.map((id) => ({ causes: [id], dependents: [] })));
    else groups.push({ causes, dependents: members.filter((id) => !causeIds.has(id)) });
  }
  return groups;
}
