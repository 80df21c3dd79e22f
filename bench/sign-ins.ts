// What many sign-ins by password at once cost: memory and processor of the service, and the delay of everybody else.
import { setTimeout as pause } from 'node:timers/promises';
import { hashPassword } from '../src/auth/passwords';
import { openConnection } from '../src/platform/postgres/connect';
import type { Child } from './children';

interface Measured {
  readonly netloom: Child;
  readonly databaseUrl: string;
  readonly key: string;
  /** How many sign in at once. */
  readonly people: number;
  readonly quietSeconds: number;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
}

const password = 'Correct horse 1';
/** Other callers: so many, each with a request now and then, whatever the answers to the others take. */
const callers = 10;
const betweenMs = 500;
const megabyte = 1_000_000;

export async function benchSignIns(measured: Measured): Promise<void> {
  const { netloom, databaseUrl, key, people, quietSeconds, report, print } = measured;
  const emails = await addPeople(databaseUrl, people);
  const others = await Others.warmUp(netloom.url, key);
  await netloom.settled();
  report('sign-ins: other callers alone');
  await netloom.memory();
  const quiet = await others.during(() => pause(quietSeconds * 1000));
  const before = await netloom.memory();
  report(`sign-ins: ${people} at once beside them`);
  const waits: number[] = [];
  const begunAt = performance.now();
  const busy = await others.during(async () => {
    await Promise.all(emails.map(async (email) => waits.push(await signIn(netloom.url, email))));
  });
  const seconds = (performance.now() - begunAt) / 1000;
  const after = await netloom.memory();
  const cores = (after.cpuMs - before.cpuMs) / 1000 / seconds;
  print('');
  print(
    `${people} sign-ins by password at once, ${callers} other callers with ${1000 / betweenMs} requests a second each:`,
  );
  print(`  all in after ${seconds.toFixed(1)} s, half of them after ${(at(waits, 0.5) / 1000).toFixed(1)} s`);
  print(`  process at most ${Math.round((after.most - before.most) / megabyte)} MB more, ${cores.toFixed(2)} cores`);
  print(`  others alone: p50 ${at(quiet, 0.5).toFixed(1)} ms, p99 ${at(quiet, 0.99).toFixed(1)} ms`);
  print(`  others beside them: p50 ${at(busy, 0.5).toFixed(1)} ms, p99 ${at(busy, 0.99).toFixed(1)} ms`);
}

const at = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;

/** Reads of lists by a key, at a steady pace. */
class Others {
  private constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  static async warmUp(url: string, key: string): Promise<Others> {
    const others = new Others(url, key);
    await others.during(() => pause(5_000));
    return others;
  }

  /** What each of their requests took that began while the work went on. */
  async during(work: () => Promise<unknown>): Promise<number[]> {
    const times: number[] = [];
    const open = new Set<Promise<unknown>>();
    const ask = async () => {
      const beganAt = performance.now();
      const headers = { authorization: `Bearer ${this.key}` };
      const answer = await fetch(`${this.url}/api/v1/vlans?limit=50`, { headers });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`another caller was answered ${answer.status}`);
      times.push(performance.now() - beganAt);
    };
    const failures: unknown[] = [];
    const timer = setInterval(() => {
      const asked = ask().catch((error: unknown) => failures.push(error));
      open.add(asked);
      void asked.finally(() => open.delete(asked));
    }, betweenMs / callers);
    await work().finally(() => clearInterval(timer));
    await Promise.all(open);
    if (failures.length > 0) throw failures[0];
    return times;
  }
}

/** How long it took, in milliseconds. */
async function signIn(url: string, email: string): Promise<number> {
  const beganAt = performance.now();
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a sign-in was answered ${answer.status}`);
  return performance.now() - beganAt;
}

async function addPeople(databaseUrl: string, people: number): Promise<string[]> {
  const emails = Array.from({ length: people }, (_one, number) => `person-${number}@bench.example`);
  const client = await openConnection(databaseUrl);
  try {
    await client.query(
      `INSERT INTO users (organization_id, email, email_verified, password_hash, permissions)
       SELECT (SELECT id FROM organizations ORDER BY created_at, id LIMIT 1), email, true, $2, 'Viewer'
       FROM unnest($1::text[]) email`,
      [emails, await hashPassword(password)],
    );
  } finally {
    await client.end();
  }
  return emails;
}
