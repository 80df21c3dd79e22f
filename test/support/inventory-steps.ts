// Changes of a small inventory, for suites that apply them in random sequences.
import type { PrismaClient } from '../../src/generated/prisma/client';
import type { Inventory, Scope } from './inventory';

interface At extends Scope {
  readonly prisma: PrismaClient;
}
/**
 * Changes a row; `seed` chooses the row and its new values. Does nothing if the chosen row is deleted or unsuitable.
 */
type Step = (at: At, inventory: Inventory, seed: number) => Promise<unknown>;

export const inventorySteps: Readonly<Record<string, Step>> = {
  rename: ({ prisma }, { hostIds }, seed) =>
    prisma.host.updateMany({ where: { id: pick(hostIds, seed) }, data: { name: `host ${seed % 3}`, os: null } }),
  removeHost: ({ prisma }, { hostIds }, seed) => prisma.host.deleteMany({ where: { id: pick(hostIds, seed) } }),
  removeService: ({ prisma }, { serviceIds }, seed) =>
    prisma.service.deleteMany({ where: { id: pick(serviceIds, seed) } }),
  untag: ({ prisma }, { tagId }, seed) =>
    prisma.tagAssignment.deleteMany({
      where: { tagId, entityType: pick(['Host', 'Service', 'Subnet', 'Group'] as const, seed) },
    }),
  tag: async ({ prisma, networkId, organizationId }, { tagId, hostIds }, seed) => {
    const hosts = await prisma.host.findMany({ where: { id: pick(hostIds, seed), tagAssignments: { none: {} } } });
    await prisma.tagAssignment.createMany({
      data: hosts.map(({ id }) => ({ tagId, hostId: id, networkId, organizationId })),
    });
  },
  unplug: ({ prisma }, { interfaceIds }, seed) =>
    prisma.interfaceNeighbor.deleteMany({ where: { interfaceId: pick(interfaceIds, seed) } }),
  trunk: ({ prisma }, { interfaceIds }, seed) =>
    prisma.interfaceVlan.deleteMany({ where: { interfaceId: pick(interfaceIds, seed) } }),
  removeVlan: ({ prisma }, { vlanIds }, seed) => prisma.vlan.deleteMany({ where: { id: pick(vlanIds, seed) } }),
  reorder: ({ prisma }, { serviceIds }, seed) =>
    prisma.groupMember.updateMany({ where: { serviceId: pick(serviceIds, seed) }, data: { position: 50 + seed } }),
  bind: ({ prisma }, { bindingIds }, seed) =>
    prisma.binding.updateMany({ where: { id: pick(bindingIds, seed) }, data: { ipAddressId: null } }),
  see: ({ prisma }, { hostIds }) =>
    prisma.host.updateMany({ where: { id: { in: [...hostIds] } }, data: { lastSeenAt: new Date() } }),
};

const pick = <T>(list: readonly T[], seed: number): T => list[seed % list.length]!;
