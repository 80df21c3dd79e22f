// Tests that a request of each REST route costs one token of the rate limit, whatever its document costs at /graphql.
import { costInTokens } from '../../src/graphql/documents/cost';
import { maximumPageSize } from '../../src/graphql/lists/page';
import { pointsOf } from '../graphql/document-points';
import { fillOrganization, type Populated } from '../support/populate';
import { createWorld, type World } from '../support/world';
import { buildValues } from '../tenancy/id-places';
import { endpoints, sendRequest, type Endpoint } from '../tenancy/rest-endpoints';

let world: World;
let home: Populated['ids'];
let now = Date.now();
beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT: 'on' });
  const organization = await fillOrganization(world.prisma, world.organizationId);
  const network = await organization.fillNetwork(world.networkId);
  home = { Organization: [world.organizationId], ...organization.ids, ...organization.person.ids, ...network.ids };
  // The clock is stopped, so that tokens are refilled only where a test advances it.
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await world.close();
});

/**
 * The order in which routes are tested. Routes that delete rows come last, because the other routes need the rows.
 */
function placeInOrder({ route, title }: Endpoint): number {
  if (/reset|DELETE .organizations/.test(title)) return 3;
  if (route.method === 'delete' || title.includes('delete')) return 2;
  return route.method === 'get' ? 0 : 1;
}
const orderedEndpoints = [...endpoints].sort((one, other) => placeInOrder(one) - placeInOrder(other));
const remainingIn = ({ headers }: { headers: Headers }): number => Number(headers.get('x-ratelimit-remaining'));
const other = () => world.owner.send('GET', '/api/v1/tags?limit=1');
const succeeded: Endpoint[] = [];

/**
 * Spends most tokens of the rate limit, and returns how many are left. If a bucket is almost full, the store soon
 * forgets the spent tokens: it uses the real clock, although the clock of the test stands still.
 */
async function nearlySpent(): Promise<number> {
  const remaining = remainingIn(await other());
  if (remaining >= 10 && remaining < 60) return remaining;
  if (remaining < 10) now += 60_000;
  const dear = '{ vlans(first: 1000) { nodes { network { vlans(first: 95) { nodes { id } } } } } }';
  for (let at = 0; at < 5; at += 1) await world.owner.graphql(dear);
  return remainingIn(await other());
}

test.each(orderedEndpoints.map((endpoint) => [endpoint.title, endpoint] as const))('%s', async (_title, endpoint) => {
  const nowhere = { place: { path: [''], model: '', isList: false }, value: undefined };
  const values = buildValues(endpoint.inputs, endpoint.owner, home, nowhere);
  const before = await nearlySpent();
  const reply = await sendRequest(world.owner, endpoint, {
    ...values,
    ...(endpoint.isList && { limit: maximumPageSize }),
  });
  expect(reply.status).toBeLessThan(500);
  if (reply.status < 300) succeeded.push(endpoint);
  // If the service charged the request once more after its response, the next response would show fewer tokens.
  expect([remainingIn(reply), remainingIn(await other())]).toEqual([before - 1, before - 2]);
});

test('most requests succeed, and many of them would cost more at /graphql', () => {
  expect(succeeded.length).toBeGreaterThan(endpoints.length * 0.7);
  const costly = succeeded.filter(
    ({ route, isList }) => isList && costInTokens(pointsOf(route.document, undefined, { limit: maximumPageSize })) > 1,
  );
  expect(costly.length).toBeGreaterThan(15);
});
