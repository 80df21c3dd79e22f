// Resetting and deleting an organization over REST and GraphQL. A reset deletes inventory, tags, keys and invites, and
// keeps users; a deletion deletes all rows. Other organizations lose nothing.
import { randomUUID } from 'node:crypto';
import { columnsOf, modelNames } from '../../../src/data/model/model-fields';
import { delegateOf } from '../../../src/data/model/delegate';
import { hashPassword } from '../../../src/auth/passwords';
import { emptyDeletedNetworks, emptyDeletedTags } from '../../../src/modules/history/deleted-owners.sql';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { fillOrganization } from '../../support/populate';
import { createWorld, type World } from '../../support/world';
import { rowsFingerprint } from '../../tenancy/fingerprint';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

// Mails stay stored, because limits count them: a reset must not allow more mails.
const stays = new Set([
  ...['Organization', 'User', 'Session', 'AuditEvent', 'EmailToken', 'OidcFlow', 'Mail'],
  ...['SecondFactor', 'RecoveryCode', 'SignInChallenge', 'Passkey', 'PasskeyChallenge'],
]);
const isOfNobody = new Set(['LoginFailure', 'Registration', 'OidcLogout']);
const reset = (as: World['owner'], id = world.organizationId) => as.rest.post(`/organizations/${id}/reset`);

/** Adds rows of every kind to the organization. Returns the ids of the rows that a reset deletes, by model. */
async function fill(): Promise<[string, string[]][]> {
  const filledOrganization = await fillOrganization(world.prisma, world.organizationId);
  const networks = [
    await filledOrganization.fillNetwork(world.networkId),
    await filledOrganization.fillNetwork(world.otherNetworkId),
  ];
  const ids = [filledOrganization, filledOrganization.person, ...networks].flatMap((scope) =>
    Object.entries(scope.ids),
  );
  return ids
    .filter(([model]) => !stays.has(model) && !isOfNobody.has(model))
    .map(([model, sampleIds]) => [model, [...sampleIds!]]);
}
/**
 * Returns the models that still have at least one of the rows. Rows of deleted networks do not count, because nobody
 * can read them and a job removes them in batches (deleted-networks.test.ts).
 */
async function remainingTables(rows: readonly [string, string[]][]): Promise<string[]> {
  const foundTables: string[] = [];
  const { organizationId } = world;
  const networks = (await world.prisma.network.findMany({ where: { organizationId }, select: { id: true } })).map(
    ({ id }) => id,
  );
  for (const [model, ids] of rows) {
    const delegate = delegateOf(world.prisma, model as never) as unknown as { count(args: object): Promise<number> };
    const networkId = columnsOf(model).get('networkId');
    const isSomebodys = networkId && {
      OR: [{ networkId: { in: networks } }, ...(networkId.isNullable ? [{ networkId: null }] : [])],
    };
    if ((await delegate.count({ where: { id: { in: ids }, ...isSomebodys } })) > 0) foundTables.push(model);
  }
  return foundTables;
}

test('200: all rows are deleted, users stay with their roles, and there is one new network as after registration', async () => {
  const rows = await fill();
  const elsewhere = await fillOrganization(world.prisma, world.stranger.organizationId);
  await elsewhere.fillNetwork(world.strangerNetworkId);
  const readForeignId = () => rowsFingerprint(world.prisma, [world.stranger.organizationId]);
  const before = await readForeignId();
  expect(new Set(rows.map(([model]) => model)).size).toBeGreaterThan(modelNames.length / 2 - 1);
  expect((await remainingTables(rows)).length).toBe(rows.length);
  const { status, body } = await reset(world.owner);
  expect([status, body.data]).toEqual([200, null]);
  expect(await remainingTables(rows)).toEqual([]);
  expect(await readForeignId()).toBe(before);

  const [network, ...others] = (await world.owner.rest.get('/networks')).body.data;
  expect([network.name, others]).toEqual(['My network', []]);
  const subnets = (await world.admin.rest.get('/subnets')).body.data as { name: string }[];
  expect(subnets.map(({ name }) => name).sort()).toEqual(['Internet', 'Remote']);
  expect((await world.admin.rest.get('/topology')).body.data).toHaveLength(1);
  expect((await world.key.rest.get('/networks')).status).toBe(401);
  const member = await world.member.rest.get(`/users/${world.member.userId}`);
  expect(member.body.data).toMatchObject({ permissions: 'Member', network_ids: [] });
});

test('200: GraphQL does the same and answers the organization', async () => {
  const document = `mutation($id: UUID!) { resetOrganization(id: $id) { id networks { nodes { name } } } }`;
  const { resetOrganization } = await world.key.query(document, { id: world.organizationId });
  expect(resetOrganization).toEqual({ id: world.organizationId, networks: { nodes: [{ name: 'My network' }] } });
});

test('200: concurrent resets and new networks leave one fresh network and the networks created afterwards', async () => {
  const create = () =>
    world.admin.rest.post('/networks', { name: 'Late', organization_id: world.organizationId, tags: [] });
  const replies = await Promise.all([reset(world.owner), create(), reset(world.owner), create()]);
  expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  const names = (await world.owner.rest.get('/networks')).body.data.map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => name === 'My network')).toHaveLength(1);
  expect(names).not.toContain('North');
});

test('the number of statements does not grow with the rows', async () => {
  const statements = async () => (await world.queries.during(() => reset(world.owner))).length;
  await fill();
  const full = await statements();
  expect(await statements()).toBe(full);
});

test('403 below Owner and for a key that does not reach all networks, 404 for another organization', async () => {
  const rows = await fill();
  const deniedReply = await reset(world.admin);
  expect([deniedReply.status, deniedReply.body.params]).toEqual([
    403,
    { action: 'resetOrganization', required: 'Owner' },
  ]);
  const narrow = await reset(world.narrowKey);
  const requiredRole = 'Owner of every network';
  expect([narrow.status, narrow.body.params]).toEqual([403, { action: 'resetOrganization', required: requiredRole }]);
  for (const id of [world.stranger.organizationId, randomUUID()]) {
    const missing = await reset(world.owner, id);
    expect([missing.status, missing.body.params]).toEqual([404, { entity: 'Organization', id }]);
  }
  expect((await remainingTables(rows)).length).toBe(rows.length);
});

describe('deleting an organization', () => {
  const password = 'Correct horse 1';
  const remove = (as: World['owner'], body: object, headers = {}, id = world.organizationId) =>
    as.send('DELETE', `/api/v1/organizations/${id}`, { body, headers });
  const setPassword = async () =>
    world.prisma.user.update({
      where: { id: world.owner.userId },
      data: { passwordHash: await hashPassword(password) },
    });
  /** Returns the models that still have at least one of the rows after the background jobs have run. */
  async function remainingModels(rows: readonly [string, string[]][]): Promise<string[]> {
    const aside = () =>
      new RowsAside((error) => {
        throw error;
      });
    await emptyDeletedNetworks(world.prisma as never, new Date(), aside());
    await emptyDeletedTags(world.prisma as never, new Date(), aside());
    const remaining: string[] = [];
    for (const [model, ids] of rows) {
      const delegate = delegateOf(world.prisma, model as never) as unknown as { count(args: object): Promise<number> };
      if ((await delegate.count({ where: { id: { in: ids } } })) > 0) remaining.push(model);
    }
    return remaining;
  }

  test('200: sessions and keys end at once, all rows go, another organization keeps its own', async () => {
    const rows = await fill();
    const elsewhere = await fillOrganization(world.prisma, world.stranger.organizationId);
    await elsewhere.fillNetwork(world.strangerNetworkId);
    const readForeign = () => rowsFingerprint(world.prisma, [world.stranger.organizationId]);
    const before = await readForeign();
    const daemon = await world.addDaemon();
    await setPassword();
    const { organizationId } = world;
    const counts = await Promise.all([
      world.prisma.user.count({ where: { organizationId } }),
      world.prisma.network.count({ where: { organizationId } }),
    ]);
    const { status, body } = await remove(world.owner, { current_password: password });
    const { name } = body.data;
    expect([status, body.data]).toEqual([
      200,
      {
        ...{ id: organizationId, name, deleted_user_count: counts[0], deleted_network_count: counts[1] },
        message: expect.stringContaining(`${name} is deleted, with ${counts[0]} users and ${counts[1]} networks.`),
      },
    ]);
    for (const caller of [world.owner, world.member, world.key])
      expect((await caller.rest.get('/networks')).status).toBe(401);
    expect((await daemon.rest.post(`/hosts/discovery`, {})).status).toBe(401);
    expect(await world.prisma.user.count({ where: { email: world.owner.email } })).toBe(0);
    expect(await remainingModels(rows)).toEqual([]);
    expect(await world.prisma.auditEvent.count({ where: { organizationId } })).toBe(0);
    expect(await readForeign()).toBe(before);
  });

  test('400, then 429: wrong passwords count as failed sign-ins, also with an idempotency key', async () => {
    await setPassword();
    const missing = await remove(world.owner, {});
    expect([missing.status, missing.body.code, missing.body.params]).toEqual([
      ...[400, 'validation_required'],
      { field: 'current_password' },
    ]);
    const codes: string[] = [];
    for (const headers of [{}, {}, {}, { 'idempotency-key': 'a' }, { 'idempotency-key': 'b' }, {}])
      codes.push((await remove(world.owner, { current_password: 'Wrong horse 1' }, headers)).body.code);
    expect(codes).toEqual([...Array<string>(5).fill('auth_password_invalid'), 'auth_login_locked']);
    expect((await remove(world.owner, { current_password: password })).status).toBe(429);
    expect((await world.owner.rest.get('/organizations')).status).toBe(200);
  });

  test('200 with an idempotency key, and by GraphQL in a new session of an Owner without a password', async () => {
    const document = 'mutation($id: UUID!) { deleteOrganization(id: $id) { organizationId deletedNetworkCount } }';
    const { deleteOrganization } = await world.stranger.query(document, { id: world.stranger.organizationId });
    expect(deleteOrganization).toEqual({ organizationId: world.stranger.organizationId, deletedNetworkCount: 1 });
    expect((await remove(world.owner, {}, { 'idempotency-key': 'once' })).status).toBe(200);
  });

  test('403 below Owner, for keys and in an old session without a password; 404 for another organization', async () => {
    const codesOf = async (...requests: ReturnType<typeof remove>[]) =>
      (await Promise.all(requests)).map(({ status, body }) => [status, body.code]);
    expect(await codesOf(remove(world.admin, {}), remove(world.key, {}))).toEqual([
      [403, 'auth_permission_denied'],
      [403, 'auth_user_context_required'],
    ]);
    expect(await codesOf(remove(world.owner, {}, {}, world.stranger.organizationId))).toEqual([
      [404, 'entity_not_found'],
    ]);
    await world.prisma.session.updateMany({
      where: { userId: world.owner.userId },
      data: { createdAt: new Date(Date.now() - 11 * 60_000) },
    });
    expect(await codesOf(remove(world.owner, {}))).toEqual([[403, 'auth_session_not_fresh']]);
  });
});
