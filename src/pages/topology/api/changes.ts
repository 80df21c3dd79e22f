// The streams of what changes in a graph and of running discoveries: kept open, and opened again after a break.
import {
  PageChangesDocument,
  type PageChangesSubscriptionVariables,
  PageRunProgressDocument,
  type PageRunProgressSubscription,
  type TypedDocumentString,
} from '../../../generated/page-operations';
import { openStream, readEvent, Refusal } from '../../kit/ask';
import { pause } from '../../kit/timing';

export type LiveState = 'connecting' | 'live' | 'interrupted';

interface Listener {
  onState(state: LiveState, problem?: string): void;
  onSignedOut(): void;
  /** The network is deleted or out of reach. */
  onGone(): void;
}
interface StreamListener<Event> extends Listener {
  /** From now on events come; after a break something may have been missed. */
  onOpen?(): void;
  onEvent(event: Event): void;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** What is listened to; `since` is the cursor of the graph that is there, null of none. */
type LiveGraph = PageChangesSubscriptionVariables & { readonly since: string | null };

/**
 * Listens until the returned function is called, and goes on after a break from where it was. `onChange` is told the cursor
 * of a graph other than the one that was there.
 */
export function listenForChanges(
  graph: LiveGraph,
  listener: Listener & { onChange(cursor: string): void },
): () => void {
  let { since } = graph;
  return listen(PageChangesDocument, () => ({ ...graph, since }), {
    ...listener,
    onEvent({ topologyGraphChanges: { cursor } }) {
      // Of a graph that comes in parts only the last one says which it is.
      if (cursor === null || cursor === since) return;
      since = cursor;
      listener.onChange(cursor);
    },
  });
}

/** The same for runs of discoveries: each event has the state of one. */
export const listenForRuns = (
  networkId: string,
  listener: StreamListener<PageRunProgressSubscription['discoveryProgress']>,
): (() => void) =>
  listen(PageRunProgressDocument, () => ({ networkId }), {
    ...listener,
    onEvent: ({ discoveryProgress }) => listener.onEvent(discoveryProgress),
  });

/** The variables are read each time that the stream is opened. */
function listen<Event, Variables>(
  document: TypedDocumentString<Event, Variables>,
  variables: () => Variables,
  listener: StreamListener<Event>,
): () => void {
  const stopped = new AbortController();
  void keepListening(document, variables, listener, stopped.signal);
  return () => stopped.abort();
}

async function keepListening<Event, Variables>(
  document: TypedDocumentString<Event, Variables>,
  variables: () => Variables,
  listener: StreamListener<Event>,
  stopped: AbortSignal,
): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!stopped.aborted) {
    listener.onState('connecting');
    try {
      const body = await openStream(document, variables(), stopped);
      listener.onState('live');
      listener.onOpen?.();
      pauseMs = firstPauseMs;
      for await (const { name, data } of eventsOf(body)) if (name === 'next') listener.onEvent(readEvent(data));
      listener.onState('interrupted');
    } catch (error) {
      if (stopped.aborted) return;
      if (error instanceof Refusal && error.isSignedOut) return listener.onSignedOut();
      if (error instanceof Refusal && error.isGone) return listener.onGone();
      listener.onState('interrupted', error instanceof Error ? error.message : String(error));
    }
    await pause(pauseMs, stopped);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ name: string; data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = text.slice(0, end);
      const name = /^event: ?(.*)$/m.exec(event)?.[1];
      text = text.slice(end + 2);
      if (name === 'complete') return;
      if (name) yield { name, data: /^data: ?(.*)$/m.exec(event)?.[1] ?? '' };
    }
  }
}
