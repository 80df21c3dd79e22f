// Tests event streams for which a check of the reader's rights takes long: the service sends a change only after the
// check.
import { DatabaseUnavailable } from '../../src/errors';
import { EventStream } from '../../src/graphql/streams/event-streams';
import type { GraphqlContext } from '../../src/graphql/context';
import { longestOutageMs, Outage } from '../../src/graphql/streams/outage';

const networkId = '7d0f6b3e-0000-4000-8000-000000000001';
const viewer = { via: 'session', networkIds: [networkId] };

let now = 1_000;
beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** A stream for which each check of rights takes `answerMs` milliseconds. `judged` counts the checks. */
function streamWith(answerMs: number) {
  const judgeCalls = { count: 0 };
  const audience = {
    rejudge: () => {
      judgeCalls.count += 1;
      now += answerMs;
      return Promise.resolve(viewer);
    },
  };
  const context = { viewer, audience, judgedAs: () => context } as unknown as GraphqlContext;
  return {
    stream: new EventStream(context, { poll: { listen: () => Promise.reject(new Error()) } }),
    judged: judgeCalls,
  };
}

test('a check that takes longer than its result is valid is enough for the change that requested it', async () => {
  const { stream, judged } = streamWith(5_000);
  for (let round = 1; round <= 3; round += 1) {
    stream.onChange({ key: 'one', networkId });
    expect(await stream.next()).toEqual({ done: false, value: { key: 'one', networkId } });
    expect(judged.count).toBe(round);
  }
});

test('a check that was requested before the change, or answered some time ago, is not enough', async () => {
  const { stream, judged } = streamWith(100);
  await stream.judge();
  now += 10;
  stream.onChange({ key: 'one', networkId });
  await stream.next();
  expect(judged.count).toBe(2);
  stream.onChange({ key: 'two', networkId });
  await stream.judge();
  now += 1_001;
  await stream.next();
  expect(judged.count).toBe(4);
});

test('a stream sends nothing while rights cannot be checked, then continues, or ends after the longest wait', async () => {
  let isAway = true;
  const audience = {
    rejudge: () =>
      isAway ? Promise.reject(new DatabaseUnavailable('unreachable', undefined)) : Promise.resolve(viewer),
  };
  const context = { viewer, audience, judgedAs: () => context } as unknown as GraphqlContext;
  const change = { key: 'one', networkId };
  const farewell = (reason: Error) => ({ key: reason.message, networkId });
  const stream = new EventStream(context, { poll: { listen: () => Promise.reject(new Error()) }, farewell });
  stream.onChange(change);
  let sentValue: unknown;
  const next = stream.next().then((event) => (sentValue = event));
  now += longestOutageMs - 1;
  await stream.judge();
  await expect(stream.contextNow()).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(sentValue).toBeUndefined();
  isAway = false;
  expect(await next).toEqual({ done: false, value: change });
  isAway = true;
  await stream.judge();
  now += longestOutageMs;
  await stream.judge();
  expect(await stream.next()).toMatchObject({ done: false, value: { key: expect.stringContaining('unavailable') } });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test('a check that takes longer than a statement may is repeated once, and again after an answer', () => {
  const tooLong = new DatabaseUnavailable('waiting', Object.assign(new Error(), { code: '57014' }));
  const unavailableError = new DatabaseUnavailable('unreachable', undefined);
  const outage = new Outage();
  expect([unavailableError, tooLong, unavailableError].map((error) => outage.isToWaitFor(error))).toEqual([
    true,
    true,
    true,
  ]);
  expect(outage.isToWaitFor(tooLong)).toBe(false);
  outage.end();
  expect([tooLong, tooLong].map((error) => outage.isToWaitFor(error))).toEqual([true, false]);
});
