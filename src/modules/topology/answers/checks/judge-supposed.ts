// A job of worker threads: judges checks of a network before and after supposed (what-if) changes.
import { isAffected } from '../../judging/inputs';
import type { ChangeError } from '../../judging/supposing/changes';
import { factsAfter } from '../../judging/supposing/suppose';
import type { Verdict } from '../../judging/verdict';
import { inventoryOfState, realSource } from '../drawn-inventory';
import { judgeAgain, judgeWithOpaqueKeys, type ChecksToJudge } from './judge-checks';
import { toNetworkFacts } from './network-facts';

export interface SupposedVerdicts {
  readonly before: Verdict;
  readonly after: Verdict;
  /**
   * Reasons why the supposed changes cannot be applied. If there is a reason, none of the changes is applied to
   * `after`.
   */
  readonly changeErrors: readonly ChangeError[];
}

/**
 * The verdicts before and after the supposed (what-if) changes, in the order of `checks`. If the changes affect no row
 * that a rule reads, the verdict before is also the verdict after.
 */
export function judgeSupposed({ source, checks, ...read }: ChecksToJudge): readonly SupposedVerdicts[] {
  const facts = toNetworkFacts(inventoryOfState(realSource(source)).inventory, read);
  const { inventory, changeErrors } = inventoryOfState(source);
  const changes = changeErrors.length === 0 ? (source.supposition?.changes ?? []) : [];
  const supposed = factsAfter(facts, changes, inventory);
  const verdicts = judgeAgain(facts, checks, { networkId: read.networkId, bytes: source.rows.byteLength });
  return checks.map(({ rule, selection }, index) => {
    const before = verdicts[index]!;
    const isSame = !isAffected(rule, selection, facts, supposed);
    return { before, after: isSame ? before : judgeWithOpaqueKeys(supposed, rule, selection), changeErrors };
  });
}
