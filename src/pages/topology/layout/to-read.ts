// Enlarges nodes until the names of all devices, subnets and folds are readable when the whole topology is shown.
import type { Line } from '../graph/shown';
import { layOut } from './lay-out';
import {
  cutSizes,
  enlarge,
  fitZoom,
  gapsFromZoom,
  isLegible,
  narrowGaps,
  sizesToTry,
  usualGaps,
  wideGaps,
  type Gaps,
  type SizesByNode,
} from './legible';
import { mayHaveRoom } from './name-room';
import type { OuterNodes } from './outer';
import { isSmallRoom, largerRooms } from './reading';
import { depthOf, top, type Places, type Size, type Tree } from './tree';

/** With more nodes, fewer layouts are tried, because each takes long. */
const manyNodes = 1500;
const mostSteps = 3;
/**
 * Larger nodes make a larger drawing, which needs a smaller zoom. To make all names readable, the zoom at which the
 * drawing with usual node sizes fits the window is divided by at most the first number, then by at most the next.
 */
const smaller = [3, 8];
/**
 * To make space for icons and facts, the zoom at which the drawing with usual node sizes fits the window is divided by
 * at most this number.
 */
const smallerForIcons = 2.5;
/**
 * A layout is computed for a zoom. If the layout fits the window only at less than this share of that zoom, no other
 * layouts with the same node sizes are tried.
 */
const hopeless = 0.8;
/** If fewer names than this would remain, names are cut instead of left out. */
const fewNames = 12;
/**
 * A layout is accepted if it fits the window at this share or more of the zoom for which it was computed: nodes are
 * enlarged a little more than their names need.
 */
const closeEnough = 0.98;
/** The bisection for the highest zoom ends when its upper bound is less than this factor above its lower bound. */
const near = 1.05;
/**
 * If not all names can be readable, a layout is computed in which they are readable at the usual zoom divided by
 * `leastSmaller`. If this layout fits the window only at less than this share of that zoom, all nodes keep their usual
 * sizes.
 */
const mostlyNamed = 0.75;
const leastSmaller = 4;

/**
 * One way to make names readable: sizes of nodes, gaps between them, and the maximum number by which the zoom is
 * divided at which the drawing with usual node sizes fits the window.
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
interface Placed extends Sized {
  readonly places: Places;
}

export interface Legible extends Placed {
  /** Whether all names can be read. */
  readonly isLegible: boolean;
  /** Whether names stay readable if the nodes are placed differently. */
  readonly fits: (places: Places) => boolean;
}

type Names = OuterNodes['names'];

/**
 * Enlarges nodes until names are readable. If space is scarce, the innermost folds lose the names of their contents
 * first. As a last resort, names are cut. A small window may show only a part of the drawing.
 */
export function makeLegible(
  tree: Tree,
  lines: readonly Line[],
  { names }: { readonly names: Names },
  room: Size,
  inRings = false,
): Legible {
  const shape = room.width < room.height ? room.width / room.height : undefined;
  const search = startSearch(tree, lines, (gaps) => ({
    ...gaps,
    ...(shape && { shape }),
    ...(inRings && { inRings }),
  }));
  const attemptsFor = (some: Names) => attemptsOf(some, search.isLarge, shape !== undefined);
  const roomsOf = (factors: readonly number[]) =>
    factors.map((times) => ({ width: room.width * times, height: room.height * times }));
  const [smallerFactor, ...largestFactors] = largerRooms;
  const [near, far] = isSmallRoom(room) ? [[1, smallerFactor!], largestFactors] : [[], [1]];
  const levels = withoutInnermost(tree, names);
  const attemptLists = levels.flatMap((some, index): [readonly Attempt[], readonly number[]][] => {
    const isLast = index === levels.length - 1;
    const saysLittle = isLast || levels[index + 1]!.size < fewNames;
    const named: [readonly Attempt[], readonly number[]] = [attemptsFor(some), far];
    return saysLittle ? [named, [attemptsToCut(some), [...near, ...far]]] : [named];
  });
  // A small window shows the whole drawing, without the names in folds, rather than a part with all names.
  const wholeFirst = levels.map((some) => [attemptsFor(some), near] as const);
  for (const [attempts, factors] of [...wholeFirst, ...attemptLists])
    for (const within of roomsOf(factors)) {
      const legible = findLegible(search, attempts, within);
      if (legible) return legible;
    }
  // An arrangement in rings wastes space in some networks, such as chains. So a second search arranges nodes in layers.
  return inRings ? makeLegible(tree, lines, { names }, room) : withoutRoom(search, attemptLists.at(-1)![0][0]!, room);
}

/**
 * Maps of names to show, each with fewer names than the one before: first the names of all nodes, then without the
 * names of nodes inside the innermost folds, and so on.
 */
function withoutInnermost(tree: Tree, names: Names): Names[] {
  const depths = new Map([...names.keys()].map((id) => [id, depthOf(tree, id)]));
  const deepest = Math.max(0, ...depths.values());
  return Array.from(
    { length: deepest + 1 },
    (_none, at) => new Map([...names].filter(([id]) => depths.get(id)! <= deepest - at)),
  );
}

/**
 * Ways to make names readable, the best first. `isHigh` says that the window is higher than wide, too narrow for facts.
 */
function attemptsOf(names: Names, isLarge: boolean, isHigh: boolean): readonly Attempt[] {
  const { withFacts, withIcons, tall, bare, narrow } = sizesToTry(names);
  const rich = (isHigh ? [withIcons, tall] : [withFacts, withIcons, tall]).map((needed) => ({
    ...{ needed, pixels: isHigh ? narrowGaps : wideGaps, mostSmaller: smallerForIcons },
  }));
  const poor = smaller.flatMap((mostSmaller) =>
    [bare, narrow].map((needed) => ({ needed, pixels: narrowGaps, mostSmaller })),
  );
  return isLarge ? poor : [...rich, ...poor];
}

const attemptsToCut = (names: Names): readonly Attempt[] => {
  const needed = cutSizes(names);
  return smaller.map((mostSmaller) => ({ needed, pixels: narrowGaps, mostSmaller }));
};

interface Search {
  readonly lines: readonly Line[];
  readonly usual: Placed;
  readonly isLarge: boolean;
  /** Adds the two options of the layout to the gaps: the proportions of the window, and whether to use rings. */
  readonly shaped: (gaps: Gaps) => Gaps;
}

function startSearch(tree: Tree, lines: readonly Line[], shaped: Search['shaped']): Search {
  const usual = placed(lines, { tree, gaps: shaped(usualGaps) });
  return { lines, usual, isLarge: tree.parentOf.size > manyNodes, shaped };
}

const placed = (lines: readonly Line[], { tree, gaps }: Sized): Placed => ({
  ...{ tree, gaps },
  places: layOut(tree, lines, top, gaps),
});

const placedAt = ({ lines, usual, shaped }: Search, { needed, pixels }: Attempt, zoom: number): Placed =>
  placed(lines, { tree: enlarge(usual.tree, needed, zoom), gaps: shaped(gapsFromZoom(zoom, pixels)) });

/**
 * Tries several ways to make all names readable, and searches for the highest zoom for each. Undefined if none
 * succeeds.
 */
function findLegible(search: Search, attempts: readonly Attempt[], room: Size): Legible | undefined {
  const { usual, isLarge } = search;
  const start = fitZoom(usual.tree, usual.places, room);
  const withoutHope = new Set<SizesByNode>();
  for (const attempt of attempts) {
    const { needed, pixels, mostSmaller } = attempt;
    const legible = (one: Placed): Legible => ({
      ...one,
      isLegible: true,
      fits: (places) => isLegible(one.tree, needed, fitZoom(one.tree, places, room)),
    });
    if (areHeadingsLegible(usual.tree, start) && isLegible(usual.tree, needed, start)) return legible(usual);
    if (withoutHope.has(needed) || !mayHaveRoom(usual, needed, pixels, room)) continue;
    const enough = searchZoom(start, start / mostSmaller, isLarge ? 1 : mostSteps, (zoom) => {
      const one = placedAt(search, attempt, zoom);
      const fittedZoom = fitZoom(one.tree, one.places, room);
      if (fittedZoom < zoom * hopeless) withoutHope.add(needed);
      return { result: one, shown: fittedZoom };
    });
    if (enough) return legible(enough);
  }
  return undefined;
}

/**
 * The layout if there is no space to make all names readable. Enlarged nodes still make some names readable; if there
 * are far too many nodes, they keep their usual sizes.
 */
function withoutRoom(search: Search, attempt: Attempt, room: Size): Legible {
  const { usual } = search;
  const least = fitZoom(usual.tree, usual.places, room) / leastSmaller;
  const enlarged = placedAt(search, attempt, least);
  const isMostlyNamed = fitZoom(enlarged.tree, enlarged.places, room) >= least * mostlyNamed;
  return { ...(isMostlyNamed ? enlarged : usual), isLegible: false, fits: () => true };
}

const areHeadingsLegible = ({ openFolds }: Tree, zoom: number): boolean =>
  openFolds.size === 0 || gapsFromZoom(zoom, narrowGaps).inFolds.heading <= usualGaps.inFolds.heading;

interface Tried<Result> {
  readonly result: Result;
  readonly shown: number;
}

/**
 * Finds by bisection a layout for the highest possible zoom at which it fits into the window. `at` computes a layout
 * for a zoom. Undefined if not even the lowest zoom works.
 */
function searchZoom<Result>(
  highest: number,
  lowest: number,
  steps: number,
  at: (zoom: number) => Tried<Result>,
): Result | undefined {
  let high = highest;
  const first = at(lowest);
  if (first.shown < lowest * closeEnough) return undefined;
  // `shown` is the zoom at which a layout fits into the window. It may be higher than the zoom for which the layout was
  // computed, so it becomes the lower bound of the bisection.
  let [best, low] = [first.result, first.shown];
  for (let step = 0; step < steps && low * near < high; step += 1) {
    const middle = Math.sqrt(low * high);
    const { result, shown } = at(middle);
    if (shown >= middle * closeEnough) [best, low] = [result, Math.max(middle, shown)];
    else high = middle;
  }
  return best;
}
