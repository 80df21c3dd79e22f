// The job that finds out since when new checks have had their verdict: it judges earlier states of the network, until
// one has another verdict.
import type { PrismaClient } from '../../../generated/prisma/client';
import { Prisma } from '../../../generated/prisma/client';
import { placedMoment, sqlFor } from '../../../data/tenancy/scoped-sql';
import { everyone, executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { RowsAside } from '../../../platform/process/rows-aside';
import type { CheckSelection } from '../judging/check-rules';
import { readsPast } from '../query-check/check-query';
import { createQueryJudge } from '../query-check/judge-query';
import { changeInstants, historyStart } from './change-instants.sql';
import { ruleOfRow } from './check-selection';
import type { VerdictState } from '../judging/verdict';
import { beganThen, effectiveVerdict } from './effective-verdict';
import { viewerOfNetwork } from '../../../data/tenancy/viewer';
import { judgeState, readStateToJudge, type JudgedCheck, type ReadMoment } from './judged-state';
import type { JudgingOptions } from './judge-networks.sql';

/** Networks that one run looks back in. */
const atMost = 5;
/** Earlier states that are judged. If all have the same verdict, it has been so at least since the earliest. */
const mostStates = 50;

interface NewVerdict {
  readonly id: string;
  readonly state: VerdictState;
  readonly since: Date;
  readonly kind: string;
  readonly rule: unknown;
  readonly selection: CheckSelection;
  readonly acceptedKeys: readonly string[];
}
interface Place {
  readonly id: string;
  readonly organizationId: string;
}

/** SQL condition: nobody has looked back from the verdict `v`. */
const isNewSql = Prisma.sql`v.since_is_at_least AND NOT v.looked_back`;

/** Looks back from verdicts of checks that were never judged before. Resolves with the number of networks. */
export async function lookBack(
  prisma: PrismaClient,
  now: Date,
  rows: RowsAside,
  options: JudgingOptions,
): Promise<number> {
  const places = await querySql<Place>(
    prisma,
    tenantSafeSql(
      everyone,
      Prisma.sql`
        SELECT DISTINCT v.network_id AS id, v.organization_id AS "organizationId" FROM check_verdicts v
        WHERE ${isNewSql} AND v.network_id <> ALL(${rows.at(now)}::uuid[]) ORDER BY id LIMIT ${atMost}::int`,
    ),
  );
  for (const place of places)
    if (!options.stopping?.aborted) await rows.one(place.id, now, () => lookBackIn(prisma, place, options));
  return places.length;
}

async function lookBackIn(prisma: PrismaClient, place: Place, options: JudgingOptions): Promise<void> {
  const { queries, stopping } = options;
  const viewer = viewerOfNetwork(place);
  const present: ReadMoment = (read) => placedMoment(prisma, undefined, (snapshot) => read(sqlFor(snapshot, viewer)));
  const open = new Map((await newVerdicts(prisma, place)).map((one) => [one.id, one]));
  if (open.size === 0) return;
  for (const one of open.values()) {
    const rule = ruleOfRow(one);
    // What such a check said before is not known.
    if (!rule || readsPast(queries.schema, rule)) continue;
    await settle(prisma, place, one, one.since, true);
    open.delete(one.id);
  }
  if (open.size === 0) return;
  const latest = new Date(Math.max(...[...open.values()].map(({ since }) => since.getTime())));
  const start = await present((sql) => historyStart(sql, place.id));
  if (!start) return;
  const changes = await present((sql) => changeInstants(sql, place.id, { from: start, to: latest, most: mostStates }));
  // The state before the first of all changes is that of the beginning of history.
  const instants = changes.length < mostStates ? [...changes, start] : changes;
  let later = latest;
  for (const at of instants) {
    if (stopping?.aborted) return;
    const asked = [...open.values()];
    if (asked.length === 0) break;
    const differing = await differingAt(prisma, place, at, asked, options, present);
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
  /** The state that it had at the instant. */
  readonly before: VerdictState;
}

/** The verdicts that were other ones at an instant. */
async function differingAt(
  prisma: PrismaClient,
  place: Place,
  at: Date,
  verdicts: readonly NewVerdict[],
  { workersOf, queries }: JudgingOptions,
  present: ReadMoment,
): Promise<readonly Differing[]> {
  const viewer = viewerOfNetwork(place);
  const state = await placedMoment(prisma, undefined, (snapshot) =>
    readStateToJudge(sqlFor(snapshot, viewer, at), place.id, at),
  );
  if (!state) return [];
  const checks = verdicts.flatMap((verdict): (JudgedCheck & { readonly verdict: NewVerdict })[] => {
    const rule = ruleOfRow(verdict);
    return rule ? [{ rule, selection: verdict.selection, verdict }] : [];
  });
  const queried = { networkId: place.id, at: at.toISOString(), isPast: true };
  const judgeQuery = createQueryJudge(queries.schema, () => queries.contextOf(viewer), queried);
  const judged = await judgeState(state, checks, workersOf(place.organizationId), present, judgeQuery);
  return checks.flatMap(({ verdict }, index): readonly Differing[] => {
    const { state: before } = effectiveVerdict(judged[index]!, new Set(verdict.acceptedKeys));
    return before === verdict.state ? [] : [{ verdict, before }];
  });
}

const newVerdicts = (prisma: PrismaClient, { id }: Place) =>
  querySql<NewVerdict>(
    prisma,
    tenantSafeSql(
      everyone,
      Prisma.sql`
        SELECT v.id, v.state::text AS state, v.since, c.kind, c.rule, c.selection, ARRAY(
          SELECT a.finding_key FROM check_acceptances a
          WHERE a.check_id = v.check_id AND a.network_id = v.network_id) AS "acceptedKeys"
        FROM check_verdicts v JOIN checks c ON c.id = v.check_id
        WHERE v.network_id = ${id}::uuid AND ${isNewSql} ORDER BY v.id`,
    ),
  );

/** Stores since when a verdict has had its state, unless it has changed since it was read. */
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
      everyone,
      Prisma.sql`
        UPDATE check_verdicts SET since = ${earlier}::timestamptz, since_is_at_least = ${isAtLeast}::boolean,
          looked_back = true
        WHERE id = ${id}::uuid AND network_id = ${networkId}::uuid AND state = ${state}::verdict_state
          AND since = ${before}::timestamptz AND since_is_at_least AND NOT looked_back`,
    ),
  );
}
