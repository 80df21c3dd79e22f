// GraphQL over WebSocket (graphql-transport-ws), for subscriptions: each passes the doors that a request passes.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Request, RequestHandler, Response } from 'express';
import { GraphQLError } from 'graphql';
import { makeServer, MessageType, stringifyMessage, type Context, type SubscribePayload } from 'graphql-ws';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Logger } from 'pino';
import { requireViewer } from '../../auth/authenticate';
import { AppError, isOurs, toPublicError } from '../../errors';
import { addressKey } from '../../platform/limits/rate-limit';
import { admitted, over, plainErrors, plainResult, standIn, type Admitted } from './admitted-subscription';
import type { Enveloped } from '../endpoint';
import { publicGraphqlError } from '../public-errors';

/** A document may have 100 KB. */
const mostBytes = 200_000;
/** Open at a time on each replica, and of those from one address that have not said yet who they are. */
const mostSockets = 10_000;
const mostUngreeted = 100;
/** What is written and not read: events wait for each other, but answers to pings do not. */
const mostUnread = 16_000_000;
/** Messages of one socket that are being worked on; who sends more does not wait for answers. */
const mostAtOnce = 30;
const initMs = 3_000;
/** A socket without a subscription is closed after so long; one that does not answer a ping, after twice the next. */
const idleMs = 60_000;
const pingMs = 12_000;
/** At a stop, for the other side to close as well. */
const partingMs = 1_000;

export interface GraphqlSockets {
  /** For requests to upgrade the connection; answers false for what is no WebSocket of this door. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): void;
}

export interface SocketOptions {
  readonly app: Express;
  /** What a request passes in front of the endpoint, from its log to its context. */
  readonly doors: readonly RequestHandler[];
  readonly envelop: (context: { req: Request; res: Response }) => Enveloped;
  readonly logger: Logger;
}

interface Connection {
  readonly socket: WebSocket;
  readonly upgrade: IncomingMessage;
  /** Of the subscriptions that run: what ends when they end. */
  readonly running: Map<string, Response>;
  /** Called once it is known who it is, or that it is closed. */
  readonly greeted: () => void;
  idle?: NodeJS.Timeout;
}
interface Greeting {
  readonly authorization?: unknown;
  readonly Authorization?: unknown;
  /** Whether a ping that names it says of each subscription that it is listened to from now on. */
  readonly acknowledge?: unknown;
  readonly [member: string]: unknown;
}
type SocketContext = Context<Greeting, Connection>;

export function graphqlSockets(options: SocketOptions): GraphqlSockets {
  const { app } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: mostBytes,
    handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
  });
  const ungreeted = new Counts(mostUngreeted);
  const server = subscriptionServer(options);
  sockets.on('connection', (socket: WebSocket, upgrade: IncomingMessage) =>
    serveSocket(server, socket, upgrade, ungreeted.add(addressKey((upgrade as Request).ip))),
  );

  return {
    upgrade(req, socket, head) {
      const [path] = (req.url ?? '').split('?');
      if (path !== '/graphql' || req.headers.upgrade?.toLowerCase() !== 'websocket') return false;
      socket.on('error', () => socket.destroy());
      // As Express does it for what it is given: the address is as the settings of proxies have it.
      const { ip } = Object.setPrototypeOf(req, app.request) as Request;
      const isFull = sockets.clients.size >= mostSockets || ungreeted.isFull(addressKey(ip));
      if (isFull) socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\n\r\n');
      else sockets.handleUpgrade(req, socket, head, (opened) => sockets.emit('connection', opened, req));
      return true;
    },
    close() {
      // After the last word of the streams that end with this.
      setImmediate(() => {
        for (const socket of sockets.clients) {
          socket.close(1001, 'the service stops');
          setTimeout(() => socket.terminate(), partingMs).unref();
        }
      });
    },
  };
}

/** Does the work as that of a request that has passed the doors, with the credential of the connection. */
async function asRequest<T>(
  { app, doors }: SocketOptions,
  { extra, connectionParams }: SocketContext,
  work: (req: Request, res: Response) => Promise<T>,
): Promise<T> {
  const { authorization: plain, Authorization: capital = plain } = connectionParams ?? {};
  if (capital !== undefined && typeof capital !== 'string')
    throw new AppError('validation_invalid_format', { field: 'authorization' });
  const { 'x-request-id': _id, ...headers } = extra.upgrade.headers;
  const { req, res } = standIn(app, extra.upgrade, {
    ...{ method: 'POST', url: '/graphql', originalUrl: '/graphql', baseUrl: '' },
    headers: { ...headers, ...(capital !== undefined && { authorization: capital }) },
  });
  try {
    // Each door opens the next from within, so that what one sets around the work is there.
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
    over(res);
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
      if (res) over(res);
      idleSoon(context);
    },
    onClose({ extra }) {
      clearTimeout(extra.idle);
      for (const res of extra.running.values()) over(res);
    },
  });
}

/** Refused: the socket is closed with a code that says why. */
async function connect(options: SocketOptions, context: SocketContext): Promise<boolean> {
  try {
    await asRequest(options, context, (req, res) => {
      over(res);
      requireViewer(req);
      return Promise.resolve();
    });
    context.extra.greeted();
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
      const args = await admitted(envelop({ req, res }), payload);
      // It may have been completed meanwhile.
      if (Array.isArray(args) || !(id in context.subscriptions)) over(res);
      else context.extra.running.set(id, res);
      idleSoon(context);
      return args;
    });
  } catch (error) {
    // What is wrong with a document comes as GraphQL's own error.
    if (error instanceof GraphQLError) return [error];
    const known = toPublicError(error);
    if (isOurs(known)) logger.error({ err: error }, 'operation failed');
    return [publicGraphqlError(known)];
  }
}

type SubscriptionServer = ReturnType<typeof subscriptionServer>;

/** Runs the protocol on an open socket until it closes. */
function serveSocket(
  server: SubscriptionServer,
  socket: WebSocket,
  upgrade: IncomingMessage,
  greeted: () => void,
): void {
  let isAlive = true;
  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingMs).unref();
  const closed = server.opened(
    {
      protocol: socket.protocol,
      close: (code, reason) => socket.close(code, reason),
      // The next event is asked for once this one is written, so that nothing piles up for a slow reader.
      send: (data) =>
        new Promise((resolve) => {
          if (socket.readyState !== socket.OPEN) return resolve();
          socket.send(data, () => resolve());
        }),
      onMessage: (receive) => receiveFrom(socket, receive),
    },
    { socket, upgrade, running: new Map(), greeted },
  );
  socket.on('pong', () => (isAlive = true));
  socket.on('ping', () => socket.bufferedAmount > mostUnread && socket.terminate());
  // Frames that break the protocol, or are too large: the library closes the socket with a code that says so.
  socket.on('error', () => undefined);
  socket.once('close', (code, reason) => {
    clearInterval(pings);
    greeted();
    void closed(code, reason.toString());
  });
}

/** Hands on what comes, as long as not too much is being worked on. */
function receiveFrom(socket: WebSocket, receive: (message: string) => Promise<void>): void {
  let atOnce = 0;
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return socket.close(4400, 'text expected');
    // What began with a subscription is done when that ends.
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

/** Counts what is open, by address. */
class Counts {
  private readonly counts = new Map<string, number>();
  constructor(private readonly most: number) {}
  isFull(address: string): boolean {
    return (this.counts.get(address) ?? 0) >= this.most;
  }
  /** Answers how to take it off, once. */
  add(address: string): () => void {
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1);
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      const left = this.counts.get(address)! - 1;
      if (left > 0) this.counts.set(address, left);
      else this.counts.delete(address);
    };
  }
}
