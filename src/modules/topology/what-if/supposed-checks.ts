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

/** What a check says of a network as it is, and of the network after supposed changes. */
export interface SupposedVerdict {
  readonly checkId: string;
  readonly before: StoredVerdict;
  readonly after: StoredVerdict;
  readonly isDifferent: boolean;
  /** The listed findings after the changes that are not listed before. */
  readonly newFindings: readonly ShownFinding[];
}

const notSupposed = unknownVerdict('QueryFindsNothing', 'query_reads_no_supposition');
/** What a check with a query says before and after changes. */
const notJudged = { before: notSupposed, after: notSupposed };

/**
 * The verdicts of all enabled checks of a network: first those of another state, then those with other findings, then
 * all others; in each group the failing ones first, then by name and id of the check. Checks of a kind that this version
 * does not know are left out. A check with a query is Unknown, because its query reads the network as it is.
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

/** The checks that judge the network, by name and id. */
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

/** Keys of accepted findings in the network, by check. */
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

/** Verdicts of another state come before those with other findings, and these before all others. */
function rankOf({ before, after, isDifferent }: SupposedVerdict): number {
  const group = before.state !== after.state ? 0 : isDifferent ? 1 : 2;
  return group * 3 + stateRanks[after.state];
}
