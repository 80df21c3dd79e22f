// Tests tenant isolation of data about people: the caller's own account, invites, and the users that rows show, such as
// the user who created a row.
import { randomUUID } from 'node:crypto';
import type { Permissions } from '../../../src/data/tenancy/viewer';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld({ PUBLIC_URL: 'https://netloom.example' });
});
afterAll(() => world.close());

const createInvite = (permissions: Permissions, createdBy: string | null = null) =>
  world.prisma.invite.create({
    data: { organizationId: world.organizationId, permissions, createdBy, expiresAt: new Date(Date.now() + 3_600_000) },
  });

describe('viewer', () => {
  const document = `{ viewer { via permissions user { id email } organization { id } networkIds may } }`;

  test('a session reads its user, networks and actions', async () => {
    const { viewer } = await world.member.query(document);
    expect(viewer).toMatchObject({
      via: 'session',
      permissions: 'Member',
      user: { id: world.member.userId, email: world.member.email },
      organization: { id: world.organizationId },
      networkIds: [world.networkId, world.otherNetworkId].sort(),
    });
    expect(viewer.may).toEqual(expect.arrayContaining(['updateVlan', 'createUserApiKey']));
    expect(viewer.may).not.toContain('createTag');
  });

  test('a key with fewer networks reads fewer', async () => {
    const { viewer } = await world.narrowKey.query(document);
    expect(viewer).toMatchObject({ via: 'userApiKey', permissions: 'Owner', networkIds: [world.networkId] });
    expect(viewer.may).toContain('createTag');
    expect(viewer.may).not.toContain('createUserApiKey');
  });

  test('the listed actions are those that succeed', async () => {
    for (const caller of [world.viewer, world.member, world.admin, world.owner, world.key]) {
      const { viewer } = await caller.query(`{ viewer { may } }`);
      expect((await caller.rest.get('/users')).status).toBe(viewer.may.includes('users') ? 200 : 403);
      expect((await caller.rest.get('/organizations')).status).toBe(viewer.may.includes('organization') ? 200 : 403);
    }
  });
});

describe('invites', () => {
  test('an Admin sees its own invites and those for lower ranks, an Owner all, others none', async () => {
    const [toMember, toAdmin, ownReply] = [
      await createInvite('Member'),
      await createInvite('Admin'),
      await createInvite('Admin', world.admin.userId),
    ];
    const ids = async (caller: typeof world.admin) =>
      (await caller.rest.get('/invites')).body.data.map(({ id }: { id: string }) => id);
    expect((await ids(world.admin)).sort()).toEqual([toMember.id, ownReply.id].sort());
    expect(await ids(world.owner)).toHaveLength(3);
    const refusedReply = await world.member.rest.get('/invites');
    expect([refusedReply.status, refusedReply.body.params]).toEqual([403, { action: 'invites', required: 'Admin' }]);
    expect((await world.admin.rest.get(`/invites/${toAdmin.id}`)).status).toBe(404);
    expect((await world.stranger.rest.get(`/invites/${toMember.id}`)).status).toBe(404);
    expect((await world.admin.rest.get(`/invites/${ownReply.id}`)).body.data).toMatchObject({
      url: `https://netloom.example/api/v1/invites/${ownReply.id}/accept`,
      created_by: world.admin.userId,
      permissions: 'Admin',
      network_ids: [],
      send_to: null,
    });
  });
});

describe('the user named by a row', () => {
  test('sessions see any user of the organization; keys see their owner and users whom the owner may list', async () => {
    const snapshot = await world.prisma.snapshot.create({
      data: { networkId: world.networkId, organizationId: world.organizationId, createdByUserId: world.owner.userId },
    });
    const read = `query($id: UUID!) { snapshot(id: $id) { createdByUserId createdByUser { email } } }`;
    const seenBy = async (caller: typeof world.admin) =>
      (await caller.query(read, { id: snapshot.id })).snapshot.createdByUser?.email ?? null;
    const memberKey = await world.addKey(world.member, { permissions: 'Member' });
    expect(await seenBy(world.viewer)).toBe(world.owner.email);
    expect(await seenBy(world.key)).toBe(world.owner.email);
    expect(await seenBy(memberKey)).toBeNull();
  });

  test('a missing invite and a missing network are 404 for callers with the right', async () => {
    const id = randomUUID();
    const reply = await world.owner.rest.get(`/invites/${id}`);
    expect([reply.status, reply.body.params]).toEqual([404, { entity: 'Invite', id }]);
  });
});
