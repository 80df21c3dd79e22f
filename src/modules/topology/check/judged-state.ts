// Judges checks of a network: reads one state of the network with all facts, and judges the checks in a worker thread.
import type { GraphqlContext } from '../../../graphql/context';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import type { StateSource } from '../answers/drawn-inventory';
import { stateAlone } from '../answers/network-states';
import type { ChecksToJudge, FactsCheck, NamedSuggestion } from '../answers/checks/judge-checks';
import type { SupposedVerdicts } from '../answers/checks/judge-supposed';
import type { ReadFacts } from '../answers/checks/network-facts';
import { readBaselines, readFacts } from '../answers/checks/network-facts.sql';
import { isQueryRule, type CheckRule, type CheckSelection } from '../judging/check-rules';
import type { Verdict } from '../judging/verdict';
import type { JudgeQuery } from '../query-check/judge-query';

/** One state of a network, with all facts that checks need. */
export interface StateToJudge extends Omit<ReadFacts, 'baselines'> {
  readonly source: StateSource;
}

export interface JudgedCheck {
  readonly rule: CheckRule;
  readonly selection: CheckSelection;
}
/** Whether a check is judged by the facts of a network, and not by a GraphQL query. */
export const isByFacts = <Check extends JudgedCheck>(check: Check): check is Check & FactsCheck =>
  !isQueryRule(check.rule);

export interface JudgedNetwork {
  readonly id: string;
  readonly organizationId: string;
}

type RunJob = Pick<GraphqlContext['workers'], 'run'>;

/** Runs reads in one database snapshot, so that all of them see the same moment. */
export type ReadMoment = <T>(read: (sql: TenantSql) => Promise<T>) => Promise<T>;

/** A baseline is an earlier state of the cables, some megabytes in a large network. So a job compares at most ten. */
const baselinesPerJob = 10;

/**
 * Reads the state of a network and the other data that its checks need, now or at the instant of `sql`. All parts are
 * of the same moment. Undefined if the viewer may not read the network.
 */
export async function readStateToJudge(
  sql: TenantSql,
  networkId: string,
  now: Date,
): Promise<StateToJudge | undefined> {
  const state = await stateAlone({ sql }, networkId);
  if (!state) return undefined;
  const { since: _since, changes: _changes, mark: _mark, ...source } = state;
  const texts = await readFacts(sql, networkId);
  return { source, networkId, at: (sql.at ?? now).toISOString(), texts };
}

const baselineOf = ({ rule }: FactsCheck): string | undefined =>
  rule.kind === 'CablesAsAtBaseline' ? rule.at : undefined;

/**
 * The verdicts of the checks on a state, in the order of `checks`. Checks that are GraphQL queries are judged one after
 * the other by `judgeQuery`; all others in the network's worker thread, which reuses verdicts whose data did not
 * change.
 */
export async function judgeState(
  state: StateToJudge,
  checks: readonly JudgedCheck[],
  { run }: RunJob,
  moment: ReadMoment,
  judgeQuery: JudgeQuery,
): Promise<readonly Verdict[]> {
  const byFacts = checks.filter(isByFacts);
  const judged = await judgeInParts(state, byFacts, moment, (part) => run('judgeChecks', part, state.networkId));
  const verdicts = new Map<JudgedCheck, Verdict>(byFacts.map((check, at) => [check, judged[at]!]));
  for (const check of checks) if (isQueryRule(check.rule)) verdicts.set(check, await judgeQuery(check.rule));
  return checks.map((check) => verdicts.get(check)!);
}

/** The verdicts before and after the supposed changes of the state, in the order of `checks`. */
export const judgeSupposedState = (
  state: StateToJudge,
  checks: readonly FactsCheck[],
  { run }: RunJob,
  moment: ReadMoment,
): Promise<readonly SupposedVerdicts[]> =>
  judgeInParts(state, checks, moment, (part) => run('judgeSupposed', part, state.networkId));

async function judgeInParts<Judgement>(
  state: StateToJudge,
  checks: readonly FactsCheck[],
  moment: ReadMoment,
  judgePart: (part: ChecksToJudge) => Promise<readonly Judgement[]>,
): Promise<readonly Judgement[]> {
  const judgements = new Map<FactsCheck, Judgement>();
  for (const { instants, part } of partsOf(checks)) {
    const baselines = await moment((sql) => readBaselines(sql, state.networkId, instants));
    const judged = await judgePart({ ...state, baselines, checks: part });
    part.forEach((check, at) => judgements.set(check, judged[at]!));
  }
  return checks.map((check) => judgements.get(check)!);
}

function partsOf(checks: readonly FactsCheck[]) {
  const withoutBaseline = checks.filter((check) => baselineOf(check) === undefined);
  const instants = [...new Set(checks.flatMap((check) => baselineOf(check) ?? []))].sort();
  const parts: { instants: readonly string[]; part: readonly FactsCheck[] }[] =
    withoutBaseline.length > 0 ? [{ instants: [], part: withoutBaseline }] : [];
  for (let at = 0; at < instants.length; at += baselinesPerJob) {
    const some = instants.slice(at, at + baselinesPerJob);
    parts.push({ instants: some, part: checks.filter((check) => some.includes(baselineOf(check) ?? '')) });
  }
  return parts;
}

/** Rules that the state satisfies and that most organizations want, each with a name for a check. */
export const suggestForState = (state: StateToJudge, { run }: RunJob): Promise<readonly NamedSuggestion[]> =>
  run('suggestChecks', { ...state, baselines: {} }, state.networkId);
