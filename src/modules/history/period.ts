// Validates the two instants that a caller wants to compare.
import { AppError } from '../../errors';
import type { GraphqlContext } from '../../graphql/context';

export interface Instants {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Returns the period to compare. `now` is the instant of the request: a missing `to` becomes `now`, and so do instants
 * after `now`. Throws 400 if `to` is before `from`.
 */
export function resolvePeriod(
  from: Date,
  to: Date | null | undefined,
  { at, requestedAt }: Pick<GraphqlContext, 'at' | 'requestedAt'>,
): Instants {
  if (to && from > to)
    throw new AppError('validation_out_of_range', {
      ...{ field: 'from', min: '0001-01-01T00:00:00.000Z', max: to.toISOString() },
    });
  const now = at ?? requestedAt;
  const atMostNow = (instant: Date) => (instant > now ? now : instant);
  return { from: atMostNow(from), to: atMostNow(to ?? now) };
}

/** Returns the instant one millisecond earlier. Change times are whole milliseconds. */
export const justBeforeTime = (instant: Date): Date => new Date(instant.getTime() - 1);
