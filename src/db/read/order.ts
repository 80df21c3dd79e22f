// A Prisma orderBy as SQL.
import { columnsOf, relationsOf } from '../model-fields';
import { untranslatable, type Draft } from './draft';

type Sort = 'asc' | 'desc';
type Nulls = 'first' | 'last';
type Key = Sort | { sort: Sort; nulls?: Nulls };
/** A column, or a to-one relation with a column of its row. */
type OrderKey = Record<string, Key | Record<string, Key>>;
export type OrderBy = OrderKey | readonly OrderKey[];

const flip = { asc: 'desc', desc: 'asc', first: 'last', last: 'first' } as const;

/** Without ORDER BY; empty when no order is asked for. */
export function orderSql(
  draft: Draft,
  model: string,
  alias: string,
  orderBy: OrderBy | undefined,
  flipped = false,
): string {
  const keys = ([orderBy ?? []].flat() as OrderKey[]).flatMap((key) => Object.entries(key));
  const parts = keys.map(([name, value]) => {
    const [expression, key] = orderedBy(draft, model, alias, name, value);
    const { sort, nulls } = typeof key === 'string' ? { sort: key, nulls: undefined } : key;
    const direction = flipped ? flip[sort] : sort;
    const where = nulls && (flipped ? flip[nulls] : nulls);
    return `${expression} ${direction.toUpperCase()}${where ? ` NULLS ${where.toUpperCase()}` : ''}`;
  });
  return parts.join(', ');
}

function orderedBy(draft: Draft, model: string, alias: string, name: string, value: OrderKey[string]): [string, Key] {
  if (!value) throw untranslatable;
  if (columnsOf(model).has(name)) return [`${alias}.${draft.names.columnOf(model, name)}`, value as Key];
  const [entry] = typeof value === 'string' ? [] : Object.entries(value as Record<string, Key>);
  if (!entry) throw untranslatable;
  return [relatedColumn(draft, model, alias, name, entry[0]), entry[1]];
}

/** The column of the one row that a relation leads to, as an expression on the row `alias`. */
export function relatedColumn(draft: Draft, model: string, alias: string, name: string, column: string): string {
  const relation = relationsOf(model).get(name);
  if (!relation || relation.isList || !columnsOf(relation.model).has(column)) throw untranslatable;
  const far = draft.alias();
  const { from, link } = draft.joined(model, alias, relation, far);
  return `(SELECT ${far}.${draft.names.columnOf(relation.model, column)} FROM ${from} WHERE ${link})`;
}
