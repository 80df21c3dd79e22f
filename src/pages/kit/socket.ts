// The page's WebSocket connection (protocol graphql-ws), which all subscriptions share.
import { createClient, type Client } from 'graphql-ws';
import { Refusal, requireData, unreachable, type Answer, type Document } from './ask';

/** Thrown if no WebSocket can be opened, because the service is unavailable or a proxy blocks WebSockets. */
export class NoSocket extends Error {}

/**
 * Milliseconds for which a WebSocket without subscriptions stays open, because the next subscription often begins
 * immediately.
 */
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
/** Whether the service has acknowledged the current connection (`connection_ack` of graphql-ws). */
let isGreeted = false;
/** By operation id: the function to call once the service has started the subscription. */
const onListening = new Map<string, () => void>();
/** The operation id of each subscription, by the payload object that is passed to the graphql-ws library. */
const ids = new WeakMap<object, string>();
let idCount = 0;

function connect(): Client {
  let opening: ReturnType<typeof setTimeout> | undefined;
  const connection = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    // The parameter makes the service acknowledge each subscription. Changes after the acknowledgement are sent as
    // events.
    connectionParams: { acknowledge: true },
    lazyCloseTimeout: lingerMs,
    // The graphql-ws library must not retry, because the callers subscribe again themselves, from the cursor of the
    // last event if there is one.
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

/**
 * Converts the close event of a WebSocket, or the errors of a subscription, to a Refusal or NoSocket. Returns any other
 * error unchanged.
 */
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
