// Reads verdicts of checks, finished runs and silences of daemons that have not become events yet.
import { Prisma } from '../../../generated/prisma/client';
import { longestTransactionSeconds } from '../../../data/tenancy/change-times';
import type { Db } from '../../../data/tenancy/rows';
import { everyone, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { OtherFact } from '../deciding/batch';

/** Facts of each sort that one batch has at most. */
const mostFacts = 200;
/** A silence that began longer ago, in hours, is no news: after an upgrade, for example. */
const newsHours = 24;

/**
 * SQL for the time after which a fact of the network with the cursor `c` was stored that may not have been considered:
 * a transaction may have stored it before the last look, and have ended after it.
 */
const sinceSql = Prisma.sql`greatest(c.started_at,
  c.considered_at - make_interval(secs => ${longestTransactionSeconds * 2}::int))`;

/** SQL condition: no event follows from the fact with this id. */
const isUntold = (id: Prisma.Sql): Prisma.Sql => Prisma.sql`NOT EXISTS (
  SELECT FROM network_events e WHERE e.network_id = c.network_id AND e.created_at >= ${sinceSql} AND ${id} = ANY(e.cause_ids))`;

/** SQL condition: the change `b` is an earlier one of the same verdict as the change `v`. */
const isEarlierSql = Prisma.sql`b.check_id = v.check_id AND b.network_id = v.network_id
  AND (b.changed_at, b.created_at, b.id) < (v.changed_at, v.created_at, v.id)`;
/** SQL for the state that the check had before the change `v`, as far as a judgement knew one. */
const stateBefore = Prisma.sql`(
  SELECT b.to_state::text FROM check_verdict_changes b WHERE ${isEarlierSql} AND b.to_state IS DISTINCT FROM 'Unknown'
  ORDER BY b.changed_at DESC, b.created_at DESC, b.id DESC LIMIT 1)`;
/** SQL for the time of the first failure since the check passed, or was judged, last before the change `v`. */
const failingSince = Prisma.sql`(
  SELECT min(b.changed_at) FROM check_verdict_changes b WHERE ${isEarlierSql} AND b.to_state = 'Failing'
    AND b.changed_at >= coalesce((
      SELECT max(b.changed_at) FROM check_verdict_changes b
      WHERE ${isEarlierSql} AND (b.to_state IS NULL OR b.to_state = 'Passing')), '-infinity'))`;

/** SQL for rows with the changes of verdicts of the network of the cursor `c` that are to be told. */
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

/** SQL for rows with the runs that ended in the network of the cursor `c`. Cancelled runs are not told. */
const runsSql = Prisma.sql`
  SELECT CASE WHEN r.results ->> 'phase' = 'Complete' THEN 'RunFinished' ELSE 'RunFailed' END AS kind, r.id,
    r.created_at AS at, r.name, coalesce((r.results ->> 'hosts_discovered')::int, 0) AS "hostsDiscovered",
    r.results ->> 'error' AS error
  FROM discoveries r
  WHERE r.network_id = c.network_id AND r.run_type = 'Historical' AND r.created_at >= ${sinceSql}
    AND r.results ->> 'phase' IN ('Complete', 'Failed') AND ${isUntold(Prisma.sql`r.id`)}
  ORDER BY r.created_at, r.id LIMIT ${mostFacts}::int`;

/** SQL for the last event of the kinds of silence about the daemon `d`. */
const lastOfDaemon = Prisma.sql`(
  SELECT jsonb_build_object('kind', e.kind, 'since', coalesce(e.params ->> 'since', e.params ->> 'silentSince'))
  FROM network_events e WHERE e.network_id = d.network_id AND e.kind IN ('DaemonSilent', 'DaemonBack')
    AND d.id = ANY(e.cause_ids)
  ORDER BY e.created_at DESC, e.id DESC LIMIT 1)`;

/** SQL for rows with the daemons of the network of the cursor `c` that are silent or back. */
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

/** SQL condition: the network of the cursor `c` has verdicts, runs or daemons that are to be told. */
export const hasOtherFacts = Prisma.sql`(
  EXISTS (${verdictsSql}) OR EXISTS (${runsSql}) OR EXISTS (${daemonsSql}))`;

/** The verdicts, runs and silences of a network that are to be told, those of one sort by their time. */
export async function readOtherFacts(db: Db, networkId: string): Promise<OtherFact[]> {
  const read = (facts: Prisma.Sql) =>
    querySql<OtherFact>(
      db,
      tenantSafeSql(
        everyone,
        Prisma.sql`
          SELECT fact.* FROM network_event_cursors c CROSS JOIN LATERAL (${facts}) fact
          WHERE c.network_id = ${networkId}::uuid`,
      ),
    );
  return [...(await read(verdictsSql)), ...(await read(runsSql)), ...(await read(daemonsSql))];
}
