// The values that a plan shows for a difference: short texts that are never equal, whatever the two values are.
import fc from 'fast-check';
import { Differences } from '../../../../../src/modules/discovery/importing/plan/differences';

const shownValues = (before: string, after: string) => {
  const differences = new Differences();
  differences.add('description', null, before, after);
  const [{ before: shownBefore, after: shownAfter } = { before: null, after: null }] = differences.list;
  return [shownBefore ?? '', shownAfter ?? ''] as const;
};

test('two different texts are shown as different texts of at most 255 characters', () => {
  const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('🙂', 'é', ''));
  const start = fc.tuple(fc.constantFrom('x', '🙂', 'ab '), fc.nat(400)).map(([unit, times]) => unit.repeat(times));
  fc.assert(
    fc.property(start, part, part, fc.nat(300), (shared, before, after, more) => {
      fc.pre(before !== after);
      const [shownBefore, shownAfter] = shownValues(
        shared + before + 'y'.repeat(more),
        shared + after + 'y'.repeat(more),
      );
      expect(shownBefore).not.toBe(shownAfter);
      for (const shown of [shownBefore, shownAfter]) {
        expect(shown.length).toBeLessThanOrEqual(255);
        // A text with half of a surrogate pair cannot be stored.
        expect(Buffer.from(shown).toString()).toBe(shown);
      }
    }),
  );
});

test('short texts are shown as they are, and long texts that begin alike from shortly before the difference on', () => {
  expect(shownValues('old', 'new')).toEqual(['old', 'new']);
  const note = 'x'.repeat(499);
  expect(shownValues(`${note} old`, `${note} new`)).toEqual([`…${'x'.repeat(39)} old`, `…${'x'.repeat(39)} new`]);
});
