// Tests the formats that all REST operations share: arrays in a query, unversioned paths, the envelope, and empty
// texts.
import { routes } from '../../src/modules/routes';
import { withNames } from '../../src/rest/other-names';
import type { Reply } from '../support/client';
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
    // An empty text is returned as null. A member that has no value is not omitted: it is null.
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

// A row is plain JSON. The test client checks its form against the OpenAPI document.
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read members of any JSON body
type Row = any;

describe('other names', () => {
  const withoutOtherNames = (text: unknown) => expect(JSON.stringify(text)).not.toMatch(/"site_|dependency_type/);

  test('dependencies are groups, with both names of their type, in every method', async () => {
    const { body: groups } = await world.key.rest.get('/groups?order_by=group_type');
    const { body: dependencies } = await world.key.rest.get('/dependencies?order_by=dependency_type');
    expect(dependencies.data).toEqual(groups.data.map((row: Row) => ({ ...row, dependency_type: row.group_type })));
    expect(dependencies.data.length).toBeGreaterThan(0);
    withoutOtherNames(groups);
    const { network_id, dependency_type, color } = dependencies.data[0];
    const written = {
      dependency_type,
      color,
      name: 'Path to the shop',
      members: { type: 'Services', service_ids: [] },
      tags: [],
    };
    const created = await world.key.rest.post('/dependencies', { ...written, network_id });
    expect([created.status, created.body.data]).toMatchObject([200, { dependency_type }]);
    const at = `/dependencies/${created.body.data.id}`;
    const other = dependency_type === 'HubAndSpoke' ? 'RequestPath' : 'HubAndSpoke';
    const update = { ...written, network_id, dependency_type: other };
    expect((await world.key.rest.put(at, update)).body.data).toMatchObject({ dependency_type: other });
    expect((await world.key.rest.get(at.replace('dependencies', 'groups'))).body.data.group_type).toBe(other);
    const both = await world.key.rest.put(at, { ...update, group_type: dependency_type });
    expect([both.status, both.body.params]).toEqual([400, { field: 'dependency_type' }]);
    const none = await world.key.rest.post('/dependencies', { name: 'a', network_id, color: 'Blue', tags: [] });
    expect([none.status, none.body.params]).toEqual([400, { field: 'dependency_type' }]);
    expect((await world.anonymous.rest.get('/dependencies')).status).toBe(401);
    const csv = await world.key.rest.get('/dependencies/export/csv');
    expect(String(csv.body)).toContain('group_type,dependency_type');
    expect((await world.key.rest.delete(at)).status).toBe(200);
  });

  test('interface entries are interfaces, and sites are networks', async () => {
    for (const [path, other] of [
      ['/interfaces?limit=2', '/if-entries?limit=2'],
      ['/networks?order_by=created_at', '/sites?order_by=created_at'],
      ['/networks/export/csv', '/sites/export/csv'],
      [`/networks/${world.networkId}`, `/sites/${world.networkId}`],
    ] as const) {
      const [documented, answer] = [await world.key.rest.get(path), await world.key.rest.get(other)];
      expect([other, answer.status, answer.body]).toEqual([other, 200, documented.body]);
    }
  });

  test('a caller that sends site_id gets both names in every form, and errors with the name that it sent', async () => {
    const { networkId, key } = world;
    for (const page of ['limit=2', 'limit=0', 'limit=1000&order_by=name']) {
      const { body } = await key.rest.get(`/hosts?network_id=${networkId}&${page}`);
      const { body: both } = await key.rest.get(`/hosts?site_id=${networkId}&${page}`);
      withoutOtherNames(body);
      expect(
        JSON.parse(
          JSON.stringify(both)
            .replaceAll(/"site_id":"[^"]+",?/g, '')
            .replaceAll(',}', '}'),
        ),
      ).toEqual(body);
      expect(both.data[0]).toMatchObject({ site_id: networkId, network_id: networkId });
      expect(both.data[0].ip_addresses.every((row: Row) => row.site_id === networkId)).toBe(true);
    }
    const group = { name: 'Tills', group_type: 'RequestPath', color: 'Blue', tags: [] };
    const created = await key.rest.post('/groups', { ...group, site_id: networkId });
    expect(created.body.data).toMatchObject({ site_id: networkId, network_id: networkId });
    withoutOtherNames((await key.rest.get(`/groups/${created.body.data.id}`)).body);
    for (const [query, field] of [
      ['site_id=nothing', 'site_id'],
      [`site_id=${networkId}&network_id=${world.otherNetworkId}`, 'site_id'],
      ['site_id=&colour=red', 'colour'],
    ]) {
      const { status, body } = await key.rest.get(`/hosts?${query}`);
      expect([query, status, body.params.field]).toEqual([query, 400, field]);
    }
    const refusal = await key.rest.post('/groups', { ...group, site_id: 1 });
    expect([refusal.status, refusal.body.params]).toEqual([400, { field: 'site_id' }]);
  });

  test('two clients, one for networks and one for sites, get the same rows, each in its names', async () => {
    const clients = [
      { path: '/networks', id: 'network_id', ids: 'network_ids' },
      { path: '/sites', id: 'site_id', ids: 'site_ids' },
    ];
    const { key, organizationId } = world;
    const [first, second] = await Promise.all(
      clients.map(async ({ path, id, ids }, at) => {
        const dataOf = async (reply: Promise<Reply>) => {
          const { status, body, story } = await reply;
          expect([status, story]).toEqual([200, story]);
          return body.data as Row;
        };
        const written = { name: 'Branch', organization_id: organizationId, tags: [], credential_ids: [] };
        const branch = await dataOf(key.rest.post(path, written));
        const inBranch = { [id]: branch.id };
        const subnet = { name: 'Desks', cidr: '10.250.0.0/24', subnet_type: 'Lan', tags: [] };
        const desks = await dataOf(key.rest.post('/subnets', { ...subnet, ...inBranch }));
        const address = { ip_address: '10.250.0.7', subnet_id: desks.id, ...inBranch };
        const host = { name: 'till', hidden: false, tags: [], ip_addresses: [address], ...inBranch };
        const till = await dataOf(key.rest.post('/hosts', host));
        const answers = [
          branch,
          desks,
          till,
          await dataOf(key.rest.put(`${path}/${branch.id}`, { ...written, name: 'Branch 2' })),
          await dataOf(key.rest.get(`${path}/${branch.id}`)),
          await dataOf(key.rest.get(`/hosts?${ids}=${branch.id}`)),
          await dataOf(key.rest.get(`/subnets?${id}=${branch.id}&group_by=${id}&order_by=name`)),
          await dataOf(key.rest.delete(`${path}/${branch.id}`)),
        ];
        const text = JSON.stringify(answers);
        if (at === 0) withoutOtherNames(text);
        else expect(text.match(/"site_id":/g)).toHaveLength(text.match(/"network_id":/g)!.length);
        return text
          .replaceAll(/"site_id":"[^"]+",?/g, '')
          .replaceAll(',}', '}')
          .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
      }),
    );
    expect(second).toBe(first);
  });

  test('lists at other paths have the rows of the documented paths', async () => {
    const lists = routes.filter(({ method, path, otherNames }) => {
      return method === 'get' && !path.includes(':') && !path.includes('export') && otherNames!.paths.length > 0;
    });
    expect(lists.length).toBeGreaterThan(2);
    for (const { path, otherNames } of lists)
      for (const other of otherNames!.paths) {
        const documented = await world.key.rest.get(`${path}?limit=3`);
        const answer = await world.key.send('GET', `/api${other.path}?limit=3`);
        expect([path, answer.status, answer.body]).toEqual([path, 200, withNames(documented.body, other.names)]);
      }
  });

  test('a daemon gets no other name', async () => {
    const daemon = await world.addDaemon();
    const { status, body } = await daemon.rest.get(`/subnets?site_id=${world.networkId}`);
    expect(status).toBe(200);
    expect(body.data[0]).toMatchObject({ network_id: world.networkId });
    withoutOtherNames(body);
  });
});

describe('filters of hosts', () => {
  const listed = async (query: string) => idsAt(`/hosts?limit=0&include_children=false&${query}`);

  test('by network take the plural, alone and beside the singular', async () => {
    const [one, other] = [
      await listed(`network_id=${world.networkId}`),
      await listed(`site_id=${world.otherNetworkId}`),
    ];
    expect(await listed(`network_ids=${world.networkId},${world.otherNetworkId}`)).toEqual([...one, ...other].sort());
    expect(await listed(`site_ids=${world.otherNetworkId}`)).toEqual(other);
    expect(await listed(`network_id=${world.networkId}&network_ids=${world.otherNetworkId}`)).toEqual([]);
    const services = (await world.key.rest.get(`/services?host_ids=${hostIds.join()}&limit=0`)).body.data as Row[];
    expect(services.every(({ host_id: hostId }) => hostIds.includes(hostId))).toBe(true);
  });

  test('by facts and related rows, with the values of each field and their counts', async () => {
    const [first, second, ...others] = hostIds as [string, string, ...string[]];
    const facts = { manufacturer: 'Acme', model: 'X1', sysLocation: 'Lyon, rack 4', os: 'Linux' };
    await world.prisma.host.update({ where: { id: first }, data: facts });
    const { networkId } = await world.prisma.host.findUniqueOrThrow({ where: { id: second } });
    const service = await world.prisma.service.findFirstOrThrow({ where: { networkId } });
    await world.prisma.host.updateMany({ where: { id: { in: hostIds } }, data: { virtualizationServiceId: null } });
    await world.prisma.host.update({ where: { id: second }, data: { virtualizationServiceId: service.id } });
    for (const query of [
      'manufacturers=Acme&models=X1',
      'models=X1',
      `sys_locations=${encodeURIComponent('Lyon, rack 4')}`,
    ])
      expect([query, await listed(query)]).toEqual([query, [first]]);
    expect(await listed('os_families=Linux&os_families=Plan9')).toEqual([first]);
    expect(await listed(`service_names=${encodeURIComponent(service.name)}`)).toContain(service.hostId);
    expect(await listed(`virtualization_service_ids=${service.id}`)).toEqual([second]);
    expect(await listed(`virtualization_service_names=${encodeURIComponent(service.name)}`)).toEqual([second]);
    const unvirtualized = await listed('include_unvirtualized=true');
    expect(unvirtualized).toEqual(expect.arrayContaining([first, ...others]));
    expect(unvirtualized).not.toContain(second);
    const both = await listed(`virtualization_service_ids=${service.id}&include_unvirtualized=true`);
    expect(both).toEqual([...unvirtualized, second].sort());
    expect(await listed('include_unvirtualized=false')).toEqual(both);

    const values = await world.key.rest.get('/hosts/field-values/manufacturer');
    expect(values.body.data).toContainEqual({ value: 'Acme', count: 1 });
    const ordered = await world.key.rest.get('/hosts?order_by=sys_location&limit=1');
    expect(ordered.body.data[0].id).toBe(first);
    const networks = await world.key.rest.get(`/hosts/field-values/site_id?site_ids=${world.networkId}`);
    expect(networks.body.data.map(({ value }: Row) => value)).toEqual([world.networkId]);
    for (const path of [
      'services/field-values/service_definition',
      'discovery/field-values/discovery_type?historical=false',
    ])
      expect((await world.key.rest.get(`/${path}`)).status).toBe(200);
    const refused = await world.key.rest.get('/hosts/field-values/natural_name');
    expect([refused.status, refused.body.params]).toEqual([400, { field: 'field' }]);
  });

  test('without children have their addresses', async () => {
    const { body } = await world.key.rest.get('/hosts?include_children=false');
    expect(Object.keys(body.data[0])).toContain('ip_addresses');
    expect(Object.keys(body.data[0])).not.toContain('services');
  });
});
