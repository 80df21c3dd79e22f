// The attacked service: a child process that reports turns of its event loop. It is restarted if it hangs or exits, and
// killed at the end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Turn, Turns } from './turn-watch';

export interface ServiceEvents {
  /** Called for a long turn of the event loop. */
  onSlow(turn: Turn): void;
  /** Called when a turn has not ended after `ms` milliseconds. The service is killed and restarted. */
  onHang(startedAt: number, ms: number): void;
  /** Called when the process exits by itself. */
  onEnd(log: string): void;
  /** Called for each line that the service logs. */
  onLine(line: string): void;
  /** Called when the service responds again after it hung or exited. */
  onUp(): void;
}

const startPatienceMs = 60_000;
const askEveryMs = 200;
/** A turn that is longer than this number of milliseconds counts as a hang. */
const hangMs = 10_000;
const keptLines = 500;
const noTurn: Turn = { startedAt: 0, wallMs: 0, ownMs: 0, collectingMs: 0 };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

export class Service {
  url = '';
  /**
   * How often the service was started. A response is not judged if the service was restarted since the request was
   * sent.
   */
  generation = 0;
  private longest: Turn = noTurn;
  private begunPolls = 0;
  private answeredPoll = 0;
  private port = 0;
  private child: ChildProcess | undefined;
  private readonly lines: string[] = [];
  /** Child processes that were stopped on purpose. */
  private readonly dismissedChildren = new WeakSet<ChildProcess>();
  private restarting: Promise<void> | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly events: ServiceEvents,
  ) {}

  /**
   * Starts the service. `settings` are environment variables that override the defaults of an attack (no rate limit,
   * only errors are logged).
   */
  async start(settings: NodeJS.ProcessEnv = {}): Promise<void> {
    this.port ||= await freePort();
    this.url = `http://127.0.0.1:${this.port}`;
    const env = {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', LOG_LEVEL: 'error' },
      ...{ HOST: '127.0.0.1', PORT: String(this.port), DATABASE_URL: this.databaseUrl, RATE_LIMIT: 'off' },
      // An attack may use more thread and database time of one organization than the service allows by default. With
      // these limits off, the service does not refuse its requests.
      ...{ ORGANIZATION_THREAD_SECONDS: 'off', ORGANIZATION_DATABASE_SECONDS: 'off' },
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...settings,
    };
    const child = spawn(process.execPath, [path.join(__dirname, 'service-child.mjs')], {
      cwd: path.join(__dirname, '..'),
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.child = child;
    this.generation += 1;
    for (const input of [child.stdout!, child.stderr!])
      createInterface({ input }).on('line', (line) => this.keep(line));
    await this.answering(child);
    await this.turnsOf(child);
    this.longest = noTurn;
    void this.watch(child, settings);
  }

  /** Kills the process, even if it hangs. The end of the process is not a finding. */
  async stop(): Promise<void> {
    await this.restarting?.catch(() => undefined);
    if (this.child) this.dismissedChildren.add(this.child);
    await this.end();
  }

  /** Resolves when the service responds, after a restart if the service is being restarted. */
  async ready(): Promise<void> {
    await this.restarting;
  }

  /** The longest turn of the service's event loop since the last call, including turns that were not reported yet. */
  async takeLongest(): Promise<Turn> {
    const { begunPolls, generation } = this;
    while (this.answeredPoll <= begunPolls && generation === this.generation) await pause(askEveryMs / 4);
    const { longest } = this;
    this.longest = noTurn;
    return longest;
  }

  /** The lines that the service has logged about a request. */
  logOf(requestId: string): string[] {
    return this.lines.filter((line) => line.includes(`"${requestId}"`));
  }

  private keep(line: string): void {
    if (line === '') return;
    this.lines.push(line);
    if (this.lines.length > keptLines) this.lines.shift();
    this.events.onLine(line);
  }

  private async end(): Promise<void> {
    const { child } = this;
    if (!child || hasEnded(child)) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private async answering(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + startPatienceMs;
    while (Date.now() < deadline && !hasEnded(child)) {
      const isUp = await fetch(`${this.url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      await pause(100);
    }
    const log = this.lines.slice(-20).join('\n');
    await this.end();
    throw new Error(`the service did not start:\n${log}`);
  }

  private async turnsOf(child: ChildProcess): Promise<Turns> {
    const answer = once(child, 'message') as Promise<[Turns]>;
    child.send('turns', () => undefined);
    return (await answer)[0];
  }

  /** Polls the process until it exits or hangs, then restarts it. */
  private async watch(child: ChildProcess, settings: NodeJS.ProcessEnv): Promise<void> {
    const exit = once(child, 'exit').then(() => 'ended' as const);
    for (;;) {
      const askedAt = Date.now();
      const poll = ++this.begunPolls;
      const answer = this.turnsOf(child);
      // If this process itself was busy, the response may have arrived without being read yet. The second wait gives
      // time to read it.
      const hung = pause(hangMs).then(() => pause(askEveryMs, 'hung' as const));
      const turns = await Promise.race([answer, exit, hung]);
      if (this.dismissedChildren.has(child)) return;
      if (typeof turns !== 'string') {
        if (turns.longest.ownMs > this.longest.ownMs) this.longest = turns.longest;
        for (const turn of turns.slow) this.events.onSlow(turn);
        this.answeredPoll = poll;
        await pause(askEveryMs);
        continue;
      }
      if (turns === 'hung') this.events.onHang(askedAt, Date.now() - askedAt);
      else this.events.onEnd(this.lines.slice(-20).join('\n'));
      this.restarting = this.end().then(() => this.start(settings));
      await this.restarting;
      this.restarting = undefined;
      this.events.onUp();
      return;
    }
  }
}
