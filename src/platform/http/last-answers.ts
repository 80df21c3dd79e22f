// The end of an HTTP server: every request that reached it is answered, and each connection closes with its last answer.
import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Server as SocketServer, Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** For so long a connection without a request is kept, after the stop: its next one may be on the way. */
const lingerMs = 500;
const betweenLooksMs = 25;
/** For so long at most connections go on being taken, until hardly any can be waiting for it: a busy machine needs longer. */
const quietMs = 1_000;

// eslint-disable-next-line @typescript-eslint/no-require-imports -- it has no types of its own
const onHeaders = require('on-headers') as (res: ServerResponse, listener: () => void) => void;

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}
interface Connection {
  /** The newest of its requests, while its answer is open. */
  newest: Exchange | undefined;
  open: number;
  idleSince: number;
  /** What had come from it by then. */
  bytesRead: number;
}

export class LastAnswers {
  private readonly connections = new Map<Socket, Connection>();
  private stoppedAt: number | undefined;
  /** While listening is being ended. */
  private listeningEnds: Promise<void> | undefined;

  /** The server takes its connections from `listening`, which is closed alone: its own `close` ends idle connections at once. */
  constructor(
    private readonly server: Server,
    private readonly listening: SocketServer,
  ) {
    server.on('connection', (socket) => {
      this.connections.set(socket, { newest: undefined, open: 0, idleSince: performance.now(), bytesRead: 0 });
      socket.once('close', () => this.connections.delete(socket));
    });
    server.prependListener('request', (req, res) => {
      const connection = this.connections.get(req.socket)!;
      connection.open += 1;
      const exchange = { req, res };
      connection.newest = exchange;
      if (this.stoppedAt !== undefined) endsWith(connection, exchange);
      const rest = () => {
        connection.idleSince = performance.now();
        connection.bytesRead = req.socket.bytesRead;
      };
      res.once('close', () => {
        connection.open -= 1;
        // A connection outlives what was asked on it by far.
        if (connection.newest === exchange) connection.newest = undefined;
        rest();
      });
      // The rest of an unread body comes after the answer.
      req.once('close', rest);
    });
  }

  /** Requests that come while listening is being ended begin after that: their work would keep connections from being taken. */
  holding(begin: RequestListener): RequestListener {
    return (req, res) => {
      if (!this.listeningEnds) return begin(req, res);
      void this.listeningEnds.then(AsyncResource.bind(() => void (res.closed || begin(req, res))));
    };
  }

  /** Takes no new connection and waits until all are closed, at most so long; then cuts them off. */
  async close(timeoutSeconds: number): Promise<void> {
    this.stoppedAt = performance.now();
    const cutOff = setTimeout(() => this.server.closeAllConnections(), timeoutSeconds * 1000);
    for (const connection of this.connections.values()) if (connection.newest) endsWith(connection, connection.newest);
    this.listeningEnds = quietTurn().then(() => void this.listening.close());
    await this.listeningEnds;
    this.listeningEnds = undefined;
    while (this.connections.size > 0) {
      await delay(betweenLooksMs);
      // After the event loop has read what was there to be read.
      await nextTurn();
      this.closeIdle();
    }
    await new Promise((resolve) => this.server.close(resolve));
    clearTimeout(cutOff);
  }

  private closeIdle(): void {
    const since = performance.now() - lingerMs;
    for (const [socket, { open, idleSince, bytesRead }] of this.connections)
      if (
        open === 0 &&
        (socket.bytesRead === bytesRead || socket.writableEnded) &&
        Math.max(idleSince, this.stoppedAt!) < since
      )
        socket.destroySoon();
  }
}

/**
 * The connection closes with this answer, unless others that came behind it are still to be answered, or the rest of its own
 * body to be read: a connection that is closed with something unread is reset, and takes the answer with it.
 */
const endsWith = (connection: Connection, exchange: Exchange): void =>
  onHeaders(exchange.res, () => {
    if (exchange.req.complete && connection.newest === exchange) exchange.res.setHeader('Connection', 'close');
  });

/**
 * Ends in a turn of the event loop that took next to no time: connections are taken at its beginning, and those that come
 * between then and the end of listening are reset by the operating system, with the bytes they have sent.
 */
async function quietTurn(): Promise<void> {
  const begun = performance.now();
  for (let last = begun, isQuiet = false; !isQuiet && last - begun < quietMs;) {
    await nextTurn();
    const now = performance.now();
    isQuiet = now - last < 1;
    last = now;
  }
}
