// An HTTPS server on loopback with a self-signed certificate, which imitates an API. The test determines its responses.
import { createServer, type Server } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { Pins, type Connection } from '../../../src/agent/sources';
import type { ApiLimits } from '../../../src/agent/sources/http/api-client';
import { certificate } from '../support/certificate';

/** The SHA-256 fingerprint of the stub's certificate. */
export const stubFingerprint = new X509Certificate(certificate.cert).fingerprint256;

export interface StubAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Body of the response: a text is sent unchanged, any other value as JSON. */
  readonly body: unknown;
}
/**
 * `hang`: no response. `drop`: the connection ends without a response. `half`: the connection ends before the announced
 * length is sent.
 */
export type StubReply = StubAnswer | 'hang' | 'drop' | 'half';

export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Body of the request; empty if it has none. */
  readonly body?: string;
}

/** A server that imitates an API, with any protocol. */
export interface StubServer {
  readonly port: number;
  readonly requests: StubRequest[];
  /** Returns the response to a request; undefined for an unknown request. */
  reply: (request: StubRequest) => StubReply | undefined;
  stop(): Promise<void>;
}

export class ApiStub implements StubServer {
  readonly requests: StubRequest[] = [];
  /** Returns the response to a request. For undefined, the stub responds with status 404. */
  reply: (request: StubRequest) => StubReply | undefined = () => undefined;
  /** Called for each connection after its TLS handshake. */
  onConnection: (socket: TLSSocket) => void = () => undefined;
  private server: Server | undefined;
  private readonly sockets = new Set<Duplex>();
  port = 0;

  async start(): Promise<this> {
    // The stub accepts any client certificate, and also connections without one.
    const options = { ...certificate, requestCert: true, rejectUnauthorized: false };
    this.server = createServer(options, (incoming, response) => {
      const { method = '', url: path = '', headers } = incoming;
      let body = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (text: string) => (body += text));
      incoming.on('end', () => this.answer({ method, path, headers, body }, incoming, response));
    });
    this.server.on('secureConnection', (socket) => this.onConnection(socket));
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  private answer(request: StubRequest, incoming: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request);
    const reply = this.reply(request) ?? { status: 404, body: { message: 'not found' } };
    if (reply === 'hang') return;
    if (reply === 'drop') return void incoming.socket.destroy();
    if (reply === 'half') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"data":[');
      return void setTimeout(() => incoming.socket.destroy(), 20);
    }
    const { status = 200, headers: more = {}, body } = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...(more as Record<string, string>) });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server!.close(resolve));
  }
}

export interface TestConnection extends Connection {
  readonly told: string[];
}

/**
 * Connection options for a client of the stub, which trusts the stub's certificate. `told` collects the texts that the
 * client gives to the user.
 */
export function connectionTo(
  stub: StubServer,
  {
    limits,
    signal = new AbortController().signal,
    ...more
  }: Partial<Connection> & { limits?: Partial<ApiLimits> } = {},
): TestConnection {
  const toldTexts: string[] = [];
  return {
    ...{ address: '127.0.0.1', port: stub.port, fingerprint: stubFingerprint, pins: new Pins() },
    ...{ signal, told: toldTexts, tell: (text: string) => void toldTexts.push(text) },
    limits: { pauseMs: 5, ...limits },
    ...more,
  };
}
