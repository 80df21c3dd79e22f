// The inventory of one build, ready to be asked by id and by owner.
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
} from './inventory';
import { byId, byPosition } from './order';

/** Id of a host's box, the same in every view that has one. */
export const hostContainerId = (hostId: string): string => derivedId('host-container', hostId);

export interface Lookup {
  readonly inventory: Inventory;
  readonly hosts: ReadonlyMap<string, InventoryHost>;
  readonly subnets: ReadonlyMap<string, InventorySubnet>;
  readonly ipAddresses: ReadonlyMap<string, InventoryIpAddress>;
  readonly interfaces: ReadonlyMap<string, InventoryInterface>;
  readonly services: ReadonlyMap<string, InventoryService>;
  readonly ports: ReadonlyMap<string, InventoryPort>;
  readonly bindings: ReadonlyMap<string, InventoryBinding>;
  readonly vlans: ReadonlyMap<string, InventoryVlan>;
  readonly tags: ReadonlyMap<string, InventoryTag>;
  /** In the host's own order. */
  addressesOf(hostId: string): readonly InventoryIpAddress[];
  servicesOf(hostId: string): readonly InventoryService[];
  interfacesOf(hostId: string): readonly InventoryInterface[];
  bindingsOf(serviceId: string): readonly InventoryBinding[];
  /** Addresses that a service listens on; a binding without an address means all of its host's. */
  boundAddressesOf(service: InventoryService): readonly InventoryIpAddress[];
  /** Services that listen on an address, those with a binding to every address included. */
  servicesAt(ipAddressId: string): readonly InventoryService[];
  /** The host whose box has this id. */
  hostOfContainer(containerId: string): string | undefined;
}

export function lookUp(inventory: Inventory): Lookup {
  const ipAddresses = mapById(inventory.ipAddresses);
  const addressesByHost = groupBy(inventory.ipAddresses, ({ hostId }) => hostId);
  for (const addresses of addressesByHost.values()) addresses.sort(byPosition);
  const servicesByHost = groupBy(inventory.services, ({ hostId }) => hostId);
  for (const services of servicesByHost.values()) services.sort((a, b) => a.position - b.position || byId(a, b));
  const interfacesByHost = groupBy(inventory.interfaces, ({ hostId }) => hostId);
  const bindingsByService = groupBy(inventory.bindings, ({ serviceId }) => serviceId);
  const boundAddresses = new Map<string, readonly InventoryIpAddress[]>();
  let listening: ReadonlyMap<string, InventoryService[]> | undefined;
  let hostsByContainer: ReadonlyMap<string, string> | undefined;
  const lookup: Lookup = {
    inventory,
    hosts: mapById(inventory.hosts),
    subnets: mapById(inventory.subnets),
    ipAddresses,
    interfaces: mapById(inventory.interfaces),
    services: mapById(inventory.services),
    ports: mapById(inventory.ports),
    bindings: mapById(inventory.bindings),
    vlans: mapById(inventory.vlans),
    tags: mapById(inventory.tags),
    addressesOf: (hostId) => addressesByHost.get(hostId) ?? [],
    servicesOf: (hostId) => servicesByHost.get(hostId) ?? [],
    interfacesOf: (hostId) => interfacesByHost.get(hostId) ?? [],
    bindingsOf: (serviceId) => bindingsByService.get(serviceId) ?? [],
    boundAddressesOf(service) {
      const known = boundAddresses.get(service.id);
      if (known) return known;
      const found = addressesBoundBy(service, lookup);
      boundAddresses.set(service.id, found);
      return found;
    },
    servicesAt(ipAddressId) {
      listening ??= servicesByAddress(lookup);
      return listening.get(ipAddressId) ?? [];
    },
    hostOfContainer(containerId) {
      hostsByContainer ??= new Map(inventory.hosts.map(({ id }) => [hostContainerId(id), id]));
      return hostsByContainer.get(containerId);
    },
  };
  return lookup;
}

function addressesBoundBy(service: InventoryService, lookup: Lookup): readonly InventoryIpAddress[] {
  const bindings = lookup.bindingsOf(service.id);
  const all = lookup.addressesOf(service.hostId);
  if (bindings.some(({ ipAddressId }) => ipAddressId === null)) return all;
  const ids = new Set(bindings.map(({ ipAddressId }) => ipAddressId));
  return all.filter(({ id }) => ids.has(id));
}

function servicesByAddress(lookup: Lookup): Map<string, InventoryService[]> {
  const listening = new Map<string, InventoryService[]>();
  for (const { id: hostId } of lookup.inventory.hosts)
    for (const service of lookup.servicesOf(hostId))
      for (const { id } of lookup.boundAddressesOf(service)) {
        const services = listening.get(id);
        if (services) services.push(service);
        else listening.set(id, [service]);
      }
  return listening;
}

function mapById<T extends { readonly id: string }>(rows: readonly T[]): Map<string, T> {
  const byId = new Map<string, T>();
  for (const row of rows) byId.set(row.id, row);
  return byId;
}

/** Rows by what they belong to, in the order given. */
export function groupBy<T, K>(rows: Iterable<T>, keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
