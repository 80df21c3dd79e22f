// Tests of writing discoveries over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { addDaemon, addDiscovery, addFinishedRun, addSession } from '../../support/discovery-rows';
import { invalidSchedules } from '../../support/invalid-schedules';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
let daemon: { id: string; hostId: string };
let farDaemon: { id: string; hostId: string };
let subnetId: string;
let farSubnetId: string;
let tagId: string;
const addSubnet = async (networkId: string, cidr: string) =>
  (await world.prisma.subnet.create({ data: { networkId, cidr, name: cidr, subnetType: 'Lan' } })).id;
beforeAll(async () => {
  world = await createWorld();
  daemon = await addDaemon(world, world.networkId);
  farDaemon = await addDaemon(world, world.otherNetworkId);
  subnetId = await addSubnet(world.networkId, '10.1.0.0/24');
  farSubnetId = await addSubnet(world.otherNetworkId, '10.2.0.0/24');
  const tag = { name: randomUUID(), organizationId: world.organizationId };
  tagId = (await world.prisma.tag.create({ data: tag })).id;
});
afterAll(() => world.close());

const unifiedType = (fields: object = {}) => ({ type: 'Unified', host_id: daemon.hostId, ...fields });
const weekly = (fields: object = {}) => ({ type: 'Scheduled', cron_schedule: '0 0 0 * * 0', ...fields });
const bodyOf = (fields: object = {}) => ({
  name: 'Campus',
  network_id: world.networkId,
  daemon_id: daemon.id,
  discovery_type: unifiedType(),
  run_type: { type: 'AdHoc' },
  tags: [],
  ...fields,
});
const create = async (fields: object = {}) => {
  const reply = await world.member.rest.post('/discovery', bodyOf(fields));
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const put = (id: string, fields: object = {}, caller: Caller = world.member) =>
  caller.rest.put(`/discovery/${id}`, bodyOf(fields));
const get = async (id: string) => (await world.viewer.rest.get(`/discovery/${id}`)).body.data;
const nextRunOf = async (id: string) => (await world.prisma.discovery.findUniqueOrThrow({ where: { id } })).nextRun;
const updateDocument = `mutation($id: UUID!, $input: UpdateDiscoveryInput!) {
  updateDiscovery(id: $id, input: $input) { name forceFullScan tagIds runType { type cronSchedule enabled timezone } } }`;

describe('200', () => {
  test('a created discovery has every field of the contract', async () => {
    const type = unifiedType({
      subnet_ids: [subnetId, subnetId],
      host_naming_fallback: 'Ip',
      scan_settings: { rate: 5 },
    });
    const run_type = weekly({ timezone: 'Europe/Berlin', enabled: true });
    const fields = { discovery_type: type, run_type, force_full_scan: true, tags: [tagId, tagId] };
    const { status, body } = await world.key.rest.post('/discovery', bodyOf(fields));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: 'Campus',
      network_id: world.networkId,
      daemon_id: daemon.id,
      discovery_type: { ...type, subnet_ids: [subnetId] },
      run_type: { ...run_type, last_run: null },
      force_full_scan: true,
      scan_count: 0,
      tags: [tagId],
    });
    expect(await get(body.data.id)).toEqual(body.data);
    // The next run is at midnight on a Sunday in Berlin, when it is still Saturday in UTC.
    const next = (await nextRunOf(body.data.id))!;
    expect(next.getTime()).toBeGreaterThan(Date.now());
    expect([next.getUTCDay(), next.getUTCMinutes()]).toEqual([6, 0]);
  });

  test('integration targets are the credentials of the network and of hosts, with the addresses of hosts', async () => {
    const { prisma, networkId, organizationId } = world;
    const addCredential = async (isDefault = false) => {
      const data = { organizationId, name: randomUUID(), credentialType: 'SnmpV2c' as const, isDefault };
      return (await prisma.credential.create({ data: { ...data, secrets: Buffer.from('sealed') } })).id;
    };
    const ofNetwork = await addCredential();
    const ofHost = await addCredential();
    const ofOwnHost = await addCredential();
    const usual = await addCredential(true);
    const { id: hostId } = await prisma.host.create({ data: { networkId, name: 'switch' } });
    const loopbackId = await addSubnet(networkId, '127.0.0.0/8');
    await prisma.ipAddress.createMany({
      data: [
        { networkId, hostId, subnetId, subnetCidr: '10.1.0.0/24', ipAddress: '10.1.0.9', position: 1 },
        { networkId, hostId, subnetId: loopbackId, subnetCidr: '127.0.0.0/8', ipAddress: '127.0.0.1' },
      ],
    });
    await prisma.networkCredential.create({ data: { networkId, organizationId, credentialId: ofNetwork } });
    await prisma.hostCredential.createMany({
      data: [
        { networkId, organizationId, hostId, credentialId: ofHost },
        { networkId, organizationId, hostId: daemon.hostId, credentialId: ofOwnHost },
      ],
    });
    const { id } = await create({ integration_targets: [] });
    expect((await get(id)).integration_targets).toEqual([
      { scope: 'Network', credential_id: ofNetwork, ips: null },
      { scope: 'Network', credential_id: usual, ips: null },
      { scope: 'DaemonHost', credential_id: ofOwnHost, ips: null },
      { scope: 'Hosts', credential_id: ofHost, ips: ['10.1.0.9'] },
    ]);
    const statements = () => world.queries.countNeeded(() => world.viewer.rest.get('/discovery'));
    const before = await statements();
    await create();
    expect(await statements()).toBe(before);
    expect((await get(await addFinishedRun(world, daemon.id, networkId))).integration_targets).toBeNull();
    await prisma.credential.deleteMany({ where: { id: { in: [ofNetwork, ofHost, ofOwnHost, usual] } } });
  });

  test('omitted fields take their defaults', async () => {
    const { discovery_type, run_type, force_full_scan } = await create({ run_type: weekly() });
    expect([discovery_type, run_type, force_full_scan]).toEqual([
      {
        ...unifiedType(),
        subnet_ids: null,
        target_host_id: null,
        ips: null,
        host_naming_fallback: 'BestService',
        scan_settings: {},
      },
      { ...weekly(), enabled: true, timezone: null, last_run: null, results: null },
      false,
    ]);
  });

  test.each([...invalidSchedules, '0 0 0 30 2 *', 'now and then', '99 0 0 * * *'])(
    'the invalid schedule "%s" is stored disabled',
    async (cron_schedule) => {
      const createdDiscovery = await create({ run_type: weekly({ cron_schedule, enabled: true }) });
      expect(createdDiscovery.run_type).toMatchObject({ cron_schedule, enabled: false });
      expect(await nextRunOf(createdDiscovery.id)).toBeNull();
      expect((await put(createdDiscovery.id, { run_type: weekly() })).body.data.run_type.enabled).toBe(true);
      expect(await nextRunOf(createdDiscovery.id)).not.toBeNull();
    },
  );

  test('the response of GET can be sent back with PUT, for every run type', async () => {
    for (const run_type of [weekly({ timezone: 'UTC' }), { type: 'AdHoc' }]) {
      const createdDiscovery = await create({ run_type, tags: [tagId] });
      const { status, body } = await world.member.rest.put(`/discovery/${createdDiscovery.id}`, createdDiscovery);
      expect([status, body.data]).toEqual([200, { ...createdDiscovery, updated_at: body.data.updated_at }]);
    }
  });

  test('an unchanged schedule keeps its next run; a changed or disabled one does not', async () => {
    const { id } = await create({ run_type: weekly() });
    const dueAt = new Date(Date.now() - 60_000);
    await world.prisma.discovery.update({ where: { id }, data: { nextRun: dueAt } });
    await put(id, { name: 'Renamed', run_type: weekly() });
    expect(await nextRunOf(id)).toEqual(dueAt);
    await put(id, { run_type: weekly({ enabled: false }) });
    expect(await nextRunOf(id)).toBeNull();
    await put(id, { run_type: weekly({ cron_schedule: '0 30 4 * * *', timezone: 'Asia/Kolkata' }) });
    expect((await nextRunOf(id))!.getUTCHours()).toBe(23);
    expect((await put(id)).body.data.run_type).toMatchObject({ type: 'AdHoc', cron_schedule: null, enabled: null });
    expect(await nextRunOf(id)).toBeNull();
  });

  test('GraphQL changes only the fields in its input', async () => {
    const run_type = weekly({ timezone: 'Europe/Berlin' });
    const { id } = await create({ run_type, tags: [tagId], force_full_scan: true });
    const { updateDiscovery } = await world.member.query(updateDocument, { id, input: { name: 'Night' } });
    expect(updateDiscovery).toEqual({
      name: 'Night',
      forceFullScan: true,
      tagIds: [tagId],
      runType: { type: 'Scheduled', cronSchedule: '0 0 0 * * 0', enabled: true, timezone: 'Europe/Berlin' },
    });
    expect((await world.member.query(updateDocument, { id, input: { tagIds: null } })).updateDiscovery.tagIds).toEqual(
      [],
    );
  });

  test('a discovery moves to a daemon of another network and keeps its tags', async () => {
    const { id } = await create({ tags: [tagId], discovery_type: unifiedType({ subnet_ids: [subnetId] }) });
    const discovery_type = { ...unifiedType({ host_id: farDaemon.hostId }), subnet_ids: [farSubnetId] };
    const otherNetworkInput = { network_id: world.otherNetworkId, daemon_id: farDaemon.id };
    const { status, body } = await put(id, { ...otherNetworkInput, discovery_type, tags: [tagId] });
    expect([status, body.data]).toMatchObject([200, { ...otherNetworkInput, discovery_type, tags: [tagId] }]);
    const movedAnswer = await world.member.query(updateDocument, {
      id,
      input: {
        networkId: world.networkId,
        daemonId: daemon.id,
        discoveryType: { type: 'Unified', hostId: daemon.hostId },
      },
    });
    expect(movedAnswer.updateDiscovery.tagIds).toEqual([tagId]);
  });

  test('a finished run can be deleted, and rows that it saw lose their reference to it', async () => {
    const run = await addFinishedRun(world, daemon.id, world.networkId);
    const seenColumns = { firstDiscoveryId: run, lastDiscoveryId: run };
    const host = await world.prisma.host.create({ data: { name: 'h', networkId: world.networkId, ...seenColumns } });
    expect((await world.member.rest.delete(`/discovery/${run}`)).body.data).toBeNull();
    const { first_discovery_id, last_discovery_id } = (await world.member.rest.get(`/hosts/${host.id}`)).body.data;
    expect([first_discovery_id, last_discovery_id]).toEqual([null, null]);
  });

  test('bulk delete works by REST and GraphQL', async () => {
    const ids = [(await create()).id, (await create()).id, randomUUID()];
    const { body } = await world.member.rest.post('/discovery/bulk-delete', [ids[0], ids[2]]);
    expect(body.data).toEqual({ deleted_count: 1, requested_count: 2 });
    const document = `mutation($ids: [UUID!]!) { deleteDiscoveries(ids: $ids) { deletedCount requestedCount } }`;
    expect((await world.member.query(document, { ids })).deleteDiscoveries).toEqual({
      deletedCount: 1,
      requestedCount: 3,
    });
  });
});

describe('400', () => {
  const long = 'x'.repeat(101);
  const settings = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) });
  test.each<[object, string, object]>([
    [{ name: '' }, 'validation_empty', { field: 'name' }],
    [{ name: long }, 'validation_max_length', { field: 'name', max: 100 }],
    [{ tags: null }, 'validation_required', { field: 'tags' }],
    [{ discovery_type: null }, 'validation_required', { field: 'discovery_type' }],
    [{ discovery_type: { type: 'Unified' } }, 'validation_required', { field: 'discovery_type.host_id' }],
    [{ run_type: { type: 'Sometimes' } }, 'validation_invalid_format', { field: 'run_type.type' }],
    [{ run_type: { type: 'Scheduled' } }, 'validation_required', { field: 'run_type.cron_schedule' }],
    [{ run_type: { type: 'AdHoc', timezone: 'UTC' } }, 'validation_invalid_format', { field: 'run_type.timezone' }],
    [
      { run_type: { type: 'AdHoc', cron_schedule: '0 0 0 * * 0' } },
      'validation_invalid_format',
      { field: 'run_type.cron_schedule' },
    ],
    [{ run_type: { type: 'AdHoc', every: 5 } }, 'validation_invalid_format', { field: 'run_type.every' }],
    [{ run_type: { type: 'Historical' } }, 'discovery_historical_read_only', {}],
  ])('POST and PUT with %j', async (fields, code, params) => {
    const createdDiscovery = await create();
    for (const reply of [
      await world.member.rest.post('/discovery', bodyOf(fields)),
      await put(createdDiscovery.id, fields),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    expect(await get(createdDiscovery.id)).toEqual(createdDiscovery);
  });

  test('invalid schedules and time zones are refused', async () => {
    const createdDiscovery = await create();
    const refusals: [object, string, object][] = [
      [{ cron_schedule: '' }, 'validation_empty', { field: 'run_type.cron_schedule' }],
      [{ cron_schedule: long }, 'validation_max_length', { field: 'run_type.cron_schedule', max: 100 }],
      ...['Mars/Olympus', '', '+02:00', 'Europe'].map((timezone): [object, string, object] => [
        { timezone },
        'validation_invalid_format',
        { field: 'run_type.timezone' },
      ]),
    ];
    for (const [fields, code, params] of refusals) {
      const run_type = weekly(fields);
      for (const reply of [
        await world.member.rest.post('/discovery', bodyOf({ run_type })),
        await put(createdDiscovery.id, { run_type }),
      ])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    }
    const atBound = weekly({ cron_schedule: `00 0 0 ${'1,'.repeat(44)}1 * 0` });
    expect(atBound.cron_schedule).toHaveLength(100);
    expect((await put(createdDiscovery.id, { run_type: atBound })).status).toBe(200);
    const input = { runType: { type: 'Scheduled', cronSchedule: '0 0 0 * * 0', timezone: 'Mars/Olympus' } };
    expect(await world.member.refusal(updateDocument, { id: createdDiscovery.id, input })).toEqual({
      code: 'validation_invalid_format',
      params: { field: 'runType.timezone' },
    });
  });

  test('a host of another daemon, unknown subnets, invalid settings and server-made types are refused', async () => {
    const createdDiscovery = await create();
    const other = await world.prisma.host.create({ data: { name: 'other', networkId: world.networkId } });
    const many = Array.from({ length: 1001 }, () => randomUUID());
    const refusals: [object, string, object][] = [
      [{ host_id: other.id }, 'entity_reference_invalid', { entity: 'Host', field: 'discovery_type.host_id' }],
      [{ host_id: farDaemon.hostId }, 'entity_network_mismatch', { entity: 'Host' }],
      [{ subnet_ids: [subnetId, farSubnetId] }, 'discovery_subnet_network_mismatch', { subnet: farSubnetId }],
      [{ subnet_ids: many }, 'validation_out_of_range', { field: 'discovery_type.subnet_ids', min: 0, max: 1000 }],
      [{ type: 'Rescan' }, 'validation_invalid_format', { field: 'discovery_type.type' }],
      [{ host_naming_fallback: 'Best' }, 'validation_invalid_format', { field: 'discovery_type.host_naming_fallback' }],
      [{ scan_settings: [1] }, 'validation_invalid_format', { field: 'discovery_type.scan_settings' }],
      [
        { scan_settings: settings(10_001) },
        'validation_max_length',
        { field: 'discovery_type.scan_settings', max: 10_000 },
      ],
    ];
    for (const [fields, code, params] of refusals) {
      const discovery_type = unifiedType(fields);
      for (const reply of [
        await world.member.rest.post('/discovery', bodyOf({ discovery_type })),
        await put(createdDiscovery.id, { discovery_type }),
      ])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    }
    expect(await get(createdDiscovery.id)).toEqual(createdDiscovery);
    expect(
      (await put(createdDiscovery.id, { discovery_type: unifiedType({ scan_settings: settings(10_000) }) })).status,
    ).toBe(200);
  });

  test('a daemon of another network, or another daemon without a type, is refused', async () => {
    const createdDiscovery = await create();
    for (const reply of [
      await world.member.rest.post('/discovery', bodyOf({ daemon_id: farDaemon.id })),
      await put(createdDiscovery.id, { daemon_id: farDaemon.id }),
      await put(createdDiscovery.id, { network_id: world.otherNetworkId }),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([
        400,
        'entity_network_mismatch',
        { entity: 'Daemon' },
      ]);
    const second = await addDaemon(world, world.networkId);
    expect(
      await world.member.refusal(updateDocument, { id: createdDiscovery.id, input: { daemonId: second.id } }),
    ).toEqual({
      code: 'validation_required',
      params: { field: 'discoveryType' },
    });
    expect(await get(createdDiscovery.id)).toEqual(createdDiscovery);
  });

  test('the record of a finished run is read-only', async () => {
    const run = await addFinishedRun(world, daemon.id, world.networkId);
    const before = await get(run);
    const { status, body } = await put(run);
    expect([status, body.code, body.params]).toEqual([400, 'discovery_historical_read_only', {}]);
    expect(await world.member.refusal(updateDocument, { id: run, input: { name: 'x' } })).toEqual({
      code: 'discovery_historical_read_only',
      params: {},
    });
    expect(await get(run)).toEqual(before);
  });
});

describe('401, 403 and 404', () => {
  test('anonymous callers and Viewers cannot write', async () => {
    const { id } = await create();
    const calls = (caller: World['anonymous']) =>
      Promise.all([
        caller.rest.post('/discovery', bodyOf()),
        caller.rest.put(`/discovery/${id}`, bodyOf()),
        caller.rest.delete(`/discovery/${id}`),
        caller.rest.post('/discovery/bulk-delete', [id]),
      ]);
    for (const reply of await calls(world.anonymous))
      expect([reply.status, reply.body.code]).toEqual([401, 'auth_not_authenticated']);
    for (const reply of await calls(world.viewer))
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_permission_denied']);
  });

  test('a network out of reach is 403; rows out of reach are 404 like missing ones', async () => {
    const { id } = await create();
    const deniedReply = await world.narrowKey.rest.put(
      `/discovery/${id}`,
      bodyOf({ network_id: world.otherNetworkId }),
    );
    expect([deniedReply.status, deniedReply.body.code]).toEqual([403, 'entity_access_denied']);
    const cases: [string, object, string][] = [
      ['Daemon', { daemon_id: farDaemon.id }, farDaemon.id],
      ['Host', { discovery_type: unifiedType({ host_id: farDaemon.hostId }) }, farDaemon.hostId],
      ['Subnet', { discovery_type: unifiedType({ subnet_ids: [farSubnetId] }) }, farSubnetId],
    ];
    for (const [entity, fields, missing] of cases)
      for (const reply of [
        await world.narrowKey.rest.post('/discovery', bodyOf(fields)),
        await put(id, fields, world.narrowKey),
      ])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([
          404,
          'entity_not_found',
          { entity, id: missing },
        ]);
    expect((await put(id, {}, world.stranger)).body.code).toBe('entity_not_found');
    expect((await world.stranger.rest.delete(`/discovery/${id}`)).status).toBe(404);
  });
});

describe('409', () => {
  test('an outdated state is refused', async () => {
    const createdDiscovery = await create();
    const stale = { expected_updated_at: '2001-01-01T00:00:00Z' };
    const { status, body } = await put(createdDiscovery.id, stale);
    expect([status, body.code, body.params]).toEqual([
      409,
      'entity_changed',
      { entity: 'Discovery', id: createdDiscovery.id },
    ]);
    expect((await put(createdDiscovery.id, { expected_updated_at: createdDiscovery.updated_at })).status).toBe(200);
  });

  test('a discovery with an active session cannot be deleted, alone or with others', async () => {
    const idle = (await create()).id;
    const id = await addDiscovery(world, daemon.id, world.networkId);
    await addSession(world, id);
    const inUseError = ['entity_in_use', { entity: 'Discovery', id, used_by: 'DiscoverySession' }];
    const alone = await world.member.rest.delete(`/discovery/${id}`);
    expect([alone.status, alone.body.code, alone.body.params]).toEqual([409, ...inUseError]);
    const among = await world.member.rest.post('/discovery/bulk-delete', [idle, id]);
    expect([among.status, among.body.code, among.body.params]).toEqual([409, ...inUseError]);
    const { code, params } = await world.member.refusal(`mutation($id: UUID!) { deleteDiscovery(id: $id) }`, { id });
    expect([code, params]).toEqual(inUseError);
    expect((await get(idle)).id).toBe(idle);
  });
});
