// Stops an HTTP server: every received request gets its response, and each connection closes after its last response.
import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Server as SocketServer, Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import onHeaders from 'on-headers';

/**
 * When the server stops, an idle connection stays open for this many milliseconds, because its next request may be
 * under way.
 */
const lingerMs = 500;
const betweenLooksMs = 25;
/**
 * Maximum milliseconds for which the stopping server waits until all pending connections are accepted. On a busy
 * machine, the server may never be certain that no connection is pending.
 */
const quietMs = 5_000;
/**
 * A turn of the event loop that takes less time (in milliseconds) is idle. Below 1, because several clients can connect
 * within one millisecond.
 */
const shortTurnMs = 0.2;

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}
interface Connection {
  /** The connection's newest request whose response has not ended. */
  newest: Exchange | undefined;
  open: number;
  idleSince: number;
  /**
   * Number of bytes that the connection had received when its latest request ended. If it has received more since then,
   * another request is arriving.
   */
  bytesRead: number;
}

export class LastAnswers {
  private readonly connections = new Map<Socket, Connection>();
  private acceptedCount = 0;
  private stoppedAt: number | undefined;
  /** Resolves when the listening socket is closed. Undefined before the stop begins and after the socket is closed. */
  private listeningEnds: Promise<void> | undefined;

  /**
   * `listening` is the socket that accepts connections. It is closed separately, because closing the HTTP server would
   * end idle connections immediately.
   */
  constructor(
    private readonly server: Server,
    private readonly listening: SocketServer,
  ) {
    server.on('connection', (socket) => {
      this.acceptedCount += 1;
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
        // Removes the reference to the finished exchange, because a connection lives much longer than its requests.
        if (connection.newest === exchange) connection.newest = undefined;
        rest();
      });
      // The last bytes of a request's body may arrive after the response, so the idle time is counted again from the
      // end of the request.
      req.once('close', rest);
    });
  }

  /**
   * Defers requests that arrive while the listening socket is being closed. Their work would delay accepting pending
   * connections.
   */
  holding(begin: RequestListener): RequestListener {
    return (req, res) => {
      if (!this.listeningEnds) return begin(req, res);
      void this.listeningEnds.then(AsyncResource.bind(() => void (res.closed || begin(req, res))));
    };
  }

  /**
   * Accepts no more connections and waits until all connections are closed. After the timeout, closes the remaining
   * connections.
   */
  async close(timeoutSeconds: number): Promise<void> {
    this.stoppedAt = performance.now();
    const cutOff = setTimeout(() => this.server.closeAllConnections(), timeoutSeconds * 1000);
    for (const connection of this.connections.values()) if (connection.newest) endsWith(connection, connection.newest);
    this.listeningEnds = this.quietTurn().then(() => void this.listening.close());
    await this.listeningEnds;
    this.listeningEnds = undefined;
    while (this.connections.size > 0) {
      await delay(betweenLooksMs);
      await nextTurn();
      this.closeIdle();
    }
    await new Promise((resolve) => this.server.close(resolve));
    clearTimeout(cutOff);
  }

  /**
   * Waits until no connection is pending, because the operating system resets connections that are still pending when
   * the listening socket is closed. Node accepts one connection per turn of the event loop, so a short turn without a
   * new connection shows that none is pending.
   */
  private async quietTurn(): Promise<void> {
    const startedAt = performance.now();
    for (let last = startedAt, isQuiet = false; !isQuiet && last - startedAt < quietMs;) {
      const earlierCount = this.acceptedCount;
      await nextTurn();
      const now = performance.now();
      isQuiet = now - last < shortTurnMs && this.acceptedCount === earlierCount;
      last = now;
    }
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
 * Tells the client by `Connection: close` that the connection closes after this response. Not sent while the request's
 * body is still arriving: closing a connection with unread bytes resets it, and the client may lose the response.
 */
const endsWith = (connection: Connection, exchange: Exchange): void =>
  onHeaders(exchange.res, () => {
    if (exchange.req.complete && connection.newest === exchange) exchange.res.setHeader('Connection', 'close');
  });
