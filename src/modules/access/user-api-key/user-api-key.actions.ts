// Creates and updates a user API key with its networks and tags in one transaction.
import { randomUUID } from 'node:crypto';
import { generateKey } from '../../../auth/tokens';
import { userOf, type Permissions, type Viewer } from '../../../data/tenancy/viewer';
import { compareIds, recordAuditEvent } from '../../../data/tenancy/audit-events';
import { replaceTags } from '../../../data/tenancy/entity-tags';
import { updateVisible, type Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';

interface KeyFields {
  readonly name: string;
  readonly permissions?: Permissions;
  readonly isEnabled?: boolean;
  readonly expiresAt?: Date | null;
}
interface Links {
  readonly networkIds?: readonly string[];
  readonly tagIds?: readonly string[];
}

/** Creates a user API key. Resolves with its id and its token. The database stores only the hash of the token. */
export async function createKey(
  db: ScopedDb,
  viewer: Viewer,
  fields: KeyFields,
  links: Links,
): Promise<{ id: string; token: string }> {
  const id = randomUUID();
  const { token, keyHash, keyPrefix } = generateKey('user');
  const { userId, organizationId } = userOf(viewer);
  await db.$transaction(async (tx) => {
    await tx.userApiKey.create({ data: { ...fields, id, keyHash, keyPrefix, userId, organizationId } });
    await writeLinks(tx, viewer, id, links);
  });
  return { id, token };
}

export async function changeKey(
  db: ScopedDb,
  viewer: Viewer,
  id: string,
  fields: Partial<KeyFields>,
  links: Links,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const query = { select: { name: true } };
    const data = { ...fields, updatedAt: new Date() };
    const { name } = await updateVisible(tx, 'UserApiKey', id, data, { query, expectedUpdatedAt });
    const grants = await tx.userApiKeyNetwork.findMany({ where: { userApiKeyId: id }, select: { networkId: true } });
    await writeLinks(tx, viewer, id, links);
    const before = grants.map(({ networkId }) => networkId);
    const change = compareIds(before, links.networkIds ?? before);
    const { organizationId } = viewer;
    const subject = { subjectType: 'UserApiKey', subjectId: id, subjectName: name } as const;
    const details = { network_ids: change };
    if (change) await recordAuditEvent(tx, { eventType: 'KeyChanged', organizationId, ...subject, details });
  });
}

async function writeLinks(tx: Db, viewer: Viewer, userApiKeyId: string, { networkIds, tagIds }: Links): Promise<void> {
  if (tagIds) await replaceTags(tx, viewer, 'UserApiKey', { id: userApiKeyId, networkId: null }, tagIds);
  if (!networkIds) return;
  const distinctIds = [...new Set(networkIds)];
  const { organizationId } = viewer;
  await tx.userApiKeyNetwork.deleteMany({ where: { userApiKeyId, networkId: { notIn: distinctIds } } });
  await tx.userApiKeyNetwork.createMany({
    data: distinctIds.map((networkId) => ({ userApiKeyId, networkId, organizationId })),
    skipDuplicates: true,
  });
}
