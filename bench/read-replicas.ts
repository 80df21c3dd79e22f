// Measures how much processor time PostgreSQL's primary saves if replicas answer reads. A service without replicas and
// a service with replicas get the same requests alternately.
import { readFileSync } from 'node:fs';
import { openConnection } from '../src/platform/postgres/connect';
import { eventually } from '../test/support/eventually';
import { postgresBinaries, startReplicatedPostgres, type PostgresServer } from '../test/support/replicated-postgres';
import { startChild, type Child } from './children';
import { addKey, withBenchDatabase } from './database';
import type { Target } from './cases';
import { whole } from './measure';

export interface ReadReplicaSizes {
  readonly hosts: number;
  readonly rounds: number;
  /** Number of requests of all callers in a round. */
  readonly requests: number;
}
interface Printed {
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
}

const callerCount = 16;
/**
 * One request in twenty is a write. After the write, reads of the same caller wait for a replica that has the write.
 */
const requestsPerWrite = 20;

interface Round {
  /** Processor time in milliseconds: `primary` is that of the primary server, `replicas` the sum of all replicas. */
  readonly primary: number;
  readonly replicas: number;
  readonly seconds: number;
}

export async function benchReadReplicas(sizes: ReadReplicaSizes, { report, print }: Printed): Promise<void> {
  if (!postgresBinaries) throw new Error("replicas need Debian's postgresql: apt-get install postgresql-15");
  report('Starting PostgreSQL with two replicas …');
  const postgres = await startReplicatedPostgres(2);
  const { primary, replicas } = postgres;
  try {
    const filled = { hosts: sizes.hosts, manyHosts: 3, serverUrl: primary.url };
    await withBenchDatabase(filled, report, async ({ url, version, target }) => {
      const keys = await oldKeys(url, target);
      const ofReplica = (replica: PostgresServer) =>
        Object.assign(new URL(url), { host: new URL(replica.url).host }).href;
      await eventually(async () => (await Promise.all(replicas.map((one) => one.position()))).every(Boolean));
      const settings = { DATABASE_URL: url, RATE_LIMIT: 'off', LOG_LEVEL: 'warn', METRICS_TOKEN: 'token-of-the-bench' };
      const readUrls = replicas.map(ofReplica).join(',');
      const alone = await startChild('netloom-server.ts', settings, '/api/health');
      const withReplicas = await startChild(
        'netloom-server.ts',
        { ...settings, DATABASE_READ_URLS: readUrls },
        '/api/health',
      );
      try {
        const sides = [alone, withReplicas].map((child) => ({ child, rounds: [] as Round[] }));
        for (const { child } of sides) await child.settled();
        for (let round = 0; round <= sizes.rounds; round += 1) {
          report(`read-replicas: round ${round} of ${sizes.rounds}`);
          for (const { child, rounds } of sides) {
            const measured = await measureRound(child, { keys, target, requests: sizes.requests }, primary, replicas);
            // The first round is a warm-up, which is not measured.
            if (round > 0) rounds.push(measured);
          }
        }
        const [before, after] = sides.map(({ rounds }) => medianOf(rounds, sizes.requests));
        const answered = await readsBy(withReplicas);
        print('');
        print(`PostgreSQL ${version}, two replicas; one write in ${requestsPerWrite} requests, ${callerCount} callers`);
        const line = (name: string, of: Round) =>
          print(
            `  ${name}: primary ${whole(of.primary)} ms, replicas ${whole(of.replicas)} ms of processor time for 1,000 requests (${whole(1_000 / of.seconds)} requests/s)`,
          );
        line('without reads from replicas', before!);
        line('with reads from replicas   ', after!);
        print(`  ${whole((1 - after!.primary / before!.primary) * 100)} % of the primary's processor time leaves it`);
        print(`  ${whole((answered.replica / (answered.replica + answered.primary)) * 100)} % of reads by replicas`);
      } finally {
        await Promise.all([alone.stop(), withReplicas.stop()]);
      }
    });
  } finally {
    await postgres.close();
  }
}

/**
 * Creates an API key for each caller. A new key is read from the primary, so the keys are given a creation time an hour
 * ago.
 */
async function oldKeys(url: string, { vlans: [vlan] }: Target): Promise<string[]> {
  const client = await openConnection(url);
  try {
    const keys: string[] = [];
    for (let at = 0; at < callerCount; at += 1) keys.push(await addKey(client, vlan!.organization_id));
    for (const table of ['user_api_keys', 'users'])
      await client.query(`UPDATE ${table} SET created_at = now() - interval '1 hour'`);
    return keys;
  } finally {
    await client.end();
  }
}

interface Work {
  readonly keys: readonly string[];
  readonly target: Target;
  readonly requests: number;
}

async function measureRound(
  { url }: Child,
  { keys, target, requests }: Work,
  primary: PostgresServer,
  replicas: readonly PostgresServer[],
): Promise<Round> {
  const readProcessorTimes = () => ({
    primary: processorMs(primary),
    replicas: replicas.reduce((sum, replica) => sum + processorMs(replica), 0),
  });
  let next = 0;
  const before = readProcessorTimes();
  const startedAt = performance.now();
  const call = async (caller: number) => {
    for (let at = next++; at < requests; at = next++) {
      const isWrite = at % requestsPerWrite === 0;
      const { path, ...request } = isWrite ? writeOf(target, caller) : readOf(target, at);
      const answer = await fetch(url + path, {
        ...request,
        headers: { authorization: `Bearer ${keys[caller]}`, 'content-type': 'application/json' },
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(keys.map((_key, caller) => call(caller)));
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = readProcessorTimes();
  return { primary: after.primary - before.primary, replicas: after.replicas - before.replicas, seconds };
}

function readOf({ hostIds }: Target, at: number): { path: string; method: string } {
  const id = hostIds[(at * 7) % hostIds.length]!;
  const paths = [`/hosts/${id}`, '/hosts?limit=50', `/hosts/${id}/history`, '/services?limit=50', '/vlans?limit=50'];
  return { method: 'GET', path: `/api/v1${paths[at % paths.length]!}` };
}

function writeOf({ vlans }: Target, caller: number): { path: string; method: string; body: string } {
  const { id, ...vlan } = vlans[caller % vlans.length]!;
  return { method: 'PUT', path: `/api/v1/vlans/${id}`, body: JSON.stringify(vlan) };
}

const ticksPerSecond = 100;

/**
 * Processor time that all processes of a PostgreSQL server have used, including processes that have ended, in
 * milliseconds.
 */
function processorMs(server: PostgresServer): number {
  const [postmaster, ...children] = server.pids();
  const ticksOf = (pid: number, withEnded: boolean): number => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, withEnded ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
  };
  const ticks = children.reduce((sum, pid) => sum + ticksOf(pid, false), ticksOf(postmaster!, true));
  return (ticks * 1_000) / ticksPerSecond;
}

/** The median of the rounds, converted to 1,000 requests. */
function medianOf(rounds: readonly Round[], requests: number): Round {
  const of = (name: keyof Round) =>
    (rounds.map((round) => round[name]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)]! * 1_000) / requests;
  return { primary: of('primary'), replicas: of('replicas'), seconds: of('seconds') };
}

async function readsBy({ url }: Child): Promise<Readonly<Record<'primary' | 'replica', number>>> {
  const answer = await fetch(`${url}/api/metrics`, { headers: { authorization: 'Bearer token-of-the-bench' } });
  const text = await answer.text();
  const countOf = (server: string) =>
    Number(new RegExp(`^netloom_database_reads_total\\{server="${server}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { primary: countOf('primary'), replica: countOf('replica') };
}
