// Reads what must become events besides changes of rows: changes of check verdicts, finished runs, and silences of
// daemons.
import { Prisma } from '../../../generated/prisma/client';
import { longestTransactionSeconds } from '../../../data/tenancy/change-times';
import type { Db } from '../../../data/tenancy/rows';
import { systemScope, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { OtherFact } from '../deciding/batch';

/** Maximum number of verdict changes, of runs, and of daemons in one batch. */
const mostFacts = 200;
/**
 * A daemon that became silent more than this number of hours ago causes no event. Otherwise, an upgrade of the service
 * might cause events about old silences.
 */
const newsHours = 24;

/**
 * SQL for the time from which verdict changes and runs of a network are read. `c` is the network's row in
 * `network_event_cursors`. The time is before the job's last run for the network, because a transaction may have stored
 * a row before that run and committed after it.
 */
const sinceSql = Prisma.sql`greatest(c.started_at,
  c.considered_at - make_interval(secs => ${longestTransactionSeconds * 2}::int))`;

/** SQL condition: no event names the verdict change or run `id` as its cause. */
const isUntold = (id: Prisma.Sql): Prisma.Sql => Prisma.sql`NOT EXISTS (
  SELECT FROM network_events e WHERE e.network_id = c.network_id AND e.created_at >= ${sinceSql} AND ${id} = ANY(e.cause_ids))`;

const isEarlierSql = Prisma.sql`b.check_id = v.check_id AND b.network_id = v.network_id
  AND (b.changed_at, b.created_at, b.id) < (v.changed_at, v.created_at, v.id)`;
/** SQL for the last state of the check before the verdict change `v`, ignoring the state Unknown. */
const stateBefore = Prisma.sql`(
  SELECT b.to_state::text FROM check_verdict_changes b WHERE ${isEarlierSql} AND b.to_state IS DISTINCT FROM 'Unknown'
  ORDER BY b.changed_at DESC, b.created_at DESC, b.id DESC LIMIT 1)`;
/** SQL for the time at which the check began to fail, if it was failing at the verdict change `v`. */
const failingSince = Prisma.sql`(
  SELECT min(b.changed_at) FROM check_verdict_changes b WHERE ${isEarlierSql} AND b.to_state = 'Failing'
    AND b.changed_at >= coalesce((
      SELECT max(b.changed_at) FROM check_verdict_changes b
      WHERE ${isEarlierSql} AND (b.to_state IS NULL OR b.to_state = 'Passing')), '-infinity'))`;

/**
 * SQL for the verdict changes of a network that must become events. `c` is the network's row in
 * `network_event_cursors`.
 */
const verdictsSql = Prisma.sql`
  SELECT CASE WHEN v.to_state = 'Failing' THEN 'CheckFailing' ELSE 'CheckRecovered' END AS kind, v.id,
    v.changed_at AS at, v.check_id AS "checkId", k.name, k.severity::text AS severity,
    v.finding_count AS "findingCount", ${failingSince} AS "failingSince"
  FROM check_verdict_changes v JOIN checks k ON k.id = v.check_id
  CROSS JOIN LATERAL (SELECT ${stateBefore} AS state) earlier
  WHERE v.network_id = c.network_id AND v.created_at >= ${sinceSql}
    AND (k.muted_until IS NULL OR k.muted_until <= now())
    AND CASE v.to_state WHEN 'Failing' THEN earlier.state IS DISTINCT FROM 'Failing'
      WHEN 'Passing' THEN earlier.state IS NOT DISTINCT FROM 'Failing' ELSE false END
    AND ${isUntold(Prisma.sql`v.id`)}
  ORDER BY v.changed_at, v.id LIMIT ${mostFacts}::int`;

/**
 * SQL for the ended runs of a network that must become events. Cancelled runs cause no event. `c` is the network's row
 * in `network_event_cursors`.
 */
const runsSql = Prisma.sql`
  SELECT CASE WHEN r.results ->> 'phase' = 'Complete' THEN 'RunFinished' ELSE 'RunFailed' END AS kind, r.id,
    r.created_at AS at, r.name, coalesce((r.results ->> 'hosts_discovered')::int, 0) AS "hostsDiscovered",
    r.results ->> 'error' AS error
  FROM discoveries r
  WHERE r.network_id = c.network_id AND r.run_type = 'Historical' AND r.created_at >= ${sinceSql}
    AND r.results ->> 'phase' IN ('Complete', 'Failed') AND ${isUntold(Prisma.sql`r.id`)}
  ORDER BY r.created_at, r.id LIMIT ${mostFacts}::int`;

/** SQL for the kind and the time of the latest `DaemonSilent` or `DaemonBack` event of the daemon `d`. */
const lastOfDaemon = Prisma.sql`(
  SELECT jsonb_build_object('kind', e.kind, 'since', coalesce(e.params ->> 'since', e.params ->> 'silentSince'))
  FROM network_events e WHERE e.network_id = d.network_id AND e.kind IN ('DaemonSilent', 'DaemonBack')
    AND d.id = ANY(e.cause_ids)
  ORDER BY e.created_at DESC, e.id DESC LIMIT 1)`;

/**
 * SQL for the daemons of a network that became silent or called again, without an event about it yet. `c` is the
 * network's row in `network_event_cursors`.
 */
const daemonsSql = Prisma.sql`
  SELECT CASE WHEN d.last_seen > a.last_seen THEN 'DaemonBack' ELSE 'DaemonSilent' END AS kind, d.id,
    CASE WHEN d.last_seen > a.last_seen THEN d.last_seen ELSE now() END AS at, d.name, d.host_id AS "hostId",
    a.last_seen AS "silentSince"
  FROM daemon_alerts a JOIN daemons d ON d.id = a.daemon_id AND d.network_id = a.network_id
  CROSS JOIN LATERAL (SELECT ${lastOfDaemon} AS event) told
  WHERE a.network_id = c.network_id AND CASE
    WHEN d.last_seen > a.last_seen THEN told.event ->> 'kind' = 'DaemonSilent'
    ELSE a.last_seen > now() - make_interval(hours => ${newsHours}::int)
      AND (told.event IS NULL OR told.event ->> 'kind' = 'DaemonBack'
        OR (told.event ->> 'since')::timestamptz < a.last_seen) END
  ORDER BY d.id LIMIT ${mostFacts}::int`;

/**
 * SQL condition: a network has verdict changes, runs or daemons that must become events. `c` is the network's row in
 * `network_event_cursors`.
 */
export const hasOtherFacts = Prisma.sql`(
  EXISTS (${verdictsSql}) OR EXISTS (${runsSql}) OR EXISTS (${daemonsSql}))`;

/** Resolves with the verdict changes, runs and daemons of a network that must become events, in this order. */
export async function readOtherFacts(db: Db, networkId: string): Promise<OtherFact[]> {
  const read = (facts: Prisma.Sql) =>
    querySql<OtherFact>(
      db,
      tenantSafeSql(
        systemScope,
        Prisma.sql`
          SELECT fact.* FROM network_event_cursors c CROSS JOIN LATERAL (${facts}) fact
          WHERE c.network_id = ${networkId}::uuid`,
      ),
    );
  return [...(await read(verdictsSql)), ...(await read(runsSql)), ...(await read(daemonsSql))];
}
