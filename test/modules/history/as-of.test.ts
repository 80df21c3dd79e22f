// Reads of a past instant over REST and GraphQL: the instant applies to the whole request, also to nested rows, filters
// and counts.
import { databaseInstant } from '../../support/instants';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const now = async () => (await databaseInstant(world.prisma)).toISOString();

const post = async (path: string, body: object) => {
  const answer = await world.owner.rest.post(path, body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
};

test('lists, getters, filters, counts, nested rows and graphs are of the instant', async () => {
  const { networkId, organizationId, owner } = world;
  const before = await now();
  const subnet = await post('/subnets', {
    network_id: networkId,
    name: 'lan',
    cidr: '10.9.0.0/24',
    subnet_type: 'Lan',
  });
  const host = await post('/hosts', {
    ...{ network_id: networkId, name: 'old', tags: [] },
    ip_addresses: [{ subnet_id: subnet.id, ip_address: '10.9.0.1' }],
  });
  const tag = await post('/tags', { organization_id: organizationId, name: 'as-of' });
  await owner.rest.put('/tags/assign', { entity_id: host.id, entity_type: 'Host', tag_ids: [tag.id] });
  const then = await now();
  await owner.rest.put('/tags/assign', { entity_id: host.id, entity_type: 'Host', tag_ids: [] });
  const { body } = await owner.rest.get(`/hosts/${host.id}`);
  await owner.rest.put(`/hosts/${host.id}`, { ...body.data, name: 'new' });
  const later = await now();
  await owner.rest.delete(`/hosts/${host.id}`);
  await owner.rest.delete(`/tags/${tag.id}`);

  const listAt = async (at: string) => {
    const answer = await owner.rest.get(`/hosts?network_id=${networkId}&at=${at}`);
    expect(answer.status).toBe(200);
    return answer.body.data.map((row: { name: string; tags: string[] }) => [row.name, row.tags]);
  };
  expect([await listAt(before), await listAt(then), await listAt(later)]).toEqual([
    [],
    [['old', [tag.id]]],
    [['new', []]],
  ]);
  const one = await owner.rest.get(`/hosts/${host.id}?at=${then}`);
  expect(one.body.data).toMatchObject({ id: host.id, name: 'old', valid_to: null, lineage_id: host.id });
  expect((await owner.rest.get(`/hosts/${host.id}?at=${before}`)).status).toBe(404);
  expect((await owner.rest.get(`/hosts/${host.id}`)).status).toBe(404);

  const query = `query ($at: DateTime!, $network: UUID!) @at(instant: $at) {
    hosts(networkId: $network, filter: { tags: { some: { name: { eq: "as-of" } } } }) {
      totalCount nodes { name tags { name } ipAddresses { ipAddress subnet { name } } }
    }
    topologies(networkId: $network) { nodes { graph(view: L3Logical) { nodes { id: elementId } } } }
  }`;
  const { body: requestedBody } = await owner.graphql(query, { at: then, network: networkId });
  expect(requestedBody).toEqual({
    data: {
      hosts: {
        totalCount: 1,
        nodes: [
          {
            name: 'old',
            tags: [{ name: 'as-of' }],
            ipAddresses: [{ ipAddress: '10.9.0.1', subnet: { name: 'lan' } }],
          },
        ],
      },
      topologies: { nodes: [{ graph: { nodes: [{ id: subnet.id }, { id: host.ip_addresses[0].id }] } }] },
    },
  });
});

test('a future instant is the present; invalid instants and writes in the past are refused', async () => {
  const { owner, networkId } = world;
  const future = await owner.rest.get(`/subnets?at=${new Date(Date.now() + 3_600_000).toISOString()}`);
  expect(future.body.data).toEqual((await owner.rest.get('/subnets')).body.data);
  const bad = await owner.rest.get('/subnets?at=yesterday');
  expect([bad.status, bad.body.code, bad.body.params]).toEqual([400, 'validation_invalid_format', { field: 'at' }]);
  for (const noTime of ['2026-02-30T00:00:00Z', '2026-02-28T24:00:00Z'])
    expect((await world.owner.rest.get(`/hosts?at=${noTime}`)).body.code).toBe('validation_invalid_format');
  const writtenReply = await owner.rest.post('/tags?at=2026-01-01T00:00:00Z', { name: 'x' });
  expect([writtenReply.status, writtenReply.body.code]).toEqual([400, 'validation_unknown_parameter']);
  const { body } = await owner.graphql(
    `mutation @at(instant: "2026-01-01T00:00:00Z") { deleteNetwork(id: "${networkId}") { id } }`,
  );
  expect(body.errors[0].message).toContain('@at');
});
