// Loads both servers in turn, in short rounds, and takes medians: what else the machine does hits both alike.
import autocannon from 'autocannon';
import { isDeepStrictEqual } from 'node:util';
import type { BenchCase, BenchRequest, Target } from './cases';

export interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}
export interface Plan {
  readonly rounds: number;
  readonly secondsPerRound: number;
  readonly warmUpSeconds: number;
}
export interface Sides<T> {
  readonly netloom: T;
  readonly bare: T;
}

export const connections = 16;

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

export async function measure(
  urls: Sides<string>,
  key: string,
  one: BenchCase,
  target: Target,
  plan: Plan,
): Promise<Sides<Figures>> {
  await assertAlike(urls, key, one.requests(target, 0));
  const sides = ['netloom', 'bare'] as const;
  const found: Record<(typeof sides)[number], Figures[]> = { netloom: [], bare: [] };
  for (const side of sides) await load(urls[side], key, one, target, plan.warmUpSeconds);
  for (let round = 0; round < plan.rounds; round += 1)
    // Each round begins with the other side, so that a drift favours none.
    for (const side of round % 2 === 0 ? sides : [...sides].reverse())
      found[side].push(await load(urls[side], key, one, target, plan.secondsPerRound));
  const typical = (figures: Figures[]): Figures => ({
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    p50: median(figures.map(({ p50 }) => p50)),
    p99: median(figures.map(({ p99 }) => p99)),
  });
  return { netloom: typical(found.netloom), bare: typical(found.bare) };
}

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

async function load(url: string, key: string, one: BenchCase, target: Target, seconds: number): Promise<Figures> {
  const headers = headersOf(key);
  let connection = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const requests = one.requests(target, connection % connections);
      connection += 1;
      client.setRequests(
        requests.map(({ body, ...rest }) => ({ ...rest, headers, body: body && JSON.stringify(body) })),
      );
    },
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${one.name}: ${failed} of ${result.requests.total} requests failed at ${url}`);
  return { perSecond: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Throws unless both answer each request with the same JSON; the time of a write may differ. */
async function assertAlike(urls: Sides<string>, key: string, requests: readonly BenchRequest[]): Promise<void> {
  for (const request of requests) {
    const netloom = await answerOf(urls.netloom, key, request);
    // A write has had its effect: for the other side to have the same one, the requests before it are sent again.
    if (request.method === 'POST' && request.path !== '/graphql')
      for (const other of requests) if (other !== request) await answerOf(urls.netloom, key, other);
    const bare = await answerOf(urls.bare, key, request);
    if (!isDeepStrictEqual(netloom, bare)) {
      const [one, other] = [netloom, bare].map((answer) => JSON.stringify(answer).slice(0, 2000));
      throw new Error(`the servers answer ${request.method} ${request.path} differently:\n${one}\n${other}`);
    }
  }
}

async function answerOf(url: string, key: string, { method, path, body }: BenchRequest): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: headersOf(key),
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text, (name, value: unknown) => (method === 'PUT' && name === 'updated_at' ? 'now' : value));
}
