// Tests of writing groups over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../../support/world';

let world: World;
let services: string[];
let bindings: string[];
let elsewhere: string;
let tagId: string;
beforeAll(async () => {
  world = await createWorld();
  services = await Promise.all([1, 2, 3].map(() => addService()));
  elsewhere = await addService(world.otherNetworkId);
  bindings = await Promise.all(services.map(addBinding));
  const tag = { name: randomUUID(), organizationId: world.organizationId };
  tagId = (await world.prisma.tag.create({ data: tag })).id;
});
afterAll(() => world.close());

async function addService(networkId = world.networkId): Promise<string> {
  const host = await world.prisma.host.create({ data: { name: 'server', networkId } });
  const data = { name: 'web', serviceDefinition: 'nginx', hostId: host.id, networkId };
  return (await world.prisma.service.create({ data })).id;
}
async function addBinding(serviceId: string): Promise<string> {
  const { hostId, networkId } = await world.prisma.service.findUniqueOrThrow({ where: { id: serviceId } });
  const port = await world.prisma.port.create({ data: { hostId, networkId, number: 80, protocol: 'Tcp' } });
  return (await world.prisma.binding.create({ data: { hostId, networkId, serviceId, portId: port.id } })).id;
}
const bodyOf = (fields: object = {}) => ({
  name: 'Checkout',
  network_id: world.networkId,
  group_type: 'RequestPath',
  color: 'Blue',
  ...fields,
});
const ofServices = (ids: readonly string[]) => ({ type: 'Services', service_ids: ids });
const ofBindings = (ids: readonly string[]) => ({ type: 'Bindings', binding_ids: ids });
const createGroup = async (fields: object = {}) => {
  const reply = await world.member.rest.post('/groups', bodyOf(fields));
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const put = (id: string, fields: object = {}) => world.member.rest.put(`/groups/${id}`, bodyOf(fields));
const updateDocument = `mutation($id: UUID!, $input: UpdateGroupInput!) {
  updateGroup(id: $id, input: $input) { name color members { position serviceId } tagIds } }`;

describe('200', () => {
  test('a created group keeps the order of its members and has every field', async () => {
    const [a, b, c] = services as [string, string, string];
    const fields = { members: ofServices([c, a, b]), tags: [tagId, tagId], description: '' };
    const { status, body } = await world.key.rest.post('/groups', bodyOf(fields));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: 'Checkout',
      network_id: world.networkId,
      group_type: 'RequestPath',
      color: 'Blue',
      edge_style: 'SmoothStep',
      description: null,
      source: { type: 'Manual' },
      members: ofServices([c, a, b]),
      tags: [tagId],
    });
    expect((await world.viewer.rest.get(`/groups/${body.data.id}`)).body.data).toEqual(body.data);
  });

  test('members are replaced together, even by another kind; omitted fields stay', async () => {
    const group = await createGroup({ members: ofServices(services), tags: [tagId], edge_style: 'Bezier' });
    expect((await put(group.id, { name: 'Renamed' })).body.data).toMatchObject({
      name: 'Renamed',
      members: ofServices(services),
      tags: [tagId],
      edge_style: 'Bezier',
    });
    const reversedServices = [...services].reverse();
    expect((await put(group.id, { members: ofServices(reversedServices) })).body.data.members).toEqual(
      ofServices(reversedServices),
    );
    const changedReply = await put(group.id, { members: ofBindings(bindings), tags: [], group_type: 'HubAndSpoke' });
    expect(changedReply.body.data).toMatchObject({ tags: [], group_type: 'HubAndSpoke' });
    expect(changedReply.body.data.members).toEqual(ofBindings(bindings));
    expect((await put(group.id, { members: ofServices([]) })).body.data.members).toEqual(ofServices([]));
  });

  test('GraphQL changes only the fields in its input', async () => {
    const group = await createGroup({ members: ofServices(services), tags: [tagId] });
    const { updateGroup } = await world.member.query(updateDocument, { id: group.id, input: { color: 'Red' } });
    expect(updateGroup).toEqual({
      name: 'Checkout',
      color: 'Red',
      members: services.map((serviceId, position) => ({ position, serviceId })),
      tagIds: [tagId],
    });
  });

  test('a group moves to another network with members of that network, and keeps its tags', async () => {
    const group = await createGroup({ members: ofServices(services), tags: [tagId] });
    const otherNetworkInput = { network_id: world.otherNetworkId };
    const { status, body } = await put(group.id, { ...otherNetworkInput, members: ofServices([elsewhere]) });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...otherNetworkInput, members: ofServices([elsewhere]), tags: [tagId] });
  });

  test("of two simultaneous replacements, one's members remain", async () => {
    const group = await createGroup({ members: ofServices(services) });
    const [a, b, c] = services as [string, string, string];
    const expectedEntries = [[a, b, c], [c, b], [b], [c, a]];
    const replies = await Promise.all(expectedEntries.map((ids) => put(group.id, { members: ofServices(ids) })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const storedValue = (await world.member.rest.get(`/groups/${group.id}`)).body.data.members.service_ids;
    expect(expectedEntries).toContainEqual(storedValue);
  });
});

describe('400', () => {
  test.each([
    [{ name: '' }, 'validation_empty', { field: 'name' }],
    [{ name: 'x'.repeat(101) }, 'validation_max_length', { field: 'name', max: 100 }],
    [{ description: 'x'.repeat(501) }, 'validation_max_length', { field: 'description', max: 500 }],
    [{ group_type: 'Ring' }, 'validation_invalid_format', { field: 'group_type' }],
    [{ color: null }, 'validation_required', { field: 'color' }],
    [{ edge_style: 'Wavy' }, 'validation_invalid_format', { field: 'edge_style' }],
    [{ members: { type: 'Services' } }, 'validation_required', { field: 'members.service_ids' }],
    [{ members: { type: 'Hosts' } }, 'validation_invalid_format', { field: 'members.type' }],
  ])('POST and PUT with %j', async (fields, code, params) => {
    const group = await createGroup();
    for (const reply of [await world.member.rest.post('/groups', bodyOf(fields)), await put(group.id, fields)])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    expect((await world.member.rest.get(`/groups/${group.id}`)).body.data).toEqual(group);
  });

  test('duplicate members, members of another kind or network, and too many are refused', async () => {
    const group = await createGroup({ members: ofServices(services) });
    const [one] = services as [string];
    const cases: [object, string, object][] = [
      [ofServices([one, one]), 'entity_reference_invalid', { entity: 'Service', field: 'members.service_ids' }],
      [{ ...ofServices([one]), binding_ids: bindings }, 'validation_invalid_format', { field: 'members.binding_ids' }],
      [ofServices([one, elsewhere]), 'entity_network_mismatch', { entity: 'Service' }],
      [
        ofServices(Array.from({ length: 1001 }, () => one)),
        'validation_out_of_range',
        { field: 'members.service_ids', min: 0, max: 1000 },
      ],
    ];
    for (const [members, code, params] of cases)
      for (const reply of [
        await world.member.rest.post('/groups', bodyOf({ members })),
        await put(group.id, { members }),
      ])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, params]);
    const movedReply = await put(group.id, { network_id: world.otherNetworkId });
    expect([movedReply.status, movedReply.body.code]).toEqual([400, 'entity_network_mismatch']);
    expect((await world.member.rest.get(`/groups/${group.id}`)).body.data).toEqual(group);
  });
});

describe('403, 404 and 409', () => {
  test('a Viewer cannot write', async () => {
    const group = await createGroup();
    for (const reply of [
      await world.viewer.rest.post('/groups', bodyOf()),
      await world.viewer.rest.put(`/groups/${group.id}`, bodyOf()),
      await world.viewer.rest.delete(`/groups/${group.id}`),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_permission_denied']);
  });

  test('a member or tag that is missing or out of reach fails the whole write', async () => {
    const group = await createGroup({ members: ofServices(services) });
    const foreign = await addService(world.strangerNetworkId);
    const before = await world.prisma.group.count({ where: { networkId: world.networkId } });
    for (const id of [foreign, randomUUID()]) {
      const members = ofServices([...services, id]);
      for (const reply of [
        await world.member.rest.post('/groups', bodyOf({ members })),
        await put(group.id, { name: 'Half', members }),
      ])
        expect([reply.status, reply.body.params]).toEqual([404, { entity: 'Service', id }]);
      for (const reply of [
        await world.member.rest.post('/groups', bodyOf({ tags: [id] })),
        await put(group.id, { name: 'Half', members: ofServices([]), tags: [id] }),
      ])
        expect([reply.status, reply.body.params]).toEqual([404, { entity: 'Tag', id }]);
    }
    expect(await world.prisma.group.count({ where: { networkId: world.networkId } })).toBe(before);
    expect((await world.member.rest.get(`/groups/${group.id}`)).body.data).toEqual(group);
    expect((await world.stranger.rest.put(`/groups/${group.id}`, bodyOf())).status).toBe(404);
  });

  test('a group changed since it was read is refused', async () => {
    const group = await createGroup();
    const fields = { expected_updated_at: group.updated_at, members: ofServices(services) };
    expect((await put(group.id, fields)).status).toBe(200);
    const late = await put(group.id, { ...fields, members: ofServices([]) });
    expect([late.status, late.body.code]).toEqual([409, 'entity_changed']);
  });

  test('deleting a group does not delete its members', async () => {
    const group = await createGroup({ members: ofServices(services), tags: [tagId] });
    const { body } = await world.member.rest.post('/groups/bulk-delete', [group.id, randomUUID()]);
    expect(body.data).toEqual({ deleted_count: 1, requested_count: 2 });
    expect(await world.prisma.service.count({ where: { id: { in: services } } })).toBe(3);
  });
});
