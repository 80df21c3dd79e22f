// Responds to malformed HTTP requests (invalid or oversized headers) with the usual error envelope, before the
// connection is closed.
import type { Server } from 'node:http';
import { AppError } from '../errors';
import { errorEnvelope } from './envelope';

/**
 * Makes the server respond to requests that are not valid HTTP with an error in the usual form. Node itself would
 * respond without a body.
 */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (_error, socket) => {
    if (!socket.writable || socket.destroyed) return void socket.destroy();
    const headerError = new AppError('validation_invalid_format', { field: 'headers' });
    const body = JSON.stringify(errorEnvelope(headerError));
    const head = [
      `HTTP/1.1 ${headerError.status} Bad Request`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
