// Keeps a live graph by a subscription while the page is visible.
import type { LiveState } from '../../kit/live';
import { listenForGraph } from '../api/changes';
import { Refusal } from '../../kit/ask';
import { LiveGraph } from '../api/live-graph';
import type { PageGraph } from '../graph/picture';
import type { Scene } from './place';

interface PresentListener {
  /** Called when the graph has changed since the last `graph` call. */
  onChange(): void;
  onState(state: LiveState, problem?: string): void;
  onSignedOut(): void;
  onGone(): void;
}
export interface Present {
  /** Starts the subscription early, while other data is still loading. */
  expect(of: Scene['graph']): void;
  /** Resolves with the current graph; at first, waits for it. */
  graph(of: Scene['graph'], signal: AbortSignal): Promise<PageGraph>;
  /** Runs the subscription while the page is visible (`isSeen`), or while a caller waits for the graph. */
  follow(isSeen: boolean): void;
  /** Ends the subscription and forgets the graph. */
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
 * `listenTo` opens the subscription: `listenForGraph` for signed-in users, another function for visitors of a share.
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
        // The subscription retries by itself, but callers that wait for the first graph should be able to show the
        // error.
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
