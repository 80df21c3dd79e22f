// Rows of the organization that its networks share: changed by who reaches every network that uses them, and credentials
// assigned by such people or Admins.
import { Prisma } from '../../generated/prisma/client';
import { tableOf } from '../model/model-fields';
import { AppError } from '../../errors';
import { requireAllVisible, type Db } from './rows';
import { allowSharedChanges, type ScopedDb } from './scoped-db';
import { executeSql, querySql, tenantSafeSql } from './tenant-sql';
import { isDaemon, reachesEverything, type Viewer } from './viewer';
import { isShared, type SharedModel } from './visible-rows';

/** The networks that use the row `shared`, as `network_id`; one may come several times. */
const networksUsing: Readonly<Record<SharedModel, Prisma.Sql>> = {
  // A credential that opened a host is known there, also after it was taken off the host.
  Credential: Prisma.sql`
    SELECT network_id FROM network_credentials WHERE credential_id = shared.id
    UNION ALL SELECT network_id FROM host_credentials WHERE credential_id = shared.id
    UNION ALL SELECT network_id FROM working_credentials WHERE credential_id = shared.id
    UNION ALL SELECT id FROM networks WHERE organization_id = shared.organization_id AND shared.is_default`,
  // A user API key belongs to no network: it uses its tags in those that it was given.
  Tag: Prisma.sql`
    SELECT network_id FROM tag_assignments WHERE tag_id = shared.id AND network_id IS NOT NULL
    UNION ALL SELECT given.network_id FROM tag_assignments tagged
      JOIN user_api_key_networks given ON given.user_api_key_id = tagged.user_api_key_id
      WHERE tagged.tag_id = shared.id`,
};

const isUsedBeyondReach = (model: SharedModel, { networkIds }: Viewer) => Prisma.sql`EXISTS (
  SELECT FROM (${networksUsing[model]}) used WHERE used.network_id <> ALL(${[...networkIds]}::uuid[]))`;

/**
 * Runs a change or deletion of the rows with these ids. Where networks share the kind, a row that a network out of reach
 * uses is 403 `entity_access_denied`, and nothing is changed. Missing rows are left to the change.
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

/** The same check by itself, in the transaction of the change: until that ends no other network begins to use the rows. */
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

/** What credentials are assigned to: a host, undefined where it is being made, or a network, whose defaults they become. */
type Place = { readonly hostId?: string } | { readonly networkId: string };

/**
 * Nothing, or 403 `entity_access_denied` for the first credential whose secret the viewer may not hand to the daemons of a
 * network by assigning it. An Admin who reaches every network assigns any. Others reach every network that uses the
 * credential, and it is assigned in at least one, or are the API key that wrote its secret. What the place has already stays, whoever assigned it.
 * Assignments are judged here alone: a daemon is handed what is assigned in its network.
 *
 * With `isHeld`, in the transaction that assigns, the answer holds until that ends.
 */
export async function requireAssignable(
  db: Db,
  viewer: Viewer,
  credentialIds: readonly string[],
  place: Place,
  { isHeld }: { readonly isHeld: boolean },
): Promise<void> {
  if (credentialIds.length === 0 || reachesEverything(viewer)) return;
  // Daemons see no credential: whether there is one is nothing that they learn.
  if (isDaemon(viewer)) return requireAllVisible(db, 'Credential', credentialIds);
  if (isHeld) await lockShared(db, viewer, 'Credential', credentialIds);
  const assigned =
    'networkId' in place
      ? Prisma.sql`SELECT FROM network_credentials WHERE credential_id = shared.id AND network_id = ${place.networkId}::uuid`
      : Prisma.sql`SELECT FROM host_credentials WHERE credential_id = shared.id AND host_id = ${place.hostId ?? null}::uuid`;
  // Where it only worked once an Admin may have withdrawn it, and its secret may be another by now.
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

/** Waits for transactions that refer to the rows, and lets none begin to until this one ends. */
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
