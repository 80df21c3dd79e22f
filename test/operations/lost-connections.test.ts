// Guarantees of the pool: connections that lead nowhere are given up, and work goes on over new ones.
import { randomUUID } from 'node:crypto';
import { createPrismaClient, directSqlOf } from '../../src/data/client';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { openGate, type DatabaseGate } from './database-gate';
import { eventually } from '../support/eventually';

let gate: DatabaseGate;
let prisma: PrismaClient;
let lost: Error[];

beforeEach(async () => {
  gate = await openGate(process.env.TEST_DATABASE_URL!);
  lost = [];
  prisma = createPrismaClient(gate.url, {
    poolSize: 2,
    silenceSeconds: 1,
    connectTimeoutSeconds: 5,
    onConnectionLost: (error) => lost.push(error),
  });
});
afterEach(async () => {
  await prisma.$disconnect();
  await gate.close();
});

const ask = () => prisma.$queryRaw`SELECT 1 AS one`;
const fillPool = () => Promise.all([1, 2, 3].map(() => prisma.$queryRaw`SELECT pg_sleep(0.05)::text AS slept`));
const untilAnswered = () => eventually(() => ask().catch(() => undefined));

test('statements on a lost connection fail after a while instead of never', async () => {
  await fillPool();
  gate.forget();
  await expect(Promise.all([ask(), ask()])).rejects.toThrow();
  expect(await untilAnswered()).toEqual([{ one: 1 }]);
});

test('a transaction in flight fails, and its connection is not used again', async () => {
  await fillPool();
  const transaction = prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 AS one`;
    gate.forget();
    await tx.$queryRaw`SELECT 1 AS one`;
  });
  await expect(transaction).rejects.toThrow();
  expect(await untilAnswered()).toEqual([{ one: 1 }]);
  expect(await Promise.all([ask(), ask(), ask()])).toHaveLength(3);
});

test('idle connections that break are told and replaced', async () => {
  await fillPool();
  gate.shut();
  gate.open();
  await eventually(() => Promise.resolve(lost.length > 0));
  expect(await untilAnswered()).toEqual([{ one: 1 }]);
});

test('also before Prisma itself has asked anything: else the service would end', async () => {
  await directSqlOf(prisma).query('SELECT 1 AS one', []);
  gate.shut();
  gate.open();
  await eventually(() => Promise.resolve(lost.length > 0));
  expect(lost).toHaveLength(1);
  // What is logged of it: pg's whole connection is not.
  expect(lost[0]).not.toHaveProperty('client');
  expect(await directSqlOf(prisma).query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
});

test('what has been closed is closed: PostgreSQL may be stopped right after it', async () => {
  const name = `closing-${randomUUID()}`;
  const url = new URL(process.env.TEST_DATABASE_URL!);
  url.searchParams.set('application_name', name);
  const closing = createPrismaClient(url.href, { poolSize: 5 });
  const connections = async () => {
    const [row] = await prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = ${name}`;
    return row!.count;
  };
  await Promise.all(Array.from({ length: 5 }, () => closing.$queryRaw`SELECT pg_sleep(0.05)::text AS slept`));
  expect(await connections()).toBe(5);
  await closing.$disconnect();
  expect(await connections()).toBe(0);
});
