// What a new network always comes with: its two System subnets and its live topology row; one rule for every way in.
import type { Prisma } from '../generated/prisma/client';

export interface NewNetwork {
  /** Given where the id was announced before (POST /api/auth/setup). */
  readonly id?: string;
  readonly organizationId: string;
  readonly name: string;
  readonly staleAfterHours?: number | null;
}

/**
 * Runs in the caller's transaction, on the raw client: a new network lies within no viewer's reach yet. The caller has
 * made sure that the viewer may create networks in this organization.
 */
export async function createNetwork(tx: Prisma.TransactionClient, network: NewNetwork) {
  const { id, organizationId, name, staleAfterHours = null } = network;
  const created = await tx.network.create({ data: { ...(id && { id }), organizationId, name, staleAfterHours } });
  const everywhere = { networkId: created.id, cidr: '0.0.0.0/0', sourceType: 'System' } as const;
  await tx.subnet.createMany({
    data: [
      { ...everywhere, name: 'Internet', subnetType: 'Internet' },
      { ...everywhere, name: 'Remote', subnetType: 'Remote' },
    ],
  });
  await tx.topology.create({ data: { networkId: created.id } });
  return created;
}
