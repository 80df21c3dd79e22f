// Merges two hosts: moves the parts of the host `other` to the host `destination`, or merges them with equal parts of
// `destination`, and deletes `other`.
import { columnNames, plainColumns } from '../host-columns';
import type { Viewer } from '../../../../data/tenancy/viewer';
import { AppError } from '../../../../errors';
import type { Host } from '../../../../generated/prisma/client';
import { recordAuditEvent } from '../../../../data/tenancy/audit-events';
import { certificateColumns } from '../../shared/certificate-columns';
import { lockHosts, lockHostToDelete, lockHostWrites, moveParts } from '../../shared/host-locks.sql';
import { listLimits } from '../../../../data/tenancy/list-limits';
import { deleteVisible, requireVisible, updateVisible, type Db } from '../../../../data/tenancy/rows';
import type { ScopedDb } from '../../../../data/tenancy/scoped-db';
import { containerBridges } from '../../shared/subnet-types';
import { setRows } from '../../../../data/tenancy/set-rows';
import type { Reason } from '../../identity/identity';
import { followDaemons } from './host-give-way.sql';
import { moveReferences } from './host-consolidation-references';
import { beforeMerge, recordChanges, recordMerge } from './merge-records.sql';
import {
  addressKeys,
  interfaceKeys,
  portKeys,
  sameRows,
  serviceKeys,
  settleBindings,
  mergeColumns,
  type StandIns,
} from './host-merge';
import { highestInt32 } from '../../../../platform/text/integers';

type Column = Record<string, unknown>;
interface Part extends Column {
  readonly id: string;
  readonly hostId: string;
}
interface Hosts {
  readonly destination: Host;
  readonly other: Host;
}

const consolidationError = (reason: string) => new AppError('hosts_consolidate_failed', { reason });
const inOrder = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
const seenColumns = ['lastSeenAt', 'lastDiscoveryId'];

/**
 * Groups of columns. When a host is merged into another host, the columns of a group are copied together if the first
 * of them is empty in the remaining host.
 */
const hostColumns = [
  ...['name', ...columnNames(plainColumns)].map((name) => [name]),
  ...['sysName', 'manufacturer', 'model', 'serialNumber', 'firmwareRevision', 'softwareRevision', 'os'].map((name) => [
    name,
    `${name}Source`,
  ]),
  ['role', 'roleSource'],
  ['stpRootBridgeId', 'stpRootCost'],
  ['answersDefaultCommunity'],
  ['virtualizationType', 'vmName', 'vmId'],
  ['virtualizationServiceId'],
  ['formerMacs'],
];
const addressColumns = [['name'], ['macAddress', 'macAddressSource']];
const interfaceColumns = [
  ...['ifIndex', 'ifDescr', 'ifName', 'ifAlias', 'ifType', 'speedBps', 'adminStatus', 'operStatus'],
  ...['fdbMacs', 'ipAddressId', 'nativeVlanId', 'mtu', 'duplex', 'aggregateId', 'poeStatus', 'poeClass'],
]
  .map((name) => [name])
  .concat([
    ['macAddress', 'macAddressSource'],
    ['stpState', 'isStpRootPort', 'stpBlockedVlans', 'stpBlockedInstances'],
  ]);
const serviceColumns = [
  ['virtualizationType', 'containerName', 'containerId', 'composeProject'],
  ['virtualizationServiceId'],
];

/**
 * Merges the host `otherId` into `destinationId` at a user's request. Throws 404 if a host is missing or inaccessible.
 * Throws 400 `hosts_consolidate_failed` if the two ids are equal, if the hosts are in different networks, or if the
 * host `otherId` has a daemon.
 */
export async function consolidateHosts(
  db: ScopedDb,
  viewer: Viewer,
  destinationId: string,
  otherId: string,
): Promise<void> {
  const destination = await requireVisible(db, 'Host', destinationId);
  const { networkId, id } = destination;
  const other = await requireVisible(db, 'Host', otherId);
  if (other.id === id) throw consolidationError('same host');
  if (other.networkId !== networkId) throw consolidationError('other network');
  await db.$transaction(async (tx) => {
    await lockHostWrites(tx, networkId, { isAlone: true });
    await lockHosts(tx, [destinationId, otherId]);
    await lockHostToDelete(tx, otherId);
    if ((await tx.daemon.count({ where: { hostId: otherId } })) > 0) throw consolidationError('other has a daemon');
    await mergeHosts(tx, viewer, destinationId, otherId, { reasons: [byPeople] });
    await recordAuditEvent(tx, {
      ...{ eventType: 'HostsMerged', organizationId: viewer.organizationId, subjectType: 'Host' },
      ...{ subjectId: destinationId, subjectName: nameOf(destination) },
      details: { network_id: networkId, merged_host_id: otherId, merged_name: nameOf(other) },
    });
  });
}

const nameOf = ({ name, hostname }: Host): string => name || hostname || '';
const byPeople: Reason = { evidence: 'AnsweredByPeople', strength: 'Decides', values: [] };

interface Cause {
  readonly reasons: readonly Reason[];
  /**
   * Set if one discovery run saw the two hosts at different addresses, and only a common MAC address shows that they
   * are one machine. The remaining host then keeps the addresses of both hosts.
   */
  readonly sharedMac?: string;
}

/**
 * Merges the host `otherId` into `destinationId`, and moves the daemons of `otherId` to `destinationId`. Records the
 * merge, so that it can be undone. The caller holds the exclusive lock of `lockHostWrites`, so that no concurrent
 * transaction writes hosts of the network.
 */
export async function mergeHosts(
  tx: Db,
  viewer: Viewer,
  destinationId: string,
  otherId: string,
  cause: Cause,
): Promise<void> {
  await lockHosts(tx, [destinationId, otherId]);
  await lockHostToDelete(tx, otherId);
  const destination = await requireVisible(tx, 'Host', destinationId);
  const other = await requireVisible(tx, 'Host', otherId);
  const before = await beforeMerge(tx, destinationId, otherId);
  await followDaemons(tx, otherId, destinationId);
  await merge(tx, viewer, { destination, other }, cause.sharedMac !== undefined);
  await recordMerge(tx, { destination, other, ...cause }, before);
  await deleteVisible(tx, 'Host', other.id);
  await recordChanges(tx, { destination, other }, before);
}

async function merge(tx: Db, viewer: Viewer, hosts: Hosts, keepsAddresses: boolean): Promise<void> {
  const { destination, other } = hosts;
  const args = { where: { hostId: { in: [destination.id, other.id] } }, orderBy: inOrder };
  const services = split(await tx.service.findMany({ ...args, orderBy: [{ position: 'asc' }, ...inOrder] }), hosts);
  const sameServices = sameRows(services.others, services.destinationRows, serviceKeys);
  await mergeBridges(tx, viewer, standIns(sameServices));
  const addresses = split(await tx.ipAddress.findMany({ ...args, orderBy: [{ position: 'asc' }, ...inOrder] }), hosts);
  const ports = split(await tx.port.findMany(args), hosts);
  const interfaces = split(await tx.interface.findMany(args), hosts);
  const bindings = split(await tx.binding.findMany(args), hosts);

  const byPlace = addressKeys.slice(0, 1);
  const sameAddresses = sameRows(addresses.others, addresses.destinationRows, keepsAddresses ? byPlace : addressKeys);
  const samePorts = sameRows(ports.others, ports.destinationRows, portKeys);
  const sameInterfaces = sameRows(interfaces.others, interfaces.destinationRows, interfaceKeys);
  const replacements = {
    services: standIns(sameServices),
    addresses: standIns(sameAddresses),
    ports: standIns(samePorts),
    interfaces: standIns(sameInterfaces),
  };
  const bound = bindings.others.map((row) => ({
    ...row,
    hostId: destination.id,
    serviceId: replacements.services.get(row.serviceId) ?? row.serviceId,
    ipAddressId: row.ipAddressId && (replacements.addresses.get(row.ipAddressId) ?? row.ipAddressId),
    portId: row.portId && (replacements.ports.get(row.portId) ?? row.portId),
  }));
  const removedBindings = settleBindings([...bindings.destinationRows, ...bound]);

  for (const [list, { destinationRows, others }, equalServices] of [
    ['ipAddresses', addresses, sameAddresses],
    ['ports', ports, samePorts],
    ['interfaces', interfaces, sameInterfaces],
    ['services', services, sameServices],
  ] as const) {
    const rowCount = destinationRows.length + others.length - equalServices.size;
    if (rowCount > listLimits[list] && rowCount > destinationRows.length)
      throw consolidationError(`more than ${listLimits[list]} ${list}`);
  }

  await moveParts(tx);
  const write = writer(tx, viewer, destination.id);
  const copiedColumns = ['position', ...addressColumns.flat(), ...seenColumns];
  await write('IpAddress', copiedColumns, atTheEnd(addresses), sameAddresses, addressColumns);
  const portColumns = [...certificateColumns, 'sshHostKeys', ...seenColumns];
  await write('Port', portColumns, ports, samePorts, [certificateColumns, ['sshHostKeys']]);
  const movedInterfaces = interfaces.others.map((row) => {
    const movedRow = follow(follow(row, 'ipAddressId', replacements.addresses), 'aggregateId', replacements.interfaces);
    // If a port and its aggregate are both merged into one port, that port must not become its own aggregate.
    const isOwn = movedRow.aggregateId === (replacements.interfaces.get(row.id) ?? row.id);
    return isOwn ? { ...movedRow, aggregateId: null } : movedRow;
  });
  const lists = { ...interfaces, others: movedInterfaces };
  await write('Interface', [...interfaceColumns.flat(), ...seenColumns], lists, sameInterfaces, interfaceColumns);
  const run = services.others.map((row) => follow(row, 'virtualizationServiceId', replacements.services));
  const runs = atTheEnd({ ...services, others: run });
  await write('Service', ['position', ...serviceColumns.flat(), ...seenColumns], runs, sameServices, serviceColumns);

  const idsOf = ({ destinationRows, others }: { destinationRows: Part[]; others: Part[] }) =>
    [...destinationRows, ...others].map((row) => row.id);
  await moveReferences(tx, viewer, hosts, {
    ...replacements,
    bindings: removedBindings,
    allInterfaces: idsOf(interfaces),
  });
  if (removedBindings.size > 0) await tx.binding.deleteMany({ where: { id: { in: [...removedBindings.keys()] } } });
  const keptBindings = bound.filter((row) => !removedBindings.has(row.id));
  await setRows(tx, viewer, 'Binding', ['hostId', 'serviceId', 'ipAddressId', 'portId'], keptBindings);
  await fillHost(tx, hosts, new Set(idsOf(services)));
}

function split<R extends Part>(rows: readonly R[], { destination }: Hosts): { destinationRows: R[]; others: R[] } {
  const isThere = (row: R) => row.hostId === destination.id;
  return { destinationRows: rows.filter(isThere), others: rows.filter((row) => !isThere(row)) };
}

const standIns = (equalRows: ReadonlyMap<string, { id: string }>): StandIns =>
  new Map([...equalRows].map(([id, destinationRow]) => [id, destinationRow.id]));

const follow = <R extends object, F extends keyof R>(row: R, field: F, ids: StandIns): R => ({
  ...row,
  [field]: ids.get(row[field] as string) ?? row[field],
});

/**
 * Places the rows of the deleted host (`others`) after the rows of the remaining host (`destinationRows`), by their
 * positions.
 */
function atTheEnd<R extends Part & { position: number }>({
  destinationRows,
  others,
}: {
  destinationRows: R[];
  others: R[];
}) {
  const first = Math.max(-1, ...destinationRows.map(({ position }) => position)) + 1;
  return {
    destinationRows,
    others: others.map((row, index) => ({ ...row, position: Math.min(first + index, highestInt32) })),
  };
}

/**
 * Returns a function that writes rows of the deleted host. A row that the remaining host lacks moves to the remaining
 * host. If the remaining host has an equal row, values of the deleted host's row fill its empty columns.
 */
const writer =
  (tx: Db, viewer: Viewer, destinationId: string) =>
  async (
    model: 'IpAddress' | 'Port' | 'Interface' | 'Service',
    fields: readonly string[],
    rows: { readonly destinationRows: readonly Part[]; readonly others: readonly Part[] },
    equalRows: ReadonlyMap<string, Part>,
    groups: readonly (readonly string[])[],
  ): Promise<void> => {
    const filledRows = new Map<string, Part>();
    for (const row of rows.others) {
      const destinationRow = equalRows.get(row.id);
      const before = destinationRow && (filledRows.get(destinationRow.id) ?? destinationRow);
      const mergedColumns = before ? mergeColumns(before, row, groups) : {};
      if (before && Object.keys(mergedColumns).length > 0) filledRows.set(before.id, { ...before, ...mergedColumns });
    }
    const movedRows = rows.others
      .filter(({ id }) => !equalRows.has(id))
      .map((row) => ({ ...row, hostId: destinationId }));
    const writtenRows = [...filledRows.values(), ...movedRows].map((row: Part) =>
      model === 'Service' && row.virtualizationServiceId === row.id ? { ...row, virtualizationServiceId: null } : row,
    );
    await setRows(tx, viewer, model, ['hostId', ...fields], writtenRows);
  };

/**
 * Merges bridge subnets of a deleted container runtime with equal bridge subnets of the runtime that replaces it,
 * including the addresses in the subnets.
 */
async function mergeBridges(tx: Db, viewer: Viewer, services: StandIns): Promise<void> {
  const runtimes = [...services.keys(), ...services.values()];
  const ownedSubnets = await tx.subnet.findMany({
    where: { virtualizationServiceId: { in: runtimes }, subnetType: { in: [...containerBridges] } },
    orderBy: inOrder,
  });
  const keptSubnets = new Map<string, string>();
  const equalSubnets = new Map<string, string>();
  const runtimeOf = ({ virtualizationServiceId: id }: (typeof ownedSubnets)[number]) => services.get(id!) ?? id!;
  const staying = ownedSubnets.filter((subnet) => !services.has(subnet.virtualizationServiceId!));
  for (const subnet of [...staying, ...ownedSubnets.filter((one) => !staying.includes(one))]) {
    const key = `${runtimeOf(subnet)} ${subnet.cidr} ${subnet.namespace}`;
    if (keptSubnets.has(key)) equalSubnets.set(subnet.id, keptSubnets.get(key)!);
    else keptSubnets.set(key, subnet.id);
  }
  const addresses = await tx.ipAddress.findMany({
    where: { subnetId: { in: [...equalSubnets.keys(), ...equalSubnets.values()] } },
    orderBy: inOrder,
  });
  const placeOf = (hostId: string, subnetId: string, ip: string) => `${hostId} ${subnetId} ${ip}`;
  const takenPlaces = new Set(addresses.map((row) => placeOf(row.hostId, row.subnetId, row.ipAddress)));
  const movedAddresses = addresses.flatMap((row) => {
    const subnetId = equalSubnets.get(row.subnetId);
    const place = placeOf(row.hostId, subnetId ?? '', row.ipAddress);
    if (subnetId === undefined || takenPlaces.has(place)) return [];
    takenPlaces.add(place);
    return [{ ...row, subnetId }];
  });
  await setRows(tx, viewer, 'IpAddress', ['subnetId'], movedAddresses);
  if (equalSubnets.size > 0) await tx.subnet.deleteMany({ where: { id: { in: [...equalSubnets.keys()] } } });
}

/**
 * Fills empty columns of the remaining host (`destination`) with values of the deleted host (`other`). If one of the
 * two hosts ran as a virtual machine on the other, this reference is removed: a host must not be its own hypervisor.
 */
async function fillHost(tx: Db, { destination, other }: Hosts, ownServices: ReadonlySet<string>): Promise<void> {
  const without = (host: Host): Host =>
    ownServices.has(host.virtualizationServiceId ?? '') ? { ...host, virtualizationServiceId: null } : host;
  const filledColumns = mergeColumns(without(destination), without(other), hostColumns);
  const { virtualizationServiceId } = { ...without(destination), ...filledColumns };
  // The remaining host counts as missing only if both hosts were missing.
  const missingSince = other.missingSince && destination.missingSince;
  const data = { ...filledColumns, virtualizationServiceId, missingSince, updatedAt: new Date() };
  await updateVisible(tx, 'Host', destination.id, data, { query: { select: { id: true } } });
}
