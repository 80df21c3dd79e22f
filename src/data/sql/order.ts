// Converts a Prisma `orderBy` to terms of an order, with the joins that they need.
import { columnOf, columnsOf, relationsOf } from '../model/model-fields';
import { joinRelation } from './condition';
import type { Draft } from './draft';
import { columnRef, type Join, type Joined, type OrderTerm } from './expression';
import { NoPlan } from './no-plan';

type Sort = OrderTerm['sort'];
type Key = Sort | { sort: Sort; nulls?: 'first' | 'last' };
/** A column, or a to-one relation with a column of the related row. */
type OrderKey = Record<string, Key | Record<string, Key>>;
export type OrderBy = OrderKey | readonly OrderKey[];

export interface Order {
  readonly terms: readonly OrderTerm[];
  readonly joins: readonly Join[];
}

const flip = { asc: 'desc', desc: 'asc', first: 'last', last: 'first' } as const;

/**
 * Converts a Prisma `orderBy`; `isFlipped` reverses it. For columns of related rows, `isJoined` joins these rows, so
 * that an index may provide the order. Otherwise, a subquery looks up the value for each row.
 */
export function buildOrder(
  draft: Draft,
  model: string,
  near: string,
  orderBy: OrderBy | undefined,
  { isFlipped, isJoined }: { readonly isFlipped: boolean; readonly isJoined: boolean },
): Order {
  const keys = ([orderBy ?? []].flat() as OrderKey[]).flatMap((key) => Object.entries(key));
  const joins: Join[] = [];
  const terms = keys.map(([name, value]): OrderTerm => {
    if (!value) throw NoPlan.because('undefined');
    if (columnsOf(model).has(name)) return termOf(model, near, name, value as Key, isFlipped);
    const [entry] = typeof value === 'string' ? [] : Object.entries(value as Record<string, Key>);
    const relation = relationsOf(model).get(name);
    if (!entry || !relation || relation.isList || !columnsOf(relation.model).has(entry[0]))
      throw NoPlan.because('order');
    const joined = joinRelation(draft, model, near, relation);
    if (isJoined) joins.push(joinOf(draft, joined));
    return termOf(relation.model, joined.far, ...entry, isFlipped, isJoined ? undefined : joined);
  });
  return { terms, joins };
}

function termOf(model: string, row: string, name: string, key: Key, isFlipped: boolean, lookedUp?: Joined): OrderTerm {
  const { sort, nulls } = typeof key === 'string' ? { sort: key, nulls: undefined } : key;
  return {
    column: columnRef(row, columnOf(model, name).sqlName),
    lookedUp,
    sort: isFlipped ? flip[sort] : sort,
    nulls: nulls && isFlipped ? flip[nulls] : nulls,
  };
}

/**
 * Joins the related row by whose column a list is ordered. PostgreSQL can take this order from an index if each row has
 * a related row (`isRequired`), and both rows are in the same network (`sharesNetwork`).
 */
const joinOf = ({ past }: Draft, joined: Joined): Join => ({
  kind: 'join',
  ...joined,
  isRequired: !joined.relation.isNullable && !past,
  sharesNetwork: [joined.model, joined.relation.model].every((one) => columnsOf(one).has('networkId')),
});
