// Tests of daemon API keys over REST and GraphQL, grouped by HTTP status: Members create them, each for one network,
// and a key cannot be deleted while a daemon uses it.
import { randomUUID } from 'node:crypto';
import { hashToken } from '../../../src/auth/tokens';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const bodyOf = (fields: object = {}) => ({ name: 'probe', network_id: world.networkId, tags: [], ...fields });
const create = async (fields: object = {}) => {
  const reply = await world.member.rest.post('/auth/daemon', bodyOf(fields));
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data as { key: string; api_key: { id: string; updated_at: string } };
};
const addTag = async () => {
  const body = { name: randomUUID(), organization_id: world.organizationId };
  return (await world.admin.rest.post('/tags', body)).body.data.id as string;
};
async function addDaemon(apiKeyId: string): Promise<string> {
  const { networkId, organizationId, prisma } = world;
  const host = await prisma.host.create({ data: { networkId, name: 'probe' } });
  const at = { networkId, organizationId, hostId: host.id };
  return (await prisma.daemon.create({ data: { ...at, apiKeyId, name: 'probe', mode: 'daemon_poll', url: '' } })).id;
}

describe('200', () => {
  test('a created key shows its token once and is stored hashed', async () => {
    const tag = await addTag();
    const { status, body } = await world.key.rest.post('/auth/daemon', bodyOf({ tags: [tag, tag] }));
    expect(status).toBe(200);
    const { key: token, api_key: key } = body.data;
    expect(token).toMatch(/^nlm_d_[0-9A-Za-z]{32}$/);
    expect(key).toMatchObject({
      name: 'probe',
      network_id: world.networkId,
      key: `${token.slice(0, 12)}…`,
      is_enabled: true,
      expires_at: null,
      last_used: null,
      daemon_id: null,
      tags: [tag],
    });
    const read = await world.viewer.rest.get(`/auth/daemon/${key.id}`);
    expect(read.body.data).toEqual(key);
    expect(JSON.stringify(read.body)).not.toContain(token.slice(6));
    const storedDaemonApiKey = await world.prisma.daemonApiKey.findUniqueOrThrow({ where: { id: key.id } });
    expect(storedDaemonApiKey.keyHash).toBe(hashToken(token));
  });

  test('GraphQL creates, changes, rotates and deletes keys too', async () => {
    const make = `mutation($input: CreateDaemonApiKeyInput!) { made: createDaemonApiKey(input: $input) { key apiKey { id name networkId isEnabled tagIds } } }`;
    const input = { name: 'probe', networkId: world.networkId, isEnabled: null };
    const { made } = await world.member.query(make, { input });
    expect(made.key).toMatch(/^nlm_d_/);
    expect(made.apiKey).toMatchObject({ name: 'probe', networkId: world.networkId, isEnabled: true, tagIds: [] });
    const { id } = made.apiKey;
    const change = `mutation($id: UUID!, $input: UpdateDaemonApiKeyInput!) { key: updateDaemonApiKey(id: $id, input: $input) { name isEnabled } }`;
    expect((await world.member.query(change, { id, input: { isEnabled: false } })).key).toEqual({
      name: 'probe',
      isEnabled: false,
    });
    const { token } = await world.member.query(`mutation($id: UUID!) { token: rotateDaemonApiKey(id: $id) }`, { id });
    expect(token).toMatch(/^nlm_d_/);
    expect(await world.prisma.daemonApiKey.count({ where: { id, keyHash: hashToken(token) } })).toBe(1);
    const { gone } = await world.member.query(`mutation($id: UUID!) { gone: deleteDaemonApiKey(id: $id) }`, { id });
    expect(gone).toBe(id);
    expect(await world.prisma.daemonApiKey.count({ where: { id } })).toBe(0);
  });

  test('an update keeps omitted fields, null clears the expiry, tags are replaced', async () => {
    const [one, two] = [await addTag(), await addTag()];
    const expires_at = '2099-01-01T00:00:00.000Z';
    const { api_key: key } = await create({ tags: [one], expires_at });
    const put = async (fields: object) =>
      (await world.member.rest.put(`/auth/daemon/${key.id}`, bodyOf(fields))).body.data;
    expect(await put({ name: 'renamed', tags: [two] })).toMatchObject({ name: 'renamed', tags: [two], expires_at });
    expect(await put({ is_enabled: false, expires_at: null })).toMatchObject({ is_enabled: false, expires_at: null });
  });

  test('a key moves to another network with its tags', async () => {
    const tag = await addTag();
    const { api_key: key } = await create({ tags: [tag] });
    const change = `mutation($id: UUID!, $input: UpdateDaemonApiKeyInput!) { key: updateDaemonApiKey(id: $id, input: $input) { networkId tagIds } }`;
    const input = { networkId: world.otherNetworkId };
    const movedInput = { networkId: world.otherNetworkId, tagIds: [tag] };
    expect((await world.member.query(change, { id: key.id, input })).key).toEqual(movedInput);
  });

  test('a bulk delete deletes the keys within reach', async () => {
    const { api_key: key } = await create();
    const foreign = await world.stranger.rest.post('/auth/daemon', bodyOf({ network_id: world.strangerNetworkId }));
    const ids = [key.id, key.id, randomUUID(), foreign.body.data.api_key.id];
    const { body } = await world.member.rest.post('/auth/daemon/bulk-delete', ids);
    expect(body.data).toEqual({ deleted_count: 1, requested_count: 4 });
    expect(await world.prisma.daemonApiKey.count({ where: { id: { in: ids } } })).toBe(1);
  });
});

describe('400', () => {
  test.each([
    [{ name: undefined }, 'validation_required', 'name'],
    [{ name: '' }, 'validation_empty', 'name'],
    [{ name: 'x'.repeat(101) }, 'validation_max_length', 'name'],
    [{ network_id: undefined }, 'validation_required', 'network_id'],
    [{ network_id: 'x' }, 'validation_invalid_format', 'network_id'],
    [{ tags: undefined }, 'validation_required', 'tags'],
    [{ tags: ['x'] }, 'validation_invalid_format', 'tags'],
    [{ is_enabled: 'yes' }, 'validation_invalid_format', 'is_enabled'],
    [{ expires_at: 'soon' }, 'validation_invalid_format', 'expires_at'],
  ])('%j is %s, on create and update', async (fields, code, field) => {
    const { api_key: key } = await create();
    for (const reply of [
      await world.member.rest.post('/auth/daemon', bodyOf(fields)),
      await world.member.rest.put(`/auth/daemon/${key.id}`, bodyOf(fields)),
    ])
      expect([reply.status, reply.body.code, reply.body.params.field]).toEqual([400, code, field]);
  });

  test('a name of 100 characters is accepted', async () => {
    const { api_key: key } = await create({ name: 'é'.repeat(100) });
    expect(key).toMatchObject({ name: 'é'.repeat(100) });
  });

  test('GraphQL refuses null for required fields', async () => {
    const { api_key: key } = await create();
    const change = `mutation($id: UUID!, $input: UpdateDaemonApiKeyInput!) { updateDaemonApiKey(id: $id, input: $input) { id } }`;
    for (const field of ['name', 'networkId', 'isEnabled', 'tagIds']) {
      const refusedError = { code: 'validation_required', params: { field } };
      expect(await world.member.refusal(change, { id: key.id, input: { [field]: null } })).toEqual(refusedError);
    }
  });
});

describe('403', () => {
  test('Viewers can neither read nor write keys', async () => {
    const { api_key: key } = await create();
    const { rest } = world.viewer;
    for (const reply of [
      await rest.post('/auth/daemon', bodyOf()),
      await rest.put(`/auth/daemon/${key.id}`, bodyOf()),
      await rest.post(`/auth/daemon/${key.id}/rotate`),
      await rest.delete(`/auth/daemon/${key.id}`),
      await rest.post('/auth/daemon/bulk-delete', [key.id]),
    ])
      expect([reply.status, reply.body.code, reply.body.params.required]).toEqual([
        403,
        'auth_permission_denied',
        'Member',
      ]);
  });

  test('a network out of reach is refused, whether it exists or not, on create and update', async () => {
    const { api_key: key } = await create();
    for (const id of [world.strangerNetworkId, randomUUID()])
      for (const reply of [
        await world.member.rest.post('/auth/daemon', bodyOf({ network_id: id })),
        await world.member.rest.put(`/auth/daemon/${key.id}`, bodyOf({ network_id: id })),
      ])
        expect([reply.status, reply.body.code, reply.body.params]).toEqual([
          403,
          'entity_access_denied',
          { entity: 'Network', id },
        ]);
  });
});

describe('404', () => {
  test('a key out of reach and a missing one give the same answer', async () => {
    const { key: token, api_key: key } = await create();
    for (const id of [key.id, randomUUID()]) {
      const { rest } = world.stranger;
      for (const reply of [
        await rest.put(`/auth/daemon/${id}`, bodyOf({ network_id: world.strangerNetworkId })),
        await rest.post(`/auth/daemon/${id}/rotate`),
        await rest.delete(`/auth/daemon/${id}`),
      ])
        expect([reply.status, reply.body.params]).toEqual([404, { entity: 'DaemonApiKey', id }]);
    }
    expect(await world.prisma.daemonApiKey.count({ where: { keyHash: hashToken(token) } })).toBe(1);
  });

  test('a request with an unknown tag changes nothing', async () => {
    const name = randomUUID();
    const id = randomUUID();
    const reply = await world.member.rest.post('/auth/daemon', bodyOf({ name, tags: [id] }));
    expect([reply.status, reply.body.params]).toEqual([404, { entity: 'Tag', id }]);
    expect(await world.prisma.daemonApiKey.count({ where: { name } })).toBe(0);
  });
});

describe('409', () => {
  test('a key in use can neither be deleted, alone or with others, nor change its network', async () => {
    const { api_key: key } = await create();
    const { api_key: free } = await create();
    const daemonId = await addDaemon(key.id);
    const inUse = { entity: 'DaemonApiKey', id: key.id, used_by: 'Daemon' };
    for (const reply of [
      await world.member.rest.delete(`/auth/daemon/${key.id}`),
      await world.member.rest.post('/auth/daemon/bulk-delete', [free.id, key.id]),
      await world.member.rest.put(`/auth/daemon/${key.id}`, bodyOf({ network_id: world.otherNetworkId })),
    ])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([409, 'entity_in_use', inUse]);
    expect((await world.member.rest.get(`/auth/daemon/${free.id}`)).status).toBe(200);
    expect((await world.member.rest.get(`/auth/daemon/${key.id}`)).body.data.daemon_id).toBe(daemonId);
    // Renaming and rotating the key do not affect the daemon.
    expect((await world.member.rest.put(`/auth/daemon/${key.id}`, bodyOf({ name: 'kept' }))).status).toBe(200);
    expect((await world.member.rest.post(`/auth/daemon/${key.id}/rotate`)).status).toBe(200);
  });

  test('an update of an outdated state is refused', async () => {
    const { api_key: key } = await create();
    const put = (expected_updated_at: string) =>
      world.member.rest.put(`/auth/daemon/${key.id}`, bodyOf({ name: 'late', expected_updated_at }));
    const late = await put('2020-01-01T00:00:00.000Z');
    expect([late.status, late.body.params]).toEqual([409, { entity: 'DaemonApiKey', id: key.id }]);
    expect((await put(key.updated_at)).body.data.name).toBe('late');
  });
});
