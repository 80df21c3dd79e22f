// Jobs of worker threads: judge checks of one state of a network, and suggest checks that it passes.
import { createHash } from 'node:crypto';
import { sizedCache } from '../../../../platform/threads/bounded-cache';
import { capitalize, inWords } from '../../../../platform/text/names';
import type { CheckSelection, FactsRule } from '../../judging/check-rules';
import type { NetworkFacts } from '../../judging/facts';
import { judge } from '../../judging/judge';
import { isAffected } from '../../judging/inputs';
import { suggestRules, type SuggestedRule } from '../../judging/suggest';
import type { Verdict } from '../../judging/verdict';
import { withOpaqueKeys } from '../../judging/opaque-keys';
import { inventoryOfState, type StateSource } from '../drawn-inventory';
import { toNetworkFacts, type ReadFacts } from './network-facts';

/**
 * A check that can be judged from the rows of its network alone, which the caller has read, without a GraphQL query.
 */
export interface FactsCheck {
  readonly rule: FactsRule;
  readonly selection: CheckSelection;
}
export interface ChecksToJudge extends ReadFacts {
  readonly source: StateSource;
  readonly checks: readonly FactsCheck[];
}

/** The verdicts of the checks, in the order of `checks`. */
export const judgeChecks = ({ source, checks, ...read }: ChecksToJudge): readonly Verdict[] =>
  judgeAgain(toNetworkFacts(inventoryOfState(source).inventory, read), checks, {
    networkId: read.networkId,
    bytes: source.rows.byteLength,
  });

interface JudgedState {
  /** Size of the network state in bytes of JSON, by which the cache is limited. */
  readonly bytes: number;
  readonly facts: NetworkFacts;
  /** Verdicts by the JSON of the check's rule and selection, so that equal checks share a verdict. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

/** Maximum total size of the network states whose verdicts are cached, in bytes of their JSON. */
const judgedBytes = 128_000_000;
const judgedStates = sizedCache<JudgedState>(judgedBytes, ({ bytes }) => bytes);

/**
 * The verdicts of checks on a state of a network, in the order of `checks`. If the same checks were judged on an
 * earlier state, the verdict of a check is reused unless a list that it reads has changed.
 */
export function judgeAgain(
  facts: NetworkFacts,
  checks: readonly FactsCheck[],
  { networkId, bytes }: Pick<JudgedState, 'bytes'> & Pick<ReadFacts, 'networkId'>,
): readonly Verdict[] {
  const demands = checks.map(({ rule, selection }) => JSON.stringify([rule, selection]));
  const name = `${networkId} ${createHash('sha256')
    .update([...demands].sort().join('\n'))
    .digest('base64url')}`;
  const last = judgedStates.get(name);
  const verdicts = new Map<string, Verdict>();
  for (const [index, { rule, selection }] of checks.entries()) {
    const demand = demands[index]!;
    const lastVerdict = last && !isAffected(rule, selection, last.facts, facts) ? last.verdicts.get(demand) : undefined;
    verdicts.set(demand, lastVerdict ?? judgeWithOpaqueKeys(facts, rule, selection));
  }
  judgedStates.set(name, { bytes, facts, verdicts });
  return demands.map((demand) => verdicts.get(demand)!);
}

export const judgeWithOpaqueKeys = (facts: NetworkFacts, rule: FactsRule, selection: CheckSelection): Verdict =>
  withOpaqueKeys(judge(facts, rule, selection));

export interface NamedSuggestion extends SuggestedRule {
  /** The suggested name of the check. */
  readonly name: string;
}

/** Rules that the state of the network satisfies and that most organizations want, each with a name for a check. */
export function suggestChecks({ source, ...read }: Omit<ChecksToJudge, 'checks'>): readonly NamedSuggestion[] {
  const { inventory } = inventoryOfState(source);
  const vlans = new Map(inventory.vlans.map((vlan) => [vlan.id, vlan]));
  return suggestRules(toNetworkFacts(inventory, read)).map((suggestion) => {
    const { rule } = suggestion;
    const vlan = rule.kind === 'VlanIsWhole' ? vlans.get(rule.vlanId) : undefined;
    const detail = vlan ? String(vlan.vlanNumber) : rule.kind === 'LinkEndsAgree' ? rule.properties.join(', ') : '';
    const words = inWords(rule.kind);
    return { ...suggestion, name: capitalize(detail ? `${words}: ${detail}` : words) };
  });
}
