// Resolves the links between ports of one network: a pure function of hosts, ports, LLDP and CDP rows, forwarding and
// ARP tables, and users' decisions.
import { Decisions } from './decisions';
import { downTimes } from './down';
import { documentedLinks } from './documented-links';
import { findHost, type FoundHost } from './find-host';
import { findPort, type FoundPort } from './find-port';
import { inferHosts } from './infer-hosts';
import { inferPorts } from './infer-ports';
import {
  isDerived,
  linkKey,
  managementAddressList,
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
import { replacedHosts } from './replaced-hosts';
import { isSameName, NetworkIndex, only, singleLearnedMac } from './network-index';

export interface Resolution extends Learned {
  /** Links, sorted by port. Each pair of a port and a far end has at most one link. */
  readonly links: readonly Link[];
  /** The outcome of each LLDP or CDP row, by its id. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly inferredHosts: readonly InferredHost[];
  /** Ids of discovered hosts that replace inferred hosts, by the ids of the inferred hosts. */
  readonly replacedHosts: ReadonlyMap<string, string>;
  /** New ports of inferred hosts. The hosts may be new or stored. */
  readonly inferredPorts: readonly InferredPort[];
  /** The outcome of each documented link, by the id of the documented link. */
  readonly documentedOutcomes: ReadonlyMap<string, DocumentedOutcome>;
  /**
   * Ids of ports with complete results: current data show all links of the port. Stored links of these ports are
   * deleted unless they were resolved again.
   */
  readonly settledPorts: ReadonlySet<string>;
  /** The time since which a link is down, by the `linkKey` of its ends, for new and stored links. */
  readonly downSince: ReadonlyMap<string, Date>;
  /**
   * The time at which a neighbor last reported each stored inferred host, by host id. `portSightings` has these times
   * for the ports of inferred hosts.
   */
  readonly sightings: ReadonlyMap<string, Date>;
  readonly portSightings: ReadonlyMap<string, Date>;
  /** Ids of hosts by the ids of their ports, for all ports. */
  readonly hostOfPort: ReadonlyMap<string, string>;
}

/** An LLDP or CDP row whose two hosts are known: `hostId` received the data from its neighbor `remoteHostId`. */
interface Report {
  readonly evidence: EvidenceRow;
  readonly hostId: string;
  readonly remoteHostId: string;
}
/** A report with the neighbor's port from which the data came, or with the reason why this port is unknown. */
interface Traced extends Report {
  readonly port: FoundPort;
  /**
   * Set if the report does not name the neighbor's port. `port` is then from another report received at the same port.
   */
  readonly isVague?: true;
}
type IsStale = (row: EvidenceRow) => boolean;
type NewId = ((key: string) => string) | null;
type EvidenceHost = readonly [EvidenceRow, FoundHost];

/**
 * Resolves all links of a network. `newId` returns the ids of new inferred hosts and ports; if it is null, nothing is
 * inferred. The result does not depend on the order of rows.
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
  const tracedReports = tracedPorts(index, reports);
  const supersededReports = supersededIn(tracedReports, isStale);
  const matchedReports = likeTheOtherPort(tracedReports, supersededReports);
  const refutedReports = new Set(matchedReports.filter((one) => decisions.isRefuted(endsOf(one))));
  for (const { evidence: row } of refutedReports) open.add(row.interfaceId);
  const reasonOf = reasonsOf(index, matchedReports, { supersededReports, refutedReports, isStale });
  for (const one of matchedReports) outcomes.set(one.evidence.id, { ...farEndOf(one), reason: reasonOf(one) });
  const links = linksOf(
    matchedReports.filter((one) => !one.isVague && !supersededReports.has(one) && !refutedReports.has(one)),
  );
  const learnedResult = learnedLinks(index, inventory, { links, outcomes }, decisions);
  const openPorts = reports.map((one) => one.evidence.interfaceId).filter((id) => !open.has(id));
  const settledPorts = new Set([...openPorts, ...learnedResult.settledPorts]);
  const discoveredLinks = [...links, ...learnedResult.links];
  const documentedResult = documentedLinks(
    index,
    inventory,
    [
      ...discoveredLinks,
      ...staying(inventory.stored, { links: discoveredLinks, settledPorts, outdatedIds: learnedResult.outdatedIds }),
    ],
    decisions,
    protocols(inventory.evidence),
  );
  const all = sortLinks([...discoveredLinks, ...documentedResult.links]);
  return {
    links: all,
    forwarding: learnedResult.forwarding,
    arp: learnedResult.arp,
    outdatedIds: learnedResult.outdatedIds,
    keptIds: learnedResult.keptIds,
    documentedOutcomes: documentedResult.outcomes,
    downSince: downTimes(index, inventory, {
      links: all,
      tracedEvidence: matchedReports.map((one) => [endsOf(one), one.evidence]),
      decisions,
    }),
    outcomes,
    inferredHosts,
    replacedHosts: replacedHosts(index, found),
    inferredPorts,
    settledPorts,
    sightings: sightingsOf(
      reports.map((one) => [one.remoteHostId, one]),
      index,
      inferredHosts,
    ),
    portSightings: sightingsOf(
      matchedReports.map((one) => [portOf(one), one]),
      index,
      inferredPorts,
    ),
    hostOfPort: new Map([...index.ports.values()].map(({ id, hostId }) => [id, hostId])),
  };
}

/**
 * Finds the host that each LLDP and CDP row describes, and infers hosts for unknown neighbors. Repeats the search until
 * no host is added, because an added host may match other rows. Stale rows add no host, because their device may have
 * been removed.
 */
function findHosts(index: NetworkIndex, evidence: readonly EvidenceRow[], isStale: IsStale, newId: NewId) {
  const inferredHosts: InferredHost[] = [];
  for (;;) {
    const hostsOfEvidence = likeTheOtherProtocol(evidence.map((row) => [row, findHost(index, row)]));
    if (newId === null) return { found: hostsOfEvidence, inferredHosts };
    const unknown = hostsOfEvidence
      .filter(([row, host]) => host === 'UnknownChassis' && !isStale(row))
      .map(([row]) => row);
    const newHosts = inferHosts(unknown, newId);
    if (newHosts.length === 0) return { found: hostsOfEvidence, inferredHosts };
    inferredHosts.push(...newHosts);
    for (const host of newHosts) index.addHost({ ...host, isInferred: true });
  }
}

const nameIn = ({ sysName, deviceId }: EvidenceRow): string | null => sysName ?? deviceId;
const isOfSameDevice = (one: EvidenceRow, other: EvidenceRow): boolean =>
  one.protocol !== other.protocol &&
  (isSameName(nameIn(one), nameIn(other)) ||
    managementAddressList(one).some((address) => managementAddressList(other).includes(address)));

/**
 * If the host of an LLDP row is unknown, uses the host of the same device's CDP row at the same port, and the reverse.
 * A device may identify itself in only one of the protocols.
 */
function likeTheOtherProtocol(hostsOfEvidence: readonly EvidenceHost[]): EvidenceHost[] {
  const hostsByPort = groupByKey(hostsOfEvidence, ([{ interfaceId }, host]) =>
    typeof host === 'string' ? undefined : interfaceId,
  );
  return hostsOfEvidence.map((one) => {
    const [row, host] = one;
    if (host !== 'UnknownChassis') return one;
    const twins = (hostsByPort.get(row.interfaceId) ?? []).filter(([other]) => isOfSameDevice(row, other));
    const hostId = only(new Set(twins.map(([, twin]) => (twin as { hostId: string }).hostId)));
    return hostId === undefined ? one : [row, { hostId }];
  });
}

function groupByKey<T>(items: readonly T[], keyOf: (item: T) => string | undefined): Map<string, T[]> {
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

/** Finds the neighbor's port for each report: the port that the report names, or otherwise the only possible port. */
function tracedPorts(index: NetworkIndex, reports: readonly Report[]): Traced[] {
  const reportsBetween = groupByKey(reports, ({ hostId, remoteHostId }) => `${hostId} ${remoteHostId}`);
  const portsNaming = (hostId: string, remoteHostId: string): ReadonlySet<string> =>
    new Set(reportsBetween.get(`${hostId} ${remoteHostId}`)?.map(({ evidence }) => evidence.interfaceId));
  return reports.map((report) => {
    const { evidence, hostId, remoteHostId } = report;
    const port = findPort(index, remoteHostId, evidence);
    if (typeof port !== 'string') return { ...report, port };
    // If only one port of the host received reports about the neighbor, the far end is the neighbor's only port that
    // received reports about the host.
    const isOnly = portsNaming(hostId, remoteHostId).size === 1;
    const learnedMac = singleLearnedMac(index.ports.get(evidence.interfaceId)!);
    const portId =
      (isOnly ? only(portsNaming(remoteHostId, hostId)) : undefined) ??
      only(index.portsWithMac(remoteHostId, learnedMac)) ??
      (isOnly ? index.portTo(remoteHostId, hostId) : undefined);
    return { ...report, port: portId === undefined ? port : { portId } };
  });
}

/**
 * If a port received two reports about a neighbor, such as by LLDP and CDP, and only one of them names the neighbor's
 * port, the other report gets the same neighbor's port.
 */
function likeTheOtherPort(tracedReports: readonly Traced[], supersededReports: ReadonlySet<Traced>): Traced[] {
  const portsByKey = groupByKey(tracedReports, (one) =>
    typeof one.port === 'string' || supersededReports.has(one) ? undefined : farSide(one),
  );
  return tracedReports.map((one) => {
    if (typeof one.port !== 'string') return one;
    const ports = (portsByKey.get(farSide(one)) ?? []).map(portOf).sort();
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

/** Returns stale reports about cables that were moved: newer reports at the neighbor's port all name other hosts. */
function supersededIn(tracedReports: readonly Traced[], isStale: IsStale): ReadonlySet<Traced> {
  const fresh = groupByKey(tracedReports, ({ evidence }) => (isStale(evidence) ? undefined : evidence.interfaceId));
  const isSuperseded = (one: Traced): boolean => {
    const now = isStale(one.evidence) ? fresh.get(portOf(one) ?? '') : undefined;
    return now !== undefined && !now.some(({ remoteHostId }) => remoteHostId === one.hostId);
  };
  return new Set(tracedReports.filter(isSuperseded));
}

/**
 * Returns a function that returns the reason why a report gives no link, or null if the report gives a link. A report
 * only gives a link if the neighbor's port also has a report about this host, and this second report names either no
 * port or the port that received the first report.
 */
function reasonsOf(
  index: NetworkIndex,
  tracedReports: readonly Traced[],
  {
    supersededReports,
    refutedReports,
    isStale,
  }: { supersededReports: ReadonlySet<Traced>; refutedReports: ReadonlySet<Traced>; isStale: IsStale },
): (one: Traced) => Reason | null {
  const reporting = groupByKey(tracedReports, ({ evidence }) => evidence.interfaceId);
  return (one) => {
    if (refutedReports.has(one)) return 'Refuted';
    if (supersededReports.has(one)) return 'Superseded';
    if (isStale(one.evidence)) return 'Stale';
    if (isInferred(index, one.remoteHostId)) return 'UnknownChassis';
    if (typeof one.port === 'string') return one.port;
    const answers = (reporting.get(one.port.portId) ?? []).filter((other) => !supersededReports.has(other));
    const isAnswer = (other: Traced): boolean =>
      other.remoteHostId === one.hostId && [null, one.evidence.interfaceId].includes(portOf(other));
    return answers.some(isAnswer) ? null : 'OneSided';
  };
}

function linksOf(tracedReports: readonly Traced[]): Link[] {
  const links = new Map<string, Link>();
  for (const one of tracedReports) {
    const { protocol } = one.evidence;
    const link = { ...endsOf(one), protocol, basis: null };
    // A link that both protocols report counts as an LLDP link.
    if (protocol === 'LLDP' || !links.has(linkKey(link))) links.set(linkKey(link), link);
  }
  return [...links.values()];
}

/** Returns the stored links that current data neither confirm nor contradict. They stay. */
function staying(
  storedLinks: readonly StoredLink[],
  now: { links: readonly Link[]; settledPorts: ReadonlySet<string>; outdatedIds: ReadonlySet<string> },
): StoredLink[] {
  const currentKeys = new Set(now.links.map(linkKey));
  return storedLinks.filter(
    (link) =>
      !isDerived(link) &&
      !currentKeys.has(linkKey(link)) &&
      !now.settledPorts.has(link.interfaceId) &&
      !now.outdatedIds.has(link.id),
  );
}

const sortLinks = (links: readonly Link[]): Link[] =>
  [...links].sort((one, other) => (linkKey(one) < linkKey(other) ? -1 : 1));

const isInferred = (index: NetworkIndex, hostId: string): boolean => index.hosts.get(hostId)?.isInferred === true;

/** Returns the times of the latest reports about stored inferred hosts or their ports, by id. */
function sightingsOf(
  reports: readonly (readonly [string | null, Report])[],
  index: NetworkIndex,
  inferredRows: readonly { readonly id: string }[],
): Map<string, Date> {
  const isNew = new Set(inferredRows.map(({ id }) => id));
  const sightings = new Map<string, Date>();
  for (const [id, { evidence, remoteHostId }] of reports) {
    if (id === null || !isInferred(index, remoteHostId) || isNew.has(id)) continue;
    const before = sightings.get(id);
    if (!before || evidence.observedAt > before) sightings.set(id, evidence.observedAt);
  }
  return sightings;
}
