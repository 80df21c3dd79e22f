// Pure functions that plan a restore: which rows are created again, changed back or deleted, given past and present
// states.
import type { ErrorCode } from '../../../errors';
import { entityName } from '../../../data/tenancy/visible-rows';
import {
  isDerived,
  isLink,
  ownedLinksOf,
  ownerOfLink,
  ownersOf,
  referencesOf,
  writtenSqlOf,
  type OwnedLink,
} from './restored-models';

/** The state of a row as JSON, by the column names of the database. */
export type Row = Readonly<Record<string, unknown>>;

export interface ModelRow {
  readonly model: string;
  readonly row: Row;
  /** The past state with the former ids, if the restore gives a new id to the row or to a row to which it refers. */
  readonly former?: Row;
}
/** A past state of a row, and how it ended. */
export interface EndedRow extends ModelRow {
  /** Whether the state ended with the deletion of the row, not with a change. */
  readonly isLast: boolean;
}
/** An existing row, and those of its columns that are set back to the values of a past state. */
export interface ColumnsBack {
  readonly model: string;
  readonly past: Row;
  /** The past state with the former ids, if the restore gives a new id to a row to which this row refers. */
  readonly former?: Row;
  readonly present: Row;
  readonly columns: readonly string[];
}

/** Why a row cannot be restored. */
export interface Conflict {
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, unknown>>;
  /** Model and id of the row that cannot be restored; absent if the database did not report which row it is. */
  readonly model?: string;
  readonly id?: string;
}

export interface Writes {
  readonly inserts: readonly ModelRow[];
  readonly updates: readonly ColumnsBack[];
  readonly deletes: readonly ModelRow[];
  readonly conflicts: readonly Conflict[];
}

/** Returns the present state of a row; undefined if the row does not exist. */
export type PresentRows = (model: string, id: string) => Row | undefined;

const text = (value: unknown): string => JSON.stringify(value ?? null);
const isSame = (one: unknown, other: unknown): boolean => text(one) === text(other);
export const idOf = (row: Row): string => row.id as string;
export const rowKey = (model: string, id: unknown): string => `${model} ${String(id)}`;

/**
 * Creates a conflict for a row. The conflict for a link row, such as a tag assignment, names the row that owns the
 * link.
 */
export function createConflict(
  model: string,
  row: Row,
  code: ErrorCode,
  params: Readonly<Record<string, unknown>>,
): Conflict {
  return { code, params, ...(ownerOfLink(model, row) ?? { model, id: idOf(row) }) };
}
const changedSince = (model: string, row: Row): Conflict =>
  createConflict(model, row, 'entity_changed', { entity: entityName(model as 'Host'), id: idOf(row) });

/** Returns those of the columns whose values differ between the two states. */
const differing = (columns: readonly string[], one: Row, other: Row): string[] =>
  columns.filter((name) => !isSame(one[name], other[name]));

/**
 * Returns a conflict if the row now belongs to another network, host or service than in its past state; otherwise
 * undefined.
 */
function movedConflict(model: string, past: Row, present: Row): Conflict | undefined {
  const [column] = differing(ownersOf(model), past, present);
  if (column === undefined) return undefined;
  const owner = referencesOf(model).find((one) => one.column === column)?.model ?? 'Network';
  return createConflict(model, past, 'entity_moved', {
    ...{ entity: entityName(model as 'Host'), id: idOf(past) },
    ...{ owner: entityName(owner as 'Host'), owner_id: present[column] },
  });
}

/**
 * Whether the column is a MAC address that discovery has read. Such a MAC address is not restored, because callers
 * cannot change it.
 */
const isFixed = (model: string, column: string, present: Row): boolean =>
  model === 'IpAddress' &&
  column === 'mac_address' &&
  present.mac_address != null &&
  (present.first_discovery_id != null || present.last_discovery_id != null);

const linkKey = ({ model, owner, key }: OwnedLink, row: Row): string =>
  [model, row[owner], ...key.map((name) => row[name] ?? null)].map(text).join(' ');

/** Returns the link rows to create and to delete, so that a row has its past links again. */
function planLinks(model: string, past: readonly ModelRow[], present: readonly ModelRow[]) {
  const inserts: ModelRow[] = [];
  const deletes: ModelRow[] = [];
  for (const owned of ownedLinksOf(model)) {
    const of = (rows: readonly ModelRow[]) =>
      rows.filter((one) => one.model === owned.model && one.row[owned.owner] != null);
    const keysOf = (rows: readonly ModelRow[]) => new Set(of(rows).map(({ row }) => linkKey(owned, row)));
    const [pastKeys, presentKeys] = [keysOf(past), keysOf(present)];
    inserts.push(...of(past).filter(({ row }) => !presentKeys.has(linkKey(owned, row))));
    deletes.push(...of(present).filter(({ row }) => !pastKeys.has(linkKey(owned, row))));
  }
  return { inserts, deletes };
}

/** A row at an instant, with its link rows. */
export interface PastEntity extends ModelRow {
  readonly links: readonly ModelRow[];
}

/** Returns the writes that set an existing row's writable columns and links back to a past state. */
export function planChangeBack(past: PastEntity, present: Row, presentLinks: readonly ModelRow[]): Writes {
  const { model, row } = past;
  const moveConflict = movedConflict(model, row, present);
  if (moveConflict) return { inserts: [], updates: [], deletes: [], conflicts: [moveConflict] };
  const columns = differing(writtenSqlOf(model), row, present).filter((name) => !isFixed(model, name, present));
  const { inserts, deletes } = planLinks(model, past.links, presentLinks);
  const updates = columns.length > 0 ? [{ model, past: row, present, columns }] : [];
  return { inserts, updates, deletes, conflicts: [] };
}

/**
 * The deletion of a row clears references to it in other rows. Returns those references that are still empty, so that
 * they can refer to the restored row again.
 */
function emptiedReferences(ended: readonly EndedRow[], returning: ReadonlySet<string>, presentRows: PresentRows) {
  return ended.flatMap(({ model, row, isLast }): ColumnsBack[] => {
    const present = isLast || isLink(model) || isDerived(model) ? undefined : presentRows(model, idOf(row));
    if (!present || movedConflict(model, row, present)) return [];
    const columns = referencesOf(model)
      .filter((one) => !one.isDeletedWith && row[one.column] != null && present[one.column] == null)
      .filter((one) => returning.has(rowKey(one.model, row[one.column])))
      .map(({ column }) => column);
    return columns.length > 0 ? [{ model, past: row, present, columns }] : [];
  });
}

/**
 * Returns the writes that create a deleted row again as it was at an instant. The writes also restore the parts, links
 * and references that its deletion removed.
 */
export function planReturn(past: PastEntity, ended: readonly EndedRow[], presentRows: PresentRows): Writes {
  const isOwnLink = ({ model, row }: ModelRow) => {
    const owner = ownerOfLink(model, row);
    return owner?.model === past.model && owner.id === idOf(past.row);
  };
  // The other rows that were deleted with the restored row, as they were at the deletion. The restored row's own links
  // are left out here: `past.links` has them as they were at the instant.
  const partsAndLinks = ended.filter(
    (one) => one.isLast && !isOwnLink(one) && rowKey(one.model, one.row.id) !== rowKey(past.model, past.row.id),
  );
  const inserts: ModelRow[] = [
    { model: past.model, row: past.row },
    ...partsAndLinks
      .filter(({ model, row }) => !presentRows(model, idOf(row)))
      .map(({ model, row }) => ({ model, row })),
    ...past.links,
  ];
  const returning = new Set(inserts.map(({ model, row }) => rowKey(model, row.id)));
  return { inserts, updates: emptiedReferences(ended, returning, presentRows), deletes: [], conflicts: [] };
}

/** The row states that one change ended, and the row states that began with the change. */
export interface ChangedRows {
  readonly eventId: string;
  readonly ended: readonly EndedRow[];
  readonly begun: readonly ModelRow[];
}

/**
 * Returns the writes that undo a change: deleted rows are created again, changed columns get their old values, created
 * rows are deleted. A row or column that was changed again since is a conflict, unless its old value is already back.
 */
export function planUndo({ eventId, ended, begun }: ChangedRows, presentRows: PresentRows): Writes {
  const begunByKey = new Map(begun.map((one) => [rowKey(one.model, one.row.id), one.row]));
  const endedKeys = new Set(ended.map(({ model, row }) => rowKey(model, row.id)));
  const deletedRows = ended.filter(({ model, row }) => !begunByKey.has(rowKey(model, row.id)));
  const deletedKeys = new Set(deletedRows.map(({ model, row }) => rowKey(model, row.id)));
  // Rows that only discovery writes are created again only together with the row to which they belong. If that row
  // still exists, a scan since the deletion may have written them again.
  const returned = deletedRows.filter(
    ({ model, row }) =>
      !isDerived(model) || referencesOf(model).some((one) => deletedKeys.has(rowKey(one.model, row[one.column]))),
  );
  const returning = new Set(returned.map(({ model, row }) => rowKey(model, row.id)));
  const inserts = returned
    .filter(({ model, row }) => !presentRows(model, idOf(row)))
    .map(({ model, row }) => ({ model, row }));
  const updates: ColumnsBack[] = [];
  const conflicts: Conflict[] = [];
  for (const { model, row: past } of ended) {
    const changedRow = begunByKey.get(rowKey(model, past.id));
    if (!changedRow || isLink(model)) continue;
    const one = planColumns(model, { past, changedRow }, presentRows(model, idOf(past)), returning);
    updates.push(...one.updates);
    conflicts.push(...one.conflicts);
  }
  const deletes: ModelRow[] = [];
  for (const { model, row } of begun) {
    const present = endedKeys.has(rowKey(model, row.id)) ? undefined : presentRows(model, idOf(row));
    if (!present) continue;
    if (present.audit_event_id === eventId) deletes.push({ model, row: present });
    else conflicts.push(changedSince(model, present));
  }
  return { inserts, updates, deletes, conflicts };
}

/**
 * Returns the update that undoes the change of one row from `past` to `changedRow`, or the conflict that prevents it.
 */
function planColumns(
  model: string,
  { past, changedRow }: { readonly past: Row; readonly changedRow: Row },
  present: Row | undefined,
  returning: ReadonlySet<string>,
): Pick<Writes, 'updates' | 'conflicts'> {
  const emptied = referencesOf(model)
    .filter(
      (one) =>
        !one.isDeletedWith && changedRow[one.column] == null && returning.has(rowKey(one.model, past[one.column])),
    )
    .map(({ column }) => column);
  const written = differing(writtenSqlOf(model), past, changedRow).filter((name) => !emptied.includes(name));
  const moveConflict = movedConflict(model, past, changedRow);
  if (written.length === 0 && emptied.length === 0 && !moveConflict) return { updates: [], conflicts: [] };
  if (!present) {
    const deletionConflict = createConflict(model, past, 'entity_not_found', {
      entity: entityName(model as 'Host'),
      id: past.id,
    });
    return { updates: [], conflicts: written.length > 0 ? [deletionConflict] : [] };
  }
  const movedSince = moveConflict ?? movedConflict(model, past, present);
  if (movedSince) return { updates: [], conflicts: [movedSince] };
  const open = differing(written, past, present).filter((name) => !isFixed(model, name, present));
  if (differing(open, changedRow, present).length > 0) return { updates: [], conflicts: [changedSince(model, past)] };
  const columns = [...open, ...emptied.filter((name) => present[name] == null)];
  return { updates: columns.length > 0 ? [{ model, past, present, columns }] : [], conflicts: [] };
}
