// Tests the cost of returned rows. This cost is counted in the same points as estimated costs, is charged for GraphQL
// documents but not for REST requests, and is reported to the caller.
import fc from 'fast-check';
import { getOperationAST, Kind, parse } from 'graphql';
import { keysOfIntrospection, answerPoints, tokensBeyond } from '../../src/graphql/documents/answered-cost';
import { pointsPerToken } from '../../src/graphql/documents/cost';
import { userRule } from '../../src/platform/limits/rate-limit';
import { createWorld, type World } from '../support/world';
import { callMessage, sendMessage } from '../mcp/agents';

test('an object is a point, ten values of lists are a point, and a thousand characters are a point', async () => {
  expect(await answerPoints({})).toBe(0);
  expect(await answerPoints({ hosts: { nodes: [{ id: 'a' }, { id: 'b', network: { id: 'c' } }] } })).toBe(4);
  expect(await answerPoints({ row: { macs: Array(100).fill('x'), flags: [true, false] } })).toBe(11);
  expect(await answerPoints({ export: 'x'.repeat(5_000) })).toBe(5);
  expect(await answerPoints({ at: new Date(), none: null, row: { data: [{ deep: [[1, 2], [3]] }] } })).toBe(3);
  expect(await answerPoints({ __schema: { types: [{}, {}] }, row: {} }, new Set(['__schema']))).toBe(1);
});

test('the points of any answer are those that a recursive count gives', async () => {
  const countValues = (value: unknown, inList = false): [number, number, number] => {
    if (typeof value === 'string') return [0, inList ? 1 : 0, value.length];
    if (typeof value !== 'object' || value === null) return [0, inList ? 1 : 0, 0];
    const below = Object.values(value).map((one) => countValues(one, Array.isArray(value)));
    const sum = (at: 0 | 1 | 2) => below.reduce((total, one) => total + one[at], 0);
    return [sum(0) + (Array.isArray(value) ? 0 : 1), sum(1), sum(2)];
  };
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 })), async (answer) => {
      const [objects, values, characters] = countValues(answer);
      const points = objects - 1 + Math.floor(values / 10 + characters / 1000);
      expect(await answerPoints(answer)).toBe(points);
    }),
  );
});

test('other requests are handled while the points of a million values are counted', async () => {
  const answer = { rows: Array.from({ length: 200 }, () => ({ numbers: Array(5_000).fill(1) })) };
  let turns = 0;
  let isCounted = false;
  const others = () => {
    if (isCounted) return;
    turns += 1;
    setImmediate(others);
  };
  setImmediate(others);
  expect(await answerPoints(answer)).toBe(100_200);
  isCounted = true;
  expect(turns).toBeGreaterThanOrEqual(20);
});

test('whole tokens beyond the estimate are charged, but none for introspection under any name', () => {
  expect([tokensBeyond(1, pointsPerToken), tokensBeyond(1, pointsPerToken + 1)]).toEqual([0, 1]);
  expect(tokensBeyond(pointsPerToken * 3, 1)).toBe(0);
  const document = parse(
    '{ a: __schema { queryType { name } } ...F hosts { nodes { id } } } fragment F on Query { __typename }',
  );
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  expect(keysOfIntrospection(getOperationAST(document)!, fragments)).toEqual(new Set(['a', '__typename']));
});

describe('answers with more hosts than estimated', () => {
  let world: World;
  const listedQuery = '{ hosts(first: 20) { nodes { tags { id name } } } }';
  const estimate = 1 + 20 * (1 + 5);
  const [hosts, tags] = [10, 600];

  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT: 'on' });
    const { organizationId, networkId, prisma } = world;
    const createdTags = await prisma.tag.createManyAndReturn({
      data: Array.from({ length: tags }, (_, at) => ({ organizationId, name: `tag ${at}` })),
      select: { id: true },
    });
    const rows = await prisma.host.createManyAndReturn({
      data: Array.from({ length: hosts }, (_, at) => ({ networkId, name: `host ${at}` })),
      select: { id: true },
    });
    await prisma.tagAssignment.createMany({
      data: rows.flatMap((host) =>
        createdTags.map((tag) => ({ organizationId, networkId, tagId: tag.id, hostId: host.id })),
      ),
    });
  });
  afterAll(() => world.close());

  /**
   * Expects that the work takes `tokens` tokens from the rate limit of a new user's key. The clock is stopped, so no
   * tokens are refilled meanwhile.
   */
  async function measureSpent(
    work: (user: World['key']) => Promise<{ status: number }>,
    tokens: number,
  ): Promise<void> {
    const user = await world.addKey(await world.addUser('Viewer', [world.networkId]));
    const remainingOf = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
    try {
      const dear = '{ vlans(first: 1000) { nodes { network { vlans(first: 95) { nodes { id } } } } } }';
      for (let at = 0; at < 5; at += 1) await user.graphql(dear);
      const before = remainingOf(await user.send('GET', '/api/v1/tags?limit=1'));
      expect(before).toBeLessThan(userRule.capacity - 90);
      expect((await work(user)).status).toBe(200);
      // The service charges tokens in parallel to the response, so only a later request may show the charge.
      for (let requestedCount = 1, foundCost = NaN; foundCost !== tokens; requestedCount += 1) {
        foundCost = before - remainingOf(await user.send('GET', '/api/v1/tags?limit=1')) - requestedCount;
        if (requestedCount === 20 || foundCost > tokens) expect(foundCost).toBe(tokens);
      }
    } finally {
      clock.mockRestore();
    }
  }

  test('are charged in GraphQL after the answer, whose headers and extensions show the bucket before', () =>
    measureSpent(async (user) => {
      const reply = await user.graphql(listedQuery, {}, { 'x-graphql-cost': '1' });
      const { cost } = reply.body.extensions;
      const remainingTokens = Number(reply.headers.get('x-ratelimit-remaining'));
      expect(cost).toMatchObject({
        requested: estimate,
        tokens: 1,
        rateLimit: { limit: 300, remaining: remainingTokens },
      });
      // The cost has one point for the connection, each host and each tag. The texts of the rows add more points.
      expect(cost.answered).toBeGreaterThan(hosts * tags);
      expect(tokensBeyond(estimate, cost.answered as number)).toBe(1);
      return reply;
    }, 2));

  test('cost the same without the header', () => measureSpent((user) => user.graphql(listedQuery), 2));

  test('cost one token in REST, whatever the document answers', () =>
    measureSpent((user) => user.send('GET', '/api/v1/hosts?limit=1000'), 1));

  test('are charged to an agent for its own query as in GraphQL', () =>
    measureSpent((user) => sendMessage(user, callMessage('run_document', { query: listedQuery })), 2));
});
