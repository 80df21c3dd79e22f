// HTTP client for the daemons that the service polls. Calls are limited in time and size, and responses are not
// trusted.
import { faultTexts, unreadableJson } from '../../../auth/request-body';
import type { Outbound, OutboundAnswer } from '../../../platform/http/outbound';
import { isObject, type Json } from '../protocol/generations/protocol-versions';

/** Thrown if a daemon's response violates the protocol, or the daemon refuses its API key. */
export class DaemonTrouble extends Error {
  override readonly name = 'DaemonTrouble';
}

export interface DaemonAddress {
  readonly url: string;
  /** The daemon's API key; undefined for daemons before 0.14, which require none. */
  readonly key?: string;
}
export interface ClientOptions {
  readonly outbound: Outbound;
  /** Maximum size of a response to a poll, in bytes. */
  readonly bodyLimitBytes: number;
  readonly signal: AbortSignal;
}

/** Maximum size of all responses except to a poll, in bytes. */
const smallAnswerBytes = 64 * 1024;

export class DaemonClient {
  constructor(
    private readonly address: DaemonAddress,
    private readonly options: ClientOptions,
  ) {}

  async firstContact(greeting: Json): Promise<Json> {
    return dataOf(await this.sendChecked('/api/first-contact', greeting));
  }

  async status(): Promise<Json> {
    return dataOf(await this.sendChecked('/api/status'));
  }

  /** Requests the hosts and subnets that the daemon has found, and the progress of its run. */
  async poll(): Promise<Json> {
    return dataOf(await this.sendChecked('/api/poll', undefined, this.options.bodyLimitBytes));
  }

  async confirm(createdIds: unknown): Promise<void> {
    await this.sendChecked('/api/discovery/entities-created', createdIds);
  }

  /** Offers work to the daemon. A busy daemon refuses the work with 409. Then the work is offered again later. */
  async initiate(work: unknown): Promise<void> {
    const answer = await this.send('/api/discovery/initiate', work);
    if (answer.status !== 409) assertAccepted(answer);
  }

  /**
   * Requests that the daemon cancels a run. Errors other than 401 are ignored, because the caller repeats the request
   * until the run has ended.
   */
  async cancel(sessionId: string): Promise<void> {
    const answer = await this.send('/api/discovery/cancel', sessionId);
    if (answer.status === 401) assertAccepted(answer);
  }

  private async sendChecked(path: string, body?: unknown, maximumBytes?: number): Promise<Buffer> {
    const answer = await this.send(path, body, maximumBytes);
    assertAccepted(answer);
    return answer.body;
  }

  private send(path: string, body: unknown, maximumBytes = smallAnswerBytes): Promise<OutboundAnswer> {
    const { url, key } = this.address;
    const { outbound, signal } = this.options;
    return outbound.request({
      method: body === undefined ? 'GET' : 'POST',
      url: urlOf(url, path),
      ...(key !== undefined && { headers: { Authorization: `Bearer ${key}` } }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      maximumBytes,
      signal,
    });
  }
}

/** Returns the URL of a path below the path of the base URL. */
function urlOf(base: string, path: string): string {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.search = '';
  url.hash = '';
  return url.href;
}

function assertAccepted({ status }: OutboundAnswer): void {
  if (status < 200 || status > 299) throw new DaemonTrouble(`it answers with status ${status}`);
}

/** Returns the object `data` of the response envelope. Throws DaemonTrouble for any other response. */
function dataOf(body: Buffer): Json {
  const fault = unreadableJson(body);
  if (fault) throw new DaemonTrouble(`its answer ${faultTexts[fault]}`);
  let envelope: unknown;
  try {
    envelope = JSON.parse(body.toString('utf8'));
  } catch {
    throw new DaemonTrouble('its answer is not JSON');
  }
  if (!isObject(envelope) || envelope.success === false || !isObject(envelope.data))
    throw new DaemonTrouble('its answer has no data');
  return envelope.data;
}
