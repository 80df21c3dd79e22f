// Tests that today's rights decide who may read the past: for users, for daemons, and for deleted networks.
import { addInventory } from '../support/inventory';
import { databaseInstant } from '../support/instants';
import type { Client } from '../support/client';
import { createWorld, type Caller, type World } from '../support/world';
import { graphqlQuestion, keptAnswer, restQuestion } from './past-answers';

let world: World;
/** An instant at which both networks had rows. Afterwards all hosts of the second network are deleted. */
let then: Date;
let hostIds: readonly string[];
let vlanIds: readonly string[];
beforeAll(async () => {
  world = await createWorld();
  const { prisma, organizationId, otherNetworkId } = world;
  await addInventory(prisma, world, 2);
  ({ hostIds, vlanIds } = await addInventory(prisma, { organizationId, networkId: otherNetworkId }, 3));
  then = await databaseInstant(prisma);
  await prisma.host.deleteMany({ where: { networkId: otherNetworkId } });
});
afterAll(() => world.close());

const lists = ['hosts', 'services', 'subnets', 'vlans', 'groups', 'ip-addresses', 'interfaces', 'ports', 'bindings'];
/** The number of the network's rows in each list as of `then`, and the results for one host and for the network. */
async function sees(caller: Client, networkId: string, hostId = hostIds[0]!) {
  const counts: Record<string, number> = {};
  for (const list of lists) {
    const { body } = await caller.rest.get(`/${list}?network_id=${networkId}&at=${then.toISOString()}`);
    counts[list] = body.meta.pagination.total_count as number;
  }
  const host = await caller.rest.get(`/hosts/${hostId}?at=${then.toISOString()}`);
  const requestedReply = await caller.graphql(
    `query ($id: UUID!, $at: DateTime!) @at(instant: $at) { network(id: $id) { hosts { totalCount } vlans { totalCount } } }`,
    { id: networkId, at: then },
  );
  return { counts, host: host.status, network: (requestedReply.body.data?.network ?? null) as unknown };
}
const nothing = {
  counts: Object.fromEntries(lists.map((list) => [list, 0])),
  host: 404,
  network: null,
};
const everything = {
  counts: { hosts: 3, services: 3, subnets: 3, vlans: 2, groups: 2 } as Record<string, number>,
  host: 200,
  network: { hosts: { totalCount: 3 }, vlans: { totalCount: 2 } },
};
for (const list of ['ip-addresses', 'interfaces', 'ports', 'bindings']) everything.counts[list] = 3;

const reach = (caller: Caller) => ({
  userId: caller.userId,
  networkId: world.otherNetworkId,
  organizationId: world.organizationId,
});

test('a network that a Member has lost is lost with its past, for the keys as well', async () => {
  const member = await world.addUser('Member');
  const key = await world.addKey(member, { permissions: 'Member' });
  for (const caller of [member, key]) expect(await sees(caller, world.otherNetworkId)).toEqual(everything);
  await world.prisma.userNetwork.deleteMany({ where: { userId: member.userId, networkId: world.otherNetworkId } });
  for (const caller of [member, key]) expect(await sees(caller, world.otherNetworkId)).toEqual(nothing);
});

test('a network that a Member gained since shows all of its past', async () => {
  const member = await world.addUser('Member', [world.networkId]);
  expect(await sees(member, world.otherNetworkId)).toEqual(nothing);
  await world.prisma.userNetwork.create({ data: reach(member) });
  expect(await sees(member, world.otherNetworkId)).toEqual(everything);
});

test("strangers and limited keys see none of the network's past, by any list or relation", async () => {
  for (const caller of [world.stranger, world.strangerKey, world.narrowKey])
    expect(await sees(caller, world.otherNetworkId)).toEqual(nothing);
  const reachedQuestion = graphqlQuestion(
    world.narrowKey,
    '{ hosts { nodes { id } } vlans { nodes { id } } }'.slice(1, -1),
  );
  const reportedJson = JSON.stringify(await reachedQuestion.ask(then));
  for (const id of [...hostIds, ...vlanIds]) expect(reportedJson).not.toContain(id);
  expect(
    await world.stranger.refusal(`query @at(instant: "${then.toISOString()}") { host(id: "${hostIds[0]}") { id } }`),
  ).toMatchObject({ code: 'entity_not_found' });
});

test('daemons read the past of their own network, limited to what they may read now', async () => {
  const daemon = await world.addDaemon({ networkId: world.otherNetworkId });
  const at = `at=${then.toISOString()}`;
  const subnets = restQuestion(daemon, '/subnets?limit=0');
  const of = (answer: unknown) =>
    (answer as { data: { network_id: string; tags: string[]; cidr_source?: string | null }[] }).data;
  const daemonSubnets = of(await subnets.ask(then));
  // A daemon reads the subnets as they were at `then`, but without tags, because daemons may not see tags.
  expect(keptAnswer(daemonSubnets)).toEqual(keptAnswer(of(await subnets.ask())));
  const ownerSubnets = of(
    await restQuestion(world.owner, `/subnets?limit=0&network_id=${world.otherNetworkId}`).ask(then),
  );
  expect(ownerSubnets.flatMap(({ tags }) => tags)).toHaveLength(1);
  // The service omits a null `cidr_source` in responses to daemons.
  expect(ownerSubnets.map((row) => row.cidr_source)).toEqual(ownerSubnets.map(() => null));
  expect(keptAnswer(daemonSubnets)).toEqual(
    keptAnswer(ownerSubnets.map(({ cidr_source: _unknown, ...row }) => ({ ...row, tags: [] }))),
  );
  const beyond = await daemon.rest.get(`/subnets?network_id=${world.networkId}&${at}`);
  expect([beyond.status, beyond.body.data]).toEqual([200, []]);
  for (const path of ['/tags', '/vlans', '/services', '/snapshots', '/users', '/audit-events']) {
    const [past, now] = [await daemon.rest.get(`${path}?${at}`), await daemon.rest.get(path)];
    expect([path, past.status, past.body.code]).toEqual([path, now.status, now.body.code]);
  }
});

test('a deleted network has no past, nor has one made anew under its id', async () => {
  const { owner, prisma, organizationId } = world;
  const createdReply = await owner.rest.post('/networks', { name: 'Passing', organization_id: organizationId });
  const id = createdReply.body.data.id as string;
  const rows = await addInventory(prisma, { organizationId, networkId: id }, 2);
  const [instant, whole] = [then, await databaseInstant(prisma)];
  then = whole;
  try {
    expect((await sees(owner, id, rows.hostIds[0])).counts.hosts).toBe(2);
    expect((await owner.rest.delete(`/networks/${id}`)).status).toBe(200);
    expect(await sees(owner, id, rows.hostIds[0])).toEqual(nothing);
    await prisma.network.create({ data: { id, name: 'Anew', organizationId } });
    const anew = { ...nothing, network: { hosts: { totalCount: 0 }, vlans: { totalCount: 0 } } };
    expect(await sees(owner, id, rows.hostIds[0])).toEqual(anew);
  } finally {
    then = instant;
  }
});
