// The requests that are sent during a fault: writes, reads, a live stream, imports and invites. All responses are
// recorded, so that lost, repeated and wrong results can be found afterwards.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { countHosts } from './account.mjs';

const json = { 'content-type': 'application/json' };
const changes = `subscription($networkId: UUID!, $since: String) {
  inventoryChanges(networkId: $networkId, since: $since) { hasGap cursor changes { entityId name } } }`;

const perOctet = 250;
let lastAddress = Math.floor(Math.random() * perOctet ** 3);
/**
 * The last three octets of an IP address that was not used before. Importing a lease with a used address would change a
 * stored host instead of creating one.
 */
function freshOctets() {
  lastAddress += 1;
  return [2, 1, 0].map((power) => (Math.floor(lastAddress / perOctet ** power) % perOctet) + 1);
}

export class Load {
  /** Names of hosts whose creation got a success response. These requests have no idempotency key. */
  acknowledged = [];
  /** Names of hosts that were created with an idempotency key. These requests were repeated until they succeeded. */
  keyed = [];
  imported = [];
  invited = [];
  counts = { answered: 0, unavailable: 0, reads: 0, reopened: 0 };
  /** Responses that are wrong even during a fault: a status other than success or 503, or a 503 without Retry-After. */
  wrong = [];
  streamed = new Set();
  gaps = 0;
  longestGapMs = 0;
  longestReadGapMs = 0;
  #isOver = false;
  #lastWrite = performance.now();
  #lastRead = performance.now();
  #works = [];

  /** `pace` is the number of milliseconds that a caller waits between a response and the next request. */
  constructor(url, owner, pace = 25) {
    this.pace = pace;
    this.url = url;
    this.owner = owner;
  }

  /** Opens the live stream. When the stream is open, starts all other callers. */
  async start() {
    const { networkId, key } = this.owner;
    this.headers = { authorization: `Bearer ${key}` };
    this.abort = new AbortController();
    await new Promise((resolve) => {
      this.onStreaming = resolve;
      this.stream = this.#follow();
    });
    this.#lastWrite = this.#lastRead = performance.now();
    const repeated = (work) => this.#works.push(this.#repeat(work));
    for (let count = 0; count < 4; count += 1) repeated(() => this.#write());
    for (let count = 0; count < 2; count += 1) repeated(() => this.#writeWithKey());
    const paths = [`/hosts?limit=5&network_id=${networkId}`, '/networks', `/subnets?limit=5`, '/tags?limit=5'];
    for (const path of paths) repeated(() => this.#read(path));
    repeated(() => this.#import());
    this.#works.push(this.#invite(), this.#invite());
  }

  /** Stops the load. Resolves when all requests that must be repeated have succeeded. */
  async stop() {
    this.#isOver = true;
    await Promise.all(this.#works);
  }

  async #repeat(work) {
    while (!this.#isOver) await work();
  }

  /**
   * Sends a request. Resolves with the body of a response with status 200; undefined for any other response and after a
   * failed connection.
   */
  async send(method, path, body, headers = {}) {
    const isText = typeof body === 'string';
    const request = fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { ...this.headers, ...(body && !isText && json), ...headers },
      ...(body && { body: isText ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(90_000),
    });
    try {
      const answer = await request;
      const text = await answer.text();
      if (answer.status === 200) {
        this.counts.answered += 1;
        return { data: JSON.parse(text).data };
      }
      if (answer.status === 503 && answer.headers.has('retry-after')) {
        this.counts.unavailable += 1;
        await pause(100);
        return undefined;
      }
      const isInWork = answer.status === 409 && text.includes('idempotency_in_progress');
      if (!isInWork) this.wrong.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
      await pause(200);
      return undefined;
    } catch (error) {
      this.wrong.push(`${method} ${path}: ${error.cause?.code ?? error.name} ${error.message}`);
      await pause(100);
      return undefined;
    }
  }

  #host(name) {
    return { name, network_id: this.owner.networkId, tags: [] };
  }

  #noteWrite() {
    const now = performance.now();
    this.longestGapMs = Math.max(this.longestGapMs, now - this.#lastWrite);
    this.#lastWrite = now;
  }

  async #write() {
    const name = `w-${randomUUID()}`;
    const answer = await this.send('POST', '/hosts', this.#host(name));
    if (answer) {
      this.acknowledged.push(name);
      this.#noteWrite();
      const reply = await this.send('GET', `/hosts/${answer.data.id}`);
      if (reply && reply.data.name !== name) this.wrong.push(`GET /hosts/${answer.data.id}: another name`);
    }
    await pause(this.pace);
  }

  /** Repeats a request until it succeeds. If the request has an idempotency key, the repetitions take effect once. */
  async #untilDone(method, path, body, headers) {
    for (;;) {
      const answer = await this.send(method, path, body, headers);
      if (answer) return answer.data;
    }
  }

  async #writeWithKey() {
    const name = `k-${randomUUID()}`;
    await this.#untilDone('POST', '/hosts', this.#host(name), { 'idempotency-key': name });
    this.keyed.push(name);
    this.#noteWrite();
    await pause(this.pace);
  }

  async #read(path) {
    if (await this.send('GET', path)) {
      this.counts.reads += 1;
      const now = performance.now();
      this.longestReadGapMs = Math.max(this.longestReadGapMs, now - this.#lastRead);
      this.#lastRead = now;
    }
    await pause(this.pace);
  }

  /**
   * Plans an import of DHCP leases and applies the plan. Both requests have an idempotency key and are repeated until
   * they succeed.
   */
  async #import() {
    const leases = Array.from({ length: 5 }, () => ({ name: `i-${randomUUID()}`, at: freshOctets() }));
    const macOf = (at) => `02:00:5e:${at.map((octet) => octet.toString(16).padStart(2, '0')).join(':')}`;
    const file = leases.map(({ name, at }) => `2000000000 ${macOf(at)} 10.${at.join('.')} ${name} *\n`).join('');
    const key = { 'idempotency-key': randomUUID(), 'content-type': 'application/octet-stream' };
    const path = `/imports?network_id=${this.owner.networkId}&format=DnsmasqLeases&file_name=dnsmasq.leases`;
    const plan = await this.#untilDone('POST', path, file, key);
    await this.#untilDone('POST', `/imports/${plan.id}/apply`, undefined, { 'idempotency-key': randomUUID() });
    this.imported.push(...leases.map(({ name }) => name));
    await pause(500);
  }

  async #invite() {
    const address = `${randomUUID()}@mail.test`;
    const invite = { permissions: 'Viewer', network_ids: [this.owner.networkId], send_to: address };
    await this.#untilDone('POST', '/invites', invite, { 'idempotency-key': address });
    this.invited.push(address);
  }

  /** Reads the live stream. Whenever the stream ends, opens it again from the cursor of the last event. */
  async #follow() {
    let since = null;
    while (!this.abort.signal.aborted) {
      try {
        const answer = await fetch(`${this.url}/graphql`, {
          method: 'POST',
          headers: { ...this.headers, ...json, accept: 'text/event-stream' },
          body: JSON.stringify({ query: changes, variables: { networkId: this.owner.networkId, since } }),
          signal: this.abort.signal,
        });
        if (answer.status !== 200) throw new Error(String(answer.status));
        let text = '';
        for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
          text += chunk;
          const events = text.split('\n\n');
          text = events.pop();
          for (const event of events) since = this.#hear(event) ?? since;
        }
      } catch {
        // After an error, the next iteration opens the stream again.
      }
      this.counts.reopened += 1;
      await pause(200);
    }
  }

  #hear(event) {
    const data = /^data: ?(.*)$/m.exec(event)?.[1];
    const heard = data && JSON.parse(data).data?.inventoryChanges;
    if (!heard) return undefined;
    this.onStreaming();
    if (heard.hasGap) this.gaps += 1;
    for (const { name } of heard.changes ?? []) this.streamed.add(name);
    return heard.cursor;
  }

  /** Compares the responses with the stored rows. Returns a line for each difference. */
  async check(mails) {
    const stored = await countHosts(this.url, this.owner);
    const faults = [...this.wrong];
    const lost = this.acknowledged.filter((name) => !stored.has(name));
    if (lost.length > 0) faults.push(`${lost.length} acknowledged writes are lost`);
    const notOnce = [...this.keyed, ...this.imported].filter((name) => stored.get(name) !== 1);
    const stories = notOnce.slice(0, 3).map((name) => `${name} ${stored.get(name) ?? 0} times`);
    if (notOnce.length > 0)
      faults.push(`${notOnce.length} writes with a key are not stored once: ${stories.join(', ')}`);
    const written = [...this.acknowledged, ...this.keyed];
    const missed = () => written.filter((name) => !this.streamed.has(name));
    for (let wait = 0; wait < 100 && missed().length > 0; wait += 1) await pause(100);
    if (missed().length > 0) faults.push(`the stream missed ${missed().length} of ${written.length} changes`);
    if (this.gaps > 0) faults.push(`the stream reported ${this.gaps} gaps`);
    const countMails = (address) => mails.filter(({ to }) => to.includes(address)).length;
    for (let wait = 0; wait < 300 && this.invited.some((address) => countMails(address) === 0); wait += 1)
      await pause(100);
    const twice = this.invited.filter((address) => countMails(address) > 1);
    if (twice.length > 0) faults.push(`${twice.length} mails were sent twice`);
    this.unsentMails = this.invited.filter((address) => countMails(address) === 0).length;
    this.abort.abort();
    await this.stream;
    return faults;
  }
}
