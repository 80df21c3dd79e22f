// Tests that reading the past takes one SQL statement more than reading the present, however many rows there are:
// lists, nested lists and graphs.
import { addInventory } from '../support/inventory';
import { databaseInstant } from '../support/instants';
import { createWorld, type World } from '../support/world';
import { buildSelection } from './schema-shape';
import { graphqlQuestion, restQuestion, type Question } from './past-answers';

let world: World;
let few: Date;
let many: Date;
let topologyId: string;
beforeAll(async () => {
  world = await createWorld({ QUERY_COST_MAXIMUM: '100000000' });
  const { prisma, networkId } = world;
  await addInventory(prisma, world, 2);
  few = await databaseInstant(prisma);
  await prisma.host.deleteMany({ where: { networkId } });
  await prisma.group.deleteMany({ where: { networkId } });
  await prisma.vlan.deleteMany({ where: { networkId } });
  await prisma.subnet.deleteMany({ where: { networkId, cidr: '10.40.0.0/16' } });
  await addInventory(prisma, world, 20);
  many = await databaseInstant(prisma);
  topologyId = (await prisma.topology.findFirstOrThrow({ where: { networkId } })).id;
});
afterAll(() => world.close());

const nested = `tags { name } services { name tags { name } bindings { id } } ipAddresses { subnet { name } }
  interfaces { taggedVlans { name } neighbors { __typename } }`;
const lists = ['hosts', 'services', 'subnets', 'vlans', 'groups', 'interfaces', 'bindings'];
const questions: [title: string, question: () => Question][] = [
  ...lists.map((list): [string, () => Question] => [list, () => restQuestion(world.key, `/${list}?limit=25`)]),
  ['tags', () => restQuestion(world.key, '/tags')],
  ['a search', () => restQuestion(world.key, '/hosts?search=host&limit=1')],
  ['groups of a list', () => restQuestion(world.key, '/hosts?group_by=name&limit=1')],
  ['a file', () => restQuestion(world.key, '/hosts/export/csv')],
  [
    'every column of hosts',
    () => graphqlQuestion(world.key, `hosts(first: 30) { nodes ${buildSelection('Host', 0)} }`),
  ],
  ['nested lists', () => graphqlQuestion(world.key, `hosts(first: 30) { totalCount nodes { name ${nested} } }`)],
  [
    'pages below pages',
    () =>
      graphqlQuestion(
        world.key,
        'networks { nodes { hosts(first: 30) { totalCount nodes { name } } vlans(first: 3) { nodes { name } } } }',
      ),
  ],
  [
    'a graph with its hosts and their tags',
    () =>
      graphqlQuestion(
        world.key,
        `topology(id: "${topologyId}") { graph(view: L2Physical) { nodes { id: elementId
          ... on HostContainer { host { name tags { name } } }
          ... on InterfaceElement { interface { ifName host { name tags { name } } } } } } }`,
      ),
  ],
];

test.each(questions)('%s', async (title, make) => {
  const question = make();
  const needed = (at?: Date) => world.queries.countNeeded(() => question.ask(at));
  // The service caches the present graph, so the first read takes more statements than later reads.
  await Promise.all([undefined, few, many].map((at) => question.ask(at)));
  const [now, atMany, atFew] = [await needed(), await needed(many), await needed(few)];
  expect(now).toBeGreaterThan(0);
  // The additional statement checks whether the instant is within the retention period.
  expect([title, atMany, atFew]).toEqual([title, now + 1, now + 1]);
});
