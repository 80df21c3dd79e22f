// Tests how a burst of requests is spread over turns of the event loop. Each turn starts a few requests, in order and
// each in its own async context. Requests of disconnected clients are skipped.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { spreadRequests } from '../../../src/platform/http/spread-requests';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const store = new AsyncLocalStorage<string>();

/**
 * A request handler to test. `passRequest` sends it a request with this URL, `begun` lists the requests that have
 * started, and `contexts` their async contexts.
 */
function burst(givesWay: (req: IncomingMessage) => boolean = () => false) {
  const begun: string[] = [];
  const contexts: (string | undefined)[] = [];
  const spread = spreadRequests((req) => {
    begun.push(req.url!);
    contexts.push(store.getStore());
  }, givesWay);
  const passRequest = (url: string, res = { closed: false }) =>
    spread({ url } as IncomingMessage, res as ServerResponse);
  return { begun, contexts, passRequest };
}
const names = (count: number) => Array.from({ length: count }, (_one, number) => `request ${number}`);

test('a few simultaneous requests start at once, in successive turns of the event loop', async () => {
  const { begun, passRequest } = burst();
  for (const name of names(20)) {
    passRequest(name);
    expect(begun.at(-1)).toBe(name);
    await turn();
  }
});

test('a burst starts in parts, complete and in order; newcomers queue behind it', async () => {
  const { begun, passRequest } = burst();
  const sentTexts = names(200);
  for (const name of sentTexts) passRequest(name);
  const counts = [begun.length];
  while (begun.length < 200) {
    if (counts.length === 3) passRequest('newcomer');
    await turn();
    counts.push(begun.length);
  }
  const parts = counts.map((count, at) => count - (counts[at - 1] ?? 0));
  expect(Math.max(...parts)).toBeLessThanOrEqual(counts[0]!);
  expect(counts[0]).toBeLessThan(10);
  await turn();
  expect(begun).toEqual([...sentTexts, 'newcomer']);
  // All requests of the burst have started. So the next request starts immediately, not in the next turn of the event
  // loop.
  await turn();
  passRequest('later');
  expect(begun.at(-1)).toBe('later');
});

test('each request starts in the async context in which it arrived', async () => {
  const { begun, contexts, passRequest } = burst();
  const sentTexts = names(50);
  for (const name of sentTexts) store.run(name, () => passRequest(name));
  while (begun.length < sentTexts.length) await turn();
  expect(contexts).toEqual(sentTexts);
});

test('a request whose caller disconnected while it waited is not started', async () => {
  const { begun, passRequest } = burst();
  const closedResponse = { closed: false };
  for (const name of names(20)) passRequest(name);
  passRequest('gone', closedResponse);
  passRequest('last');
  closedResponse.closed = true;
  while (!begun.includes('last')) await turn();
  expect(begun).toEqual([...names(20), 'last']);
});

test('requests that can wait neither delay others nor are delayed by them', async () => {
  const { begun, passRequest } = burst((req) => req.url!.startsWith('crowd'));
  const crowd = names(100).map((name) => `crowd ${name}`);
  for (const name of crowd) passRequest(name);
  passRequest('other');
  expect(begun).toEqual([crowd[0], 'other']);
  for (const name of names(100)) passRequest(name);
  while (begun.length < 201) await turn();
  const place = (name: string) => begun.indexOf(name);
  expect(begun.filter((name) => name.startsWith('crowd'))).toEqual(crowd);
  expect(begun.filter((name) => !name.startsWith('crowd'))).toEqual(['other', ...names(100)]);
  expect(place(crowd[10]!)).toBeLessThan(place('request 60'));
  expect(place('request 99')).toBeLessThan(place(crowd[40]!));
});
