// A Prisma orderBy as SQL.
import { columnOf, columnsOf, relationsOf } from '../model/model-fields';
import { joinedSql } from './condition';
import { NoPlan } from './no-plan';
import type { SqlBuilder } from './sql-builder';

type Sort = 'asc' | 'desc';
type Nulls = 'first' | 'last';
type Key = Sort | { sort: Sort; nulls?: Nulls };
/** A column, or a to-one relation with a column of its row. */
type OrderKey = Record<string, Key | Record<string, Key>>;
export type OrderBy = OrderKey | readonly OrderKey[];

const flip = { asc: 'desc', desc: 'asc', first: 'last', last: 'first' } as const;

/**
 * Without ORDER BY; empty when no order is asked for. Related rows are joined where `joins` takes the clauses, so that their
 * index may give the order; else they are looked up row by row.
 */
export function orderSql(
  draft: SqlBuilder,
  model: string,
  alias: string,
  orderBy: OrderBy | undefined,
  flipped = false,
  joins?: string[],
): string {
  const keys = ([orderBy ?? []].flat() as OrderKey[]).flatMap((key) => Object.entries(key));
  const parts = keys.map(([name, value]) => {
    const [expression, key] = orderedBy(draft, model, alias, name, value, joins);
    const { sort, nulls } = typeof key === 'string' ? { sort: key, nulls: undefined } : key;
    const direction = flipped ? flip[sort] : sort;
    const where = nulls && (flipped ? flip[nulls] : nulls);
    return `${expression} ${direction.toUpperCase()}${where ? ` NULLS ${where.toUpperCase()}` : ''}`;
  });
  return parts.join(', ');
}

function orderedBy(
  draft: SqlBuilder,
  model: string,
  near: string,
  name: string,
  value: OrderKey[string],
  joins: string[] | undefined,
): [string, Key] {
  if (!value) throw NoPlan.because('undefined');
  if (columnsOf(model).has(name)) return [`${near}.${columnOf(model, name).sqlName}`, value as Key];
  const [entry] = typeof value === 'string' ? [] : Object.entries(value as Record<string, Key>);
  const relation = relationsOf(model).get(name);
  if (!entry || !relation || relation.isList || !columnsOf(relation.model).has(entry[0])) throw NoPlan.because('order');
  const far = draft.alias();
  const { from, link } = joinedSql(draft, model, near, relation, far);
  const column = `${far}.${columnOf(relation.model, entry[0]).sqlName}`;
  if (!joins) return [`(SELECT ${column} FROM ${from} WHERE ${link})`, entry[1]];
  const hasNetwork = [model, relation.model].every((one) => columnsOf(one).has('networkId'));
  // What a row must have is of its own network, where an index has it in order.
  const sameNetwork = hasNetwork ? ` AND ${far}.network_id = ${near}.network_id` : '';
  const isThere = !relation.isNullable && !draft.past;
  joins.push(isThere ? `JOIN ${from} ON ${link}${sameNetwork}` : `LEFT JOIN ${from} ON ${link}`);
  return [column, entry[1]];
}
