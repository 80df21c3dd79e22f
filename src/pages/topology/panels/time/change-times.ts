// When rows of a network last changed, for the marks on the time slider.
import { useEffect, useState } from 'preact/hooks';
import { PageChangeTimesDocument } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';

/** Milliseconds back from now for which changes are marked, and the number of rows whose last change is. */
const markedMs = 90 * 24 * 3_600_000;
const mostRows = 1_000;

/**
 * The times of the last changes in milliseconds, empty until `isWanted`: a reader who does not travel in time need not
 * wait for the comparison of two states of the network.
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
