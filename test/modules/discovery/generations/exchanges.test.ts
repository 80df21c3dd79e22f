// Single requests of deployed daemons, each with the response that the daemon needs.
import { randomUUID } from 'node:crypto';
import { hashToken } from '../../../../src/auth/tokens';
import { versionPolicy } from '../../../../src/modules/discovery/protocol/daemon-version';
import { generations, type Generation } from '../../../../src/modules/discovery/protocol/generations/protocol-versions';
import { addDiscovery, addSession } from '../../../support/discovery-rows';
import { createWorld, type DaemonCaller, type World } from '../../../support/world';
import { versionOf } from './model-daemon';
import { hostSchema, registrationSchema, since, startup, subnetSchema } from './readings';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const nil = '00000000-0000-0000-0000-000000000000';

interface DaemonRequest {
  readonly method?: 'GET' | 'POST';
  readonly daemonId?: string;
  readonly version?: string;
  readonly body?: unknown;
}
/**
 * Sends a request as a daemon of any version, without checking the published contract, which only describes the newest
 * version.
 */
async function send(daemon: DaemonCaller, path: string, { method = 'POST', daemonId, version, body }: DaemonRequest) {
  const response = await fetch(world.url + path, {
    method,
    headers: {
      authorization: `Bearer ${daemon.credential.key}`,
      'x-daemon-id': daemonId ?? daemon.daemonId,
      ...(version !== undefined && { 'x-daemon-version': version }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of every form
  return { status: response.status, body: (await response.json()) as any };
}

const newDaemon = () => world.addDaemon({ isRegistered: false });
const atCall = (daemon: DaemonCaller, call: string) => `/api/daemons/${daemon.daemonId}/${call}`;
const registering = (daemon: DaemonCaller, fields: object = {}) => ({
  ...{ daemon_id: daemon.daemonId, network_id: world.networkId, name: 'cellar', mode: 'daemon_poll' },
  ...{ capabilities: { has_docker_socket: false, interfaced_subnet_ids: [] }, user_id: nil },
  ...fields,
});
let subnets = 0;
const nextCidr = () => `10.90.${(subnets += 1)}.0/24`;
const addSubnet = (data: object = {}) => {
  const cidr = nextCidr();
  return world.prisma.subnet.create({
    data: { networkId: world.networkId, name: cidr, cidr, subnetType: 'Lan' as const, ...data },
  });
};

describe('the startup call', () => {
  test.each(generations)(
    '%s: an unknown daemon gets 404 entity_not_found, after which it registers',
    async (generation) => {
      const daemon = await newDaemon();
      const { status, body } = await send(daemon, atCall(daemon, 'startup'), {
        body: { daemon_version: versionOf[generation] },
      });
      expect([status, body.code, body.params]).toEqual([
        404,
        'entity_not_found',
        { entity: 'Daemon', id: daemon.daemonId },
      ]);
      expect(body.error).toMatch(/Daemon .* not found/);
    },
  );

  test.each(['0.11.9', '0.0.5'])('%s is too old to start or register', async (version) => {
    const daemon = await world.addDaemon();
    const startedReply = await send(daemon, atCall(daemon, 'startup'), { body: { daemon_version: version } });
    const registeredReply = await send(daemon, '/api/daemons/register', { body: registering(daemon, { version }) });
    for (const { status, body } of [startedReply, registeredReply])
      expect([status, body.code]).toEqual([400, 'daemon_version_too_old']);
  });

  test("daemons have versions of their own, independent of the service's", async () => {
    const daemon = await world.addDaemon();
    const { body } = await send(daemon, atCall(daemon, 'startup'), { body: { daemon_version: '0.12.0' } });
    expect(startup.parse(body.data)).toMatchObject({ minimum_daemon_version: '0.12.0' });
    expect(body.data.server_version).toBe(body.meta.server_version);
    const statuses: Record<string, string> = {};
    for (const version of ['0.12.0', '0.14.0', '0.17.22', '0.17.22+netloom.0.1.0', '0.18.0', 'x']) {
      await world.prisma.daemon.update({ where: { id: daemon.daemonId }, data: { version } });
      const read = await world.viewer.rest.get(`/daemons/${daemon.daemonId}`);
      statuses[version] = read.body.data.version_status.status;
    }
    expect(statuses).toEqual({
      ...{ '0.12.0': 'Deprecated', '0.14.0': 'Outdated', '0.17.22': 'Current' },
      ...{ '0.17.22+netloom.0.1.0': 'Current', '0.18.0': 'Current', x: 'Unknown' },
    });
    expect(versionPolicy.latest).toBe('0.17.22');
  });
});

describe('registration', () => {
  test.each<[string, object]>([
    ['user_id nil', {}],
    ['no user_id', { user_id: undefined }],
    ['site_id', { network_id: undefined, site_id: 'network' }],
    ['site_id nil', { network_id: undefined, site_id: nil }],
    ['unknown members and kinds', { integration_targets: [{ a: 1 }], os: 'plan9', capabilities: { new: true } }],
  ])('%s: the owner becomes the maintainer', async (_name, fields) => {
    const daemon = await newDaemon();
    const body = JSON.parse(JSON.stringify(registering(daemon, fields)).replace('"network"', `"${world.networkId}"`));
    const { status, body: answer } = await send(daemon, '/api/daemons/register', { body, version: '0.17.22' });
    expect(status).toBe(200);
    expect(registrationSchema('G').parse(answer.data).daemon).toMatchObject({
      user_id: world.owner.userId,
      network_id: world.networkId,
    });
    expect(JSON.stringify(answer)).not.toContain('site_id');
  });

  test.each([
    ['Push', 'server_poll'],
    ['push', 'server_poll'],
    ['Pull', 'daemon_poll'],
    ['pull', 'daemon_poll'],
  ])('A0: the mode %s is %s', async (mode, storedText) => {
    const daemon = await newDaemon();
    const url = 'http://10.0.0.7:60073';
    const { status, body } = await send(daemon, '/api/daemons/register', { body: registering(daemon, { mode, url }) });
    expect(status).toBe(200);
    expect(registrationSchema('A0').parse(body.data).daemon.mode).toBe(storedText === 'server_poll' ? 'Push' : 'Pull');
    expect(await world.prisma.daemon.findUniqueOrThrow({ where: { id: daemon.daemonId } })).toMatchObject({
      ...{ mode: storedText, url, confirmedAt: null },
    });
    const beat = await send(daemon, atCall(daemon, 'heartbeat'), { body: { name: 'cellar', mode, url } });
    expect(beat.status).toBe(200);
  });

  test('from 0.14 on a new daemon to be polled must be provisioned', async () => {
    const daemon = await newDaemon();
    const body = registering(daemon, { mode: 'server_poll', url: 'http://10.0.0.7', version: '0.14.0' });
    const { status, body: answer } = await send(daemon, '/api/daemons/register', { body });
    expect([status, answer.code]).toEqual([403, 'auth_daemon_not_provisioned']);
  });

  test('the nil id creates a daemon first, then means that of the key, and is never stored', async () => {
    const daemon = await newDaemon();
    const register = async () =>
      (await send(daemon, '/api/daemons/register', { daemonId: nil, body: registering(daemon, { daemon_id: nil }) }))
        .body.data.daemon.id as string;
    const id = await register();
    expect(id).not.toBe(nil);
    expect(await register()).toBe(id);
    expect(await world.prisma.daemon.count({ where: { apiKeyId: daemon.keyId } })).toBe(1);
    expect(await world.prisma.daemon.findUnique({ where: { id: nil } })).toBeNull();
    const work = await send(daemon, `/api/daemons/${nil}/request-work`, {
      daemonId: nil,
      version: '0.17.14',
      body: { name: 'cellar', mode: 'daemon_poll' },
    });
    expect(work.body.data[0].daemon_id).toBe(id);
    const start = await send(daemon, `/api/daemons/${nil}/startup`, {
      daemonId: nil,
      body: { daemon_version: '0.17.14' },
    });
    expect([start.status, start.body.code]).toEqual([404, 'entity_not_found']);
  });

  test('the nil id is refused for a key without a daemon or with several', async () => {
    const [daemon, other] = [await newDaemon(), await world.addDaemon()];
    const work = (caller: DaemonCaller) =>
      send(caller, `/api/daemons/${nil}/request-work`, {
        daemonId: nil,
        version: '0.17.14',
        body: { name: 'cellar', mode: 'daemon_poll' },
      });
    expect((await work(daemon)).body.code).toBe('daemon_not_registered');
    await world.prisma.daemon.update({ where: { id: other.daemonId }, data: { apiKeyId: daemon.keyId } });
    expect((await work(daemon)).status).toBe(200);
    const third = await world.addDaemon();
    await world.prisma.daemon.update({ where: { id: third.daemonId }, data: { apiKeyId: daemon.keyId } });
    expect((await work(daemon)).body.code).toBe('daemon_not_registered');
    expect((await send(daemon, atCall(daemon, 'heartbeat'), { daemonId: 'no uuid', body: {} })).body.code).toBe(
      'daemon_not_registered',
    );
  });

  test('daemons of another key or network cannot be reached', async () => {
    const [daemon, other] = [await newDaemon(), await world.addDaemon()];
    const register = async (fields: object) => {
      const body = registering(daemon, fields);
      return (await send(daemon, '/api/daemons/register', { daemonId: nil, body })).body.code;
    };
    expect(await register({ daemon_id: other.daemonId })).toBe('daemon_identity_mismatch');
    expect(await register({ network_id: undefined, site_id: world.otherNetworkId })).toBe('daemon_network_mismatch');
  });
});

describe('the request for work', () => {
  const workRequest = { name: 'cellar', mode: 'daemon_poll' };
  const ask = (daemon: DaemonCaller, version: string | undefined, fields: object = {}) =>
    send(daemon, atCall(daemon, 'request-work'), { ...(version && { version }), body: { ...workRequest, ...fields } });

  test('without ready_for_work a session is given once, and not again while it starts', async () => {
    const daemon = await world.addDaemon();
    const id = await addSession(world, await addDiscovery(world, daemon.daemonId, world.networkId));
    expect((await ask(daemon, '0.14.12')).body.data[0].session_id).toBe(id);
    expect((await ask(daemon, '0.14.12')).body.data).toEqual([null, false]);
    expect((await ask(daemon, '0.14.17', { ready_for_work: true })).body.data[0].session_id).toBe(id);
  });

  test('a daemon that does not say whether it is ready first stops cancelled sessions', async () => {
    const daemon = await world.addDaemon();
    await addSession(world, await addDiscovery(world, daemon.daemonId, world.networkId));
    await world.prisma.daemon.update({ where: { id: daemon.daemonId }, data: { cancelPending: true } });
    expect((await ask(daemon, '0.14.12')).body.data).toEqual([null, true]);
    expect((await ask(daemon, '0.14.12')).body.data[0]).not.toBeNull();
  });

  test('reported subnets are found by CIDR or created; invalid ones are skipped', async () => {
    const daemon = await world.addDaemon();
    const knownSubnet = await addSubnet();
    const [fresh, row] = [
      nextCidr(),
      { id: randomUUID(), name: 'lan', subnet_type: 'Lan', tags: [], description: null },
    ];
    const interfaced_subnets = [
      { ...row, cidr: knownSubnet.cidr },
      { ...row, cidr: fresh, subnet_type: 'Hyperspace', source: { type: 'Discovery', metadata: [] } },
      ...[{ ...row, cidr: '10.90.1.7/24' }, { ...row, cidr: 'lan' }, { ...row, cidr: null }, 7, null],
      { ...row, cidr: nextCidr(), name: 'x'.repeat(300), site_id: world.otherNetworkId },
    ];
    const { status } = await ask(daemon, '0.15.4', { interfaced_subnets, ready_for_work: true });
    expect(status).toBe(200);
    const storedDaemonSubnets = await world.prisma.daemonSubnet.findMany({
      where: { daemonId: daemon.daemonId },
      include: { subnet: true },
    });
    expect(storedDaemonSubnets.map(({ subnet }) => subnet.networkId)).toEqual(Array(3).fill(world.networkId));
    expect(storedDaemonSubnets.find(({ subnetId }) => subnetId === knownSubnet.id)).toBeDefined();
    expect(storedDaemonSubnets.find(({ subnet }) => subnet.cidr === fresh)?.subnet).toMatchObject({
      ...{ subnetType: 'Unknown', sourceType: 'Discovery' },
    });
    const again = await world.queries.during(() => ask(daemon, '0.15.4', { interfaced_subnets }));
    expect(again.filter((sql) => /^\s*(UPDATE|INSERT|DELETE)/i.test(sql) && !/_keys/.test(sql))).toHaveLength(1);
  });

  test("no invalid request ends a daemon's loop", async () => {
    const daemon = await world.addDaemon();
    for (const fields of [
      { name: 'x'.repeat(500) },
      { mode: 'Telepathy', url: 'cellar:60073', version: 7 },
      { mode: 'server_poll', url: '' },
      { ready_for_work: 'yes', interfaced_subnets: 'none', capabilities: [], has_docker_socket: {} },
      { interfaced_subnets: Array.from({ length: 1200 }, () => randomUUID()) },
    ])
      expect([fields, (await ask(daemon, '0.15.4', fields)).status]).toEqual([fields, 200]);
  });

  test.each<[Generation, string[]]>([
    ['A0', ['SelfReport', 'Network', 'Docker']],
    ['A', ['SelfReport', 'Network', 'Docker']],
    ['B', ['Unified']],
    ['G', ['Unified']],
  ])('%s: a job is sent as %j', async (generation, stages) => {
    const daemon = await world.addDaemon();
    await world.prisma.daemon.update({
      where: { id: daemon.daemonId },
      data: { hasDockerSocket: true, version: versionOf[generation] },
    });
    const job = await addDiscovery(world, daemon.daemonId, world.networkId);
    const session = await addSession(world, job);
    const givenIds: string[] = [];
    const progress: number[] = [];
    for (;;) {
      const [work] = (await ask(daemon, undefined)).body.data;
      if (!work) break;
      givenIds.push(work.discovery_type.type);
      const report = (phase: string, percent: number) =>
        send(daemon, `/api/v1/discovery/${work.session_id}/update`, {
          body: { ...work, phase, progress: percent },
        });
      await report('Started', 0);
      await report('Scanning', 50);
      progress.push((await world.prisma.discoverySession.findUniqueOrThrow({ where: { id: session } })).progress);
      expect((await report('Complete', 100)).status).toBe(200);
      // A daemon may send the same report twice. The second report of the end of a stage must not end the next stage.
      expect((await report('Complete', 100)).status).toBe(200);
    }
    expect(givenIds).toEqual(stages);
    expect(progress).toEqual(stages.length === 1 ? [50] : [16, 50, 83]);
    const records = await world.prisma.discovery.findMany({ where: { sessionId: session } });
    expect(records.map(({ results }) => results)).toMatchObject([{ phase: 'Complete', discovery_id: job }]);
    expect((await world.prisma.discovery.findUniqueOrThrow({ where: { id: job } })).scanCount).toBe(1);
  });

  test('without Docker the Docker stage is omitted; a failed stage ends the run', async () => {
    const daemon = await world.addDaemon();
    const session = await addSession(world, await addDiscovery(world, daemon.daemonId, world.networkId));
    for (const stage of ['SelfReport', 'Network']) {
      const [work] = (await ask(daemon, '0.13.2')).body.data;
      expect(work.discovery_type.type).toBe(stage);
      const phase = stage === 'Network' ? 'Failed' : 'Complete';
      await send(daemon, `/api/v1/discovery/${session}/update`, { body: { ...work, phase, progress: 100 } });
    }
    expect((await ask(daemon, '0.13.2')).body.data).toEqual([null, false]);
    const record = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId: session } });
    expect(record.results).toMatchObject({ phase: 'Failed' });
  });

  test('a run cancelled between two stages keeps its record', async () => {
    const daemon = await world.addDaemon();
    const session = await addSession(world, await addDiscovery(world, daemon.daemonId, world.networkId));
    const [work] = (await ask(daemon, '0.14.3')).body.data;
    await send(daemon, `/api/v1/discovery/${session}/update`, { body: { ...work, phase: 'Complete', progress: 100 } });
    expect((await world.member.rest.post(`/discovery/${session}/cancel`)).status).toBe(200);
    expect((await ask(daemon, '0.14.3')).body.data).toEqual([null, false]);
    const record = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId: session } });
    expect(record.results).toMatchObject({ phase: 'Cancelled', progress: 50 });
  });

  test('a deleted daemon gets 404 from 0.15 on, before that 403 daemon_standby', async () => {
    const daemon = await newDaemon();
    const codes = await Promise.all(
      [undefined, '0.13.0', '0.14.19', '0.15.0', '0.17.22'].map(
        async (version) => (await ask(daemon, version)).body.code,
      ),
    );
    const standbyCode = 'daemon_standby';
    expect(codes).toEqual([standbyCode, standbyCode, standbyCode, 'daemon_not_registered', 'daemon_not_registered']);
  });
});

describe('subnets', () => {
  const subnetBody = (cidr: string, fields: object = {}) => ({
    ...{ id: randomUUID(), cidr, name: cidr, subnet_type: 'Lan', tags: [], description: null },
    ...{ network_id: world.networkId, source: { type: 'Discovery' } },
    ...fields,
  });

  test.each(generations)(
    '%s: a new subnet is created, and the stored one of the same CIDR returned',
    async (generation) => {
      const daemon = await world.addDaemon();
      const cidr = nextCidr();
      const site = since(generation, 'G') ? { network_id: undefined, site_id: world.networkId } : {};
      const post = async () => {
        const body = subnetBody(cidr, { ...site, cidr_source: 'Interface', valid_to: null });
        return (await send(daemon, '/api/v1/subnets', { version: versionOf[generation], body })).body.data;
      };
      const first = subnetSchema(generation).parse(await post());
      expect(subnetSchema(generation).parse(await post()).id).toBe(first.id);
    },
  );

  test.each<[string, Record<string, string>]>([
    ['0.14.19', { Loopback: 'Unknown', PodmanBridge: 'Unknown', Lan: 'Lan' }],
    ['0.15.0', { Loopback: 'Loopback', PodmanBridge: 'Unknown', Lan: 'Lan' }],
    ['0.17.22', { Loopback: 'Loopback', PodmanBridge: 'PodmanBridge', Lan: 'Lan' }],
  ])('%s knows the types %j', async (version, types) => {
    const daemon = await world.addDaemon();
    for (const [givenCase, read] of Object.entries(types)) {
      const body = subnetBody(nextCidr(), { subnet_type: givenCase });
      expect((await send(daemon, '/api/v1/subnets', { version, body })).body.data.subnet_type).toBe(read);
    }
  });

  test('daemons read all subnets of their own network; users read pages', async () => {
    const daemon = await world.addDaemon();
    for (let count = 0; count < 60; count += 1) await addSubnet();
    const south = await addSubnet({ networkId: world.otherNetworkId, sourceType: 'Imported' });
    const { body } = await send(daemon, '/api/v1/subnets', { method: 'GET', version: '0.14.3' });
    const rows = subnetSchema('A').array().parse(body.data);
    expect(rows).toHaveLength(await world.prisma.subnet.count({ where: { networkId: world.networkId } }));
    expect(rows.map(({ id }) => id)).not.toContain(south.id);
    expect((await world.viewer.rest.get('/subnets')).body.data).toHaveLength(50);
  });
});

test('update-capabilities skips ids that the network does not have', async () => {
  const daemon = await world.addDaemon();
  const [ownSubnet, south] = [await addSubnet(), await addSubnet({ networkId: world.otherNetworkId })];
  const body = { has_docker_socket: true, interfaced_subnet_ids: [ownSubnet.id, south.id, randomUUID(), 'x', nil] };
  expect((await send(daemon, atCall(daemon, 'update-capabilities'), { body })).status).toBe(200);
  const where = { daemonId: daemon.daemonId };
  expect((await world.prisma.daemonSubnet.findMany({ where })).map(({ subnetId }) => subnetId)).toEqual([ownSubnet.id]);
  expect(
    (await send(daemon, atCall(daemon, 'update-capabilities'), { body: { has_docker_socket: false } })).status,
  ).toBe(200);
  const storedDaemon = await world.prisma.daemon.findUniqueOrThrow({ where: { id: daemon.daemonId } });
  expect(storedDaemon.hasDockerSocket).toBe(false);
  expect(await world.prisma.daemonSubnet.count({ where })).toBe(1);
});

describe("the report of a run's state", () => {
  const update = (daemon: DaemonCaller, session: string, body: object) =>
    send(daemon, `/api/v1/discovery/${session}/update`, {
      body: {
        ...{ session_id: session, daemon_id: daemon.daemonId, network_id: world.networkId, progress: 10 },
        ...{ discovery_type: { type: 'Unified' } },
        ...body,
      },
    });

  test.each(['Complete', 'Failed', 'Cancelled'])(
    'an unknown session that has ended as %s is recorded at once',
    async (phase) => {
      const daemon = await world.addDaemon();
      const job = await addDiscovery(world, daemon.daemonId, world.networkId);
      for (const discovery_id of [nil, randomUUID(), null, job]) {
        const session = randomUUID();
        expect((await update(daemon, session, { phase, discovery_id })).status).toBe(200);
        const record = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId: session } });
        expect(record).toMatchObject({
          runType: 'Historical',
          daemonId: daemon.daemonId,
          results: { discovery_id: job },
        });
      }
      expect(await world.prisma.discoverySession.count({ where: { daemonId: daemon.daemonId } })).toBe(0);
    },
  );

  test('an unknown running session is created again; without a job only its end is stored', async () => {
    const daemon = await world.addDaemon();
    const session = randomUUID();
    expect((await update(daemon, session, { phase: 'Scanning', discovery_id: nil })).status).toBe(200);
    expect(await world.prisma.discoverySession.findUnique({ where: { id: session } })).toBeNull();
    expect((await update(daemon, session, { phase: 'Complete', discovery_id: nil })).status).toBe(200);
    const record = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId: session } });
    expect(record.results).toMatchObject({ discovery_id: null, phase: 'Complete', progress: 100 });
    const job = await addDiscovery(world, daemon.daemonId, world.networkId);
    const again = randomUUID();
    expect((await update(daemon, again, { phase: 'Scanning', discovery_id: nil })).status).toBe(200);
    expect(await world.prisma.discoverySession.findUniqueOrThrow({ where: { id: again } })).toMatchObject({
      ...{ discoveryId: job, phase: 'Scanning' },
    });
  });

  test.each(['Complete', 'Failed', 'Cancelled'] as const)(
    'the record of a run without a job says how it ended: %s',
    async (phase) => {
      const daemon = await world.addDaemon();
      const session = randomUUID();
      expect((await update(daemon, session, { phase, discovery_id: nil, error: 'why' })).status).toBe(200);
      const { results } = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId: session } });
      expect(results).toMatchObject({ discovery_id: null, daemon_id: daemon.daemonId, phase, error: 'why' });
    },
  );

  test('a known session accepts any discovery_id, all forms of warnings, and values out of range', async () => {
    const daemon = await world.addDaemon();
    const session = await addSession(world, await addDiscovery(world, daemon.daemonId, world.networkId), {
      phase: 'Started',
    });
    const warnings = [
      'slow',
      { code: 'SnmpTimeout', params: { ip: '10.0.0.1' } },
      { message: 'lost' },
      { a: 1 },
      7,
      null,
    ];
    for (const fields of [
      { discovery_id: nil, warnings },
      { discovery_id: randomUUID(), progress: 400, hosts_discovered: -3, estimated_remaining_secs: 1.5 },
      { reason: 'SomethingNew', credential_results: 'none', scanned: { host_ids: ['x', nil], planets: [1] } },
      { error: 'x'.repeat(20_000), phase: 'Dreaming', started_at: 'yesterday' },
    ])
      expect([(await update(daemon, session, { phase: 'Scanning', ...fields })).status, fields]).toEqual([200, fields]);
    const storedDiscoverySession = await world.prisma.discoverySession.findUniqueOrThrow({ where: { id: session } });
    expect(storedDiscoverySession.warnings).toEqual(['slow', 'SnmpTimeout', 'lost', '{"a":1}']);
    expect(storedDiscoverySession.error).toHaveLength(10_000);
  });

  test("another daemon's session and another network are refused", async () => {
    const [daemon, other] = [await world.addDaemon(), await world.addDaemon()];
    const job = await addDiscovery(world, other.daemonId, world.networkId);
    const session = await addSession(world, job, { phase: 'Started' });
    expect((await update(daemon, session, { phase: 'Complete' })).body.code).toBe('daemon_identity_mismatch');
    expect((await update(daemon, randomUUID(), { phase: 'Complete', discovery_id: job })).body.code).toBe(
      'daemon_identity_mismatch',
    );
    const site = { network_id: undefined, site_id: world.otherNetworkId };
    expect((await update(daemon, session, { phase: 'Complete', ...site })).body.code).toBe('daemon_network_mismatch');
  });
});

describe('the report of a host', () => {
  const ids = () => ({ addressId: randomUUID(), portId: randomUUID() });
  const post = (daemon: DaemonCaller, body: unknown, version?: string) =>
    send(daemon, '/api/v1/hosts/discovery', { body, ...(version && { version }) });
  const place = (cidr: string, at: number) => cidr.replace('.0/24', `.${at}`);

  test('an invalid part of a host is skipped alone', async () => {
    const daemon = await world.addDaemon();
    const subnet = await addSubnet();
    const { addressId, portId } = ids();
    const twin = randomUUID();
    const binding = { type: 'Port', port_id: portId };
    const body = {
      host: {
        name: 'n'.repeat(200),
        site_id: nil,
        hostname: 'a\u0000b',
        sys_descr: 7,
        virtualization_service_id: randomUUID(),
      },
      ip_addresses: [
        { id: addressId, subnet_id: subnet.id, ip_address: place(subnet.cidr, 9), mac_address: 'no', position: 3 },
        { id: twin, subnet_id: subnet.id, ip_address: place(subnet.cidr, 9) },
        { id: randomUUID(), subnet_id: randomUUID(), ip_address: '10.1.1.1' },
        { id: randomUUID(), subnet_id: subnet.id, ip_address: '192.0.2.1' },
        { subnet_id: subnet.id },
        'x',
      ],
      ports: [
        { id: portId, number: 22, protocol: 'Tcp' },
        { id: randomUUID(), number: 22, protocol: 'Tcp' },
        { number: 70_000, protocol: 'Tcp' },
        { number: 5, protocol: 'Sctp' },
      ],
      services: [
        {
          ...{ name: 'SSH', service_definition: 'SSH', tags: [randomUUID()], virtualization_service_id: randomUUID() },
          virtualization_metadata: { type: 'Mainframe' },
          bindings: [
            { ...binding, ip_address_id: twin },
            { type: 'Port', port_id: randomUUID() },
            { type: 'IPAddress' },
            { type: 'Sock', port_id: portId },
          ],
        },
        { service_definition: 'Nameless' },
      ],
      interfaces: [
        { if_name: 'eth0', if_index: 1, mac_address: 'x', native_vlan_id: randomUUID(), vlan_ids: [randomUUID(), 'x'] },
        { if_name: 'eth0', if_index: 2 },
        { if_descr: 'neither a name nor an index' },
        {
          if_index: 4,
          ip_address_id: randomUUID(),
          neighbor_candidates: [{}, { lldp_sys_name: 'core', lldp_chassis_id: { subtype: 'New', value: 'x' } }],
        },
      ],
      subnets: [{ cidr: 'x', name: 'x', subnet_type: 'Lan' }],
    };
    const { status, body: answer } = await post(daemon, body, '0.17.22');
    expect([status, answer.error]).toEqual([200, undefined]);
    const row = hostSchema('G').parse(answer.data);
    expect(row.name).toBe('n'.repeat(100));
    expect(row.ip_addresses).toMatchObject([{ ip_address: place(subnet.cidr, 9), mac_address: null }]);
    expect(row.ports).toMatchObject([{ number: 22, protocol: 'Tcp' }]);
    const [service] = row.services;
    const [address] = row.ip_addresses as { id: string }[];
    expect([row.services.length, service!.bindings]).toMatchObject([1, [{ type: 'Port', ip_address_id: address!.id }]]);
    const { interfaces } = answer.data as { interfaces: { if_name: string; if_index: number }[] };
    expect(interfaces.map(({ if_name, if_index }) => [if_name, if_index])).toEqual([
      ['eth0', 1],
      [null, 4],
    ]);
    const receivedEvidence = await world.prisma.neighborEvidence.findMany({ where: { interface: { hostId: row.id } } });
    expect(receivedEvidence.map(({ lldpSysName }) => lldpSysName)).toEqual(['core']);
  });

  test('a workload of Kubernetes is stored, and its platform is not in the answer to a daemon', async () => {
    const daemon = await world.addDaemon();
    const details = { container_name: 'Deployment shop/web', container_id: 'shop/Deployment/web' };
    const service = { name: 'shop/web', service_definition: 'kubernetes-workload', bindings: [] };
    const body = {
      host: { name: 'node-1', site_id: nil },
      services: [{ ...service, virtualization_metadata: { type: 'Kubernetes', details } }],
    };
    const { status, body: answer } = await post(daemon, body, '0.17.22');
    expect([status, answer.error]).toEqual([200, undefined]);
    const [row] = answer.data.services as { id: string; virtualization_metadata: unknown }[];
    expect(row!.virtualization_metadata).toBeNull();
    const where = { id: row!.id };
    expect(await world.prisma.service.findUniqueOrThrow({ where })).toMatchObject({ virtualizationType: 'Kubernetes' });
  });

  test('a host of another network, and an empty host, are refused', async () => {
    const daemon = await world.addDaemon();
    const far = { host: { name: 'x', network_id: world.otherNetworkId }, ip_addresses: [] };
    expect((await post(daemon, far)).status).toBe(403);
    expect((await post(daemon, {})).body).toMatchObject({ code: 'validation_required', params: { field: 'host' } });
    expect((await post(daemon, [])).body).toMatchObject({
      ...{ code: 'validation_invalid_format', params: { field: 'body' } },
    });
  });

  test('origins of names, the system text and the certainty of matches are stored', async () => {
    const daemon = await world.addDaemon();
    const subnet = await addSubnet();
    const { addressId, portId } = ids();
    const body = {
      host: {
        ...{ name: 'printer', name_source: 'ReverseDns', hostname: 'printer.lan', hostname_source: 'Mdns' },
        os: { family: 'Linux', name: 'Debian', version: '12', codename: 'bookworm', kernel_version: '6.1' },
        ...{ os_source: 'Ssh', model: 'LaserJet', model_source: 'SomethingNew' },
        network_id: nil,
      },
      ip_addresses: [{ id: addressId, subnet_id: subnet.id, ip_address: place(subnet.cidr, 4) }],
      ports: [{ id: portId, number: 443, protocol: 'Tcp' }],
      services: [
        {
          ...{ name: 'Portainer', service_definition: 'Portainer', bindings: [{ type: 'Port', port_id: portId }] },
          source: {
            type: 'DiscoveryWithMatch',
            details: {
              confidence: 'High',
              reason: {
                type: 'container',
                data: [
                  'all of',
                  [
                    { type: 'reason', data: 'port 443' },
                    { type: 'reason', data: 'title' },
                  ],
                ],
              },
            },
          },
        },
      ],
    };
    const { body: answer } = await post(daemon, body, '0.17.21');
    const id = hostSchema('F').parse(answer.data).id;
    const document = `query($id: UUID!) { host(id: $id) { nameSource hostnameSource os osSource modelSource
      services { source { type details { confidence reason } } } } }`;
    expect((await world.viewer.query(document, { id })).host).toEqual({
      ...{
        nameSource: 'ReverseDns',
        hostnameSource: 'Mdns',
        os: 'Debian 12',
        osSource: 'Ssh',
        modelSource: 'SomethingNew',
      },
      services: [
        { source: { type: 'DiscoveryWithMatch', details: { confidence: 'High', reason: 'all of: port 443, title' } } },
      ],
    });
  });

  test('up to 0.15 `interfaces` are addresses, whatever version the header names', async () => {
    const daemon = await world.addDaemon();
    for (const version of [undefined, '0.14.3', '0.15.4', '0.17.22']) {
      const subnet = await addSubnet();
      const { addressId } = ids();
      const body = {
        host: { name: 'old', network_id: world.networkId, virtualization: null },
        interfaces: [{ id: addressId, subnet_id: subnet.id, ip_address: place(subnet.cidr, 2) }],
        if_entries: [
          {
            if_index: 1,
            if_descr: 'lo',
            if_type: 24,
            admin_status: 'Up',
            oper_status: 'Up',
            interface_id: addressId,
            lldp_sys_name: 'core',
          },
        ],
        ...{ ports: [], services: [] },
      };
      const { body: answer } = await post(daemon, body, version);
      const isNew = version === '0.17.22';
      hostSchema(isNew ? 'G' : 'B').parse(answer.data);
      const { ip_addresses, interfaces, if_entries } = answer.data;
      const [addresses, ports] = isNew ? [ip_addresses, interfaces] : [interfaces, if_entries];
      expect(addresses).toMatchObject([{ ip_address: place(subnet.cidr, 2) }]);
      expect(ports).toMatchObject([{ if_index: 1, [isNew ? 'ip_address_id' : 'interface_id']: addresses[0].id }]);
    }
  });

  test('a list of ports removes missing ports only if it is marked as complete', async () => {
    const daemon = await world.addDaemon();
    const subnet = await addSubnet();
    const run = await addDiscovery(world, daemon.daemonId, world.networkId, { runType: 'Historical' });
    const body = (fields: object) => ({
      host: { name: 'switch', network_id: world.networkId },
      ip_addresses: [{ subnet_id: subnet.id, ip_address: place(subnet.cidr, 3) }],
      ...fields,
    });
    const port = { if_name: 'eth0', if_index: 1, fdb_macs: ['00:00:5e:11:22:33'] };
    const { id } = (await post(daemon, body({ interfaces: [port] }), '0.16.2')).body.data;
    await world.prisma.interface.updateMany({ where: { hostId: id }, data: { firstDiscoveryId: run } });
    const count = () => world.prisma.interface.count({ where: { hostId: id } });
    await post(daemon, body({ interfaces: [] }), '0.16.2');
    expect(await count()).toBe(1);
    // Daemons of version 0.14 read no forwarding tables, so their reports leave the stored forwarding tables unchanged.
    const old = {
      host: body({}).host,
      interfaces: body({}).ip_addresses,
      if_entries: [{ ...port, fdb_macs: undefined }],
    };
    await post(daemon, old, '0.14.3');
    expect(await world.prisma.interface.findFirstOrThrow({ where: { hostId: id } })).toMatchObject({
      fdbMacs: port.fdb_macs,
    });
    const other = { if_name: 'eth1', if_index: 2 };
    await post(daemon, body({ interfaces: [other], interfaces_complete: false }), '0.17.22');
    expect(await count()).toBe(2);
    await post(daemon, body({ interfaces: [other], interfaces_complete: true }), '0.17.22');
    const rows = await world.prisma.interface.findMany({ where: { hostId: id } });
    expect(rows.map(({ ifName }) => ifName)).toEqual(['eth1']);
  });

  const withInterfaces = generations.filter((generation) => since(generation, 'C'));
  const emptyReports = withInterfaces.flatMap((generation) =>
    [undefined, true, false].map((complete) => [generation, complete] as const),
  );
  test.each(emptyReports)(
    '%s, interfaces_complete %s: an empty list of ports removes no port, link or decision',
    async (generation, complete) => {
      const daemon = await world.addDaemon();
      const subnet = await addSubnet();
      const run = await addDiscovery(world, daemon.daemonId, world.networkId, { runType: 'Historical' });
      const groups = { lldp: true, cdp: true, fdb: true, vlan_membership: true };
      const body = (fields: object) => ({
        host: { name: 'switch', network_id: world.networkId },
        ip_addresses: [{ subnet_id: subnet.id, ip_address: place(subnet.cidr, 3) }],
        ...{ ports: [], services: [], subnets: [], if_entries: [], interface_data_complete: groups },
        ...(complete !== undefined && { interfaces_complete: complete }),
        ...fields,
      });
      const interfaces = [1, 2].map((at) => ({ if_name: `eth${at}`, if_index: at, lldp_sys_name: `peer ${at}` }));
      const { id } = (await post(daemon, body({ interfaces }), versionOf[generation])).body.data;
      await world.prisma.interface.updateMany({ where: { hostId: id }, data: { lastDiscoveryId: run } });
      const where = { interface: { hostId: id } };
      const stored = async () => ({
        ports: await world.prisma.interface.findMany({ where: { hostId: id }, orderBy: { id: 'asc' } }),
        evidence: await world.prisma.neighborEvidence.findMany({ where, orderBy: { id: 'asc' } }),
        decisions: await world.prisma.linkDecision.findMany({ where }),
      });
      const [port, remotePort] = (await stored()).ports;
      const ends = { interfaceId: port!.id, remoteInterfaceId: remotePort!.id };
      const { networkId, organizationId } = world;
      await world.prisma.linkDecision.create({ data: { networkId, organizationId, ...ends, verdict: 'Confirmed' } });
      const before = await stored();
      expect([before.ports.length, before.evidence.length, before.decisions.length]).toEqual([2, 2, 1]);
      for (const list of [[], [{ if_descr: 'neither a name nor an index' }]]) {
        const answer = await post(daemon, body({ interfaces: list }), versionOf[generation]);
        expect([answer.status, answer.body.data.id]).toEqual([200, id]);
        expect(await stored()).toEqual(before);
      }
    },
  );
});

test('reported VLANs with invalid numbers are skipped', async () => {
  const daemon = await world.addDaemon();
  const vlans = [
    { vlan_number: 30, name: 'x'.repeat(200) },
    { vlan_number: 5000, name: 'far' },
    { vlan_number: 31 },
    7,
  ];
  for (const net of [{ network_id: nil }, { site_id: world.networkId }]) {
    const { status, body } = await send(daemon, '/api/v1/vlans/discovery', {
      body: { ...net, vlans },
      version: '0.17.22',
    });
    expect([status, body.data.vlans]).toMatchObject([200, [{ vlan_number: 30 }]]);
  }
});

test('a key of another organization reads nothing of this', async () => {
  const daemon = await world.addDaemon();
  const foreign = await world.addDaemon({
    networkId: world.strangerNetworkId,
    organizationId: world.stranger.organizationId,
  });
  expect(hashToken(foreign.credential.key!)).not.toBe(hashToken(daemon.credential.key!));
  const subnet = await addSubnet();
  const body = {
    host: { name: 'spy', id: daemon.hostId },
    ip_addresses: [{ subnet_id: subnet.id, ip_address: subnet.cidr.replace('.0/24', '.8') }],
  };
  const { body: answer } = await send(foreign, '/api/v1/hosts/discovery', { body, version: '0.17.22' });
  const spiedHosts = await world.prisma.host.findMany({ where: { name: 'spy' }, include: { ipAddresses: true } });
  expect(
    spiedHosts.every(({ networkId, ipAddresses }) => networkId === world.strangerNetworkId && ipAddresses.length === 0),
  ).toBe(true);
  expect(JSON.stringify(answer)).not.toContain(world.networkId);
});
