// Bulk tagging: concurrent writers count each entity once, ten thousand ids need one statement, and more are refused.
import { randomUUID } from 'node:crypto';
import { listLimits } from '../../../src/data/tenancy/list-limits';
import { openConnection } from '../../../src/platform/postgres/connect';
import { queueForRow, someoneWaitsFor } from '../../support/row-queue';
import type { Reply } from '../../support/client';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const createTag = async (): Promise<string> =>
  (await world.prisma.tag.create({ data: { name: randomUUID(), organizationId: world.organizationId } })).id;
const createHosts = async (count: number): Promise<string[]> => {
  const data = Array.from({ length: count }, () => ({ id: randomUUID(), name: 'host', networkId: world.networkId }));
  await world.prisma.host.createMany({ data });
  return data.map(({ id }) => id);
};

const bulk = (verb: 'add' | 'remove', tagId: string, hostIds: readonly string[]) =>
  world.key.rest.post(`/tags/assign/bulk-${verb}`, { entity_ids: hostIds, entity_type: 'Host', tag_id: tagId });
const put = (hostId: string, tag_ids: readonly string[]) =>
  world.member.rest.put('/tags/assign', { entity_id: hostId, entity_type: 'Host', tag_ids });
const deleteHosts = (hostIds: readonly string[]) => world.member.rest.post('/hosts/bulk-delete', hostIds);

/** Total number of entities that the calls changed. Every call must have succeeded. */
function countAffected(replies: readonly Reply[]): number {
  expect(replies.filter(({ status }) => status !== 200).map(({ story }) => story)).toEqual([]);
  return replies.reduce((sum, { body }) => sum + Number(body.data.affected_count), 0);
}
const carriersOf = async (tagId: string): Promise<string[]> => {
  const rows = await world.prisma.tagAssignment.findMany({
    where: { tagId, tag: { is: {} } },
    select: { hostId: true },
  });
  return rows.map(({ hostId }) => hostId!);
};
const tagsOf = async (hostId: string): Promise<string[]> => {
  const rows = await world.prisma.tagAssignment.findMany({
    where: { hostId, tag: { is: {} } },
    select: { tagId: true },
  });
  return rows.map(({ tagId }) => tagId).sort();
};

describe('concurrent writers of one tag', () => {
  test('for overlapping sets in any order, each entity is counted by exactly one writer', async () => {
    const hosts = await createHosts(400);
    for (let round = 0; round < 3; round += 1) {
      const tagId = await createTag();
      const sets = [hosts.slice(0, 300), hosts.slice(100).reverse(), hosts, [...hosts].sort()];
      expect(countAffected(await Promise.all(sets.map((ids) => bulk('add', tagId, ids))))).toBe(400);
      expect((await carriersOf(tagId)).sort()).toEqual([...hosts].sort());
      expect(countAffected(await Promise.all(sets.map((ids) => bulk('remove', tagId, ids))))).toBe(400);
      expect(await carriersOf(tagId)).toEqual([]);
    }
  });

  test('one writer adds a tag, another removes it: the counts match the remaining rows', async () => {
    const hosts = await createHosts(200);
    for (let round = 0; round < 3; round += 1) {
      const tagId = await createTag();
      await bulk('add', tagId, hosts.slice(0, 100));
      const [addedReply, removedReply] = await Promise.all([
        Promise.all([bulk('add', tagId, hosts), bulk('add', tagId, [...hosts].reverse())]),
        Promise.all([bulk('remove', tagId, hosts), bulk('remove', tagId, hosts.slice(50))]),
      ]);
      const remainingCarriers = await carriersOf(tagId);
      expect(remainingCarriers).toHaveLength(100 + countAffected(addedReply) - countAffected(removedReply));
      expect(new Set(remainingCarriers).size).toBe(remainingCarriers.length);
    }
  });

  test('every kind that can be tagged gives consistent counts', async () => {
    const { prisma, networkId } = world;
    const tagId = await createTag();
    const createdRows = Array.from({ length: 20 }, (_, n) => ({ id: randomUUID(), networkId, name: `group ${n}` }));
    await prisma.group.createMany({
      data: createdRows.map((row) => ({ ...row, groupType: 'RequestPath', color: 'Red', memberType: 'Services' })),
    });
    const subnets = await prisma.subnet.findMany({ where: { networkId }, select: { id: true } });
    for (const [entity_type, rows] of [
      ['Group', createdRows],
      ['Subnet', subnets],
      ['Network', [{ id: networkId }]],
    ] as const) {
      const ids = rows.map(({ id }) => id);
      const orders = [ids, [...ids].reverse(), ids];
      const replies = await Promise.all(
        orders.map((entity_ids) =>
          world.key.rest.post('/tags/assign/bulk-add', { entity_ids, entity_type, tag_id: tagId }),
        ),
      );
      expect(countAffected(replies)).toBe(ids.length);
    }
  });
});

describe('replacing all tags of an entity', () => {
  test('during a bulk addition: the new set is stored, the other tag added or dropped', async () => {
    const [ownReply, addedReply] = [await createTag(), await createTag()];
    const [hostId] = (await createHosts(1)) as [string];
    for (let round = 0; round < 5; round += 1) {
      const [replacedReply, taggedReply] = await Promise.all([
        put(hostId, [ownReply]),
        bulk('add', addedReply, [hostId]),
      ]);
      expect([replacedReply.status, taggedReply.status]).toEqual([200, 200]);
      expect([[ownReply], [ownReply, addedReply].sort()]).toContainEqual(await tagsOf(hostId));
      expect((await put(hostId, [])).status).toBe(200);
      expect(await tagsOf(hostId)).toEqual([]);
    }
  });

  test('while the entity is deleted: the call succeeds, or reports the entity missing', async () => {
    const tagId = await createTag();
    for (const order of ['replaced first', 'deleted first']) {
      const [hostId] = (await createHosts(1)) as [string];
      const acts = [() => put(hostId, [tagId]), () => deleteHosts([hostId])];
      const replies = await queueForRow('hosts', hostId, order === 'replaced first' ? acts : acts.reverse());
      expect(replies.map(({ status }) => status)).toEqual(order === 'replaced first' ? [200, 200] : [200, 404]);
      expect(await tagsOf(hostId)).toEqual([]);
    }
  });

  test('while a tag of the set is deleted: the call succeeds, or reports the tag missing', async () => {
    for (const order of ['replaced first', 'deleted first', 'at once']) {
      const [tagId, other] = [await createTag(), await createTag()];
      const [hostId] = (await createHosts(1)) as [string];
      const acts = [() => put(hostId, [tagId, other]), () => world.member.rest.delete(`/tags/${tagId}`)];
      const replies =
        order === 'at once'
          ? await Promise.all(acts.map((act) => act()))
          : await queueForRow('tags', tagId, order === 'replaced first' ? acts : acts.reverse());
      const replacedReply = order === 'deleted first' ? replies[1]! : replies[0]!;
      if (replacedReply.status !== 200)
        expect([replacedReply.status, replacedReply.body.params]).toEqual([404, { entity: 'Tag', id: tagId }]);
      expect(await tagsOf(hostId)).toEqual(replacedReply.status === 200 ? [other] : []);
    }
  });
});

describe('rows deleted while they are tagged', () => {
  test('deleted entities are skipped silently, and no assignment is left behind', async () => {
    for (let round = 0; round < 3; round += 1) {
      const tagId = await createTag();
      const hosts = await createHosts(200);
      const [first, second, ...deletedReplies] = await Promise.all([
        bulk('add', tagId, hosts),
        bulk('add', tagId, [...hosts].reverse()),
        deleteHosts(hosts.slice(0, 80).reverse()),
        deleteHosts(hosts.slice(40, 120)),
      ]);
      const affectedCount = countAffected([first, second]);
      expect(deletedReplies.reduce((sum, { body }) => sum + Number(body.data.deleted_count), 0)).toBe(120);
      expect((await carriersOf(tagId)).sort()).toEqual(hosts.slice(120).sort());
      expect(affectedCount).toBeGreaterThanOrEqual(80);
      expect(affectedCount).toBeLessThanOrEqual(200);
    }
  });

  test('an entity whose deletion is committed after it was found is left out, the others are tagged', async () => {
    const tagId = await createTag();
    const [deletedId, otherId] = (await createHosts(2)) as [string, string];
    const other = await openConnection(process.env.TEST_DATABASE_URL!);
    try {
      await other.query('BEGIN');
      await other.query('DELETE FROM hosts WHERE id = $1', [deletedId]);
      const reply = bulk('add', tagId, [deletedId, otherId]);
      await someoneWaitsFor(other, world.prisma);
      await other.query('COMMIT');
      expect(countAffected([await reply])).toBe(1);
    } finally {
      await other.end();
    }
    expect(await carriersOf(tagId)).toEqual([otherId]);
  });

  test('a deleted tag was assigned before, is reported missing, or counts nothing', async () => {
    const hosts = await createHosts(50);
    for (let round = 0; round < 5; round += 1) {
      const tagId = await createTag();
      const [taggedReply, deletedReply] = await Promise.all([
        bulk('add', tagId, hosts),
        world.member.rest.delete(`/tags/${tagId}`),
      ]);
      expect(deletedReply.status).toBe(200);
      expect(taggedReply.status === 200 || taggedReply.body.code === 'entity_not_found').toBe(true);
      expect(await carriersOf(tagId)).toEqual([]);
    }
  });
});

test("of writers competing for an entity's last free tag place, one succeeds", async () => {
  const { prisma, organizationId, networkId } = world;
  const [hostId] = await createHosts(1);
  const tagIds = await Promise.all(Array.from({ length: listLimits.tags + 5 }, createTag));
  await prisma.tagAssignment.createMany({
    data: tagIds.slice(6).map((tagId) => ({ organizationId, networkId, tagId, hostId })),
  });
  const replies = await Promise.all(tagIds.slice(0, 6).map((tagId) => bulk('add', tagId, [hostId!])));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  expect(await tagsOf(hostId!)).toHaveLength(listLimits.tags);
});

describe('the size of a call', () => {
  let hosts: string[];
  beforeAll(async () => {
    hosts = await createHosts(10_000);
    // Autovacuum would run ANALYZE only a minute later. Without ANALYZE, PostgreSQL scans all tag assignments for those
    // of a deleted host.
    await world.prisma.$executeRaw`ANALYZE hosts, tag_assignments`;
  });
  afterAll(async () => {
    await world.prisma.$executeRaw`ANALYZE hosts, tag_assignments`;
  });
  const missing = (count: number) => Array.from({ length: count }, () => randomUUID());

  test.each(['add', 'remove'] as const)('bulk-%s takes as many statements for 10,000 ids as for ten', async (verb) => {
    const cost = async (count: number) => {
      const tagId = await createTag();
      if (verb === 'remove') await bulk('add', tagId, hosts.slice(0, count));
      const statements = await world.queries.during(async () => {
        expect(countAffected([await bulk(verb, tagId, hosts.slice(0, count))])).toBe(count);
      });
      expect(statements.filter((sql) => /(INSERT INTO|DELETE FROM) tag_assignments/.test(sql))).toHaveLength(1);
      return statements.length;
    };
    const few = await cost(10);
    expect([await cost(1_000), await cost(10_000)]).toEqual([few, few]);
  });

  const documents = {
    entity_ids: `mutation($ids: [UUID!]!, $other: UUID!) {
      addTagToEntities(input: { entityIds: $ids, entityType: Host, tagId: $other }) { affectedCount } }`,
    tag_ids: `mutation($ids: [UUID!]!, $other: UUID!) {
      setEntityTags(input: { entityId: $other, entityType: Host, tagIds: $ids }) { tagIds } }`,
    ids: `mutation($ids: [UUID!]!) { deleteHosts(ids: $ids) { deletedCount } }`,
  };
  const fieldsInGraphql = { entity_ids: 'entityIds', tag_ids: 'tagIds', ids: 'ids' };
  const requests = {
    entity_ids: (ids: string[], tag: string) => bulk('add', tag, ids),
    tag_ids: (ids: string[], _tag: string, host: string) => put(host, ids),
    ids: (ids: string[]) => deleteHosts(ids),
  };

  test.each(['entity_ids', 'tag_ids', 'ids'] as const)('10,001 %s are refused by REST and GraphQL', async (field) => {
    const [tagId, [hostId]] = [await createTag(), (await createHosts(1)) as [string]];
    const knownId = field === 'tag_ids' ? tagId : hostId;
    const bounds = { min: field === 'ids' ? 1 : 0, max: 10_000 };
    for (const tooMany of [[knownId, ...missing(10_000)], Array.from({ length: 10_001 }, () => knownId)]) {
      const { status, body } = await requests[field](tooMany, tagId, hostId);
      expect([status, body.code, body.params]).toEqual([400, 'validation_out_of_range', { field, ...bounds }]);
      const other = field === 'tag_ids' ? hostId : tagId;
      const variables = { ids: tooMany, ...(field !== 'ids' && { other }) };
      expect(await world.member.refusal(documents[field], variables)).toEqual({
        code: 'validation_out_of_range',
        params: { field: fieldsInGraphql[field], ...bounds },
      });
    }
    expect(await tagsOf(hostId)).toEqual([]);
    expect((await world.member.rest.get(`/hosts/${hostId}`)).status).toBe(200);
    const most = await requests[field]([...Array.from({ length: 10_000 }, () => knownId)], tagId, hostId);
    expect(most.status).toBe(200);
  });
});
