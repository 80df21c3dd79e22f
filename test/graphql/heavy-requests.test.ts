/**
 * Tests the budget of an organization for heavy requests over REST and GraphQL: which requests wait or are refused,
 * when a waiting request may start, and that other organizations and light requests are served meanwhile.
 */
import { request } from 'node:http';
import { createAgent } from '../mcp/agents';
import type { Client, Reply } from '../support/client';
import { eventually } from '../support/eventually';
import { createWorld, type World } from '../support/world';

const metricsToken = 'token-of-the-metrics';

let world: World;
let topologyId: string;
let strangerTopologyId: string;
beforeAll(async () => {
  world = await createWorld({ ORGANIZATION_REQUESTS_AT_ONCE: '1', METRICS_TOKEN: metricsToken });
  const topologyOf = async (networkId: string) =>
    (await world.prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;
  topologyId = await topologyOf(world.networkId);
  strangerTopologyId = await topologyOf(world.strangerNetworkId);
});
afterAll(() => world.close());

const graphPath = (id = topologyId) => `/topology/${id}/export/mermaid?view=L3Logical`;
const graphQuery = 'query ($id: UUID!) { topology(id: $id) { graph(view: L3Logical) { nodes { elementId } } } }';

/** The value of a metric; 0 before it was recorded. */
async function metric(name: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = String((await world.anonymous.send('GET', '/api/metrics', { headers })).body);
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
const becomes = (name: string, value: number) => eventually(async () => (await metric(name)) === value);
const running = 'netloom_heavy_requests{state="running"}';
const waiting = 'netloom_heavy_requests{state="waiting"}';

/** Sends a request. Calling `leave` closes the connection of the caller before the response. */
function begin(method: string, path: string): { leave(): void; readonly ended: Promise<number | undefined> } {
  const { session } = world.owner.credential;
  const sentRequest = request(`${world.url}/api/v1${path}`, {
    ...{ method, agent: false, headers: { cookie: `session_id=${session}` } },
  });
  const ended = new Promise<number | undefined>((resolve) => {
    sentRequest.on('response', (response) => void response.resume().on('end', () => resolve(response.statusCode)));
    sentRequest.on('error', () => resolve(undefined));
  });
  sentRequest.end();
  return { leave: () => sentRequest.destroy(), ended };
}

/**
 * Plans an import, locks the network, and begins to apply the import. `unlock` unlocks the network, so that the import
 * can end.
 */
async function occupy() {
  const plan = await world.owner.send('POST', `/api/v1/imports?network_id=${world.networkId}&file_name=leases`, {
    rawBody: '0 02:00:00:00:00:01 10.9.8.7 printer *\n',
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (plan.status !== 200) throw new Error(plan.story);
  let unlock: () => void = () => undefined;
  const isUnlocked = new Promise<void>((resolve) => (unlock = resolve));
  let lock: () => void = () => undefined;
  const isLocked = new Promise<void>((resolve) => (lock = resolve));
  const locking = world.prisma.$transaction(async (tx) => {
    await tx.network.update({ where: { id: world.networkId }, data: { name: 'North' } });
    lock();
    await isUnlocked;
  });
  await isLocked;
  const applying = begin('POST', `/imports/${plan.body.data.id}/apply`);
  await becomes(running, 1);
  return {
    applying,
    unlock: async () => {
      unlock();
      await locking;
    },
  };
}

const refusalOf = ({ status, headers, body }: Reply) => {
  const { code, params } = body.errors?.[0].extensions ?? body;
  return [status, code, params, headers.get('retry-after')];
};
const busy = [429, 'organization_busy', { reason: 'requests_at_once' }, '5'];

// The first test, because a request whose caller has left may use the database, and add to the metric, until later.
test('documents name heavy work by node ids too', async () => {
  const { viewer } = world;
  const data = await viewer.query(
    `query ($id: UUID!) { topology(id: $id) { nodeId graph(view: L3Logical) { nodeId } } }`,
    {
      id: topologyId,
    },
  );
  // Waits until no heavy request runs, because the time of a request is added to the metric at the end of the request.
  await becomes(running, 0);
  const before = await metric('netloom_heavy_seconds_total{resource="database"}');
  const query = 'query ($id: ID!) { node(nodeId: $id) { nodeId } }';
  expect((await viewer.query(query, { id: data.topology.nodeId })).node).not.toBeNull();
  expect(await metric('netloom_heavy_seconds_total{resource="database"}')).toBe(before);
  expect((await viewer.query(query, { id: data.topology.graph.nodeId })).node).not.toBeNull();
  expect(await metric('netloom_heavy_seconds_total{resource="database"}')).toBeGreaterThan(before);
});

test('beyond its places and its queue an organization is refused, and nobody else is', async () => {
  const { owner, viewer, stranger, anonymous, networkId } = world;
  const body = { name: 'Wall', network_id: networkId, topology_id: topologyId };
  const share = (await owner.rest.post('/shares', body)).body.data.id as string;
  const agent = await createAgent(world.url, world.key);
  const { applying, unlock } = await occupy();
  const queue = Array.from({ length: 8 }, () => begin('GET', graphPath()));
  await becomes(waiting, 8);
  expect(refusalOf(await viewer.rest.get(graphPath()))).toEqual(busy);
  expect(refusalOf(await viewer.graphql(graphQuery, { id: topologyId }))).toEqual(busy);
  expect(refusalOf(await viewer.rest.get(`/hosts?limit=1&at=${new Date(Date.now() - 1).toISOString()}`))).toEqual(busy);
  expect(refusalOf(await viewer.rest.get('/vlans/export/csv'))).toEqual(busy);
  const shared = `query ($id: UUID!) { publicShareTopology(id: $id) { graph { availableViews } } }`;
  expect(refusalOf(await anonymous.graphql(shared, { id: share }))).toEqual(busy);
  const agentRefusal = await agent.refusal('run_document', { query: graphQuery, variables: { id: topologyId } });
  expect(agentRefusal).toMatchObject({ code: 'organization_busy' });
  const light: [Client, string][] = [
    [viewer, '/hosts?limit=1'],
    [stranger, graphPath(strangerTopologyId)],
  ];
  for (const [caller, path] of light) expect((await caller.rest.get(path)).status).toBe(200);
  const tag = { name: 'written meanwhile', color: 'Blue', organization_id: owner.organizationId };
  expect((await owner.rest.post('/tags', tag)).status).toBe(200);
  await unlock();
  expect(await applying.ended).toBe(200);
  expect(await Promise.all(queue.map(({ ended }) => ended))).toEqual(queue.map(() => 200));
  expect(await metric('netloom_heavy_requests_refused_total{reason="requests_at_once"}')).toBe(6);
  expect(await metric('netloom_heavy_seconds_total{resource="database"}')).toBeGreaterThan(0);
  await agent.client.close();
});

test('a place becomes free when a request fails, and when its connection is closed', async () => {
  const { viewer, strangerNetworkId } = world;
  expect((await viewer.rest.get(graphPath(strangerNetworkId))).status).toBe(404);
  await viewer.refusal(graphQuery, { id: strangerNetworkId });
  await becomes(running, 0);
  const { applying, unlock } = await occupy();
  const [leaving, staying] = [begin('GET', graphPath()), begin('GET', graphPath())];
  await becomes(waiting, 2);
  leaving.leave();
  await becomes(waiting, 1);
  applying.leave();
  expect(await staying.ended).toBe(200);
  await unlock();
  await becomes(running, 0);
});
