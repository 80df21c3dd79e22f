// SQL for the past rows that a restore needs: a row at an instant, the rows deleted with it, and the rows of a change.
import type { Db } from '../../../data/tenancy/rows';
import { endedIn, historyScopeOf } from '../../../data/model/historied';
import { columnsOf, tableOf } from '../../../data/model/model-fields';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { idOf, rowKey, type ChangedRows, type EndedRow, type ModelRow, type Row } from './plan-writes';
import { isDerived, ownedLinksOf, referencesOf, restoredModels, type Reference } from './restored-models';

/** Maximum number of rows of one change that a restore reads. */
export const mostRows = 5_000;

export interface Place {
  readonly tx: Db;
  readonly viewer: Viewer;
}

export const ask = <Found extends object>({ tx, viewer }: Place, text: string, values: readonly unknown[]) =>
  querySql<Found>(tx, tenantSafeSql(viewer, { text, values: [...values] }));

/**
 * Returns SQL for a row `r` as JSON. Integers of type bigint are texts. The MAC addresses that a port has learned are
 * omitted, because there may be very many.
 */
export function rowJson(model: string): string {
  const columns = [...columnsOf(model).values()];
  const bigints = columns
    .filter(({ kind }) => kind === 'bigint')
    .map(({ sqlName }) => `'${sqlName}', r.${sqlName}::text`);
  const learned = columns.some(({ name }) => name === 'fdbMacs') ? ` - 'fdb_macs'` : '';
  const texts = bigints.length > 0 ? ` || jsonb_build_object(${bigints.join(', ')})` : '';
  return `to_jsonb(r)${learned}${texts}`;
}

/** SQL condition for rows that the viewer may read. Parameters: $1 networks, $2 organization, $3 user. */
export function readableSql(model: string, alias = 'r'): string {
  if (model === 'Tag') return `${alias}.organization_id = $2::uuid`;
  if (model === 'SavedView')
    return `${alias}.network_id = ANY($1::uuid[])
      AND (${alias}.visibility = 'Organization' OR ${alias}.created_by_user_id = $3::uuid)`;
  if (model === 'TagAssignment')
    return `${alias}.organization_id = $2::uuid AND (${alias}.network_id = ANY($1::uuid[]) OR ${alias}.user_id = $3::uuid)`;
  return `${alias}.network_id = ANY($1::uuid[])`;
}
export const readerValues = (viewer: Viewer): unknown[] => [
  [...viewer.networkIds],
  viewer.organizationId,
  userOf(viewer).userId,
];
/**
 * SQL condition that is always true, and only uses the parameters $1 to $3: PostgreSQL cannot infer the type of a
 * parameter that a statement does not use.
 */
export const readerUse = '$1::uuid[] IS NOT NULL AND $2::uuid IS NOT NULL AND $3::uuid IS NOT NULL';

/**
 * Returns the table or database view with a model's current rows. The view of tag assignments omits assignments of
 * deleted tags, which a background job deletes later.
 */
export const liveTable = (model: string): string =>
  model === 'TagAssignment' ? 'tag_assignments_now' : tableOf(model);

/** Returns SQL for rows `r` that existed at the instant $4 and meet the condition, whether they still exist or not. */
const atInstant = (model: string, condition: string): string =>
  [liveTable(model), ...endedIn(tableOf(model))]
    .map(
      (table) => `SELECT ${rowJson(model)} AS row FROM ${table} r
      WHERE ${condition} AND r.valid_from <= $4::timestamptz AND (r.valid_to IS NULL OR r.valid_to > $4::timestamptz)
        AND ${readableSql(model)} AND ${readerUse}`,
    )
    .join(' UNION ALL ');

/**
 * Resolves with the state of a row at an instant. Resolves with undefined if the row did not exist or the viewer may
 * not read it.
 */
export async function readPastState(place: Place, model: string, id: string, at: Date): Promise<Row | undefined> {
  const rows = await ask<{ row: Row }>(place, `${atInstant(model, 'r.id = $5::uuid')} LIMIT 1`, [
    ...readerValues(place.viewer),
    at,
    id,
  ]);
  return rows[0]?.row;
}

/** Resolves with the link rows, such as tag assignments, that a row owned at an instant, ordered by id. */
export async function readPastLinks(place: Place, model: string, id: string, at: Date): Promise<ModelRow[]> {
  const links: ModelRow[] = [];
  for (const { model: link, owner } of ownedLinksOf(model)) {
    const text = `SELECT row FROM (${atInstant(link, `r.${owner} = $5::uuid`)}) links ORDER BY row->>'id'`;
    const rows = await ask<{ row: Row }>(place, text, [...readerValues(place.viewer), at, id]);
    links.push(...rows.map(({ row }) => ({ model: link, row })));
  }
  return links;
}

export interface Deletion {
  readonly eventId: string;
  readonly at: Date;
}

/** Resolves with the last deletion of a row; undefined if the stored history has no deletion of the row. */
export async function lastDeletion(place: Place, model: string, id: string): Promise<Deletion | undefined> {
  const text = `SELECT r.ended_by::text AS "eventId", r.valid_to AS at FROM ${tableOf(model)}_revisions r
    WHERE r.id = $4::uuid AND r.is_last AND ${readableSql(model)} AND ${readerUse} ORDER BY r.valid_to DESC LIMIT 1`;
  const [deletion] = await ask<Deletion>(place, text, [...readerValues(place.viewer), id]);
  return deletion;
}

/**
 * A transaction that changes several networks has a change time for each of them. Maximum difference between these
 * times, longer than any transaction takes.
 */
const clocksApart = `interval '10 minutes'`;

const within = (column: string, at: string) =>
  `${column} >= ${at} - ${clocksApart} AND ${column} <= ${at} + ${clocksApart}`;

function assertFew(count: number): void {
  if (count > mostRows) throw new AppError('restore_too_large', { max: mostRows });
}

/**
 * Resolves with the rows that were deleted together with a row, and with rows whose reference to a deleted row was
 * cleared. Throws 409 for more than `mostRows` rows.
 */
export async function takenAlong(place: Place, root: ModelRow, deletion: Deletion): Promise<EndedRow[]> {
  const ended = new Map<string, EndedRow>();
  const idsByModel = new Map<string, Set<string>>([[root.model, new Set([idOf(root.row)])]]);
  const searched = new Map<string, number>();
  // A deleted row may be referred to by rows of any model, even its own, so the search repeats until it finds no more
  // rows.
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const model of restoredModels) {
      const references = referencesOf(model).filter((one) => idsByModel.has(one.model) && !one.isForgotten);
      const sum = references.reduce((total, one) => total + idsByModel.get(one.model)!.size, 0);
      if (sum === 0 || searched.get(model) === sum) continue;
      searched.set(model, sum);
      for (const one of await endedBelow(place, model, references, idsByModel, deletion)) {
        const key = rowKey(model, one.row.id);
        if (ended.has(key)) continue;
        ended.set(key, one);
        if (!one.isLast) continue;
        idsByModel.set(model, (idsByModel.get(model) ?? new Set()).add(idOf(one.row)));
        isMore = true;
      }
      assertFew(ended.size);
    }
  }
  return [...ended.values()];
}

/** Resolves with rows of a model that referred to deleted rows, and that the deletion therefore removed or changed. */
async function endedBelow(
  place: Place,
  model: string,
  references: readonly Reference[],
  idsByModel: ReadonlyMap<string, ReadonlySet<string>>,
  { eventId, at }: Deletion,
): Promise<EndedRow[]> {
  const conditions = references.map(
    ({ column, isDeletedWith }, index) =>
      `(r.${column} = ANY($${7 + index}::uuid[]) AND ${isDeletedWith ? 'r.is_last' : 'NOT r.is_last'})`,
  );
  const sources = endedIn(tableOf(model)).map(
    (table) => `SELECT ${rowJson(model)} AS row, r.is_last AS "isLast" FROM ${table} r
      WHERE (${conditions.join(' OR ')}) AND r.ended_by = $4::uuid AND ${within('r.valid_to', '$5::timestamptz')}
        AND ${readableSql(model)} AND ${readerUse}`,
  );
  const text = `SELECT row, "isLast" FROM (${sources.join(' UNION ALL ')}) ended ORDER BY row->>'id' LIMIT $6::int`;
  const ids = references.map((one) => [...idsByModel.get(one.model)!]);
  const values = [...readerValues(place.viewer), eventId, at, mostRows + 1, ...ids];
  const rows = await ask<{ row: Row; isLast: boolean }>(place, text, values);
  return rows.map((one) => ({ model, ...one }));
}

/**
 * Returns an SQL condition on a state `r` before or after a change: the viewer may read the state on the other side
 * too. Otherwise, a saved view that was made private would look deleted.
 */
function neighborReadable(model: string, side: 'before' | 'after'): string {
  if (model !== 'SavedView') return 'TRUE';
  const touches = side === 'before' ? 'n.valid_to = r.valid_from' : 'n.valid_from = r.valid_to';
  const unreadable = [liveTable(model), `${tableOf(model)}_revisions`].map(
    (table) => `SELECT FROM ${table} n WHERE n.id = r.id AND ${touches} AND NOT (${readableSql(model, 'n')})`,
  );
  return `NOT EXISTS (${unreadable.join(' UNION ALL ')})`;
}

/** Resolves with the time of an audit event; undefined if the viewer's organization has no event with this id. */
export async function readEventTime({ query, viewer }: TenantSql, eventId: string): Promise<Date | undefined> {
  const text = `SELECT created_at AS at FROM audit_events WHERE id = $1::uuid AND organization_id = $2::uuid`;
  const [event] = await query<{ at: Date }>(tenantSafeSql(viewer, { text, values: [eventId, viewer.organizationId] }));
  return event?.at;
}

/**
 * Resolves with the rows of a change that the viewer may read: states that ended (of changed and deleted rows), and
 * states that began (of changed and created rows). Throws 409 for more than `mostRows` states.
 */
export async function rowsOfChange(place: Place, eventId: string, at: Date): Promise<ChangedRows> {
  const ended: EndedRow[] = [];
  const begun: ModelRow[] = [];
  for (const model of restoredModels) {
    const table = tableOf(model);
    const scope =
      historyScopeOf(model) === 'network_id' ? 'r.network_id = ANY($1::uuid[])' : 'r.organization_id = $2::uuid';
    const rowsOf = (source: string, side: string, condition: string) => `
      SELECT ${rowJson(model)} AS row, ${side} AS side FROM ${source} r
      WHERE ${scope} AND ${condition} AND ${readableSql(model)} AND ${readerUse}`;
    const endedBy = `r.ended_by = $4::uuid AND ${within('r.valid_to', '$5::timestamptz')} AND ${neighborReadable(model, 'after')}`;
    const begunBy = `r.audit_event_id = $4::uuid AND ${within('r.valid_from', '$5::timestamptz')} AND ${neighborReadable(model, 'before')}`;
    // Rows that only discovery writes are restored only if the change deleted them together with the row to which they
    // belong.
    const sources = isDerived(model)
      ? endedIn(table).map((source) => rowsOf(source, `'Deleted'`, `${endedBy} AND r.is_last`))
      : [
          ...endedIn(table).map((source) =>
            rowsOf(source, `CASE WHEN r.is_last THEN 'Deleted' ELSE 'Changed' END`, endedBy),
          ),
          rowsOf(liveTable(model), `'Begun'`, begunBy),
          // Former states are read too, because a state that began with this change may have ended since.
          ...endedIn(table).map((source) =>
            rowsOf(source, `'Begun'`, `${begunBy} AND r.valid_to > $5::timestamptz - ${clocksApart}`),
          ),
        ];
    const text = `SELECT row, side FROM (${sources.join(' UNION ALL ')}) rows ORDER BY row->>'id', side LIMIT $6::int`;
    const values = [...readerValues(place.viewer), eventId, at, mostRows + 1];
    for (const { row, side } of await ask<{ row: Row; side: string }>(place, text, values))
      if (side === 'Begun') begun.push({ model, row });
      else ended.push({ model, row, isLast: side === 'Deleted' });
    assertFew(ended.length + begun.length);
  }
  return { eventId, ended, begun };
}

/** Whether the deletion of these tags also deleted tag assignments in networks that the viewer may not read. */
export async function isTakenElsewhere(place: Place, tagIds: readonly string[], eventId: string): Promise<boolean> {
  const assignmentsSql = endedIn('tag_assignments')
    .map(
      (table) => `SELECT FROM ${table} r WHERE r.organization_id = $2::uuid AND r.tag_id = ANY($4::uuid[])
        AND r.ended_by = $5::uuid AND r.network_id <> ALL($1::uuid[])`,
    )
    .join(' UNION ALL ');
  const [row] = await ask<{ isUsed: boolean }>(
    place,
    `SELECT EXISTS (${assignmentsSql}) AND ${readerUse} AS "isUsed"`,
    [...readerValues(place.viewer), [...tagIds], eventId],
  );
  return row!.isUsed;
}
