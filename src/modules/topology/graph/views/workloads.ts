// The Workloads view: machines as boxes. The box of a physical machine contains the virtual machines and services that
// run on it.
import { type Draft, noInlineGroups, type ViewSource } from '../draft';
import type { Element, InlineEntity } from '../graph';
import type { Inventory, InventoryHost, InventoryService } from '../inventory';
import { hostContainerId, servicesByHost, type Lookup } from '../lookup';
import { memoizeByIdentity } from '../remembered';
import { hostContainer } from './l2-physical';

export function draftWorkloads({ lookup }: ViewSource): Draft {
  const elements: Element[] = [];
  const usedHosts = new Set<string>();
  for (const host of lookup.inventory.hosts) {
    const machine = host.isVirtual ? findPhysicalHost(host, lookup) : host;
    if (!machine) continue;
    const inside = host.isVirtual
      ? [virtualMachine(lookup.inventory.services, host, machine)]
      : workloadsAmong(lookup.servicesOf(host.id));
    for (const element of inside) elements.push(element);
    if (inside.length > 0) usedHosts.add(machine.id);
  }
  const machines = lookup.inventory.hosts.filter(({ id }) => usedHosts.has(id));
  return { containers: machines.map((host) => hostContainer(host)), elements };
}

/** Whether a service is a hypervisor or container runtime. Such a service is a box, not a workload. */
const isVirtualizer = ({ software }: InventoryService): boolean => software.isHypervisor || software.isContainerRuntime;

const isWorkload = (service: InventoryService): boolean =>
  !isVirtualizer(service) && service.software.category !== 'OpenPorts';

const element = memoizeByIdentity(({ id, name, hostId }: InventoryService): Element => ({
  nodeType: 'Element',
  elementType: 'Service',
  id,
  header: name,
  containerId: hostContainerId(hostId),
  hostId,
  inlineGroups: noInlineGroups,
}));

const workloadsAmong = memoizeByIdentity((services: readonly InventoryService[]): readonly Element[] =>
  services.filter(isWorkload).map((service) => element(service)),
);

const virtualMachine = memoizeByIdentity(
  (services: Inventory['services'], host: InventoryHost, machine: InventoryHost): Element => ({
    nodeType: 'Element',
    elementType: 'Host',
    id: host.id,
    header: host.vmName ?? host.displayName,
    containerId: hostContainerId(machine.id),
    hostId: host.id,
    inlineGroups: inlineServices(servicesByHost(services).get(host.id) ?? []),
  }),
);

/**
 * The physical machine on which a virtual machine runs, found through nested hypervisors. Undefined if a hypervisor is
 * unknown, or if the hypervisors form a loop.
 */
export function findPhysicalHost(host: InventoryHost, lookup: Lookup): InventoryHost | undefined {
  const visitedHosts = new Set<string>();
  let current: InventoryHost | undefined = host;
  while (current?.isVirtual) {
    if (visitedHosts.has(current.id) || current.virtualizationServiceId === null) return undefined;
    visitedHosts.add(current.id);
    const hypervisor = lookup.services.get(current.virtualizationServiceId);
    current = hypervisor && lookup.hosts.get(hypervisor.hostId);
  }
  return current;
}

/** The rows that the element of a virtual machine lists: its services, and the containers after their runtime. */
function inlineServices(services: readonly InventoryService[]): InlineEntity[] {
  const runtimes = new Set(services.filter(({ software }) => software.isContainerRuntime).map(({ id }) => id));
  const rows: InlineEntity[] = [];
  for (const service of services) {
    const { id, virtualizationServiceId } = service;
    if (runtimes.has(id)) {
      rows.push({ entityId: id, entityType: 'Service', groupId: id, role: 'Header' });
      const containerServices = services.filter((other) => other.virtualizationServiceId === id && isWorkload(other));
      for (const { id: memberId } of containerServices)
        rows.push({ entityId: memberId, entityType: 'Service', groupId: id, role: 'Member' });
    } else if (isWorkload(service) && !(virtualizationServiceId !== null && runtimes.has(virtualizationServiceId)))
      rows.push({ entityId: id, entityType: 'Service', groupId: id, role: 'Member' });
  }
  return rows;
}
