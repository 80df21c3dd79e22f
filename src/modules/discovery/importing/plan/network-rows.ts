// Loads the stored hosts that entries may describe. The number of statements does not depend on the number of entries.
import type { Db } from '../../../../data/tenancy/rows';
import { spellings, type Row } from '../../../inventory';
import { hostsWithFormerMacs, lockHosts } from '../../../inventory/writes';
import {
  identifyingChassisId,
  identifyingSerialNumber,
  vendorMacOfChassis,
} from '../../../../platform/text/identifiers';
import type { ImportedEntry, ImportedHost } from '../formats/imported-entries';
import type { HostDraft, StoredHost } from './host-draft';
import type { ImportPlanner } from './import-planner';
import { unicodeForms } from '../../../../platform/text/validation';
import type { NetworkRows } from './network-drafts';
import { neighborColumns } from './port-drafts';

/** Number of entries whose hosts are loaded together. */
export const batchSize = 500;

export async function networkRows(db: Db, networkId: string): Promise<NetworkRows> {
  const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
  return {
    subnets: await db.subnet.findMany({ where: { networkId }, orderBy }),
    vlans: await db.vlan.findMany({ where: { networkId }, orderBy }),
  };
}

/**
 * Loads into the planner all stored hosts that match an entry in any of these: IP address, MAC address, chassis id,
 * serial number, name, id.
 */
export async function knowHosts(
  db: Db,
  networkId: string,
  planner: ImportPlanner,
  entries: readonly ImportedEntry[],
  { isLocking = false } = {},
): Promise<void> {
  const hosts = entries.flatMap((entry) => (entry.kind === 'Host' ? [entry.host] : []));
  if (hosts.length === 0) return;
  const of = <T>(values: readonly (T | undefined)[]) => [...new Set(values.filter((one) => one !== undefined))];
  const ips = of(hosts.flatMap(({ addresses }) => addresses.map(({ ip }) => ip)));
  const reportedMacs = hosts.flatMap(({ addresses, interfaces }) =>
    [...addresses, ...interfaces].map(({ mac }) => mac),
  );
  const chassisMacs = hosts.map(({ chassisId }) => vendorMacOfChassis(identifyingChassisId(chassisId)) ?? undefined);
  const macs = of([...reportedMacs, ...chassisMacs]);
  const chassisIds = hosts.flatMap(({ chassisId }) => spellings(chassisId, identifyingChassisId(chassisId)));
  const names = of(
    hosts
      .filter(({ addresses }) => addresses.length === 0)
      .flatMap(({ name, hostname }) => unicodeForms(name ?? hostname ?? '')),
  );
  const owner = { select: { hostId: true } };
  const hostIds = new Set<string>();
  const add = (rows: readonly { hostId: string }[]) => rows.forEach(({ hostId }) => hostIds.add(hostId));
  const addressConditions = [{ ipAddress: { in: ips } }, { macAddress: { in: macs } }];
  add(await db.ipAddress.findMany({ where: { networkId, OR: addressConditions }, ...owner }));
  if (macs.length > 0) add(await db.interface.findMany({ where: { networkId, macAddress: { in: macs } }, ...owner }));
  if (macs.length > 0) for (const id of await hostsWithFormerMacs(db, networkId, macs)) hostIds.add(id);
  const ids = of(hosts.map(({ id }) => id));
  if (ids.length > 0) {
    const merges = await db.hostMerge.findMany({
      where: { networkId, mergedHostId: { in: ids } },
      select: { hostId: true, mergedHostId: true },
    });
    planner.hosts.knowAliases(merges);
    add(merges);
  }
  const hostConditions = [
    { id: { in: ids } },
    // A chassis id is often a MAC address, so the MAC addresses of the file are also searched among the chassis ids.
    { chassisId: { in: of([...chassisIds, ...macs.flatMap((mac) => [mac, mac.toUpperCase()])]) } },
    {
      serialNumber: { in: of(hosts.flatMap(({ serialNumber: one }) => spellings(one, identifyingSerialNumber(one)))) },
    },
    { sysName: { in: of(hosts.flatMap(({ sysName, sysObjectId }) => (sysObjectId ? sysName : undefined))) } },
    { name: { in: names } },
    { hostname: { in: names } },
  ].filter((one) => Object.values(one)[0]!.in.length > 0);
  if (hostConditions.length > 0)
    for (const { id } of await db.host.findMany({ where: { networkId, OR: hostConditions }, select: { id: true } }))
      hostIds.add(id);
  const unknown = [...hostIds].filter((id) => !planner.hosts.isKnown(id)).sort();
  if (unknown.length > 0) {
    if (isLocking) await lockHosts(db, unknown);
    await planner.hosts.know(await storedHosts(db, networkId, unknown));
  }
  await knowPorts(db, planner, hosts);
}

/**
 * Loads neighbors, cables and VLANs of the interfaces in the entries. Rows of other interfaces are not loaded, because
 * there may be many.
 */
async function knowPorts(db: Db, planner: ImportPlanner, hosts: readonly ImportedHost[]): Promise<void> {
  const valuesByColumn = new Map<string, Set<unknown>>();
  const draftOf = new Map<string, HostDraft>();
  for (const host of hosts) {
    const interfacesWithLinks = host.interfaces.filter(
      ({ neighbors, cables, taggedVlans = [] }) => cables || neighbors.length + taggedVlans.length > 0,
    );
    if (interfacesWithLinks.length === 0) continue;
    for (const draft of planner.hosts.findNamed(host)) {
      draftOf.set(draft.id, draft);
      const names = valuesByColumn.get(draft.id) ?? valuesByColumn.set(draft.id, new Set()).get(draft.id)!;
      for (const { ifName, ifIndex } of interfacesWithLinks) names.add(ifName).add(ifIndex);
    }
  }
  const isNamed = (hostId: string) => (port: Row) =>
    [port.ifName, port.ifIndex].some((key) => key != null && valuesByColumn.get(hostId)!.has(key));
  const idsOf = new Map([...draftOf].map(([id, draft]) => [draft, draft.unknownPorts(isNamed(id))]));
  const ids = [...idsOf.values()].flat();
  if (ids.length === 0) return;
  const onPorts = { interfaceId: { in: ids } };
  const select = Object.fromEntries(['interfaceId', 'protocol', ...neighborColumns].map((name) => [name, true]));
  const evidence = await db.neighborEvidence.findMany({
    where: onPorts,
    select: select as { interfaceId: true; protocol: true },
  });
  const documentedLinks = await db.documentedLink.findMany({
    where: onPorts,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const taggedVlans = await db.interfaceVlan.findMany({ where: onPorts, select: { interfaceId: true, vlanId: true } });
  for (const [draft, ports] of idsOf) {
    const ownPorts = new Set(ports);
    const on = <R extends { interfaceId: string }>(rows: readonly R[]) =>
      rows.filter((row) => ownPorts.has(row.interfaceId));
    draft.knowPorts(ports, {
      evidence: on(evidence),
      documentedLinks: on(documentedLinks),
      taggedVlans: on(taggedVlans),
    });
  }
}

async function storedHosts(db: Db, networkId: string, ids: string[]): Promise<StoredHost[]> {
  const ofHosts = { where: { hostId: { in: ids } }, orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }] };
  const hosts = await db.host.findMany({ where: { id: { in: ids } } });
  const addresses = groupByHost(await db.ipAddress.findMany(ofHosts));
  const ports = groupByHost(await db.port.findMany(ofHosts));
  const interfaces = await db.interface.findMany(ofHosts);
  const services = groupByHost(await db.service.findMany(ofHosts));
  const bindings = groupByHost(await db.binding.findMany(ofHosts));
  const ofInterfaces = groupByHost(interfaces);
  const daemons = groupByHost(
    await db.daemon.findMany({ where: { hostId: { in: ids } }, select: { id: true, hostId: true } }),
  );
  const suggestions = await db.identitySuggestion.findMany({
    where: { networkId, OR: [{ hostId: { in: ids } }, { otherHostId: { in: ids } }] },
    select: { hostId: true, otherHostId: true, state: true },
  });
  const suggestionsByHost = groupByHost(
    suggestions.flatMap(({ hostId, otherHostId, state }) => [
      { hostId, otherId: otherHostId, isApart: true },
      { hostId: otherHostId, otherId: hostId, isApart: state === 'Refused' },
    ]),
  );
  return hosts.map((host) => ({
    host,
    addresses: addresses.get(host.id) ?? [],
    ports: ports.get(host.id) ?? [],
    interfaces: ofInterfaces.get(host.id) ?? [],
    services: services.get(host.id) ?? [],
    bindings: bindings.get(host.id) ?? [],
    daemonIds: (daemons.get(host.id) ?? []).map(({ id }) => id),
    apartFrom: (suggestionsByHost.get(host.id) ?? []).flatMap(({ otherId, isApart }) => (isApart ? [otherId] : [])),
    suggestedWith: (suggestionsByHost.get(host.id) ?? []).map(({ otherId }) => otherId),
    ...{ evidence: [], documentedLinks: [], taggedVlans: [] },
  }));
}

function groupByHost<R extends { hostId: string }>(rows: readonly R[]): Map<string, R[]> {
  const byHost = new Map<string, R[]>();
  for (const row of rows) (byHost.get(row.hostId) ?? byHost.set(row.hostId, []).get(row.hostId)!).push(row);
  return byHost;
}
