// The one time of a transaction's changes, for those who write it into the rows they only observe as well.
import { Prisma } from '../../generated/prisma/client';
import type { Db } from './rows';
import { querySql, tenantSafeSql, viewerOf } from './tenant-sql';

/** When the changes of this transaction happen: what its rows' `valid_from` becomes. */
export async function changeTime(tx: Db): Promise<Date> {
  const [row] = await querySql<{ at: Date }>(tx, tenantSafeSql(viewerOf(tx), Prisma.sql`SELECT change_time() AS at`));
  return row!.at;
}
