// What the page listens to: what changes of the graph in view, from its picture on, and the discoveries of the network.
import { listenForChanges } from '../api/changes';
import { leaveForSignIn } from './loading';
import { journeyOf, sceneKeyOf } from './place';
import { noRuns } from './runs';
import { currentTopology, type State, type Store, type TopologyRow } from './store';
import { watchRuns } from './watch-runs';

interface Hearing {
  /** The picture is not that of the graph any more, or what was found is to be drawn. */
  onChange(): void;
  /** The network is deleted or out of reach. */
  onGone(row: TopologyRow): void;
  wordsFor(error: unknown): string;
}
export interface Listening {
  /** Whether what is shown may change: the present, on a page that is seen. */
  readonly isLive: boolean;
}

const liveRow = (state: State): TopologyRow | undefined => {
  const row = currentTopology(state);
  return row && !row.snapshotId && state.place.at === null && !document.hidden ? row : undefined;
};

export function createListening(store: Store, { onChange, onGone, wordsFor }: Hearing): Listening {
  let stopRuns = () => undefined as void;
  let runsOf: string | undefined;
  let shownRunsOf: string | undefined;
  let stopChanges = () => undefined as void;
  let changesOf: string | undefined;

  const endsFor = (row: TopologyRow) => ({ onSignedOut: leaveForSignIn, onGone: () => onGone(row) });

  const followRuns = (row: TopologyRow | undefined): void => {
    if (row?.networkId === runsOf) return;
    stopRuns();
    runsOf = row?.networkId;
    if (!row) return;
    // What ended while the page was hidden is still of the network whose runs were shown.
    if (row.networkId !== shownRunsOf) store.set({ runs: noRuns });
    shownRunsOf = row.networkId;
    stopRuns = watchRuns(store, row.networkId, { ...endsFor(row), onEnd: onChange, wordsFor });
  };

  /** Only once the picture has been read: from its cursor on nothing is missed, and nothing is sent twice. */
  const followChanges = (row: TopologyRow | undefined): void => {
    const { place, isLoading, sceneKey, journey, cursor, problem } = store.state;
    const wanted = row && sceneKeyOf(place);
    if (wanted === changesOf) return;
    if (changesOf !== undefined) {
      stopChanges();
      changesOf = undefined;
      // Which calls this again.
      return store.set({ live: 'connecting' });
    }
    const isThere = sceneKey === wanted && journey === journeyOf(place);
    // A picture that could not be read is tried again with the next change.
    if (!row || isLoading || !(isThere || problem !== null)) return;
    changesOf = wanted;
    stopChanges = listenForChanges(
      { topologyId: row.id, view: place.view, since: isThere ? cursor : null },
      {
        ...endsFor(row),
        onChange: (now) => now !== store.state.cursor && onChange(),
        onState: (live, text = '') =>
          store.set({ live, liveProblem: live === 'connecting' ? store.state.liveProblem : text }),
      },
    );
  };

  const follow = (): void => {
    const row = liveRow(store.state);
    followRuns(row);
    followChanges(row);
  };
  store.subscribe(follow);
  document.addEventListener('visibilitychange', follow);
  return {
    get isLive() {
      return liveRow(store.state) !== undefined;
    },
  };
}
