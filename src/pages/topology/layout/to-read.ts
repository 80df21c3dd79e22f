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
import { isSmallRoom } from './reading';
import { depthOf, top, type Places, type Size, type Tree } from './tree';

/** Number of nodes above which fewer layouts are tried, because each layout of a large picture takes long. */
const manyNodes = 1500;
const mostSteps = 3;
/** Maximum factors, tried one after the other, by which the whole picture may be shown smaller so that names fit. */
const smaller = [3, 8];
/** Maximum factor by which a picture may be shown smaller so that icons and facts fit as well. */
const smallerForIcons = 2.5;
/**
 * If a layout is shown at less than this share of the zoom at which its names could be read, a lower zoom does not help
 * either: the names themselves fill most of the picture.
 */
const hopeless = 0.8;
/** Names are cut rather than that fewer names than this are shown. */
const fewNames = 12;
/** A layout that is shown at this share of a zoom has names that can be read, because `enlarge` leaves spare space. */
const closeEnough = 0.98;
/** A search ends when the zoom is known up to this factor. */
const near = 1.05;
/**
 * If not even cut names have room, nodes are only enlarged if they get at least `mostlyNamed` of the size that their
 * names need, in a picture that is shown smaller by the factor `leastSmaller`.
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
  /** Whether the names can be read in this arrangement of the tree as well as in that of the page's own layout. */
  readonly fits: (places: Places) => boolean;
}

type Names = OuterNodes['names'];

/**
 * Sizes of a picture that a small window shows in parts, to try one after the other, as multiples of the window's width
 * and height.
 */
const largerRooms = [1.4, 2, 2.8, 4];

/**
 * The tree with nodes as large as their names need. In a small window, readable names are preferred to showing the
 * whole picture: the picture may be larger than the window, and the user scrolls. If there is not enough space for all
 * names, the nodes in the innermost folds get none. Such a fold is drawn as a card until the user zooms in. Names are
 * cut if there is still not enough space, or if very few nodes would be named.
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
  // Rings around many nodes one after the other, such as those of a chain, leave most of the picture empty.
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

/** What all attempts for a picture have in common. */
interface Search {
  readonly lines: readonly Line[];
  /** The tree with its usual sizes, and its layout. */
  readonly usual: Placed;
  readonly isLarge: boolean;
  /** The gaps, with the properties of the whole layout. */
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
 * The tree with nodes as large as the first attempt that succeeds makes them. Larger nodes make the whole picture appear
 * smaller, so the zoom at which all names fit is searched for. `room` is the size of the whole picture. Undefined if no
 * attempt succeeds.
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
 * Returns the result of `at` for about the largest zoom at which the result is shown at this zoom or larger. Undefined
 * if there is none even at the lowest zoom.
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
  // At the zoom at which a layout is shown, nodes need no more space than in this layout.
  let [best, low] = [first.result, first.shown];
  for (let step = 0; step < steps && low * near < high; step += 1) {
    const middle = Math.sqrt(low * high);
    const { result, shown } = at(middle);
    if (shown >= middle * closeEnough) [best, low] = [result, Math.max(middle, shown)];
    else high = middle;
  }
  return best;
}
