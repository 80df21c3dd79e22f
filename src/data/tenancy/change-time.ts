// The one time of a transaction's changes, for those who write it into the rows they only observe as well.
import { Prisma, type PrismaClient } from '../../generated/prisma/client';
import type { Db } from './rows';
import { ownStatement } from './scoped-db';

/** When the changes of this transaction happen: what its rows' `valid_from` becomes. */
export async function changeTime(tx: Db): Promise<Date> {
  const statement = ownStatement(Prisma.sql`SELECT change_time() AS at`);
  const [{ at }] = await (tx as unknown as PrismaClient).$queryRaw<[{ at: Date }]>(statement);
  return at;
}
