// Row locks that make a rule over several rows hold under concurrency.
import { Prisma } from '../../generated/prisma/client';
import { isDaemon, type Viewer } from './viewer';
import { requireFound, type Db } from './rows';
import { executeSql, querySql, tenantSafeSql, viewerOf } from './tenant-sql';

/** The caller has found the locked rows with the same client before, or they are a network or organization of its viewer. */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/**
 * Changes of ranks and deletions of users in one organization happen one after the other: rows read after this lock
 * stay as they are until the transaction ends.
 */
export async function lockRanks(tx: Db, { organizationId }: Viewer): Promise<void> {
  // NO KEY: rows that only refer to the organization can be written meanwhile.
  const statement = Prisma.sql`SELECT FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/**
 * Hosts are made one after the other in a network: whether one is the same thing as another can be judged only against
 * those that are there.
 */
export async function lockNetwork(tx: Db, networkId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM networks WHERE id = ${networkId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/**
 * Bindings of one service are written one after the other: whether they conflict shows only among all of them. Locked in
 * the order of their ids, and after their host, so that no two writers wait for each other.
 */
export async function lockServices(tx: Db, ids: readonly string[]): Promise<void> {
  const statement = Prisma.sql`SELECT FROM services WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/** The parts of a host are written one request after the other; a host is locked before its parts. */
export async function lockHosts(tx: Db, ids: readonly string[]): Promise<void> {
  const statement = Prisma.sql`SELECT FROM hosts WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/** Nothing, or 404 for the first tag that is missing: those that are there stay until the transaction ends. */
export async function requireTags(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Daemons see no tags.
  const organizationId = isDaemon(viewer) ? null : viewer.organizationId;
  const statement = Prisma.sql`SELECT id::text FROM tags WHERE id = ANY(${[...ids]}::uuid[])
    AND organization_id = ${organizationId}::uuid ORDER BY id FOR KEY SHARE`;
  const rows = await querySql<{ id: string }>(tx, tenantSafeSql(viewer, statement));
  requireFound('Tag', ids, rows);
}

/** Second factors of a user come and go one after the other: which one is the first or the last shows only among all. */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/** Sessions of one daemon begin, move on and end one after the other: it runs one at a time and the others queue. */
export async function lockDaemon(tx: Db, daemonId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM daemons WHERE id = ${daemonId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/** Views of one user in a network are saved one after the other: how many there may be shows only among all of them. */
export async function lockSavedViews(tx: Db, networkId: string, userId: string): Promise<void> {
  const key = `saved views ${networkId} ${userId}`;
  await lock(tx, Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** The discovery stays, and stays as it is read after this, until the transaction ends. */
export async function lockDiscovery(tx: Db, discoveryId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM discoveries WHERE id = ${discoveryId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/**
 * Two hosts of a network are merged while no other transaction writes hosts or their services in it: writers share this
 * lock, which they take before any other, and a consolidation takes it for itself.
 */
export async function lockHostWrites(tx: Db, networkId: string, { isAlone = false } = {}): Promise<void> {
  const key = hostWritesOf(networkId);
  const statement = isAlone
    ? Prisma.sql`SELECT pg_advisory_xact_lock(${key})`
    : Prisma.sql`SELECT pg_advisory_xact_lock_shared(${key})`;
  await lock(tx, statement);
}

/** The same shared lock, where it can be had at once: for work on many networks, one of which may be imported into. */
export async function tryLockHostWrites(tx: Db, networkId: string): Promise<boolean> {
  const statement = Prisma.sql`SELECT pg_try_advisory_xact_lock_shared(${hostWritesOf(networkId)}) AS "isLocked"`;
  const [row] = await querySql<{ isLocked: boolean }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return row!.isLocked;
}

const hostWritesOf = (networkId: string) => Prisma.sql`hashtextextended(${`host writes ${networkId}`}, 0)`;

/**
 * Whether this transaction is the one that applies an import to the network now. It does not wait for the one that does: a
 * statement that waits has a limit of seconds, an import takes minutes.
 */
export async function tryLockImports(tx: Db, networkId: string): Promise<boolean> {
  const key = `imports of ${networkId}`;
  const statement = Prisma.sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) AS "isLocked"`;
  const [row] = await querySql<{ isLocked: boolean }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return row!.isLocked;
}

/**
 * `lockHostWrites`, `lockNetwork` and then `changeTime` in one statement, for reports, which are many. The statements that
 * follow are planned once for each connection: each finds rows by keys, and planning it takes longer than running it.
 */
export async function lockToReport(tx: Db, networkId: string): Promise<Date> {
  const statement = Prisma.sql`
    WITH writes AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${hostWritesOf(networkId)})::text AS lock),
    network AS MATERIALIZED (
      SELECT networks.id FROM networks, writes WHERE networks.id = ${networkId}::uuid AND writes.lock IS NOT NULL
      FOR NO KEY UPDATE OF networks
    )
    SELECT change_time(${networkId}::uuid) AS at, set_config('plan_cache_mode', 'force_generic_plan', true) AS plans
    FROM (SELECT count(*) AS found FROM network) locked WHERE locked.found >= 0`;
  const [row] = await querySql<{ at: Date }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return row!.at;
}

/** A host that is about to go, and what others may refer to meanwhile: no new reference comes in between. */
export async function lockHostToDelete(tx: Db, hostId: string): Promise<void> {
  for (const statement of [
    Prisma.sql`SELECT FROM hosts WHERE id = ${hostId}::uuid FOR UPDATE`,
    Prisma.sql`SELECT FROM services WHERE host_id = ${hostId}::uuid ORDER BY id FOR UPDATE`,
    Prisma.sql`SELECT FROM bindings WHERE host_id = ${hostId}::uuid ORDER BY id FOR UPDATE`,
  ])
    await lock(tx, statement);
}

/** Parts and what binds them go to another host in several statements: checked when the transaction ends. */
export async function moveParts(tx: Db): Promise<void> {
  const statement = Prisma.sql`SET CONSTRAINTS bindings_host_id_fkey, bindings_ip_address_id_fkey,
    bindings_port_id_fkey, bindings_service_id_fkey, interfaces_ip_address_id_fkey DEFERRED`;
  await lock(tx, statement);
}
