// Runs the agent until it is stopped: registers with the server, polls for work, runs one session at a time, and
// reports its results.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ending } from './ending';
import { Failure, errorMessage } from './failure';
import { deliver, retryUntilAnswered } from './protocol/deliver';
import { DaemonClient, isFinal } from './protocol/daemon-client';
import { createJsonClient, Refusal, type JsonClient, type Outage } from './protocol/json-client';
import { LiveReport } from './protocol/live-report';
import { listOutboxFiles, Outbox } from './protocol/outbox';
import { State } from './protocol/state';
import type { SessionUpdate, Work } from './protocol/wire';
import { cleanLine } from './sources/scan/http';
import { listOwnSubnets } from './scope/own-subnets';
import { Scope, type OwnSubnet } from './scope/scope';
import type { Collectors } from './collectors';
import { Pins } from './sources';
import { Session, type Progress, type ScanSettings, type SessionResult } from './session';

/** Intervals at which the agent sends requests, in milliseconds. */
export interface Pace {
  /**
   * Pauses between requests for work: `poll` while the agent is idle; `busyPoll` while a session runs, so that the
   * agent learns of a cancellation within 2 s.
   */
  readonly poll: number;
  readonly busyPoll: number;
  /** Pauses between progress reports: `update` after a change of the progress, `idleUpdate` without a change. */
  readonly update: number;
  readonly idleUpdate: number;
  /**
   * The first pause and the longest pause between attempts to reach the server. Each pause is twice as long as the one
   * before.
   */
  readonly pauses: readonly [number, number];
  /** If the option `once` is set: milliseconds to wait for the first session before the agent fails. */
  readonly firstWork: number;
  /**
   * Milliseconds for which pending results are still sent after a stop. Results that are not sent stay on disk for the
   * next start.
   */
  readonly grace: number;
}
/** Maximum number of the server's warnings that are printed, and maximum number of characters of each. */
const [mostWarnings, longestWarning] = [20, 1_000];
const usualPace: Pace = {
  poll: 30_000,
  busyPoll: 2_000,
  update: 10_000,
  idleUpdate: 30_000,
  pauses: [1_000, 30_000],
  firstWork: 60_000,
  grace: 4_000,
};

export interface AgentOptions {
  readonly server: URL;
  readonly key: string;
  readonly ca?: string;
  readonly name: string;
  readonly state: string;
  readonly allow: readonly string[];
  readonly exclude: readonly string[];
  readonly yes: boolean;
  readonly settings: ScanSettings;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Whether the agent ends after one session. */
  readonly once?: boolean;
  readonly onProgress?: (progress: Progress) => void;
  readonly onConnected?: (identity: { daemonId: string; networkId: string }) => Promise<void>;
  readonly pace?: Partial<Pace>;
  readonly collectors?: Collectors;
  readonly ownSubnets?: () => readonly OwnSubnet[];
}

export interface Summary extends SessionResult {
  readonly phase: 'Complete' | 'Failed' | 'Cancelled';
  readonly error?: string;
}

/** A running session. `delivered` resolves when the server has accepted all results of the session. */
interface Running {
  readonly delivered: Promise<Summary>;
  readonly cancel: () => void;
}

export async function runAgent(options: AgentOptions): Promise<Summary | undefined> {
  // Invalid address ranges must fail before the first request to the server.
  createScope(options);
  const state = new State(options.state, options.server.href, options.key);
  const json = createJsonClient(options);
  try {
    return await new Agent(options, state, json).run();
  } catch (error) {
    if (options.signal.aborted) return undefined;
    throw isRefused(error) ? refusedFailure(options.server, error) : error;
  } finally {
    json.close();
    state.close();
  }
}

type ScopeOptions = Pick<AgentOptions, 'allow' | 'exclude' | 'yes' | 'ownSubnets'>;

/** The IP addresses that the command-line options let the agent scan. Throws a usage Failure for invalid options. */
export function createScope({
  allow,
  exclude,
  yes,
  ownSubnets: ownSubnetLister = listOwnSubnets,
}: ScopeOptions): Scope {
  return new Scope({ allow, exclude, yes, ownSubnets: ownSubnetLister() });
}

const isRefused = (error: unknown): error is Refusal => error instanceof Refusal;

function refusedFailure(server: URL, { code, message }: Refusal): Failure {
  const next =
    {
      auth_not_authenticated: 'Check the key: it may have been rotated or deleted.',
      entity_disabled: 'Enable the key, or use another one.',
      entity_expired: 'Use a key that has not expired.',
      auth_daemon_required: "This is not a daemon key: create one for the agent's network.",
      daemon_identity_mismatch: 'Another daemon uses this id or key: create a separate key for this agent.',
      daemon_network_mismatch: 'The key belongs to another network: start with another state folder (--state).',
      daemon_version_too_old: 'Update the agent.',
    }[code] ?? 'See the log of the server.';
  return new Failure('refused', `${server.origin} refuses this agent: ${message} (${code}). ${next}`);
}

class Agent {
  private readonly pace: Pace;
  private readonly client: DaemonClient;
  private readonly pins: Pins;
  private readonly finishedSessionIds = new Set<string>();

  constructor(
    private readonly options: AgentOptions,
    private readonly state: State,
    json: JsonClient,
  ) {
    this.pace = { ...usualPace, ...options.pace };
    this.pins = new Pins(path.join(state.folder, 'certificates.json'));
    const { key, name } = options;
    this.client = new DaemonClient({ json, key, name, registrar: state });
  }

  async run(): Promise<Summary | undefined> {
    const { signal, say, server, onConnected } = this.options;
    await this.callUntilAnswered((stop) => this.client.start(stop));
    if (signal.aborted) return undefined;
    const { daemonId, networkId } = this.state.identity;
    say(`Connected to ${server.origin} as daemon ${daemonId}.`);
    await this.sendUnfinishedOutboxes();
    await onConnected?.({ daemonId, networkId: networkId! });
    return this.work();
  }

  private async work(): Promise<Summary | undefined> {
    const { signal, once, say } = this.options;
    let running: Running | undefined;
    const until = performance.now() + this.pace.firstWork;
    while (!signal.aborted) {
      const isBusy: boolean = running !== undefined;
      const answer = await this.callUntilAnswered((stop) => this.client.requestWork(!isBusy, stop));
      if (!answer) break;
      if (answer.cancel) running?.cancel();
      if (!running && answer.work && !this.finishedSessionIds.has(answer.work.session_id))
        running = this.start(answer.work);
      if (once && !running && performance.now() > until)
        throw new Failure(
          'refused',
          'The server has no work for this daemon: start its discovery there, or use a user API key.',
        );
      const pause = sleep(running ? this.pace.busyPoll : this.pace.poll, undefined, { signal }).catch(() => undefined);
      const summary: Summary | undefined = await Promise.race([pause, ...(running ? [running.delivered] : [])]);
      if (!summary) continue;
      running = undefined;
      say(summaryLine(summary));
      if (once) return summary;
    }
    return running?.delivered;
  }

  /** Repeats the call during outages. An untrusted certificate is fatal, because waiting does not change it. */
  private callUntilAnswered<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const { signal } = this.options;
    const { client, pace } = this;
    return retryUntilAnswered({ client, signal, onOutage: this.onOutage, pausesMs: pace.pauses }, () => call(signal));
  }

  private readonly onOutage = (outage: Outage | undefined): void => {
    const { say, server } = this.options;
    if (!outage) return say(`${server.origin} is reachable again.`);
    if (outage.isUntrusted)
      throw new Failure(
        'unreachable',
        `${outage.message}. Its certificate is not trusted: pass the authority's certificate with --ca FILE.`,
      );
    say(`${outage.message}. Results are stored on disk and sent when the server is reachable again.`);
  };

  /** Sends the results that earlier runs of the agent left undelivered on disk. */
  private async sendUnfinishedOutboxes(): Promise<void> {
    const { signal, say } = this.options;
    for (const file of listOutboxFiles(this.state.outboxFolder)) {
      const outbox = new Outbox(file);
      this.finishedSessionIds.add(outbox.sessionId);
      const error = 'The agent was restarted while the session ran; its results until then are reported.';
      outbox.add({ kind: 'end', body: { ...this.ids(outbox.sessionId), phase: 'Failed', error } });
      say(`Sending results of an earlier run (session ${outbox.sessionId}) …`);
      const isDone = await deliver(outbox, { ...this.delivery(signal) });
      if (isDone) outbox.remove();
      else outbox.close();
    }
  }

  private delivery(signal: AbortSignal) {
    return { client: this.client, signal, onOutage: this.onOutage, pausesMs: this.pace.pauses };
  }

  private ids(sessionId: string) {
    return { session_id: sessionId, daemon_id: this.state.identity.daemonId, network_id: this.client.networkId };
  }

  private start(work: Work): Running {
    const ending = new Ending(this.options.signal);
    const delivered = this.runSession(work, ending).finally(() => ending.close());
    // The session's result is awaited only later. Without this handler, an earlier rejection would end the process.
    delivered.catch(() => undefined);
    return { delivered, cancel: () => ending.cancel() };
  }

  private async runSession(work: Work, ending: Ending): Promise<Summary> {
    const { signal: stopSignal, say } = this.options;
    const { session_id: sessionId } = work;
    say(`Session ${sessionId} begins.`);
    this.printWarnings(work.warnings);
    const outbox = new Outbox(this.state.outboxFile(sessionId));
    const delivering = this.deliverUntilStopped(outbox, stopSignal);
    delivering.catch(() => ending.abort());
    const base = {
      ...this.ids(sessionId),
      ...(work.discovery_id && { discovery_id: work.discovery_id }),
      discovery_type: work.discovery_type,
      started_at: new Date().toISOString(),
    };
    const update = (body: SessionUpdate) => this.client.update(sessionId, { ...base, ...body }, undefined, stopSignal);
    // Progress reports continue until the outbox is delivered: without them the server fails the session.
    const live = new LiveReport(update, this.pace);
    try {
      await live.send({ phase: 'Started', progress: 0 });
      const summary = await this.summarize(ending, () => this.scan(work, ending.signal, outbox, live));
      outbox.add({ kind: 'end', body: { ...base, ...toFinalUpdate(summary) } as SessionUpdate });
      const isDelivered = await delivering;
      this.finishedSessionIds.add(sessionId);
      if (isDelivered) outbox.remove();
      else outbox.close();
      return summary;
    } finally {
      live.close();
    }
  }

  /**
   * Prints the server's warnings about a run, such as that credentials are withheld until a person confirms the daemon.
   */
  private printWarnings(warnings: readonly string[]): void {
    const { say, server } = this.options;
    const path = `/api/v1/daemons/${this.state.identity.daemonId}/confirm`;
    for (const warning of warnings.slice(0, mostWarnings)) {
      say(cleanLine(warning, longestWarning) ?? '');
      if (warning.includes(path))
        say(`To confirm it: curl -X POST ${server.origin}${path} -H "Authorization: Bearer YOUR_API_KEY"`);
    }
  }

  private async scan(work: Work, signal: AbortSignal, outbox: Outbox, live: LiveReport): Promise<SessionResult> {
    const { settings, collectors, onProgress } = this.options;
    const { networkId, hostId } = this.state.identity;
    const session = new Session({
      ...{ work, settings, hostId, collectors, signal },
      scope: createScope(this.options),
      networkId: networkId!,
      pins: this.pins,
      add: (entry) => outbox.add(entry),
      onProgress: (progress) => {
        live.note(progress);
        onProgress?.(progress);
      },
    });
    return session.run();
  }

  private async summarize(ending: Ending, run: () => Promise<SessionResult>): Promise<Summary> {
    const { signal: stopSignal } = this.options;
    const counts = { machines: 0, ports: 0, devices: 0, services: 0, guesses: 0 };
    const emptyResult = { ...counts, warnings: [], credentialResults: [], swept: [] };
    try {
      const result = await run();
      if (ending.isCancelled) return { ...result, phase: 'Cancelled' };
      if (stopSignal.aborted) return { ...result, phase: 'Failed', error: 'The agent was stopped.' };
      return { ...result, phase: 'Complete' };
    } catch (error) {
      if (isFinal(error)) throw error;
      return { ...emptyResult, phase: ending.isCancelled ? 'Cancelled' : 'Failed', error: errorMessage(error) };
    }
  }

  /**
   * Sends the outbox to the server. After a stop, sending continues for `grace` milliseconds; unsent results stay on
   * disk.
   */
  private async deliverUntilStopped(outbox: Outbox, stopSignal: AbortSignal): Promise<boolean> {
    const deliveryAbort = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const stop = () => (timer = setTimeout(() => deliveryAbort.abort(), this.pace.grace));
    if (stopSignal.aborted) stop();
    else stopSignal.addEventListener('abort', stop, { once: true });
    try {
      return await deliver(outbox, this.delivery(deliveryAbort.signal));
    } finally {
      clearTimeout(timer);
      stopSignal.removeEventListener('abort', stop);
    }
  }
}

const toFinalUpdate = ({ phase, error, machines, warnings, credentialResults, swept }: Summary) => ({
  phase,
  ...(phase === 'Complete' && { progress: 100, swept: [...swept] }),
  ...(error !== undefined && { error }),
  hosts_discovered: machines,
  warnings: [...warnings],
  credential_results: credentialResults,
  finished_at: new Date().toISOString(),
});

const summaryLine = ({ phase, error, machines, ports }: Summary): string =>
  `Session ended: ${phase}${error === undefined ? '' : ` (${error})`}; ${machines} machines, ${ports} open ports.`;
