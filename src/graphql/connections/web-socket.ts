// Serves subscriptions over WebSocket (protocol graphql-transport-ws). Each subscription passes the same middleware as
// an HTTP request.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Request, RequestHandler, Response } from 'express';
import { GraphQLError } from 'graphql';
import { makeServer, MessageType, stringifyMessage, type Context, type SubscribePayload } from 'graphql-ws';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Logger } from 'pino';
import { requireViewer } from '../../auth/authenticate';
import { AppError, isOurs, toPublicError } from '../../errors';
import { stripPorts } from '../../platform/http/forwarded-for';
import { addressKey } from '../../platform/limits/rate-limit';
import {
  admitRequest,
  expressRequest,
  endResponse,
  plainErrors,
  plainResult,
  createRequestPair,
  type Admitted,
} from './admitted-subscription';
import type { Enveloped } from '../endpoint';
import { publicGraphqlError } from '../public-errors';

/** Maximum size in bytes of a message from a client. A document may have 100 KB. */
const mostBytes = 200_000;
/**
 * Maximum number of open sockets in each process of the service. `mostUngreeted` is the maximum number of
 * unauthenticated sockets per IP address of clients.
 */
const mostSockets = 10_000;
const mostUngreeted = 100;
/**
 * A client that reads too slowly is disconnected when this number of bytes is buffered for its socket. Events wait for
 * the client, but answers to its pings accumulate.
 */
const mostUnread = 16_000_000;
/**
 * Maximum number of messages of one socket that are handled concurrently. A message beyond this limit closes the
 * socket.
 */
const mostAtOnce = 30;
const initMs = 3_000;
/**
 * Milliseconds after which a socket without a subscription is closed. The server sends a ping every `pingMs`, and
 * closes a socket that has not answered for two intervals.
 */
const idleMs = 60_000;
const pingMs = 12_000;
/** Milliseconds to wait for the client to close its end when the service stops. */
const partingMs = 1_000;

export interface GraphqlSockets {
  /** Handles an upgrade request. Returns false for requests to other endpoints. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): void;
}

export interface SocketOptions {
  readonly app: Express;
  /** The middleware in front of the GraphQL endpoint in order, from logging to the context. */
  readonly doors: readonly RequestHandler[];
  readonly envelop: (context: { req: Request; res: Response }) => Enveloped;
  readonly logger: Logger;
}

interface Connection {
  readonly socket: WebSocket;
  readonly upgrade: IncomingMessage;
  /**
   * The running subscriptions by id. Code for subscriptions over HTTP expects an Express response, so each has one,
   * although nothing is sent through it.
   */
  readonly running: Map<string, Response>;
  /** Called when the socket is authenticated, or when it is closed before. */
  readonly onGreeting: () => void;
  idle?: NodeJS.Timeout;
}
interface Greeting {
  readonly authorization?: unknown;
  readonly Authorization?: unknown;
  /** Whether the client wants a ping with the id of each subscription once the subscription has started. */
  readonly acknowledge?: unknown;
  readonly [member: string]: unknown;
}
type SocketContext = Context<Greeting, Connection>;

export function graphqlSockets(options: SocketOptions): GraphqlSockets {
  const { app } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: mostBytes,
    handleProtocols: (offeredProtocols) =>
      offeredProtocols.has('graphql-transport-ws') ? 'graphql-transport-ws' : false,
  });
  const ungreetedCounts = new Counts(mostUngreeted);
  const server = subscriptionServer(options);
  sockets.on('connection', (socket: WebSocket, upgrade: IncomingMessage) =>
    serveSocket(server, socket, upgrade, ungreetedCounts.add(addressKey((upgrade as Request).ip))),
  );

  return {
    upgrade(req, socket, head) {
      const [path] = (req.url ?? '').split('?');
      if (path !== '/graphql' || req.headers.upgrade?.toLowerCase() !== 'websocket') return false;
      socket.on('error', () => socket.destroy());
      stripPorts(req);
      const { ip } = expressRequest(app, req);
      const isFull = sockets.clients.size >= mostSockets || ungreetedCounts.isFull(addressKey(ip));
      if (isFull) socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\n\r\n');
      else sockets.handleUpgrade(req, socket, head, (openSocket) => sockets.emit('connection', openSocket, req));
      return true;
    },
    close() {
      // When the service stops, subscriptions end in this turn of the event loop. The sockets close in the next turn,
      // so that each subscription can send its last events before.
      setImmediate(() => {
        for (const socket of sockets.clients) {
          socket.close(1001, 'the service stops');
          setTimeout(() => socket.terminate(), partingMs).unref();
        }
      });
    },
  };
}

/** Calls `work` with a request that has passed the middleware, with the credential of the WebSocket connection. */
async function asRequest<T>(
  { app, doors }: SocketOptions,
  { extra, connectionParams }: SocketContext,
  work: (req: Request, res: Response) => Promise<T>,
): Promise<T> {
  const { authorization: plain, Authorization: capital = plain } = connectionParams ?? {};
  if (capital !== undefined && typeof capital !== 'string')
    throw new AppError('validation_invalid_format', { field: 'authorization' });
  const { 'x-request-id': _id, ...headers } = extra.upgrade.headers;
  const { req, res } = createRequestPair(app, extra.upgrade, {
    ...{ method: 'POST', url: '/graphql', originalUrl: '/graphql', baseUrl: '' },
    headers: { ...headers, ...(capital !== undefined && { authorization: capital }) },
  });
  try {
    // Some middleware sets an async context for the code inside of `next`, so each middleware is called inside of the
    // previous one's `next`.
    return await new Promise<T>((resolve, reject) => {
      const enter = (at: number): void => {
        const next = (error?: unknown) => (error ? reject(error as Error) : enter(at + 1));
        const door = doors[at];
        if (door) Promise.resolve(door(req, res, next)).catch(reject);
        else work(req, res).then(resolve, reject);
      };
      enter(0);
    });
  } catch (error) {
    endResponse(res);
    throw error;
  }
}

function idleSoon({ extra }: SocketContext): void {
  clearTimeout(extra.idle);
  if (extra.running.size > 0) return;
  extra.idle = setTimeout(() => extra.socket.close(4408, 'no subscription'), idleMs).unref();
}

function subscriptionServer(options: SocketOptions) {
  return makeServer<Greeting, Connection>({
    connectionInitWaitTimeout: initMs,
    onConnect: (context) => connect(options, context),
    onSubscribe: (context, id, payload) => admitSubscription(options, context, id, payload),
    subscribe: (args) => (args as Admitted).run(args),
    onOperation({ connectionParams, extra }, id, _payload, _args, result) {
      const isOpen = extra.socket.readyState === extra.socket.OPEN && Symbol.asyncIterator in result;
      if (connectionParams?.acknowledge === true && isOpen)
        extra.socket.send(stringifyMessage({ type: MessageType.Ping, payload: { subscribed: id } }));
    },
    onNext: (_context, _id, _payload, _args, result) => plainResult(result),
    onError: (_context, _id, _payload, errors) => plainErrors(errors),
    onComplete(context, id) {
      const res = context.extra.running.get(id);
      context.extra.running.delete(id);
      if (res) endResponse(res);
      idleSoon(context);
    },
    onClose({ extra }) {
      clearTimeout(extra.idle);
      for (const res of extra.running.values()) endResponse(res);
    },
  });
}

/** Authenticates the connection. On failure it closes the socket with a code that tells the reason. */
async function connect(options: SocketOptions, context: SocketContext): Promise<boolean> {
  try {
    await asRequest(options, context, (req, res) => {
      endResponse(res);
      requireViewer(req);
      return Promise.resolve();
    });
    context.extra.onGreeting();
    idleSoon(context);
    return true;
  } catch (error) {
    const { status, code } = toPublicError(error);
    context.extra.socket.close([401, 403, 429].includes(status) ? 4000 + status : status < 500 ? 4400 : 4500, code);
    return false;
  }
}

async function admitSubscription(
  options: SocketOptions,
  context: SocketContext,
  id: string,
  payload: SubscribePayload,
) {
  const { envelop, logger } = options;
  try {
    return await asRequest(options, context, async (req, res) => {
      const args = await admitRequest(envelop({ req, res }), payload);
      // No events are sent after an error, or if the client has ended the subscription while `admitRequest` was
      // running.
      if (Array.isArray(args) || !(id in context.subscriptions)) endResponse(res);
      else context.extra.running.set(id, res);
      idleSoon(context);
      return args;
    });
  } catch (error) {
    // Errors about the document itself already have the form for clients.
    if (error instanceof GraphQLError) return [error];
    const publicError = toPublicError(error);
    if (isOurs(publicError)) logger.error({ err: error }, 'operation failed');
    return [publicGraphqlError(publicError)];
  }
}

type SubscriptionServer = ReturnType<typeof subscriptionServer>;

/** Runs the protocol on an open socket until it closes. */
function serveSocket(
  server: SubscriptionServer,
  socket: WebSocket,
  upgrade: IncomingMessage,
  onGreeting: () => void,
): void {
  let isAlive = true;
  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingMs).unref();
  const reportClosed = server.opened(
    {
      protocol: socket.protocol,
      close: (code, reason) => socket.close(code, reason),
      // Resolves when the event is written. The library requests the next event only then, so that events do not
      // accumulate in memory for a slow client.
      send: (data) =>
        new Promise((resolve) => {
          if (socket.readyState !== socket.OPEN) return resolve();
          socket.send(data, () => resolve());
        }),
      onMessage: (receive) => receiveFrom(socket, receive),
    },
    { socket, upgrade, running: new Map(), onGreeting },
  );
  socket.on('pong', () => (isAlive = true));
  socket.on('ping', () => socket.bufferedAmount > mostUnread && socket.terminate());
  // Without a listener, an error would end the process. The library closes the socket after an invalid or too large
  // message.
  socket.on('error', () => undefined);
  socket.once('close', (code, reason) => {
    clearInterval(pings);
    onGreeting();
    void reportClosed(code, reason.toString());
  });
}

/** Passes the socket's messages to `receive`, with bounded concurrency. */
function receiveFrom(socket: WebSocket, receive: (message: string) => Promise<void>): void {
  let atOnce = 0;
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return socket.close(4400, 'text expected');
    // A `subscribe` message counts as being handled until its subscription ends.
    if (atOnce >= mostAtOnce) return socket.close(4429, 'rate_limit_exceeded');
    atOnce += 1;
    receive(data.toString())
      .catch((error: unknown) => {
        const { code } = toPublicError(error);
        socket.close(4500, code);
      })
      .finally(() => (atOnce -= 1));
  });
}

/** Counts open sockets by the IP address of the client. */
class Counts {
  private readonly counts = new Map<string, number>();
  constructor(private readonly most: number) {}
  isFull(address: string): boolean {
    return (this.counts.get(address) ?? 0) >= this.most;
  }
  /**
   * Adds one to the count of an address. Returns a function that subtracts one from the count; only its first call has
   * an effect.
   */
  add(address: string): () => void {
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1);
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      const remaining = this.counts.get(address)! - 1;
      if (remaining > 0) this.counts.set(address, remaining);
      else this.counts.delete(address);
    };
  }
}
