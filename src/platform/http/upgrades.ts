// Connections that ask to become something else than HTTP/1.1: what no door takes is answered as the request that it also is.
import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

/** `take` answers whether it has taken the connection. */
export function acceptUpgrades(
  server: Server,
  take: (req: IncomingMessage, socket: Duplex, head: Buffer) => boolean,
): void {
  server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    if (take(req, socket, head)) return;
    // Node hands over the connection for good: it can have this one answer.
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    res.assignSocket(socket);
    res.once('finish', () => socket.end());
    server.emit('request', req, res);
  });
}
