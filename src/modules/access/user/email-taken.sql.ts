// Whether anybody in the installation signs in with an e-mail address: the one question that goes beyond an organization.
import { Prisma, type PrismaClient } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { ownStatement } from '../../../data/tenancy/scoped-db';

/** `email` as it is stored, in lower case. Runs inside a transaction. */
export async function isEmailTaken(tx: Db, email: string): Promise<boolean> {
  const statement = Prisma.sql`SELECT EXISTS (SELECT FROM users WHERE email = ${email}) AS is_taken`;
  const [row] = await (tx as unknown as PrismaClient).$queryRaw<{ is_taken: boolean }[]>(ownStatement(statement));
  return row!.is_taken;
}
