// Order fields of lists. An order field is a column of the rows, or of a row that a to-one relation leads to.
import { columnOf, relationOf, type Column, type Relation } from '../../data/model/model-fields';

export interface OrderField {
  readonly name: string;
  readonly column: Column;
  /** The to-one relation to the row with the column; undefined if the rows themselves have the column. */
  readonly relation?: Relation;
  readonly isNullable: boolean;
}
/** Natural order of names by a key that the database computes: `switch-2` comes before `switch-10`. */
export const naturalOrder = 'naturalName';
/** Whether rows can be grouped by the field. False for the natural order, whose keys mean nothing to callers. */
export const isGroupable = (name: string): boolean => name !== naturalOrder;

/** Relation and column by order field. */
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
 * An order field of a model. If `isPast`, it may be null for any relation, because related rows may be missing at a
 * past instant.
 */
export function orderField(model: string, name: string, isPast = false): OrderField {
  const relatedField = relatedOrders.get(model)?.get(name);
  if (relatedField) return isPast ? { ...relatedField, isNullable: true } : relatedField;
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

/** Prisma's `where` for rows in which the field is not null. */
export const whereFilled = ({ column, relation }: OrderField): Row =>
  relation ? { [relation.name]: { isNot: null } } : { [column.name]: { not: null } };

/** Prisma's orderBy of the field; `nulls` is the position of rows without a value. */
export function orderByField({ column, relation, isNullable }: OrderField, sort: 'asc' | 'desc', nulls: string): Row {
  const direction = { [column.name]: isNullable ? { sort, nulls } : sort };
  return relation ? { [relation.name]: direction } : direction;
}

/** Prisma's select of the columns of these fields. */
export function selectFields(fields: readonly OrderField[]): Row {
  const select: Record<string, unknown> = {};
  for (const { column, relation } of fields) {
    if (!relation) select[column.name] = true;
    else select[relation.name] = { select: { [column.name]: true } };
  }
  return select;
}

/** The field's value in a row read with `selectFields`. */
export function orderValue({ column, relation }: OrderField, row: Row): unknown {
  const holder = relation ? (row[relation.name] as Row | null | undefined) : row;
  return holder?.[column.name] ?? null;
}
