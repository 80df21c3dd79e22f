// Locks that writers of hosts and their parts take, because some rules can only be checked by reading several rows.
import { Prisma } from '../../../generated/prisma/client';
import { lockNumber } from '../../../data/tenancy/advisory-locks';
import { tableOf } from '../../../data/model/model-fields';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../data/tenancy/viewer';

/** Runs a statement that locks rows. Callers have checked that the viewer may see these rows. */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/**
 * Locks a network, so that transactions that create hosts in the network run one after the other. A new host is
 * compared with stored hosts, so two hosts that are created at the same time would not be compared with each other.
 */
export async function lockNetwork(tx: Db, networkId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM networks WHERE id = ${networkId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/**
 * Locks hosts, so that transactions that write parts of the same host run one after the other. Lock a host before its
 * parts.
 */
export async function lockHosts(tx: Db, ids: readonly string[]): Promise<void> {
  const statement = Prisma.sql`SELECT FROM hosts WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

const touched = Prisma.sql`SET updated_at = clock_timestamp()`;

/**
 * Locks hosts like `lockHosts`, and sets their `updatedAt`: an update of a host replaces its lists of parts. So a
 * client that read the host before one of its parts changed does not overwrite the change, because its
 * `expectedUpdatedAt` differs.
 */
export async function touchHosts(tx: Db, ids: readonly string[]): Promise<void> {
  const statement = Prisma.sql`
    UPDATE hosts ${touched} FROM (
      SELECT id FROM hosts WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE
    ) locked WHERE hosts.id = locked.id`;
  await lock(tx, statement);
}

/** Columns of `bindings` through which the deletion of a row of this kind deletes bindings of services. */
const bindingColumns = { Binding: 'id', IpAddress: 'ip_address_id', Port: 'port_id' } as const;
type PartModel = keyof typeof bindingColumns | 'Interface' | 'Service';

/**
 * Locks the hosts of parts that will be deleted, then the services that lose bindings with them, and sets their
 * `updatedAt` as `touchHosts` does. Parts that the viewer cannot access are ignored.
 */
export async function touchOwnersOfParts(tx: Db, viewer: Viewer, model: PartModel, ids: readonly string[]) {
  const among = Prisma.sql`ANY(${[...ids]}::uuid[]) AND network_id = ANY(${[...viewer.networkIds]}::uuid[])`;
  const hosts = Prisma.sql`SELECT host_id FROM ${Prisma.raw(tableOf(model))} WHERE id = ${among}`;
  const touch = (table: Prisma.Sql, owners: Prisma.Sql) =>
    lock(
      tx,
      Prisma.sql`UPDATE ${table} owner ${touched} FROM (
        SELECT id FROM ${table} WHERE id = ANY(ARRAY(${owners})) ORDER BY id FOR NO KEY UPDATE
      ) locked WHERE owner.id = locked.id`,
    );
  await touch(Prisma.sql`hosts`, hosts);
  if (model === 'Interface' || model === 'Service') return;
  const column = Prisma.raw(bindingColumns[model]);
  await touch(Prisma.sql`services`, Prisma.sql`SELECT service_id FROM bindings WHERE ${column} = ${among}`);
}

/**
 * Locks services, so that transactions that write bindings of the same service run one after the other. Otherwise, two
 * concurrent transactions could write conflicting bindings. Services are locked after their host and in the order of
 * their ids, to avoid deadlocks.
 */
export async function lockServices(tx: Db, ids: readonly string[]): Promise<void> {
  const statement = Prisma.sql`SELECT FROM services WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  await lock(tx, statement);
}

/** Locks services like `lockServices`, and sets their `updatedAt`, because an update of a service replaces its bindings. */
export async function touchServices(tx: Db, ids: readonly string[]): Promise<void> {
  const statement = Prisma.sql`
    UPDATE services ${touched} FROM (
      SELECT id FROM services WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE
    ) locked WHERE services.id = locked.id`;
  await lock(tx, statement);
}

/**
 * Writers of hosts and services share this lock of the network. Transactions that rewrite many hosts at once, such as
 * merges and imports, take it exclusively (`isAlone`). Take it before all other locks, to avoid deadlocks.
 */
export async function lockHostWrites(tx: Db, networkId: string, { isAlone = false } = {}): Promise<void> {
  const key = hostWritesOf(networkId);
  const statement = isAlone
    ? Prisma.sql`SELECT pg_advisory_xact_lock(${key})`
    : Prisma.sql`SELECT pg_advisory_xact_lock_shared(${key})`;
  await lock(tx, statement);
}

/**
 * Like `lockHostWrites`, but resolves with false instead of waiting if a transaction, such as an import, holds the lock
 * exclusively. For jobs that write many networks.
 */
export async function tryLockHostWrites(tx: Db, networkId: string): Promise<boolean> {
  const statement = Prisma.sql`SELECT pg_try_advisory_xact_lock_shared(${hostWritesOf(networkId)}) AS "isLocked"`;
  const [row] = await querySql<{ isLocked: boolean }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return row!.isLocked;
}

const hostWritesOf = (networkId: string) => lockNumber('host writes', networkId);

/**
 * Takes the locks of `lockHostWrites` and `lockNetwork`, and resolves with the time that all changes of the transaction
 * get. One statement does this, because reports are frequent. It also makes the transaction use generic query plans:
 * planning its statements would take longer than running them.
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

/** Locks a host that will be deleted, with its services and bindings, so that no new row refers to them. */
export async function lockHostToDelete(tx: Db, hostId: string): Promise<void> {
  for (const statement of [
    Prisma.sql`SELECT FROM hosts WHERE id = ${hostId}::uuid FOR UPDATE`,
    Prisma.sql`SELECT FROM services WHERE host_id = ${hostId}::uuid ORDER BY id FOR UPDATE`,
    Prisma.sql`SELECT FROM bindings WHERE host_id = ${hostId}::uuid ORDER BY id FOR UPDATE`,
  ])
    await lock(tx, statement);
}

/**
 * Prepares a transaction that moves addresses and ports to another host by several statements: the database checks
 * their foreign keys only at the end of the transaction.
 */
export async function moveParts(tx: Db): Promise<void> {
  const statement = Prisma.sql`SET CONSTRAINTS bindings_host_id_fkey, bindings_ip_address_id_fkey,
    bindings_port_id_fkey, bindings_service_id_fkey, interfaces_ip_address_id_fkey DEFERRED`;
  await lock(tx, statement);
}
