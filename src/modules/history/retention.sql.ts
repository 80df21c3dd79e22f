// Deletes former states of rows, and audit events, after their retention period, in all organizations.
import { historyScopeOf, isHistoried } from '../../data/model/historied';
import { columnsOf, modelNames, tableOf } from '../../data/model/model-fields';
import { Prisma } from '../../generated/prisma/client';
import type { Db } from '../../data/tenancy/rows';
import { isHeldSql, sweepRows } from '../../data/tenancy/sweep-rows';
import { systemScope, executeSql, querySql, tenantSafeSql } from '../../data/tenancy/tenant-sql';
import type { RowsAside } from '../../platform/process/rows-aside';

/** Number of rows that one statement deletes. Each statement is a transaction of a few milliseconds. */
const batch = 1_000;
/** Maximum number of rows that one call deletes. The next call deletes the remaining rows. */
const mostRows = 200_000;

interface HistoriedTable {
  readonly twin: Prisma.Sql;
  readonly scope: Prisma.Sql;
  readonly owners: Prisma.Sql;
  /**
   * Returns an SQL condition: the state belongs to the network of snapshot `s`. `state` is the SQL alias of the state.
   */
  readonly isOfNetwork: (state: Prisma.Sql) => Prisma.Sql;
  /**
   * The column of `networks` that equals the states' column `scope`: `id`, or `organization_id` for states of an
   * organization.
   */
  readonly owner: Prisma.Sql;
  /** SQL for the organization of a row of the query `scopes` with its row `owner`, which a deleted network lacks. */
  readonly organization: Prisma.Sql;
}

/**
 * Returns a condition: a state belongs to the network of the snapshot `s`. A state of an organization belongs to each
 * of its networks, unless the state names a network.
 */
const isOfNetwork =
  (model: string) =>
  (state: Prisma.Sql): Prisma.Sql => {
    if (historyScopeOf(model) === 'network_id') return Prisma.sql`s.network_id = ${state}.network_id`;
    const ofOne = Prisma.sql` AND s.network_id = coalesce(${state}.network_id, s.network_id)`;
    return Prisma.sql`s.organization_id = ${state}.organization_id${columnsOf(model).has('networkId') ? ofOne : Prisma.empty}`;
  };

const historiedTables: readonly HistoriedTable[] = modelNames.filter(isHistoried).map((model) => {
  const scope = historyScopeOf(model);
  const isOfNetworks = scope === 'network_id';
  return {
    twin: Prisma.raw(`"${tableOf(model)}_revisions"`),
    scope: Prisma.raw(scope),
    owners: Prisma.raw(tableOf(isOfNetworks ? 'Network' : 'Organization')),
    isOfNetwork: isOfNetwork(model),
    owner: Prisma.raw(isOfNetworks ? 'id' : scope),
    organization: isOfNetworks
      ? Prisma.sql`coalesce(owner.organization_id,
          (SELECT gone.organization_id FROM deleted_networks gone WHERE gone.network_id = scopes.id))`
      : Prisma.sql`scopes.id`,
  };
});

/**
 * One run of the job that deletes old rows. `rowsLeft` is the number of rows that it may still delete. `rows` are rows
 * that it skips, because deleting them failed before.
 */
interface Sweep {
  readonly db: Db;
  readonly rows: RowsAside;
  readonly now: Date;
  rowsLeft: number;
}

/**
 * Deletes all states of deleted networks and organizations. With `before`, also deletes states that ended before this
 * instant, unless a snapshot pins them. Stores from which instant on each network's history is complete. Replicas may
 * call this function concurrently. Resolves with the number of deleted states.
 */
export async function sweepRevisions(db: Db, before: Date | undefined, now: Date, rows: RowsAside): Promise<number> {
  const sweep: Sweep = { db, rows, now, rowsLeft: mostRows };
  let removedCount = 0;
  for (const table of historiedTables)
    for (const { id, isGone } of await scopesOf(db, table, before))
      removedCount += isGone ? await sweepGone(sweep, table, id) : await sweepOld(sweep, table, id, before!);
  return removedCount;
}

/**
 * Resolves with the networks or organizations that may have states to delete, unless their organization is being moved
 * to another database. The statement reads one index entry for
 * each id, because reading all states would take long.
 */
function scopesOf(db: Db, { twin, scope, owners, organization }: HistoriedTable, before: Date | undefined) {
  const statement = Prisma.sql`
    WITH RECURSIVE scopes AS (
      (SELECT ${scope} AS id FROM ${twin} ORDER BY ${scope} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${scope} FROM ${twin} WHERE ${scope} > scopes.id ORDER BY ${scope} LIMIT 1) FROM scopes
      WHERE scopes.id IS NOT NULL
    )
    SELECT scopes.id, owner.id IS NULL AS "isGone" FROM scopes LEFT JOIN ${owners} owner ON owner.id = scopes.id
    WHERE scopes.id IS NOT NULL AND NOT ${isHeldSql(organization)} AND (owner.id IS NULL OR (
      SELECT min(r.valid_to) FROM ${twin} r WHERE r.${scope} = scopes.id
    ) < ${before ?? null}::timestamptz)`;
  return querySql<{ id: string; isGone: boolean }>(db, tenantSafeSql(systemScope, statement));
}

function sweepGone(sweep: Sweep, { twin, scope, owners }: HistoriedTable, id: string): Promise<number> {
  const { db, rows, now } = sweep;
  const old = (isAmong: Prisma.Sql) => Prisma.sql`
    SELECT r.ctid FROM ${twin} r WHERE r.${scope} = ${id}::uuid AND ${isAmong}
      AND NOT EXISTS (SELECT FROM ${owners} owner WHERE owner.id = ${id}::uuid)
    ORDER BY r.${scope}, r.valid_to LIMIT ${batch}::int FOR UPDATE OF r SKIP LOCKED`;
  const remove = (places: Prisma.Sql) => {
    const statement = Prisma.sql`DELETE FROM ${twin} r USING (${places}) old WHERE r.ctid = old.ctid`;
    return executeSql(db, tenantSafeSql(systemScope, statement));
  };
  return inBatches(sweep, () => sweepRows(db, rows.of(twin.sql), now, old, remove));
}

function sweepOld(
  sweep: Sweep,
  { twin, scope, isOfNetwork, owner }: HistoriedTable,
  id: string,
  before: Date,
): Promise<number> {
  const { db, rows, now } = sweep;
  const pins = (state: Prisma.Sql) =>
    Prisma.sql`${isOfNetwork(state)} AND s.taken_at >= ${state}.valid_from AND s.taken_at < ${state}.valid_to`;
  // Each batch starts where the previous one ended. Otherwise, it would read the states again that a snapshot pins.
  let from = new Date(0);
  const old = (isAmong: Prisma.Sql) => Prisma.sql`
    SELECT r.ctid FROM ${twin} r
    WHERE r.${scope} = ${id}::uuid AND r.valid_to >= ${from}::timestamptz AND r.valid_to < ${before}::timestamptz
      AND ${isAmong}
      AND NOT EXISTS (SELECT FROM snapshots s WHERE ${pins(Prisma.sql`r`)})
      -- The last state of a row that a snapshot pins shows how the row went. Written so that the states are found by their
      -- row: by the network, whose index would also do, each would be compared with all earlier ones.
      AND NOT (r.is_last AND EXISTS (
        SELECT FROM ${twin} state JOIN snapshots s ON ${pins(Prisma.sql`state`)}
        WHERE state.id = r.id AND state.${scope} IS NOT DISTINCT FROM r.${scope} AND state.valid_to <= r.valid_from))
    ORDER BY r.${scope}, r.valid_to LIMIT ${batch}::int FOR UPDATE OF r SKIP LOCKED`;
  const remove = async (places: Prisma.Sql) => {
    // If another transaction has locked the row of the network or organization, no state is deleted now. The next run
    // tries again.
    const statement = Prisma.sql`
      WITH held_networks AS MATERIALIZED (
        SELECT n.id FROM networks n WHERE n.${owner} = ${id}::uuid ORDER BY n.id FOR NO KEY UPDATE SKIP LOCKED
      ), held_organization AS MATERIALIZED (
        SELECT o.id FROM organizations o WHERE o.id = ${id}::uuid FOR NO KEY UPDATE SKIP LOCKED
      ), free AS MATERIALIZED (
        SELECT (SELECT count(*) FROM held_networks) = (SELECT count(*) FROM networks n WHERE n.${owner} = ${id}::uuid)
          AND (SELECT count(*) FROM held_organization) = (SELECT count(*) FROM organizations o WHERE o.id = ${id}::uuid)
          AS are_all
      ), old AS (${places}), gone AS (
        DELETE FROM ${twin} r USING old, free WHERE r.ctid = old.ctid AND free.are_all RETURNING r.valid_to
      ), since AS (
        SELECT count(*)::int AS count, max(valid_to) AS last FROM gone
      ), marked_networks AS (
        UPDATE networks n SET history_kept_since = since.last FROM since
        WHERE n.${owner} = ${id}::uuid AND coalesce(n.history_kept_since, '-infinity') < since.last
      ), marked_organization AS (
        UPDATE organizations o SET history_kept_since = since.last FROM since
        WHERE o.id = ${id}::uuid AND coalesce(o.history_kept_since, '-infinity') < since.last
      )
      SELECT count, last FROM since`;
    const [removedCount] = await querySql<{ count: number; last: Date | null }>(
      db,
      tenantSafeSql(systemScope, statement),
    );
    from = removedCount!.last ?? from;
    return removedCount!.count;
  };
  return inBatches(sweep, () => sweepRows(db, rows.of(twin.sql), now, old, remove));
}

/**
 * Deletes audit events from before the instant `before`. The history of rows stays, but no longer shows who made the
 * changes of the deleted events. Resolves with the number of deleted events.
 */
export function sweepAuditEvents(db: Db, before: Date, now: Date, rows: RowsAside): Promise<number> {
  const old = (isAmong: Prisma.Sql) => Prisma.sql`
    SELECT r.ctid FROM audit_events r WHERE r.created_at < ${before}::timestamptz AND ${isAmong}
      AND NOT ${isHeldSql(Prisma.sql`r.organization_id`)}
    LIMIT ${batch}::int FOR UPDATE OF r SKIP LOCKED`;
  // A database trigger refuses to delete audit events unless the setting `netloom.sweep` is on.
  const remove = (places: Prisma.Sql) => {
    const statement = Prisma.sql`
      WITH sweep AS MATERIALIZED (SELECT set_config('netloom.sweep', 'on', true) AS state)
      DELETE FROM audit_events r USING sweep, (${places}) old WHERE sweep.state = 'on' AND r.ctid = old.ctid`;
    return executeSql(db, tenantSafeSql(systemScope, statement));
  };
  const sweep: Sweep = { db, rows, now, rowsLeft: mostRows };
  return inBatches(sweep, () => sweepRows(db, rows.of('audit_events'), now, old, remove));
}

async function inBatches(budget: Sweep, step: () => Promise<number>): Promise<number> {
  let all = 0;
  while (budget.rowsLeft > 0) {
    const count = await step();
    budget.rowsLeft -= count;
    all += count;
    if (count < batch) break;
  }
  return all;
}
