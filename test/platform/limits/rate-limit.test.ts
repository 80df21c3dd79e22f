// Tests the rate limit: the arithmetic of token buckets, one bucket per user or address, the response headers, and the
// fallback while Redis is unavailable.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { toPublicError } from '../../../src/errors';
import {
  addressKey,
  anonymousRule,
  createRateLimiter,
  userRule,
  type Payer,
  type RateLimiterOptions,
} from '../../../src/platform/limits/rate-limit';
import {
  createTokenBucket,
  maxDebt,
  moveTokens,
  refillStep,
  type BucketState,
} from '../../../src/platform/limits/token-bucket';
import { eventually } from '../../support/eventually';
import { redisBinary, startRedis, type RedisServer } from '../../support/redis-server';
import { requirement } from '../../support/requirement';

const { describe: describeWithRedis } = requirement('redis-server', redisBinary !== undefined);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('bucket arithmetic', () => {
  const step = refillStep(userRule);
  const scenario = fc.array(fc.record({ wait: fc.nat(7_000), tokens: fc.integer({ min: 1, max: 150 }) }), {
    minLength: 1,
    maxLength: 60,
  });

  test("a user's bucket refills five tokens a second, an address's one in 1.5 seconds", () => {
    expect(refillStep(userRule)).toEqual({ tokens: 5, ms: 1_000 });
    expect(refillStep(anonymousRule)).toEqual({ tokens: 1, ms: 1_500 });
  });

  test('no window of any length admits more than the capacity plus the tokens refilled in it', () => {
    fc.assert(
      fc.property(scenario, (moves) => {
        let state: BucketState = { missing: 0, msUntilFull: 0 };
        let now = 0;
        const accepted: { at: number; tokens: number }[] = [];
        for (const { wait, tokens } of moves) {
          now += wait;
          const move = moveTokens(150, step, { ...state, msUntilFull: state.msUntilFull - wait }, tokens);
          state = move;
          if (move.accepted) accepted.push({ at: now, tokens });
          expect(move.remaining).toBeGreaterThanOrEqual(0);
          expect(move.remaining).toBeLessThanOrEqual(150);
          expect(move.msUntilFull).toBeLessThanOrEqual(30_000);
        }
        for (const [start, first] of accepted.entries()) {
          let sum = 0;
          for (const { at, tokens } of accepted.slice(start)) {
            sum += tokens;
            expect(sum).toBeLessThanOrEqual(150 + 5 * Math.ceil((at - first.at) / 1_000));
          }
        }
      }),
    );
  });

  test('a refusal takes no tokens, and its Retry-After is exact', () => {
    fc.assert(
      fc.property(fc.nat(150), fc.integer({ min: 1, max: 150 }), fc.nat(999), (missing, tokens, elapsed) => {
        const msUntilFull = Math.max(0, Math.ceil(missing / 5) * 1_000 - elapsed);
        const move = moveTokens(150, step, { missing, msUntilFull }, tokens);
        if (move.accepted) return;
        expect(move.missing).toBe(missing);
        const after = (ms: number) =>
          moveTokens(150, step, { missing: move.missing, msUntilFull: move.msUntilFull - ms }, tokens).accepted;
        expect(after(move.msUntilAccepted)).toBe(true);
        expect(after(move.msUntilAccepted - 1)).toBe(false);
      }),
    );
  });

  test('a later charge is never refused, its debt is at most a minute, and the wait after it is exact', () => {
    const charged = fc.array(fc.record({ wait: fc.nat(7_000), tokens: fc.integer({ min: 1, max: 400 }) }), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(charged, fc.integer({ min: 1, max: 150 }), (charges, tokens) => {
        let state: BucketState = { missing: 0, msUntilFull: 0 };
        for (const { wait, tokens: more } of charges) {
          const before = { ...state, msUntilFull: Math.max(0, state.msUntilFull - wait) };
          const move = moveTokens(150, step, before, more, maxDebt(userRule));
          expect(move).toMatchObject({ accepted: true, remaining: Math.max(0, 150 - move.missing) });
          expect(move.missing).toBeLessThanOrEqual(150 + maxDebt(userRule));
          state = move;
        }
        const takenMove = moveTokens(150, step, state, tokens);
        if (takenMove.accepted) return;
        expect(takenMove).toMatchObject({ missing: state.missing, remaining: Math.max(0, 150 - state.missing) });
        expect(takenMove.msUntilAccepted).toBeLessThanOrEqual(60_000 + Math.ceil(tokens / 5) * 1_000);
        const after = (ms: number) =>
          moveTokens(150, step, { ...state, msUntilFull: state.msUntilFull - ms }, tokens).accepted;
        expect([after(takenMove.msUntilAccepted - 1), after(takenMove.msUntilAccepted)]).toEqual([false, true]);
      }),
    );
  });

  test('returned tokens can be used again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 149 }), fc.integer({ min: 1, max: 150 }), (missing, tokens) => {
        fc.pre(missing + tokens <= 150);
        const before = { missing, msUntilFull: Math.ceil(missing / 5) * 1_000 };
        const takenMove = moveTokens(150, step, before, tokens);
        expect(moveTokens(150, step, takenMove, -tokens)).toMatchObject(before);
      }),
    );
  });
});

describe('bucket in memory', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const acceptedOf = async (count: number, take: () => Promise<{ accepted: boolean }>) =>
    (await Promise.all(Array.from({ length: count }, take))).filter((answer) => answer.accepted).length;

  test('an idle user gets exactly 150 of 200 requests, then five more each second', async () => {
    const bucket = createTokenBucket(userRule, { name: 'test' });
    const take = () => bucket.take('anna', 1);
    expect(await acceptedOf(200, take)).toBe(150);
    for (let second = 0; second < 5; second += 1) {
      await jest.advanceTimersByTimeAsync(999);
      expect(await acceptedOf(20, take)).toBe(0);
      await jest.advanceTimersByTimeAsync(1);
      expect(await acceptedOf(20, take)).toBe(5);
    }
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await acceptedOf(200, take)).toBe(150);
  });

  test('keys have separate buckets, and a full bucket takes no memory', async () => {
    const bucket = createTokenBucket(anonymousRule, { name: 'test' });
    expect(await acceptedOf(20, () => bucket.take('a', 1))).toBe(10);
    expect(await acceptedOf(20, () => bucket.take('b', 1))).toBe(10);
    expect(jest.getTimerCount()).toBe(2);
    await jest.advanceTimersByTimeAsync(15_000);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('the number of stored keys is limited', async () => {
    const bucket = createTokenBucket(anonymousRule, { name: 'test', maxKeys: 100 });
    for (let n = 0; n < 1_000; n += 1) await bucket.take(`address ${n}`, 1);
    expect(jest.getTimerCount()).toBe(100);
  });
});

interface Door {
  readonly url: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Starts an HTTP server with the rate limit. The header x-user names the user who pays, x-tokens is the cost of the
 * request, and x-rest is a further cost, which may exceed the remaining tokens.
 */
async function openDoor(
  options: { enabled?: boolean; redisUrl?: string; onRedisChange?: RateLimiterOptions['onRedisChange'] } = {},
) {
  const limiter = createRateLimiter({ enabled: true, ...options });
  const app = express();
  const payerOf = (req: express.Request): Payer => {
    if (req.get('x-daemon')) return 'exempt';
    const userId = req.get('x-user');
    return userId ? { userId } : 'anonymous';
  };
  app.use(['/api', '/graphql'], limiter.middleware(payerOf));
  app.use(['/api/health', '/api/v1', '/graphql', '/docs'], async (req, res) => {
    await req.rateLimit?.raiseTo(Number(req.get('x-tokens') ?? 1));
    await req.rateLimit?.chargeRest(Number(req.get('x-rest') ?? 0));
    res.json({ remaining: req.rateLimit?.remaining ?? null });
  });
  const answerError: ErrorRequestHandler = (error, _req, res, _next) => {
    const shownError = toPublicError(error);
    res.status(shownError.status).json({ code: shownError.code });
  };
  app.use(answerError);
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    // The server must not close an idle connection while `fetch` reuses that connection, which can happen on a busy
    // machine.
    listening.keepAliveTimeout = 60_000;
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const door: Door = {
    url,
    get: (path, headers = {}) => fetch(url + path, { headers }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await limiter.close();
    },
  };
  return { ...door, limiter };
}

const statusCounts = (answers: Response[]) =>
  answers.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

/**
 * Runs the work with a clock that moves only by `step`. With the real clock, tokens would be refilled while a busy
 * machine sends the requests of the work.
 */
async function inOneInstant<T>(work: (step: (ms: number) => void) => Promise<T>): Promise<T> {
  let now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
  try {
    return await work((ms) => void (now += ms));
  } finally {
    clock.mockRestore();
  }
}

describe('at the HTTP endpoints', () => {
  let door: Awaited<ReturnType<typeof openDoor>>;
  beforeEach(async () => {
    door = await openDoor();
  });
  afterEach(() => door.close());

  test('of 200 simultaneous requests over GraphQL and REST 150 pass, and headers report the rest', async () => {
    const answers = await inOneInstant(() =>
      Promise.all(
        Array.from({ length: 200 }, (_, n) => door.get(n % 2 ? '/graphql' : '/api/v1/hosts', { 'x-user': 'anna' })),
      ),
    );
    expect(statusCounts(answers)).toEqual({ 200: 150, 429: 50 });
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map((a) => Number(a.headers.get('x-ratelimit-remaining')));
    expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: 150 }, (_, n) => 149 - n));
    const refusedAnswer = answers.find(({ status }) => status === 429);
    expect(Object.fromEntries(refusedAnswer?.headers ?? [])).toMatchObject({
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '30',
      'retry-after': '1',
    });
    expect(await refusedAnswer?.json()).toEqual({ code: 'rate_limit_exceeded' });
    expect((await door.get('/api/v1/hosts', { 'x-user': 'ben' })).headers.get('x-ratelimit-remaining')).toBe('149');
  });

  test('an address without a credential has ten requests, reported on a 404 too', () =>
    inOneInstant(async (step) => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => door.get('/api/nowhere')));
      expect(statusCounts(answers)).toEqual({ 404: 10, 429: 2 });
      for (const answer of answers) expect(answer.headers.get('x-ratelimit-limit')).toBe('40');
      expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('2');
      expect(door.limiter.isRefusing('127.0.0.1')).toBe(true);
      expect(door.limiter.isRefusing('127.0.0.2')).toBe(false);
      step(1_499);
      expect(door.limiter.isRefusing('127.0.0.1')).toBe(true);
      step(1);
      expect(door.limiter.isRefusing('127.0.0.1')).toBe(false);
      expect((await door.get('/api/nowhere')).status).toBe(404);
    }));

  test('an expensive request takes all its tokens at once, or none', () =>
    inOneInstant(async () => {
      const ask = (tokens: number) => door.get('/graphql', { 'x-user': 'anna', 'x-tokens': String(tokens) });
      expect((await ask(100)).headers.get('x-ratelimit-remaining')).toBe('50');
      const refusedReply = await ask(56);
      expect(refusedReply.status).toBe(429);
      expect(refusedReply.headers.get('x-ratelimit-remaining')).toBe('50');
      expect(refusedReply.headers.get('retry-after')).toBe('2');
      expect((await ask(50)).headers.get('x-ratelimit-remaining')).toBe('0');
    }));

  test('a large response is charged afterwards: the next 429 says how long the debt lasts', () =>
    inOneInstant(async (step) => {
      const ask = (headers: object) => door.get('/graphql', { 'x-user': 'anna', ...headers });
      const dear = await ask({ 'x-rest': '189' });
      expect([dear.status, dear.headers.get('x-ratelimit-remaining')]).toEqual([200, '149']);
      const refusedReply = await ask({});
      expect([refusedReply.status, refusedReply.headers.get('x-ratelimit-remaining')]).toEqual([429, '0']);
      expect([refusedReply.headers.get('retry-after'), refusedReply.headers.get('x-ratelimit-reset')]).toEqual([
        '9',
        '38',
      ]);
      step(8_999);
      expect((await ask({})).status).toBe(429);
      step(1);
      expect((await ask({ 'x-rest': '100000' })).status).toBe(200);
      expect((await ask({})).headers.get('retry-after')).toBe('61');
    }));

  test('health checks, daemons and paths outside the API are exempt', async () => {
    const everything = Array.from({ length: 15 }, () => [
      door.get('/api/health'),
      door.get('/api/health/'),
      door.get('/docs'),
      door.get('/api/v1/hosts', { 'x-daemon': 'yes' }),
    ]).flat();
    const answers = await Promise.all(everything);
    expect(statusCounts(answers)).toEqual({ 200: 60 });
    for (const answer of answers) expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    const postedReply = await fetch(`${door.url}/api/health`, { method: 'POST' });
    expect(postedReply.headers.get('x-ratelimit-limit')).toBe('40');
  });
});

test('RATE_LIMIT=off disables the limit', async () => {
  const door = await openDoor({ enabled: false });
  const answers = await Promise.all(Array.from({ length: 30 }, () => door.get('/api/v1/hosts')));
  expect(statusCounts(answers)).toEqual({ 200: 30 });
  expect(answers[0]?.headers.get('x-ratelimit-limit')).toBeNull();
  await door.close();
});

test('all spellings of an IPv4 address share one bucket; an IPv6 address counts as its /64', () => {
  expect(addressKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(addressKey('192.0.2.7')).toBe('192.0.2.7');
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressKey('2001:0DB8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(addressKey(undefined)).toBe('unknown');
});

describeWithRedis('with Redis', () => {
  let redis: RedisServer;
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(() => redis.close());

  const openConnectedDoor = async () => {
    let up = false;
    const door = await openDoor({ redisUrl: redis.url, onRedisChange: (now) => (up = now) });
    return { ...door, redisIs: (isUp: boolean) => eventually(async () => up === isUp) };
  };

  /**
   * Repeats the work, each time with another user, until one run takes less than 250 ms. The results of slower runs are
   * not exact: Redis refills tokens in real time, and the limiter ignores Redis if it responds late.
   */
  async function atOnce<T>(work: (user: string) => Promise<T>): Promise<T> {
    for (let turn = 1; ; turn += 1) {
      const beganAt = performance.now();
      const answer = await work(`user ${turn}`);
      if (performance.now() - beganAt < 250) return answer;
    }
  }

  test('two replicas share one bucket: exactly 150 of 200 pass, then five each second', async () => {
    const [one, two] = await Promise.all([openConnectedDoor(), openConnectedDoor()]);
    await Promise.all([one.redisIs(true), two.redisIs(true)]);
    // Sends 20 requests at a time, so that a slow machine reads the responses of Redis within their time limit.
    const burst = async (count: number) => {
      const answers: Response[] = [];
      while (answers.length < count)
        answers.push(
          ...(await Promise.all(
            Array.from({ length: Math.min(20, count - answers.length) }, (_, n) =>
              (n % 2 ? one : two).get('/api/v1/x', { 'x-user': 'anna' }),
            ),
          )),
        );
      return answers;
    };
    // Redis refills tokens in real time, five per full second, so the test computes bounds for the number of refilled
    // tokens.
    const beganAt = performance.now();
    const refillMs = () => 5 * Math.floor((performance.now() - beganAt) / 1_000);
    const passedOf = async (count: number) => statusCounts(await burst(count))[200] ?? 0;
    const first = await passedOf(200);
    expect(first).toBeGreaterThanOrEqual(150);
    expect(first).toBeLessThanOrEqual(150 + refillMs());
    await pause(1_000);
    const surelyRefilled = refillMs() - 5;
    const second = await passedOf(20);
    expect(first + second).toBeGreaterThanOrEqual(Math.min(150 + surelyRefilled, first + 20));
    expect(second).toBeGreaterThanOrEqual(5);
    expect(first + second).toBeLessThanOrEqual(150 + refillMs());
    const askedAt = performance.now();
    const anonymous = await Promise.all(Array.from({ length: 14 }, (_, n) => (n % 2 ? one : two).get('/api/x')));
    const { 404: passed = 0, 429: refused = 0 } = statusCounts(anonymous);
    expect(passed + refused).toBe(14);
    expect(passed).toBeGreaterThanOrEqual(10);
    expect(passed).toBeLessThanOrEqual(10 + Math.floor((performance.now() - askedAt) / 1_500));
    await Promise.all([one.close(), two.close()]);
  });

  test('costs, refusals and returns by Redis equal those in memory', async () => {
    const door = await openConnectedDoor();
    await door.redisIs(true);
    const ask = async (user: string, tokens: number) => {
      const answer = await door.get('/graphql', { 'x-user': user, 'x-tokens': String(tokens) });
      const { headers, status } = answer;
      return [
        status,
        headers.get('x-ratelimit-remaining'),
        headers.get('x-ratelimit-reset'),
        headers.get('retry-after'),
      ];
    };
    const answers = await atOnce(async (user) => [
      await ask(user, 100),
      await ask(user, 56),
      await ask(user, 49),
      await ask(user, 1),
    ]);
    expect(answers).toEqual([
      [200, '50', '20', null],
      [429, '50', '20', '2'],
      [200, '1', '30', null],
      [200, '0', '30', null],
    ]);
    await door.close();
  });

  test('charges and debts by Redis equal those in memory', async () => {
    const door = await openConnectedDoor();
    await door.redisIs(true);
    const ask = async (user: string, tokens: number, rest = 0) => {
      const { headers, status } = await door.get('/graphql', {
        ...{ 'x-user': user, 'x-tokens': String(tokens), 'x-rest': String(rest) },
      });
      const headerNames = ['x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'];
      return [status, ...headerNames.map((name) => headers.get(name))];
    };
    const answers = await atOnce(async (user) => [
      await ask(user, 100, 20),
      await ask(user, 30, 40),
      await ask(user, 1),
      await ask(`${user} in debt`, 1, 100_000),
      await ask(`${user} in debt`, 1),
    ]);
    expect(answers).toEqual([
      [200, '50', '20', null],
      [200, '0', '30', null],
      [429, '0', '38', '9'],
      [200, '149', '1', null],
      [429, '0', '90', '61'],
    ]);
    await door.close();
  });

  test('buckets in memory are used while Redis is unavailable, and Redis again afterwards', async () => {
    const door = await openConnectedDoor();
    await door.redisIs(true);
    const remainingOf = async (user: string) =>
      (await door.get('/api/v1/x', { 'x-user': user })).headers.get('x-ratelimit-remaining');
    const eve = await atOnce(async (user) => (expect(await remainingOf(user)).toBe('149'), user));
    await redis.kill();
    const during = await inOneInstant(() =>
      Promise.all(Array.from({ length: 200 }, () => door.get('/api/v1/x', { 'x-user': eve }))),
    );
    expect(statusCounts(during)).toEqual({ 200: 150, 429: 50 });
    await redis.start();
    await door.redisIs(true);
    expect(await remainingOf(eve)).toBe('149');
    await door.close();
  });

  test('the service starts without Redis, and uses it once it is available', async () => {
    await redis.kill();
    const door = await openConnectedDoor();
    expect((await door.get('/api/v1/x', { 'x-user': 'fay' })).headers.get('x-ratelimit-remaining')).toBe('149');
    await redis.start();
    await door.redisIs(true);
    expect((await door.get('/api/v1/x', { 'x-user': 'fay' })).headers.get('x-ratelimit-remaining')).toBe('149');
    await door.close();
  });

  test('an unresponsive Redis delays a request only briefly', async () => {
    const door = await openConnectedDoor();
    await door.redisIs(true);
    redis.freeze();
    expect((await door.get('/api/v1/x', { 'x-user': 'gil' })).status).toBe(200);
    redis.thaw();
    await door.close();
  });

  /** Opens a door and records the changes that it reports. `send` gives commands to Redis. */
  const openObservedDoor = async (url: string) => {
    const changes: [isShared: boolean, reason: string][] = [];
    const onRedisChange = (isShared: boolean, reason = '') => void changes.push([isShared, reason.split(' ')[0]!]);
    const door = await openDoor({ redisUrl: url, onRedisChange });
    const commands = new Redis(url);
    return {
      ...door,
      changes,
      send: (line: string) => commands.call(...(line.split(' ') as [string, ...string[]])),
      ask: async (user: string) => (await door.get('/api/v1/x', { 'x-user': user })).status,
      /** Sends requests of a new user until this many changes are reported. */
      untilChanged: (count: number) =>
        eventually(async () => {
          await door.get('/api/v1/x', { 'x-user': `user ${performance.now()}` });
          return changes.length >= count;
        }),
      async close() {
        commands.disconnect();
        await door.close();
      },
    };
  };

  const refusals = [
    ['READONLY', 'REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE'],
    ['OOM', 'CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0'],
    ['NOPERM', 'ACL SETUSER default -evalsha -eval', 'ACL SETUSER default +evalsha +eval'],
  ] as const;

  test.each(refusals)(
    'a Redis that begins to refuse writes with %s is reported, and its end',
    async (code, on, off) => {
      const door = await openObservedDoor(redis.url);
      await eventually(async () => door.changes.length > 0);
      await door.send(on);
      await door.untilChanged(2);
      for (let turn = 0; turn < 20; turn += 1) expect(await door.ask(`hal ${turn % 3}`)).toBe(200);
      expect(door.changes).toEqual([
        [true, ''],
        [false, code],
      ]);
      await door.send(off);
      await door.untilChanged(3);
      expect(door.changes.slice(2)).toEqual([[true, '']]);
      await door.close();
    },
  );

  test.each(refusals)('a Redis that refuses writes with %s is never reported as shared', async (code, on) => {
    const commands = new Redis(redis.url);
    await commands.call(...(on.split(' ') as [string, ...string[]]));
    commands.disconnect();
    const door = await openObservedDoor(redis.url);
    await door.untilChanged(1);
    for (let turn = 0; turn < 20; turn += 1) expect(await door.ask('ivy')).toBe(200);
    expect(door.changes).toEqual([[false, code]]);
    await door.close();
  });

  test('a node of a cluster, which refuses the keys of other nodes, is reported once', async () => {
    const node = await startRedis(['--cluster-enabled', 'yes', '--cluster-require-full-coverage', 'no']);
    try {
      const door = await openObservedDoor(node.url);
      await door.send('CLUSTER ADDSLOTSRANGE 0 8191');
      for (let turn = 0; turn < 40; turn += 1) expect(await door.ask(`user ${turn}`)).toBe(200);
      expect(door.changes.at(-1)).toEqual([false, 'CLUSTERDOWN']);
      expect(door.changes.length).toBeLessThanOrEqual(3);
      await door.close();
    } finally {
      await node.close();
    }
  });
});
