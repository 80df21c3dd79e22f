// The field `groupCounts(by)` of a connection: the number of matching rows for each value of an order field.
import { delegateOf } from '../../data/model/delegate';
import { AppError } from '../../errors';
import { builder } from '../builder';
import { isGroupable, orderField } from './order-fields';

export interface GroupCount {
  value: string | null;
  count: number;
}
/** Counts the rows of a list for each value of the order field that is named `by`. */
export type GroupCounts = (by: string) => Promise<GroupCount[]>;

const groupCountRef = builder.objectRef<GroupCount>('GroupCount').implement({
  description: 'Number of rows that share a value.',
  fields: (t) => ({
    value: t.exposeString('value', {
      nullable: true,
      description: 'The value as text: numbers in decimal, times in RFC 3339; null for rows without one.',
    }),
    count: t.exposeInt('count'),
  }),
});

/** Declares the field `groupCounts` of a connection. `order` is the enum type of the connection's order fields. */
export const groupCountsField = (t: object, order: unknown) =>
  (t as { field(options: object): never }).field({
    type: [groupCountRef],
    nullable: true,
    description: 'Rows per value over all matching rows, sorted by value, null last. Null in lists below a row.',
    args: { by: (t as { arg(options: object): never }).arg({ type: order, required: true }) },
    complexity: { field: 50 },
    resolve: ({ groupCounts }: { groupCounts?: GroupCounts }, { by }: { by: string }) => groupCounts?.(by) ?? null,
  });

const textOf = (value: unknown): string | null => {
  if (value === null) return null;
  return value instanceof Date ? value.toISOString() : String(value as string | number | bigint | boolean);
};

/** Counts the matching rows for each value of one field, in one statement. */
export async function countGroups(db: object, model: string, where: object, by: string): Promise<GroupCount[]> {
  if (!isGroupable(by)) throw new AppError('validation_invalid_format', { field: 'by' });
  const { column, relation, isNullable } = orderField(model, by);
  const path = relation ? `${relation.name}.${column.name}` : column.name;
  const groupByArgs = { by: [path], where, _count: { _all: true } };
  // Prisma requires an order for the groups that it reads. Groups by a column of a related row are read without Prisma,
  // and are sorted already.
  const orderBy = { [column.name]: isNullable ? { sort: 'asc', nulls: 'last' } : 'asc' };
  const groups = await delegateOf(db, model).groupBy(relation ? groupByArgs : { ...groupByArgs, orderBy });
  return groups.map((group) => ({ value: textOf(group[path]), count: (group._count as { _all: number })._all }));
}
