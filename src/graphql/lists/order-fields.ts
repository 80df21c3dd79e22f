// The order of a list: by a column of its rows, or by a column of a to-one relation.
import { columnOf, relationOf, type Column, type Relation } from '../../data/model/model-fields';

export interface OrderField {
  readonly name: string;
  readonly column: Column;
  /** The to-one relation that leads to the column's row; absent for a column of the rows themselves. */
  readonly relation?: Relation;
  readonly isNullable: boolean;
}
/** The order by the key of a model's names, which the database computes: `switch-2` before `switch-10`. */
export const naturalOrder = 'naturalName';
/** False for orders by a key that means nothing to a caller. */
export const isGroupable = (name: string): boolean => name !== naturalOrder;

/** Name of the order field → the relation and the column of the row it leads to. */
export type RelatedOrder = Readonly<Record<string, readonly [relation: string, column: string]>>;
type Row = Record<string, unknown>;

const related = new Map<string, Map<string, OrderField>>();

export function defineRelatedOrder(model: string, fields: RelatedOrder): void {
  const made = Object.entries(fields).map(([name, [relationName, columnName]]): [string, OrderField] => {
    const relation = relationOf(model, relationName);
    const column = columnOf(relation.model, columnName);
    return [name, { name, column, relation, isNullable: relation.isNullable || column.isNullable }];
  });
  related.set(model, new Map(made));
}

/** An order field of a model by its name. In the past every related row may be missing. */
export function orderFieldOf(model: string, name: string, isPast = false): OrderField {
  const known = related.get(model)?.get(name);
  if (known) return isPast ? { ...known, isNullable: true } : known;
  const column = columnOf(model, name);
  return { name, column, isNullable: column.isNullable };
}

/** A condition on the field's value as a Prisma where. */
export function whereField({ column, relation, isNullable }: OrderField, condition: unknown): Row {
  if (!relation) return { [column.name]: condition };
  if (condition !== null) return { [relation.name]: { [column.name]: condition } };
  if (!isNullable || column.isNullable) throw new Error(`${relation.name}.${column.name}: null has two meanings`);
  return { [relation.name]: null };
}

/** The condition that the field has a value. */
export const whereFilled = ({ column, relation }: OrderField): Row =>
  relation ? { [relation.name]: { isNot: null } } : { [column.name]: { not: null } };

/** Prisma's orderBy of the field; rows without a value come where `nulls` says. */
export function orderByField({ column, relation, isNullable }: OrderField, sort: 'asc' | 'desc', nulls: string): Row {
  const own = { [column.name]: isNullable ? { sort, nulls } : sort };
  return relation ? { [relation.name]: own } : own;
}

/** The columns that the values of these fields are read from, as a Prisma select. */
export function selectFields(fields: readonly OrderField[]): Row {
  const selected: Record<string, unknown> = {};
  for (const { column, relation } of fields) {
    if (!relation) selected[column.name] = true;
    else selected[relation.name] = { select: { [column.name]: true } };
  }
  return selected;
}

/** The field's value in a row that was read with `selectFields`. */
export function valueOf({ column, relation }: OrderField, row: Row): unknown {
  const holder = relation ? (row[relation.name] as Row | null | undefined) : row;
  return holder?.[column.name] ?? null;
}
