// Numbers of PostgreSQL's advisory locks. All locks in the database share one range of numbers, so two purposes must
// not use the same number.
import { createHash } from 'node:crypto';
import { Prisma } from '../../generated/prisma/client';
import { isUuid } from '../../platform/text/validation';

/**
 * What an advisory lock protects. Its number is made of this name and of ids that the service generated: of networks,
 * organizations or users.
 */
export type LockedThing =
  | 'checks'
  | 'daemon polls'
  | 'host writes'
  | 'import plans'
  | 'imports of'
  | 'mail rules'
  | 'move of'
  | 'restored tags of'
  | 'saved views'
  | 'webhooks';

/**
 * SQL for the number of the advisory lock that protects this thing. Accepts only ids: the hash can be inverted, so a
 * caller could choose a text that has the number of another lock. Keep the formula: an older version of the service may
 * run at the same time.
 */
export function lockNumber(lockedThing: LockedThing, ...ids: readonly string[]): Prisma.Sql {
  if (!ids.every(isUuid)) throw new Error(`the lock "${lockedThing}" needs ids`);
  return Prisma.sql`hashtextextended(${[lockedThing, ...ids].join(' ')}, 0)`;
}

/**
 * SQL for the number of the advisory lock of a text that a caller chooses. The number is the first 8 bytes of the
 * text's SHA-256, so a caller cannot find a text with the number of another lock.
 */
export function lockNumberOfText(text: string): Prisma.Sql {
  const number = createHash('sha256').update(text).digest().readBigInt64BE();
  return Prisma.sql`${number.toString()}::bigint`;
}
