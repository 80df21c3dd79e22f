// Judges the addresses of hosts: those that two hosts have, MAC addresses of two machines, addresses in no subnet.
import { BlockList, isIP } from 'node:net';
import { isRepeatingAddress, isStationMac, isVendorAssigned } from '../../../../platform/text/identifiers';
import type { InventoryIpAddress } from '../../graph/inventory';
import { byText } from '../../graph/order';
import { memoizeByIdentity } from '../../graph/remembered';
import type { Judge } from '../context';
import { isMissing, type FactsIndex } from '../facts-index';
import { forwardingOf } from '../roles';
import { parseRow, subnetRanges, type SubnetRange } from './prefixes';

/** An address in its namespace. Namespaces may have spaces, addresses have none. */
const addressKey = (namespace: string, ipAddress: string): string => `${ipAddress} ${namespace}`;

interface SingleAddresses {
  /** One row of each address. */
  readonly rows: ReadonlyMap<string, InventoryIpAddress>;
  /** All rows of the addresses that several rows have. */
  readonly shared: ReadonlyMap<string, readonly InventoryIpAddress[]>;
}

/** Addresses that one host at a time can have. Those of missing hosts may have been given to others. */
const singleAddresses = memoizeByIdentity((index: FactsIndex): SingleAddresses => {
  const ranges = new Map(subnetRanges(index).map((range) => [range.subnet.id, range]));
  const isVirtual = new Set(
    index.facts.virtualAddresses.map(({ namespace, ipAddress }) => addressKey(namespace, ipAddress)),
  );
  const rows = new Map<string, InventoryIpAddress>();
  const shared = new Map<string, InventoryIpAddress[]>();
  for (const address of index.lookup.inventory.ipAddresses) {
    const range = ranges.get(address.subnetId);
    const host = index.lookup.hosts.get(address.hostId);
    if (!range || !host || isMissing(host) || range.isSystem || range.isInsideMachine) continue;
    const key = addressKey(range.namespace, address.ipAddress);
    if (isVirtual.has(key) || isRepeatingAddress(address.ipAddress)) continue;
    const first = rows.get(key);
    const others = shared.get(key);
    if (others) others.push(address);
    else if (first) shared.set(key, [first, address]);
    else rows.set(key, address);
  }
  return { rows, shared };
});

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort(byText);

/** Whether several routers have the address with one MAC address: an anycast gateway. */
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
  const { rows, shared } = singleAddresses(index);
  for (const [key, row] of rows)
    if ((shared.get(key) ?? [row]).some(({ hostId }) => selected.presentHostIds.has(hostId))) report.addJudged(1);
  for (const addressRows of shared.values()) {
    const hostIds = distinct(addressRows.map(({ hostId }) => hostId));
    if (!hostIds.some((id) => selected.presentHostIds.has(id))) continue;
    if (hostIds.length < 2 || isAnycastGateway(index, addressRows)) continue;
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

/** The hosts that have a MAC address. */
interface MacHolders {
  readonly hostIds: Set<string>;
  /** Ids of hosts by id of the subnet; empty for MAC addresses that a vendor has assigned. */
  readonly bySubnet: Map<string, Set<string>>;
}
interface Macs {
  /** Id of the first host with each MAC address. */
  readonly firstHosts: ReadonlyMap<string, string>;
  /** The MAC addresses that several hosts have. */
  readonly shared: ReadonlyMap<string, MacHolders>;
}

/** The rows that show the MAC address of a host, with the subnet in which they do. */
function* macRows({ facts, lookup }: FactsIndex, ranges: ReadonlyMap<string, SubnetRange>) {
  const answering = new Set(facts.answeringForOthersIds);
  for (const { id, hostId, subnetId, macAddress } of lookup.inventory.ipAddresses) {
    const range = ranges.get(subnetId);
    // Containers on a bridge have MAC addresses that repeat on other machines, and those of IPVLAN that of their host.
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
 * Ids of the machines that have a MAC address. A hypervisor that lists the MAC address of its virtual machine does not
 * count. A locally administered MAC address counts only where two hosts have it in one subnet.
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
