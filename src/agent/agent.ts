// The agent as it runs: starts, asks for work, runs it one session at a time, reports it, stops when it is to.
import { setTimeout as sleep } from 'node:timers/promises';
import { Ending } from './ending';
import { Failure, messageOf } from './failure';
import { deliver, withPatience } from './protocol/deliver';
import { DaemonClient, isFinal } from './protocol/daemon-client';
import { createJsonClient, Refusal, type JsonClient, type Outage } from './protocol/json-client';
import { LiveReport } from './protocol/live-report';
import { leftOutboxes, Outbox } from './protocol/outbox';
import { State } from './protocol/state';
import type { SessionUpdate, Work } from './protocol/wire';
import { cleanLine } from './scan/http';
import { ownSubnets } from './scope/own-subnets';
import { Scope, type OwnSubnet } from './scope/scope';
import type { Collectors } from './collectors';
import { Session, type Progress, type ScanSettings, type SessionResult } from './session';

/** In milliseconds. */
export interface Pace {
  /** Between requests for work; the shorter one while a session runs, so that a cancellation is heard in time. */
  readonly poll: number;
  readonly busyPoll: number;
  /** Between progress reports: at least, when something has changed, and at most. */
  readonly update: number;
  readonly idleUpdate: number;
  /** Between attempts to reach the server: the first pause and the longest. */
  readonly pauses: readonly [number, number];
  /** For the first work, where one session is all that is wanted. */
  readonly firstWork: number;
  /** For sending what is left when the agent is stopped; the rest stays on disk. */
  readonly grace: number;
}
/** Of the server's warnings: how many are said, and how much of each, in characters. */
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
  /** Ends after one session. */
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

/** A session that runs: `done` when the server has everything of it. */
interface Running {
  readonly done: Promise<Summary>;
  readonly cancel: () => void;
}

export async function runAgent(options: AgentOptions): Promise<Summary | undefined> {
  // The scope is judged before anything is said to the server.
  scopeOf(options);
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

function scopeOf({ allow, exclude, yes, ownSubnets: own = ownSubnets }: AgentOptions): Scope {
  return new Scope({ allow, exclude, yes, own: own() });
}

const isRefused = (error: unknown): error is Refusal => error instanceof Refusal;

function refusedFailure(server: URL, { code, message }: Refusal): Failure {
  const next =
    {
      auth_not_authenticated: 'Check the key: it may have been rotated or deleted.',
      entity_disabled: 'Enable the key, or give another.',
      entity_expired: 'Give a key that has not expired.',
      auth_daemon_required: "This is no daemon key: make one for the agent's network.",
      daemon_identity_mismatch: 'Another daemon has this id or key: give this one a key of its own.',
      daemon_network_mismatch: 'The key belongs to another network: start with another folder (--state).',
      daemon_version_too_old: 'Update the agent.',
    }[code] ?? 'Look into the log of the server.';
  return new Failure('refused', `${server.origin} refuses this agent: ${message} (${code}). ${next}`);
}

class Agent {
  private readonly pace: Pace;
  private readonly client: DaemonClient;
  private readonly finished = new Set<string>();

  constructor(
    private readonly options: AgentOptions,
    private readonly state: State,
    json: JsonClient,
  ) {
    this.pace = { ...usualPace, ...options.pace };
    const { key, name } = options;
    this.client = new DaemonClient({ json, key, name, registrar: state });
  }

  async run(): Promise<Summary | undefined> {
    const { signal, say, server, onConnected } = this.options;
    await this.patiently((stop) => this.client.start(stop));
    if (signal.aborted) return undefined;
    const { daemonId, networkId } = this.state.identity;
    say(`Connected to ${server.origin} as daemon ${daemonId}.`);
    await this.sendLeft();
    await onConnected?.({ daemonId, networkId: networkId! });
    return this.work();
  }

  private async work(): Promise<Summary | undefined> {
    const { signal, once, say } = this.options;
    let running: Running | undefined;
    const until = performance.now() + this.pace.firstWork;
    while (!signal.aborted) {
      const isBusy: boolean = running !== undefined;
      const answer = await this.patiently((stop) => this.client.requestWork(!isBusy, stop));
      if (!answer) break;
      if (answer.cancel) running?.cancel();
      if (!running && answer.work && !this.finished.has(answer.work.session_id)) running = this.start(answer.work);
      if (once && !running && performance.now() > until)
        throw new Failure(
          'refused',
          'The server has no work for this daemon: start its discovery there, or give the key of a person.',
        );
      const pause = sleep(running ? this.pace.busyPoll : this.pace.poll, undefined, { signal }).catch(() => undefined);
      const ended: Summary | undefined = await Promise.race([pause, ...(running ? [running.done] : [])]);
      if (!ended) continue;
      running = undefined;
      say(lineOf(ended));
      if (once) return ended;
    }
    return running?.done;
  }

  /** Waits out outages; a certificate that is not trusted will not be so later. */
  private patiently<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const { signal } = this.options;
    const { client, pace } = this;
    return withPatience({ client, signal, onOutage: this.onOutage, pausesMs: pace.pauses }, () => call(signal));
  }

  private readonly onOutage = (outage: Outage | undefined): void => {
    const { say, server } = this.options;
    if (!outage) return say(`${server.origin} is back.`);
    if (outage.isUntrusted)
      throw new Failure(
        'unreachable',
        `${outage.message}. Its certificate is not trusted: name the authority's certificate with --ca FILE.`,
      );
    say(`${outage.message}. What is found is kept, and sent when the server is back.`);
  };

  /** What earlier runs of the agent have not got rid of. */
  private async sendLeft(): Promise<void> {
    const { signal, say } = this.options;
    for (const file of leftOutboxes(this.state.outboxFolder)) {
      const outbox = new Outbox(file);
      this.finished.add(outbox.sessionId);
      const error = 'The agent was restarted while the session ran; what it had found until then is reported.';
      outbox.add({ kind: 'end', body: { ...this.ids(outbox.sessionId), phase: 'Failed', error } });
      say(`Sending what an earlier run has found (session ${outbox.sessionId}) …`);
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
    const done = this.runSession(work, ending).finally(() => ending.close());
    // It is awaited between two requests for work: a failure in the meantime is no unhandled one.
    done.catch(() => undefined);
    return { done, cancel: () => ending.cancel() };
  }

  private async runSession(work: Work, ending: Ending): Promise<Summary> {
    const { signal: stopped, say } = this.options;
    const { session_id: sessionId } = work;
    say(`Session ${sessionId} begins.`);
    this.tell(work.warnings);
    const outbox = new Outbox(this.state.outboxFile(sessionId));
    const delivering = this.deliverUntilStopped(outbox, stopped);
    delivering.catch(() => ending.abort());
    const base = {
      ...this.ids(sessionId),
      ...(work.discovery_id && { discovery_id: work.discovery_id }),
      discovery_type: work.discovery_type,
      started_at: new Date().toISOString(),
    };
    const update = (body: SessionUpdate) => this.client.update(sessionId, { ...base, ...body }, undefined, stopped);
    // Goes on until everything is sent: the server gives a session up that it does not hear of.
    const live = new LiveReport(update, this.pace);
    try {
      await live.send({ phase: 'Started', progress: 0 });
      const summary = await this.outcome(ending, () => this.scan(work, ending.signal, outbox, live));
      outbox.add({ kind: 'end', body: { ...base, ...endOf(summary) } as SessionUpdate });
      const isDelivered = await delivering;
      this.finished.add(sessionId);
      if (isDelivered) outbox.remove();
      else outbox.close();
      return summary;
    } finally {
      live.close();
    }
  }

  /** What the server says of a run before it begins, such as that credentials wait until someone confirms the daemon. */
  private tell(warnings: readonly string[]): void {
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
      scope: scopeOf(this.options),
      networkId: networkId!,
      add: (entry) => outbox.add(entry),
      onProgress: (progress) => {
        live.note(progress);
        onProgress?.(progress);
      },
    });
    return session.run();
  }

  private async outcome(ending: Ending, run: () => Promise<SessionResult>): Promise<Summary> {
    const { signal: stopped } = this.options;
    const counts = { machines: 0, ports: 0, devices: 0, services: 0, guesses: 0 };
    const nothing = { ...counts, warnings: [], credentialResults: [], swept: [] };
    try {
      const result = await run();
      if (ending.isCancelled) return { ...result, phase: 'Cancelled' };
      if (stopped.aborted) return { ...result, phase: 'Failed', error: 'The agent was stopped.' };
      return { ...result, phase: 'Complete' };
    } catch (error) {
      if (isFinal(error)) throw error;
      return { ...nothing, phase: ending.isCancelled ? 'Cancelled' : 'Failed', error: messageOf(error) };
    }
  }

  /** Goes on for a moment when the agent is stopped; the rest stays on disk. */
  private async deliverUntilStopped(outbox: Outbox, stopped: AbortSignal): Promise<boolean> {
    const ended = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const stop = () => (timer = setTimeout(() => ended.abort(), this.pace.grace));
    if (stopped.aborted) stop();
    else stopped.addEventListener('abort', stop, { once: true });
    try {
      return await deliver(outbox, this.delivery(ended.signal));
    } finally {
      clearTimeout(timer);
      stopped.removeEventListener('abort', stop);
    }
  }
}

const endOf = ({ phase, error, machines, warnings, credentialResults, swept }: Summary) => ({
  phase,
  ...(phase === 'Complete' && { progress: 100, swept: [...swept] }),
  ...(error !== undefined && { error }),
  hosts_discovered: machines,
  warnings: [...warnings],
  credential_results: credentialResults,
  finished_at: new Date().toISOString(),
});

const lineOf = ({ phase, error, machines, ports }: Summary): string =>
  `Session ended: ${phase}${error === undefined ? '' : ` (${error})`}; ${machines} machines, ${ports} open ports.`;
