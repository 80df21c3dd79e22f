// Rows that a request names beside the one it writes: within reach, and of the network in question.
import { delegateOf } from '../model/delegate';
import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../errors';
import { requireAllVisible, requireVisible, type Db } from './rows';
import { entityName } from './visible-rows';

type ModelName = Prisma.ModelName;
type Row = Record<string, unknown>;
/** An id that a request names, or not. */
export type Id = string | null | undefined;

export const named = (ids: readonly Id[]): string[] => ids.filter((id) => id != null);

/**
 * The named row, or null where none is named. Out of reach: 404 `entity_not_found`; of another network: 400
 * `entity_network_mismatch`. Runs before the request's own values are checked, so that their errors reveal nothing.
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

/** The row is within reach but does not fit where it is named. */
export const referenceInvalid = (model: ModelName, field: string): AppError =>
  new AppError('entity_reference_invalid', { entity: entityName(model), field });

/** Like `requireInNetwork` for many rows at once, in one statement; by their ids. */
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
 * Parts of one host: of the list in the request, if there is one, else of the stored ones. Out of reach: 404; of another
 * host: 400 `entity_reference_invalid`. `hostId` is undefined where the host is being made.
 */
export async function requireOnHost(
  db: Db,
  model: 'IpAddress' | 'Port',
  hostId: string | undefined,
  ids: readonly string[],
  list: readonly { id?: Id }[] | null | undefined,
  field: string,
): Promise<void> {
  const inRequest = new Set(named((list ?? []).map(({ id }) => id)));
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
