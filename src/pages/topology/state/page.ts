// The page's life: it starts, follows its address, loads graphs, hears of changes, and asks what it is asked.
import { PageStartDocument, PageVlansDocument } from '../../../generated/page-operations';
import { ask, Refusal, signOut } from '../api/ask';
import { listenForChanges } from '../api/changes';
import type { Canvas } from '../drawing/canvas';
import { absenceOf } from '../graph/difference';
import { askQuestions, type Scene } from './answers';
import { createArranging, type Arranging } from './arranging';
import { loadScene } from './load-scene';
import {
  filters,
  isJourney,
  isOtherTime,
  readPlace,
  sceneKeyOf,
  withoutQuestions,
  writePlace,
  type Place,
} from './place';
import { createStore, withoutRow, type Store, type TopologyRow } from './store';

export interface Page extends Pick<Arranging, 'move'> {
  readonly store: Store;
  start(): Promise<void>;
  /** Changes the address and all that follows from it; `remembers` adds an entry that the back button leads to. */
  go(change: Partial<Place>, remembers?: boolean): void;
  openTopology(topologyId: string): void;
  /** Shows the network as of another instant, or compares it with another; both are of the live topology. */
  travel(change: Partial<Pick<Place, 'at' | 'since'>>): void;
  toggle(boxId: string): void;
  closeAll(isClosed: boolean): void;
  layOutAgain(): Promise<void>;
  choosePath(index: number): void;
  notice(text: string): void;
  /** Brings a node into sight; closed boxes around it open. */
  reveal(id: string): void;
  /** Hands over the surface that things are drawn on, as far as others need it. */
  attach(surface: Surface | undefined): void;
  readonly surface: Surface | undefined;
  scene(): Scene;
  /** The instant that a node is known at: of what has gone since, the one before. */
  instantOf(id: string): string | null;
  /** Of a node that the compared instant has and the shown one has not: why; empty of all others. */
  absenceOf(id: string): string;
  /** What to tell about a failed question; leaves for the sign-in page when the session is over. */
  wordsFor(error: unknown): string;
  leave(): Promise<void>;
}

export type Surface = Pick<Canvas, 'reveal' | 'fit' | 'picture'>;

const signInPage = () => `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
const retryMs = 3_000;

export function createPage(): Page {
  const store = createStore();
  const arranging = createArranging(store);
  let stopListening = () => undefined as void;
  let listensTo: string | undefined;
  let loading: AbortController | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const wordsFor = (error: unknown): string => {
    if (error instanceof Refusal && error.isSignedOut) location.replace(signInPage());
    return error instanceof Error ? error.message : String(error);
  };
  const scene = (): Scene => {
    const { topologyId, view, at } = store.state.place;
    // What is told beside a pinned picture is of the same instant.
    return { graph: { id: topologyId!, view }, at: at ?? currentRow()?.snapshot?.takenAt ?? null };
  };
  const currentRow = (): TopologyRow | undefined =>
    store.state.start?.topologies.nodes.find(({ id }) => id === store.state.place.topologyId);

  const askAnew = (): void => {
    const { place, version, asked, picture, sceneKey } = store.state;
    if (!picture || sceneKey !== sceneKeyOf(place)) return;
    askQuestions(
      { ...scene(), absenceOf: page.absenceOf },
      place,
      version,
      asked,
      (kind, answer) => store.set({ asked: { ...store.state.asked, [kind]: answer } }),
      wordsFor,
    );
  };

  const loadGraph = async (): Promise<void> => {
    loading?.abort();
    clearTimeout(retry);
    const own = (loading = new AbortController());
    const { place } = store.state;
    const row = currentRow();
    if (!row)
      return store.set({ picture: undefined, drawn: undefined, difference: undefined, sceneKey: '', asked: {} });
    const startedAt = performance.now();
    store.set({ isLoading: true });
    try {
      const loaded = await loadScene(scene(), place.since, row.network.effectiveStaleAfterHours, own.signal);
      performance.measure('netloom answer', { start: startedAt });
      const isOther = store.state.sceneKey !== sceneKeyOf(place);
      store.set({
        ...loaded,
        journey: [place.at, place.since].filter(Boolean).join(' '),
        sceneKey: sceneKeyOf(place),
        version: store.state.version + 1,
        loadedAt: Date.now(),
        isLoading: false,
        problem: null,
        ...(isOther && { closed: new Map(), drawn: undefined }),
      });
      await arranging.arrange();
      askAnew();
    } catch (error) {
      if (own.signal.aborted) return;
      if (error instanceof Refusal && error.isGone) return lose(row);
      store.set({ isLoading: false, problem: wordsFor(error) });
      if (error instanceof Refusal && error.code === 'unreachable') retry = setTimeout(() => void loadGraph(), retryMs);
    }
  };

  const loadVlans = async (networkId: string): Promise<void> => {
    try {
      const { vlans } = await ask(PageVlansDocument, { networkId }, { at: scene().at });
      if (currentRow()?.networkId === networkId) store.set({ vlans: vlans.nodes });
    } catch (error) {
      // Of what is gone the graph tells.
      if (error instanceof Refusal && error.isGone) return;
      store.set({ problem: wordsFor(error) });
    }
  };

  /** Snapshots and networks that came meanwhile; of what is gone the graph tells. */
  const loadTopologies = async (): Promise<void> => {
    try {
      const start = await ask(PageStartDocument, {});
      if (start.topologies.nodes.some(({ id }) => id === store.state.place.topologyId)) store.set({ start });
    } catch (error) {
      store.set({ notice: wordsFor(error) });
    }
  };

  /** Only while somebody looks, and only to what lives: the past does not change. */
  const listen = (): void => {
    const row = currentRow();
    const networkId =
      row && !row.snapshotId && store.state.place.at === null && !document.hidden ? row.networkId : undefined;
    if (networkId === listensTo) return;
    stopListening();
    listensTo = networkId;
    if (networkId === undefined) return;
    stopListening = listenForChanges(networkId, {
      onChange: () => {
        void loadGraph();
        void loadVlans(networkId);
      },
      onState: (live, problem = '') =>
        store.set({ live, liveProblem: live === 'connecting' ? store.state.liveProblem : problem }),
      onSignedOut: () => location.replace(signInPage()),
      onGone: () => lose(row!),
    });
  };

  /** Of a network that is gone, or of a snapshot, nothing more is drawn, asked or awaited. */
  const lose = (row: TopologyRow): void => {
    store.set({ start: withoutRow(store.state.start!, row), gone: row.network.name, problem: null });
    follow({ ...store.state.place, topologyId: null });
  };

  /** Does what a new address asks for. */
  const follow = (before: Place): void => {
    const { place } = store.state;
    const row = currentRow();
    document.title = `${row?.network.name ?? 'Topology'} – Netloom`;
    if (before.topologyId !== place.topologyId || before.view !== place.view || isOtherTime(before, place)) {
      store.set({ notice: '' });
      if (row && (before.topologyId !== place.topologyId || before.at !== place.at)) {
        store.set({ vlans: [] });
        void loadVlans(row.networkId);
      }
      void loadGraph();
      listen();
      return;
    }
    if (filters.some((name) => before[name] !== place[name])) void arranging.arrange();
    askAnew();
  };

  const setPlace = (place: Place): void => {
    const before = store.state.place;
    store.set({ place, pathIndex: 0 });
    follow(before);
  };

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
    get surface() {
      return surface;
    },
    attach: (given) => void (surface = given),
    reveal: (id) => void reveal(id),
    scene,
    instantOf(id) {
      const { difference } = store.state;
      const type = difference?.typeOf.get(id);
      if (difference && type === 'Removed') return difference.from;
      // Compared with a later instant, what is new is known only then.
      return difference && type === 'Added' && scene().at !== null ? difference.to : scene().at;
    },
    absenceOf: (id) => absenceOf(store.state.difference, store.state.place, id),
    wordsFor,
    move: arranging.move,
    async start() {
      try {
        const start = await ask(PageStartDocument, {});
        const rows = start.topologies.nodes;
        const given = store.state.place;
        const first = rows.find(({ id }) => id === given.topologyId) ?? rows.find((row) => !row.snapshotId) ?? rows[0];
        store.set({ start, ...(!first && { isLoading: false }) });
        if (!first) return;
        const isGone = given.topologyId !== null && given.topologyId !== first.id;
        const place = { ...given, topologyId: first.id };
        history.replaceState(null, '', writePlace(place));
        store.set({ place });
        follow({ ...place, topologyId: null });
        if (isGone) store.set({ notice: 'The topology in the address does not exist, or not for you.' });
      } catch (error) {
        store.set({ isLoading: false, problem: wordsFor(error) });
      }
    },
    go(change, remembers = false) {
      const place = { ...store.state.place, ...change };
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
    toggle(boxId) {
      const { drawn, closed } = store.state;
      if (!drawn) return;
      store.set({ closed: new Map([...closed, [boxId, !drawn.shown.isClosed.has(boxId)]]) });
      void arranging.arrange();
    },
    closeAll(isClosed) {
      const boxes = store.state.picture?.boxes ?? [];
      const concerned = boxes.filter(({ parentId }) => !isClosed || parentId === null);
      store.set({ closed: new Map(concerned.map(({ id }) => [id, isClosed])) });
      void arranging.arrange({ anew: true });
    },
    layOutAgain: () => arranging.arrange({ anew: true }),
    choosePath: (pathIndex) => store.set({ pathIndex }),
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
  document.addEventListener('visibilitychange', () => {
    listen();
    // What happened unseen is read at once.
    if (document.hidden || !store.state.picture) return;
    void loadGraph();
    void loadTopologies();
  });
  return page;
}
