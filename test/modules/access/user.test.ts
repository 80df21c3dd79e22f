// Tests of users and the organization over REST and GraphQL, grouped by HTTP status: who may change whom, and that one
// Owner always remains.
import { randomUUID } from 'node:crypto';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const admin = (caller: Caller, id: string, body: object) => caller.rest.put(`/users/${id}/admin`, body);
const deny = (action: string, requiredRole: string) => ({
  code: 'auth_permission_denied',
  params: { action, required: requiredRole },
});

describe('200', () => {
  test('any user of the organization can be read, with every field and no secret', async () => {
    const { status, body } = await world.viewer.rest.get(`/users/${world.owner.userId}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: world.owner.userId,
      email: world.owner.email,
      permissions: 'Owner',
      organization_id: world.organizationId,
      network_ids: [],
      email_settings: { discovery_digest: true, daemon_alerts: true, product_onboarding: true, trial_and_usage: true },
      email_verified: true,
      has_password: false,
      terms_accepted_at: null,
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|subject|epoch|token/i);
  });

  test('an Admin lists itself and lower ranks, an Owner all users, by REST and GraphQL', async () => {
    const other = await world.addUser('Admin');
    const listData = async (caller: Caller) => (await caller.rest.get('/users?limit=0')).body.data;
    const toAdmin = await listData(world.admin);
    expect(toAdmin.map(({ id }: { id: string }) => id)).toContain(world.admin.userId);
    expect(toAdmin.map(({ id }: { id: string }) => id)).not.toContain(other.userId);
    expect(new Set(toAdmin.map(({ permissions }: { permissions: string }) => permissions))).toEqual(
      new Set(['Admin', 'Member', 'Viewer']),
    );
    const toOwner = await listData(world.owner);
    expect(toOwner.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([other.userId, world.owner.userId]),
    );
    const { users } = await world.admin.query(`{ users(first: 1000) { totalCount } }`);
    expect(users.totalCount).toBe(toAdmin.length);
  });

  test('in the own profile, missing e-mail settings mean true, and terms are accepted once', async () => {
    const { rest, userId, email } = await world.addUser('Viewer');
    const put = (body: object) => rest.put(`/users/${userId}`, body);
    const acceptedReply = await put({
      terms_accepted: true,
      permissions: 'Owner',
      email: 'x@y.example',
      network_ids: [],
    });
    expect(acceptedReply.body.data).toMatchObject({ permissions: 'Viewer', email });
    const { terms_accepted_at } = acceptedReply.body.data;
    expect(terms_accepted_at).not.toBeNull();
    const settings = { discovery_digest: false, daemon_alerts: false };
    const { body } = await put({ email_settings: settings, terms_accepted: true });
    expect(body.data).toMatchObject({ terms_accepted_at, email_settings: { ...settings, product_onboarding: true } });
    const again = await put({ email_settings: { discovery_digest: true } });
    expect(again.body.data.email_settings.daemon_alerts).toBe(true);
  });

  test('terms_accepted_at is set once, even concurrently, and a whole record can be sent back', async () => {
    const { rest, userId } = await world.addUser('Viewer');
    const put = async (body: object) => (await rest.put(`/users/${userId}`, body)).body;
    expect((await put({ terms_accepted_at: null })).data.terms_accepted_at).toBeNull();
    expect(await put({ terms_accepted_at: 'yesterday' })).toMatchObject({
      code: 'validation_invalid_format',
      params: { field: 'terms_accepted_at' },
    });
    const times = [1, 2, 3, 4].map((day) => `2026-01-0${day}T00:00:00.000Z`);
    const answers = await Promise.all(times.map((terms_accepted_at) => put({ terms_accepted_at })));
    const [acceptedReply, ...others] = new Set(answers.map(({ data }) => data.terms_accepted_at as string));
    expect([times.includes(acceptedReply!), others]).toEqual([true, []]);
    const { data } = await rest.get(`/users/${userId}`).then(({ body }) => body);
    expect((await put({ ...data, terms_accepted_at: times[0] })).data.terms_accepted_at).toBe(acceptedReply);
    expect((await put({ terms_accepted_at: null })).data.terms_accepted_at).toBe(acceptedReply);
  });

  test('an Admin changes role and networks of lower ranks, effective with the next request', async () => {
    const target = await world.addUser('Viewer', []);
    expect((await target.rest.get(`/networks/${world.networkId}`)).status).toBe(404);
    const reply = await admin(world.admin, target.userId, { permissions: 'Member', network_ids: [world.networkId] });
    expect(reply.body.data).toMatchObject({ permissions: 'Member', network_ids: [world.networkId] });
    expect((await target.rest.get(`/networks/${world.networkId}`)).status).toBe(200);
    const keptReply = await admin(world.admin, target.userId, { permissions: 'Viewer' });
    expect(keptReply.body.data).toMatchObject({ permissions: 'Viewer', network_ids: [world.networkId] });
    await admin(world.admin, target.userId, { network_ids: [] });
    expect((await target.rest.get(`/networks/${world.networkId}`)).status).toBe(404);
  });

  test('an Owner promotes another user to Owner and demotes them', async () => {
    const target = await world.addUser('Admin');
    expect((await admin(world.owner, target.userId, { permissions: 'Owner' })).body.data.permissions).toBe('Owner');
    expect((await admin(world.owner, target.userId, { permissions: 'Viewer' })).body.data.permissions).toBe('Viewer');
  });

  test('deleting a user deletes their sessions and keys', async () => {
    const target = await world.addUser('Member');
    const key = await world.addKey(target);
    expect((await world.admin.rest.delete(`/users/${target.userId}`)).status).toBe(200);
    expect((await target.rest.get('/networks')).status).toBe(401);
    expect((await key.rest.get('/networks')).status).toBe(401);
  });

  test('an Owner renames the organization and disables its API access, which stops keys at once', async () => {
    const other = await createWorld();
    const { owner, key, organizationId } = other;
    expect((await owner.rest.get('/organizations')).body.data).toMatchObject({
      id: organizationId,
      api_access_enabled: true,
    });
    expect((await owner.rest.put(`/organizations/${organizationId}`, 'Acme')).body.data.name).toBe('Acme');
    expect((await key.rest.put(`/organizations/${organizationId}`, 'Acme 2')).body.data.name).toBe('Acme 2');
    const off = await owner.rest.put(`/organizations/${organizationId}/api-access`, { api_access_enabled: false });
    expect(off.body.data).toMatchObject({ api_access_enabled: false, name: 'Acme 2' });
    expect((await key.rest.get('/networks')).body.code).toBe('auth_api_access_disabled');
    const document = `mutation($id: UUID!) { updateOrganization(id: $id, input: { apiAccessEnabled: true }) { apiAccessEnabled } }`;
    expect(await owner.query(document, { id: organizationId })).toEqual({
      updateOrganization: { apiAccessEnabled: true },
    });
    expect((await key.rest.get('/networks')).status).toBe(200);
    await other.close();
  });
});

describe('bulk delete', () => {
  const bulk = (caller: Caller, ids: readonly string[]) => caller.rest.post('/users/bulk-delete', ids);
  const countRemaining = (ids: readonly string[]) => world.prisma.user.count({ where: { id: { in: [...ids] } } });

  test('users within reach are deleted with sessions and keys; others are skipped', async () => {
    const [one, two] = [await world.addUser('Member'), await world.addUser('Viewer')];
    const key = await world.addKey(one);
    const ids = [one.userId, two.userId, one.userId, world.stranger.userId, randomUUID()];
    const { status, body } = await bulk(world.admin, ids);
    expect([status, body.data]).toEqual([200, { deleted_count: 2, requested_count: 5 }]);
    expect((await two.rest.get('/networks')).status).toBe(401);
    expect((await key.rest.get('/networks')).status).toBe(401);
    expect(await countRemaining(ids)).toBe(1);
    const document = `mutation($ids: [UUID!]!) { done: deleteUsers(ids: $ids) { deletedCount requestedCount } }`;
    expect((await world.admin.query(document, { ids })).done).toEqual({ deletedCount: 0, requestedCount: 5 });
  });

  test('the number of statements does not grow with the users', async () => {
    const deleting = async (count: number) => {
      const ids: string[] = [];
      for (let createdCount = 0; createdCount < count; createdCount += 1)
        ids.push((await world.addUser('Viewer')).userId);
      return (await world.queries.during(() => bulk(world.owner, ids))).length;
    };
    expect(await deleting(8)).toBe(await deleting(2));
  });

  test('400 without ids and above the maximum', async () => {
    expect((await bulk(world.admin, [])).body).toMatchObject({ code: 'validation_bulk_empty' });
    const tooMany = Array.from({ length: 10_001 }, () => randomUUID());
    const outOfRange = { code: 'validation_out_of_range', params: { field: 'ids', min: 1, max: 10_000 } };
    expect((await bulk(world.admin, tooMany)).body).toMatchObject(outOfRange);
  });

  test('403 if one user has a higher rank, and for all callers below Admin', async () => {
    const target = await world.addUser('Viewer');
    const ids = [target.userId, world.owner.userId];
    expect((await bulk(world.admin, ids)).body).toMatchObject(deny('deleteUser', 'Owner'));
    expect((await bulk(world.member, [target.userId])).body).toMatchObject(deny('deleteUsers', 'Admin'));
    expect(await countRemaining(ids)).toBe(2);
  });

  test('409 for all Owners together, even if two calls delete half of them each', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id: organizationId } = await world.prisma.organization.create({ data: { name: 'Four owners' } });
      const owners: Caller[] = [];
      for (let createdCount = 0; createdCount < 4; createdCount += 1)
        owners.push(await world.addUser('Owner', [], organizationId));
      const ids = owners.map(({ userId }) => userId);
      const all = await bulk(owners[0]!, ids);
      expect([all.status, all.body.code, all.body.params.reason]).toEqual([
        409,
        'entity_delete_forbidden',
        'last Owner',
      ]);
      expect(await countRemaining(ids)).toBe(4);
      const replies = await Promise.all([bulk(owners[0]!, ids.slice(2)), bulk(owners[2]!, ids.slice(0, 2))]);
      expect(replies.every(({ status }) => status < 500)).toBe(true);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await countRemaining(ids)).toBe(2);
      await world.prisma.organization.delete({ where: { id: organizationId } });
    }
  });
});

describe('400', () => {
  test('e-mail settings without the required one, and an unknown role, are refused', async () => {
    const { rest, userId } = world.viewer;
    const settings = await rest.put(`/users/${userId}`, { email_settings: { daemon_alerts: true } });
    expect(settings.body).toMatchObject({
      code: 'validation_required',
      params: { field: 'email_settings.discovery_digest' },
    });
    const role = await admin(world.owner, userId, { permissions: 'King' });
    expect(role.body).toMatchObject({ code: 'validation_invalid_format', params: { field: 'permissions' } });
  });

  test('an empty, too long or non-text name of the organization is refused', async () => {
    const put = async (body: unknown) =>
      (await world.owner.rest.put(`/organizations/${world.organizationId}`, body)).body;
    expect(await put('')).toMatchObject({ code: 'validation_empty', params: { field: 'name' } });
    expect(await put('x'.repeat(101))).toMatchObject({
      code: 'validation_max_length',
      params: { field: 'name', max: 100 },
    });
    expect(await put({ name: 'x' })).toMatchObject({ code: 'validation_invalid_format', params: { field: 'name' } });
  });
});

describe('403', () => {
  test('API keys cannot read users, change profiles, or switch the organization, but read it', async () => {
    const { key, organizationId } = world;
    for (const reply of [
      await key.rest.get(`/users/${world.owner.userId}`),
      await key.rest.put(`/users/${world.owner.userId}`, {}),
      await key.rest.put(`/organizations/${organizationId}/api-access`, { api_access_enabled: false }),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_user_context_required']);
    expect((await key.rest.get('/organizations')).body.data.id).toBe(organizationId);
  });

  test("nobody can change another user's profile", async () => {
    const reply = await world.owner.rest.put(`/users/${world.viewer.userId}`, { terms_accepted: true });
    expect([reply.status, reply.body.code]).toEqual([403, 'entity_access_denied']);
  });

  test("roles are changed only by higher ranks, to at most below their own, never one's own", async () => {
    const peer = await world.addUser('Admin');
    const { owner, admin: boss, member } = world;
    const refusedError = deny('updateUserAccess', 'Owner');
    expect((await admin(boss, peer.userId, { permissions: 'Viewer' })).body).toMatchObject(refusedError);
    expect((await admin(boss, owner.userId, { permissions: 'Viewer' })).body).toMatchObject(refusedError);
    expect((await admin(boss, member.userId, { permissions: 'Admin' })).body).toMatchObject(refusedError);
    expect((await admin(boss, boss.userId, { permissions: 'Member' })).body).toMatchObject(refusedError);
    expect((await admin(owner, owner.userId, { permissions: 'Admin' })).body).toMatchObject(refusedError);
    const level = deny('updateUserAccess', 'Admin');
    expect((await admin(member, world.viewer.userId, { permissions: 'Viewer' })).body).toMatchObject(level);
    expect((await member.rest.get('/users')).body).toMatchObject(deny('users', 'Admin'));
  });

  test('networks out of reach cannot be granted', async () => {
    for (const id of [world.strangerNetworkId, randomUUID()]) {
      const reply = await admin(world.admin, world.member.userId, { network_ids: [id] });
      expect([reply.status, reply.body.params]).toEqual([403, { entity: 'Network', id }]);
    }
  });

  test('a higher rank cannot be deleted, and only an Owner renames the organization', async () => {
    const refusedReply = await world.admin.rest.delete(`/users/${world.owner.userId}`);
    expect(refusedReply.body).toMatchObject(deny('deleteUser', 'Owner'));
    const rename = await world.admin.rest.put(`/organizations/${world.organizationId}`, 'Mine');
    expect(rename.body).toMatchObject(deny('renameOrganization', 'Owner'));
  });
});

describe('404', () => {
  test('users of another organization and missing ones give the same answer', async () => {
    for (const id of [world.stranger.userId, randomUUID()]) {
      const body = { code: 'entity_not_found', params: { entity: 'User', id } };
      expect((await world.owner.rest.get(`/users/${id}`)).body).toMatchObject(body);
      expect((await world.owner.rest.put(`/users/${id}`, {})).body).toMatchObject(body);
      expect((await admin(world.owner, id, { permissions: 'Viewer' })).body).toMatchObject(body);
      expect((await world.owner.rest.delete(`/users/${id}`)).body).toMatchObject(body);
    }
    const foreign = await world.stranger.rest.put(`/organizations/${world.organizationId}`, 'Taken');
    expect([foreign.status, foreign.body.code]).toEqual([404, 'entity_not_found']);
  });
});

describe('409', () => {
  test('the last Owner cannot be removed', async () => {
    const { userId, rest } = world.stranger;
    const reply = await rest.delete(`/users/${userId}`);
    expect([reply.status, reply.body.code]).toEqual([409, 'entity_delete_forbidden']);
    expect(reply.body.params).toEqual({ entity: 'User', id: userId, reason: 'last Owner' });
  });

  test.each([
    ['delete', (caller: Caller, id: string) => caller.rest.delete(`/users/${id}`)],
    ['demote', (caller: Caller, id: string) => admin(caller, id, { permissions: 'Viewer' })],
  ])('of two Owners that %s each other at the same time, one remains', async (_verb, act) => {
    for (let round = 0; round < 5; round += 1) {
      const { id: organizationId } = await world.prisma.organization.create({ data: { name: 'Two owners' } });
      const one = await world.addUser('Owner', [], organizationId);
      const other = await world.addUser('Owner', [], organizationId);
      const replies = await Promise.all([act(one, other.userId), act(other, one.userId)]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(replies.every(({ status }) => status < 500)).toBe(true);
      expect(await world.prisma.user.count({ where: { organizationId, permissions: 'Owner' } })).toBe(1);
      await world.prisma.organization.delete({ where: { id: organizationId } });
    }
  });

  test('an update of an outdated state is refused', async () => {
    const stale = { expected_updated_at: '2020-01-01T00:00:00.000Z', permissions: 'Viewer' };
    expect((await admin(world.owner, world.viewer.userId, stale)).body.code).toBe('entity_changed');
    const { rest, userId } = world.viewer;
    expect((await rest.put(`/users/${userId}`, { ...stale, terms_accepted: true })).body.code).toBe('entity_changed');
  });
});
