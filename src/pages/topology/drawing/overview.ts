// Names where the picture is too small for the texts of its own: as large as can be read, none over another, the most important first.
import type { Core, NodeSingular } from 'cytoscape';
import { headerHeight, type Rect } from '../layout/tree';
import { boxFontSize, font, itemFontSize, leastFontSize } from './styles';
import type { Theme } from './theme';

const sizes = [12.5, leastFontSize];
const lineHeight = 1.15;
/** In smaller boxes no name has room. */
const leastBox = { width: 30, height: 8 };
/** Names may reach into the space between nodes, in units of the plane. */
const beyond = 40;
/** Of a name that is cut to less than that nothing is learnt. */
const fewestLetters = 5;

type Measure = (text: string) => number;

/** Widths of texts in the size of one, each measured once: that takes longer than anything else of a frame. */
function createRuler(context: CanvasRenderingContext2D): Measure {
  const known = new Map<string, number>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= mostKnown) known.clear();
    context.font = fontOf(100);
    const width = context.measureText(text).width / 100;
    known.set(text, width);
    return width;
  };
}
const mostKnown = 20_000;
const fontOf = (size: number) => `600 ${size}px ${font}`;

export interface TitleLines {
  readonly lines: readonly string[];
  readonly isWhole: boolean;
}

/** The words on lines of a width, the last one cut where there are too many. */
export function titleLines(title: string, width: number, most: number, measure: Measure): TitleLines {
  const fits = (text: string) => measure(text) <= width;
  const words = title.split(/\s+/);
  const whole = wrap(words, fits, /(?<=[-/_])/);
  if (whole.length <= most && whole.every(fits)) return { lines: whole, isWhole: true };
  const lines = wrap(words, fits);
  const kept = [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')].filter((line) => line !== '');
  return { lines: kept.map((line) => (fits(line) ? line : cutTo(line, fits))), isWhole: false };
}

/** A word that is too long for a line goes on in the next, where it may be broken. */
function wrap(words: readonly string[], fits: (text: string) => boolean, breaks?: RegExp): string[] {
  const lines: string[] = [];
  for (const word of words)
    (breaks && !fits(word) ? word.split(breaks) : [word]).forEach((part, index) => {
      const joined = `${lines.at(-1)}${index === 0 ? ' ' : ''}${part}`;
      if (lines.length > 0 && fits(joined)) lines[lines.length - 1] = joined;
      else lines.push(part);
    });
  return lines;
}

/** Names of machines differ at their ends, so these stay; of several words the first ones do. */
function cutTo(line: string, fits: (text: string) => boolean): string {
  const letters = [...line];
  const isName = !letters.includes(' ');
  for (let length = letters.length - 1; length > 0; length -= 1) {
    const end = isName ? Math.floor(length / 2) : 0;
    const text = `${letters.slice(0, length - end).join('')}…${letters.slice(letters.length - end).join('')}`;
    if (fits(text)) return text;
  }
  return '…';
}

export interface Titles {
  /** To be called when the drawing has changed. */
  keep(): void;
  /** While something is made of the drawing alone. */
  without<Made>(make: () => Made): Made;
  remove(): void;
}

interface Name extends Rect {
  readonly fontSize: number;
}

/** Lays a surface over the drawing, which is painted anew with each of its frames. */
export function overlayTitles(core: Core, container: HTMLElement, themeOf: () => Theme | undefined): Titles {
  const surface: HTMLCanvasElement & { names?: readonly Name[] } = document.createElement('canvas');
  surface.className = 'overview';
  surface.ariaHidden = 'true';
  container.append(surface);
  const context = surface.getContext('2d')!;
  const ruler = createRuler(context);
  let isOver = false;
  let isPainted = false;
  let order: readonly NodeSingular[] = [];
  const isSmall = (fontSize: number) => core.zoom() * fontSize < leastFontSize;
  /** The library itself leaves texts out by powers of two alone. */
  const hideOwn = (): void => {
    core.nodes('[shape = "box"]').toggleClass('named-over', isOver);
    core.nodes('[shape = "item"]').toggleClass('named-over', isPainted);
  };
  const paint = (): void => {
    const theme = themeOf();
    const [wasOver, wasPainted] = [isOver, isPainted];
    isOver = theme !== undefined && isSmall(boxFontSize);
    isPainted = theme !== undefined && isSmall(itemFontSize);
    if (isOver !== wasOver || isPainted !== wasPainted) hideOwn();
    if (!theme || (!isPainted && !wasPainted)) return;
    surface.names = [];
    const [width, height, ratio] = [core.width(), core.height(), devicePixelRatio];
    // Setting a size clears it.
    surface.width = Math.round(width * ratio);
    surface.height = Math.round(height * ratio);
    if (!isPainted) return;
    context.scale(ratio, ratio);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const names: Name[] = [];
    for (const node of order) {
      if (node.removed() || (node.data('shape') === 'box' && !isOver)) continue;
      const title = titleOn(node, { width, height, zoom: core.zoom() }, names, ruler);
      if (!title) continue;
      names.push(title);
      paintTitle(context, node, title, theme);
    }
    surface.names = names;
    core.nodes('.marked[shape = "item"]').forEach((item) => paintMark(context, item));
  };
  core.on('render', paint);
  const keep = (): void => {
    hideOwn();
    order = core
      .nodes()
      .map((node) => ({ node, rank: rankOf(node), degree: node.degree(false) }))
      .sort((a, b) => a.rank - b.rank || b.degree - a.degree)
      .map(({ node }) => node);
  };
  return {
    keep,
    without(make) {
      core.nodes().removeClass('named-over');
      const made = make();
      keep();
      return made;
    },
    remove: () => surface.remove(),
  };
}

const meet = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** What stands out has its name before all others, outer boxes before inner ones, elements last. */
function rankOf(node: NodeSingular): number {
  if (node.hasClass('selected') || node.hasClass('marked')) return 0;
  return node.data('shape') === 'box' ? (node.data('depth') as number) : Infinity;
}

interface Title extends Name {
  readonly lines: readonly string[];
}

/** The name of a node as it has room on the screen beside the other names; undefined where it has none. */
function titleOn(
  node: NodeSingular,
  room: { readonly width: number; readonly height: number; readonly zoom: number },
  names: readonly Name[],
  ruler: Measure,
): Title | undefined {
  const { x, y } = node.renderedPosition();
  const [width, height] = [node.renderedWidth(), node.renderedHeight()];
  if (width < leastBox.width || height < leastBox.height) return undefined;
  if (x + width / 2 < 0 || x - width / 2 > room.width || y + height / 2 < 0 || y - height / 2 > room.height)
    return undefined;
  const isAround = node.data('shape') === 'box' && !node.data('isClosed');
  const [first = '', ...others] = String(node.data('label')).split('\n');
  const titleIn = (size: number, within: number): Title & TitleLines => {
    const most = Math.max(1, Math.floor((height - 2) / (size * lineHeight)));
    const measure: Measure = (text) => ruler(text) * size;
    const title = titleLines(first, within, most, measure);
    const rest = isAround ? [] : others.slice(0, Math.max(0, most - title.lines.length));
    const lines = [...title.lines, ...rest.flatMap((line) => titleLines(line, within, 1, measure).lines)];
    const tall = lines.length * size * lineHeight + 2;
    const wide = Math.max(...lines.map(measure)) + 4;
    const top = isAround ? y - Math.max(height, tall) / 2 + 1 : y - tall / 2;
    return { x: x - wide / 2, y: top, width: wide, height: tall, fontSize: size, lines, isWhole: title.isWhole };
  };
  // Whole within the node, else reaching beyond it, else cut.
  // The heading of an open box leaves its contents free.
  const heading = isAround ? headerHeight * room.zoom : Infinity;
  const fitting = sizes.filter((size) => size === leastFontSize || size * lineHeight + 4 <= heading);
  const titles = [width - 6, width + beyond * room.zoom].flatMap((within) =>
    fitting.map((size) => titleIn(size, within)),
  );
  const whole = titles.filter(({ isWhole }) => isWhole).sort((a, b) => a.lines.length - b.lines.length);
  const cut = titleIn(leastFontSize, Math.max(width - 6, leastBox.width));
  const saysLittle = Math.max(...cut.lines.map((line) => line.length)) < fewestLetters;
  return [...whole, ...(saysLittle ? [] : [cut])].find((title) => !names.some((name) => meet(name, title)));
}

function paintTitle(
  context: CanvasRenderingContext2D,
  node: NodeSingular,
  { x, y, width, height, fontSize, lines }: Title,
  theme: Theme,
): void {
  context.font = fontOf(fontSize);
  const strength = node.hasClass('faded') ? 0.35 : 1;
  context.globalAlpha = strength * 0.85;
  context.fillStyle = theme.ground;
  // On the node itself there is nothing to be read through.
  if (width > node.renderedWidth() || (node.data('shape') === 'box' && !node.data('isClosed')))
    context.fillRect(x, y, width, height - 2);
  context.globalAlpha = strength;
  context.fillStyle = theme.ink;
  const step = fontSize * lineHeight;
  lines.forEach((line, index) => context.fillText(line, x + width / 2, y + (index + 0.5) * step));
}

/** What stands out is not to be hidden by a name. */
function paintMark(context: CanvasRenderingContext2D, item: NodeSingular): void {
  const { x, y } = item.renderedPosition();
  const [width, height] = [item.renderedWidth(), item.renderedHeight()];
  const place = [x - width / 2, y - height / 2, width, height] as const;
  context.fillStyle = context.strokeStyle = item.data('markColor') as string;
  context.lineWidth = 1.5;
  context.globalAlpha = 0.2;
  context.fillRect(...place);
  context.globalAlpha = 1;
  context.setLineDash(item.hasClass('removed') || item.hasClass('failed') || item.hasClass('gap') ? [4, 2] : []);
  context.strokeRect(...place);
}
