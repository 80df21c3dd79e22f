// Tests ETags of responses to GET. A client that sends the ETag of the current response gets 304, every request is
// checked for rights, and an ETag reveals nothing to other callers.
import { addInventory } from '../support/inventory';
import type { Client } from '../support/client';
import { createWorld, type World } from '../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await addInventory(world.prisma, world, 3);
});
afterAll(() => world.close());

const names = '{ networks { nodes { name } } }';
const read = (caller: Client, query: string, headers: Record<string, string> = {}) =>
  caller.send('GET', `/graphql?${new URLSearchParams({ query }).toString()}`, { headers });
const tagOf = async (caller: Client, query = names): Promise<string> => {
  const { status, headers } = await read(caller, query);
  expect(status).toBe(200);
  return headers.get('etag')!;
};
const again = (caller: Client, tag: string, query = names, headers = {}) =>
  read(caller, query, { ...headers, 'if-none-match': tag });

test('an answer has an entity tag, is for the caller alone, and is 304 until it changes', async () => {
  const query = '{ hosts(first: 1000) { nodes { description } } }';
  const first = await read(world.key, query);
  const tag = first.headers.get('etag')!;
  expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const varyHeaders = first.headers.get('vary')!.toLowerCase().split(/, */);
  expect(varyHeaders).toEqual(
    expect.arrayContaining(['accept', 'accept-encoding', 'authorization', 'cookie', 'x-daemon-id', 'x-graphql-cost']),
  );

  const sameReply = await again(world.key, tag, query);
  expect([sameReply.status, sameReply.headers.get('etag'), sameReply.headers.get('content-type')]).toEqual([
    304,
    tag,
    null,
  ]);
  expect(sameReply.headers.get('cache-control')).toBe('private, no-cache');
  expect(sameReply.headers.get('vary')).toBe(first.headers.get('vary'));
  expect((await again(world.key, `"other", ${tag}`, query)).status).toBe(304);
  // fetch() adds this header to every request with If-None-Match.
  expect((await again(world.key, tag, query, { 'cache-control': 'no-cache' })).status).toBe(304);

  await world.prisma.host.updateMany({ where: { networkId: world.networkId }, data: { description: 'changed' } });
  const changedReply = await again(world.key, tag, query);
  expect([changedReply.status, changedReply.body.data.hosts.nodes[0].description]).toEqual([200, 'changed']);
  expect(changedReply.headers.get('etag')).not.toBe(tag);
});

test('a tag belongs to its own address: another query is answered', async () => {
  const tag = await tagOf(world.key);
  expect((await again(world.key, tag, '{ networks { nodes { id } } }')).status).toBe(200);
});

test('the tag of one caller has no effect for another, even for the same answer', async () => {
  const { owner, admin, viewer, key, narrowKey, stranger } = world;
  const callers: readonly Client[] = [owner, admin, viewer, key, await world.addKey(world.owner), narrowKey, stranger];
  const query = '{ __typename }';
  const tags = await Promise.all(callers.map((caller) => tagOf(caller, query)));
  expect(new Set(tags).size).toBe(callers.length);
  for (const [index, caller] of callers.entries())
    for (const [other, tag] of tags.entries())
      expect([index, other, (await again(caller, tag, query)).status]).toEqual([
        index,
        other,
        index === other ? 304 : 200,
      ]);
});

test('a caller whose rights have changed gets an answer by the new rights', async () => {
  const user = await world.addUser('Viewer', [world.networkId]);
  const tag = await tagOf(user);
  expect((await again(user, tag)).status).toBe(304);
  await world.prisma.userNetwork.deleteMany({ where: { userId: user.userId } });
  const fewer = await again(user, tag);
  expect([fewer.status, fewer.body.data.networks.nodes]).toEqual([200, []]);
  const endedTag = await tagOf(user);
  await world.prisma.session.deleteMany({ where: { userId: user.userId } });
  expect((await again(user, endedTag)).status).toBe(401);
});

test('an incomplete answer, and one to another method than GET, has no tag', async () => {
  for (const reply of [
    await world.key.graphql(names),
    await read(world.key, '{ unknown }', { accept: 'application/graphql-response+json' }),
    await read(world.key, 'mutation { deleteVlan(id: "x") }'),
    await read(world.anonymous, names),
  ])
    expect(reply.headers.get('etag')).toBeNull();
  expect(
    (await world.key.send('POST', '/graphql', { body: { query: names }, headers: { 'if-none-match': '*' } })).status,
  ).toBe(200);
});

test('a compressed answer is recognized by its tag as well', async () => {
  const { prisma, networkId } = world;
  await prisma.host.updateMany({ where: { networkId }, data: { description: 'long '.repeat(100) } });
  const many = Array.from({ length: 20 }, (_, index) => `a${index}: hosts { nodes { description } }`).join(' ');
  const zippedHeaders = { 'accept-encoding': 'gzip' };
  const first = await read(world.key, `{ ${many} }`, zippedHeaders);
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  expect(first.body.data.a19.nodes.length).toBeGreaterThan(2);
  expect((await again(world.key, first.headers.get('etag')!, `{ ${many} }`, zippedHeaders)).status).toBe(304);
});
