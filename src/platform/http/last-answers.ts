// The end of an HTTP server: every request that reached it is answered, and each connection closes with its last answer.
import { AsyncResource } from 'node:async_hooks';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as SocketServer, type Socket } from 'node:net';

/** For so long a connection without a request is kept, after the stop: its next one may be on the way. */
const lingerMs = 500;
const betweenLooksMs = 25;
/** For so long at most connections go on being taken, until hardly any can be waiting for it: a busy machine needs longer. */
const quietMs = 1_000;

interface Connection {
  /** The answer to the newest of its requests, while that is open. */
  newest: ServerResponse | undefined;
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

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.connections.set(socket, { newest: undefined, open: 0, idleSince: performance.now(), bytesRead: 0 });
      socket.once('close', () => this.connections.delete(socket));
    });
    server.prependListener('request', (req, res) => {
      const connection = this.connections.get(req.socket)!;
      connection.open += 1;
      connection.newest = res;
      const rest = () => {
        connection.idleSince = performance.now();
        connection.bytesRead = req.socket.bytesRead;
      };
      res.once('close', () => {
        connection.open -= 1;
        // A connection outlives what was asked on it by far.
        if (connection.newest === res) connection.newest = undefined;
        rest();
      });
      // The rest of an unread body comes after the answer.
      req.once('close', rest);
      const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
      res.writeHead = (...args: unknown[]) => {
        // Others that came behind it are still to be answered, and the rest of its own body to be read: a connection that is
        // closed with something unread is reset, and takes the answer with it.
        const isLast = this.stoppedAt !== undefined && req.complete && connection.newest === res;
        if (isLast) res.shouldKeepAlive = false;
        return writeHead(...args);
      };
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
    const closed = new Promise((resolve) => {
      // The HTTP server's own would close connections at once whose next request has come and is not yet read.
      this.listeningEnds = quietTurn().then(() => void SocketServer.prototype.close.call(this.server, resolve));
    });
    await this.listeningEnds;
    this.listeningEnds = undefined;
    // After the event loop has read what was there to be read.
    const looks = setInterval(() => setImmediate(() => this.closeIdle()), betweenLooksMs);
    await closed;
    clearInterval(looks);
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
 * Ends in a turn of the event loop that took next to no time: connections are taken at its beginning, and those that come
 * between then and the end of listening are reset by the operating system, with the bytes they have sent.
 */
async function quietTurn(): Promise<void> {
  const begun = performance.now();
  for (let last = begun, isQuiet = false; !isQuiet && last - begun < quietMs;) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    isQuiet = now - last < 1;
    last = now;
  }
}
