// Order fields of lists. An order field is a column of the rows, or a column of a row to which a to-one relation leads.
import { columnOf, relationOf, type Column, type Relation } from '../../data/model/model-fields';

export interface OrderField {
  readonly name: string;
  readonly column: Column;
  /** The relation to the row that has the column; undefined for a column of the listed rows themselves. */
  readonly relation?: Relation;
  readonly isNullable: boolean;
}
/**
 * Name of the order field that sorts names in natural order (`switch-2` before `switch-10`). Its column has sort keys,
 * which the database computes from the names.
 */
export const naturalOrder = 'naturalName';
/**
 * Whether rows can be grouped by the values of an order field. False for the natural order of names, because the values
 * of its column are sort keys, which have no meaning for callers.
 */
export const isGroupable = (name: string): boolean => name !== naturalOrder;

/** The relation and the column of each order field, by name of the order field. */
export type RelatedOrder = Readonly<Record<string, readonly [relation: string, column: string]>>;
type Row = Record<string, unknown>;

const relatedOrders = new Map<string, Map<string, OrderField>>();

export function defineRelatedOrder(model: string, fields: RelatedOrder): void {
  const entries = Object.entries(fields).map(([name, [relationName, columnName]]): [string, OrderField] => {
    const relation = relationOf(model, relationName);
    const column = columnOf(relation.model, columnName);
    return [name, { name, column, relation, isNullable: relation.isNullable || column.isNullable }];
  });
  relatedOrders.set(model, new Map(entries));
}

/**
 * An order field of a model. If `isPast`, a field through a relation may be null, because the related row may be
 * missing at a past instant.
 */
export function orderField(model: string, name: string, isPast = false): OrderField {
  const relatedField = relatedOrders.get(model)?.get(name);
  if (relatedField) return isPast ? { ...relatedField, isNullable: true } : relatedField;
  const column = columnOf(model, name);
  return { name, column, isNullable: column.isNullable };
}

/** The Prisma `where` for a condition on the value of an order field. */
export function whereField({ column, relation, isNullable }: OrderField, condition: unknown): Row {
  if (!relation) return { [column.name]: condition };
  if (condition !== null) return { [relation.name]: { [column.name]: condition } };
  if (!isNullable || column.isNullable) throw new Error(`${relation.name}.${column.name}: null has two meanings`);
  return { [relation.name]: null };
}

/** The Prisma `where` for rows in which an order field is not null. */
export const whereFilled = ({ column, relation }: OrderField): Row =>
  relation ? { [relation.name]: { isNot: null } } : { [column.name]: { not: null } };

/** The Prisma `orderBy` of an order field. `nulls` is the position of rows without a value. */
export function orderByField({ column, relation, isNullable }: OrderField, sort: 'asc' | 'desc', nulls: string): Row {
  const direction = { [column.name]: isNullable ? { sort, nulls } : sort };
  return relation ? { [relation.name]: direction } : direction;
}

/** The Prisma `select` of the columns of order fields. */
export function selectFields(fields: readonly OrderField[]): Row {
  const select: Record<string, unknown> = {};
  for (const { column, relation } of fields) {
    if (!relation) select[column.name] = true;
    else select[relation.name] = { select: { [column.name]: true } };
  }
  return select;
}

/** The value of an order field in a row that was read with `selectFields`; null if the row has none. */
export function orderValue({ column, relation }: OrderField, row: Row): unknown {
  const holder = relation ? (row[relation.name] as Row | null | undefined) : row;
  return holder?.[column.name] ?? null;
}
