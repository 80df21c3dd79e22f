// SQL for the state of one row at an instant, as a JSON object, and for the instants at which the row changed.
import { endedIn } from '../../data/model/historied';
import type { Folded, HistoriedKind } from './kinds';

/** A row's state: its fields by name, `@createdAt`, and, if requested, `@name` and `@hostId`. */
export type State = Readonly<Record<string, unknown>>;

interface StateOptions {
  /** SQL for the id of the row. `instant` is SQL for the instant. */
  readonly id: string;
  readonly instant: string;
  /** SQL for a list of ids that must contain the id of the row's network or organization. */
  readonly scope: string;
  /** Whether to add `@name` and `@hostId`. */
  readonly isNamed?: boolean;
}

/** Returns SQL for the instant one millisecond earlier. Change times are whole milliseconds. */
export const millisecondBefore = (instant: string): string => `${instant} - interval '1 millisecond'`;

// Interface speeds above 2^53 bit/s become texts, because JSON readers cannot represent such numbers exactly.
const jsonOf = (column: string): string =>
  column === 'speed_bps'
    ? `CASE WHEN r.speed_bps > 9007199254740991 THEN to_jsonb(r.speed_bps::text) ELSE to_jsonb(r.speed_bps) END`
    : `r.${column}`;

/** Returns SQL for an embedded list, such as the tags, of the row with this id. `id` and `at` are SQL. */
export const foldedSql = ({ table, owner, value, order }: Folded, id: string, at: string) =>
  `ARRAY(SELECT ${value} FROM ${table}_at(${at}) l WHERE l.${owner} = ${id} ORDER BY ${order})`;

/**
 * Returns SQL for a row's state as a JSON object, or for null if the row has no state in a network or organization of
 * `scope`.
 */
export function stateSql(kind: HistoriedKind, { id, instant, scope, isNamed }: StateOptions): string {
  const { columns, foldedKinds, host, name, isReadable } = kind;
  const selectList = [
    `r.created_at AS "@createdAt"`,
    ...[...columns].map(([field, column]) => `${jsonOf(column)} AS "${field}"`),
    ...foldedKinds.map((list) => `${foldedSql(list, 'r.id', instant)} AS "${list.field}"`),
    ...(isNamed ? [`${name((rows) => `${rows}_at(${instant})`)} AS "@name"`, `${host} AS "@hostId"`] : []),
  ];
  return `(SELECT to_jsonb(s) FROM (
      SELECT ${selectList.join(', ')} FROM (${rowSql(kind, id, instant)}) r
      WHERE r.${kind.scope} = ANY(${scope}) AND ${isReadable('r', scope)}
    ) s)`;
}

/**
 * Returns SQL for the row with this id at the instant. It reads at most one former state, because a row may have very
 * many.
 */
function rowSql({ table, columns }: HistoriedKind, id: string, instant: string): string {
  const names = ['id', 'created_at', 'valid_to', ...columns.values()].join(', ');
  const from = (source: string) => `SELECT ${names} FROM ${source} WHERE id = ${id} AND valid_from <= ${instant}`;
  return `SELECT * FROM (
        ${from(table)} UNION ALL (${from(`${table}_revisions`)} ORDER BY valid_from DESC LIMIT 1)
      ) last WHERE valid_to IS NULL OR valid_to > ${instant}`;
}

/**
 * Returns the tables in which changes of a table's rows are recorded, each with the columns for time and audit event,
 * and a condition. Each begin of a state is a change; the end of a state is a change only if the row was deleted.
 */
export const changeSources = (table: string) =>
  [
    [table, 'valid_from', 'audit_event_id', 'TRUE'],
    [`${table}_revisions`, 'valid_from', 'audit_event_id', 'TRUE'],
    ...endedIn(table).map((endedSource) => [endedSource, 'valid_to', 'ended_by', 'x.is_last'] as const),
  ] as const;

/**
 * Returns SQL that selects `(at, event)` for each instant at which the row or one of its embedded rows, such as tag
 * assignments, changed. `within` returns an SQL condition on an instant. Each text in `looks`, such as `ORDER BY …
 * LIMIT 1`, ends one of the SELECT statements that read former states.
 */
export function instantsSql(
  { table, scope: column, foldedKinds, isReadable }: HistoriedKind,
  id: string,
  scope: string,
  within: (instant: string) => string,
  looks: readonly string[] = [''],
): string {
  const changesOf = (source: string, condition: (time: string) => string) =>
    changeSources(source).flatMap(([from, time, event, isNews]) =>
      (from === `${table}_revisions` && time === 'valid_from' ? looks : ['']).map(
        (look) => `(SELECT x.${time} AS at, x.${event} AS event FROM ${from} x
        WHERE ${isNews} AND ${condition(`x.${time}`)} AND ${within(`x.${time}`)} ${look})`,
      ),
    );
  // A transaction that creates and deletes a row with an embedded row may leave the embedded row in the history for a
  // millisecond longer. So changes of embedded rows only count while the row itself exists.
  const isThere = (time: string) => `EXISTS (
          SELECT FROM ${table} o WHERE o.id = ${id} AND o.${column} = ANY(${scope}) AND o.valid_from <= ${time}
          UNION ALL
          SELECT FROM ${table}_revisions o WHERE o.id = ${id} AND o.${column} = ANY(${scope})
            AND o.valid_from <= ${time} AND o.valid_to >= ${time})`;
  return [
    ...changesOf(table, () => `x.id = ${id} AND x.${column} = ANY(${scope}) AND ${isReadable('x', scope)}`),
    ...foldedKinds.flatMap((list) => changesOf(list.table, (time) => `x.${list.owner} = ${id} AND ${isThere(time)}`)),
  ].join('\n      UNION ALL ');
}
