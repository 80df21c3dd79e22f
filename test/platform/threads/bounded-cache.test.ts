// Tests caches with a maximum size, which drop the least recently used entry first. Also tests `singleFlight`:
// concurrent callers of a key share one computation.
import { singleFlight, sizedCache } from '../../../src/platform/threads/bounded-cache';

test('the least recently used entry is evicted; the newest stays whatever its size', () => {
  const cache = sizedCache<string>(6, ({ length }) => length);
  const cachedKeys = () => ['a', 'b', 'c', 'd', 'e'].filter((key) => cache.peek(key) !== undefined).join('');
  cache.set('a', 'aaa');
  cache.set('b', 'bbb');
  expect(cache.get('a')).toBe('aaa');
  cache.set('c', 'ccc');
  expect(cachedKeys()).toBe('ac');
  cache.set('a', 'a');
  cache.set('b', 'bb');
  expect(cachedKeys()).toBe('abc');
  cache.set('d', 'd'.repeat(100));
  expect(cachedKeys()).toBe('d');
  cache.set('e', 'e');
  expect(cachedKeys()).toBe('e');
});

test('entries without a size are limited in number', () => {
  const cache = sizedCache<object>(3, () => 0);
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, {});
  expect([...cache.keys()]).toEqual(['d', 'c', 'b']);
});

test('simultaneous callers of a key share one computation and its failure; later it runs again', async () => {
  const share = singleFlight<number>();
  let works = 0;
  const work = () => Promise.resolve((works += 1));
  expect(await Promise.all([share('a', work), share('a', work), share('b', work)])).toEqual([1, 1, 2]);
  expect(await share('a', work)).toBe(3);
  const fail = () => Promise.reject(new Error('no'));
  await expect(Promise.all([share('a', fail), share('a', fail)])).rejects.toThrow('no');
  expect(await share('a', work)).toBe(4);
});
