// Converts Prisma's groupBy with a count to a query. Rows may also be grouped by a column of a to-one relation.
import { columnsOf, relationsOf } from '../model/model-fields';
import { joinRelation, buildRows } from './condition';
import type { Draft } from './draft';
import { columnRef, select, type Join } from './expression';
import { NoPlan } from './no-plan';
import type { Row } from './selection';
import { textDecoder } from './values';

interface GroupArgs {
  by: readonly string[];
  where?: Record<string, unknown>;
  orderBy?: object;
  _count: { _all: true };
}

/**
 * Plans Prisma's groupBy with a count: a query, and a function `answer` that converts its rows to `{ [by]: value,
 * _count: { _all } }`. The groups are in the order of their values, null last. `by` names one column, or
 * `relation.column`.
 */
export function groupsPlan(draft: Draft, model: string, args: object) {
  const { by, where, _count } = args as GroupArgs;
  const [path] = by;
  if (by.length !== 1 || !path || !_count._all) throw NoPlan.because('groups');
  const [first, second] = path.split('.') as [string, string?];
  const relation = second === undefined ? undefined : relationsOf(model).get(first);
  const column = relation ? columnsOf(relation.model).get(second!) : columnsOf(model).get(first);
  if (!column || column.isList || relation?.isList) throw NoPlan.because('groups');
  const joined = relation && joinRelation(draft, model, 't', relation);
  const joins: Join[] = joined ? [{ kind: 'join', ...joined, isRequired: false, sharesNetwork: false }] : [];
  const decode = textDecoder(column);
  const value = columnRef(joined?.far ?? 't', column.sqlName);
  const query = select([value, { kind: 'count' }], buildRows(draft, model, where, joins), undefined, 'grouped');
  return {
    query,
    answer: (rows: (string | null)[][]): Row[] =>
      rows.map(([text, count]) => ({
        [path]: text === null || !decode ? text : decode(text),
        _count: { _all: Number(count) },
      })),
  };
}
