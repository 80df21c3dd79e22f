// Guarantees of how the topology page listens for changes: a refusal for good ends it, and bursts are drawn in few steps.
import { listenForChanges } from '../../../src/pages/topology/api/changes';
import { paced } from '../../../src/pages/topology/api/timing';

const refusedBy = (code: string, status: number) => (): Promise<Response> => {
  const body = `event: next\ndata: ${JSON.stringify({ errors: [{ message: 'Refused', extensions: { code } }] })}\n\nevent: complete\ndata:\n\n`;
  return Promise.resolve(new Response(body, { status, headers: { 'Content-Type': 'text/event-stream' } }));
};

afterEach(() => jest.restoreAllMocks());

/** What the listener is told until it hears of an end or a break. */
function told(): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const heard: string[] = [];
    const end = (what: string) => {
      stop();
      resolve([...heard, what]);
    };
    const stop = listenForChanges('a network', {
      onChange: () => heard.push('change'),
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
  const asked = jest.spyOn(globalThis, 'fetch').mockImplementation(refusedBy(code, status));
  expect(await told()).toEqual(['connecting', expected]);
  expect(asked).toHaveBeenCalledTimes(1);
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
