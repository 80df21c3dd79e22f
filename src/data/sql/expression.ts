// The typed parts of a statement, before it is text: what is asked of which rows, under which conditions, in which order.
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
 * The rows `far` at the other end of a relation of the row `near`; in the past only those that the rule allows to read.
 */
export interface Joined {
  readonly model: string;
  readonly near: string;
  readonly relation: Relation;
  readonly far: string;
  readonly rule: Condition;
}

/** One row joined to another; without `isRequired` it may be missing. */
export interface Join extends Joined {
  readonly kind: 'join';
  readonly isRequired: boolean;
  /** Whether both rows belong to one network, which leads their indexes. */
  readonly sharesNetwork: boolean;
}

export interface OrderTerm {
  readonly column: ColumnRef;
  /** The rows to look the column up in, for each row; undefined for a column of the row itself or of a joined one. */
  readonly lookedUp: Joined | undefined;
  readonly sort: 'asc' | 'desc';
  readonly nulls: 'first' | 'last' | undefined;
}

/** What is selected of a row, or of many. */
export type Expression =
  | ColumnRef
  | { readonly kind: 'everyColumn'; readonly row: string }
  /** A number that JSON has no form for, and a list, which PostgreSQL prints in a form of its own. */
  | { readonly kind: 'asText' | 'asJson'; readonly column: ColumnRef }
  | { readonly kind: 'jsonArray'; readonly parts: readonly Expression[] }
  /** A JSON array with the expression of each row. */
  | { readonly kind: 'jsonList'; readonly ofEach: Expression; readonly order: readonly OrderTerm[] }
  /** The one value of another query. */
  | { readonly kind: 'value'; readonly query: Select }
  /** How many rows there are: instead of them, or beside each. */
  | { readonly kind: 'count' | 'countBeside' }
  /** The ids of all rows in their order, 16 bytes each. */
  | { readonly kind: 'joinedIds'; readonly id: ColumnRef; readonly order: readonly OrderTerm[] }
  /** Bytes as hexadecimal text. */
  | { readonly kind: 'hex'; readonly bytes: ColumnRef }
  /** The place of a row in an order, and the place that the row of an id has. */
  | { readonly kind: 'place'; readonly order: readonly OrderTerm[] }
  | { readonly kind: 'placeOf'; readonly place: ColumnRef; readonly idColumn: ColumnRef; readonly id: string }
  | { readonly kind: 'named'; readonly expression: Expression; readonly name: string };

/** The first rows of a query, and what is joined to them. */
export type Source =
  /** Rows of a model: found by ids, or, where `isWhole`, searched through. */
  | { readonly kind: 'table'; readonly model: string; readonly row: string; readonly isWhole: boolean }
  | { readonly kind: 'related'; readonly joined: Joined }
  | { readonly kind: 'rows'; readonly query: Select; readonly row: string }
  /** Each id once, of queries that find some of them more than once. */
  | { readonly kind: 'distinctIds'; readonly found: readonly Select[]; readonly inner: string; readonly row: string }
  /** A row for each id of a list; `isHidden`: their number is kept from the planner, which would plan anew for each. */
  | { readonly kind: 'ids'; readonly ids: readonly unknown[]; readonly row: string; readonly isHidden: boolean }
  /** A row for so many ids of a list, with the array `ids`. */
  | { readonly kind: 'idGroups'; readonly ids: readonly unknown[]; readonly size: number; readonly row: string }
  | Join
  /** The rows of a query for each row before. */
  | { readonly kind: 'lateral'; readonly query: Select; readonly row: string }
  | { readonly kind: 'left'; readonly source: Source; readonly on: Condition };

/** Of rows to be found by ids, or, where `isWhole`, to be searched through. */
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
  /** It stands in the text, because PostgreSQL plans by it; callers use few different ones. */
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}
const wholeUnordered: Page = { order: [], limit: undefined, offset: undefined };

/**
 * `distinct`: each row once. `grouped`: by the first column, and in its order. `apart`: PostgreSQL plans the query by itself,
 * and not as a part of the one around it.
 */
type Form = 'plain' | 'distinct' | 'grouped' | 'apart';

export interface Select extends Rows, Page {
  readonly kind: 'select';
  readonly columns: readonly Expression[];
  readonly form: Form;
}

/** All queries have their members in one order, which makes reading them fast. */
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
  /** `always`: no condition. Its negation is `unasked`, which is also ignored in alternatives, as in Prisma. */
  | { readonly kind: 'always' | 'unasked' }
  /** Always true, or always false. */
  | { readonly kind: 'met' | 'never' }
  | { readonly kind: 'all' | 'either'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'null' | 'notNull'; readonly column: ColumnRef }
  | { readonly kind: 'compare'; readonly column: ColumnRef; readonly by: Comparison; readonly value: unknown }
  | { readonly kind: 'compareColumns'; readonly column: ColumnRef; readonly by: Comparison; readonly other: ColumnRef }
  /** The value is one of the list. With `inIds`, a long list is sent once even if a statement uses it several times. */
  | { readonly kind: 'in' | 'inIds' | 'notIn'; readonly column: ColumnRef; readonly values: readonly unknown[] }
  /** The same, of which the planner knows neither that it finds rows nor how many ids there are. */
  | { readonly kind: 'checkIds'; readonly column: ColumnRef; readonly ids: readonly unknown[] }
  | { readonly kind: 'inArray'; readonly column: ColumnRef; readonly array: ColumnRef }
  /** The id is among those that queries find; each row looks it up in a hash. */
  | { readonly kind: 'found'; readonly id: ColumnRef; readonly found: readonly Select[] }
  /** The id stands at this byte, from 1, of joined ids. */
  | { readonly kind: 'idAt'; readonly id: ColumnRef; readonly ids: ColumnRef; readonly at: number }
  /** The list in the column contains the value, or some of the values. */
  | { readonly kind: 'has' | 'hasSome'; readonly column: ColumnRef; readonly value: unknown }
  /** Earlier than the start of the window of the row's network; `network` is the alias of that network. */
  | { readonly kind: 'before'; readonly column: ColumnRef; readonly window: NetworkWindow; readonly network: string }
  /** Rows after a row in an order by several columns. */
  | {
      readonly kind: 'beyond';
      readonly columns: readonly ColumnRef[];
      readonly by: '<' | '>';
      readonly values: readonly unknown[];
    }
  /** The row `far` is one that the relation leads to. */
  | { readonly kind: 'link'; readonly joined: Joined }
  /** A row at the other end of a relation meets the condition; `isRowByRow`: asked of one row after the other. */
  | {
      readonly kind: 'exists' | 'notExists';
      readonly joined: Joined;
      readonly condition: Condition;
      readonly isRowByRow: boolean;
    }
  /** The searched columns have trigrams of the text, those that begin at `places`, as the index of the networks keeps them. */
  | {
      readonly kind: 'hasTrigrams';
      readonly row: string;
      readonly columns: readonly ColumnRef[];
      readonly networks: ColumnRef;
      readonly text: string;
      readonly places: readonly number[];
    }
  /** True, and says who writes in this transaction. */
  | { readonly kind: 'actor'; readonly actor: string };

export const always: Condition = { kind: 'always' };
export const unasked: Condition = { kind: 'unasked' };
export const met: Condition = { kind: 'met' };

export const isAsked = ({ kind }: Condition): boolean => kind !== 'always' && kind !== 'unasked';

export function all(parts: readonly Condition[]): Condition {
  const asked = parts.filter(isAsked);
  if (asked.length > 0) return asked.length === 1 ? asked[0]! : { kind: 'all', parts: asked };
  return parts.some(({ kind }) => kind === 'unasked') ? unasked : always;
}

export function either(parts: readonly Condition[]): Condition {
  if (parts.length === 0) return { kind: 'never' };
  const asked = parts.filter(({ kind }) => kind !== 'unasked');
  return asked.length > 0 ? { kind: 'either', parts: asked } : unasked;
}

export const sameColumns = (column: ColumnRef, other: ColumnRef): Condition => ({
  kind: 'compareColumns',
  column,
  by: '=',
  other,
});

export const not = (part: Condition): Condition => (isAsked(part) ? { kind: 'not', part } : unasked);
