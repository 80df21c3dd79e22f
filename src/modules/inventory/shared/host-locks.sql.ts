// Locks under which hosts and their parts are written, so that rules over several rows hold.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/** The caller has found the locked rows with the same client before, or they are a network or organization of its viewer. */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/**
 * Hosts are made one after the other in a network: whether one is the same thing as another can be judged only against
 * those that are there.
 */
export async function lockNetwork(tx: Db, networkId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM networks WHERE id = ${networkId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/** The parts of a host are written one request after the other; a host is locked before its parts. */
export async function lockHosts(tx: Db, ids: readonly string[]): Promise<void> {
  const statement = Prisma.sql`SELECT FROM hosts WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
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
