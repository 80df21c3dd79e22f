// Creates and updates a daemon API key with its tags in one transaction.
import { randomUUID } from 'node:crypto';
import { generateKey } from '../../../auth/tokens';
import type { Viewer } from '../../../data/tenancy/viewer';
import type { MadeKey } from '../../access';
import { replaceTags } from '../../../data/tenancy/entity-tags';
import { updateVisible } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';

interface DaemonKeyFields {
  readonly name: string;
  readonly networkId: string;
  readonly isEnabled?: boolean;
  readonly expiresAt?: Date | null;
}

/** Creates a daemon API key. The caller has checked that the viewer may access the network. */
export async function createDaemonKey(
  db: ScopedDb,
  viewer: Viewer,
  fields: DaemonKeyFields,
  tagIds: readonly string[],
): Promise<MadeKey> {
  const id = randomUUID();
  const { token, keyHash, keyPrefix } = generateKey('daemon');
  const { networkId } = fields;
  await db.$transaction(async (tx) => {
    await tx.daemonApiKey.create({ data: { ...fields, id, keyHash, keyPrefix } });
    await replaceTags(tx, viewer, 'DaemonApiKey', { id, networkId }, tagIds);
  });
  return { id, token };
}

/**
 * Updates a daemon API key. If the key moves to another network, its tags move with it. If `tagIds` is undefined, the
 * tags do not change. The caller has checked that the viewer may access the old and the new network.
 */
export async function changeDaemonKey(
  db: ScopedDb,
  viewer: Viewer,
  id: string,
  fields: Partial<DaemonKeyFields>,
  tagIds: readonly string[] | undefined,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const query = { select: { networkId: true } };
    const data = { ...fields, updatedAt: new Date() };
    const { networkId } = await updateVisible(tx, 'DaemonApiKey', id, data, { query, expectedUpdatedAt });
    if (tagIds) await replaceTags(tx, viewer, 'DaemonApiKey', { id, networkId }, tagIds);
  });
}
