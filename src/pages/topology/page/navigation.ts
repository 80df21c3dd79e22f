// Changes the page's URL, and loads and draws what the new URL requires.
import { cameraInAddress, noBoxes, withCamera, type BoxesInAddress } from '../state/address-parts';
import { isJourney, withoutNetwork, writePlace, type Place } from '../state/place';
import { currentTopology, currentScene, type State, type Store } from '../state/store';
import type { Camera } from '../state/surface';

type Go = (change: Partial<Place>, remembers?: boolean) => void;

export interface Navigation {
  /**
   * Changes the URL, and loads and draws what it requires. With `remembers`, adds an entry to the browser's history.
   */
  readonly go: Go;
  readonly openTopology: (topologyId: string) => void;
  /**
   * Shows the network at another instant, or compares it with another instant. In both cases, the live topology is
   * opened.
   */
  readonly travel: (change: Partial<Pick<Place, 'at' | 'since'>>) => void;
  /** Applies the state of a URL that the browser already shows. */
  readonly setPlace: (place: Place) => void;
  /** Writes the closed boxes and the visible part of the picture into the URL. The picture already shows both. */
  readonly note: (viewState: { readonly boxes?: BoxesInAddress; readonly camera?: Camera | null }) => void;
}

/** The page's state after a change, and whether the node that the user selects next becomes the end of a path. */
export function stepped(
  { place: before, awaitsEnd, picture }: Pick<State, 'place' | 'awaitsEnd' | 'picture'>,
  change: Partial<Place>,
): Pick<State, 'place' | 'awaitsEnd'> {
  const { selected } = change;
  // A selected fold does not become the end of a path, because the user may open the fold in order to select one of its
  // nodes.
  const isChosen = selected != null && picture?.nodes.get(selected)?.kind !== 'Fold';
  const isEnd = awaitsEnd && isChosen && selected !== before.from;
  const isOver = isEnd || selected === null || ['from', 'to', 'view', 'topologyId'].some((name) => name in change);
  return {
    place: {
      ...{ ...before, ...(isOtherScene(before, change) && noBoxes), ...change, ...(isEnd && { to: selected }) },
      // A picture shows a comparison or supposed changes, not both: the one that was chosen last.
      ...(change.supposed?.length ? { since: null } : change.since != null && { supposed: [] }),
    },
    awaitsEnd: awaitsEnd && !isOver,
  };
}

const isOtherScene = (before: Place, { view = before.view, topologyId = before.topologyId }: Partial<Place>): boolean =>
  view !== before.view || topologyId !== before.topologyId;

export function createNavigation(store: Store, follow: (before: Place) => void): Navigation {
  const setPlace = (place: Place): void => {
    const before = store.state.place;
    store.set({ place, pathIndex: 0 });
    follow(before);
  };
  const go: Go = (change, remembers = false) => {
    const { place, awaitsEnd } = stepped(store.state, change);
    if (awaitsEnd !== store.state.awaitsEnd) store.set({ awaitsEnd });
    // Another topology, view or layout is first shown whole, so the visible part is removed from the URL.
    const before = store.state.place;
    const isOther = isOtherScene(before, change) || place.layout !== before.layout;
    const camera = isOther ? undefined : cameraInAddress(location.search);
    const address = withCamera(writePlace(place), camera);
    if (address === location.search) return;
    if (remembers) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    setPlace(place);
  };
  return {
    setPlace,
    go,
    note({ boxes, camera = cameraInAddress(location.search) }) {
      const place = { ...store.state.place, ...boxes };
      const address = withCamera(writePlace(place), camera);
      if (address !== location.search) history.replaceState(null, '', address);
      if (boxes) store.set({ place });
    },
    openTopology(topologyId) {
      const row = store.state.start?.topologies.nodes.find(({ id }) => id === topologyId);
      const isSameNetwork = row?.networkId === currentTopology(store.state)?.networkId;
      go({ ...withoutNetwork, at: null, since: null, topologyId, ...(!isSameNetwork && { vlanId: null }) }, true);
    },
    travel(change) {
      const { place, start } = store.state;
      const row = currentTopology(store.state);
      const live = start?.topologies.nodes.find((one) => one.networkId === row?.networkId && !one.snapshotId);
      const topologyId = live?.id ?? place.topologyId;
      const next = { at: currentScene(store.state).at, since: place.since, ...change };
      // A step from one past instant to another replaces the history entry. So the browser's Back button leads to the
      // present at once.
      go({ ...next, topologyId }, topologyId !== place.topologyId || isJourney(next) !== isJourney(place));
    },
  };
}
