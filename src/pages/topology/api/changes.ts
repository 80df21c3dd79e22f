// The stream of changes of one network: kept open, opened again after a break, and closed while the page is hidden.
import { PageChangesDocument } from '../../../generated/page-operations';
import { openStream, Refusal } from './ask';
import { pause } from './timing';

export type LiveState = 'connecting' | 'live' | 'interrupted';

interface Listener {
  onChange(): void;
  onState(state: LiveState, problem?: string): void;
  onSignedOut(): void;
  /** The network is deleted or out of reach. */
  onGone(): void;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Listens until the returned function is called. After a break something may have been missed, so that is a change. */
export function listenForChanges(networkId: string, listener: Listener): () => void {
  const stopped = new AbortController();
  void keepListening(networkId, listener, stopped.signal);
  return () => stopped.abort();
}

async function keepListening(networkId: string, listener: Listener, stopped: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  let hasHeard = false;
  while (!stopped.aborted) {
    listener.onState('connecting');
    try {
      const body = await openStream(PageChangesDocument, { networkId }, stopped);
      listener.onState('live');
      if (hasHeard) listener.onChange();
      hasHeard = true;
      pauseMs = firstPauseMs;
      for await (const event of eventsOf(body)) if (event === 'next') listener.onChange();
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

/** The names of the events, one by one. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const name = /^event: ?(.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (name === 'complete') return;
      if (name) yield name;
    }
  }
}
