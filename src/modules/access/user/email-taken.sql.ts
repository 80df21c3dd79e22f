// Checks whether an account, of whatever organization, already uses a given e-mail address.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/**
 * Resolves with whether an account has the address. `email` must be in lower case, as addresses are stored. Call this
 * function in a transaction.
 */
export async function isEmailTaken(tx: Db, email: string): Promise<boolean> {
  const statement = Prisma.sql`SELECT EXISTS (SELECT FROM users WHERE email = ${email}) AS is_taken`;
  const [row] = await querySql<{ is_taken: boolean }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return row!.is_taken;
}
