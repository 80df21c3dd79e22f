// Tests of VLANs over REST and GraphQL, grouped by HTTP status, and of the number of SQL statements per read.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let nextNumber = 100;
const bodyOf = (fields: object = {}) => ({
  name: 'Cameras',
  network_id: world.networkId,
  organization_id: world.organizationId,
  vlan_number: nextNumber++,
  ...fields,
});
const createVlan = async (fields: object = {}) => (await world.member.rest.post('/vlans', bodyOf(fields))).body.data;

const updateDocument = `mutation($id: UUID!, $input: UpdateVlanInput!) { updateVlan(id: $id, input: $input) { id name vlanNumber description } }`;

describe('200', () => {
  test('a created VLAN has every field', async () => {
    const { body, status } = await world.key.rest.post('/vlans', bodyOf({ name: 'Voice', description: '' }));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: 'Voice',
      network_id: world.networkId,
      organization_id: world.organizationId,
      description: null,
      source: { type: 'Manual' },
      subnet_ids: [],
      valid_to: null,
      first_discovery_id: null,
      last_discovery_id: null,
    });
    expect(body.data.lineage_id).toBe(body.data.id);
    expect(body.meta).toEqual({ api_version: 1, server_version: expect.any(String) });
    expect((await world.key.rest.get(`/vlans/${body.data.id}`)).body.data).toEqual(body.data);
  });

  test('an omitted field stays, null clears it; subnet_ids and unknown fields are ignored', async () => {
    const vlan = await createVlan({ description: 'first floor' });
    const body = bodyOf({ vlan_number: vlan.vlan_number, subnet_ids: [randomUUID()], colour: 'red' });
    const keptReply = await world.key.rest.put(`/vlans/${vlan.id}`, body);
    expect(keptReply.body.data).toMatchObject({ description: 'first floor', subnet_ids: [] });
    const clearedReply = await world.key.rest.put(`/vlans/${vlan.id}`, { ...body, description: null });
    expect(clearedReply.body.data.description).toBeNull();
  });

  test.each([
    ['Imported', { confidence: null, reason: 'netbox.json' }],
    ['DiscoveryWithMatch', { confidence: 'High', reason: 'seen' }],
    ['DiscoveryWithMatch', { confidence: null, reason: null }],
  ] as const)(
    'a VLAN of the source %s with %j is sent back as it was read, and keeps its source',
    async (type, details) => {
      const { id } = await createVlan();
      const [sourceConfidence, sourceReason] = [details.confidence, details.reason];
      await world.prisma.vlan.update({ where: { id }, data: { sourceType: type, sourceConfidence, sourceReason } });
      const source = { type, details };
      const sourceAfter = async (fields: object) => {
        const stored = (await world.key.rest.get(`/vlans/${id}`)).body.data;
        const reply = await world.key.rest.put(`/vlans/${id}`, { ...stored, ...fields });
        return reply.status === 200 ? reply.body.data.source : reply.story;
      };
      expect(await sourceAfter({})).toEqual(source);
      expect(await sourceAfter({ source: { type } })).toEqual(source);
      expect(await sourceAfter({ source: undefined })).toEqual(source);
      const created = await world.key.rest.post('/vlans', bodyOf({ source }));
      expect([created.story, created.body.data?.source]).toEqual([created.story, source]);
      expect(await sourceAfter({ source: { type: 'Manual', details } })).toEqual({ type: 'Manual' });
    },
  );

  test('GraphQL changes only the fields in its input', async () => {
    const vlan = await createVlan({ description: 'kept' });
    const { updateVlan } = await world.member.query(updateDocument, { id: vlan.id, input: { name: 'Renamed' } });
    expect(updateVlan).toEqual({ id: vlan.id, name: 'Renamed', vlanNumber: vlan.vlan_number, description: 'kept' });
  });

  test('a VLAN that moves to another network loses its references to runs of the former one', async () => {
    const vlan = await createVlan();
    const { body } = await world.member.rest.put(`/vlans/${vlan.id}`, bodyOf({ network_id: world.otherNetworkId }));
    expect(body.data).toMatchObject({ network_id: world.otherNetworkId, first_discovery_id: null });
  });

  test('a deleted VLAN is not found', async () => {
    const vlan = await createVlan();
    const reply = await world.member.rest.delete(`/vlans/${vlan.id}`);
    expect([reply.status, reply.body.data]).toEqual([200, null]);
    expect((await world.member.rest.get(`/vlans/${vlan.id}`)).status).toBe(404);
  });

  test('cursors in both directions return every row once although rows are added and deleted meanwhile', async () => {
    const other = await createWorld();
    const numbers = Array.from({ length: 25 }, (_, index) => index + 1);
    for (const vlan_number of numbers)
      await other.key.rest.post('/vlans', {
        name: `v${vlan_number % 3}`,
        network_id: other.networkId,
        organization_id: other.organizationId,
        vlan_number,
      });
    const pages = `query($first: Int, $after: String, $last: Int, $before: String, $offset: Int) {
      vlans(first: $first, after: $after, last: $last, before: $before, offset: $offset, orderBy: [{ field: name }, { field: vlanNumber, direction: desc }]) {
        nodes { id vlanNumber } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } totalCount } }`;
    const expectedNumbers = [...numbers].sort((a, b) => (a % 3) - (b % 3) || b - a);
    const forwards: number[] = [];
    for (let after: string | null = null; ;) {
      const { vlans } = await other.key.query(pages, { first: 4, after });
      forwards.push(...vlans.nodes.map((node: { vlanNumber: number }) => node.vlanNumber));
      expect(vlans.totalCount).toBe(25);
      if (!vlans.pageInfo.hasNextPage) break;
      after = vlans.pageInfo.endCursor;
    }
    expect(forwards).toEqual(expectedNumbers);
    // With `first`, the rows that `offset` skips come before the page, so it has a previous page. With `last`, they
    // come after the page, so it has a next page.
    for (const [pageArgument, passedCase] of [
      ['first', 'hasPreviousPage'],
      ['last', 'hasNextPage'],
    ] as const)
      for (const offset of [0, 1])
        expect((await other.key.query(pages, { [pageArgument]: 4, offset })).vlans.pageInfo[passedCase]).toBe(
          offset > 0,
        );
    const backwards: number[] = [];
    for (let before: string | null = null; ;) {
      const { vlans } = await other.key.query(pages, { last: 7, before });
      backwards.unshift(...vlans.nodes.map((node: { vlanNumber: number }) => node.vlanNumber));
      if (!vlans.pageInfo.hasPreviousPage) break;
      before = vlans.pageInfo.startCursor;
      // Deletes the row to which the cursor `before` points. The next page still ends at that position.
      await other.key.rest.delete(`/vlans/${vlans.nodes[0].id}`);
    }
    expect(backwards).toEqual(expectedNumbers);
    await other.close();
  });

  test('limit=0 streams every row, with the total count and no further pages', async () => {
    const other = await createWorld();
    await other.prisma.vlan.createMany({
      data: Array.from({ length: 2345 }, (_, index) => ({
        name: `v${index}`,
        vlanNumber: index + 1,
        networkId: other.networkId,
        organizationId: other.organizationId,
      })),
    });
    const { body } = await other.key.rest.get('/vlans?limit=0&offset=5');
    expect(body.data.map((vlan: { vlan_number: number }) => vlan.vlan_number)).toEqual(
      Array.from({ length: 2340 }, (_, index) => index + 6),
    );
    expect(body.meta.pagination).toEqual({ total_count: 2345, limit: 0, offset: 5, has_more: false });
    await other.close();
  });

  test('has_more is true exactly if rows follow', async () => {
    const total = (await world.key.rest.get('/vlans')).body.meta.pagination.total_count;
    const hasMore = async (limit: number, offset: number) =>
      (await world.key.rest.get(`/vlans?limit=${limit}&offset=${offset}`)).body.meta.pagination.has_more;
    expect([await hasMore(total, 0), await hasMore(total - 1, 0), await hasMore(1, total - 1)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test.each([
    [`filter: { vlanNumber: { gte: 4001, lt: 4003 } }`, [4001, 4002]],
    [`filter: { or: [{ vlanNumber: { eq: 4001 } }, { name: { contains: "LAB%" } }] }`, [4001, 4003]],
    [`filter: { not: { name: { startsWith: "filter" } }, vlanNumber: { gt: 4000 } }`, [4003]],
    [`filter: { description: { isNull: true }, vlanNumber: { gt: 4000 } }`, [4001, 4002, 4003]],
    [`filter: { vlanNumber: { in: [] } }`, []],
    [`filter: { vlanNumber: { gt: 4000 } }, orderBy: [{ field: vlanNumber, direction: desc }]`, [4003, 4002, 4001]],
  ])('vlans(%s)', async (args, expectedNumbers) => {
    const existing = await world.prisma.vlan.count({ where: { networkId: world.networkId, vlanNumber: { gt: 4000 } } });
    if (existing === 0) {
      await createVlan({ vlan_number: 4001, name: 'filter a' });
      await createVlan({ vlan_number: 4002, name: 'filter b' });
      await createVlan({ vlan_number: 4003, name: 'my lab% net' });
    }
    const { vlans } = await world.viewer.query(`{ vlans(${args}) { nodes { vlanNumber } } }`);
    expect(vlans.nodes.map((node: { vlanNumber: number }) => node.vlanNumber)).toEqual(expectedNumbers);
  });
});

describe('400', () => {
  test.each([
    [{ vlan_number: 0 }, 'validation_out_of_range', { field: 'vlan_number', min: 1, max: 4094 }],
    [{ vlan_number: 4095 }, 'validation_out_of_range', { field: 'vlan_number', min: 1, max: 4094 }],
    [{ vlan_number: '12' }, 'validation_invalid_format', { field: 'vlan_number' }],
    [{ vlan_number: 1.5 }, 'validation_invalid_format', { field: 'vlan_number' }],
    [{ vlan_number: undefined }, 'validation_required', { field: 'vlan_number' }],
    [{ name: null }, 'validation_required', { field: 'name' }],
    [{ name: '' }, 'validation_empty', { field: 'name' }],
    [{ name: 'x'.repeat(101) }, 'validation_max_length', { field: 'name', max: 100 }],
    [{ name: 'a\u0000b' }, 'validation_invalid_format', { field: 'name' }],
    [{ network_id: 'north' }, 'validation_invalid_format', { field: 'network_id' }],
    [{ source: { type: 'Guessed' } }, 'validation_invalid_format', { field: 'source.type' }],
  ])('POST and PUT with %j', async (fields, code, params) => {
    const vlan = await createVlan();
    const before = await world.prisma.vlan.count({ where: { organizationId: world.organizationId } });
    for (const reply of [
      await world.member.rest.post('/vlans', bodyOf(fields)),
      await world.member.rest.put(`/vlans/${vlan.id}`, bodyOf(fields)),
    ]) {
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    }
    expect((await world.member.rest.get(`/vlans/${vlan.id}`)).body.data).toEqual(vlan);
    expect(await world.prisma.vlan.count({ where: { organizationId: world.organizationId } })).toBeGreaterThanOrEqual(
      before,
    );
  });

  test.each([
    ['limit=1001', 'validation_out_of_range', { field: 'limit', min: 0, max: 1000 }],
    ['limit=-1', 'validation_out_of_range', { field: 'limit', min: 0, max: 1000 }],
    ['limit=ten', 'validation_invalid_format', { field: 'limit' }],
    ['offset=-1', 'validation_out_of_range', { field: 'offset', min: 0, max: 2147483647 }],
    ['network_id=1', 'validation_invalid_format', { field: 'network_id' }],
    ['colour=red', 'validation_unknown_parameter', { field: 'colour' }],
    ['after=x', 'validation_unknown_parameter', { field: 'after' }],
  ])('GET /vlans?%s', async (query, code, params) => {
    const { status, body } = await world.viewer.rest.get(`/vlans?${query}`);
    expect([status, body.code, body.params]).toEqual([400, code, params]);
  });

  test.each(['first: 0', 'first: 1001', 'last: 0', 'offset: -1', 'after: "nonsense"', 'first: 1, last: 1'])(
    'vlans(%s)',
    async (args) => {
      expect((await world.viewer.refusal(`{ vlans(${args}) { totalCount } }`)).code).toMatch(/^validation_/);
    },
  );
});

describe('403', () => {
  test('a Viewer cannot write', async () => {
    const { status, body } = await world.viewer.rest.post('/vlans', bodyOf());
    expect([status, body.code, body.params]).toEqual([
      403,
      'auth_permission_denied',
      { action: 'createVlan', required: 'Member' },
    ]);
  });

  test.each(['network_id', 'organization_id'])(
    'a %s out of reach is refused, whether it exists or not',
    async (field) => {
      const existing = field === 'network_id' ? world.strangerNetworkId : world.stranger.organizationId;
      for (const id of [existing, randomUUID()]) {
        const { status, body } = await world.member.rest.post('/vlans', bodyOf({ [field]: id }));
        expect([status, body.code, body.params.id]).toEqual([403, 'entity_access_denied', id]);
      }
    },
  );
});

describe('404', () => {
  test('a missing VLAN and one out of reach give the same answer, by REST and GraphQL', async () => {
    const vlan = await createVlan({ network_id: world.otherNetworkId });
    for (const id of [vlan.id, randomUUID()]) {
      for (const caller of [world.narrowKey, world.stranger]) {
        const reply = await caller.rest.get(`/vlans/${id}`);
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([
          404,
          'entity_not_found',
          { entity: 'VLAN', id },
        ]);
        expect(await caller.refusal(updateDocument, { id, input: { name: 'mine' } })).toEqual({
          code: 'entity_not_found',
          params: { entity: 'VLAN', id },
        });
      }
    }
  });
});

describe('409', () => {
  test('a number that the network has already is refused, on POST and PUT', async () => {
    const [one, two] = [await createVlan(), await createVlan()];
    const clash = bodyOf({ vlan_number: one.vlan_number });
    for (const reply of [
      await world.member.rest.post('/vlans', clash),
      await world.member.rest.put(`/vlans/${two.id}`, clash),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'entity_already_exists']);
      expect(reply.body.params).toEqual({ entity: 'VLAN', field: 'vlan_number', value: one.vlan_number });
    }
  });

  test('a VLAN changed since it was read is refused', async () => {
    const vlan = await createVlan();
    const body = bodyOf({ vlan_number: vlan.vlan_number, expected_updated_at: vlan.updated_at });
    expect((await world.member.rest.put(`/vlans/${vlan.id}`, { ...body, name: 'one' })).status).toBe(200);
    const late = await world.member.rest.put(`/vlans/${vlan.id}`, { ...body, name: 'two' });
    expect([late.status, late.body.code]).toEqual([409, 'entity_changed']);
  });
});

describe('statements', () => {
  const nestedQuery = `query($first: Int!) { vlans(first: $first) { totalCount nodes { name network { name }
    native: nativeInterfaces(first: 3) { totalCount nodes { id } } again: nativeInterfaces(first: 1) { nodes { id } }
    taggedInterfaces(first: 3) { totalCount nodes { id } } subnetIds subnets { id vlans { id } } } } }`;

  test('a nested read costs as many statements for many rows as for two', async () => {
    for (let createdCount = 0; createdCount < 10; createdCount += 1) await createVlan();
    const cost = (first: number) => world.queries.countNeeded(() => world.viewer.query(nestedQuery, { first }));
    // A page that contains all rows takes one statement less, because the service need not count the rows.
    expect([await cost(9), await cost(1000)]).toEqual([await cost(2), (await cost(2)) - 1]);
  });

  test('a REST page is one lookup of the caller, one read and one count', async () => {
    await world.key.rest.get('/vlans');
    expect(await world.queries.during(() => world.key.rest.get('/vlans?limit=5'))).toHaveLength(3);
  });
});
