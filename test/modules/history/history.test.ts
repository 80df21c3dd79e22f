// `history` returns every state of a row and of its links: when it began, what changed, and who changed it.
import { randomUUID } from 'node:crypto';
import { historiedModels } from '../../../src/modules/history/kinds';
import { addInventory, type Inventory } from '../../support/inventory';
import { databaseInstant } from '../../support/instants';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
let inventory: Inventory;
beforeAll(async () => {
  world = await createWorld();
  inventory = await addInventory(world.prisma, { networkId: world.networkId, organizationId: world.organizationId }, 4);
});
afterAll(() => world.close());

interface Revision {
  id: string;
  entityId: string;
  validFrom: string;
  validTo: string | null;
  changeType: string;
  fields: { field: string; from: unknown; to: unknown }[];
  event: { actor: { type: string; name: string | null } } | null;
}
const selection = `totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  nodes { id: revisionId entityId validFrom validTo changeType fields { field from to } event { id: eventId createdAt actor { type name } } }`;
const query = `query ($kind: InventoryKind!, $id: UUID!, $first: Int, $after: String, $last: Int, $before: String, $offset: Int) {
  history(kind: $kind, id: $id, first: $first, after: $after, last: $last, before: $before, offset: $offset) { ${selection} } }`;
const ask = async (kind: string, id: string, more: object = {}, caller: Caller = world.owner) =>
  (await caller.query(query, { kind, id, ...more })).history;
const revisionFacts = ({ changeType, fields }: Revision) => [
  changeType,
  Object.fromEntries(fields.map(({ field, from, to }) => [field, [from, to]])),
];
const scope = () => ({ networkId: world.networkId, organizationId: world.organizationId });

test('the history of a host has its own changes and those of its tags, newest first, without a gap', async () => {
  const { prisma, networkId, owner, key } = world;
  const { body } = await key.rest.post('/hosts', { network_id: networkId, name: 'first', tags: [] });
  const { id } = body.data;
  await owner.rest.put('/tags/assign', { entity_id: id, entity_type: 'Host', tag_ids: [inventory.tagId] });
  await prisma.host.update({ where: { id }, data: { lastSeenAt: new Date() } });
  await prisma.host.update({ where: { id }, data: { name: 'second', os: 'Linux' } });
  await owner.rest.delete(`/hosts/${id}`);
  const { nodes, totalCount } = (await ask('Host', id)) as { nodes: Revision[]; totalCount: number };
  expect(nodes.map(revisionFacts)).toEqual([
    [
      'Deleted',
      {
        networkId: [networkId, null],
        sourceType: ['Manual', null],
        name: ['second', null],
        hidden: [false, null],
        os: ['Linux', null],
        tagIds: [[inventory.tagId], null],
      },
    ],
    ['Changed', { name: ['first', 'second'], os: [null, 'Linux'] }],
    ['Changed', { tagIds: [[], [inventory.tagId]] }],
    [
      'Created',
      { networkId: [null, networkId], sourceType: [null, 'Manual'], name: [null, 'first'], hidden: [null, false] },
    ],
  ]);
  expect(totalCount).toBe(4);
  expect(nodes.map(({ event }) => event!.actor.type)).toEqual(['User', 'System', 'User', 'UserApiKey']);
  expect(nodes[0]!.event!.actor.name).toBe(owner.email);
  expect(nodes.map(({ validTo }) => validTo)).toEqual([null, ...nodes.slice(0, -1).map(({ validFrom }) => validFrom)]);
  expect(new Set(nodes.map(({ id: one }) => one)).size).toBe(4);

  for (const { validFrom, changeType } of nodes) {
    const then = await owner.rest.get(`/hosts/${id}?at=${validFrom}`);
    expect(then.status).toBe(changeType === 'Deleted' ? 404 : 200);
  }
  const rest = await owner.rest.get(`/hosts/${id}/history?limit=2&offset=1`);
  expect(rest.body.data.map(({ id: one }: Revision) => one)).toEqual(nodes.slice(1, 3).map(({ id: one }) => one));
  expect(rest.body.data[1]).toMatchObject({
    ...{ entity_id: id, change_type: 'Changed', event: { actor: { type: 'User', name: owner.email } } },
    fields: [{ field: 'tags', from: [], to: [inventory.tagId] }],
  });
  expect(rest.body.meta.pagination).toMatchObject({ total_count: 4, has_more: true });
  const csv = await owner.rest.get(`/hosts/${id}/history/export/csv`);
  expect(csv.body.trim().split('\r\n')).toHaveLength(5);
});

test('links are fields of their owner; a row created again under its id continues its history', async () => {
  const { prisma, networkId } = world;
  const port = inventory.interfaceIds[3]!;
  const group = inventory.serviceGroupId;
  await prisma.$transaction(async (tx) => {
    await tx.interfaceVlan.deleteMany({ where: { interfaceId: port } });
    await tx.interfaceNeighbor.create({
      data: { networkId, interfaceId: port, remoteHostId: inventory.hostIds[0]!, protocol: 'LLDP' },
    });
    await tx.interface.update({ where: { id: port }, data: { adminStatus: 'Down' } });
  });
  await prisma.groupMember.deleteMany({ where: { groupId: group, serviceId: inventory.serviceIds[0]! } });
  const [last] = (await ask('Interface', port)).nodes as [Revision];
  expect(revisionFacts(last)).toEqual([
    'Changed',
    {
      adminStatus: [null, 'Down'],
      vlanIds: [[...inventory.vlanIds].sort(), []],
      neighbors: [[], [{ type: 'Host', id: inventory.hostIds[0], protocol: 'LLDP' }]],
    },
  ]);
  const members = [...inventory.serviceIds].reverse();
  expect(revisionFacts((await ask('Group', group)).nodes[0])).toEqual([
    'Changed',
    { memberIds: [members, members.slice(0, -1)] },
  ]);

  const id = randomUUID();
  const vlan = { ...scope(), id, name: 'back', vlanNumber: 77 };
  await prisma.vlan.create({ data: vlan });
  await prisma.vlan.delete({ where: { id } });
  await databaseInstant(prisma);
  await prisma.vlan.create({ data: vlan });
  const { nodes } = (await ask('VLAN', id)) as { nodes: Revision[] };
  expect(nodes.map(({ changeType }) => changeType)).toEqual(['Created', 'Deleted', 'Created']);
});

/** Reads the history in pages of any size, forwards, backwards and by offset. Returns the whole history. */
async function inPages(kind: string, id: string): Promise<Revision[]> {
  const whole = (await ask(kind, id)).nodes as Revision[];
  for (const size of [1, 3]) {
    const forwards: Revision[] = [];
    for (let after: string | null = null; ;) {
      const page = await ask(kind, id, { first: size, after });
      forwards.push(...(page.nodes as Revision[]));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(forwards).toEqual(whole);
    const backwards: Revision[] = [];
    for (let before: string | null = null; ;) {
      const page = await ask(kind, id, { last: size, before });
      backwards.unshift(...(page.nodes as Revision[]));
      if (!page.pageInfo.hasPreviousPage) break;
      before = page.pageInfo.startCursor;
    }
    expect(backwards).toEqual(whole);
  }
  expect((await ask(kind, id, { first: 2, offset: 5 })).nodes).toEqual(whole.slice(5, 7));
  expect((await ask(kind, id, { last: 2, offset: 1 })).pageInfo).toMatchObject({ hasNextPage: true });
  return whole;
}

test('pages contain all states, the changes of links and the deletions of the row', async () => {
  const { prisma, organizationId, networkId } = world;
  const { id } = await prisma.host.create({ data: { networkId, name: '0' } });
  const { id: tagId } = await prisma.tag.create({ data: { organizationId, name: 'paged' } });
  const tag = () => prisma.tagAssignment.create({ data: { organizationId, networkId, tagId, hostId: id } });
  const untag = () => prisma.tagAssignment.deleteMany({ where: { tagId, hostId: id } });
  const rename = () => prisma.host.update({ where: { id }, data: { name: randomUUID() } });
  const leave = async () => {
    await prisma.host.delete({ where: { id } });
    await databaseInstant(prisma);
    await prisma.host.create({ data: { networkId, id, name: 'back' } });
  };
  for (const happen of [rename, rename, tag, rename, untag, tag, leave, rename, tag, rename, rename, untag]) {
    await databaseInstant(prisma);
    await happen();
  }
  const whole = await inPages('Host', id);
  expect(whole).toHaveLength(1 + 12 + 1);
  expect(whole.slice(1).map(({ validTo }) => validTo)).toEqual(whole.slice(0, -1).map(({ validFrom }) => validFrom));
});

test('pages of any size and direction contain all states; a past instant has no later ones', async () => {
  const { prisma } = world;
  const { id } = await prisma.vlan.create({ data: { ...scope(), name: '0', vlanNumber: 78 } });
  for (let round = 1; round <= 7; round += 1)
    await prisma.vlan.update({ where: { id }, data: { name: String(round) } });
  const whole = await inPages('VLAN', id);
  expect(whole).toHaveLength(8);
  const then = await world.owner.query(
    `query ($id: UUID!, $at: DateTime!) @at(instant: $at) { vlan(id: $id) { name history { ${selection} } } }`,
    { id, at: whole[3]!.validFrom },
  );
  expect(then.vlan.name).toBe('4');
  expect(then.vlan.history.nodes).toEqual([{ ...whole[3], validTo: null }, ...whole.slice(4)]);
  expect(await world.owner.refusal(query, { kind: 'VLAN', id, after: 'x' })).toMatchObject({
    ...{ code: 'validation_invalid_format', params: { field: 'after' } },
  });
});

test('rows that never existed, of others or out of reach have no history: the same 404', async () => {
  const { prisma, stranger, narrowKey, otherNetworkId, organizationId } = world;
  const absent = randomUUID();
  expect(await world.owner.refusal(query, { kind: 'VLAN', id: absent })).toEqual({
    ...{ code: 'entity_not_found', params: { entity: 'VLAN', id: absent } },
  });
  const removedVlan = await prisma.vlan.create({ data: { ...scope(), name: 'gone', vlanNumber: 79 } });
  await prisma.vlan.delete({ where: { id: removedVlan.id } });
  const elsewhere = { organizationId, networkId: otherNetworkId, name: 'elsewhere', vlanNumber: 80 };
  const { id: movedId } = await prisma.vlan.create({ data: elsewhere });
  await prisma.vlan.update({ where: { id: movedId }, data: { networkId: world.networkId, name: 'here' } });
  await prisma.vlan.update({ where: { id: movedId }, data: { networkId: otherNetworkId, name: 'back' } });
  for (const id of [removedVlan.id, inventory.vlanIds[0]!, movedId])
    expect(await stranger.refusal(query, { kind: 'VLAN', id })).toEqual({
      ...{ code: 'entity_not_found', params: { entity: 'VLAN', id } },
    });
  const reply = await stranger.rest.get(`/vlans/${removedVlan.id}/history`);
  expect([reply.status, reply.body.code]).toEqual([404, 'entity_not_found']);
  const narrow = (await ask('VLAN', movedId, {}, narrowKey)).nodes as Revision[];
  expect(narrow.map(({ changeType }) => changeType)).toEqual(['Deleted', 'Earliest']);
  expect(JSON.stringify(narrow)).not.toMatch(/elsewhere|back/);
  expect((await ask('VLAN', movedId)).totalCount).toBe(3);
});

test('histories of many rows, with who changed them, take as few statements as those of one', async () => {
  const document = (first: number) => `{ hosts(first: ${first}, networkId: "${world.networkId}") { nodes {
    name history(first: 3) { totalCount nodes { fields { field } event { actor { name user { email } userApiKey { name } } } } }
    interfaces { history(first: 2) { nodes { validFrom } } neighbors { history(first: 1) { nodes { id: revisionId } } } } } } }`;
  for (const id of inventory.hostIds)
    await world.owner.rest.put('/tags/assign', { entity_id: id, entity_type: 'Host', tag_ids: [] });
  const [one, many] = [
    await world.queries.countNeeded(() => world.key.query(document(1))),
    await world.queries.countNeeded(() => world.key.query(document(50))),
  ];
  expect(many).toBe(one);
  expect(many).toBeLessThanOrEqual(9);
});

test('every kind with history returns its revisions', async () => {
  const fields = historiedModels.map((model) => `${model}: __type(name: "${model}") { fields { name } }`);
  const types = await world.owner.query(`{ ${fields.join(' ')} }`);
  for (const model of historiedModels)
    expect(types[model].fields.map(({ name }: { name: string }) => name)).toContain('history');
});
