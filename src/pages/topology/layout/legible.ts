// Enlarges devices, subnets and folds until each can be named where the whole picture is in sight.
import { lengthOf } from '../graph/texts';
import { boundsOf, rectanglesOf, type Places, type Size, type Tree } from './tree';

/** Width of a letter and height of a line of a name at its smallest, in pixels, and the room around a name. */
const letter = { width: 6.9, height: 12.65 };
const around = { width: 17, height: 8 };
/** A name that is wider breaks into lines. */
const widestLine = 150;
/** Room for an icon beside the name, and for a line below it. */
const icon = 22;
const iconAbove = 22;
const fact = letter.height;
/** Some more than needed, as the picture grows with its nodes. */
const spare = 1.03;
/** Nodes become at most this many times larger: with more of them there is no room for all names. */
const mostTimes = 60;

/** The size in pixels of a node with its name. */
export function sizeToName(name: string): Size {
  const words = name.split(/(?<=[-/_])|\s+/).map((word) => lengthOf(word) * letter.width);
  const whole = lengthOf(name) * letter.width;
  const width = Math.max(Math.min(whole, widestLine), ...words);
  // Lines are seldom full.
  const lines = whole <= width ? 1 : Math.ceil((whole * 1.2) / width);
  return { width: width + around.width, height: lines * letter.height + around.height };
}

/** Sizes in pixels of nodes with these names. */
export interface SizesToTry {
  /** With an icon beside the name, and a fact below. */
  readonly withFacts: SizesByNode;
  readonly withIcons: SizesByNode;
  /** With an icon above the name. */
  readonly tall: SizesByNode;
  readonly bare: SizesByNode;
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
  };
}

/** The gaps of a layout, in units of the plane. */
export interface Gaps {
  readonly top: number;
  /** Between nodes in a grid. */
  readonly grid: number;
}
export const usualGaps: Gaps = { top: 48, grid: 22 };
/** The smallest gaps in pixels, where there is room for them, and where there is little. */
export const wideGaps: Gaps = { top: 14, grid: 10 };
export const narrowGaps: Gaps = { top: 8, grid: 8 };
/** Gaps that have at least this number of pixels at this zoom. */
export const gapsAt = (zoom: number, pixels: Gaps): Gaps => ({
  top: Math.max(usualGaps.top, pixels.top / zoom),
  grid: Math.max(usualGaps.grid, pixels.grid / zoom),
});

/** The nodes to name, those at the top level and in folds, by id, with their sizes in pixels. */
export type SizesByNode = ReadonlyMap<string, Size>;

/** The tree with larger minimum sizes for the nodes, shown at this zoom; the same tree if all are large enough. */
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

/** The zoom at which the whole arrangement is shown in a room of this size. */
export function zoomOf(tree: Tree, places: Places, room: Size): number {
  const bounds = boundsOf(rectanglesOf(tree, places).values());
  return bounds ? Math.min(room.width / bounds.width, room.height / bounds.height, 1) : 1;
}

/** Whether all nodes are as large as needed at this zoom, apart from what is lost by rounding. */
export const isLegible = (tree: Tree, needed: SizesByNode, zoom: number): boolean =>
  enlarge(tree, needed, (zoom * spare) / rounding) === tree;
const rounding = 0.98;
