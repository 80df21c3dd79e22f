// Tests the SQL function `natural_key`, which computes sort keys of names. For any texts, the order of the keys equals
// the order by a comparison function in TypeScript.
import fc from 'fast-check';
import { Client } from 'pg';

let client: Client;
beforeAll(async () => {
  client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
});
afterAll(() => client.end());

async function keysOf(names: readonly string[]): Promise<string[]> {
  const text = 'SELECT natural_key(name) AS key FROM unnest($1::text[]) WITH ORDINALITY one (name, at) ORDER BY at';
  return (await client.query<{ key: string }>(text, [names])).rows.map(({ key }) => key);
}
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Sorts the names by their natural keys. Names with equal keys stay in the order of the argument. */
async function inOrder(names: readonly string[]): Promise<string[]> {
  const keys = await keysOf(names);
  return names
    .map((name, at) => ({ name, key: keys[at]! }))
    .sort((a, b) => byBytes(a.key, b.key))
    .map(({ name }) => name);
}

test.each([
  ['numbers', ['switch-1', 'switch-2', 'switch-9', 'switch-10', 'switch-100']],
  ['numbers in several places', ['r1-p9', 'r1-p10', 'r2-p1', 'r10-p1']],
  ['ports', ['Gi0/1', 'Gi0/2', 'Gi0/10', 'Gi1/0/1', 'Gi1/0/24', 'Gi2/0/3']],
  ['letters in any case', ['ap-1', 'AP-2', 'ap-3', 'Äp-1', 'äp-2']],
  ['zero and nothing', ['eth', 'eth0', 'eth1', 'eth00010']],
  ['a name before its longer ones', ['', 'core', 'core 2', 'core-1', 'core1', 'cores']],
  ['addresses', ['10.0.0.9', '10.0.0.10', '10.0.1.1', '10.0.10.1', '192.168.0.1']],
  ['signs before digits and letters', ['a b', 'a-b', 'a1', 'a_', 'aa']],
])('%s', async (_what, names) => {
  expect(await inOrder(names)).toEqual(names);
  expect(await inOrder([...names].reverse())).toEqual(names);
});

test('texts that look the same have the same key', async () => {
  const [first, ...others] = await keysOf(['Zürich-007', 'zürich-7', 'ZU\u0308RICH-07']);
  expect(others).toEqual([first, first]);
});

test('a number of any length is compared by its value', async () => {
  const names = ['n9', `n${'9'.repeat(99)}`, `n1${'0'.repeat(99)}`, `n${'9'.repeat(500)}`];
  expect(await inOrder([...names].reverse())).toEqual(names);
});

test('the key of any text fits into an index, and is a text that cursors can contain', async () => {
  const odd = [
    '7'.repeat(100_000),
    '1a'.repeat(50_000),
    '\u{1D160}'.repeat(5_000),
    'İ'.repeat(5_000),
    '\u200d\uffff\u{10ffff}',
  ];
  for (const key of await keysOf(odd)) expect(Buffer.byteLength(key)).toBeLessThanOrEqual(2_400);
});

/**
 * Compares two names as their natural keys must compare: numbers by value, other characters by code point. Before any
 * other character, a number is ordered as a digit would be.
 */
function compareNames(first: string, second: string): number {
  const parts = (name: string) =>
    name
      .normalize()
      .toLowerCase()
      .match(/\d+|\D/gu) ?? [];
  const isNumber = (part: string) => /^\d/.test(part);
  const [a, b] = [parts(first), parts(second)];
  for (const [at, leftName] of a.entries()) {
    const right = b[at];
    if (right === undefined) return 1;
    if (isNumber(leftName) && isNumber(right)) {
      const difference = BigInt(leftName) - BigInt(right);
      if (difference !== 0n) return difference < 0n ? -1 : 1;
      continue;
    }
    const difference = byBytes(isNumber(leftName) ? '5' : leftName, isNumber(right) ? '5' : right);
    if (difference !== 0) return Math.sign(difference);
  }
  return a.length < b.length ? -1 : 0;
}

test('names are ordered by their numbers and letters, and equal if these are equal', async () => {
  const piece = fc.oneof(
    fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
    fc.stringMatching(/^0{0,3}[0-9]{0,3}$/),
    fc.constantFrom('a', 'A', 'ß', 'ä', 'Ä', 'a\u0308', '-', '/', ' ', '.', '_', '~', 'é', '日', '😀', '٣'),
  );
  const name = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 2, maxLength: 30 }), async (names) => {
      const keys = await keysOf(names);
      for (const [at, key] of keys.entries())
        for (const [before, other] of keys.slice(0, at).entries())
          expect([names[before], names[at], Math.sign(byBytes(other, key))]).toEqual([
            ...[names[before], names[at], compareNames(names[before]!, names[at]!)],
          ]);
    }),
    { numRuns: 60 },
  );
});
