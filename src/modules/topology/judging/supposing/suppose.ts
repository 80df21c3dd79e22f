// suppose(): the inventory of a network after supposed changes. A pure function; lists that do not change stay the same
// objects, so that results cached for them stay valid.
import { byText } from '../../graph/order';
import type { Inventory, InventoryHost, InventoryInterface } from '../../graph/inventory';
import { createLookup, type Lookup } from '../../graph/lookup';
import { parseIp, parsePrefix } from '../addresses/prefixes';
import type { HostFacts, NetworkFacts } from '../facts';
import { cabledHosts } from '../facts-index';
import type { Change, ChangeError, ChangeErrorCode, ChangeKind, ChangeParameters } from './changes';
import { connect, disconnect, failInterfaces, hasCable, removeInterfaces, setVlans } from './interface-changes';

/** Thrown if a change cannot be applied. */
class Refusal extends Error {
  constructor(
    readonly code: ChangeErrorCode,
    readonly params: Readonly<Record<string, string>>,
  ) {
    super(code);
  }
}

interface State {
  readonly inventory: Inventory;
  readonly lookup: Lookup;
  /** The instant since which ports and hosts that fail are down. */
  readonly at: string;
}
type Apply<Kind extends ChangeKind> = (state: State, change: ChangeParameters[Kind]) => Partial<Inventory>;

const required = <Row>(row: Row | undefined, code: ChangeErrorCode, id: string): Row => {
  if (row === undefined) throw new Refusal(code, { id });
  return row;
};
const hostWith = ({ lookup }: State, id: string): InventoryHost => required(lookup.hosts.get(id), 'no_such_host', id);
const portWith = ({ lookup }: State, id: string): InventoryInterface =>
  required(lookup.interfaces.get(id), 'no_such_interface', id);

function assertInside({ lookup }: State, ipAddress: string, subnetId: string): void {
  const { cidr } = required(lookup.subnets.get(subnetId), 'no_such_subnet', subnetId);
  const [prefix, ip] = [parsePrefix(cidr), parseIp(ipAddress)];
  if (!prefix || ip?.version !== prefix.version || ip.value < prefix.first || ip.value > prefix.last)
    throw new Refusal('address_outside_subnet', { address: ipAddress, id: subnetId });
}

/** Ids of the host and of all virtual machines that run on it, including those inside other virtual machines. */
function failingHosts({ inventory, lookup }: State, hostId: string): Set<string> {
  const failedIds = new Set([hostId]);
  for (const failedId of failedIds) {
    const services = new Set(lookup.servicesOf(failedId).map(({ id }) => id));
    for (const { id, virtualizationServiceId } of inventory.hosts)
      if (virtualizationServiceId !== null && services.has(virtualizationServiceId)) failedIds.add(id);
  }
  return failedIds;
}

const failHost: Apply<'HostFails'> = (state, { hostId }) => {
  hostWith(state, hostId);
  const { inventory, at } = state;
  const failedIds = failingHosts(state, hostId);
  const portIds = new Set(inventory.interfaces.flatMap((port) => (failedIds.has(port.hostId) ? port.id : [])));
  return {
    hosts: inventory.hosts.map((host) =>
      failedIds.has(host.id) ? { ...host, missingSince: host.missingSince ?? at } : host,
    ),
    interfaces: failInterfaces(inventory.interfaces, portIds, at, failedIds),
  };
};

const removeHost: Apply<'HostRemoved'> = (state, { hostId }) => {
  hostWith(state, hostId);
  const { inventory, lookup } = state;
  const services = new Set(lookup.servicesOf(hostId).map(({ id }) => id));
  const isKept = (row: { readonly hostId: string }): boolean => row.hostId !== hostId;
  const withoutRuntime = <Row extends { readonly virtualizationServiceId: string | null }>(row: Row): Row =>
    row.virtualizationServiceId !== null && services.has(row.virtualizationServiceId)
      ? { ...row, virtualizationServiceId: null }
      : row;
  const addresses = new Set(lookup.addressesOf(hostId).map(({ id }) => id));
  return {
    hosts: inventory.hosts
      .filter(({ id }) => id !== hostId)
      .map((host) => withoutReferences(withoutRuntime(host), hostId)),
    subnets: inventory.subnets.map(withoutRuntime),
    ipAddresses: inventory.ipAddresses.filter(isKept),
    interfaces: removeInterfaces(inventory.interfaces, (port) => !isKept(port), hostId),
    ports: inventory.ports.filter(isKept),
    services: inventory.services.filter(isKept).map(withoutRuntime),
    bindings: inventory.bindings.filter(
      ({ serviceId, ipAddressId }) => !services.has(serviceId) && !addresses.has(ipAddressId ?? ''),
    ),
  };
};

/** The host without its routing neighbors and access points that refer to the removed host. */
function withoutReferences(host: InventoryHost, hostId: string): InventoryHost {
  const { routingNeighbors = [], accessPoints = [] } = host;
  const [neighbors, points] = [routingNeighbors, accessPoints].map((list) => list.some((one) => one.hostId === hostId));
  if (!neighbors && !points) return host;
  return {
    ...host,
    routingNeighbors: routingNeighbors.filter((one) => one.hostId !== hostId),
    accessPoints: accessPoints.filter((one) => one.hostId !== hostId),
  };
}

const connectPorts: Apply<'PortsConnected'> = (state, { interfaceId, otherInterfaceId }) => {
  const [one, other] = [portWith(state, interfaceId), portWith(state, otherInterfaceId)];
  if (one.hostId === other.hostId) throw new Refusal('same_host', { id: interfaceId, otherId: otherInterfaceId });
  const { interfaces } = state.inventory;
  for (const { id } of [one, other]) if (hasCable(interfaces, id)) throw new Refusal('port_in_use', { id });
  return { interfaces: connect(interfaces, one, other) };
};

const moveAddress: Apply<'AddressMoved'> = (state, change) => {
  const { inventory, lookup } = state;
  const { ipAddressId: id } = change;
  const stored = required(lookup.ipAddresses.get(id), 'no_such_address', id);
  const { hostId = stored.hostId, subnetId = stored.subnetId, ipAddress = stored.ipAddress } = change;
  hostWith(state, hostId);
  assertInside(state, ipAddress, subnetId);
  const ipAddresses = inventory.ipAddresses.map((one) =>
    one.id === id ? { ...one, hostId, subnetId, ipAddress } : one,
  );
  if (hostId === stored.hostId) return { ipAddresses };
  // The address moves to another host, so the port and the services of its former host no longer refer to it.
  return {
    ipAddresses,
    interfaces: inventory.interfaces.map((port) => (port.ipAddressId === id ? { ...port, ipAddressId: null } : port)),
    bindings: inventory.bindings.filter(({ ipAddressId }) => ipAddressId !== id),
  };
};

/** Whether a row of any kind has the id. Ids are unique across kinds, because rows of different kinds become nodes. */
const isRowId = ({ inventory, lookup }: State, id: string): boolean => {
  const { hosts, subnets, ipAddresses, interfaces, services, ports, bindings, vlans, tags } = lookup;
  const kinds = [hosts, subnets, ipAddresses, interfaces, services, ports, bindings, vlans, tags];
  return (
    kinds.some((rows: ReadonlyMap<string, unknown>) => rows.has(id)) || inventory.groups.some((one) => one.id === id)
  );
};

const addDevice: Apply<'DeviceAdded'> = (state, { hostId, name, ports, addresses }) => {
  const { inventory } = state;
  const usedIds = new Set<string>();
  const claim = (id: string): void => {
    if (isRowId(state, id) || usedIds.has(id)) throw new Refusal('id_in_use', { id });
    usedIds.add(id);
  };
  claim(hostId);
  for (const { interfaceId } of ports) claim(interfaceId);
  for (const { ipAddressId, ipAddress, subnetId } of addresses) {
    claim(ipAddressId);
    assertInside(state, ipAddress, subnetId);
  }
  const host: InventoryHost = {
    ...{ id: hostId, displayName: name, vmName: null, hidden: false, isVirtual: false },
    ...{ virtualizationServiceId: null, tagIds: [] },
  };
  const newPorts = ports.map((port): InventoryInterface => ({
    ...{ id: port.interfaceId, hostId, displayName: port.name, ifType: 6, operStatus: null },
    ...{ ipAddressId: null, nativeVlanId: null, taggedVlanIds: [], neighbors: [] },
  }));
  let withDevice: Inventory = {
    ...inventory,
    hosts: [...inventory.hosts, host],
    interfaces: [...inventory.interfaces, ...newPorts],
    ipAddresses: [
      ...inventory.ipAddresses,
      ...addresses.map(({ ipAddressId, subnetId, ipAddress }, position) => ({
        ...{ id: ipAddressId, hostId, subnetId, ipAddress, position },
      })),
    ],
  };
  for (const { interfaceId, connectedTo } of ports)
    if (connectedTo !== undefined)
      withDevice = {
        ...withDevice,
        ...connectPorts(stateOf(withDevice, state.at), { interfaceId, otherInterfaceId: connectedTo }),
      };
  return withDevice;
};

const changers: { readonly [Kind in ChangeKind]: Apply<Kind> } = {
  HostFails: failHost,
  HostRemoved: removeHost,
  InterfaceFails: (state, { interfaceId }) => ({
    interfaces: failInterfaces(state.inventory.interfaces, new Set([portWith(state, interfaceId).id]), state.at),
  }),
  InterfaceRemoved: (state, { interfaceId }) => {
    const { id: removedId } = portWith(state, interfaceId);
    return { interfaces: removeInterfaces(state.inventory.interfaces, ({ id }) => id === removedId) };
  },
  PortsConnected: connectPorts,
  PortDisconnected: (state, { interfaceId }) => ({
    interfaces: disconnect(state.inventory.interfaces, portWith(state, interfaceId).id),
  }),
  VlansSet: (state, { interfaceId, nativeVlanId, taggedVlanIds }) => {
    const port = portWith(state, interfaceId);
    for (const id of [...(nativeVlanId === null ? [] : [nativeVlanId]), ...taggedVlanIds])
      required(state.lookup.vlans.get(id), 'no_such_vlan', id);
    const tagged = [...new Set(taggedVlanIds)].sort(byText);
    return { interfaces: setVlans(state.inventory.interfaces, port, { nativeVlanId, taggedVlanIds: tagged }) };
  },
  AddressMoved: moveAddress,
  DeviceAdded: addDevice,
};

export const changeKinds = Object.keys(changers) as readonly ChangeKind[];

const stateOf = (inventory: Inventory, at: string): State => ({ inventory, at, lookup: createLookup(inventory) });

export type Supposed<T> =
  | { readonly result: T; readonly errors: readonly [] }
  | { readonly result: null; readonly errors: readonly ChangeError[] };

/**
 * The inventory after all changes, in their order. If a change is impossible, returns the errors of all impossible
 * changes instead. Hosts and ports that fail are down since `at`.
 */
export function suppose(inventory: Inventory, changes: readonly Change[], at: string): Supposed<Inventory> {
  let present = inventory;
  const errors: ChangeError[] = [];
  for (const [index, change] of changes.entries()) {
    try {
      const apply = changers[change.kind] as Apply<ChangeKind>;
      present = { ...present, ...apply(stateOf(present, at), change) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push({ at: index, code: error.code, params: error.params });
    }
  }
  return errors.length > 0 ? { result: null, errors } : { result: present, errors: [] };
}

/** Like `suppose`, for all facts of a network, including those of added devices. */
export function supposeFacts(facts: NetworkFacts, changes: readonly Change[]): Supposed<NetworkFacts> {
  const { result, errors } = suppose(facts.inventory, changes, facts.at);
  return result === null ? { result, errors } : { result: factsAfter(facts, changes, result), errors: [] };
}

/** The next hops of routes, without those to an address that the changes take away from its last host. */
function nextHopsAfter({ inventory, nextHops }: NetworkFacts, { ipAddresses }: Inventory): NetworkFacts['nextHops'] {
  if (ipAddresses === inventory.ipAddresses) return nextHops;
  const [before, after] = [inventory.ipAddresses, ipAddresses].map((rows) => new Set(rows.map((row) => row.ipAddress)));
  const left = nextHops.filter(({ ipAddress }) => !before!.has(ipAddress) || after!.has(ipAddress));
  return left.length === nextHops.length ? nextHops : left;
}

/**
 * The facts of a network after changes, including the facts of added devices. `inventory` is the inventory after the
 * changes.
 */
export function factsAfter(facts: NetworkFacts, changes: readonly Change[], inventory: Inventory): NetworkFacts {
  const addedHosts = changes.flatMap((change): HostFacts | readonly HostFacts[] =>
    change.kind === 'DeviceAdded'
      ? {
          ...{ id: change.hostId, role: change.role, manufacturer: null, model: null, softwareRevision: null },
          ...{ createdAt: facts.at, lastSeenAt: null, answersDefaultCommunity: null },
        }
      : [],
  );
  const hosts = addedHosts.length === 0 ? facts.hosts : [...facts.hosts, ...addedHosts];
  const nextHops = nextHopsAfter(facts, inventory);
  return { ...facts, inventory, hosts, nextHops, formerlyCabledIds: cabledHosts(facts.inventory.interfaces) };
}
