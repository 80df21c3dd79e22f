// Tests names in small windows: beside nodes that are too small for them, and at which zoom names can be read.
import { placeBeside } from '../../../src/pages/topology/drawing/name-layout';
import { sizeToName, zoomToRead } from '../../../src/pages/topology/layout/legible';
import type { Rect } from '../../../src/pages/topology/layout/tree';

const ruler = (text: string) => text.length * 0.5;

test('a name beside its node covers no node and no other name, and stays in the picture', () => {
  const node = { x: 100, y: 100, width: 20, height: 20 };
  const edge = { x: 0, y: 0, width: 300, height: 1 };
  const place = (others: readonly Rect[], titles: readonly Rect[] = []) =>
    placeBeside('switch-1', node, { areas: [node, edge, ...others], titles }, { ruler });
  const above = { x: 0, y: 80, width: 300, height: 20 };
  const below = { x: 0, y: 120, width: 300, height: 20 };
  const right = { x: 120, y: 100, width: 90, height: 20 };
  const left = { x: 0, y: 100, width: 100, height: 20 };
  expect(place([])).toMatchObject({ x: 86, y: 85.35, width: 48, lines: ['switch-1'] });
  expect(place([above])).toMatchObject({ x: 86, y: 120 });
  expect(place([above, below])).toMatchObject({ x: 120 });
  expect(place([above, below], [right])).toMatchObject({ x: 52 });
  expect(place([above, below, left], [right])).toBeUndefined();
});

test('at the edge of the picture, a long name begins at its node instead of being centred', () => {
  const node = { x: 0, y: 100, width: 20, height: 20 };
  const areas = [node, { x: 0, y: 0, width: 400, height: 1 }];
  expect(placeBeside('x'.repeat(50), node, { areas, titles: [] }, { ruler })).toMatchObject({ x: 0 });
});

test('the zoom at which a name can be read takes the best way to break the name into lines', () => {
  const name = 'Core management: 10.16.0.0/24 (7)';
  const zoomFor = (width: number, height: number) =>
    zoomToRead(new Map([['subnet', { width, height }]]), new Map([['subnet', name]]));
  // In a high node, the name has more and shorter lines.
  expect(zoomFor(316, 111)).toBeLessThan(sizeToName(name).width / 316);
  expect(zoomFor(800, 40)).toBe(sizeToName(name).height / 40);
});
