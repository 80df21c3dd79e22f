// Tests the layout of connected nodes in rings around their centre.
import fc from 'fast-check';
import { findComponents, type Join } from '../../../src/pages/topology/layout/middle';
import { arrangeInRings } from '../../../src/pages/topology/layout/rings';

const spacing = 10;

/**
 * A connected network: each node is linked to an earlier node of the list, and some pairs of nodes have an additional
 * link.
 */
const networks = fc
  .array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 20, max: 200 })), { minLength: 2, maxLength: 60 })
  .map((rows) => {
    const joins = rows.slice(1).flatMap(([one, other], index): Join[] => {
      const ends = new Set([one % (index + 1), other % (index + 1)]);
      return [...ends].map((end) => [`n${end}`, `n${index + 1}`]);
    });
    const widths = new Map(rows.map(([, , width], index) => [`n${index}`, width]));
    return { joins, widths };
  });

test('rings place every node once, and no two nodes overlap', () => {
  fc.assert(
    fc.property(networks, fc.constantFrom(0.7, 1.5), ({ joins, widths }, shape) => {
      const [component] = findComponents([...widths.keys()], joins);
      const sizeOf = (id: string) => ({ width: widths.get(id)!, height: 30 });
      const { places, width, height } = arrangeInRings(component!, { spacing, sizeOf, shape });
      expect([...places.keys()].sort()).toEqual([...component!.ids].sort());
      const rects = [...places].map(([id, at]) => ({ ...at, ...sizeOf(id) }));
      for (const [index, a] of rects.entries()) {
        expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= width + 1 && a.y + a.height <= height + 1).toBe(true);
        for (const b of rects.slice(0, index))
          expect(a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height).toBe(
            false,
          );
      }
    }),
    { numRuns: 40 },
  );
});

test('the nodes of a star surround their centre', () => {
  const ids = ['hub', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const joins = ids.slice(1).map((id): Join => ['hub', id]);
  const sizeOf = () => ({ width: 60, height: 20 });
  const { places } = arrangeInRings({ ids, joins }, { spacing, sizeOf, shape: 1.5 });
  const hub = places.get('hub')!;
  for (const isBeyond of [
    (id: string) => places.get(id)!.x < hub.x - 60,
    (id: string) => places.get(id)!.x > hub.x + 60,
    (id: string) => places.get(id)!.y < hub.y - 20,
    (id: string) => places.get(id)!.y > hub.y + 20,
  ])
    expect(ids.some(isBeyond)).toBe(true);
});
