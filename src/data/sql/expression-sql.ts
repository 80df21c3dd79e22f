// The text of conditions, joins and orders, a function or a case for each kind of part; values become parameters here.
import { columnOf } from '../model/model-fields';
import type { ColumnRef, Condition, Join, Joined, OrderTerm, Search } from './expression';
import type { SqlBuilder } from './sql-builder';

/** Written where other rows are searched, by conditions of their own. */
export type SearchSql = (draft: SqlBuilder, search: Search) => string;

const columnSql = ({ row, name }: ColumnRef): string => `${row}.${name}`;

/** "TRUE" where nothing is asked. */
export function expressionSql(draft: SqlBuilder, condition: Condition, searchSql: SearchSql): string {
  const inner = (part: Condition): string => expressionSql(draft, part, searchSql);
  switch (condition.kind) {
    case 'always':
    case 'unasked':
      return 'TRUE';
    case 'met':
      return '(TRUE)';
    case 'never':
      return 'FALSE';
    case 'all':
      return condition.parts.map(inner).join(' AND ');
    case 'either':
      return `(${condition.parts.map((part) => `(${inner(part)})`).join(' OR ')})`;
    case 'not':
      return `NOT (${inner(condition.part)})`;
    case 'null':
      return `${columnSql(condition.column)} IS NULL`;
    case 'notNull':
      return `${columnSql(condition.column)} IS NOT NULL`;
    case 'compare':
      return `${columnSql(condition.column)} ${condition.by} ${draft.parameter(condition.value)}`;
    case 'in':
      return `${columnSql(condition.column)} = ANY(${draft.parameter(condition.values)})`;
    case 'inIds':
      return `${columnSql(condition.column)} = ANY(${draft.ids(condition.values)})`;
    case 'notIn':
      return `${columnSql(condition.column)} <> ALL(${draft.parameter(condition.values)})`;
    case 'has':
      return `${draft.parameter(condition.value)} = ANY(${columnSql(condition.column)})`;
    case 'hasSome':
      return `${columnSql(condition.column)} && ${draft.parameter(condition.value)}`;
    case 'before':
      return `${columnSql(condition.column)} < ${windowSql(draft, condition)}`;
    case 'beyond': {
      const columns = condition.columns.map(columnSql).join(', ');
      return `(${columns}) ${condition.by} (${condition.values.map((value) => draft.parameter(value)).join(', ')})`;
    }
    case 'exists':
    case 'notExists':
      return `${condition.kind === 'exists' ? '' : 'NOT '}${existsSql(draft, condition, inner)}`;
    case 'search':
      return searchSql(draft, condition);
  }
}

/** The start of the window of the network that the row with this column belongs to. */
function windowSql(draft: SqlBuilder, { column, window, network }: Extract<Condition, { kind: 'before' }>): string {
  const hours = `${network}.${columnOf('Network', 'staleAfterHours').sqlName}`;
  const own = `SELECT ${hours} FROM ${draft.table('Network', network)} WHERE ${network}.id = ${column.row}.network_id`;
  const interval = `make_interval(hours => coalesce((${own}), ${draft.parameter(window.defaultHours)}::int))`;
  return `${draft.parameter(window.now)}::timestamptz - ${interval}`;
}

function existsSql(
  draft: SqlBuilder,
  { joined, condition }: Extract<Condition, { kind: 'exists' | 'notExists' }>,
  inner: (part: Condition) => string,
): string {
  const asked = inner(condition);
  const { from, link } = draft.related(joined);
  const parts = [link, inner(joined.rule), asked].filter((part) => part !== 'TRUE');
  // OFFSET keeps PostgreSQL from finding all that meet the condition first.
  return `EXISTS (SELECT FROM ${from} WHERE ${parts.join(' AND ')}${draft.isRowByRow ? ' OFFSET 0' : ''})`;
}

/** The table of the joined rows, and the condition that links them. */
export function joinedSql(draft: SqlBuilder, joined: Joined, searchSql: SearchSql): { from: string; link: string } {
  const { from, link } = draft.related(joined);
  const rule = expressionSql(draft, joined.rule, searchSql);
  return { from, link: rule === 'TRUE' ? link : `${link} AND ${rule}` };
}

export function joinSql(draft: SqlBuilder, join: Join, searchSql: SearchSql): string {
  const { from, link } = joinedSql(draft, join, searchSql);
  if (!join.isRequired) return `LEFT JOIN ${from} ON ${link}`;
  return `JOIN ${from} ON ${link}${join.sharesNetwork ? ` AND ${join.far}.network_id = ${join.near}.network_id` : ''}`;
}

export function orderTermSql(draft: SqlBuilder, term: OrderTerm, searchSql: SearchSql): string {
  const direction = `${term.sort.toUpperCase()}${term.nulls ? ` NULLS ${term.nulls.toUpperCase()}` : ''}`;
  const column = columnSql(term.column);
  if (!term.lookedUp) return `${column} ${direction}`;
  const { from, link } = joinedSql(draft, term.lookedUp, searchSql);
  return `(SELECT ${column} FROM ${from} WHERE ${link}) ${direction}`;
}
