// What a new network always comes with: its two System subnets and its live topology row; one rule for every way in.
import type { Viewer } from '../auth/viewer';
import type { Prisma } from '../generated/prisma/client';

export interface NewNetwork {
  /** Given where the id was announced before (POST /api/auth/setup). */
  readonly id?: string;
  readonly organizationId: string;
  readonly name: string;
  readonly staleAfterHours?: number | null;
}

/**
 * Runs in the caller's transaction; a scoped one must reach the new id first (extendReach). The caller has made sure
 * that the viewer may create networks in this organization.
 */
export async function createNetwork(
  tx: Pick<Prisma.TransactionClient, 'network' | 'subnet' | 'topology'>,
  network: NewNetwork,
) {
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

/**
 * Lets a viewer reach a network that this request is making; the next request judges its reach afresh. The id is one
 * that the server has just drawn, so nobody else's network can hide behind it.
 */
export function extendReach(viewer: Viewer, newNetworkId: string): void {
  (viewer.networkIds as string[]).push(newNetworkId);
}
