// Locks for discovery runs: of a daemon, and of a single discovery.
import { Prisma } from '../../generated/prisma/client';
import type { Db } from '../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../data/tenancy/tenant-sql';

/**
 * Sends a statement that locks rows. It is safe for any tenant: the caller has already read these rows with the same
 * client, or they are a network or organization of the client's viewer.
 */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/**
 * Serializes starts, progress and ends of a daemon's sessions. A daemon runs one session at a time; the others are
 * queued.
 */
export async function lockDaemon(tx: Db, daemonId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM daemons WHERE id = ${daemonId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/**
 * Until the transaction ends, no other transaction changes or deletes the discovery. Read it after taking this lock.
 */
export async function lockDiscovery(tx: Db, discoveryId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM discoveries WHERE id = ${discoveryId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}
