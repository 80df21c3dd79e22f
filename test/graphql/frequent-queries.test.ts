// Tests that a query which is sent repeatedly, and which the service therefore compiles, returns the same result as the
// first time.
import { createWorld, type World } from '../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const [at, name] of ['core', 'edge', 'lab'].entries())
    await world.owner.rest.post('/vlans', {
      name,
      vlan_number: 10 + at,
      network_id: world.networkId,
      organization_id: world.organizationId,
    });
});
afterAll(() => world.close());

const times = 5;
async function answersTo(query: string, variables: Record<string, unknown> = {}): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let time = 0; time < times; time += 1) {
    const { status, body } = await world.key.graphql(query, variables);
    answers.push({ status, body: JSON.parse(JSON.stringify(body)) as unknown });
  }
  return answers;
}

test.each<[string, string, Record<string, unknown>]>([
  ['a list', '{ vlans { totalCount nodes { id name network { id name } } } }', {}],
  [
    'fragments and aliases',
    '{ a: vlans(first: 1) { ...V } b: vlans(offset: 1) { ...V } } fragment V on VlanConnection { edges { cursor node { n: name } } }',
    {},
  ],
  [
    'variables',
    'query Q($first: Int = 2, $with: Boolean!) { vlans(first: $first) { nodes { name description @include(if: $with) } } }',
    { with: false },
  ],
  [
    'a variable inside an object',
    'query Q($name: String) { vlans(filter: { name: { contains: $name } }) { nodes { name } } }',
    { name: 'o' },
  ],
  [
    'a variable left out inside an object',
    'query Q($name: String) { vlans(filter: { name: { eq: $name } }) { nodes { name } } }',
    {},
  ],
  [
    'a filter as a variable',
    'query Q($filter: VlanFilter) { vlans(filter: $filter) { nodes { name } } }',
    { filter: { not: { name: { eq: 'core' } } } },
  ],
  ['the type name', '{ __typename vlans(first: 1) { __typename nodes { __typename } } }', {}],
  ['introspection', '{ __type(name: "Vlan") { name } }', {}],
  ['an error of a resolver', '{\r\n  vlan(id: "00000000-0000-4000-8000-000000000000") { name } }', {}],
  ['an error beside data', '{ a: vlans(first: 1) { nodes { name } } b: vlans(first: 0) { nodes { name } } }', {}],
  ['a wrong variable', 'query Q($first: Int) { vlans(first: $first) { nodes { name } } }', { first: 'many' }],
])('%s', async (_what, query, variables) => {
  const [first, ...later] = await answersTo(query, variables);
  for (const answer of later) expect(answer).toEqual(first);
});

test('a later change is in the next answer', async () => {
  const query = '{ vlans(first: 1) { nodes { id name } } }';
  await answersTo(query);
  const { body } = await world.key.graphql(query, {});
  const { id } = (body as { data: { vlans: { nodes: { id: string }[] } } }).data.vlans.nodes[0]!;
  await world.prisma.vlan.update({ where: { id }, data: { name: 'renamed' } });
  expect(JSON.stringify((await world.key.graphql(query, {})).body)).toContain('renamed');
});

test('an answer for one caller is not shown to another', async () => {
  const query = '{ vlans { totalCount nodes { name } } }';
  await answersTo(query);
  const { body } = await world.strangerKey.graphql(query, {});
  expect(body).toEqual({ data: { vlans: { totalCount: 0, nodes: [] } } });
});
