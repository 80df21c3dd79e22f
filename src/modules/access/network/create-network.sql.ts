// The rows that every new network gets: its two System subnets and its live topology row.
import type { Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { Prisma } from '../../../generated/prisma/client';
import { changeOf, recordAuditEvent } from '../../../data/tenancy/audit-events';
import type { Db } from '../../../data/tenancy/rows';
import { querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';

export interface NewNetwork {
  /** Given where the id was announced before (POST /api/auth/setup). */
  readonly id?: string;
  readonly organizationId: string;
  readonly name: string;
  readonly staleAfterHours?: number | null;
}

/**
 * Runs in the caller's transaction; that of a scoped client must reach the new id (`reaching`). The caller has made sure
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
 * An API key reaches the network that it makes from then on; runs in the transaction that makes it. Its owner gains
 * nothing by it: only Owners and Admins make networks, and those reach all.
 */
export async function grantToMaker(tx: Db, viewer: Viewer, networkId: string): Promise<void> {
  if (viewer.via !== 'userApiKey') return;
  const { credentialId: userApiKeyId, organizationId } = viewer;
  // Locked, so that a key that is being deleted is either still there or refused.
  const statement = Prisma.sql`SELECT name FROM user_api_keys WHERE id = ${userApiKeyId}::uuid FOR KEY SHARE`;
  const [key] = await querySql<{ name: string }>(tx, tenantSafeSql(viewer, statement));
  if (!key) throw new AppError('auth_not_authenticated');
  const given = await tx.userApiKeyNetwork.findMany({ where: { userApiKeyId }, select: { networkId: true } });
  await tx.userApiKeyNetwork.createMany({ data: [{ userApiKeyId, networkId, organizationId }] });
  const before = given.map((one) => one.networkId);
  await recordAuditEvent(tx, {
    eventType: 'KeyChanged',
    organizationId,
    subjectType: 'UserApiKey',
    subjectId: userApiKeyId,
    subjectName: key.name,
    details: { network_ids: changeOf(before, [...before, networkId]) },
  });
}
