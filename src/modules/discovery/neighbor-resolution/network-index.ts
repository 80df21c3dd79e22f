// Index of the hosts and ports of a network by the values that neighbors report. Each lookup is one map access.
import {
  identifyingSerialNumber,
  identifyingText,
  isRepeatingAddress,
  isStationMac,
} from '../../../platform/text/identifiers';
import { compare } from '../../inventory/identity/compare';
import { buildIdentity, type Identity } from '../../inventory/identity/identity';
import type { AddressRow, HostRow, Inventory, PortRow } from './inventory';
import { portNameKeys } from './port-names';

type Ids = ReadonlySet<string>;
const none: Ids = new Set();

/** Finds hosts or ports by a value, such as a MAC address. Several hosts or ports may have the same value. */
class Carriers {
  private readonly byValue = new Map<string, Set<string>>();

  add(value: string | null, id: string): void {
    if (value === null || value === '') return;
    const carriers = this.byValue.get(value);
    if (carriers) carriers.add(id);
    else this.byValue.set(value, new Set([id]));
  }
  of(value: string | null): Ids {
    return (value !== null && this.byValue.get(value)) || none;
  }
}

/**
 * Returns the form in which system names are compared. Devices may report the same name with different case, blanks,
 * line breaks and Unicode normalization form.
 */
export const nameKey = (name: string | null): string | null =>
  name && name.trim().replace(/\s+/g, ' ').normalize().toLowerCase();
/** Returns the name without its domain; null if the name has no domain or is an IP address. */
export const shortName = (key: string | null): string | null =>
  (key && /^([^.]*[^.\d][^.]*)\../.exec(key)?.[1]) || null;
/** Whether two names may belong to one system. Some devices report their name with a domain, others without. */
export function isSameName(one: string | null, other: string | null): boolean {
  const [a, b] = [nameKey(one), nameKey(other)];
  return !!a && !!b && (a === b || shortName(a) === b || shortName(b) === a);
}
/** Returns the key of a value, such as a port name, that is unique only on its host; null for an empty value. */
export const on = (hostId: string, value: string | null): string | null =>
  value === null || value === '' ? null : `${hostId} ${value}`;
export const only = (ids: Ids): string | undefined =>
  ids.size === 1 ? (ids.values().next().value as string) : undefined;

/**
 * Maximum depth of nested guests, such as a container in a virtual machine on a server. Reports may contain longer
 * chains.
 */
const mostNested = 8;

const realMac = (mac: string | null): string | null => (isStationMac(mac) ? mac : null);
/**
 * Returns the IP address if it distinguishes hosts. Returns null for loopback, link-local and default bridge addresses,
 * which many hosts have.
 */
const comparable = (ip: string): string | null => (isRepeatingAddress(ip) ? null : ip);

function entryOf<T>(map: Map<string, T[]>, key: string): T[] {
  const list = map.get(key) ?? [];
  if (list.length === 0) map.set(key, list);
  return list;
}

export class NetworkIndex {
  readonly hosts = new Map<string, HostRow>();
  readonly ports = new Map<string, PortRow>();
  private readonly addressesOf = new Map<string, AddressRow[]>();
  private readonly portsOf = new Map<string, PortRow[]>();
  private readonly identities = new Map<string, Identity>();
  private readonly hostsBySerialNumber = new Carriers();
  private readonly hostsHeardOn = new Carriers();
  private readonly hostsByMac = new Carriers();
  private readonly hostsByAddress = new Carriers();
  private readonly hostsByPortName = new Carriers();
  private readonly hostsByChassisId = new Carriers();
  private readonly hostsBySysName = new Carriers();
  private readonly hostsByShortName = new Carriers();
  private readonly hostsByNameAlone = new Carriers();
  private readonly portsByMac = new Carriers();
  private readonly portsByAddress = new Carriers();
  private readonly portsByName = new Carriers();
  private readonly portsByDescr = new Carriers();
  private readonly portsByAlias = new Carriers();
  private readonly portsByIndex = new Carriers();
  private readonly portsByNameKey = new Carriers();
  private readonly portsByOnlyStation = new Carriers();

  constructor({ hosts, addresses, ports, stored }: Omit<Inventory, 'evidence'>) {
    for (const host of hosts) this.addHost(host);
    const addressOf = new Map(addresses.map((address) => [address.id, address]));
    for (const address of addresses) this.addAddress(address);
    for (const port of ports) this.addPort(port, addressOf.get(port.ipAddressId ?? ''));
    for (const { interfaceId, remoteHostId } of stored)
      if (remoteHostId !== null && this.isNameless(remoteHostId)) this.hostsHeardOn.add(interfaceId, remoteHostId);
    // If a port has learned a single MAC address, `addOnlyStation` looks up the host with this address. So all hosts
    // must have been added before.
    for (const port of ports) this.addOnlyStation(port);
  }

  addHost(host: HostRow): void {
    this.hosts.set(host.id, host);
    this.hostsByChassisId.add(host.chassisId, host.id);
    this.hostsBySerialNumber.add(identifyingSerialNumber(host.serialNumber), host.id);
    this.hostsHeardOn.add(host.heardOn ?? null, host.id);
    this.hostsBySysName.add(nameKey(host.sysName), host.id);
    this.hostsByShortName.add(shortName(nameKey(host.sysName)), host.id);
    if (host.sysName === null)
      for (const name of new Set(host.names?.map((one) => nameKey(identifyingText(one)))))
        this.hostsByNameAlone.add(name, host.id);
  }

  private isNameless(hostId: string): boolean {
    const host = this.hosts.get(hostId);
    return host !== undefined && host.isInferred && host.chassisId === null;
  }

  private addAddress(row: AddressRow): void {
    const { hostId, ipAddress, macAddress } = row;
    entryOf(this.addressesOf, hostId).push(row);
    this.hostsByAddress.add(comparable(ipAddress), hostId);
    this.hostsByMac.add(realMac(macAddress), hostId);
  }

  addPort(port: PortRow, address?: AddressRow): void {
    const { id, hostId } = port;
    entryOf(this.portsOf, hostId).push(port);
    this.ports.set(id, port);
    this.hostsByMac.add(realMac(port.macAddress), hostId);
    // Port names of an inferred host come from LLDP and CDP rows, so they are no evidence for resolving these rows.
    if (!this.hosts.get(hostId)?.isInferred)
      for (const name of [port.ifName, port.ifDescr]) this.hostsByPortName.add(name, hostId);
    this.portsByMac.add(on(hostId, realMac(port.macAddress)), id);
    this.portsByAddress.add(on(hostId, address?.ipAddress ?? null), id);
    this.portsByName.add(on(hostId, port.ifName), id);
    this.portsByDescr.add(on(hostId, port.ifDescr), id);
    this.portsByAlias.add(on(hostId, port.ifAlias), id);
    if (port.ifIndex !== null) this.portsByIndex.add(on(hostId, String(port.ifIndex)), id);
    for (const name of new Set([port.ifName, port.ifDescr]))
      for (const key of portNameKeys(name)) this.portsByNameKey.add(on(hostId, key), id);
  }

  private addOnlyStation(port: PortRow): void {
    const station = only(this.hostsByMac.of(singleLearnedMac(port)));
    if (station !== undefined) this.portsByOnlyStation.add(on(port.hostId, station), port.id);
  }

  hostsWithMac = (mac: string | null): Ids => this.hostsByMac.of(mac);
  hostsWithAddress = (ip: string | null): Ids => this.hostsByAddress.of(ip);
  /** Returns the ids of hosts with a port of this name or description. */
  hostsWithPort = (name: string): Ids => this.hostsByPortName.of(name);
  hostsWithChassisId = (id: string | null): Ids => this.hostsByChassisId.of(id);
  hostsWithSerialNumber = (serial: string | null): Ids => this.hostsBySerialNumber.of(identifyingSerialNumber(serial));
  /**
   * Returns the ids of inferred hosts that are known only as a neighbor of this port, because they send no identity.
   */
  hostsHeardBy = (interfaceId: string): Ids => this.hostsHeardOn.of(interfaceId);

  /**
   * Returns the host and all hosts in which it runs, from the innermost to the outermost; at most `mostNested` hosts.
   */
  private hypervisorsOf(hostId: string): string[] {
    const chain = [hostId];
    while (chain.length < mostNested) {
      const next = this.hosts.get(chain.at(-1)!)?.hypervisorId;
      if (next == null || chain.includes(next)) break;
      chain.push(next);
    }
    return chain;
  }

  /** Whether the host is this hypervisor, or runs on it, possibly inside of another guest. */
  isRunBy = (hostId: string, hypervisorId: string): boolean => this.hypervisorsOf(hostId).includes(hypervisorId);

  /**
   * Returns the outermost machine on which the host runs, such as the server of a container in a virtual machine; the
   * host itself if it is no guest. Ignores machines on which the host `nearHostId` runs too: for `nearHostId`, the
   * other guests of its own hypervisor are separate machines.
   */
  outermost(hostId: string, nearHostId: string): string {
    const around = new Set(this.hypervisorsOf(nearHostId));
    return this.hypervisorsOf(hostId).findLast((id) => !around.has(id)) ?? hostId;
  }

  /** Whether reliable evidence shows that the host is not the reported device. */
  isContradicted(hostId: string, reportedIdentity: Identity): boolean {
    return compare(reportedIdentity, this.identityOfHost(hostId)).verdict === 'Different';
  }

  private identityOfHost(hostId: string): Identity {
    const cachedIdentity = this.identities.get(hostId);
    if (cachedIdentity) return cachedIdentity;
    const { chassisId, serialNumber } = this.hosts.get(hostId)!;
    const addresses = (this.addressesOf.get(hostId) ?? []).map((one) => ({ ...one, subnetId: one.subnetId ?? '' }));
    const portMacs = (this.portsOf.get(hostId) ?? []).flatMap(({ macAddress }) => macAddress ?? []);
    const identity = buildIdentity({ addresses, portMacs, chassisId, serialNumber: serialNumber ?? null });
    this.identities.set(hostId, identity);
    return identity;
  }

  /**
   * Returns the ids of hosts with exactly this system name. If no host has this name, returns the ids of hosts whose
   * name differs only by a domain.
   */
  hostsWithSysName(name: string | null): Ids {
    const key = nameKey(name);
    const exact = this.hostsBySysName.of(key);
    if (exact.size > 0) return exact;
    const short = shortName(key);
    return short === null ? this.hostsByShortName.of(key) : this.hostsBySysName.of(short);
  }

  /** Returns the ids of hosts that have this name or host name, but no system name (sysName). */
  hostsNamedAlone = (name: string | null): Ids => this.hostsByNameAlone.of(nameKey(name));
  addressesOfHost = (hostId: string): readonly string[] =>
    (this.addressesOf.get(hostId) ?? []).map(({ ipAddress }) => ipAddress);

  portsWithMac = (hostId: string, mac: string | null): Ids => this.portsByMac.of(on(hostId, mac));
  portsWithAddress = (hostId: string, ip: string): Ids => this.portsByAddress.of(on(hostId, ip));
  portsNamed = (hostId: string, name: string): Ids => this.portsByName.of(on(hostId, name));
  portsDescribed = (hostId: string, descr: string | null): Ids => this.portsByDescr.of(on(hostId, descr));
  portsWithIndex = (hostId: string, ifIndex: number): Ids => this.portsByIndex.of(on(hostId, String(ifIndex)));
  /**
   * Returns the ids of the host's ports whose name has this key: `portNameKeys` gives equal keys to variants of a name.
   */
  portsWithNameKey = (hostId: string, key: string): Ids => this.portsByNameKey.of(on(hostId, key));
  portsWithAlias = (hostId: string, alias: string | null): Ids => this.portsByAlias.of(on(hostId, alias));
  /**
   * Returns the host's only port that has learned exactly one MAC address, which belongs to the host `otherHostId`.
   * Undefined if there is no such port or several.
   */
  portTo = (hostId: string, otherHostId: string) => only(this.portsByOnlyStation.of(on(hostId, otherHostId)));
}

/** Returns the MAC address that a port has learned, if the port has learned exactly one; otherwise null. */
export function singleLearnedMac({ fdbMacs }: PortRow): string | null {
  const [first] = fdbMacs;
  return first !== undefined && fdbMacs.every((mac) => mac === first) ? first : null;
}
