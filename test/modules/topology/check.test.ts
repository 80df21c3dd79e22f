// Checks over REST and GraphQL: rules as both APIs write them, which checks are refused, and who may read and write
// checks of which networks.
import { randomUUID } from 'node:crypto';
import type { Client, Reply } from '../../support/client';
import { createWorld, type Caller, type World } from '../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

let world: World;
let hostId: string;
let otherHostId: string;
let vlanId: string;
/** A Member who can access only the first network. */
let one: Caller;
/** An Admin's API key for the first network only. */
let narrowAdmin: Caller;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, otherNetworkId, organizationId, admin } = world;
  const addHost = async (network: string) =>
    (await prisma.host.create({ data: { networkId: network, name: `host ${randomUUID()}` } })).id;
  [hostId, otherHostId] = [await addHost(networkId), await addHost(otherNetworkId)];
  vlanId = (await prisma.vlan.create({ data: { networkId, organizationId, name: 'v', vlanNumber: 7 } })).id;
  one = await world.addUser('Member', [networkId]);
  narrowAdmin = await world.addKey(admin, { permissions: 'Admin', networkIds: [networkId] });
});
afterEach(() => world.prisma.check.deleteMany({ where: { organizationId: world.organizationId } }));
afterAll(() => world.close());

const errorFacts = ({ status, body }: Reply) => [status, body.code, body.params];
const plain = { type: 'NoAddressTwice' };

async function create(caller: Client, more: object = {}): Promise<Json> {
  const check = { name: `check ${randomUUID()}`, network_ids: [world.networkId], rule: plain, ...more };
  const { status, body, story } = await caller.rest.post('/checks', check);
  if (status !== 200) throw new Error(story);
  return body.data;
}
const creation = (caller: Client, more: object) =>
  caller.rest.post('/checks', { name: 'c', network_ids: [world.networkId], rule: plain, ...more });

/** Rules with parameters of every type. */
const rules = (): Json[] => [
  plain,
  { type: 'SurvivesAnyFailure', root_host_ids: [hostId] },
  { type: 'UplinksToDifferentDevices', count: 2 },
  { type: 'VlanOnExactlyThesePorts', vlan_id: vlanId, interface_ids: [] },
  { type: 'LinkEndsAgree', properties: ['Speed', 'Mtu'] },
  { type: 'CablesAsAtBaseline', at: '2026-01-31T12:00:00.000Z' },
  {
    type: 'ServiceRequired',
    service: { category: 'DNS', definition: null, port: { number: 53, protocol: 'Udp' } },
  },
  { type: 'WayExists', view: 'L3Logical', from_host_id: hostId, to_host_id: hostId, max_hops: 3 },
];

test('a rule is an object with its type in REST, and one member in GraphQL; what is read can be written back', async () => {
  for (const rule of rules()) {
    const check = await create(world.member, { rule, selection: { roles: ['Switch'], host_ids: [hostId] } });
    const ruleWithoutNulls = Object.fromEntries(
      Object.entries(check.rule as Json).filter(([, value]) => value !== null),
    );
    expect(ruleWithoutNulls).toEqual(rule);
    expect(check.selection).toEqual({ roles: ['Switch'], host_ids: [hostId], tag_ids: null, subnet_ids: null });
    const { name, severity, network_ids, selection } = check;
    const back = { name, severity, network_ids, selection, rule: check.rule };
    const put = await world.member.rest.put(`/checks/${check.id}`, back);
    expect([put.status, put.body.data?.rule, put.body.data?.selection]).toEqual([200, check.rule, check.selection]);
  }
  const input = {
    name: 'g',
    networkIds: [world.networkId],
    rule: { wayExists: { view: 'L2Physical', fromHostId: hostId, toHostId: hostId } },
  };
  const document = `mutation ($input: CreateCheckInput!) { createCheck(input: $input) {
    kind severity enabled allNetworks isMuted networkIds rule { type view fromHostId maxHops count } } }`;
  expect((await world.member.query(document, { input })).createCheck).toEqual({
    ...{ kind: 'WayExists', severity: 'Warning', enabled: true, allNetworks: false, isMuted: false },
    networkIds: [world.networkId],
    rule: { type: 'WayExists', view: 'L2Physical', fromHostId: hostId, maxHops: null, count: null },
  });
});

test('a rule that is incomplete, unknown or of two kinds is refused, and the error names the member', async () => {
  const refused: [Json, string, Json][] = [
    [{ type: 'NoSuchKind' }, 'validation_invalid_format', { field: 'rule.type' }],
    [{}, 'validation_invalid_format', { field: 'rule' }],
    [{ noAddressTwice: true }, 'validation_invalid_format', { field: 'rule' }],
    [
      { type: 'UplinksToDifferentDevices' },
      'validation_required',
      { field: 'rule.uplinks_to_different_devices.count' },
    ],
    [
      { type: 'UplinksToDifferentDevices', count: 17 },
      'validation_out_of_range',
      { field: 'rule.uplinks_to_different_devices.count', min: 1, max: 16 },
    ],
    [
      { type: 'UplinksToDifferentDevices', count: 2, hours: 3 },
      'validation_invalid_format',
      { field: 'rule.uplinks_to_different_devices.hours' },
    ],
    [
      { type: 'SurvivesAnyFailure', root_host_ids: Array.from({ length: 51 }, () => hostId) },
      'validation_out_of_range',
      { field: 'rule.survives_any_failure.root_host_ids', min: 0, max: 50 },
    ],
  ];
  for (const [rule, code, params] of refused)
    expect(errorFacts(await creation(world.member, { rule }))).toEqual([400, code, params]);
  const withRule = (rule: Json) =>
    world.member.graphql(
      'query ($networkId: UUID!, $rule: CheckRuleInput!) { testCheck(networkId: $networkId, rule: $rule) { state } }',
      { networkId: world.networkId, rule },
    );
  for (const rule of [{}, { noAddressTwice: true, noMacAtTwoMachines: true }, { noAddressTwice: false }])
    expect((await withRule(rule)).body.errors).toHaveLength(1);
});

test('rows that a rule or selection names are visible, and of the only network of the check', async () => {
  const roots = (...ids: string[]) => ({ type: 'SurvivesAnyFailure', root_host_ids: ids });
  const { networkId, otherNetworkId, member } = world;
  const missing = randomUUID();
  const refused: [object, Json][] = [
    [{ rule: roots(missing) }, [404, 'entity_not_found', { entity: 'Host', id: missing }]],
    [{ rule: roots(otherHostId) }, [400, 'entity_network_mismatch', { entity: 'Host' }]],
    [
      { rule: roots(hostId), network_ids: [networkId, otherNetworkId] },
      [400, 'check_needs_one_network', { field: 'rule.survives_any_failure.root_host_ids' }],
    ],
    [
      { selection: { host_ids: [hostId] }, network_ids: [networkId, otherNetworkId] },
      [400, 'check_needs_one_network', { field: 'selection.host_ids' }],
    ],
    [{ network_ids: [] }, [400, 'validation_required', { field: 'network_ids' }]],
    [{ network_ids: undefined }, [400, 'validation_required', { field: 'network_ids' }]],
  ];
  for (const [more, facts] of refused) expect(errorFacts(await creation(member, more))).toEqual(facts);
  // A Member of the first network gets the same error for a host of the other network as for one that does not exist.
  expect(errorFacts(await creation(one, { rule: roots(otherHostId) }))).toEqual([
    404,
    'entity_not_found',
    { entity: 'Host', id: otherHostId },
  ]);
  // The stored rule of this check names a host of one network. So updates that give the check other networks are
  // refused.
  const { id } = await create(member, { rule: roots(hostId) });
  const update = 'mutation ($id: UUID!, $input: UpdateCheckInput!) { updateCheck(id: $id, input: $input) { id } }';
  const toOtherNetwork = { id, input: { networkIds: [otherNetworkId] } };
  expect(await member.refusal(update, toOtherNetwork)).toMatchObject({ code: 'entity_network_mismatch' });
  const everywhere = { id, input: { allNetworks: true } };
  expect(await world.admin.refusal(update, everywhere)).toMatchObject({ code: 'check_needs_one_network' });
  const tag = await world.prisma.tag.create({ data: { organizationId: world.organizationId, name: randomUUID() } });
  const tagged = { rule: { type: 'NothingNewWithoutTag', since: '2026-01-01T00:00:00.000Z', tag_ids: [tag.id] } };
  expect((await create(member, { ...tagged, network_ids: [networkId, otherNetworkId] })).rule.tag_ids).toEqual([
    tag.id,
  ]);
});

test('callers write checks of networks that they all reach, and Admins of all networks those of all', async () => {
  const { networkId, otherNetworkId, member, viewer, admin, stranger, narrowKey } = world;
  const both = [networkId, otherNetworkId];
  const denied = (id: string) => [403, 'entity_access_denied', { entity: 'Network', id }];
  expect(errorFacts(await creation(viewer, {}))[1]).toBe('auth_permission_denied');
  expect(errorFacts(await creation(one, { network_ids: both }))).toEqual(denied(otherNetworkId));
  expect(errorFacts(await creation(member, { network_ids: [world.strangerNetworkId] }))).toEqual(
    denied(world.strangerNetworkId),
  );
  for (const caller of [member, narrowAdmin])
    expect(errorFacts(await creation(caller, { network_ids: undefined, all_networks: true }))).toEqual([
      403,
      'auth_permission_denied',
      { action: 'createCheck', required: 'Admin of every network' },
    ]);
  expect(errorFacts(await creation(admin, { all_networks: true }))).toEqual([
    400,
    'validation_invalid_format',
    { field: 'network_ids' },
  ]);
  const ofBoth = await create(member, { network_ids: both });
  const ofOther = await create(member, { network_ids: [otherNetworkId] });
  const ofAll = await create(admin, { network_ids: undefined, all_networks: true });
  // Callers who can access only one network read the checks that apply to this network, without the ids of other
  // networks.
  for (const caller of [one, narrowKey, narrowAdmin]) {
    const { data } = (await caller.rest.get('/checks')).body;
    expect(data.map((row: Json) => [row.id, row.network_ids])).toEqual([
      [ofBoth.id, [networkId]],
      [ofAll.id, []],
    ]);
    expect((await caller.rest.get(`/checks/${ofOther.id}`)).status).toBe(404);
  }
  expect((await viewer.rest.get('/checks')).body.data).toHaveLength(3);
  expect((await stranger.rest.get('/checks')).body.data).toEqual([]);
  // The requests that change a check, which need access to all networks of the check.
  const writes = (id: string): ((caller: Client) => Promise<Reply>)[] => [
    (caller) => caller.rest.put(`/checks/${id}`, { name: 'x', rule: plain }),
    (caller) => caller.rest.post(`/checks/${id}/mute`, { until: '2999-01-01T00:00:00Z' }),
    (caller) => caller.rest.post(`/checks/${id}/unmute`),
    (caller) => caller.rest.delete(`/checks/${id}`),
    (caller) => caller.rest.post('/checks/bulk-delete', [id]),
  ];
  for (const caller of [one, narrowAdmin]) {
    for (const write of writes(ofBoth.id))
      expect(errorFacts(await write(caller))).toEqual([
        403,
        'entity_access_denied',
        { entity: 'Check', id: ofBoth.id },
      ]);
    for (const write of writes(ofAll.id)) expect(errorFacts(await write(caller))[1]).toBe('auth_permission_denied');
    for (const write of writes(ofOther.id).slice(0, 4)) expect((await write(caller)).status).toBe(404);
  }
  expect((await stranger.rest.post('/checks/bulk-delete', [ofBoth.id])).body.data.deleted_count).toBe(0);
  expect(await world.prisma.check.count({ where: { id: { in: [ofBoth.id, ofAll.id, ofOther.id] } } })).toBe(3);
  const deleted = await admin.rest.post('/checks/bulk-delete', [ofBoth.id, ofAll.id, ofOther.id, randomUUID()]);
  expect(deleted.body.data).toEqual({ deleted_count: 3, requested_count: 4 });
});

test('a change of the networks replaces them, and a list of networks ends "all"', async () => {
  const { networkId, otherNetworkId, admin } = world;
  const { id } = await create(admin, { network_ids: undefined, all_networks: true });
  const update = `mutation ($id: UUID!, $input: UpdateCheckInput!) {
    updateCheck(id: $id, input: $input) { allNetworks networkIds } }`;
  const after = async (input: object) => (await admin.query(update, { id, input })).updateCheck;
  expect(await after({ name: 'n' })).toEqual({ allNetworks: true, networkIds: [] });
  expect(await after({ networkIds: [networkId] })).toEqual({ allNetworks: false, networkIds: [networkId] });
  const both = [networkId, otherNetworkId].sort();
  expect(await after({ networkIds: both })).toEqual({ allNetworks: false, networkIds: both });
  expect(await after({ allNetworks: true })).toEqual({ allNetworks: true, networkIds: [] });
  const stale = { id, input: { name: 'm', expectedUpdatedAt: '2020-01-01T00:00:00Z' } };
  expect(await admin.refusal(update, stale)).toMatchObject({ code: 'entity_changed' });
});

test('a check is muted until a time, with a reason and the user who did it', async () => {
  const { id } = await create(one);
  const past = await one.rest.post(`/checks/${id}/mute`, { until: '2020-01-01T00:00:00Z' });
  expect(errorFacts(past)).toEqual([400, 'validation_time_past', { field: 'until' }]);
  const muted = await one.rest.post(`/checks/${id}/mute`, { until: '2999-01-01T00:00:00Z', reason: 'rebuilt' });
  expect(muted.body.data).toMatchObject({
    ...{ is_muted: true, muted_until: '2999-01-01T00:00:00.000Z', muted_reason: 'rebuilt' },
    muted_by_user_id: one.userId,
  });
  const unmuted = await one.rest.post(`/checks/${id}/unmute`);
  expect(unmuted.body.data).toMatchObject({ is_muted: false, muted_until: null, muted_reason: null });
});

test('an organization has a maximum number of checks, those out of reach included', async () => {
  const { organizationId, otherNetworkId: networkId, prisma } = world;
  const ids = Array.from({ length: 500 }, () => randomUUID());
  await prisma.check.createMany({ data: ids.map((id) => ({ id, organizationId, name: 'c', kind: 'NoAddressTwice' })) });
  await prisma.checkNetwork.createMany({ data: ids.map((checkId) => ({ checkId, networkId, organizationId })) });
  expect(errorFacts(await creation(one, {}))).toEqual([409, 'checks_exceeded', { max: 500 }]);
});

test('a check goes with its last network', async () => {
  const { organizationId, owner, networkId } = world;
  const body = { name: 'short', organization_id: organizationId, tags: [] };
  const short = (await owner.rest.post('/networks', body)).body.data.id as string;
  const alone = await create(owner, { network_ids: [short] });
  const withOther = await create(owner, { network_ids: [short, networkId] });
  await owner.rest.delete(`/networks/${short}`);
  expect((await owner.rest.get(`/checks/${alone.id}`)).status).toBe(404);
  expect(await world.prisma.check.count({ where: { id: alone.id } })).toBe(0);
  expect((await owner.rest.get(`/checks/${withOther.id}`)).body.data.network_ids).toEqual([networkId]);
});

test('a rule of a newer version is listed without its kind, and can be replaced', async () => {
  const { organizationId, networkId, prisma, member } = world;
  const { id } = await prisma.check.create({
    data: { organizationId, name: 'n', kind: 'FromTheFuture', rule: { a: 1 } },
  });
  await prisma.checkNetwork.create({ data: { checkId: id, networkId, organizationId } });
  expect((await member.rest.get(`/checks/${id}`)).body.data).toMatchObject({ id, rule: null });
  const timeline = '{ checkTimeline(id: $id, networkId: $networkId, from: "2020-01-01T00:00:00Z") { judgedStates } }';
  const answer = await member.query(`query ($id: UUID!, $networkId: UUID!) ${timeline}`, { id, networkId });
  expect(answer.checkTimeline).toBeNull();
  const renamed = 'mutation ($id: UUID!) { updateCheck(id: $id, input: { name: "m" }) { name kind } }';
  expect((await member.query(renamed, { id })).updateCheck).toEqual({ name: 'm', kind: null });
  const put = await member.rest.put(`/checks/${id}`, { name: 'o', network_ids: [networkId], rule: plain });
  expect(put.body.data.rule.type).toBe('NoAddressTwice');
});

test('writes of checks are audited', async () => {
  const check = await create(one, { severity: 'Critical' });
  await one.rest.post(`/checks/${check.id}/mute`, { until: '2999-01-01T00:00:00Z', reason: 'rebuilt' });
  await one.rest.delete(`/checks/${check.id}`);
  const where = { subjectId: check.id as string };
  const events = await world.prisma.auditEvent.findMany({ where, orderBy: { createdAt: 'asc' } });
  expect(events.map(({ eventType, userId }) => [eventType, userId])).toEqual(
    ['CheckCreated', 'CheckChanged', 'CheckDeleted'].map((type) => [type, one.userId]),
  );
  expect(events[0]!.details).toMatchObject({
    severity: 'Critical',
    kind: 'NoAddressTwice',
    network_ids: [world.networkId],
  });
  expect(events[1]!.details).toMatchObject({ muted_reason: { from: null, to: 'rebuilt' } });
});

test('Prometheus reads whether checks fail, in the networks of the key alone', async () => {
  const { prisma, organizationId, networkId, otherNetworkId } = world;
  const data = { organizationId, name: 'of "both"\nlines', kind: 'NoAddressTwice', allNetworks: true };
  const { id: checkId } = await prisma.check.create({ data });
  const states = [
    [networkId, 'Failing'],
    [otherNetworkId, 'Unknown'],
  ] as const;
  for (const [network, state] of states)
    await prisma.checkVerdict.create({
      data: {
        ...{ checkId, networkId: network, organizationId, state, since: new Date(), sinceIsAtLeast: true },
        ...{ judged: 1, findingCount: 0, acceptedCount: 0 },
      },
    });
  const linesFor = async (caller: Caller) => {
    const { body, headers } = await caller.rest.get('/integrations/prometheus/checks');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    return (body as string).split('\n').filter((line) => line.startsWith('netloom_check_failing{'));
  };
  const name = String.raw`check="of \"both\"\nlines",check_id="${checkId}",severity="Warning",muted="false"`;
  const [ownLine, ...others] = await linesFor(world.narrowKey);
  expect(ownLine).toMatch(/network_id="[^"]*"} 1$/);
  expect(ownLine).toContain(`{${name},network="`);
  expect([ownLine!.includes(networkId), others]).toEqual([true, []]);
  expect((await linesFor(world.key)).map((line) => line.split(' ').at(-1)).sort()).toEqual(['1', 'NaN']);
});
