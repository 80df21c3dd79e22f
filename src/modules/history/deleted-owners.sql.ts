// Removes the rows of deleted networks, and the assignments of deleted tags, in batches: nobody reads them any more.
import { Prisma } from '../../generated/prisma/client';
import type { RowsAside } from '../../platform/process/rows-aside';
import { readTables } from '../../generated/entity-facts';
import { tableOf } from '../../data/model/model-fields';
import type { Db } from '../../data/tenancy/rows';
import type { ScopedDb } from '../../data/tenancy/scoped-db';
import { everyone, executeSql, querySql, tenantSafeSql } from '../../data/tenancy/tenant-sql';

type ModelName = Prisma.ModelName;

/** Rows of one transaction: it is over in some tens of milliseconds. */
const batchRows = 500;
/** Most rows of one round; the rest waits for the next. */
const mostRows = 50_000;

/** Its rows remain until nothing refers to them. */
interface Step {
  readonly model: ModelName;
  /** SQL of the rows `r` that can go at this step; absent: all. */
  readonly condition?: Prisma.Sql;
}

/**
 * What refers to a row goes before it, so that no row takes others along. A host with a daemon stays until the daemon has
 * gone, and a daemon until its runs have: with a run each row that it found would be written once more.
 */
const stepsOfNetwork: readonly Step[] = [
  ...leaves('TagAssignment', 'InterfaceNeighbor', 'InterfaceVlan', 'NeighborEvidence', 'ForwardingEvidence'),
  ...leaves('HostMerge', 'IdentitySuggestion', ...readTables.flatMap(({ models }) => models), 'InterfaceCounters'),
  ...leaves('ArpEvidence', 'DocumentedLink', 'LinkDecision', 'HostCredential', 'WorkingCredential', 'GroupMember'),
  ...leaves('Group', 'Binding', 'Port', 'Interface', 'IpAddress', 'DaemonSubnet', 'ImportPlanRow', 'ImportPlan'),
  ...leaves('SavedView', 'Topology', 'Snapshot', 'Vlan', 'Subnet', 'Service'),
  { model: 'Host', condition: Prisma.sql`NOT EXISTS (SELECT FROM daemons WHERE daemons.host_id = r.id)` },
  ...leaves('Discovery', 'Daemon', 'DaemonApiKey', 'Host'),
];

function leaves(...models: ModelName[]): Step[] {
  return models.map((model) => ({ model }));
}

/** Models whose rows go after their network. */
export const emptiedModels: ReadonlySet<string> = new Set(stepsOfNetwork.map(({ model }) => model));

/** What is deleted before its rows are. */
interface Owner {
  /** Where the deleted ones wait, and the column that names them there and in their rows. */
  readonly table: Prisma.Sql;
  readonly column: Prisma.Sql;
  /** SQL of the event that its rows end with. */
  readonly event: Prisma.Sql;
  readonly steps: readonly Step[];
}

const networks: Owner = {
  table: Prisma.sql`deleted_networks`,
  column: Prisma.sql`network_id`,
  // One that nothing tells of.
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
 * Removes rows of deleted networks, about 50,000 in one call, those of the network that was deleted first before others.
 * Many replicas may call it at once: each takes a network that no other is working on. A network on which it fails is left
 * aside. Answers how many rows went.
 */
export const emptyDeletedNetworks = (db: ScopedDb, now: Date, rows: RowsAside, bounds?: Bounds): Promise<number> =>
  emptyDeleted(db, networks, now, rows, bounds);

/** The same with the assignments of deleted tags, whose history tells that they ended with their tag. */
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
  let removed = 0;
  for (const deleted of await querySql<Deleted>(db, tenantSafeSql(everyone, list))) {
    if (removed >= most) break;
    const count = await rows.one(deleted.id, now, () => emptyOne(db, owner, deleted, batch, most - removed));
    removed += count ?? 0;
  }
  return removed;
}

async function emptyOne(db: ScopedDb, owner: Owner, deleted: Deleted, batch: number, most: number): Promise<number> {
  let removed = 0;
  for (let step = 0; step <= owner.steps.length && removed < most;) {
    const count = await db.$transaction((tx) => removeBatch(tx, owner, deleted, step, batch));
    // Another replica has it, or is done with it.
    if (count === undefined) break;
    removed += count;
    if (count < batch) step += 1;
  }
  return removed;
}

/** Answers how many rows went, less than a batch where the step is done; undefined where this replica may not work on it. */
async function removeBatch(
  tx: Db,
  owner: Owner,
  deleted: Deleted,
  step: number,
  batch: number,
): Promise<number | undefined> {
  const { id } = deleted;
  const { table: waiting, column, steps } = owner;
  const claim = Prisma.sql`SELECT FROM ${waiting} WHERE ${column} = ${id}::uuid FOR UPDATE SKIP LOCKED`;
  if ((await querySql(tx, tenantSafeSql(everyone, claim))).length === 0) return undefined;
  const { model, condition = Prisma.sql`TRUE` } = steps[step] ?? {};
  if (!model) return finish(tx, owner, id);
  await executeSql(tx, tenantSafeSql(everyone, endedWith(deleted)));
  const table = Prisma.raw(tableOf(model));
  // A row that somebody who was at work when its owner went still holds waits for the next round.
  const statement = Prisma.sql`
    DELETE FROM ${table} WHERE ctid IN (
      SELECT r.ctid FROM ${table} r WHERE r.${column} = ${id}::uuid AND ${condition}
      LIMIT ${batch}::int FOR UPDATE SKIP LOCKED)`;
  return executeSql(tx, tenantSafeSql(everyone, statement));
}

/**
 * What keeps a history in the organization, its tags on the rows, ended when the owner did, and no event tells of the
 * batches. So a batch takes no time of its own, and nobody waits for it.
 */
const endedWith = ({ organizationId, at, event }: Deleted): Prisma.Sql => Prisma.sql`
  SELECT set_change_times(${at}::timestamptz, ARRAY[${organizationId}]::uuid[]),
    set_config('netloom.audit_event', ${event}, true), set_config('netloom.told_event', ${event}, true)`;

/** The owner is forgotten with its last row. */
async function finish(tx: Db, { table, column, steps }: Owner, id: string): Promise<number> {
  const models = [...new Set(steps.map(({ model }) => model))];
  const isEmpty = models.map(
    (model) => Prisma.sql`NOT EXISTS (SELECT FROM ${Prisma.raw(tableOf(model))} r WHERE r.${column} = ${id}::uuid)`,
  );
  const statement = Prisma.sql`
    DELETE FROM ${table} WHERE ${column} = ${id}::uuid AND ${Prisma.join(isEmpty, ' AND ')}`;
  await executeSql(tx, tenantSafeSql(everyone, statement));
  return 0;
}
