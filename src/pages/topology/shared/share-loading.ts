// Loads the graph of a share: a live graph by a subscription, and the graph of a snapshot once.
import { Refusal } from '../../kit/ask';
import { freshnessJudge, readPicture } from '../graph/read-picture';
import { detailKey, windowRoom } from '../state/detail';
import { journeyKey, sceneKeyOf, type Place } from '../state/place';
import { createPresent, type Present } from '../state/present';
import { findClosedBoxes, findRoom } from '../state/saved-view-place';
import { currentTopology, currentScene, type Store } from '../state/store';
import type { Visit } from './visit';

export interface ShareLoading {
  /** Sets the shared views. Must be called first. */
  begin(views: readonly Place['view'][]): void;
  /** Loads the graph that the URL names. A newer call cancels an older one. */
  graph(): Promise<void>;
  /** Ends the subscription. */
  leave(): void;
}

interface Events {
  /** Called when a request is refused. Returns true if the page already shows why. */
  onRefusal(refusal: Refusal): boolean;
  onChange(): void;
  onGraph(): Promise<void>;
}

export function createShareLoading(store: Store, visit: Visit, { onRefusal, onChange, onGraph }: Events): ShareLoading {
  let newest: AbortController | undefined;
  let views: readonly Place['view'][] = [];
  let present: Present | undefined;

  const follow = (): Present =>
    createPresent(
      {
        onChange,
        onState: (live, text = '') =>
          store.set({ live, liveProblem: live === 'connecting' ? store.state.liveProblem : text }),
        // For a share, the service reports an ended session or a deleted network as a refused request, so these
        // functions are never called.
        onSignedOut: () => undefined,
        onGone: () => undefined,
      },
      visit.listenTo(views, onRefusal),
    );

  const read = async (signal: AbortSignal) => {
    const { graph, at } = currentScene(store.state);
    if (at !== null) return visit.graph(graph, views, signal);
    if (!present) {
      present = follow();
      present.follow(!document.hidden);
    }
    return present.graph(graph, signal);
  };

  const graph = async (): Promise<void> => {
    newest?.abort();
    const { signal } = (newest = new AbortController());
    const { place } = store.state;
    const row = currentTopology(store.state);
    if (!row) return;
    if (store.state.sceneKey !== sceneKeyOf(place)) store.set({ room: findRoom(store.state, windowRoom()) });
    store.set({ isLoading: true, detailKey: detailKey(store.state) });
    try {
      const { options, graph: answer } = await read(signal);
      const { at } = currentScene(store.state);
      const { room } = store.state;
      const judge = freshnessJudge(row.network.effectiveStaleAfterHours, at === null ? Date.now() : Date.parse(at));
      const drawsFolds = (nodes: number) => place.groupBy !== null || nodes > room.foldAbove;
      const isOther = store.state.sceneKey !== sceneKeyOf(place);
      store.set({
        ...{ options, picture: readPicture(answer, place.view, judge, drawsFolds), difference: undefined },
        ...{ journey: journeyKey(place), sceneKey: sceneKeyOf(place), version: store.state.version + 1 },
        ...{ loadedAt: Date.now(), isLoading: false, problem: null },
        ...(isOther && { closed: findClosedBoxes(store.state), drawing: undefined }),
      });
      await onGraph();
    } catch (error) {
      if (signal.aborted || (error instanceof Refusal && onRefusal(error))) return;
      store.set({ isLoading: false, problem: error instanceof Error ? error.message : String(error) });
    }
  };

  document.addEventListener('visibilitychange', () => present?.follow(!document.hidden));
  return {
    begin(sharedViews) {
      present?.leave();
      present = undefined;
      views = sharedViews;
      void graph();
    },
    graph,
    leave() {
      newest?.abort();
      present?.leave();
      present = undefined;
    },
  };
}
