// Converts the rows that were read from a device to machines: the device itself, and the machines in its ARP table.
// Pure functions.
import { BlockList, isIP } from 'node:net';
import { withoutUndefined } from '../../../platform/text/members';
import type { PrefixedAddress } from '../../evidence/addresses';
import type { Engine } from '../container-engine';
import { machinesOnLan } from '../docker';
import { machineOfGuest } from '../guests';
import { placeName, type ApiPlace } from '../http/trust';
import {
  machinesInArp,
  someFacts,
  somePort,
  withDistinctNames,
  type FoundMachine,
  type MachineFacts,
} from '../reading';
import type { DeviceTable, InterfaceFacts, NeighborFacts } from '../snmp';
import type { LibvirtGuest } from './libvirt';
import type { PortRow, Rows } from './rows';

export const sourceName = 'ssh';

/** Maximum numbers of rows per device that are used. */
const most = { ports: 10_000, addresses: 1_000, arp: 50_000, routes: 2_000 } as const;

export interface ReadDevice {
  readonly rows: Rows;
  /** Tables of which all rows were read. */
  readonly complete: readonly DeviceTable[];
  readonly os: string;
  /** The libvirt guests of the machine; undefined if libvirt is not installed. */
  readonly guests?: readonly LibvirtGuest[];
  /** The container engine of the machine; undefined if there is none. */
  readonly engine?: Engine;
}

export const keyOf = (place: ApiPlace): string => `${sourceName} ${placeName(place)}`;

export function machinesOf(device: ReadDevice, place: ApiPlace): FoundMachine[] {
  const { rows: ownRows, complete, os, guests = [], engine } = device;
  const rows = withTaps(withoutBridges(ownRows, engine), guests);
  const { identity, vlans } = rows;
  const portRows = withOnePortEach(rows).slice(0, most.ports);
  const indexes = indexesOf(portRows);
  const indexOf = (port: string | undefined): number => (port === undefined ? undefined : indexes.get(port)) ?? 0;
  const ports = portsOf(portRows, rows, indexOf);
  const addresses = rows.addresses
    .slice(0, most.addresses)
    .map(({ port, ...address }) => ({ ...address, ifIndex: indexOf(port) }));
  const arp = rows.arp.slice(0, most.arp).map(({ port, ...row }) => ({ ...row, ifIndex: indexOf(port) }));
  const routes = rows.routes.slice(0, most.routes).map(({ port, ...route }) => {
    const ifIndex = indexOf(port);
    return { ...route, ...(ifIndex > 0 && { ifIndex }) };
  });
  const facts: MachineFacts = someFacts(
    { interfaces: withDistinctNames(ports), addresses, arp, vlans: withOneNumberEach(vlans), routes },
    complete.filter((table) => {
      if (table === 'routes') return rows.routes.length <= most.routes;
      // Ports name their aggregate by its ifIndex, which some devices do not print. The list of aggregates is then
      // incomplete.
      return table !== 'aggregates' || portRows.every(({ aggregate }) => !aggregate || indexOf(aggregate) > 0);
    }),
  );
  const { name, chassisId, os: ownName, ...entity } = identity;
  const deviceMachine: FoundMachine = {
    ...{ source: sourceName, key: keyOf(place), name, os: ownName ?? os, entity },
    ...(chassisId !== undefined && { chassisId }),
    // The address at which the device was read is used if the device lists no address.
    facts: addresses.length > 0 ? facts : { ...facts, addresses: [{ address: place.address, ifIndex: 0 }] },
    ...(guests.length > 0 && { hypervisor: { definition: 'libvirt' } }),
    ...(engine && { engine }),
  };
  const others = [
    ...machinesOfGuests(guests, deviceMachine),
    ...(engine ? machinesOnLan(sourceName, deviceMachine.key, engine) : []),
  ];
  const macs = new Set(
    others.flatMap(({ mac, facts: { interfaces } }) => [mac, ...interfaces.map((port) => port.mac)]),
  );
  return [deviceMachine, ...machinesInArp(deviceMachine).filter(({ mac }) => !macs.has(mac)), ...others];
}

/**
 * Removes addresses and ARP entries in the subnets of container bridges, because they are reported with the containers.
 */
function withoutBridges(rows: Rows, engine: Engine | undefined): Rows {
  const cidrs = (engine?.networks ?? []).filter(({ driver }) => driver === 'bridge').flatMap(({ subnets }) => subnets);
  const bridges = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', length = ''] = cidr.split('/');
    if (isIP(network) !== 0 && /^\d{1,3}$/.test(length) && Number(length) <= (isIP(network) === 4 ? 32 : 128))
      bridges.addSubnet(network, Number(length), familyOf(network));
  }
  const isElsewhere = ({ address }: { readonly address: string }) => !bridges.check(address, familyOf(address));
  return { ...rows, addresses: rows.addresses.filter(isElsewhere), arp: rows.arp.filter(isElsewhere) };
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/**
 * Adds the MAC address and VLANs of each guest's adapter to the hypervisor's port to which the adapter is connected.
 */
function withTaps(rows: Rows, guests: readonly LibvirtGuest[]): Rows {
  const taps = guests.flatMap(({ taps: ports }) => ports);
  return {
    ...rows,
    fdb: [...rows.fdb, ...taps.map(({ port, adapter: { mac } }) => ({ port, mac }))],
    memberships: [
      ...rows.memberships,
      ...taps.map(({ port, adapter: { vlan, trunks } }) => ({
        ...{ port, tagged: trunks },
        ...(vlan !== undefined && { native: vlan }),
      })),
    ],
  };
}

/**
 * The guests that have an adapter. A guest also gets the addresses that the hypervisor's ARP table lists for its MAC
 * addresses.
 */
function machinesOfGuests(guests: readonly LibvirtGuest[], { key: hypervisorKey, facts }: FoundMachine) {
  const arp = new Map<string, PrefixedAddress[]>();
  for (const { address, mac } of facts.arp) arp.set(mac, [...(arp.get(mac) ?? []), { address }]);
  return guests
    .filter(({ adapters }) => adapters.length > 0)
    .map((guest) => {
      // Leased addresses come first, because they have a prefix length, which addresses from the ARP table lack.
      const addresses = new Map(
        guest.adapters.map(({ mac }) => [mac, [...(guest.addresses.get(mac) ?? []), ...(arp.get(mac) ?? [])]] as const),
      );
      // The key does not contain the hypervisor, so that a guest that is moved to another hypervisor keeps its key.
      const key = `${sourceName} libvirt ${guest.id}`;
      return machineOfGuest({ ...guest, addresses }, { source: sourceName, key, platform: 'Libvirt', hypervisorKey });
    });
}

/**
 * Numbers that identify the ports in the report: a port's ifIndex, or a negative number if its ifIndex is missing or
 * used twice.
 */
function indexesOf(ports: readonly PortRow[]): Map<string, number> {
  const usedIndexes = new Set<number>();
  return new Map(
    ports.map(({ name, ifIndex }, at) => {
      const isOwn = ifIndex !== undefined && ifIndex > 0 && ifIndex < 2 ** 31 && !usedIndexes.has(ifIndex);
      if (isOwn) usedIndexes.add(ifIndex);
      return [name, isOwn ? ifIndex : -(at + 1)] as const;
    }),
  );
}

/**
 * One row per port name: the ports that the device lists, then ports that only other tables (forwarding, neighbors,
 * VLANs) name.
 */
function withOnePortEach({ ports, fdb, neighbors, memberships }: Rows): PortRow[] {
  const byName = new Map<string, PortRow>();
  for (const port of ports) byName.set(port.name, { ...byName.get(port.name), ...withoutUndefined(port) });
  for (const { port } of [...fdb, ...neighbors, ...memberships])
    if (port !== '' && !byName.has(port)) byName.set(port, { name: port });
  byName.delete('');
  return [...byName.values()];
}

function byPort<T extends { readonly port: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.port);
    if (group) group.push(row);
    else groups.set(row.port, [row]);
  }
  return groups;
}

function portsOf(
  portRows: readonly PortRow[],
  { fdb, neighbors, memberships, vlans: deviceVlans }: Rows,
  indexOf: (port: string | undefined) => number,
): InterfaceFacts[] {
  const learned = byPort(fdb);
  const heard = byPort(neighbors);
  const members = byPort(memberships);
  const ownMacs = new Set(portRows.map(({ mac }) => mac));
  return portRows.map(({ aggregate, ...row }) => {
    const { name } = row;
    const vlans = members.get(name) ?? [];
    const native = vlans.map((one) => one.native).find((number) => number !== undefined);
    const all = deviceVlans.map(({ number }) => number);
    const tagged = new Set(vlans.flatMap((one) => (one.hasAllVlans ? all : one.tagged)));
    const macs = (learned.get(name) ?? []).map(({ mac }) => mac).filter((mac) => !ownMacs.has(mac));
    const aggregateIfIndex = indexOf(aggregate);
    return somePort({
      ...{ descr: name, ...row, ifIndex: indexOf(name) },
      ...(aggregateIfIndex > 0 && { aggregateIfIndex }),
      ...(native !== undefined && { nativeVlan: native }),
      taggedVlans: [...tagged].filter((number) => number !== native).sort((a, b) => a - b),
      fdbMacs: [...new Set(macs)],
      neighbors: withoutRepeats((heard.get(name) ?? []).map(({ neighbor }) => neighbor)),
    });
  });
}

const withoutRepeats = (neighbors: readonly NeighborFacts[]): NeighborFacts[] => [
  ...new Map(neighbors.map((one) => [JSON.stringify(one), one] as const)).values(),
];

/** One row per VLAN number, with the first name that the rows contain for the VLAN. */
function withOneNumberEach(vlans: Rows['vlans']): { number: number; name?: string }[] {
  const byNumber = new Map<number, { number: number; name?: string }>();
  for (const { number, name } of vlans) {
    const vlanName = byNumber.get(number)?.name ?? name;
    byNumber.set(number, { number, ...(vlanName !== undefined && { name: vlanName }) });
  }
  return [...byNumber.values()];
}
