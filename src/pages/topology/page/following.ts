// Reacts to a changed URL: loads and draws what the URL names, or something else if that no longer exists.
import { keepLastNetwork, readLastNetwork } from '../../kit/last-network';
import { cameraInAddress, closedFromAddress, withCamera } from '../state/address-parts';
import { windowRoom } from '../state/detail';
import type { Loading } from '../state/loading';
import { drawingMembers, journeyKey, writePlace, type Place } from '../state/place';
import { findClosedBoxes, findRoom, findOpenView } from '../state/saved-view-place';
import type { SavedViews } from '../state/saved-views';
import { currentTopology, withoutRow, type Start, type Store, type TopologyRow } from '../state/store';

const boxMembers = ['closedBoxes', 'openBoxes'] as const;

export interface Effects {
  readonly loading: Pick<Loading, 'graph' | 'vlans'>;
  readonly savedViews: Pick<SavedViews, 'isAwaited' | 'resolve'>;
  readonly arrange: () => void;
  readonly ask: () => void;
}

export interface Following {
  /** Loads and draws what a new URL requires. `before` is the state of the previous URL. */
  readonly follow: (before: Place) => void;
  /** Opens the topology that the URL names or, if it does not exist, another topology. */
  readonly settle: (start: Start) => void;
  /** Leaves a network or snapshot that was deleted, so that nothing of it is drawn or requested any more. */
  readonly lose: (row: TopologyRow) => void;
}

export function createFollowing(store: Store, { loading, savedViews, arrange, ask }: Effects): Following {
  const follow = (before: Place): void => {
    if (savedViews.isAwaited()) return void afterView(() => follow(before));
    const { place } = store.state;
    const row = currentTopology(store.state);
    if (row) keepLastNetwork(row.networkId);
    document.title = `${row?.network.name ?? 'Topology'} – Netloom`;
    const isOtherJourney = journeyKey(before) !== journeyKey(place);
    if (before.topologyId !== place.topologyId || before.view !== place.view || isOtherJourney) {
      store.set({ notice: '' });
      // Requests the graph before the VLANs, because the user waits for the graph.
      void loading.graph();
      if (row && (before.topologyId !== place.topologyId || before.at !== place.at)) {
        store.set({ vlans: [], vlansProblem: null });
        void loading.vlans();
      }
      return;
    }
    const isElsewhere = before.savedId !== place.savedId;
    if (isElsewhere) store.set({ room: findRoom(store.state, windowRoom()) });
    const isOtherwiseClosed = boxMembers.some((name) => before[name].join() !== place[name].join());
    const { picture } = store.state;
    // If the user goes back to a URL that names no boxes, all boxes return to their default state, open or closed.
    if (isOtherwiseClosed && picture)
      store.set({
        closed: findOpenView(store.state) ? findClosedBoxes(store.state) : closedFromAddress(place, picture),
      });
    if (isElsewhere || isOtherwiseClosed || drawingMembers.some((name) => before[name] !== place[name])) arrange();
    ask();
  };

  const afterView = async (next: () => void): Promise<void> => {
    const problem = await savedViews.resolve();
    next();
    if (problem) store.set({ notice: problem });
  };

  const settle = ({ topologies: { nodes: rows } }: Start): void => {
    const initialPlace = store.state.place;
    // A link from another page may name the network instead of the topology, because the author of the link need not
    // know the topology.
    const wantedNetwork = new URLSearchParams(location.search).get('network') ?? readLastNetwork();
    const first =
      rows.find(({ id }) => id === initialPlace.topologyId) ??
      rows.find((row) => !row.snapshotId && row.networkId === wantedNetwork) ??
      rows.find((row) => !row.snapshotId) ??
      rows[0];
    if (!first) return store.set({ isLoading: false });
    const isGone = initialPlace.topologyId !== null && initialPlace.topologyId !== first.id;
    const place = { ...initialPlace, topologyId: first.id };
    history.replaceState(null, '', withCamera(writePlace(place), cameraInAddress(location.search)));
    store.set({ place });
    follow({ ...place, topologyId: null });
    if (isGone) store.set({ notice: 'The topology in the address does not exist, or not for you.' });
  };

  return {
    follow,
    settle: (start) => void afterView(() => settle(start)),
    lose(row) {
      store.set({
        start: withoutRow(store.state.start!, row),
        deletedNetworkName: row.network.name,
        problem: null,
        vlansProblem: null,
      });
      follow({ ...store.state.place, topologyId: null });
    },
  };
}
