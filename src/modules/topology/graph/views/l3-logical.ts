// The L3 view: subnets as boxes that contain IP addresses. The bridges of one host and container runtime may share a
// box.
import { container, noInlineGroups, type Draft, type ViewSource } from '../draft';
import type { Container, Element, InlineEntity } from '../graph';
import type { InventoryIpAddress, InventoryService, InventorySubnet } from '../inventory';
import { groupAddressesBySubnet, groupRows, type Lookup } from '../lookup';
import { nameOfRule } from '../options';
import { byCidr } from '../order';
import { steady } from '../remembered';
import { isBridge, subnetKind, usualRuntimeName } from '../../../inventory/shared/subnet-types';

export function draftL3Logical({ lookup, containerRules }: ViewSource): Draft {
  const addressesBySubnet = groupAddressesBySubnet(lookup.inventory.ipAddresses);
  const drawnSubnets = lookup.inventory.subnets.filter(
    ({ id, subnetType }) => subnetType !== 'Loopback' && addressesBySubnet.has(id),
  );
  const isMerging = containerRules.some(({ rule }) => nameOfRule(rule) === 'MergeContainerBridges');
  const containers: Container[] = [];
  const containerOf = new Map<string, string>();
  for (const subnets of isMerging ? mergedBridges(drawnSubnets, lookup) : drawnSubnets.map((subnet) => [subnet])) {
    const first = subnets[0]!;
    containers.push(subnetContainer(subnets, isMerging && isBridge(first), lookup));
    for (const { id } of subnets) containerOf.set(id, first.id);
  }
  const inUse = lookup.addressesInUse();
  const elements: Element[] = [];
  for (const subnet of drawnSubnets) {
    const containerId = containerOf.get(subnet.id)!;
    for (const address of addressesBySubnet.get(subnet.id)!) {
      elements.push(
        sameElement(address, {
          nodeType: 'Element',
          elementType: 'IPAddress',
          id: address.id,
          header: addressHeader(address, subnet, inUse, lookup),
          containerId,
          hostId: address.hostId,
          subnetId: subnet.id,
          ipAddressId: address.id,
          inlineGroups: inlineServices(address.id, lookup),
        }),
      );
    }
  }
  return { containers, elements };
}

const sameElement = steady<InventoryIpAddress, Element>();
const sameBox = steady<InventorySubnet, Container>();

/**
 * Groups the subnets that share a box: all bridges of a container runtime on one host. Every other subnet has a box of
 * its own.
 */
function mergedBridges(subnets: readonly InventorySubnet[], lookup: Lookup): InventorySubnet[][] {
  const groups = groupRows(subnets, (subnet) => {
    const runtime = runtimeOf(subnet, lookup);
    return isBridge(subnet) && runtime ? `${runtime.hostId} ${runtime.id}` : subnet.id;
  });
  return [...groups.values()].map((group) => group.sort(byCidr));
}

const runtimeOf = ({ virtualizationServiceId }: InventorySubnet, lookup: Lookup): InventoryService | undefined =>
  virtualizationServiceId === null ? undefined : lookup.services.get(virtualizationServiceId);

const runtimeName = (subnet: InventorySubnet, lookup: Lookup): string =>
  runtimeOf(subnet, lookup)?.software.name ?? usualRuntimeName(subnet.subnetType);

function subnetContainer(subnets: readonly InventorySubnet[], isMergedBridge: boolean, lookup: Lookup): Container {
  const first = subnets[0]!;
  const { icon, color } = subnetKind(first.subnetType);
  const cidrs = subnets.map(({ cidr }) => cidr).join(', ');
  return sameBox(
    first,
    container({
      id: first.id,
      containerType: 'Subnet',
      header: isMergedBridge ? `${runtimeName(first, lookup)} Bridge: (${cidrs})` : subnetHeader(first),
      entityId: first.id,
      icon,
      color,
      associatedServiceDefinition: runtimeOf(first, lookup)?.software.definition ?? null,
      willAcceptEdges: isBridge(first),
    }),
  );
}

function subnetHeader({ name, cidr, subnetType }: InventorySubnet): string {
  if (name !== cidr && name !== '') return `${name}: ${cidr}`;
  return subnetType === 'Unknown' ? cidr : `${subnetKind(subnetType).label}: ${cidr}`;
}

function addressHeader(
  address: InventoryIpAddress,
  subnet: InventorySubnet,
  inUse: ReadonlyMap<string, number>,
  lookup: Lookup,
): string | null {
  const host = lookup.hosts.get(address.hostId)!;
  if (isBridge(subnet)) return `${runtimeName(subnet, lookup)} @ ${host.displayName}`;
  if (host.isVirtual) return host.vmName ?? host.displayName;
  // The element shows the name of the host, unless its address or its first service is equal to this name.
  if (host.displayName === '' || host.displayName === address.ipAddress) return null;
  if (lookup.servicesAt(address.id)[0]?.name === host.displayName) return null;
  return (inUse.get(host.id) ?? 0) < 2 ? host.displayName : null;
}

/**
 * Cache of the rows that elements list. The key is the list of services at an address: it is a new object if a service
 * or binding changes.
 */
const inlineGroups = new WeakMap<readonly InventoryService[], readonly InlineEntity[]>();

/** The rows that the element of an address lists: each service that listens at the address, followed by its ports. */
function inlineServices(addressId: string, lookup: Lookup): readonly InlineEntity[] {
  const services = lookup.servicesAt(addressId);
  if (services.length === 0) return noInlineGroups;
  const cachedServices = inlineGroups.get(services);
  if (cachedServices) return cachedServices;
  const inlined = services.flatMap(({ id }) => {
    const unboundBindings = lookup
      .bindingsOf(id)
      .filter(({ ipAddressId }) => ipAddressId === null || ipAddressId === addressId);
    // A port may be bound both to this address and to all addresses of the host. The set lists it once.
    const portIds = new Set(unboundBindings.flatMap(({ portId }) => portId ?? []));
    const ports = [...portIds].map((portId): InlineEntity => ({
      entityId: portId,
      entityType: 'Port',
      groupId: id,
      role: 'Member',
    }));
    return [{ entityId: id, entityType: 'Service' as const, groupId: id, role: 'Header' as const }, ...ports];
  });
  inlineGroups.set(services, inlined);
  return inlined;
}
