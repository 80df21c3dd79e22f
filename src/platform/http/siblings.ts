// Hands a request to the process behind the same port that has what it names, over a socket that only they can reach.
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import type { Express, RequestHandler, Request } from 'express';
import { messagesOf } from './express-messages';

/** Says who asked, where a request has been handed on; of one from outside it is overwritten. */
const addressHeader = 'netloom-remote-address';

export interface SiblingOptions {
  readonly sockets: string;
  readonly process: string;
  /** The process that a request belongs to, as the caller names it; undefined: any. */
  readonly processOf: (req: Request) => string | undefined;
}

/** Mount in front of all doors: a request passes them once, in the process that it belongs to. */
export function handOn({ sockets, process, processOf }: SiblingOptions): RequestHandler {
  return (req, res, next) => {
    const other = processOf(req);
    // Callers make these up: what is no number is no file either.
    if (other === undefined || other === process || !/^\d{1,9}$/.test(other)) return next();
    const headers: IncomingHttpHeaders = { ...req.headers, [addressHeader]: req.socket.remoteAddress };
    delete headers.connection;
    const { method, originalUrl } = req;
    const onward = request({ socketPath: path.join(sockets, other), method, path: originalUrl, headers, agent: false });
    let isConnected = false;
    onward.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true;
        req.pipe(onward);
      }),
    );
    onward.once('response', (answer) => {
      const { connection: _own, 'keep-alive': _time, ...kept } = answer.headers;
      res.writeHead(answer.statusCode ?? 502, kept);
      res.flushHeaders();
      answer.pipe(res);
      answer.once('error', () => res.destroy());
    });
    // A process that has ended has nothing any more: this one says so.
    onward.once('error', () => (isConnected ? res.destroy() : next()));
    res.once('close', () => onward.destroy());
  };
}

/** Serves what the others hand on, as if it had come from where it came. */
export async function acceptHanded(app: Express, sockets: string, process: string) {
  const server = createServer(messagesOf(app), (req, res) => {
    const { [addressHeader]: remoteAddress, ...headers } = req.headers;
    Object.defineProperty(req.socket, 'remoteAddress', { value: remoteAddress, configurable: true });
    Object.defineProperty(req, 'headers', { value: headers });
    app(req, res);
  });
  // Otherwise the processes would share it, as they share the port.
  const exclusive = true;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path: path.join(sockets, process), exclusive }, resolve);
  });
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
