// Writes the lists of a host's parts, such as ports. A list in a request replaces the stored list: rows of the request
// match stored rows by id, then by natural keys. Rows without a match are added or deleted.
import type { Viewer } from '../../../data/tenancy/viewer';
import { delegateOf } from '../../../data/model/delegate';
import { AppError } from '../../../errors';
import { assertGrowth, assertRoom, listLimits } from '../../../data/tenancy/list-limits';
import { mapInTurns } from '../../../platform/threads/event-loop';
import type { Db } from '../../../data/tenancy/rows';
import { setRows } from '../../../data/tenancy/set-rows';
import { entityName } from '../../../data/tenancy/visible-rows';
import {
  differencesInTurns,
  matchRows,
  positionAfterLast,
  text,
  type MatchedChild,
  type Part,
  type Row,
  type RequestedPart,
} from './part-matching';

export interface HostRef {
  readonly id: string;
  readonly networkId: string;
  /** Whether this request creates the host, so that the host has no stored parts yet. */
  readonly isNew: boolean;
}
/**
 * Matches rows of a request with stored rows. Throws 409 if two rows of the request are equal. Throws 400 if the list
 * is longer than allowed, unless the stored list is at least as long. `among` limits the stored rows; then the length
 * is not checked.
 */
export async function matchChildren(
  tx: Db,
  part: Part,
  host: HostRef,
  rows: readonly RequestedPart[],
  among: object = {},
): Promise<{ matches: MatchedChild[]; goneIds: string[] }> {
  const storedRows = host.isNew
    ? []
    : await delegateOf(tx, part.model).findMany({ where: { hostId: host.id, ...among } });
  if (Object.keys(among).length === 0) assertGrowth(part.list, storedRows.length, rows.length, listLimits[part.list]);
  return matchStored(part, rows, storedRows);
}

/** Throws if the host already has the maximum number of parts of this kind. The caller holds the host's lock. */
export const assertRoomOnHost = (tx: Db, { model, list }: Part, hostId: string): Promise<void> =>
  assertRoom(tx, model, { hostId }, list, listLimits[list]);

/** Matches rows of a request with the stored rows. Throws 409 for two equal rows of the request. */
export function matchStored(part: Part, rows: readonly RequestedPart[], storedRows: readonly Row[]) {
  assertDistinct(part, rows);
  return matchRows(part, rows, storedRows);
}

function assertDistinct({ model, keys }: Part, rows: readonly RequestedPart[]): void {
  const unique = [{ field: 'id', of: ({ id }: Row) => text(id) }, ...keys.slice(0, 1)];
  for (const { field, of } of unique) {
    const usedIds = new Set<string>();
    for (const row of rows) {
      const key = of(row);
      if (key !== null && usedIds.has(key))
        throw new AppError('entity_already_exists', { entity: entityName(model), field, value: row[field] ?? null });
      if (key !== null) usedIds.add(key);
    }
  }
}

export async function removeParts(tx: Db, { model }: Part, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await delegateOf(tx, model).deleteMany({ where: { id: { in: [...ids] } } });
}

/**
 * Writes the rows of the request by two statements: updates stored rows that differ, and creates new rows.
 * `createdColumns` are additional columns of new rows.
 */
export const writeParts = (
  tx: Db,
  viewer: Viewer,
  part: Part,
  host: HostRef,
  matches: readonly MatchedChild[],
  createdColumns: Row = {},
): Promise<void> => writePartsOfHosts(tx, viewer, part, [{ host, matches }], createdColumns);

/** Updates and creates parts of several hosts like `writeParts`, by the same number of statements. */
export async function writePartsOfHosts(
  tx: Db,
  viewer: Viewer,
  part: Part,
  hosts: readonly { readonly host: HostRef; readonly matches: readonly MatchedChild[] }[],
  createdColumns: Row = {},
): Promise<void> {
  const rows = await mapInTurns(hosts, async ({ host, matches }) => ({
    ...{ host },
    ...(await differencesInTurns(part, matches)),
  }));
  await setRows(
    tx,
    viewer,
    part.model,
    part.fields,
    rows.flatMap(({ changedRows }) => changedRows),
  );
  const addedRows = rows.flatMap(({ host: { id: hostId, networkId }, addedRows: ofHost }) =>
    ofHost.map((row) => ({ ...row, ...createdColumns, hostId, networkId })),
  );
  const delegate = delegateOf(tx, part.model);
  if (addedRows.length > 0) await delegate.createMany({ data: addedRows });
}

/** Resolves with the position after the last of a host's addresses or services, at most 2^31 - 1. */
export async function nextPosition(tx: Db, model: 'IpAddress' | 'Service', hostId: string): Promise<number> {
  const args = { where: { hostId }, orderBy: { position: 'desc' }, take: 1, select: { position: true } };
  return positionAfterLast((await delegateOf(tx, model).findMany(args)) as { position: number }[]);
}
