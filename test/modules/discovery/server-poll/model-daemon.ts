// A model daemon that waits for calls of the service, in any version of the protocol. It refuses requests that real
// daemons of that version cannot read, and runs discovery sessions.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { z } from 'zod';
import type { Generation } from '../../../../src/modules/discovery/protocol/generations/protocol-versions';
import { versionOf } from '../generations/model-daemon';
import { hostSchema, since, startup, subnetSchema, workSchema } from '../generations/readings';
import { hostReport, network, nil, subnetBody, updateBody, type Body } from '../generations/reports';

/** JSON bodies as sent over the wire. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

export interface Call {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Json;
}

export interface ModelOptions {
  /** The first three octets of the addresses in the daemon's subnet. */
  readonly block?: string;
  /** Whether the daemon's scan runs until it is cancelled. */
  readonly stays?: boolean;
}

const greeting = z.object({
  daemon_id: z.string(),
  server_capabilities: startup,
  network_id: z.string(),
  name: z.string(),
});

let models = 0;

export class ModelDaemon {
  readonly calls: Call[] = [];
  /** Requests that the daemon could not read. */
  readonly unreadable: string[] = [];
  url = '';
  /** The daemon's key. Calls with any other key are refused. */
  key: string | undefined;
  /** Whether the daemon reports itself as idle in its status. */
  saysReady: boolean;
  version: string;
  /** Responds to requests in place of the daemon. If this function returns false, the daemon itself responds. */
  override: ((req: IncomingMessage, res: ServerResponse) => boolean) | undefined;

  private daemonId: string = nil;
  private networkId: string = nil;
  private session: { session_id: string; discovery_type: { type: string } } | undefined;
  private phase: string | undefined;
  private subnet: Body | undefined;
  private host: { readonly id: string; readonly report: Body } | undefined;
  private readonly confirmed = new Map<string, string>();
  /**
   * Seed of the daemon's random values. It differs from daemon to daemon, so that no two daemons generate the same ids
   * and MAC addresses.
   */
  private readonly seed = 1_000 * (models += 1);
  private draws = 0;

  private readonly server = createServer((req, res) => {
    const pieces: Buffer[] = [];
    req.on('data', (piece: Buffer) => pieces.push(piece));
    req.on('end', () => this.answer(req, res, Buffer.concat(pieces).toString()));
  });

  constructor(
    readonly generation: Generation,
    private readonly options: ModelOptions,
  ) {
    this.version = versionOf[generation];
    this.saysReady = since(generation, 'B');
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  get paths(): string[] {
    return this.calls.map(({ path }) => path);
  }

  /** Drops the state of the session, as a restart of the daemon does. */
  forget(): void {
    this.session = undefined;
    this.phase = undefined;
    this.subnet = undefined;
    this.host = undefined;
  }

  private draw<T>(arbitrary: fc.Arbitrary<T>): T {
    return fc.sample(arbitrary, { numRuns: 1, seed: this.seed + (this.draws += 1) })[0]!;
  }

  private answer(req: IncomingMessage, res: ServerResponse, text: string): void {
    const { authorization } = req.headers;
    const path = req.url!;
    const body: Json = text === '' ? undefined : JSON.parse(text);
    this.calls.push({ path, authorization, body });
    if (this.override?.(req, res)) return;
    if (this.key !== undefined && authorization !== `Bearer ${this.key}`) {
      res.writeHead(401).end('Unauthorized');
      return;
    }
    try {
      const data = this.answerTo(path, body);
      const meta = { api_version: 1, server_version: this.version };
      res.writeHead(data === undefined ? 409 : 200, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify(data === undefined ? { success: false, meta } : { success: true, data, meta }));
    } catch (error) {
      this.unreadable.push(`${path}: ${(error as Error).message}`);
      res.writeHead(422).end();
    }
  }

  /** The daemon's response; undefined if the daemon does not respond at the moment. */
  private answerTo(path: string, body: Json): Json {
    switch (path) {
      case '/api/first-contact': {
        const { daemon_id, network_id } = greeting.parse(body);
        this.daemonId = daemon_id;
        this.networkId = network_id;
        return this.status();
      }
      case '/api/status':
        return this.status();
      case '/api/poll':
        return this.polled();
      case '/api/discovery/entities-created':
        this.confirm(body);
        return 'ok';
      case '/api/discovery/initiate': {
        if (this.session) return undefined;
        const [work] = workSchema(this.generation).parse([body, false]) as [Json, boolean];
        this.begin(work);
        return { session_id: work.session_id };
      }
      case '/api/discovery/cancel':
        if (!this.session || body !== this.session.session_id) return undefined;
        this.phase = 'Cancelled';
        return body;
      default:
        throw new Error('no such route');
    }
  }

  private status(): Json {
    return {
      ...{ name: 'as it calls itself', mode: 'server_poll', version: this.version, url: 'http://169.254.169.254/' },
      ...(this.saysReady && { ready_for_work: !this.session }),
      ...(since(this.generation, 'B') && { interfaced_subnets: this.subnet ? [this.subnet] : [] }),
      capabilities: { interfaced_subnet_ids: [] },
    };
  }

  private begin(work: Json): void {
    const { block = '10.77.1' } = this.options;
    this.session = work;
    this.phase = 'Scanning';
    this.confirmed.clear();
    this.host = undefined;
    this.subnet = this.draw(subnetBody(this.generation, this.networkId, `${block}.0/24`));
  }

  private polled(): Json {
    const entities = {
      hosts: this.host && !this.confirmed.has(this.host.id) ? [this.host.report] : [],
      subnets: this.subnet && !this.confirmed.has(this.subnet.id as string) ? [this.subnet] : [],
    };
    const { session, phase, generation } = this;
    const progress = session &&
      phase && {
        ...this.draw(updateBody(generation, phase, session.discovery_type.type)),
        ...{ session_id: session.session_id, daemon_id: this.daemonId, ...network(generation, this.networkId) },
      };
    // A daemon reports the end of a session only once, so it drops the session here.
    if (phase === 'Complete' || phase === 'Cancelled') this.forget();
    return { progress: progress ?? null, entities };
  }

  private confirm(body: Json): void {
    const pairs = <T extends z.ZodType>(row: T) => z.array(z.tuple([z.string(), row]));
    const { generation } = this;
    const createdPairs = z
      .object({ hosts: pairs(hostSchema(generation)), subnets: pairs(subnetSchema(generation)) })
      .parse(body);
    for (const [pendingId, row] of [...createdPairs.hosts, ...createdPairs.subnets])
      this.confirmed.set(pendingId, (row as Body).id as string);
    const subnetId = this.subnet && this.confirmed.get(this.subnet.id as string);
    if (this.host) {
      if (this.confirmed.has(this.host.id) && !this.options.stays) this.phase = 'Complete';
    } else if (subnetId !== undefined) this.find(subnetId);
  }

  private find(subnetId: string): void {
    const { block = '10.77.1' } = this.options;
    const hostId = randomUUID();
    const parts = { addressId: randomUUID(), portId: randomUUID(), ip: `${block}.9` };
    const machine = { hostId, networkId: this.networkId, subnetId, ...parts };
    this.host = { id: hostId, report: this.draw(hostReport(this.generation, machine)) };
  }
}

export const startModelDaemon = (generation: Generation, options: ModelOptions = {}): Promise<ModelDaemon> =>
  new ModelDaemon(generation, options).listen();
