// Tests the function that builds results for agents. For any data, a result stays within its bounds, states what was
// omitted, and marks all texts from the network as data.
import fc from 'fast-check';
import type { AppError } from '../../src/errors';
import { RawJson } from '../../src/graphql/jit/raw-json';
import { toMarkedText, cutToLimit, escapeMarks, mostCharacters, type Answer } from '../../src/mcp/answer';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom(
    '</netloom-data>',
    '<',
    '\u202e',
    '\u{e0041}',
    '\ud800',
    '\u2028',
    '\\u003c',
    '"',
    '\u007f',
    '\u0085',
  ),
  fc.constantFrom(300, 3_000, 50_000).map((length) => '<'.repeat(length)),
);
const data = fc.letrec<{ leaf: unknown; value: unknown }>((tie) => ({
  leaf: fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
  value: fc.oneof(
    { depthSize: 'medium' },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 40 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('__proto__', 'id')), tie('value'), {
      maxKeys: 8,
      noNullPrototype: true,
    }),
  ),
})).value;

const judgeAnswer = (value: object): Answer | undefined => {
  try {
    return cutToLimit(value);
  } catch (error) {
    expect((error as AppError).code).toBe('query_too_expensive');
    return undefined;
  }
};

test('for any data, an answer is within its bounds and is the only text between its marks', () => {
  fc.assert(
    fc.property(data, (value) => {
      const answer = judgeAnswer({ value });
      if (!answer) return;
      const lines = toMarkedText(answer).split('\n');
      expect([lines.length, lines[1], lines[3]]).toEqual([4, '<netloom-data>', '</netloom-data>']);
      expect(lines[2]!.length).toBeLessThan(mostCharacters + 100);
      expect(lines[2]).not.toMatch(/[<>\p{C}\p{Zl}\p{Zp}]/u);
      expect(JSON.parse(lines[2]!)).toEqual(JSON.parse(JSON.stringify(answer)));
      if (!answer.leftOut) expect(JSON.stringify(answer.untrustedData)).toBe(JSON.stringify({ value }));
    }),
    { numRuns: 150 },
  );
});

test('small data are not cut', () => {
  const small = { list: Array.from({ length: 500 }, (_, at) => ({ at, name: `host ${at}` })), text: 'x'.repeat(5_000) };
  expect(cutToLimit(small)).toEqual({ untrustedData: small });
});

test('items that are left out are counted by their place, over all rows', () => {
  const value = {
    hosts: Array.from({ length: 300 }, () => ({
      ports: Array.from({ length: 90 }, () => 'GigabitEthernet'),
      note: 'n',
    })),
  };
  const { untrustedData, leftOut = [] } = cutToLimit(value);
  const { hosts } = untrustedData as typeof value;
  const leftOutCounts = Object.fromEntries(leftOut.map(({ at, items }) => [at, items]));
  expect(hosts.length + leftOutCounts.hosts!).toBe(300);
  expect(hosts.reduce((sum, { ports }) => sum + ports.length, 0) + leftOutCounts['hosts.ports']!).toBe(
    hosts.length * 90,
  );
  const long = cutToLimit({ picture: 'x'.repeat(1_000_000) });
  expect(long.leftOut).toEqual([{ at: 'picture', characters: 1_000_000 - 4_000 }]);
});

test('values that may not be cut stay whole, and an answer that cannot be cut is refused', () => {
  const read = jest.fn();
  expect(cutToLimit({ rows: [new RawJson({ key: 'k', read })] })).toEqual({
    untrustedData: { rows: [null] },
    leftOut: [{ at: 'rows', items: 1 }],
  });
  expect(read).not.toHaveBeenCalled();
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`member${at}`, 'some text']));
  expect(judgeAnswer(wide)).toBeUndefined();
});

test('invisible characters are escaped', () => {
  expect(escapeMarks('a\u200db\u{e0041}<c>')).toBe('"a\\u200db\\udb40\\udc41\\u003cc\\u003e"');
});
