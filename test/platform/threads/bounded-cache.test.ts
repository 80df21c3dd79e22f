// Guarantees of what is remembered and shared: bounded, the least recently used first, one piece of work for all who ask.
import { recent, together } from '../../../src/platform/threads/bounded-cache';

test('the least recently used goes when there is no more room; the newest stays whatever its size', () => {
  const kept = recent<string>(6, ({ length }) => length);
  kept.set('a', 'aaa');
  kept.set('b', 'bbb');
  expect(kept.get('a')).toBe('aaa');
  kept.set('c', 'ccc');
  expect([kept.get('a'), kept.get('b'), kept.get('c'), kept.size]).toEqual(['aaa', undefined, 'ccc', 6]);
  kept.set('a', 'a');
  expect(kept.size).toBe(4);
  kept.set('d', 'd'.repeat(100));
  expect([kept.get('a'), kept.get('c'), kept.get('d')?.length, kept.size]).toEqual([undefined, undefined, 100, 100]);
});

test('who asks the same at the same moment shares the work and its failure; later it is done anew', async () => {
  const share = together<number>();
  let works = 0;
  const work = () => Promise.resolve((works += 1));
  expect(await Promise.all([share('a', work), share('a', work), share('b', work)])).toEqual([1, 1, 2]);
  expect(await share('a', work)).toBe(3);
  const fail = () => Promise.reject(new Error('no'));
  await expect(Promise.all([share('a', fail), share('a', fail)])).rejects.toThrow('no');
  expect(await share('a', work)).toBe(4);
});
