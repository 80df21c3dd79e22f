// Reads when rows of a network last changed, and when verdicts of its checks changed, for the marks on the time slider.
import { useEffect, useState } from 'preact/hooks';
import { PageChangeTimesDocument, PageVerdictChangesDocument } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { texts as verdictTexts } from '../../../kit/verdicts/texts';
import type { VerdictChange } from '../../state/times';
import { texts } from '../checks/texts';

/** How far back the slider marks changes, in milliseconds, and for how many changed rows at most. */
const markedMs = 90 * 24 * 3_600_000;
const mostRows = 1_000;

/**
 * When rows last changed, in milliseconds since 1970. The request is expensive for the service, so it is sent only if
 * `isWanted` is true: after the user has touched the slider.
 */
export function useChangeTimes(networkId: string | undefined, begin: number, isWanted: boolean): readonly number[] {
  const [times, setTimes] = useState<readonly number[]>([]);
  useEffect(() => {
    setTimes([]);
    if (networkId === undefined || !isWanted) return undefined;
    let isCurrent = true;
    const from = new Date(Math.max(begin, Date.now() - markedMs)).toISOString();
    ask(PageChangeTimesDocument, { networkId, from, first: mostRows }).then(
      ({ inventoryDiff: { nodes } }) => isCurrent && setTimes(nodes.map(({ changedAt }) => Date.parse(changedAt))),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [networkId, begin, isWanted]);
  return times;
}

/** When checks changed their state, newest first. The request is sent only if `isWanted` is true. */
export function useVerdictChanges(networkId: string | undefined, isWanted: boolean): readonly VerdictChange[] {
  const [changes, setChanges] = useState<readonly VerdictChange[]>([]);
  useEffect(() => {
    setChanges([]);
    if (networkId === undefined || !isWanted) return undefined;
    let isCurrent = true;
    ask(PageVerdictChangesDocument, { networkId }).then(
      ({ checkVerdictChanges: { nodes } }) => isCurrent && setChanges(nodes.map(changeOf)),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [networkId, isWanted]);
  return changes;
}

interface ChangeRow {
  readonly changedAt: string;
  readonly toState?: keyof typeof verdictTexts.states | null;
  readonly check: { readonly name: string };
}
const changeOf = ({ changedAt, toState, check }: ChangeRow): VerdictChange => ({
  time: Date.parse(changedAt),
  words: texts.becomes(check.name, toState == null ? '' : verdictTexts.states[toState]),
});
