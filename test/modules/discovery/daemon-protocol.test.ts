// Tests of what daemons report to the service, over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { createWorld, type DaemonCaller, type World } from '../../support/world';
import { createClient } from '../../support/client';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const call = (daemon: Pick<DaemonCaller, 'send'>, id: string, endpoint: string, body: object) =>
  daemon.send('POST', `/api/daemons/${id}/${endpoint}`, { body });
const storedOf = ({ daemonId }: DaemonCaller) => world.prisma.daemon.findUniqueOrThrow({ where: { id: daemonId } });

describe('a heartbeat', () => {
  const body = { name: 'rack 4', mode: 'daemon_poll', url: '' };
  const document = `mutation($id: UUID!, $input: DaemonHeartbeatInput!) {
    recordDaemonHeartbeat(id: $id, input: $input) { id name mode url lastSeen } }`;

  test("200: is recorded with the daemon's current name", async () => {
    const daemon = await world.addDaemon();
    const before = Date.now();
    const reply = await call(daemon, daemon.daemonId, 'heartbeat', body);
    expect([reply.status, reply.body.data]).toEqual([200, null]);
    const storedRow = await storedOf(daemon);
    expect(storedRow).toMatchObject({ name: 'rack 4', mode: 'daemon_poll', url: '' });
    expect(storedRow.lastSeen!.getTime()).toBeGreaterThanOrEqual(before);
    const { recordDaemonHeartbeat: heartbeatAnswer } = await daemon.query(document, {
      id: daemon.daemonId.toUpperCase(),
      input: { name: 'rack 5', mode: 'server_poll', url: 'https://10.0.0.7:60073' },
    });
    expect(heartbeatAnswer).toMatchObject({
      id: daemon.daemonId,
      name: 'rack 5',
      mode: 'server_poll',
      url: 'https://10.0.0.7:60073',
    });
    expect(Date.parse(heartbeatAnswer.lastSeen)).toBeGreaterThanOrEqual(before);
    // If a daemon reports no address, its stored address is kept.
    await call(daemon, daemon.daemonId, 'heartbeat', { name: 'rack 5', mode: 'server_poll' });
    expect(await storedOf(daemon)).toMatchObject({ url: 'https://10.0.0.7:60073' });
  });

  test.each<[object, string, object]>([
    [{ name: '' }, 'validation_required', { field: 'name' }],
    [{ name: undefined }, 'validation_required', { field: 'name' }],
  ])('400: %j is %s', async (wrong, code, params) => {
    const daemon = await world.addDaemon();
    const reply = await call(daemon, daemon.daemonId, 'heartbeat', { ...body, ...wrong });
    expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    expect((await storedOf(daemon)).lastSeen).toBeNull();
  });

  test.each<[object, string]>([
    [{ name: '' }, 'validation_empty'],
    [{ name: 'x'.repeat(101) }, 'validation_max_length'],
    [{ mode: 'pull' }, 'validation_invalid_format'],
    [{ url: 'x'.repeat(2001) }, 'validation_max_length'],
    [{ url: 'ftp://10.0.0.1' }, 'validation_invalid_format'],
    [{ mode: 'server_poll', url: '' }, 'validation_required'],
  ])('GraphQL refuses %j: %s', async (wrong, code) => {
    const daemon = await world.addDaemon();
    const input = { ...body, ...wrong };
    expect((await daemon.refusal(document, { id: daemon.daemonId, input })).code).toBe(code);
  });

  test.each<[object, object]>([
    [{ name: 'x'.repeat(101) }, { name: 'x'.repeat(100) }],
    [{ mode: 'pull' }, { mode: 'daemon_poll' }],
    [{ url: `http://${'x'.repeat(2001)}` }, { url: '' }],
    [{ url: 'ftp://10.0.0.1' }, { url: '' }],
    [
      { mode: 'server_poll', url: '' },
      { mode: 'server_poll', url: '' },
    ],
  ])('200: of %j the valid part is stored', async (wrong, keptRow) => {
    const daemon = await world.addDaemon();
    expect((await call(daemon, daemon.daemonId, 'heartbeat', { ...body, ...wrong })).status).toBe(200);
    expect(await storedOf(daemon)).toMatchObject(keptRow);
  });

  test('200: accepts values at the limits', async () => {
    const daemon = await world.addDaemon();
    const url = `http://${'x'.repeat(1993)}`;
    const reply = await call(daemon, daemon.daemonId, 'heartbeat', { ...body, name: 'x'.repeat(100), url });
    expect(reply.status).toBe(200);
  });
});

describe("requests with a daemon's id", () => {
  const calls: [string, object][] = [
    ['heartbeat', { name: 'x', mode: 'daemon_poll', url: '' }],
    ['startup', { daemon_version: '0.17.22' }],
    ['update-capabilities', { interfaced_subnet_ids: [] }],
  ];

  test.each(calls)('%s: 401 without a credential, 403 for users', async (endpoint, body) => {
    const daemon = await world.addDaemon();
    expect((await call(world.anonymous, daemon.daemonId, endpoint, body)).status).toBe(401);
    const reply = await call(world.owner, daemon.daemonId, endpoint, body);
    expect([reply.status, reply.body.code]).toEqual([403, 'auth_daemon_required']);
  });

  test.each(calls)('%s: the header names the daemon, and so may the path', async (endpoint, body) => {
    const daemon = await world.addDaemon();
    const other = await world.addDaemon();
    const south = await world.addDaemon({ networkId: world.otherNetworkId });
    const answerTo = async (header: string | undefined, id: string) => {
      const caller = createClient(world.url, { key: daemon.credential.key, daemonId: header });
      const reply = await call(caller, id, endpoint, body);
      return [reply.status, reply.body.code];
    };
    expect(await answerTo(undefined, daemon.daemonId)).toEqual([403, 'auth_daemon_required']);
    const missing = endpoint === 'startup' ? 'entity_not_found' : 'daemon_not_registered';
    expect(await answerTo(randomUUID(), daemon.daemonId)).toEqual([404, missing]);
    expect(await answerTo(other.daemonId, other.daemonId)).toEqual([403, 'daemon_identity_mismatch']);
    expect(await answerTo(south.daemonId, south.daemonId)).toEqual([403, 'daemon_network_mismatch']);
    expect(await answerTo(daemon.daemonId, other.daemonId)).toEqual([403, 'daemon_identity_mismatch']);
    expect(await answerTo(daemon.daemonId, randomUUID())).toEqual([403, 'daemon_identity_mismatch']);
    expect((await answerTo(daemon.daemonId, daemon.daemonId))[0]).toBe(200);
  });
});

const addSubnet = (networkId: string) =>
  world.prisma.subnet.create({ data: { networkId, name: 'Lan', subnetType: 'Lan', cidr: nextCidr() } });
let subnets = 0;
const nextCidr = () => `10.77.${(subnets += 1)}.0/24`;

describe('registration', () => {
  const register = (daemon: DaemonCaller, body: object) => daemon.send('POST', '/api/daemons/register', { body });
  const bodyOf = (daemon: DaemonCaller, fields: object = {}) => ({
    daemon_id: daemon.daemonId,
    network_id: daemon.networkId,
    name: 'basement',
    mode: 'daemon_poll',
    interfaced_subnet_ids: [],
    ...fields,
  });
  const newDaemon = () => world.addDaemon({ isRegistered: false });
  const document = `mutation($input: RegisterDaemonInput!) { registerDaemon(input: $input) {
    hostId daemon { id name version apiKeyId } serverCapabilities { serverVersion deprecationWarnings { severity } } } }`;

  test('200: a new daemon gets a host and its first discoveries', async () => {
    const daemon = await newDaemon();
    const subnet = await addSubnet(world.networkId);
    const fields = { version: '0.13.1', user_id: world.member.userId, interfaced_subnet_ids: [subnet.id, subnet.id] };
    const { status, body } = await register(daemon, bodyOf(daemon, fields));
    expect(status).toBe(200);
    expect(body.data.daemon).toMatchObject({
      id: daemon.daemonId,
      name: 'basement',
      network_id: world.networkId,
      host_id: body.data.host_id,
      user_id: world.member.userId,
      mode: 'daemon_poll',
      url: '',
      version: '0.13.1',
      api_key_id: daemon.keyId,
      interfaced_subnet_ids: [subnet.id],
      is_unreachable: false,
      standby: false,
    });
    expect(body.data.daemon.last_seen).not.toBeNull();
    expect(body.data.server_capabilities.deprecation_warnings).toMatchObject([{ severity: 'Warning' }]);
    const host = await world.prisma.host.findUniqueOrThrow({ where: { id: body.data.host_id } });
    expect(host).toMatchObject({ name: 'basement', networkId: world.networkId, sourceType: 'Discovery' });
    const jobs = await world.prisma.discovery.findMany({ where: { daemonId: daemon.daemonId } });
    expect(jobs).toMatchObject([{ runType: 'Scheduled', discoveryType: 'Unified', cronSchedule: '0 0 0 * * 0' }]);
    expect(await world.prisma.discoverySession.count({ where: { daemonId: daemon.daemonId } })).toBe(1);
  });

  test('200: a daemon that registers again keeps its row and values that it omits', async () => {
    const daemon = await newDaemon();
    const subnet = await addSubnet(world.networkId);
    const first = await register(daemon, bodyOf(daemon, { version: '0.17.4', interfaced_subnet_ids: [subnet.id] }));
    const input = { daemonId: daemon.daemonId, networkId: world.networkId, name: 'attic', mode: 'daemon_poll' };
    const { registerDaemon: again } = await daemon.query(document, { input });
    expect(again).toMatchObject({ hostId: first.body.data.host_id, daemon: { name: 'attic', version: '0.17.4' } });
    expect(await world.prisma.daemonSubnet.count({ where: { daemonId: daemon.daemonId } })).toBe(1);
    expect(await world.prisma.discovery.count({ where: { daemonId: daemon.daemonId } })).toBe(1);
    await register(daemon, bodyOf(daemon, { interfaced_subnet_ids: [] }));
    expect(await world.prisma.daemonSubnet.count({ where: { daemonId: daemon.daemonId } })).toBe(0);
  });

  test('200: two simultaneous registrations of one daemon create one daemon on one host', async () => {
    const daemon = await newDaemon();
    const name = `twin ${randomUUID()}`;
    const replies = await Promise.all(Array.from({ length: 4 }, () => register(daemon, bodyOf(daemon, { name }))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.data.host_id)).size).toBe(1);
    expect(await world.prisma.host.count({ where: { name } })).toBe(1);
  });

  test('200: a daemon without a key takes the key that registers it', async () => {
    const daemon = await world.addDaemon();
    await world.prisma.daemon.update({ where: { id: daemon.daemonId }, data: { apiKeyId: null } });
    expect((await call(daemon, daemon.daemonId, 'startup', { daemon_version: '1.0.0' })).status).toBe(404);
    expect((await register(daemon, bodyOf(daemon))).status).toBe(200);
    expect(await storedOf(daemon)).toMatchObject({ apiKeyId: daemon.keyId });
  });

  test('200: a subnet of another network is skipped', async () => {
    const daemon = await newDaemon();
    const [ownHost, south] = [await addSubnet(world.networkId), await addSubnet(world.otherNetworkId)];
    const reply = await register(daemon, bodyOf(daemon, { interfaced_subnet_ids: [south.id, ownHost.id] }));
    expect([reply.status, reply.body.data.daemon.interfaced_subnet_ids]).toEqual([200, [ownHost.id]]);
  });

  test('403: another network, another key, another header, a daemon in polling mode', async () => {
    const daemon = await newDaemon();
    const other = await world.addDaemon();
    const answerTo = async (fields: object, caller: Pick<DaemonCaller, 'send'> = daemon) => {
      const reply = await caller.send('POST', '/api/daemons/register', { body: bodyOf(daemon, fields) });
      return [reply.status, reply.body.code];
    };
    const nameless = createClient(world.url, { key: daemon.credential.key });
    expect(await answerTo({ network_id: world.otherNetworkId })).toEqual([403, 'daemon_network_mismatch']);
    expect(await answerTo({ network_id: randomUUID() })).toEqual([403, 'daemon_network_mismatch']);
    expect(await answerTo({ daemon_id: other.daemonId })).toEqual([403, 'daemon_identity_mismatch']);
    expect(await answerTo({ daemon_id: other.daemonId }, nameless)).toEqual([403, 'daemon_identity_mismatch']);
    expect(await answerTo({ daemon_id: randomUUID() })).toEqual([403, 'daemon_identity_mismatch']);
    const polledFields = { mode: 'server_poll', url: 'http://10.0.0.9', version: '0.17.22' };
    expect(await answerTo(polledFields)).toEqual([403, 'auth_daemon_not_provisioned']);
    expect(await answerTo({}, world.owner)).toEqual([403, 'auth_daemon_required']);
    expect(await answerTo({}, world.anonymous)).toEqual([401, 'auth_not_authenticated']);
    expect(await world.prisma.daemon.findUnique({ where: { id: daemon.daemonId } })).toBeNull();
  });

  test('404: a maintainer who does not exist or belongs to another organization', async () => {
    const daemon = await newDaemon();
    for (const user_id of [randomUUID(), world.stranger.userId]) {
      const reply = await register(daemon, bodyOf(daemon, { user_id }));
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([
        404,
        'entity_not_found',
        { entity: 'User', id: user_id },
      ]);
    }
    expect(await world.prisma.daemon.findUnique({ where: { id: daemon.daemonId } })).toBeNull();
  });
});

test('a startup is recorded, and answered with an assessment of the version', async () => {
  const daemon = await world.addDaemon();
  const { status, body } = await call(daemon, daemon.daemonId, 'startup', { daemon_version: '0.13.1' });
  expect([status, body.data]).toEqual([
    200,
    {
      server_version: expect.any(String),
      minimum_daemon_version: '0.12.0',
      deprecation_warnings: [{ message: expect.any(String), severity: 'Warning', sunset_date: null }],
    },
  ]);
  expect(await storedOf(daemon)).toMatchObject({ version: '0.13.1', lastSeen: expect.any(Date) });
  const document = `mutation($id: UUID!, $v: String!) { recordDaemonStartup(id: $id, daemonVersion: $v) {
    minimumDaemonVersion deprecationWarnings { severity } } }`;
  const startupAnswer = await daemon.query(document, { id: daemon.daemonId, v: '99.0.0' });
  expect(startupAnswer.recordDaemonStartup).toEqual({ minimumDaemonVersion: '0.12.0', deprecationWarnings: [] });
  for (const [v, code] of [
    ['', 'validation_empty'],
    ['x'.repeat(101), 'validation_max_length'],
  ])
    expect((await daemon.refusal(document, { id: daemon.daemonId, v })).code).toBe(code);
  expect((await call(daemon, daemon.daemonId, 'startup', { daemon_version: 'x'.repeat(100) })).status).toBe(200);
});

test("update-capabilities replaces the daemon's subnets, within its network", async () => {
  const daemon = await world.addDaemon();
  const [one, two] = [await addSubnet(world.networkId), await addSubnet(world.networkId)];
  const report = (ids: string[]) =>
    call(daemon, daemon.daemonId, 'update-capabilities', { interfaced_subnet_ids: ids });
  const readStoredSubnets = async () =>
    (await world.prisma.daemonSubnet.findMany({ where: { daemonId: daemon.daemonId } })).map(
      ({ subnetId }) => subnetId,
    );
  expect((await report([one.id, two.id])).body.data).toBeNull();
  expect((await readStoredSubnets()).sort()).toEqual([one.id, two.id].sort());
  const south = await addSubnet(world.otherNetworkId);
  expect((await report([one.id, south.id])).status).toBe(200);
  expect(await readStoredSubnets()).toEqual([one.id]);
  const document = `mutation($id: UUID!, $ids: [UUID!]!) {
    updateDaemonCapabilities(id: $id, interfacedSubnetIds: $ids) { interfacedSubnetIds } }`;
  const capabilityAnswer = await daemon.query(document, { id: daemon.daemonId, ids: [two.id] });
  expect(capabilityAnswer.updateDaemonCapabilities).toEqual({ interfacedSubnetIds: [two.id] });
  expect(await readStoredSubnets()).toEqual([two.id]);
});
