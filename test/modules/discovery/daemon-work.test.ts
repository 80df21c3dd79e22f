// Tests of how daemons request work and report on their runs, over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { generations } from '../../../src/modules/discovery/protocol/generations/protocol-versions';
import { addDiscovery, addSession } from '../../support/discovery-rows';
import { createWorld, type DaemonCaller, type World } from '../../support/world';
import { versionOf } from './generations/model-daemon';
import { since } from './generations/readings';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

const idle = { name: 'rack 4', mode: 'daemon_poll', url: '', version: '0.17.22', ready_for_work: true };
const ask = (fields: object = {}, caller: Pick<DaemonCaller, 'send'> = daemon, id = daemon.daemonId) =>
  caller.send('POST', `/api/daemons/${id}/request-work`, { body: { ...idle, ...fields } });
const update = (id: string, body: object, caller: Pick<DaemonCaller, 'rest'> = daemon) =>
  caller.rest.post(`/discovery/${id}/update`, body);
const addJob = () => addDiscovery(world, daemon.daemonId, world.networkId);
const workDocument = `mutation($id: UUID!, $input: DaemonWorkRequestInput!) {
  requestDaemonWork(id: $id, input: $input) { session { id phase } cancel } }`;
const reportDocument = `mutation($id: UUID!, $input: DiscoverySessionReportInput!) {
  reportDiscoverySession(id: $id, input: $input) }`;
const storedDaemon = () => world.prisma.daemon.findUniqueOrThrow({ where: { id: daemon.daemonId } });
const storedSession = (id: string) => world.prisma.discoverySession.findUnique({ where: { id } });

describe('request-work', () => {
  test('200: without a run there is no work, and the daemon counts as seen', async () => {
    const before = Date.now();
    const { status, body } = await ask();
    expect([status, body.data]).toEqual([200, [null, false]]);
    const { name, version, lastSeen } = await storedDaemon();
    expect([name, version]).toEqual(['rack 4', '0.17.22']);
    expect(lastSeen!.getTime()).toBeGreaterThanOrEqual(before);
  });

  test('200: a waiting run is given to a daemon that is ready', async () => {
    const id = await addSession(world, await addJob());
    expect((await ask({ ready_for_work: false })).body.data).toEqual([null, false]);
    const [session, cancel] = (await ask()).body.data;
    expect([session, cancel]).toMatchObject([{ session_id: id, phase: 'Starting', daemon_id: daemon.daemonId }, false]);
    const input = { name: 'rack 4', mode: 'daemon_poll', readyForWork: true };
    const { requestDaemonWork } = await daemon.query(workDocument, { id: daemon.daemonId, input });
    expect(requestDaemonWork).toEqual({ session: { id, phase: 'Starting' }, cancel: false });
  });

  test('200: work contains the subnets of its network, and of no other', async () => {
    await addSession(world, await addJob());
    for (const [networkId, cidr] of [
      [world.networkId, '198.18.1.0/24'],
      [world.otherNetworkId, '198.18.2.0/24'],
    ] as const)
      await world.prisma.subnet.create({ data: { networkId, cidr, name: cidr, subnetType: 'Lan' } });
    const [{ subnets }] = (await ask()).body.data;
    const storedData = (await daemon.rest.get('/subnets?limit=0&order_by=created_at')).body.data as {
      id: string;
      cidr: string;
    }[];
    expect(storedData.map(({ cidr }) => cidr)).toContain('198.18.1.0/24');
    expect(subnets).toEqual(storedData);
  });

  test('200: a daemon that works on a cancelled run is told to stop', async () => {
    const id = await addSession(world, await addJob(), { phase: 'Scanning' });
    expect((await world.member.rest.post(`/discovery/${id}/cancel`)).status).toBe(200);
    expect((await ask({ ready_for_work: false })).body.data).toEqual([null, true]);
  });

  test("200: given subnets replace the daemon's; omitted ones stay; unknown ones are skipped", async () => {
    const add = async (networkId: string, cidr: string) =>
      (await world.prisma.subnet.create({ data: { networkId, cidr, name: cidr, subnetType: 'Lan' } })).id;
    const block = `10.${Math.floor(Math.random() * 200)}`;
    const [one, two] = [await add(world.networkId, `${block}.1.0/24`), await add(world.networkId, `${block}.2.0/24`)];
    const far = await add(world.otherNetworkId, `${block}.3.0/24`);
    const subnets = async () =>
      (await world.viewer.rest.get(`/daemons/${daemon.daemonId}`)).body.data.interfaced_subnet_ids;
    await ask({ interfaced_subnets: [one, one] });
    expect(await subnets()).toEqual([one]);
    await ask({ interfaced_subnets: [far, one, randomUUID()] });
    expect(await subnets()).toEqual([one]);
    await ask({ interfaced_subnets: [two] });
    await ask();
    expect(await subnets()).toEqual([two]);
    await ask({ interfaced_subnets: [] });
    expect(await subnets()).toEqual([]);
  });

  describe('interfaces in container bridges', () => {
    let blocks = 0;
    const newCidr = () => `172.${20 + blocks++}.0.0/16`;
    const rowOf = (cidr: string, subnet_type = 'DockerBridge') => {
      const times = { created_at: new Date().toISOString(), updated_at: new Date().toISOString() };
      const row = { id: randomUUID(), name: 'docker0', cidr, subnet_type, network_id: world.networkId, tags: [] };
      return { ...row, ...times, description: null, source: { type: 'System' } };
    };
    const poll = async (caller: DaemonCaller, cidr: string, subnetType?: string) => {
      const { status } = await ask({ interfaced_subnets: [rowOf(cidr, subnetType)] }, caller, caller.daemonId);
      expect(status).toBe(200);
    };
    /** Reports the daemon's host with an address in the subnet, and with the runtime that owns the subnet, if any. */
    const report = async (caller: DaemonCaller, cidr: string, runtime: 'Docker' | null = 'Docker') => {
      const { hostId } = await world.prisma.daemon.findUniqueOrThrow({ where: { id: caller.daemonId } });
      const runtimeId = randomUUID();
      const bridge = { ...rowOf(cidr), virtualization_service_id: runtime && runtimeId };
      const service = { name: 'Docker', service_definition: 'Docker', id: runtimeId, host_id: hostId, bindings: [] };
      const { status } = await caller.rest.post('/hosts/discovery', {
        host: { id: hostId, network_id: world.networkId, name: '', tags: [] },
        ip_addresses: [{ subnet_id: bridge.id, ip_address: cidr.replace('.0/16', '.1') }],
        ...{ services: runtime ? [service] : [], ports: [], interfaces: [], subnets: [bridge] },
      });
      expect(status).toBe(200);
    };
    const subnetsOf = async (caller: DaemonCaller) => {
      const rows = await world.prisma.daemonSubnet.findMany({
        where: { daemonId: caller.daemonId },
        select: {
          subnet: { select: { id: true, virtualizationService: { select: { host: { select: { daemons: true } } } } } },
        },
      });
      return rows.map(({ subnet }) => ({
        id: subnet.id,
        daemonIds: subnet.virtualizationService?.host.daemons.map(({ id }) => id),
      }));
    };
    const stored = (cidr: string) => world.prisma.subnet.findMany({ where: { networkId: world.networkId, cidr } });

    test.each([
      ['poll one', 'poll two', 'report one', 'report two'],
      ['report one', 'report two', 'poll one', 'poll two'],
      ['report two', 'poll one', 'poll two', 'report one'],
      ['poll two', 'report one', 'poll one', 'report two'],
    ])('two Docker hosts with one prefix, in the order %s, %s, %s, %s: each has its own bridge', async (...steps) => {
      const cidr = newCidr();
      const callers = { one: daemon, two: await world.addDaemon() };
      for (const step of [...steps, 'poll one', 'poll two']) {
        const [act, name] = step.split(' ') as ['poll' | 'report', 'one' | 'two'];
        await (act === 'poll' ? poll : report)(callers[name], cidr);
      }
      for (const caller of Object.values(callers))
        expect((await subnetsOf(caller)).map(({ daemonIds }) => daemonIds)).toEqual([[caller.daemonId]]);
      expect(await stored(cidr)).toHaveLength(2);
    });

    test('a bridge of a router is its LAN, also beside bridges of other hosts; no bridge is created', async () => {
      const cidr = newCidr();
      const dockerHost = await world.addDaemon();
      await report(dockerHost, cidr);
      await poll(daemon, cidr);
      expect(await subnetsOf(daemon)).toEqual([]);
      const data = { networkId: world.networkId, cidr, name: cidr, subnetType: 'Lan' as const };
      const { id } = await world.prisma.subnet.create({ data });
      await poll(daemon, cidr);
      expect((await subnetsOf(daemon)).map((one) => one.id)).toEqual([id]);
      await poll(daemon, cidr, 'Lan');
      expect((await subnetsOf(daemon)).map((one) => one.id)).toEqual([id]);
      expect(await stored(cidr)).toHaveLength(2);
    });

    test('a bridge whose runtime is not reported belongs to hosts with an address in it', async () => {
      const cidr = newCidr();
      await report(daemon, cidr, null);
      const other = await world.addDaemon();
      for (const caller of [daemon, other]) await poll(caller, cidr);
      const [bridge] = await stored(cidr);
      expect((await subnetsOf(daemon)).map(({ id }) => id)).toEqual([bridge!.id]);
      expect(await subnetsOf(other)).toEqual([]);
      await poll(other, cidr, 'Lan');
      expect((await subnetsOf(other)).map(({ id }) => id)).toEqual([bridge!.id]);
      expect(await stored(cidr)).toHaveLength(1);
    });
  });

  test('200: a poll without changes writes only the row of the daemon', async () => {
    await ask({ interfaced_subnets: [] });
    const statements = await world.queries.during(() => ask({ interfaced_subnets: [] }));
    expect(statements.filter((sql) => /^\s*(UPDATE|INSERT|DELETE)/i.test(sql) && !/_keys/.test(sql))).toHaveLength(1);
  });

  test('400: without a name', async () => {
    await addSession(world, await addJob());
    for (const name of ['', undefined]) {
      const { status, body } = await ask({ name });
      expect([status, body.code, body.params]).toEqual([400, 'validation_required', { field: 'name' }]);
    }
    expect((await storedDaemon()).lastSeen).toBeNull();
  });

  test.each<[object, string]>([
    [{ name: '' }, 'validation_empty'],
    [{ interfacedSubnetIds: Array.from({ length: 1001 }, () => randomUUID()) }, 'validation_out_of_range'],
    [{ interfacedSubnets: [{ name: 'x', cidr: '10.0.0.1/24', subnetType: 'Lan' }] }, 'validation_invalid_ip'],
  ])('GraphQL refuses %j: %s', async (fields, code) => {
    const input = { name: 'rack 4', mode: 'daemon_poll', readyForWork: true, ...fields };
    expect((await daemon.refusal(workDocument, { id: daemon.daemonId, input })).code).toBe(code);
  });

  test('401 without a key; 403 for users, for another daemon, on standby; 404 unregistered', async () => {
    const id = await addSession(world, await addJob());
    const readRefusal = async (caller: Pick<DaemonCaller, 'send'>, name = daemon.daemonId) => {
      const { status, body } = await ask({}, caller, name);
      return [status, body.code];
    };
    expect(await readRefusal(world.anonymous)).toEqual([401, 'auth_not_authenticated']);
    expect(await readRefusal(world.owner)).toEqual([403, 'auth_daemon_required']);
    expect(await readRefusal(await world.addDaemon())).toEqual([403, 'daemon_identity_mismatch']);
    const unregisteredDaemon = await world.addDaemon({ isRegistered: false });
    expect(await readRefusal(unregisteredDaemon, unregisteredDaemon.daemonId)).toEqual([404, 'daemon_not_registered']);
    const resting = await world.addDaemon({ standby: true });
    expect(await readRefusal(resting, resting.daemonId)).toEqual([403, 'daemon_standby']);
    expect((await storedSession(id))!.phase).toBe('Pending');
  });

  test('starting a run wakes a daemon on standby, which then takes it', async () => {
    const resting = await world.addDaemon({ standby: true });
    const job = await addDiscovery(world, resting.daemonId, world.networkId);
    await world.member.rest.post('/discovery/start-session', job);
    const { status, body } = await ask({}, resting, resting.daemonId);
    expect([status, body.data[0].discovery_id]).toEqual([200, job]);
  });
});

describe('full scans', () => {
  const every = (full_scan_interval: unknown) => ({ full_scan_interval });
  /** Whether the next run is a full scan, for a job with this flag, these settings and this number of ended runs. */
  const cases: readonly (readonly [force: boolean, settings: object, endedRuns: number, isFullScan: boolean])[] = [
    // Without an interval, the first run and each third run.
    ...[true, false, true, false, false, true].map((isFull, ended) => [false, {}, ended, isFull] as const),
    ...[true, false, true, false].map((isFull, ended) => [false, every(null), ended, isFull] as const),
    ...[true, false, true].map((isFull, ended) => [false, every('often'), ended, isFull] as const),
    ...[0, 1, 2, 6].map((ended) => [false, every(0), ended, false] as const),
    ...[0, 1, 2, 6].map((ended) => [false, every(1), ended, true] as const),
    ...[true, true, false, true, false].map((isFull, ended) => [false, every(2), ended, isFull] as const),
    ...[true, false, false, false, true, false].map((isFull, ended) => [false, every(5), ended, isFull] as const),
    ...[0, 1, 2].flatMap((ended) => [{}, every(0), every(5)].map((one) => [true, one, ended, true] as const)),
    ...[1, 2].map((ended) => [false, { ...every(0), is_full_scan: true }, ended, true] as const),
    [false, { ...every(5), is_full_scan: false }, 0, true],
  ];
  const withMember = generations.filter((generation) => since(generation, 'B'));

  test.each(withMember)('%s: the given work says whether the run is a full scan', async (generation) => {
    const details = { host_id: daemon.hostId, subnet_ids: null, host_naming_fallback: 'Ip' };
    for (const [forceFullScan, settings, scanCount, isFullScan] of cases) {
      const scan_settings = { scan_rate_pps: 7, ...settings };
      const fields = { forceFullScan, scanCount, discoveryDetails: { ...details, scan_settings } };
      const job = await addDiscovery(world, daemon.daemonId, world.networkId, fields);
      expect((await world.member.rest.post('/discovery/start-session', job)).status).toBe(200);
      const [work] = (await ask({ version: versionOf[generation] })).body.data;
      const given = { discovery_id: work.discovery_id, settings: work.discovery_type.scan_settings };
      expect([forceFullScan, settings, scanCount, given]).toEqual([
        ...[forceFullScan, settings, scanCount],
        { discovery_id: job, settings: { ...scan_settings, is_full_scan: isFullScan } },
      ]);
      expect((await update(work.session_id, { phase: 'Complete' })).status).toBe(200);
      const stored = await world.prisma.discovery.findUniqueOrThrow({ where: { id: job } });
      // The flag stays after a forced run, and the settings of the job do not change.
      expect(stored).toMatchObject({ ...fields, scanCount: scanCount + 1 });
    }
  });

  test('a scan of single hosts has no such setting', async () => {
    const job = await addDiscovery(world, daemon.daemonId, world.networkId, {
      discoveryType: 'Rescan',
      forceFullScan: true,
      discoveryDetails: {
        host_id: daemon.hostId!,
        target_host_ids: [daemon.hostId!],
        ips: ['10.0.0.1'],
        scan_settings: {},
      },
    });
    await world.member.rest.post('/discovery/start-session', job);
    const [work] = (await ask()).body.data;
    expect(work.discovery_type.scan_settings).toEqual({});
  });
});

describe('update', () => {
  test('200: progress is stored from the start to the record of the run', async () => {
    const job = await addJob();
    const startedData = (await world.member.rest.post('/discovery/start-session', job)).body.data;
    const [session] = (await ask()).body.data;
    expect(session.session_id).toBe(startedData.session_id);
    const id = session.session_id as string;
    const { status, body } = await update(id, { ...session, phase: 'Started', daemon_version: '1.2.3' });
    expect([status, body.data]).toEqual([200, null]);
    await update(id, { phase: 'Scanning', progress: 45, hosts_discovered: 2, warnings: ['slow'] });
    const active = (await world.viewer.rest.get('/discovery/active-sessions')).body.data;
    expect(active).toContainEqual(
      expect.objectContaining({ session_id: id, phase: 'Scanning', progress: 45, warnings: ['slow'] }),
    );
    const input = { phase: 'Complete', hostsDiscovered: 3, scanned: { hostIds: [daemon.hostId] } };
    expect((await daemon.query(reportDocument, { id, input })).reportDiscoverySession).toBe(id);
    const [record] = (await world.viewer.rest.get(`/discovery?daemon_id=${daemon.daemonId}&historical=true`)).body.data;
    expect(record).toMatchObject({
      name: 'Unified — North',
      run_type: {
        type: 'Historical',
        results: { session_id: id, phase: 'Complete', progress: 100, hosts_discovered: 3 },
      },
    });
    expect(JSON.stringify(record)).not.toContain('host_ids');
    const host = (await world.viewer.rest.get(`/hosts/${daemon.hostId}`)).body.data;
    expect([host.first_discovery_id, host.last_discovery_id]).toEqual([record.id, record.id]);
    expect((await world.viewer.rest.get(`/discovery/${job}`)).body.data.scan_count).toBe(1);
  });

  test('200: rows of other networks that a report names are not changed', async () => {
    const id = await addSession(world, await addJob(), { phase: 'Scanning' });
    const far = await world.prisma.host.create({ data: { name: 'far', networkId: world.otherNetworkId } });
    await update(id, { phase: 'Complete', scanned: { host_ids: [far.id, randomUUID()] } });
    expect(await world.prisma.host.findUniqueOrThrow({ where: { id: far.id } })).toEqual(far);
  });

  test('200: a session that the server has lost is created again under its id', async () => {
    const [job, id] = [await addJob(), randomUUID()];
    expect((await update(id, { phase: 'Scanning', discovery_id: job, progress: 10 })).status).toBe(200);
    expect(await storedSession(id)).toMatchObject({ phase: 'Scanning', progress: 10, daemonId: daemon.daemonId });
  });

  test.each<[object, string]>([
    [{ phase: 'Pending' }, 'validation_invalid_format'],
    [{ progress: 101 }, 'validation_out_of_range'],
    [{ hostsDiscovered: -1 }, 'validation_out_of_range'],
    [{ daemonVersion: 'x'.repeat(101) }, 'validation_max_length'],
    [{ scanned: { hostIds: ['x'] } }, 'validation_invalid_format'],
  ])('GraphQL refuses %j: %s', async (fields, code) => {
    const id = await addSession(world, await addJob(), { phase: 'Started' });
    const input = { phase: 'Scanning', ...fields };
    expect((await daemon.refusal(reportDocument, { id, input })).code).toBe(code);
    expect((await storedSession(id))!.phase).toBe('Started');
  });

  test('400: without a phase', async () => {
    const id = await addSession(world, await addJob(), { phase: 'Started' });
    const { status, body } = await update(id, { phase: null });
    expect([status, body.code, body.params]).toEqual([400, 'validation_required', { field: 'phase' }]);
  });

  test('401 without a key, 403 for users and for another daemon’s run', async () => {
    const id = await addSession(world, await addJob(), { phase: 'Started' });
    const readRefusal = async (caller: Pick<DaemonCaller, 'rest'>) => {
      const { status, body } = await update(id, { phase: 'Scanning' }, caller);
      return [status, body.code];
    };
    const other = await world.addDaemon();
    expect(await readRefusal(world.anonymous)).toEqual([401, 'auth_not_authenticated']);
    expect(await readRefusal(world.key)).toEqual([403, 'auth_daemon_required']);
    expect(await readRefusal(other)).toEqual([403, 'daemon_identity_mismatch']);
    const input = { phase: 'Scanning' };
    expect((await other.refusal(reportDocument, { id, input })).code).toBe('daemon_identity_mismatch');
    expect((await storedSession(id))!.phase).toBe('Started');
  });
});
