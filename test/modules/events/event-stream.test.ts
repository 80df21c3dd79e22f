// Tests the stream of a network's events while reads of events fail: during an outage of the database the stream waits
// and sends each event once; any other error ends it.
import { DatabaseUnavailable } from '../../../src/errors';
import type { GraphqlContext } from '../../../src/graphql/context';
import { longestOutageMs } from '../../../src/graphql/streams/outage';
import { openEventStream } from '../../../src/modules/events/event/event-stream';

const networkId = '7d0f6b3e-0000-4000-8000-000000000001';
const eventId = '7d0f6b3e-0000-4000-8000-000000000002';
const eventRow = { id: eventId, createdAt: new Date('2026-01-01T00:00:00Z') };
const unavailable = () => new DatabaseUnavailable('unreachable', undefined);

let now = 1_000;
beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/**
 * Opens a stream whose reads of events give these outcomes: rows, or an error to throw. Each read takes `readMs`
 * milliseconds.
 */
async function openWith(outcomes: (readonly object[] | Error)[], readMs = 0) {
  const viewer = { via: 'session', userId: 'user', networkIds: [networkId] };
  const logged: string[] = [];
  const findMany = (): Promise<readonly object[]> => {
    const outcome = outcomes.shift() ?? [];
    now += readMs;
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  const context = {
    ...{ viewer, judgedAs: () => context, db: { networkEvent: { findMany } } },
    audience: { rejudge: () => Promise.resolve(viewer), onGone: () => undefined },
    streams: {
      admit: () => () => undefined,
      pollOf: () => ({ listen: () => Promise.resolve(() => undefined) }),
    },
    logger: { error: (_details: object, message: string) => void logged.push(message) },
  } as unknown as GraphqlContext;
  return { logged, stream: await openEventStream(context, { networkId, filter: {}, since: undefined }) };
}

test('a read that fails while the database is unavailable is repeated, and no event is lost', async () => {
  const latest: readonly object[] = [];
  const { stream, logged } = await openWith([latest, unavailable(), unavailable(), [eventRow]]);
  const { value } = await stream.next();
  expect(value).toMatchObject({ message: { hasGap: false, eventIds: [eventId] } });
  expect(logged).toEqual([]);
  await stream.return!();
});

test('the stream ends after the longest outage, and after an error of another kind', async () => {
  const broken = await openWith([[], new Error('a defect')]);
  expect((await broken.stream.next()).value).toMatchObject({ refusal: { code: 'internal_error' } });
  expect((await broken.stream.next()).done).toBe(true);
  expect(broken.logged).toEqual(['reading new events failed']);

  const { stream } = await openWith([[], unavailable(), unavailable(), unavailable()], longestOutageMs / 2);
  expect((await stream.next()).value).toMatchObject({ refusal: { code: 'service_unavailable' } });
  expect((await stream.next()).done).toBe(true);
});
