// Listens for HTTP, and stops without cutting off requests that were received.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { StartError } from '../postgres/start-error';
import { LastAnswers } from './last-answers';
import { spreadRequests } from './spread-requests';

// Load balancers and clients usually close an idle connection after 60 s. The service waits longer, so that they do not
// reuse a connection that the service has just closed.
const keepAliveMs = 75_000;

export interface Listener {
  readonly port: number;
  /**
   * Accepts no more connections and waits for received requests. After the timeout, closes the remaining connections.
   */
  close(timeoutSeconds: number): Promise<void>;
  /** Closes all connections immediately. */
  cutOff(): void;
}

function reasonFor(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program: stop that one, or set PORT.`;
    case 'EACCES':
      return `Port ${port} is not allowed for this user: set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return `HOST is "${host}", which is not an address of this machine.`;
    default:
      return `Listening on ${host}:${port} failed: ${error.message}.`;
  }
}

/**
 * Starts the HTTP server. `prepare` can add listeners to the server before it accepts connections. Requests for which
 * `givesWay` is true are started one per turn of the event loop, so that a burst of them does not delay other requests.
 */
export async function listen(
  app: RequestListener,
  host: string,
  port: number,
  prepare: (server: Server) => void,
  givesWay: (req: IncomingMessage) => boolean,
): Promise<Listener> {
  const server = createServer({ keepAliveTimeout: keepAliveMs });
  const listening = createSocketServer();
  const lastAnswers = new LastAnswers(server, listening);
  server.on('request', lastAnswers.holding(spreadRequests(app, givesWay)));
  prepare(server);
  await new Promise<void>((resolve, reject) => {
    for (const one of [listening, server])
      one.once('error', (error) => reject(new StartError(reasonFor(error, host, port))));
    listening.listen({ host, port }, () => server.listen(listening, resolve));
  });
  return {
    port: (listening.address() as AddressInfo).port,
    close: (timeoutSeconds) => lastAnswers.close(timeoutSeconds),
    cutOff: () => server.closeAllConnections(),
  };
}
