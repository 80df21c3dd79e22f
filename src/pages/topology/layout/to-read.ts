// Finds sizes of nodes at which the name of every device, subnet and fold can be read while the whole picture is shown.
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

/** Number of nodes from which a picture is laid out fewer times, because each layout takes long. */
const manyNodes = 1500;
const mostSteps = 3;
/** Maximum factor by which the whole picture may be shown smaller if there is not enough space for all names. */
const mostSmaller = 4;
/** Minimum zoom of a picture with open folds, whose headings would otherwise become too small. */
const leastWithFolds = 0.38;
/** Nodes that would get less than this share of the size that they need are not enlarged. */
const mostlyNamed = 0.75;
/** Arrangements with higher nodes are chosen if they appear at least this large, compared with the others. */
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

/** How many times larger than a small window, in each direction, a picture may be. */
const largerRooms = [1.4, 2, 2.8, 4];

/**
 * The tree with nodes as large as their names need. In a small window, names come before the whole picture: this may be
 * larger than the window, and the user moves it.
 */
export function makeLegible(tree: Tree, lines: readonly Line[], outer: OuterNames, room: Size): Legible {
  const shape = room.width < room.height ? room.width / room.height : undefined;
  const inWindow = findLegible(tree, lines, outer, room, shape);
  if (!isSmallRoom(room) || inWindow.isLegible) return inWindow;
  for (const times of largerRooms) {
    const larger = { width: room.width * times, height: room.height * times };
    const found = findLegible(tree, lines, outer, larger, shape);
    if (found.isLegible) return found;
  }
  return inWindow;
}

type OuterNames = Pick<OuterNodes, 'names' | 'hasOpenFolds'>;

/**
 * The tree with nodes as large as their names need, with icons and facts if there is room, and whether they are large
 * enough. The larger the nodes, the smaller the whole is shown, so the zoom at which they are large enough is searched
 * for. `names` are those of the nodes to read, `room` is the size of the whole picture, and `shape` its aspect ratio if
 * that is not a screen's.
 */
function findLegible(
  tree: Tree,
  lines: readonly Line[],
  { names, hasOpenFolds }: OuterNames,
  room: Size,
  shape: number | undefined,
): Legible & { readonly isLegible: boolean } {
  const shownAt = (one: Legible) => fitZoom(one.tree, layOut(one.tree, lines, top, one.gaps), room);
  const shaped = (one: Legible): Legible => ({ ...one, gaps: { ...one.gaps, ...(shape && { shape }) } });
  const usual = shaped({ tree, gaps: usualGaps });
  const start = shownAt(usual);
  const isLarge = tree.parentOf.size > manyNodes;
  const { withFacts, withIcons, tall, bare } = sizesToTry(names);
  const rich = (shape === undefined ? [withFacts, withIcons, tall] : [withIcons, tall]).map((needed) => ({
    ...{ needed, pixels: shape === undefined ? wideGaps : narrowGaps, mostSmaller: 2.5 },
  }));
  const poor = [3, 8].map((mostSmaller) => ({ needed: bare, pixels: narrowGaps, mostSmaller }));
  const attempts = isLarge ? poor : [...rich, ...poor];
  // If folds are open, their headings must not become too small.
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
  // Not all names have space then, but more of them than at the default sizes.
  const [low, high] = [bare, tall].map((needed) =>
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
 * The result at about the largest zoom for which there is one. Undefined if there is none even for the smallest zoom.
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
