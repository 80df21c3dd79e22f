// Tests that a right which is taken away no longer applies to the next request, over REST and GraphQL.
import type { Reply } from '../support/client';
import { fillOrganization, type Populated } from '../support/populate';
import { createWorld, type Caller, type World } from '../support/world';

let world: World;
let south: Populated;
beforeAll(async () => {
  world = await createWorld();
  const organization = await fillOrganization(world.prisma, world.organizationId);
  await organization.fillNetwork(world.networkId);
  south = await organization.fillNetwork(world.otherNetworkId);
});
afterAll(() => world.close());

/**
 * What the caller gets for a VLAN of the second network, over REST and GraphQL ('seen' or an error code), and how
 * many VLANs the list of this network has.
 */
async function sees(caller: Caller): Promise<string[]> {
  const id = south.ids.Vlan![0]!;
  const [rest, graphql, list] = [
    await caller.rest.get(`/vlans/${id}`),
    await caller.graphql('query($id: UUID!) { vlan(id: $id) { name } }', { id }),
    await caller.rest.get(`/vlans?network_id=${world.otherNetworkId}`),
  ];
  const codeOf = ({ body }: Reply) => (body.code ?? body.errors?.[0].extensions.code ?? 'seen') as string;
  return [codeOf(rest), codeOf(graphql), list.body.code ?? `${list.body.meta.pagination.total_count} rows`];
}
const all = ['seen', 'seen', '1 rows'];
const unreachable = ['entity_not_found', 'entity_not_found', '0 rows'];
const refused = (code: string) => [code, code, code];

const memberOfBoth = () => world.addUser('Member');
const ownNetwork = (caller: Caller) => ({ userId: caller.userId, networkId: world.otherNetworkId });

test("a network taken from a user is out of the user's and its keys' reach", async () => {
  const member = await memberOfBoth();
  const key = await world.addKey(member, { permissions: 'Member' });
  expect([await sees(member), await sees(key)]).toEqual([all, all]);
  await world.prisma.userNetwork.deleteMany({ where: ownNetwork(member) });
  expect([await sees(member), await sees(key)]).toEqual([unreachable, unreachable]);
});

test('a network taken from a key is out of its reach, though not of its owner', async () => {
  const member = await memberOfBoth();
  const key = await world.addKey(member);
  expect(await sees(key)).toEqual(all);
  await world.prisma.userApiKeyNetwork.deleteMany({
    where: { userApiKey: { userId: member.userId }, networkId: world.otherNetworkId },
  });
  expect([await sees(key), await sees(member)]).toEqual([unreachable, all]);
});

test('an Admin made a Member keeps only the networks named for the user', async () => {
  const admin = await world.addUser('Admin');
  const key = await world.addKey(admin);
  expect([await sees(admin), await sees(key)]).toEqual([all, all]);
  await world.prisma.user.update({ where: { id: admin.userId }, data: { permissions: 'Member' } });
  expect([await sees(admin), await sees(key)]).toEqual([unreachable, unreachable]);
});

test('a Member made a Viewer writes no more, nor do its keys', async () => {
  const member = await memberOfBoth();
  const key = await world.addKey(member, { permissions: 'Member' });
  await world.prisma.user.update({ where: { id: member.userId }, data: { permissions: 'Viewer' } });
  const id = south.ids.Vlan![0]!;
  for (const caller of [member, key]) {
    expect((await caller.rest.delete(`/vlans/${id}`)).body.code).toBe('auth_permission_denied');
    const refusal = await caller.refusal('mutation($id: UUID!) { deleteVlan(id: $id) }', { id });
    expect(refusal.code).toBe('auth_permission_denied');
  }
});

test('a key switched off, run out, or deleted is refused', async () => {
  const owner = await memberOfBoth();
  const where = { userId: owner.userId };
  const key = await world.addKey(owner);
  await world.prisma.userApiKey.updateMany({ where, data: { isEnabled: false } });
  expect(await sees(key)).toEqual(refused('entity_disabled'));
  await world.prisma.userApiKey.updateMany({ where, data: { isEnabled: true, expiresAt: new Date(0) } });
  expect((await sees(key))[0]).toBe('entity_expired');
  await world.prisma.userApiKey.deleteMany({ where });
  expect(await sees(key)).toEqual(refused('auth_not_authenticated'));
});

test('keys are refused while the organization has API access switched off, people are not', async () => {
  const { organizationId, key, owner } = world;
  const switchAccess = (apiAccessEnabled: boolean) =>
    world.prisma.organization.update({ where: { id: organizationId }, data: { apiAccessEnabled } });
  await switchAccess(false);
  expect([await sees(key), await sees(owner)]).toEqual([refused('auth_api_access_disabled'), all]);
  await switchAccess(true);
  expect(await sees(key)).toEqual(all);
});

test('sessions end with a raised epoch, with sign-out, and with the user', async () => {
  const [changedCaller, remainingCaller, deletedCaller] = [
    await memberOfBoth(),
    await memberOfBoth(),
    await memberOfBoth(),
  ];
  await world.prisma.user.update({ where: { id: changedCaller.userId }, data: { sessionEpoch: { increment: 1 } } });
  expect(await sees(changedCaller)).toEqual(refused('auth_session_expired'));
  await remainingCaller.send('POST', '/api/auth/logout');
  expect(await sees(remainingCaller)).toEqual(refused('auth_not_authenticated'));
  await world.prisma.user.delete({ where: { id: deletedCaller.userId } });
  expect(await sees(deletedCaller)).toEqual(refused('auth_not_authenticated'));
});
