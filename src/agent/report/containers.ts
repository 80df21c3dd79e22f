// The containers of the agent's machine: services on their runtime, addresses of its bridges, machines of the LAN.
import { randomUUID } from 'node:crypto';
import type { Container, Engine } from '../local';
import type { PendingHost } from '../protocol/outbox';
import type { SubnetType } from '../protocol/wire';
import type { Live } from '../scan/sweep';
import { contains, networkOf, rangeOf } from '../scope/ranges';
import type { OwnSubnet } from '../scope/scope';

/** A port of the report, with the id that bindings name. */
export type PortRow = { id: string; number: number; protocol: 'Tcp' | 'Udp' };
type AddressRow = { readonly id: string; readonly ip_address: string };
type Service = NonNullable<PendingHost['services']>[number];
type Binding = NonNullable<Service['bindings']>[number];

const most = 1_000;

/** Known software, and the type of the subnets between its containers. */
const kinds = {
  Docker: { runtime: 'Docker', container: 'Docker Container', bridge: 'DockerBridge' },
  Podman: { runtime: 'podman', container: 'podman-container', bridge: 'PodmanBridge' },
} as const satisfies Record<Engine['runtime'], { runtime: string; container: string; bridge: SubnetType }>;

export const runtimeOf = ({ runtime }: Engine): string => kinds[runtime].runtime;

const running = ({ containers }: Engine): Container[] =>
  containers.filter(({ state }) => state === 'running').slice(0, most);

/** TCP ports that the machine opens for the container. */
export const publishedPorts = ({ state, ports }: Container): number[] =>
  state === 'running'
    ? ports.flatMap(({ publicPort, protocol }) => (publicPort !== undefined && protocol === 'Tcp' ? publicPort : []))
    : [];

const isBridge = ({ driver }: { readonly driver?: string }): boolean => driver === 'bridge';
/** Of these each container is on the network of the machine, with an address of its own there. */
const isOnLan = ({ driver }: { readonly driver?: string }): boolean => driver === 'macvlan' || driver === 'ipvlan';

/** The own subnets, with those that are bridges of the engine marked, whatever their interfaces are called. */
export function withBridges(interfaces: readonly OwnSubnet[], engine: Engine | undefined): readonly OwnSubnet[] {
  const bridges = new Set(
    (engine?.networks ?? []).filter(isBridge).flatMap(({ subnets }) => subnets.map((cidr) => networkOf(cidr))),
  );
  return interfaces.map((one) => (bridges.has(one.cidr) ? { ...one, isContainerBridge: true } : one));
}

/** Containers that are machines of the LAN: their addresses, and by these their names. Own MACs have those of macvlan. */
export function machinesOnLan(engine: Engine | undefined): (Live & { readonly name: string })[] {
  return (engine ? running(engine) : []).flatMap(({ name, networks }) =>
    networks
      .filter(isOnLan)
      .flatMap(({ addresses, mac, driver }) =>
        addresses.map((address) => ({ address, name, ...(driver === 'macvlan' && mac !== undefined && { mac }) })),
      ),
  );
}

const hasBridge = ({ networks }: Container): boolean =>
  networks.some((network) => isBridge(network) && network.addresses.length > 0);

function serviceOf(container: Container, { runtime }: Engine, runtimeId: string | undefined): Service {
  const { id, name, labels } = container;
  return {
    id: randomUUID(),
    name: name.slice(0, 100),
    service_definition: kinds[runtime].container,
    ...(runtimeId !== undefined && { virtualization_service_id: runtimeId }),
    virtualization_metadata: {
      type: runtime,
      details: {
        container_name: name.slice(0, 255),
        container_id: id.slice(0, 255),
        compose_project: labels['com.docker.compose.project']?.slice(0, 255),
      },
    },
    bindings: [],
  };
}

/** The runtime and its running containers, bound to the ports that the machine opens for them. */
export function containerRows(
  engine: Engine | undefined,
  ports: ReadonlyMap<number, PortRow>,
  addresses: readonly AddressRow[],
): Service[] {
  if (!engine) return [];
  const { runtime } = kinds[engine.runtime];
  const runtimeRow: Service = { id: randomUUID(), name: engine.runtime, service_definition: runtime, bindings: [] };
  const claimed = new Set<number>();
  const services = running(engine).map((container): Service => {
    const own = [...new Set(publishedPorts(container))].filter((port) => ports.has(port) && !claimed.has(port));
    for (const port of own) claimed.add(port);
    const bindings = own.flatMap((port) => bindingsOf(container, port, ports.get(port)!.id, addresses));
    return { ...serviceOf(container, engine, runtimeRow.id!), bindings };
  });
  return [runtimeRow, ...services];
}

/** A container with an address of its own has the port at those of the machine, not at its own. */
function bindingsOf(container: Container, port: number, portId: string, addresses: readonly AddressRow[]): Binding[] {
  const published = container.ports.filter(({ publicPort, protocol }) => publicPort === port && protocol === 'Tcp');
  const only = published.flatMap(({ address }) => address ?? []);
  const isEverywhere = only.length < published.length;
  if (isEverywhere && !hasBridge(container)) return [{ type: 'Port', port_id: portId }];
  return addresses
    .filter(({ ip_address }) => isEverywhere || only.includes(ip_address))
    .map(({ id }) => ({ type: 'Port', port_id: portId, ip_address_id: id }));
}

/**
 * What the bridges of the engine hold, as a report of its own for the machine: it names the runtime, whose id the server
 * gives with the report of the machine itself. Undefined: there is no bridge.
 */
export function bridgeReport(
  engine: Engine,
  interfaces: readonly OwnSubnet[],
  { networkId, hostId }: { readonly networkId: string; readonly hostId: string },
): PendingHost | undefined {
  const subnets = engine.networks
    .filter(isBridge)
    .flatMap(({ name, subnets: cidrs }) =>
      cidrs.flatMap((text) => {
        const cidr = networkOf(text);
        return cidr === undefined ? [] : [{ name, cidr, range: rangeOf(cidr)!, id: randomUUID() }];
      }),
    )
    .slice(0, most);
  const known = new Map<string, NonNullable<PendingHost['ip_addresses']>[number]>();
  const rowOf = (address: string, mac: string | undefined) => {
    const subnet = subnets.find(({ range }) => contains(range, address));
    if (!subnet || known.has(address)) return known.get(address);
    const at = { id: randomUUID(), subnet_id: subnet.id, ip_address: address, position: known.size };
    const row = { ...at, ...(mac !== undefined && { mac_address: mac.toUpperCase() }) };
    known.set(address, row);
    return row;
  };
  for (const { address, mac } of interfaces) rowOf(address, mac);
  const services = running(engine).flatMap((container): Service[] => {
    const rows = container.networks
      .filter(isBridge)
      .flatMap(({ addresses, mac }) => addresses.flatMap((address) => rowOf(address, mac) ?? []));
    if (rows.length === 0) return [];
    const bindings = rows.map(({ id }): Binding => ({ type: 'IPAddress', ip_address_id: id! }));
    return [{ ...serviceOf(container, engine, undefined), bindings }];
  });
  if (known.size === 0) return undefined;
  const used = new Set([...known.values()].map(({ subnet_id }) => subnet_id));
  return {
    host: { id: hostId, network_id: networkId, name: '' },
    ip_addresses: [...known.values()],
    ports: [],
    services,
    subnets: subnets
      .filter(({ id }) => used.has(id))
      .map(({ id, name, cidr }) => {
        return { id, name: (name || cidr).slice(0, 100), cidr, subnet_type: kinds[engine.runtime].bridge };
      }),
  };
}
