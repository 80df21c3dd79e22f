// Tests of how users manage daemons over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { hashToken, isKeyForm } from '../../../src/auth/tokens';
import { addDaemon, addDiscovery, addFinishedRun, addSession } from '../../support/discovery-rows';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const bodyOf = (fields: object = {}) => ({
  name: 'Branch',
  network_id: world.networkId,
  url: 'https://branch.netloom.example:60073',
  ...fields,
});
const provision = (fields: object = {}, caller: Pick<World['member'], 'rest'> = world.member) =>
  caller.rest.post('/daemons/provision', bodyOf(fields));
const provisionDocument = `mutation($input: ProvisionDaemonInput!) {
  provisionDaemon(input: $input) { daemonApiKey daemon { name host { name } discoveries { nodes { name } } } } }`;
const confirmDocument = `mutation($id: UUID!) { confirmDaemon(id: $id) { id confirmedAt } }`;
const retryDocument = `mutation($id: UUID!) { retryDaemonConnection(id: $id) { isUnreachable } }`;
const rowsOf = async () => {
  const where = { networkId: world.networkId };
  const { host, daemon, daemonApiKey, discovery } = world.prisma;
  return [
    await host.count({ where }),
    await daemon.count({ where }),
    await daemonApiKey.count({ where }),
    await discovery.count({ where }),
  ];
};

describe('201: provisioning a daemon', () => {
  test('creates a daemon with a host, a key that is shown once, and a weekly job that waits to run', async () => {
    const { status, body } = await provision({}, world.key);
    expect(status).toBe(201);
    const { daemon, daemon_api_key: token } = body.data;
    expect(daemon).toMatchObject({
      name: 'Branch',
      network_id: world.networkId,
      user_id: world.key.userId,
      mode: 'server_poll',
      url: 'https://branch.netloom.example:60073',
      version: null,
      last_seen: null,
      is_unreachable: false,
      standby: false,
      interfaced_subnet_ids: [],
      tags: [],
      version_status: { status: 'Unknown' },
    });
    expect(isKeyForm('daemon', token)).toBe(true);
    const key = (await world.member.rest.get(`/auth/daemon/${daemon.api_key_id}`)).body.data;
    expect(key).toMatchObject({ name: 'Branch', network_id: world.networkId, daemon_id: daemon.id, is_enabled: true });
    expect(JSON.stringify(key)).not.toContain(token);
    const storedDaemonApiKey = await world.prisma.daemonApiKey.findUniqueOrThrow({ where: { id: daemon.api_key_id } });
    expect(storedDaemonApiKey.keyHash).toBe(hashToken(token));
    const host = (await world.member.rest.get(`/hosts/${daemon.host_id}`)).body.data;
    expect(host).toMatchObject({ name: 'Branch', network_id: world.networkId, source: { type: 'System' } });
    const [job, ...others] = (await world.member.rest.get(`/discovery?daemon_id=${daemon.id}`)).body.data;
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      discovery_type: { type: 'Unified', host_id: daemon.host_id, subnet_ids: null },
      run_type: { type: 'Scheduled', cron_schedule: '0 0 0 * * 0', enabled: true, timezone: null },
    });
    const sessions = (await world.member.rest.get('/discovery/active-sessions')).body.data;
    expect(sessions).toContainEqual(expect.objectContaining({ discovery_id: job.id, phase: 'Pending' }));
  });

  test('works the same in GraphQL; each daemon has a key of its own', async () => {
    const input = { name: 'Lab', networkId: world.otherNetworkId, url: 'http://10.0.0.5:60073' };
    const { provisionDaemon } = await world.member.query(provisionDocument, { input });
    expect(provisionDaemon).toEqual({
      daemonApiKey: expect.stringMatching(/^nlm_d_/),
      daemon: { name: 'Lab', host: { name: 'Lab' }, discoveries: { nodes: [{ name: 'Scan of all subnets' }] } },
    });
    const again = await world.member.query(provisionDocument, { input });
    expect(again.provisionDaemon.daemonApiKey).not.toBe(provisionDaemon.daemonApiKey);
  });
});

describe('200', () => {
  test('retrying clears the counters of failures', async () => {
    const { id } = await addDaemon(world, world.networkId, { isUnreachable: true, pollFailures: 5 });
    const { status, body } = await world.member.rest.post(`/daemons/${id}/retry-connection`);
    expect([status, body.data]).toMatchObject([200, { id, is_unreachable: false }]);
    expect((await world.prisma.daemon.findUniqueOrThrow({ where: { id } })).pollFailures).toBe(0);
    expect((await world.member.query(retryDocument, { id })).retryDaemonConnection).toEqual({ isUnreachable: false });
  });

  test('a daemon is confirmed once, by REST or GraphQL; a provisioned one needs no confirmation', async () => {
    const { id } = await addDaemon(world, world.networkId);
    const confirmedAt = async (daemonId: string) =>
      (await world.viewer.query('query($id: UUID!) { daemon(id: $id) { confirmedAt } }', { id: daemonId })).daemon
        .confirmedAt;
    expect(await confirmedAt(id)).toBeNull();
    const { status, body } = await world.member.rest.post(`/daemons/${id}/confirm`);
    expect([status, body.data.id]).toEqual([200, id]);
    const first = await confirmedAt(id);
    expect(Date.parse(first)).toBeLessThanOrEqual(Date.now());
    const again = await world.key.query(confirmDocument, { id });
    expect(again.confirmDaemon).toEqual({ id, confirmedAt: first });
    expect(await confirmedAt((await provision()).body.data.daemon.id)).not.toBeNull();
    const where = { eventType: 'DaemonConfirmed' as const, subjectId: id };
    expect(await world.prisma.auditEvent.findMany({ where, select: { operation: true, userId: true } })).toEqual([
      { operation: 'confirmDaemon', userId: world.member.userId },
    ]);
  });

  test('deleting a daemon deletes its jobs, runs and records; host and key stay and can then be deleted', async () => {
    const { daemon } = (await provision()).body.data;
    const run = await addFinishedRun(world, daemon.id, world.networkId);
    const seenColumns = { firstDiscoveryId: run, lastDiscoveryId: run };
    await world.prisma.host.update({ where: { id: daemon.host_id }, data: seenColumns });
    const inUse = await world.member.rest.delete(`/hosts/${daemon.host_id}`);
    expect([inUse.status, inUse.body.params.used_by]).toEqual([409, 'Daemon']);
    const { status, body } = await world.member.rest.delete(`/daemons/${daemon.id}`);
    expect([status, body.data]).toEqual([200, null]);
    const where = { daemonId: daemon.id };
    const remainingCounts = [
      await world.prisma.discovery.count({ where }),
      await world.prisma.discoverySession.count({ where }),
    ];
    expect(remainingCounts).toEqual([0, 0]);
    const host = await world.prisma.host.findUniqueOrThrow({ where: { id: daemon.host_id } });
    expect([host.firstDiscoveryId, host.lastDiscoveryId]).toEqual([null, null]);
    expect((await world.member.rest.get(`/auth/daemon/${daemon.api_key_id}`)).body.data.daemon_id).toBeNull();
    expect((await world.member.rest.delete(`/hosts/${daemon.host_id}`)).status).toBe(200);
  });

  test('bulk delete works by REST and GraphQL', async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => addDaemon(world, world.networkId)));
    await addSession(world, await addDiscovery(world, one!.id, world.networkId), { phase: 'Scanning' });
    const { body } = await world.member.rest.post('/daemons/bulk-delete', [one!.id, two!.id, randomUUID()]);
    expect(body.data).toEqual({ deleted_count: 2, requested_count: 3 });
    const document = `mutation($ids: [UUID!]!) { deleteDaemons(ids: $ids) { deletedCount } }`;
    expect((await world.member.query(document, { ids: [three!.id] })).deleteDaemons).toEqual({ deletedCount: 1 });
  });

  test('a daemon deleted while its job starts leaves nothing behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const daemon = await addDaemon(world, world.networkId);
      const job = await addDiscovery(world, daemon.id, world.networkId);
      const [startedReply, deletedReply] = await Promise.all([
        world.member.rest.post('/discovery/start-session', job),
        world.member.rest.delete(`/daemons/${daemon.id}`),
      ]);
      expect([200, 404]).toContain(startedReply.status);
      expect(deletedReply.status).toBe(200);
      expect(await world.prisma.discoverySession.count({ where: { daemonId: daemon.id } })).toBe(0);
    }
  });
});

describe('400', () => {
  test.each<[object, string, object]>([
    [{ name: '' }, 'validation_empty', { field: 'name' }],
    [{ name: 'x'.repeat(101) }, 'validation_max_length', { field: 'name', max: 100 }],
    [{ name: undefined }, 'validation_required', { field: 'name' }],
    [{ url: null }, 'validation_required', { field: 'url' }],
    [{ url: '' }, 'validation_required', { field: 'url' }],
    [{ url: 'ftp://branch' }, 'validation_invalid_format', { field: 'url' }],
    [{ url: 'branch:60073' }, 'validation_invalid_format', { field: 'url' }],
    [{ url: `http://b/${'x'.repeat(1992)}` }, 'validation_max_length', { field: 'url', max: 2000 }],
  ])('%j is refused and creates nothing', async (fields, code, params) => {
    const before = await rowsOf();
    const { status, body } = await provision(fields);
    expect([status, body.code, body.params]).toEqual([400, code, params]);
    expect(await rowsOf()).toEqual(before);
  });

  test('texts of maximum length are accepted', async () => {
    const fields = { name: 'x'.repeat(100), url: `http://b/${'x'.repeat(1991)}` };
    expect((await provision(fields)).body.data.daemon).toMatchObject(fields);
  });
});

describe('401, 403 and 404', () => {
  test('anonymous callers and Viewers are refused', async () => {
    const { id } = await addDaemon(world, world.networkId);
    const calls = (caller: Pick<World['member'], 'rest'>) =>
      Promise.all([
        provision({}, caller),
        caller.rest.post(`/daemons/${id}/retry-connection`),
        caller.rest.post(`/daemons/${id}/confirm`),
        caller.rest.delete(`/daemons/${id}`),
        caller.rest.post('/daemons/bulk-delete', [id]),
      ]);
    for (const reply of await calls(world.anonymous)) expect(reply.status).toBe(401);
    for (const reply of await calls(world.viewer))
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_permission_denied']);
  });

  test('a network out of reach is 403, a daemon out of reach 404', async () => {
    const { status, body } = await provision({ network_id: world.otherNetworkId }, world.narrowKey);
    expect([status, body.code]).toEqual([403, 'entity_access_denied']);
    const { id } = await addDaemon(world, world.otherNetworkId, { isUnreachable: true });
    for (const reply of [
      await world.narrowKey.rest.post(`/daemons/${id}/retry-connection`),
      await world.narrowKey.rest.post(`/daemons/${id}/confirm`),
      await world.narrowKey.rest.delete(`/daemons/${id}`),
    ])
      expect([reply.status, reply.body.params]).toEqual([404, { entity: 'Daemon', id }]);
    expect((await world.prisma.daemon.findUniqueOrThrow({ where: { id } })).isUnreachable).toBe(true);
  });
});

describe('updating a daemon', () => {
  const put = (id: string, body: object, caller: Pick<World['member'], 'rest'> = world.member) =>
    caller.rest.put(`/daemons/${id}`, body);

  test('200: name, maintainer, tags and URL change; what the daemon reports stays', async () => {
    const { daemon } = (await provision()).body.data;
    const tag = await world.prisma.tag.create({ data: { name: randomUUID(), organizationId: world.organizationId } });
    const url = 'https://other.netloom.example:60073';
    const change = { name: 'Moved', user_id: world.viewer.userId, tags: [tag.id], url };
    const { status, body } = await put(daemon.id, { ...daemon, ...change, mode: 'daemon_poll', version: '9.9.9' });
    expect([status, body.data]).toEqual([200, { ...daemon, ...change, updated_at: body.data.updated_at }]);
    const poll = await world.prisma.daemonPoll.findUniqueOrThrow({ where: { daemonId: daemon.id } });
    expect(poll.url).toBe(url);
    expect((await put(daemon.id, { user_id: null })).body.data).toMatchObject({ user_id: null, name: 'Moved' });
  });

  test('400 for a URL that does not fit, 403 below Member, 404 for rows out of reach, 409 for a changed row', async () => {
    const { daemon } = (await provision()).body.data;
    const refusal = async (body: object, id = daemon.id) => {
      const { status, body: answer } = await put(id, body);
      return [status, answer.code, answer.params];
    };
    expect(await refusal({ url: '' })).toEqual([400, 'validation_required', { field: 'url' }]);
    expect((await refusal({ url: 'http://169.254.169.254' }))[1]).toBe('outbound_address_refused');
    const { id: calling } = await addDaemon(world, world.networkId);
    expect(await refusal({ url: 'https://x.example' }, calling)).toEqual([
      400,
      'validation_invalid_format',
      { field: 'url' },
    ]);
    const missing = randomUUID();
    expect(await refusal({ user_id: missing })).toEqual([404, 'entity_not_found', { entity: 'User', id: missing }]);
    expect(await refusal({ name: 'x' }, missing)).toEqual([404, 'entity_not_found', { entity: 'Daemon', id: missing }]);
    expect((await refusal({ expected_updated_at: '2020-01-01T00:00:00Z' }))[1]).toBe('entity_changed');
    expect((await put(daemon.id, { name: 'x' }, world.viewer)).status).toBe(403);
  });
});

test('the install command has a placeholder for the key, and depends on its purpose', async () => {
  const { daemon } = (await provision()).body.data;
  const read = (purpose: string) => world.viewer.rest.get(`/daemons/${daemon.id}/install-command?purpose=${purpose}`);
  const [install, rekey, reconfigure] = await Promise.all(['install', 'rekey', 'reconfigure'].map(read));
  expect(install!.body.data.linux).toMatch(
    /^curl -fsSL http.* && node netloom-agent.cjs --server http\S+ --key <API_KEY>$/,
  );
  expect(install!.body.data.windows).toMatch(/^Invoke-WebRequest .*; node /);
  expect(rekey!.body.data.linux).toMatch(/^node .* --key <API_KEY>$/);
  expect(reconfigure!.body.data.macos).toMatch(/^node netloom-agent.cjs --server http\S+$/);
  expect((await read('remove')).body.code).toBe('validation_invalid_format');
  const document = `query($id: UUID!) { daemonInstallCommands(id: $id, purpose: install) { linux } }`;
  expect(await world.stranger.refusal(document, { id: daemon.id })).toEqual({
    code: 'entity_not_found',
    params: { entity: 'Daemon', id: daemon.id },
  });
});

test('a test of a URL tells whether a server answers there, and never connects to forbidden addresses', async () => {
  const ask = (url: string, caller: Pick<World['member'], 'rest'> = world.member) =>
    caller.rest.post('/daemons/test-reachability', { url, check_health: true });
  expect((await ask('http://169.254.169.254')).body.code).toBe('outbound_address_refused');
  expect((await ask('ftp://x.example')).body.code).toBe('validation_invalid_format');
  expect((await ask('https://x.example', world.viewer)).status).toBe(403);
  const silent = await ask('http://127.0.0.1:1');
  expect(silent.body.data ?? silent.body.code).toEqual({ reachable: false, error: 'no usable answer', health: false });
});
