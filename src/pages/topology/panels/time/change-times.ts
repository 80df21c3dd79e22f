// When rows of a network last changed, for the marks on the time slider.
import { useEffect, useState } from 'preact/hooks';
import { PageChangeTimesDocument } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';

/**
 * Number of milliseconds before now for which changes are marked on the slider. The next constant is the maximum number
 * of rows whose last change is marked.
 */
const markedMs = 90 * 24 * 3_600_000;
const mostRows = 1_000;

/**
 * The times of the last changes of rows, in milliseconds; empty until `isWanted` is true. Computing these times
 * compares two states of the network, so they are read only when the user uses the slider.
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
