// Checks the rows to which a request refers: the viewer must have access to them, and they must be in the right
// network.
import { delegateOf } from '../model/delegate';
import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../errors';
import { requireAllVisible, requireVisible, type Db } from './rows';
import { entityName } from './visible-rows';

type ModelName = Prisma.ModelName;
type Row = Record<string, unknown>;
/** An id in a request; null or undefined if the request names no row. */
export type Id = string | null | undefined;

export const presentIds = (ids: readonly Id[]): string[] => ids.filter((id) => id != null);

/**
 * Reads the row with this id; null without an id. Throws 404 `entity_not_found` if the viewer cannot access the row,
 * and 400 `entity_network_mismatch` if the row is in another network. Call this before checking other values of the
 * request, so that their errors do not reveal hidden rows.
 */
export async function requireInNetwork<R extends Row = Row>(
  db: Db,
  model: ModelName,
  id: string | null | undefined,
  networkId: string,
  select: object = {},
): Promise<R | null> {
  if (id == null) return null;
  const row: Row = await requireVisible(db, model, id, { select: { id: true, networkId: true, ...select } });
  if (row.networkId !== networkId) throw networkMismatch(model);
  return row as R;
}

export const networkMismatch = (model: ModelName): AppError =>
  new AppError('entity_network_mismatch', { entity: entityName(model) });

/** The error for a row that the caller can access, but to which this field of the request may not refer. */
export const referenceInvalid = (model: ModelName, field: string): AppError =>
  new AppError('entity_reference_invalid', { entity: entityName(model), field });

/** Reads the rows with these ids by one statement, and returns them by id. Throws the errors of `requireInNetwork`. */
export async function requireAllInNetwork(
  db: Db,
  model: ModelName,
  ids: readonly string[],
  networkId: string,
  select: object = {},
): Promise<ReadonlyMap<string, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await delegateOf(db, model).findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, networkId: true, ...select },
  });
  const byId = new Map(rows.map((row) => [row.id as string, row]));
  const missing = ids.find((id) => !byId.has(id));
  if (missing !== undefined) throw new AppError('entity_not_found', { entity: entityName(model), id: missing });
  if (rows.some((row) => row.networkId !== networkId)) throw networkMismatch(model);
  return byId;
}

/**
 * Throws unless all `ids` belong to addresses or ports of the host `hostId` (undefined for a new host). If the request
 * replaces the host's addresses or ports, only the new ones in `list` count. Throws 404 for an id that the caller
 * cannot access, and 400 `entity_reference_invalid` for an id of another host.
 */
export async function requireOnHost(
  db: Db,
  model: 'IpAddress' | 'Port',
  hostId: string | undefined,
  ids: readonly string[],
  list: readonly { id?: Id }[] | null | undefined,
  field: string,
): Promise<void> {
  const inRequest = new Set(presentIds((list ?? []).map(({ id }) => id)));
  const others = ids.filter((id) => !inRequest.has(id));
  if (others.length === 0) return;
  await requireAllVisible(db, model, others);
  const stored = hostId === undefined || list ? 0 : await countOf(db, model, hostId, others);
  if (stored < new Set(others).size) throw referenceInvalid(model, field);
}

function countOf(db: Db, model: 'IpAddress' | 'Port', hostId: string, ids: readonly string[]): Promise<number> {
  const where = { hostId, id: { in: [...ids] } };
  return model === 'Port' ? db.port.count({ where }) : db.ipAddress.count({ where });
}
