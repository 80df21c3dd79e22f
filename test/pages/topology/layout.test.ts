// Tests the layout of the graph: no nodes overlap, every node is inside its box, and existing nodes stay where they
// were.
import fc from 'fast-check';
import { layOutByElk } from '../../../bench/crossings';
import { showPicture, type Shown } from '../../../src/pages/topology/graph/shown';
import { clearer } from '../../../src/pages/topology/layout/choose';
import {
  anchorLines,
  countStraightCrossings,
  countCrossings,
  type DrawnLine,
} from '../../../src/pages/topology/layout/crossings';
import { draggedPlaces } from '../../../src/pages/topology/layout/drag';
import { keepPlaces, type Memory } from '../../../src/pages/topology/layout/keep';
import { layOut } from '../../../src/pages/topology/layout/lay-out';
import { layOutLayers as cornersIn, ordered } from '../../../src/pages/topology/layout/layers';
import type { Layers } from '../../../src/pages/topology/layout/middle';
import { remember } from '../../../src/pages/topology/layout/memory';
import { spread } from '../../../src/pages/topology/layout/spread';
import { untangle } from '../../../src/pages/topology/layout/untangle';
import {
  findBounds,
  measure,
  buildRectangles,
  buildTree,
  type Places,
  type Rect,
  type Tree,
} from '../../../src/pages/topology/layout/tree';
import { boxNamed, choices, itemNamed, buildLink, buildPicture } from './pictures';

const shape = fc.record({
  boxes: fc.array(fc.record({ inside: fc.boolean(), closed: fc.boolean() }), { minLength: 1, maxLength: 12 }),
  items: fc.array(fc.record({ box: fc.nat(), name: fc.string({ maxLength: 20 }) }), { maxLength: 40 }),
  links: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 40 }),
});
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

/** A picture with boxes that are nested one or two levels deep, items in any box, and links between any two items. */
function shownOf({ boxes, items, links }: Shape, closed: ReadonlyMap<string, boolean> = new Map()): Shown {
  const createdBoxes = boxes.map(({ inside, closed: isClosedAtFirst }, index) =>
    boxNamed(`box ${index}`, { parentId: inside && index > 0 ? 'box 0' : null, isClosedAtFirst }),
  );
  const cards = items.map(({ box, name }, index) =>
    itemNamed(`item ${index}`, `box ${box % boxes.length}`, { title: name }),
  );
  const nodes = [...createdBoxes, ...cards];
  const joins = links.map(([a, b]) => buildLink(nodes[a % nodes.length]!.id, nodes[b % nodes.length]!.id));
  return showPicture(buildPicture(nodes, joins), { ...choices, closed });
}

const meet = (a: Rect, b: Rect) =>
  a.x < b.x + b.width - 0.01 &&
  b.x < a.x + a.width - 0.01 &&
  a.y < b.y + b.height - 0.01 &&
  b.y < a.y + a.height - 0.01;

function expectTidy(tree: Tree, places: Places): void {
  const rectangles = buildRectangles(tree, places);
  expect([...rectangles.keys()].sort()).toEqual([...tree.parentOf.keys()].sort());
  for (const [parent, ids] of tree.children) {
    const rects = ids.map((id) => rectangles.get(id)!);
    rects.forEach((rect, index) => {
      for (const other of rects.slice(index + 1))
        expect([rect, other, meet(rect, other)]).toEqual([rect, other, false]);
      if (parent === null) return;
      const around = rectangles.get(parent)!;
      expect(rect.x >= around.x && rect.y >= around.y).toBe(true);
      expect(rect.x + rect.width <= around.x + around.width && rect.y + rect.height <= around.y + around.height).toBe(
        true,
      );
    });
  }
}

test('in any graph, nodes do not overlap and lie inside their boxes', () => {
  fc.assert(
    fc.property(shape, (sample) => {
      const shownPicture = shownOf(sample);
      const tree = buildTree(shownPicture);
      expectTidy(tree, layOut(tree, shownPicture.lines));
    }),
    { numRuns: 40 },
  );
});

const shapeOf = (tree: Tree, places: Places) => {
  const { width, height } = findBounds(buildRectangles(tree, places).values())!;
  return Math.max(width / height / 1.5, (1.5 * height) / width);
};

test('spreading a dense layout brings it closer to the shape of a screen, without overlaps', () => {
  fc.assert(
    fc.property(shape, (sample) => {
      const shownPicture = shownOf(sample);
      const tree = buildTree(shownPicture);
      const places = layOut(tree, shownPicture.lines);
      const rectangles = buildRectangles(tree, places);
      const ends = shownPicture.lines.map(({ id, source, target }) => {
        const [from, to] = [rectangles.get(source)!, rectangles.get(target)!];
        return [id, { points: [from, to], from, to }] as const;
      });
      const wide = spread(tree, { places, routes: new Map(ends) });
      expectTidy(tree, wide.places);
      expect(shapeOf(tree, wide.places)).toBeLessThanOrEqual(shapeOf(tree, places) + 0.001);
      // `spread` moves nodes apart, and must move the ends of their lines with them.
      const after = buildRectangles(tree, wide.places);
      for (const { id, source, target } of shownPicture.lines)
        for (const [end, at] of [
          [source, wide.routes.get(id)!.from],
          [target, wide.routes.get(id)!.to],
        ] as const) {
          expect(at.x).toBeCloseTo(after.get(end)!.x, 6);
          expect(at.y).toBeCloseTo(after.get(end)!.y, 6);
        }
    }),
    { numRuns: 40 },
  );
});

test('rows of a strip are moved apart only as far as they still look connected', () => {
  const boxes = Array.from({ length: 30 }, (_none, index) => boxNamed(`box ${index}`));
  const tree = buildTree(showPicture(buildPicture(boxes, []), choices));
  const rows = (count: number) => ({
    places: new Map(
      boxes.map(({ id }, index) => [id, { x: Math.floor(index / count) * 200, y: (index % count) * 60 }]),
    ),
    routes: new Map(),
  });
  expect(shapeOf(tree, spread(tree, rows(6)).places)).toBeLessThan(1.01);
  expect(shapeOf(tree, spread(tree, rows(2)).places)).toBeGreaterThan(2);
});

test('opening and closing boxes repeatedly never causes overlaps', () => {
  fc.assert(
    fc.property(shape, fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 8 }), (sample, turns) => {
      const first = shownOf(sample);
      let tree = buildTree(first);
      let memory: Memory = remember(tree, layOut(tree, first.lines), new Map(), () => true);
      const closed = new Map<string, boolean>();
      for (const [box, isClosed] of turns) {
        closed.set(`box ${box % sample.boxes.length}`, isClosed);
        const shownPicture = shownOf(sample, closed);
        tree = buildTree(shownPicture);
        const places = keepPlaces(tree, memory, shownPicture.lines);
        expect(places).toBeDefined();
        expectTidy(tree, places!);
        memory = remember(tree, places!, memory, () => true);
      }
    }),
    { numRuns: 60 },
  );
});

const cornersOf = (places: Places) => new Map([...places].map(([id, { x, y }]) => [id, { x, y }]));

test('adding and removing nodes moves no other nodes, except to make room for one that grew', () => {
  const before = { boxes: Array(4).fill({ inside: false, closed: false }), links: [] };
  const item = (box: number) => ({ box, name: 'card' });
  const items = [item(0), item(0), item(1), item(2), item(3), item(3)];
  const old = shownOf({ ...before, items });
  const tree = buildTree(old);
  const places = layOut(tree, old.lines);
  const memory = remember(tree, places, new Map(), () => true);
  const sameShown = shownOf({ ...before, items });
  expect(cornersOf(keepPlaces(buildTree(sameShown), memory, sameShown.lines)!)).toEqual(cornersOf(places));
  const fewer = shownOf({ ...before, items: items.slice(0, 5) });
  const keptPlaces = keepPlaces(buildTree(fewer), memory, fewer.lines)!;
  for (const [id, { x, y }] of keptPlaces) expect({ x, y }).toEqual(places.get(id));
  const more = shownOf({ ...before, items: [...items, ...Array(30).fill(item(0))] });
  const grownTree = buildTree(more);
  const foundPlaces = keepPlaces(grownTree, memory, more.lines)!;
  expectTidy(grownTree, foundPlaces);
  for (const id of ['item 0', 'item 1', 'item 2']) expect(foundPlaces.get(id)).toMatchObject(places.get(id)!);
});

test('a new machine stands beside the device at whose port it is, wherever there is other free space', () => {
  const boxes = ['core', 'wlc', 'switch'].map((id) => boxNamed(id, { kind: 'Host' }));
  const ports = [itemNamed('uplink', 'switch'), itemNamed('port', 'switch')];
  const old = buildTree(showPicture(buildPicture([...boxes, ...ports], []), choices));
  const places = new Map([
    ...[...layOut(old, [])].filter(([, place]) => place),
    ['core', { x: 0, y: 0 }] as const,
    ['wlc', { x: 400, y: 0 }] as const,
    ['switch', { x: 2000, y: 1500 }] as const,
  ]);
  const memory = remember(old, places, new Map(), () => true);
  const machine = boxNamed('pc', { kind: 'Host' });
  // The new machine must be placed near its switch, whichever end the link names first.
  for (const link of [buildLink('port', 'pc'), buildLink('pc', 'port')]) {
    const found = showPicture(buildPicture([...boxes, ...ports, machine], [link]), choices);
    expect(found.lines).toHaveLength(1);
    const tree = buildTree(found);
    const rectangles = buildRectangles(tree, keepPlaces(tree, memory, found.lines)!);
    const [pc, device] = [rectangles.get('pc')!, rectangles.get('switch')!];
    const aside = Math.max(device.x - pc.x - pc.width, pc.x - device.x - device.width, 0);
    const off = Math.max(device.y - pc.y - pc.height, pc.y - device.y - device.height, 0);
    expect(Math.max(aside, off)).toBeLessThanOrEqual(40);
  }
});

test('nodes that a user placed close together or on top of each other stay there', () => {
  const shownPicture = shownOf({ boxes: Array(3).fill({ inside: false, closed: false }), items: [], links: [] });
  const tree = buildTree(shownPicture);
  const close = new Map([
    ['box 0', { x: 0, y: 0 }],
    ['box 1', { x: 112, y: 1 }],
    ['box 2', { x: 5, y: 20 }],
  ]);
  const memory = remember(tree, close, new Map(), () => true);
  expect(cornersOf(keepPlaces(tree, memory, shownPicture.lines)!)).toEqual(close);
});

test('a layout is not kept if too few of its nodes are known', () => {
  const shownPicture = shownOf({ boxes: Array(4).fill({ inside: false, closed: false }), items: [], links: [] });
  expect(keepPlaces(buildTree(shownPicture), new Map(), shownPicture.lines)).toBeUndefined();
});

test('a node dragged out of its box extends the box; other nodes stay in place', () => {
  const shownPicture = shownOf({
    boxes: Array(2).fill({ inside: false, closed: false }),
    items: [0, 0, 0, 1].map((box) => ({ box, name: 'card' })),
    links: [],
  });
  const tree = buildTree(shownPicture);
  const places = layOut(tree, shownPicture.lines);
  const before = buildRectangles(tree, places);
  const movedPlaces = new Map([...places, ...draggedPlaces(tree, places, 'item 1', { x: -300, y: -200 })]);
  const after = buildRectangles(tree, movedPlaces);
  for (const id of ['item 0', 'item 2', 'item 3', 'box 1'])
    expect([id, after.get(id)!.x, after.get(id)!.y]).toEqual([id, before.get(id)!.x, before.get(id)!.y]);
  const { x, y } = before.get('item 1')!;
  expect(after.get('item 1')).toMatchObject({ x: x - 300, y: y - 200 });
});

test('a tall column is rearranged only if the picture becomes clearly larger', () => {
  const boxes = Array.from({ length: 16 }, (_none, index) => boxNamed(`box ${index}`));
  const tree = buildTree(showPicture(buildPicture(boxes, []), choices));
  const inColumns = (columns: number) => ({
    places: new Map(
      boxes.map(({ id }, index) => [id, { x: (index % columns) * 200, y: Math.floor(index / columns) * 200 }]),
    ),
  });
  const [pillar, pair, square] = [inColumns(1), inColumns(2), inColumns(4)];
  expect(clearer(tree, pillar, square)).toBe(square);
  expect(clearer(tree, square, pillar)).toBe(square);
  expect(clearer(tree, square, inColumns(5))).toBe(square);
  expect(clearer(tree, pair, square)).toBe(square);
});

test('buildings on one core switch are arranged around it and fill the screen', () => {
  const buildings = Array.from({ length: 20 }, (_none, index) => boxNamed(`building ${index}`));
  const joins = buildings.map(({ id }) => buildLink('core', id));
  const devices = buildings.flatMap(({ id }) => ['a', 'b', 'c', 'd'].map((name) => itemNamed(`${id} ${name}`, id)));
  const shownPicture = showPicture(buildPicture([boxNamed('core'), ...buildings, ...devices], joins), choices);
  const tree = buildTree(shownPicture);
  const places = layOut(tree, shownPicture.lines);
  expectTidy(tree, places);
  const row = places.get('core')!.y;
  const rows = buildings.map(({ id }) => places.get(id)!.y);
  expect([rows.filter((y) => y < row).length, rows.filter((y) => y > row).length]).toEqual([10, 10]);
  expect(shapeOf(tree, places)).toBeLessThan(1.5);
});

/**
 * A campus as a picture. Buildings with four devices each are linked to one or both of two cores; switches are linked
 * to both cores and have machines behind them.
 */
function campusOf({ onFirst, onBoth, onSecond, behind }: Readonly<Record<string, number>>) {
  const names = ['a', 'b', 'c', 'd'];
  const buildNames = (count: number, name: string) =>
    Array.from({ length: count }, (_none, index) => `${name} ${index}`);
  const [first, both, second] = [
    buildNames(onFirst!, 'first'),
    buildNames(onBoth!, 'both'),
    buildNames(onSecond!, 'second'),
  ];
  const buildings = [...first, ...both, ...second];
  const devices = buildings.flatMap((box) => names.map((name) => itemNamed(`${box} ${name}`, box)));
  const joinsOf = (boxes: readonly string[], core: string) =>
    boxes.flatMap((box) => names.map((name) => buildLink(core, `${box} ${name}`)));
  const switches = buildNames(behind!, 'switch');
  const links = [
    buildLink('core 1', 'core 2'),
    ...joinsOf([...first, ...both], 'core 1'),
    ...joinsOf([...both, ...second], 'core 2'),
    ...switches.flatMap((id) => [buildLink('core 1', id), buildLink('core 2', id), buildLink(id, `behind ${id}`)]),
  ];
  const boxes = ['core 1', 'core 2', ...buildings, ...switches, ...switches.map((id) => `behind ${id}`)];
  const shownPicture = showPicture(buildPicture([...boxes.map((id) => boxNamed(id)), ...devices], links), {
    ...choices,
    bundles: false,
  });
  return { shownPicture, tree: buildTree(shownPicture), first, both, second };
}

/** The lines of the picture as straight lines between the centres of their two ends. */
const drawnLinesIn = (tree: Tree, places: Places, { lines }: Shown): DrawnLine[] => {
  const rectangles = buildRectangles(tree, places);
  const middleOf = (id: string) => {
    const { x, y, width, height } = rectangles.get(id)!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  return lines.map(({ source, target }) => ({ source, target, points: [middleOf(source), middleOf(target)] }));
};

test('nodes connected to both cores lie between them, others outside, so that fewer lines cross', async () => {
  const { shownPicture, tree, first, both, second } = campusOf({ onFirst: 7, onBoth: 16, onSecond: 2, behind: 1 });
  const places = layOut(tree, shownPicture.lines);
  expectTidy(tree, places);
  expect(shapeOf(tree, places)).toBeLessThan(1.5);
  const rectangles = buildRectangles(tree, places);
  const [one, other] = ['core 1', 'core 2'].map((id) => rectangles.get(id)!);
  const axis = one!.x + one!.width < other!.x ? 'x' : 'y';
  const at = (id: string) => rectangles.get(id)![axis];
  expect(one![axis]).toBeLessThan(other![axis]);
  expect(first.filter((id) => at(id) >= one![axis])).toEqual([]);
  expect(both.filter((id) => at(id) <= one![axis] || at(id) >= other![axis])).toEqual([]);
  expect(second.filter((id) => at(id) <= other![axis])).toEqual([]);
  const routes = drawnLinesIn(tree, places, shownPicture);
  const boxes = [...rectangles].map(([id, rectangle]) => ({ id, ...rectangle }));
  expect(countCrossings(routes)).toBeLessThan(countCrossings(await layOutByElk(boxes, routes)));
  // Laying out the same graph again gives the same result.
  expect([...layOut(tree, shownPicture.lines)]).toEqual([...places]);
});

test('nothing overlaps around two cores; crossings are counted before drawing', () => {
  const counts = fc.record({
    onFirst: fc.nat(9),
    onBoth: fc.integer({ min: 6, max: 20 }),
    onSecond: fc.nat(9),
    behind: fc.nat(3),
  });
  fc.assert(
    fc.property(counts, (campus) => {
      const { shownPicture, tree } = campusOf(campus);
      const places = layOut(tree, shownPicture.lines);
      expectTidy(tree, places);
      const across = anchorLines(tree, shownPicture.lines, places, measure(tree, places));
      expect(countStraightCrossings(across, places)).toBe(countCrossings(drawnLinesIn(tree, places, shownPicture)));
    }),
    { numRuns: 5 },
  );
});

test('nodes of one core are arranged below it if that makes the picture larger', () => {
  const leaves = Array.from({ length: 5 }, (_none, index) => boxNamed(`leaf ${index}`));
  const nodes = [boxNamed('middle'), ...leaves];
  const shownPicture = showPicture(
    buildPicture(
      nodes,
      leaves.map(({ id }) => buildLink('middle', id)),
    ),
    choices,
  );
  const tree = buildTree(shownPicture);
  const places = layOut(tree, shownPicture.lines);
  for (const { id } of leaves) expect(places.get(id)!.y).toBeGreaterThan(places.get('middle')!.y);
});

const lengthOfAll = (tree: Tree, places: Places, { lines }: Shown): number => {
  const rectangles = buildRectangles(tree, places);
  const centreOf = (id: string) => {
    const { x, y, width, height } = rectangles.get(id)!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  return lines.reduce((sum, { source, target }) => {
    const [from, to] = [centreOf(source), centreOf(target)];
    return sum + Math.hypot(from.x - to.x, from.y - to.y);
  }, 0);
};

test('swapping cards inside a box moves nothing else and makes no line longer', () => {
  fc.assert(
    fc.property(shape, (sample) => {
      const shownPicture = shownOf(sample);
      const tree = buildTree(shownPicture);
      const places = layOut(tree, shownPicture.lines);
      const after = untangle(tree, places, shownPicture.lines);
      expectTidy(tree, after);
      expect(lengthOfAll(tree, after, shownPicture)).toBeLessThanOrEqual(
        lengthOfAll(tree, places, shownPicture) + 0.001,
      );
      for (const [parent, ids] of tree.children) {
        const corners = (of: Places) => ids.map((id) => `${of.get(id)!.x} ${of.get(id)!.y}`);
        if (parent === null) expect(corners(after)).toEqual(corners(places));
        else expect(corners(after).sort()).toEqual(corners(places).sort());
      }
      expect([...untangle(tree, places, shownPicture.lines)]).toEqual([...after]);
    }),
    { numRuns: 40 },
  );
});

test('the ports of two devices are ordered so that their cables do not cross', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const ports = ['left', 'right'].flatMap((box) =>
    names.map((name) => itemNamed(`${box} ${name}`, box, { title: 'port' })),
  );
  const cables = names.map((name, index) => buildLink(`left ${name}`, `right ${'eafbdc'[index]!}`));
  const shownPicture = showPicture(buildPicture([boxNamed('left'), boxNamed('right'), ...ports], cables), {
    ...choices,
    bundles: false,
  });
  const tree = buildTree(shownPicture);
  const crossings = (places: Places): number => {
    const rectangles = buildRectangles(tree, places);
    return countCrossings(
      shownPicture.lines.map(({ source, target }) => ({
        source,
        target,
        points: [source, target].map((id) => rectangles.get(id)!),
      })),
    );
  };
  const places = layOut(tree, shownPicture.lines);
  expect(crossings(places)).toBeGreaterThan(0);
  expect(crossings(untangle(tree, places, shownPicture.lines))).toBe(0);
});

const layersAlone = fc
  .array(fc.array(fc.tuple(fc.integer({ min: 10, max: 200 }), fc.integer({ min: 10, max: 90 })), { minLength: 1 }), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((sizes) => fc.tuple(fc.constant(sizes), fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 30 })))
  .map(([sizes, ends]) => {
    const layers = sizes.map((layer, depth) => layer.map((_size, index) => `${depth} ${index}`));
    const joins = ends.flatMap(([at, from, to]): (readonly [string, string])[] => {
      const [upper, lower] = [layers[at % layers.length]!, layers[(at % layers.length) + 1]];
      return lower ? [[upper[from % upper.length]!, lower[to % lower.length]!]] : [];
    });
    const sizeOf = (id: string) => {
      const [depth, index] = id.split(' ').map(Number) as [number, number];
      const [width, height] = sizes[depth]![index]!;
      return { width, height };
    };
    return { given: { layers, joins: [...new Map(joins.map((join) => [join.join(), join])).values()] }, sizeOf };
  });

const crossingsInOrder = ({ layers, joins }: Layers): number => {
  const at = new Map(layers.flatMap((layer, y) => layer.map((id, x) => [id, { x, y }] as const)));
  return countCrossings(
    joins.map(([source, target]) => ({ source, target, points: [at.get(source)!, at.get(target)!] })),
  );
};

test('layers lie below each other; the order within a layer has no more crossings than before', () => {
  fc.assert(
    fc.property(layersAlone, ({ given, sizeOf }) => {
      const foundLayers = ordered(given);
      expect(foundLayers.layers.map((layer) => [...layer].sort())).toEqual(
        given.layers.map((layer) => [...layer].sort()),
      );
      expect(crossingsInOrder(foundLayers)).toBeLessThanOrEqual(crossingsInOrder(given));
      const corners = cornersIn(foundLayers, sizeOf, 20);
      expect([...cornersIn(ordered(given), sizeOf, 20)]).toEqual([...corners]);
      const rects = foundLayers.layers.map((layer) => layer.map((id) => ({ ...corners.get(id)!, ...sizeOf(id) })));
      expect(Math.min(...rects.flat().map(({ x }) => x))).toBeCloseTo(0, 6);
      rects.forEach((layer, depth) => {
        layer.forEach(({ x }, index) => {
          const before = layer[index - 1];
          if (before) expect(x - before.x - before.width).toBeGreaterThan(19.99);
        });
        const end = Math.max(...(rects[depth - 1] ?? []).map(({ y, height }) => y + height));
        expect(Math.min(...layer.map(({ y }) => y)) - end).toBeGreaterThan(27.99);
      });
    }),
    { numRuns: 200 },
  );
});

test('a tree is drawn without crossings, each parent centred above its children', () => {
  const nodes = ['n', ...['nc', 'na', 'nb'], ...['nb2', 'na1', 'nc1', 'na2', 'nc2', 'nb1']];
  const layers = [1, 2, 3].map((length) => nodes.filter((id) => id.length === length));
  const joins = nodes.slice(1).map((id) => [id.slice(0, -1), id] as const);
  const foundLayers = ordered({ layers, joins });
  expect([crossingsInOrder({ layers, joins }) > 0, crossingsInOrder(foundLayers)]).toEqual([true, 0]);
  const corners = cornersIn(foundLayers, () => ({ width: 50, height: 20 }), 10);
  const middleOf = (ids: readonly string[]) => ids.reduce((sum, id) => sum + corners.get(id)!.x, 0) / ids.length;
  for (const parent of ['n', 'na', 'nb', 'nc'])
    expect(corners.get(parent)!.x).toBeCloseTo(middleOf(nodes.filter((id) => id.slice(0, -1) === parent)), 3);
});
