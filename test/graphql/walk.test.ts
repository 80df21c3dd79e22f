// Tests lists that a client reads page by page to the end. If rows are removed, moved or added meanwhile, no row is
// lost or repeated.
import { ListWalk } from '../../src/graphql/list-walk';

interface ToyRow {
  readonly [name: string]: unknown;
  readonly id: string;
  readonly at: number;
}
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const createToyRow = (number: number, at = number): ToyRow => ({ id: idOf(number), at });
const cursorOf = (row: Record<string, unknown>) => String(row.at);
const size = 10;

/** A list that is ordered by the property `at`. One search for the next rows finds at most `mostFound` ids. */
function listOf(rows: readonly ToyRow[], mostFound: number) {
  const thingsById = new Map(rows.map((row) => [row.id, row]));
  const walk = new ListWalk();
  const counts = { finds: 0, reads: 0 };
  const page = (after: string) =>
    walk.pageAfter(after, size, {
      find: async () => {
        counts.finds += 1;
        const foundThings = [...thingsById.values()].filter(({ at }) => at > Number(after)).sort((a, b) => a.at - b.at);
        const takenThings = foundThings.slice(0, mostFound);
        const ids = Buffer.from(takenThings.map(({ id }) => id.replaceAll('-', '')).join(''), 'hex');
        return { ids, ...(takenThings.length === mostFound && { last: takenThings.at(-1) }) };
      },
      // The rows are returned in another order than the ids, as a database may do.
      read: async (ids) => {
        counts.reads += 1;
        return ids
          .filter((id) => thingsById.has(id))
          .map((id) => thingsById.get(id)!)
          .reverse();
      },
      cursorOf,
    });
  const toTheEnd = async (onPage: (number: number) => void = () => undefined) => {
    const visitedIds: string[] = [];
    let after = '-1';
    for (let number = 1; ; number += 1) {
      const { rows, hasMore, endCursor } = (await page(after))!;
      visitedIds.push(...rows.map(({ id }) => id as string));
      onPage(number);
      if (!hasMore) return visitedIds;
      after = endCursor!;
    }
  };
  return { things: thingsById, counted: counts, page, toTheEnd };
}
const numberThings = (count: number) => Array.from({ length: count }, (_, number) => createToyRow(number));
const ids = (rows: readonly ToyRow[]) => rows.map(({ id }) => id);

test.each([
  [0, 50],
  [1, 50],
  [10, 50],
  [95, 1000],
  [95, 20],
  [100, 20],
  [95, 25],
])('%s rows are met once each in their order, %s found at a time', async (count, mostFound) => {
  const { toTheEnd, counted } = listOf(numberThings(count), mostFound);
  expect(await toTheEnd()).toEqual(ids(numberThings(count)));
  expect(counted.finds).toBe(Math.floor(count / mostFound) + 1);
});

test('deleted rows are left out, even whole pages of them', async () => {
  const { things, toTheEnd } = listOf(numberThings(60), 1000);
  const removedIds = ids(numberThings(45)).slice(15);
  const visitedIds = await toTheEnd((page) => void (page === 1 && removedIds.forEach((id) => things.delete(id))));
  expect(visitedIds).toEqual(ids(numberThings(60)).filter((id) => !removedIds.includes(id)));
});

test('moving rows during the walk does not lose any other row', async () => {
  const { things, toTheEnd } = listOf(numberThings(60), 20);
  const visitedIds = await toTheEnd((page) => {
    // The row at which the previous search ended moves away. The next search must begin at its former position.
    if (page === 1) things.set(idOf(19), createToyRow(19, 59.5));
    if (page === 3) things.set(idOf(39), createToyRow(39, 0.5));
  });
  expect(new Set(visitedIds)).toEqual(new Set(ids(numberThings(60))));
  expect(visitedIds.filter((id) => id !== idOf(19))).toEqual(ids(numberThings(60)).filter((id) => id !== idOf(19)));
});

test('a walk that begins elsewhere in the list finds its rows again', async () => {
  const { page, counted } = listOf(numberThings(60), 1000);
  await page('-1');
  expect((await page('39'))!.rows.map(({ id }) => id)).toEqual(ids(numberThings(50)).slice(40));
  expect(counted.finds).toBe(2);
});

test('a list that cannot be found by ids is read in another way', async () => {
  const walk = new ListWalk();
  const read = () => Promise.reject(new Error('read'));
  expect(await walk.pageAfter('1', size, { find: () => undefined, read, cursorOf })).toBeUndefined();
});
