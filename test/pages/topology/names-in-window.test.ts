// If only a part of a node is visible, its name is painted in this part: the heading of an open box is at the edge of
// the window.
import fc from 'fast-check';
import { placeInWindow, type NameInWindow } from '../../../src/pages/topology/drawing/names-in-window';
import { meet, type Title } from '../../../src/pages/topology/drawing/titles';
import type { Rect } from '../../../src/pages/topology/layout/tree';

const view = { width: 800, height: 600 };
const windowArea = { x: 0, y: 0, ...view };
interface Named extends NameInWindow {
  readonly id: string;
}
const nameOf = (id: string, node: Rect, isHeading: boolean, width = 80): Named => {
  const y = isHeading ? node.y + 1 : node.y + (node.height - 14) / 2;
  const title: Title = {
    ...{ x: node.x + (node.width - width) / 2, y, width, height: 14 },
    ...{ fontSize: 11, lines: [id], nameLines: 1 },
  };
  return { id, title, node, isHeading };
};
const rect = fc.record({
  ...{ x: fc.integer({ min: -2_000, max: 900 }), y: fc.integer({ min: -2_000, max: 700 }) },
  ...{ width: fc.integer({ min: 100, max: 3_000 }), height: fc.integer({ min: 60, max: 3_000 }) },
});
/** Open boxes of which each is inside the box before it. */
const nested = fc.record({ outer: rect, insets: fc.array(fc.nat(200), { maxLength: 3 }) }).map(({ outer, insets }) => {
  const boxes = [outer];
  for (const inset of insets) {
    const { x, y, width, height } = boxes.at(-1)!;
    boxes.push({ x: x + inset, y: y + inset + 16, width: width - 2 * inset, height: height - 2 * inset - 20 });
  }
  const isLarge = ({ width, height }: Rect) => width >= 90 && height >= 30;
  return boxes.filter(isLarge).map((box, at) => nameOf(String(at), box, true));
});

const isInside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

test('a moved heading is in the window and in its box, and covers no other name', () => {
  fc.assert(
    fc.property(nested, fc.array(rect, { maxLength: 3 }), (boxes, cards) => {
      const all = [...boxes, ...cards.map((card, at) => nameOf(`card ${at}`, card, false))];
      const { names, headings } = placeInWindow(all, view);
      for (const { title, node } of headings) {
        expect(isInside(title, windowArea)).toBe(true);
        expect(isInside(title, node)).toBe(true);
        expect([...names, ...headings].filter((other) => meet(other.title, title))).toHaveLength(1);
      }
      const seen = new Set([...names, ...headings].map(({ id }) => id));
      for (const { id, title, node, isHeading } of all) {
        const isCovered = headings.some((heading) => heading.id !== id && meet(heading.title, title));
        if (isInside(title, windowArea) && !isCovered) expect(seen).toContain(id);
        // A box that fills the window always has its heading in the window.
        if (isHeading && isInside(windowArea, node)) expect(seen).toContain(id);
      }
    }),
  );
});

test('headings of nested boxes are below each other at the top of the window', () => {
  const hall = nameOf('hall', { x: 100, y: -300, width: 600, height: 800 }, true);
  const rack = nameOf('rack', { x: 150, y: -100, width: 200, height: 400 }, true);
  const wide = nameOf('wide', { x: 150, y: -100, width: 400, height: 400 }, true);
  const below = nameOf('below', { x: 150, y: 320, width: 200, height: 100 }, true);
  const away = nameOf('away', { x: 100, y: -900, width: 600, height: 500 }, true);
  const sliver = nameOf('sliver', { x: 100, y: -480, width: 600, height: 500 }, true);
  const placesOf = (all: readonly Named[]) => {
    const { names, headings } = placeInWindow(all, view);
    const place = ({ id, title: { x, y } }: Named) => [id, x, y];
    return { names: names.map(place), headings: headings.map(place) };
  };
  expect(placesOf([hall, away, rack, below, sliver])).toEqual({
    names: [['below', 210, 321]],
    headings: [
      ['hall', 360, 0],
      ['rack', 210, 0],
    ],
  });
  expect(placesOf([hall, wide]).headings).toEqual([
    ['hall', 360, 0],
    ['wide', 310, 14],
  ]);
});

test('the name of a node at the edge is in its visible part, if it has space there', () => {
  const placed = (node: Rect) =>
    placeInWindow([nameOf('node', node, false)], view).names.map(({ title: { x, y } }) => [x, y]);
  expect(placed({ x: 300, y: 300, width: 120, height: 40 })).toEqual([[320, 313]]);
  expect(placed({ x: -35, y: 300, width: 120, height: 40 })).toEqual([[0, 313]]);
  expect(placed({ x: 715, y: 580, width: 120, height: 40 })).toEqual([[720, 586]]);
  // Without enough space, the name stays in the middle of the node and is cut off at the edge.
  expect(placed({ x: -50, y: 300, width: 120, height: 40 })).toEqual([[-30, 313]]);
});
