// Which addresses are one machine: those of one device, and those behind one MAC.
import { isIP } from 'node:net';
import { isVirtualRouter } from '../../platform/text/addresses';
import { mostAddressesOfNic } from '../../platform/text/identifiers';
import type { Engine } from '../local';
import type { FoundName } from '../names';
import type { PortFinding } from '../scan/probe';
import type { Live } from '../scan/sweep';
import type { FoundService } from '../services/identify';
import type { DeviceFacts } from '../snmp';

export interface MachineAddress {
  readonly address: string;
  readonly mac?: string;
  /** Open TCP ports of this address. */
  ports: readonly number[];
}

/** What the agent knows of the machine that it runs on. */
export interface OwnMachine {
  readonly name: string;
  readonly os: string;
  readonly facts: Pick<DeviceFacts, 'interfaces' | 'addresses' | 'arp' | 'routes' | 'incomplete'>;
  readonly engine?: Engine;
}

export interface Machine {
  readonly addresses: MachineAddress[];
  readonly device?: DeviceFacts;
  readonly own?: OwnMachine;
  /** Name of the container that it is. */
  readonly container?: string;
  readonly names: FoundName[];
  readonly findings: PortFinding[];
  readonly services: FoundService[];
}

/** Addresses that are the same on every machine, or tell of none. */
export const isOwnAddress = (address: string): boolean =>
  isIP(address) !== 0 && !/^(0\.|127\.|169\.254\.|22[4-9]\.|2[345]\d\.|::1?$|fe[89ab]|ff)/i.test(address);

/** What two readings of one device have in common. */
function deviceKey({ chassisId, interfaces }: DeviceFacts): string | undefined {
  if (chassisId) return `chassis ${chassisId.toLowerCase()}`;
  const macs = [...new Set(interfaces.flatMap(({ mac }) => (mac ? [mac.toLowerCase()] : [])))].sort();
  return macs.length > 0 ? `ports ${macs.join(' ')}` : undefined;
}

export function groupedBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Sets that are joined step by step. */
class Groups {
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

/** Whether these addresses, which one MAC answers for, are of one NIC; in which subnet each is, `subnetOf` says. */
function areOfNic(addresses: readonly Live[], subnetOf: (address: string) => string): boolean {
  const bySubnet = groupedBy(
    addresses.filter(({ address }) => isIP(address) === 4),
    ({ address }) => subnetOf(address),
  );
  return [...bySubnet.values()].every(({ length }) => length <= mostAddressesOfNic);
}

/** Names by which a machine answers at an address, and which no other machine of the link may have: mDNS (RFC 6762 9), LLMNR, NetBIOS. */
const namesOfOwn = (names: readonly FoundName[]): string[] =>
  names.filter(({ source }) => source !== 'ReverseDns').map(({ name, source }) => `${source} ${name.toLowerCase()}`);

/**
 * `answering` answer themselves; `devices` were read at the address that they stand under. A MAC that answers for more
 * addresses of a subnet than a NIC has joins none of them but those that a device says are its own, and those at which
 * a machine says the same name: a server with several addresses, not machines behind a repeater.
 */
export function machinesOf(
  answering: readonly Live[],
  devices: ReadonlyMap<string, DeviceFacts>,
  subnetOf: (address: string) => string,
  names: ReadonlyMap<string, readonly FoundName[]> = new Map(),
): Machine[] {
  const live = withHeardMacs(answering, devices);
  const groups = new Groups();
  const byMac = groupedBy(
    live.filter(({ mac }) => mac !== undefined && !isVirtualRouter(mac.toLowerCase())),
    ({ mac }) => mac!.toLowerCase(),
  );
  for (const members of byMac.values()) {
    const [first, ...others] = members;
    if (areOfNic(members, subnetOf)) for (const { address } of others) groups.join(address, first!.address);
    else {
      const named = members.flatMap(({ address }) =>
        namesOfOwn(names.get(address) ?? []).map((name) => ({ address, name })),
      );
      for (const [same, ...more] of groupedBy(named, ({ name }) => name).values())
        for (const { address } of more) groups.join(address, same!.address);
    }
  }

  const owners = new Map<string, string>();
  for (const [address, device] of devices) {
    const key = deviceKey(device);
    const same = key === undefined ? undefined : owners.get(key);
    if (same !== undefined) groups.join(address, same);
    else if (key !== undefined) owners.set(key, address);
    const own = new Set(device.addresses.map((one) => one.address));
    for (const { mac } of device.interfaces) {
      const behind = mac === undefined ? [] : (byMac.get(mac.toLowerCase()) ?? []);
      const mine = areOfNic(behind, subnetOf) ? behind : behind.filter((one) => own.has(one.address));
      for (const one of mine) groups.join(one.address, address);
    }
  }
  // An address behind a router shows no MAC: a device that lists it has it, if only one does and nothing speaks against it.
  const claims = groupedBy(
    [...devices].flatMap(([at, { addresses }]) => addresses.map(({ address }) => ({ address, at }))),
    ({ address }) => address,
  );
  for (const { address, mac } of live) {
    const claimed = new Set((claims.get(address) ?? []).map(({ at }) => groups.find(at)));
    if (mac === undefined && !devices.has(address) && claimed.size === 1) groups.join(address, [...claimed][0]!);
  }

  return [...groupedBy(live, ({ address }) => groups.find(address)).values()].map((members) => {
    const device = members.flatMap(({ address }) => devices.get(address) ?? [])[0];
    const addresses = new Map<string, MachineAddress>();
    for (const { address, mac } of members)
      addresses.set(address, { address, mac: mac ?? macIn(device, address), ports: [] });
    for (const { address } of device?.addresses ?? [])
      if (isOwnAddress(address) && !addresses.has(address))
        addresses.set(address, { address, mac: macIn(device, address), ports: [] });
    return { addresses: [...addresses.values()], device, names: [], findings: [], services: [] };
  });
}

/** What answers from behind a router shows no MAC: the tables of devices have it, if they agree. */
function withHeardMacs(live: readonly Live[], devices: ReadonlyMap<string, DeviceFacts>): Live[] {
  const heard = new Map<string, Set<string>>();
  for (const { arp } of devices.values())
    for (const { address, mac } of arp)
      if (!isVirtualRouter(mac.toLowerCase()))
        heard.set(address, (heard.get(address) ?? new Set()).add(mac.toLowerCase()));
  return live.map((one) => {
    const [mac, another] = one.mac === undefined ? (heard.get(one.address) ?? []) : [];
    return mac === undefined || another !== undefined ? one : { ...one, mac };
  });
}

/** The MAC of the interface that has the address. */
function macIn(device: DeviceFacts | undefined, address: string): string | undefined {
  const ifIndex = device?.addresses.find((one) => one.address === address)?.ifIndex;
  return device?.interfaces.find((one) => one.ifIndex === ifIndex)?.mac;
}

/** Machines that only the tables of devices know of: addresses with their MACs that did not answer or were not asked. */
export function heardOf(live: readonly Live[], devices: ReadonlyMap<string, DeviceFacts>, most: number): Live[] {
  const known = new Set([
    ...live.map(({ address }) => address),
    ...[...devices.values()].flatMap(({ addresses }) => addresses.map(({ address }) => address)),
  ]);
  const heard = new Map<string, Live>();
  for (const { arp } of devices.values())
    for (const { address, mac } of arp)
      if (!known.has(address) && isOwnAddress(address) && heard.size < most) heard.set(address, { address, mac });
  return [...heard.values()];
}
