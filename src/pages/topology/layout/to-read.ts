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
import { depthOf, top, type Places, type Size, type Tree } from './tree';

/** Number of nodes above which fewer layouts are tried, because each layout of a large picture takes long. */
const manyNodes = 1500;
const mostSteps = 3;
/** Maximum factor by which the whole picture may be shown smaller if there is not enough space for all names. */
const mostSmaller = 4;
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
  readonly pixels: Pick<Gaps, 'top' | 'grid'>;
  readonly mostSmaller: number;
}

interface Sized {
  readonly tree: Tree;
  readonly gaps: Gaps;
}

export interface Legible extends Sized {
  /** Whether all names can be read. */
  readonly isLegible: boolean;
  /** Whether the names can be read in this arrangement of the tree as well as in that of the page's own layout. */
  readonly fits: (places: Places) => boolean;
}

/**
 * Sizes of a picture that a small window shows in parts, to try one after the other, as multiples of the window's width
 * and height.
 */
const largerRooms = [1.4, 2, 2.8, 4];

/**
 * The tree with nodes as large as their names need. In a small window, readable names are preferred to showing the
 * whole picture: the picture may be larger than the window, and the user scrolls. If there is not enough space for all
 * names, the nodes in the innermost folds get none. Such a fold is drawn as a card until the user zooms in.
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
  if (inWindow.isLegible) return inWindow;
  for (const times of isSmallRoom(room) ? largerRooms : []) {
    const larger = { width: room.width * times, height: room.height * times };
    const found = findLegible(tree, lines, outer, larger, { shape, inRings });
    if (found.isLegible) return found;
  }
  for (const fewer of withoutInnermost(tree, outer)) {
    const found = findLegible(tree, lines, fewer, room, { shape, inRings });
    if (found.isLegible) return found;
  }
  return inWindow;
}

type OuterNames = Pick<OuterNodes, 'names'>;

/** The names without those of nodes in the innermost folds, then without those in the next folds outwards, and so on. */
function withoutInnermost(tree: Tree, { names }: OuterNames): OuterNames[] {
  const depths = new Map([...names.keys()].map((id) => [id, depthOf(tree, id)]));
  const deepest = Math.max(0, ...depths.values());
  return Array.from({ length: deepest }, (_none, at) => ({
    names: new Map([...names].filter(([id]) => depths.get(id)! < deepest - at)),
  }));
}

/**
 * The tree with nodes as large as their names need, with icons and facts if there is space. Larger nodes make the whole
 * picture appear smaller, so the zoom at which all names fit is searched for. `names` are the names to read, `room` is
 * the size of the whole picture, and `shape` is its aspect ratio if it differs from that of a screen.
 */
function findLegible(
  tree: Tree,
  lines: readonly Line[],
  { names }: OuterNames,
  room: Size,
  { shape, inRings }: Pick<Gaps, 'inRings'> & { readonly shape: number | undefined },
): Legible {
  const shownAt = (one: Sized) => fitZoom(one.tree, layOut(one.tree, lines, top, one.gaps), room);
  const shaped = (one: Sized): Sized => ({
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
  for (const attempt of attempts) {
    const legible = (one: Sized): Legible => ({
      ...one,
      isLegible: true,
      fits: (places) => isLegible(one.tree, attempt.needed, fitZoom(one.tree, places, room)),
    });
    if (areHeadingsLegible(tree, start) && isLegible(tree, attempt.needed, start)) return legible(usual);
    const enough = searchZoom(start, start / attempt.mostSmaller, isLarge ? 1 : mostSteps, (zoom) => {
      const one = shaped(enlargedAt(tree, attempt, zoom));
      return shownAt(one) >= zoom ? one : undefined;
    });
    if (enough) return legible(enough);
  }
  // There is not enough space for all names. Enlarged nodes still show more names than nodes of the default size.
  const [low, high] = [narrow, tall].map((needed) =>
    shaped(enlargedAt(tree, { needed, pixels: narrowGaps, mostSmaller }, start / mostSmaller)),
  ) as [Sized, Sized];
  const shown = shownAt(low);
  const isMostlyNamed = shown >= (start / mostSmaller) * mostlyNamed;
  const chosen = !isMostlyNamed ? usual : shownAt(high) >= shown * almost ? high : low;
  return { ...chosen, isLegible: false, fits: () => true };
}

/** Whether headings of expanded folds, in their usual height, can be read at this zoom. */
const areHeadingsLegible = ({ openFolds }: Tree, zoom: number): boolean =>
  openFolds.size === 0 || gapsFromZoom(zoom, narrowGaps).inFolds.heading <= usualGaps.inFolds.heading;

const enlargedAt = (tree: Tree, { needed, pixels }: Attempt, zoom: number): Sized => ({
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
