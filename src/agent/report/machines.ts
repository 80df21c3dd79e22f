// Groups addresses into machines: the addresses of one device, and addresses with the same MAC address.
import { isIP } from 'node:net';
import { isVirtualRouter } from '../../platform/text/addresses';
import { mostAddressesOfNic } from '../../platform/text/identifiers';
import type { FoundMachine } from '../sources';
import type { Engine } from '../sources/docker';
import type { FoundName } from '../names';
import type { PortFinding } from '../sources/scan/probe';
import type { LiveHost } from '../sources/scan/sweep';
import type { FoundService } from '../services/identify';
import type { DeviceFacts } from '../sources/snmp';

export interface MachineAddress {
  readonly address: string;
  readonly mac?: string;
  /** Where the MAC address is from: `arp` (the agent's own system), `snmp`, or the name of a data source. */
  readonly macSource?: string;
  /** Open TCP ports at this address. */
  ports: readonly number[];
}

/** What the operating system says about the machine on which the agent runs. */
export interface OwnMachine {
  readonly name: string;
  readonly os: string;
  readonly facts: Pick<DeviceFacts, 'interfaces' | 'addresses' | 'arp' | 'routes' | 'incomplete'>;
  readonly engine?: Engine;
}

export interface Machine {
  readonly addresses: MachineAddress[];
  readonly device?: DeviceFacts;
  readonly ownMachine?: OwnMachine;
  /** Container name, if the machine is a container on the LAN. */
  readonly container?: string;
  /** What data sources (APIs, SSH) list for the machine, at most one entry per data source. */
  readonly found?: readonly FoundMachine[];
  /** Whether the device answers a well-known SNMP community, such as `public`. Null if the answer is unknown. */
  readonly answersDefaultCommunity?: boolean | null | undefined;
  readonly names: FoundName[];
  readonly findings: PortFinding[];
  readonly services: FoundService[];
}

/** Whether the address identifies a machine: not loopback, link-local or multicast. */
export const isMachineAddress = (address: string): boolean =>
  isIP(address) !== 0 && !/^(0\.|127\.|169\.254\.|22[4-9]\.|2[345]\d\.|::1?$|fe[89ab]|ff)/i.test(address);

/** A key that stays the same each time the device is read: its chassis id, otherwise the MAC addresses of its ports. */
function deviceKey({ chassisId, interfaces }: DeviceFacts): string | undefined {
  if (chassisId) return `chassis ${chassisId.toLowerCase()}`;
  const macs = [...new Set(interfaces.flatMap(({ mac }) => (mac ? [mac.toLowerCase()] : [])))].sort();
  return macs.length > 0 ? `ports ${macs.join(' ')}` : undefined;
}

export function groupItems<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Disjoint sets (union-find). */
export class DisjointSets {
  private readonly parents = new Map<string, string>();

  find(one: string): string {
    let top = one;
    for (let next = this.parents.get(top); next !== undefined && next !== top; next = this.parents.get(top)) top = next;
    this.parents.set(one, top);
    return top;
  }

  join(one: string, other: string): void {
    this.parents.set(this.find(one), this.find(other));
  }
}

/**
 * Whether one network card can have all of these addresses, which have the same MAC address. Too many addresses in one
 * IPv4 subnet are those of several machines, for instance behind a repeater.
 */
function fitOneNic(addresses: readonly LiveHost[], subnetOf: (address: string) => string): boolean {
  const bySubnet = groupItems(
    addresses.filter(({ address }) => isIP(address) === 4),
    ({ address }) => subnetOf(address),
  );
  return [...bySubnet.values()].every(({ length }) => length <= mostAddressesOfNic);
}

/**
 * Names that a machine gives itself by mDNS (RFC 6762, section 9), LLMNR or NetBIOS. Such a name is unique on a link,
 * so two addresses with the same name are one machine.
 */
const linkLocalNameKeys = (names: readonly FoundName[]): string[] =>
  names.filter(({ source }) => source !== 'ReverseDns').map(({ name, source }) => `${source} ${name.toLowerCase()}`);

/**
 * Groups live hosts into machines by MAC address. If one MAC address has more addresses than a network card can have,
 * its addresses are grouped by the device that lists them, and by name. The keys of `devices` are addresses at which
 * devices were read.
 */
export function groupMachines(
  liveHosts: readonly LiveHost[],
  devices: ReadonlyMap<string, DeviceFacts>,
  subnetOf: (address: string) => string,
  names: ReadonlyMap<string, readonly FoundName[]> = new Map(),
): Machine[] {
  const live = addMacsFromArp(liveHosts, devices);
  const groups = new DisjointSets();
  const byMac = groupItems(
    live.filter(({ mac }) => mac !== undefined && !isVirtualRouter(mac.toLowerCase())),
    ({ mac }) => mac!.toLowerCase(),
  );
  for (const members of byMac.values()) {
    const [first, ...others] = members;
    if (fitOneNic(members, subnetOf)) for (const { address } of others) groups.join(address, first!.address);
    else {
      const namedAddresses = members.flatMap(({ address }) =>
        linkLocalNameKeys(names.get(address) ?? []).map((name) => ({ address, name })),
      );
      for (const [firstAddress, ...otherAddresses] of groupItems(namedAddresses, ({ name }) => name).values())
        for (const { address } of otherAddresses) groups.join(address, firstAddress!.address);
    }
  }

  const owners = new Map<string, string>();
  for (const [address, device] of devices) {
    const key = deviceKey(device);
    const otherReading = key === undefined ? undefined : owners.get(key);
    if (otherReading !== undefined) groups.join(address, otherReading);
    else if (key !== undefined) owners.set(key, address);
    const deviceAddresses = new Set(device.addresses.map((one) => one.address));
    for (const { mac } of device.interfaces) {
      const sharingMac = mac === undefined ? [] : (byMac.get(mac.toLowerCase()) ?? []);
      const joined = fitOneNic(sharingMac, subnetOf)
        ? sharingMac
        : sharingMac.filter((one) => deviceAddresses.has(one.address));
      for (const one of joined) groups.join(one.address, address);
    }
  }
  // The MAC address of a host behind a router is not visible. If exactly one device lists the host's address as its
  // own, the address belongs to that device.
  const claims = groupItems(
    [...devices].flatMap(([at, { addresses }]) => addresses.map(({ address }) => ({ address, at }))),
    ({ address }) => address,
  );
  for (const { address, mac } of live) {
    const claimants = new Set((claims.get(address) ?? []).map(({ at }) => groups.find(at)));
    if (mac === undefined && !devices.has(address) && claimants.size === 1) groups.join(address, [...claimants][0]!);
  }

  return [...groupItems(live, ({ address }) => groups.find(address)).values()].map((members) => {
    const device = members.flatMap(({ address }) => devices.get(address) ?? [])[0];
    const addresses = new Map<string, MachineAddress>();
    for (const { address, mac, macSource } of members)
      addresses.set(address, {
        ...(mac === undefined ? macOfAddress(device, address) : { mac, macSource: macSource ?? 'arp' }),
        address,
        ports: [],
      });
    for (const { address } of device?.addresses ?? [])
      if (isMachineAddress(address) && !addresses.has(address))
        addresses.set(address, { ...macOfAddress(device, address), address, ports: [] });
    return { addresses: [...addresses.values()], device, names: [], findings: [], services: [] };
  });
}

/** Adds MAC addresses from devices' ARP tables to hosts behind routers, if the tables agree. */
function addMacsFromArp(live: readonly LiveHost[], devices: ReadonlyMap<string, DeviceFacts>): LiveHost[] {
  const macsByAddress = new Map<string, Set<string>>();
  for (const { arp } of devices.values())
    for (const { address, mac } of arp)
      if (!isVirtualRouter(mac.toLowerCase()))
        macsByAddress.set(address, (macsByAddress.get(address) ?? new Set()).add(mac.toLowerCase()));
  return live.map((one) => {
    const [mac, another] = one.mac === undefined ? (macsByAddress.get(one.address) ?? []) : [];
    return mac === undefined || another !== undefined ? one : { ...one, mac, macSource: 'snmp' };
  });
}

/** The MAC address of the device's interface with this address. */
function macOfAddress(device: DeviceFacts | undefined, address: string): Pick<MachineAddress, 'mac' | 'macSource'> {
  const ifIndex = device?.addresses.find((one) => one.address === address)?.ifIndex;
  const mac = device?.interfaces.find((one) => one.ifIndex === ifIndex)?.mac;
  return mac === undefined ? {} : { mac, macSource: 'snmp' };
}

/** Addresses that only occur in devices' ARP tables, with their MAC addresses; at most `most`. */
export function hostsOnlyInArp(
  live: readonly LiveHost[],
  devices: ReadonlyMap<string, DeviceFacts>,
  most: number,
): LiveHost[] {
  const knownAddresses = new Set([
    ...live.map(({ address }) => address),
    ...[...devices.values()].flatMap(({ addresses }) => addresses.map(({ address }) => address)),
  ]);
  const hosts = new Map<string, LiveHost>();
  for (const { arp } of devices.values())
    for (const { address, mac } of arp)
      if (!knownAddresses.has(address) && isMachineAddress(address) && hosts.size < most)
        hosts.set(address, { address, mac, macSource: 'snmp' });
  return [...hosts.values()];
}
