// Client for the newest version of the daemon protocol: the requests that an agent sends.
import { z } from 'zod';
import { Outage, Refusal, type JsonClient } from './json-client';
import type { Identity } from './state';
import {
  daemonVersion,
  parseHostResults,
  parseWorkAnswer,
  type HostReport,
  type HostResult,
  type SessionUpdate,
  type Scanned,
  type VlanReport,
  type WorkAnswer,
} from './wire';

/** The id that is sent in place of the network's id, because the server knows the network from the daemon's key. */
export const nilId = '00000000-0000-0000-0000-000000000000';

export interface Registrar {
  readonly identity: Identity;
  learn(identity: Partial<Identity>): void;
}

export interface DaemonClientOptions {
  readonly json: JsonClient;
  readonly key: string;
  readonly name: string;
  readonly registrar: Registrar;
}

const registration = z.object({
  host_id: z.string(),
  daemon: z.object({ id: z.string(), network_id: z.string() }),
});
const subnetRow = z.object({ id: z.string(), cidr: z.string() });

/** Whether the error means that the server does not know this daemon, so that the agent must register it. */
export const isUnregistered = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'daemon_not_registered';
/** When a daemon starts, the server may also report an unknown daemon as a missing row. */
const isUnregisteredAtStart = (error: unknown): boolean =>
  isUnregistered(error) || (error instanceof Refusal && error.status === 404 && error.code === 'entity_not_found');

/** Whether the refusal is permanent: no later request of this daemon can succeed. */
export const isFinal = (error: unknown): error is Refusal =>
  error instanceof Refusal &&
  (error.status === 401 ||
    [
      'entity_disabled',
      'entity_expired',
      'auth_daemon_required',
      'daemon_identity_mismatch',
      'daemon_network_mismatch',
      'daemon_version_too_old',
    ].includes(error.code));

export class DaemonClient {
  private starting: Promise<void> | undefined;

  constructor(private readonly options: DaemonClientOptions) {}

  get networkId(): string {
    return this.options.registrar.identity.networkId ?? nilId;
  }

  /**
   * Reports the start of the daemon. Registers the daemon if the server does not know it, or if the agent lacks the
   * daemon's ids. Concurrent calls share one request.
   */
  start(signal: AbortSignal): Promise<void> {
    this.starting ??= this.startOnce(signal).finally(() => (this.starting = undefined));
    return this.starting;
  }

  private async startOnce(signal: AbortSignal): Promise<void> {
    const { identity } = this.options.registrar;
    try {
      await this.post(`/api/daemons/${identity.daemonId}/startup`, { daemon_version: daemonVersion }, signal);
      if (identity.networkId !== undefined && identity.hostId !== undefined) return;
    } catch (error) {
      if (!isUnregisteredAtStart(error)) throw error;
    }
    await this.register(signal);
  }

  private async register(signal: AbortSignal): Promise<void> {
    const { name, registrar } = this.options;
    const body = {
      daemon_id: registrar.identity.daemonId,
      network_id: this.networkId,
      name,
      mode: 'daemon_poll',
      version: daemonVersion,
      capabilities: {},
    };
    const read = registration.safeParse(await this.post('/api/daemons/register', body, signal));
    if (!read.success) throw new Outage('the answer to the registration has no daemon');
    const { daemon, host_id: hostId } = read.data;
    registrar.learn({ daemonId: daemon.id, networkId: daemon.network_id, hostId });
  }

  async requestWork(isReady: boolean, signal: AbortSignal): Promise<WorkAnswer> {
    const { name, registrar } = this.options;
    const body = { name, mode: 'daemon_poll', version: daemonVersion, ready_for_work: isReady };
    const path = `/api/daemons/${registrar.identity.daemonId}/request-work`;
    const answer = parseWorkAnswer(await this.post(path, body, signal));
    if (!answer) throw new Outage('the answer to the request for work has an unknown form');
    return answer;
  }

  /**
   * Sends an update of the session with the daemon's ids. The last update of a session also has the ids of the rows
   * that the server has stored.
   */
  async update(
    sessionId: string,
    body: SessionUpdate,
    scannedIds: Scanned | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { daemonId } = this.options.registrar.identity;
    const ids = { session_id: sessionId, daemon_id: daemonId, network_id: this.networkId };
    const report = { ...body, ...ids, daemon_version: daemonVersion, ...(scannedIds && { scanned: scannedIds }) };
    await this.post(`/api/v1/discovery/${sessionId}/update`, report, signal);
  }

  async reportSubnet(body: object, signal: AbortSignal): Promise<string | undefined> {
    const subnet = { ...body, network_id: this.networkId, description: null, source: { type: 'Discovery' }, tags: [] };
    const read = subnetRow.safeParse(await this.post('/api/v1/subnets', subnet, signal));
    return read.success ? read.data.id : undefined;
  }

  async setInterfacedSubnets(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const { daemonId } = this.options.registrar.identity;
    await this.post(`/api/daemons/${daemonId}/update-capabilities`, { interfaced_subnet_ids: ids }, signal);
  }

  reportVlans(body: VlanReport, signal: AbortSignal): Promise<unknown> {
    return this.post('/api/v1/vlans/discovery', body, signal);
  }

  reportHost(body: HostReport, signal: AbortSignal): Promise<unknown> {
    return this.post('/api/v1/hosts/discovery', body, signal);
  }

  /**
   * Reports several hosts. Resolves with one result per report, in the order of `reports`. Older versions of the server
   * refuse the request, because they lack this route.
   */
  async reportHosts(reports: readonly HostReport[], signal: AbortSignal): Promise<readonly HostResult[]> {
    return parseHostResults(await this.post('/api/v1/hosts/discovery/batch', { reports }, signal));
  }

  private post(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return this.call('POST', path, body, signal);
  }

  private async call(method: 'GET' | 'POST', path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const { json, key, registrar } = this.options;
    const headers = {
      authorization: `Bearer ${key}`,
      'x-daemon-id': registrar.identity.daemonId,
      'x-daemon-version': daemonVersion,
    };
    return (await json.send({ method, path, body, headers, signal })).data;
  }
}
