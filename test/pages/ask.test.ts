// Tests how the topology page sends requests: the page waits after it was rate-limited, and retries if a proxy cannot
// reach the service.
import { PageStartDocument } from '../../src/generated/page-operations';
import { ask } from '../../src/pages/kit/ask-as-of';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const refused = (seconds: number) => {
  const errors = [{ message: 'Rate limit exceeded', extensions: { code: 'rate_limit_exceeded' } }];
  return new Response(JSON.stringify({ errors }), { status: 429, headers: { 'Retry-After': String(seconds) } });
};
const answerReply = () => new Response(JSON.stringify({ data: { viewer: 'me' } }));
const serve = (...answers: readonly (() => Response)[]) => {
  const remainingAnswers = [...answers];
  return jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(remainingAnswers.shift()!()));
};

test('a rate-limited request is repeated after the time that the service names', async () => {
  const fetchMock = serve(() => refused(3), answerReply);
  const answer = ask(PageStartDocument, {});
  await jest.advanceTimersByTimeAsync(2_900);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(200);
  expect(await answer).toEqual({ viewer: 'me' });
});

test('an aborted request is not repeated', async () => {
  const fetchMock = serve(() => refused(3), answerReply);
  const unwantedAbort = new AbortController();
  const answer = expect(ask(PageStartDocument, {}, { signal: unwantedAbort.signal })).rejects.toThrow('aborted');
  await jest.advanceTimersByTimeAsync(100);
  unwantedAbort.abort();
  await answer;
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

test('a request whose rate limit lasts too long fails with its message', async () => {
  serve(() => refused(60));
  await expect(ask(PageStartDocument, {})).rejects.toThrow('Too many requests. Try again in 60 s.');
});

test('a request that stays rate-limited fails in the end', async () => {
  const fetchMock = serve(...Array.from({ length: 9 }, () => () => refused(1)));
  const answer = expect(ask(PageStartDocument, {})).rejects.toThrow('Too many requests. Try again in 1 s.');
  await jest.advanceTimersByTimeAsync(20_000);
  await answer;
  expect(fetchMock).toHaveBeenCalledTimes(4);
});

test.each([502, 503, 504])(
  'a proxy\'s error page with status %i is shown as "the service is unavailable"',
  async (status) => {
    serve(() => new Response('<html>', { status }));
    await expect(ask(PageStartDocument, {})).rejects.toMatchObject({ code: 'unreachable' });
  },
);
