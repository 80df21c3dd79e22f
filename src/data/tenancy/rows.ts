// Checks the ids in requests (404 for a row that is not visible, 403 for a network or organization that the viewer
// cannot access), and updates rows with an optimistic lock.
import type { Prisma, PrismaClient } from '../../generated/prisma/client';
import { delegateOf } from '../model/delegate';
import { relationOf } from '../model/model-fields';
import { answersUpdate } from '../sql/direct-writes';
import { isDaemon, type Viewer } from './viewer';
import { withoutUndefined } from '../../platform/text/members';
import { AppError } from '../../errors';
import type { ScopedDb } from './scoped-db';
import { entityName } from './visible-rows';

type ModelName = Prisma.ModelName;
type Query = { readonly select?: unknown; readonly include?: unknown };

/** All columns of a model's row. */
type RowOf<M extends ModelName> = Prisma.TypeMap['model'][M]['payload']['scalars'];

/** A scoped database client, or a transaction of such a client. */
export type Db = Pick<ScopedDb, Uncapitalize<ModelName>>;

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'P2025';
const notFound = (model: ModelName, id: string) => new AppError('entity_not_found', { entity: entityName(model), id });

/**
 * The row with this id. Throws 404 `entity_not_found`, both for a row that does not exist and for a row that the viewer
 * cannot access.
 */
export async function requireVisible<M extends ModelName>(
  db: Db,
  model: M,
  id: string,
  query: Query = {},
): Promise<RowOf<M>> {
  const row = await delegateOf(db, model).findUnique({ where: { id }, ...query });
  if (!row) throw notFound(model, id);
  return row as RowOf<M>;
}

/** The selected fields of the row. Throws 404 `entity_not_found` like `requireVisible`. */
export async function requireSelected<M extends ModelName, S extends object>(
  db: Db,
  model: M,
  id: string,
  select: S,
): Promise<Prisma.Result<PrismaClient[Uncapitalize<M>], { select: S }, 'findUniqueOrThrow'>> {
  const row: unknown = await requireVisible(db, model, id, { select });
  return row as Prisma.Result<PrismaClient[Uncapitalize<M>], { select: S }, 'findUniqueOrThrow'>;
}

/** Throws 404 for the first of the ids that is missing or that the viewer cannot access. Ids may repeat. */
export async function requireAllVisible(db: Db, model: ModelName, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await delegateOf(db, model).findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true } });
  requireFound(model, ids, rows);
}

/** Throws 404 for the first id that has no row in `rows`. */
export function requireFound(model: ModelName, ids: readonly string[], rows: readonly { id?: unknown }[]): void {
  const rowIds = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !rowIds.has(id));
  if (missing !== undefined) throw notFound(model, missing);
}

interface Scope {
  readonly networkId?: string | null;
  readonly organizationId?: string | null;
}

/**
 * Throws 403 for a network or organization that the viewer cannot access, whether it exists or not. A daemon has access
 * only to the network of its key.
 */
export function requireScope(viewer: Viewer, scope: Scope): void {
  const refusal = scopeRefusal(viewer, scope);
  if (refusal) throw refusal;
}

export function scopeRefusal(viewer: Viewer, { networkId, organizationId }: Scope): AppError | undefined {
  if (organizationId != null && organizationId !== viewer.organizationId)
    return new AppError('entity_access_denied', { entity: 'Organization', id: organizationId });
  if (networkId == null || viewer.networkIds.includes(networkId)) return undefined;
  if (isDaemon(viewer)) return new AppError('daemon_network_mismatch');
  return new AppError('entity_access_denied', { entity: 'Network', id: networkId });
}

interface UpdateOptions {
  readonly query?: Query;
  readonly expectedUpdatedAt?: Date | null;
}

/**
 * Updates a visible row. Throws 404 if it is gone, and 409 `entity_changed` if `expectedUpdatedAt` is given and differs
 * from the stored time.
 */
export async function updateVisible<M extends ModelName>(
  db: Db,
  model: M,
  id: string,
  data: object,
  options: UpdateOptions = {},
): Promise<RowOf<M>> {
  const updated = await updateFound(db, model, { id }, data, options);
  if (updated) return updated;
  await requireVisible(db, model, id, { select: { id: true } });
  throw new AppError('entity_changed', { entity: entityName(model), id });
}

/**
 * Updates the visible row that meets a condition, otherwise like `updateVisible`. Undefined if no row meets the
 * condition.
 */
export async function updateFound<M extends ModelName>(
  db: Db,
  model: M,
  condition: { readonly id: string; readonly networkId?: unknown },
  data: object,
  { query = {}, expectedUpdatedAt }: UpdateOptions = {},
): Promise<RowOf<M> | undefined> {
  const written = withoutUndefined(data as Record<string, unknown>);
  const isAnswered = answersUpdate(model, written, query);
  const where = { ...condition, ...(expectedUpdatedAt && { updatedAt: expectedUpdatedAt }) };
  const answered = isAnswered ? query : { select: { id: true } };
  try {
    const row = await delegateOf(db, model).update({ where, data: written, ...answered });
    if (isAnswered) return row as RowOf<M>;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
  return requireVisible(db, model, condition.id, query);
}

/** Deletes a visible row. Throws 404 if no such row is visible. */
export async function deleteVisible(db: Db, model: ModelName, id: string): Promise<void> {
  try {
    await delegateOf(db, model).delete({ where: { id }, select: { id: true } });
  } catch (error) {
    throw isMissing(error) ? notFound(model, id) : error;
  }
}

/**
 * Deletes the visible rows among the ids in one statement and returns their number. If one row is in use, no row is
 * deleted.
 */
export async function deleteAllVisible(
  db: Db,
  model: ModelName,
  ids: readonly string[],
  inUseThrough?: string,
): Promise<number> {
  const where = { id: { in: [...new Set(ids)] } };
  try {
    return (await delegateOf(db, model).deleteMany({ where })).count;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'entity_in_use' || !inUseThrough) throw error;
    // The database reports the constraint but not which row is in use, so the row is looked up.
    const isList = relationOf(model, inUseThrough).isList;
    const inUseFilter = { AND: [where, { [inUseThrough]: isList ? { some: {} } : { isNot: null } }] };
    const [row] = await delegateOf(db, model).findMany({
      where: inUseFilter,
      select: { id: true },
      orderBy: { id: 'asc' },
      take: 1,
    });
    throw new AppError('entity_in_use', { ...error.params, id: row?.id ?? null });
  }
}

/**
 * The columns to set when a row moves to another network: references to discovery runs become null, because these runs
 * belong to the old network. Empty if the row stays in its network.
 */
export const forgottenOnMove = (stored: { networkId: string }, networkId: string | null | undefined) =>
  networkId == null || networkId === stored.networkId ? {} : { firstDiscoveryId: null, lastDiscoveryId: null };
