// Tests paces. A pace lets waiting callers start one by one, in order and at intervals. A caller starts at once if
// nobody waits, if too many callers wait, or if the caller is urgent.
import { createPace } from '../../../src/platform/limits/pace';

const patient = () => false;
const isHurried = () => true;
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
afterEach(() => jest.useRealTimers());

/**
 * `callPace` lets a named caller wait until the pace starts the caller. `begun` has the names of started callers, in
 * order.
 */
function crowd(pace: ReturnType<typeof createPace>) {
  const begun: string[] = [];
  const callPace = (name: string, hurries = patient) => void pace(hurries).then(() => begun.push(name));
  return { begun, callPace };
}

test('a single caller starts at once; simultaneous callers start one by one at intervals', async () => {
  const { begun, callPace } = crowd(createPace(10, 5));
  for (const name of ['first', 'second', 'third']) callPace(name);
  await turn();
  expect(begun).toEqual(['first']);
  await jest.advanceTimersByTimeAsync(9);
  expect(begun).toEqual(['first']);
  await jest.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['first', 'second']);
  await jest.advanceTimersByTimeAsync(10);
  expect(begun).toEqual(['first', 'second', 'third']);
  callPace('soon after');
  await turn();
  expect(begun).toHaveLength(3);
  await jest.advanceTimersByTimeAsync(10);
  expect(begun).toHaveLength(4);
  await jest.advanceTimersByTimeAsync(10);
  callPace('later');
  await turn();
  expect(begun).toEqual(['first', 'second', 'third', 'soon after', 'later']);
});

test('a caller starts at once if too many are waiting', async () => {
  const { begun, callPace } = crowd(createPace(10, 2));
  for (const name of ['begins', 'waits', 'waits too', 'one too many']) callPace(name);
  await turn();
  expect(begun).toEqual(['begins', 'one too many']);
});

test('an urgent caller starts at once on arrival or later, and delays nobody', async () => {
  const { begun, callPace } = crowd(createPace(10, 500));
  let isGone = false;
  callPace('begins');
  for (let count = 0; count < 400; count += 1) callPace('gone', () => isGone);
  callPace('waits');
  callPace('hurries', isHurried);
  await turn();
  expect(begun).toEqual(['begins', 'hurries']);
  isGone = true;
  await jest.advanceTimersByTimeAsync(10);
  while (begun.length < 402) await turn();
  expect(begun).not.toContain('waits');
  await jest.advanceTimersByTimeAsync(10);
  expect(begun.at(-1)).toBe('waits');
});
