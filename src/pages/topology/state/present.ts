// The live graph. The page subscribes to the graph while the page is visible, with the same folds as in the last
// request.
import type { LiveState } from '../../kit/live';
import { listenForGraph } from '../api/changes';
import { Refusal } from '../../kit/ask';
import { LiveGraph } from '../api/live-graph';
import type { PageGraph } from '../graph/picture';
import type { Scene } from './place';

interface PresentListener {
  /** Called when the graph has changed since `graph` last returned it. */
  onChange(): void;
  onState(state: LiveState, problem?: string): void;
  onSignedOut(): void;
  onGone(): void;
}
export interface Present {
  /** Subscribes to the graph early, before the other data of the page is loaded. */
  expect(of: Scene['graph']): void;
  /** Resolves with the current graph. The first call waits until the graph has arrived. */
  graph(of: Scene['graph'], signal: AbortSignal): Promise<PageGraph>;
  /**
   * Starts and stops the subscription. `isSeen` is whether the page is visible. The subscription runs only while the
   * page is visible, or while a caller waits for the graph.
   */
  follow(isSeen: boolean): void;
  /** Ends the subscription and discards the graph, which is no longer shown. */
  leave(): void;
}

interface Followed {
  readonly key: string;
  readonly of: Scene['graph'];
  readonly live: LiveGraph;
  stop?: (() => void) | undefined;
}
interface Waiting {
  resolve(graph: PageGraph): void;
  reject(error: unknown): void;
}

/**
 * Returns the live graph of a page. `listenTo` subscribes to it: the subscription of a share differs from that of a
 * user.
 */
export function createPresent(listener: PresentListener, listenTo: typeof listenForGraph = listenForGraph): Present {
  let current: Followed | undefined;
  let isSeen = true;
  const waiting = new Set<Waiting>();

  const stop = (): void => {
    current?.stop?.();
    if (current) current.stop = undefined;
  };
  const settle = (how: (one: Waiting) => void): boolean => {
    const all = [...waiting];
    waiting.clear();
    all.forEach(how);
    return all.length > 0;
  };

  const listen = (target: Followed): void => {
    target.stop = listenTo(target.of, target.live, {
      onGraph() {
        if (!settle(({ resolve }) => resolve(target.live.graph!))) listener.onChange();
        if (!isSeen) stop();
      },
      onState(state, problem) {
        listener.onState(state, problem);
        // The subscription is retried automatically. Callers that wait for the first graph get the error, so that they
        // can show it.
        if (problem !== undefined) settle(({ reject }) => reject(new Refusal(problem, 'interrupted')));
      },
      onSignedOut: listener.onSignedOut,
      onGone() {
        // The subscription has ended, so the next request starts a new one.
        if (current === target) current = undefined;
        listener.onGone();
      },
    });
  };
  const followedFor = (of: Scene['graph']): Followed => {
    const key = JSON.stringify(of);
    if (current?.key !== key) {
      stop();
      current = { key, of, live: new LiveGraph() };
    }
    return current;
  };

  return {
    expect(of) {
      const target = followedFor(of);
      if (!target.stop) listen(target);
    },
    graph: (of, signal) =>
      new Promise((resolve, reject) => {
        const target = followedFor(of);
        const { live } = target;
        // A graph that was already received is returned at once, because events of the subscription keep it up to date.
        if (live.graph) {
          if (isSeen && !target.stop) listen(target);
          return resolve(live.graph);
        }
        const waiter = { resolve, reject };
        waiting.add(waiter);
        signal.addEventListener('abort', () => waiting.delete(waiter) && reject(signal.reason as Error));
        if (!target.stop) listen(target);
      }),
    follow(isPageSeen) {
      isSeen = isPageSeen;
      if (!current) return;
      if (!isPageSeen && waiting.size === 0) stop();
      if (isPageSeen && !current.stop) listen(current);
    },
    leave() {
      stop();
      current = undefined;
    },
  };
}
