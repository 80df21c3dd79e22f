// Conditions, joins and orders as typed parts: what a statement asks of rows, before it is text.
import type { Relation } from '../model/model-fields';
import type { NetworkWindow } from './network-window';

/** A column of the rows that go by a name in the statement. */
export interface ColumnRef {
  readonly row: string;
  /** Its name in the database. */
  readonly name: string;
}
type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'LIKE' | 'ILIKE';

/** The rows `far` that a relation leads to from the row `near`; of the past those that the rule lets be read. */
export interface Joined {
  readonly model: string;
  readonly near: string;
  readonly relation: Relation;
  readonly far: string;
  readonly rule: Condition;
}

/** One row joined to another; without `isRequired` it may be missing. */
export interface Join extends Joined {
  readonly isRequired: boolean;
  /** Both rows are of one network, which their indexes begin with. */
  readonly sharesNetwork: boolean;
}

export interface OrderTerm {
  readonly column: ColumnRef;
  /** The row that has the column, looked up for each row: undefined for a column of the row itself, or of a joined one. */
  readonly lookedUp: Joined | undefined;
  readonly sort: 'asc' | 'desc';
  readonly nulls: 'first' | 'last' | undefined;
}

export interface Search {
  readonly kind: 'search';
  readonly model: string;
  readonly row: string;
  /** Each finds rows of its own index. */
  readonly searches: readonly Record<string, unknown>[];
}

export type Condition =
  /** Nothing is asked; the opposite of that is `unasked`, which drops out of alternatives too, as Prisma has it. */
  | { readonly kind: 'always' | 'unasked' }
  /** Met, or not, whatever the row. */
  | { readonly kind: 'met' | 'never' }
  | { readonly kind: 'all' | 'either'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'null' | 'notNull'; readonly column: ColumnRef }
  | { readonly kind: 'compare'; readonly column: ColumnRef; readonly by: Comparison; readonly value: unknown }
  /** The value is one of the list. `ids`: a long list is sent once, wherever a statement names it. */
  | { readonly kind: 'in' | 'inIds' | 'notIn'; readonly column: ColumnRef; readonly values: readonly unknown[] }
  /** The list of the column has the value, or some of the values. */
  | { readonly kind: 'has' | 'hasSome'; readonly column: ColumnRef; readonly value: unknown }
  /** Earlier than the window of the row's network, which goes by the name `network`. */
  | { readonly kind: 'before'; readonly column: ColumnRef; readonly window: NetworkWindow; readonly network: string }
  /** Rows after a row in an order by several columns. */
  | {
      readonly kind: 'beyond';
      readonly columns: readonly ColumnRef[];
      readonly by: '<' | '>';
      readonly values: readonly unknown[];
    }
  /** A row at the other end of a relation meets the condition. */
  | { readonly kind: 'exists' | 'notExists'; readonly joined: Joined; readonly condition: Condition }
  | Search;

export const always: Condition = { kind: 'always' };
export const unasked: Condition = { kind: 'unasked' };
export const met: Condition = { kind: 'met' };

const isAsked = ({ kind }: Condition): boolean => kind !== 'always' && kind !== 'unasked';

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

export const not = (part: Condition): Condition => (isAsked(part) ? { kind: 'not', part } : unasked);
