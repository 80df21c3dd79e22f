// Keeps the discovery runs of the shown network up to date: reads a list, then subscribes to changes.
import { PageEndedRunsDocument, PageRunsDocument } from '../../../generated/page-operations';
import { ask } from '../../kit/ask-as-of';
import { listenForRuns } from '../api/changes';
import { toEndedRuns, hasEnded, withList, withRun, type Run, type Runs } from './runs';
import type { Store } from './store';

interface RunListener {
  /** Called when a run has ended, so that the hosts and links that it found can be drawn. */
  onEnd(): void;
  onSignedOut(): void;
  onGone(): void;
  wordsFor(error: unknown): string;
}

/** Milliseconds until a failed request for the list of runs is sent again. */
const retryMs = 3_000;

/** Keeps the runs of a network in the store up to date until the returned function is called. */
export function watchRuns(store: Store, networkId: string, listener: RunListener): () => void {
  let heardIds = new Set<string>();
  let isOver = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const set = (runs: Runs): void => {
    if (!isOver) store.set({ runs });
  };

  const end = (endings: readonly Run[]): void => {
    set(endings.reduce(withRun, store.state.runs));
  };
  const list = async (): Promise<void> => {
    clearTimeout(retry);
    const idsBefore = heardIds;
    const isLate = () => isOver || idsBefore !== heardIds;
    try {
      const { discoverySessions } = await ask(PageRunsDocument, { networkId });
      if (isLate()) return;
      const { runs, missing } = withList(store.state.runs, discoverySessions.nodes, heardIds);
      set({ ...runs, problem: '' });
      if (missing.length === 0) return;
      const { discoveries } = await ask(PageEndedRunsDocument, { networkId });
      if (isLate()) return;
      const unheard = missing.filter(({ sessionId }) => !heardIds.has(sessionId));
      end(
        toEndedRuns(unheard, {
          records: discoveries.nodes.map(({ runType }) => runType.results),
          areAll: !discoveries.pageInfo.hasNextPage,
        }),
      );
      if (unheard.length > 0) listener.onEnd();
    } catch (error) {
      if (isLate()) return;
      set({ ...store.state.runs, problem: listener.wordsFor(error) });
      retry = setTimeout(() => void list(), retryMs);
    }
  };

  const stop = listenForRuns(networkId, {
    ...listener,
    onState: (state, problem = '') => {
      if (state !== 'connecting') set({ ...store.state.runs, problem });
    },
    onOpen: () => {
      heardIds = new Set();
      void list();
    },
    onEvent: (run) => {
      const isKnown = store.state.runs.active.some(({ sessionId }) => sessionId === run.sessionId);
      heardIds.add(run.sessionId);
      if (hasEnded(run)) {
        end([run]);
        return listener.onEnd();
      }
      set(withRun(store.state.runs, run));
      // Events do not contain the daemon's name. For a new run, read the list, which does.
      if (!isKnown) void list();
    },
  });
  return () => {
    isOver = true;
    clearTimeout(retry);
    stop();
  };
}
