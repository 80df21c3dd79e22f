// Tests of VLANs and other rows that daemons may create, over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { createWorld, type DaemonCaller, type World } from '../../support/world';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

const report = (vlans: unknown, network_id = world.networkId, caller: Pick<DaemonCaller, 'rest'> = daemon) =>
  caller.rest.post('/vlans/discovery', { network_id, vlans });
const document = `mutation($input: ReportVlansInput!) { reportVlans(input: $input) { vlans { id: vlanId vlanNumber } } }`;
const storedOf = (id: string) => world.prisma.vlan.findUniqueOrThrow({ where: { id } });

describe('reported VLANs', () => {
  test('200: new VLANs are created, all with one time', async () => {
    const { status, body } = await report([
      { vlan_number: 4094, name: 'x'.repeat(100) },
      { vlan_number: 1, name: 'default' },
    ]);
    expect([status, body.data.vlans.map((vlan: { vlan_number: number }) => vlan.vlan_number)]).toEqual([
      200,
      [1, 4094],
    ]);
    const rows = await Promise.all(body.data.vlans.map(({ id }: { id: string }) => storedOf(id)));
    expect(rows[0]).toMatchObject({ name: 'default', sourceType: 'Discovery', organizationId: world.organizationId });
    const times = rows.flatMap((row) => [row.createdAt, row.updatedAt, row.validFrom, row.lastSeenAt].map(Number));
    expect(new Set(times).size).toBe(1);
  });

  test('200: a known VLAN is seen again, a new name replaces the old one, and none is deleted', async () => {
    const manual = (
      await world.member.rest.post('/vlans', {
        name: 'Old name',
        network_id: world.networkId,
        organization_id: world.organizationId,
        vlan_number: 30,
      })
    ).body.data;
    const first = await report([{ vlan_number: 31, name: 'Voice' }]);
    const before = await storedOf(first.body.data.vlans[0].id);
    const { reportVlans } = await daemon.query(document, {
      input: {
        networkId: world.networkId,
        vlans: [
          { vlanNumber: 30, name: 'Wrong name' },
          { vlanNumber: 30, name: 'New name' },
          { vlanNumber: 31, name: 'Voice' },
        ],
      },
    });
    expect(reportVlans.vlans).toEqual([
      { id: manual.id, vlanNumber: 30 },
      { id: before.id, vlanNumber: 31 },
    ]);
    expect(await storedOf(manual.id)).toMatchObject({ name: 'New name', sourceType: 'Manual' });
    const after = await storedOf(before.id);
    expect(after.lastSeenAt.getTime()).toBeGreaterThan(before.lastSeenAt.getTime());
    expect(after.updatedAt).toEqual(after.lastSeenAt);
    expect([after.validFrom, after.createdAt]).toEqual([before.validFrom, before.createdAt]);
    expect((await report([])).body.data).toEqual({ vlans: [] });
    expect((await storedOf(before.id)).lastSeenAt).toEqual(after.lastSeenAt);
  });

  test('200: two simultaneous reports create each VLAN once', async () => {
    const vlans = Array.from({ length: 50 }, (_, at) => ({ vlan_number: 1000 + at, name: `v${at}` }));
    const replies = await Promise.all(Array.from({ length: 4 }, () => report(vlans)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
  });

  test('200: reporting all possible VLANs takes as many statements as one', async () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ vlan_number: at + 1, name: `all ${at}` }));
    const countStatements = (count: number) => world.queries.countNeeded(() => report(of(count)));
    await report(of(4094));
    expect(await countStatements(4094)).toBe(await countStatements(1));
    // The report has more VLANs than can exist. GraphQL refuses it. REST drops the VLANs beyond the limit, because
    // deployed daemons could not handle a refusal.
    expect((await report(of(4095))).body.data.vlans).toHaveLength(4094);
  });

  test.each<[object, string, object]>([
    [{ vlanNumber: 0 }, 'validation_out_of_range', { field: 'vlans.vlanNumber', min: 1, max: 4094 }],
    [{ vlanNumber: 4095 }, 'validation_out_of_range', { field: 'vlans.vlanNumber', min: 1, max: 4094 }],
    [{ name: '' }, 'validation_empty', { field: 'vlans.name' }],
    [{ name: 'x'.repeat(101) }, 'validation_max_length', { field: 'vlans.name', max: 100 }],
  ])('%j is %s in GraphQL, and nothing is written', async (wrong, code, params) => {
    const fresh = { vlanNumber: 3999, name: randomUUID() };
    const vlans = [fresh, { vlanNumber: 2, name: 'x', ...wrong }];
    const refusal = await daemon.refusal(document, { input: { networkId: world.networkId, vlans } });
    expect(refusal).toEqual({ code, params });
    expect(await world.prisma.vlan.count({ where: { name: fresh.name } })).toBe(0);
  });

  test('an invalid VLAN from a daemon by REST is skipped alone, and a long name is cut', async () => {
    const fresh = { vlan_number: 3998, name: randomUUID() };
    const wrong = [
      { vlan_number: 0, name: 'none' },
      { vlan_number: 4095, name: 'reserved' },
      { vlan_number: 3997, name: 'x'.repeat(101) },
    ];
    const { status, body } = await report([fresh, ...wrong]);
    const foundNumbers = body.data.vlans.map((vlan: { vlan_number: number }) => vlan.vlan_number);
    expect([status, foundNumbers]).toEqual([200, [3997, 3998]]);
    const cut = await storedOf(body.data.vlans[0].id);
    expect(cut.name).toBe('x'.repeat(100));
  });

  test("401, 403: anonymous callers, users, another network's daemon, a daemon on standby", async () => {
    expect((await report([], world.networkId, world.anonymous)).status).toBe(401);
    const readRefusal = async (network: string, caller: Pick<DaemonCaller, 'rest'>) => {
      const { status, body } = await report([], network, caller);
      return [status, body.code];
    };
    expect(await readRefusal(world.networkId, world.owner)).toEqual([403, 'auth_daemon_required']);
    expect(await readRefusal(world.otherNetworkId, daemon)).toEqual([403, 'daemon_network_mismatch']);
    expect(await readRefusal(world.strangerNetworkId, daemon)).toEqual([403, 'daemon_network_mismatch']);
    const idle = await world.addDaemon({ standby: true });
    expect(await readRefusal(world.networkId, idle)).toEqual([403, 'daemon_standby']);
  });
});

describe('rows that daemons create like users', () => {
  test('a daemon creates a subnet before its registration; the same subnet again is only seen again', async () => {
    const unregisteredDaemon = await world.addDaemon({ isRegistered: false });
    const subnet = { name: 'Lab', network_id: world.networkId, cidr: '10.88.0.0/24', subnet_type: 'Lan', tags: [] };
    const first = await unregisteredDaemon.rest.post('/subnets', subnet);
    expect([first.status, first.body.data.source]).toEqual([200, { type: 'Discovery' }]);
    const again = await unregisteredDaemon.rest.post('/subnets', { ...subnet, name: 'Other' });
    expect(again.body.data).toMatchObject({ id: first.body.data.id, name: 'Lab' });
    const lastSeenOf = (reply: typeof first) => Date.parse(reply.body.data.last_seen_at);
    expect(lastSeenOf(again)).toBeGreaterThan(lastSeenOf(first));
    expect(again.body.data.valid_from).toBe(first.body.data.valid_from);
    const elsewhere = await unregisteredDaemon.rest.post('/subnets', { ...subnet, network_id: world.otherNetworkId });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'daemon_network_mismatch']);
  });

  test("a daemon creates a host, but cannot assign a user's tags", async () => {
    const host = { name: 'printer', network_id: world.networkId, tags: [] };
    const { status, body } = await daemon.rest.post('/hosts', host);
    expect([status, body.data.source]).toEqual([200, { type: 'Discovery' }]);
    const tag = await world.prisma.tag.create({ data: { name: 'Floor 1', organizationId: world.organizationId } });
    const taggedReply = await daemon.rest.post('/hosts', { ...host, tags: [tag.id] });
    expect([taggedReply.status, taggedReply.body.params]).toEqual([404, { entity: 'Tag', id: tag.id }]);
  });
});
