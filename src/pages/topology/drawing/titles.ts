// Lays out names over a zoomed-out picture: as large as fits, without overlaps, the most important first.
import { cutInMiddle, lettersOf } from '../graph/telling';
import { headerHeight, type Rect } from '../layout/tree';
import { leastFontSize } from './styles';

const sizes = [12.5, leastFontSize];
export const lineHeight = 1.15;
/** Width in pixels for an icon beside a name. */
const iconRoom = 14;
/** Font size in pixels for names on large nodes. */
const largeFontSize = 15;
const largeNode = { width: 170, height: 70 };
/** By how many pixels a line of text may be higher than its node: the line includes empty space around the letters. */
const mostOver = 3;
/** Minimum size of a box with a name, in pixels. Smaller boxes have no space for a name. */
const leastBox = { width: 30, height: 8 };
const beyond = 40;
/** A name that would have to be cut to fewer letters is not shown. */
const fewestLetters = 5;

export type Measure = (text: string) => number;

export interface TitleLines {
  readonly lines: readonly string[];
  readonly isWhole: boolean;
}

export type LinesOf = (title: string, width: number, most: number) => TitleLines;
const mostTitles = 5_000;

/** Wraps titles at font size 1 and caches the results, because wrapping is slow. Similar widths share a result. */
export function createLines(ruler: Measure): LinesOf {
  const cache = new Map<string, { readonly from: number; readonly below: number; readonly result: TitleLines }[]>();
  return (title, width, most) => {
    const key = `${most} ${title}`;
    const entries = cache.get(key) ?? [];
    const before = entries.find(({ from, below }) => from <= width && width < below);
    if (before) return before.result;
    let [from, below] = [-Infinity, Infinity];
    const result = titleLines(title, width, most, (text) => {
      const measuredWidth = ruler(text);
      if (measuredWidth <= width) from = Math.max(from, measuredWidth);
      else below = Math.min(below, measuredWidth);
      return measuredWidth;
    });
    if (cache.size >= mostTitles) cache.clear();
    cache.set(key, [...entries, { from, below, result }]);
    return result;
  };
}

export function titleLines(title: string, width: number, most: number, measure: Measure): TitleLines {
  const fits = (text: string) => measure(text) <= width;
  if (fits(title)) return { lines: [title.split(/\s+/).join(' ')], isWhole: true };
  const words = title.split(/\s+/);
  const whole = wrap(words, fits, /(?<=[-/_])/);
  if (whole.length <= most && whole.every(fits)) return { lines: whole, isWhole: true };
  const lines = wrap(words, fits);
  const limitedLines = [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')].filter((line) => line !== '');
  return { lines: limitedLines.map((line) => (fits(line) ? line : cutTo(line, fits))), isWhole: false };
}

function wrap(words: readonly string[], fits: (text: string) => boolean, breaks?: RegExp): string[] {
  const lines: string[] = [];
  for (const word of words)
    (breaks && !fits(word) ? word.split(breaks) : [word]).forEach((part, index) => {
      const longerLine = `${lines.at(-1)}${index === 0 ? ' ' : ''}${part}`;
      if (lines.length > 0 && fits(longerLine)) lines[lines.length - 1] = longerLine;
      else lines.push(part);
    });
  return lines;
}

/** The beginning of a VLAN's name that says which VLAN it is, such as `VLAN 20` of `VLAN 20 (Staff)`. */
const numberOfVlan = /^VLAN \d+/;

/**
 * Cuts the middle of a name, because names often start alike and differ at their ends. The name of a VLAN is cut after
 * its number.
 */
function cutTo(line: string, fits: (text: string) => boolean): string {
  const [numbered] = numberOfVlan.exec(line) ?? [];
  if (numbered !== undefined && fits(`${numbered}…`)) return `${numbered}…`;
  const letters = lettersOf(line);
  // Binary search for the longest cut that fits.
  let [longest, tooLong] = [0, letters.length];
  while (tooLong - longest > 1) {
    const length = Math.floor((longest + tooLong) / 2);
    if (fits(cutInMiddle(letters, length))) longest = length;
    else tooLong = length;
  }
  return longest === 0 ? '…' : cutInMiddle(letters, longest);
}

/** A node and its name. Positions and sizes are in pixels on the screen; `x` and `y` are the centre. */
export interface Named extends Rect {
  readonly title: string;
  readonly shortTitle: string;
  /** Further lines below the name, for a box whose contents are not drawn. */
  readonly rest: readonly string[];
  /** Whether the name is a heading above the contents of an open box. */
  readonly isAround: boolean;
  /** Height of the heading of an expanded fold, at zoom 1. If undefined, the heading has the height `headerHeight`. */
  readonly heading?: number | undefined;
  /** A cut name must keep at least this many letters to differ from all other names. */
  readonly telling?: number;
  /** Whether the name must fit into the node. */
  readonly staysInside?: boolean;
}
export interface Title extends Rect {
  readonly fontSize: number;
  readonly lines: readonly string[];
  /** Number of lines for the name itself. Lines after these describe the node. */
  readonly nameLines: number;
}

export const meet = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function shortened(list: string, fits: (text: string) => boolean): string | undefined {
  if (fits(list)) return list;
  const parts = list.split(', ');
  for (let count = parts.length - 1; count > 0; count -= 1) {
    const shorter = `${parts.slice(0, count).join(', ')} …`;
    if (fits(shorter)) return shorter;
  }
  return undefined;
}

/**
 * Chooses the font size and line breaks of a node's name so that the name overlaps none of `names`. Undefined if the
 * name does not fit in any way.
 */
export function placeTitle(
  { x, y, width, height, title: text, shortTitle, rest, isAround, heading = headerHeight, telling, staysInside }: Named,
  zoom: number,
  names: readonly Rect[],
  { ruler, linesOf }: { readonly ruler: Measure; readonly linesOf: LinesOf },
): Title | undefined {
  if (width < leastBox.width || height < leastBox.height) return undefined;
  // The heading of an open box must not cover its contents.
  const roomAbove = isAround ? heading * zoom : height;
  const isFree = (title: Rect) =>
    (!staysInside || title.height <= roomAbove + mostOver) && !names.some((name) => meet(name, title));
  const titleIn = (text: string, size: number, within: number): Title & TitleLines => {
    const most = Math.max(1, Math.floor((roomAbove - 2) / (size * lineHeight)));
    const title = linesOf(text, within / size, most);
    const below = rest
      .flatMap((line) => shortened(line, (text) => ruler(text) * size <= within) ?? [])
      .slice(0, Math.max(0, most - title.lines.length));
    const lines = [...title.lines, ...below];
    // Headings of nested boxes are above each other with little space between them, so a heading has no margin.
    const tall = lines.length * size * lineHeight + (isAround ? 0 : 2);
    const wide = Math.max(...lines.map(ruler)) * size + 4;
    const top = isAround ? y - Math.max(height, tall) / 2 + 1 : y - tall / 2;
    return {
      ...{ x: x - wide / 2, y: top, width: wide, height: tall, fontSize: size, lines, isWhole: title.isWhole },
      nameLines: title.lines.length,
    };
  };
  const isTooHigh = (size: number) => size > leastFontSize && size * lineHeight + 4 > roomAbove;
  const wholeOf = (text: string): Title | undefined => {
    const whole: Title[] = [];
    const isLarge = !isAround && width > largeNode.width && height > largeNode.height;
    const within = [...(isLarge ? [largeFontSize] : []), ...sizes].map((size) => ({
      size,
      room: width - 6 - (size > leastFontSize ? iconRoom : 0),
    }));
    const outside = staysInside ? [] : [{ size: leastFontSize, room: width + beyond * zoom }];
    for (const { size, room } of [...within, ...outside]) {
      if (isAround && isTooHigh(size)) continue;
      const title = titleIn(text, size, room);
      if (!title.isWhole) continue;
      // No arrangement is better than one line that overlaps nothing, so stop searching.
      if (title.nameLines === 1 && isFree(title)) return title;
      whole.push(title);
    }
    return whole.sort((a, b) => a.nameLines - b.nameLines).find(isFree);
  };
  const wholeTitle = wholeOf(text) ?? (shortTitle === text ? undefined : wholeOf(shortTitle));
  if (wholeTitle) return wholeTitle;
  const cut = titleIn(shortTitle, leastFontSize, Math.max(width - 6, leastBox.width));
  const cutLine = cut.lines.slice(0, cut.nameLines).find((line) => line.includes('…')) ?? '';
  const saysLittle = telling
    ? cutLine.length <= Math.min(telling, shortTitle.length)
    : Math.max(...cut.lines.map((line) => line.length)) < fewestLetters;
  return (!saysLittle || numberOfVlan.test(cutLine)) && isFree(cut) ? cut : undefined;
}
