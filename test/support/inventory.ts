// A small inventory with every kind of row and link, for suites that read it over REST and GraphQL.
import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '../../src/generated/prisma/client';

export interface Scope {
  networkId: string;
  organizationId: string;
}
export interface Inventory {
  readonly subnetId: string;
  readonly vlanIds: readonly string[];
  readonly tagId: string;
  readonly credentialId: string;
  readonly hostIds: readonly string[];
  readonly addressIds: readonly string[];
  readonly interfaceIds: readonly string[];
  readonly portIds: readonly string[];
  readonly serviceIds: readonly string[];
  readonly bindingIds: readonly string[];
  readonly serviceGroupId: string;
  readonly bindingGroupId: string;
}

const idsFor = (count: number) => Array.from({ length: count }, () => randomUUID());
const mac = (index: number) =>
  `02:00:00:00:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`;

/**
 * Adds a chain of `count` hosts. Each has an address, a trunk port whose LLDP neighbor is the next host's port, and an
 * open port with a service. The first service runs the services of all other hosts as containers. Every host and
 * service has one tag.
 */
export async function addInventory(prisma: PrismaClient, scope: Scope, count: number): Promise<Inventory> {
  const { networkId, organizationId } = scope;
  const subnetId = randomUUID();
  const vlanIds = idsFor(2);
  const [tagId, credentialId, serviceGroupId, bindingGroupId] = idsFor(4) as [string, string, string, string];
  const [hostIds, addressIds, interfaceIds] = [idsFor(count), idsFor(count), idsFor(count)];
  const [portIds, serviceIds, bindingIds] = [idsFor(count), idsFor(count), idsFor(count)];
  const subnetCidr = '10.40.0.0/16';
  // Gives each row a different time, because rows of a bulk insert would have equal times and therefore no defined
  // order.
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, index));

  await prisma.subnet.create({
    data: { id: subnetId, networkId, name: 'Servers', cidr: subnetCidr, subnetType: 'Lan' },
  });
  await prisma.vlan.createMany({
    data: vlanIds.map((id, index) => ({
      id,
      networkId,
      organizationId,
      name: `VLAN ${index}`,
      vlanNumber: 3000 + index,
    })),
  });
  await prisma.tag.create({ data: { id: tagId, organizationId, name: `Tag ${tagId}` } });
  await prisma.credential.create({
    data: {
      id: credentialId,
      organizationId,
      name: `SNMP ${credentialId}`,
      credentialType: 'SnmpV2c',
      secrets: Buffer.from('sealed'),
    },
  });
  await prisma.host.createMany({
    data: hostIds.map((id, index) => ({ id, networkId, name: `host-${index}`, createdAt: at(index) })),
  });
  await prisma.hostCredential.createMany({
    data: hostIds.map((hostId) => ({ hostId, credentialId, networkId, organizationId })),
  });
  await prisma.ipAddress.createMany({
    data: addressIds.map((id, index) => ({
      id,
      networkId,
      hostId: hostIds[index]!,
      subnetId,
      subnetCidr,
      ipAddress: `10.40.${index >> 8}.${index & 255}`,
      macAddress: mac(index),
      createdAt: at(index),
    })),
  });
  await prisma.interface.createMany({
    data: interfaceIds.map((id, index) => ({
      id,
      networkId,
      hostId: hostIds[index]!,
      ifIndex: 1,
      ifName: 'Gi1/0/1',
      ifDescr: 'GigabitEthernet1/0/1',
      speedBps: 10_000_000_000n,
      macAddress: mac(index),
      fdbMacs: [mac(index + 1)],
      ipAddressId: addressIds[index]!,
      nativeVlanId: vlanIds[0]!,
      createdAt: at(index),
    })),
  });
  await prisma.interfaceVlan.createMany({
    data: interfaceIds.flatMap((interfaceId) => vlanIds.map((vlanId) => ({ networkId, interfaceId, vlanId }))),
  });
  await prisma.interfaceNeighbor.createMany({
    data: interfaceIds.slice(1).flatMap((remoteInterfaceId, index) => [
      { networkId, interfaceId: interfaceIds[index]!, remoteInterfaceId, protocol: 'LLDP' as const, createdAt: at(0) },
      {
        networkId,
        interfaceId: interfaceIds[index]!,
        remoteHostId: hostIds[0]!,
        protocol: 'CDP' as const,
        createdAt: at(1),
      },
    ]),
  });
  await prisma.neighborEvidence.createMany({
    data: interfaceIds.map((interfaceId, index) => ({
      networkId,
      interfaceId,
      protocol: 'LLDP' as const,
      lldpChassisIdSubtype: 'MacAddress' as const,
      lldpChassisIdValue: mac(index + 1),
      lldpSysName: `host-${index + 1}`,
      lldpMgmtAddr: '10.40.0.1',
    })),
  });
  await prisma.port.createMany({
    data: portIds.map((id, index) => ({
      id,
      networkId,
      hostId: hostIds[index]!,
      number: 443,
      protocol: 'Tcp' as const,
      createdAt: at(index),
    })),
  });
  await prisma.service.createMany({
    data: serviceIds.map((id, index) => ({
      id,
      networkId,
      hostId: hostIds[index]!,
      name: `service-${index}`,
      serviceDefinition: index === 0 ? 'Docker' : 'nginx',
      createdAt: at(index),
    })),
  });
  await prisma.service.updateMany({
    where: { id: { in: serviceIds.slice(1) } },
    data: {
      virtualizationServiceId: serviceIds[0]!,
      virtualizationType: 'Docker',
      containerName: 'web',
      composeProject: 'shop',
    },
  });
  await prisma.binding.createMany({
    data: bindingIds.map((id, index) => ({
      id,
      networkId,
      hostId: hostIds[index]!,
      serviceId: serviceIds[index]!,
      portId: portIds[index]!,
      ipAddressId: index % 2 ? addressIds[index]! : null,
      createdAt: at(index),
    })),
  });
  await prisma.group.createMany({
    data: [
      { id: serviceGroupId, memberType: 'Services' as const, groupType: 'HubAndSpoke' as const },
      { id: bindingGroupId, memberType: 'Bindings' as const, groupType: 'RequestPath' as const },
    ].map((group) => ({ ...group, networkId, name: 'Path', color: 'Blue' as const })),
  });
  await prisma.groupMember.createMany({
    data: serviceIds.flatMap((serviceId, index) => [
      { networkId, groupId: serviceGroupId, position: count - index, serviceId },
      { networkId, groupId: bindingGroupId, position: index, bindingId: bindingIds[index]! },
    ]),
  });
  const taggedRows = [
    ...hostIds.map((hostId) => ({ hostId })),
    ...serviceIds.map((serviceId) => ({ serviceId })),
    { subnetId },
    { groupId: serviceGroupId },
  ];
  await prisma.tagAssignment.createMany({
    data: taggedRows.map((entity) => ({ ...entity, tagId, networkId, organizationId })),
  });
  return {
    subnetId,
    vlanIds,
    tagId,
    credentialId,
    hostIds,
    addressIds,
    interfaceIds,
    portIds,
    serviceIds,
    bindingIds,
    serviceGroupId,
    bindingGroupId,
  };
}
