// Reports containers: as services of their runtime, as addresses on the runtime's bridges, or as hosts of the LAN.
import { randomUUID } from 'node:crypto';
import type { FoundMachine } from '../sources';
import type { Container, Engine } from '../sources/docker';
import { cutText } from '../protocol/bounds';
import type { PendingHost } from '../protocol/outbox';
import type { SubnetType } from '../protocol/wire';
import type { LiveHost } from '../sources/scan/sweep';
import { contains, toNetwork, parseRange } from '../scope/ranges';
import type { OwnSubnet } from '../scope/scope';

/** A reported port. The bindings of services refer to its id. */
export type PortRow = NonNullable<PendingHost['ports']>[number] & { id: string };
type AddressRow = { readonly id: string; readonly ip_address: string };
type Service = NonNullable<PendingHost['services']>[number];
type Binding = NonNullable<Service['bindings']>[number];

const most = 1_000;

/**
 * By container runtime: service definitions of the runtime and of its containers, and the subnet type of its bridges.
 */
const kinds = {
  Docker: { runtime: 'Docker', container: 'Docker Container', bridge: 'DockerBridge' },
  Podman: { runtime: 'podman', container: 'podman-container', bridge: 'PodmanBridge' },
  Kubernetes: { runtime: 'Kubernetes', container: 'kubernetes-workload', bridge: 'Unknown' },
} as const satisfies Record<Engine['runtime'], { runtime: string; container: string; bridge: SubnetType }>;

export const runtimeDefinition = ({ runtime, software }: Engine): string => software ?? kinds[runtime].runtime;

/**
 * Whether two data sources have read the same container engine of a machine. An engine without containers has no ids to
 * compare, so it counts as the same.
 */
function isSameEngine(one: Engine, other: Engine): boolean {
  if (runtimeDefinition(one) !== runtimeDefinition(other)) return false;
  const ids = new Set(one.containers.map(({ id }) => id));
  return ids.size === 0 || other.containers.length === 0 || other.containers.some(({ id }) => ids.has(id));
}

/** Returns the machines without container engines that the agent (`ownEngine`) or an earlier data source has read. */
export function withEnginesOnce(ownEngine: Engine | undefined, foundMachines: readonly FoundMachine[]): FoundMachine[] {
  const engines = ownEngine ? [ownEngine] : [];
  return foundMachines.map((machine) => {
    const { engine, ...others } = machine;
    if (!engine) return machine;
    if (engines.some((earlierEngine) => isSameEngine(earlierEngine, engine))) return others;
    engines.push(engine);
    return machine;
  });
}

const runningContainers = ({ containers }: Engine): Container[] =>
  containers.filter(({ state }) => state === 'running').slice(0, most);

/** TCP ports of the machine that are published for a container. */
export const publishedPorts = ({ state, ports }: Container): number[] =>
  state === 'running'
    ? ports.flatMap(({ publicPort, protocol }) => (publicPort !== undefined && protocol === 'Tcp' ? publicPort : []))
    : [];

const isBridge = ({ driver }: { readonly driver?: string }): boolean => driver === 'bridge';
/** Whether the network gives containers addresses of their own on the LAN (macvlan and ipvlan). */
const isOnLan = ({ driver }: { readonly driver?: string }): boolean => driver === 'macvlan' || driver === 'ipvlan';

/** Marks the subnets that belong to bridges of the container engine, independently of the names of their interfaces. */
export function markBridges(interfaces: readonly OwnSubnet[], engine: Engine | undefined): readonly OwnSubnet[] {
  const bridges = new Set(
    (engine?.networks ?? []).filter(isBridge).flatMap(({ subnets }) => subnets.map((cidr) => toNetwork(cidr))),
  );
  return interfaces.map((one) => (bridges.has(one.cidr) ? { ...one, isContainerBridge: true } : one));
}

/**
 * Containers that are hosts of the LAN, with addresses and names. A macvlan container has a MAC address of its own, an
 * ipvlan container does not.
 */
export function machinesOnLan(engine: Engine | undefined): (LiveHost & { readonly name: string })[] {
  return (engine ? runningContainers(engine) : []).flatMap(({ name, networks }) =>
    networks
      .filter(isOnLan)
      .flatMap(({ addresses, mac, driver }) =>
        addresses.map((address) => ({ address, name, ...(driver === 'macvlan' && mac !== undefined && { mac }) })),
      ),
  );
}

const hasBridge = ({ networks }: Container): boolean =>
  networks.some((network) => isBridge(network) && network.addresses.length > 0);

function toService(container: Container, { runtime }: Engine, runtimeId: string | undefined): Service {
  const { id, name, title = name, labels, reason } = container;
  return {
    id: randomUUID(),
    name: cutText(title, 100) ?? '',
    service_definition: kinds[runtime].container,
    ...(runtimeId !== undefined && { virtualization_service_id: runtimeId }),
    virtualization_metadata: {
      type: runtime,
      details: {
        container_name: cutText(name, 255),
        container_id: cutText(id, 255),
        compose_project: cutText(labels['com.docker.compose.project'], 255),
      },
    },
    ...buildMatch(reason),
    bindings: [],
  };
}

/**
 * The member `match` of a service in a report. `reason` says to users how the service was recognized. Without a reason,
 * the result is empty.
 */
export function buildMatch(reason: string | undefined): Pick<Service, 'match'> {
  const text = cutText(reason, 2_000);
  return text === undefined ? {} : { match: { confidence: 'Certain', reason: text } };
}

/** Service rows of the container runtime and of its running containers, bound to the machine's published ports. */
export function buildContainerRows(
  engine: Engine | undefined,
  ports: ReadonlyMap<number, PortRow>,
  addresses: readonly AddressRow[],
): Service[] {
  if (!engine) return [];
  const runtime = runtimeDefinition(engine);
  const name = engine.software ?? engine.runtime;
  const runtimeRow: Service = { id: randomUUID(), name, service_definition: runtime, bindings: [] };
  const claimedPorts = new Set<number>();
  const services = runningContainers(engine).map((container): Service => {
    const containerPorts = [...new Set(publishedPorts(container))].filter(
      (port) => ports.has(port) && !claimedPorts.has(port),
    );
    for (const port of containerPorts) claimedPorts.add(port);
    const bindings = containerPorts.flatMap((port) => toBindings(container, port, ports.get(port)!.id, addresses));
    return { ...toService(container, engine, runtimeRow.id!), bindings };
  });
  return [runtimeRow, ...services];
}

/**
 * Bindings of a port that a container publishes. The port is open at the machine's addresses, not at the container's
 * address on a bridge.
 */
function toBindings(container: Container, port: number, portId: string, addresses: readonly AddressRow[]): Binding[] {
  const publishedMappings = container.ports.filter(
    ({ publicPort, protocol }) => publicPort === port && protocol === 'Tcp',
  );
  const addressesOfMappings = publishedMappings.flatMap(({ address }) => address ?? []);
  const isEverywhere = addressesOfMappings.length < publishedMappings.length;
  if (isEverywhere && !hasBridge(container)) return [{ type: 'Port', port_id: portId }];
  return addresses
    .filter(({ ip_address }) => isEverywhere || addressesOfMappings.includes(ip_address))
    .map(({ id }) => ({ type: 'Port', port_id: portId, ip_address_id: id }));
}

/**
 * The report of an engine's bridges and of the containers on them; undefined if there is no bridge. It is sent after
 * the report of the machine, because it needs the row id of the engine's service.
 */
export function buildBridgeReport(
  engine: Engine,
  interfaces: readonly OwnSubnet[],
  { networkId, hostId }: { readonly networkId: string; readonly hostId?: string },
): PendingHost | undefined {
  const subnets = engine.networks
    .filter(isBridge)
    .flatMap(({ name, subnets: cidrs }) =>
      cidrs.flatMap((text) => {
        const cidr = toNetwork(text);
        return cidr === undefined ? [] : [{ name, cidr, range: parseRange(cidr)!, id: randomUUID() }];
      }),
    )
    .slice(0, most);
  const addressRows = new Map<string, NonNullable<PendingHost['ip_addresses']>[number]>();
  const addressRowFor = (address: string, mac: string | undefined) => {
    const subnet = subnets.find(({ range }) => contains(range, address));
    if (!subnet || addressRows.has(address)) return addressRows.get(address);
    const at = { id: randomUUID(), subnet_id: subnet.id, ip_address: address, position: addressRows.size };
    const row = { ...at, ...(mac !== undefined && { mac_address: mac.toUpperCase() }) };
    addressRows.set(address, row);
    return row;
  };
  for (const { address, mac } of interfaces) addressRowFor(address, mac);
  const services = runningContainers(engine).flatMap((container): Service[] => {
    const rows = container.networks
      .filter(isBridge)
      .flatMap(({ addresses, mac }) => addresses.flatMap((address) => addressRowFor(address, mac) ?? []));
    if (rows.length === 0) return [];
    const bindings = rows.map(({ id }): Binding => ({ type: 'IPAddress', ip_address_id: id! }));
    return [{ ...toService(container, engine, undefined), bindings }];
  });
  if (addressRows.size === 0) return undefined;
  const usedSubnetIds = new Set([...addressRows.values()].map(({ subnet_id }) => subnet_id));
  return {
    host: { ...(hostId !== undefined && { id: hostId }), network_id: networkId, name: '' },
    ip_addresses: [...addressRows.values()],
    ports: [],
    services,
    subnets: subnets
      .filter(({ id }) => usedSubnetIds.has(id))
      .map(({ id, name, cidr }) => {
        return { id, name: (name || cidr).slice(0, 100), cidr, subnet_type: kinds[engine.runtime].bridge };
      }),
  };
}
