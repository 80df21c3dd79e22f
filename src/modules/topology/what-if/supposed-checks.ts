// Judges the checks of a network before and after supposed changes.
import type { GraphqlContext } from '../../../graphql/context';
import { listLimits } from '../../../data/tenancy/list-limits';
import { AppError } from '../../../errors';
import { assertPossible, supposedSource } from '../answers/supposed-network';
import { ruleOfRow } from '../check/check-selection';
import { effectiveVerdict, isSameVerdict, type ShownFinding, type StoredVerdict } from '../check/effective-verdict';
import { isByFacts, judgeSupposedState, readStateToJudge } from '../check/judged-state';
import type { CheckSelection } from '../judging/check-rules';
import type { Change } from '../judging/supposing/changes';
import { unknownVerdict, type VerdictState } from '../judging/verdict';

/** The verdicts of a check on the present network and on the network after supposed changes. */
export interface SupposedVerdict {
  readonly checkId: string;
  readonly before: StoredVerdict;
  readonly after: StoredVerdict;
  readonly isDifferent: boolean;
  /** Findings that the verdict after the changes lists and the verdict before does not. */
  readonly newFindings: readonly ShownFinding[];
}

const notSupposed = unknownVerdict('QueryFindsNothing', 'query_reads_no_supposition');
/** A query cannot read supposed changes, so checks with a query are Unknown before and after the changes. */
const notJudged = { before: notSupposed, after: notSupposed };

/**
 * The verdicts of all enabled checks of a network, before and after the changes. Verdicts whose state changes come
 * first, then those whose findings change, then the others. Checks with a query are Unknown. Skips kinds of checks that
 * only a newer version of the service knows.
 */
export async function judgeSupposition(
  context: GraphqlContext,
  networkId: string,
  changes: readonly Change[],
): Promise<readonly SupposedVerdict[]> {
  const { requestedAt, workers } = context;
  const state = await context.atOneMoment(({ sql }) => readStateToJudge(sql, networkId, requestedAt));
  if (!state) throw new AppError('entity_access_denied', { entity: 'Network', id: networkId });
  const [checks, accepted] = await Promise.all([checksOf(context, networkId), acceptedKeys(context, networkId)]);
  const moment = <T>(read: (sql: GraphqlContext['sql']) => Promise<T>) => context.atOneMoment(({ sql }) => read(sql));
  const source = supposedSource(state.source, changes, state.at);
  const byFacts = checks.filter(isByFacts);
  const verdicts = await judgeSupposedState({ ...state, source }, byFacts, workers, moment);
  assertPossible(verdicts[0]?.changeErrors ?? []);
  const judged = new Map(byFacts.map(({ id }, index) => [id, verdicts[index]!]));
  return checks
    .map(({ id }) => {
      const { before, after } = judged.get(id) ?? notJudged;
      const keys = accepted.get(id) ?? new Set<string>();
      return compareVerdicts(id, effectiveVerdict(before, keys), effectiveVerdict(after, keys));
    })
    .map((verdict, index) => ({ verdict, rank: rankOf(verdict), index }))
    .sort((one, other) => one.rank - other.rank || one.index - other.index)
    .map(({ verdict }) => verdict);
}

/** The enabled checks that apply to the network, sorted by name and id. */
async function checksOf({ db }: GraphqlContext, networkId: string) {
  const rows = await db.check.findMany({
    where: { enabled: true, OR: [{ allNetworks: true }, { scope: { some: { networkId } } }] },
    select: { id: true, kind: true, rule: true, selection: true },
    orderBy: [{ naturalName: 'asc' }, { id: 'asc' }],
    take: listLimits.checks,
  });
  return rows.flatMap(({ id, selection, ...row }) => {
    const rule = ruleOfRow(row);
    return rule ? [{ id, rule, selection: selection as CheckSelection }] : [];
  });
}

/** By check id: the keys of the findings that users have accepted in the network. */
async function acceptedKeys({ db }: GraphqlContext, networkId: string): Promise<ReadonlyMap<string, Set<string>>> {
  const rows = await db.checkAcceptance.findMany({ where: { networkId }, select: { checkId: true, findingKey: true } });
  const keys = new Map<string, Set<string>>();
  for (const { checkId, findingKey } of rows) keys.set(checkId, (keys.get(checkId) ?? new Set()).add(findingKey));
  return keys;
}

export function compareVerdicts(checkId: string, before: StoredVerdict, after: StoredVerdict): SupposedVerdict {
  const listedKeys = new Set(before.findings.map(({ key }) => key));
  return {
    ...{ checkId, before, after, isDifferent: !isSameVerdict(before, after) },
    newFindings: after.findings.filter(({ key }) => !listedKeys.has(key)),
  };
}

const stateRanks: Readonly<Record<VerdictState, number>> = { Failing: 0, Unknown: 1, Passing: 2 };

/** The sort rank of a verdict: a changed state first, then changed findings; within these, failing verdicts first. */
function rankOf({ before, after, isDifferent }: SupposedVerdict): number {
  const group = before.state !== after.state ? 0 : isDifferent ? 1 : 2;
  return group * 3 + stateRanks[after.state];
}
