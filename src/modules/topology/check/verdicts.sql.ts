// Stores verdicts of checks, and the changes of their states. A verdict is written only if it differs from the stored
// one.
import { randomUUID } from 'node:crypto';
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { Verdict, VerdictState } from '../judging/verdict';
import { beganThen, effectiveVerdict, isSameVerdict, judgedVerdict, type StoredVerdict } from './effective-verdict';

/** Maximum number of stored state changes for one check in one network. */
const mostChanges = 100;

/** The network whose verdicts are stored, and the instant of the state that was judged. */
export interface JudgedPlace {
  readonly networkId: string;
  readonly organizationId: string;
  readonly at: Date;
}
type StoredRow = StoredVerdict & { readonly checkId: string; readonly since: Date; readonly sinceIsAtLeast: boolean };

const run = (tx: Db, sql: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), sql));
const read = <Row extends object>(tx: Db, sql: Prisma.Sql) => querySql<Row>(tx, tenantSafeSql(viewerOf(tx), sql));

/**
 * Stores the verdicts of checks on a network, and removes the verdicts of checks that no longer apply to the network.
 * The caller must lock the checks and the network's row of `judged_networks` before. Resolves with the number of
 * written and removed verdicts.
 */
export async function storeVerdicts(
  tx: Db,
  place: JudgedPlace,
  judged: ReadonlyMap<string, Omit<Verdict, 'kind'>>,
  isJudged: (checkId: string) => boolean,
): Promise<number> {
  const stored = new Map((await storedVerdicts(tx, place.networkId)).map((row) => [row.checkId, row]));
  const accepted = await acceptedKeys(tx, place.networkId);
  const written: (StoredRow & { readonly before: VerdictState | null })[] = [];
  for (const [checkId, verdict] of judged) {
    const before = stored.get(checkId);
    const next = effectiveVerdict(verdict, accepted.get(checkId) ?? new Set());
    if (before && isSameVerdict(before, next)) continue;
    const isSameState = before?.state === next.state;
    const since = isSameState
      ? { since: before.since, sinceIsAtLeast: before.sinceIsAtLeast }
      : { since: place.at, sinceIsAtLeast: !beganThen(before?.state, next.state) };
    written.push({ ...next, ...since, checkId, before: before?.state ?? null });
  }
  await upsert(tx, place, written);
  const ended = [...stored.values()].filter(({ checkId }) => !isJudged(checkId));
  await removeVerdicts(
    tx,
    place,
    ended.map(({ checkId }) => checkId),
  );
  await addChanges(tx, place, [
    ...written.flatMap(({ checkId, before, state, findingCount }) =>
      before === state ? [] : [{ checkId, from: before, to: state, findingCount }],
    ),
    ...ended.map(({ checkId, state }) => ({ checkId, from: state, to: null, findingCount: 0 })),
  ]);
  return written.length + ended.length;
}

/** Updates a stored verdict after users have accepted findings or withdrawn acceptances. */
export async function refreshVerdict(tx: Db, place: JudgedPlace, checkId: string): Promise<void> {
  const [stored] = (await storedVerdicts(tx, place.networkId, checkId)) as [StoredRow?];
  if (stored) await storeVerdicts(tx, place, new Map([[checkId, judgedVerdict(stored)]]), () => true);
}

async function storedVerdicts(tx: Db, networkId: string, checkId?: string): Promise<StoredRow[]> {
  const ofCheck = checkId === undefined ? Prisma.sql`TRUE` : Prisma.sql`check_id = ${checkId}::uuid`;
  return read<StoredRow>(
    tx,
    Prisma.sql`
      SELECT check_id AS "checkId", state::text AS state, since, since_is_at_least AS "sinceIsAtLeast", judged,
        finding_count AS "findingCount", accepted_count AS "acceptedCount", findings, missing
      FROM check_verdicts WHERE network_id = ${networkId}::uuid AND ${ofCheck} ORDER BY check_id FOR UPDATE`,
  );
}

/** Keys of the accepted findings of a network, by check id. */
async function acceptedKeys(tx: Db, networkId: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await read<{ checkId: string; keys: string[] }>(
    tx,
    Prisma.sql`
      SELECT check_id AS "checkId", array_agg(finding_key) AS keys FROM check_acceptances
      WHERE network_id = ${networkId}::uuid GROUP BY check_id`,
  );
  return new Map(rows.map(({ checkId, keys }) => [checkId, new Set(keys)]));
}

async function upsert(
  tx: Db,
  { networkId, organizationId }: JudgedPlace,
  verdicts: readonly StoredRow[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const rows = verdicts.map((one) => ({ ...one, id: randomUUID() }));
  await run(
    tx,
    Prisma.sql`
      INSERT INTO check_verdicts (id, check_id, network_id, organization_id, state, since, since_is_at_least, judged,
        finding_count, accepted_count, findings, missing)
      SELECT given.id, given."checkId", ${networkId}::uuid, ${organizationId}::uuid, given.state, given.since,
        given."sinceIsAtLeast", given.judged, given."findingCount", given."acceptedCount", given.findings, given.missing
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, "checkId" uuid, state verdict_state,
        since timestamptz, "sinceIsAtLeast" boolean, judged int, "findingCount" int, "acceptedCount" int, findings jsonb,
        missing jsonb)
      ON CONFLICT (check_id, network_id) DO UPDATE SET state = EXCLUDED.state, since = EXCLUDED.since,
        since_is_at_least = EXCLUDED.since_is_at_least, judged = EXCLUDED.judged,
        finding_count = EXCLUDED.finding_count, accepted_count = EXCLUDED.accepted_count,
        findings = EXCLUDED.findings, missing = EXCLUDED.missing, updated_at = now()`,
  );
}

async function removeVerdicts(tx: Db, { networkId }: JudgedPlace, checkIds: readonly string[]): Promise<void> {
  if (checkIds.length === 0) return;
  await run(
    tx,
    Prisma.sql`
      DELETE FROM check_verdicts WHERE network_id = ${networkId}::uuid AND check_id = ANY(${[...checkIds]}::uuid[])`,
  );
}

interface Change {
  readonly checkId: string;
  readonly from: VerdictState | null;
  readonly to: VerdictState | null;
  readonly findingCount: number;
}

/**
 * SQL for the time at which a change of a verdict is stored. It is later than the time of each stored change of the
 * verdict, even if the clock was set back or the clock of another replica is ahead: whether a change becomes an event
 * depends on the change before it.
 */
const changedAtSql = (at: Date, checkId: Prisma.Sql, networkId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  greatest(${at}::timestamptz, (
    SELECT max(earlier.changed_at) + interval '1 millisecond' FROM check_verdict_changes earlier
    WHERE earlier.check_id = ${checkId} AND earlier.network_id = ${networkId}))`;

/** Stores changes of verdicts, and deletes the oldest of them if a check has more than `mostChanges` in the network. */
async function addChanges(
  tx: Db,
  { networkId, organizationId, at }: JudgedPlace,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await run(
    tx,
    Prisma.sql`
      INSERT INTO check_verdict_changes (check_id, network_id, organization_id, changed_at, from_state, to_state,
        finding_count)
      SELECT given."checkId", ${networkId}::uuid, ${organizationId}::uuid,
        ${changedAtSql(at, Prisma.sql`given."checkId"`, Prisma.sql`${networkId}::uuid`)}, given.from, given.to,
        given."findingCount"
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS given ("checkId" uuid, "from" verdict_state,
        "to" verdict_state, "findingCount" int)`,
  );
  const checkIds = changes.map(({ checkId }) => checkId);
  await run(
    tx,
    Prisma.sql`
      DELETE FROM check_verdict_changes old USING (
        SELECT id, row_number() OVER (PARTITION BY check_id ORDER BY changed_at DESC, id DESC) AS nth
        FROM check_verdict_changes WHERE network_id = ${networkId}::uuid AND check_id = ANY(${checkIds}::uuid[])
      ) listed
      WHERE old.id = listed.id AND old.network_id = ${networkId}::uuid AND listed.nth > ${mostChanges}::int`,
  );
}

/**
 * Ends all verdicts of a check whose rule or selection changes: deletes them, and stores the time. So the first
 * verdicts by the new rule are not compared with verdicts by the old rule.
 */
export async function endVerdicts(tx: Db, checkId: string, at: Date): Promise<void> {
  await run(
    tx,
    Prisma.sql`
      WITH ended AS (
        DELETE FROM check_verdicts v USING checks c
        WHERE v.check_id = ${checkId}::uuid AND c.id = v.check_id AND c.organization_id = v.organization_id
        RETURNING v.check_id, v.network_id, v.organization_id, v.state
      )
      INSERT INTO check_verdict_changes (check_id, network_id, organization_id, changed_at, from_state, to_state,
        finding_count)
      SELECT check_id, network_id, organization_id,
        ${changedAtSql(at, Prisma.sql`ended.check_id`, Prisma.sql`ended.network_id`)}, state, NULL, 0 FROM ended`,
  );
}
