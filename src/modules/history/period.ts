// The two instants that a difference is between, as callers may give them.
import { AppError } from '../../errors';
import type { GraphqlContext } from '../../graphql/context';

export interface Instants {
  readonly from: Date;
  readonly to: Date;
}

/**
 * `to` left out is the moment of the request, or the instant that the whole of it reads; one still to come is that as
 * well. An earlier `to` than `from`: 400.
 */
export function periodOf(
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

/** Times of changes are whole milliseconds: the last instant before this one. */
export const justBeforeTime = (instant: Date): Date => new Date(instant.getTime() - 1);
