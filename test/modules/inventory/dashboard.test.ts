// The dashboard over REST and GraphQL: it shows only what the caller can access, in a fixed number of statements.
import { randomUUID } from 'node:crypto';
import { fillOrganization } from '../../support/populate';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const filledOrganization = await fillOrganization(world.prisma, world.organizationId);
  for (const networkId of [world.networkId, world.otherNetworkId]) await filledOrganization.fillNetwork(networkId);
});
afterAll(() => world.close());

const summaryOf = async (caller: Caller) => (await caller.rest.get('/dashboard/summary')).body.data;
const total = async (caller: Caller, path: string) =>
  (await caller.rest.get(`${path}limit=1`)).body.meta.pagination.total_count as number;

describe('200', () => {
  test('networks are returned with their counts, daemons and discoveries like in lists', async () => {
    const summary = await summaryOf(world.key);
    const { data: networks } = (await world.key.rest.get('/networks?limit=0')).body;
    const namesAndIds = (rows: { id: string; name: string }[]) => rows.map(({ id, name }) => [id, name]);
    expect(namesAndIds(summary.networks)).toEqual(namesAndIds(networks));
    expect(networks).toHaveLength(2);
    for (const network of summary.networks) {
      const count = (path: string) => total(world.key, `/${path}?network_id=${network.id}&`);
      expect(network).toEqual({
        id: network.id,
        name: network.name,
        host_count: await count('hosts'),
        service_count: await count('services'),
        subnet_count: await count('subnets'),
        daemon_count: await count('daemons'),
      });
      expect(network.host_count).toBeGreaterThan(0);
    }
    expect(summary.daemons).toEqual((await world.key.rest.get('/daemons?limit=0')).body.data);
    const runs = (await world.key.rest.get('/discovery?historical=true&limit=10')).body.data;
    expect(runs.length).toBeGreaterThan(0);
    expect(summary.recent_discoveries).toEqual(runs);
  });

  test('REST and GraphQL return the same', async () => {
    const { dashboardSummary } = await world.key.query(
      '{ dashboardSummary { networks { id: networkId hostCount } daemons { id } recentDiscoveries { id } } }',
    );
    const summary = await summaryOf(world.key);
    expect(dashboardSummary.networks).toEqual(
      summary.networks.map(({ id, host_count }: { id: string; host_count: number }) => ({ id, hostCount: host_count })),
    );
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    expect(ids(dashboardSummary.daemons)).toEqual(ids(summary.daemons));
    expect(ids(dashboardSummary.recentDiscoveries)).toEqual(ids(summary.recent_discoveries));
  });

  test('of many runs the ten newest are listed, but no jobs', async () => {
    const { prisma, networkId } = world;
    const [storedRow] = await prisma.discovery.findMany({ where: { networkId, runType: 'Historical' } });
    const { id: _id, naturalName: _key, ...run } = storedRow!;
    await prisma.discovery.createMany({
      data: Array.from({ length: 12 }, (_, at) => ({
        ...run,
        results: {},
        sessionId: randomUUID(),
        name: `run ${at}`,
        createdAt: new Date(Date.now() + (at + 1) * 1000),
      })) as never,
    });
    const { recent_discoveries } = await summaryOf(world.key);
    const names = recent_discoveries.map(({ name }: { name: string }) => name);
    expect(names).toEqual(Array.from({ length: 10 }, (_, at) => `run ${11 - at}`));
  });

  test('a limited key sees its network only, a user without networks none', async () => {
    const narrow = await summaryOf(world.narrowKey);
    expect(narrow.networks.map(({ id }: { id: string }) => id)).toEqual([world.networkId]);
    for (const row of [...narrow.daemons, ...narrow.recent_discoveries]) expect(row.network_id).toBe(world.networkId);
    const userWithoutNetworks = await world.addUser('Viewer', []);
    expect(await summaryOf(userWithoutNetworks)).toEqual({ networks: [], daemons: [], recent_discoveries: [] });
  });

  test('more networks take no more statements', async () => {
    const one = await world.queries.countNeeded(() => summaryOf(world.narrowKey));
    const two = await world.queries.countNeeded(() => summaryOf(world.key));
    expect(two).toBe(one);
  });
});

test('401 without a credential, 400 for a parameter', async () => {
  expect((await world.anonymous.send('GET', '/api/v1/dashboard/summary')).status).toBe(401);
  const { status, body } = await world.key.rest.get('/dashboard/summary?limit=1');
  expect([status, body.code, body.params]).toEqual([400, 'validation_unknown_parameter', { field: 'limit' }]);
});
