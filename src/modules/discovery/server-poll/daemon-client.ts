// What the service calls on a daemon, each call bounded and its answer judged as what strangers send.
import { unreadableJson } from '../../../auth/request-body';
import type { Outbound, OutboundAnswer } from '../../../platform/http/outbound';
import { isObject, type Json } from '../protocol/generations/protocol-versions';

/** The daemon answers what the protocol does not know, or does not accept its key. */
export class DaemonTrouble extends Error {
  override readonly name = 'DaemonTrouble';
}

export interface DaemonAddress {
  readonly url: string;
  /** Absent: daemons before 0.14 ask for none. */
  readonly key?: string;
}
export interface ClientOptions {
  readonly outbound: Outbound;
  /** The greatest answer to a poll. */
  readonly bodyLimitBytes: number;
  readonly signal: AbortSignal;
}

/** Of all answers but that to a poll. */
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

  /** What it has found and how far it is. */
  async poll(): Promise<Json> {
    return dataOf(await this.sendChecked('/api/poll', undefined, this.options.bodyLimitBytes));
  }

  async confirm(createdIds: unknown): Promise<void> {
    await this.sendChecked('/api/discovery/entities-created', createdIds);
  }

  /** A daemon that is busy refuses work: it is offered again. */
  async initiate(work: unknown): Promise<void> {
    const answer = await this.send('/api/discovery/initiate', work);
    if (answer.status !== 409) assertAccepted(answer);
  }

  /** One that cannot cancel, or runs nothing, is no worse than one that goes on: it is asked again while the run lasts. */
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

/** Below the path of the address, if it has one. */
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

/** The object in the envelope. */
function dataOf(body: Buffer): Json {
  const fault = unreadableJson(body);
  if (fault) throw new DaemonTrouble(`its answer ${fault === 'depth' ? 'is nested too deeply' : 'has too many names'}`);
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
