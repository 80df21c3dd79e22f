// Reasons why a Prisma call has no plan, which is an SQL statement of this folder that replaces the call. In
// development, tests and transactions, a call without a plan throws.

/** The reasons why a Prisma call has no SQL statement, with descriptions. */
export const reasons = {
  operation: 'an operation of another kind, such as upsert or aggregate',
  argument: 'an argument beside those that the operation has a plan for',
  undefined: 'a value that is undefined, which Prisma refuses',
  field: 'a name that is neither a column nor a relation; a unique key of several columns has one',
  operator: 'an operator that Prisma has forms of its own for, such as equals in any case',
  json: 'a condition on JSON other than a text at a path',
  relation: 'a condition on a relation without a quantifier, or of a list that is null',
  type: 'a column whose values would look different: decimals, and lists of times or big numbers',
  order: 'an order by a list, or by more than a column of a row',
  groups: 'groups by several columns, or by a list',
  count: 'a count of rows that are no list',
  value: 'a written value in a form of its own, such as what stands for NULL in JSON',
  rows: 'new rows of which some leave out a column that others give, and whose default is a function',
  nothing: 'a row without columns, or a change of none',
  answer: 'what is selected of a row that has no id of its own and that the write does not answer by itself',
  untimed: 'a write on its own while statements have no time limit: it needs a transaction',
  past: 'rows that follow from others, of an instant: they are found from one of those only',
} as const;

export type Reason = keyof typeof reasons;

/**
 * Thrown and caught inside this folder if there is no SQL statement for a Prisma call, and then returned to the caller.
 * As this is no failure, there is one shared object per reason, without a stack trace.
 */
export class NoPlan extends Error {
  private static readonly all = new Map<Reason, NoPlan>();

  private constructor(readonly reason: Reason) {
    super(`no plan for ${reasons[reason]}`);
  }

  static because(reason: Reason): NoPlan {
    const cachedError = NoPlan.all.get(reason) ?? new NoPlan(reason);
    NoPlan.all.set(reason, cachedError);
    return cachedError;
  }
}

/**
 * Thrown for a Prisma call for which this folder has no SQL statement. Either add a statement to `src/data/sql`, or
 * change the call.
 */
export class UnplannedCall extends Error {
  constructor(model: string, operation: string, { reason }: NoPlan) {
    super(`${model}.${operation} has no plan in src/data/sql: ${reasons[reason]}`);
  }
}

/** Returns the plan that `plan` builds, or the NoPlan that it throws. */
export function planned<T>(plan: () => T): T | NoPlan {
  try {
    return plan();
  } catch (error) {
    if (error instanceof NoPlan) return error;
    throw error;
  }
}
