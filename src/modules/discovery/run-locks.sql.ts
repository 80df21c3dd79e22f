// Locks that writers of discovery runs take: the lock of a daemon, and the lock of a discovery.
import { Prisma } from '../../generated/prisma/client';
import type { Db } from '../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../data/tenancy/tenant-sql';

const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/**
 * Locks a daemon, so that transactions that start, change or end its sessions run one after the other. A daemon runs
 * one session at a time; its other sessions are queued.
 */
export async function lockDaemon(tx: Db, daemonId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM daemons WHERE id = ${daemonId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/**
 * Locks a discovery. Until the transaction ends, no other transaction changes or deletes the discovery. Read the
 * discovery after taking this lock.
 */
export async function lockDiscovery(tx: Db, discoveryId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM discoveries WHERE id = ${discoveryId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}
