// Computes a new layout: first the contents of each box, then the boxes themselves, by the lines that connect them.
import type { Line } from '../graph/shown';
import { betweenCores, splitByCores, type Axis, type Cells, type Halves } from './between';
import { anchorLines, countStraightCrossings, type AnchoredLine } from './crossings';
import {
  aboveMiddle,
  belowMiddle,
  findComponents,
  layered,
  middleOf,
  type Clusters,
  type Component,
  type Join,
} from './middle';
import { usualGaps, type Gaps } from './legible';
import { layOutLayers, ordered } from './layers';
import { aspect, packGrid, packShelves, fitScale, type Packed } from './pack';
import { arrangeInRings } from './rings';
import { gap, headerHeight, isOpen, padding, top, type Places, type Point, type Size, type Tree } from './tree';

/**
 * Maximum number of connected nodes that are arranged in layers. More nodes would take too long and appear too small.
 */
const mostLayered = 700;
/**
 * Minimum number of nodes below the centre of a network for trying to place half of them above it. The next constant is
 * the minimum scale of the picture with both halves, as a share of the scale with all nodes below.
 */
const fewestAround = 6;
const aboutAsLarge = 0.9;
/**
 * An arrangement with fewer crossings is chosen if it appears at least this large, as a share of the largest
 * arrangement's scale.
 */
const largeEnough = 0.8;
/** Maximum number of lines for which crossings are counted, because counting more takes too long. */
const mostCounted = 600;
/**
 * Maximum number of columns for the nodes that are connected with both cores: if the cores are to their left and right
 * (x), and if the cores are above and below them (y).
 */
const columnsBetween: Readonly<Record<Axis, number>> = { x: 4, y: 6 };
/**
 * Aspect ratios to try for the grid of nodes below the centre, as multiples of the picture's aspect ratio. The grid is
 * wider than the picture, because the layers above it add height. The next constant is for nodes above and below the
 * centre.
 */
const widerBelow = [1, 1.35, 1.8];
/**
 * Aspect ratios to try for the grids of nodes below devices, as multiples of the picture's aspect ratio, if no grid is
 * below the centre. High grids leave room for more devices side by side.
 */
const higherClusters = [1, 0.5, 0.2];
const widerHalves = [1.8, 2.4, 3.2];

/**
 * Computes the layout of the whole tree, or of the contents of the box `root`. In a picture that is shown small, `gaps`
 * at the top level are wider.
 */
export function layOut(tree: Tree, lines: readonly Line[], root: string | null = top, gaps = usualGaps): Places {
  const joinsOf = levelJoins(tree, lines);
  const places = new Map<string, Point>();
  const sizes = new Map<string, Size>(tree.sizes);
  const visit = (parent: string | null): void => {
    const ids = tree.children.get(parent) ?? [];
    for (const id of ids) if (isOpen(tree, id)) visit(id);
    const sizeOf = (id: string) => sizes.get(id)!;
    const across = parent === top ? anchorLines(tree, lines, places, sizes) : undefined;
    const shape = (parent === top ? gaps.shape : undefined) ?? aspect;
    const packed = arrange(ids, joinsOf.get(parent) ?? [], { sizeOf, tree, across, gaps, shape });
    const least = parent === top ? packed : tree.sizes.get(parent)!;
    const [aside, above] = [2 * padding, headerHeight + padding];
    // A box may be larger than its contents, because of its name. In that case, the contents are centred in the box.
    const origin =
      parent === top
        ? { x: 0, y: 0 }
        : {
            x: padding + Math.max(0, least.width - packed.width - aside) / 2,
            y: headerHeight + Math.max(0, least.height - packed.height - above) / 2,
          };
    for (const [id, { x, y }] of packed.places) places.set(id, { x: x + origin.x, y: y + origin.y });
    if (parent === top) return;
    sizes.set(parent, {
      width: Math.max(least.width, packed.width + aside),
      height: Math.max(least.height, packed.height + above),
    });
  };
  visit(root);
  return places;
}

/**
 * Groups the lines that influence the layout by the innermost box that contains both ends. Each end is replaced by the
 * direct child of that box that contains the end.
 */
function levelJoins(tree: Tree, lines: readonly Line[]): ReadonlyMap<string | null, readonly Join[]> {
  const joins = new Map<string | null, Map<string, Join>>();
  const pathOf = (id: string): string[] => {
    const path = [id];
    for (let up = tree.parentOf.get(id); up != null; up = tree.parentOf.get(up)) path.unshift(up);
    return path;
  };
  for (const { source, target, look } of lines) {
    if (!look.affectsLayout) continue;
    const [from, to] = [pathOf(source), pathOf(target)];
    const depth = from.findIndex((id, index) => id !== to[index]);
    const [a, b] = [from[depth], to[depth]];
    if (a === undefined || b === undefined) continue;
    const level = depth === 0 ? top : from[depth - 1]!;
    const joinsOfLevel = joins.get(level) ?? new Map<string, Join>();
    joins.set(level, joinsOfLevel.set([a, b].sort().join(' '), [a, b]));
  }
  return new Map([...joins].map(([level, joinsByPair]) => [level, [...joinsByPair.values()]]));
}

interface Level {
  readonly tree: Tree;
  readonly sizeOf: (id: string) => Size;
  /** The lines between top-level nodes, for counting crossings. Undefined inside a box. */
  readonly across: readonly AnchoredLine[] | undefined;
  readonly gaps: Gaps;
  /** Aspect ratio, width by height, of the space in which the nodes are arranged. */
  readonly shape: number;
}

function arrange(ids: readonly string[], joins: readonly Join[], { tree, sizeOf, across, gaps, shape }: Level): Packed {
  const isTop = across !== undefined;
  const spacing = isTop ? gaps.top : gap;
  const joinedIds = new Set(joins.flat());
  if (joinedIds.size === 0 || joinedIds.size > mostLayered) return packMixed(ids, { sizeOf, tree, spacing, shape });
  const parts = findComponents(ids, joins).map((part) =>
    isTop && gaps.inRings
      ? arrangeInRings(part, { sizeOf, spacing, shape })
      : arrangeJoined(part, {
          sizeOf,
          spacing: isTop ? spacing : 26,
          within: (isTop ? gaps : usualGaps).grid,
          across,
          shape,
        }),
  );
  const drawn = packParts(parts, spacing, shape);
  const rest = ids.filter((id) => !joinedIds.has(id));
  return rest.length === 0
    ? drawn
    : below(drawn, packMixed(rest, { sizeOf, tree, spacing, shape }, drawn.width), spacing);
}

function packParts(parts: readonly Packed[], spacing: number, shape: number): Packed {
  const byName = new Map(parts.map((part, index) => [String(index), part]));
  const packed = packShelves([...byName.keys()], (name) => byName.get(name)!, spacing * 1.5, 0, shape);
  const places = [...byName].flatMap(([name, part]) => {
    const at = packed.places.get(name)!;
    return [...part.places].map(([id, { x, y }]) => [id, { x: x + at.x, y: y + at.y }] as const);
  });
  return { width: packed.width, height: packed.height, places: new Map(places) };
}

function below(upper: Packed, lower: Packed, spacing: number): Packed {
  if (upper.places.size === 0) return lower;
  const offset = upper.height + spacing;
  const lowerPlaces = [...lower.places].map(([id, { x, y }]) => [id, { x, y: y + offset }] as const);
  return {
    width: Math.max(upper.width, lower.width),
    height: offset + lower.height,
    places: new Map([...upper.places, ...lowerPlaces]),
  };
}

/** Arranges nodes without lines: cards in a grid, and below them boxes in rows. */
function packMixed(
  ids: readonly string[],
  { sizeOf, tree, spacing, shape }: Pick<Level, 'sizeOf' | 'tree' | 'shape'> & { readonly spacing: number },
  atLeast = 0,
): Packed {
  const isBox = (id: string) => isOpen(tree, id);
  const cards = packGrid(
    ids.filter((id) => !isBox(id)),
    sizeOf,
    spacing,
    shape,
  );
  const boxes = packShelves(ids.filter(isBox), sizeOf, spacing, Math.max(atLeast, cards.width), shape);
  return boxes.places.size === 0 ? cards : below(cards, boxes, spacing);
}

interface Arranging {
  readonly spacing: number;
  /** The gap between nodes that stand in a grid. */
  readonly within: number;
  readonly sizeOf: (id: string) => Size;
  readonly shape: number;
  /**
   * The lines between top-level nodes; undefined inside a box. The few nodes of a box form a column, because their
   * lines would overlap if the nodes were placed around a centre.
   */
  readonly across?: Level['across'];
}

function arrangeJoined(component: Component, { across, ...how }: Arranging): Packed {
  const { clusters, central } = middleOf(component);
  const hanging = clusters.get(belowMiddle) ?? [];
  const { shape } = how;
  if (hanging.length === 0) {
    const shapes = clusters.size > 0 ? higherClusters.map((times) => shape * times) : [shape];
    return largestOf(shapes.map(inLayers(component, clusters, central, how)), shape)!;
  }
  const below = widerBelow.map((wider) => shape * wider).map(inLayers(component, clusters, central, how));
  const isAroundTried = across !== undefined && hanging.length >= fewestAround;
  const half = Math.ceil(hanging.length / 2);
  const halves = new Map([
    ...clusters,
    [aboveMiddle, hanging.slice(0, half)] as const,
    [belowMiddle, hanging.slice(half)] as const,
  ]);
  const around = isAroundTried
    ? widerHalves.map((wider) => shape * wider).map(inLayers(component, halves, central, how))
    : [];
  const [largest, largestAround] = [largestOf(below, shape), largestOf(around, shape)];
  // Lines from the centre to both sides are shorter and cross fewer nodes than lines to only one side.
  const isAround = largestAround && fitScale(largestAround, shape) >= fitScale(largest!, shape) * aboutAsLarge;
  const bestByScale = isAround ? largestAround : largest!;
  const cores = across && across.length <= mostCounted ? splitByCores(component, central) : undefined;
  if (!cores || cores.onBoth.length < fewestAround) return bestByScale;
  return clearest([bestByScale, ...betweenAll(cores, how)], across!, shape);
}

/** The arrangement with the fewest crossings among those that are shown large enough. */
function clearest(arrangements: readonly Packed[], lines: readonly AnchoredLine[], shape: number): Packed {
  const least = fitScale(largestOf(arrangements, shape)!, shape) * largeEnough;
  const candidates = arrangements
    .filter((one) => fitScale(one, shape) >= least)
    .map((packed) => ({ packed, crossings: countStraightCrossings(lines, packed.places) }));
  return candidates.reduce((best, one) => (one.crossings < best.crossings ? one : best)).packed;
}

function betweenAll({ cores, ...halves }: Halves, how: Arranging): Packed[] {
  const cellOf = (part: Component): Packed => {
    const [id] = part.ids;
    return part.ids.length > 1
      ? arrangeJoined(part, how)
      : { ...how.sizeOf(id!), places: new Map([[id!, { x: 0, y: 0 }]]) };
  };
  const [onFirst, onSecond, onBoth] = [halves.onFirst, halves.onSecond, halves.onBoth].map((parts) =>
    parts.map(cellOf),
  ) as [Packed[], Packed[], Packed[]];
  const ends = cores.map((id) => cellOf({ ids: [id], joins: [] })) as [Packed, Packed];
  const cells: Cells = { cores: ends, onFirst, onSecond, onBoth };
  return (['x', 'y'] as const).flatMap((axis) =>
    Array.from({ length: Math.min(columnsBetween[axis], onBoth.length) }, (_none, index) =>
      betweenCores(cells, axis, index + 1, how),
    ),
  );
}

const largestOf = (arrangements: readonly Packed[], shape: number): Packed | undefined =>
  arrangements.reduce<Packed | undefined>(
    (best, one) => (best && fitScale(best, shape) >= fitScale(one, shape) ? best : one),
    undefined,
  );

/**
 * Returns a function that computes the layout in layers. Its parameter is the aspect ratio of the clusters, on which
 * the order in the layers does not depend.
 */
function inLayers(
  { ids, joins }: Component,
  clusters: Clusters,
  central: ReadonlySet<string>,
  { spacing, within, sizeOf }: Omit<Arranging, 'across' | 'shape'>,
): (shape: number) => Packed {
  const clusterOf = new Map([...clusters].flatMap(([name, members]) => members.map((id) => [id, name] as const)));
  const names = [...ids.filter((id) => !clusterOf.has(id)), ...clusters.keys()];
  const layers = ordered(layered(names, joins, clusterOf, central));
  return (shape) => {
    const packs = new Map(
      [...clusters].map(([name, members]) => [name, packGrid(members, sizeOf, Math.min(spacing, within), shape)]),
    );
    const sizeOfAll = (id: string) => packs.get(id) ?? sizeOf(id);
    const corners = layOutLayers(layers, sizeOfAll, spacing);
    const places = new Map<string, Point>();
    let [width, height] = [0, 0];
    for (const name of names) {
      const { x, y } = corners.get(name)!;
      const inside = packs.get(name)?.places ?? new Map([[name, { x: 0, y: 0 }]]);
      for (const [id, place] of inside) places.set(id, { x: x + place.x, y: y + place.y });
      width = Math.max(width, x + sizeOfAll(name).width);
      height = Math.max(height, y + sizeOfAll(name).height);
    }
    return { width, height, places };
  };
}
