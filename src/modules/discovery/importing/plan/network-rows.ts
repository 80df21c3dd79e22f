// What is stored of the hosts that entries of a file may be: a fixed number of statements for any number of entries.
import type { Db } from '../../../../data/tenancy/rows';
import { lockHosts } from '../../../../data/tenancy/row-locks';
import { spellings } from '../../../inventory';
import { identifyingChassisId, identifyingText } from '../../../../platform/text/identifiers';
import type { ImportedEntry } from '../formats/imported-entries';
import type { StoredHost } from './host-draft';
import type { ImportPlanner } from './import-planner';
import { unicodeForms } from '../../../../platform/text/validation';
import type { NetworkRows } from './network-drafts';

/** Entries that are looked up together. */
export const batchSize = 500;

export async function networkRows(db: Db, networkId: string): Promise<NetworkRows> {
  const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
  return {
    subnets: await db.subnet.findMany({ where: { networkId }, orderBy }),
    vlans: await db.vlan.findMany({ where: { networkId }, orderBy }),
  };
}

/** Lets the planner know the hosts that any evidence of the entries may name: address, MAC address, chassis id, serial number, names, id. */
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
  const macs = of(hosts.flatMap(({ addresses, interfaces }) => [...addresses, ...interfaces].map(({ mac }) => mac)));
  const names = of(
    hosts
      .filter(({ addresses }) => addresses.length === 0)
      .flatMap(({ name, hostname }) => unicodeForms(name ?? hostname ?? '')),
  );
  const owner = { select: { hostId: true } };
  const found = new Set<string>();
  const add = (rows: readonly { hostId: string }[]) => rows.forEach(({ hostId }) => found.add(hostId));
  const held = [{ ipAddress: { in: ips } }, { macAddress: { in: macs } }];
  add(await db.ipAddress.findMany({ where: { networkId, OR: held }, ...owner }));
  if (macs.length > 0) add(await db.interface.findMany({ where: { networkId, macAddress: { in: macs } }, ...owner }));
  const named = [
    { id: { in: of(hosts.map(({ id }) => id)) } },
    { chassisId: { in: of(hosts.flatMap(({ chassisId }) => spellings(chassisId, identifyingChassisId(chassisId)))) } },
    { serialNumber: { in: of(hosts.flatMap(({ serialNumber: one }) => spellings(one, identifyingText(one)))) } },
    { sysName: { in: of(hosts.flatMap(({ sysName, sysObjectId }) => (sysObjectId ? sysName : undefined))) } },
    { name: { in: names } },
    { hostname: { in: names } },
  ].filter((one) => Object.values(one)[0]!.in.length > 0);
  if (named.length > 0)
    for (const { id } of await db.host.findMany({ where: { networkId, OR: named }, select: { id: true } }))
      found.add(id);
  const ids = [...found].filter((id) => !planner.hosts.has(id)).sort();
  if (ids.length === 0) return;
  if (isLocking) await lockHosts(db, ids);
  await planner.know(await storedHosts(db, ids));
}

async function storedHosts(db: Db, ids: string[]): Promise<StoredHost[]> {
  const ofHosts = { where: { hostId: { in: ids } }, orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }] };
  const hosts = await db.host.findMany({ where: { id: { in: ids } } });
  const addresses = grouped(await db.ipAddress.findMany(ofHosts));
  const ports = grouped(await db.port.findMany(ofHosts));
  const interfaces = await db.interface.findMany(ofHosts);
  const services = grouped(await db.service.findMany(ofHosts));
  const bindings = grouped(await db.binding.findMany(ofHosts));
  const hostOf = new Map(interfaces.map(({ id, hostId }) => [id, hostId]));
  const onPorts = { interfaceId: { in: [...hostOf.keys()] } };
  const withHost = <R extends { interfaceId: string }>(rows: readonly R[]) =>
    grouped(rows.map((row) => ({ ...row, hostId: hostOf.get(row.interfaceId)! })));
  const evidence = withHost(await db.neighborEvidence.findMany({ where: onPorts }));
  const documented = withHost(
    await db.documentedLink.findMany({ where: onPorts, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
  );
  const tagged = withHost(
    await db.interfaceVlan.findMany({ where: onPorts, select: { interfaceId: true, vlanId: true } }),
  );
  const ofInterfaces = grouped(interfaces);
  return hosts.map((host) => ({
    host,
    addresses: addresses.get(host.id) ?? [],
    ports: ports.get(host.id) ?? [],
    interfaces: ofInterfaces.get(host.id) ?? [],
    services: services.get(host.id) ?? [],
    bindings: bindings.get(host.id) ?? [],
    evidence: evidence.get(host.id) ?? [],
    documented: documented.get(host.id) ?? [],
    taggedVlans: tagged.get(host.id) ?? [],
  }));
}

function grouped<R extends { hostId: string }>(rows: readonly R[]): Map<string, R[]> {
  const byHost = new Map<string, R[]>();
  for (const row of rows) (byHost.get(row.hostId) ?? byHost.set(row.hostId, []).get(row.hostId)!).push(row);
  return byHost;
}
