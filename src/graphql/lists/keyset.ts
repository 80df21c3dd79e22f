// Keyset paging of lists. Opaque cursors contain the order values of a row, so that pages neither skip nor repeat rows
// while rows are written.
import type { Column } from '../../data/model/model-fields';
import { AppError } from '../../errors';
import { isCleanText, isInet, isStorableTime, isUuid } from '../../platform/text/validation';
import { orderByField, orderField, orderValue, whereField, whereFilled, type OrderField } from './order-fields';

export interface OrderKey {
  field: string;
  direction: 'asc' | 'desc';
}
/** An order field, and the direction in which a list is sorted by it. */
export interface SortKey {
  readonly field: OrderField;
  readonly direction: 'asc' | 'desc';
}
type Where = Record<string, unknown>;
type Row = Record<string, unknown>;

const flip = { asc: 'desc', desc: 'asc' } as const;

/** Makes the order of rows unambiguous: appends `id` as the last key, and omits a field that occurs a second time. */
export function totalOrder(model: string, keys: readonly OrderKey[], isPast: boolean): SortKey[] {
  const usedFields = new Set<string>();
  const unique = keys.filter(({ field }) => !usedFields.has(field) && usedFields.add(field));
  const total = usedFields.has('id') ? unique : [...unique, { field: 'id', direction: 'asc' as const }];
  return total.map(({ field, direction }) => ({ field: orderField(model, field, isPast), direction }));
}

/**
 * The Prisma `orderBy` of a list. Nulls come last in both directions. If the page is read backwards, the order is
 * reversed, so nulls come first.
 */
export function keysetOrderBy(keys: readonly SortKey[], backwards: boolean): Where[] {
  return keys.map(({ field, direction }) => {
    const sort = backwards ? flip[direction] : direction;
    return orderByField(field, sort, backwards ? 'first' : 'last');
  });
}

/** The Prisma `where` for the rows after a cursor, or before it if the page is read backwards. */
export function whereBeyond(keys: readonly SortKey[], values: unknown[], backwards: boolean): Where {
  const branches: Where[] = [];
  const equal: Where[] = [];
  keys.forEach(({ field, direction }, index) => {
    const beyond = fieldBeyond(field, values[index], (direction === 'asc') !== backwards, backwards);
    if (beyond) branches.push({ AND: [...equal, beyond] });
    equal.push(whereField(field, values[index]));
  });
  const first = keys[0]!;
  const leading = first.field;
  const isComparable = leading.column.kind !== 'enum' && leading.column.kind !== 'boolean';
  const isRange = values[0] !== null && !leading.isNullable && isComparable;
  // `bound` does not change which rows are found. But it is a simple condition on the first column, which lets
  // PostgreSQL start in the middle of the index.
  const bound = isRange
    ? [whereField(leading, { [(first.direction === 'asc') !== backwards ? 'gte' : 'lte']: values[0] })]
    : [];
  return { AND: [...bound, { OR: branches }] };
}

function fieldBeyond(field: OrderField, value: unknown, ascending: boolean, backwards: boolean): Where | undefined {
  const { isNullable } = field;
  const { kind, enumValues } = field.column;
  if (value === null) return backwards ? whereFilled(field) : undefined;
  const nullsFollow = isNullable && !backwards;
  const orNull = (condition: unknown): Where => {
    const where = whereField(field, condition);
    return nullsFollow ? { OR: [where, whereField(field, null)] } : where;
  };
  if (kind === 'enum' || kind === 'boolean') {
    const all: unknown[] = kind === 'boolean' ? [false, true] : [...enumValues!];
    const at = all.indexOf(value);
    const rest = ascending ? all.slice(at + 1) : all.slice(0, at);
    if (kind === 'enum') return orNull({ in: rest });
    return rest.length > 0 ? orNull(rest[0]) : nullsFollow ? whereField(field, null) : undefined;
  }
  return orNull({ [ascending ? 'gt' : 'lt']: value });
}

/** The cursor of a row: its order values as a JSON array in base64url. */
export function encodeCursor(keys: readonly SortKey[], row: Row): string {
  const values = keys.map(({ field }) => {
    const value = orderValue(field, row);
    return typeof value === 'bigint' ? String(value) : value;
  });
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** An edge of a connection that computes its cursor only if the cursor is requested. */
export class Edge<Node> {
  /** `row` has the order values of the cursor: the node itself, or the row of a join table that leads to it. */
  constructor(
    readonly node: Node,
    private readonly row: Row,
    private readonly order: readonly SortKey[],
  ) {}

  get cursor(): string {
    return encodeCursor(this.order, this.row);
  }
}

/**
 * The order values in a cursor. Throws `validation_invalid_format` if the cursor belongs to a list in another order.
 */
export function valuesOfCursor(
  field: 'after' | 'before' | 'since',
  keys: readonly SortKey[],
  cursor: string,
): unknown[] {
  const invalidCursor = new AppError('validation_invalid_format', { field });
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw invalidCursor;
  }
  if (!Array.isArray(values) || values.length !== keys.length) throw invalidCursor;
  return values.map((value, index) => {
    const keyValue = parseValue(keys[index]!.field, value);
    if (keyValue === undefined) throw invalidCursor;
    return keyValue;
  });
}

function parseValue({ column, isNullable }: OrderField, value: unknown): unknown {
  return value === null ? (isNullable ? null : undefined) : parseColumn(column, value);
}

function parseColumn(column: Column, value: unknown): unknown {
  switch (column.kind) {
    case 'uuid':
      return isUuid(value) ? value : undefined;
    case 'inet':
      return typeof value === 'string' && isInet(value) ? value : undefined;
    case 'text':
      return typeof value === 'string' && isCleanText(value) ? value : undefined;
    case 'int':
      return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31 ? value : undefined;
    case 'bigint':
      return typeof value === 'string' && /^-?\d{1,18}$/.test(value) ? BigInt(value) : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'enum':
      return column.enumValues!.includes(value as string) ? value : undefined;
    case 'time': {
      const time = typeof value === 'string' ? new Date(value) : new Date(NaN);
      return isStorableTime(time) ? time : undefined;
    }
    default:
      return undefined;
  }
}
