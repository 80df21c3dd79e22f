// Plans a restore, a pure function: which rows are created again, changed back and deleted, from past and present states.
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

/** A state of a row as JSON, by the names of its columns in the database. */
export type Row = Readonly<Record<string, unknown>>;

export interface ModelRow {
  readonly model: string;
  readonly row: Row;
}
/** A past state of a row, with the way in which it ended. */
export interface EndedRow extends ModelRow {
  /** Whether the row was deleted, rather than changed. */
  readonly isLast: boolean;
}
/** Columns of a row that get the values of a past state. */
export interface ColumnsBack {
  readonly model: string;
  readonly past: Row;
  readonly present: Row;
  readonly columns: readonly string[];
}

/** What stands in the way of restoring a row. */
export interface Conflict {
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, unknown>>;
  /** The row that cannot be restored; absent if the database did not say which. */
  readonly model?: string;
  readonly id?: string;
}

export interface Writes {
  readonly inserts: readonly ModelRow[];
  readonly updates: readonly ColumnsBack[];
  readonly deletes: readonly ModelRow[];
  readonly conflicts: readonly Conflict[];
}

/** The present states of rows; undefined for a row that does not exist. */
export type PresentRows = (model: string, id: string) => Row | undefined;

const text = (value: unknown): string => JSON.stringify(value ?? null);
const isSame = (one: unknown, other: unknown): boolean => text(one) === text(other);
export const idOf = (row: Row): string => row.id as string;
export const rowKey = (model: string, id: unknown): string => `${model} ${String(id)}`;

/** A conflict on a row; on a link, it is one of the row that lists the link. */
export function conflictOn(
  model: string,
  row: Row,
  code: ErrorCode,
  params: Readonly<Record<string, unknown>>,
): Conflict {
  return { code, params, ...(ownerOfLink(model, row) ?? { model, id: idOf(row) }) };
}
const changedSince = (model: string, row: Row): Conflict =>
  conflictOn(model, row, 'entity_changed', { entity: entityName(model as 'Host'), id: idOf(row) });

/** The columns among these whose values differ between two states. */
const differing = (columns: readonly string[], one: Row, other: Row): string[] =>
  columns.filter((name) => !isSame(one[name], other[name]));

/** A conflict if the row belongs to another network, host or service than in its past state. */
function movedConflict(model: string, past: Row, present: Row): Conflict | undefined {
  const [column] = differing(ownersOf(model), past, present);
  if (column === undefined) return undefined;
  const owner = referencesOf(model).find((one) => one.column === column)?.model ?? 'Network';
  return conflictOn(model, past, 'entity_moved', {
    ...{ entity: entityName(model as 'Host'), id: idOf(past) },
    ...{ owner: entityName(owner as 'Host'), owner_id: present[column] },
  });
}

/** A MAC address that discovery has read stays: callers cannot change it. */
const isFixed = (model: string, column: string, present: Row): boolean =>
  model === 'IpAddress' &&
  column === 'mac_address' &&
  present.mac_address != null &&
  (present.first_discovery_id != null || present.last_discovery_id != null);

const linkKey = ({ model, owner, key }: OwnedLink, row: Row): string =>
  [model, row[owner], ...key.map((name) => row[name] ?? null)].map(text).join(' ');

/** The links that a row had and lacks, and those that it has and lacked. */
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

/** A row at an instant, with its links. */
export interface PastEntity extends ModelRow {
  readonly links: readonly ModelRow[];
}

/** The writes that give an existing row the written columns and links of a past state. */
export function planChangeBack(past: PastEntity, present: Row, presentLinks: readonly ModelRow[]): Writes {
  const { model, row } = past;
  const moved = movedConflict(model, row, present);
  if (moved) return { inserts: [], updates: [], deletes: [], conflicts: [moved] };
  const columns = differing(writtenSqlOf(model), row, present).filter((name) => !isFixed(model, name, present));
  const { inserts, deletes } = planLinks(model, past.links, presentLinks);
  const updates = columns.length > 0 ? [{ model, past: row, present, columns }] : [];
  return { inserts, updates, deletes, conflicts: [] };
}

/**
 * The columns that referred to a deleted row and were emptied by its deletion, where they are still empty. Other
 * changes of these rows stay.
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
 * The writes that create a deleted row again as it was at an instant, with everything that its deletion took along:
 * parts, links, and references to it.
 */
export function planReturn(past: PastEntity, ended: readonly EndedRow[], presentRows: PresentRows): Writes {
  const isOwnLink = ({ model, row }: ModelRow) => {
    const owner = ownerOfLink(model, row);
    return owner?.model === past.model && owner.id === idOf(past.row);
  };
  // Its own links are those of the instant. Links that others own, and parts, are those of its deletion.
  const taken = ended.filter(
    (one) => one.isLast && !isOwnLink(one) && rowKey(one.model, one.row.id) !== rowKey(past.model, past.row.id),
  );
  const inserts: ModelRow[] = [
    { model: past.model, row: past.row },
    ...taken.filter(({ model, row }) => !presentRows(model, idOf(row))).map(({ model, row }) => ({ model, row })),
    ...past.links,
  ];
  const returning = new Set(inserts.map(({ model, row }) => rowKey(model, row.id)));
  return { inserts, updates: emptiedReferences(ended, returning, presentRows), deletes: [], conflicts: [] };
}

/** The rows of one change: states that it ended, and states that it began. */
export interface ChangedRows {
  readonly eventId: string;
  readonly ended: readonly EndedRow[];
  readonly begun: readonly ModelRow[];
}

/**
 * The writes that take back a change: deleted rows come back, changed columns get their old values, created rows are
 * deleted. A column or row that was changed again since is a conflict, unless it has its old value already.
 */
export function planUndo({ eventId, ended, begun }: ChangedRows, presentRows: PresentRows): Writes {
  const begunByKey = new Map(begun.map((one) => [rowKey(one.model, one.row.id), one.row]));
  const endedKeys = new Set(ended.map(({ model, row }) => rowKey(model, row.id)));
  const gone = ended.filter(({ model, row }) => !begunByKey.has(rowKey(model, row.id)));
  const goneKeys = new Set(gone.map(({ model, row }) => rowKey(model, row.id)));
  // What discovery alone writes comes back with the rows that it belongs to, not where a scan replaced it.
  const returned = gone.filter(
    ({ model, row }) =>
      !isDerived(model) || referencesOf(model).some((one) => goneKeys.has(rowKey(one.model, row[one.column]))),
  );
  const returning = new Set(returned.map(({ model, row }) => rowKey(model, row.id)));
  const inserts = returned
    .filter(({ model, row }) => !presentRows(model, idOf(row)))
    .map(({ model, row }) => ({ model, row }));
  const updates: ColumnsBack[] = [];
  const conflicts: Conflict[] = [];
  for (const { model, row: past } of ended) {
    const made = begunByKey.get(rowKey(model, past.id));
    if (!made || isLink(model)) continue;
    const one = planColumns(model, { past, made }, presentRows(model, idOf(past)), returning);
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

/** The columns of one row that a change set from `past` to `made`, to be set back. */
function planColumns(
  model: string,
  { past, made }: { readonly past: Row; readonly made: Row },
  present: Row | undefined,
  returning: ReadonlySet<string>,
): Pick<Writes, 'updates' | 'conflicts'> {
  const emptied = referencesOf(model)
    .filter(
      (one) => !one.isDeletedWith && made[one.column] == null && returning.has(rowKey(one.model, past[one.column])),
    )
    .map(({ column }) => column);
  const written = differing(writtenSqlOf(model), past, made).filter((name) => !emptied.includes(name));
  const moved = movedConflict(model, past, made);
  if (written.length === 0 && emptied.length === 0 && !moved) return { updates: [], conflicts: [] };
  if (!present) {
    const gone = conflictOn(model, past, 'entity_not_found', { entity: entityName(model as 'Host'), id: past.id });
    return { updates: [], conflicts: written.length > 0 ? [gone] : [] };
  }
  const movedSince = moved ?? movedConflict(model, past, present);
  if (movedSince) return { updates: [], conflicts: [movedSince] };
  const open = differing(written, past, present).filter((name) => !isFixed(model, name, present));
  if (differing(open, made, present).length > 0) return { updates: [], conflicts: [changedSince(model, past)] };
  const columns = [...open, ...emptied.filter((name) => present[name] == null)];
  return { updates: columns.length > 0 ? [{ model, past, present, columns }] : [], conflicts: [] };
}
