// The typed parts of a statement before it becomes text: selected expressions, sources of rows, conditions, order.
import type { Relation } from '../model/model-fields';
import type { NetworkWindow } from './network-window';

/** A column of a row set, which is identified by its alias in the statement. */
export interface ColumnRef {
  readonly kind: 'column';
  readonly row: string;
  /** The column's name in the database. */
  readonly name: string;
}
export const columnRef = (row: string, name: string): ColumnRef => ({ kind: 'column', row, name });

type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'LIKE' | 'ILIKE';

/**
 * A relation from the row with the alias `near` to related rows with the alias `far`. In a read of the past, related
 * rows count only if they meet the condition `rule`, which says what the viewer may read.
 */
export interface Joined {
  readonly model: string;
  readonly near: string;
  readonly relation: Relation;
  readonly far: string;
  readonly rule: Condition;
}

/** A join of one row to another. Without `isRequired`, the joined row may be missing. */
export interface Join extends Joined {
  readonly kind: 'join';
  readonly isRequired: boolean;
  /** Whether both rows belong to one network, so that an index that begins with the network applies. */
  readonly sharesNetwork: boolean;
}

export interface OrderTerm {
  readonly column: ColumnRef;
  /** Set for a column of related rows that are not joined: a subquery then looks up the value for each row. */
  readonly lookedUp: Joined | undefined;
  readonly sort: 'asc' | 'desc';
  readonly nulls: 'first' | 'last' | undefined;
}

/** An expression in the SELECT list, over one row or over many. */
export type Expression =
  | ColumnRef
  | { readonly kind: 'everyColumn'; readonly row: string }
  /**
   * `asText`: for numbers that JSON cannot represent exactly. `asJson`: for lists, which PostgreSQL would otherwise
   * print in its own array syntax.
   */
  | { readonly kind: 'asText' | 'asJson'; readonly column: ColumnRef }
  | { readonly kind: 'jsonArray'; readonly parts: readonly Expression[] }
  /** A JSON array with the value of an expression for each row. */
  | { readonly kind: 'jsonList'; readonly ofEach: Expression; readonly order: readonly OrderTerm[] }
  /** The single value that `query` returns. */
  | { readonly kind: 'value'; readonly query: Select }
  /** The number of rows: `count` instead of the rows, `countBeside` as an additional column of each row. */
  | { readonly kind: 'count' | 'countBeside' }
  /** The ids of all rows in their order, 16 bytes each. */
  | { readonly kind: 'joinedIds'; readonly id: ColumnRef; readonly order: readonly OrderTerm[] }
  /** Bytes as hexadecimal text. */
  | { readonly kind: 'hex'; readonly bytes: ColumnRef }
  | { readonly kind: 'named'; readonly expression: Expression; readonly name: string };

/** An item of the FROM list: rows, or a join to the rows before it. */
export type Source =
  /** The table of a model. `isWhole`: the WHERE condition searches all rows; otherwise rows are found by their id. */
  | { readonly kind: 'table'; readonly model: string; readonly row: string; readonly isWhole: boolean }
  | { readonly kind: 'related'; readonly joined: Joined }
  | { readonly kind: 'rows'; readonly query: Select; readonly row: string }
  /** The distinct ids of the rows that several queries find. */
  | { readonly kind: 'distinctIds'; readonly found: readonly Select[]; readonly inner: string; readonly row: string }
  /**
   * A row for each id of a list. `isHidden` hides the list's length from the planner, so that one plan serves any
   * length.
   */
  | { readonly kind: 'ids'; readonly ids: readonly unknown[]; readonly row: string; readonly isHidden: boolean }
  /** A row for each group of `size` ids of a list; its column `ids` is an array. */
  | { readonly kind: 'idGroups'; readonly ids: readonly unknown[]; readonly size: number; readonly row: string }
  | Join
  /** A lateral join: the query runs for each row of the sources before it. */
  | { readonly kind: 'lateral'; readonly query: Select; readonly row: string }
  | { readonly kind: 'left'; readonly source: Source; readonly on: Condition };

export const tableOfRows = (model: string, row: string, isWhole: boolean): Source => ({
  kind: 'table',
  model,
  row,
  isWhole,
});

export interface Rows {
  readonly from: readonly Source[];
  readonly where: Condition | undefined;
}

export interface Page {
  readonly order: readonly OrderTerm[];
  /**
   * Maximum number of rows. The number is written into the text instead of a parameter, because PostgreSQL's plan
   * depends on it; callers use few different numbers.
   */
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}
const wholeUnordered: Page = { order: [], limit: undefined, offset: undefined };

/**
 * `distinct`: SELECT DISTINCT. `grouped`: GROUP BY and ORDER BY the first column. `apart`: a subquery that PostgreSQL
 * must not merge into the outer query.
 */
type Form = 'plain' | 'distinct' | 'grouped' | 'apart';

export interface Select extends Rows, Page {
  readonly kind: 'select';
  readonly columns: readonly Expression[];
  readonly form: Form;
}

/**
 * Creates a query. All queries are created here, so that their objects have the same members in the same order, which
 * lets the JavaScript engine read them fast.
 */
export const select = (
  columns: readonly Expression[],
  { from, where }: Rows,
  { order, limit, offset }: Page = wholeUnordered,
  form: Form = 'plain',
): Select => ({ kind: 'select', columns, from, where, order, limit, offset, form });

export interface Assignment {
  readonly kind: 'set' | 'setJson' | 'increase';
  readonly name: string;
  readonly value: unknown;
}

interface Write {
  readonly model: string;
  readonly where: Condition | undefined;
  readonly returning: readonly Expression[];
}
export interface Insert extends Write {
  readonly kind: 'insert';
  readonly columns: readonly string[];
  /** The new rows as JSON. */
  readonly rows: string;
  readonly skipsDuplicates: boolean;
}
export type Statement =
  | Select
  | Insert
  | (Write & { readonly kind: 'update'; readonly assignments: readonly Assignment[] })
  | (Write & { readonly kind: 'delete' });

export type Condition =
  /**
   * `always`: an empty Prisma condition `{}`, which every row meets. `unasked`: its negation `NOT: {}`, which has no
   * effect, as in Prisma: an AND or OR is evaluated without it.
   */
  | { readonly kind: 'always' | 'unasked' }
  /** `met` is always true, `never` always false. */
  | { readonly kind: 'met' | 'never' }
  | { readonly kind: 'all' | 'either'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'null' | 'notNull'; readonly column: ColumnRef }
  | { readonly kind: 'compare'; readonly column: ColumnRef; readonly by: Comparison; readonly value: unknown }
  | { readonly kind: 'compareColumns'; readonly column: ColumnRef; readonly by: Comparison; readonly other: ColumnRef }
  /**
   * The value is, or is not, in the list. `inIds` sends a long list only once, even if the statement uses it several
   * times.
   */
  | { readonly kind: 'in' | 'inIds' | 'notIn'; readonly column: ColumnRef; readonly values: readonly unknown[] }
  /**
   * The id is one of the list. PostgreSQL checks this on rows that other conditions have found: it cannot find rows by
   * this condition, and its plan does not depend on the length of the list.
   */
  | { readonly kind: 'checkIds'; readonly column: ColumnRef; readonly ids: readonly unknown[] }
  | { readonly kind: 'inArray'; readonly column: ColumnRef; readonly array: ColumnRef }
  /**
   * The id is one of the ids that the queries find. PostgreSQL hashes the found ids and looks each row up in the hash.
   */
  | { readonly kind: 'found'; readonly id: ColumnRef; readonly found: readonly Select[] }
  /** The id equals the 16 bytes that begin at byte `at` (counted from 1) of `ids`, a sequence of joined ids. */
  | { readonly kind: 'idAt'; readonly id: ColumnRef; readonly ids: ColumnRef; readonly at: number }
  /** The list in the column contains the value, or some of the values. */
  | { readonly kind: 'has' | 'hasSome'; readonly column: ColumnRef; readonly value: unknown }
  | { readonly kind: 'jsonText'; readonly column: ColumnRef; readonly path: readonly string[]; readonly value: string }
  /**
   * The time in the column is before the time window in which a row counts as recently seen. Each network sets the
   * length of its window; `network` is the alias of the network's row.
   */
  | { readonly kind: 'before'; readonly column: ColumnRef; readonly window: NetworkWindow; readonly network: string }
  /** Rows after a given row in an order by several columns. */
  | {
      readonly kind: 'beyond';
      readonly columns: readonly ColumnRef[];
      readonly by: '<' | '>';
      readonly values: readonly unknown[];
    }
  /** The row `far` is related to the row `near`. */
  | { readonly kind: 'link'; readonly joined: Joined }
  /**
   * Some (or no) related row meets the condition. With `isRowByRow`, PostgreSQL must check the related rows of each row
   * instead of joining the tables.
   */
  | {
      readonly kind: 'exists' | 'notExists';
      readonly joined: Joined;
      readonly condition: Condition;
      readonly isRowByRow: boolean;
    }
  /**
   * The searched columns contain certain trigrams of a text, those at the positions `places`. The trigram index of the
   * given networks finds such rows.
   */
  | {
      readonly kind: 'hasTrigrams';
      readonly row: string;
      readonly columns: readonly ColumnRef[];
      readonly networks: ColumnRef;
      readonly text: string;
      readonly places: readonly number[];
    }
  /** Sets the author of the transaction's writes when PostgreSQL evaluates it. As a condition, it is always true. */
  | { readonly kind: 'actor'; readonly actor: string };

export const always: Condition = { kind: 'always' };
export const unasked: Condition = { kind: 'unasked' };
export const met: Condition = { kind: 'met' };

export const isAsked = ({ kind }: Condition): boolean => kind !== 'always' && kind !== 'unasked';

export function all(parts: readonly Condition[]): Condition {
  const askedParts = parts.filter(isAsked);
  if (askedParts.length > 0) return askedParts.length === 1 ? askedParts[0]! : { kind: 'all', parts: askedParts };
  return parts.some(({ kind }) => kind === 'unasked') ? unasked : always;
}

export function either(parts: readonly Condition[]): Condition {
  if (parts.length === 0) return { kind: 'never' };
  const askedParts = parts.filter(({ kind }) => kind !== 'unasked');
  return askedParts.length > 0 ? { kind: 'either', parts: askedParts } : unasked;
}

export const sameColumns = (column: ColumnRef, other: ColumnRef): Condition => ({
  kind: 'compareColumns',
  column,
  by: '=',
  other,
});

export const not = (part: Condition): Condition => (isAsked(part) ? { kind: 'not', part } : unasked);
