// The list of running discoveries, which a subscription keeps up to date.
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  DiscoveryPageActiveRunsDocument,
  DiscoveryPageRunProgressDocument,
  type DiscoveryPageActiveRunsQuery,
  type DiscoveryPageRunProgressSubscription,
} from '../../../generated/discovery-page-operations';
import { ask, goToSignIn, useAsked } from '../../kit/asking';
import { listen } from '../../kit/live';
import { throttle } from '../../kit/timing';

export type ActiveRun = DiscoveryPageActiveRunsQuery['active']['nodes'][number];
type Progress = DiscoveryPageRunProgressSubscription['discoveryProgress'];

const endPhases: readonly string[] = ['Complete', 'Failed', 'Cancelled'];
/** Minimum number of milliseconds between two requests for the list of active runs. */
const leastReadMs = 2_000;

/** Returns the running discoveries of the network. Calls `onEnd` when a run has ended, at most once in two seconds. */
export function useActiveRuns(networkId: string, onEnd: () => void) {
  /** The latest progress event of each run, by run id. */
  const events = useRef(new Map<string, Progress>());
  const [, redraw] = useState(0);
  const [problem, setProblem] = useState('');
  const list = useAsked(async () => {
    const heardBefore = new Map(events.current);
    const { active } = await ask(DiscoveryPageActiveRunsDocument, { networkId });
    // Progress events that arrived before the list was requested are older than the list. These events are removed,
    // because the page prefers an event to the list.
    for (const [id, run] of heardBefore) if (events.current.get(id) === run) events.current.delete(id);
    return active;
  }, networkId);
  const sessionIds = useRef(new Set<string>());
  sessionIds.current = new Set(list.data?.nodes.map(({ sessionId }) => sessionId));
  useEffect(() => {
    const reread = throttle(() => void list.reload(), leastReadMs);
    const end = throttle(onEnd, leastReadMs);
    return listen<DiscoveryPageRunProgressSubscription, { networkId: string }>(
      DiscoveryPageRunProgressDocument,
      () => ({ networkId }),
      {
        onState: (state, why = '') => setProblem(state === 'interrupted' ? why : ''),
        onOpen: reread,
        onEvent: ({ discoveryProgress: run }) => {
          events.current.set(run.sessionId, run);
          redraw((count) => count + 1);
          const hasEnded = endPhases.includes(run.phase);
          if (hasEnded || !sessionIds.current.has(run.sessionId)) reread();
          if (hasEnded) end();
        },
        onSignedOut: goToSignIn,
        onGone: () => setProblem('This network does not exist any more.'),
      },
    );
  }, [networkId]);
  const runs = (list.data?.nodes ?? []).map((run): ActiveRun => ({ ...run, ...events.current.get(run.sessionId) }));
  return {
    runs: runs.filter(({ phase }) => !endPhases.includes(phase)),
    totalCount: list.data?.totalCount ?? 0,
    isKnown: list.data !== undefined,
    problem: list.problem ?? problem,
    reload: list.reload,
  };
}
