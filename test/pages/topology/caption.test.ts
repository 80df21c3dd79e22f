// Tests the caption above an exported picture: it is inside the image, explains each color and dash once, and its texts
// do not overlap.
import fc from 'fast-check';
import { textWidth } from '../../../src/modules/topology/graph/render/text-size';
import { paintCaption } from '../../../src/pages/topology/drawing/caption';

const theme = { ink: '#000000', quiet: '#444444' };
const margin = 24;
const captions = fc.record({
  title: fc.string({ maxLength: 60 }),
  subtitle: fc.string({ maxLength: 60 }),
  meanings: fc.array(
    fc.record({
      words: fc.string({ minLength: 1, maxLength: 40 }),
      color: fc.constant('#ff0000'),
      isDashed: fc.boolean(),
    }),
    {
      maxLength: 12,
    },
  ),
});
const areas = fc.record({
  ...{ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) },
  ...{ width: fc.integer({ min: 50, max: 2000 }), height: fc.integer({ min: 50, max: 2000 }) },
});

const numberIn = (part: string, name: string) => Number(new RegExp(` ${name}="(-?[\\d.]+)"`).exec(part)![1]);

test('the caption is above the picture, inside the image, and its meanings do not overlap', () => {
  fc.assert(
    fc.property(captions, areas, (caption, area) => {
      const { parts, area: whole } = paintCaption(caption, area, margin, theme);
      expect(whole).toMatchObject({ x: area.x, y: whole.y, height: area.y + area.height - whole.y });
      expect([whole.y < area.y, whole.width >= area.width]).toEqual([true, true]);
      const samples = parts.filter((part) => part.startsWith('<rect'));
      expect(samples).toHaveLength(caption.meanings.length);
      const ends = samples.map((part, index) => {
        const [left, top] = [numberIn(part, 'x'), numberIn(part, 'y')];
        return { left, top, right: left + 18 + textWidth(caption.meanings[index]!.words, { size: 12 }) };
      });
      for (const [index, { left, top, right }] of ends.entries()) {
        expect(left).toBeGreaterThanOrEqual(whole.x + margin);
        expect(right).toBeLessThanOrEqual(whole.x + whole.width - margin);
        expect([top > whole.y, top + 12 <= area.y + margin]).toEqual([true, true]);
        const before = ends[index - 1];
        if (before?.top === top) expect(left).toBeGreaterThan(before.right);
      }
    }),
  );
});

test('texts are escaped', () => {
  const { parts } = paintCaption(
    { title: 'A & <B>', subtitle: '', meanings: [] },
    { x: 0, y: 0, width: 9, height: 9 },
    24,
    theme,
  );
  expect(parts.join('')).toContain('>A &amp; &lt;B&gt;</text>');
});
