// Tests the total count of a list. If a page contains the last row, the service derives the count from the page; if
// not, the database counts the rows. Both ways give the same count.
import { createWorld, type World } from '../support/world';

const rows = 7;
let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { networkId, otherNetworkId, organizationId, strangerNetworkId, stranger } = world;
  const places = [
    [networkId, organizationId],
    [otherNetworkId, organizationId],
    [strangerNetworkId, stranger.organizationId],
  ] as const;
  for (const [at, [network, organization]] of places.entries())
    await world.prisma.vlan.createMany({
      data: Array.from({ length: at === 0 ? rows : 2 }, (_, index) => ({
        ...{ networkId: network, organizationId: organization },
        ...{ name: `counted ${index}`, vlanNumber: 100 + index },
      })),
    });
});
afterAll(() => world.close());

const list = async (page: string) => {
  const document = `{ vlans(networkId: "${world.networkId}", filter: { name: { contains: "counted" } }, ${page}) {
    totalCount nodes { name } pageInfo { hasNextPage hasPreviousPage } } }`;
  return (await world.owner.query(document)).vlans as { totalCount: number; nodes: object[] };
};
/** The number of statements that only count rows. A search gets its count from the statement that reads the page. */
const counts = (statements: readonly string[]) => statements.filter((sql) => /^\s*SELECT count\(/i.test(sql)).length;

test('pages of any size and place have the same total number', async () => {
  for (const offset of [0, 1, 3, rows - 1, rows, rows + 1])
    for (const size of [1, 3, rows - 1, rows, rows + 1, 1000]) {
      const { totalCount, nodes } = await list(`first: ${size}, offset: ${offset}`);
      expect({ offset, size, totalCount, shown: nodes.length }).toEqual({
        ...{ offset, size, totalCount: rows },
        shown: Math.max(0, Math.min(size, rows - offset)),
      });
      const answer = await world.owner.rest.get(`/vlans?network_id=${world.networkId}&limit=${size}&offset=${offset}`);
      expect(answer.body.meta.pagination).toEqual({
        ...{ total_count: rows, limit: size, offset, has_more: offset + size < rows },
      });
    }
  for (const size of [1, rows, rows + 1]) expect((await list(`last: ${size}`)).totalCount).toBe(rows);
});

test('a page behind a cursor has the total number of all rows', async () => {
  const document = `query($after: String) { vlans(networkId: "${world.networkId}", first: 3, after: $after,
    filter: { name: { contains: "counted" } }) { totalCount pageInfo { endCursor hasNextPage } } }`;
  const reportedCounts: number[] = [];
  let after: string | null = null;
  for (let goesOn = true; goesOn;) {
    const { vlans }: { vlans: { totalCount: number; pageInfo: { endCursor: string; hasNextPage: boolean } } } =
      await world.owner.query(document, { after });
    reportedCounts.push(vlans.totalCount);
    after = vlans.pageInfo.endCursor;
    goesOn = vlans.pageInfo.hasNextPage;
  }
  expect(reportedCounts).toEqual([rows, rows, rows]);
});

test('only a page that does not reach the last row, or begins beyond it, takes a statement for the count', async () => {
  const countQueries = async (page: string) => counts(await world.queries.during(() => list(page)));
  expect(await countQueries('first: 50')).toBe(0);
  expect(await countQueries(`first: ${rows}`)).toBe(0);
  expect(await countQueries('last: 50')).toBe(0);
  expect(await countQueries('first: 50, offset: 3')).toBe(0);
  expect(await countQueries(`first: ${rows - 1}`)).toBe(1);
  expect(await countQueries(`first: 50, offset: ${rows}`)).toBe(1);
  const search = `/vlans?network_id=${world.networkId}`;
  expect(counts(await world.queries.during(() => world.owner.rest.get(search)))).toBe(0);
  expect(counts(await world.queries.during(() => world.owner.rest.get(`${search}&limit=2`)))).toBe(1);
  expect(counts(await world.queries.during(() => world.owner.rest.get('/hosts?search=nobody-is-called-so')))).toBe(0);
});
