// Subscriptions of the pages. Events arrive over a WebSocket or an event stream, and an interrupted subscription is
// opened again.
import { openStream, Refusal, requireData, type Answer, type Document, type Send } from './ask';
import { listenOverSocket, NoSocket } from './socket';
import { pause } from './timing';

export type LiveState = 'connecting' | 'live' | 'interrupted';

export interface Listener {
  onState(state: LiveState, problem?: string): void;
  onSignedOut(): void;
  /** Called when the network of the subscription was deleted, or the user may no longer read the network. */
  onGone(): void;
}
export interface StreamListener<Event> extends Listener {
  /**
   * Called whenever the connection opens. After an interruption, events may have been missed, unless the subscription
   * continues from a cursor.
   */
  onOpen?(): void;
  onEvent(event: Event): void;
  /**
   * Called when the service rejects the subscription. Return true to end it. By default, the subscription ends only if
   * the session has ended or the network is gone, and is retried after any other error.
   */
  onRefusal?(refusal: Refusal): boolean;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * Subscribes until the returned function is called, and reconnects after interruptions. `variables` is called for each
 * connection. `send` opens an event stream instead of the WebSocket.
 */
export function listen<Event, Variables>(
  document: Document<Event, Variables>,
  variables: () => Variables,
  listener: StreamListener<Event>,
  send?: Send,
): () => void {
  const stopped = new AbortController();
  void keepListening(document, variables, listener, stopped.signal, send);
  return () => stopped.abort();
}

async function keepListening<Event, Variables>(
  document: Document<Event, Variables>,
  variables: () => Variables,
  listener: StreamListener<Event>,
  stopped: AbortSignal,
  send: Send | undefined,
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
      for await (const event of eventsOf(document, variables(), onOpen, stopped, send)) listener.onEvent(event);
      if (stopped.aborted) return;
      listener.onState('interrupted');
    } catch (error) {
      if (stopped.aborted) return;
      if (error instanceof Refusal && listener.onRefusal?.(error)) return;
      if (error instanceof Refusal && error.isSignedOut) return listener.onSignedOut();
      if (error instanceof Refusal && error.isGone) return listener.onGone();
      listener.onState('interrupted', error instanceof Error ? error.message : String(error));
    }
    await pause(pauseMs, stopped);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

/**
 * The events of a subscription over the shared WebSocket or, if no WebSocket can be opened, over a separate event
 * stream.
 */
async function* eventsOf<Event, Variables>(
  document: Document<Event, Variables>,
  variables: Variables,
  onOpen: () => void,
  stopped: AbortSignal,
  send: Send | undefined,
): AsyncGenerator<Event> {
  try {
    if (!send) return yield* listenOverSocket(document, variables, onOpen, stopped);
  } catch (error) {
    if (!(error instanceof NoSocket) || stopped.aborted) throw error;
  }
  const body = await openStream(document, variables, stopped, send);
  onOpen();
  for await (const { name, data } of messagesOf(body))
    if (name === 'next') yield requireData(JSON.parse(data) as Answer<Event>);
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
