// Locks for running discoveries: of a daemon, and of one discovery.
import { Prisma } from '../../generated/prisma/client';
import type { Db } from '../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../data/tenancy/tenant-sql';

/** The caller has found the locked rows with the same client before, or they are a network or organization of its viewer. */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/** Serializes starts, progress and ends of a daemon's sessions: it runs one at a time, and the others queue. */
export async function lockDaemon(tx: Db, daemonId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM daemons WHERE id = ${daemonId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/** The discovery is neither changed nor deleted by others until the transaction ends; read it after this lock. */
export async function lockDiscovery(tx: Db, discoveryId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM discoveries WHERE id = ${discoveryId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}
