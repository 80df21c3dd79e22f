// Arguments of pages: their bounds, the cost of a page, and whether other pages come before or after it.
import { AppError } from '../../errors';
import { assertRange } from '../../platform/text/validation';
import { highestInt32 } from '../../platform/text/integers';

const defaultPageSize = 50;
export const maximumPageSize = 1000;

export interface ListArguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  offset?: number | null;
  ids?: string[] | null;
  networkId?: string | null;
  filter?: Record<string, unknown> | null;
  orderBy?: { field: string; direction?: 'asc' | 'desc' | null }[] | null;
}

/**
 * The fields `hasNextPage` and `hasPreviousPage`. `hasMore` says whether rows follow in the direction of reading. In
 * the other direction, there are rows if the page began at a cursor or an offset.
 */
export function neighborPages(args: ListArguments, hasMore: boolean) {
  const hasPassed = args.after != null || args.before != null || (args.offset ?? 0) > 0;
  return pageBounds(args).backwards
    ? { hasNextPage: hasPassed, hasPreviousPage: hasMore }
    : { hasNextPage: hasMore, hasPreviousPage: hasPassed };
}

/**
 * The cost of a page in points: one point for its SQL statement, and the cost of the selection for each row that the
 * page may have.
 */
export function pageComplexity(args: { first?: number | null; last?: number | null }) {
  return { field: 1, multiplier: Math.min(args.first ?? args.last ?? defaultPageSize, maximumPageSize) };
}

/** Checks the page arguments of a list. Throws 400 with the name of the invalid argument. */
export function pageBounds(args: ListArguments): { size: number; backwards: boolean } {
  const backwards = args.last != null || (args.before != null && args.first == null);
  if (args.first != null) assertRange('first', args.first, 1, maximumPageSize);
  if (args.last != null) assertRange('last', args.last, 1, maximumPageSize);
  if (args.first != null && (args.last != null || args.before != null))
    throw new AppError('validation_invalid_format', { field: args.last != null ? 'last' : 'before' });
  if (args.after != null && backwards) throw new AppError('validation_invalid_format', { field: 'after' });
  if (args.offset != null) assertRange('offset', args.offset, 0, highestInt32);
  return { size: args.first ?? args.last ?? defaultPageSize, backwards };
}
