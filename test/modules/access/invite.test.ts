// Tests of invites over REST and GraphQL, grouped by HTTP status: Admins create and revoke them within their own
// rights.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld({ PUBLIC_URL: 'https://netloom.example' });
});
afterAll(() => world.close());

const bodyOf = (fields: object = {}) => ({ permissions: 'Viewer', network_ids: [world.networkId], ...fields });
const create = async (fields: object = {}, caller = world.admin) => {
  const reply = await caller.rest.post('/invites', bodyOf(fields));
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const countInvites = () => world.prisma.invite.count({ where: { organizationId: world.organizationId } });
const hoursLeft = ({ created_at, expires_at }: { created_at: string; expires_at: string }) =>
  Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 3_600_000);
const document = `mutation($input: CreateInviteInput!) { createInvite(input: $input) { id url permissions networkIds sendTo createdBy } }`;

describe('200', () => {
  test('an invite has its address, role and networks, and is valid for a week', async () => {
    const invite = await create({ send_to: ' Ada@Example.COM ', network_ids: [world.networkId, world.networkId] });
    expect(invite).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      organization_id: world.organizationId,
      created_by: world.admin.userId,
      url: `https://netloom.example/api/v1/invites/${invite.id}/accept`,
      permissions: 'Viewer',
      network_ids: [world.networkId],
      send_to: 'ada@example.com',
      expires_at: expect.any(String),
    });
    expect(hoursLeft(invite)).toBe(168);
    expect((await world.admin.rest.get(`/invites/${invite.id}`)).body.data).toEqual(invite);
  });

  test.each([1, 8760])('an invite may be valid for %i hours', async (hours) => {
    expect(hoursLeft(await create({ expiration_hours: hours, network_ids: [] }))).toBe(hours);
  });

  test("GraphQL does the same, for roles up to the caller's own", async () => {
    const networkIds = [world.networkId, world.otherNetworkId].sort();
    for (const [caller, permissions] of [
      [world.admin, 'Admin'],
      [world.owner, 'Owner'],
    ] as const) {
      const { createInvite } = await caller.query(document, { input: { permissions, networkIds } });
      expect(createInvite).toMatchObject({ permissions, networkIds, sendTo: null, createdBy: caller.userId });
    }
  });

  test('a revoked invite is not found', async () => {
    const { id } = await create();
    expect((await world.admin.rest.delete(`/invites/${id}/revoke`)).body.data).toBeNull();
    expect((await world.owner.rest.get(`/invites/${id}`)).status).toBe(404);
    expect(await world.prisma.inviteNetwork.count({ where: { inviteId: id } })).toBe(0);
    const other = await create();
    const revoke = `mutation($id: UUID!) { revokeInvite(id: $id) }`;
    expect(await world.owner.query(revoke, { id: other.id })).toEqual({ revokeInvite: other.id });
  });
});

describe('400', () => {
  test.each<[string, object, string, object]>([
    ['no role', { permissions: undefined }, 'validation_required', { field: 'permissions' }],
    ['an unknown role', { permissions: 'King' }, 'validation_invalid_format', { field: 'permissions' }],
    ['no networks', { network_ids: undefined }, 'validation_required', { field: 'network_ids' }],
    ['an address that is none', { send_to: 'ada' }, 'validation_invalid_email', { field: 'send_to' }],
    ['an empty address', { send_to: '' }, 'validation_invalid_email', { field: 'send_to' }],
    ...[0, 8761, -1].map((hours): [string, object, string, object] => [
      `${hours} hours`,
      { expiration_hours: hours },
      'validation_out_of_range',
      { field: 'expiration_hours', min: 1, max: 8760 },
    ]),
    ['half an hour', { expiration_hours: 0.5 }, 'validation_invalid_format', { field: 'expiration_hours' }],
  ])('%s', async (_what, fields, code, params) => {
    const before = await countInvites();
    const { status, body } = await world.admin.rest.post('/invites', bodyOf(fields));
    expect([status, body.code, body.params]).toEqual([400, code, params]);
    expect(await countInvites()).toBe(before);
  });
});

describe('401 and 403', () => {
  test('without a credential, and for a Member, invites are refused', async () => {
    expect((await world.anonymous.rest.post('/invites', bodyOf())).status).toBe(401);
    const { id } = await create();
    for (const attempt of [
      world.member.rest.post('/invites', bodyOf()),
      world.member.rest.delete(`/invites/${id}/revoke`),
    ])
      expect([(await attempt).status, (await attempt).body.params.required]).toEqual([403, 'Admin']);
  });

  test("an invite for a role above the caller's is refused, with any credential", async () => {
    const refusedReply = await world.admin.rest.post('/invites', bodyOf({ permissions: 'Owner' }));
    expect([refusedReply.status, refusedReply.body.code, refusedReply.body.params]).toEqual([
      403,
      'auth_permission_denied',
      { action: 'createInvite', required: 'Owner' },
    ]);
    const adminKey = await world.addKey(world.owner, { permissions: 'Admin' });
    expect((await adminKey.rest.post('/invites', bodyOf({ permissions: 'Owner' }))).status).toBe(403);
  });

  test('an invite for a network out of reach is refused, and nothing is stored', async () => {
    const before = await countInvites();
    for (const [caller, id] of [
      [world.admin, world.strangerNetworkId],
      [world.admin, randomUUID()],
    ] as const) {
      const { status, body } = await caller.rest.post('/invites', bodyOf({ network_ids: [world.networkId, id] }));
      expect([status, body.code, body.params]).toEqual([403, 'entity_access_denied', { entity: 'Network', id }]);
    }
    expect(await countInvites()).toBe(before);
  });
});

describe('404', () => {
  test('an invite of another organization, and one by another Admin for an Admin, are not found', async () => {
    const { id } = await create({ permissions: 'Admin' }, world.owner);
    for (const caller of [world.stranger, world.admin]) {
      const { status, body } = await caller.rest.delete(`/invites/${id}/revoke`);
      expect([status, body.params]).toEqual([404, { entity: 'Invite', id }]);
    }
    expect((await world.owner.rest.get(`/invites/${id}`)).status).toBe(200);
  });
});

describe('409', () => {
  test('an address that has an account in any organization, in any letter case, is refused', async () => {
    for (const { email } of [world.member, world.stranger]) {
      const { status, body } = await world.admin.rest.post('/invites', bodyOf({ send_to: email.toUpperCase() }));
      expect([status, body.code, body.params]).toEqual([
        409,
        'entity_already_exists',
        { entity: 'User', field: 'email', value: email },
      ]);
    }
  });
});
