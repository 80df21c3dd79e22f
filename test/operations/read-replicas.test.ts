// Tests reads from replicas: callers see their own writes through every process, and a replica that is behind, silent,
// promoted or diverged answers nothing. One process reaches both PostgreSQL servers through PgBouncer in transaction
// mode, if it is installed.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPrismaClient } from '../../src/data/client';
import { parsePosition } from '../../src/platform/postgres/replicas/position';
import type { Client } from '../support/client';
import { eventually } from '../support/eventually';
import { addInventory } from '../support/inventory';
import { pgbouncer, startPooler, type Pooler } from '../support/pooler';
import { postgresBinaries, startReplicatedPostgres, type ReplicatedPostgres } from '../support/replicated-postgres';
import { requirement } from '../support/requirement';
import { addKey, kill, register, startReplica, type Account, type Replica } from './replica';

const { describe: describeWithPostgres } = requirement("Debian's postgresql", postgresBinaries !== undefined);

/** Number of pairs of a write and a read. The variable PAIRS sets a larger number. */
const pairs = Number(process.env.PAIRS ?? 1_000);
/** Two quiet cores take about 10 ms for each pair. */
const pairsTimeoutMs = 180_000 + pairs * 50;
/** Number of seconds for which a paused replica still answers. On a busy machine, a test pauses one for several seconds. */
const maxLagSeconds = 15;
const metricsToken = 'the-metrics-token';

describeWithPostgres('reads from replicas', () => {
  let postgres: ReplicatedPostgres;
  let pooler: Pooler | undefined;
  let one: Replica;
  let two: Replica;
  let account: Account;
  /** API keys that are old enough for reads from replicas, one for each caller. */
  let keys: string[];
  let networkId: string;

  const standby = () => postgres.replicas[0]!;
  const writer = (replica: Replica, at = 0): Client => replica.as({ key: keys[at]! });
  const addTag = async (by: Client, name: string) => {
    const reply = await by.rest.post('/tags', { name, organization_id: account.organizationId, color: 'Blue' });
    if (reply.status !== 200) throw new Error(reply.story);
    return reply;
  };
  const tagNames = async (by: Client, headers: Record<string, string> = {}): Promise<string[]> => {
    const { status, body, story } = await by.send('GET', '/api/v1/tags?limit=0', { headers });
    if (status !== 200) throw new Error(story);
    return body.data.map(({ name }: { name: string }) => name);
  };
  const untilLogged = (replica: Replica, pattern: RegExp, from: number) =>
    eventually(() => Promise.resolve(pattern.test(replica.output.slice(from))));
  /** Resolves when the PostgreSQL replica answers reads of both service processes. */
  const untilReplicaAnswers = () =>
    eventually(async () => {
      const before = await readsBy();
      for (const process of [one, two]) await tagNames(writer(process, 1));
      return (await readsBy()).replica >= before.replica + 2;
    });
  const untilReplicasHaveAll = () =>
    eventually(async () => {
      const position = await postgres.primary.position();
      const reached = await Promise.all(
        postgres.replicas.map(async (replica) => (await replica.position()) >= position),
      );
      return reached.every(Boolean) || undefined;
    });

  beforeAll(async () => {
    postgres = await startReplicatedPostgres(1);
    // The second URL leads to a server that is down at the start, and the third one to the primary.
    const readUrls = [standby().url, 'postgresql://postgres@127.0.0.1:1/netloom', postgres.primary.url];
    const settings = {
      ...{ DATABASE_URL: postgres.primary.url, DATABASE_READ_URLS: readUrls.join(','), RATE_LIMIT: 'off' },
      ...{ READ_REPLICA_MAX_LAG: String(maxLagSeconds), METRICS_TOKEN: metricsToken },
    };
    pooler = pgbouncer ? await startPooler([postgres.primary.url, standby().url], 6) : undefined;
    const [databaseUrl, readUrl] = pooler?.urls ?? [];
    const pooled = { DATABASE_URL: databaseUrl, DATABASE_READ_URLS: readUrl, PREPARED_STATEMENTS: 'off' };
    [one, two] = await Promise.all([startReplica(settings), startReplica({ ...settings, ...(pooler && pooled) })]);
    account = await register(one);
    networkId = account.networkId;
    keys = [];
    for (let count = 0; count < 4; count += 1) keys.push((await addKey(one, account)).key);
    // Callers with new credentials read the primary, so the credentials get an earlier creation time.
    for (const table of ['user_api_keys', 'users', 'sessions'])
      await postgres.primary.query(`UPDATE ${table} SET created_at = now() - interval '1 hour'`);
    await untilReplicasHaveAll();
    for (const replica of [one, two]) await replica.waitFor(/a replica answers reads/);
  });
  // A failed test may leave the replica frozen or delayed, which would make all later tests wait.
  afterEach(async () => {
    standby().thaw();
    await standby().delay(0);
  });
  afterAll(async () => {
    await kill([one, two]);
    await pooler?.stop();
    await postgres?.close();
  });

  test('a caller who has not written reads a replica, and a caller who has written sees its write everywhere', async () => {
    await standby().pause();
    const name = 'while paused';
    await addTag(writer(one), name);
    // The second key has not written anything, so the paused replica answers its read, and does not have the tag.
    expect(await tagNames(writer(two, 1))).not.toContain(name);
    // The read of the caller who wrote the tag waits a second for the paused replica. Then the primary answers.
    expect(await tagNames(writer(two))).toContain(name);
    // Even if the stored time of the write is wrong, as after a jump of the clock, the replica does not count as up
    // to date.
    await postgres.primary.query(`UPDATE write_positions SET written_at = now() - interval '1 hour'`);
    expect(await tagNames(writer(two))).toContain(name);
    await standby().resume();
    await untilReplicasHaveAll();
    expect(await tagNames(writer(two, 1))).toContain(name);
  });

  test('a program that writes with one key and reads with another one sends the position along', async () => {
    await standby().pause();
    const reply = await addTag(writer(one), 'with a position');
    const position = reply.headers.get('x-netloom-position')!;
    expect(parsePosition(position)).toBeDefined();
    expect(await tagNames(writer(two, 1), { 'x-netloom-position': position })).toContain('with a position');
    // `0-9/0` is on an earlier timeline than the replica's, so the replica answers. `9-0/0` is on a later timeline,
    // so the primary answers.
    expect(await tagNames(writer(two, 1), { 'x-netloom-position': '0-9/0' })).not.toContain('with a position');
    expect(await tagNames(writer(two, 1), { 'x-netloom-position': '9-0/0' })).toContain('with a position');
    // No server reaches this forged position, so the primary answers after a second.
    expect(await tagNames(writer(two, 1), { 'x-netloom-position': '1-FFFFFFFF/0' })).toContain('with a position');
    const refused = await writer(two, 1).send('GET', '/api/v1/tags', { headers: { 'x-netloom-position': 'soon' } });
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_invalid_format']);
    await standby().resume();
  });

  test('rights are those of the primary: a key that was disabled a moment ago is refused at once', async () => {
    await standby().pause();
    const { id, key } = await addKey(one, account);
    await postgres.primary.query(`UPDATE user_api_keys SET created_at = now() - interval '1 hour' WHERE id = $1`, [id]);
    expect(await tagNames(two.as({ key }))).toBeDefined();
    await one.as(account).rest.put(`/auth/keys/${id}`, { name: 'key', tags: [], is_enabled: false });
    expect((await two.as({ key }).rest.get('/tags')).body.code).toBe('entity_disabled');
    const listed = (await two.as(account).rest.get('/auth/keys')).body.data as { id: string; is_enabled: boolean }[];
    expect(listed.find((one) => one.id === id)!.is_enabled).toBe(false);
    await standby().resume();
    await untilReplicasHaveAll();
  });

  test(
    `of ${pairs} pairs of a write and a read through different processes, every read sees the write`,
    async () => {
      await standby().delay(40);
      const before = await readsBy();
      let stale = 0;
      let pairCount = 0;
      const caller = async (at: number) => {
        const callers = [writer(one, at % keys.length), writer(two, at % keys.length)];
        for (; pairCount < pairs; pairCount += 1) {
          const [by, reader] = pairCount % 2 === 0 ? callers : callers.toReversed();
          const { body } = await by!.rest.post('/hosts', {
            name: `host ${pairCount}`,
            network_id: networkId,
            tags: [],
          });
          const readReply = await reader!.rest.get(`/hosts/${body.data.id}`);
          if (readReply.status !== 200) stale += 1;
        }
      };
      await Promise.all(Array.from({ length: 16 }, (_, at) => caller(at)));
      expect(stale).toBe(0);
      // The replica answered nearly all reads, each as soon as it had the caller's last write.
      const after = await readsBy();
      expect(after.replica - before.replica).toBeGreaterThanOrEqual(pairs * 0.95);
      expect(after.primary - before.primary).toBeLessThan(pairs * 0.05);
    },
    pairsTimeoutMs,
  );
  /** The numbers of reads that the primary and the replicas have answered, from the metrics of both processes. */
  const readsBy = async () => {
    const texts = await Promise.all(
      [one, two].map(({ url }) =>
        fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } }).then((reply) =>
          reply.text(),
        ),
      ),
    );
    const sumOf = (server: string) =>
      texts
        .map((text) =>
          Number(new RegExp(`^netloom_database_reads_total\\{server="${server}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0),
        )
        .reduce((sum, count) => sum + count, 0);
    return { primary: sumOf('primary'), replica: sumOf('replica') };
  };

  test('a host that a replica still shows while a large network is read is not in later graphs', async () => {
    const prisma = createPrismaClient(postgres.primary.url);
    const { organizationId } = account;
    const { hostIds, addressIds } = await addInventory(prisma, { networkId, organizationId }, 300);
    await prisma.$disconnect();
    const [topology] = await postgres.primary.query<{ id: string }>('SELECT id FROM topologies WHERE network_id = $1', [
      networkId,
    ]);
    const document = 'query($id: UUID!) { topology(id: $id) { graph(view: L3Logical) { nodes { elementId } } } }';
    const drawnIds = async (): Promise<string[]> => {
      const { body, story } = await writer(two, 1).graphql(document, { id: topology!.id });
      if (body.errors) throw new Error(story);
      return body.data.topology.graph.nodes.map((node: { elementId: string }) => node.elementId);
    };
    await untilReplicasHaveAll();
    // For the first graph of a large network, the service reads all rows. For later graphs, it reads only rows that
    // have changed since.
    expect(await drawnIds()).toContain(addressIds[299]);
    await writer(one).rest.delete(`/hosts/${hostIds[298]}`);
    await untilReplicasHaveAll();
    await standby().pause();
    await writer(one).rest.delete(`/hosts/${hostIds[299]}`);
    expect(await drawnIds()).toContain(addressIds[299]);
    await standby().resume();
    await untilReplicasHaveAll();
    const ids = await drawnIds();
    expect([ids.includes(addressIds[297]!), ids.includes(addressIds[298]!), ids.includes(addressIds[299]!)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('a caller sees its write after a crash of the primary that its postmaster outlives', async () => {
    await standby().pause();
    await addTag(writer(one), 'before the crash');
    // The crash loses the stored position of the write, because storing the position does not wait for the disk.
    await postgres.primary.crash();
    const names = await eventually(() => tagNames(writer(two)).catch(() => undefined));
    expect(names).toContain('before the crash');
    await standby().resume();
    await untilReplicaAnswers();
  });

  test('a replica that is too far behind answers nothing, and again when it has caught up', async () => {
    const [from, name] = [two.output.length, 'too far behind'];
    await standby().pause();
    await addTag(writer(one), name);
    await untilLogged(two, /"reason":"it is \d[\d.]* s behind/, from);
    expect(await tagNames(writer(two, 1))).toContain(name);
    await standby().resume();
    await untilLogged(two, /a replica answers reads/, from);
  });

  test('a replica that hangs or dies under load fails no read', async () => {
    // A process logs that a replica does not answer only if the replica has answered before. So both processes must use
    // the replica first.
    await untilReplicaAnswers();
    const wrong: string[] = [];
    let isOver = false;
    let answered = 0;
    const caller = async (at: number) => {
      const by = writer(at % 2 === 0 ? one : two, 1 + (at % 3));
      while (!isOver) {
        const path = ['/hosts?limit=20', '/tags?limit=0', '/networks', `/topology?limit=1`][at % 4]!;
        const reply = await by.rest.get(path);
        answered += 1;
        if (reply.status !== 200) wrong.push(reply.story);
      }
    };
    const callers = Array.from({ length: 8 }, (_, at) => caller(at));
    const from = [one, two].map(({ output }) => output.length);
    const untilBothLog = (pattern: RegExp) =>
      Promise.all([one, two].map((replica, at) => untilLogged(replica, pattern, from[at]!)));
    standby().freeze();
    await untilBothLog(/"reason":"it does not answer/);
    standby().thaw();
    await untilBothLog(/a replica answers reads/);
    await standby().kill();
    const atDeath = answered;
    await eventually(() => Promise.resolve(answered > atDeath + 50 || undefined));
    await standby().start();
    isOver = true;
    await Promise.all(callers);
    expect(wrong).toEqual([]);
    await untilReplicaAnswers();
  });

  test('a read that the replica cancels for its recovery is answered by the primary', async () => {
    const from = two.output.length;
    await eventually(async () => (await standby().query('SELECT pg_is_in_recovery() AS is')).length);
    await standby().query(`ALTER SYSTEM SET max_standby_streaming_delay = 0`);
    await standby().query('SELECT pg_reload_conf()');
    const wrong: string[] = [];
    const reader = async () => {
      for (let count = 0; count < 40; count += 1) {
        const reply = await writer(two, 1).rest.get('/hosts?limit=200');
        if (reply.status !== 200) wrong.push(reply.story);
      }
    };
    const cleaner = async () => {
      // A replica that replays this exclusive lock cancels statements that read the table.
      for (let count = 0; count < 20; count += 1)
        await postgres.primary.query('BEGIN; LOCK TABLE hosts IN ACCESS EXCLUSIVE MODE; COMMIT');
    };
    await Promise.all([reader(), reader(), cleaner()]);
    expect(wrong).toEqual([]);
    expect(two.output.slice(from)).not.toContain('"status":503');
  });

  test('a replica that lacks a migration fails no read', async () => {
    await postgres.primary.query('ALTER TABLE daemons DROP COLUMN version');
    await untilReplicasHaveAll();
    await standby().pause();
    await postgres.primary.query('ALTER TABLE daemons ADD COLUMN version TEXT');
    const { status, body, story } = await writer(two, 1).rest.get('/daemons');
    if (status !== 200) throw new Error(story);
    expect(body.data).toEqual([]);
    await standby().resume();
    await untilReplicasHaveAll();
  });

  test('a replica that was promoted is none, and takes no reads', async () => {
    await untilReplicaAnswers();
    const from = two.output.length;
    await standby().promote();
    await untilLogged(two, /"reason":"it is no replica/, from);
    await addTag(writer(one), 'after the promotion');
    expect(await tagNames(writer(two, 1))).toContain('after the promotion');
  });

  test('a replica that was promoted, wrote and is a replica again takes no reads until it is made anew', async () => {
    // These writes bring the promoted replica to a later position than the position of the primary.
    await standby().query('CREATE TABLE own_writes AS SELECT generate_series(1, 50000)');
    await standby().kill();
    await writeFile(path.join(standby().folder, 'standby.signal'), '');
    await standby().start();
    // Waits until both processes have read the state of the restarted replica.
    await eventually(async () => {
      const asking = await standby().query(`SELECT FROM pg_stat_activity WHERE application_name = 'netloom status'`);
      return asking.length >= 2;
    });
    const before = await readsBy();
    for (const process of [one, two]) expect(await tagNames(writer(process, 1))).toContain('after the promotion');
    expect((await readsBy()).replica).toBe(before.replica);
  });
});
