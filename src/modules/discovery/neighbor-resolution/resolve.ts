// Resolves links between ports: a pure function of the hosts, ports, reports, forwarding and ARP tables and users' decisions of one network.
import { Decisions } from './decisions';
import { whenDown } from './down';
import { documentedLinks } from './documented-links';
import { findHost, type FoundHost } from './find-host';
import { findPort, type FoundPort } from './find-port';
import { inferHosts } from './infer-hosts';
import { inferPorts } from './infer-ports';
import {
  isDerived,
  linkKey,
  managementAddressesOf,
  type DocumentedOutcome,
  type Ends,
  type EvidenceRow,
  type InferredHost,
  type InferredPort,
  type Inventory,
  type Link,
  type Outcome,
  type Reason,
  type StoredLink,
} from './inventory';
import { learnedLinks, protocols, type Learned } from './learned-links';
import { isSameName, NetworkIndex, only, onlyMacOn } from './network-index';

export interface Resolution extends Learned {
  /** In the order of their ports; those from one port to one remote end are one. */
  readonly links: readonly Link[];
  /** The result for each record, by its id. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly inferredHosts: readonly InferredHost[];
  /** Of these and of stored inferred hosts. */
  readonly inferredPorts: readonly InferredPort[];
  /** The result for each documented link, by its id. */
  readonly documented: ReadonlyMap<string, DocumentedOutcome>;
  /** Ports of which every report was resolved, or the table gave a link: what else was known of them is replaced. */
  readonly settledPorts: ReadonlySet<string>;
  /** Since when links are down, by their ends; stored ones included. */
  readonly downSince: ReadonlyMap<string, Date>;
  /** When stored inferred hosts, and stored ports of such hosts, were last reported. */
  readonly sightings: ReadonlyMap<string, Date>;
  readonly portSightings: ReadonlyMap<string, Date>;
  /** Whose port is whose, of all ports. */
  readonly hostOfPort: ReadonlyMap<string, string>;
}

/** The report, the port that made it, its host and the host that it is about. */
interface Report {
  readonly evidence: EvidenceRow;
  readonly hostId: string;
  readonly remoteHostId: string;
}
/** The same with the port that it is about, if that was found. */
interface Traced extends Report {
  readonly port: FoundPort;
  /** Another report names the port and gives the link. */
  readonly isVague?: true;
}
type IsStale = (row: EvidenceRow) => boolean;
type NewId = ((key: string) => string) | null;
type Found = readonly [EvidenceRow, FoundHost];

/**
 * Resolves all reports of a network. `newId` names the hosts that are made, given what they are known by; it is called
 * once for each. Without it none are made. The order of the rows makes no difference.
 */
export function resolveNeighbors(inventory: Inventory, newId: NewId): Resolution {
  const index = new NetworkIndex(inventory);
  const decisions = new Decisions(inventory.decisions, index);
  const isStale: IsStale = ({ observedAt }) => observedAt < inventory.staleBefore;
  const evidence = inventory.evidence.filter(({ interfaceId }) => index.ports.has(interfaceId));
  const { found, inferredHosts } = findHosts(index, evidence, isStale, newId);
  const outcomes = new Map<string, Outcome>();
  const reports: Report[] = [];
  const open = new Set<string>();
  for (const [row, host] of found) {
    if (typeof host === 'string') {
      open.add(row.interfaceId);
      const reason = host === 'UnknownChassis' && isStale(row) ? 'Stale' : host;
      outcomes.set(row.id, { remoteInterfaceId: null, remoteHostId: null, reason });
    } else reports.push({ evidence: row, hostId: index.ports.get(row.interfaceId)!.hostId, remoteHostId: host.hostId });
  }
  const ofInferred = reports.filter(
    ({ evidence, remoteHostId }) => isInferred(index, remoteHostId) && !isStale(evidence),
  );
  const inferredPorts = newId === null ? [] : inferPorts(index, ofInferred, newId);
  const said = tracedPorts(index, reports);
  const superseded = supersededIn(said, isStale);
  const traced = likeTheOtherPort(said, superseded);
  const refuted = new Set(traced.filter((one) => decisions.isRefuted(endsOf(one))));
  for (const { evidence: row } of refuted) open.add(row.interfaceId);
  const reasonOf = reasonsOf(index, traced, { superseded, refuted, isStale });
  for (const one of traced) outcomes.set(one.evidence.id, { ...farEndOf(one), reason: reasonOf(one) });
  const links = linksOf(traced.filter((one) => !one.isVague && !superseded.has(one) && !refuted.has(one)));
  const learned = learnedLinks(index, inventory, { links, outcomes }, decisions);
  const settled = reports.map((one) => one.evidence.interfaceId).filter((id) => !open.has(id));
  const settledPorts = new Set([...settled, ...learned.settledPorts]);
  const discovered = [...links, ...learned.links];
  const documented = documentedLinks(
    index,
    inventory,
    [
      ...discovered,
      ...staying(inventory.stored, { links: discovered, settled: settledPorts, outdated: learned.outdated }),
    ],
    decisions,
    protocols(inventory.evidence),
  );
  const all = sorted([...discovered, ...documented.links]);
  return {
    links: all,
    forwarding: learned.forwarding,
    arp: learned.arp,
    outdated: learned.outdated,
    kept: learned.kept,
    documented: documented.outcomes,
    downSince: whenDown(index, inventory, {
      links: all,
      traced: traced.map((one) => [endsOf(one), one.evidence]),
      decisions,
    }),
    outcomes,
    inferredHosts,
    inferredPorts,
    settledPorts,
    sightings: sightingsOf(
      reports.map((one) => [one.remoteHostId, one]),
      index,
      inferredHosts,
    ),
    portSightings: sightingsOf(
      traced.map((one) => [portOf(one), one]),
      index,
      inferredPorts,
    ),
    hostOfPort: new Map([...index.ports.values()].map(({ id, hostId }) => [id, hostId])),
  };
}

/**
 * Reports may also match hosts inferred from others: the result equals that of a next run. Stale reports make no host:
 * the device may have been removed since.
 */
function findHosts(index: NetworkIndex, evidence: readonly EvidenceRow[], isStale: IsStale, newId: NewId) {
  const inferredHosts: InferredHost[] = [];
  for (;;) {
    const found = likeTheOtherProtocol(evidence.map((row) => [row, findHost(index, row)]));
    if (newId === null) return { found, inferredHosts };
    const unknown = found.filter(([row, host]) => host === 'UnknownChassis' && !isStale(row)).map(([row]) => row);
    const made = inferHosts(unknown, newId);
    if (made.length === 0) return { found, inferredHosts };
    inferredHosts.push(...made);
    for (const host of made) index.addHost({ ...host, isInferred: true });
  }
}

const nameIn = ({ sysName, deviceId }: EvidenceRow): string | null => sysName ?? deviceId;
const isOfSameDevice = (one: EvidenceRow, other: EvidenceRow): boolean =>
  one.protocol !== other.protocol &&
  (isSameName(nameIn(one), nameIn(other)) ||
    managementAddressesOf(one).some((address) => managementAddressesOf(other).includes(address)));

/** A device that a port hears by both protocols may say in one of them alone what it is known by. */
function likeTheOtherProtocol(found: readonly Found[]): Found[] {
  const resolved = grouped(found, ([{ interfaceId }, host]) => (typeof host === 'string' ? undefined : interfaceId));
  return found.map((one) => {
    const [row, host] = one;
    if (host !== 'UnknownChassis') return one;
    const twins = (resolved.get(row.interfaceId) ?? []).filter(([other]) => isOfSameDevice(row, other));
    const hostId = only(new Set(twins.map(([, twin]) => (twin as { hostId: string }).hostId)));
    return hostId === undefined ? one : [row, { hostId }];
  });
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The port that each report is about: as it says, else as far as there is one port only that it can be. */
function tracedPorts(index: NetworkIndex, reports: readonly Report[]): Traced[] {
  const reportsBetween = grouped(reports, ({ hostId, remoteHostId }) => `${hostId} ${remoteHostId}`);
  const portsNaming = (hostId: string, remoteHostId: string): ReadonlySet<string> =>
    new Set(reportsBetween.get(`${hostId} ${remoteHostId}`)?.map(({ evidence }) => evidence.interfaceId));
  return reports.map((report) => {
    const { evidence, hostId, remoteHostId } = report;
    const found = findPort(index, remoteHostId, evidence);
    if (typeof found !== 'string') return { ...report, port: found };
    // Of parallel cables it cannot be said which one leads to the only port that names this host.
    const isOnly = portsNaming(hostId, remoteHostId).size === 1;
    const learned = onlyMacOn(index.ports.get(evidence.interfaceId)!);
    const portId =
      (isOnly ? only(portsNaming(remoteHostId, hostId)) : undefined) ??
      only(index.portsWithMac(remoteHostId, learned)) ??
      (isOnly ? index.portTo(remoteHostId, hostId) : undefined);
    return { ...report, port: portId === undefined ? found : { portId } };
  });
}

/** What says the host alone is about the port that another report of the same port says. */
function likeTheOtherPort(traced: readonly Traced[], superseded: ReadonlySet<Traced>): Traced[] {
  const known = grouped(traced, (one) =>
    typeof one.port === 'string' || superseded.has(one) ? undefined : farSide(one),
  );
  return traced.map((one) => {
    if (typeof one.port !== 'string') return one;
    const ports = (known.get(farSide(one)) ?? []).map(portOf).sort();
    return ports.length === 0 ? one : { ...one, port: { portId: ports[0]! }, isVague: true };
  });
}

const farSide = ({ evidence, remoteHostId }: Report): string => `${evidence.interfaceId} ${remoteHostId}`;
const portOf = ({ port }: Traced): string | null => (typeof port === 'string' ? null : port.portId);
const farEndOf = (one: Traced) => {
  const remoteInterfaceId = portOf(one);
  return { remoteInterfaceId, remoteHostId: remoteInterfaceId === null ? one.remoteHostId : null };
};
const endsOf = (one: Traced): Ends => ({ interfaceId: one.evidence.interfaceId, ...farEndOf(one) });

/** Stale reports of ports that have since reported others alone. */
function supersededIn(traced: readonly Traced[], isStale: IsStale): ReadonlySet<Traced> {
  const fresh = grouped(traced, ({ evidence }) => (isStale(evidence) ? undefined : evidence.interfaceId));
  const isSuperseded = (one: Traced): boolean => {
    const now = isStale(one.evidence) ? fresh.get(portOf(one) ?? '') : undefined;
    return now !== undefined && !now.some(({ remoteHostId }) => remoteHostId === one.hostId);
  };
  return new Set(traced.filter(isSuperseded));
}

/** The reason of a report whose host was found: of several the one that says most against the link. */
function reasonsOf(
  index: NetworkIndex,
  traced: readonly Traced[],
  { superseded, refuted, isStale }: { superseded: ReadonlySet<Traced>; refuted: ReadonlySet<Traced>; isStale: IsStale },
): (one: Traced) => Reason | null {
  const reporting = grouped(traced, ({ evidence }) => evidence.interfaceId);
  return (one) => {
    if (refuted.has(one)) return 'Refuted';
    if (superseded.has(one)) return 'Superseded';
    if (isStale(one.evidence)) return 'Stale';
    if (isInferred(index, one.remoteHostId)) return 'UnknownChassis';
    if (typeof one.port === 'string') return one.port;
    const answers = (reporting.get(one.port.portId) ?? []).filter((other) => !superseded.has(other));
    const isAnswer = (other: Traced): boolean =>
      other.remoteHostId === one.hostId && [null, one.evidence.interfaceId].includes(portOf(other));
    return answers.some(isAnswer) ? null : 'OneSided';
  };
}

function linksOf(traced: readonly Traced[]): Link[] {
  const links = new Map<string, Link>();
  for (const one of traced) {
    const { protocol } = one.evidence;
    const link = { ...endsOf(one), protocol, basis: null };
    // A port that has both kinds of evidence counts as LLDP.
    if (protocol === 'LLDP' || !links.has(linkKey(link))) links.set(linkKey(link), link);
  }
  return [...links.values()];
}

/** Stored links that nothing has replaced yet. */
function staying(
  stored: readonly StoredLink[],
  now: { links: readonly Link[]; settled: ReadonlySet<string>; outdated: ReadonlySet<string> },
): StoredLink[] {
  const known = new Set(now.links.map(linkKey));
  return stored.filter(
    (link) =>
      !isDerived(link) && !known.has(linkKey(link)) && !now.settled.has(link.interfaceId) && !now.outdated.has(link.id),
  );
}

const sorted = (links: readonly Link[]): Link[] =>
  [...links].sort((one, other) => (linkKey(one) < linkKey(other) ? -1 : 1));

const isInferred = (index: NetworkIndex, hostId: string): boolean => index.hosts.get(hostId)?.isInferred === true;

/** The latest reports about inferred hosts, by what of them is reported: the host or one of its ports. */
function sightingsOf(
  reported: readonly (readonly [string | null, Report])[],
  index: NetworkIndex,
  made: readonly { readonly id: string }[],
): Map<string, Date> {
  const isNew = new Set(made.map(({ id }) => id));
  const sightings = new Map<string, Date>();
  for (const [id, { evidence, remoteHostId }] of reported) {
    if (id === null || !isInferred(index, remoteHostId) || isNew.has(id)) continue;
    const before = sightings.get(id);
    if (!before || evidence.observedAt > before) sightings.set(id, evidence.observedAt);
  }
  return sightings;
}
