// Creates the rows of a new network: its two System subnets and its live topology.
import type { Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { Prisma } from '../../../generated/prisma/client';
import { compareIds, recordAuditEvent } from '../../../data/tenancy/audit-events';
import type { Db } from '../../../data/tenancy/rows';
import { querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';

export interface NewNetwork {
  /** The id of the network, if the caller chose it beforehand, as POST /api/auth/setup does. */
  readonly id?: string;
  readonly organizationId: string;
  readonly name: string;
  readonly staleAfterHours?: number | null;
}

/**
 * Creates a network in the caller's transaction. If `tx` is a scoped client, its viewer must already have access to the
 * new network's id; function `reaching` gives this access. The caller has checked that the viewer may create networks
 * in this organization.
 */
export async function createNetwork(tx: Pick<Db, 'network' | 'subnet' | 'topology'>, network: NewNetwork) {
  const { id, organizationId, name, staleAfterHours = null } = network;
  const networkRow = await tx.network.create({ data: { ...(id && { id }), organizationId, name, staleAfterHours } });
  const everywhere = { networkId: networkRow.id, cidr: '0.0.0.0/0', sourceType: 'System' } as const;
  await tx.subnet.createMany({
    data: [
      { ...everywhere, name: 'Internet', subnetType: 'Internet' },
      { ...everywhere, name: 'Remote', subnetType: 'Remote' },
    ],
  });
  await tx.topology.create({ data: { networkId: networkRow.id } });
  return networkRow;
}

/**
 * If an API key creates a network, gives the key access to the network, in the same transaction. The key's user needs
 * no new rights: only Owners and Admins create networks, and they have access to all networks.
 */
export async function grantToMaker(tx: Db, viewer: Viewer, networkId: string): Promise<void> {
  if (viewer.via !== 'userApiKey') return;
  const { credentialId: userApiKeyId, organizationId } = viewer;
  // Locks the key's row. If the key is being deleted at the same time, the deletion waits for this transaction, or it
  // comes first and no key is found.
  const statement = Prisma.sql`SELECT name FROM user_api_keys WHERE id = ${userApiKeyId}::uuid FOR KEY SHARE`;
  const [key] = await querySql<{ name: string }>(tx, tenantSafeSql(viewer, statement));
  if (!key) throw new AppError('auth_not_authenticated');
  const grants = await tx.userApiKeyNetwork.findMany({ where: { userApiKeyId }, select: { networkId: true } });
  await tx.userApiKeyNetwork.createMany({ data: [{ userApiKeyId, networkId, organizationId }] });
  const before = grants.map((one) => one.networkId);
  await recordAuditEvent(tx, {
    eventType: 'KeyChanged',
    organizationId,
    subjectType: 'UserApiKey',
    subjectId: userApiKeyId,
    subjectName: key.name,
    details: { network_ids: compareIds(before, [...before, networkId]) },
  });
}
