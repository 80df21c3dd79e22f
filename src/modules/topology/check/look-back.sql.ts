// The job that finds out since when a new check has had its verdict: it judges earlier states of the network, until a
// state has another verdict.
import type { PrismaClient } from '../../../generated/prisma/client';
import { Prisma } from '../../../generated/prisma/client';
import { placedMoment, sqlFor } from '../../../data/tenancy/scoped-sql';
import { systemScope, executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { RowsAside } from '../../../platform/process/rows-aside';
import type { CheckSelection } from '../judging/check-rules';
import { judgesPast } from '../query-check/check-query';
import { createQueryJudge } from '../query-check/judge-query';
import { changeInstants, historyStart } from './change-instants.sql';
import { offeredKinds } from './check-kinds';
import { ruleOfStored, type StoredRule } from './check-selection';
import type { VerdictState } from '../judging/verdict';
import { beganThen, effectiveVerdict } from './effective-verdict';
import { viewerOfNetwork } from '../../../data/tenancy/viewer';
import { judgeState, readStateToJudge, type ReadMoment } from './judged-state';
import type { JudgingOptions } from './judge-networks.sql';

/** Maximum number of networks that one run of the job processes. */
const atMost = 5;
/**
 * Maximum number of earlier states that are judged. If all of them have the same verdict, it is stored that the verdict
 * is at least as old as the earliest (`since_is_at_least`).
 */
const mostStates = 50;
/**
 * Maximum size, in bytes, of the earlier states that are judged for a network. Fifty states of 100,000 hosts would take
 * minutes of processor time.
 */
const mostBytes = 1_000_000_000;

interface NewVerdict extends StoredRule {
  readonly id: string;
  readonly state: VerdictState;
  readonly since: Date;
  readonly selection: CheckSelection;
  readonly acceptedKeys: readonly string[];
}
interface Place {
  readonly id: string;
  readonly organizationId: string;
}

export interface LookingBackOptions extends JudgingOptions {
  /** Overrides `mostBytes` in tests. */
  readonly mostBytes?: number;
}

/**
 * SQL condition: the age of the verdict `v` is not yet known, because no earlier states were judged for it. Excludes
 * kinds of checks that only a newer version of the service knows.
 */
const isNewSql = Prisma.sql`v.since_is_at_least AND NOT v.looked_back AND c.kind = ANY(${offeredKinds})`;

/** Finds out how old the first verdicts of new checks are. Resolves with the number of networks with such checks. */
export async function lookBack(
  prisma: PrismaClient,
  now: Date,
  rows: RowsAside,
  options: LookingBackOptions,
): Promise<number> {
  const places = await querySql<Place>(
    prisma,
    tenantSafeSql(
      systemScope,
      Prisma.sql`
        SELECT DISTINCT v.network_id AS id, v.organization_id AS "organizationId"
        FROM check_verdicts v JOIN checks c ON c.id = v.check_id
        WHERE ${isNewSql} AND v.network_id <> ALL(${rows.at(now)}::uuid[]) ORDER BY id LIMIT ${atMost}::int`,
    ),
  );
  for (const place of places)
    if (!options.stopping?.aborted) await rows.one(place.id, now, () => lookBackIn(prisma, place, options));
  return places.length;
}

async function lookBackIn(prisma: PrismaClient, place: Place, options: LookingBackOptions): Promise<void> {
  const { queries, stopping } = options;
  const viewer = viewerOfNetwork(place);
  const present: ReadMoment = (read) => placedMoment(prisma, undefined, (snapshot) => read(sqlFor(snapshot, viewer)));
  const open = new Map((await newVerdicts(prisma, place)).map((one) => [one.id, one]));
  if (open.size === 0) return;
  for (const one of open.values()) {
    if (judgesPast(queries.schema, ruleOfStored(one))) continue;
    // The query of this check can only read the present, so the age of its verdict remains unknown.
    await settle(prisma, place, one, one.since, true);
    open.delete(one.id);
  }
  if (open.size === 0) return;
  const latest = new Date(Math.max(...[...open.values()].map(({ since }) => since.getTime())));
  const start = await present((sql) => historyStart(sql, place.id));
  if (!start) return;
  const changes = await present((sql) => changeInstants(sql, place.id, { from: start, to: latest, most: mostStates }));
  // If all changes in the history of the network are judged, also judge the state before the first of them.
  const instants = changes.length < mostStates ? [...changes, start] : changes;
  let later = latest;
  let readBytes = 0;
  for (const at of instants) {
    if (stopping?.aborted) return;
    const remaining = [...open.values()];
    if (remaining.length === 0 || readBytes >= (options.mostBytes ?? mostBytes)) break;
    const { differing, stateBytes } = await differingAt(prisma, place, at, remaining, options, present);
    readBytes += stateBytes;
    for (const { verdict, before } of differing) {
      await settle(prisma, place, verdict, later, !beganThen(before, verdict.state));
      open.delete(verdict.id);
    }
    later = at;
  }
  for (const one of open.values()) await settle(prisma, place, one, later, true);
}

interface Differing {
  readonly verdict: NewVerdict;
  /** The state that the verdict had at the judged instant in the past. */
  readonly before: VerdictState;
}

interface JudgedInstant {
  /** The new verdicts that had a different state at the judged instant in the past. */
  readonly differing: readonly Differing[];
  /** Size of the network's state at the instant, in bytes. */
  readonly stateBytes: number;
}

async function differingAt(
  prisma: PrismaClient,
  place: Place,
  at: Date,
  verdicts: readonly NewVerdict[],
  { workersOf, queries }: JudgingOptions,
  present: ReadMoment,
): Promise<JudgedInstant> {
  const viewer = viewerOfNetwork(place);
  const state = await placedMoment(prisma, undefined, (snapshot) =>
    readStateToJudge(sqlFor(snapshot, viewer, at), place.id, at),
  );
  if (!state) return { differing: [], stateBytes: 0 };
  const checks = verdicts.map((verdict) => ({ rule: ruleOfStored(verdict), selection: verdict.selection, verdict }));
  const queried = { networkId: place.id, at: at.toISOString(), isPast: true };
  const judgeQuery = createQueryJudge(queries.schema, () => queries.contextOf(viewer), queried);
  const judged = await judgeState(state, checks, workersOf(place.organizationId), present, judgeQuery);
  const differing = checks.flatMap(({ verdict }, index): readonly Differing[] => {
    const { state: before } = effectiveVerdict(judged[index]!, new Set(verdict.acceptedKeys));
    return before === verdict.state ? [] : [{ verdict, before }];
  });
  return { differing, stateBytes: state.source.rows.byteLength };
}

const newVerdicts = (prisma: PrismaClient, { id }: Place) =>
  querySql<NewVerdict>(
    prisma,
    tenantSafeSql(
      systemScope,
      Prisma.sql`
        SELECT v.id, v.state::text AS state, v.since, c.kind, c.rule, c.selection, ARRAY(
          SELECT a.finding_key FROM check_acceptances a
          WHERE a.check_id = v.check_id AND a.network_id = v.network_id) AS "acceptedKeys"
        FROM check_verdicts v JOIN checks c ON c.id = v.check_id
        WHERE v.network_id = ${id}::uuid AND ${isNewSql} ORDER BY v.id`,
    ),
  );

/** Stores the time since which the verdict has had its state, unless the verdict has changed since it was read. */
async function settle(
  prisma: PrismaClient,
  { id: networkId }: Place,
  { id, state, since: before }: NewVerdict,
  since: Date,
  isAtLeast: boolean,
): Promise<void> {
  const earlier = since < before ? since : before;
  await executeSql(
    prisma,
    tenantSafeSql(
      systemScope,
      Prisma.sql`
        UPDATE check_verdicts SET since = ${earlier}::timestamptz, since_is_at_least = ${isAtLeast}::boolean,
          looked_back = true
        WHERE id = ${id}::uuid AND network_id = ${networkId}::uuid AND state = ${state}::verdict_state
          AND since = ${before}::timestamptz AND since_is_at_least AND NOT looked_back`,
    ),
  );
}
