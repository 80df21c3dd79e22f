// Subscriptions while the page is visible: to changes of the shown graph, and to discoveries of the network.
import { redirectToSignIn } from './loading';
import { createPresent, type Present } from './present';
import { noRuns } from './runs';
import { currentTopology, type State, type Store, type TopologyRow } from './store';
import { watchRuns } from './watch-runs';

interface Hearing {
  /** Called when the graph on the page has become outdated. */
  onChange(): void;
  /** Called when a discovery has ended, so that the hosts and links that it found can be drawn. */
  onRunEnd(): void;
  /** Called when the network was deleted, or the user may not read it any more. */
  onGone(row: TopologyRow): void;
  wordsFor(error: unknown): string;
}
export interface Listening {
  /** Whether updates are received: the page is visible and shows the present. */
  readonly isLive: boolean;
  readonly present: Present;
}

const presentRow = (state: State): TopologyRow | undefined => {
  const row = currentTopology(state);
  return row && !row.snapshotId && state.place.at === null ? row : undefined;
};
const liveRow = (state: State): TopologyRow | undefined => (document.hidden ? undefined : presentRow(state));

export function createListening(store: Store, { onChange, onRunEnd, onGone, wordsFor }: Hearing): Listening {
  let stopRuns = () => undefined as void;
  let runsOf: string | undefined;
  let shownRunsOf: string | undefined;

  const present = createPresent({
    onChange,
    onState: (live, text = '') =>
      store.set({ live, liveProblem: live === 'connecting' ? store.state.liveProblem : text }),
    onSignedOut: redirectToSignIn,
    onGone() {
      const row = currentTopology(store.state);
      if (row) onGone(row);
    },
  });

  const followRuns = (row: TopologyRow | undefined): void => {
    if (row?.networkId === runsOf) return;
    stopRuns();
    runsOf = row?.networkId;
    if (!row) return;
    if (row.networkId !== shownRunsOf) store.set({ runs: noRuns });
    shownRunsOf = row.networkId;
    const ends = { onSignedOut: redirectToSignIn, onGone: () => onGone(row) };
    stopRuns = watchRuns(store, row.networkId, { ...ends, onEnd: onRunEnd, wordsFor });
  };

  store.subscribe(() => followRuns(liveRow(store.state)));
  document.addEventListener('visibilitychange', () => {
    present.follow(!document.hidden);
    followRuns(liveRow(store.state));
  });
  present.follow(!document.hidden);
  return {
    present,
    get isLive() {
      return liveRow(store.state) !== undefined;
    },
  };
}
