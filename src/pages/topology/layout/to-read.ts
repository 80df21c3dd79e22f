// Finds sizes of nodes at which all names of devices, subnets and folds can be read while the whole picture is shown.
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

/** Number of nodes above which fewer layouts are tried, because each layout of a large picture takes long. */
const manyNodes = 1500;
const mostSteps = 3;
/**
 * By how many times smaller the whole picture may be shown if its names do not fit otherwise. The values are tried one
 * after the other.
 */
const smaller = [3, 8];
/** By how many times smaller the picture may be shown so that icons and facts fit too. */
const smallerForIcons = 2.5;
/**
 * If a layout is shown at less than this share of the zoom that its names need, other attempts with the same sizes of
 * nodes are skipped: the names alone fill most of the picture.
 */
const hopeless = 0.8;
/** If leaving out the names in the innermost folds would leave fewer names than this, names are cut instead. */
const fewNames = 12;
/**
 * Names can be read even if a layout is shown at this share of the zoom for which its nodes were enlarged, because
 * `enlarge` adds spare space.
 */
const closeEnough = 0.98;
/** The search for a zoom ends when the lower and the upper limit differ by this factor or less. */
const near = 1.05;
/**
 * If not even cut names fit, nodes are enlarged for a zoom that is `leastSmaller` times lower than the zoom of the
 * usual layout. If the result is shown at less than `mostlyNamed` times this lower zoom, nodes keep their usual sizes.
 */
const mostlyNamed = 0.75;
const leastSmaller = 4;

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
/** A tree with its layout. */
interface Placed extends Sized {
  readonly places: Places;
}

export interface Legible extends Placed {
  /** Whether all names can be read. */
  readonly isLegible: boolean;
  /** Whether the names can also be read if the nodes of the tree have these other places. */
  readonly fits: (places: Places) => boolean;
}

type Names = OuterNodes['names'];

/**
 * The tree with nodes as large as their names need. A small window may show only a part of the picture. If there is
 * too little space, nodes in the innermost folds get no names: such a fold is drawn without its contents until the user
 * zooms in. If that is not enough, or would leave very few names, names are cut.
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
  const rooms = [1, ...(isSmallRoom(room) ? largerRooms : [])].map((times) => ({
    width: room.width * times,
    height: room.height * times,
  }));
  const levels = withoutInnermost(tree, names);
  const attemptLists = levels.flatMap((some, index) => {
    const isLast = index === levels.length - 1;
    const saysLittle = isLast || levels[index + 1]!.size < fewNames;
    return saysLittle ? [attemptsFor(some), attemptsToCut(some)] : [attemptsFor(some)];
  });
  for (const attempts of attemptLists)
    for (const within of rooms) {
      const legibleResult = findLegible(search, attempts, within);
      if (legibleResult) return legibleResult;
    }
  // If names do not fit in rings, nodes stand in layers: in rings, a chain for example leaves most of the picture
  // empty.
  return inRings ? makeLegible(tree, lines, { names }, room) : withoutRoom(search, attemptLists.at(-1)![0]!, room);
}

/** All names, then those without the nodes in the innermost folds, then without the next folds outwards, and so on. */
function withoutInnermost(tree: Tree, names: Names): Names[] {
  const depths = new Map([...names.keys()].map((id) => [id, depthOf(tree, id)]));
  const deepest = Math.max(0, ...depths.values());
  return Array.from(
    { length: deepest + 1 },
    (_none, at) => new Map([...names].filter(([id]) => depths.get(id)! <= deepest - at)),
  );
}

/** The ways to make these names readable, the best first. A picture that is higher than wide has no room for facts. */
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

/** What all attempts to make the names of a picture readable have in common. */
interface Search {
  readonly lines: readonly Line[];
  /** The tree with its usual sizes, and its layout. */
  readonly usual: Placed;
  readonly isLarge: boolean;
  /** Returns these gaps with two properties of the whole layout: its aspect ratio, and whether nodes stand in rings. */
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
 * Finds the first attempt with which all names can be read, and returns the tree and its layout. Larger nodes make the
 * picture appear smaller, so the zoom is searched for. `room` is the size of the whole picture. Undefined if no attempt
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
 * The tree for a picture without room for all names. Enlarged nodes still show more names than nodes of the usual size,
 * unless the nodes are far too many.
 */
function withoutRoom(search: Search, attempt: Attempt, room: Size): Legible {
  const { usual } = search;
  const least = fitZoom(usual.tree, usual.places, room) / leastSmaller;
  const enlarged = placedAt(search, attempt, least);
  const isMostlyNamed = fitZoom(enlarged.tree, enlarged.places, room) >= least * mostlyNamed;
  return { ...(isMostlyNamed ? enlarged : usual), isLegible: false, fits: () => true };
}

/** Whether headings of expanded folds, in their usual height, can be read at this zoom. */
const areHeadingsLegible = ({ openFolds }: Tree, zoom: number): boolean =>
  openFolds.size === 0 || gapsFromZoom(zoom, narrowGaps).inFolds.heading <= usualGaps.inFolds.heading;

/** A layout for a zoom, and the zoom at which it is shown whole. */
interface Tried<Result> {
  readonly result: Result;
  readonly shown: number;
}

/**
 * Computes layouts for several zooms (by `at`), and returns the one for the highest zoom at which the layout fits into
 * the window. The highest zoom is approximated. Undefined if the layout for the lowest zoom does not fit.
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
  // This layout is shown at `first.shown`. At this zoom, its nodes are at least as large as their names need, so only
  // higher zooms are tried.
  let [best, low] = [first.result, first.shown];
  for (let step = 0; step < steps && low * near < high; step += 1) {
    const middle = Math.sqrt(low * high);
    const { result, shown } = at(middle);
    if (shown >= middle * closeEnough) [best, low] = [result, Math.max(middle, shown)];
    else high = middle;
  }
  return best;
}
