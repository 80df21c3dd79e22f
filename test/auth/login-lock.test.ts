// Tests the lock against guessing passwords: however many replicas receive attempts concurrently, only five wrong
// passwords are checked.
import { randomUUID } from 'node:crypto';
import { createLoginLock } from '../../src/auth/login-lock';
import { createPrismaClient } from '../../src/data/client';
import type { PrismaClient } from '../../src/generated/prisma/client';

let clients: PrismaClient[];

beforeAll(() => {
  clients = [0, 1, 2].map(() => createPrismaClient(process.env.TEST_DATABASE_URL!, { poolSize: 4 }));
});
afterAll(() => Promise.all(clients.map((client) => client.$disconnect())));

/** One login lock for each replica. Each lock has separate memory, and all locks share the database. */
const locks = () => clients.map(createLoginLock);
const newEmail = () => `${randomUUID()}@netloom.example`;
const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as { code?: string }).code;

/**
 * Makes `count` concurrent attempts, distributed over the replicas. Returns how many passwords were checked, and the
 * outcome of each attempt.
 */
async function attempts<T>(count: number, email: string, judge: (at: number) => Promise<T | undefined>) {
  const replicas = locks();
  const lockStates: boolean[] = [];
  let judgedCount = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, at) =>
      replicas[at % replicas.length]!.attempt(
        email,
        async () => {
          judgedCount += 1;
          await new Promise((resolve) => setTimeout(resolve, 20));
          return judge(at);
        },
        async (_tx, _email, isLast) => void lockStates.push(isLast),
      ),
    ),
  );
  return { judged: judgedCount, locked: lockStates, codes: outcomes.map(codeOf) };
}

test.each([6, 10, 30])(
  'of %d simultaneous wrong guesses on three replicas, five are checked, and the address is locked',
  async (count) => {
    for (let round = 0; round < 5; round += 1) {
      const { judged, locked, codes } = await attempts(count, newEmail(), () => Promise.resolve(undefined));
      expect(judged).toBe(5);
      expect(codes.filter((code) => code === 'auth_login_locked')).toHaveLength(count - 5);
      expect(locked.filter((isLast) => isLast)).toHaveLength(1);
    }
  },
);

test('a user with the right password may sign in as often at once as there are replicas, even after failures', async () => {
  const email = newEmail();
  await attempts(2, email, () => Promise.resolve(undefined));
  const { codes } = await attempts(12, email, (at) => Promise.resolve(at));
  expect(codes).toEqual(Array.from({ length: 12 }, (_, at) => at));
  expect(await clients[0]!.loginFailure.count({ where: { email } })).toBe(0);
});

test('an attempt that cannot be checked does not count, and neither does the first of two factors', async () => {
  const email = newEmail();
  const [lock] = locks();
  const failures = async () => (await clients[0]!.loginFailure.findUnique({ where: { email } }))?.failureCount ?? 0;
  const refusedAttempt = lock!.attempt(email, () => Promise.reject(new Error('no answer')));
  await expect(refusedAttempt).rejects.toThrow('no answer');
  expect(await failures()).toBe(0);
  for (let at = 0; at < 4; at += 1) await lock!.attempt(email, () => Promise.resolve(undefined));
  for (let at = 0; at < 3; at += 1)
    expect(
      await lock!.attempt(
        email,
        () => Promise.resolve('half'),
        undefined,
        () => false,
      ),
    ).toBe('half');
  expect(await failures()).toBe(4);
  expect(await lock!.attempt(email, () => Promise.resolve(undefined))).toBeUndefined();
  await expect(lock!.attempt(email, () => Promise.resolve('whole'))).rejects.toThrow();
});

test('after a lock has ended, counting begins again', async () => {
  const email = newEmail();
  await attempts(6, email, () => Promise.resolve(undefined));
  await clients[0]!.loginFailure.update({ where: { email }, data: { lockedUntil: new Date(Date.now() - 1_000) } });
  expect((await attempts(9, email, () => Promise.resolve(undefined))).judged).toBe(5);
});
