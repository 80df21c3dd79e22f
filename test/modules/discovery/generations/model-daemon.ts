// A model daemon of one generation, as a client: it sends what daemons of this generation send, and fails on responses
// that they could not read.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { z } from 'zod';
import type { Generation } from '../../../../src/modules/discovery/protocol/generations/protocol-versions';
import {
  failure,
  hostSchema,
  registrationSchema,
  since,
  startup,
  subnetSchema,
  success,
  vlans,
  workSchema,
} from './readings';
import { hostReport, network, nil, subnetBody, updateBody, type Body } from './reports';

/**
 * The newest daemon version of each generation. A0 are the oldest daemons, which send less than daemons of generation
 * A.
 */
export const versionOf: Readonly<Record<Generation, string>> = {
  ...{ A0: '0.13.6', A: '0.14.9', B: '0.15.4', C: '0.16.2' },
  ...{ D: '0.17.4', E: '0.17.14', F: '0.17.21', G: '0.17.22' },
};

/** The type for a part of a response that daemons do not read. */
const anythingZodUnknown = z.unknown();

/** An error response in JSON, with its code. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    story: string,
  ) {
    super(story);
  }
}

export interface Installed {
  readonly url: string;
  readonly key: string;
  readonly networkId: string;
  readonly generation: Generation;
  readonly seed: number;
}

const scannedKinds = [
  ...(['host_ids', 'subnet_ids', 'vlan_ids', 'ip_address_ids'] as const),
  ...(['port_ids', 'service_ids', 'interface_ids', 'binding_ids'] as const),
];

const newPartIds = () => ({ addressId: randomUUID(), portId: randomUUID() });

export class ModelDaemon {
  id: string;
  networkId: string;
  hostId: string | undefined;
  /** The subnets in which the daemon has an interface, as the server returned them. */
  readonly subnets: Body[] = [];
  /** Ids of the hosts that the daemon's reports have created. */
  readonly hosts: string[] = [];
  /** Ids of rows that responses contained, by kind of row. Daemons older than generation D do not store these ids. */
  readonly scanned: Readonly<Record<(typeof scannedKinds)[number], Set<string>>> = Object.fromEntries(
    scannedKinds.map((kind) => [kind, new Set<string>()]),
  ) as never;
  private draws = 0;

  constructor(readonly installed: Installed) {
    // Before generation E, a daemon chooses its own id and knows its network. From generation E on, the server sends
    // both when the daemon registers.
    const knowsItself = !since(installed.generation, 'E');
    this.id = knowsItself ? randomUUID() : nil;
    this.networkId = knowsItself ? installed.networkId : nil;
  }

  get generation(): Generation {
    return this.installed.generation;
  }

  get version(): string {
    return versionOf[this.generation];
  }

  private get sendsVersion(): boolean {
    return since(this.generation, 'B');
  }

  /** A random value of the arbitrary. Daemons with the same seed draw the same sequence of values. */
  draw<T>(arbitrary: fc.Arbitrary<T>): T {
    return fc.sample(arbitrary, { numRuns: 1, seed: this.installed.seed + (this.draws += 1) })[0]!;
  }

  async call<T extends z.ZodType>(method: string, path: string, data: T, body?: Body): Promise<z.output<T>> {
    const response = await fetch(this.installed.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.installed.key}`,
        'x-daemon-id': this.id,
        ...(this.sendsVersion && { 'x-daemon-version': this.version }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const story = `${this.generation} ${method} ${path} ${JSON.stringify(body)} → ${response.status} ${text}`;
    const json: unknown = JSON.parse(text);
    if (!response.ok) {
      const refusal = failure.safeParse(json);
      if (!refusal.success) throw new Error(`${story}: ${refusal.error.message}`);
      throw new Refused(response.status, refusal.data.code, story);
    }
    const read = success(data).safeParse(json);
    if (!read.success) throw new Error(`${story}: ${read.error.message}`);
    return (read.data as { data: z.output<T> }).data;
  }

  private post<T extends z.ZodType>(path: string, data: T, body: Body): Promise<z.output<T>> {
    return this.call('POST', path, data, body);
  }

  private get mode(): string {
    return this.generation === 'A0' ? 'Pull' : 'daemon_poll';
  }

  private get self(): Body {
    const { generation } = this;
    return {
      ...{ name: `model ${generation}`, mode: this.mode },
      ...(generation === 'A0' && { url: 'http://10.0.0.1:60073' }),
      ...(since(generation, 'A') && { version: this.version }),
    };
  }

  /** Reports the start of the daemon. Registers it only if the server does not know the daemon. */
  async start(): Promise<void> {
    const body = { daemon_version: this.version, ...(since(this.generation, 'F') && { os: 'linux' }) };
    try {
      await this.post(`/api/daemons/${this.id}/startup`, startup, body);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 404 || error.code !== 'entity_not_found') throw error;
      await this.register();
    }
  }

  async register(fields: Body = {}): Promise<void> {
    const body = {
      ...{ daemon_id: this.id, ...network(this.generation, this.networkId), ...this.self, user_id: nil },
      capabilities: { has_docker_socket: true, interfaced_subnet_ids: [] },
      ...(since(this.generation, 'F') && { os: 'linux', integration_targets: [] }),
      ...fields,
    };
    const { daemon, host_id: hostId } = await this.post(
      '/api/daemons/register',
      registrationSchema(this.generation),
      body,
    );
    this.hostId = hostId;
    if (since(this.generation, 'E')) {
      this.id = daemon.id!;
      this.networkId = daemon.network_id;
    }
  }

  async requestWork(isReady = true) {
    const { generation } = this;
    // Daemons of generation A0 send a heartbeat first, and ignore an error response to it.
    if (generation === 'A0')
      await this.heartbeat().catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
    const body = {
      ...this.self,
      ...(since(generation, 'B') && {
        ready_for_work: isReady,
        interfaced_subnets: this.subnets,
        capabilities: { has_docker_socket: true, interfaced_subnet_ids: [] },
      }),
    };
    const [work, cancel] = await this.post(`/api/daemons/${this.id}/request-work`, workSchema(generation), body);
    return { work: work as Work | null, cancel };
  }

  async heartbeat(): Promise<void> {
    await this.post(`/api/daemons/${this.id}/heartbeat`, anythingZodUnknown, this.self);
  }

  async updateCapabilities(ids: readonly string[]): Promise<void> {
    const body = { has_docker_socket: true, interfaced_subnet_ids: ids };
    await this.post(`/api/daemons/${this.id}/update-capabilities`, anythingZodUnknown, body);
  }

  async reportSubnet(cidr: string): Promise<Body> {
    const knownSubnet = this.subnets.find((one) => one.cidr === cidr);
    const body = knownSubnet ?? this.draw(subnetBody(this.generation, this.networkId, cidr));
    const row = await this.post('/api/v1/subnets', subnetSchema(this.generation), body);
    if (!knownSubnet) this.subnets.push({ ...body, id: row.id });
    this.touch('subnet_ids', [row]);
    return row;
  }

  async knownSubnets(): Promise<readonly Body[]> {
    return this.call('GET', '/api/v1/subnets', subnetSchema(this.generation).array());
  }

  /** Reports a host. Returns the response as the daemon reads it. */
  async reportHost(ip: string, subnetId: string, hostId: string = randomUUID(), partIds = newPartIds()): Promise<Body> {
    const machine = { hostId, networkId: this.networkId, subnetId, ip, ...partIds };
    return this.sendHost(this.draw(hostReport(this.generation, machine)));
  }

  async sendHost(body: Body): Promise<Body> {
    const row: Body = await this.post('/api/v1/hosts/discovery', hostSchema(this.generation), body);
    this.hosts.push(row.id as string);
    this.touch('host_ids', [row]);
    this.touch('ip_address_ids', row.ip_addresses);
    this.touch('interface_ids', row.interfaces);
    this.touch('port_ids', row.ports);
    this.touch('service_ids', row.services);
    this.touch(
      'binding_ids',
      (row.services as Body[]).flatMap(({ bindings }) => bindings as Body[]),
    );
    return row;
  }

  private touch(kind: keyof ModelDaemon['scanned'], rows: unknown): void {
    if (since(this.generation, 'D')) for (const { id } of rows as { id: string }[]) this.scanned[kind].add(id);
  }

  async reportVlans(): Promise<void> {
    const body = { ...network(this.generation, this.networkId), vlans: [{ vlan_number: 20, name: 'office' }] };
    this.touch('vlan_ids', (await this.post('/api/v1/vlans/discovery', vlans, body)).vlans);
  }

  /** Reports the end of a run, with the ids of the rows that it has seen. */
  async complete(work: Work): Promise<void> {
    const scannedIds = Object.fromEntries(Object.entries(this.scanned).map(([kind, ids]) => [kind, [...ids]]));
    await this.update(work, 'Complete', {
      progress: 100,
      ...(since(this.generation, 'D') && { scanned: scannedIds }),
    });
  }

  async update(work: Work, phase: string, fields: Body = {}): Promise<void> {
    const body = {
      ...this.draw(updateBody(this.generation, phase, work.discovery_type.type)),
      ...{ session_id: work.session_id, daemon_id: this.id, ...network(this.generation, this.networkId) },
      ...(work.discovery_id !== undefined && { discovery_id: work.discovery_id }),
      ...fields,
    };
    await this.post(`/api/v1/discovery/${work.session_id}/update`, anythingZodUnknown, body);
  }
}

export interface Work {
  readonly session_id: string;
  readonly discovery_id?: string;
  readonly discovery_type: { readonly type: string; readonly host_id?: string };
}

/** Carries out one session as a daemon does. */
export async function runWork(daemon: ModelDaemon, work: Work, block: string): Promise<void> {
  await daemon.update(work, 'Started', { progress: 0 });
  const subnet = await daemon.reportSubnet(`${block}.0/24`);
  const subnetId = subnet.id as string;
  if (!since(daemon.generation, 'B')) {
    await daemon.updateCapabilities([subnetId, randomUUID()]);
    expect((await daemon.knownSubnets()).map(({ id }) => id)).toContain(subnetId);
  }
  const { type, host_id: hostId } = work.discovery_type;
  if (type !== 'Network') await daemon.reportHost(`${block}.1`, subnetId, hostId);
  if (type !== 'SelfReport') await daemon.reportHost(`${block}.2`, subnetId);
  if (type !== 'SelfReport') await daemon.reportHost(`${block}.3`, subnetId);
  if (since(daemon.generation, 'C')) await daemon.reportVlans();
  await daemon.update(work, 'Scanning', { progress: 50 });
  await daemon.complete(work);
}
