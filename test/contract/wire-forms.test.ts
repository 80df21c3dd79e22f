// Tests the formats that all REST operations share: arrays in a query, unversioned paths, the envelope, and empty
// texts.
import { fillOrganization } from '../support/populate';
import { createWorld, type World } from '../support/world';

let world: World;
let hostIds: string[];
beforeAll(async () => {
  world = await createWorld();
  const filledOrganization = await fillOrganization(world.prisma, world.organizationId);
  await filledOrganization.fillNetwork(world.networkId);
  await filledOrganization.fillNetwork(world.otherNetworkId);
  const { body } = await world.key.rest.get('/hosts?limit=0');
  hostIds = (body.data as { id: string }[]).map(({ id }) => id);
  if (hostIds.length < 2) throw new Error('these tests need two hosts');
});
afterAll(() => world.close());

const idsAt = async (path: string) =>
  ((await world.key.rest.get(path)).body.data as { id: string }[]).map(({ id }) => id).sort();

describe('arrays in a query', () => {
  test.each([
    ['repeated', (one: string, other: string) => `ids=${one}&ids=${other}`],
    ['comma-joined', (one: string, other: string) => `ids=${one},${other}`],
    ['both at once', (one: string, other: string) => `ids=${one},${other}&ids=${one}`],
    ['with empty items', (one: string, other: string) => `ids=,${one},,${other},`],
  ])('%s', async (_form, query) => {
    const [one, other] = hostIds as [string, string];
    expect(await idsAt(`/hosts?${query(one, other)}`)).toEqual([one, other].sort());
  });

  test('of one row, and of a missing row', async () => {
    expect(await idsAt(`/hosts?ids=${hostIds[0]}`)).toEqual([hostIds[0]]);
    const { status, body } = await world.key.rest.get(`/hosts?ids=${hostIds[0]},nothing`);
    expect([status, body.code, body.params.field]).toEqual([
      400,
      'validation_invalid_format',
      expect.stringMatching(/^ids/),
    ]);
  });
});

describe.each(['hosts', 'services'])('the alias /api/%s', (name) => {
  test.each(['', '?limit=1&offset=1', '?order_by=created_at&order_direction=desc', '?limit=0'])(
    'answers as the list does: %s',
    async (query) => {
      const [alias, list] = [
        await world.key.send('GET', `/api/${name}${query}`),
        await world.key.rest.get(`/${name}${query}`),
      ];
      expect([alias.status, alias.body]).toEqual([200, list.body]);
      expect(alias.body.data.length).toBeGreaterThan(0);
    },
  );

  test('refuses what the list refuses, and writes', async () => {
    expect((await world.anonymous.send('GET', `/api/${name}`)).status).toBe(401);
    const unknown = await world.key.send('GET', `/api/${name}?colour=red`);
    expect([unknown.status, unknown.body.params]).toEqual([400, { field: 'colour' }]);
    const write = await world.key.send('POST', `/api/${name}`, { body: {} });
    expect([write.status, write.body.code]).toEqual([405, 'method_not_allowed']);
  });
});

test('dependencies, as groups were once called, are read as groups are, and written nowhere', async () => {
  for (const query of ['', '?limit=0', `?network_id=${world.networkId}&order_by=name&limit=1`, '?limit=1001', '?x=1']) {
    const [groups, former] = [
      await world.key.rest.get(`/groups${query}`),
      await world.key.rest.get(`/dependencies${query}`),
    ];
    expect([query, former.status, former.body]).toEqual([query, groups.status, groups.body]);
  }
  expect((await world.key.rest.get('/dependencies')).body.data.length).toBeGreaterThan(0);
  expect((await world.anonymous.rest.get('/dependencies')).status).toBe(401);
  const write = await world.key.rest.post('/dependencies', {});
  expect([write.status, write.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

describe('the envelope', () => {
  const versions = { api_version: 1, server_version: expect.any(String) };

  test('of a list has pagination, that of one row has none', async () => {
    const list = (await world.key.rest.get('/hosts?limit=1')).body;
    const pagination = { total_count: hostIds.length, limit: 1, offset: 0, has_more: true };
    expect(list).toEqual({ success: true, data: [expect.anything()], meta: { ...versions, pagination } });
    const one = (await world.key.rest.get(`/hosts/${hostIds[0]}`)).body;
    expect(one).toEqual({ success: true, data: expect.objectContaining({ id: hostIds[0] }), meta: versions });
  });

  test('has null as data if there is no result, and params if there is an error', async () => {
    const vlan = {
      name: 'short-lived',
      network_id: world.networkId,
      organization_id: world.organizationId,
      vlan_number: 3999,
      description: '',
    };
    const createdData = (await world.key.rest.post('/vlans', vlan)).body.data;
    // The service returns an empty text as null, and a member without a value is still present.
    expect(createdData).toMatchObject({ description: null, valid_to: null, last_discovery_id: null });
    expect((await world.key.rest.delete(`/vlans/${createdData.id}`)).body).toEqual({
      success: true,
      data: null,
      meta: versions,
    });
    const removedBody = (await world.key.rest.get(`/vlans/${createdData.id}`)).body;
    const error = { success: false, error: expect.any(String), code: 'entity_not_found' };
    expect(removedBody).toEqual({ ...error, params: { entity: 'VLAN', id: createdData.id }, meta: versions });
    const { params } = (await world.anonymous.send('GET', '/api/v1/vlans')).body;
    expect(params).toEqual({});
  });
});
