// Tests the move of an organization from one cell to another, each with a PostgreSQL server and a service of its own.
// Meanwhile, its agent, a subscriber and a writer keep working through a directory of cells, and no acknowledged write
// is lost.
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { generateKey } from '../../src/auth/tokens';
import { moveOrganization, removeMoved } from '../../src/operator/organization/move-organization.sql';
import { migrate } from '../../src/platform/postgres/migrate';
import { newFolder, removeFolder, startAgent, type RunningAgent } from '../agent/support/agent';
import { ModelDaemon, Refused, type Work } from '../modules/discovery/generations/model-daemon';
import { followChanges, type ChangeFollower } from '../support/change-follower';
import { createClient } from '../support/client';
import { startDirectory, type Directory } from '../support/directory';
import { eventually } from '../support/eventually';
import { postgresBinaries, startReplicatedPostgres, type ReplicatedPostgres } from '../support/replicated-postgres';
import { requirement } from '../support/requirement';
import { createWorld, serve, testSecretsKey, type RunningServer, type World } from '../support/world';

const { describe: describeWithPostgres } = requirement("Debian's postgresql", postgresBinaries !== undefined);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const hostName = 'acme.netloom.example';

interface Written {
  readonly id: string;
  readonly number: number;
}

/** Creates one VLAN after the other, repeats each request until it succeeds, and measures the longest wait. */
class Writer {
  readonly acknowledged: Written[] = [];
  readonly statuses = new Set<number>();
  longestMs = 0;
  private isOver = false;
  private readonly ended: Promise<void>;

  constructor(url: string, key: string, organizationId: string, networkId: string) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    this.ended = this.run((number, idempotencyKey) => {
      const vlan = { vlan_number: number, name: `VLAN ${number}` };
      const body = JSON.stringify({ organization_id: organizationId, network_id: networkId, ...vlan });
      return fetch(`${url}/api/v1/vlans`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': idempotencyKey },
        body,
      });
    });
  }

  private async run(write: (number: number, key: string) => Promise<Response>): Promise<void> {
    for (let number = 1; !this.isOver; number += 1) {
      const [startedAt, key] = [performance.now(), randomUUID()];
      for (let isDone = false; !isDone;) {
        const answer = await write(number, key);
        const body = (await answer.json()) as { data?: { id: string }; params?: { reason?: string } };
        this.statuses.add(answer.status);
        isDone = answer.status === 200;
        if (isDone) this.acknowledged.push({ id: body.data!.id, number });
        else if (answer.status !== 503 || !answer.headers.has('retry-after')) throw new Error(JSON.stringify(body));
        else await pause(50);
      }
      this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
      await pause(10);
    }
  }

  stop(): Promise<void> {
    this.isOver = true;
    return this.ended;
  }
}

/** Subscribes to the changes of a network. When the stream ends, opens it again from the last cursor. */
class Subscriber {
  readonly addedIds: string[] = [];
  gaps = 0;
  streams = 0;
  private isOver = false;
  private follower: ChangeFollower | undefined;
  private readonly ended: Promise<void>;

  constructor(url: string, key: string, networkId: string) {
    this.ended = this.run(url, key, networkId);
  }

  private async run(url: string, key: string, networkId: string): Promise<void> {
    let since: string | undefined;
    while (!this.isOver) {
      try {
        const variables = { networkId, kinds: ['VLAN'], ...(since && { since }) };
        this.follower = await followChanges(url, { credential: { key } }, variables);
        for (;;) {
          const { hasGap, changes, cursor } = await this.follower.receive();
          since = cursor;
          this.gaps += hasGap ? 1 : 0;
          this.addedIds.push(...changes.map(({ entityId }) => entityId));
        }
      } catch {
        this.streams += 1;
        await pause(100);
      }
    }
  }

  async stop(): Promise<void> {
    this.isOver = true;
    this.follower?.leave();
    await this.ended;
  }
}

describeWithPostgres('two cells behind a directory', () => {
  const servers: ReplicatedPostgres[] = [];
  let one: World;
  let two: RunningServer;
  let directory: Directory;
  let databases: readonly [string, string];
  let key: string;

  const inTwo = <Row extends object>(sql: string, values: unknown[] = []) =>
    servers[1]!.primary.query<Row>(sql, values);

  beforeAll(async () => {
    servers.push(await startReplicatedPostgres(0), await startReplicatedPostgres(0));
    databases = servers.map(({ primary }) => primary.url) as [string, string];
    for (const database of databases) await migrate(database);
    one = await createWorld({ DATABASE_URL: databases[0], LOG_LEVEL: 'silent' });
    two = await serve({ DATABASE_URL: databases[1], LOG_LEVEL: 'silent' });
    const cells = [
      { name: 'one', url: one.url, databaseUrl: databases[0] },
      { name: 'two', url: two.url, databaseUrl: databases[1] },
    ];
    directory = await startDirectory(cells, { [hostName]: one.organizationId });
    key = one.key.credential.key!;
  });
  afterAll(async () => {
    await directory?.close();
    await two?.stop();
    await one?.stop();
    for (const server of servers) await server.close();
  });

  const install = async (generation: 'A0' | 'G'): Promise<ModelDaemon> => {
    const { token, keyHash, keyPrefix } = generateKey('daemon');
    const { networkId } = one;
    await one.prisma.daemonApiKey.create({ data: { name: `key ${generation}`, networkId, keyHash, keyPrefix } });
    return new ModelDaemon({ url: directory.url, key: token, networkId, generation, seed: 1 });
  };
  /** The status of the health check of the service behind a host name. */
  const statusBehind = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(directory.url);
      request({ host: '127.0.0.1', port, path: '/api/health', headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once('error', reject)
        .end();
    });
  /** Repeats a daemon's request while connections fail. An error response fails the test. */
  const untilAnswered = async <T>(call: () => Promise<T>): Promise<T> =>
    eventually(async () =>
      call().then(
        (value) => ({ value }),
        (error: unknown) => {
          if (error instanceof Refused || !(error instanceof TypeError)) throw error;
          return undefined;
        },
      ),
    ).then(({ value }) => value);
  const both = () => ({ from: databases[0], to: databases[1], organizationId: one.organizationId });

  describe('an organization that moves under load', () => {
    const daemons: { readonly daemon: ModelDaemon; readonly work: Work; readonly subnetId: string; block: string }[] =
      [];
    let writer: Writer;
    let neighbor: Writer;
    let subscriber: Subscriber;
    let agent: RunningAgent;
    let agentKeyId: string;
    let movedAt: Date;
    const state = newFolder();
    let shareId: string;
    const readStatuses = new Set<number>();
    const readWith = { longestMs: 0 };

    beforeAll(async () => {
      for (const [at, generation] of (['A0', 'G'] as const).entries()) {
        const [daemon, block] = [await install(generation), `10.77.${at}`];
        await daemon.start();
        const { work } = await daemon.requestWork();
        await daemon.update(work!, 'Started', { progress: 0 });
        const { id } = await daemon.reportSubnet(`${block}.0/24`);
        daemons.push({ daemon, work: work!, subnetId: id as string, block });
      }
      const agentKey = await one.addDaemon({ isRegistered: false });
      agentKeyId = agentKey.keyId;
      agent = startAgent({ server: new URL(directory.url), key: agentKey.credential.key!, state, once: false });
      const recorded = { daemon: { apiKeyId: agentKeyId }, runType: 'Historical' as const };
      await eventually(async () => (await one.prisma.discovery.count({ where: recorded })) === 1);
      const { id: topologyId } = await one.prisma.topology.findFirstOrThrow({ where: { networkId: one.networkId } });
      const { id } = await one.prisma.share.create({
        data: {
          ...{ name: 'share', networkId: one.networkId, organizationId: one.organizationId, topologyId },
          createdBy: one.owner.userId,
        },
      });
      shareId = id;
      subscriber = new Subscriber(directory.url, key, one.networkId);
      writer = new Writer(directory.url, key, one.organizationId, one.networkId);
      const strangerKey = one.strangerKey.credential.key!;
      neighbor = new Writer(directory.url, strangerKey, one.stranger.organizationId, one.strangerNetworkId);
      let isOver = false;
      const reading = (async () => {
        let answeredAt = performance.now();
        while (!isOver) {
          const { status } = await fetch(`${directory.url}/api/v1/vlans?limit=1`, {
            headers: { authorization: `Bearer ${key}` },
          });
          readStatuses.add(status);
          if (status === 200) {
            readWith.longestMs = Math.max(readWith.longestMs, performance.now() - answeredAt);
            answeredAt = performance.now();
          }
          await pause(20);
        }
      })();
      await eventually(() => Promise.resolve(writer.acknowledged.length > 20 && neighbor.acknowledged.length > 20));
      const keys = [Buffer.from(testSecretsKey, 'base64')];
      await moveOrganization(both(), { from: keys, to: keys }, () => undefined);
      movedAt = new Date();
      const count = writer.acknowledged.length;
      await eventually(() => Promise.resolve(writer.acknowledged.length > count + 20));
      isOver = true;
      await Promise.all([writer.stop(), neighbor.stop(), reading]);
    }, 180_000);
    afterAll(async () => {
      await subscriber?.stop();
      await agent?.stop();
      removeFolder(state);
    });

    test('has every write that was acknowledged, once; writes are repeated until they are answered', async () => {
      const stored = await inTwo<Written>(
        'SELECT id, vlan_number AS number FROM vlans WHERE network_id = $1 ORDER BY vlan_number',
        [one.networkId],
      );
      expect(stored).toEqual(writer.acknowledged);
      expect([...writer.statuses].sort()).toEqual([200, 503]);
      expect([...readStatuses].sort()).toEqual([200, 503]);
      // Reads are answered while the rows are copied, so no read waits much longer than the longest write.
      expect(readWith.longestMs).toBeLessThan(writer.longestMs + 1_000);
    });

    test('leaves its neighbor alone, whose writes are all answered at once', async () => {
      expect([...neighbor.statuses]).toEqual([200]);
      const count = await one.prisma.vlan.count({ where: { networkId: one.strangerNetworkId } });
      expect(count).toBe(neighbor.acknowledged.length);
      expect(await inTwo('SELECT FROM vlans WHERE network_id = $1', [one.strangerNetworkId])).toEqual([]);
    });

    test('sends each change once to a subscriber, which continues in the other cell with its cursor', async () => {
      await eventually(() => Promise.resolve(subscriber.addedIds.length >= writer.acknowledged.length));
      expect([...subscriber.addedIds].sort()).toEqual(writer.acknowledged.map(({ id }) => id).sort());
      expect(subscriber.gaps).toBe(0);
      expect(subscriber.streams).toBeGreaterThan(0);
    });

    test('keeps its agent, which runs in the other cell', async () => {
      await eventually(async () => {
        const [daemon] = await inTwo<{ last_seen: Date }>('SELECT last_seen FROM daemons WHERE api_key_id = $1', [
          agentKeyId,
        ]);
        return daemon!.last_seen > movedAt;
      });
      const [job] = await inTwo<{ id: string }>(
        `SELECT d.id FROM discoveries d JOIN daemons ON daemons.id = d.daemon_id
         WHERE daemons.api_key_id = $1 AND d.run_type = 'Scheduled'`,
        [agentKeyId],
      );
      const session = createClient(directory.url, one.owner.credential);
      expect((await session.rest.post('/discovery/start-session', job!.id)).status).toBe(200);
      await eventually(
        async () =>
          (
            await inTwo(
              `SELECT FROM discoveries d JOIN daemons ON daemons.id = d.daemon_id
               WHERE daemons.api_key_id = $1 AND d.run_type = 'Historical'`,
              [agentKeyId],
            )
          ).length === 2,
      );
    });

    test('ends the runs of daemons of the oldest and the newest generation that were under way', async () => {
      for (const { daemon, work, subnetId, block } of daemons) {
        await untilAnswered(() => daemon.reportHost(`${block}.1`, subnetId, work.discovery_type.host_id));
        await untilAnswered(() => daemon.update(work, 'Complete', { progress: 100 }));
        // Daemons of the oldest protocol generation (A0) get the next part of a discovery run as a separate job.
        const { work: next } = await untilAnswered(() => daemon.requestWork());
        const expected = { A0: 'Network', G: undefined }[daemon.generation as 'A0' | 'G'];
        expect([daemon.generation, next?.discovery_type.type]).toEqual([daemon.generation, expected]);
      }
    });

    test('is found by session, key, share and host name, and its old cell answers nothing for it', async () => {
      const networkOf = async (url: string, credential: Parameters<typeof createClient>[1]) =>
        createClient(url, credential).send('GET', `/api/v1/networks/${one.networkId}`);
      const before = directory.passed.one;
      for (const credential of [one.owner.credential, one.key.credential])
        expect((await networkOf(directory.url, credential)).status).toBe(200);
      const share = `/api/v1/shares/public/${shareId}`;
      expect((await fetch(directory.url + share)).status).toBe(200);
      expect(await statusBehind(hostName)).toBe(200);
      expect(directory.passed.one).toBe(before);
      for (const credential of [one.owner.credential, one.key.credential]) {
        const { status, body } = await networkOf(one.url, credential);
        expect([status, body.code, body.params]).toEqual([
          503,
          'service_unavailable',
          { reason: 'organization_moved' },
        ]);
      }
      expect((await fetch(one.url + share)).status).toBe(503);
      const { daemon } = daemons[1]!;
      const formerDaemon = new ModelDaemon({ ...daemon.installed, url: one.url });
      formerDaemon.id = daemon.id;
      await expect(formerDaemon.heartbeat()).rejects.toThrow(TypeError);
    });

    test('is removed from its old cell, which then does not know its credentials', async () => {
      await removeMoved(both());
      expect((await one.key.send('GET', '/api/v1/networks')).status).toBe(401);
      const client = createClient(directory.url, one.key.credential);
      expect((await client.send('GET', `/api/v1/networks/${one.networkId}`)).status).toBe(200);
      const stranger = createClient(directory.url, one.strangerKey.credential);
      expect((await stranger.send('GET', `/api/v1/networks/${one.strangerNetworkId}`)).status).toBe(200);
    });
  });
});
