// Links that users have documented. Discovered links confirm or contradict a documented link. If they do neither, the
// documented link becomes a link of the network.
import type { Decisions } from './decisions';
import {
  linkKey,
  type DocumentedOutcome,
  type DocumentedRow,
  type DocumentedState,
  type Ends,
  type Inventory,
  type Link,
  type Protocol,
} from './inventory';
import { nameKey, only, shortName, type NetworkIndex } from './network-index';

export interface Documented {
  /** Documented links that no discovered link confirms or contradicts. */
  readonly links: readonly Link[];
  /** The outcome of each documented link, by the id of its row. */
  readonly outcomes: ReadonlyMap<string, DocumentedOutcome>;
}

/**
 * Compares documented links with discovered links. Any discovered link may confirm a documented link. Only a link that
 * LLDP or CDP reports can contradict it, not one that follows from a forwarding table or a user's decision.
 */
export function documentedLinks(
  index: NetworkIndex,
  { hosts, documented = [] }: Pick<Inventory, 'hosts' | 'documented'>,
  discoveredLinks: readonly Link[],
  decisions: Decisions,
  protocolOf: (portId: string) => Protocol,
): Documented {
  const links = new Map<string, Link>();
  const outcomes = new Map<string, DocumentedOutcome>();
  if (documented.length === 0) return { links: [], outcomes };
  const hostsCalled = namesOf(hosts);
  const linksOfPort = byPort(discoveredLinks);
  const endOf = ({ interfaceId, remoteHostName, remotePortName }: DocumentedRow): Ends | DocumentedState => {
    const matchingHosts = hostsCalled(remoteHostName);
    const hostId = only(matchingHosts);
    if (hostId === undefined) return matchingHosts.size === 0 ? 'UnknownHost' : 'AmbiguousHost';
    if (hostId === index.ports.get(interfaceId)!.hostId) return 'OwnHost';
    const portId = only(index.portsNamed(hostId, remotePortName)) ?? only(index.portsDescribed(hostId, remotePortName));
    return { interfaceId, remoteInterfaceId: portId ?? null, remoteHostId: portId === undefined ? hostId : null };
  };
  for (const row of documented) {
    if (!index.ports.has(row.interfaceId)) continue;
    const ends = endOf(row);
    if (typeof ends === 'string') {
      outcomes.set(row.id, { remoteInterfaceId: null, remoteHostId: null, state: ends });
      continue;
    }
    const { remoteInterfaceId, remoteHostId } = ends;
    const state = decisions.isRefuted(ends) ? 'Refuted' : compareEnds(index, ends, linksOfPort);
    outcomes.set(row.id, { remoteInterfaceId, remoteHostId, state: state ?? stateOf(index, row, ends) });
    if (state !== undefined) continue;
    links.set(linkKey(ends), { ...ends, protocol: protocolOf(row.interfaceId), basis: 'Documented' });
  }
  return { links: [...links.values()], outcomes };
}

/** Returns the state of a documented link that no discovered link confirms or contradicts. */
function stateOf(index: NetworkIndex, { remotePortName }: DocumentedRow, { remoteHostId }: Ends): DocumentedState {
  if (remoteHostId === null) return 'Documented';
  return index.portsNamed(remoteHostId, remotePortName).size > 1 ? 'AmbiguousPort' : 'UnknownPort';
}

/**
 * Compares a documented link with the discovered links at its ends. Returns undefined if no discovered link confirms or
 * contradicts the documented link.
 */
function compareEnds(
  index: NetworkIndex,
  ends: Ends,
  linksOfPort: (portId: string) => readonly Link[],
): 'Confirmed' | 'Contradicted' | undefined {
  const { interfaceId: near, remoteInterfaceId: far } = ends;
  const hostOf = (portId: string) => index.ports.get(portId)?.hostId;
  const farHost = ends.remoteHostId ?? hostOf(far!);
  /**
   * Whether a link of the port leads to the host `hostId`, and to its port `otherPort`. An unknown port (null) matches
   * any port.
   */
  const leadsTo = (link: Link, portId: string, hostId: string | undefined, otherPort: string | null): boolean => {
    const isNear = link.interfaceId === portId;
    const otherEnd = isNear ? link.remoteInterfaceId : link.interfaceId;
    const otherHost = otherEnd === null ? link.remoteHostId : hostOf(otherEnd);
    return otherHost === hostId && [otherEnd, otherPort].some((one) => one === null || otherEnd === otherPort);
  };
  const linksOfEnds = [
    ...linksOfPort(near).map((link) => [link, leadsTo(link, near, farHost, far)] as const),
    ...(far === null ? [] : linksOfPort(far).map((link) => [link, leadsTo(link, far, hostOf(near), near)] as const)),
  ];
  if (linksOfEnds.some(([, isSame]) => isSame)) return 'Confirmed';
  return linksOfEnds.some(([{ basis }]) => basis === null) ? 'Contradicted' : undefined;
}

/** Returns a function that finds hosts by name. If no host has exactly this name, domains are ignored. */
function namesOf(hosts: Inventory['hosts']): (name: string) => ReadonlySet<string> {
  const [exact, short] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const add = (index: Map<string, Set<string>>, key: string | null, id: string): void => {
    if (key) (index.get(key) ?? index.set(key, new Set()).get(key)!).add(id);
  };
  for (const { id, names = [], sysName } of hosts)
    for (const key of [...names, sysName].map(nameKey)) {
      add(exact, key, id);
      add(short, shortName(key), id);
    }
  return (name) => {
    const key = nameKey(name);
    const shortKey = shortName(key);
    const matchingIds = exact.get(key ?? '') ?? (shortKey === null ? short.get(key ?? '') : exact.get(shortKey));
    return matchingIds ?? new Set();
  };
}

function byPort(links: readonly Link[]): (portId: string) => readonly Link[] {
  const linksByPort = new Map<string, Link[]>();
  for (const link of links)
    for (const portId of [link.interfaceId, link.remoteInterfaceId])
      if (portId !== null) (linksByPort.get(portId) ?? linksByPort.set(portId, []).get(portId)!).push(link);
  return (portId) => linksByPort.get(portId) ?? [];
}
