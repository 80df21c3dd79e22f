// Measures many concurrent sign-ins by password: memory and processor time of the service, and the response times of
// other callers during the sign-ins.
import { setTimeout as pause } from 'node:timers/promises';
import { hashPassword } from '../src/auth/passwords';
import { openConnection } from '../src/platform/postgres/connect';
import { at, Callers, formatDelays } from './caller-process';
import type { Child } from './children';

interface Measured {
  readonly netloom: Child;
  readonly databaseUrl: string;
  readonly key: string;
  /** Number of users who sign in at the same time. */
  readonly people: number;
  /** Number of rounds. A round measures other callers without sign-ins, and then during the sign-ins. */
  readonly rounds: number;
  readonly quietSeconds: number;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
}

const password = 'Correct horse 1';
/** Number of callers that read while users sign in. */
const callers = 10;
const betweenMs = 500;
const everyMs = betweenMs / callers;
const megabyte = 1_000_000;

export async function benchSignIns(side: Measured): Promise<void> {
  const { netloom, databaseUrl, people, rounds, report, print } = side;
  const emails = await addPeople(databaseUrl, people);
  const [others, crowd] = [new Callers(), new Callers()];
  try {
    await others.read(ofOthers(side), () => pause(side.quietSeconds * 1000));
    await netloom.settled();
    print('');
    print(
      `${people} sign-ins by password at once, ${callers} other callers with ${1000 / betweenMs} requests a second each:`,
    );
    const first = await measureRound(side, emails, others, crowd);
    print(`  the first crowd since the start: others beside it ${formatDelays(first.busy)}; ${first.cost}`);
    const all: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      report(`sign-ins: round ${round} of ${rounds}`);
      const one = await measureRound(side, emails, others, crowd);
      print(`  others alone ${formatDelays(one.quiet)}, beside them ${formatDelays(one.busy)}; ${one.cost}`);
      all.push(one);
    }
    const quiet = all.flatMap((one) => one.quiet);
    const busy = all.flatMap((one) => one.busy);
    const ratio = at(busy, 0.99) / at(quiet, 0.99);
    print(
      `  all rounds: alone ${formatDelays(quiet)}, beside them ${formatDelays(busy)}, ratio of p99 ${ratio.toFixed(2)}`,
    );
  } finally {
    others.end();
    crowd.end();
  }
}

const ofOthers = ({ netloom: { url }, key }: Measured) => ({ url, key, everyMs });

interface Round {
  /**
   * How long requests of other callers take without sign-ins, in milliseconds. `busy` has their durations during the
   * sign-ins.
   */
  readonly quiet: readonly number[];
  readonly busy: readonly number[];
  readonly cost: string;
}

async function measureRound(
  side: Measured,
  emails: readonly string[],
  others: Callers,
  crowd: Callers,
): Promise<Round> {
  const { netloom, quietSeconds } = side;
  await netloom.memory();
  const quiet = await others.read(ofOthers(side), () => pause(quietSeconds * 1000));
  const before = await netloom.memory();
  let waits: readonly number[] = [];
  const begunAt = performance.now();
  const busy = await others.read(ofOthers(side), async () => {
    waits = await crowd.do({ kind: 'sign in', url: netloom.url, emails, password });
  });
  const seconds = (performance.now() - begunAt) / 1000;
  const after = await netloom.memory();
  const cores = (after.cpuMs - before.cpuMs) / 1000 / seconds;
  const cost = [
    `all in after ${seconds.toFixed(1)} s, half of them after ${(at(waits, 0.5) / 1000).toFixed(1)} s`,
    `process at most ${Math.round((after.most - before.most) / megabyte)} MB more, ${cores.toFixed(2)} cores`,
    `longest turn of its event loop ${after.longestTurn.toFixed(0)} ms`,
  ].join(', ');
  return { quiet, busy, cost };
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
