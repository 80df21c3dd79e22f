// Builds the data of a campus network of any size, for measuring checks without a database: firewalls, core and access
// switches, machines, servers with services.
import type { Inventory, InventoryInterface, InventoryNeighbor } from '../src/modules/topology/graph/inventory';
import type { HostFacts, NetworkFacts, PortFacts } from '../src/modules/topology/judging/facts';
import type { HostRole } from '../src/modules/topology/judging/vocabulary';

const at = '2026-11-29T08:00:00.000Z';
const machinesOfSwitch = 32;
const vlanCount = 20;

const idOf = (kind: number, number: number): string =>
  `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const macOf = (number: number): string =>
  `3c:52:82:${[number >> 16, (number >> 8) & 255, number & 255].map((part) => part.toString(16).padStart(2, '0')).join(':')}`;

export const campusHostId = (number: number): string => idOf(1, number);
export const campusVlanId = (number: number): string => idOf(3, number);
export const campusFirewalls = [campusHostId(0), campusHostId(1)];
export const campusCores = [2, 3, 4, 5].map(campusHostId);
export const campusInstant = at;

interface Builder {
  readonly facts: NetworkFacts;
  addHost(role: HostRole): string;
  addPort(hostId: string, more?: Partial<InventoryInterface>): InventoryInterface;
}

const neighborAt = ({ id, hostId }: InventoryInterface): InventoryNeighbor => ({
  ...{ interfaceId: id, hostId, protocol: 'LLDP', basis: null, downSince: null },
});

function createBuilder(): Builder {
  const hosts: Inventory['hosts'][number][] = [];
  const interfaces: InventoryInterface[] = [];
  const [hostFacts, portFacts]: [HostFacts[], PortFacts[]] = [[], []];
  const facts: NetworkFacts = {
    at,
    inventory: {
      ...{ hosts, interfaces, subnets: [], ipAddresses: [], ports: [], bindings: [], services: [], groups: [] },
      vlans: Array.from({ length: vlanCount }, (_none, number) => ({
        ...{ id: campusVlanId(number), vlanNumber: 10 + number, name: `VLAN ${10 + number}` },
      })),
      tags: [],
    },
    ...{ hosts: hostFacts, ports: portFacts, subnets: [], virtualAddresses: [], nextHops: [], reservations: [] },
    ...{ answeringForOthersIds: [], certificates: [], baselines: new Map() },
  };
  return {
    facts,
    addHost(role) {
      const id = campusHostId(hosts.length);
      hosts.push({
        ...{ id, displayName: `${role}-${hosts.length}`, vmName: null, hidden: false, isVirtual: false },
        ...{ virtualizationServiceId: null, tagIds: [], missingSince: null },
      });
      const isDevice = role === 'Switch' || role === 'Firewall';
      hostFacts.push({
        ...{ id, role, manufacturer: isDevice ? 'Acme' : null, model: isDevice ? `${role} 48` : null },
        softwareRevision: isDevice ? '4.2' : null,
        ...{ createdAt: '2026-01-01T00:00:00.000Z', lastSeenAt: at, answersDefaultCommunity: isDevice ? false : null },
      });
      return id;
    },
    addPort(hostId, more = {}) {
      const id = idOf(2, interfaces.length);
      const port: InventoryInterface = {
        ...{ id, hostId, displayName: `port ${interfaces.length}`, ifType: 6, operStatus: 'Up', ipAddressId: null },
        ...{ nativeVlanId: null, taggedVlanIds: [], neighbors: [], macAddress: macOf(interfaces.length), ...more },
      };
      interfaces.push(port);
      portFacts.push({ id, adminStatus: 'Up', speedBps: '1000000000', duplex: 'Full', mtu: 1500, errorsPerHour: 0 });
      return port;
    },
  };
}

/** Connects two ports by a cable: adds each port to the neighbors of the other port. */
function connect(a: InventoryInterface, b: InventoryInterface): void {
  (a.neighbors as InventoryNeighbor[]).push(neighborAt(b));
  (b.neighbors as InventoryNeighbor[]).push(neighborAt(a));
}

/** Builds a campus network with approximately `hostCount` hosts. The same number always gives the same network. */
export function buildCampus(hostCount: number): NetworkFacts {
  const { facts, addHost, addPort } = createBuilder();
  const trunk = { taggedVlanIds: Array.from({ length: vlanCount }, (_none, number) => campusVlanId(number)) };
  const link = (a: string, b: string, more: Partial<InventoryInterface> = {}) =>
    connect(addPort(a, more), addPort(b, more));
  const firewalls = [addHost('Firewall'), addHost('Firewall')];
  const cores = Array.from({ length: 4 }, () => addHost('Switch'));
  for (const [index, core] of cores.entries()) {
    for (const firewall of firewalls) link(core, firewall, trunk);
    link(core, cores[(index + 1) % cores.length]!, trunk);
  }
  const subnets: Inventory['subnets'][number][] = [];
  const { ipAddresses, ports, bindings, services } = facts.inventory as { -readonly [K in keyof Inventory]: unknown[] };
  const address = (hostId: string, number: number, subnet: number, last: number, macAddress: string | null): void =>
    void ipAddresses!.push({
      ...{
        id: idOf(5, number),
        hostId,
        subnetId: idOf(4, subnet),
        ipAddress: `10.${subnet >> 8}.${subnet & 255}.${last}`,
      },
      ...{ position: 0, macAddress },
    });
  let addresses = 0;
  const switches = Math.floor((hostCount - 6) / (machinesOfSwitch + 1));
  for (let number = 0; number < switches; number += 1) {
    const access = addHost('Switch');
    for (const core of [cores[number % 4]!, cores[(number + 1) % 4]!]) link(access, core, trunk);
    subnets.push({
      ...{ id: idOf(4, number), name: `Floor ${number}`, cidr: `10.${number >> 8}.${number & 255}.0/24` },
      ...{ subnetType: 'Lan', virtualizationServiceId: null, tagIds: [] },
    });
    address(firewalls[0]!, (addresses += 1), number, 1, null);
    const nativeVlanId = campusVlanId(number % vlanCount);
    for (let machine = 0; machine < machinesOfSwitch; machine += 1) {
      const isServer = machine % 8 === 0;
      const host = addHost(isServer ? 'Server' : 'Pc');
      const machinePort = addPort(host);
      const port = addPort(access, {
        nativeVlanId,
        learned: { macs: machinePort.macAddress!, readAt: at, runId: null },
      });
      connect(machinePort, port);
      address(host, (addresses += 1), number, 10 + machine, machinePort.macAddress!);
      if (!isServer) continue;
      const id = idOf(6, services!.length);
      const software = { definition: 'nginx', name: 'nginx', category: 'WebServer', icon: null, isHypervisor: false };
      services!.push({
        ...{ id, hostId: host, name: 'nginx', position: 0, isContainer: false, composeProject: null, tagIds: [] },
        ...{ virtualizationServiceId: null, software: { ...software, isContainerRuntime: false, isGateway: false } },
      });
      ports!.push({ id: idOf(7, services!.length), hostId: host, number: 80, protocol: 'Tcp' });
      bindings!.push({
        id: idOf(8, services!.length),
        serviceId: id,
        ipAddressId: null,
        portId: idOf(7, services!.length),
      });
    }
  }
  return {
    ...facts,
    inventory: { ...facts.inventory, subnets },
    subnets: subnets.map(({ id }) => ({ id, namespace: '', isSystem: false })),
  };
}
