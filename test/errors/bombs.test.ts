/**
 * Tests requests that are small to send and expensive to handle: the work for each request stays below a bound for
 * every caller, however often it is sent. The file loads its own modules, because V8 counts branches only in code that
 * is compiled after counting began.
 * @own-modules
 */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { getNamedType, getNullableType, isInputObjectType, isListType, type GraphQLInputType } from 'graphql';
import { schema } from '../../src/modules/types';
import { compileAhead } from '../../src/rest/documents/compiled-operation';
import type { Route } from '../../src/rest/route';
import type { Client, Reply } from '../support/client';
import { countWork, type WorkCounter } from '../support/work';
import { createWorld, type World } from '../support/world';
import { endpoints } from '../tenancy/rest-endpoints';
import { bodies, bombs, publicBombs, type Bomb } from './bombs';

/**
 * The most functions and branches of code that a request with a document may enter. The introspection query of common
 * tools enters half as many.
 */
const mostForDocuments = 100_000;
/**
 * The most functions and branches of code that a request with 2 MB of values may enter: one or two for each value or,
 * if an error reports an unknown name, for each letter of the name.
 */
const mostForValues = 2_500_000;

let world: World;
let work: WorkCounter;
beforeAll(async () => {
  world = await createWorld();
  // Compiles the documents of all REST routes before counting, so that only the cost of requests is counted.
  await compileAhead(schema);
  work = await countWork();
});
afterAll(async () => {
  work.stop();
  await world.close();
});

/** The number of times that each query is sent. The service compiles a query when it is sent for the third time. */
const sightings = 3;

type Send = () => Promise<Reply>;

/** Expects the requests to cost less than `most` on average, including the compilation of their query. */
async function expectBounded(most: number, sends: readonly Send[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  const spentWork = await work.of(async () => {
    for (const send of sends) replies.push(await send());
  });
  expect(spentWork).toBeLessThan(most * sends.length);
  for (const { status, body } of replies) {
    expect(status).toBeLessThan(500);
    // The response must not repeat the whole request.
    expect(JSON.stringify(body).length).toBeLessThan(50_000);
  }
  return replies;
}

const post = (client: Client, bomb: Bomb) => () => client.send('POST', '/graphql', { body: bomb });
const posts = (client: Client, bomb: Bomb): Send[] => Array.from({ length: sightings }, () => post(client, bomb));
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
    await expectBounded(mostForDocuments, [...posts(world.anonymous, bomb()), get(world.anonymous, bomb())]);
  });
});

describe('signed in', () => {
  test.each([...publicBombs, ...bombs])('%s', async (name, bomb) => {
    const most = name.startsWith('values:') ? mostForValues : mostForDocuments;
    await expectBounded(most, [...posts(world.key, bomb()), get(world.owner, bomb())]);
  });
});

describe('bodies', () => {
  const anyone = ['/api/auth/login', '/api/v1/shares/public/x/verify', '/graphql'];
  test.each(bodies)('%s', async (_name, body) => {
    const rawBody = body();
    const packedBody = { rawBody: Uint8Array.from(gzipSync(rawBody)), headers: { 'content-encoding': 'gzip' } };
    const buildSends = (client: Client, path: string): Send[] => [
      () => client.send('POST', path, { rawBody }),
      () => client.send('POST', path, packedBody),
    ];
    // Each body is sent twice, plain and compressed. Both requests together may cost as much as one other request.
    const most = mostForValues / 2;
    const refusedReplies = await expectBounded(
      most,
      anyone.flatMap((path) => buildSends(world.anonymous, path)),
    );
    for (const { status } of refusedReplies) expect([401, 413]).toContain(status);
    await expectBounded(
      most,
      ['/api/v1/vlans', '/graphql'].flatMap((path) => buildSends(world.key, path)),
    );
  });
});

describe('members of a body', () => {
  const isNested = (type: GraphQLInputType) =>
    isListType(getNullableType(type)) || isInputObjectType(getNamedType(type));
  /**
   * The cost of reading a member depends only on its type and on how its route reads it, so one member of each
   * combination is tested.
   */
  const readAlike = new Map<string, readonly [title: string, name: string, route: Route]>();
  for (const { title, route, inputs } of endpoints)
    for (const [name, type] of route.method === 'post' || route.method === 'put' ? inputs : []) {
      const { body, dialect, query = [] } = route;
      const how = [String(type), body === name, dialect?.name, query.includes(name)].join();
      if (isNested(type) && !readAlike.has(how)) readAlike.set(how, [title, name, route]);
    }
  test.each([...readAlike.values()])('%s: %s', async (_title, name, { method, path, body }) => {
    const sends = ['{}', '[[]]'].map((item): Send => {
      const wide = `[${Array.from({ length: 60_000 }, () => item).join(',')}]`;
      const rawBody = body ? wide : `{"${name}":${wide}}`;
      const address = `/api/v1${path.replaceAll(/:\w+/g, randomUUID())}`;
      return () => world.owner.send(method.toUpperCase(), address, { rawBody });
    });
    await expectBounded(mostForValues, sends);
  });
});
