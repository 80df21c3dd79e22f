/**
 * What is small to send and large to read: the work of answering stays below a bound, whoever sends it, however often.
 * Code of its own, because V8 counts branches only of what is compiled after counting began.
 * @own-modules
 */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { getNamedType, getNullableType, isInputObjectType, isListType, type GraphQLInputType } from 'graphql';
import { schema } from '../../src/modules/types';
import { compileAhead } from '../../src/rest/documents/compiled-operation';
import type { Client, Reply } from '../support/client';
import { countWork, type WorkCounter } from '../support/work';
import { createWorld, type World } from '../support/world';
import { endpoints } from '../tenancy/rest-endpoints';
import { bodies, bombs, publicBombs, type Bomb } from './bombs';

/** Functions and branches entered for one request with a document; the introspection that tools send takes a half. */
const mostForDocuments = 100_000;
/** The same for 2 MB of values: a step or two for each item, or for each letter of a name that is told to be unknown. */
const mostForValues = 2_500_000;

let world: World;
let work: WorkCounter;
beforeAll(async () => {
  world = await createWorld();
  // What a request costs is counted, not what its route costs once.
  await compileAhead(schema);
  work = await countWork();
});
afterAll(async () => {
  work.stop();
  await world.close();
});

/** The third sighting of a query compiles it, however it is sent; a body without a query is read alike each time. */
const sightings = 4;

type Send = () => Promise<Reply>;

async function expectBounded(most: number, send: Send, times = 1): Promise<void> {
  const sends = Array.from({ length: times }, () => send);
  // The mean, since one of the sightings compiles.
  await expectAllBounded(most * times, sends);
}

/** One bound for all of them together, because a count takes longer than most requests. */
async function expectAllBounded(most: number, sends: readonly Send[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  const spent = await work.of(async () => {
    for (const send of sends) replies.push(await send());
  });
  expect(spent).toBeLessThan(most);
  for (const { status, body } of replies) {
    expect(status).toBeLessThan(500);
    // What was sent is not sent back.
    expect(JSON.stringify(body).length).toBeLessThan(50_000);
  }
  return replies;
}

const post = (client: Client, bomb: Bomb) => () => client.send('POST', '/graphql', { body: bomb });
const get = (client: Client, { query, variables, operationName }: Bomb) => {
  const parameters = new URLSearchParams({
    query,
    ...(variables && { variables: JSON.stringify(variables) }),
    ...(operationName && { operationName }),
  });
  return () => client.send('GET', `/graphql?${parameters}`);
};

describe('without a credential', () => {
  test.each(publicBombs)('%s', async (_name, bomb) => {
    const most = mostForDocuments;
    await expectBounded(most, post(world.anonymous, bomb()), sightings);
    await expectBounded(most, get(world.anonymous, bomb()));
  });
});

describe('signed in', () => {
  test.each([...publicBombs, ...bombs])('%s', async (name, bomb) => {
    const most = name.startsWith('values:') ? mostForValues : mostForDocuments;
    await expectBounded(most, post(world.key, bomb()), sightings);
    await expectBounded(most, get(world.owner, bomb()));
  });
});

describe('bodies', () => {
  const anyone = ['/api/auth/login', '/api/v1/shares/public/x/verify', '/graphql'];
  test.each(bodies)('%s', async (_name, body) => {
    const rawBody = body();
    const packed = { rawBody: Uint8Array.from(gzipSync(rawBody)), headers: { 'content-encoding': 'gzip' } };
    const sent = (client: Client, path: string): Send[] => [
      () => client.send('POST', path, { rawBody }),
      () => client.send('POST', path, packed),
    ];
    for (const path of anyone)
      for (const { status } of await expectAllBounded(mostForValues, sent(world.anonymous, path)))
        expect([401, 413]).toContain(status);
    for (const path of ['/api/v1/vlans', '/graphql']) await expectAllBounded(mostForValues, sent(world.key, path));
  });
});

describe('members of a body', () => {
  const isNested = (type: GraphQLInputType) =>
    isListType(getNullableType(type)) || isInputObjectType(getNamedType(type));
  const nested = endpoints
    .filter(({ route }) => route.method === 'post' || route.method === 'put')
    .flatMap(({ title, route, inputs }) =>
      [...inputs].filter(([, type]) => isNested(type)).map(([name]) => [title, name, route] as const),
    );
  test.each(nested)('%s: %s', async (_title, name, { method, path, body }) => {
    for (const item of ['{}', '[[]]']) {
      const wide = `[${Array.from({ length: 60_000 }, () => item).join(',')}]`;
      const rawBody = body ? wide : `{"${name}":${wide}}`;
      const address = `/api/v1${path.replaceAll(/:\w+/g, randomUUID())}`;
      await expectBounded(mostForValues, () => world.owner.send(method.toUpperCase(), address, { rawBody }));
    }
  });
});
