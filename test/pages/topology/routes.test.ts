// Guarantees of the lines in a graph: lines go around nodes, run side by side where there is room, and look like the
// cables that they represent.
import fc from 'fast-check';
import { linesThroughNodes } from '../../../bench/legibility';
import { lineLook } from '../../../src/pages/topology/graph/line-looks';
import type { Fold, Link } from '../../../src/pages/topology/graph/picture';
import type { Line } from '../../../src/pages/topology/graph/shown';
import { showPicture } from '../../../src/pages/topology/graph/shown';
import { routeAround } from '../../../src/pages/topology/layout/routes/around';
import { outerNodes } from '../../../src/pages/topology/layout/outer';
import { buildTree, type Rect } from '../../../src/pages/topology/layout/tree';
import { boxNamed, buildLink, buildPicture, choices, itemNamed } from './pictures';

/** Nodes that are inside of no fold. */
const unfolded = (ids: readonly string[]) => ({ ids, of: (id: string) => id, foldsAround: () => [] });
const lineBetween = (source: string, target: string): Line => {
  const link = buildLink(source, target);
  return { ...link, label: '', links: [link], count: 1 };
};

/** Nodes of different sizes in a grid, some cells of which are empty. */
const grid = fc
  .array(
    fc.record({
      width: fc.integer({ min: 30, max: 160 }),
      height: fc.integer({ min: 20, max: 90 }),
      isThere: fc.boolean(),
    }),
    {
      minLength: 4,
      maxLength: 36,
    },
  )
  .map((cells) => {
    const columns = Math.ceil(Math.sqrt(cells.length));
    return new Map(
      cells.flatMap(({ isThere, width, height }, index): [string, Rect][] =>
        isThere
          ? [[`node ${index}`, { x: (index % columns) * 200, y: Math.floor(index / columns) * 120, width, height }]]
          : [],
      ),
    );
  });

/** Rows of nodes that are shifted against each other like bricks, so that no straight channel leads through all rows. */
const bricks = fc
  .array(fc.array(fc.integer({ min: 60, max: 160 }), { minLength: 2, maxLength: 6 }), { minLength: 3, maxLength: 6 })
  .map((rows) => {
    const places = new Map<string, Rect>();
    rows.forEach((widths, row) => {
      let x = row % 2 === 0 ? 0 : -80;
      widths.forEach((width, index) => {
        places.set(`node ${row} ${index}`, { x, y: row * 80, width, height: 40 });
        x += width + 26;
      });
    });
    return places;
  });

test.each([
  ['a grid', grid],
  ['shifted rows', bricks],
])('in %s, lines run through no nodes except those at their ends', (_name, nodes) => {
  fc.assert(
    fc.property(nodes, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 20 }), (rectangles, pairs) => {
      const ids = [...rectangles.keys()];
      if (ids.length < 2) return;
      const lines = pairs.flatMap(([a, b]) => {
        const [source, target] = [ids[a % ids.length]!, ids[b % ids.length]!];
        return source === target ? [] : [lineBetween(source, target)];
      });
      const routes = routeAround(lines, rectangles, unfolded(ids));
      const centre = (id: string) => {
        const { x, y, width, height } = rectangles.get(id)!;
        return { x: x + width / 2, y: y + height / 2 };
      };
      const boxes = [...rectangles].map(([id, rect]) => ({ id, ...rect }));
      const routedLines = lines.map(({ id, source, target }) => ({
        source,
        target,
        points: routes.get(id) ?? [centre(source), centre(target)],
      }));
      expect(linesThroughNodes(routedLines, boxes)).toBe(0);
    }),
    { numRuns: 150 },
  );
});

const square = (x: number, y: number): Rect => ({ x, y, width: 40, height: 40 });

test('an unobstructed line is straight; other routes have right angles and start at their nodes', () => {
  const rectangles = new Map(Object.entries({ a: square(0, 0), b: square(100, 0), c: square(200, 0) }));
  const [near, far] = [lineBetween('a', 'b'), lineBetween('a', 'c')];
  const routes = routeAround([near, far], rectangles, unfolded(['a', 'b', 'c']));
  expect([...routes.keys()]).toEqual([far.id]);
  const points = routes.get(far.id)!;
  for (const [index, to] of points.slice(1).entries())
    expect([points[index]!.x === to.x, points[index]!.y === to.y]).toContain(true);
  const [start, end] = [points[0]!, points.at(-1)!];
  expect([start.x >= 0 && start.x <= 40, end.x >= 200 && end.x <= 240]).toEqual([true, true]);
});

test('a line does not touch the border of a node that it passes', () => {
  const rectangles = new Map(Object.entries({ a: square(0, 0), b: square(100, 39), c: square(200, 0) }));
  const past = (y: number) => {
    const line = lineBetween('a', 'c');
    const movedRectangles = new Map([...rectangles, ['b', square(100, y)]]);
    return routeAround([line], movedRectangles, unfolded([...movedRectangles.keys()])).has(line.id);
  };
  expect([past(21), past(23), past(25)]).toEqual([true, true, false]);
});

test('parallel routes run side by side', () => {
  const rectangles = new Map(
    Object.entries({ a: square(0, 0), b: square(100, 0), c: square(200, 0), d: square(300, 0) }),
  );
  const lines = [lineBetween('a', 'c'), lineBetween('a', 'c'), lineBetween('b', 'd')];
  const routes = routeAround(lines, rectangles, unfolded([...rectangles.keys()]));
  const levels = lines.map(({ id }) => routes.get(id)![1]!.y);
  expect(new Set(levels).size).toBe(3);
});

test('a route from a port avoids other devices; lines inside one device are unchanged', () => {
  const nodes = [
    ...['one', 'two', 'between'].map((id) => boxNamed(id, { kind: 'Host' })),
    ...['one', 'two', 'between'].map((id) => itemNamed(`port of ${id}`, id, { kind: 'Interface' })),
    itemNamed('second port', 'one', { kind: 'Interface' }),
  ];
  const shownPicture = showPicture(buildPicture(nodes, []), choices);
  const outer = outerNodes(shownPicture, buildTree(shownPicture));
  expect(outer.ids).toEqual(['one', 'two', 'between']);
  expect(outer.of('port of two')).toBe('two');
  const inside = ({ x, y }: Rect): Rect => ({ x: x + 10, y: y + 10, width: 10, height: 10 });
  const devices = { one: square(0, 0), between: square(100, 0), two: square(200, 0) };
  const rectangles = new Map(
    Object.entries({
      ...devices,
      ...{ 'port of one': inside(devices.one), 'port of two': inside(devices.two) },
      ...{ 'port of between': inside(devices.between), 'second port': inside(devices.one) },
    }),
  );
  const [across, within] = [lineBetween('port of one', 'port of two'), lineBetween('port of one', 'second port')];
  const routes = routeAround([across, within], rectangles, outer);
  expect([...routes.keys()]).toEqual([across.id]);
});

test('lines avoid the nodes in an open fold, but may cross its border', () => {
  const fold: Fold = {
    ...{ id: 'fold', basis: 'Kind', label: 'Devices', summary: '1 switch', reason: '', isExpanded: true, depth: 0 },
    ...{ parentFoldId: null, containerId: null, memberIds: ['device'], nodeCount: 2, counts: [] },
  };
  const nodes = [
    boxNamed('fold', { kind: 'Fold', fold }),
    boxNamed('device', { kind: 'Host', parentId: 'fold' }),
    itemNamed('port', 'device', { kind: 'Interface' }),
  ];
  const shownPicture = showPicture(buildPicture(nodes, []), choices);
  const outer = outerNodes(shownPicture, buildTree(shownPicture));
  expect([outer.ids, outer.of('port'), outer.of('fold')]).toEqual([['device'], 'device', undefined]);
  expect([...outer.names.keys()]).toEqual(['fold', 'device']);
  expect(['port', 'device', 'fold'].map(outer.foldsAround)).toEqual([['fold'], ['fold'], []]);
});

test('a line goes around an open fold in which it does not end, and between the nodes of its own fold', () => {
  const inFold: Readonly<Record<string, string>> = { upper: 'between', lower: 'between', far: 'own', near: 'own' };
  const rectangles = new Map(
    Object.entries({
      ...{
        start: square(0, 100),
        between: { x: 100, y: 0, width: 100, height: 240 },
        own: { ...square(300, 60), width: 200 },
      },
      // A straight line from `start` to `far` would pass between `upper` and `lower`, which are both in the fold
      // `between`.
      ...{ upper: square(130, 20), lower: square(130, 180), near: square(320, 100), far: square(440, 100) },
    }),
  );
  const outer = {
    ids: ['start', 'upper', 'lower', 'near', 'far'],
    of: (id: string) => id,
    foldsAround: (id: string) => (inFold[id] === undefined ? [] : [inFold[id]]),
  };
  const line = lineBetween('start', 'far');
  const points = routeAround([line], rectangles, outer).get(line.id)!;
  const boxes = ['start', 'between', 'near', 'far'].map((id) => ({ id, ...rectangles.get(id)! }));
  expect(linesThroughNodes([{ source: 'start', target: 'far', points }], boxes)).toBe(0);
  // If the fold is too high for a line around it, the line crosses the fold between its nodes.
  const wall = new Map([...rectangles, ['between', { x: 100, y: -5000, width: 100, height: 10_000 }]]);
  expect(routeAround([line], wall, outer).has(line.id)).toBe(true);
});

test('line width shows the speed of the slower end; dashes a port that is down, dots a learned link', () => {
  const port = (id: string, speedBps: number | null, operStatus = 'Up') =>
    itemNamed(id, 'device', { kind: 'Interface', speedBps, operStatus });
  const nodes = [
    port('fast', 100e9),
    port('ten', 10e9),
    port('slow', 1e8),
    port('unknown', null),
    port('down', 1e9, 'Down'),
  ];
  const looks = (source: string, target: string, basis: Link['basis'] = 'LLDP') => {
    const link = { ...buildLink(source, target), basis };
    return lineLook([link], buildPicture([boxNamed('device'), ...nodes], [link]));
  };
  const widths = [looks('fast', 'fast'), looks('fast', 'ten'), looks('ten', 'slow')].map(({ width }) => width);
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  expect(new Set(widths).size).toBe(3);
  expect(looks('ten', 'unknown')).toEqual(looks('ten', 'ten'));
  expect([looks('ten', 'down').isDown, looks('ten', 'slow').isDown]).toEqual([true, false]);
  expect([looks('ten', 'ten', 'FDB').isFromTables, looks('ten', 'ten').isFromTables]).toEqual([true, false]);
});
