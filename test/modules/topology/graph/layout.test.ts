// The layout of images: nothing overlaps, everything is inside its box, and the same graph always gets the same layout.
import ELK from 'elkjs';
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import { topologyViews } from '../../../../src/modules/topology/graph/options';
import { planLayout } from '../../../../src/modules/topology/graph/render/layout';
import type { Layout, PictureToPlace, Rectangle } from '../../../../src/modules/topology/graph/render/placement';
import { straightLayout } from '../../../../src/modules/topology/graph/render/straight-layout';
import { buildSketch, toPlace } from '../../../../src/modules/topology/graph/render/sketch';
import { inventories, requestOptions } from './inventories';

const elk = new ELK();
const lay = async (picture: PictureToPlace): Promise<Layout> => {
  const plan = planLayout(picture);
  return plan.read(plan.elkGraph && (await elk.layout(plan.elkGraph)));
};

/** Pixels; a difference of less than a tenth is a rounding error. */
const tolerance = 0.1;
const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x + a.width > b.x + tolerance &&
  b.x + b.width > a.x + tolerance &&
  a.y + a.height > b.y + tolerance &&
  b.y + b.height > a.y + tolerance;
const isInside = (inner: Rectangle, outer: Rectangle): boolean =>
  inner.x > outer.x - tolerance &&
  inner.y > outer.y - tolerance &&
  inner.x + inner.width < outer.x + outer.width + tolerance &&
  inner.y + inner.height < outer.y + outer.height + tolerance;

function expectOrder(picture: PictureToPlace, layout: Layout, hasLabels = true): void {
  const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
  const pictureItems = [
    ...picture.boxes.map(({ id, parentId, heading }) => ({ id, parentId, least: heading })),
    ...picture.elements.map(({ id, boxId, width, height }) => ({ id, parentId: boxId, least: { width, height } })),
  ];
  const siblings = new Map<string | null, Rectangle[]>();
  for (const { id, parentId, least } of pictureItems) {
    const place = layout.places.get(id)!;
    expect(place.width).toBeGreaterThanOrEqual(least.width - tolerance);
    expect(place.height).toBeGreaterThanOrEqual(least.height - tolerance);
    const parent = parentId === null ? whole : layout.places.get(parentId)!;
    expect(isInside(place, parent)).toBe(true);
    const { heading } = picture.boxes.find((box) => box.id === parentId) ?? { heading: { height: 0 } };
    expect(place.y).toBeGreaterThanOrEqual(parent.y + heading.height - tolerance);
    for (const sibling of siblings.get(parentId) ?? []) expect(overlap(place, sibling)).toBe(false);
    siblings.set(parentId, [...(siblings.get(parentId) ?? []), place]);
  }
  for (const { id, source, target, label } of picture.edges) {
    const line = layout.lines.get(id)!;
    const [first, last] = [line.points[0]!, line.points.at(-1)!];
    const point = { width: 0, height: 0 };
    expect(isInside({ ...first, ...point }, layout.places.get(source)!)).toBe(true);
    expect(isInside({ ...last, ...point }, layout.places.get(target)!)).toBe(true);
    for (const at of line.points) expect(isInside({ ...at, ...point }, whole)).toBe(true);
    if (hasLabels) expect(line.label !== null).toBe(label !== null);
    if (line.label) expect(isInside(line.label, whole)).toBe(true);
  }
  expect(layout.lines.size).toBe(picture.edges.length);
}

test('in any layout, siblings do not overlap, contents lie inside their box, and edges connect their ends', async () => {
  await fc.assert(
    fc.asyncProperty(inventories, requestOptions, async (inventory, options) => {
      const preparedInventory = prepareInventory(inventory, options);
      for (const view of topologyViews) {
        const picture = toPlace(buildSketch(buildGraph(preparedInventory, view), preparedInventory.lookup));
        const layout = await lay(picture);
        expectOrder(picture, layout);
        expect(await lay(picture)).toEqual(layout);
      }
    }),
    { numRuns: 60 },
  );
});

/** Nested boxes, some of them empty, and edges between any of them. */
const pictures: fc.Arbitrary<PictureToPlace> = fc
  .record({
    tops: fc.integer({ min: 1, max: 4 }),
    inner: fc.integer({ min: 0, max: 4 }),
    elements: fc.nat({ max: 10 }),
  })
  .chain(({ tops, inner, elements }) => {
    const size = fc.record({ width: fc.integer({ min: 10, max: 200 }), height: fc.integer({ min: 10, max: 60 }) });
    const flag = fc.boolean();
    const boxId = (number: number) => `box ${number % (tops + inner)}`;
    const ids = [
      ...Array.from({ length: tops + inner }, (_none, index) => `box ${index}`),
      ...Array.from({ length: elements }, (_none, index) => `element ${index}`),
    ];
    return fc.record({
      boxes: fc
        .tuple(...Array.from({ length: tops + inner }, () => fc.tuple(size, fc.nat({ max: tops - 1 }))))
        .map((drawnPicture) =>
          drawnPicture.map(([heading, parent], index) => ({
            ...{ id: `box ${index}`, heading },
            parentId: index < tops ? null : `box ${parent}`,
          })),
        ),
      elements: fc
        .tuple(...Array.from({ length: elements }, () => fc.tuple(size, fc.nat({ max: 99 }))))
        .map((drawnPicture) =>
          drawnPicture.map(([one, box], index) => ({ id: `element ${index}`, boxId: boxId(box), ...one })),
        ),
      edges: fc
        .array(
          fc.record({
            ...{ source: fc.constantFrom(...ids), target: fc.constantFrom(...ids) },
            ...{ isDirected: flag, affectsLayout: flag, label: fc.option(size) },
          }),
          { maxLength: 12 },
        )
        .map((edges) => edges.map((edge, index) => ({ id: `edge ${index}`, ...edge }))),
    });
  });

test('edges may end at boxes, also at a box around their other end', async () => {
  await fc.assert(
    fc.asyncProperty(pictures, async (picture) => {
      expectOrder(picture, await lay(picture));
      expectOrder(picture, straightLayout(picture), false);
    }),
    { numRuns: 100 },
  );
});
