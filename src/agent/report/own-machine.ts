// Reads the machine that the agent runs on, from its operating system.
import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces, release, type } from 'node:os';
import { aggregateType } from '../../platform/text/interface-types';
import { readPortIndex, readBonds, readOwnRoutes, readPortDetails, type Bond } from '../local';
import type { OwnSubnet } from '../scope/scope';
import type { Engine } from '../sources/docker';
import type { DeviceFacts, InterfaceFacts, NeighborFacts } from '../sources/snmp';
import { isMachineAddress, type Machine, type OwnMachine } from './machines';

/** The system's name from /etc/os-release, or the kernel's name and release. */
function systemName(): string {
  try {
    const prettyName = /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
    if (prettyName) return prettyName;
  } catch {
    // The file does not exist, so the system is not Linux.
  }
  return `${type()} ${release()}`;
}

/**
 * Reads ports, addresses and routes of this machine from its operating system. `neighbors` is undefined if lldpd does
 * not run: the neighbors are then unknown.
 */
export function collectOwnMachine(
  neighbors: readonly { interfaceName: string; neighbor: NeighborFacts }[] | undefined,
  engine: Engine | undefined,
): OwnMachine {
  const entries = Object.entries(networkInterfaces()).flatMap(([name, addresses = []], position) => {
    if (name.startsWith('veth') || addresses.every(({ internal }) => internal)) return [];
    return [{ name, addresses, ifIndex: readPortIndex(name) ?? position + 1 }];
  });
  const neighborsOn = (name: string) =>
    (neighbors ?? []).filter(({ interfaceName }) => interfaceName === name).map(({ neighbor }) => neighbor);
  const withAddresses = entries.map(({ name, addresses, ifIndex }): InterfaceFacts => {
    const mac = addresses.find((one) => one.mac !== '00:00:00:00:00:00')?.mac;
    const status = { ...readPortDetails(name), adminStatus: 'Up', operStatus: 'Up' } as const;
    return { ifIndex, name, descr: name, mac, ...status, taggedVlans: [], fdbMacs: [], neighbors: neighborsOn(name) };
  });
  const interfaces = addBonds(withAddresses, readBonds()).map((port) =>
    port.neighbors.length > 0 ? port : { ...port, neighbors: neighborsOn(port.name ?? '') },
  );
  const addresses = entries.flatMap(({ addresses: interfaceAddresses, ifIndex }) =>
    interfaceAddresses
      .filter(({ address }) => isMachineAddress(address))
      .map(({ address, cidr }) => ({
        address,
        ifIndex,
        prefixLength: Number(cidr?.split('/')[1] ?? NaN) || undefined,
      })),
  );
  const routes = readOwnRoutes(readPortIndex);
  // The operating system does not list interfaces without addresses, such as interfaces that are down. So the table of
  // interfaces is reported as incomplete.
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

/**
 * Adds Linux bonds and their members to the ports of this machine. A member has no addresses, and shows the MAC address
 * of its bond, so no MAC address is set for a member.
 */
export function addBonds(
  ports: readonly InterfaceFacts[],
  bonds: readonly Bond[],
  detailsOf: typeof readPortDetails = readPortDetails,
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

/**
 * Merges two descriptions of the agent's own machine: one read by SNMP, one from the operating system. SNMP takes
 * precedence. Neighbors from lldpd are added only to ports for which SNMP returned none.
 */
export function mergeOwnFacts(device: DeviceFacts | undefined, { facts }: OwnMachine): OwnMachine['facts'] {
  if (!device) return facts;
  const neighborsByPort = new Map(facts.interfaces.map(({ name, neighbors }) => [name, neighbors] as const));
  const interfaces = device.interfaces.map((port) => {
    const localNeighbors = neighborsByPort.get(port.name ?? port.descr) ?? [];
    return port.neighbors.length > 0 || localNeighbors.length === 0 ? port : { ...port, neighbors: localNeighbors };
  });
  return { ...device, interfaces, ...chooseRoutes(device, facts) };
}

/** Chooses the routes from SNMP, or the system's routing table if SNMP returned no routes or an incomplete list. */
function chooseRoutes(device: DeviceFacts, ownFacts: OwnMachine['facts']): Pick<DeviceFacts, 'routes' | 'incomplete'> {
  const { routes, incomplete } = device;
  const isRead = routes.length > 0 && !incomplete.includes('routes');
  if (isRead || ownFacts.incomplete.includes('routes')) return { routes, incomplete };
  return { routes: ownFacts.routes, incomplete: incomplete.filter((table) => table !== 'routes') };
}

/**
 * Splits the found machines into the agent's own machine, recognized by the addresses of the agent's interfaces, and
 * other machines. If a machine has other addresses too, the address of a container bridge does not suffice, because
 * container bridges of several machines have the same address.
 */
export function splitOwnMachine(
  machines: readonly Machine[],
  interfaces: readonly OwnSubnet[],
): [own: Machine[], others: Machine[]] {
  const addresses = (matches: (one: OwnSubnet) => boolean) =>
    new Set(interfaces.filter(matches).map(({ address }) => address));
  const all = addresses(() => true);
  const identifying = addresses(({ isContainerBridge }) => !isContainerBridge);
  const isOwn = (machine: Machine) =>
    machine.addresses.some(({ address }) => identifying.has(address)) ||
    machine.addresses.every(({ address }) => all.has(address));
  return [machines.filter(isOwn), machines.filter((machine) => !isOwn(machine))];
}

/**
 * Merges the machines that `splitOwnMachine` has recognized as the agent's own machine, and adds the addresses of the
 * agent's interfaces. If the container engine was read, the addresses of container bridges are left out, because the
 * report of the containers has them.
 */
export function mergeOwnMachine(
  parts: readonly Machine[],
  ownMachine: OwnMachine,
  interfaces: readonly OwnSubnet[],
): Machine {
  const bridges = ownMachine.engine ? interfaces.filter(({ isContainerBridge }) => isContainerBridge) : [];
  const isOfEngine = (address: string) => bridges.some((one) => one.address === address);
  const addresses = new Map(parts.flatMap((part) => part.addresses.map((one) => [one.address, one] as const)));
  const macs = new Map(ownMachine.facts.interfaces.map(({ ifIndex, mac }) => [ifIndex, mac] as const));
  for (const { address, ifIndex } of ownMachine.facts.addresses) {
    const part = addresses.get(address);
    addresses.set(address, { address, ports: part?.ports ?? [], mac: part?.mac ?? macs.get(ifIndex) });
  }
  return {
    ownMachine,
    addresses: [...addresses.values()].filter(({ address }) => !isOfEngine(address)),
    device: parts.find(({ device }) => device)?.device,
    names: parts.flatMap(({ names }) => names),
    findings: [],
    services: [],
  };
}
