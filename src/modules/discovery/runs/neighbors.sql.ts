// Resolves the links of a network. After a complete run, a background job does this, so that the daemon need not wait.
// After a user's decision on a link, the links are resolved immediately.
import { isDownState } from '../../inventory';
import { randomUUID } from 'node:crypto';
import { canonicalIpAddress, canonicalMacAddress } from '../../../platform/text/addresses';
import { inTransaction } from '../../../data/transaction';
import type {
  ArpEvidence,
  Discovery,
  DocumentedLink,
  ForwardingEvidence,
  NeighborEvidence,
  Prisma,
} from '../../../generated/prisma/client';
import type { EvidenceRow, Inventory, InferredHost } from '../neighbor-resolution/inventory';
import { linkChanges } from '../neighbor-resolution/link-changes';
import { resolveNeighbors, type Resolution } from '../neighbor-resolution/resolve';
import { runAsDiscovery } from '../../../data/acting';
import {
  addInferredHosts,
  addInferredPorts,
  markPortsSighted,
  markSighted,
  writeDocumented,
  writeTableReasons,
  writeLinks,
  type DocumentedResult,
  type RecordOutcome,
  type TableReason,
} from './neighbor-links.sql';
import {
  removeInferredHosts,
  removeVirtualHosts,
  resolveReportedTables,
  settleGroups,
  lockNetwork,
  tryLockHostWrites,
} from '../../inventory/writes';
import type { Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { defaultStaleAfterHours } from '../../../graphql/lists/stale-filter';
import { reportBounds } from './reports';

/**
 * Resolves the links of a network, once for all complete runs that wait for it. The latest of these runs gets the
 * warnings. Resolves with false if nothing was done, because another replica has resolved the links, or because a merge
 * or import of hosts has locked the network.
 */
export async function resolvePendingNeighbors(db: ScopedDb, networkId: string): Promise<boolean> {
  const pending = { where: { networkId, neighborsPending: true }, orderBy: latestFirst };
  const pendingDiscovery = await db.discovery.findFirst({ ...pending, select: { id: true } });
  if (!pendingDiscovery) return false;
  const resolve = async (tx: Db) => {
    // If another transaction has locked the network to merge or import hosts, the reported neighbors are not resolved
    // now, but in a few seconds.
    if (!(await tryLockHostWrites(tx, networkId))) return false;
    await lockNetwork(tx, networkId);
    const runs = await tx.discovery.findMany({ ...pending, select: { id: true, results: true, updatedAt: true } });
    const [latestRun] = runs;
    if (!latestRun) return false;
    await settleGroups(tx, networkId);
    const removedHosts = await removeVirtualHosts(tx, networkId);
    const warnings = [...removedHosts, ...(await resolveIn(tx, networkId, latestRun.id))];
    await resolveReportedTables(tx, networkId);
    await settle(tx, networkId, latestRun, warnings);
    return true;
  };
  return runAsDiscovery(pendingDiscovery.id, () => inTransaction(db, resolve));
}

const latestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/**
 * Resolves the links of a network immediately, after a user's decision or an import. No hosts are inferred, because a
 * reported device may not have been scanned yet.
 */
export async function resolveNow(tx: Db, networkId: string): Promise<void> {
  await resolveIn(tx, networkId, null);
}

/**
 * Computes the links of a network, writes them, and returns the warnings about inferred hosts. The caller holds the
 * network's lock, so that no host is created meanwhile.
 */
async function resolveIn(tx: Db, networkId: string, runId: string | null): Promise<string[]> {
  const where = { networkId };
  const evidence = await tx.neighborEvidence.findMany({ where });
  const tables = await tx.forwardingEvidence.findMany({ where });
  const ends = { interfaceId: true, remoteInterfaceId: true, remoteHostId: true };
  const arpTables = await tx.arpEvidence.findMany({ where });
  const links = await tx.interfaceNeighbor.findMany({
    where,
    select: { ...ends, id: true, protocol: true, basis: true, createdAt: true, downSince: true },
  });
  const documentedLinks = await tx.documentedLink.findMany({ where });
  const decisions = await tx.linkDecision.findMany({ where, select: { ...ends, verdict: true } });
  if ([evidence, tables, arpTables, links, decisions, documentedLinks].every(({ length }) => length === 0)) return [];
  const { hosts, addresses, ports, names, lastSeenAt, portsSeenAt } = await inventoryOf(
    tx,
    networkId,
    tables,
    arpTables,
  );
  const staleBefore = await startOfWindow(tx, networkId);
  const storedLinks = links.map(({ basis, ...link }) => ({
    ...link,
    basis: basis === 'LLDP' || basis === 'CDP' ? null : basis,
  }));
  const resolution = resolveNeighbors(
    {
      hosts,
      addresses,
      ports,
      evidence: evidence.map(evidenceOf),
      stored: storedLinks,
      decisions,
      documented: documentedLinks,
      staleBefore,
    },
    runId === null ? null : () => randomUUID(),
  );
  if (runId !== null) {
    await addInferredHosts(tx, networkId, runId, resolution.inferredHosts);
    await addInferredPorts(tx, networkId, runId, resolution.inferredPorts);
    await markSighted(tx, networkId, runId, laterThan(lastSeenAt, resolution.sightings));
    await markPortsSighted(tx, networkId, runId, laterThan(portsSeenAt, resolution.portSightings));
  }
  const outcomes = changedOutcomes(evidence, resolution.outcomes);
  await writeLinks(tx, networkId, linkChanges(storedLinks, resolution), outcomes);
  await writeTableReasons(tx, networkId, 'forwarding_evidence', changedReasons(tables, resolution.forwarding));
  await writeTableReasons(tx, networkId, 'arp_evidence', changedReasons(arpTables, resolution.arp));
  await writeDocumented(tx, networkId, changedDocumented(documentedLinks, resolution.documentedOutcomes));
  const removedIds =
    runId === null ? [] : await removeInferredHosts(tx, networkId, [...resolution.replacedHosts.keys()]);
  const portById = new Map(ports.map((port) => [port.id, port]));
  const added = resolution.inferredHosts.map((host) => {
    const port = portById.get(host.interfaceId)!;
    return warningOf(host, port.ifName ?? port.ifDescr ?? port.id, names.get(port.hostId)!);
  });
  const removed = removedIds.map(
    (id) =>
      `The inferred host "${names.get(id)!}" was removed: it is the host "${names.get(resolution.replacedHosts.get(id)!)!}".`,
  );
  return [...added, ...removed];
}

const laterThan = (seenAt: ReadonlyMap<string, Date>, sightings: ReadonlyMap<string, Date>): Map<string, Date> =>
  new Map([...sightings].filter(([id, at]) => at > seenAt.get(id)!));

const changedOutcomes = (evidence: readonly NeighborEvidence[], outcomes: Resolution['outcomes']): RecordOutcome[] =>
  evidence.flatMap(({ id, interfaceId, resolvedInterfaceId, resolvedHostId, reason }) => {
    const now = outcomes.get(id)!;
    const isSame =
      now.remoteInterfaceId === resolvedInterfaceId && now.remoteHostId === resolvedHostId && now.reason === reason;
    return isSame ? [] : [{ id, interfaceId, ...now }];
  });

const changedDocumented = (
  rows: readonly DocumentedLink[],
  outcomes: Resolution['documentedOutcomes'],
): DocumentedResult[] =>
  rows.flatMap(({ id, resolvedInterfaceId, resolvedHostId, state }) => {
    const now = outcomes.get(id)!;
    const isSame =
      now.remoteInterfaceId === resolvedInterfaceId && now.remoteHostId === resolvedHostId && now.state === state;
    return isSame ? [] : [{ id, ...now }];
  });

const changedReasons = (
  tables: readonly Pick<ForwardingEvidence, 'interfaceId' | 'reason'>[],
  reasons: Resolution['forwarding'],
): TableReason[] =>
  tables.flatMap(({ interfaceId, reason: before }) => {
    const reason = reasons.get(interfaceId)!;
    return reason === before ? [] : [{ interfaceId, reason }];
  });

/** Resolves with the time before which observations count as stale. */
async function startOfWindow(tx: Db, networkId: string): Promise<Date> {
  const where = { where: { id: networkId }, select: { staleAfterHours: true } };
  const { staleAfterHours } = await tx.network.findUniqueOrThrow(where);
  return new Date(Date.now() - (staleAfterHours ?? defaultStaleAfterHours) * 3_600_000);
}

const warningOf = ({ name, protocol }: InferredHost, port: string, reporter: string): string =>
  `${protocol} neighbour "${name}" of port "${port}" of host "${reporter}" is none of the hosts known: it was added as an inferred host`;

async function inventoryOf(
  tx: Db,
  networkId: string,
  tables: readonly ForwardingEvidence[],
  arpTables: readonly ArpEvidence[],
) {
  const arpOf = new Map(arpTables.map((table) => [table.interfaceId, table]));
  const readAt = new Map(tables.map((table) => [table.interfaceId, table.readAt]));
  const where = { networkId };
  const hosts = await tx.host.findMany({
    where,
    select: {
      id: true,
      name: true,
      hostname: true,
      chassisId: true,
      sysName: true,
      serialNumber: true,
      sourceType: true,
      lastSeenAt: true,
      missingSince: true,
      virtualizationService: { select: { hostId: true } },
    },
  });
  const addresses = await tx.ipAddress.findMany({
    where,
    select: { id: true, hostId: true, ipAddress: true, macAddress: true, subnetId: true, lastSeenAt: true },
  });
  const ports = await tx.interface.findMany({
    where,
    select: {
      ...{ id: true, hostId: true, ifIndex: true, ifName: true, ifDescr: true, ifAlias: true },
      ...{ macAddress: true, ipAddressId: true, ifType: true, fdbMacs: true, lastDiscoveryId: true },
      ...{ operStatus: true, lastSeenAt: true, aggregateId: true },
    },
  });
  const aggregates = new Set(ports.map(({ aggregateId }) => aggregateId));
  const missing = new Set(hosts.filter(({ missingSince }) => missingSince).map(({ id }) => id));
  const inventory: Pick<Inventory, 'hosts' | 'addresses' | 'ports'> = {
    hosts: hosts.map(({ id, name, hostname, chassisId, sysName, serialNumber, sourceType, virtualizationService }) => ({
      id,
      serialNumber,
      hypervisorId: virtualizationService?.hostId ?? null,
      names: [name, hostname].flatMap((one) => one || []),
      // An inferred host has no stored system name. Its name is the system name that it advertised, if it advertised
      // one.
      sysName: sysName ?? (sourceType === 'Inferred' ? name : null),
      chassisId: chassisId && normal(chassisId),
      isInferred: sourceType === 'Inferred',
    })),
    addresses: addresses.map(({ lastSeenAt, ...address }) => ({
      ...address,
      seenAt: missing.has(address.hostId) ? null : lastSeenAt,
    })),
    ports: ports.map(({ lastDiscoveryId, operStatus, lastSeenAt, aggregateId: _aggregateId, ...port }) => ({
      ...port,
      isAggregate: aggregates.has(port.id),
      fdbReadAt: readAt.get(port.id) ?? null,
      arpMacs: arpOf.get(port.id)?.macAddresses ?? [],
      arpReadAt: arpOf.get(port.id)?.readAt ?? null,
      lastRunId: lastDiscoveryId,
      isDown: isDownState(operStatus),
      seenAt: lastSeenAt,
    })),
  };
  const names = new Map(hosts.map((host) => [host.id, host.name || host.hostname || host.sysName || host.id]));
  const seenAt = (rows: readonly { id: string; lastSeenAt: Date }[]) =>
    new Map(rows.map((row) => [row.id, row.lastSeenAt]));
  return { ...inventory, names, lastSeenAt: seenAt(hosts), portsSeenAt: seenAt(ports) };
}

/** Maximum length of a host's chassis id. */
const longestChassisId = 255;

/**
 * Returns a MAC or IP address in the notation of the database, and other texts trimmed and cut to the maximum length.
 */
function normal(value: string): string {
  const text = value.trim();
  for (const notation of [canonicalMacAddress, canonicalIpAddress]) {
    try {
      return notation('value', text);
    } catch {
      // The text is not an address in this notation (`notation` throws), so the next notation is tried.
    }
  }
  return [...text].slice(0, longestChassisId).join('');
}

function evidenceOf(row: NeighborEvidence): EvidenceRow {
  const { lldpChassisIdSubtype, lldpChassisIdValue, lldpPortIdSubtype, lldpPortIdValue } = row;
  const isAddress = lldpPortIdSubtype === 'MacAddress' || lldpPortIdSubtype === 'NetworkAddress';
  return {
    id: row.id,
    interfaceId: row.interfaceId,
    protocol: row.protocol,
    chassisId:
      lldpChassisIdSubtype && lldpChassisIdValue
        ? { subtype: lldpChassisIdSubtype, value: normal(lldpChassisIdValue) }
        : null,
    portId:
      lldpPortIdSubtype && lldpPortIdValue
        ? { subtype: lldpPortIdSubtype, value: isAddress ? normal(lldpPortIdValue) : lldpPortIdValue }
        : null,
    portDescription: row.lldpPortDesc,
    deviceId: row.cdpDeviceId && normal(row.cdpDeviceId),
    devicePort: row.cdpPortId,
    sysName: row.lldpSysName,
    managementAddress: row.lldpMgmtAddr ?? row.cdpAddress,
    otherManagementAddresses: row.managementAddresses.filter((one) => one !== (row.lldpMgmtAddr ?? row.cdpAddress)),
    observedAt: row.updatedAt,
  };
}

/**
 * Marks the complete runs of the network as resolved, and adds the warnings to the latest run. Without warnings,
 * `updatedAt` keeps its value, because clients see no change.
 */
async function settle(
  tx: Db,
  networkId: string,
  { id, results, updatedAt }: Pick<Discovery, 'id' | 'results' | 'updatedAt'>,
  warnings: readonly string[],
): Promise<void> {
  await tx.discovery.updateMany({
    where: { networkId, neighborsPending: true, id: { not: id } },
    data: { neighborsPending: false },
  });
  const payload = (results ?? {}) as Prisma.JsonObject;
  const before = (payload.warnings ?? []) as string[];
  const shownWarnings = [...before, ...warnings].slice(0, reportBounds.warnings);
  await tx.discovery.updateMany({
    where: { id },
    data: {
      neighborsPending: false,
      ...(warnings.length > 0 ? { results: { ...payload, warnings: shownWarnings } } : { updatedAt }),
    },
  });
}
