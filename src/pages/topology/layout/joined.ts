// Arranges a connected network: tries several arrangements, and takes one that is large and has few crossing lines.
import { betweenCores, inRow, partsWithout, splitByCores, type Axis, type Cells, type Halves } from './between';
import { breakLong, breakWide } from './broken';
import { aroundCentre, sortByCentre } from './centre';
import { countStraightCrossings, type AnchoredLine } from './crossings';
import { layOutLayers, ordered } from './layers';
import {
  aboveMiddle,
  belowMiddle,
  layered,
  middleOf,
  type Component,
  type Join,
  type Layers,
  type Middle,
} from './middle';
import { inEllipse, packGrid, fitScale, type Packed } from './pack';
import type { Point, Size } from './tree';

/**
 * With at least this many nodes below the centre, an arrangement with half of them above it is also tried. It is
 * preferred if its scale is at least `aboutAsLarge` times that of the arrangement with all nodes below.
 */
const fewestAround = 6;
const aboutAsLarge = 0.9;
/**
 * Among the arrangements with at least this share of the largest scale, the one with the fewest line crossings is
 * chosen.
 */
const largeEnough = 0.8;
/**
 * Plain layers, and arrangements between two cores, show best how far a node is from the centre. Broken layers and
 * grids around the centre are considered only if they can be shown more than this many times larger.
 */
const clearlyLarger = 1.15;
/** Maximum number of lines for which crossings are counted, because counting more takes too long. */
const mostCounted = 600;
/** If at least this many parts of the network have several nodes, arranging the parts around the centre is tried. */
const fewestParts = 4;
/**
 * Central nodes stand on an ellipse if their number is in this range and at least this share of their pairs is
 * connected.
 */
const [fewestMeshed, mostMeshed, leastMeshed] = [5, 24, 0.5];
/** Maximum number of columns of nodes between two central nodes, which are side by side (x) or stacked (y). */
const columnsBetween: Readonly<Record<Axis, number>> = { x: 4, y: 6 };
/**
 * Aspect ratios to try for the grids of nodes below the centre, as multiples of the screen's aspect ratio. The grids
 * are wide, because the layers above them add height. `widerHalves` is for nodes on both sides of the centre.
 */
const widerBelow = [1, 1.35, 1.8];
const widerHalves = [1.8, 2.4, 3.2];
/** Proportions to try for the grid of nodes below each device. Tall grids allow more devices side by side. */
const higherClusters = [1, 0.5, 0.2];

export interface Arranging {
  readonly spacing: number;
  readonly within: number;
  readonly sizeOf: (id: string) => Size;
  readonly shape: number;
  /** Lines whose crossings are counted to choose an arrangement. Undefined in a box, whose few nodes form a column. */
  readonly across?: readonly AnchoredLine[] | undefined;
}
type How = Omit<Arranging, 'across'>;

/** A network in layers, each with its final order of nodes. */
interface Ordered {
  readonly middle: Middle;
  readonly isMeshed: boolean;
  readonly layers: Layers;
}

/** The part of an arrangement that does not depend on the sizes of nodes, so that it is computed only once. */
interface Plan extends Ordered {
  /**
   * The same network with half of the nodes below the centre moved above it; undefined if there are too few nodes below
   * the centre.
   */
  readonly halves: Ordered | undefined;
  readonly parts: readonly Component[];
  readonly roots: ReadonlySet<string>;
}

/** Cached, because a network is laid out again whenever the sizes of its nodes change. */
const plans = new WeakMap<Component, Plan>();

/**
 * `roots` are the nodes through which this part is connected with the rest of the network; they are preferred as its
 * centre.
 */
function planOf(component: Component, roots?: ReadonlySet<string>): Plan {
  const before = plans.get(component);
  if (before) return before;
  const middle = middleOf(component, roots);
  const { clusters, central } = middle;
  const hanging = clusters.get(belowMiddle) ?? [];
  const half = Math.ceil(hanging.length / 2);
  const halves = new Map([
    ...clusters,
    [aboveMiddle, hanging.slice(0, half)] as const,
    [belowMiddle, hanging.slice(half)] as const,
  ]);
  const plan: Plan = {
    ...orderOf(component, middle),
    halves: hanging.length >= fewestAround ? orderOf(component, { clusters: halves, central }) : undefined,
    parts: partsWithout(component, central),
    roots: new Set(component.joins.flatMap(([a, b]) => (central.has(a) ? [b] : central.has(b) ? [a] : []))),
  };
  plans.set(component, plan);
  return plan;
}

function orderOf({ ids, joins }: Component, middle: Middle): Ordered {
  const { clusters, central } = middle;
  const isMeshed = isMesh([...central], joins);
  const blockOf = new Map([...clusters].flatMap(([name, members]) => members.map((id) => [id, name] as const)));
  if (isMeshed) for (const id of central) blockOf.set(id, meshName);
  const names = [...ids.filter((id) => !blockOf.has(id)), ...clusters.keys(), ...(isMeshed ? [meshName] : [])];
  const layers = ordered(layered(names, joins, blockOf, isMeshed ? new Set([meshName]) : central));
  return { middle, isMeshed, layers };
}

export function arrangeJoined(
  component: Component,
  { across, ...how }: Arranging,
  roots?: ReadonlySet<string>,
): Packed {
  const { shape } = how;
  const plan = planOf(component, roots);
  const layers = inLayers(plan, how);
  const usual = inPlainLayers(plan, layers, { across, ...how });
  const cellOf = cellMaker(plan, how);
  const isCounted = across !== undefined && across.length <= mostCounted;
  const cores = isCounted ? splitByCores(component, plan.middle.central, plan.parts) : undefined;
  const between = cores && cores.onBoth.length >= fewestAround ? betweenAll(cores, cellOf, how) : [];
  const least = fitScale(largestOf([usual, ...between], shape), shape) * clearlyLarger;
  // Counting crossings is slow, so only the largest arrangement of each kind is compared.
  const roomier = [layers.broken(shape), layers.sideways(shape), inParts(component, plan, cellOf, how)]
    .flatMap((arrangements) => (arrangements.length === 0 ? [] : [largestOf(arrangements, shape)]))
    .filter((one) => fitScale(one, shape) > least);
  const arrangements = [usual, ...between, ...roomier];
  return isCounted ? clearest(arrangements, across, shape) : largestOf(arrangements, shape);
}

function inPlainLayers({ middle, halves }: Plan, layers: InLayers, { across, ...how }: Arranging): Packed {
  const { clusters } = middle;
  const { shape } = how;
  if (!clusters.has(belowMiddle)) {
    const shapes = clusters.size > 0 ? higherClusters.map((times) => shape * times) : [shape];
    return largestOf(
      shapes.map((one) => layers.plain(one)),
      shape,
    );
  }
  const largest = largestOf(
    widerBelow.map((wider) => layers.plain(shape * wider)),
    shape,
  );
  if (across === undefined || !halves) return largest;
  const { plain } = inLayers(halves, how);
  const around = largestOf(
    widerHalves.map((wider) => plain(shape * wider)),
    shape,
  );
  // With nodes on both sides of the centre, lines are shorter and cross fewer nodes.
  return fitScale(around, shape) >= fitScale(largest, shape) * aboutAsLarge ? around : largest;
}

/** Of the arrangements that are large enough, the one with the fewest crossings. */
function clearest(arrangements: readonly Packed[], lines: readonly AnchoredLine[], shape: number): Packed {
  if (arrangements.length === 1) return arrangements[0]!;
  const least = fitScale(largestOf(arrangements, shape), shape) * largeEnough;
  const candidates = arrangements
    .filter((one) => fitScale(one, shape) >= least)
    .map((packed) => ({ packed, crossings: countStraightCrossings(lines, packed.places) }));
  return candidates.reduce((best, one) => (one.crossings < best.crossings ? one : best)).packed;
}

type CellOf = (part: Component) => Packed;

function cellMaker({ roots }: Plan, how: How): CellOf {
  const cells = new Map<Component, Packed>();
  return (part) => {
    const cell = cells.get(part) ?? (part.ids.length > 1 ? arrangeJoined(part, how, roots) : alone(part.ids[0]!, how));
    cells.set(part, cell);
    return cell;
  };
}

const alone = (id: string, { sizeOf }: How): Packed => ({ ...sizeOf(id), places: new Map([[id, { x: 0, y: 0 }]]) });

function betweenAll({ cores, ...halves }: Halves, cellOf: CellOf, how: How): Packed[] {
  const cells: Cells = {
    cores: [alone(cores[0], how), alone(cores[1], how)],
    onFirst: halves.onFirst.map(cellOf),
    onSecond: halves.onSecond.map(cellOf),
    onBoth: halves.onBoth.map(cellOf),
  };
  return (['x', 'y'] as const).flatMap((axis) =>
    Array.from({ length: Math.min(columnsBetween[axis], cells.onBoth.length) }, (_none, index) =>
      betweenCores(cells, axis, index + 1, how),
    ),
  );
}

function inParts({ joins }: Component, { middle, isMeshed, parts }: Plan, cellOf: CellOf, how: How): Packed[] {
  const [large, leaves] = [parts.filter(({ ids }) => ids.length > 1), parts.filter(({ ids }) => ids.length === 1)];
  if (large.length < fewestParts) return [];
  const nodes = [...middle.central];
  const centre = isMeshed
    ? inEllipse(nodes, how.sizeOf, how.spacing, how.shape)
    : inRow(
        nodes.map((id) => alone(id, how)),
        'x',
        how.spacing,
      );
  const cells = sortByCentre(large, joins, nodes).map(cellOf);
  return aroundCentre(
    centre,
    cells,
    leaves.flatMap(({ ids }) => ids),
    { ...how, fewestAround },
  );
}

function isMesh(nodes: readonly string[], joins: readonly Join[]): boolean {
  if (nodes.length < fewestMeshed || nodes.length > mostMeshed) return false;
  const inside = new Set(nodes);
  const count = joins.filter(([a, b]) => inside.has(a) && inside.has(b)).length;
  return count >= (leastMeshed * nodes.length * (nodes.length - 1)) / 2;
}

const largestOf = (arrangements: readonly Packed[], shape: number): Packed =>
  arrangements.reduce((best, one) => (fitScale(best, shape) >= fitScale(one, shape) ? best : one));

interface InLayers {
  /** Layers below each other. `shape` is the aspect ratio of grids of nodes within the layers. */
  readonly plain: (shape: number) => Packed;
  /**
   * Alternatives if the layers are much too wide or too high for the screen: wide layers in several rows, or the stack
   * of layers in several columns.
   */
  readonly broken: (shape: number) => Packed[];
  /** For a tall window: layers side by side, the centre on the left. */
  readonly sideways: (shape: number) => Packed[];
}

/** If the layers are too wide for the screen, breaking wide layers is tried with these numbers of rows. */
const rowCounts = [2, 3, 4, 6, 8, 12];
const mostColumns = 8;
const fewestInColumn = 3;
/** A stack of layers this many times too wide or too high for the screen is broken into rows or columns. */
const outOfShape = 1.2;

const meshName = 'mesh of the middle';

function inLayers({ middle, isMeshed, layers }: Ordered, how: How): InLayers {
  const { spacing, within, sizeOf } = how;
  const { clusters, central } = middle;
  const tight = Math.min(spacing, within);
  const mesh = isMeshed ? inEllipse([...central], sizeOf, spacing, how.shape) : undefined;
  const blocksOf = (shape: number): Blocks =>
    new Map([
      ...(mesh ? [[meshName, mesh] as const] : []),
      ...[...clusters].map(([name, members]) => [name, packGrid(members, sizeOf, tight, shape)] as const),
    ]);
  const inShape = (blocks: Blocks) => {
    const sizeOfBlock = (id: string) => blocks.get(id) ?? sizeOf(id);
    return { blocks, sizeOfBlock, corners: layOutLayers(layers, sizeOfBlock, spacing) };
  };
  const flippedSize = ({ width, height }: Size): Size => ({ width: height, height: width });
  return {
    sideways(shape) {
      if (shape >= 1) return [];
      const blocks = blocksOf(shape);
      const sizeOfBlock = (id: string) => blocks.get(id) ?? sizeOf(id);
      const flipped = layOutLayers(layers, (id) => flippedSize(sizeOfBlock(id)), spacing);
      const corners = new Map([...flipped].map(([id, { x, y }]) => [id, { x: y, y: x }]));
      return [assemble(corners, blocks, sizeOfBlock)];
    },
    plain(shape) {
      const { blocks, sizeOfBlock, corners } = inShape(blocksOf(shape));
      return assemble(corners, blocks, sizeOfBlock);
    },
    broken(shape) {
      const { blocks, sizeOfBlock, corners } = inShape(blocksOf(shape));
      const { width, height } = assemble(corners, blocks, sizeOfBlock);
      if (width > height * shape * outOfShape)
        return rowCounts.map((rows) => {
          const broken = breakWide(layers, sizeOfBlock, rows, tight);
          const all = new Map([...blocks, ...broken.blocks]);
          const sizeOfAll = (id: string) => broken.blocks.get(id) ?? sizeOfBlock(id);
          return assemble(layOutLayers(broken.layers, sizeOfAll, spacing), all, sizeOfAll);
        });
      if (height * shape < width * outOfShape) return [];
      const most = Math.min(mostColumns, Math.floor(layers.layers.length / fewestInColumn));
      return Array.from({ length: Math.max(0, most - 1) }, (_none, index) =>
        assemble(breakLong(layers, corners, sizeOfBlock, index + 2, spacing), blocks, sizeOfBlock),
      );
    },
  };
}

type Blocks = ReadonlyMap<string, Packed>;

function assemble(corners: ReadonlyMap<string, Point>, blocks: Blocks, sizeOf: (id: string) => Size): Packed {
  const places = new Map<string, Point>();
  const put = (name: string, { x, y }: Point): void => {
    const block = blocks.get(name);
    if (!block) places.set(name, { x, y });
    else for (const [id, at] of block.places) put(id, { x: x + at.x, y: y + at.y });
  };
  let [width, height] = [0, 0];
  for (const [name, at] of corners) {
    put(name, at);
    width = Math.max(width, at.x + sizeOf(name).width);
    height = Math.max(height, at.y + sizeOf(name).height);
  }
  return { width, height, places };
}
