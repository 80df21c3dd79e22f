// Streams changes of a graph and progress of discoveries. An interrupted stream is opened again.
import {
  PageLiveGraphDocument,
  type PageLiveGraphSubscriptionVariables,
  PageRunProgressDocument,
  type PageRunProgressSubscription,
  type TypedDocumentString,
} from '../../../generated/page-operations';
import { openStream, Refusal, resultOf, type Answer } from '../../kit/ask';
import { pause } from '../../kit/timing';
import type { LiveGraph } from './live-graph';
import { listenOverSocket, NoSocket } from './socket';

export type LiveState = 'connecting' | 'live' | 'interrupted';

interface Listener {
  onState(state: LiveState, problem?: string): void;
  onSignedOut(): void;
  /** Called when the network is deleted or out of reach. */
  onGone(): void;
}
interface StreamListener<Event> extends Listener {
  /** Called when events begin to arrive. After an interruption some may have been missed. */
  onOpen?(): void;
  onEvent(event: Event): void;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

type Graph = Omit<PageLiveGraphSubscriptionVariables, 'since'>;

/**
 * Listens until the returned function is called. After an interruption it continues from the cursor of `graph`.
 * `onGraph` is called when the graph has changed.
 */
export const listenForGraph = (
  query: Graph,
  graph: LiveGraph,
  listener: Listener & { onGraph(): void },
): (() => void) =>
  listen(PageLiveGraphDocument, () => ({ ...query, since: graph.cursor }), {
    ...listener,
    onEvent({ topologyGraphChanges: event }) {
      if (graph.receive(event)) listener.onGraph();
    },
  });

/** Like `listenForGraph`, for discovery runs: each event has the state of one run. */
export const listenForRuns = (
  networkId: string,
  listener: StreamListener<PageRunProgressSubscription['discoveryProgress']>,
): (() => void) =>
  listen(PageRunProgressDocument, () => ({ networkId }), {
    ...listener,
    onEvent: ({ discoveryProgress }) => listener.onEvent(discoveryProgress),
  });

/** Listens until the returned function is called. `variables` is called each time that the stream is opened. */
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
    const onOpen = () => {
      listener.onState('live');
      listener.onOpen?.();
      pauseMs = firstPauseMs;
    };
    try {
      for await (const event of eventsOf(document, variables(), onOpen, stopped)) listener.onEvent(event);
      if (stopped.aborted) return;
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

/** Events over the shared WebSocket; if no WebSocket can be opened, over an event stream of its own. */
async function* eventsOf<Event, Variables>(
  document: TypedDocumentString<Event, Variables>,
  variables: Variables,
  onOpen: () => void,
  stopped: AbortSignal,
): AsyncGenerator<Event> {
  try {
    return yield* listenOverSocket(document, variables, onOpen, stopped);
  } catch (error) {
    if (!(error instanceof NoSocket) || stopped.aborted) throw error;
  }
  const body = await openStream(document, variables, stopped);
  onOpen();
  for await (const { name, data } of messagesOf(body))
    if (name === 'next') yield resultOf(JSON.parse(data) as Answer<Event>);
}

async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ name: string; data: string }> {
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
