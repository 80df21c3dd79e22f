/**
 * Tests the JSON parser that works in slices. The result equals that of JSON.parse, and each turn of the event loop
 * parses a part of the text.
 * @own-modules
 */
import fc from 'fast-check';
import { turnClock } from '../../../src/platform/threads/event-loop';
import { longCharacters, parseInTurns, splitText } from '../../../src/platform/threads/json-in-turns';

const spaceJson = (value: unknown) => JSON.stringify(value, null, 2);

test('an array or object is split into its elements or members, however they are spaced', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (values) => {
      expect([...splitText(JSON.stringify(values))].map((part) => JSON.parse(part) as unknown)).toEqual(
        JSON.parse(JSON.stringify(values)),
      );
    }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
      const parts = [...splitText(JSON.stringify(members))];
      expect(JSON.parse(`{${parts.join(',')}}`)).toEqual(JSON.parse(JSON.stringify(members)));
    }),
  );
  const numbers = { a: [1, [2, {}], []], b: { c: [] } };
  expect([...splitText(spaceJson(numbers))].map((part) => JSON.parse(`{${part}}`) as unknown)).toEqual([
    { a: [1, [2, {}], []] },
    { b: { c: [] } },
  ]);
});

const text = 'a "quoted" \\ text, [with] {all} of it ä\u2028';
const long = 'x"'.repeat(longCharacters);

test.each<[string, unknown]>([
  ['a list', Array.from({ length: 40_000 }, (_, at) => [at, text, null])],
  [
    'lists in a list',
    [
      [1, Array.from({ length: 40_000 }, () => text), long],
      [2, [], long],
      [3, null, ''],
    ],
  ],
  ['an object', Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`${text} ${at}`, { at }]))],
  ['an object of long members', { [`${text}:`]: Array.from({ length: 40_000 }, () => ({ text })), after: [1] }],
  ['a long text', long],
  ['a short list', [1, 2]],
])('%s is parsed like by JSON.parse', async (_name, value) => {
  expect(await parseInTurns(JSON.stringify(value))).toEqual(value);
  expect(await parseInTurns(spaceJson([1, [value]]))).toEqual([1, [value]]);
});

/** The mocked clock must not go back between tests, because the parser remembers earlier times. */
let now = turnClock.now();

test('a text of twice the length takes twice as many turns', async () => {
  const turnsOf = async (length: number) => {
    now = Math.max(now, turnClock.now());
    const clock = jest.spyOn(turnClock, 'now').mockImplementation(() => (now += 5));
    let turns = 0;
    let isOver = false;
    const next = () => {
      turns += 1;
      if (!isOver) setImmediate(next);
    };
    setImmediate(next);
    await parseInTurns(JSON.stringify(Array.from({ length }, () => text)));
    isOver = true;
    clock.mockRestore();
    return turns;
  };
  const [once, twice] = [await turnsOf(100_000), await turnsOf(200_000)];
  expect(once).toBeGreaterThan(20);
  expect(twice).toBeGreaterThan(1.7 * once);
});
