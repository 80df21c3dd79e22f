// Measures thousands of live subscriptions to one process: the delay of each event, memory and processor time.
import { get, type ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { generateKey } from '../src/auth/tokens';
import { createPrismaClient } from '../src/data/client';
import { createNetwork } from '../src/modules/access/network/create-network.sql';
import { openConnection } from '../src/platform/postgres/connect';
import type { Child } from './children';

export interface LiveSizes {
  readonly users: number;
  readonly networks: number;
  /** Number of changes that are made one after another, each of which is an event for the subscribers. */
  readonly changes: number;
}
interface Measured {
  readonly netloom: Child;
  readonly databaseUrl: string;
  readonly sizes: LiveSizes;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
}

/** Maximum number of open streams per user. */
const streamsOfUser = 10;
const hostsOfNetwork = 40;
const openedAtOnce = 32;
/**
 * Milliseconds of rest between two measurements. `patienceMs` is the maximum time for a change to reach all
 * subscribers.
 */
const restMs = 1_000;
const patienceMs = 60_000;
const idleMs = 10_000;
const megabyte = 1_000_000;

const documents = {
  graph: `subscription($of: UUID!) { topologyGraphChanges(topologyId: $of, view: L3Logical) { isWhole cursor
    addedNodes { elementId header } changedNodes { elementId header } removedNodeIds } }`,
  changes: `subscription($of: UUID!) { inventoryChanges(networkId: $of) { hasGap cursor
    changes { kind entityId changeType name fields { field from to } event { actor { type name } } } } }`,
} as const;

interface Network {
  readonly id: string;
  readonly topologyId: string;
}

/** A subscriber with an open event stream, which reports the events that it receives. */
export class Subscriber {
  private request: ClientRequest | undefined;
  private onEvent: (at: number) => void = () => undefined;
  private onFailure: (reason: Error) => void = () => undefined;
  constructor(readonly network: Network) {}

  open(url: string, key: string, kind: keyof typeof documents): Promise<void> {
    const of = kind === 'graph' ? this.network.topologyId : this.network.id;
    const search = new URLSearchParams({ query: documents[kind], variables: JSON.stringify({ of }) });
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
    return new Promise((resolve, reject) => {
      const fail = (reason: Error) => {
        reject(reason);
        this.onFailure(reason);
      };
      this.request = get(`${url}/graphql?${String(search)}`, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) return fail(new Error(`a subscription was answered ${response.statusCode}`));
        let isOpen = false;
        response.on('data', (chunk: Buffer) => {
          if (!chunk.includes('data: {')) return;
          if (chunk.includes('"errors"')) fail(new Error(`a subscription ended: ${chunk.toString().slice(0, 300)}`));
          else if (isOpen) this.onEvent(performance.now());
          isOpen = true;
          resolve();
        });
        response.on('close', () => fail(new Error('a subscription was cut off')));
      });
      this.request.on('error', fail);
    });
  }

  /** Resolves with the time when the next event arrives. */
  next(): Promise<number> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.onFailure(new Error('a change did not come to a reader')), patienceMs);
      const settle = () => {
        clearTimeout(late);
        this.onEvent = this.onFailure = () => undefined;
      };
      this.onEvent = (at) => {
        settle();
        resolve(at);
      };
      this.onFailure = (reason) => {
        settle();
        reject(reason);
      };
    });
  }

  leave(): void {
    this.request?.destroy();
  }
}

export async function benchLive({ netloom, databaseUrl, sizes, report, print }: Measured): Promise<void> {
  const client = await openConnection(databaseUrl);
  const subscribers: Subscriber[] = [];
  try {
    report(`live: ${sizes.users} users and ${sizes.networks} networks are made`);
    const { networks, keys } = await addWorld(client, databaseUrl, sizes);
    await netloom.settled();
    const before = await netloom.liveMemory();
    report(`live: ${sizes.users * streamsOfUser} subscriptions are opened`);
    const begunAt = performance.now();
    const openStreams = keys.flatMap((key, user) =>
      Array.from({ length: streamsOfUser }, (_one, at) => async () => {
        const subscriber = new Subscriber(networks[(user * streamsOfUser + at) % networks.length]!);
        subscribers.push(subscriber);
        await subscriber.open(netloom.url, key, Math.floor(user / 5) % 2 === 0 ? 'graph' : 'changes');
      }),
    );
    await Promise.all(
      Array.from({ length: openedAtOnce }, async () => {
        for (let open = openStreams.pop(); open; open = openStreams.pop()) await open();
      }),
    );
    const openedIn = (performance.now() - begunAt) / 1000;
    await pause(restMs);
    const after = await netloom.liveMemory();
    const live = ({ live: { heap, external } }: typeof before) => heap + external;

    const idle = await measureSpent(client, netloom, () => pause(idleMs));
    const readersOf = (network: Network) => subscribers.filter((one) => one.network === network);
    const changeNetworks = async (of: readonly Network[], round: number): Promise<number[]> => {
      const readers = of.flatMap(readersOf);
      const all = readers.map((reader) => reader.next());
      const sentAt = performance.now();
      const sql = `UPDATE hosts SET name = $2 WHERE network_id = ANY($1::uuid[]) AND hostname = 'first'`;
      await client.query(sql, [of.map(({ id }) => id), `renamed ${round}`]);
      return (await Promise.all(all)).map((at) => at - sentAt);
    };
    report(`live: ${sizes.changes} changes, one after the other`);
    const one: number[] = [];
    const single = await measureSpent(client, netloom, async () => {
      for (let round = 0; round < sizes.changes; round += 1)
        one.push(...(await changeNetworks([networks[round % networks.length]!], round)));
    });
    report('live: changes of all networks at once');
    await pause(restMs);
    const together = await changeNetworks(networks, -1);

    const perSubscriber = subscribers.length / networks.length;
    print('');
    print(
      `Live: ${subscribers.length} subscribers of ${sizes.users} users and ${sizes.networks} networks of ${hostsOfNetwork} hosts, half graphs, half changes`,
    );
    print(`  opened in                               ${openedIn.toFixed(1)} s`);
    print(
      `  memory in use                           ${mega(live(after) - live(before))} MB more, ${kilo((live(after) - live(before)) / subscribers.length)} kB each; the process ${mega(after.now)} MB`,
    );
    print(`  idle                                    ${share(idle)} of a core, ${rate(idle)} statements/s`);
    print(`  a change to its ${Math.round(perSubscriber)} readers, p50 / p99        ${percentiles(one)}`);
    const beside = (value: 'cpuMs' | 'statements') =>
      Math.max(0, single[value] - (idle[value] * single.ms) / idle.ms) / sizes.changes;
    print(
      `  its cost beside what idling costs        ${beside('cpuMs').toFixed(1)} ms of a core, ${beside('statements').toFixed(1)} statements`,
    );
    print(`  a change in every network at once, p50 / p99 ${percentiles(together)}, to ${together.length} readers`);
  } finally {
    for (const subscriber of subscribers) subscriber.leave();
    await client.end();
  }
}

const mega = (bytes: number) => (bytes / megabyte).toFixed(0);
const kilo = (bytes: number) => (bytes / 1000).toFixed(1);
const share = ({ cpuMs, ms }: Spent) => `${((100 * cpuMs) / ms).toFixed(0)} %`;
const rate = ({ statements, ms }: Spent) => ((1000 * statements) / ms).toFixed(1);
export function percentiles(delays: readonly number[]): string {
  const sortedDelays = [...delays].sort((a, b) => a - b);
  const at = (part: number) =>
    `${Math.round(sortedDelays[Math.min(sortedDelays.length - 1, Math.floor(sortedDelays.length * part))]!)}`;
  return `${at(0.5)} / ${at(0.99)} ms`;
}

interface Spent {
  readonly ms: number;
  /** Processor time that the service used during the work, in ms. */
  readonly cpuMs: number;
  /**
   * Number of transactions that the database completed during the work. A statement outside of a transaction counts
   * too.
   */
  readonly statements: number;
}
async function measureSpent(client: Client, netloom: Child, work: () => Promise<unknown>): Promise<Spent> {
  const statements = async () => {
    // PostgreSQL counts the transactions of other connections only after these connections have been idle for a moment.
    await pause(restMs);
    const sql = `SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()`;
    await client.query('SELECT pg_stat_clear_snapshot()');
    return Number((await client.query<{ count: string }>(sql)).rows[0]!.count);
  };
  const [before, cpu, begunAt] = [await statements(), (await netloom.memory()).cpuMs, performance.now()];
  await work();
  const [ms, usedBefore] = [performance.now() - begunAt, (await netloom.memory()).cpuMs - cpu];
  return { ms, cpuMs: usedBefore, statements: (await statements()) - before };
}

/**
 * Adds an organization with users and networks. Every user has an API key and access to all networks. All hosts of a
 * network are in one subnet.
 */
export async function addWorld(
  client: Client,
  databaseUrl: string,
  { users, networks }: Pick<LiveSizes, 'users' | 'networks'>,
) {
  const { rows } = await client.query<{ id: string }>(`INSERT INTO organizations (name) VALUES ('Live') RETURNING id`);
  const organizationId = rows[0]!.id;
  const prisma = createPrismaClient(databaseUrl);
  const newNetworks: Network[] = [];
  try {
    for (let at = 0; at < networks; at += 1) {
      const { id } = await prisma.$transaction((tx) => createNetwork(tx, { organizationId, name: `Network ${at}` }));
      newNetworks.push({ id, topologyId: (await prisma.topology.findFirstOrThrow({ where: { networkId: id } })).id });
    }
  } finally {
    await prisma.$disconnect();
  }
  const ids = newNetworks.map(({ id }) => id);
  const statements: [string, unknown[]][] = [
    [
      `INSERT INTO subnets (network_id, name, cidr, subnet_type) SELECT id, 'Everything', '10.0.0.0/8', 'Lan' FROM unnest($1::uuid[]) id`,
      [ids],
    ],
    [
      `INSERT INTO hosts (network_id, name, hostname) SELECT id, 'host-' || i, CASE i WHEN 1 THEN 'first' ELSE 'host-' || i END
       FROM unnest($1::uuid[]) id, generate_series(1, $2::int) i`,
      [ids, hostsOfNetwork],
    ],
    [
      `INSERT INTO ip_addresses (network_id, host_id, subnet_id, subnet_cidr, ip_address)
       SELECT h.network_id, h.id, s.id, s.cidr, '10.0.0.0'::inet + substr(h.name, 6)::int FROM hosts h
       JOIN subnets s ON s.network_id = h.network_id AND s.name = 'Everything' WHERE h.network_id = ANY($1::uuid[])`,
      [ids],
    ],
  ];
  for (const [text, values] of statements) await client.query(text, values);
  const keys = Array.from({ length: users }, () => generateKey('user'));
  const { rows: people } = await client.query<{ id: string }>(
    `INSERT INTO users (organization_id, email, permissions)
     SELECT $1, 'reader-' || n || '@live.example', 'Member' FROM generate_series(1, $2::int) n RETURNING id`,
    [organizationId, users],
  );
  await client.query(
    `INSERT INTO user_networks (user_id, network_id, organization_id) SELECT u, n, $3 FROM unnest($1::uuid[]) u, unnest($2::uuid[]) n`,
    [people.map(({ id }) => id), ids, organizationId],
  );
  const { rows: addedRows } = await client.query<{ id: string }>(
    `INSERT INTO user_api_keys (organization_id, user_id, name, key_hash, key_prefix, permissions)
     SELECT $1, k.u, 'Live', k.hash, k.prefix, 'Viewer' FROM unnest($2::uuid[], $3::text[], $4::text[]) k (u, hash, prefix) RETURNING id`,
    [organizationId, people.map(({ id }) => id), keys.map((one) => one.keyHash), keys.map((one) => one.keyPrefix)],
  );
  await client.query(
    `INSERT INTO user_api_key_networks (user_api_key_id, network_id, organization_id)
     SELECT k, n, $3 FROM unnest($1::uuid[]) k, unnest($2::uuid[]) n`,
    [addedRows.map(({ id }) => id), ids, organizationId],
  );
  await client.query('ANALYZE');
  return { networks: newNetworks, keys: keys.map(({ token }) => token) };
}
