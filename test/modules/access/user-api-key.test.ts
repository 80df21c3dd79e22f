// Tests of user API keys over REST and GraphQL, grouped by HTTP status: a caller manages only its own keys, only in a
// session, and never with more rights than their owner.
import { randomUUID } from 'node:crypto';
import { createClient } from '../../support/client';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const createKey = async (caller = world.member, fields: object = {}) =>
  (await caller.rest.post('/auth/keys', { name: 'script', tags: [], ...fields })).body.data;
const answers = async (token: string) => (await createClient(world.url, { key: token }).rest.get('/networks')).status;

describe('200', () => {
  test('a created key shows its token once; it starts as Viewer, without networks, enabled', async () => {
    const { status, body } = await world.member.rest.post('/auth/keys', { name: 'script', tags: [] });
    expect(status).toBe(200);
    const { key: token, api_key: key } = body.data;
    expect(token).toMatch(/^nlm_u_[0-9A-Za-z]{32}$/);
    expect(key).toMatchObject({
      name: 'script',
      permissions: 'Viewer',
      network_ids: [],
      is_enabled: true,
      expires_at: null,
      last_used: null,
      tags: [],
      user_id: world.member.userId,
      organization_id: world.organizationId,
    });
    expect(key.key).toBe(`${token.slice(0, 12)}…`);
    const read = await world.member.rest.get(`/auth/keys/${key.id}`);
    expect(read.body.data).toEqual(key);
    expect(JSON.stringify(read.body)).not.toContain(token);
  });

  test('a key without networks reaches none, and one with a network reaches that network', async () => {
    const { key: token, api_key: key } = await createKey();
    const { rest } = createClient(world.url, { key: token });
    expect((await rest.get('/networks')).body.data).toEqual([]);
    const put = { name: 'script', tags: [], network_ids: [world.networkId] };
    expect((await world.member.rest.put(`/auth/keys/${key.id}`, put)).body.data.network_ids).toEqual([world.networkId]);
    expect((await rest.get('/networks')).body.data.map(({ id }: { id: string }) => id)).toEqual([world.networkId]);
  });

  test('rotating returns the new token as a string; the old token is refused at once', async () => {
    const { key: token, api_key: key } = await createKey();
    expect(await answers(token)).toBe(200);
    const { status, body } = await world.member.rest.post(`/auth/keys/${key.id}/rotate`);
    expect([status, typeof body.data]).toEqual([200, 'string']);
    expect(await answers(token)).toBe(401);
    expect(await answers(body.data)).toBe(200);
  });

  test('of simultaneous rotations exactly one token works', async () => {
    const { api_key: key } = await createKey();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => world.member.rest.post(`/auth/keys/${key.id}/rotate`)),
    );
    const statuses = await Promise.all(replies.map(({ body }) => answers(body.data)));
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test('a disabled key is refused, an enabled one works again, a deleted one is unknown', async () => {
    const { key: token, api_key: key } = await createKey();
    const put = (is_enabled: boolean) =>
      world.member.rest.put(`/auth/keys/${key.id}`, { name: 'script', tags: [], is_enabled });
    await put(false);
    expect(await answers(token)).toBe(403);
    await put(true);
    expect(await answers(token)).toBe(200);
    expect((await world.member.rest.delete(`/auth/keys/${key.id}`)).status).toBe(200);
    expect(await answers(token)).toBe(401);
  });

  test('omitted fields of an update stay, null clears the expiry', async () => {
    const { api_key: key } = await createKey(world.member, {
      permissions: 'Member',
      expires_at: '2099-01-01T00:00:00.000Z',
    });
    const put = (body: object) => world.member.rest.put(`/auth/keys/${key.id}`, { name: 'renamed', tags: [], ...body });
    expect((await put({})).body.data).toMatchObject({
      name: 'renamed',
      permissions: 'Member',
      expires_at: key.expires_at,
    });
    expect((await put({ expires_at: null })).body.data.expires_at).toBeNull();
  });

  test("bulk delete removes the caller's own keys only, and they are refused at once", async () => {
    const [one, two] = [await createKey(), await createKey()];
    const others = await createKey(world.viewer);
    const ids = [one.api_key.id, two.api_key.id, one.api_key.id, others.api_key.id, randomUUID()];
    const { status, body } = await world.member.rest.post('/auth/keys/bulk-delete', ids);
    expect([status, body.data]).toEqual([200, { deleted_count: 2, requested_count: 5 }]);
    expect([await answers(one.key), await answers(two.key), await answers(others.key)]).toEqual([401, 401, 200]);
    const document = `mutation($ids: [UUID!]!) { done: deleteUserApiKeys(ids: $ids) { deletedCount requestedCount } }`;
    expect((await world.viewer.query(document, { ids })).done).toEqual({ deletedCount: 1, requestedCount: 5 });
  });

  test("the list contains only the caller's keys, in REST and GraphQL", async () => {
    const { api_key: key } = await createKey(world.viewer);
    const ids = (await world.viewer.rest.get('/auth/keys?limit=0')).body.data.map(({ id }: { id: string }) => id);
    expect(ids).toContain(key.id);
    expect(
      (await world.owner.rest.get('/auth/keys?limit=0')).body.data.map(({ id }: { id: string }) => id),
    ).not.toContain(key.id);
    const { userApiKeys } = await world.viewer.query(`{ userApiKeys { nodes { id user { id } } } }`);
    expect(userApiKeys.nodes).toContainEqual({ id: key.id, user: { id: world.viewer.userId } });
  });
});

describe('400', () => {
  test.each([
    [{}, 'validation_required', 'name'],
    [{ name: 'x' }, 'validation_required', 'tags'],
    [{ name: '', tags: [] }, 'validation_empty', 'name'],
    [{ name: 'x'.repeat(101), tags: [] }, 'validation_max_length', 'name'],
    [{ name: 'x', permissions: 'Root' }, 'validation_invalid_format', 'permissions'],
    [{ name: 'x', network_ids: ['y'] }, 'validation_invalid_format', 'network_ids'],
    [{ name: 'x', expires_at: 'tomorrow' }, 'validation_invalid_format', 'expires_at'],
  ])('%j is %s', async (body, code, field) => {
    const reply = await world.member.rest.post('/auth/keys', body);
    expect([reply.status, reply.body.code, reply.body.params.field]).toEqual([400, code, field]);
  });
});

describe('403', () => {
  test('a key cannot list, create, change, rotate or delete keys', async () => {
    const { api_key: key } = await createKey(world.owner);
    const rest = world.key.rest;
    for (const reply of [
      await rest.get('/auth/keys'),
      await rest.get(`/auth/keys/${key.id}`),
      await rest.post('/auth/keys', { name: 'x', tags: [] }),
      await rest.put(`/auth/keys/${key.id}`, { name: 'x', tags: [] }),
      await rest.post(`/auth/keys/${key.id}/rotate`),
      await rest.delete(`/auth/keys/${key.id}`),
      await rest.post('/auth/keys/bulk-delete', [key.id]),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_user_context_required']);
  });

  test('a key cannot get higher permissions than its owner has, on create and update', async () => {
    const { api_key: key } = await createKey();
    const body = { name: 'x', tags: [], permissions: 'Admin' };
    const createdReply = await world.member.rest.post('/auth/keys', body);
    expect([createdReply.status, createdReply.body.params]).toEqual([
      403,
      { action: 'createUserApiKey', required: 'Admin' },
    ]);
    const updatedReply = await world.member.rest.put(`/auth/keys/${key.id}`, body);
    expect([updatedReply.status, updatedReply.body.code]).toEqual([403, 'auth_permission_denied']);
  });

  test('a key cannot get networks that its owner does not reach, whether they exist or not', async () => {
    for (const id of [world.strangerNetworkId, randomUUID()]) {
      const reply = await world.member.rest.post('/auth/keys', { name: 'x', tags: [], network_ids: [id] });
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([
        403,
        'entity_access_denied',
        { entity: 'Network', id },
      ]);
    }
  });
});

describe('404', () => {
  test("another user's key and a missing one give the same answer, even to an Owner", async () => {
    const { key: token, api_key: key } = await createKey();
    for (const id of [key.id, randomUUID()]) {
      const rest = world.owner.rest;
      for (const reply of [
        await rest.get(`/auth/keys/${id}`),
        await rest.put(`/auth/keys/${id}`, { name: 'x', tags: [] }),
        await rest.post(`/auth/keys/${id}/rotate`),
        await rest.delete(`/auth/keys/${id}`),
      ])
        expect([reply.status, reply.body.params]).toEqual([404, { entity: 'UserApiKey', id }]);
    }
    expect(await answers(token)).toBe(200);
  });
});
