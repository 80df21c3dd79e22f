// The cables of a network, each once: between two ports, or between a port and a host whose port is unknown.
import { membersByAggregate } from '../../graph/carried-vlans';
import type { Inventory, InventoryInterface } from '../../graph/inventory';
import { byText } from '../../graph/order';
import { portLinks } from '../../graph/edges/link-edges';
import { memoizeByIdentity } from '../../graph/remembered';
import { aggregateType } from '../../../../platform/text/interface-types';

export interface CableEnd {
  readonly hostId: string;
  /** The port at this end of the cable; null if only its host is known. */
  readonly port: InventoryInterface | null;
}
export interface Cable {
  /** The end at the host with the lower id comes first. */
  readonly ends: readonly [CableEnd, CableEnd];
  /** Number of physical cables: for a link of an aggregate, the number of its known member ports. */
  readonly count: number;
  /** Whether the cable is an aggregate link with an unknown number of member ports. */
  readonly isUnclear: boolean;
}

const pairKey = (one: string, other: string): string =>
  byText(one, other) < 0 ? `${one} ${other}` : `${other} ${one}`;

interface Draft {
  readonly hosts: readonly [string, string];
  readonly full: [InventoryInterface, InventoryInterface][];
  /** For each of the two hosts, its ports that report the other host as neighbor without naming the other port. */
  readonly half: readonly [Set<InventoryInterface>, Set<InventoryInterface>];
}

/**
 * The cables between hosts, from the neighbors that their ports report. Reports of an aggregate are ignored if cables
 * of its member ports are known. If two hosts report each other without a port, both reports are about one cable.
 */
export const cablesAmong = memoizeByIdentity((interfaces: Inventory['interfaces']): readonly Cable[] => {
  const drafts = new Map<string, Draft>();
  const draftOf = (one: string, other: string): Draft => {
    const key = pairKey(one, other);
    const hosts: [string, string] = byText(one, other) < 0 ? [one, other] : [other, one];
    const draft = drafts.get(key) ?? { hosts, full: [], half: [new Set(), new Set()] };
    drafts.set(key, draft);
    return draft;
  };
  for (const { a, b } of portLinks({ inventory: { interfaces } })) {
    const draft = draftOf(a.hostId, b.hostId);
    draft.full.push(a.hostId === draft.hosts[0] ? [a, b] : [b, a]);
  }
  for (const port of interfaces)
    for (const { interfaceId, hostId } of port.neighbors) {
      if (interfaceId !== null || hostId === port.hostId) continue;
      const draft = draftOf(port.hostId, hostId);
      draft.half[port.hostId === draft.hosts[0] ? 0 : 1].add(port);
    }
  const members = membersByAggregate(interfaces);
  return [...drafts].sort(([one], [other]) => byText(one, other)).flatMap(([, draft]) => cablesOfPair(draft, members));
});

type Members = ReadonlyMap<string, readonly InventoryInterface[]>;

function cablesOfPair({ hosts, full, half }: Draft, members: Members): Cable[] {
  const pairedPorts = new Set(full.flat());
  const withCable = new Set([...pairedPorts, ...half[0], ...half[1]]);
  const isOfMembers = (port: InventoryInterface): boolean =>
    (members.get(port.id) ?? []).some((member) => withCable.has(member));
  const cable = (a: InventoryInterface | null, b: InventoryInterface | null): Cable => ({
    ends: [
      { hostId: hosts[0], port: a },
      { hostId: hosts[1], port: b },
    ],
    ...aggregateOf([a, b], members),
  });
  const cables = full.filter(([a, b]) => !isOfMembers(a) && !isOfMembers(b)).map(([a, b]) => cable(a, b));
  const [near, far] = half.map((ports) =>
    [...ports].filter((port) => !pairedPorts.has(port) && !isOfMembers(port)).sort((a, b) => byText(a.id, b.id)),
  ) as [InventoryInterface[], InventoryInterface[]];
  for (let at = 0; at < Math.max(near.length, far.length); at += 1)
    cables.push(cable(near[at] ?? null, far[at] ?? null));
  return cables;
}

/** The number of physical cables that a link of these ports stands for: more than one if a port is an aggregate. */
function aggregateOf(
  ports: readonly (InventoryInterface | null)[],
  members: Members,
): Pick<Cable, 'count' | 'isUnclear'> {
  const aggregates = ports.filter((port) => port !== null && isAggregate(port, members));
  const counts = aggregates.map((port) => members.get(port!.id)?.length ?? 0);
  return { count: Math.max(1, ...counts), isUnclear: aggregates.length > 0 && Math.max(...counts) === 0 };
}

export const isAggregate = ({ id, ifType }: InventoryInterface, members: Members): boolean =>
  ifType === aggregateType || members.has(id);

/** By host id: ids of the hosts at the other ends of the host's cables. */
export const neighborHosts = memoizeByIdentity(
  (interfaces: Inventory['interfaces']): ReadonlyMap<string, ReadonlySet<string>> => {
    const neighbors = new Map<string, Set<string>>();
    const add = (hostId: string, other: string) =>
      neighbors.set(hostId, (neighbors.get(hostId) ?? new Set<string>()).add(other));
    for (const { ends } of cablesAmong(interfaces)) {
      add(ends[0].hostId, ends[1].hostId);
      add(ends[1].hostId, ends[0].hostId);
    }
    return neighbors;
  },
);
