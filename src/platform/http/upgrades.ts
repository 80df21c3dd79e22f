// Handles requests to upgrade the connection. Requests that no protocol accepts get an HTTP response.
import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

/**
 * Handles requests for an upgrade, such as to WebSocket. `take` accepts the connection, or returns false: then the app
 * answers the request over HTTP.
 */
export function acceptUpgrades(
  server: Server,
  take: (req: IncomingMessage, socket: Duplex, head: Buffer) => boolean,
): void {
  server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    if (take(req, socket, head)) return;
    // Node sends no response to an upgrade request itself. So the response is attached to the socket here, and the
    // connection is closed after the response.
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    res.assignSocket(socket);
    res.once('finish', () => socket.end());
    server.emit('request', req, res);
  });
}
