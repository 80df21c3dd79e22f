// Changes the address, and applies the consequences.
import { isJourney, withoutQuestions, writePlace, type Place } from '../state/place';
import { currentTopology, sceneOf, type State, type Store } from '../state/store';

type Go = (change: Partial<Place>, remembers?: boolean) => void;

export interface Navigation {
  /** Changes the address and applies the consequences. With `remembers`, adds an entry to the browser's history. */
  readonly go: Go;
  readonly openTopology: (topologyId: string) => void;
  /** Shows the network at another instant, or compares it with one. Both read the live topology. */
  readonly travel: (change: Partial<Pick<Place, 'at' | 'since'>>) => void;
  /** Applies a place that is already the one in the address. */
  readonly setPlace: (place: Place) => void;
}

/** The place after a change, and whether the user still has to select the end of a path. */
export function stepped(
  { place: before, awaitsEnd, picture }: Pick<State, 'place' | 'awaitsEnd' | 'picture'>,
  change: Partial<Place>,
): Pick<State, 'place' | 'awaitsEnd'> {
  const { selected } = change;
  // A selected fold does not become the end of a path, because the user may open it to reach its contents.
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
      // When going from one past instant to another, the history entry is replaced. So one step back leaves the past.
      go({ ...next, topologyId }, topologyId !== place.topologyId || isJourney(next) !== isJourney(place));
    },
  };
}
