// Tests daemons that wait for calls of the service instead of calling it, from provisioning until the graph shows the
// hosts that they found.
/* eslint-disable no-restricted-syntax -- Its database is its own. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { failIfSilent } from '../../../../src/modules/discovery/runs/due-runs.sql';
import { createMigratedDatabase, type OwnDatabase } from '../../../support/own-database';
import { addDiscovery, addSession } from '../../../support/discovery-rows';
import { createWorld, serve, type Caller, type RunningServer, type World } from '../../../support/world';
import { eventually } from '../../../support/eventually';
import { startModelDaemon, type ModelDaemon } from './model-daemon';

let database: OwnDatabase;
let world: World;
const startedDaemons: ModelDaemon[] = [];
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
});
afterEach(async () => {
  await world.serverPoll.settled();
  for (const daemon of startedDaemons.splice(0)) await daemon.close();
  await world.prisma.daemon.deleteMany({ where: { networkId: { in: [world.networkId, world.strangerNetworkId] } } });
  clock = Date.now();
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

/** The clock of the polling rounds. Tests advance it instead of waiting. */
let clock = Date.now();
const later = (seconds: number): Date => new Date((clock = Math.max(clock, Date.now()) + seconds * 1_000));

interface Provisioned {
  readonly id: string;
  readonly token: string;
  readonly model: ModelDaemon;
}

async function provision(
  model: ModelDaemon,
  {
    caller = world.owner,
    networkId = world.networkId,
    url = model.url,
  }: { caller?: Caller; networkId?: string; url?: string } = {},
): Promise<Provisioned> {
  startedDaemons.push(model);
  const reply = await caller.rest.post('/daemons/provision', { name: 'Branch', network_id: networkId, url });
  if (reply.status !== 201) throw new Error(reply.story);
  const { daemon, daemon_api_key: token } = reply.body.data;
  model.key = token;
  return { id: daemon.id, token, model };
}

/** Calls all daemons that are due, and waits until the calls end. Returns the number of calls. */
async function round(seconds = 31): Promise<number> {
  const begunPolls = await world.serverPoll.begin(later(seconds));
  await world.serverPoll.settled();
  return begunPolls;
}
const daemonOf = ({ id }: Provisioned) => world.prisma.daemon.findUniqueOrThrow({ where: { id } });
const sessionsOf = ({ id }: Provisioned) => world.prisma.discoverySession.findMany({ where: { daemonId: id } });
const recordsOf = ({ id }: Provisioned) =>
  world.prisma.discovery.findMany({ where: { daemonId: id, runType: 'Historical' }, orderBy: { createdAt: 'asc' } });

describe.each(['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const)('a daemon of generation %s', (generation) => {
  test('receives the first call and work, is polled, and its confirmed hosts are stored', async () => {
    const block = `10.78.${generation.charCodeAt(0)}`;
    const daemon = await provision(await startModelDaemon(generation, { block }));
    const { model } = daemon;
    expect(await round(1)).toBe(1);
    expect(model.paths).toEqual(['/api/first-contact', '/api/poll', '/api/discovery/initiate']);
    expect(model.calls[0]!.body).toMatchObject({ daemon_id: daemon.id, network_id: world.networkId, name: 'Branch' });
    expect(model.calls.every(({ authorization }) => authorization === `Bearer ${daemon.token}`)).toBe(true);
    expect(await daemonOf(daemon)).toMatchObject({ name: 'Branch', version: model.version, url: model.url });
    expect((await sessionsOf(daemon)).map(({ phase }) => phase)).toEqual(['Starting']);

    // The next polling rounds fetch a subnet, a host in the subnet, and the end of the session.
    for (let rounds = 0; (await sessionsOf(daemon)).length > 0 && rounds < 12; rounds += 1) await round();
    expect(model.unreadable).toEqual([]);
    expect(model.paths.slice(3, 11)).toEqual([
      ...['/api/status', '/api/poll', '/api/discovery/entities-created'],
      ...['/api/status', '/api/poll', '/api/discovery/entities-created'],
      ...['/api/status', '/api/poll'],
    ]);
    expect((await recordsOf(daemon)).map(({ results }) => (results as { phase: string }).phase)).toEqual(['Complete']);
    const foundReply = await world.owner.rest.get(`/hosts?network_id=${world.networkId}&limit=0`);
    expect(foundReply.body.data).toContainEqual(
      expect.objectContaining({
        ip_addresses: [expect.objectContaining({ ip_address: `${block}.9` })],
        ports: [expect.objectContaining({ number: 22 })],
      }),
    );
    const subnet = await world.prisma.subnet.findFirstOrThrow({ where: { cidr: `${block}.0/24` } });
    expect(subnet.sourceType).toBe('Discovery');
    expect(await daemonOf(daemon)).toMatchObject({ name: 'Branch', mode: 'server_poll', pollFailures: 0 });
  });
});

describe('a run of a polled daemon', () => {
  const running = async () => {
    const daemon = await provision(await startModelDaemon('F', { stays: true }));
    for (const _call of ['work', 'subnet', 'host']) await round();
    const [session] = await sessionsOf(daemon);
    expect(session!.phase).toBe('Scanning');
    return { daemon, session: session! };
  };

  test('is cancelled at once: the daemon is polled immediately, before all others', async () => {
    const { daemon, session } = await running();
    const { model } = daemon;
    expect(await round(1)).toBe(0);
    model.calls.length = 0;
    await world.owner.rest.post(`/discovery/${session.id}/cancel`);
    expect(await round(1)).toBe(1);
    expect(model.calls[0]).toMatchObject({ path: '/api/discovery/cancel', body: session.id });
    expect(model.paths.filter((path) => path.endsWith('/cancel'))).toHaveLength(1);
    expect((await recordsOf(daemon)).map(({ results }) => (results as { phase: string }).phase)).toEqual(['Cancelled']);
    expect(await sessionsOf(daemon)).toEqual([]);
  });

  test.each(['Starting', 'Started', 'Scanning'] as const)(
    'that was %s and has failed for silence is cancelled once, and the next run begins',
    async (phase) => {
      const { daemon, session } = await running();
      const nextJob = await addDiscovery(world, daemon.id, world.networkId);
      const next = await addSession(world, nextJob, { phase: 'Queued' });
      const lastUpdateAt = new Date(Date.now() - 301_000);
      await world.prisma.discoverySession.update({ where: { id: session.id }, data: { phase, lastUpdateAt } });
      expect(await failIfSilent(world.prisma, session, new Date())).toBe(true);
      daemon.model.calls.length = 0;
      for (const _call of ['cancel', 'end', 'work']) await round();
      const cancelled = daemon.model.calls.filter(({ path }) => path === '/api/discovery/cancel');
      expect(cancelled.map(({ body }) => body)).toEqual([session.sessionId]);
      expect(await sessionsOf(daemon)).toMatchObject([{ id: next, phase: 'Starting' }]);
      expect((await recordsOf(daemon)).map(({ results }) => (results as { phase: string }).phase)).toEqual(['Failed']);
    },
  );

  test('fails once its daemon has restarted', async () => {
    const { daemon, session } = await running();
    daemon.model.forget();
    await round();
    const [record] = await recordsOf(daemon);
    expect(record!.sessionId).toBe(session.id);
    expect(record!.results).toMatchObject({ phase: 'Failed', error: 'The daemon has restarted' });
    expect(await sessionsOf(daemon)).toEqual([]);
  });

  const laterCalls = ['/api/discovery/entities-created', '/api/discovery/initiate'];
  const ends = laterCalls.flatMap((path) => ['Complete', 'Failed', 'Cancelled'].map((phase) => [phase, path] as const));
  test.each(ends)('ends as its daemon reports: %s, although the daemon then refuses %s', async (phase, refusedPath) => {
    const { daemon, session } = await running();
    const { model } = daemon;
    // The next run is offered in the round that reports the end of this run.
    const { networkId } = world;
    const nextJob = await addDiscovery(world, daemon.id, networkId);
    await addSession(world, nextJob, { phase: 'Queued' });
    const subnet = { id: randomUUID(), cidr: '10.77.60.0/24', name: 'last', subnet_type: 'Lan', network_id: networkId };
    const error = phase === 'Failed' ? 'unplugged' : null;
    const progress = {
      ...{ session_id: session.sessionId, daemon_id: daemon.id, network_id: networkId, phase, progress: 100, error },
      discovery_type: { type: 'Unified' },
    };
    model.forget();
    const refusedCalls: string[] = [];
    let isReported = false;
    model.override = (req, res) => {
      if (req.url === refusedPath && refusedCalls.length === 0) {
        refusedCalls.push(refusedPath);
        return Boolean(res.writeHead(500).end());
      }
      if (req.url !== '/api/poll' || isReported) return false;
      isReported = true;
      const data = { progress, entities: { hosts: [], subnets: [subnet] } };
      return Boolean(res.end(JSON.stringify({ success: true, data })));
    };
    await round();
    expect([isReported, refusedCalls]).toEqual([true, [refusedPath]]);
    await round();
    const results = (await recordsOf(daemon)).map(({ sessionId, results }) => ({ sessionId, results }));
    expect(results).toMatchObject([{ sessionId: session.sessionId, results: { phase, error } }]);
  });

  test('continues if its daemon reports the run, or does not report being idle', async () => {
    const { daemon, session } = await running();
    daemon.model.saysReady = false;
    daemon.model.forget();
    await round();
    expect(await sessionsOf(daemon)).toMatchObject([{ id: session.id, phase: 'Scanning' }]);
  });

  test('is given to the daemon immediately when it starts', async () => {
    const daemon = await provision(await startModelDaemon('F', { block: '10.77.30' }));
    for (const _call of ['work', 'subnet', 'host', 'end']) await round();
    const [job] = await world.prisma.discovery.findMany({ where: { daemonId: daemon.id, runType: 'Scheduled' } });
    await world.owner.rest.post('/discovery/start-session', job!.id);
    daemon.model.calls.length = 0;
    expect(await round(1)).toBe(1);
    expect(daemon.model.paths).toContain('/api/discovery/initiate');
  });
});

describe('a daemon that does not answer', () => {
  test('is polled five times in a row, then not until a user retries', async () => {
    const daemon = await provision(await startModelDaemon('F'));
    await round(1);
    daemon.model.override = (_req, res) => Boolean(res.writeHead(500).end());
    const pauses = [31, 5, 10, 20, 30];
    for (const [at, pause] of pauses.entries()) {
      // The service does not call the daemon again before the pause after a failed call is over.
      if (at > 0) expect(await round(pause - 1)).toBe(0);
      expect(await round(at > 0 ? 1 : pause)).toBe(1);
      expect(await daemonOf(daemon)).toMatchObject({ pollFailures: at + 1, isUnreachable: at === 4 });
    }
    expect(await round(3_600)).toBe(0);
    daemon.model.override = undefined;
    const reply = await world.owner.rest.post(`/daemons/${daemon.id}/retry-connection`);
    expect(reply.body.data.is_unreachable).toBe(false);
    expect(await round(1)).toBe(1);
    expect(await daemonOf(daemon)).toMatchObject({ pollFailures: 0, isUnreachable: false });
  });

  test('is counted anew after it has answered in between', async () => {
    const daemon = await provision(await startModelDaemon('F'));
    daemon.model.override = (_req, res) => Boolean(res.writeHead(500).end());
    await round(1);
    expect(await daemonOf(daemon)).toMatchObject({ pollFailures: 1, lastSeen: null });
    daemon.model.override = undefined;
    await round();
    expect(await daemonOf(daemon)).toMatchObject({ pollFailures: 0, lastSeen: expect.any(Date) });
  });

  const answers: [string, (req: IncomingMessage, res: ServerResponse) => void][] = [
    ['what is no JSON', (_req, res) => res.end('{"success": tru')],
    ['another form', (_req, res) => res.end('[1,2,3]')],
    ['null for its data', (_req, res) => res.end('{"success":true,"data":null}')],
    ['a JSON error', (_req, res) => res.end('{"success":false,"error":"no","data":{}}')],
    ['401', (_req, res) => res.writeHead(401).end('Unauthorized')],
    [
      'too many names',
      (_req, res) => res.end(`{"data":{${Array.from({ length: 6_000 }, (_n, at) => `"${at}":0`).join()}}}`),
    ],
    ['arrays within arrays', (_req, res) => res.end(`{"data":${'['.repeat(20_000)}`)],
    ['a closed connection', (_req, res) => res.destroy()],
    ['a declared gigabyte', (_req, res) => res.writeHead(200, { 'Content-Length': 1_000_000_000 }).write('{')],
    [
      'a line without end',
      (_req, res) => {
        const more = (): void => {
          while (!res.destroyed && res.write('x'.repeat(65_536)));
          if (!res.destroyed) res.once('drain', more);
        };
        more();
      },
    ],
  ];
  test.each(answers)('with %s: only that call fails', async (_what, answer) => {
    const hostile = await provision(await startModelDaemon('F'));
    const other = await provision(await startModelDaemon('F', { block: '10.99.1' }), {
      caller: world.stranger,
      networkId: world.strangerNetworkId,
    });
    hostile.model.override = (req, res) => {
      answer(req, res);
      return true;
    };
    expect(await round(1)).toBe(2);
    expect(await daemonOf(hostile)).toMatchObject({ pollFailures: 1, lastSeen: null });
    expect(await daemonOf(other)).toMatchObject({ pollFailures: 0, lastSeen: expect.any(Date) });
  });

  test('with a redirect to a forbidden address: the redirect is not followed', async () => {
    const target = await startModelDaemon('F');
    startedDaemons.push(target);
    const daemon = await provision(await startModelDaemon('F'));
    daemon.model.override = (req, res) => Boolean(res.writeHead(307, { Location: target.url + req.url }).end());
    await round(1);
    expect(target.calls).toEqual([]);
    expect(await daemonOf(daemon)).toMatchObject({ pollFailures: 1 });
  });
});

test('an invalid part of a poll is skipped alone, and is not confirmed', async () => {
  const daemon = await provision(await startModelDaemon('F', { block: '10.77.40' }));
  await round(1);
  const good = {
    id: randomUUID(),
    cidr: '10.77.41.0/24',
    name: 'good',
    subnet_type: 'Lan',
    network_id: world.networkId,
  };
  const bad = { ...good, id: randomUUID(), cidr: 'no network' };
  const foreign = { ...good, id: randomUUID(), cidr: '10.77.42.0/24', network_id: world.strangerNetworkId };
  const entities = { subnets: [bad, foreign, 7, null, good], hosts: [{ host: null }, {}, { host: { id: 5 } }] };
  daemon.model.override = (req, res) =>
    req.url === '/api/poll' &&
    Boolean(res.end(JSON.stringify({ success: true, data: { progress: 'none', entities } })));
  await round();
  const [confirmation] = daemon.model.calls.filter(({ path }) => path.endsWith('entities-created'));
  expect(confirmation!.body.subnets.map(([id]: [string]) => id)).toEqual([good.id]);
  expect(confirmation!.body.hosts).toEqual([]);
  expect(await daemonOf(daemon)).toMatchObject({ pollFailures: 0 });
  expect(await world.prisma.subnet.count({ where: { cidr: '10.77.42.0/24' } })).toBe(0);
});

test('hosts in a subnet of the same poll get the stored subnet, whatever id the daemon used', async () => {
  const storedReply = await world.owner.rest.post('/subnets', {
    ...{ cidr: '10.77.50.0/24', name: 'known', subnet_type: 'Lan', network_id: world.networkId },
  });
  const daemon = await provision(await startModelDaemon('F'));
  await round(1);
  const subnet = {
    id: randomUUID(),
    cidr: '10.77.50.0/24',
    name: 'x',
    subnet_type: 'Lan',
    network_id: world.networkId,
  };
  const hosts = [
    {
      host: { id: randomUUID(), name: 'early', network_id: world.networkId },
      ip_addresses: [{ id: randomUUID(), subnet_id: subnet.id, ip_address: '10.77.50.7' }],
      ports: [],
      services: [],
    },
  ];
  const data = { progress: null, entities: { subnets: [subnet], hosts } };
  daemon.model.override = (req, res) =>
    req.url === '/api/poll' && Boolean(res.end(JSON.stringify({ success: true, data })));
  await round();
  const address = await world.prisma.ipAddress.findFirstOrThrow({ where: { ipAddress: '10.77.50.7' } });
  expect(address.subnetId).toBe(storedReply.body.data.id);
});

test('a daemon before 0.14 is not polled: it receives the initial call, without a key', async () => {
  const daemon = await provision(await startModelDaemon('A0'));
  daemon.model.key = undefined;
  await world.prisma.daemon.update({ where: { id: daemon.id }, data: { version: daemon.model.version } });
  daemon.model.override = (_req, res) => Boolean(res.end(JSON.stringify({ success: true, data: {} })));
  await round(1);
  expect(daemon.model.calls).toMatchObject([{ path: '/api/discovery/initiate', authorization: undefined }]);
  expect(daemon.model.calls[0]!.body.session_id).toBe((await sessionsOf(daemon))[0]!.id);
});

describe('several replicas', () => {
  let replica: RunningServer;
  beforeAll(async () => {
    replica = await serve({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  });
  afterAll(() => replica.stop());

  test('a daemon is called by one replica', async () => {
    const daemon = await provision(await startModelDaemon('F'));
    const now = later(1);
    const begunPolls = await Promise.all([world.serverPoll.begin(now), replica.serverPoll.begin(now)]);
    await Promise.all([world.serverPoll.settled(), replica.serverPoll.settled()]);
    expect(begunPolls.sort()).toEqual([0, 1]);
    expect(daemon.model.paths.filter((path) => path === '/api/first-contact')).toHaveLength(1);
  });

  test('a daemon claimed by a crashed replica is called again after a timeout', async () => {
    const daemon = await provision(await startModelDaemon('F'));
    await world.prisma.daemonPoll.update({
      where: { daemonId: daemon.id },
      data: { leasedUntil: new Date(clock + 180_000) },
    });
    expect(await round(31)).toBe(0);
    expect(await round(180)).toBe(1);
  });

  test('ten daemons are called at a time, five of one organization, and others do not wait for these', async () => {
    const heldResponses: ServerResponse[] = [];
    const hold = (model: ModelDaemon): ModelDaemon => {
      model.override = (_req, res) => Boolean(heldResponses.push(res));
      return model;
    };
    for (let at = 0; at < 8; at += 1) await provision(hold(await startModelDaemon('F')));
    const strangers: Provisioned[] = [];
    const elsewhere = { caller: world.stranger, networkId: world.strangerNetworkId };
    for (let at = 0; at < 8; at += 1) strangers.push(await provision(hold(await startModelDaemon('F')), elsewhere));
    const now = later(1);
    expect((await world.serverPoll.begin(now)) + (await replica.serverPoll.begin(now))).toBe(10);
    await eventually(() => Promise.resolve(heldResponses.length === 10));
    expect(strangers.filter(({ model }) => model.calls.length > 0)).toHaveLength(5);
    expect((await world.serverPoll.begin(now)) + (await replica.serverPoll.begin(now))).toBe(0);
    for (const res of heldResponses) res.writeHead(500).end();
    await Promise.all([world.serverPoll.settled(), replica.serverPoll.settled()]);
    // The first ten calls have ended, so the service now calls the daemons for which the limit of concurrent calls left
    // no room.
    heldResponses.length = 0;
    expect(await replica.serverPoll.begin(now)).toBe(6);
    await eventually(() => Promise.resolve(heldResponses.length === 6));
    for (const res of heldResponses) res.writeHead(500).end();
    await replica.serverPoll.settled();
  });

  test('a stopping replica aborts its calls, and another one repeats them', async () => {
    const leaving = await serve({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
    const daemon = await provision(await startModelDaemon('F'));
    daemon.model.override = () => true;
    await leaving.serverPoll.begin(later(1));
    await eventually(() => Promise.resolve(daemon.model.calls.length === 1));
    await leaving.stop();
    daemon.model.override = undefined;
    expect(await daemonOf(daemon)).toMatchObject({ pollFailures: 0 });
    expect(await round()).toBe(1);
    expect(await daemonOf(daemon)).toMatchObject({ lastSeen: expect.any(Date) });
  });
});

describe.each([
  ['claimed', 'daemon_polls', 'daemon_id'],
  ['called', 'daemons', 'id'],
])('a daemon whose row is refused by the database when it is %s', (when, table, column) => {
  test('is left aside and logged once, the others are called, and it is called once its row is accepted', async () => {
    const logged: string[] = [];
    const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
    const polling = await serve(settings, { write: (line: string) => void logged.push(line) });
    const calls = async (seconds: number): Promise<number> => {
      const begunPolls = await polling.serverPoll.begin(later(seconds));
      await polling.serverPoll.settled();
      return begunPolls;
    };
    const daemons: Provisioned[] = [];
    for (let at = 0; at < 3; at += 1) daemons.push(await provision(await startModelDaemon('F')));
    const [first, bad, last] = daemons as [Provisioned, Provisioned, Provisioned];
    await database.query(`
      CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the row is refused'; END $$;
      CREATE TRIGGER zz_refuse BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (OLD.${column} = '${bad.id}')
        EXECUTE FUNCTION refuse_row()`);
    try {
      expect(await calls(1)).toBe(when === 'claimed' ? 2 : 3);
      for (const one of [first, last])
        expect(await daemonOf(one)).toMatchObject({ pollFailures: 0, lastSeen: expect.any(Date) });
      // The database failed and not the daemon, so the daemon does not count as unreachable.
      expect(await daemonOf(bad)).toMatchObject({ pollFailures: 0, lastSeen: null });
      expect(await calls(31)).toBe(2);
      // The service tries again to store the daemon's status and fails again, but logs the error only once.
      expect(await calls(60)).toBe(when === 'claimed' ? 2 : 3);
      const lines = logged.map((line) => JSON.parse(line) as { msg: string; daemonId?: string });
      const failures = lines.filter(({ msg }) => msg === 'polling failed');
      expect(failures.map(({ daemonId }) => daemonId)).toEqual([bad.id]);
    } finally {
      await database.query(`DROP TRIGGER zz_refuse ON ${table}; DROP FUNCTION refuse_row`);
    }
    expect(await calls(3_600)).toBe(3);
    expect(await daemonOf(bad)).toMatchObject({ pollFailures: 0, lastSeen: expect.any(Date) });
    await polling.stop();
  });
});

describe('the key of a polled daemon', () => {
  test('is stored encrypted for the calls, and never shown', async () => {
    const daemon = await provision(await startModelDaemon('F'));
    const [row] = await world.prisma.daemonPoll.findMany({ where: { daemonId: daemon.id } });
    expect(Buffer.from(row!.sealedKey).includes(daemon.token)).toBe(false);
    const tables = await database.query<{ text: string }>(
      `SELECT string_agg(daemons::text, '') || (SELECT string_agg(k::text, '') FROM daemon_api_keys k)
        || coalesce((SELECT string_agg(e::text, '') FROM audit_events e), '') AS text FROM daemons`,
    );
    expect(tables[0]!.text).not.toContain(daemon.token);
    expect(tables[0]!.text).not.toContain(Buffer.from(row!.sealedKey).toString('hex'));
    for (const path of [`/daemons/${daemon.id}`, '/daemons', '/auth/daemon', '/audit-events', '/networks']) {
      const { story } = await world.owner.rest.get(path);
      expect(story).not.toContain(daemon.token);
    }
  });

  test('polls continue after a rotation once the daemon has the new key', async () => {
    const daemon = await provision(await startModelDaemon('F'));
    await round(1);
    const { apiKeyId } = await daemonOf(daemon);
    const reply = await world.owner.rest.post(`/auth/daemon/${apiKeyId}/rotate`);
    await round();
    expect(await daemonOf(daemon)).toMatchObject({ pollFailures: 1 });
    daemon.model.key = reply.body.data;
    await round();
    expect(await daemonOf(daemon)).toMatchObject({ pollFailures: 0 });
  });

  test('if disabled, ends the calls', async () => {
    const daemon = await provision(await startModelDaemon('F'));
    const { apiKeyId } = await daemonOf(daemon);
    const key = (await world.owner.rest.get(`/auth/daemon/${apiKeyId}`)).body.data;
    const reply = await world.owner.rest.put(`/auth/daemon/${apiKeyId}`, { ...key, is_enabled: false });
    expect([reply.status, reply.story]).toEqual([200, expect.any(String)]);
    await round(1);
    expect(daemon.model.calls).toEqual([]);
    expect(await daemonOf(daemon)).toMatchObject({ pollFailures: 1 });
  });

  test('cannot be stored without SECRETS_KEY: 409, and nothing is created', async () => {
    const keyless = await serve({ DATABASE_URL: database.url, SECRETS_KEY: '' });
    const before = await world.prisma.daemonApiKey.count();
    const reply = await fetch(`${keyless.url}/api/v1/daemons/provision`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.key.credential.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x', network_id: world.networkId, url: 'https://daemon.example' }),
    });
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([409, 'secrets_key_missing']);
    expect(await world.prisma.daemonApiKey.count()).toBe(before);
    await keyless.stop();
  });
});

describe('the address of a polled daemon', () => {
  const refusalOf = async (url: string) => {
    const reply = await world.owner.rest.post('/daemons/provision', { name: 'x', network_id: world.networkId, url });
    return [reply.status, reply.body.code, reply.body.params];
  };
  test.each([
    'http://169.254.169.254/latest',
    'http://0x0/',
    'http://[::ffff:127.0.0.1]:1/',
    'http://user:pw@1.1.1.1/',
  ])('%s is refused when a daemon is provisioned with it', async (url) => {
    expect(await refusalOf(url)).toEqual([400, 'outbound_address_refused', { field: 'url' }]);
  });

  test('that has become forbidden is refused when the connection is retried', async () => {
    const daemon = await provision(await startModelDaemon('F'));
    await world.prisma.daemon.update({ where: { id: daemon.id }, data: { isUnreachable: true } });
    const strict = await serve({ DATABASE_URL: database.url, OUTBOUND_PRIVATE: 'off' });
    const reply = await fetch(`${strict.url}/api/v1/daemons/${daemon.id}/retry-connection`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.key.credential.key}` },
    });
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, 'outbound_address_refused']);
    expect(await daemonOf(daemon)).toMatchObject({ isUnreachable: true });
    // Even if the daemon is marked as reachable, the service does not call its private address, which the operator
    // has not allowed.
    await world.prisma.daemon.update({ where: { id: daemon.id }, data: { isUnreachable: false } });
    await strict.serverPoll.begin(later(31));
    await strict.serverPoll.settled();
    expect(daemon.model.calls).toEqual([]);
    await strict.stop();
  });

  test('from a registration is never called', async () => {
    const model = await startModelDaemon('F');
    startedDaemons.push(model);
    const daemon = await world.addDaemon();
    await world.prisma.daemon.update({
      where: { id: daemon.daemonId },
      data: { mode: 'server_poll', url: model.url },
    });
    expect(await round(31)).toBe(0);
    expect(model.calls).toEqual([]);
    // If a provisioned daemon reports another address, the report has no effect: the daemon is called at the address
    // with which it was provisioned.
    const provisionedDaemon = await provision(await startModelDaemon('F'));
    await world.prisma.daemon.update({ where: { id: provisionedDaemon.id }, data: { url: model.url } });
    expect(await round()).toBe(1);
    expect(model.calls).toEqual([]);
    expect(provisionedDaemon.model.calls).not.toEqual([]);
  });

  test('and all else about a daemon is hidden from other organizations', async () => {
    const daemon = await provision(await startModelDaemon('F'));
    for (const caller of [world.stranger, world.strangerKey]) {
      expect((await caller.rest.get(`/daemons/${daemon.id}`)).status).toBe(404);
      expect((await caller.rest.post(`/daemons/${daemon.id}/retry-connection`)).status).toBe(404);
      expect((await caller.rest.get('/daemons')).story).not.toContain(daemon.model.url);
    }
  });
});

test('no published type or field names the encrypted key', async () => {
  const { body } = await world.anonymous.send('GET', '/openapi.json');
  const schema = await world.owner.query('{ __schema { types { name fields { name } inputFields { name } } } }');
  expect(JSON.stringify([body, schema])).not.toMatch(/sealed_?key|DaemonPoll\b|leased_?until/i);
});

test('a daemon on standby is not called until a run wakes it', async () => {
  const daemon = await provision(await startModelDaemon('F', { block: '10.77.60' }));
  for (const _call of ['work', 'subnet', 'host', 'end']) await round();
  await world.prisma.daemon.update({ where: { id: daemon.id }, data: { standby: true } });
  expect(await round()).toBe(0);
  const [job] = await world.prisma.discovery.findMany({ where: { daemonId: daemon.id, runType: 'Scheduled' } });
  await world.owner.rest.post('/discovery/start-session', job!.id);
  expect(await round(1)).toBe(1);
});
