// The child process of the innocent callers, which do not take part in the attack. It sends cheap requests at a fixed
// rate, even after failures.
import { exchange, newAgent, type Request } from './exchange';
import { watchTurns } from './turn-watch';
import type { InnocentAnswer } from './judge';

export interface InnocentOrders {
  readonly url: string;
  /** API keys of different tenants. */
  readonly keys: readonly string[];
  readonly everyMs: number;
}

const patience = { silenceMs: 30_000, readingMs: 60_000 };
const mostUnderWay = 20;
const agent = newAgent();
const turns = watchTurns(20);
/**
 * Times in which the event loop of this process was blocked: delays of responses for which the server is not at fault.
 */
let delays: { startedAt: number; wallMs: number }[] = [];
let underWay = 0;
let askedCount = 0;

const graphql = (query: string): Request => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
});
const questions: readonly Request[] = [
  { method: 'GET', path: '/api/v1/hosts?limit=5' },
  graphql('{ networks(first: 5) { nodes { id name } } }'),
  { method: 'GET', path: '/api/v1/vlans?limit=5' },
  { method: 'GET', path: '/api/v1/networks' },
];

/** How long this process itself was delayed between two times, in ms. */
const lateBetween = (from: number, to: number): number =>
  delays
    .map(({ startedAt, wallMs }) => Math.min(to, startedAt + wallMs) - Math.max(from, startedAt))
    .reduce((sum, late) => sum + Math.max(0, late), 0);

async function ask({ url, keys }: InnocentOrders): Promise<void> {
  if (underWay >= mostUnderWay) return;
  underWay += 1;
  askedCount += 1;
  const question = questions[askedCount % questions.length]!;
  const headers = { ...question.headers, authorization: `Bearer ${keys[askedCount % keys.length]!}` };
  const { startedAt, ms, status, failure } = await exchange(url, { ...question, headers }, agent, patience);
  underWay -= 1;
  const now = Date.now();
  delays = [...delays, ...turns.take().slow].filter(
    (delay) => delay.startedAt + delay.wallMs > now - patience.readingMs,
  );
  const answer: InnocentAnswer = {
    path: `${question.method} ${question.path}`,
    ...{ startedAt, ms, status },
    ownDelayMs: lateBetween(startedAt, startedAt + ms),
    ...(failure && { failure }),
  };
  process.send!(answer);
}

process.once('message', (orders: InnocentOrders) => void setInterval(() => void ask(orders), orders.everyMs));
process.on('disconnect', () => process.exit());
