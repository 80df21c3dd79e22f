// Judges the addresses of hosts: IP addresses of two hosts, MAC addresses of two machines, and addresses outside of all
// subnets.
import { BlockList, isIP } from 'node:net';
import { isRepeatingAddress, isStationMac, isVendorAssigned } from '../../../../platform/text/identifiers';
import type { InventoryIpAddress } from '../../graph/inventory';
import { byText } from '../../graph/order';
import { memoizeByIdentity } from '../../graph/remembered';
import type { Judge } from '../context';
import { isMissing, isPresentHost, type FactsIndex } from '../facts-index';
import { forwardingOf } from '../roles';
import { parseRow, subnetRanges, type SubnetRange } from './prefixes';

/**
 * The key of an address in its namespace. The address comes first, because a namespace may contain spaces and an
 * address cannot.
 */
const addressKey = (namespace: string, ipAddress: string): string => `${ipAddress} ${namespace}`;

interface SingleAddresses {
  /** For each address, the first row that has it. */
  readonly rows: ReadonlyMap<string, InventoryIpAddress>;
  /** For each address that several rows have, all of these rows. */
  readonly shared: ReadonlyMap<string, readonly InventoryIpAddress[]>;
  /**
   * For each virtual address that a host outside its group has: ids of the group's hosts. The rows of the group itself
   * are not in `rows` and `shared`.
   */
  readonly groupHostIds: ReadonlyMap<string, readonly string[]>;
}

/** A virtual address (VRRP, HSRP), with the group's hosts that are not missing. */
interface Owners {
  readonly hostIds: Set<string>;
  /** MAC addresses of these hosts. */
  readonly macs: Set<string>;
  /** Whether no host of the group is known. */
  isUnknown: boolean;
}

/** The owners of each virtual address, by the key of the address. */
function virtualOwners(index: FactsIndex): ReadonlyMap<string, Owners> {
  const { facts, lookup } = index;
  const owners = new Map<string, Owners>();
  for (const { namespace, ipAddress, hostIds } of facts.virtualAddresses) {
    const key = addressKey(namespace, ipAddress);
    const owner = owners.get(key) ?? { hostIds: new Set<string>(), macs: new Set<string>(), isUnknown: false };
    owners.set(key, owner);
    if (hostIds.length === 0) owner.isUnknown = true;
    for (const hostId of hostIds) {
      if (!isPresentHost(index, hostId)) continue;
      owner.hostIds.add(hostId);
      // The member's row of the virtual address itself may have the MAC address of a host that has taken the address.
      const addresses = lookup.addressesOf(hostId).filter((row) => row.ipAddress !== ipAddress);
      for (const { macAddress } of [...lookup.interfacesOf(hostId), ...addresses])
        if (macAddress) owner.macs.add(macAddress);
    }
  }
  return owners;
}

/** Whether the group itself may answer at the address of the row, so that no second host has its virtual address. */
const isOfGroup = ({ hostIds, macs, isUnknown }: Owners, { hostId, macAddress }: InventoryIpAddress): boolean =>
  isUnknown || hostIds.has(hostId) || !isStationMac(macAddress) || macs.has(macAddress);

/**
 * Addresses that only one host may have at a time. Leaves out missing hosts, because another host may have their
 * address now.
 */
const singleAddresses = memoizeByIdentity((index: FactsIndex): SingleAddresses => {
  const ranges = new Map(subnetRanges(index).map((range) => [range.subnet.id, range]));
  const virtual = virtualOwners(index);
  const groupHostIds = new Map<string, readonly string[]>();
  const rows = new Map<string, InventoryIpAddress>();
  const shared = new Map<string, InventoryIpAddress[]>();
  for (const address of index.lookup.inventory.ipAddresses) {
    const range = ranges.get(address.subnetId);
    const host = index.lookup.hosts.get(address.hostId);
    if (!range || !host || isMissing(host) || range.isSystem || range.isInsideMachine) continue;
    const key = addressKey(range.namespace, address.ipAddress);
    if (isRepeatingAddress(address.ipAddress)) continue;
    const owners = virtual.get(key);
    if (owners && isOfGroup(owners, address)) continue;
    if (owners && owners.hostIds.size > 0) groupHostIds.set(key, [...owners.hostIds]);
    const first = rows.get(key);
    const others = shared.get(key);
    if (others) others.push(address);
    else if (first) shared.set(key, [first, address]);
    else rows.set(key, address);
  }
  return { rows, shared, groupHostIds };
});

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort(byText);

/** Whether the address is an anycast gateway: several routers have it, all with the same MAC address. */
function isAnycastGateway(index: FactsIndex, addressRows: readonly InventoryIpAddress[]): boolean {
  const macs = new Set(addressRows.map(({ macAddress }) => macAddress ?? null));
  const forwarding = forwardingOf(index);
  const role = (hostId: string) => index.hostFacts.get(hostId)?.role;
  return (
    macs.size === 1 &&
    !macs.has(null) &&
    addressRows.every(({ hostId }) => forwarding.ofPackets(hostId) === 'Yes' || role(hostId) === 'Switch')
  );
}

export const judgeAddressTwice: Judge<'NoAddressTwice'> = ({ index, selected, report }) => {
  const { rows, shared, groupHostIds } = singleAddresses(index);
  const isSelected = (hostId: string): boolean => selected.presentHostIds.has(hostId);
  for (const [key, row] of rows)
    if ((shared.get(key) ?? [row]).some(({ hostId }) => isSelected(hostId)) || groupHostIds.get(key)?.some(isSelected))
      report.addJudged(1);
  for (const key of new Set([...shared.keys(), ...groupHostIds.keys()])) {
    const addressRows = shared.get(key) ?? [rows.get(key)!];
    const groupHosts = groupHostIds.get(key) ?? [];
    const hostIds = distinct([...addressRows.map(({ hostId }) => hostId), ...groupHosts]);
    if (!hostIds.some(isSelected) || hostIds.length < 2) continue;
    if (groupHosts.length === 0 && isAnycastGateway(index, addressRows)) continue;
    const subnetIds = distinct(addressRows.map(({ subnetId }) => subnetId));
    const { ipAddress } = addressRows[0]!;
    report.find('address_twice', [ipAddress, ...hostIds, ...subnetIds], () => {
      const [first, ...others] = distinct(addressRows.map(({ id }) => id));
      return {
        subject: 'IpAddress',
        elementIds: [first!, ...hostIds, ...others, ...subnetIds],
        params: {
          ...{ address: ipAddress, count: hostIds.length },
          ...{ host: index.nameOfHost(hostIds[0]!), otherHost: index.nameOfHost(hostIds[1]!) },
        },
      };
    });
  }
};

/** The hosts that have a certain MAC address. */
interface MacHolders {
  readonly hostIds: Set<string>;
  /**
   * Host ids by subnet id, for a MAC address that must be unique only within a subnet. Empty for a MAC address that a
   * vendor assigned: it must be unique everywhere.
   */
  readonly bySubnet: Map<string, Set<string>>;
}
interface Macs {
  /** By MAC address: id of the first host that has it. */
  readonly firstHosts: ReadonlyMap<string, string>;
  /** The MAC addresses that several hosts have, each with these hosts. */
  readonly shared: ReadonlyMap<string, MacHolders>;
}

/** The MAC addresses of all hosts, from their IP addresses and from their ports. */
function* macRows({ facts, lookup }: FactsIndex, ranges: ReadonlyMap<string, SubnetRange>) {
  const answering = new Set(facts.answeringForOthersIds);
  for (const { id, hostId, subnetId, macAddress } of lookup.inventory.ipAddresses) {
    const range = ranges.get(subnetId);
    // Leave out MAC addresses that several machines may have: those of containers on a bridge, of containers in an
    // IPVLAN (they have the MAC address of their host), and of routers that answer ARP for other machines.
    if (answering.has(id) || !range || range.isInsideMachine || range.subnet.subnetType === 'IpVlan') continue;
    yield { mac: macAddress, hostId, subnetId };
  }
  for (const { hostId, macAddress } of lookup.inventory.interfaces)
    yield { mac: macAddress, hostId, subnetId: undefined };
}

const macsOf = memoizeByIdentity((index: FactsIndex): Macs => {
  const ranges = new Map(subnetRanges(index).map((range) => [range.subnet.id, range]));
  const firstHosts = new Map<string, string>();
  const sharedMacs = new Set<string>();
  const rows: { readonly mac: string; readonly hostId: string; readonly subnetId: string | undefined }[] = [];
  for (const { mac, hostId, subnetId } of macRows(index, ranges)) {
    const host = index.lookup.hosts.get(hostId);
    if (!isStationMac(mac) || !host || isMissing(host)) continue;
    const first = firstHosts.get(mac);
    if (first === undefined) firstHosts.set(mac, hostId);
    else if (first !== hostId) sharedMacs.add(mac);
    rows.push({ mac, hostId, subnetId });
  }
  const shared = new Map<string, MacHolders>();
  for (const { mac, hostId, subnetId } of rows) {
    if (!sharedMacs.has(mac)) continue;
    const holders = shared.get(mac) ?? { hostIds: new Set<string>(), bySubnet: new Map<string, Set<string>>() };
    shared.set(mac, holders);
    holders.hostIds.add(hostId);
    if (subnetId !== undefined && !isVendorAssigned(mac))
      holders.bySubnet.set(subnetId, (holders.bySubnet.get(subnetId) ?? new Set<string>()).add(hostId));
  }
  return { firstHosts, shared };
});

/**
 * Ids of the machines that share a MAC address. A hypervisor that lists the MAC address of its own virtual machine is
 * left out. A locally administered MAC address counts only if two hosts in the same subnet have it.
 */
function machinesWith(index: FactsIndex, mac: string, { hostIds, bySubnet }: MacHolders): string[] {
  const { hosts, services } = index.lookup;
  const hypervisorOf = (hostId: string): string | undefined =>
    services.get(hosts.get(hostId)?.virtualizationServiceId ?? '')?.hostId;
  const withoutHypervisors = (ids: ReadonlySet<string>): string[] => {
    const hypervisors = new Set([...ids].map(hypervisorOf));
    return [...ids].filter((id) => !hypervisors.has(id)).sort(byText);
  };
  if (isVendorAssigned(mac)) return withoutHypervisors(hostIds);
  return distinct([...bySubnet.values()].map(withoutHypervisors).flatMap((ids) => (ids.length > 1 ? ids : [])));
}

export const judgeMacs: Judge<'NoMacAtTwoMachines'> = ({ index, selected, report }) => {
  const { firstHosts, shared } = macsOf(index);
  let knownMacCount = 0;
  for (const [mac, hostId] of firstHosts) {
    const hostIds = shared.get(mac)?.hostIds ?? [hostId];
    if ([...hostIds].some((id) => selected.presentHostIds.has(id))) knownMacCount += 1;
  }
  report.addJudged(knownMacCount);
  if (knownMacCount === 0 && selected.presentHosts.length > 0) report.lack('mac_not_known');
  const anycastMacs = anycastGatewayMacs(index);
  for (const [mac, holders] of shared) {
    if (anycastMacs.has(mac)) continue;
    const hostIds = machinesWith(index, mac, holders);
    if (hostIds.length < 2 || !hostIds.some((id) => selected.presentHostIds.has(id))) continue;
    report.find('mac_at_two_machines', [mac, ...hostIds], () => ({
      subject: 'Host',
      elementIds: hostIds,
      params: {
        ...{ mac, count: hostIds.length },
        ...{ host: index.nameOfHost(hostIds[0]!), otherHost: index.nameOfHost(hostIds[1]!) },
      },
    }));
  }
};

const anycastGatewayMacs = memoizeByIdentity(
  (index: FactsIndex): ReadonlySet<string> =>
    new Set(
      [...singleAddresses(index).shared.values()].flatMap((addressRows) =>
        isAnycastGateway(index, addressRows) ? addressRows[0]!.macAddress! : [],
      ),
    ),
);

/** Ranges for private use: RFC 1918, RFC 6598, RFC 4193. */
const privateRanges = new BlockList();
for (const [address, length] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  privateRanges.addSubnet(address, length, 'ipv4');
privateRanges.addSubnet('fc00::', 7, 'ipv6');

export const judgeOutside: Judge<'NoAddressOutsideSubnets'> = ({ index, selected, report }) => {
  const ranges = new Map(subnetRanges(index).map((range) => [range.subnet.id, range]));
  const isInside = (row: InventoryIpAddress): boolean => {
    const { subnetId, ipAddress } = row;
    const [range, ip] = [ranges.get(subnetId), parseRow(row)];
    if (!range || !ip || ip.version !== range.version || ip.value < range.first || ip.value > range.last) return false;
    const isExternal = range.isSystem && range.subnet.subnetType === 'Internet';
    return !isExternal || !privateRanges.check(ipAddress, isIP(ipAddress) === 4 ? 'ipv4' : 'ipv6');
  };
  for (const address of index.lookup.inventory.ipAddresses) {
    const { id, hostId, subnetId, ipAddress } = address;
    if (!selected.presentHostIds.has(hostId)) continue;
    report.addJudged(1);
    if (isInside(address)) continue;
    report.find('address_outside_subnets', [id, ipAddress, subnetId], () => ({
      subject: 'IpAddress',
      elementIds: [id, hostId, subnetId],
      params: { address: ipAddress, host: index.nameOfHost(hostId) },
    }));
  }
};
