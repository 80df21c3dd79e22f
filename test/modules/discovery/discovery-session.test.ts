// Starting and cancelling discovery runs over REST and GraphQL, grouped by the HTTP status of the answer; then rescans
// of hosts.
import { randomUUID } from 'node:crypto';
import { addDaemon, addDiscovery, addFinishedRun, addSession } from '../../support/discovery-rows';
import { createWorld, type World } from '../../support/world';

let world: World;
let daemon: { id: string; hostId: string };
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  daemon = await addDaemon(world, world.networkId, { standby: true });
});
afterAll(() => world.close());

const addJob = () => addDiscovery(world, daemon.id, world.networkId);
const start = (id: unknown, caller: Pick<World['member'], 'rest'> = world.member) =>
  caller.rest.post('/discovery/start-session', id);
const cancel = (id: string, caller: Pick<World['member'], 'rest'> = world.member) =>
  caller.rest.post(`/discovery/${id}/cancel`);
const startSession = async (id: string) => {
  const reply = await start(id);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const phaseOf = async (id: string) => (await world.prisma.discoverySession.findUnique({ where: { id } }))?.phase;
const startDocument = `mutation($id: UUID!) { startDiscoverySession(discoveryId: $id) { id phase discovery { id } daemon { standby } } }`;
const cancelDocument = `mutation($id: UUID!) { cancelDiscoverySession(id: $id) }`;

describe('200', () => {
  test('a run waits for its daemon, with every field of the contract, and is listed', async () => {
    const job = await addJob();
    const { status, body } = await start(job, world.key);
    expect([status, body.data]).toEqual([
      200,
      {
        session_id: expect.any(String),
        discovery_id: job,
        daemon_id: daemon.id,
        network_id: world.networkId,
        phase: 'Pending',
        discovery_type: {
          type: 'Unified',
          host_id: daemon.hostId,
          subnet_ids: null,
          target_host_id: null,
          ips: null,
          host_naming_fallback: 'Ip',
          scan_settings: { is_full_scan: true },
        },
        progress: 0,
        reason: null,
        error: null,
        warnings: [],
        credential_results: [],
        hosts_discovered: 0,
        estimated_remaining_secs: null,
        started_at: null,
        last_update_at: null,
        finished_at: null,
        daemon_version: null,
      },
    ]);
    expect((await world.viewer.rest.get('/discovery/active-sessions')).body.data).toContainEqual(body.data);
  });

  test('GraphQL starts a run as well, and ends the standby of the daemon', async () => {
    const job = await addJob();
    const { startDiscoverySession } = await world.member.query(startDocument, { id: job });
    expect(startDiscoverySession).toMatchObject({
      phase: 'Pending',
      discovery: { id: job },
      daemon: { standby: false },
    });
    const { cancelDiscoverySession } = await world.member.query(cancelDocument, { id: startDiscoverySession.id });
    expect(cancelDiscoverySession).toBe(startDiscoverySession.id);
  });

  test('a daemon has one run at a time: others are queued, and the oldest is next', async () => {
    const [first, second, third] = [
      await startSession(await addJob()),
      await startSession(await addJob()),
      await startSession(await addJob()),
    ];
    expect([first.phase, second.phase, third.phase]).toEqual(['Pending', 'Queued', 'Queued']);
    const elsewhere = await addDaemon(world, world.networkId);
    expect((await startSession(await addDiscovery(world, elsewhere.id, world.networkId))).phase).toBe('Pending');
    expect((await cancel(first.session_id)).body.data).toBeNull();
    expect([
      await phaseOf(first.session_id),
      await phaseOf(second.session_id),
      await phaseOf(third.session_id),
    ]).toEqual([undefined, 'Pending', 'Queued']);
    await cancel(third.session_id);
    expect([await phaseOf(second.session_id), await phaseOf(third.session_id)]).toEqual(['Pending', undefined]);
  });

  test('of two runs started at once for one daemon, one waits for the other', async () => {
    const jobs = await Promise.all([1, 2, 3, 4].map(addJob));
    const replies = await Promise.all(jobs.map((job) => start(job)));
    expect(replies.map(({ body }) => body.data.phase).sort()).toEqual(['Pending', 'Queued', 'Queued', 'Queued']);
  });

  test.each(['Started', 'Scanning'] as const)(
    'a run that is %s is marked as cancelled for its daemon',
    async (phase) => {
      const id = await addSession(world, await addJob(), { phase });
      expect((await cancel(id)).status).toBe(200);
      expect((await cancel(id)).status).toBe(200);
      const session = await world.prisma.discoverySession.findUniqueOrThrow({ where: { id } });
      expect([session.phase, session.cancelRequested]).toEqual([phase, true]);
    },
  );

  test('a run that has ended does not change', async () => {
    const run = await addFinishedRun(world, daemon.id, world.networkId);
    const { sessionId } = await world.prisma.discovery.findUniqueOrThrow({ where: { id: run } });
    const before = (await world.viewer.rest.get(`/discovery/${run}`)).body.data;
    expect((await cancel(sessionId!)).body).toMatchObject({ success: true, data: null });
    expect((await world.viewer.rest.get(`/discovery/${run}`)).body.data).toEqual(before);
  });
});

describe('400', () => {
  test('400 and 404: a finished run, and values that are not ids', async () => {
    const { status, body } = await start(await addFinishedRun(world, daemon.id, world.networkId));
    expect([status, body.code, body.params]).toEqual([400, 'discovery_historical_read_only', {}]);
    for (const id of ['x', 5, [randomUUID()], { id: randomUUID() }]) {
      const refusedReply = await start(id);
      expect([refusedReply.status, refusedReply.body.code]).toEqual([400, 'validation_invalid_format']);
    }
  });
});

describe('401, 403 and 404', () => {
  test('anonymous callers and Viewers can neither start nor cancel', async () => {
    const job = await addJob();
    const id = await addSession(world, await addJob());
    for (const reply of [await start(job, world.anonymous), await cancel(id, world.anonymous)])
      expect([reply.status, reply.body.code]).toEqual([401, 'auth_not_authenticated']);
    for (const reply of [await start(job, world.viewer), await cancel(id, world.viewer)])
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_permission_denied']);
    expect(await phaseOf(id)).toBe('Pending');
  });

  test('sessions out of reach are answered like missing ones', async () => {
    const far = await addDaemon(world, world.otherNetworkId);
    const job = await addDiscovery(world, far.id, world.otherNetworkId);
    const id = await addSession(world, await addDiscovery(world, far.id, world.otherNetworkId));
    for (const caller of [world.narrowKey, world.stranger]) {
      for (const discovery of [job, randomUUID()])
        expect((await start(discovery, caller)).body).toMatchObject({
          code: 'entity_not_found',
          params: { entity: 'Discovery', id: discovery },
        });
      for (const session of [id, randomUUID()]) {
        const { status, body } = await cancel(session, caller);
        expect([status, body.code, body.params]).toEqual([404, 'discovery_session_not_found', { id: session }]);
      }
    }
    expect(await world.member.refusal(cancelDocument, { id: job })).toEqual({
      code: 'discovery_session_not_found',
      params: { id: job },
    });
    expect(await phaseOf(id)).toBe('Pending');
  });
});

describe('409', () => {
  test('a discovery has one active session', async () => {
    const job = await addJob();
    const { session_id: id } = await startSession(job);
    const { status, body } = await start(job);
    expect([status, body.code, body.params]).toEqual([409, 'discovery_session_active', { id }]);
    expect(await world.member.refusal(startDocument, { id: job })).toEqual({
      code: 'discovery_session_active',
      params: { id },
    });
  });

  test('of many concurrent starts of a discovery one succeeds', async () => {
    const job = await addJob();
    const replies = await Promise.all([1, 2, 3, 4].map(() => start(job)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await world.prisma.discoverySession.count({ where: { discoveryId: job } })).toBe(1);
  });

  test('a discovery that is started and deleted at once is either started or deleted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const job = await addJob();
      const replies = await Promise.all([start(job), world.member.rest.delete(`/discovery/${job}`)]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual(replies.map(({ status }) => status));
    }
  });

  test('a run that its daemon is just taking cannot be cancelled', async () => {
    const id = await addSession(world, await addJob(), { phase: 'Starting' });
    const { status, body } = await cancel(id);
    expect([status, body.code, body.params]).toEqual([409, 'discovery_session_starting', { id }]);
    expect(await phaseOf(id)).toBe('Starting');
  });
});

describe('rescans of hosts', () => {
  const rescan = (id: string, caller: Pick<World['member'], 'rest'> = world.member) =>
    caller.rest.post(`/hosts/${id}/rescan`);
  let subnetId: string;
  const addHost = async (...ips: string[]) => {
    const { prisma, networkId } = world;
    const host = await prisma.host.create({ data: { networkId, name: randomUUID() } });
    const subnet = await prisma.subnet.findUniqueOrThrow({ where: { id: subnetId } });
    for (const [position, ipAddress] of ips.entries())
      await prisma.ipAddress.create({
        data: { networkId, hostId: host.id, subnetId, subnetCidr: subnet.cidr, ipAddress, position },
      });
    return host.id;
  };
  beforeEach(async () => {
    const { prisma, networkId } = world;
    const cidr = `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.0/24`;
    ({ id: subnetId } = await prisma.subnet.create({ data: { networkId, cidr, name: cidr, subnetType: 'Lan' } }));
    await prisma.daemonSubnet.create({ data: { daemonId: daemon.id, subnetId, networkId } });
    await prisma.daemon.update({ where: { id: daemon.id }, data: { version: '0.17.22' } });
  });
  const inSubnet = async (at: number) => {
    const { cidr } = await world.prisma.subnet.findUniqueOrThrow({ where: { id: subnetId } });
    return cidr.replace('.0/24', `.${at}`);
  };

  test("run on the daemon with an interface in the host's subnet, at the host's addresses; the job is used again", async () => {
    const [first, second] = [await addHost(await inSubnet(5)), await addHost(await inSubnet(6), await inSubnet(7))];
    const reply = await rescan(first);
    expect([reply.status, reply.body.data]).toEqual([
      200,
      expect.objectContaining({
        phase: 'Pending',
        daemon_id: daemon.id,
        discovery_type: expect.objectContaining({ type: 'Rescan' }),
      }),
    ]);
    const active = await rescan(second);
    expect([active.status, active.body.code]).toEqual([409, 'discovery_session_active']);
    await cancel(reply.body.data.session_id);
    const document = `mutation($ids: [UUID!]!) { rescanHosts(ids: $ids) { discoveryId discoveryType { type hostId targetHostId targetHostIds ipAddresses } } }`;
    const { rescanHosts } = await world.member.query(document, { ids: [second, first, second] });
    const ids = [first, second].sort();
    const addresses = await Promise.all((ids[0] === first ? [5, 6, 7] : [6, 7, 5]).map(inSubnet));
    expect(rescanHosts).toEqual([
      {
        discoveryId: reply.body.data.discovery_id,
        discoveryType: {
          ...{
            type: 'Rescan',
            hostId: daemon.hostId,
            targetHostId: ids[0],
            targetHostIds: ids,
            ipAddresses: addresses,
          },
        },
      },
    ]);
  });

  test('are given to the daemon in the form of its version', async () => {
    const caller = await world.addDaemon();
    const { daemonId } = caller;
    await world.prisma.daemon.update({ where: { id: daemonId }, data: { version: '0.17.22' } });
    await world.prisma.daemonSubnet.updateMany({ where: { subnetId }, data: { daemonId } });
    const host = await addHost(await inSubnet(5));
    await rescan(host);
    const body = { name: 'daemon', mode: 'daemon_poll', version: '0.17.22', ready_for_work: true };
    const work = await caller.send('POST', `/api/daemons/${daemonId}/request-work`, {
      body,
      headers: { 'x-daemon-version': '0.17.22' },
    });
    expect(work.body.data[0].discovery_type).toMatchObject({
      ...{ type: 'Rescan', host_id: caller.hostId, target_host_id: host, target_host_ids: [host] },
      ...{ ips: [await inSubnet(5)], ports: [], settings: {} },
    });
  });

  test('are refused without a suitable daemon, without an address, for a Viewer, and out of reach', async () => {
    const [host, bare] = [await addHost(await inSubnet(5)), await addHost()];
    const refusal = async (id: string, caller?: Pick<World['member'], 'rest'>) => {
      const { status, body } = await rescan(id, caller);
      return [status, body.code, body.params];
    };
    expect(await refusal(bare)).toEqual([409, 'rescan_no_daemon', { id: bare }]);
    await world.prisma.daemon.update({ where: { id: daemon.id }, data: { version: '0.17.6' } });
    expect(await refusal(host)).toEqual([409, 'rescan_no_daemon', { id: host }]);
    expect((await refusal(host, world.viewer)).slice(0, 2)).toEqual([403, 'auth_permission_denied']);
    for (const [id, caller] of [
      [host, world.stranger],
      [randomUUID(), world.member],
    ] as const)
      expect(await refusal(id, caller)).toEqual([404, 'entity_not_found', { entity: 'Host', id }]);
    expect(await world.prisma.discovery.count({ where: { daemonId: daemon.id } })).toBe(0);
  });
});
