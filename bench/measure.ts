// Measures Netloom and the hand-written server alternately in short rounds, and computes medians. So other load on the
// machine affects both servers.
import autocannon from 'autocannon';
import { isDeepStrictEqual } from 'node:util';
import type { BenchCase, BenchRequest, Target } from './cases';

export interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}
export interface Plan {
  /**
   * Minimum number of rounds; each round measures every server once. Further rounds follow, up to `mostRounds`, until
   * the ratio between the servers is stable.
   */
  readonly rounds: number;
  readonly mostRounds: number;
  readonly secondsPerRound: number;
  readonly warmUpSeconds: number;
}
export interface Sides<T> {
  readonly netloom: T;
  readonly bare: T;
}

/**
 * Figures of Netloom and of the server that it is compared with (`bare`), their ratio, and the uncertainty of the
 * ratio.
 */
export interface Compared extends Sides<Figures> {
  /**
   * Netloom's requests per second divided by those of the hand-written server. Undefined if a server completed no
   * request in a round.
   */
  readonly ratio: number | undefined;
  /** Half the width of the 95 % confidence interval of the mean ratio, as a share of the ratio. */
  readonly spread: number;
}

export const connections = 16;

/** Maximum spread of a ratio that counts as stable. */
const stableSpread = 0.05;

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

export async function measure(urls: Sides<string>, one: BenchCase, target: Target, plan: Plan): Promise<Compared> {
  await assertAlike(urls, one, target);
  return measureSides(plan, [
    (seconds) => load(urls.netloom, one, target, seconds),
    (seconds) => load(urls.bare, one, target, seconds),
  ]);
}

/** Measures Netloom and the hand-written server alternately until their ratio is stable. */
export async function measureSides(
  plan: Plan,
  sides: readonly ((seconds: number) => Promise<Figures>)[],
): Promise<Compared> {
  const ratiosOf = ([netloom, bare]: Figures[][]) =>
    netloom!.map(({ perSecond }, at) => perSecond / bare![at]!.perSecond);
  const isComplete = (rounds: Figures[][]) => rounds.flat().every(({ perSecond }) => perSecond > 0);
  // If no request completes within a round, there are no further rounds, because the ratio would stay undefined.
  const isEnough = (rounds: Figures[][]) => !isComplete(rounds) || relativeSpread(ratiosOf(rounds)) <= stableSpread;
  const rounds = await roundsOf(plan, sides, isEnough);
  const [netloom, bare] = rounds.map(typical);
  const ratios = isComplete(rounds) ? ratiosOf(rounds) : undefined;
  const ratio = ratios && median(ratios);
  return { netloom: netloom!, bare: bare!, ratio, spread: ratios ? relativeSpread(ratios) : Infinity };
}

/** The ratio and its spread as text for the table of results. */
export const ratioText = ({ ratio, spread }: Pick<Compared, 'ratio' | 'spread'>): string =>
  ratio === undefined ? 'none' : `${ratio.toFixed(2)}× ±${(spread * 100).toFixed(0)} %`;

export const figuresText = ({ perSecond, p50, p99 }: Figures): string =>
  perSecond === 0 ? 'no request ended' : `${whole(perSecond)}/s  ${p50} / ${p99} ms`;

const numbers = new Intl.NumberFormat('en');
export const whole = (value: number): string => numbers.format(Math.round(value));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function relativeSpread(values: readonly number[]): number {
  if (values.length < 2) return Infinity;
  const middle = mean(values);
  const variance = mean(values.map((value) => (value - middle) ** 2)) * (values.length / (values.length - 1));
  return (1.96 * Math.sqrt(variance / values.length)) / middle;
}

/**
 * Runs several variants of the same work alternately. Returns the median figures of each variant, in the order of
 * `sides`.
 */
export async function compare(
  plan: Plan,
  sides: readonly ((seconds: number) => Promise<Figures>)[],
): Promise<Figures[]> {
  return (await roundsOf(plan, sides, () => true)).map(typical);
}

/**
 * Figures of each variant, by round. Measures at least `plan.rounds` rounds, and then until `isEnough` returns true.
 */
async function roundsOf(
  plan: Plan,
  sides: readonly ((seconds: number) => Promise<Figures>)[],
  isEnough: (rounds: Figures[][]) => boolean,
): Promise<Figures[][]> {
  const results = sides.map((measureSide) => ({ measureSide, figures: [] as Figures[] }));
  for (const { measureSide } of results) await measureSide(plan.warmUpSeconds);
  for (let round = 0; round < plan.mostRounds; round += 1) {
    if (round >= plan.rounds && isEnough(results.map(({ figures }) => figures))) break;
    // The order of the variants is reversed in every second round, so that a gradual change of the machine's load
    // favors none of them.
    for (const { measureSide, figures } of round % 2 === 0 ? results : [...results].reverse())
      figures.push(await measureSide(plan.secondsPerRound));
  }
  return results.map(({ figures }) => figures);
}

const typical = (figures: readonly Figures[]): Figures => ({
  perSecond: median(figures.map(({ perSecond }) => perSecond)),
  p50: median(figures.map(({ p50 }) => p50)),
  p99: median(figures.map(({ p99 }) => p99)),
});

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

export async function load(url: string, one: BenchCase, target: Target, seconds: number): Promise<Figures> {
  const headers = headersOf(target.key);
  let connection = 0;
  const result = await autocannon({
    url,
    connections: one.connections ?? connections,
    duration: seconds,
    setupClient: (client) => {
      const requests = one.requests(target, connection % connections);
      connection += 1;
      client.setRequests(
        requests.map(({ body, ...rest }) =>
          typeof body === 'function'
            ? { ...rest, headers, setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }) }
            : { ...rest, headers, body: body && JSON.stringify(body) },
        ),
      );
    },
  });
  const failedCount = result.non2xx + result.errors + result.timeouts;
  if (failedCount > 0)
    throw new Error(`${one.name}: ${failedCount} of ${result.requests.total} requests failed at ${url}`);
  return { perSecond: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}

/**
 * Throws unless Netloom and the hand-written server respond to each request of the case with the same JSON. Only ids
 * and times of written rows may differ.
 */
async function assertAlike(urls: Sides<string>, one: BenchCase, target: Target): Promise<void> {
  const requests = one.requests(target, 0);
  for (const values of requests) {
    const request = { ...values, body: typeof values.body === 'function' ? values.body() : values.body };
    const netloom = await answerOf(urls.netloom, target.key, request);
    // Both servers write to the same database. So Netloom undoes its write before the hand-written server gets the same
    // request, and both servers find the same rows.
    if (one.undo) await answerOf(urls.netloom, target.key, one.undo(netloom as never));
    else if (request.method === 'POST' && request.path !== '/graphql')
      for (const other of requests) if (other !== values) await answerOf(urls.netloom, target.key, other);
    const bare = await answerOf(urls.bare, target.key, request);
    assertEqual(request.method === 'GET' ? [netloom, bare] : [netloom, bare].map(withoutNew), request);
  }
}

function assertEqual(answers: readonly unknown[], { method, path }: BenchRequest): void {
  if (isDeepStrictEqual(answers[0], answers[1])) return;
  const [first, second] = answers.map((answer) => JSON.stringify(answer).slice(0, 6000));
  throw new Error(`the servers answer ${method} ${path} differently:\n${first}\n${second}`);
}

/**
 * Throws unless all servers return the same rows. `request` asks a server in its own form, because the servers have
 * different APIs. `rowsOf` returns the rows of a response.
 */
export async function assertSame(
  sides: readonly { readonly url: string; readonly request: BenchRequest }[],
  { key }: Target,
  rowsOf: (answer: unknown) => unknown,
): Promise<void> {
  const answers = [];
  for (const { url, request } of sides) answers.push(rowsOf(await answerOf(url, key, request)));
  assertEqual(answers, sides[0]!.request);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/**
 * Makes responses about newly written rows comparable: replaces each time by `now`, and each id by its number in the
 * order in which ids occur.
 */
function withoutNew(answer: unknown): unknown {
  const order = new Map<string, number>();
  return JSON.parse(JSON.stringify(answer), (_name, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (uuid.test(value) && !order.has(value)) order.set(value, order.size);
    return time.test(value) ? 'now' : (order.get(value) ?? value);
  });
}

async function answerOf(url: string, key: string, { method, path, body }: BenchRequest): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: headersOf(key),
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
