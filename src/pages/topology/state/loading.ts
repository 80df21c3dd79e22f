// Loads the graph, the VLANs, and the lists in the page's header. A newer request for the graph cancels an older one.
import { PageNetworkRowsDocument, PageStartDocument, PageVlansDocument } from '../../../generated/page-operations';
import { Refusal } from '../../kit/ask';
import { ask } from '../../kit/ask-as-of';
import { loadScene } from './load-scene';
import { detailKey, windowRoom } from './detail';
import { isId, journeyKey, sceneKeyOf } from './place';
import type { Present } from './present';
import { findClosedBoxes, findRoom } from './saved-view-place';
import { currentTopology, currentScene, type Start, type Store, type TopologyRow } from './store';

export interface Loading {
  start(): Promise<void>;
  graph(): Promise<void>;
  vlans(): Promise<void>;
  /** Reads newly created snapshots, networks and tags. Deleted ones are noticed when the graph is loaded. */
  choices(): Promise<void>;
}

interface LoadingEvents {
  onStart(start: Start): void;
  onGraph(): Promise<void>;
  onGone(row: TopologyRow): void;
  readonly present: Present;
}

async function readStart(): Promise<Start> {
  const { snapshots, topologies, ...start } = await ask(PageStartDocument, {});
  return { ...start, topologies: { ...topologies, nodes: [...topologies.nodes, ...snapshots.nodes.toReversed()] } };
}

const retryMs = 3_000;
const isAway = (error: unknown): boolean => error instanceof Refusal && error.code === 'unreachable';

export function createLoading(store: Store, { onStart, onGraph, onGone, present }: LoadingEvents): Loading {
  let newest: AbortController | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const showFailure = (error: unknown, again: () => Promise<void>): void => {
    store.set({ isLoading: false, problem: errorText(error) });
    if (isAway(error)) retry = setTimeout(() => void again(), retryMs);
  };

  /** Requests the graph before anything else, if the URL says which one. */
  const expectGraph = (): void => {
    const { topologyId, savedId, at } = store.state.place;
    if (topologyId !== null && isId(topologyId) && savedId === null && at === null)
      present.expect(currentScene(store.state).graph);
  };

  const start = async (): Promise<void> => {
    expectGraph();
    try {
      const answer = await readStart();
      store.set({ start: answer, problem: null });
      onStart(answer);
    } catch (error) {
      showFailure(error, start);
    }
  };

  const graph = async (): Promise<void> => {
    newest?.abort();
    clearTimeout(retry);
    const controller = (newest = new AbortController());
    const { place } = store.state;
    const row = currentTopology(store.state);
    if (!row || currentScene(store.state).at !== null) present.leave();
    if (!row)
      return store.set({
        ...{ picture: undefined, drawing: undefined, difference: undefined, supposition: undefined },
        ...{ sceneKey: '', answers: {} },
        isLoading: false,
      });
    const startedAt = performance.now();
    if (store.state.sceneKey !== sceneKeyOf(place))
      store.set({ room: findRoom(store.state, windowRoom()), answers: {} });
    store.set({ isLoading: true, detailKey: detailKey(store.state) });
    try {
      const { effectiveStaleAfterHours } = row.network;
      const { room } = store.state;
      const drawsFolds = (nodes: number) => place.groupBy !== null || nodes > room.foldAbove;
      const scene = currentScene(store.state);
      const reading = { effectiveStaleAfterHours, drawsFolds, present: present.graph };
      const loadedScene = await loadScene(scene, place, reading, controller.signal);
      const { nodes } = loadedScene.picture!;
      const hasRows = nodes.size > 0 || (await networkHasRows(row.networkId, controller.signal));
      performance.measure('netloom answer', { start: startedAt });
      const isOther = store.state.sceneKey !== sceneKeyOf(place);
      store.set({
        ...loadedScene,
        hasRows,
        journey: journeyKey(place),
        sceneKey: sceneKeyOf(place),
        version: store.state.version + 1,
        loadedAt: Date.now(),
        isLoading: false,
        problem: null,
        ...(isOther && { closed: findClosedBoxes({ ...store.state, ...loadedScene }), drawing: undefined }),
      });
      await onGraph();
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof Refusal && error.isGone) return onGone(row);
      showFailure(error, graph);
    }
  };

  return { start, graph, vlans: createVlanLoading(store), choices: createChoicesLoading(store) };
}

/** Reads the lists in the page's header again. If the request fails, a notice says why. */
function createChoicesLoading(store: Store): () => Promise<void> {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let shownProblem = '';
  const choices = async (): Promise<void> => {
    clearTimeout(retry);
    try {
      const answer = await readStart();
      if (currentTopology({ ...store.state, start: answer })) store.set({ start: answer });
      if (shownProblem !== '' && store.state.notice === shownProblem) store.set({ notice: '' });
      shownProblem = '';
    } catch (error) {
      store.set({ notice: (shownProblem = errorText(error)) });
      if (isAway(error)) retry = setTimeout(() => void choices(), retryMs);
    }
  };
  return choices;
}

function createVlanLoading(store: Store): () => Promise<void> {
  let retry: ReturnType<typeof setTimeout> | undefined;
  const vlans = async (): Promise<void> => {
    clearTimeout(retry);
    const networkId = currentTopology(store.state)?.networkId;
    if (networkId === undefined) return;
    const { at } = currentScene(store.state);
    const isWanted = () => currentTopology(store.state)?.networkId === networkId && currentScene(store.state).at === at;
    try {
      const answer = await ask(PageVlansDocument, { networkId }, { at });
      if (isWanted()) store.set({ vlans: answer.vlans.nodes, vlansProblem: null });
    } catch (error) {
      // If the network was deleted, the request for the graph reports the error, so this request reports none.
      if (!isWanted() || (error instanceof Refusal && error.isGone)) return;
      store.set({ vlansProblem: errorText(error) });
      if (isAway(error)) retry = setTimeout(() => void vlans(), retryMs);
    }
  };
  return vlans;
}

/** Whether the network has rows besides the two subnets with which every network starts. */
async function networkHasRows(networkId: string, signal: AbortSignal): Promise<boolean> {
  const rows = await ask(PageNetworkRowsDocument, { networkId }, { signal });
  return Object.values(rows).some(({ totalCount }) => totalCount > 0);
}

export const redirectToSignIn = (): void =>
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);

/** The message for an error. If the session has ended, also redirects to the sign-in page. */
export function errorText(error: unknown): string {
  if (error instanceof Refusal && error.isSignedOut) redirectToSignIn();
  return error instanceof Error ? error.message : String(error);
}
