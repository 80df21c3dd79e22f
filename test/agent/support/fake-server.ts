// A fake server of the daemon protocol on loopback. The test determines whether the server responds, refuses a request,
// delays the response or closes the connection.
import { createServer as createTlsServer } from 'node:https';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read members of any JSON body
  readonly body: any;
}
/**
 * A response that replaces the usual response: a status with an error code, text that is not JSON, no response
 * ('hang'), or a closed connection ('drop').
 */
export type Odd = { readonly status: number; readonly code?: string; readonly text?: string } | 'hang' | 'drop';

export interface FakeWork {
  readonly session_id: string;
  readonly discovery_type?: object;
  readonly [member: string]: unknown;
}

const meta = { api_version: 1, server_version: '0.1.0' };

export class FakeServer {
  readonly received: Received[] = [];
  readonly networkId = randomUUID();
  readonly hostId = randomUUID();
  work: FakeWork | undefined;
  cancel = false;
  isRegistered = false;
  standby = false;
  /** Called first for each request. Returns an unusual response, or undefined for the usual response. */
  odd: (call: Received) => Odd | undefined = () => undefined;
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  /** With a certificate, the server uses TLS. */
  constructor(private readonly certificate?: { readonly key: string; readonly cert: string }) {}

  get url(): URL {
    return new URL(`${this.certificate ? 'https' : 'http'}://127.0.0.1:${this.port}`);
  }

  async start(): Promise<this> {
    const take = (request: IncomingMessage, response: ServerResponse) => void this.take(request, response);
    this.server = this.certificate ? createTlsServer(this.certificate, take) : createServer(take);
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  /** Stops the server in the same way as a crash: connections break. A restart uses the same port. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  calls(pattern: RegExp): Received[] {
    return this.received.filter(({ method, path }) => pattern.test(`${method} ${path}`));
  }

  updates(phase?: string): Received[] {
    return this.calls(/\/update$/).filter(({ body }) => phase === undefined || body.phase === phase);
  }

  /** Waits for a request whose path matches `pattern`, and returns the request. */
  heard(pattern: RegExp, seconds?: number): Promise<Received> {
    return eventually(async () => this.calls(pattern)[0], seconds);
  }

  ended(phase: string, seconds?: number): Promise<Received> {
    return eventually(async () => this.updates(phase)[0], seconds);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url: path = '', headers } = request;
    const call = { method, path, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    const odd = this.odd(call);
    if (odd === 'hang') return;
    if (odd === 'drop') return void request.socket.destroy();
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (odd?.text !== undefined) return void response.writeHead(odd.status).end(odd.text);
    if (odd) return send(odd.status, { success: false, meta, code: odd.code, error: `refused: ${odd.code}` });
    this.received.push(call);
    const refusal = this.refusal(call);
    if (refusal) return send(refusal.status, { success: false, meta, code: refusal.code, error: refusal.code });
    send(200, { success: true, data: this.answer(call), meta });
  }

  private refusal({ path }: Received) {
    if (/\/startup$/.test(path) && !this.isRegistered) return { status: 404, code: 'entity_not_found' };
    if (/\/request-work$/.test(path) && !this.isRegistered) return { status: 404, code: 'daemon_not_registered' };
    if (/\/request-work$/.test(path) && this.standby) return { status: 403, code: 'daemon_standby' };
    return undefined;
  }

  private answer({ path, body, method }: Received): unknown {
    if (/\/register$/.test(path)) {
      this.isRegistered = true;
      const { daemon_id: id, name, mode } = body as Record<string, string>;
      const daemon = { id, name, mode, network_id: this.networkId, host_id: this.hostId, user_id: randomUUID() };
      return { daemon, host_id: this.hostId };
    }
    if (/\/request-work$/.test(path)) return this.nextWork(body as { ready_for_work: boolean });
    if (path.startsWith('/api/v1/subnets')) return method === 'GET' ? [] : { ...(body as object), id: randomUUID() };
    if (/vlans\/discovery$/.test(path)) {
      const { vlans } = body as { vlans: { vlan_number: number }[] };
      return { vlans: vlans.map(({ vlan_number }) => ({ vlan_number, id: randomUUID() })) };
    }
    if (/hosts\/discovery$/.test(path))
      return { ...(body as { host: object }).host, id: randomUUID(), ...(body as object) };
    return null;
  }

  private nextWork({ ready_for_work: isReady }: { ready_for_work: boolean }): unknown {
    const { work } = this;
    if (!isReady || !work) return [null, this.cancel];
    const discovery_type = { type: 'Unified', host_id: this.hostId, subnet_ids: null, scan_settings: {} };
    return [{ discovery_type, phase: 'Starting', progress: 0, network_id: this.networkId, ...work }, false];
  }
}
