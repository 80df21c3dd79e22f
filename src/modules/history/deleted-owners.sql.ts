// Deletes, in batches, the rows of deleted networks and the assignments of deleted tags.
import { inTransaction } from '../../data/transaction';
import { Prisma } from '../../generated/prisma/client';
import type { RowsAside } from '../../platform/process/rows-aside';
import { readTables } from '../../generated/entity-facts';
import { tableOf } from '../../data/model/model-fields';
import type { Db } from '../../data/tenancy/rows';
import type { ScopedDb } from '../../data/tenancy/scoped-db';
import { systemScope, executeSql, querySql, tenantSafeSql } from '../../data/tenancy/tenant-sql';

type ModelName = Prisma.ModelName;

/** Number of rows that one transaction deletes. The transaction then takes some tens of milliseconds. */
const batchRows = 500;
/** Maximum number of rows that one call deletes. The job's next run deletes the remaining rows. */
const mostRows = 50_000;

/** One step in deleting the rows of a deleted network or tag. It deletes the rows of one table. */
interface Step {
  readonly model: ModelName;
  /** SQL condition for the rows `r` that this step deletes; all rows if absent. */
  readonly condition?: Prisma.Sql;
}

/**
 * Rows that refer to other rows are deleted first, so that no deletion cascades. A host with a daemon is deleted after
 * the daemon, and a daemon after its discovery runs. Runs are deleted after the rows that they found: deleting a run
 * first would clear the reference to it in each of these rows, and so rewrite all of them.
 */
const stepsOfNetwork: readonly Step[] = [
  ...leaves('TagAssignment', 'InterfaceNeighbor', 'InterfaceVlan', 'NeighborEvidence', 'ForwardingEvidence'),
  ...leaves('HostMerge', 'IdentitySuggestion', ...readTables.flatMap(({ models }) => models), 'InterfaceCounters'),
  ...leaves('ArpEvidence', 'DocumentedLink', 'LinkDecision', 'HostCredential', 'WorkingCredential', 'GroupMember'),
  ...leaves('Group', 'Binding', 'Port', 'Interface', 'IpAddress', 'DaemonSubnet', 'ImportPlanRow', 'ImportPlan'),
  ...leaves('Plan', 'SavedView', 'Topology', 'Snapshot', 'Vlan', 'AddressReservation', 'Subnet', 'Service'),
  { model: 'Host', condition: Prisma.sql`NOT EXISTS (SELECT FROM daemons WHERE daemons.host_id = r.id)` },
  ...leaves('Discovery', 'Daemon', 'DaemonApiKey', 'Host'),
];

function leaves(...models: ModelName[]): Step[] {
  return models.map((model) => ({ model }));
}

/** Models whose rows are deleted after their network. */
export const emptiedModels: ReadonlySet<string> = new Set(stepsOfNetwork.map(({ model }) => model));

/** A deleted network or tag whose rows still have to be deleted. */
interface Owner {
  /**
   * The table that lists deleted networks or deleted tags. In this table and in the rows to delete, `column` is the
   * column with the id of the network or tag.
   */
  readonly table: Prisma.Sql;
  readonly column: Prisma.Sql;
  /** SQL for the id of the audit event that the history names as the cause of the deletion of the rows. */
  readonly event: Prisma.Sql;
  readonly steps: readonly Step[];
}

const networks: Owner = {
  table: Prisma.sql`deleted_networks`,
  column: Prisma.sql`network_id`,
  // No audit event is about the deletion of these rows. Their history needs the id of an event, so it gets a new id.
  event: Prisma.sql`gen_random_uuid()`,
  steps: stepsOfNetwork,
};
const tags: Owner = {
  table: Prisma.sql`deleted_tags`,
  column: Prisma.sql`tag_id`,
  event: Prisma.sql`ended_by`,
  steps: leaves('TagAssignment'),
};

interface Deleted {
  readonly id: string;
  readonly organizationId: string;
  readonly at: Date;
  readonly event: string;
}
interface Bounds {
  readonly batch?: number;
  readonly most?: number;
}

/**
 * Deletes up to 50,000 rows of deleted networks, starting with the network that was deleted first. Resolves with the
 * number of deleted rows. Replicas may call this function concurrently, because each replica claims another network. If
 * deletion fails for a network, later calls skip this network for a while.
 */
export const emptyDeletedNetworks = (db: ScopedDb, now: Date, rows: RowsAside, bounds?: Bounds): Promise<number> =>
  emptyDeleted(db, networks, now, rows, bounds);

/**
 * Deletes up to 50,000 assignments of deleted tags, and resolves with their number. The history of an assignment ends
 * at the deletion of its tag. Replicas may call this function concurrently.
 */
export const emptyDeletedTags = (db: ScopedDb, now: Date, rows: RowsAside, bounds?: Bounds): Promise<number> =>
  emptyDeleted(db, tags, now, rows, bounds);

async function emptyDeleted(
  db: ScopedDb,
  owner: Owner,
  now: Date,
  rows: RowsAside,
  { batch = batchRows, most = mostRows }: Bounds = {},
): Promise<number> {
  const { table, column, event } = owner;
  const list = Prisma.sql`
    SELECT ${column} AS id, organization_id AS "organizationId", deleted_at AS at, ${event}::text AS event FROM ${table}
    WHERE ${column} <> ALL(${rows.at(now)}::uuid[]) ORDER BY deleted_at, ${column}`;
  let removedCount = 0;
  for (const deletedOwner of await querySql<Deleted>(db, tenantSafeSql(systemScope, list))) {
    if (removedCount >= most) break;
    const count = await rows.one(deletedOwner.id, now, () =>
      emptyOne(db, owner, deletedOwner, batch, most - removedCount),
    );
    removedCount += count ?? 0;
  }
  return removedCount;
}

async function emptyOne(
  db: ScopedDb,
  owner: Owner,
  deletedOwner: Deleted,
  batch: number,
  most: number,
): Promise<number> {
  let removedCount = 0;
  for (let step = 0; step <= owner.steps.length && removedCount < most;) {
    const count = await inTransaction(db, (tx) => removeBatch(tx, owner, deletedOwner, step, batch));
    // Another replica has claimed this network or tag, or has already deleted all of its rows.
    if (count === undefined) break;
    removedCount += count;
    if (count < batch) step += 1;
  }
  return removedCount;
}

/**
 * Deletes up to `batch` rows of one step. Resolves with the number of deleted rows, less than `batch` if the step is
 * done. Resolves with undefined if another replica has claimed the deleted network or tag.
 */
async function removeBatch(
  tx: Db,
  owner: Owner,
  deletedOwner: Deleted,
  step: number,
  batch: number,
): Promise<number | undefined> {
  const { id } = deletedOwner;
  const { table: pendingTable, column, steps } = owner;
  const claim = Prisma.sql`SELECT FROM ${pendingTable} WHERE ${column} = ${id}::uuid FOR UPDATE SKIP LOCKED`;
  if ((await querySql(tx, tenantSafeSql(systemScope, claim))).length === 0) return undefined;
  const { model, condition = Prisma.sql`TRUE` } = steps[step] ?? {};
  if (!model) return finish(tx, owner, id);
  await executeSql(tx, tenantSafeSql(systemScope, endedWith(deletedOwner)));
  const table = Prisma.raw(tableOf(model));
  // Rows that are locked by a transaction from before the deletion are skipped. The next call deletes these rows.
  const statement = Prisma.sql`
    DELETE FROM ${table} WHERE ctid IN (
      SELECT r.ctid FROM ${table} r WHERE r.${column} = ${id}::uuid AND ${condition}
      LIMIT ${batch}::int FOR UPDATE SKIP LOCKED)`;
  return executeSql(tx, tenantSafeSql(systemScope, statement));
}

/**
 * SQL by which the history of the rows gets the time and the audit event of the deletion of their network or tag. If
 * each batch of rows had a time of its own, readers of changes would wait for the transaction of each batch.
 */
const endedWith = ({ organizationId, at, event }: Deleted): Prisma.Sql => Prisma.sql`
  SELECT set_change_times(${at}::timestamptz, ARRAY[${organizationId}]::uuid[]),
    set_config('netloom.audit_event', ${event}, true), set_config('netloom.told_event', ${event}, true)`;

/** Removes a network or tag from the table of deleted owners if it has no rows left. */
async function finish(tx: Db, { table, column, steps }: Owner, id: string): Promise<number> {
  const models = [...new Set(steps.map(({ model }) => model))];
  const isEmpty = models.map(
    (model) => Prisma.sql`NOT EXISTS (SELECT FROM ${Prisma.raw(tableOf(model))} r WHERE r.${column} = ${id}::uuid)`,
  );
  const statement = Prisma.sql`
    DELETE FROM ${table} WHERE ${column} = ${id}::uuid AND ${Prisma.join(isEmpty, ' AND ')}`;
  await executeSql(tx, tenantSafeSql(systemScope, statement));
  return 0;
}
