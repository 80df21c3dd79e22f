// Tests that reads as of a past instant return the former results in every form: files, streamed lists, searches,
// groups and pages by cursor.
import { addInventory, type Inventory } from '../support/inventory';
import { createWorld, type World } from '../support/world';
import {
  expectRemembered,
  graphqlQuestion,
  keptAnswer,
  remember,
  restQuestion,
  type Memory,
  type Question,
} from './past-answers';

let world: World;
let rows: Inventory;
let questions: Question[];
let memory: Memory;
beforeAll(async () => {
  world = await createWorld();
  rows = await addInventory(world.prisma, world, 12);
  const { owner, networkId, prisma } = world;
  const of = `network_id=${networkId}`;
  const files = ['services', 'subnets', 'vlans', 'groups', 'ip-addresses', 'interfaces', 'ports', 'bindings'];
  questions = [
    ...['csv', 'zip'].map((form) => restQuestion(owner, `/hosts/export/${form}?${of}`)),
    ...files.map((list) => restQuestion(owner, `/${list}/export/csv?${of}`)),
    restQuestion(owner, '/tags/export/csv'),
    ...['hosts', 'services', 'interfaces', 'bindings'].map((list) => restQuestion(owner, `/${list}?limit=0&${of}`)),
    restQuestion(owner, `/hosts?${of}&search=host-1&limit=3`),
    restQuestion(owner, `/hosts?${of}&search=10.40.0.7`),
    restQuestion(owner, `/hosts?${of}&include_children=false&limit=5&offset=4`),
    restQuestion(owner, `/hosts?${of}&group_by=name&limit=2&order_by=name&order_direction=desc`),
    restQuestion(owner, `/services?${of}&group_by=name&limit=0`),
    restQuestion(owner, `/services?${of}&group_by=service_definition&limit=4&offset=2`),
    graphqlQuestion(
      owner,
      `hosts(networkId: "${networkId}", first: 4, orderBy: [{ field: name }], filter: { services: { some: {
        name: { contains: "service" } } } }) { totalCount edges { cursor node { name } } pageInfo { hasNextPage endCursor } }`,
    ),
    graphqlQuestion(owner, `services(last: 3) { groupCounts(by: hostId) { value count } nodes { name } }`),
  ];
  memory = await remember(world, questions);
  await prisma.host.deleteMany({ where: { id: { in: [rows.hostIds[1]!, rows.hostIds[4]!, rows.hostIds[7]!] } } });
  await prisma.host.updateMany({ where: { networkId, name: 'host-2' }, data: { name: 'zebra' } });
  await prisma.tagAssignment.deleteMany({ where: { networkId } });
  await prisma.vlan.deleteMany({ where: { networkId } });
  await prisma.tag.update({ where: { id: rows.tagId }, data: { color: 'Red', name: 'Renamed' } });
  await prisma.subnet.updateMany({ where: { networkId }, data: { name: 'renamed' } });
  await prisma.group.updateMany({ where: { networkId }, data: { name: 'renamed' } });
});
afterAll(() => world.close());

test('files, whole streams, searches, groups and pages are those of the instant', async () => {
  for (const answer of memory.answers) expect(JSON.stringify(answer).length).toBeGreaterThan(150);
  await expectRemembered(memory, questions);
  // All results differ in the present, so reading the present by mistake would be noticed.
  const now = await Promise.all(questions.map(async (question) => keptAnswer(await question.ask())));
  const sameQuestions = questions.filter(
    (_question, index) => JSON.stringify(now[index]) === JSON.stringify(memory.answers[index]),
  );
  expect(sameQuestions.map(({ title }) => title.replace(world.networkId, ''))).toEqual([]);
});

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly name: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
}
const page = async (args: string, at?: Date): Promise<Page> => {
  const selection = `hosts(networkId: "${world.networkId}", orderBy: [{ field: name }], ${args}) {
    edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage } }`;
  return ((await graphqlQuestion(world.owner, selection).ask(at)) as { hosts: Page }).hosts;
};
const namesIn = ({ edges }: Page) => edges.map(({ node }) => node.name);
const cursorOf = ({ edges }: Page, name: string) => edges.find(({ node }) => node.name === name)!.cursor;
const sortNames = (names: readonly string[]) => [...names].sort();
const allThen = sortNames(Array.from({ length: 12 }, (_, index) => `host-${index}`));

test('pages of an instant follow each other forwards and backwards', async () => {
  const read = { forwards: [] as string[], backwards: [] as string[] };
  for (let after = '', more = true; more;) {
    const answer = await page(`first: 5${after && `, after: "${after}"`}`, memory.at);
    read.forwards.push(...namesIn(answer));
    after = answer.edges.at(-1)!.cursor;
    more = answer.pageInfo.hasNextPage;
  }
  for (let before = '', more = true; more;) {
    const answer = await page(`last: 5${before && `, before: "${before}"`}`, memory.at);
    read.backwards.unshift(...namesIn(answer));
    before = answer.edges[0]!.cursor;
    more = answer.pageInfo.hasPreviousPage;
  }
  expect(read).toEqual({ forwards: allThen, backwards: allThen });
});

test('a cursor works at any instant, even if its row does not exist then', async () => {
  const [then, now] = [await page('first: 50', memory.at), await page('first: 50')];
  const goneCursor = cursorOf(then, 'host-4');
  expect(namesIn(await page(`first: 2, after: "${goneCursor}"`))).toEqual(['host-5', 'host-6']);
  expect(namesIn(await page(`last: 2, before: "${goneCursor}"`))).toEqual(['host-11', 'host-3']);
  // The host `host-2` was renamed to `zebra` later, so its present cursor comes after all past names.
  const renamedCursor = cursorOf(now, 'zebra');
  expect(namesIn(await page(`first: 2, after: "${renamedCursor}"`, memory.at))).toEqual([]);
  expect(namesIn(await page(`last: 1, before: "${renamedCursor}"`, memory.at))).toEqual(['host-9']);
  expect(namesIn(await page(`first: 2, after: "${cursorOf(then, 'host-2')}"`))).toEqual(['host-3', 'host-5']);
});
