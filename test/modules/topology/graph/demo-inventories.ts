// The networks of the demo as inventories, without a database, for testing folding at every size.
import { generateDemo } from '../../../../src/demo/generate';
import { requireServiceDefinition } from '../../../../src/modules/inventory';
import { hostDisplayName, interfaceDisplayName } from '../../../../src/modules/inventory/shared/display-names';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import { groupRows } from '../../../../src/modules/topology/graph/lookup';

/** The networks of a demo with this number of hosts. */
export function demoInventories(hosts: number, networks = 1): Inventory[] {
  const demo = generateDemo({
    seed: `folding ${hosts}`,
    now: new Date('2026-11-20T12:00:00Z'),
    ...{ hosts, networks, organizationName: 'Folding', ownerEmail: 'owner@folding.example' },
    ...{ emailDomain: 'folding.example', passwordHash: '', apiKey: 'key' },
  });
  return demo.networks.map((network) => inventoryOf(network.rows(), demo.organization));
}

type Generated = ReturnType<typeof generateDemo>;
type Rows = ReturnType<Generated['networks'][number]['rows']>;

function inventoryOf(rows: Rows, { tags }: Generated['organization']): Inventory {
  const tagIdsOf = (column: 'hostId' | 'subnetId' | 'serviceId') => {
    const assignmentsByEntity = groupRows(rows.tag_assignments, (assignment) => assignment[column]);
    return (id: string) => (assignmentsByEntity.get(id) ?? []).map(({ tagId }) => tagId).sort();
  };
  const [ofHost, ofSubnet, ofService] = [tagIdsOf('hostId'), tagIdsOf('subnetId'), tagIdsOf('serviceId')];
  const addresses = groupRows(rows.ip_addresses, ({ hostId }) => hostId);
  const hostOfPort = new Map(rows.interfaces.map(({ id, hostId }) => [id!, hostId]));
  const neighbors = groupRows(rows.interface_neighbors, ({ interfaceId }) => interfaceId);
  const vlansByInterface = groupRows(rows.interface_vlans, ({ interfaceId }) => interfaceId);
  const members = groupRows(rows.group_members, ({ groupId }) => groupId);
  return {
    hosts: rows.hosts.map((host) => ({
      id: host.id!,
      displayName: hostDisplayName({
        name: host.name,
        hostname: host.hostname ?? null,
        sysName: host.sysName ?? null,
        chassisId: host.chassisId ?? null,
        ipAddresses: (addresses.get(host.id!) ?? []).map(({ ipAddress }) => ({ ipAddress, lastSeenAt: new Date(0) })),
      }),
      vmName: host.vmName ?? null,
      hidden: host.hidden ?? false,
      location: host.sysLocation ?? null,
      isVirtual: Boolean(host.virtualizationType ?? host.virtualizationServiceId),
      virtualizationServiceId: host.virtualizationServiceId ?? null,
      tagIds: ofHost(host.id!),
    })),
    subnets: rows.subnets.map((subnet) => ({
      ...{ id: subnet.id!, name: subnet.name, cidr: subnet.cidr, subnetType: subnet.subnetType },
      virtualizationServiceId: subnet.virtualizationServiceId ?? null,
      tagIds: ofSubnet(subnet.id!),
    })),
    ipAddresses: rows.ip_addresses.map(({ id, hostId, subnetId, ipAddress, position, macAddress }) => ({
      ...{ id: id!, hostId, subnetId, ipAddress, position: position ?? 0, macAddress: macAddress ?? null },
    })),
    interfaces: rows.interfaces.map((port) => ({
      ...{ id: port.id!, hostId: port.hostId, ifType: port.ifType ?? null, operStatus: port.operStatus ?? null },
      ifName: port.ifName ?? null,
      displayName: interfaceDisplayName({
        ...{ ifAlias: port.ifAlias ?? null, ifDescr: port.ifDescr ?? null, macAddress: port.macAddress ?? null },
      }),
      ...{ ipAddressId: port.ipAddressId ?? null, nativeVlanId: port.nativeVlanId ?? null },
      taggedVlanIds: (vlansByInterface.get(port.id!) ?? []).map(({ vlanId }) => vlanId).sort(),
      neighbors: (neighbors.get(port.id!) ?? []).map((link) => ({
        interfaceId: link.remoteInterfaceId ?? null,
        hostId: link.remoteHostId ?? hostOfPort.get(link.remoteInterfaceId!)!,
        protocol: link.protocol,
        basis: null,
      })),
      macAddress: port.macAddress ?? null,
      learned: tableOf(port.fdbMacs),
    })),
    ports: rows.ports.map(({ id, hostId, number, protocol }) => ({ id: id!, hostId, number, protocol })),
    bindings: rows.bindings.map(({ id, serviceId, ipAddressId, portId }) => ({
      ...{ id: id!, serviceId, ipAddressId: ipAddressId ?? null, portId: portId ?? null },
    })),
    services: rows.services.map((service) => {
      const { id, name, category, icon, isHypervisor, isContainerRuntime, isGateway } = requireServiceDefinition(
        service.serviceDefinition,
      );
      return {
        ...{ id: service.id!, hostId: service.hostId, name: service.name, position: service.position ?? 0 },
        software: { definition: id, name, category, icon, isHypervisor, isContainerRuntime, isGateway },
        isContainer: Boolean(service.virtualizationType),
        composeProject: service.composeProject || null,
        virtualizationServiceId: service.virtualizationServiceId ?? null,
        tagIds: ofService(service.id!),
      };
    }),
    groups: rows.groups.map(({ id, name, groupType, memberType }) => ({
      ...{ id: id!, name, groupType, memberType },
      memberIds: (members.get(id!) ?? [])
        .sort((a, b) => a.position - b.position)
        .map(({ serviceId, bindingId }) => (serviceId ?? bindingId)!),
    })),
    vlans: rows.vlans.map(({ id, vlanNumber, name }) => ({ id: id!, vlanNumber, name })),
    tags: tags.map(({ id, name, color, isApplication }) => ({
      ...{ id: id!, name, color: color!, isApplication: isApplication ?? false },
    })),
  };
}

const tableOf = (fdbMacs: unknown) =>
  Array.isArray(fdbMacs) && fdbMacs.length > 0 ? { macs: fdbMacs.join(' '), readAt: null, runId: null } : null;
