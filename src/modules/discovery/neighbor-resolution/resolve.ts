// Resolves links between ports: a pure function of the hosts, ports and LLDP and CDP reports of one network.
import { findHost, type FoundHost } from './find-host';
import { findPort } from './find-port';
import { inferHosts } from './infer-hosts';
import { linkKey, type EvidenceRow, type InferredHost, type Inventory, type Link } from './inventory';
import { NetworkIndex, onlyMacOn } from './network-index';

export interface Resolution {
  /** In the order of their ports; those from one port to one remote end are one. */
  readonly links: readonly Link[];
  readonly inferredHosts: readonly InferredHost[];
  /** Ports of which every report was resolved: what else was known of them is replaced. */
  readonly settledPorts: ReadonlySet<string>;
  /** When stored inferred hosts were last reported. */
  readonly sightings: ReadonlyMap<string, Date>;
  /** Whose port is whose, of all ports. */
  readonly hostOfPort: ReadonlyMap<string, string>;
}

/** The report, the port that made it, its host and the host that it is about. */
interface Report {
  readonly evidence: EvidenceRow;
  readonly hostId: string;
  readonly remoteHostId: string;
}

/**
 * Resolves all reports of a network. `newId` names the hosts that are made, given what they are known by; it is called
 * once for each. The order of the rows makes no difference.
 */
export function resolveNeighbors(inventory: Inventory, newId: (key: string) => string): Resolution {
  const index = new NetworkIndex(inventory);
  const { found, inferredHosts } = findHosts(index, inventory.evidence, newId);
  const reports: Report[] = [];
  const open = new Set<string>();
  for (const [evidence, host] of found) {
    if (typeof host === 'string') open.add(evidence.interfaceId);
    else reports.push({ evidence, hostId: index.ports.get(evidence.interfaceId)!.hostId, remoteHostId: host.hostId });
  }
  return {
    links: linksOf(index, reports),
    inferredHosts,
    settledPorts: new Set(reports.map(({ evidence }) => evidence.interfaceId).filter((id) => !open.has(id))),
    sightings: sightingsOf(index, reports, inferredHosts),
    hostOfPort: new Map(inventory.ports.map(({ id, hostId }) => [id, hostId])),
  };
}

/** Reports may also match hosts inferred from others: the result equals that of a next run. */
function findHosts(index: NetworkIndex, evidence: readonly EvidenceRow[], newId: (key: string) => string) {
  const inferredHosts: InferredHost[] = [];
  for (;;) {
    const found = evidence.map((row) => [row, findHost(index, row)] as const satisfies [EvidenceRow, FoundHost]);
    const unknown = found.filter(([, host]) => host === 'unknown').map(([row]) => row);
    const made = inferHosts(unknown, newId);
    if (made.length === 0) return { found, inferredHosts };
    inferredHosts.push(...made);
    for (const host of made) index.addHost({ ...host, isInferred: true });
  }
}

function linksOf(index: NetworkIndex, reports: readonly Report[]): Link[] {
  const paired = pairedPorts(reports);
  const byPort = new Map<string, Map<string, Link>>();
  for (const { evidence, hostId, remoteHostId } of reports) {
    const { interfaceId, protocol } = evidence;
    const remotePort =
      findPort(index, remoteHostId, evidence) ??
      paired(hostId, remoteHostId) ??
      index.portWithMac(remoteHostId, onlyMacOn(index.ports.get(interfaceId)!)) ??
      index.portTo(remoteHostId, hostId);
    const links = byPort.get(interfaceId) ?? new Map<string, Link>();
    byPort.set(interfaceId, links);
    const remote = remotePort ?? remoteHostId;
    // A port that has both kinds of evidence counts as LLDP.
    if (protocol === 'CDP' && links.has(remote)) continue;
    const remoteInterfaceId = remotePort ?? null;
    links.set(remote, { interfaceId, remoteInterfaceId, remoteHostId: remotePort ? null : remoteHostId, protocol });
  }
  return [...byPort.values()]
    .flatMap((links) => withoutVague(index, [...links.values()]))
    .sort((one, other) => (linkKey(one) < linkKey(other) ? -1 : 1));
}

/** A link to a port makes a link to that port's host unnecessary. */
function withoutVague(index: NetworkIndex, links: readonly Link[]): readonly Link[] {
  if (links.length < 2) return links;
  const known = new Set(links.map(({ remoteInterfaceId }) => index.ports.get(remoteInterfaceId ?? '')?.hostId));
  return links.filter(({ remoteHostId }) => remoteHostId === null || !known.has(remoteHostId));
}

/** The ports of two hosts that name each other on exactly one port each: (hostId, remoteHostId) → the remote's port. */
function pairedPorts(reports: readonly Report[]): (hostId: string, remoteHostId: string) => string | undefined {
  const portsOf = new Map<string, Set<string>>();
  for (const { evidence, hostId, remoteHostId } of reports) {
    const key = `${hostId} ${remoteHostId}`;
    portsOf.set(key, (portsOf.get(key) ?? new Set()).add(evidence.interfaceId));
  }
  return (hostId, remoteHostId) => {
    const there = portsOf.get(`${remoteHostId} ${hostId}`);
    if (there?.size !== 1 || portsOf.get(`${hostId} ${remoteHostId}`)?.size !== 1) return undefined;
    return [...there][0];
  };
}

function sightingsOf(index: NetworkIndex, reports: readonly Report[], made: readonly InferredHost[]) {
  const isNew = new Set(made.map(({ id }) => id));
  const sightings = new Map<string, Date>();
  for (const { evidence, remoteHostId } of reports) {
    if (!index.hosts.get(remoteHostId)?.isInferred || isNew.has(remoteHostId)) continue;
    const before = sightings.get(remoteHostId);
    if (!before || evidence.observedAt > before) sightings.set(remoteHostId, evidence.observedAt);
  }
  return sightings;
}
