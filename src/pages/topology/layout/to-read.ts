// Finds sizes of nodes at which all names of devices, subnets and folds can be read while the whole picture is shown.
import type { Line } from '../graph/shown';
import { layOut } from './lay-out';
import {
  enlarge,
  gapsFromZoom,
  isLegible,
  narrowGaps,
  sizesToTry,
  usualGaps,
  wideGaps,
  fitZoom,
  type Gaps,
  type SizesByNode,
} from './legible';
import type { OuterNodes } from './outer';
import { isSmallRoom } from './reading';
import { top, type Size, type Tree } from './tree';

/** Number of nodes above which fewer layouts are tried, because each layout of a large picture takes long. */
const manyNodes = 1500;
const mostSteps = 3;
/** Maximum factor by which the whole picture may be shown smaller if there is not enough space for all names. */
const mostSmaller = 4;
/** Minimum zoom of a picture with expanded folds. At a lower zoom, their headings would be too small. */
const leastWithFolds = 0.38;
/** Nodes are not enlarged if they would get less than this share of the size that their names need. */
const mostlyNamed = 0.75;
/**
 * If not all names fit, nodes have icons above their names only if the picture then appears at least this large. The
 * value is a share of the scale without icons.
 */
const almost = 0.97;

/**
 * One way to make names readable: sizes of nodes, gaps in pixels, and the factor by which the whole picture may be
 * shown smaller.
 */
interface Attempt {
  readonly needed: SizesByNode;
  readonly pixels: Gaps;
  readonly mostSmaller: number;
}

export interface Legible {
  readonly tree: Tree;
  readonly gaps: Gaps;
}

/**
 * Sizes of a picture that a small window shows in parts, to try one after the other, as multiples of the window's width
 * and height.
 */
const largerRooms = [1.4, 2, 2.8, 4];

/**
 * The tree with nodes as large as their names need. In a small window, readable names are preferred to showing the
 * whole picture: the picture may be larger than the window, and the user scrolls.
 */
export function makeLegible(
  tree: Tree,
  lines: readonly Line[],
  outer: OuterNames,
  room: Size,
  inRings = false,
): Legible {
  const shape = room.width < room.height ? room.width / room.height : undefined;
  const inWindow = findLegible(tree, lines, outer, room, { shape, inRings });
  if (!isSmallRoom(room) || inWindow.isLegible) return inWindow;
  for (const times of largerRooms) {
    const larger = { width: room.width * times, height: room.height * times };
    const found = findLegible(tree, lines, outer, larger, { shape, inRings });
    if (found.isLegible) return found;
  }
  return inWindow;
}

type OuterNames = Pick<OuterNodes, 'names' | 'hasOpenFolds'>;

/**
 * The tree with nodes as large as their names need, with icons and facts if there is space. `isLegible` is whether all
 * names fit. Larger nodes make the whole picture appear smaller, so the zoom at which all names fit is searched for.
 * `names` are the names to read, `room` is the size of the whole picture, and `shape` is its aspect ratio if it differs
 * from that of a screen.
 */
function findLegible(
  tree: Tree,
  lines: readonly Line[],
  { names, hasOpenFolds }: OuterNames,
  room: Size,
  { shape, inRings }: Pick<Gaps, 'inRings'> & { readonly shape: number | undefined },
): Legible & { readonly isLegible: boolean } {
  const shownAt = (one: Legible) => fitZoom(one.tree, layOut(one.tree, lines, top, one.gaps), room);
  const shaped = (one: Legible): Legible => ({
    ...one,
    gaps: { ...one.gaps, ...(shape && { shape }), ...(inRings && { inRings }) },
  });
  const usual = shaped({ tree, gaps: usualGaps });
  const start = shownAt(usual);
  const isLarge = tree.parentOf.size > manyNodes;
  const { withFacts, withIcons, tall, bare, narrow } = sizesToTry(names);
  const rich = (shape === undefined ? [withFacts, withIcons, tall] : [withIcons, tall]).map((needed) => ({
    ...{ needed, pixels: shape === undefined ? wideGaps : narrowGaps, mostSmaller: 2.5 },
  }));
  const poor = [3, 8].flatMap((mostSmaller) =>
    [bare, narrow].map((needed) => ({ needed, pixels: narrowGaps, mostSmaller })),
  );
  const attempts = isLarge ? poor : [...rich, ...poor];
  // If folds are expanded, their headings must not become too small.
  const most = hasOpenFolds ? Math.max(1, start / leastWithFolds) : Infinity;
  for (const attempt of attempts.map((one) => ({ ...one, mostSmaller: Math.min(one.mostSmaller, most) }))) {
    if (isLegible(tree, attempt.needed, start)) return { ...usual, isLegible: true };
    const enough = searchZoom(start, start / attempt.mostSmaller, isLarge ? 1 : mostSteps, (zoom) => {
      const one = shaped(enlargedAt(tree, attempt, zoom));
      return shownAt(one) >= zoom ? one : undefined;
    });
    if (enough) return { ...enough, isLegible: true };
  }
  if (hasOpenFolds) return { ...usual, isLegible: false };
  // There is not enough space for all names. Enlarged nodes still show more names than nodes of the default size.
  const [low, high] = [narrow, tall].map((needed) =>
    shaped(enlargedAt(tree, { needed, pixels: narrowGaps, mostSmaller }, start / mostSmaller)),
  ) as [Legible, Legible];
  const shown = shownAt(low);
  const isMostlyNamed = shown >= (start / mostSmaller) * mostlyNamed;
  const chosen = !isMostlyNamed ? usual : shownAt(high) >= shown * almost ? high : low;
  return { ...chosen, isLegible: false };
}

const enlargedAt = (tree: Tree, { needed, pixels }: Attempt, zoom: number): Legible => ({
  tree: enlarge(tree, needed, zoom),
  gaps: gapsFromZoom(zoom, pixels),
});

/**
 * Returns the result of `at` for about the largest zoom at which `at` has a result. Undefined if `at` has none even at
 * the lowest zoom.
 */
function searchZoom<Result>(
  highest: number,
  lowest: number,
  steps: number,
  at: (zoom: number) => Result | undefined,
): Result | undefined {
  let [low, high] = [lowest, highest];
  let best = at(low);
  for (let step = 0; best && step < steps; step += 1) {
    const middle = Math.sqrt(low * high);
    const result = at(middle);
    if (result) [best, low] = [result, middle];
    else high = middle;
  }
  return best;
}
