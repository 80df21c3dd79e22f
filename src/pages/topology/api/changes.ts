// The streams of one network, of its changes and of its running discoveries: kept open, and opened again after a break.
import {
  PageChangesDocument,
  PageRunProgressDocument,
  type PageRunProgressSubscription,
  type TypedDocumentString,
} from '../../../generated/page-operations';
import { openStream, Refusal } from './ask';
import { pause } from './timing';

export type LiveState = 'connecting' | 'live' | 'interrupted';

interface Listener {
  onState(state: LiveState, problem?: string): void;
  onSignedOut(): void;
  /** The network is deleted or out of reach. */
  onGone(): void;
}
interface StreamListener<Event> extends Listener {
  /** From now on events come; after a break something may have been missed. */
  onOpen(isAgain: boolean): void;
  onEvent(event: Event | undefined): void;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Listens until the returned function is called. After a break something may have been missed, so that is a change. */
export const listenForChanges = (networkId: string, listener: Listener & { onChange(): void }): (() => void) =>
  listen(PageChangesDocument, networkId, {
    ...listener,
    onOpen: (isAgain) => isAgain && listener.onChange(),
    onEvent: () => listener.onChange(),
  });

/** The same for runs of discoveries: each event has the state of one. */
export const listenForRuns = (
  networkId: string,
  listener: StreamListener<PageRunProgressSubscription['discoveryProgress']>,
): (() => void) =>
  listen(PageRunProgressDocument, networkId, {
    ...listener,
    onEvent: (event) => listener.onEvent(event?.discoveryProgress),
  });

type NetworkStream<Event> = TypedDocumentString<Event, { networkId: string }>;

function listen<Event>(document: NetworkStream<Event>, networkId: string, listener: StreamListener<Event>): () => void {
  const stopped = new AbortController();
  void keepListening(document, networkId, listener, stopped.signal);
  return () => stopped.abort();
}

async function keepListening<Event>(
  document: NetworkStream<Event>,
  networkId: string,
  listener: StreamListener<Event>,
  stopped: AbortSignal,
): Promise<void> {
  let pauseMs = firstPauseMs;
  let hasHeard = false;
  while (!stopped.aborted) {
    listener.onState('connecting');
    try {
      const body = await openStream(document, { networkId }, stopped);
      listener.onState('live');
      listener.onOpen(hasHeard);
      hasHeard = true;
      pauseMs = firstPauseMs;
      for await (const { name, data } of eventsOf(body))
        if (name === 'next') listener.onEvent((JSON.parse(data) as { data?: Event | null }).data ?? undefined);
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
