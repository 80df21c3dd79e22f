// Prints each finding with what is needed to replay it, one line per phase, and a summary.
import { findingKinds, percentile99, type FindingKind, type Verdict } from './judge';

export interface Circumstances {
  /** The argument for `--case`, such as "documents:412". */
  readonly place: string;
  readonly caller?: string;
  readonly request?: string;
  readonly log?: readonly string[];
}
export interface PhaseFigures {
  readonly name: string;
  readonly cases: number;
  readonly requests: number;
  /** Number of requests that succeeded. */
  readonly answered: number;
  readonly seconds: number;
  readonly slowestTurnMs: number;
  readonly innocentMedianMs: number;
  readonly innocentP99Ms: number;
  readonly innocentSlowestMs: number;
}

export interface CaseFigures {
  readonly name: string;
  /** Size of the largest response as received, in bytes. */
  readonly bytes: number;
  readonly slowestTurnMs: number;
  /** Response times in milliseconds of the callers that do not take part in the attack, measured during the case. */
  readonly waits: readonly number[];
}

/** Findings with equal signatures have the same cause, so only this number of them is printed in full. */
const printedInFull = 2;
const whole = (value: number) => Math.round(value).toLocaleString('en');
const innocentFigures = (figures: Pick<PhaseFigures, 'innocentMedianMs' | 'innocentP99Ms' | 'innocentSlowestMs'>) =>
  `${[figures.innocentMedianMs, figures.innocentP99Ms, figures.innocentSlowestMs].map(whole).join(' / ')} ms`;

export class Report {
  private readonly counts = new Map<FindingKind, number>(findingKinds.map((kind) => [kind, 0]));
  private readonly bySignature = new Map<string, { count: number; place: string }>();
  private unavailable = 0;

  constructor(
    private readonly seed: string,
    private readonly print: (line: string) => void,
  ) {}

  get findings(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Counts a 503 response. It is documented, so it is not a finding. */
  sawUnavailable(): void {
    this.unavailable += 1;
  }

  add({ kind, signature, message }: Verdict, { place, caller, request, log = [] }: Circumstances): void {
    this.counts.set(kind, this.counts.get(kind)! + 1);
    const existingFinding = this.bySignature.get(signature);
    this.bySignature.set(signature, {
      count: (existingFinding?.count ?? 0) + 1,
      place: existingFinding?.place ?? place,
    });
    if ((existingFinding?.count ?? 0) >= printedInFull) return;
    this.print(`FINDING ${kind}: ${message}`);
    this.print(`  replay  npm run attack -- --seed ${this.seed} --case ${place}`);
    if (caller !== undefined) this.print(`  caller  ${caller}`);
    if (request !== undefined) this.print(`  request ${request}`);
    for (const line of log.slice(0, 3)) this.print(`  log     ${line.slice(0, 1200)}`);
  }

  phase(figures: PhaseFigures): void {
    this.print(
      [
        figures.name.padEnd(10),
        `${whole(figures.cases)} cases, ${whole(figures.requests)} requests, ${whole(figures.answered)} answered`.padEnd(
          48,
        ),
        `${figures.seconds.toFixed(0)} s`.padStart(6),
        `  slowest turn ${whole(figures.slowestTurnMs)} ms`.padEnd(26),
        `innocent ${innocentFigures(figures)}`.padEnd(34),
        `${whole(this.findings)} findings so far`,
      ].join(' '),
    );
  }

  /** Prints the size of a case's responses, and how long the case made the event loop and other callers wait. */
  figures({ name, bytes, slowestTurnMs, waits }: CaseFigures): void {
    this.print(
      [
        `  ${name}`.padEnd(60),
        `${whole(bytes / 1000)} kB`.padStart(12),
        `  slowest turn ${whole(slowestTurnMs)} ms`.padEnd(26),
        `innocent p99 ${whole(percentile99(waits))} ms of ${waits.length}`,
      ].join(' '),
    );
  }

  summary(worst: {
    turnMs: number;
    innocentMs: number;
    innocentP99Ms: number;
    ownTurnMs: number;
    requests: number;
  }): void {
    this.print('');
    this.print(`Seed ${this.seed}, ${whole(worst.requests)} requests`);
    this.print(`Slowest turn of the service       ${whole(worst.turnMs)} ms`);
    this.print(`Slowest answer of an innocent     ${whole(worst.innocentMs)} ms`);
    this.print(`Largest p99 of the innocent       ${whole(worst.innocentP99Ms)} ms (of a phase)`);
    this.print(`Slowest turn of the attacker      ${whole(worst.ownTurnMs)} ms (its own delay, not the service's)`);
    this.print(`Documented answers of 503         ${whole(this.unavailable)}`);
    for (const [kind, count] of this.counts) this.print(`Findings, ${kind.padEnd(24)}${whole(count)}`);
    if (this.bySignature.size === 0) return;
    this.print('');
    this.print('By what they have in common:');
    const sortedFindings = [...this.bySignature].sort(([, a], [, b]) => b.count - a.count);
    for (const [signature, { count, place }] of sortedFindings)
      this.print(`  ${whole(count).padStart(6)}  ${signature}  (${place})`);
  }
}
