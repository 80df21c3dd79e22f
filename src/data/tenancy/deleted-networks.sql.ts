// Removes the rows of deleted networks in batches: nobody reaches them any more, and they hold no name.
import { Prisma } from '../../generated/prisma/client';
import type { RowsAside } from '../../platform/process/rows-aside';
import { columnsOf, tableOf } from '../model/model-fields';
import type { Db } from './rows';
import type { ScopedDb } from './scoped-db';
import { everyone, executeSql, querySql, tenantSafeSql } from './tenant-sql';

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
const steps: readonly Step[] = [
  ...leaves('TagAssignment', 'InterfaceNeighbor', 'InterfaceVlan', 'NeighborEvidence', 'ForwardingEvidence'),
  ...leaves('ArpEvidence', 'LinkDecision', 'HostCredential', 'WorkingCredential', 'GroupMember', 'Group', 'Binding'),
  ...leaves('Port', 'Interface', 'IpAddress', 'DaemonSubnet', 'ImportPlanRow', 'ImportPlan', 'SavedView', 'Topology'),
  ...leaves('Snapshot', 'Vlan', 'Subnet', 'Service'),
  { model: 'Host', condition: Prisma.sql`NOT EXISTS (SELECT FROM daemons WHERE daemons.host_id = r.id)` },
  ...leaves('Discovery', 'Daemon', 'DaemonApiKey', 'Host'),
];

function leaves(...models: ModelName[]): Step[] {
  return models.map((model) => ({ model }));
}

/** Models whose rows this job removes. */
export const emptiedModels: ReadonlySet<string> = new Set(steps.map(({ model }) => model));

interface DeletedNetwork {
  readonly id: string;
  readonly organizationId: string;
  readonly at: Date;
}

/**
 * Removes rows of deleted networks, about 50,000 in one call, those of the network that was deleted first before others.
 * Many replicas may call it at once: each takes a network that no other is working on. A network on which it fails is left
 * aside. Answers how many rows went.
 */
export async function emptyDeletedNetworks(
  db: ScopedDb,
  now: Date,
  rows: RowsAside,
  { batch = batchRows, most = mostRows } = {},
): Promise<number> {
  const list = Prisma.sql`
    SELECT network_id AS id, organization_id AS "organizationId", deleted_at AS at FROM deleted_networks
    WHERE network_id <> ALL(${rows.at(now)}::uuid[]) ORDER BY deleted_at, network_id`;
  let removed = 0;
  for (const network of await querySql<DeletedNetwork>(db, tenantSafeSql(everyone, list))) {
    if (removed >= most) break;
    removed += (await rows.one(network.id, now, () => emptyNetwork(db, network, batch, most - removed))) ?? 0;
  }
  return removed;
}

async function emptyNetwork(db: ScopedDb, network: DeletedNetwork, batch: number, most: number): Promise<number> {
  let removed = 0;
  for (let step = 0; step <= steps.length && removed < most;) {
    const count = await db.$transaction((tx) => removeBatch(tx, network, step, batch));
    // Another replica has it, or is done with it.
    if (count === undefined) break;
    removed += count;
    if (count < batch) step += 1;
  }
  return removed;
}

/** Answers how many rows went, less than a batch where the step is done; undefined where this replica may not work on it. */
async function removeBatch(tx: Db, network: DeletedNetwork, step: number, batch: number): Promise<number | undefined> {
  const { id } = network;
  const claim = Prisma.sql`SELECT FROM deleted_networks WHERE network_id = ${id}::uuid FOR UPDATE SKIP LOCKED`;
  if ((await querySql(tx, tenantSafeSql(everyone, claim))).length === 0) return undefined;
  const { model, condition = Prisma.sql`TRUE` } = steps[step] ?? {};
  if (!model) return finish(tx, id);
  await executeSql(tx, tenantSafeSql(everyone, endedWith(network)));
  const table = Prisma.raw(tableOf(model));
  // A row that somebody who was at work when the network went still holds waits for the next round.
  const statement = Prisma.sql`
    DELETE FROM ${table} WHERE ctid IN (
      SELECT r.ctid FROM ${table} r WHERE r.network_id = ${id}::uuid AND ${condition}
      LIMIT ${batch}::int FOR UPDATE SKIP LOCKED)`;
  return executeSql(tx, tenantSafeSql(everyone, statement));
}

/**
 * What keeps a history in the organization, its tags on the rows, ended when the network did, and no event tells of the
 * batches. So a batch takes no time of its own, and nobody waits for it.
 */
const endedWith = ({ organizationId, at }: DeletedNetwork): Prisma.Sql => Prisma.sql`
  SELECT set_config('netloom.change_times', ${organizationId + String(at.getTime()).padStart(13, '0')}, true),
    set_config('netloom.audit_event', event.id, true), set_config('netloom.told_event', event.id, true)
  FROM (SELECT gen_random_uuid()::text AS id) event`;

/** The network is forgotten with its last row. */
async function finish(tx: Db, id: string): Promise<number> {
  const isEmpty = [...emptiedModels].map((model) => {
    if (!columnsOf(model).has('networkId')) throw new Error(`${model} is of no network`);
    return Prisma.sql`NOT EXISTS (SELECT FROM ${Prisma.raw(tableOf(model))} WHERE network_id = ${id}::uuid)`;
  });
  const statement = Prisma.sql`
    DELETE FROM deleted_networks WHERE network_id = ${id}::uuid AND ${Prisma.join(isEmpty, ' AND ')}`;
  await executeSql(tx, tenantSafeSql(everyone, statement));
  return 0;
}
