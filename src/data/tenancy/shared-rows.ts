// Changes and assignments of rows that the networks of an organization share, such as tags and credentials. Changing a
// row requires access to every network that uses it.
import { Prisma } from '../../generated/prisma/client';
import { tableOf } from '../model/model-fields';
import { AppError } from '../../errors';
import { requireAllVisible, type Db } from './rows';
import { allowSharedChanges, type ScopedDb } from './scoped-db';
import { executeSql, querySql, tenantSafeSql } from './tenant-sql';
import { isDaemon, reachesEverything, type Viewer } from './viewer';
import { isShared, type SharedModel } from './visible-rows';

/** SQL for the networks that use the row `shared`, as `network_id`, with duplicates. */
const networksUsing: Readonly<Record<SharedModel, Prisma.Sql>> = {
  // A credential that once worked on a host counts as used in the host's network, even after it was removed from the
  // host.
  Credential: Prisma.sql`
    SELECT network_id FROM network_credentials WHERE credential_id = shared.id
    UNION ALL SELECT network_id FROM host_credentials WHERE credential_id = shared.id
    UNION ALL SELECT network_id FROM working_credentials WHERE credential_id = shared.id
    UNION ALL SELECT id FROM networks WHERE organization_id = shared.organization_id AND shared.is_default`,
  // A user API key belongs to no network. A tag on a key counts as used in the networks of the key.
  Tag: Prisma.sql`
    SELECT network_id FROM tag_assignments WHERE tag_id = shared.id AND network_id IS NOT NULL
    UNION ALL SELECT given.network_id FROM tag_assignments tagged
      JOIN user_api_key_networks given ON given.user_api_key_id = tagged.user_api_key_id
      WHERE tagged.tag_id = shared.id`,
};

const isUsedBeyondReach = (model: SharedModel, { networkIds }: Viewer) => Prisma.sql`EXISTS (
  SELECT FROM (${networksUsing[model]}) used WHERE used.network_id <> ALL(${[...networkIds]}::uuid[]))`;

/**
 * Changes or deletes the rows with these ids. If a network that the viewer cannot access uses one of the rows, throws
 * 403 `entity_access_denied` and changes nothing. Does not check whether the rows exist.
 */
export async function changeShared<T>(
  db: ScopedDb,
  viewer: Viewer,
  model: string,
  ids: readonly string[],
  change: (db: Db) => Promise<T>,
): Promise<T> {
  if (!isShared(model) || reachesEverything(viewer)) return change(db);
  return db.$transaction(async (tx) => {
    await requireChangeable(tx, viewer, model, ids);
    return change(tx);
  });
}

/**
 * The check of `changeShared`, for use in the transaction of the change. No other network can start to use the rows
 * until that transaction ends.
 */
export async function requireChangeable(
  tx: Db,
  viewer: Viewer,
  model: SharedModel,
  ids: readonly string[],
): Promise<void> {
  if (reachesEverything(viewer)) return;
  await lockShared(tx, viewer, model, ids);
  await refuseFirst(tx, viewer, model, ids, isUsedBeyondReach(model, viewer));
  allowSharedChanges(tx);
}

/**
 * What a credential is assigned to: a host (`hostId` is undefined for a new host), or a network as a default
 * credential.
 */
type Place = { readonly hostId?: string } | { readonly networkId: string };

/**
 * Throws 403 `entity_access_denied` unless the viewer may assign each credential to `place`, where daemons get its
 * secret. A viewer with access to every network may assign any credential. Others may assign credentials that `place`
 * already has, that the viewer's API key wrote, or that are in use, but only in networks that the viewer can access.
 * `isHeld` locks the rows until the transaction ends.
 */
export async function requireAssignable(
  db: Db,
  viewer: Viewer,
  credentialIds: readonly string[],
  place: Place,
  { isHeld }: { readonly isHeld: boolean },
): Promise<void> {
  if (credentialIds.length === 0 || reachesEverything(viewer)) return;
  // Daemons see no credentials, and must not learn whether one exists.
  if (isDaemon(viewer)) return requireAllVisible(db, 'Credential', credentialIds);
  if (isHeld) await lockShared(db, viewer, 'Credential', credentialIds);
  const assigned =
    'networkId' in place
      ? Prisma.sql`SELECT FROM network_credentials WHERE credential_id = shared.id AND network_id = ${place.networkId}::uuid`
      : Prisma.sql`SELECT FROM host_credentials WHERE credential_id = shared.id AND host_id = ${place.hostId ?? null}::uuid`;
  // A credential that was only assigned in the past may not be assigned again: an Admin may have withdrawn it, and its
  // secret may have changed since.
  const isAssigned = Prisma.sql`(shared.is_default
    OR EXISTS (SELECT FROM network_credentials WHERE credential_id = shared.id)
    OR EXISTS (SELECT FROM host_credentials WHERE credential_id = shared.id))`;
  await refuseFirst(
    db,
    viewer,
    'Credential',
    credentialIds,
    Prisma.sql`NOT EXISTS (${assigned}) AND shared.written_by_key_id IS DISTINCT FROM ${viewer.credentialId}::uuid
      AND (NOT ${isAssigned} OR ${isUsedBeyondReach('Credential', viewer)})`,
  );
}

/**
 * Locks the rows: waits for transactions that are adding references to them, and blocks new references until the
 * current transaction ends.
 */
async function lockShared(tx: Db, viewer: Viewer, model: SharedModel, ids: readonly string[]): Promise<void> {
  const statement = Prisma.sql`
    SELECT FROM ${Prisma.raw(tableOf(model))} WHERE id = ANY(${[...ids]}::uuid[])
      AND organization_id = ${viewer.organizationId}::uuid ORDER BY id FOR UPDATE`;
  await executeSql(tx, tenantSafeSql(viewer, statement));
}

async function refuseFirst(
  db: Db,
  viewer: Viewer,
  model: SharedModel,
  ids: readonly string[],
  isRefused: Prisma.Sql,
): Promise<void> {
  const statement = Prisma.sql`
    SELECT shared.id::text FROM ${Prisma.raw(tableOf(model))} shared
    WHERE shared.id = ANY(${[...ids]}::uuid[]) AND shared.organization_id = ${viewer.organizationId}::uuid
      AND ${isRefused}
    ORDER BY shared.id LIMIT 1`;
  const [refused] = await querySql<{ id: string }>(db, tenantSafeSql(viewer, statement));
  if (refused) throw new AppError('entity_access_denied', { entity: model, id: refused.id });
}
