// Indexes of the inventory from which a graph is built: rows by id, and rows by the row that owns them.
import { derivedId } from '../../../platform/text/derived-id';
import type {
  Inventory,
  InventoryBinding,
  InventoryHost,
  InventoryInterface,
  InventoryIpAddress,
  InventoryPort,
  InventoryService,
  InventorySubnet,
  InventoryTag,
  InventoryVlan,
  MachinePlaces,
} from './inventory';
import { byId, byPosition } from './order';
import { memoizeByIdentity } from './remembered';

/** Id of the box for a host. The box has the same id in every view. */
export const hostContainerId = (hostId: string): string => derivedId('host-container', hostId);

export interface Lookup {
  readonly inventory: Inventory;
  /** All ports of the inventory, and ports without a link that the options hide. */
  readonly visibleInterfaces: Inventory['interfaces'];
  /**
   * Switch ports to which hosts without a known cable are connected; undefined unless the options request such edges.
   */
  readonly machinePlaces: MachinePlaces | undefined;
  readonly hosts: ReadonlyMap<string, InventoryHost>;
  readonly subnets: ReadonlyMap<string, InventorySubnet>;
  readonly ipAddresses: ReadonlyMap<string, InventoryIpAddress>;
  readonly interfaces: ReadonlyMap<string, InventoryInterface>;
  readonly services: ReadonlyMap<string, InventoryService>;
  readonly ports: ReadonlyMap<string, InventoryPort>;
  readonly bindings: ReadonlyMap<string, InventoryBinding>;
  readonly vlans: ReadonlyMap<string, InventoryVlan>;
  readonly tags: ReadonlyMap<string, InventoryTag>;
  /** The addresses of a host, ordered by `position`. */
  addressesOf(hostId: string): readonly InventoryIpAddress[];
  servicesOf(hostId: string): readonly InventoryService[];
  interfacesOf(hostId: string): readonly InventoryInterface[];
  bindingsOf(serviceId: string): readonly InventoryBinding[];
  /** Addresses on which a service listens. A binding without an address means all addresses of its host. */
  boundAddressesOf(service: InventoryService): readonly InventoryIpAddress[];
  /** Services that listen on an address, including services that listen on all addresses of the host. */
  servicesAt(ipAddressId: string): readonly InventoryService[];
  /** By host id: the number of the host's addresses on which at least one service listens. */
  addressesInUse(): ReadonlyMap<string, number>;
  /** Id of the host that a box shows, by the id of the box; undefined if the box shows no host. */
  hostOfContainer(containerId: string): string | undefined;
}

/** Returns a function that computes an index at its first call, because a view needs only a few of the indexes. */
const lazily = <T>(make: () => T): (() => T) => {
  let cachedValue: T | undefined;
  return () => (cachedValue ??= make());
};
const lazyMap = <Row extends { readonly id: string }>(rows: readonly Row[]): (() => ReadonlyMap<string, Row>) =>
  lazily(() => mapById(rows) as ReadonlyMap<string, Row>);

export function createLookup(
  inventory: Inventory,
  machinePlaces?: MachinePlaces,
  visibleInterfaces = inventory.interfaces,
): Lookup {
  const { ipAddresses, services, interfaces, bindings } = inventory;
  const addresses = lazily(() => addressesByHost(ipAddresses));
  const servicesHere = lazily(() => servicesByHost(services));
  const portsHere = lazily(() => interfacesByHost(interfaces));
  const bound = lazily(() => bindingsByService(bindings));
  const listening = lazily(() => listeners(ipAddresses, services, bindings));
  const containers = lazily(() => hostsByContainer(inventory.hosts));
  const byId = {
    ...{ hosts: lazyMap(inventory.hosts), subnets: lazyMap(inventory.subnets), ipAddresses: lazyMap(ipAddresses) },
    ...{ interfaces: lazyMap(interfaces), services: lazyMap(services), ports: lazyMap(inventory.ports) },
    ...{ bindings: lazyMap(bindings), vlans: lazyMap(inventory.vlans), tags: lazyMap(inventory.tags) },
  };
  return {
    inventory,
    visibleInterfaces,
    machinePlaces,
    get hosts() {
      return byId.hosts();
    },
    get subnets() {
      return byId.subnets();
    },
    get ipAddresses() {
      return byId.ipAddresses();
    },
    get interfaces() {
      return byId.interfaces();
    },
    get services() {
      return byId.services();
    },
    get ports() {
      return byId.ports();
    },
    get bindings() {
      return byId.bindings();
    },
    get vlans() {
      return byId.vlans();
    },
    get tags() {
      return byId.tags();
    },
    addressesOf: (hostId) => addresses().get(hostId) ?? none,
    servicesOf: (hostId) => servicesHere().get(hostId) ?? none,
    interfacesOf: (hostId) => portsHere().get(hostId) ?? none,
    bindingsOf: (serviceId) => bound().get(serviceId) ?? none,
    boundAddressesOf: (service) => listening().boundAddressesOf(service),
    servicesAt: (ipAddressId) => listening().servicesAt(ipAddressId),
    addressesInUse: () => listening().addressesInUse(),
    hostOfContainer: (containerId) => containers().get(containerId),
  };
}

/**
 * A small index for functions that need only addresses and subnets, so that changes of other rows do not invalidate
 * their cached results.
 */
export function addressLookup(
  ipAddresses: Inventory['ipAddresses'],
  subnets: Inventory['subnets'],
): Pick<Lookup, 'subnets' | 'addressesOf'> {
  const addresses = addressesByHost(ipAddresses);
  return {
    subnets: mapById(subnets) as Lookup['subnets'],
    addressesOf: (hostId) => addresses.get(hostId) ?? none,
  };
}

const none: readonly never[] = [];

const addressesByHost = memoizeByIdentity((rows: Inventory['ipAddresses']) => {
  const groups = groupRows(rows, ({ hostId }) => hostId);
  for (const addresses of groups.values()) addresses.sort(byPosition);
  return groups;
});
export const servicesByHost = memoizeByIdentity((rows: Inventory['services']) => {
  const groups = groupRows(rows, ({ hostId }) => hostId);
  for (const services of groups.values()) services.sort((a, b) => a.position - b.position || byId(a, b));
  return groups;
});
export const interfacesByHost = memoizeByIdentity((rows: Inventory['interfaces']) =>
  groupRows(rows, ({ hostId }) => hostId),
);
const bindingsByService = memoizeByIdentity((rows: Inventory['bindings']) =>
  groupRows(rows, ({ serviceId }) => serviceId),
);
const hostsByContainer = memoizeByIdentity(
  (hosts: Inventory['hosts']) => new Map(hosts.map(({ id }) => [hostContainerId(id), id])),
);

/**
 * Index of the addresses on which services listen, from the bindings of the services. Each part is computed when
 * needed.
 */
const listeners = memoizeByIdentity(
  (ipAddresses: Inventory['ipAddresses'], services: Inventory['services'], bindings: Inventory['bindings']) => {
    const [addresses, bound] = [addressesByHost(ipAddresses), bindingsByService(bindings)];
    const addressesOfService = new Map<string, readonly InventoryIpAddress[]>();
    const boundAddressesOf = ({ id, hostId }: InventoryService): readonly InventoryIpAddress[] => {
      const boundAddresses =
        addressesOfService.get(id) ?? addressesBound(bound.get(id) ?? none, addresses.get(hostId) ?? none);
      addressesOfService.set(id, boundAddresses);
      return boundAddresses;
    };
    let listening: ReadonlyMap<string, InventoryService[]> | undefined;
    const servicesAt = (ipAddressId: string): readonly InventoryService[] => {
      listening ??= servicesByAddress(servicesByHost(services), boundAddressesOf);
      return listening.get(ipAddressId) ?? none;
    };
    let inUse: Map<string, number> | undefined;
    const addressesInUse = (): ReadonlyMap<string, number> => {
      if (inUse) return inUse;
      inUse = new Map<string, number>();
      for (const { id, hostId } of ipAddresses)
        if (servicesAt(id).length > 0) inUse.set(hostId, (inUse.get(hostId) ?? 0) + 1);
      return inUse;
    };
    return { boundAddressesOf, servicesAt, addressesInUse };
  },
);

function addressesBound(
  bindings: readonly InventoryBinding[],
  all: readonly InventoryIpAddress[],
): readonly InventoryIpAddress[] {
  if (bindings.some(({ ipAddressId }) => ipAddressId === null)) return all;
  const ids = new Set(bindings.map(({ ipAddressId }) => ipAddressId));
  return all.filter(({ id }) => ids.has(id));
}

function servicesByAddress(
  byHost: ReadonlyMap<string, readonly InventoryService[]>,
  boundAddressesOf: Lookup['boundAddressesOf'],
): Map<string, InventoryService[]> {
  const listening = new Map<string, InventoryService[]>();
  for (const services of byHost.values())
    for (const service of services)
      for (const { id } of boundAddressesOf(service)) {
        const servicesAtAddress = listening.get(id);
        if (servicesAtAddress) servicesAtAddress.push(service);
        else listening.set(id, [service]);
      }
  return listening;
}

const mapById = memoizeByIdentity(
  (rows: readonly { readonly id: string }[]): ReadonlyMap<string, { readonly id: string }> => {
    const byId = new Map<string, { readonly id: string }>();
    for (const row of rows) byId.set(row.id, row);
    return byId;
  },
);

/** Addresses by subnet id, in input order. */
export const groupAddressesBySubnet = memoizeByIdentity(
  (rows: Inventory['ipAddresses']): ReadonlyMap<string, readonly InventoryIpAddress[]> =>
    groupRows(rows, ({ subnetId }) => subnetId),
);

/** Groups rows by key, in input order. */
export function groupRows<T, K>(rows: Iterable<T>, keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  // The group of the previous row. Rows with the same key are often consecutive, so a lookup in the map is rarely
  // needed.
  let last: { readonly key: K; readonly group: T[] } | undefined;
  for (const row of rows) {
    const key = keyOf(row);
    if (!last || last.key !== key) {
      const group = groups.get(key) ?? [];
      if (group.length === 0) groups.set(key, group);
      last = { key, group };
    }
    last.group.push(row);
  }
  return groups;
}
