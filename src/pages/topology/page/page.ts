// The topology page: starts, reacts to its URL, loads graphs, receives changes, sends questions.
import { explainAbsence } from '../graph/difference';
import { usualRoot } from '../graph/usual-root';
import { createAliases } from '../state/aliases';
import { createArranging } from '../state/arranging';
import type { Arranging } from '../state/surface';
import { createAsking } from './asking';
import { createBoxes, type Boxes } from './boxes';
import { createFolding, type Folding } from '../state/folding';
import { createFollowing } from './following';
import { createListening } from '../state/listening';
import { detailKey } from '../state/detail';
import { createLoading, errorText } from '../state/loading';
import { createNavigation, type Navigation } from './navigation';
import { createNewTagCheck } from '../state/new-tags';
import { readPlace, sceneKeyOf, type Scene } from '../state/place';
import { createRefreshing, type Refreshing } from './refreshing';
import { measureWindow } from '../state/saved-view-place';
import { createSavedViews, type SavedViews } from '../state/saved-views';
import { createSight, type Sight } from './sight';
import { boxesInAddress, cameraInAddress } from '../state/address-parts';
import { createStore, findInstant, currentScene, type State, type Store } from '../state/store';
import { createUndoing, type Undoing } from './undoing';

export interface Page
  extends
    Pick<Arranging, 'move'>,
    Pick<Folding, 'foldBack' | 'bring'>,
    Omit<Navigation, 'setPlace'>,
    Omit<Refreshing, 'redraw'>,
    Boxes,
    Undoing,
    Sight {
  readonly store: Store;
  readonly savedViews: SavedViews;
  start(): Promise<void>;
  layOutAgain(): Promise<void>;
  /** Lays out the drawing again when the window becomes narrow or wide. */
  followWidth(): void;
  /** Reads snapshots, networks and tags again after this page has changed them. */
  rereadChoices(): Promise<void>;
  choosePath(index: number): void;
  /** Groups the nodes by location and shows the machines of one location. `hostIds` are some hosts of this location. */
  showLocation(name: string, hostIds: readonly string[]): void;
  /** Takes back the grouping by location, to which the search for a location has led. */
  groupAsBefore(): void;
  /** Starts a path at this node. The node that the user selects next becomes the path's end. */
  beginPath(from: string): void;
  /**
   * Simulates the failure of these nodes. Also chooses the node from which others must stay reachable, unless the user
   * has chosen one.
   */
  fail(ids: readonly string[]): void;
  /** Reads the verdict of the open check again, for instance because the user has accepted a finding. */
  rereadVerdict(): void;
  /** Removes the messages of ended discoveries. */
  dismissRuns(): void;
  notice(text: string): void;
  scene(): Scene;
  /**
   * The instant at which to read a node. If two instants are compared and the node was removed between them, this is
   * the earlier instant.
   */
  instantOf(id: string): string | null;
  /** Says why a node does not exist at the shown instant, such as `removed since`; empty for a node that exists. */
  absenceOf(id: string): string;
  wordsFor(error: unknown): string;
}

function createParts(store: Store) {
  const arranging = createArranging(store);
  const hasNewTags = createNewTagCheck(store);
  const notice = (text: string) => store.set({ notice: text });
  const navigation = createNavigation(store, (before) => following.follow(before));
  const { go } = navigation;
  const listening = createListening(store, {
    onChange: () => refreshing.redraw(),
    onRunEnd: () => refreshing.refresh(),
    onGone: (row) => following.lose(row),
    wordsFor: errorText,
  });
  const loading = createLoading(store, {
    present: listening.present,
    onStart: (start) => following.settle(start),
    async onGraph() {
      await arranging.arrange();
      asking.ask();
      if (hasNewTags()) refreshing.readChoices();
      void followAliases();
      // The page has loaded this graph in order to show a certain node. If the node is missing, the view does not draw
      // it.
      const node = folding.takeSought();
      if (node) sight.show(node.id);
    },
    onGone: (row) => following.lose(row),
  });
  const asking = createAsking(store, () => loading.graph());
  const refreshing = createRefreshing(store, loading, listening);
  const savedViews = createSavedViews(store, {
    go,
    arrange: () => void arranging.arrange(),
    notice,
    camera: () => sight.surface?.camera() ?? null,
    noteCamera: (camera) => navigation.note({ camera }),
  });
  const following = createFollowing(store, {
    loading,
    savedViews,
    arrange: () => void arranging.arrange(),
    ask() {
      asking.ask();
      asking.foldAsWanted();
    },
  });
  const folding = createFolding(store, go, notice);
  const sight = createSight(store, folding, { arrange: () => arranging.arrange(), go });
  const followAliases = createAliases(store, { go, show: sight.show });
  const boxes = createBoxes(store, folding, (how) => arranging.arrange(how));
  const undoing = createUndoing(store, arranging, go, {
    surfaceOf: () => sight.surface,
    isSeeking: folding.isSeekingLocation,
  });
  keepBoxesInAddress(store, navigation);
  return { arranging, asking, boxes, folding, loading, navigation, notice, refreshing, savedViews, sight, undoing };
}

function keepBoxesInAddress(store: Store, { note }: Pick<Navigation, 'note'>): void {
  let written: State['closed'] | undefined;
  store.subscribe(() => {
    const { closed, drawing, place } = store.state;
    if (closed === written || drawing?.sceneKey !== sceneKeyOf(place)) return;
    written = closed;
    const boxes = boxesInAddress(closed);
    const isOther = (name: keyof typeof boxes) => boxes[name].join() !== place[name].join();
    if (isOther('closedBoxes') || isOther('openBoxes')) note({ boxes });
  });
}

export function createPage(): Page {
  const store = createStore();
  const parts = createParts(store);
  const { arranging, asking, boxes, folding, loading, navigation, notice, refreshing, savedViews, sight, undoing } =
    parts;
  const { go, openTopology, travel, setPlace } = navigation;
  const { readChoices, refresh } = refreshing;

  addEventListener('popstate', () => {
    const before = sceneKeyOf(store.state.place);
    setPlace(readPlace(location.search));
    if (before === sceneKeyOf(store.state.place)) sight.surface?.look(cameraInAddress(location.search) ?? null);
  });
  // Changes of the graph that happened while the page was hidden arrive by the subscription. The lists of snapshots,
  // networks and tags have no subscription and are read again.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && store.state.picture) readChoices();
  });
  return {
    ...{ store, savedViews, notice, wordsFor: errorText },
    ...{ go, openTopology, travel, readChoices, refresh, ...boxes, ...undoing },
    note: navigation.note,
    get surface() {
      return sight.surface;
    },
    attach: sight.attach,
    reveal: sight.reveal,
    show: sight.show,
    scene: () => currentScene(store.state),
    instantOf: (id) => findInstant(store.state, id),
    absenceOf: (id) => explainAbsence(store.state.difference, store.state.place, id),
    move: arranging.move,
    start: loading.start,
    foldBack: folding.foldBack,
    bring: folding.bring,
    rereadChoices: loading.choices,
    layOutAgain: () => arranging.arrange({ anew: true }),
    followWidth() {
      navigation.note({ camera: null });
      store.set(measureWindow(store.state));
      if (store.state.detailKey === detailKey(store.state)) void arranging.arrange();
      else void loading.graph();
    },
    dismissRuns: () => store.set({ runs: { ...store.state.runs, ended: [] } }),
    choosePath(pathIndex) {
      store.set({ pathIndex });
      asking.foldAsWanted();
    },
    showLocation(name, hostIds) {
      const node = folding.seekLocation(name, hostIds);
      if (node) sight.show(node.id);
    },
    groupAsBefore() {
      const { groupedFor } = store.state;
      if (groupedFor) go({ ...groupedFor.before, selected: null }, true);
    },
    rereadVerdict() {
      const { verdict: _outdated, ...answers } = store.state.answers;
      store.set({ answers });
      asking.ask();
    },
    beginPath(from) {
      go({ from }, true);
      store.set({ awaitsEnd: store.state.place.to === null });
    },
    fail(failing) {
      const { place, picture } = store.state;
      const isNew = place.root === null && picture !== undefined && failing.length > 0;
      go({ failing, ...(isNew && { root: usualRoot(picture, failing) }) }, true);
    },
  };
}
