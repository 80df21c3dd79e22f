// Removes former states of rows, and audit events, after their retention period. Applies to all organizations.
import { historyScopeOf, isHistoried } from '../../data/model/historied';
import { columnsOf, modelNames, tableOf } from '../../data/model/model-fields';
import { Prisma } from '../../generated/prisma/client';
import type { Db } from '../../data/tenancy/rows';
import { sweepRows } from '../../data/tenancy/sweep-rows';
import { everyone, executeSql, querySql, tenantSafeSql } from '../../data/tenancy/tenant-sql';
import type { RowsAside } from '../../platform/process/rows-aside';

/** Rows per statement. Each statement is a transaction of a few milliseconds. */
const batch = 1_000;
/** Maximum number of rows per sweep. The remaining rows wait for the next sweep. */
const mostRows = 200_000;

interface Kept {
  readonly twin: Prisma.Sql;
  readonly scope: Prisma.Sql;
  readonly owners: Prisma.Sql;
  /** SQL condition: snapshot `s` is of the network of the state with this alias. */
  readonly isOfNetwork: (state: Prisma.Sql) => Prisma.Sql;
  /** The column of `networks` that identifies the owner of the states. */
  readonly owner: Prisma.Sql;
}

/**
 * The condition for snapshots that pin a state. A row of an organization belongs to each of its networks, unless the
 * row names one.
 */
const isOfNetwork =
  (model: string) =>
  (state: Prisma.Sql): Prisma.Sql => {
    if (historyScopeOf(model) === 'network_id') return Prisma.sql`s.network_id = ${state}.network_id`;
    const ofOne = Prisma.sql` AND s.network_id = coalesce(${state}.network_id, s.network_id)`;
    return Prisma.sql`s.organization_id = ${state}.organization_id${columnsOf(model).has('networkId') ? ofOne : Prisma.empty}`;
  };

const historiedTables: readonly Kept[] = modelNames.filter(isHistoried).map((model) => {
  const scope = historyScopeOf(model);
  const isOfNetworks = scope === 'network_id';
  return {
    twin: Prisma.raw(`"${tableOf(model)}_revisions"`),
    scope: Prisma.raw(scope),
    owners: Prisma.raw(tableOf(isOfNetworks ? 'Network' : 'Organization')),
    isOfNetwork: isOfNetwork(model),
    owner: Prisma.raw(isOfNetworks ? 'id' : scope),
  };
});

/** One sweep: the number of rows that it may still delete, and the rows that it skips. */
interface Sweep {
  readonly db: Db;
  readonly rows: RowsAside;
  readonly now: Date;
  rowsLeft: number;
}

/**
 * Removes states that ended before the instant, except those pinned by a snapshot, and all states of deleted networks.
 * Without an instant, removes only the latter. Records from when on each network's history is complete. Replicas may
 * call it concurrently. Resolves with the number of removed states.
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
 * Networks or organizations that may have states to remove. The statement jumps through the index from one id to the
 * next, because reading all states would take long.
 */
function scopesOf(db: Db, { twin, scope, owners }: Kept, before: Date | undefined) {
  const statement = Prisma.sql`
    WITH RECURSIVE scopes AS (
      (SELECT ${scope} AS id FROM ${twin} ORDER BY ${scope} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${scope} FROM ${twin} WHERE ${scope} > scopes.id ORDER BY ${scope} LIMIT 1) FROM scopes
      WHERE scopes.id IS NOT NULL
    )
    SELECT scopes.id, owner.id IS NULL AS "isGone" FROM scopes LEFT JOIN ${owners} owner ON owner.id = scopes.id
    WHERE scopes.id IS NOT NULL AND (owner.id IS NULL OR (
      SELECT min(r.valid_to) FROM ${twin} r WHERE r.${scope} = scopes.id
    ) < ${before ?? null}::timestamptz)`;
  return querySql<{ id: string; isGone: boolean }>(db, tenantSafeSql(everyone, statement));
}

function sweepGone(sweep: Sweep, { twin, scope, owners }: Kept, id: string): Promise<number> {
  const { db, rows, now } = sweep;
  const old = (isAmong: Prisma.Sql) => Prisma.sql`
    SELECT r.ctid FROM ${twin} r WHERE r.${scope} = ${id}::uuid AND ${isAmong}
      AND NOT EXISTS (SELECT FROM ${owners} owner WHERE owner.id = ${id}::uuid)
    ORDER BY r.${scope}, r.valid_to LIMIT ${batch}::int FOR UPDATE OF r SKIP LOCKED`;
  const remove = (places: Prisma.Sql) => {
    const statement = Prisma.sql`DELETE FROM ${twin} r USING (${places}) old WHERE r.ctid = old.ctid`;
    return executeSql(db, tenantSafeSql(everyone, statement));
  };
  return inBatches(sweep, () => sweepRows(db, rows.of(twin.sql), now, old, remove));
}

function sweepOld(sweep: Sweep, { twin, scope, isOfNetwork, owner }: Kept, id: string, before: Date): Promise<number> {
  const { db, rows, now } = sweep;
  const pins = (state: Prisma.Sql) =>
    Prisma.sql`${isOfNetwork(state)} AND s.taken_at >= ${state}.valid_from AND s.taken_at < ${state}.valid_to`;
  // Each batch starts where the last one ended. Otherwise, states that are kept would be scanned once per batch.
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
    // If an import or another change has locked the row to update, nothing is deleted. The next sweep tries again.
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
    const [removedCount] = await querySql<{ count: number; last: Date | null }>(db, tenantSafeSql(everyone, statement));
    from = removedCount!.last ?? from;
    return removedCount!.count;
  };
  return inBatches(sweep, () => sweepRows(db, rows.of(twin.sql), now, old, remove));
}

/** Deletes audit events before the instant. The history of rows is kept, but no longer shows who made these changes. */
export function sweepAuditEvents(db: Db, before: Date, now: Date, rows: RowsAside): Promise<number> {
  const old = (isAmong: Prisma.Sql) => Prisma.sql`
    SELECT r.ctid FROM audit_events r WHERE r.created_at < ${before}::timestamptz AND ${isAmong}
    LIMIT ${batch}::int FOR UPDATE OF r SKIP LOCKED`;
  // A trigger refuses to delete events in any other way.
  const remove = (places: Prisma.Sql) => {
    const statement = Prisma.sql`
      WITH sweep AS MATERIALIZED (SELECT set_config('netloom.sweep', 'on', true) AS state)
      DELETE FROM audit_events r USING sweep, (${places}) old WHERE sweep.state = 'on' AND r.ctid = old.ctid`;
    return executeSql(db, tenantSafeSql(everyone, statement));
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
