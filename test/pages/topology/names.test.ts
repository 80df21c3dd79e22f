// Guarantees of names in the picture: shortened names differ, and a box shows its contents if there is room for all
// their names. If the whole graph is in view, nodes are large enough for their names.
import fc from 'fast-check';
import { equalStumps, linesThroughNodes, unnamedNodes } from '../../../bench/legibility';
import { labelSpot } from '../../../src/pages/topology/drawing/name-layout';
import { portLabelSpot } from '../../../src/pages/topology/drawing/port-labels';
import { createRoomToOpen, openZoom, type Placed } from '../../../src/pages/topology/drawing/room-to-open';
import { firstViewport, fitRect, readRect } from '../../../src/pages/topology/drawing/fit';
import { createLines, placeTitle } from '../../../src/pages/topology/drawing/titles';
import { contentsInWords } from '../../../src/pages/topology/graph/contents';
import { showPicture } from '../../../src/pages/topology/graph/shown';
import { cut } from '../../../src/pages/topology/graph/texts';
import { cutInMiddle, tellingLetters } from '../../../src/pages/topology/graph/telling';
import {
  enlarge,
  fitZoom,
  narrowGaps,
  sizesToTry,
  sizeToName,
  usualGaps,
} from '../../../src/pages/topology/layout/legible';
import { mayHaveRoom } from '../../../src/pages/topology/layout/name-room';
import { layOut } from '../../../src/pages/topology/layout/lay-out';
import { makeLegible } from '../../../src/pages/topology/layout/to-read';
import { readingOf } from '../../../src/pages/topology/layout/reading';
import {
  findBounds,
  buildTree,
  fitMargin,
  buildRectangles,
  headerHeight,
} from '../../../src/pages/topology/layout/tree';
import { boxNamed, buildPicture, choices, itemNamed } from './pictures';

const name = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc
    .tuple(fc.constantFrom('rv-b29-acc', 'Main Hall staff: 10.16'), fc.nat(300))
    .map(([start, end]) => `${start}-${end}`),
  fc.tuple(fc.nat(300), fc.constantFrom('.riverside.example', '-switch')).map((parts) => parts.join('')),
);

test('the label of a line contains its point, and is not cut where the whole picture is shown', () => {
  const bounds = { x: -20, y: 10, width: 900, height: 500 };
  const [xs, ys] = [fc.integer({ min: -50, max: 910 }), fc.integer({ min: -20, max: 540 })];
  const sizes = fc.record({ width: fc.integer({ min: 8, max: 400 }), height: fc.integer({ min: 8, max: 30 }) });
  fc.assert(
    fc.property(fc.record({ x: xs, y: ys }), sizes, (point, size) => {
      const spot = labelSpot(point, size, bounds);
      expect(spot).toMatchObject(size);
      expect(point.x >= spot.x && point.x <= spot.x + size.width).toBe(true);
      expect(point.y >= spot.y && point.y <= spot.y + size.height).toBe(true);
      expect(spot.x >= bounds.x - fitMargin && spot.x + size.width <= bounds.x + bounds.width + fitMargin).toBe(true);
      expect(spot.y >= bounds.y - fitMargin && spot.y + size.height <= bounds.y + bounds.height + fitMargin).toBe(true);
    }),
  );
  // If a point is far outside of the picture, its label is not moved into the picture.
  expect(labelSpot({ x: 2_000, y: 100 }, { width: 100, height: 20 }, bounds).x).toBe(1_950);
});

test('two different names never look the same when both are cut', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 40 }), fc.nat(10), (names, more) => {
      const telling = tellingLetters(names);
      const stumps = names.flatMap((one) => {
        const letters = [...one];
        const count = telling.get(one)! + more;
        return letters.length > count ? [cutInMiddle(letters, count)] : [];
      });
      expect(new Set(stumps).size).toBe(stumps.length);
    }),
    { numRuns: 300 },
  );
});

test('names keep the end that distinguishes them; names that differ late keep more letters', () => {
  const telling = tellingLetters(['rv-a-acc-1', 'rv-a-acc-2', 'a-very-long-name-x-end', 'a-very-long-name-y-end']);
  expect(telling.get('rv-a-acc-1')).toBe(7);
  expect(cutInMiddle([...'rv-a-acc-1'], 7)).toBe('rv-a…c-1');
  const letters = telling.get('a-very-long-name-x-end')!;
  expect(cutInMiddle([...'a-very-long-name-x-end'], letters)).toContain('x-end');
});

test('long names that differ only in the middle are cut elsewhere', () => {
  const long = (middle: string) => `${'a'.repeat(50)}${middle}${'b'.repeat(80)}`;
  expect([...tellingLetters([long('x'), long('y')]).values()]).toEqual([60, 60]);
  expect(cut('x'.repeat(100_000))).toHaveLength(30);
});

const ruler = (text: string) => text.length * 0.6;
const measures = { ruler, linesOf: createLines(ruler) };

test('the contents of a box are drawn only at zooms at which each of them has room for its name', () => {
  const child = fc.record({
    title: name,
    width: fc.integer({ min: 20, max: 300 }),
    height: fc.integer({ min: 10, max: 90 }),
  });
  fc.assert(
    fc.property(
      fc.array(child, { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0.05, max: 0.94, noNaN: true }),
      (children, zoom) => {
        const telling = tellingLetters(children.map(({ title }) => title));
        const inside = children.map((one, index): Placed => ({
          ...one,
          id: `${index}`,
          around: 'box',
          shortTitle: one.title,
          telling: telling.get(one.title)!,
        }));
        const box: Placed = {
          id: 'box',
          around: null,
          width: 400,
          height: 400,
          title: 'box',
          shortTitle: 'box',
          telling: 3,
        };
        const zoomToOpen = createRoomToOpen(measures)([box, ...inside]).get('box')!;
        expect(zoomToOpen).toBeLessThanOrEqual(openZoom);
        if (zoom < zoomToOpen) return;
        for (const { width, height, ...one } of inside) {
          const size = { x: 0, y: 0, width: width * zoom, height: height * zoom };
          const title = placeTitle(
            { ...one, ...size, rest: [], isAround: false, staysInside: true },
            zoom,
            [],
            measures,
          );
          expect([one.title, title?.lines.join('') !== undefined]).toEqual([one.title, true]);
          expect(title!.width).toBeLessThanOrEqual(size.width + 4);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('contents that are a little larger are drawn from a zoom that is as much lower', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 4, noNaN: true }), (times) => {
      const common = { title: 'rv-b-acc-1', shortTitle: 'rv-b-acc-1', telling: 8, heading: 4_000 };
      const box = { ...common, id: 'box', around: null, width: 8_000, height: 8_000 };
      const child = { ...common, id: 'child', around: 'box' };
      const zoomFor = (by: number) =>
        createRoomToOpen(measures)([box, { ...child, width: 200 * by, height: 100 * by }]).get('box')!;
      const ratio = (zoomFor(times) * times) / zoomFor(1);
      // The tolerance is below 3 %, the margin by which the layout makes nodes larger than their names need.
      expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
    }),
  );
});

test('the contents of a box are drawn only at zooms at which headings cover nothing below them', () => {
  const placed = (id: string, around: string | null, side: number): Placed => ({
    ...{ id, around, width: side, height: side, title: id, shortTitle: id, telling: 3 },
  });
  const nodes = [
    placed('device', null, 400),
    placed('group', 'device', 300),
    { ...placed('port', 'group', 200), height: 20 },
  ];
  const zooms = createRoomToOpen(measures)(nodes);
  const heightOf = ({ width, height, ...node }: Placed, zoom: number, isAround: boolean) => {
    const size = { x: 0, y: 0, width: width * zoom, height: height * zoom };
    return placeTitle({ ...node, ...size, rest: [], isAround, staysInside: true }, zoom, [], measures)!.height;
  };
  const [, group, port] = nodes as [Placed, Placed, Placed];
  for (const more of [1, 1.1, 1.3, 1.6]) {
    const zoom = Math.min(zooms.get('group')! * more, openZoom);
    const endOfHeading = 1 + heightOf(group, zoom, true);
    const startOfName = headerHeight * zoom + (port.height * zoom - heightOf(port, zoom, false)) / 2;
    expect(endOfHeading).toBeLessThanOrEqual(startOfName + 0.01);
  }
});

test('the name of a port is drawn on its line, outside the card that covers the port', () => {
  const card = { x: 0, y: 0, width: 100, height: 50 };
  const coordinate = fc.integer({ min: -400, max: 400 });
  const size = { width: 30, height: 14 };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 1, max: 49 }),
      fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 4 }),
      (x, y, far) => {
        const points = [{ x, y }, ...far.map(([a, b]) => ({ x: a, y: b }))];
        const spot = portLabelSpot(points, card, size);
        const staysInside = points.every((point) => point.x > 0 && point.x < 100 && point.y > 0 && point.y < 50);
        expect(spot === undefined).toBe(staysInside);
        if (!spot) return;
        const isApart = spot.x >= 99.9 || spot.x + spot.width <= 0.1 || spot.y >= 49.9 || spot.y + spot.height <= 0.1;
        expect([spot, isApart]).toEqual([spot, true]);
      },
    ),
    { numRuns: 300 },
  );
  expect(
    portLabelSpot(
      [
        { x: 50, y: 25 },
        { x: 50, y: 200 },
      ],
      card,
      size,
    ),
  ).toEqual({ x: 35, y: 54, ...size });
});

test('a box counts its contents in words, including those of closed boxes', () => {
  const nodes = [
    boxNamed('switch', { kind: 'Host' }),
    boxNamed('trunks', { kind: 'TrunkPort', parentId: 'switch' }),
    ...['1', '2', '3'].map((id) => itemNamed(id, 'trunks', { kind: 'Interface' })),
    itemNamed('4', 'switch', { kind: 'Interface' }),
    boxNamed('empty', { kind: 'Host' }),
  ];
  const count = (closed: ReadonlyMap<string, boolean>) => [
    ...contentsInWords(showPicture(buildPicture(nodes, []), { ...choices, closed })),
  ];
  expect(count(new Map())).toEqual([
    ['trunks', '3 ports'],
    ['switch', '4 ports'],
  ]);
  expect(count(new Map([['trunks', true]]))).toEqual([['switch', '1 port, 3 folded']]);
  const hypervisor = [
    boxNamed('hypervisor', { kind: 'Host' }),
    itemNamed('service', 'hypervisor', { kind: 'Service' }),
    ...['a', 'b'].map((id) => itemNamed(id, 'hypervisor', { kind: 'Host', isVirtual: true })),
  ];
  expect([...contentsInWords(showPicture(buildPicture(hypervisor, []), choices))]).toEqual([
    ['hypervisor', '2 VMs, 1 service'],
  ]);
});

test('nodes are enlarged until all have room for their names with the whole picture visible', () => {
  const room = { width: 1150, height: 760 };
  const names = Array.from({ length: 90 }, (_none, index) => `riverside-access-${index}`);
  const nodes = names.flatMap((id, index) => [
    boxNamed(id, { kind: 'Host' }),
    ...Array.from({ length: 1 + (index % 12) }, (_item, port) =>
      itemNamed(`${id} ${port}`, id, { title: `0/${port}` }),
    ),
  ]);
  const shownPicture = showPicture(buildPicture(nodes, []), choices);
  const exact = buildTree(shownPicture);
  const byNode = new Map(names.map((one) => [one, one]));
  const { tree, gaps } = makeLegible(exact, [], { names: byNode }, room);
  const zoom = fitZoom(tree, layOut(tree, [], null, gaps), room);
  const tooSmall = names.filter((id) => {
    const { width, height } = tree.sizes.get(id)!;
    const needed = sizeToName(id);
    return width * zoom < needed.width * 0.95 || height * zoom < needed.height * 0.95;
  });
  expect(tooSmall).toEqual([]);
  const { withFacts: largest, bare: smallest } = sizesToTry(byNode);
  expect(enlarge(tree, smallest, 10)).toBe(tree);
  expect(largest.get(names[0]!)!.height).toBeGreaterThan(smallest.get(names[0]!)!.height);
});

test('a picture with far more nodes than names have room for is not enlarged', () => {
  const names = Array.from({ length: 600 }, (_none, index) => `riverside-access-${index}`);
  const shownPicture = showPicture(
    buildPicture(
      names.map((id) => boxNamed(id, { kind: 'Host' })),
      [],
    ),
    choices,
  );
  const tree = buildTree(shownPicture);
  const byNode = new Map(names.map((one) => [one, one]));
  const room = { width: 750, height: 500 };
  expect(makeLegible(tree, [], { names: byNode }, room).tree).toBe(tree);
  const { bare } = sizesToTry(byNode);
  const usual = { tree, gaps: usualGaps };
  expect(mayHaveRoom(usual, bare, narrowGaps, room)).toBe(false);
  expect(mayHaveRoom(usual, new Map([...bare].slice(0, 60)), narrowGaps, room)).toBe(true);
});

test('in a small window nodes are large enough for names, and the picture may exceed the window', () => {
  const names = Array.from({ length: 60 }, (_none, index) => `riverside-access-${index}`);
  const nodes = names.map((id) => boxNamed(id, { kind: 'Host' }));
  const exact = buildTree(showPicture(buildPicture(nodes, []), choices));
  const allNames = new Map(names.map((one) => [one, one]));
  const outer = { names: allNames, outermostNames: allNames, of: (id: string) => id };
  const room = { width: 296, height: 420 };
  const { tree, gaps } = makeLegible(exact, [], outer, room);
  const rectangles = buildRectangles(tree, layOut(tree, [], null, gaps));
  const reading = readingOf([], outer, rectangles);
  const bounds = findBounds(rectangles.values())!;
  expect(bounds.width).toBeLessThan(bounds.height);
  expect(bounds.height * reading.zoom).toBeGreaterThan(room.height);
  expect(bounds.height * reading.zoom).toBeLessThan(room.height * 4);
  // A graph that is higher than the window is shown from its upper left corner on, with the usual margin.
  const { zoom, pan } = readRect(bounds, room, reading);
  expect([zoom, pan.x + bounds.x * zoom, pan.y + bounds.y * zoom]).toEqual([reading.zoom, fitMargin, fitMargin]);
});

test('a picture larger than a small window starts at the node with most lines', () => {
  const rectangles = new Map(
    ['a', 'b', 'core'].map((id, index) => [id, { x: index * 900, y: 0, width: 200, height: 50 }]),
  );
  const lines = ['a', 'b'].map((id) => ({ source: id, target: 'core' }));
  const names = new Map([...rectangles.keys()].map((id) => [id, id]));
  const outer = { names, outermostNames: names, of: (id: string) => id };
  const reading = readingOf(lines, outer, rectangles);
  expect(reading.focus).toEqual({ x: 1900, y: 25 });
  const bounds = findBounds(rectangles.values())!;
  const { zoom, pan } = readRect(bounds, { width: 360, height: 500 }, reading);
  expect(pan.x + 2000 * zoom).toBeCloseTo(360 - fitMargin);
});

test('a small window never shows a picture that was laid out for a large window more than four times its size', () => {
  // The zoom in `reading` makes all names readable. At this zoom, the picture is 23 times as wide as the window.
  const reading = { zoom: 1, outermostZoom: 1, focus: { x: 1000, y: 500 } };
  const [bounds, room] = [
    { x: 0, y: 0, width: 9000, height: 6000 },
    { width: 390, height: 600 },
  ];
  const whole = fitRect(bounds, room);
  expect(firstViewport(bounds, room, reading).zoom).toBeCloseTo(whole.zoom * 4);
  expect(firstViewport(bounds, room, { ...reading, zoom: whole.zoom * 3 }).zoom).toBeCloseTo(whole.zoom * 3);
  expect(firstViewport(bounds, { width: 1400, height: 800 }, reading)).toEqual(
    fitRect(bounds, { width: 1400, height: 800 }),
  );
  // The whole picture is shown if its outermost nodes, such as collapsed folds, can be named.
  expect(firstViewport(bounds, room, { ...reading, outermostZoom: whole.zoom })).toEqual(whole);
});

test('few outermost nodes are named beside their nodes, so that a small window shows all of them', () => {
  const rectangles = new Map(
    Array.from({ length: 17 }, (_none, at) => [`switch-${at}`, { x: at * 90, y: 0, width: 80, height: 40 }] as const),
  );
  const namesOf = (count: number) => new Map([...rectangles.keys()].slice(0, count).map((id) => [id, id]));
  const zoomFor = (count: number) =>
    readingOf([], { names: namesOf(17), outermostNames: namesOf(count), of: (id) => id }, rectangles);
  expect(zoomFor(17).outermostZoom).toBe(zoomFor(17).zoom);
  expect(zoomFor(16).outermostZoom).toBeLessThan(zoomFor(16).zoom * 0.75);
});

test('the benchmark counts unnamed nodes, identical cut names, and lines through nodes', () => {
  expect(unnamedNodes(['a', 'b'], [{ id: 'a' }])).toBe(1);
  const names = ['sw…1', 'sw…1', 'sw', 'sw'].map((line) => ({ lines: [line] }));
  expect(equalStumps(names)).toBe(1);
  const square = (id: string, x: number, y: number, size: number) => ({ id, x, y, width: size, height: size });
  const boxes = [
    square('a', 0, 0, 10),
    square('b', 100, 0, 10),
    square('c', 50, 0, 10),
    square('around c', 40, -10, 30),
  ];
  const straight = [
    { x: 10, y: 5 },
    { x: 100, y: 5 },
  ];
  expect(linesThroughNodes([{ source: 'a', target: 'b', points: straight }], boxes)).toBe(1);
  const toC = [straight[0]!, { x: 55, y: 5 }];
  expect(linesThroughNodes([{ source: 'a', target: 'c', points: toC }], boxes)).toBe(0);
  const above = [
    { x: 10, y: 5 },
    { x: 20, y: -20 },
    { x: 90, y: -20 },
    { x: 100, y: 5 },
  ];
  expect(linesThroughNodes([{ source: 'a', target: 'b', points: above }], boxes)).toBe(0);
  const around = [
    { x: 5, y: 0 },
    { x: 5, y: -20 },
    { x: -20, y: -20 },
    { x: -20, y: 5 },
    { x: 100, y: 5 },
  ];
  expect(linesThroughNodes([{ source: 'a', target: 'b', points: around }], [boxes[0]!, boxes[1]!])).toBe(1);
});
