// Enlarges devices, subnets and folds until the name of each can be read while the whole picture is shown.
import { cutInMiddle, lettersOf, tellingLetters } from '../graph/telling';
import { measureLetters } from '../graph/texts';
import { findBounds, buildRectangles, gap, headerHeight, type Places, type Size, type Tree } from './tree';

/**
 * Width of a letter and height of a line in the smallest readable font, in pixels. The next constant is the margin
 * around a name.
 */
const letter = { width: 6.9, height: 12.65 };
const around = { width: 17, height: 8 };
/**
 * Maximum width in pixels of a line of a name, before the name is broken into several lines. The next constant is for
 * pictures with little space.
 */
const widestLine = 150;
const narrowLine = 90;
/** Width in pixels of an icon beside the name, and heights of an icon above the name and of a fact below it. */
const icon = 22;
const iconAbove = 22;
const fact = letter.height;
/**
 * Nodes are made this many times larger than their names need: larger nodes enlarge the picture, which is then shown at
 * a slightly lower zoom.
 */
const spare = 1.03;
/**
 * Maximum factor by which a node is enlarged. If names need a larger factor, there is not enough space for all names.
 */
const mostTimes = 60;

/** The size in pixels of a node with its name. */
export function sizeToName(name: string, widest = widestLine): Size {
  const words = name.split(/(?<=[-/_])|\s+/).map((word) => measureLetters(word) * letter.width);
  const whole = measureLetters(name) * letter.width;
  const width = Math.max(Math.min(whole, widest), ...words);
  // Lines are seldom filled completely, so more lines are planned than the width of the text alone needs.
  const lines = whole <= width ? 1 : Math.ceil((whole * 1.2) / width);
  return { width: width + around.width, height: lines * letter.height + around.height };
}

/** Sizes in pixels that nodes need for their names, in four variants. */
export interface SizesToTry {
  /** Sizes with an icon beside each name and a fact below the name. */
  readonly withFacts: SizesByNode;
  readonly withIcons: SizesByNode;
  /** Sizes with an icon above each name. */
  readonly tall: SizesByNode;
  readonly bare: SizesByNode;
  /** Sizes in which a name of several words has a line for each word or two. */
  readonly narrow: SizesByNode;
}

export function sizesToTry(names: ReadonlyMap<string, string>): SizesToTry {
  const bare = new Map([...names].map(([id, name]) => [id, sizeToName(name)]));
  const larger = (by: Size) =>
    new Map([...bare].map(([id, { width, height }]) => [id, { width: width + by.width, height: height + by.height }]));
  return {
    withFacts: larger({ width: icon, height: fact }),
    withIcons: larger({ width: icon, height: 0 }),
    tall: larger({ width: 0, height: iconAbove }),
    bare,
    narrow: new Map([...names].map(([id, name]) => [id, sizeToName(name, narrowLine)])),
  };
}

/** Number of letters that a cut name shows in addition to those that distinguish it from all other names. */
const spareLetters = 2;

/** Sizes in pixels that nodes need for their names if names are cut as far as they still differ. */
export function cutSizes(names: ReadonlyMap<string, string>): SizesByNode {
  const telling = tellingLetters(names.values());
  return new Map(
    [...names].map(([id, name]) => {
      const [letters, count] = [lettersOf(name), telling.get(name)! + spareLetters];
      return [id, sizeToName(letters.length <= count + 1 ? name : cutInMiddle(letters, count))];
    }),
  );
}

/** The gaps between nodes, in units of the picture. */
export interface NodeGaps {
  readonly top: number;
  /** The gap between nodes that are placed in a grid. */
  readonly grid: number;
}

/** The gaps of a layout, in units of the picture. */
export interface Gaps extends NodeGaps {
  /** The gaps in expanded folds: between connected nodes, between other nodes, and from the upper side to the nodes. */
  readonly inFolds: { readonly joined: number; readonly apart: number; readonly heading: number };
  /** Aspect ratio, width by height, of the whole picture. If omitted, that of a screen applies. */
  readonly shape?: number;
  /** Whether nodes stand in rings around their centre instead of in layers. */
  readonly inRings?: boolean;
}
export const usualGaps: Gaps = { top: 48, grid: 22, inFolds: { joined: 26, apart: gap, heading: headerHeight } };
/** Minimum gaps in pixels for a picture with much space. The next constant is for a picture with little space. */
export const wideGaps: NodeGaps = { top: 14, grid: 10 };
export const narrowGaps: NodeGaps = { top: 8, grid: 8 };
/** Height in pixels of the heading of an expanded fold in the smallest readable font, with a margin. */
export const headingPixels = 15;
/** Gaps in units of the picture that have at least this number of pixels at this zoom. */
export const gapsFromZoom = (zoom: number, pixels: NodeGaps): Gaps => ({
  top: Math.max(usualGaps.top, pixels.top / zoom),
  grid: Math.max(usualGaps.grid, pixels.grid / zoom),
  inFolds: {
    joined: Math.max(usualGaps.inFolds.joined, pixels.top / zoom),
    apart: Math.max(usualGaps.inFolds.apart, pixels.grid / zoom),
    heading: Math.max(headerHeight, headingPixels / zoom),
  },
});

/** The sizes in pixels that nodes need for their names, by id, for nodes at the top level and in expanded folds. */
export type SizesByNode = ReadonlyMap<string, Size>;

/**
 * Returns the tree with these nodes enlarged to the size that their names need at this zoom. Returns the same tree if
 * all are large enough.
 */
export function enlarge(tree: Tree, needed: SizesByNode, zoom: number): Tree {
  const sizes = new Map(tree.sizes);
  let isSame = true;
  for (const [id, { width, height }] of needed) {
    const before = sizes.get(id);
    if (!before) continue;
    const times = Math.min(spare / zoom, mostTimes);
    const size = { width: Math.max(before.width, width * times), height: Math.max(before.height, height * times) };
    if (size.width <= before.width && size.height <= before.height) continue;
    sizes.set(id, { width: Math.ceil(size.width), height: Math.ceil(size.height) });
    isSame = false;
  }
  return isSame ? tree : { ...tree, sizes };
}

/** The zoom at which the whole arrangement fits into a window of this size. */
export function fitZoom(tree: Tree, places: Places, room: Size): number {
  const bounds = findBounds(buildRectangles(tree, places).values());
  return bounds ? Math.min(room.width / bounds.width, room.height / bounds.height, 1) : 1;
}

/** Whether all nodes have the size that their names need at this zoom, except for rounding errors. */
export const isLegible = (tree: Tree, needed: SizesByNode, zoom: number): boolean =>
  enlarge(tree, needed, (zoom * spare) / rounding) === tree;
const rounding = 0.98;

/** The lowest zoom, at most 1, at which each of these nodes is large enough for its name. */
export function zoomToRead(rectangles: ReadonlyMap<string, Size>, names: ReadonlyMap<string, string>): number {
  let zoom = 0;
  for (const [id, name] of names) {
    const { width, height } = rectangles.get(id)!;
    const needed = sizeToName(name);
    zoom = Math.max(zoom, needed.width / width, needed.height / height);
  }
  return Math.min(zoom, 1);
}
