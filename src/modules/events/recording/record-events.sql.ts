// The job that turns changes of networks into events. One replica at a time handles a network, and continues from the
// network's cursor: the position of the last handled change.
import { longestTransactionSeconds } from '../../../data/tenancy/change-times';
import { changeTokenSql } from '../../../data/tenancy/network-changes';
import { inTransaction } from '../../../data/transaction';
import type { Db } from '../../../data/tenancy/rows';
import { sqlFor } from '../../../data/tenancy/scoped-sql';
import { systemScope, executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { viewerOfNetwork } from '../../../data/tenancy/viewer';
import { Prisma, type PrismaClient } from '../../../generated/prisma/client';
import type { RowsAside } from '../../../platform/process/rows-aside';
import { hasPassed } from '../../../platform/process/scheduled-jobs';
import { comparePlaces, lastPlaceAt, type Place } from '../../history';
import type { EventDraft } from '../deciding/batch';
import { decideEvents } from '../deciding/decide';
import { NetChanges } from './net-changes';
import { hasOtherFacts, readOtherFacts } from './other-facts.sql';
import { completeBatch, readBatch, type ReadBatch } from './read-changes.sql';
import { storeEvents } from './store-events.sql';

/** Maximum number of networks that one run of the job handles. The next run handles further networks. */
const atMost = 20;
/** Seconds after which a replica's claim on a network expires, so that another replica can handle the network. */
const claimSeconds = 120;
/**
 * While a discovery run is active, changes wait for its end for at most this number of minutes. So one batch contains
 * all changes of the run, which results in fewer events.
 */
const longestWaitMinutes = 15;
/** When a network is handled for the first time, its changes of the last `firstLookMinutes` minutes become events. */
const firstLookMinutes = 5;

/**
 * Seconds between two checks of all networks. In between, the job checks only networks whose rows have changed. Events
 * with other causes, such as failing checks or silent daemons, wait for the next check of all networks.
 */
const secondsBetweenWhole = 10;

const allNetworksSql = Prisma.sql`SELECT id FROM networks`;
/**
 * SQL for the ids of networks that may have changes to handle: changes since the last check of all networks, or changes
 * that an earlier run has left, for example because of an open transaction.
 */
const recentNetworksSql = Prisma.sql`
  SELECT network_id FROM network_changes
    WHERE changed_at > now() - make_interval(secs => ${secondsBetweenWhole + longestTransactionSeconds}::int)
  UNION SELECT network_id FROM network_event_cursors WHERE change_token IS NULL`;

/**
 * SQL for the time of the first change of network `n` after its cursor `c`, the position of the last handled change.
 */
const firstChangeSql = Prisma.sql`(
  SELECT min(changed_at) FROM network_changes WHERE network_id = n.id AND changed_at > c.changed_at)`;
/** SQL condition: a discovery run is active in the network `n`, or links of a finished run are not resolved yet. */
const hasRunSql = Prisma.sql`(
  EXISTS (SELECT FROM discovery_sessions s WHERE s.network_id = n.id AND s.phase IN ('Starting', 'Started', 'Scanning'))
  OR EXISTS (SELECT FROM discoveries d WHERE d.network_id = n.id AND d.neighbors_pending))`;
/**
 * SQL condition: the network `n` has changes that were not handled yet. Changes during a discovery run count after the
 * run's end, or after `longestWaitMinutes`. `c` is the network's cursor, the position of the last handled change.
 */
const hasChangesSql = Prisma.sql`(c.change_token IS DISTINCT FROM ${changeTokenSql} AND (
  NOT ${hasRunSql} OR ${firstChangeSql} < now() - make_interval(mins => ${longestWaitMinutes}::int)))`;

interface DueNetwork {
  readonly id: string;
  readonly organizationId: string;
}

/**
 * Stores events of networks with changes, verdicts, runs or daemons that were not handled yet. Resolves with the number
 * of networks that were handled.
 */
export async function recordEvents(
  prisma: PrismaClient,
  now: Date,
  rows: RowsAside,
  stopping?: AbortSignal,
  among: Prisma.Sql = allNetworksSql,
): Promise<number> {
  const statement = Prisma.sql`
    SELECT n.id, n.organization_id AS "organizationId"
    FROM networks n LEFT JOIN network_event_cursors c ON c.network_id = n.id
    WHERE n.id IN (${among}) AND (c.network_id IS NULL OR ${hasChangesSql} OR ${hasOtherFacts})
      AND (c.claimed_until IS NULL OR c.claimed_until < now()) AND n.id <> ALL(${rows.at(now)}::uuid[])
    ORDER BY c.considered_at NULLS FIRST, n.id LIMIT ${atMost}::int`;
  const dueNetworks = await querySql<DueNetwork>(prisma, tenantSafeSql(systemScope, statement));
  let count = 0;
  for (const network of dueNetworks) {
    if (stopping?.aborted) break;
    if (await rows.one(network.id, now, () => considerNetwork(prisma, network))) count += 1;
  }
  return count;
}

/**
 * Returns a function that works like `recordEvents`. Most of its calls only check networks that changed recently, so
 * that idle networks cost little.
 */
export function createEventRecording(): typeof recordEvents {
  let lastWhole = new Date(0);
  return async (prisma, now, rows, stopping) => {
    const isWhole = hasPassed(secondsBetweenWhole, lastWhole, now);
    const count = await recordEvents(prisma, now, rows, stopping, isWhole ? allNetworksSql : recentNetworksSql);
    // If `atMost` networks were handled, more may be due. So the next run checks all networks again.
    if (isWhole && count < atMost) lastWhole = now;
    return count;
  };
}

interface Claim {
  readonly until: Date;
  readonly place: Place;
  readonly token: string;
  readonly hasChanges: boolean;
}

/**
 * Claims the network for this replica; undefined if another replica has claimed the network, or if the network was
 * deleted.
 */
async function claim(db: Db, { id, organizationId }: DueNetwork): Promise<Claim | undefined> {
  const begin = Prisma.sql`greatest(created_at, now() - make_interval(mins => ${firstLookMinutes}::int))`;
  const claimed = Prisma.sql`
    INSERT INTO network_event_cursors AS stored (network_id, organization_id, started_at, changed_at, claimed_until)
      SELECT id, organization_id, ${begin}, ${begin}, now() + make_interval(secs => ${claimSeconds}::int)
      FROM networks WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR KEY SHARE
    ON CONFLICT (network_id) DO UPDATE SET claimed_until = EXCLUDED.claimed_until,
      changed_at = coalesce(stored.changed_at, EXCLUDED.changed_at)
      WHERE stored.claimed_until IS NULL OR stored.claimed_until < now()
    RETURNING claimed_until AS until`;
  const [row] = await querySql<{ until: Date }>(db, tenantSafeSql(systemScope, claimed));
  if (!row) return undefined;
  const state = Prisma.sql`
    SELECT c.changed_at AS at, c.changed_kind AS kind, c.changed_id AS "rowId", ${changeTokenSql} AS token,
      ${hasChangesSql} AS "hasChanges"
    FROM networks n JOIN network_event_cursors c ON c.network_id = n.id WHERE n.id = ${id}::uuid`;
  type State = { at: Date; kind: number; rowId: string | null; token: string; hasChanges: boolean };
  const [cursor] = await querySql<State>(db, tenantSafeSql(systemScope, state));
  if (!cursor) return undefined;
  const { at, kind, rowId, token, hasChanges } = cursor;
  return { ...row, place: rowId === null ? lastPlaceAt(at) : { at, kind, id: rowId }, token, hasChanges };
}

/**
 * Stores the events of one batch of a network. Resolves with false if there is nothing to store, or if another replica
 * has claimed the network.
 */
async function considerNetwork(prisma: PrismaClient, network: DueNetwork): Promise<boolean> {
  const claimed = await claim(prisma, network);
  if (!claimed) return false;
  try {
    return await considerClaimed(prisma, network, claimed);
  } catch (error) {
    await release(prisma, network, claimed).catch(() => undefined);
    throw error;
  }
}

async function considerClaimed(prisma: PrismaClient, network: DueNetwork, claimed: Claim): Promise<boolean> {
  const sql = sqlFor(prisma, viewerOfNetwork(network));
  const { place, hasChanges } = claimed;
  const others = await readOtherFacts(prisma, network.id);
  const read: ReadBatch = hasChanges
    ? await readBatch(sql, network.id, place)
    : { changes: new NetChanges(), upTo: place, hasMore: true };
  const events = await decideEvents(await completeBatch(sql, network.id, place.at, read.changes, others));
  return finish(prisma, network, claimed, read, events);
}

/**
 * Stores the events, and advances the network's cursor past the last handled change, in one transaction. Resolves with
 * false if there is nothing to store, or if this replica's claim on the network has expired.
 */
function finish(
  prisma: PrismaClient,
  network: DueNetwork,
  { until, token, place, hasChanges }: Claim,
  { upTo, hasMore }: ReadBatch,
  events: readonly EventDraft[],
): Promise<boolean> {
  const { id, organizationId } = network;
  return inTransaction(prisma, async (tx) => {
    // Locks the row of the network first. Every transaction that writes rows which are deleted with the network takes
    // this lock first; the common order prevents deadlocks.
    const lock = Prisma.sql`
      SELECT id FROM networks WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR KEY SHARE`;
    if ((await querySql(tx, tenantSafeSql(systemScope, lock))).length === 0) return false;
    const isOver = hasChanges && !hasMore;
    const move = Prisma.sql`
      UPDATE network_event_cursors SET claimed_until = NULL, considered_at = now(), changed_at = ${upTo.at}::timestamptz,
        changed_kind = ${upTo.kind}::int, changed_id = ${upTo.id}::uuid,
        change_token = CASE WHEN ${hasChanges}::boolean THEN CASE WHEN ${isOver}::boolean THEN ${token}::text END
          ELSE change_token END
      WHERE network_id = ${id}::uuid AND organization_id = ${organizationId}::uuid
        AND claimed_until = ${until}::timestamptz`;
    if ((await executeSql(tx, tenantSafeSql(systemScope, move))) === 0) return false;
    await storeEvents(tx, { networkId: id, organizationId }, events);
    // True if events were stored or the cursor moved. The cursor does not move past a change while an open transaction
    // may still add an earlier change.
    return events.length > 0 || comparePlaces(upTo, place) > 0;
  });
}

/** Releases the claim on the network after an error, so that any replica can handle the network. */
async function release(db: Db, { id, organizationId }: DueNetwork, { until }: Claim): Promise<void> {
  await executeSql(
    db,
    tenantSafeSql(
      systemScope,
      Prisma.sql`
        UPDATE network_event_cursors SET claimed_until = NULL WHERE network_id = ${id}::uuid
          AND organization_id = ${organizationId}::uuid AND claimed_until = ${until}::timestamptz`,
    ),
  );
}
