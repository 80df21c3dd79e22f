// Tests of tags and tagging over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const uniqueName = () => `tag ${randomUUID()}`;
const bodyOf = (fields: object = {}) => ({
  name: uniqueName(),
  organization_id: world.organizationId,
  color: 'Teal',
  ...fields,
});
const createTag = async (fields: object = {}) => (await world.admin.rest.post('/tags', bodyOf(fields))).body.data;
const createHosts = async (count: number, networkId = world.networkId): Promise<string[]> => {
  const data = Array.from({ length: count }, () => ({ id: randomUUID(), name: 'host', networkId }));
  await world.prisma.host.createMany({ data });
  return data.map(({ id }) => id);
};
const tagsOf = async (hostId: string): Promise<string[]> => {
  const rows = await world.prisma.tagAssignment.findMany({ where: { hostId }, orderBy: { tagId: 'asc' } });
  return rows.map(({ tagId }) => tagId);
};
const bulk = (entity_ids: unknown, tag_id: unknown, entity_type: unknown = 'Host') => ({
  entity_ids,
  entity_type,
  tag_id,
});

describe('200', () => {
  test('a created tag has every field; color defaults to Yellow, is_application to false', async () => {
    const { status, body } = await world.admin.rest.post('/tags', {
      name: uniqueName(),
      organization_id: world.organizationId,
      description: '',
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ color: 'Yellow', is_application: false, description: null, valid_to: null });
    expect(body.data.lineage_id).toBe(body.data.id);
    expect((await world.viewer.rest.get(`/tags/${body.data.id}`)).body.data).toEqual(body.data);
  });

  test('a Member updates and deletes tags; GraphQL changes only the fields in its input', async () => {
    const tag = await createTag({ description: 'kept' });
    const document = `mutation($id: UUID!) { updateTag(id: $id, input: { color: Red }) { color description } }`;
    expect(await world.member.query(document, { id: tag.id })).toEqual({
      updateTag: { color: 'Red', description: 'kept' },
    });
    const put = await world.member.rest.put(`/tags/${tag.id}`, bodyOf({ name: tag.name, description: null }));
    expect(put.body.data).toMatchObject({ color: 'Teal', description: null, is_application: false });
    expect((await world.member.rest.delete(`/tags/${tag.id}`)).status).toBe(200);
    expect((await world.member.rest.get(`/tags/${tag.id}`)).status).toBe(404);
  });

  test('bulk-add counts newly tagged entities only: not repeated, missing, unreachable or tagged ones', async () => {
    const { id } = await createTag();
    const hostIds = await createHosts(3);
    const [foreign] = await createHosts(1, world.strangerNetworkId);
    const ids = [...hostIds, hostIds[0], randomUUID(), foreign];
    const first = await world.key.rest.post('/tags/assign/bulk-add', bulk(ids, id));
    expect([first.status, first.body.data]).toEqual([200, { affected_count: 3 }]);
    const again = await world.key.rest.post('/tags/assign/bulk-add', bulk(ids, id));
    expect(again.body.data).toEqual({ affected_count: 0 });
    expect(await tagsOf(foreign!)).toEqual([]);
    const removedReply = await world.key.rest.post('/tags/assign/bulk-remove', bulk([hostIds[0], foreign], id));
    expect(removedReply.body.data).toEqual({ affected_count: 1 });
    expect((await world.key.rest.post('/tags/assign/bulk-add', bulk([], id))).body.data).toEqual({ affected_count: 0 });
  });

  test('GraphQL tags the same way, and lists tagged entities in a fixed number of statements', async () => {
    const { id } = await createTag();
    const hostIds = await createHosts(30);
    const document = `mutation($input: TagEntitiesInput!) { addTagToEntities(input: $input) { affectedCount } }`;
    const input = { tagId: id, entityType: 'Host', entityIds: hostIds };
    expect(await world.member.query(document, { input })).toEqual({ addTagToEntities: { affectedCount: 30 } });
    const read = `query($id: UUID!, $first: Int!) { tag(id: $id) { hosts(first: $first) { totalCount nodes { id } } networks { totalCount } services { totalCount } } }`;
    const few = await world.queries.countNeeded(() => world.member.query(read, { id, first: 1 }));
    const many = await world.queries.countNeeded(() => world.member.query(read, { id, first: 30 }));
    expect(many).toBe(few);
    const { tag } = await world.member.query(read, { id, first: 30 });
    expect(tag).toMatchObject({ hosts: { totalCount: 30 }, networks: { totalCount: 0 }, services: { totalCount: 0 } });
    expect(tag.hosts.nodes).toHaveLength(30);
  });

  test('a key limited to one network tags only there', async () => {
    const { id } = await createTag();
    const [inside] = await createHosts(1);
    const [outside] = await createHosts(1, world.otherNetworkId);
    const reply = await world.narrowKey.rest.post('/tags/assign/bulk-add', bulk([inside, outside], id));
    expect(reply.body.data).toEqual({ affected_count: 1 });
    expect(await tagsOf(outside!)).toEqual([]);
  });

  test("an entity's tags are replaced as a whole, without duplicates; an empty list clears them", async () => {
    const [a, b] = [await createTag(), await createTag()];
    const [hostId] = await createHosts(1);
    const put = (tag_ids: string[]) =>
      world.member.rest.put('/tags/assign', { entity_id: hostId, entity_type: 'Host', tag_ids });
    const reply = await put([a.id, b.id, a.id]);
    expect([reply.status, reply.body.data]).toEqual([200, null]);
    expect(await tagsOf(hostId!)).toEqual([a.id, b.id].sort());
    await put([b.id]);
    expect(await tagsOf(hostId!)).toEqual([b.id]);
    await put([]);
    expect(await tagsOf(hostId!)).toEqual([]);
  });

  test('simultaneous replacements do not mix', async () => {
    const tags = await Promise.all([createTag(), createTag(), createTag(), createTag()]);
    const [hostId] = await createHosts(1);
    const sets = tags.map((tag, index) => [tag.id, tags[(index + 1) % tags.length].id].sort());
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all(
        sets.map((tag_ids) =>
          world.member.rest.put('/tags/assign', { entity_id: hostId, entity_type: 'Host', tag_ids }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(sets).toContainEqual(await tagsOf(hostId!));
    }
  });

  test('every kind of entity can be tagged and shows its tags', async () => {
    const { id } = await createTag();
    const createdReply = await world.owner.rest.post('/auth/keys', { name: 'tagged', tags: [] });
    const keyId = createdReply.body.data.api_key.id;
    const { prisma, networkId } = world;
    const subnet = await prisma.subnet.findFirstOrThrow({ where: { networkId } });
    const put = (entity_type: string, entity_id: string) =>
      world.owner.rest.put('/tags/assign', { entity_id, entity_type, tag_ids: [id] });
    for (const [type, entityId] of [
      ['UserApiKey', keyId],
      ['Network', networkId],
      ['Subnet', subnet.id],
    ] as const)
      expect((await put(type, entityId)).status).toBe(200);
    expect((await world.owner.rest.get(`/auth/keys/${keyId}`)).body.data.tags).toEqual([id]);
    expect((await world.owner.rest.get(`/networks/${networkId}`)).body.data.tags).toEqual([id]);
    expect((await world.owner.rest.get(`/subnets/${subnet.id}`)).body.data.tags).toEqual([id]);
    const read = `query($id: UUID!) { tag(id: $id) { userApiKeys { nodes { id } } } }`;
    expect((await world.owner.query(read, { id })).tag.userApiKeys.nodes).toEqual([{ id: keyId }]);
    expect((await world.admin.query(read, { id })).tag.userApiKeys.nodes).toEqual([]);
  });
});

describe('400', () => {
  test.each([
    ['entity_type', 'validation_invalid_format', () => bulk([], randomUUID(), 'Planet')],
    ['tag_id', 'validation_required', () => ({ entity_ids: [], entity_type: 'Host' })],
    ['entity_ids', 'validation_required', () => ({ tag_id: randomUUID(), entity_type: 'Host' })],
    ['entity_ids', 'validation_invalid_format', () => bulk(['x'], randomUUID())],
    [
      'entity_ids',
      'validation_out_of_range',
      () =>
        bulk(
          Array.from({ length: 10_001 }, () => randomUUID()),
          randomUUID(),
        ),
    ],
  ])('a bulk call with an invalid %s is %s', async (field, code, body) => {
    const reply = await world.key.rest.post('/tags/assign/bulk-add', body());
    expect([reply.status, reply.body.code, reply.body.params.field]).toEqual([400, code, field]);
  });

  test('an empty or too long name and a null color are refused', async () => {
    const post = async (fields: object) => (await world.admin.rest.post('/tags', bodyOf(fields))).body;
    expect(await post({ name: ' ' })).toMatchObject({ code: 'validation_empty', params: { field: 'name' } });
    expect(await post({ name: 'x'.repeat(101) })).toMatchObject({ code: 'validation_max_length' });
    const { id, name } = await createTag();
    const put = await world.admin.rest.put(`/tags/${id}`, bodyOf({ name, is_application: null }));
    expect(put.body).toMatchObject({ code: 'validation_required', params: { field: 'is_application' } });
  });
});

describe('403', () => {
  test('a Member cannot create tags, a Viewer cannot change any', async () => {
    const refusedReply = await world.member.rest.post('/tags', bodyOf());
    expect([refusedReply.status, refusedReply.body.params]).toEqual([403, { action: 'createTag', required: 'Admin' }]);
    const { id } = await createTag();
    expect((await world.viewer.rest.delete(`/tags/${id}`)).status).toBe(403);
    expect((await world.viewer.rest.post('/tags/assign/bulk-add', bulk([], id))).status).toBe(403);
  });

  test("another organization's id in the body is refused, on POST and PUT", async () => {
    const { id } = await createTag();
    const body = bodyOf({ organization_id: world.stranger.organizationId });
    for (const reply of [await world.admin.rest.post('/tags', body), await world.admin.rest.put(`/tags/${id}`, body)])
      expect([reply.status, reply.body.code]).toEqual([403, 'entity_access_denied']);
  });

  test("an API key cannot read its owner's other keys through a tag", async () => {
    const { id } = await createTag();
    const document = `query($id: UUID!) { tag(id: $id) { userApiKeys { totalCount } } }`;
    expect((await world.key.refusal(document, { id })).code).toBe('auth_user_context_required');
  });
});

describe('404', () => {
  test("another organization's tag and a missing one give the same answer, wherever they are named", async () => {
    const { id } = await createTag();
    const [hostId] = await createHosts(1);
    for (const tagId of [id, randomUUID()]) {
      const notFound = { code: 'entity_not_found', params: { entity: 'Tag', id: tagId } };
      const body = { ...bodyOf(), organization_id: world.stranger.organizationId };
      const assignment = { entity_id: hostId, entity_type: 'Host', tag_ids: [tagId] };
      for (const reply of [
        await world.strangerKey.rest.get(`/tags/${tagId}`),
        await world.strangerKey.rest.put(`/tags/${tagId}`, body),
        await world.strangerKey.rest.delete(`/tags/${tagId}`),
        await world.strangerKey.rest.post('/tags/assign/bulk-add', bulk([], tagId)),
        await world.strangerKey.rest.post('/tags/assign/bulk-remove', bulk([], tagId)),
      ])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([404, notFound.code, notFound.params]);
      const put = await world.strangerKey.rest.put('/tags/assign', assignment);
      expect([put.status, put.body.params]).toEqual([404, { entity: 'Host', id: hostId }]);
    }
  });

  test('a set with one unknown tag changes nothing', async () => {
    const { id } = await createTag();
    const [hostId] = await createHosts(1);
    await world.member.rest.put('/tags/assign', { entity_id: hostId, entity_type: 'Host', tag_ids: [id] });
    const missing = randomUUID();
    const reply = await world.member.rest.put('/tags/assign', {
      entity_id: hostId,
      entity_type: 'Host',
      tag_ids: [missing],
    });
    expect([reply.status, reply.body.params]).toEqual([404, { entity: 'Tag', id: missing }]);
    expect(await tagsOf(hostId!)).toEqual([id]);
  });
});

describe('409', () => {
  test('a name that exists in another Unicode form is refused; stored duplicates stay unchanged', async () => {
    const name = `Café ${randomUUID()}`;
    const tag = await createTag({ name: name.normalize('NFC') });
    const takenError = (form: string) => ({ entity: 'Tag', field: 'name', value: form });
    const other = name.normalize('NFD');
    const { status, body } = await world.admin.rest.post('/tags', bodyOf({ name: other }));
    expect([status, body.code, body.params]).toEqual([409, 'entity_already_exists', takenError(other)]);
    const plain = await createTag();
    const renamedReply = await world.admin.rest.put(`/tags/${plain.id}`, bodyOf({ name: other }));
    expect([renamedReply.status, renamedReply.body.params]).toEqual([409, takenError(other)]);
    expect((await world.admin.rest.put(`/tags/${tag.id}`, bodyOf({ name: other }))).status).toBe(200);

    // Stores the same name in another Unicode form, which was possible before the trigger `other_forms` existed.
    const at = { name: name.normalize('NFC'), organizationId: world.organizationId };
    const double = await world.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`ALTER TABLE tags DISABLE TRIGGER other_forms`;
      const createdTag = await tx.tag.create({ data: at });
      await tx.$executeRaw`ALTER TABLE tags ENABLE TRIGGER other_forms`;
      return createdTag;
    });
    const keptReply = await world.admin.rest.put(`/tags/${double.id}`, bodyOf({ name: double.name, color: 'Red' }));
    expect([keptReply.status, keptReply.body.data.color]).toEqual([200, 'Red']);
  });

  test('a name that the organization has already is refused, on POST and PUT; others may use it', async () => {
    const { name } = await createTag();
    const other = await createTag();
    const takenError = { entity: 'Tag', field: 'name', value: name };
    for (const reply of [
      await world.admin.rest.post('/tags', bodyOf({ name })),
      await world.admin.rest.put(`/tags/${other.id}`, bodyOf({ name })),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([409, 'entity_already_exists', takenError]);
    const foreign = { name, organization_id: world.stranger.organizationId };
    expect((await world.strangerKey.rest.post('/tags', foreign)).status).toBe(200);
  });

  test('an update of an outdated state is refused', async () => {
    const { id, name } = await createTag();
    const body = bodyOf({ name, expected_updated_at: '2020-01-01T00:00:00.000Z' });
    const reply = await world.admin.rest.put(`/tags/${id}`, body);
    expect([reply.status, reply.body.code]).toEqual([409, 'entity_changed']);
  });
});
