// The machine that the agent runs on, as its own system tells of it.
import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces, release, type } from 'node:os';
import { indexOfPort, localBonds, ownRoutes, portDetails, type Bond, type Engine } from '../local';
import type { OwnSubnet } from '../scope/scope';
import type { DeviceFacts, InterfaceFacts, NeighborFacts } from '../snmp';
import { isOwnAddress, type Machine, type OwnMachine } from './machines';

/** The name that Linux distributions give themselves. */
function systemName(): string {
  try {
    const found = /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
    if (found) return found;
  } catch {
    // Another system.
  }
  return `${type()} ${release()}`;
}

/** `neighbors` undefined: no lldpd runs here, which says nothing of neighbours. */
export function ownMachine(
  neighbors: readonly { interfaceName: string; neighbor: NeighborFacts }[] | undefined,
  engine: Engine | undefined,
): OwnMachine {
  const entries = Object.entries(networkInterfaces()).flatMap(([name, addresses = []], position) => {
    if (name.startsWith('veth') || addresses.every(({ internal }) => internal)) return [];
    return [{ name, addresses, ifIndex: indexOfPort(name) ?? position + 1 }];
  });
  const heardOn = (name: string) =>
    (neighbors ?? []).filter(({ interfaceName }) => interfaceName === name).map(({ neighbor }) => neighbor);
  const addressed = entries.map(({ name, addresses, ifIndex }): InterfaceFacts => {
    const mac = addresses.find((one) => one.mac !== '00:00:00:00:00:00')?.mac;
    const status = { ...portDetails(name), adminStatus: 'Up', operStatus: 'Up' } as const;
    return { ifIndex, name, descr: name, mac, ...status, taggedVlans: [], fdbMacs: [], neighbors: heardOn(name) };
  });
  const interfaces = withBonds(addressed, localBonds()).map((port) =>
    port.neighbors.length > 0 ? port : { ...port, neighbors: heardOn(port.name ?? '') },
  );
  const addresses = entries.flatMap(({ addresses: own, ifIndex }) =>
    own
      .filter(({ address }) => isOwnAddress(address))
      .map(({ address, cidr }) => ({
        address,
        ifIndex,
        prefixLength: Number(cidr?.split('/')[1] ?? NaN) || undefined,
      })),
  );
  const routes = ownRoutes(indexOfPort);
  // Interfaces that are down have no addresses, and are not seen from here.
  const incomplete: DeviceFacts['incomplete'] = [
    'interfaces',
    'fdb',
    'vlans',
    'arp',
    'cdp',
    ...(['aggregates', 'stp', 'duplex', 'poe'] as const),
    ...(routes ? [] : ['routes' as const]),
    ...(neighbors ? [] : ['lldp' as const]),
  ];
  return {
    name: hostname(),
    os: systemName(),
    facts: { interfaces, addresses, arp: [], routes: routes ?? [], incomplete },
    engine,
  };
}

const aggregateType = 161;

/** Bonds and their members, which have no addresses of their own; as long as they are members they show the MAC of the bond. */
export function withBonds(
  ports: readonly InterfaceFacts[],
  bonds: readonly Bond[],
  detailsOf: typeof portDetails = portDetails,
): InterfaceFacts[] {
  const byName = new Map(ports.map((port) => [port.name, port]));
  const fill = (name: string, ifIndex: number, facts: Partial<InterfaceFacts>): void => {
    const port = byName.get(name) ?? {
      ...{ ifIndex, name, descr: name, ...detailsOf(name) },
      ...{ taggedVlans: [], fdbMacs: [], neighbors: [] },
    };
    byName.set(name, { ...port, ...facts });
  };
  for (const { name, ifIndex, mac, members } of bonds) {
    fill(name, ifIndex, { type: aggregateType, mac: byName.get(name)?.mac ?? mac });
    for (const member of members) fill(member.name, member.ifIndex, { aggregateIfIndex: ifIndex });
  }
  return [...byName.values()];
}

/** What SNMP says of the own machine counts, together with the neighbours that its lldpd hears. */
export function withOwnNeighbors(device: DeviceFacts | undefined, { facts }: OwnMachine): OwnMachine['facts'] {
  if (!device) return facts;
  const heard = new Map(facts.interfaces.map(({ name, neighbors }) => [name, neighbors] as const));
  const interfaces = device.interfaces.map((port) => {
    const own = heard.get(port.name ?? port.descr) ?? [];
    return port.neighbors.length > 0 || own.length === 0 ? port : { ...port, neighbors: own };
  });
  return { ...device, interfaces, ...withOwnRoutes(device, facts) };
}

/** The system's own table counts where SNMP has none or did not come to its end. */
function withOwnRoutes(device: DeviceFacts, own: OwnMachine['facts']): Pick<DeviceFacts, 'routes' | 'incomplete'> {
  const { routes, incomplete } = device;
  const isRead = routes.length > 0 && !incomplete.includes('routes');
  if (isRead || own.incomplete.includes('routes')) return { routes, incomplete };
  return { routes: own.routes, incomplete: incomplete.filter((table) => table !== 'routes') };
}

/**
 * The machines that are parts of the agent's own, and the others. The address of a container bridge is the same on many
 * machines: it makes a machine the own one only where that has no other addresses.
 */
export function partsOfOwn(
  machines: readonly Machine[],
  interfaces: readonly OwnSubnet[],
): [own: Machine[], others: Machine[]] {
  const addresses = (isWanted: (one: OwnSubnet) => boolean) =>
    new Set(interfaces.filter(isWanted).map(({ address }) => address));
  const all = addresses(() => true);
  const telling = addresses(({ isContainerBridge }) => !isContainerBridge);
  const isOwn = (machine: Machine) =>
    machine.addresses.some(({ address }) => telling.has(address)) ||
    machine.addresses.every(({ address }) => all.has(address));
  return [machines.filter(isOwn), machines.filter((machine) => !isOwn(machine))];
}

/**
 * The agent's own machine has all the addresses of its interfaces, in whatever groups they were found. Those of the bridges
 * of an engine that answers are reported with its containers.
 */
export function mergedOwn(parts: readonly Machine[], own: OwnMachine, interfaces: readonly OwnSubnet[]): Machine {
  const bridges = own.engine ? interfaces.filter(({ isContainerBridge }) => isContainerBridge) : [];
  const isOfEngine = (address: string) => bridges.some((one) => one.address === address);
  const addresses = new Map(parts.flatMap((part) => part.addresses.map((one) => [one.address, one] as const)));
  const macs = new Map(own.facts.interfaces.map(({ ifIndex, mac }) => [ifIndex, mac] as const));
  for (const { address, ifIndex } of own.facts.addresses) {
    const known = addresses.get(address);
    addresses.set(address, { address, ports: known?.ports ?? [], mac: known?.mac ?? macs.get(ifIndex) });
  }
  return {
    own,
    addresses: [...addresses.values()].filter(({ address }) => !isOfEngine(address)),
    device: parts.find(({ device }) => device)?.device,
    names: parts.flatMap(({ names }) => names),
    findings: [],
    services: [],
  };
}
