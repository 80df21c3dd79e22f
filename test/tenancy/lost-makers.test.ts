// Tests that an invite, share or enrolment code ends when the user who created it loses the right to create it, and is
// valid again when the user regains the right. Every way to use each of them and to lose the right is tested, also
// between two steps of the use.
import { randomUUID } from 'node:crypto';
import type { Permissions } from '../../src/data/tenancy/viewer';
import { newEmail, openMailWorld, password, findToken, type MailWorld } from '../modules/access/mail/mail-world';
import { openOidcWorld, type OidcWorld } from '../modules/access/oidc/oidc-world';
import type { Reply } from '../support/client';
import { createWorld, type Caller, type World } from '../support/world';

let world: World;
let mail: MailWorld;
let oidc: OidcWorld;
beforeAll(async () => {
  world = await createWorld();
  mail = await openMailWorld();
  oidc = await openOidcWorld(() => ({}));
});
afterAll(async () => {
  await world.close();
  await mail.close();
  await oidc.close();
});

type Lose = (maker: Caller, at: World) => Promise<unknown>;
const demotedTo =
  (permissions: Permissions): Lose =>
  async ({ userId }, { owner }) => {
    const reply = await owner.rest.put(`/users/${userId}/admin`, { permissions, network_ids: [] });
    if (reply.status !== 200) throw new Error(reply.story);
  };
const deleted: Lose = async ({ userId }, { owner }) => {
  const reply = await owner.rest.delete(`/users/${userId}`);
  if (reply.status !== 200) throw new Error(reply.story);
};
/** Makes the user a Member who can access only the other network. */
const movedElsewhere: Lose = async ({ userId }, { owner, otherNetworkId }) => {
  const access = { permissions: 'Member', network_ids: [otherNetworkId] };
  const reply = await owner.rest.put(`/users/${userId}/admin`, access);
  if (reply.status !== 200) throw new Error(reply.story);
};

const describeReply = ({ status, body }: Pick<Reply, 'status' | 'body'>): unknown[] => {
  const error = body.errors?.[0]?.extensions;
  return error ? [404, error.code, error.params] : [status, body.code, body.params];
};
const missing = (entity: string, id: string) => [404, 'entity_not_found', { entity, id }];

describe('an invite', () => {
  const invite = async (maker: Caller, permissions: Permissions, at: World, send_to?: string): Promise<string> => {
    const reply = await maker.rest.post('/invites', { permissions, network_ids: [at.networkId], send_to });
    if (reply.status !== 200) throw new Error(reply.story);
    return reply.body.data.id;
  };
  const open = (id: string, at: World) => at.anonymous.send('GET', `/api/v1/invites/${id}/accept`);
  const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? '';

  /**
   * A way to use an invite in two steps. The function takes the first step while the invite is valid. The returned
   * function takes the second step and returns its result.
   */
  type WayIn = (id: string, at: World) => Promise<() => Promise<unknown[]>>;
  const waysIn: Record<string, { at: () => World; begin: WayIn }> = {
    'opening its address': {
      at: () => world,
      begin: (id, at) => Promise.resolve(async () => describeReply(await open(id, at))),
    },
    'registering after its address was opened': {
      at: () => world,
      async begin(id, at) {
        const cookie = cookieOf(await open(id, at));
        return async () => {
          const body = { email: newEmail(), password, terms_accepted: true };
          return describeReply(await at.anonymous.send('POST', '/api/auth/register', { body, headers: { cookie } }));
        };
      },
    },
    'registering where addresses are verified': {
      at: () => mail.world,
      async begin(id, at) {
        const cookie = cookieOf(await open(id, at));
        const body = { email: newEmail(), password, terms_accepted: true };
        return async () => describeReply(await mail.post('register', body, cookie));
      },
    },
    'opening the link that verifies the address': {
      at: () => mail.world,
      async begin(id, at) {
        const opened = cookieOf(await open(id, at));
        const { cookie } = await mail.post('register', { email: newEmail(), password, terms_accepted: true }, opened);
        const token = findToken((await mail.send()).at(-1), 'verify');
        return async () => describeReply(await mail.post('verify-email', { token }, cookie));
      },
    },
    'coming back from a provider': {
      at: () => oidc.world,
      async begin(id) {
        const sub = randomUUID();
        await oidc.other.become({ sub, email: `${sub}@elsewhere.example`, email_verified: true, groups: [] });
        const browser = oidc.browser();
        await browser.go(`/api/v1/invites/${id}/accept`, { headers: { accept: 'application/json' } });
        return async () => {
          const { location } = (await browser.signIn('other')) as { location: string };
          const me = await browser.me();
          const code = /#problem=(\w+)/.exec(location)?.[1];
          return code ? [404, code, { entity: 'Invite', id }] : [me ? 200 : 500, undefined, undefined];
        };
      },
    },
  };
  const losses: [string, Permissions, Permissions, Lose][] = [
    ['an Admin, for an Admin, by an Admin made a Member', 'Admin', 'Admin', demotedTo('Member')],
    ['a Viewer, by an Admin made a Member', 'Admin', 'Viewer', demotedTo('Member')],
    ['a Viewer, by an Admin made a Viewer', 'Admin', 'Viewer', demotedTo('Viewer')],
    ['an Owner, by an Owner made an Admin', 'Owner', 'Owner', demotedTo('Admin')],
    ['an Admin, by an Owner made a Member', 'Owner', 'Admin', demotedTo('Member')],
    ['an Admin, by an Admin who was deleted', 'Admin', 'Admin', deleted],
    ['an Owner, by an Owner who was deleted', 'Owner', 'Owner', deleted],
  ];

  describe.each(Object.entries(waysIn))('by %s', (_way, { at, begin }) => {
    test.each(losses)('is treated as missing: for %s', async (_who, rank, permissions, lose) => {
      const maker = await at().addUser(rank);
      const id = await invite(maker, permissions, at());
      const goOn = await begin(id, at());
      const users = () => at().prisma.user.count({ where: { organizationId: at().organizationId } });
      await lose(maker, at());
      const before = await users();
      expect(await goOn()).toEqual(missing('Invite', id));
      expect(await users()).toBe(before);
      const storedInvite = await at().prisma.invite.findUniqueOrThrow({ where: { id } });
      expect(storedInvite.acceptedAt).toBeNull();
      if (lose === deleted) return;
      await demotedTo(rank)(maker, at());
      expect((await goOn())[0]).toBe(_way.startsWith('registering where') ? 202 : 200);
    });

    test('is valid for lower roles while its creator may still invite to those', async () => {
      const maker = await at().addUser('Owner');
      const id = await invite(maker, 'Viewer', at());
      const goOn = await begin(id, at());
      await demotedTo('Admin')(maker, at());
      expect((await goOn())[0]).toBe(_way.startsWith('registering where') ? 202 : 200);
    });
  });

  test('whose maker is gone is sent to nobody', async () => {
    const at = mail.world;
    for (const lose of [deleted, demotedTo('Member'), undefined]) {
      const maker = await at.addUser('Admin');
      await invite(maker, 'Member', at, newEmail());
      await lose?.(maker, at);
      expect(await mail.send()).toHaveLength(lose ? 0 : 1);
    }
  });
});

describe('a share', () => {
  const topologyOf = async (networkId: string) =>
    (await world.prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;
  const share = async (maker: Caller) => {
    const { networkId } = world;
    const body = { name: 'Wall', network_id: networkId, topology_id: await topologyOf(networkId), password: 'Open 1' };
    const reply = await maker.rest.post('/shares', body);
    if (reply.status !== 200) throw new Error(reply.story);
    return reply.body.data.id as string;
  };
  const visits = (id: string, token: string): (() => Promise<Reply>)[] => {
    const { anonymous } = world;
    return [
      () => anonymous.rest.get(`/shares/public/${id}`),
      () => anonymous.rest.post(`/shares/public/${id}/verify`, { password: 'Open 1' }),
      () => anonymous.rest.post(`/shares/public/${id}/topology`, { token }),
      () => anonymous.graphql('query($id: UUID!) { publicShare(id: $id) { name } }', { id }),
      () =>
        anonymous.graphql(
          'query($id: UUID!, $token: String) { publicShareTopology(id: $id, token: $token) { share { name } graph { nodes } } }',
          { id, token },
        ),
      () => anonymous.graphql('mutation($id: UUID!) { verifySharePassword(id: $id, password: "Open 1") }', { id }),
    ];
  };
  const tokenFor = async (id: string) =>
    (await world.anonymous.rest.post(`/shares/public/${id}/verify`, { password: 'Open 1' })).body.data as string;

  test.each<[string, Permissions, Lose]>([
    ['a Member made a Viewer', 'Member', demotedTo('Viewer')],
    ['a Member whose network was taken', 'Member', movedElsewhere],
    ['an Admin made a Member of other networks', 'Admin', movedElsewhere],
    ['an Owner made a Viewer', 'Owner', demotedTo('Viewer')],
    ['a Member who was deleted', 'Member', deleted],
    ['an Admin who was deleted', 'Admin', deleted],
  ])('of %s is treated as missing, also for visitors who have opened it', async (_who, rank, lose) => {
    const maker = await world.addUser(rank);
    const id = await share(maker);
    const token = await tokenFor(id);
    const good = await Promise.all(visits(id, token).map((visit) => visit()));
    expect(good.map(({ status, body }) => [status, body.errors])).toEqual(good.map(() => [200, undefined]));
    await lose(maker, world);
    for (const visit of visits(id, token)) expect(describeReply(await visit())).toEqual(missing('Share', id));
    if (lose === deleted) return;
    const access = { permissions: rank, network_ids: [world.networkId] };
    expect((await world.owner.rest.put(`/users/${maker.userId}/admin`, access)).status).toBe(200);
    expect((await visits(id, token)[2]!()).status).toBe(200);
  });

  test('of an Admin who became a Member and still reaches the network is kept', async () => {
    const maker = await world.addUser('Admin');
    const id = await share(maker);
    const access = { permissions: 'Member', network_ids: [world.networkId] };
    await world.owner.rest.put(`/users/${maker.userId}/admin`, access);
    expect((await visits(id, await tokenFor(id))[2]!()).status).toBe(200);
  });
});

describe('an enrolment code', () => {
  const createCode = async (maker: Caller) => {
    const reply = await maker.rest.post('/enrolment-codes', { name: 'agent', network_id: world.networkId });
    if (reply.status !== 200) throw new Error(reply.story);
    return reply.body.data as { code: string; enrolment_code: { id: string } };
  };
  const exchange = (code: string) => world.anonymous.rest.post('/enrolment-codes/exchange', { code });

  test.each<[string, Permissions, Lose]>([
    ['a Member made a Viewer', 'Member', demotedTo('Viewer')],
    ['a Member whose network was taken', 'Member', movedElsewhere],
    ['an Admin made a Member of other networks', 'Admin', movedElsewhere],
    ['an Owner made a Viewer', 'Owner', demotedTo('Viewer')],
    ['a Member who was deleted', 'Member', deleted],
    ['an Admin who was deleted', 'Admin', deleted],
  ])('of %s gives no key, and is not used up', async (_who, rank, lose) => {
    const maker = await world.addUser(rank);
    const { code, enrolment_code: row } = await createCode(maker);
    await lose(maker, world);
    const keyCount = () => world.prisma.daemonApiKey.count({ where: { networkId: world.networkId } });
    const before = await keyCount();
    expect(describeReply(await exchange(code))).toEqual([403, 'enrolment_code_invalid', {}]);
    expect(await keyCount()).toBe(before);
    if (lose === deleted) return;
    expect(await world.prisma.enrolmentCode.findUnique({ where: { id: row.id } })).toMatchObject({ usedAt: null });
    const access = { permissions: rank, network_ids: [world.networkId] };
    expect((await world.owner.rest.put(`/users/${maker.userId}/admin`, access)).status).toBe(200);
    expect((await exchange(code)).status).toBe(200);
  });

  test('of an Admin who became a Member and still reaches the network is kept', async () => {
    const maker = await world.addUser('Admin');
    const { code } = await createCode(maker);
    const access = { permissions: 'Member', network_ids: [world.networkId] };
    await world.owner.rest.put(`/users/${maker.userId}/admin`, access);
    expect((await exchange(code)).status).toBe(200);
  });
});

test('daemons and credentials belong to the organization, and stay when their creators leave', async () => {
  const { prisma, organizationId, networkId } = world;
  const maker = await world.addUser('Admin');
  const createdReply = await maker.rest.post('/credentials', {
    ...{ name: randomUUID(), credential_type: 'SnmpV2c', community: 'stays' },
  });
  const network = { name: 'North', organization_id: organizationId, credential_ids: [createdReply.body.data.id] };
  expect((await maker.rest.put(`/networks/${networkId}`, network)).status).toBe(200);
  const key = await maker.rest.post('/auth/daemon', { name: 'branch', network_id: networkId, tags: [] });
  const provisionedReply = await maker.rest.post('/daemons/provision', {
    ...{ name: 'd', network_id: networkId, url: 'https://daemon.example' },
  });
  await deleted(maker, world);
  expect(await prisma.networkCredential.findMany({ where: { credentialId: createdReply.body.data.id } })).toMatchObject(
    [{ networkId, assignedBy: null }],
  );
  expect(await prisma.daemonApiKey.count({ where: { id: key.body.data.api_key.id } })).toBe(1);
  expect(await prisma.daemon.count({ where: { id: provisionedReply.body.data.daemon.id } })).toBe(1);
});
