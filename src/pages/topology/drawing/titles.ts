// Names above a picture that is zoomed out: as large as fits, without overlaps, the most important first.
import { headerHeight, type Rect } from '../layout/tree';
import { leastFontSize } from './styles';

const sizes = [12.5, leastFontSize];
export const lineHeight = 1.15;
/** In smaller boxes no name has room. */
const leastBox = { width: 30, height: 8 };
/** Names may reach into the space between nodes, in units of the plane. */
const beyond = 40;
/** Of a name that is cut to less than that nothing is learnt. */
const fewestLetters = 5;

export type Measure = (text: string) => number;

export interface TitleLines {
  readonly lines: readonly string[];
  readonly isWhole: boolean;
}

export type LinesOf = (title: string, width: number, most: number) => TitleLines;
const mostTitles = 5_000;

/** `titleLines` in the size of one. Between the widest text that had room and the narrowest that had none the answer is the same, so it is kept. */
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

/** The words on lines of a width, the last one cut where there are too many. */
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

/** A word that is too long for a line goes on in the next, where it may be broken. */
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

/** Names of machines differ at their ends, so these stay; of several words the first ones do. */
function cutTo(line: string, fits: (text: string) => boolean): string {
  const letters = [...line];
  const isName = !letters.includes(' ');
  const cutAt = (length: number): string => {
    const end = isName ? Math.floor(length / 2) : 0;
    return `${letters.slice(0, length - end).join('')}…${letters.slice(letters.length - end).join('')}`;
  };
  // What is cut shorter has only letters of what is cut longer, so half of the lengths are ruled out at a time.
  let [longest, tooLong] = [0, letters.length];
  while (tooLong - longest > 1) {
    const length = Math.floor((longest + tooLong) / 2);
    if (fits(cutAt(length))) longest = length;
    else tooLong = length;
  }
  return longest === 0 ? '…' : cutAt(longest);
}

/** A node as large as it is seen, by its middle. */
export interface Named extends Rect {
  readonly title: string;
  /** What is said where the title has no room as a whole. */
  readonly shortTitle: string;
  /** Lines below the title of a closed box. */
  readonly rest: readonly string[];
  /** An open box, whose title is its heading. */
  readonly isAround: boolean;
}
export interface Title extends Rect {
  readonly fontSize: number;
  readonly lines: readonly string[];
}

const meet = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The name of a node as it has room beside the other names; undefined where it has none. */
export function titleOn(
  { x, y, width, height, title: text, shortTitle, rest, isAround }: Named,
  zoom: number,
  names: readonly Rect[],
  { ruler, linesOf }: { readonly ruler: Measure; readonly linesOf: LinesOf },
): Title | undefined {
  if (width < leastBox.width || height < leastBox.height) return undefined;
  const isFree = (title: Rect) => !names.some((name) => meet(name, title));
  const titleIn = (text: string, size: number, within: number): Title & TitleLines => {
    const most = Math.max(1, Math.floor((height - 2) / (size * lineHeight)));
    const title = linesOf(text, within / size, most);
    const below = rest.slice(0, Math.max(0, most - title.lines.length));
    const lines = [...title.lines, ...below.flatMap((line) => linesOf(line, within / size, 1).lines)];
    const tall = lines.length * size * lineHeight + 2;
    const wide = Math.max(...lines.map(ruler)) * size + 4;
    const top = isAround ? y - Math.max(height, tall) / 2 + 1 : y - tall / 2;
    return { x: x - wide / 2, y: top, width: wide, height: tall, fontSize: size, lines, isWhole: title.isWhole };
  };
  // The heading of an open box leaves its contents free.
  const heading = isAround ? headerHeight * zoom : Infinity;
  // Within the node, else reaching beyond it.
  const wholeOf = (text: string): Title | undefined => {
    const whole: Title[] = [];
    const within = sizes.map((size) => ({ size, room: width - 6 }));
    for (const { size, room } of [...within, { size: leastFontSize, room: width + beyond * zoom }]) {
      if (size > leastFontSize && size * lineHeight + 4 > heading) continue;
      const title = titleIn(text, size, room);
      if (!title.isWhole) continue;
      // None has fewer lines.
      if (title.lines.length === 1 && isFree(title)) return title;
      whole.push(title);
    }
    return whole.sort((a, b) => a.lines.length - b.lines.length).find(isFree);
  };
  const wholeTitle = wholeOf(text) ?? (shortTitle === text ? undefined : wholeOf(shortTitle));
  if (wholeTitle) return wholeTitle;
  const cut = titleIn(shortTitle, leastFontSize, Math.max(width - 6, leastBox.width));
  const saysLittle = Math.max(...cut.lines.map((line) => line.length)) < fewestLetters;
  return !saysLittle && isFree(cut) ? cut : undefined;
}
