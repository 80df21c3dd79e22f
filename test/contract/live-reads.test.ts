// Requests every list and row of the OpenAPI document on a populated network. The test client checks each response
// against the document.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addImportPlan, addMailRule, fillOrganization } from '../support/populate';
import { createWorld, type World } from '../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

const document: Json = JSON.parse(readFileSync(path.resolve(__dirname, '../../schema/openapi.json'), 'utf8'));
const reads = Object.keys(document.paths).filter(
  (route) => route.startsWith('/api/v1/') && document.paths[route].get?.security.length > 0,
);
/** Whether the route has required query parameters, so that the service refuses a request without parameters. */
const isNamed = (route: string) => document.paths[route].get.parameters?.some(({ required }: Json) => required);
const isStream = (route: string) => 'text/event-stream' in document.paths[route].get.responses[200].content;
const lists = reads.filter((route) => !route.includes('{') && !isNamed(route) && !isStream(route));
const rows = reads.filter((route) => route.endsWith('/{id}') && reads.includes(route.replace('/{id}', '')));
/** Whether the list belongs to the user of a session. The service refuses such a list to API keys. */
const isPersonal = (route: string) => route === '/api/v1/auth/keys';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const filledOrganization = await fillOrganization(world.prisma, world.organizationId);
  await filledOrganization.fillNetwork(world.networkId);
  await world.owner.rest.post('/auth/keys', { name: 'mine', network_ids: [], tags: [] });
  const { organizationId, networkId, owner } = world;
  await addImportPlan(world.prisma, { userId: owner.userId, organizationId }, networkId);
  await addMailRule(world.prisma, owner);
});
afterAll(() => world.close());

test.each(lists)(
  'GET %s returns rows as documented, by pages and all at once, and none beyond the end',
  async (route) => {
    const first = await world.owner.send('GET', route);
    expect(first.status).toBe(200);
    if (!Array.isArray(first.body.data)) return;
    expect(first.body.data.length).toBeGreaterThan(0);
    if (!first.body.meta.pagination) return;
    const all = await world.owner.send('GET', `${route}?limit=0`);
    expect(all.body.data).toHaveLength(all.body.meta.pagination.total_count);
    const beyond = await world.owner.send('GET', `${route}?limit=1&offset=2000000`);
    expect([beyond.body.data, beyond.body.meta.pagination.has_more]).toEqual([[], false]);
    expect((await world.anonymous.send('GET', route)).status).toBe(401);
    expect((await world.owner.send('GET', `${route}?limit=1001`)).status).toBe(400);
    expect((await world.key.send('GET', route)).status).toBe(isPersonal(route) ? 403 : 200);
  },
);

test.each(rows)('GET %s answers the row that its list has', async (route) => {
  const list = route.replace('/{id}', '');
  const [row] = (await world.owner.send('GET', `${list}?limit=1`)).body.data;
  const one = await world.owner.send('GET', `${list}/${row.id}`);
  expect([one.status, one.body.data.id]).toEqual([200, row.id]);
  const missing = await world.owner.send('GET', `${list}/00000000-0000-4000-8000-000000000000`);
  expect([missing.status, missing.body.code]).toEqual([404, 'entity_not_found']);
});
