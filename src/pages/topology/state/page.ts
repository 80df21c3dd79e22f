// The page's life: it starts, follows its address, loads graphs, receives changes, and sends the selected questions.
import { signOut } from '../../kit/ask';
import { absenceOf } from '../graph/difference';
import { isFoldedUp } from '../graph/folds';
import { usualRoot } from '../graph/usual-root';
import { createAliases } from './aliases';
import { askQuestions } from './answers';
import { createArranging, type Arranging } from './arranging';
import { detailKey, windowRoom } from './detail';
import { createFolding, type Folding } from './folding';
import { createListening } from './listening';
import { createLoading, wordsFor } from './loading';
import { newTagsIn } from './new-tags';
import { paced } from '../../kit/timing';
import {
  filters,
  isJourney,
  isOtherTime,
  readPlace,
  sceneKeyOf,
  withoutQuestions,
  writePlace,
  type Place,
  type Scene,
} from './place';
import { roomIn } from './saved-view-place';
import { createSavedViews, type SavedViews } from './saved-views';
import { createStore, currentTopology, sceneOf, withoutRow, type Start, type Store, type TopologyRow } from './store';
import type { Surface } from './surface';

export interface Page extends Pick<Arranging, 'move'>, Pick<Folding, 'foldBack' | 'bring'> {
  readonly store: Store;
  readonly savedViews: SavedViews;
  start(): Promise<void>;
  /** Changes the address and all that follows from it; `remembers` adds an entry that the back button leads to. */
  go(change: Partial<Place>, remembers?: boolean): void;
  openTopology(topologyId: string): void;
  /** Shows the network as of another instant, or compares it with another; both are of the live topology. */
  travel(change: Partial<Pick<Place, 'at' | 'since'>>): void;
  /** Who is about to choose finds what came meanwhile: snapshots, networks, tags. */
  readChoices(): void;
  /** Asks for the picture as it is now: something was changed here. */
  refresh(): void;
  /** Opens or closes a box or fold. */
  toggle(boxId: string): void;
  closeAll(isClosed: boolean): void;
  layOutAgain(): Promise<void>;
  choosePath(index: number): void;
  /** The node that is selected next is where the path leads. */
  beginPath(from: string): void;
  /** Where it is seen from is chosen too, as long as the reader has not. */
  fail(ids: readonly string[]): void;
  /** The ends of discoveries are read. */
  dismissRuns(): void;
  notice(text: string): void;
  /** Selects a node and brings it into sight: closed boxes around it open, and what is folded is shown. Rows are the same as their nodes. */
  show(id: string): void;
  /** Brings a node into sight. */
  reveal(id: string): void;
  /** Hands over the surface that things are drawn on, as far as others need it. */
  attach(surface: Surface | undefined): void;
  readonly surface: Surface | undefined;
  scene(): Scene;
  /** The instant that a node is known at: of what has gone since, the one before. */
  instantOf(id: string): string | null;
  /** Of a node that the compared instant has and the shown one has not: why; empty of all others. */
  absenceOf(id: string): string;
  /** The message for a failed question; leaves for the sign-in page when the session is over. */
  wordsFor(error: unknown): string;
  leave(): Promise<void>;
}

/** Of changes that come one after another, only so many are drawn: each costs requests of the reader's own limit. */
const leastRefreshMs = 2_000;
const leastChoicesMs = 5_000;

export function createPage(): Page {
  const store = createStore();
  const arranging = createArranging(store);
  const hasNewTags = newTagsIn(store);

  const scene = (): Scene => sceneOf(store.state);
  const currentRow = (): TopologyRow | undefined => currentTopology(store.state);

  /** What questions name and answer is shown, also where it is folded. */
  const foldAsWanted = (): void => {
    const { state } = store;
    if (state.sceneKey === sceneKeyOf(state.place) && state.detailKey !== detailKey(state)) void loading.graph();
  };

  const askAnew = (): void => {
    const { place, version, asked, picture, sceneKey } = store.state;
    if (!picture || sceneKey !== sceneKeyOf(place)) return;
    askQuestions(
      { ...scene(), absenceOf: page.absenceOf },
      place,
      version,
      asked,
      (kind, answer) => {
        store.set({ asked: { ...store.state.asked, [kind]: answer } });
        foldAsWanted();
      },
      wordsFor,
    );
  };

  const listening = createListening(store, {
    onChange: () => redraw(),
    onRunEnd: () => refresh(),
    onGone: (row) => lose(row),
    wordsFor,
  });
  const loading = createLoading(store, {
    present: listening.present,
    onStart: (start) => void afterView(() => settle(start)),
    async onGraph() {
      await arranging.arrange();
      askAnew();
      if (hasNewTags()) readChoices();
      void followAliases();
      // What is in no fold either is not in the view.
      const node = folding.found();
      if (node) page.show(node.id);
    },
    onGone: (row) => lose(row),
  });

  /** Draws the graph as it has been sent meanwhile. */
  const redraw = paced(() => {
    if (!listening.isLive) return;
    void loading.graph();
    // What a VLAN consists of is marked in the picture.
    if (store.state.place.vlanId) void loading.vlans();
  }, leastRefreshMs);

  const refresh = paced(() => {
    if (!listening.isLive) return;
    void loading.graph();
    readChoices();
  }, leastRefreshMs);

  /** What there is to choose from. */
  const readChoices = paced(() => {
    void loading.choices();
    if (currentRow()) void loading.vlans();
  }, leastChoicesMs);

  /** Of a network that is gone, or of a snapshot, nothing more is drawn, asked or awaited. */
  const lose = (row: TopologyRow): void => {
    store.set({
      start: withoutRow(store.state.start!, row),
      gone: row.network.name,
      problem: null,
      vlansProblem: null,
    });
    follow({ ...store.state.place, topologyId: null });
  };

  /** Does what a new address asks for. */
  const follow = (before: Place): void => {
    if (savedViews.isAwaited()) return void afterView(() => follow(before));
    const { place } = store.state;
    const row = currentRow();
    document.title = `${row?.network.name ?? 'Topology'} – Netloom`;
    if (before.topologyId !== place.topologyId || before.view !== place.view || isOtherTime(before, place)) {
      store.set({ notice: '' });
      // What is waited for is asked for first.
      void loading.graph();
      if (row && (before.topologyId !== place.topologyId || before.at !== place.at)) {
        store.set({ vlans: [], vlansProblem: null });
        void loading.vlans();
      }
      return;
    }
    const isElsewhere = before.savedId !== place.savedId;
    if (isElsewhere) store.set({ room: roomIn(store.state, windowRoom()) });
    if (isElsewhere || filters.some((name) => before[name] !== place[name])) void arranging.arrange();
    askAnew();
    foldAsWanted();
  };

  const savedViews = createSavedViews(store, {
    go: (change, remembers) => page.go(change, remembers),
    arrange: () => void arranging.arrange(),
    notice: (text) => page.notice(text),
    camera: () => surface?.camera() ?? null,
  });
  /** Once the saved view in the address is read; why it cannot be is said of what is shown instead. */
  const afterView = async (next: () => void): Promise<void> => {
    const problem = await savedViews.resolve();
    next();
    if (problem) store.set({ notice: problem });
  };

  /** Goes to the topology of the address, or to one that there is. */
  const settle = ({ topologies: { nodes: rows } }: Start): void => {
    const given = store.state.place;
    const first = rows.find(({ id }) => id === given.topologyId) ?? rows.find((row) => !row.snapshotId) ?? rows[0];
    if (!first) return store.set({ isLoading: false });
    const isGone = given.topologyId !== null && given.topologyId !== first.id;
    const place = { ...given, topologyId: first.id };
    history.replaceState(null, '', writePlace(place));
    store.set({ place });
    follow({ ...place, topologyId: null });
    if (isGone) store.set({ notice: 'The topology in the address does not exist, or not for you.' });
  };

  const setPlace = (place: Place): void => {
    const before = store.state.place;
    store.set({ place, pathIndex: 0 });
    follow(before);
  };

  const folding = createFolding(
    store,
    (change, remembers) => page.go(change, remembers),
    (text) => page.notice(text),
  );

  const followAliases = createAliases(store, {
    go: (change) => page.go(change),
    show: (id) => page.show(id),
  });

  let surface: Surface | undefined;
  const reveal = async (id: string): Promise<void> => {
    const { picture, drawn, closed } = store.state;
    const around: string[] = [];
    for (let at = picture?.nodes.get(id)?.parentId ?? null; at !== null; at = picture?.nodes.get(at)?.parentId ?? null)
      if (drawn?.shown.isClosed.has(at)) around.push(at);
    if (around.length > 0) {
      store.set({ closed: new Map([...closed, ...around.map((box) => [box, false] as const)]) });
      await arranging.arrange();
    }
    surface?.reveal(id);
  };

  const page: Page = {
    store,
    savedViews,
    get surface() {
      return surface;
    },
    attach: (given) => void (surface = given),
    reveal: (id) => void reveal(id),
    show(id) {
      const node = folding.nodeNamed(id);
      if (!node) return folding.seek(id);
      page.go({ selected: node.id });
      void reveal(node.id);
    },
    scene,
    instantOf(id) {
      const { difference } = store.state;
      const type = difference?.typeOf.get(id);
      if (difference && type === 'Removed') return difference.from;
      // Compared with a later instant, added nodes exist only then.
      return difference && type === 'Added' && scene().at !== null ? difference.to : scene().at;
    },
    absenceOf: (id) => absenceOf(store.state.difference, store.state.place, id),
    wordsFor,
    move: arranging.move,
    start: loading.start,
    go(change, remembers = false) {
      const { place: before, awaitsEnd, picture } = store.state;
      const { selected } = change;
      // A fold is opened on the way to what is in it.
      const isChosen = selected != null && picture?.nodes.get(selected)?.kind !== 'Fold';
      const isEnd = awaitsEnd && isChosen && selected !== before.from;
      const isOver = isEnd || selected === null || ['from', 'to', 'view', 'topologyId'].some((name) => name in change);
      if (awaitsEnd && isOver) store.set({ awaitsEnd: false });
      const place = { ...before, ...change, ...(isEnd && { to: selected }) };
      const address = writePlace(place);
      if (address === location.search) return;
      if (remembers) history.pushState(null, '', address);
      else history.replaceState(null, '', address);
      setPlace(place);
    },
    openTopology(topologyId) {
      const row = store.state.start?.topologies.nodes.find(({ id }) => id === topologyId);
      const isSameNetwork = row?.networkId === currentRow()?.networkId;
      page.go(
        { ...withoutQuestions, at: null, since: null, topologyId, ...(!isSameNetwork && { vlanId: null }) },
        true,
      );
    },
    travel(change) {
      const { place, start } = store.state;
      const row = currentRow();
      const live = start?.topologies.nodes.find((one) => one.networkId === row?.networkId && !one.snapshotId);
      const topologyId = live?.id ?? place.topologyId;
      const next = { at: scene().at, since: place.since, ...change };
      // Within the past each step takes the place of the one before, so that one step back leads out of it.
      page.go({ ...next, topologyId }, topologyId !== place.topologyId || isJourney(next) !== isJourney(place));
    },
    readChoices,
    refresh,
    toggle(boxId) {
      const { drawn, closed, picture } = store.state;
      const box = picture?.nodes.get(boxId);
      if (!drawn || box?.shape !== 'box') return;
      const isClosed = drawn.shown.isClosed.has(boxId);
      if (box.kind === 'Fold' && box.fold?.isExpanded && !isClosed) return folding.fold(box.fold.id);
      // What the service has folded is open when it comes.
      store.set({ closed: new Map([...closed, [boxId, !isClosed]]) });
      if (isFoldedUp(box)) folding.unfold(box.fold!.id);
      else void arranging.arrange();
    },
    foldBack: folding.foldBack,
    bring: folding.bring,
    closeAll(isClosed) {
      const boxes = store.state.picture?.boxes ?? [];
      if (!isClosed) folding.unfoldAll();
      const concerned = boxes.filter(({ parentId }) => !isClosed || parentId === null);
      store.set({ closed: new Map(concerned.map(({ id }) => [id, isClosed])) });
      void arranging.arrange({ anew: true });
    },
    layOutAgain: () => arranging.arrange({ anew: true }),
    dismissRuns: () => store.set({ runs: { ...store.state.runs, ended: [] } }),
    choosePath(pathIndex) {
      store.set({ pathIndex });
      foldAsWanted();
    },
    beginPath(from) {
      page.go({ from }, true);
      store.set({ awaitsEnd: store.state.place.to === null });
    },
    fail(failing) {
      const { place, picture } = store.state;
      const isNew = place.root === null && picture !== undefined && failing.length > 0;
      page.go({ failing, ...(isNew && { root: usualRoot(picture, failing) }) }, true);
    },
    notice: (notice) => store.set({ notice }),
    async leave() {
      try {
        await signOut();
        location.assign('/sign-in');
      } catch (error) {
        store.set({ problem: wordsFor(error) });
      }
    },
  };

  addEventListener('popstate', () => setPlace(readPlace(location.search)));
  // What changed unseen in the graph its stream says first of all.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && store.state.picture) readChoices();
  });
  return page;
}
