// Edges between addresses in the L3 view: within a host, within a container, to virtual machines, and to container
// networks.
import type { Edge } from '../graph';
import type { Inventory, InventoryHost, InventoryIpAddress, InventoryService } from '../inventory';
import { addressLookup, groupRows, type Lookup } from '../lookup';
import { byAddress, byCidr } from '../order';
import { memoizeByIdentity } from '../remembered';
import { isBridge, isMultiHop } from '../../../inventory/shared/subnet-types';
import { addEdge, addMade, buildEdge, type EdgeSource } from './edge';

interface Addressed {
  readonly lookup: Pick<Lookup, 'subnets' | 'addressesOf'>;
}

/**
 * A host may have addresses in several subnets. Adds edges from its first address to the others, except to addresses of
 * container bridges and loopback interfaces.
 */
export function addSameHostEdges(edges: Edge[], from: EdgeSource): void {
  const { hosts, ipAddresses, subnets } = from.lookup.inventory;
  for (const host of hosts) for (const edge of edgesWithin(ipAddresses, subnets, host)) addMade(edges, from, edge);
}

const edgesWithin = memoizeByIdentity(
  (ipAddresses: Inventory['ipAddresses'], subnets: Inventory['subnets'], host: InventoryHost): readonly Edge[] => {
    const lookup = addressLookup(ipAddresses, subnets);
    const [first, ...others] = outerAddresses(host.id, { lookup });
    return others.flatMap(
      (other) =>
        buildEdge('L3Logical', 'SameHost', {
          ...between(first!, other, { lookup }),
          payload: { hostId: host.id },
          label: first!.subnetId === other.subnetId ? null : host.displayName,
          relationKey: host.id,
        }) ?? [],
    );
  },
);

/**
 * Adds edges from a hypervisor to the addresses of its virtual machines. An edge begins at the first address on which
 * the hypervisor listens in the same subnet.
 */
export function addHypervisorEdges(edges: Edge[], from: EdgeSource): void {
  const { lookup } = from;
  for (const host of lookup.inventory.hosts) {
    const hypervisor = host.isVirtual ? lookup.services.get(host.virtualizationServiceId ?? '') : undefined;
    if (!hypervisor) continue;
    const bound = lookup.boundAddressesOf(hypervisor);
    for (const address of lookup.addressesOf(host.id)) {
      const source = bound.find(({ subnetId }) => subnetId === address.subnetId);
      if (source)
        addEdge(edges, from, 'Hypervisor', {
          ...between(source, address, from),
          payload: { hypervisorServiceId: hypervisor.id },
        });
    }
  }
}

/**
 * Adds an edge from the first address of a container host to each bridge that its containers use. If several bridges
 * share a box, one edge leads to the box.
 */
export function addContainerNetworkEdges(edges: Edge[], from: EdgeSource): void {
  for (const [runtime, containers] of containersByRuntime(from)) {
    const host = from.lookup.hosts.get(runtime.hostId)!;
    const [source] = outerAddresses(host.id, from);
    if (!source) continue;
    for (const usedSubnets of usedBridges(containers, from))
      addEdge(edges, from, 'ContainerRuntime', {
        ...between(source, usedSubnets.lowest, from),
        payload: {
          hostId: host.id,
          serviceId: runtime.id,
          subnetIds: usedSubnets.subnetIds,
          containerizedServiceIds: usedSubnets.serviceIds,
        },
        label: runtimeLabel(runtime, host),
        madeFor: runtime.id,
      });
  }
}

/** Adds edges from each container runtime to its containers, in views whose elements are services. */
export function addContainerServiceEdges(edges: Edge[], from: EdgeSource): void {
  for (const [runtime, containers] of containersByRuntime(from)) {
    const host = from.lookup.hosts.get(runtime.hostId)!;
    for (const { id } of containers)
      addEdge(edges, from, 'ContainerRuntime', {
        source: runtime.id,
        target: id,
        payload: { hostId: host.id, serviceId: runtime.id, subnetIds: [], containerizedServiceIds: [id] },
        label: runtimeLabel(runtime, host),
      });
  }
}

/** A container may have addresses on several bridges. Adds edges from the lowest of them to the others. */
export function addSameContainerEdges(edges: Edge[], from: EdgeSource): void {
  for (const service of from.lookup.inventory.services) {
    if (!service.isContainer) continue;
    const [lowest, ...others] = bridgeAddresses(service, from);
    for (const other of others)
      addEdge(edges, from, 'SameContainer', {
        ...between(lowest!, other, from),
        payload: { serviceId: service.id },
        relationKey: service.id,
      });
  }
}

const between = (source: InventoryIpAddress, target: InventoryIpAddress, { lookup }: Addressed) => ({
  source: source.id,
  target: target.id,
  isMultiHop: isMultiHop(lookup.subnets.get(source.subnetId)!, lookup.subnets.get(target.subnetId)!),
});

const runtimeLabel = ({ software }: InventoryService, { displayName }: InventoryHost): string =>
  `${software.name} on ${displayName}`;

function outerAddresses(hostId: string, { lookup }: Addressed): InventoryIpAddress[] {
  return lookup.addressesOf(hostId).filter(({ subnetId }) => {
    const subnet = lookup.subnets.get(subnetId)!;
    return !isBridge(subnet) && subnet.subnetType !== 'Loopback';
  });
}

/** The bridge addresses on which a container listens, the lowest address first. */
const bridgeAddresses = (service: InventoryService, { lookup }: EdgeSource): InventoryIpAddress[] =>
  lookup
    .boundAddressesOf(service)
    .filter(({ subnetId }) => isBridge(lookup.subnets.get(subnetId)!))
    .sort(byAddress);

function containersByRuntime({ lookup }: EdgeSource): Map<InventoryService, InventoryService[]> {
  const containerServices = lookup.inventory.services.filter(({ isContainer }) => isContainer);
  const byRuntime = groupRows(containerServices, ({ virtualizationServiceId }) =>
    virtualizationServiceId === null ? undefined : lookup.services.get(virtualizationServiceId),
  );
  byRuntime.delete(undefined);
  return byRuntime as Map<InventoryService, InventoryService[]>;
}

/**
 * Finds the bridges on which the containers have addresses. For each box that contains such bridges: the lowest of
 * these addresses, the subnets of the bridges, and the containers.
 */
function usedBridges(containers: readonly InventoryService[], from: EdgeSource) {
  const uses = containers.flatMap((service) => bridgeAddresses(service, from).map((address) => ({ service, address })));
  const byBox = groupRows(uses, ({ address }) => from.boxOfSubnet.get(address.subnetId));
  return [...byBox.values()].map((inBox) => {
    const subnets = new Set(inBox.map(({ address }) => from.lookup.subnets.get(address.subnetId)!));
    const addresses = inBox.map(({ address }) => address).sort(byAddress);
    return {
      lowest: addresses[0]!,
      subnetIds: [...subnets].sort(byCidr).map(({ id }) => id),
      serviceIds: [...new Set(inBox.map(({ service }) => service.id))].sort(),
    };
  });
}
