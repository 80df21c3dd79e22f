// Tests the fast version of `expect`, which calls Jest's own `expect` only on failure. Both versions pass and fail in
// the same cases, with the same messages.

const messageOf = (check: () => void): string => {
  try {
    check();
  } catch (error) {
    const { message, stack } = error as Error;
    // The first line of the stack trace is in this file, so that Jest shows the line of the failed expectation.
    expect(stack!.slice(stack!.indexOf(message) + message.length).split('\n')[1]).toContain('quick-expect.test.ts');
    return message.replace(/\x1b\[\d+m/g, '');
  }
  throw new Error('nothing was thrown');
};

test.each<[what: string, check: () => void]>([
  ['toBe', () => expect(NaN).toBe(NaN)],
  ['toEqual', () => expect({ list: [1, { two: 2 }], none: undefined }).toEqual({ list: [1, { two: 2 }] })],
  ['toEqual of sets', () => expect(new Set([1, 2])).toEqual(new Set([2, 1]))],
  ['toEqual of what stands for many', () => expect({ id: 'x' }).toEqual({ id: expect.any(String) as string })],
  ['toBeGreaterThan', () => expect(2).toBeGreaterThan(1)],
  ['toBeGreaterThan of bigints', () => expect(2n).toBeGreaterThan(1)],
  ['toBeGreaterThanOrEqual', () => expect(1).toBeGreaterThanOrEqual(1)],
  ['toBeLessThan', () => expect(1).toBeLessThan(2)],
  ['toBeLessThanOrEqual', () => expect(1).toBeLessThanOrEqual(1)],
  ['not.toBe', () => expect(0).not.toBe(-0)],
  ['toHaveLength', () => expect([1]).toHaveLength(1)],
])('%s passes, and is counted', (_what, check) => {
  const counted = () => {
    const { assertionCalls, numPassingAsserts } = expect.getState();
    return [assertionCalls, numPassingAsserts] as const;
  };
  const [calls, passed] = counted();
  check();
  expect(counted()).toEqual([calls + 1, passed + 1]);
});

test.each<[message: string, check: () => void]>([
  ['expect(received).toBe(expected) // Object.is equality\n\nExpected: -0\nReceived: 0', () => expect(0).toBe(-0)],
  ['- Expected  - 1\n+ Received  + 1', () => expect({ list: [1, 2] }).toEqual({ list: [1, 3] })],
  ['Expected: > 1\nReceived:   1', () => expect(1).toBeGreaterThan(1)],
  ['Expected: >= 1\nReceived:    NaN', () => expect(NaN).toBeGreaterThanOrEqual(1)],
  ['Expected: < 1\nReceived:   1', () => expect(1).toBeLessThan(1)],
  ['Expected: <= 1\nReceived:    2', () => expect(2).toBeLessThanOrEqual(1)],
  ['received value must be a number or bigint', () => expect('2').toBeGreaterThan(1)],
  ['Expected: not 1', () => expect(1).not.toBe(1)],
])('a failure is reported by "%s"', (message, check) => {
  expect(messageOf(check)).toContain(message);
});

test('promises are awaited', async () => {
  await expect(Promise.resolve(1)).resolves.toBe(1);
  await expect(expect(Promise.resolve(1)).resolves.toBe(2)).rejects.toThrow('Expected:');
});

test('comparing an iterator with an unequal one fails even after both were consumed', () => {
  const values = (...numbers: number[]) => numbers.values();
  expect(values(1, 2)).toEqual(values(1, 2));
  expect(() => expect(values(1, 2)).toEqual(values(1, 3))).toThrow('once more');
});
