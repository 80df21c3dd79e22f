// Changes the page's URL, and loads and draws what the new URL requires.
import { cameraInAddress, noBoxes, withCamera, type BoxesInAddress } from '../state/address-parts';
import { isJourney, journeyKey, sceneKeyOf, withoutNetwork, writePlace, type Place } from '../state/place';
import { currentTopology, currentScene, type State, type Store } from '../state/store';
import type { Camera } from '../state/surface';

type Go = (change: Partial<Place>, remembers?: boolean) => void;

export interface Navigation {
  /** Changes the URL, and loads what it requires. With `remembers`, the browser's Back button undoes the change. */
  readonly go: Go;
  readonly openTopology: (topologyId: string) => void;
  /** Shows the network at another instant, or compared with another instant. Leaves the snapshot, if one is open. */
  readonly travel: (change: Partial<Pick<Place, 'at' | 'since' | 'isPlayed'>>) => void;
  readonly setPlace: (place: Place) => void;
  /** Records the user's closed boxes and viewport in the URL, without drawing anything. */
  readonly note: (viewState: { readonly boxes?: BoxesInAddress; readonly camera?: Camera | null }) => void;
}

/**
 * Computes the page's state after a change. If the user is asked for the end of a path, the selected node becomes that
 * end.
 */
export function stepped(
  { place: before, awaitsEnd, picture, groupedFor }: Pick<State, 'place' | 'awaitsEnd' | 'picture' | 'groupedFor'>,
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
      ...before,
      // The search has grouped this graph for a location, but the user has not chosen to group other graphs.
      ...(isOtherScene(before, change) && { ...noBoxes, ...(groupedFor && { groupBy: groupedFor.before.groupBy }) }),
      ...{ ...change, ...(isEnd && { to: selected }) },
      ...oneSelection(change),
      ...(change.since !== undefined && { isPlayed: change.isPlayed ?? false }),
      // A comparison with another instant and a what-if question exclude each other. The later choice wins.
      ...(change.supposed?.length ? { since: null } : change.since != null && { supposed: [] }),
    },
    awaitsEnd: awaitsEnd && !isOver,
  };
}

/** Either a node or lines are selected: the later choice wins. */
const oneSelection = ({ selected, lines }: Partial<Place>): Partial<Pick<Place, 'selected' | 'lines'>> =>
  lines?.length ? { selected: null } : selected === undefined ? {} : { lines: [] };

const isOtherScene = (before: Place, { view = before.view, topologyId = before.topologyId }: Partial<Place>): boolean =>
  view !== before.view || topologyId !== before.topologyId;

export function createNavigation(store: Store, follow: (before: Place) => void): Navigation {
  const setPlace = (place: Place): void => {
    const before = store.state.place;
    const isGroupedStill = place.groupBy === 'Location' && sceneKeyOf(place) === sceneKeyOf(before);
    store.set({
      ...{ place, pathIndex: 0 },
      ...(!isGroupedStill && { groupedFor: null }),
      ...(place.vlanId !== before.vlanId && { segmentIndex: null }),
    });
    follow(before);
  };
  const go: Go = (change, remembers = false) => {
    const { place, awaitsEnd } = stepped(store.state, change);
    if (awaitsEnd !== store.state.awaitsEnd) store.set({ awaitsEnd });
    // A viewport is only meaningful for the topology, view and layout for which the user chose it.
    const before = store.state.place;
    const isOther = isOtherScene(before, change) || place.layout !== before.layout;
    const camera = isOther ? undefined : cameraInAddress(location.search);
    const address = withCamera(writePlace(place), camera);
    // The URL does not name the compared instant of a playback.
    if (address === location.search && journeyKey(place) === journeyKey(before)) return;
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
      const next = { at: currentScene(store.state).at, since: place.isPlayed ? null : place.since, ...change };
      // Steps between past instants add no history entries, so that the Back button leads to the present at once.
      go({ ...next, topologyId }, topologyId !== place.topologyId || isJourney(next) !== isJourney(place));
    },
  };
}
