// A Prisma orderBy as SQL.
import { columnsOf } from '../model-fields';
import { untranslatable, type Draft } from './draft';

type Sort = 'asc' | 'desc';
type Nulls = 'first' | 'last';
type OrderKey = Record<string, Sort | { sort: Sort; nulls?: Nulls }>;
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
    if (!columnsOf(model).has(name) || !value) throw untranslatable;
    const { sort, nulls } = typeof value === 'string' ? { sort: value, nulls: undefined } : value;
    const direction = flipped ? flip[sort] : sort;
    const where = nulls && (flipped ? flip[nulls] : nulls);
    return `${alias}.${draft.names.columnOf(model, name)} ${direction.toUpperCase()}${where ? ` NULLS ${where.toUpperCase()}` : ''}`;
  });
  return parts.join(', ');
}
