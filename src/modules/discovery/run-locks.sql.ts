// Locks under which discoveries run: those of a daemon, and of one discovery.
import { Prisma } from '../../generated/prisma/client';
import type { Db } from '../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../data/tenancy/tenant-sql';

/** The caller has found the locked rows with the same client before, or they are a network or organization of its viewer. */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/** Sessions of one daemon begin, move on and end one after the other: it runs one at a time and the others queue. */
export async function lockDaemon(tx: Db, daemonId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM daemons WHERE id = ${daemonId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/** The discovery stays, and stays as it is read after this, until the transaction ends. */
export async function lockDiscovery(tx: Db, discoveryId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM discoveries WHERE id = ${discoveryId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}
