// Tests the instants that the page shows one after the other while it plays a period of time.
import fc from 'fast-check';
import { endsOfRuns, instantsToPlay } from '../../../src/pages/topology/page/playing';

test('playback runs forward, ends at the present, and stops at every change if there are few', () => {
  const time = fc.integer({ min: 1_000, max: 1_000_000_000 });
  fc.assert(
    fc.property(time, time, fc.array(time, { maxLength: 60 }), (one, other, changes) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
      const instants = instantsToPlay(from, to, changes);
      expect(instants.at(-1)).toBe(to);
      expect(instants.length).toBeLessThanOrEqual(30);
      expect(instants.every((at, index) => at > (instants[index - 1] ?? from))).toBe(true);
      const within = new Set(changes.filter((at) => at > from && at < to));
      if (within.size < 30) expect(instants).toEqual(expect.arrayContaining([...within]));
    }),
  );
});

test('runs without a record or an end are no stops of the playback', () => {
  expect(endsOfRuns([null, {}, { finished_at: null }, { finished_at: '2026-01-01T00:00:00Z' }])).toEqual([
    Date.parse('2026-01-01T00:00:00Z'),
  ]);
});
