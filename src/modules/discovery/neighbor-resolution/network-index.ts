// Hosts and ports of a network, indexed by the values that neighbours report; each question is one look into a map.
import type { AddressRow, HostRow, Inventory, PortRow } from './inventory';

type Ids = ReadonlySet<string>;
const none: Ids = new Set();

/** Values with all that carry them. */
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

/** Names of systems differ in case from one report to the next. */
const nameKey = (name: string | null): string | null => name && name.trim().toLowerCase();
/** The name without its domain; null where it has none. An address has none. */
const shortName = (key: string | null): string | null => (key && /^([^.]*[^.\d][^.]*)\../.exec(key)?.[1]) || null;
/** Whether two systems may have one name: some devices tell theirs with a domain, others without. */
export function isSameName(one: string | null, other: string | null): boolean {
  const [a, b] = [nameKey(one), nameKey(other)];
  return !!a && !!b && (a === b || shortName(a) === b || shortName(b) === a);
}
/** A value on one host. */
export const on = (hostId: string, value: string | null): string | null =>
  value === null || value === '' ? null : `${hostId} ${value}`;
export const only = (ids: Ids): string | undefined =>
  ids.size === 1 ? (ids.values().next().value as string) : undefined;

const realMac = (mac: string | null): string | null => (mac === '00:00:00:00:00:00' ? null : mac);
/** Loopback and unspecified addresses are of every host. */
const comparable = (ip: string): string | null => (/^(127\.|0\.0\.0\.0$|::1?$)/.test(ip) ? null : ip);

export class NetworkIndex {
  readonly hosts = new Map<string, HostRow>();
  readonly ports = new Map<string, PortRow>();
  private readonly hostsByMac = new Carriers();
  private readonly hostsByAddress = new Carriers();
  private readonly hostsByPortName = new Carriers();
  private readonly hostsByChassisId = new Carriers();
  private readonly hostsBySysName = new Carriers();
  private readonly hostsByShortName = new Carriers();
  private readonly portsByMac = new Carriers();
  private readonly portsByAddress = new Carriers();
  private readonly portsByName = new Carriers();
  private readonly portsByDescr = new Carriers();
  private readonly portsByAlias = new Carriers();
  private readonly portsByOnlyStation = new Carriers();

  constructor({ hosts, addresses, ports }: Omit<Inventory, 'evidence'>) {
    for (const host of hosts) this.addHost(host);
    const addressOf = new Map(addresses.map((address) => [address.id, address]));
    for (const address of addresses) this.addAddress(address);
    for (const port of ports) this.addPort(port, addressOf.get(port.ipAddressId ?? ''));
    // Only now is it known whose the learned addresses are.
    for (const port of ports) this.addOnlyStation(port);
  }

  addHost(host: HostRow): void {
    this.hosts.set(host.id, host);
    this.hostsByChassisId.add(host.chassisId, host.id);
    this.hostsBySysName.add(nameKey(host.sysName), host.id);
    this.hostsByShortName.add(shortName(nameKey(host.sysName)), host.id);
  }

  private addAddress({ hostId, ipAddress, macAddress }: AddressRow): void {
    this.hostsByAddress.add(comparable(ipAddress), hostId);
    this.hostsByMac.add(realMac(macAddress), hostId);
  }

  private addPort(port: PortRow, address: AddressRow | undefined): void {
    const { id, hostId } = port;
    this.ports.set(id, port);
    this.hostsByMac.add(realMac(port.macAddress), hostId);
    for (const name of [port.ifName, port.ifDescr]) this.hostsByPortName.add(name, hostId);
    this.portsByMac.add(on(hostId, realMac(port.macAddress)), id);
    this.portsByAddress.add(on(hostId, address?.ipAddress ?? null), id);
    this.portsByName.add(on(hostId, port.ifName), id);
    this.portsByDescr.add(on(hostId, port.ifDescr), id);
    this.portsByAlias.add(on(hostId, port.ifAlias), id);
  }

  private addOnlyStation(port: PortRow): void {
    const station = only(this.hostsByMac.of(onlyMacOn(port)));
    if (station !== undefined) this.portsByOnlyStation.add(on(port.hostId, station), port.id);
  }

  hostsWithMac = (mac: string | null): Ids => this.hostsByMac.of(mac);
  hostsWithAddress = (ip: string | null): Ids => this.hostsByAddress.of(ip);
  /** Hosts with a port of this description or name. */
  hostsWithPort = (name: string): Ids => this.hostsByPortName.of(name);
  hostsWithChassisId = (id: string | null): Ids => this.hostsByChassisId.of(id);
  /** Where no host has the name as it is, those that have it with a domain or, if it has one, without. */
  hostsWithSysName(name: string | null): Ids {
    const key = nameKey(name);
    const exact = this.hostsBySysName.of(key);
    if (exact.size > 0) return exact;
    const short = shortName(key);
    return short === null ? this.hostsByShortName.of(key) : this.hostsBySysName.of(short);
  }

  portsWithMac = (hostId: string, mac: string | null): Ids => this.portsByMac.of(on(hostId, mac));
  portsWithAddress = (hostId: string, ip: string): Ids => this.portsByAddress.of(on(hostId, ip));
  portsNamed = (hostId: string, name: string): Ids => this.portsByName.of(on(hostId, name));
  portsDescribed = (hostId: string, descr: string | null): Ids => this.portsByDescr.of(on(hostId, descr));
  portsWithAlias = (hostId: string, alias: string | null): Ids => this.portsByAlias.of(on(hostId, alias));
  /** The port behind which there is nothing but one MAC address, one of the other host's. */
  portTo = (hostId: string, otherHostId: string) => only(this.portsByOnlyStation.of(on(hostId, otherHostId)));
}

/** The MAC address behind a port, if it has learned exactly one. */
export function onlyMacOn({ fdbMacs }: PortRow): string | null {
  const [first] = fdbMacs;
  return first !== undefined && fdbMacs.every((mac) => mac === first) ? first : null;
}
