// Tests the layout of networks whose layers would be far wider or higher than a screen: rows of switches, chains, rings,
// meshes and trees.
import fc from 'fast-check';
import { linesThroughNodes } from '../../../bench/legibility';
import { showPicture } from '../../../src/pages/topology/graph/shown';
import { routeAround, unitFromZoom } from '../../../src/pages/topology/layout/routes/around';
import { layOut } from '../../../src/pages/topology/layout/lay-out';
import { findComponents, middleOf, type Join } from '../../../src/pages/topology/layout/middle';
import { outerNodes } from '../../../src/pages/topology/layout/outer';
import { fitZoom } from '../../../src/pages/topology/layout/legible';
import { inEllipse, inRows } from '../../../src/pages/topology/layout/pack';
import { makeLegible } from '../../../src/pages/topology/layout/to-read';
import {
  buildRectangles,
  buildTree,
  findBounds,
  type Places,
  type Rect,
} from '../../../src/pages/topology/layout/tree';
import { boxNamed, buildLink, buildPicture, choices } from './pictures';

const numbers = (count: number) => Array.from({ length: count }, (_none, index) => index);
const buildNames = (count: number, name: string) =>
  numbers(count).map((index) => `${name}-${String(index).padStart(2, '0')}`);

/** A machine behind each of these switches. */
const behind = (switches: readonly string[]) => switches.map((id): Join => [id, `pc ${id}`]);

const access = buildNames(60, 'access');
const spines = buildNames(4, 'spine');
const leaves = buildNames(30, 'leaf');
const chain = buildNames(60, 'switch');
const ring = buildNames(40, 'node');
const mesh = buildNames(12, 'router');
const halls = buildNames(8, 'hall');
const closets = halls.flatMap((hall) => buildNames(6, `${hall} closet`));

const networks: Readonly<Record<string, readonly Join[]>> = {
  'one core with 60 switches': [...access.map((id): Join => ['core', id]), ...behind(access)],
  'three cores with 60 switches': [
    ...access.flatMap((id) => ['core 1', 'core 2', 'core 3'].map((core): Join => [core, id])),
    ...behind(access),
  ],
  'four spines with 30 leaves': [
    ...leaves.flatMap((leaf) => spines.map((spine): Join => [spine, leaf])),
    ...behind(leaves),
  ],
  'eight halls with six closets each': [
    ...halls.map((hall): Join => ['core', hall]),
    ...closets.map((closet): Join => [closet.split(' ')[0]!, closet]),
    ...behind(closets),
  ],
  'a chain of 60 switches': chain.slice(1).map((id, index): Join => [chain[index]!, id]),
  'a chain of 40 switches with machines': [
    ...chain.slice(1, 40).map((id, index): Join => [chain[index]!, id]),
    ...behind(chain.slice(0, 40)),
  ],
  'a ring of 40': ring.map((id, index): Join => [id, ring[(index + 1) % ring.length]!]),
  'a full mesh of 12': mesh.flatMap((id, index) => mesh.slice(index + 1).map((other): Join => [id, other])),
  'a binary tree of 63': numbers(62).map((index): Join => [`n${Math.floor(index / 2)}`, `n${index + 1}`]),
  'a lattice of 8 by 8': numbers(8).flatMap((x) =>
    numbers(8).flatMap((y): Join[] => [
      ...(x < 7 ? [[`${x} ${y}`, `${x + 1} ${y}`] as const] : []),
      ...(y < 7 ? [[`${x} ${y}`, `${x} ${y + 1}`] as const] : []),
    ]),
  ),
};

function pictureOf(joins: readonly Join[], ids: readonly string[] = [...new Set(joins.flat())]) {
  const nodes = ids.map((id) => boxNamed(id, { kind: 'Host' }));
  const links = joins.map(([a, b]) => buildLink(a, b));
  const shownPicture = showPicture(buildPicture(nodes, links), choices);
  return { shownPicture, tree: buildTree(shownPicture) };
}

const meet = (a: Rect, b: Rect) =>
  a.x < b.x + b.width - 0.01 &&
  b.x < a.x + a.width - 0.01 &&
  a.y < b.y + b.height - 0.01 &&
  b.y < a.y + a.height - 0.01;

function overlapsIn(rectangles: ReadonlyMap<string, Rect>): readonly (readonly [string, string])[] {
  const rects = [...rectangles];
  return rects.flatMap(([id, rect], index) =>
    rects.slice(index + 1).flatMap(([other, otherRect]) => (meet(rect, otherRect) ? [[id, other] as const] : [])),
  );
}

const room = { width: 1150, height: 700 };

describe.each(Object.entries(networks))('%s', (_name, joins) => {
  test('is laid out for the shape of a screen, without overlaps, and always in the same way', () => {
    const { shownPicture, tree } = pictureOf(joins);
    const places = layOut(tree, shownPicture.lines);
    const rectangles = buildRectangles(tree, places);
    expect([...rectangles.keys()].sort()).toEqual([...tree.parentOf.keys()].sort());
    expect(overlapsIn(rectangles)).toEqual([]);
    const { width, height } = findBounds(rectangles.values())!;
    expect(width / height).toBeGreaterThan(0.6);
    expect(width / height).toBeLessThan(3.4);
    expect([...layOut(tree, shownPicture.lines)]).toEqual([...places]);
  });

  test('has room for every name while the whole picture is visible, and no line runs through a node', () => {
    const { shownPicture, tree: exact } = pictureOf(joins);
    const outer = outerNodes(shownPicture, exact);
    const { tree, gaps, isLegible } = makeLegible(exact, shownPicture.lines, outer, room);
    expect(isLegible).toBe(true);
    const places: Places = layOut(tree, shownPicture.lines, null, gaps);
    const rectangles = buildRectangles(tree, places);
    const routes = routeAround(shownPicture.lines, rectangles, outer, unitFromZoom(fitZoom(tree, places, room)));
    const routedLines = shownPicture.lines.map(({ id, source, target }) => {
      const centres = [source, target].map((end) => {
        const { x, y, width, height } = rectangles.get(end)!;
        return { x: x + width / 2, y: y + height / 2 };
      });
      return { source, target, points: routes.get(id) ?? centres };
    });
    expect(
      linesThroughNodes(
        routedLines,
        [...rectangles].map(([id, rect]) => ({ id, ...rect })),
      ),
    ).toBe(0);
  });
});

/**
 * A connected network: each node is linked to an earlier node, many nodes to the same few hubs, and some pairs of nodes
 * have an additional link.
 */
const anyNetwork = fc
  .record({
    parents: fc.array(fc.nat(), { minLength: 3, maxLength: 90 }),
    hubs: fc.integer({ min: 1, max: 90 }),
    others: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 30 }),
  })
  .map(({ parents, hubs, others }) => {
    const ids = ['n0', ...parents.map((_parent, index) => `n${index + 1}`)];
    const joins = parents.map((parent, index): Join => [`n${(parent % (index + 1)) % hubs}`, `n${index + 1}`]);
    const more = others.map(([a, b]): Join => [ids[a % ids.length]!, ids[b % ids.length]!]).filter(([a, b]) => a !== b);
    return { ids, joins: [...joins, ...more] };
  });

test('in any network of up to 90 nodes, each node has a place of its own', () => {
  fc.assert(
    fc.property(anyNetwork, ({ ids, joins }) => {
      const { shownPicture, tree } = pictureOf(joins, ids);
      const rectangles = buildRectangles(tree, layOut(tree, shownPicture.lines));
      expect([...rectangles.keys()].sort()).toEqual([...ids].sort());
      expect(overlapsIn(rectangles)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

const centreOf = (joins: readonly Join[]) => {
  const [component] = findComponents([...new Set(joins.flat())], joins);
  return [...middleOf(component!).central];
};

test('the centre of a chain is an end of it, the centre of a tree its middle, the centre of a star its hub', () => {
  expect(['switch-00', 'switch-59']).toContain(centreOf(networks['a chain of 60 switches']!)[0]);
  expect(centreOf(networks['a chain of 60 switches']!)).toHaveLength(1);
  expect(centreOf(networks['a binary tree of 63']!)).toEqual(['n0']);
  expect(centreOf(networks['one core with 60 switches']!)).toEqual(['core']);
  expect(centreOf(networks['four spines with 30 leaves']!).sort()).toEqual(spines);
  expect(centreOf(networks['a full mesh of 12']!)).toHaveLength(12);
});

test('consecutive switches of a chain stand beside each other', () => {
  const { shownPicture, tree } = pictureOf(networks['a chain of 60 switches']!);
  const rectangles = buildRectangles(tree, layOut(tree, shownPicture.lines));
  const [width, height] = [rectangles.get(chain[0]!)!.width, rectangles.get(chain[0]!)!.height];
  const far = shownPicture.lines.filter(({ source, target }) => {
    const [a, b] = [rectangles.get(source)!, rectangles.get(target)!];
    return Math.abs(a.x - b.x) > 2 * width || Math.abs(a.y - b.y) > 4 * height;
  });
  expect(far.map(({ source }) => source)).toEqual([]);
});

test('rows are filled column by column; columns and rows are as large as their largest nodes', () => {
  const sizes = new Map([10, 30, 20, 10, 50].map((width, index) => [`${index}`, { width, height: width / 2 }]));
  const grid = inRows(2, [...sizes.keys()], (id) => sizes.get(id)!, { x: 5, y: 7 });
  expect([...grid.places.values()]).toEqual([
    { x: 10, y: 0 },
    { x: 0, y: 32 },
    { x: 35, y: 0 },
    { x: 40, y: 32 },
    { x: 60, y: 0 },
  ]);
  expect([grid.width, grid.height]).toEqual([110, 47]);
});

test('nodes on an ellipse do not overlap', () => {
  const size = fc.record({ width: fc.integer({ min: 5, max: 300 }), height: fc.integer({ min: 5, max: 90 }) });
  fc.assert(
    fc.property(fc.array(size, { minLength: 2, maxLength: 24 }), (sizes) => {
      const ids = sizes.map((_size, index) => `${index}`);
      const { places, width, height } = inEllipse(ids, (id) => sizes[Number(id)]!, 8);
      const rects = new Map(ids.map((id) => [id, { ...places.get(id)!, ...sizes[Number(id)]! }]));
      expect(overlapsIn(rects)).toEqual([]);
      const bounds = findBounds(rects.values())!;
      expect(bounds.width).toBeCloseTo(width, 6);
      expect(bounds.height).toBeCloseTo(height, 6);
    }),
    { numRuns: 60 },
  );
});
