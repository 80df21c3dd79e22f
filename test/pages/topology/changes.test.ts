// Guarantees of how the topology page listens for changes: from its cursor on, until it is refused; bursts are drawn in few steps.
import { listenForChanges } from '../../../src/pages/topology/api/changes';
import { paced } from '../../../src/pages/kit/timing';

/** A stream of these events that ends. */
const streamOf = (events: readonly object[], status = 200): Promise<Response> => {
  const body = [...events.map((event) => `event: next\ndata: ${JSON.stringify(event)}`), 'event: complete\ndata:', ''];
  return Promise.resolve(new Response(body.join('\n\n'), { status, headers: { 'Content-Type': 'text/event-stream' } }));
};
const refusal = (code: string) => ({ errors: [{ message: 'Refused', extensions: { code } }] });
const graph = (cursor: string | null) => ({ data: { topologyGraphChanges: { cursor } } });
const shown = { topologyId: 'a topology', view: 'L3Logical', since: 'shown' } as const;

afterEach(() => jest.restoreAllMocks());

/** What the listener is told until it hears of an end or a break. */
function told(): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const heard: string[] = [];
    const end = (what: string) => {
      stop();
      resolve([...heard, what]);
    };
    const stop = listenForChanges(shown, {
      onChange: (cursor) => heard.push(cursor),
      onState: (state, problem) => (state === 'interrupted' ? end(`interrupted: ${problem}`) : void heard.push(state)),
      onSignedOut: () => end('signed out'),
      onGone: () => end('gone'),
    });
  });
}

test.each([
  ['entity_access_denied', 403, 'gone'],
  ['auth_session_expired', 401, 'signed out'],
  ['rate_limit_exceeded', 429, 'interrupted: Refused.'],
] as const)('%s with %i is told as %s', async (code, status, expected) => {
  const asked = jest.spyOn(globalThis, 'fetch').mockImplementation(() => streamOf([refusal(code)], status));
  expect(await told()).toEqual(['connecting', expected]);
  expect(asked).toHaveBeenCalledTimes(1);
});

test.each([
  ['auth_session_expired', 'signed out'],
  ['entity_access_denied', 'gone'],
  ['entity_not_found', 'gone'],
  ['service_unavailable', 'interrupted: Refused'],
])('the last event says %s, which is told as %s', async (code, expected) => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => streamOf([graph('changed'), refusal(code)]));
  expect(await told()).toEqual(['connecting', 'live', 'changed', expected]);
});

test('the graph that is shown is no change, nor is a part of one; after a break it goes on from the last cursor', async () => {
  const asked = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementationOnce(() => streamOf([graph('shown'), graph(null), graph('one'), graph('two')]))
    .mockImplementationOnce(() => streamOf([graph('two'), graph('three'), refusal('auth_session_expired')]));
  const heard: string[] = [];
  await new Promise<void>((resolve) => {
    listenForChanges(shown, {
      onChange: (cursor) => heard.push(cursor),
      onState: () => undefined,
      onSignedOut: resolve,
      onGone: resolve,
    });
  });
  expect(heard).toEqual(['one', 'two', 'three']);
  const sent = asked.mock.calls.map(([, init]) => JSON.parse(init!.body as string) as { variables: object });
  expect(sent.map(({ variables }) => variables)).toEqual([shown, { ...shown, since: 'two' }]);
});

test('of changes one after another the first is drawn at once, the last is not forgotten, and few between are drawn', () => {
  jest.useFakeTimers();
  const work = jest.fn();
  const change = paced(work, 2_000);
  for (let changes = 0; changes < 50; changes += 1) {
    change();
    jest.advanceTimersByTime(100);
  }
  expect(work).toHaveBeenCalledTimes(3);
  jest.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(4);
  change();
  expect(work).toHaveBeenCalledTimes(5);
  jest.useRealTimers();
});
