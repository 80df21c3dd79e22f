// The inventory behind a graph as REST spells it: what a client needs to draw cards, and nothing to be fetched again for it.
import type { Inventory } from './inventory';

/** Each kind of row under the name of its list, in the order of the inventory. */
export const wireInventory = (inventory: Inventory): Record<string, readonly object[]> => ({
  hosts: inventory.hosts.map((row) => ({
    id: row.id,
    display_name: row.displayName,
    hostname: row.hostname ?? null,
    vm_name: row.vmName,
    is_virtual: row.isVirtual,
    virtualization_service_id: row.virtualizationServiceId,
    tags: row.tagIds,
  })),
  subnets: inventory.subnets.map((row) => ({
    id: row.id,
    name: row.name,
    cidr: row.cidr,
    subnet_type: row.subnetType,
    virtualization_service_id: row.virtualizationServiceId,
    tags: row.tagIds,
  })),
  ip_addresses: inventory.ipAddresses.map((row) => ({
    id: row.id,
    host_id: row.hostId,
    subnet_id: row.subnetId,
    ip_address: row.ipAddress,
    position: row.position,
  })),
  interfaces: inventory.interfaces.map((row) => ({
    id: row.id,
    host_id: row.hostId,
    display_name: row.displayName,
    if_type: row.ifType,
    oper_status: row.operStatus,
    ip_address_id: row.ipAddressId,
    native_vlan_id: row.nativeVlanId,
    vlan_ids: row.taggedVlanIds,
    neighbors: row.neighbors.map(({ interfaceId, hostId, protocol }) =>
      interfaceId === null ? { type: 'Host', id: hostId, protocol } : { type: 'Interface', id: interfaceId, protocol },
    ),
  })),
  ports: inventory.ports.map((row) => ({
    id: row.id,
    host_id: row.hostId,
    number: row.number,
    protocol: row.protocol,
  })),
  bindings: inventory.bindings.map((row) => ({
    id: row.id,
    service_id: row.serviceId,
    type: row.portId === null ? 'IPAddress' : 'Port',
    ip_address_id: row.ipAddressId,
    port_id: row.portId,
  })),
  services: inventory.services.map((row) => ({
    id: row.id,
    host_id: row.hostId,
    name: row.name,
    position: row.position,
    service_definition: row.software.definition,
    category: row.software.category,
    is_container: row.isContainer,
    compose_project: row.composeProject,
    virtualization_service_id: row.virtualizationServiceId,
    tags: row.tagIds,
  })),
  groups: inventory.groups.map((row) => ({
    id: row.id,
    name: row.name,
    group_type: row.groupType,
    members:
      row.memberType === 'Services'
        ? { type: row.memberType, service_ids: row.memberIds }
        : { type: row.memberType, binding_ids: row.memberIds },
  })),
  vlans: inventory.vlans.map((row) => ({ id: row.id, vlan_number: row.vlanNumber, name: row.name })),
  tags: inventory.tags.map((row) => ({
    id: row.id,
    name: row.name,
    color: row.color,
    is_application: row.isApplication,
  })),
});
