// Enlarges devices, subnets and folds until the name of each can be read while the whole picture is shown.
import { cutInMiddle, lettersOf, tellingLetters } from '../graph/telling';
import { measureLetters } from '../graph/texts';
import { findBounds, buildRectangles, gap, headerHeight, type Places, type Size, type Tree } from './tree';

/** Pixels of a letter in the smallest readable font, and the margin around a name. */
const letter = { width: 6.9, height: 12.65 };
const around = { width: 17, height: 8 };
/** Width in pixels at which a name is broken into lines: usually `widestLine`, or less if space is scarce. */
const widestLine = 150;
const middleLine = 120;
const narrowLine = 90;
const icon = 22;
const iconAbove = 22;
const fact = letter.height;
/** Nodes are made slightly larger than their names need: when nodes grow, the drawing grows, and is shown smaller. */
const spare = 1.03;
/** Nodes are enlarged at most this many times. If that is not enough, there is no space for all names. */
const mostTimes = 60;

export function sizeToName(name: string, widest = widestLine): Size {
  const words = name.split(/(?<=[-/_])|\s+/).map((word) => measureLetters(word) * letter.width);
  const whole = measureLetters(name) * letter.width;
  const width = Math.max(Math.min(whole, widest), ...words);
  // Lines are seldom filled completely, so more lines are planned than the width of the text alone needs.
  const lines = whole <= width ? 1 : Math.ceil((whole * 1.2) / width);
  return { width: width + around.width, height: lines * letter.height + around.height };
}

/** Sizes of all nodes in pixels, for several ways to show the name of a node: with or without icon and facts. */
export interface SizesToTry {
  /** Sizes of nodes with an icon beside the name, and with a fact, such as the model, below the name. */
  readonly withFacts: SizesByNode;
  readonly withIcons: SizesByNode;
  /** Sizes of nodes with an icon above the name. */
  readonly tall: SizesByNode;
  readonly bare: SizesByNode;
  /** Sizes of nodes whose names are broken into short lines. */
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

/** A cut name keeps this many letters more than it needs to differ from others. */
const spareLetters = 2;

/** Returns the sizes of nodes in pixels if names are shortened as far as possible while all of them still differ. */
export function cutSizes(names: ReadonlyMap<string, string>): SizesByNode {
  const telling = tellingLetters(names.values());
  return new Map(
    [...names].map(([id, name]) => {
      const [letters, count] = [lettersOf(name), telling.get(name)! + spareLetters];
      return [id, sizeToName(letters.length <= count + 1 ? name : cutInMiddle(letters, count))];
    }),
  );
}

export interface NodeGaps {
  readonly top: number;
  readonly grid: number;
}

/** The gaps of a layout, in units of the drawing (pixels at zoom 1). */
export interface Gaps extends NodeGaps {
  /** Gaps inside an expanded fold: between linked nodes, between other nodes, and above the nodes for the heading. */
  readonly inFolds: { readonly joined: number; readonly apart: number; readonly heading: number };
  /** Proportions (width by height) of the drawing, by default those of a screen. */
  readonly shape?: number;
  /** Whether to arrange nodes in rings instead of layers. */
  readonly inRings?: boolean;
}
export const usualGaps: Gaps = { top: 48, grid: 22, inFolds: { joined: 26, apart: gap, heading: headerHeight } };
/** Minimum gaps in pixels: `wideGaps` where space is plentiful, `narrowGaps` where it is scarce. */
export const wideGaps: NodeGaps = { top: 14, grid: 10 };
export const narrowGaps: NodeGaps = { top: 8, grid: 8 };
/** Height in pixels of the heading of an expanded fold in the smallest readable font, with a margin. */
export const headingPixels = 15;
/** The gaps for a drawing that will be shown at this zoom, so that they have a minimum size on the screen. */
export const gapsFromZoom = (zoom: number, pixels: NodeGaps): Gaps => ({
  top: Math.max(usualGaps.top, pixels.top / zoom),
  grid: Math.max(usualGaps.grid, pixels.grid / zoom),
  inFolds: {
    joined: Math.max(usualGaps.inFolds.joined, pixels.top / zoom),
    apart: Math.max(usualGaps.inFolds.apart, pixels.grid / zoom),
    heading: Math.max(headerHeight, headingPixels / zoom),
  },
});

/** The pixels that each node needs for its name on the screen. */
export type SizesByNode = ReadonlyMap<string, Size>;

/** Enlarges nodes until their names fit at this zoom. Returns the same tree if nothing changes. */
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

/** The zoom at which everything fits into the window; at most 1. */
export function fitZoom(tree: Tree, places: Places, room: Size): number {
  const bounds = findBounds(buildRectangles(tree, places).values());
  return bounds ? Math.min(room.width / bounds.width, room.height / bounds.height, 1) : 1;
}

/** Whether all names fit into their nodes at this zoom. Tolerates rounding errors. */
export const isLegible = (tree: Tree, needed: SizesByNode, zoom: number): boolean =>
  enlarge(tree, needed, (zoom * spare) / rounding) === tree;
const rounding = 0.98;

/** The lowest zoom, at most 1, at which all names fit into their nodes. */
export function zoomToRead(rectangles: ReadonlyMap<string, Size>, names: ReadonlyMap<string, string>): number {
  let zoom = 0;
  for (const [id, name] of names) {
    const { width, height } = rectangles.get(id)!;
    const zooms = [widestLine, middleLine, narrowLine].map((widest) => {
      const needed = sizeToName(name, widest);
      return Math.max(needed.width / width, needed.height / height);
    });
    zoom = Math.max(zoom, Math.min(...zooms));
  }
  return Math.min(zoom, 1);
}
