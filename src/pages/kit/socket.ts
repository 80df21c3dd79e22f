// The page's WebSocket connection (protocol graphql-ws), which all subscriptions share.
import { createClient, type Client } from 'graphql-ws';
import { Refusal, requireData, unreachable, type Answer, type Document } from './ask';

/** Thrown if no WebSocket can be opened, because the service is unavailable or a proxy blocks WebSockets. */
export class NoSocket extends Error {}

/** Milliseconds for which an unused WebSocket stays open, because the next subscription often begins soon. */
const lingerMs = 3_000;
/**
 * If a connection is neither open nor refused after this number of milliseconds, a proxy is assumed to block
 * WebSockets.
 */
const longestOpeningMs = 10_000;
const tooMany = 4429;
const notSignedIn = 4401;

interface Closed {
  readonly code: number;
  readonly reason: string;
}
const isClosed = (error: unknown): error is Closed => typeof (error as Partial<Closed>).code === 'number';

let client: Client | undefined;
let isGreeted = false;
/** For each started operation: the function to call once the service has acknowledged the subscription. */
const onListening = new Map<string, () => void>();
const ids = new WeakMap<object, string>();
let idCount = 0;

function connect(): Client {
  let opening: ReturnType<typeof setTimeout> | undefined;
  const connection = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    // Makes the service acknowledge each subscription, so that the page knows from when on it receives every change.
    connectionParams: { acknowledge: true },
    lazyCloseTimeout: lingerMs,
    // The callers retry themselves, because they continue from the cursor of the last event.
    retryAttempts: 0,
    generateID: (payload) => ids.get(payload)!,
    on: {
      connecting: () => {
        isGreeted = false;
        opening = setTimeout(() => connection.terminate(), longestOpeningMs);
      },
      connected: () => {
        isGreeted = true;
        clearTimeout(opening);
      },
      closed: () => clearTimeout(opening),
      ping: (_isReceived, payload) => onListening.get(String(payload?.subscribed))?.(),
    },
  });
  return connection;
}

/**
 * The events of a subscription, until it ends or the signal aborts. Throws a Refusal if the service rejects the
 * subscription, and NoSocket if no WebSocket can be opened.
 */
export async function* listenOverSocket<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
  onOpen: () => void,
  stopped: AbortSignal,
): AsyncGenerator<Result> {
  if (typeof WebSocket === 'undefined') throw new NoSocket();
  client ??= connect();
  const payload = { query: String(document), variables: variables as Record<string, unknown> };
  const id = String((idCount += 1));
  ids.set(payload, id);
  onListening.set(id, onOpen);
  const events = client.iterate(payload);
  const stop = () => void events.return?.();
  stopped.addEventListener('abort', stop);
  try {
    for await (const event of events) yield requireData(event as Answer<Result>);
  } catch (error) {
    throw toPageError(error);
  } finally {
    stopped.removeEventListener('abort', stop);
    onListening.delete(id);
    stop();
  }
}

/** Converts a close code or a subscription error to an error that pages can show. */
function toPageError(error: unknown): unknown {
  if (Array.isArray(error)) {
    try {
      return requireData({ errors: error as NonNullable<Answer<unknown>['errors']> });
    } catch (refusal) {
      return refusal;
    }
  }
  if (!isClosed(error)) return error;
  if (error.code === notSignedIn) return new Refusal('The session has ended.', error.reason, true);
  if (error.code === tooMany) return new Refusal('Too many requests.', error.reason);
  return isGreeted ? unreachable() : new NoSocket();
}
