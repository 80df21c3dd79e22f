// Changes the address, and applies what follows from it.
import { isJourney, withoutQuestions, writePlace, type Place } from '../state/place';
import { currentTopology, sceneOf, type State, type Store } from '../state/store';

type Go = (change: Partial<Place>, remembers?: boolean) => void;

export interface Navigation {
  /** Changes the address and all that follows from it; `remembers` adds an entry that the back button leads to. */
  readonly go: Go;
  readonly openTopology: (topologyId: string) => void;
  /** Shows the network as of another instant, or compares it with another; both are of the live topology. */
  readonly travel: (change: Partial<Pick<Place, 'at' | 'since'>>) => void;
  /** The address says so already. */
  readonly setPlace: (place: Place) => void;
}

/** The place after a step, and whether the end of a path is awaited still. */
export function stepped(
  { place: before, awaitsEnd, picture }: Pick<State, 'place' | 'awaitsEnd' | 'picture'>,
  change: Partial<Place>,
): Pick<State, 'place' | 'awaitsEnd'> {
  const { selected } = change;
  // A fold is opened on the way to what is in it.
  const isChosen = selected != null && picture?.nodes.get(selected)?.kind !== 'Fold';
  const isEnd = awaitsEnd && isChosen && selected !== before.from;
  const isOver = isEnd || selected === null || ['from', 'to', 'view', 'topologyId'].some((name) => name in change);
  return { place: { ...before, ...change, ...(isEnd && { to: selected }) }, awaitsEnd: awaitsEnd && !isOver };
}

export function createNavigation(store: Store, follow: (before: Place) => void): Navigation {
  const setPlace = (place: Place): void => {
    const before = store.state.place;
    store.set({ place, pathIndex: 0 });
    follow(before);
  };
  const go: Go = (change, remembers = false) => {
    const { place, awaitsEnd } = stepped(store.state, change);
    if (awaitsEnd !== store.state.awaitsEnd) store.set({ awaitsEnd });
    const address = writePlace(place);
    if (address === location.search) return;
    if (remembers) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    setPlace(place);
  };
  return {
    setPlace,
    go,
    openTopology(topologyId) {
      const row = store.state.start?.topologies.nodes.find(({ id }) => id === topologyId);
      const isSameNetwork = row?.networkId === currentTopology(store.state)?.networkId;
      go({ ...withoutQuestions, at: null, since: null, topologyId, ...(!isSameNetwork && { vlanId: null }) }, true);
    },
    travel(change) {
      const { place, start } = store.state;
      const row = currentTopology(store.state);
      const live = start?.topologies.nodes.find((one) => one.networkId === row?.networkId && !one.snapshotId);
      const topologyId = live?.id ?? place.topologyId;
      const next = { at: sceneOf(store.state).at, since: place.since, ...change };
      // Within the past each step takes the place of the one before, so that one step back leads out of it.
      go({ ...next, topologyId }, topologyId !== place.topologyId || isJourney(next) !== isJourney(place));
    },
  };
}
