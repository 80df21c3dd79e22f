// Runs a phase for its time and judges every response. If a turn of the event loop was long, or a caller that takes no
// part in the attack waited, records which requests were pending.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { nextTurn } from '../src/platform/threads/event-loop';
import { Dice } from './dice';
import { exchange, newAgent, type Answer, type Request } from './exchange';
import {
  isAnswered,
  judgeAnswer,
  judgeInnocent,
  judgeTurn,
  judgeWaits,
  isAnnouncedUnavailable,
  answerText,
  ownWait,
  type InnocentAnswer,
} from './judge';
import type { Attempt, Phase } from './phase';
import type { Report } from './report';
import type { Service } from './service';
import type { Turn } from './turn-watch';
import type { Caller, World } from './world';

interface SentRequest {
  readonly place: string;
  readonly operation: string;
  readonly caller: string;
  readonly request: Request;
  readonly startedAt: number;
  endedAt: number;
}

const silenceMs = 25_000;
/** Milliseconds to wait for responses after a phase. Responses that take longer are abandoned. */
const longestReadMs = 60_000;
const rememberedMs = 60_000;
const mostReported = 1500;

/** A request as one line, for a report, with its body shortened. */
export function formatRequest({ method, path, headers, body }: Request): string {
  const cut = (text: string) =>
    text.length > mostReported ? `${text.slice(0, mostReported)}… (${text.length})` : text;
  const shownHeaders = Object.entries(headers ?? {}).filter(
    ([name]) => !/^(authorization|cookie|x-request-id)$/.test(name),
  );
  const headersText = shownHeaders.length > 0 ? ` ${cut(JSON.stringify(Object.fromEntries(shownHeaders)))}` : '';
  return cut(`${method} ${path}`) + headersText + (body === undefined ? '' : ` ${cut(String(body))}`);
}

export class Runner {
  requests = 0;
  /** Number of requests that succeeded. */
  answered = 0;
  private agent = newAgent();
  private sentRequests: SentRequest[] = [];
  private now = 'start';
  private until = 0;
  private waits: number[] = [];
  private caseWaits: number[] = [];
  private caseBytes = 0;
  private longestOfCases = 0;
  /**
   * Periods in which the service was down, or the attack program itself was slow. Requests in such periods are not
   * judged.
   */
  private downs: { from: number; to: number }[] = [];

  constructor(
    private readonly seed: string,
    private readonly world: World,
    private readonly service: Pick<Service, 'url' | 'generation' | 'ready' | 'logOf' | 'takeLongest'>,
    private readonly report: Report,
  ) {}

  /** Runs the attack cases of a phase until the time is over. With `only`, runs the case of this number three times. */
  async run(phase: Phase, seconds: number, only?: number): Promise<number> {
    this.now = phase.name;
    this.until = Date.now() + seconds * 1000;
    let next = 0;
    const worker = async () => {
      while (Date.now() < this.until && (phase.cases === undefined || next < phase.cases)) {
        const number = next++;
        await this.runCase(phase, number);
      }
    };
    if (only === undefined) await Promise.all(Array.from({ length: phase.together }, worker));
    else for (next = 0; next < 3; next += 1) await this.runCase(phase, only);
    // The reports about the service's event loop, and about callers that take no part in the attack, arrive a moment
    // after the last response.
    await pause(300);
    await this.service.ready();
    return next;
  }

  private async runCase(phase: Phase, number: number): Promise<void> {
    await this.service.ready();
    const place = `${phase.name}:${number}`;
    const { world, report } = this;
    let name = place;
    if (phase.isMeasured) {
      await this.service.takeLongest();
      this.caseWaits = [];
      this.caseBytes = 0;
    }
    const attempt: Attempt = {
      number,
      dice: new Dice(this.seed, phase.name, number),
      world,
      send: (caller, request, operation) => this.send(place, caller, request, (name = operation)),
      aside: (work) => this.runAside(work),
      broken: (rule, message, caller) =>
        report.add({ kind: 'rule', signature: `rule ${rule}`, message }, { place, caller: caller?.name }),
    };
    await phase.run(attempt);
    if (!phase.isMeasured) return;
    const slowestTurnMs = (await this.service.takeLongest()).ownMs;
    this.longestOfCases = Math.max(this.longestOfCases, slowestTurnMs);
    report.figures({ name, bytes: this.caseBytes, slowestTurnMs, waits: this.caseWaits });
  }

  private async runAside<T>(work: () => Promise<T>): Promise<T> {
    const period = { from: Date.now(), to: Infinity };
    this.downs.push(period);
    try {
      return await work();
    } finally {
      period.to = Date.now() + 200;
      // Waits until the service has reported the long turns of its event loop that `work` caused, and discards these
      // reports.
      await pause(200);
      await this.service.takeLongest();
    }
  }

  /** The longest turn of the service's event loop in ms, during all measured attack cases since the last call. */
  takeLongestOfCases(): number {
    const { longestOfCases } = this;
    this.longestOfCases = 0;
    return longestOfCases;
  }

  /**
   * The times, in milliseconds, that callers outside of the attack waited for responses since the last call. Reports a
   * finding if the 99th percentile of these times is too long.
   */
  takeWaits(phase: string): readonly number[] {
    const { waits } = this;
    this.waits = [];
    for (const verdict of judgeWaits(waits, phase)) this.report.add(verdict, { place: `${phase}:0` });
    return waits;
  }

  private async send(place: string, caller: Caller, request: Request, operation: string): Promise<Answer> {
    this.requests += 1;
    const id = `attack-${this.requests}`;
    const whole = { ...request, headers: { ...request.headers, ...caller.headers, 'x-request-id': id } };
    const entry: SentRequest = {
      place,
      operation,
      caller: caller.name,
      request,
      startedAt: Date.now(),
      endedAt: Infinity,
    };
    this.sentRequests = this.sentRequests.filter(({ endedAt }) => endedAt > entry.startedAt - rememberedMs);
    this.sentRequests.push(entry);
    const { generation } = this.service;
    const patience = request.silenceMs ?? silenceMs;
    const readingMs = Math.min(longestReadMs, Math.max(0, this.until - Date.now()) + silenceMs + 5000);
    const answer = await exchange(this.service.url, whole, this.agent, {
      silenceMs: patience,
      readingMs: Math.max(readingMs, request.silenceMs ?? 0),
    });
    entry.endedAt = Date.now();
    this.caseBytes = Math.max(this.caseBytes, answer.body.length);
    if (isAnswered(request, answer)) this.answered += 1;
    // A response is not judged if the service was restarted during the request. The cause of the restart is a separate
    // finding.
    if (generation !== this.service.generation || this.wasDown(entry.startedAt, entry.endedAt)) return answer;
    const { canaries } = this.world;
    const reach = this.reachOf(caller, request);
    // Large responses are judged in separate turns of the event loop, so that this process can watch the service in
    // between.
    await nextTurn();
    if (isAnnouncedUnavailable(answer, answerText(answer))) this.report.sawUnavailable();
    for (const verdict of judgeAnswer(request, answer, { canaries, reach, operation }))
      this.report.add(verdict, {
        ...{ place, caller: caller.name, request: formatRequest(request) },
        log: verdict.kind === '5xx' ? this.service.logOf(id) : [],
      });
    return answer;
  }

  /**
   * The scopes (organizations, networks, persons) whose data a response may contain. The link of a share shows its
   * topology to anyone, and the link of an invite shows the name of its organization.
   */
  private reachOf({ reach }: Caller, { path, body }: Request): ReadonlySet<string> {
    const { shareIds, organizations } = this.world;
    const [{ letter, networks }] = organizations;
    if (/^\/api\/v1\/invites\/.*\/accept/.test(path))
      return new Set([...reach, ...organizations.map((one) => one.letter)]);
    const isOpen = `${path}${String(body)}`.includes(shareIds[0]!);
    return isOpen ? new Set([...reach, letter, networks[0].scope]) : reach;
  }

  private during(from: number, to: number): SentRequest[] {
    return this.sentRequests.filter(({ startedAt, endedAt }) => startedAt <= to && endedAt >= from);
  }

  private wasDown(from: number, to: number): boolean {
    return this.downs.some((down) => from <= down.to && to >= down.from);
  }

  /** What may have caused a finding: the longest request and the number of other requests between the two times. */
  circumstances(from: number, to = from) {
    const suspects = this.during(from, to).sort((a, b) => b.endedAt - b.startedAt - (a.endedAt - a.startedAt));
    const [first] = suspects;
    return {
      operation: first?.operation ?? this.now,
      place: first?.place ?? `${this.now}:0`,
      caller: suspects.length > 1 ? `${first!.caller} (beside ${suspects.length - 1} others)` : first?.caller,
      request: first && formatRequest(first.request),
    };
  }

  onSlow(turn: Turn): void {
    const { operation, ...rest } = this.circumstances(turn.startedAt, turn.startedAt + turn.wallMs);
    for (const verdict of judgeTurn(turn, operation)) this.report.add(verdict, rest);
  }

  onHang(startedAt: number, ms: number): void {
    const { operation, ...rest } = this.circumstances(startedAt, startedAt + ms);
    const message = `a turn of the event loop had not ended after ${Math.round(ms / 1000)} s; the service was killed and started anew`;
    this.report.add({ kind: 'slow turn', signature: `slow turn ${operation}`, message }, rest);
    this.onDown(startedAt);
  }

  onEnd(log: string): void {
    const now = Date.now();
    const { operation, ...rest } = this.circumstances(now - 2000, now);
    const verdict = { kind: 'ended', signature: `ended ${operation}`, message: 'the service ended by itself' } as const;
    this.report.add(verdict, { ...rest, log: [log] });
    this.onDown(now - 2000);
  }

  /** Called when the service is down. Requests between `from` and the restart of the service are not judged. */
  onDown(from: number): void {
    this.downs.push({ from, to: Infinity });
    this.agent.destroy();
    this.agent = newAgent();
  }

  onUp(): void {
    const down = this.downs.at(-1);
    if (down) down.to = Date.now() + 500;
  }

  onInnocent(answer: InnocentAnswer): void {
    const to = answer.startedAt + answer.ms;
    if (this.wasDown(answer.startedAt, to)) return;
    for (const waits of [this.waits, this.caseWaits]) waits.push(ownWait(answer));
    const { operation, ...rest } = this.circumstances(answer.startedAt, to);
    for (const verdict of judgeInnocent(answer, operation)) this.report.add(verdict, rest);
  }
}

/** Returns a function that returns the delay of this process since the function's last call, in ms. */
export function watchOwnDelay(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    const most = delay.max / 1e6;
    delay.reset();
    return most;
  };
}
