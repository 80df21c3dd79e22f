// Listens to the discoveries of the network in view; the stream begins with the next change, so a list says what goes on.
import { PageEndedRunsDocument, PageRunsDocument } from '../../../generated/page-operations';
import { ask } from '../api/ask';
import { listenForRuns } from '../api/changes';
import { endingsOf, hasEnded, withList, withRun, type Run, type Runs } from './runs';
import type { Store } from './store';

interface RunListener {
  /** What was found is to be drawn. */
  onEnd(): void;
  onSignedOut(): void;
  onGone(): void;
  wordsFor(error: unknown): string;
}

/** Before a list that could not be read is asked for again. */
const retryMs = 3_000;

/** Keeps the runs of a network in the store until the returned function is called. */
export function watchRuns(store: Store, networkId: string, listener: RunListener): () => void {
  /** Since the stream was opened. */
  let heard = new Set<string>();
  let isOver = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const set = (runs: Runs): void => {
    if (!isOver) store.set({ runs });
  };

  const end = (endings: readonly Run[]): void => {
    set(endings.reduce(withRun, store.state.runs));
    if (endings.length > 0) listener.onEnd();
  };
  const list = async (): Promise<void> => {
    clearTimeout(retry);
    const own = heard;
    const isLate = () => isOver || own !== heard;
    try {
      const { discoverySessions } = await ask(PageRunsDocument, { networkId });
      if (isLate()) return;
      const { runs, lost } = withList(store.state.runs, discoverySessions.nodes, heard);
      set({ ...runs, problem: '' });
      if (lost.length === 0) return;
      const { discoveries } = await ask(PageEndedRunsDocument, { networkId });
      if (isLate()) return;
      const unheard = lost.filter(({ sessionId }) => !heard.has(sessionId));
      end(
        endingsOf(
          unheard,
          discoveries.nodes.map(({ runType }) => runType.results),
        ),
      );
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
      heard = new Set();
      void list();
    },
    onEvent: (run) => {
      const isKnown = store.state.runs.active.some(({ sessionId }) => sessionId === run.sessionId);
      heard.add(run.sessionId);
      if (hasEnded(run)) return end([run]);
      set(withRun(store.state.runs, run));
      // Which daemon it is the event does not say.
      if (!isKnown) void list();
    },
  });
  return () => {
    isOver = true;
    clearTimeout(retry);
    stop();
  };
}
