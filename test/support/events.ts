// Opens event streams as a client does, over REST or GraphQL, and waits for their events.
import { WebSocket } from 'ws';
import type { Credential } from './client';

export interface Events {
  readonly status: number;
  readonly headers: Headers;
  /**
   * Returns the data of the next event, or undefined if the stream has ended. Rejects if no event arrives and the
   * stream does not end in time.
   */
  next(): Promise<unknown>;
  /** Returns all remaining events up to the end of the stream. */
  rest(): Promise<unknown[]>;
  /** Closes the connection. */
  leave(): void;
}

const patienceMs = 90_000;

/** Opens the stream. Resolves when the headers have arrived, after which every change is sent. */
export async function openEvents(
  url: string,
  path: string,
  credential: Credential,
  body?: Readonly<Record<string, unknown>>,
): Promise<Events> {
  const abort = new AbortController();
  const response = await fetch(url + path, {
    headers: {
      accept: 'text/event-stream',
      ...(credential.session && { cookie: `session_id=${credential.session}` }),
      ...(credential.key && { authorization: `Bearer ${credential.key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: abort.signal,
  });
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const read = async (): Promise<unknown> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim());
        // In a stream with several operations, the event that ends one operation has the operation's id as its data.
        if (data.join('') !== '') return JSON.parse(data.join('\n'));
        if (lines.includes('event: complete')) return undefined;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  };
  const next = async (): Promise<unknown> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`nothing came on ${path}`)), patienceMs);
    });
    return Promise.race([read(), late]).finally(() => clearTimeout(timer));
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    async rest() {
      const all: unknown[] = [];
      for (let one = await next(); one !== undefined; one = await next()) all.push(one);
      return all;
    },
    leave: () => abort.abort(),
  };
}

/** Opens an event stream for a subscription at `/graphql`. */
export const openSubscription = (
  url: string,
  query: string,
  credential: Credential,
  variables: Record<string, unknown> = {},
  method: 'GET' | 'POST' = 'GET',
): Promise<Events> => {
  if (method === 'POST') return openEvents(url, '/graphql', credential, { query, variables });
  const search = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  return openEvents(url, `/graphql?${String(search)}`, credential);
};

type SocketMessage = { readonly type: string; readonly id?: string; readonly payload?: unknown };
export interface Socket {
  readonly socket: WebSocket;
  send(message: SocketMessage): void;
  /** Returns the next message other than a ping, or undefined when the socket is closed. */
  next(): Promise<SocketMessage | undefined>;
  /** Resolves with code and reason when the socket is closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

/** Opens a graphql-transport-ws connection, for tests that send single messages. */
export function openSocket(url: string, headers: Record<string, string> = {}): Socket {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  const receivedMessages: SocketMessage[] = [];
  let isOver = false;
  let wake = () => undefined as void;
  const whenClosed = new Promise<{ code: number; reason: string }>((resolve) => {
    const over = (code: number, reason: string) => {
      isOver = true;
      wake();
      resolve({ code, reason });
    };
    socket.on('close', (code, reason) => over(code, reason.toString()));
    socket.on('error', (error) => over(0, error.message));
  });
  socket.on('message', (data: Buffer) => {
    receivedMessages.push(JSON.parse(data.toString()) as SocketMessage);
    wake();
  });
  return {
    socket,
    closed: whenClosed,
    send(message) {
      const text = JSON.stringify(message);
      if (socket.readyState === socket.CONNECTING) socket.once('open', () => socket.send(text));
      else socket.send(text);
    },
    async next() {
      const deadline = AbortSignal.timeout(patienceMs);
      while (receivedMessages.length === 0 && !isOver) {
        deadline.throwIfAborted();
        await new Promise<void>((resolve) => {
          wake = resolve;
          deadline.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      return receivedMessages.shift();
    },
  };
}

/**
 * Opens a subscription over its own WebSocket. A key is sent in the connection parameters, a session as a cookie.
 * Resolves after the first event, which the service must send. The service then sends all later changes.
 */
export async function openSocketSubscription(
  url: string,
  query: string,
  { session, key }: Credential,
  variables: Record<string, unknown> = {},
): Promise<Events> {
  const connection = openSocket(url, session ? { cookie: `session_id=${session}` } : {});
  connection.send({ type: 'connection_init', payload: key ? { authorization: `Bearer ${key}` } : {} });
  const acknowledgement = await connection.next();
  if (acknowledgement?.type !== 'connection_ack') throw new Error((await connection.closed).reason);
  connection.send({ type: 'subscribe', id: '1', payload: { query, variables } });
  let first: SocketMessage | undefined = await connection.next();
  const next = async (): Promise<unknown> => {
    const message = first ?? (await connection.next());
    first = undefined;
    if (message?.type === 'error') return { errors: message.payload };
    return message?.type === 'next' ? message.payload : undefined;
  };
  return {
    status: 101,
    headers: new Headers(),
    next,
    async rest() {
      const all: unknown[] = [];
      for (let one = await next(); one !== undefined; one = await next()) all.push(one);
      return all;
    },
    leave: () => connection.socket.terminate(),
  };
}
