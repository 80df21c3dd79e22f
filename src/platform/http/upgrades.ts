// Handles requests to upgrade the connection. Requests that no protocol accepts get an HTTP response.
import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

/** Handles upgrades. `take` returns whether it accepted the connection. */
export function acceptUpgrades(
  server: Server,
  take: (req: IncomingMessage, socket: Duplex, head: Buffer) => boolean,
): void {
  server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    if (take(req, socket, head)) return;
    // Node has detached the connection from the server, so one response is sent and the connection closed.
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    res.assignSocket(socket);
    res.once('finish', () => socket.end());
    server.emit('request', req, res);
  });
}
