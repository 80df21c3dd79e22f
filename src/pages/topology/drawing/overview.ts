// Draws names on a canvas above the drawing, for nodes whose own text is too small to read.
import type { Core, NodeSingular } from 'cytoscape';
import type { Rect } from '../layout/tree';
import { boxFontSize, font, itemFontSize, leastFontSize } from './styles';
import type { Theme } from './theme';
import { createLines, lineHeight, titleOn, type Measure, type Named, type Title } from './titles';

const beside = 0.25;

/**
 * Widths of texts at font size 1. Each is measured once, because measuring takes longer than anything else in a frame.
 */
function createRuler(context: CanvasRenderingContext2D): Measure {
  const widths = new Map<string, number>();
  return (text) => {
    const before = widths.get(text);
    if (before !== undefined) return before;
    if (widths.size >= mostKnown) widths.clear();
    context.font = fontOf(100);
    const width = context.measureText(text).width / 100;
    widths.set(text, width);
    return width;
  };
}
const mostKnown = 20_000;
const fontOf = (size: number) => `600 ${size}px ${font}`;

export interface Titles {
  /** Updates the names; call it when the drawing has changed. */
  keep(): void;
  /** Runs `make` without names over the drawing, for exports. */
  without<Made>(make: () => Promise<Made>): Promise<Made>;
  remove(): void;
}

/** The data of a node that its name needs, read once for all frames. */
interface Nameable extends Pick<Named, 'title' | 'shortTitle' | 'rest' | 'isAround'> {
  readonly node: NodeSingular;
  readonly isBox: boolean;
  readonly isFaded: boolean;
  readonly width: number;
  readonly height: number;
}
interface Placed {
  readonly of: Nameable;
  readonly title: Title;
}
/** Names of the nodes in an area of the plane at one zoom, in pixels from the origin of the plane. */
interface Layout {
  readonly zoom: number;
  readonly area: Rect;
  readonly names: readonly Placed[];
}

/** Puts a canvas for names over the drawing. */
export function overlayTitles(core: Core, container: HTMLElement, themeOf: () => Theme | undefined): Titles {
  const surface: HTMLCanvasElement & { names?: readonly Title[] } = document.createElement('canvas');
  surface.className = 'overview';
  surface.ariaHidden = 'true';
  container.append(surface);
  const context = surface.getContext('2d')!;
  const ruler = createRuler(context);
  const measures = { ruler, linesOf: createLines(ruler) };
  let isOver = false;
  let isPainted = false;
  let isBlank = true;
  let order: readonly Nameable[] = [];
  let layout: Layout | undefined;
  const isSmall = (fontSize: number) => themeOf() !== undefined && core.zoom() * fontSize < leastFontSize;
  /** Hides the drawing's own texts. The library itself hides texts only in steps of powers of two. */
  const hideOwn = (): void => {
    [isOver, isPainted] = [isSmall(boxFontSize), isSmall(itemFontSize)];
    core.nodes('[shape = "box"]').toggleClass('named-over', isOver);
    core.nodes('[shape = "item"]').toggleClass('named-over', isPainted);
  };
  const paint = (): void => {
    const theme = themeOf();
    if (isOver !== isSmall(boxFontSize) || isPainted !== isSmall(itemFontSize)) {
      hideOwn();
      layout = undefined;
    }
    if (!theme || (!isPainted && isBlank)) return;
    const [width, height, ratio] = [core.width(), core.height(), devicePixelRatio];
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    // Setting the size reallocates the canvas: do it only if it differs.
    if (surface.width !== wide || surface.height !== high) Object.assign(surface, { width: wide, height: high });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    surface.names = [];
    isBlank = !isPainted;
    if (isBlank) return;
    const { x1, y1, w, h } = core.extent();
    const visibleArea = { x: x1, y: y1, width: w, height: h };
    if (layout?.zoom !== core.zoom() || !holds(layout.area, visibleArea)) {
      // While the user zooms, the next frame needs other names: lay out none in advance.
      const share = layout?.zoom === core.zoom() ? beside : 0;
      layout = layOutNames(
        isOver ? order : order.filter(({ isBox }) => !isBox),
        core.zoom(),
        widen(visibleArea, share),
        measures,
      );
    }
    const pan = core.pan();
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    surface.names = layout.names.flatMap(({ of, title: { x, y, ...title } }) => {
      const name = { ...title, x: x + pan.x, y: y + pan.y };
      if (name.x > width || name.y > height || name.x + name.width < 0 || name.y + name.height < 0) return [];
      paintTitle(context, of, name, of.width * core.zoom(), theme);
      return [name];
    });
    core.nodes('.marked[shape = "item"]').forEach((item) => paintMark(context, item));
  };
  core.on('render', paint);
  // The name of a dragged node moves along: lay out the names again.
  core.on('position', 'node', () => void (layout = undefined));
  const keep = (): void => {
    hideOwn();
    layout = undefined;
    order = core
      .nodes()
      .map((node) => ({ node, rank: rankOf(node), degree: node.degree(false) }))
      .sort((a, b) => a.rank - b.rank || b.degree - a.degree)
      .map(({ node }) => nameable(node));
  };
  return {
    keep,
    async without(make) {
      core.nodes().removeClass('named-over');
      return make().finally(keep);
    },
    remove: () => surface.remove(),
  };
}

/** The area, enlarged on each side by a share of its size. */
function widen({ x, y, width, height }: Rect, share: number): Rect {
  const [aside, above] = [width * share, height * share];
  return { x: x - aside, y: y - above, width: width + 2 * aside, height: height + 2 * above };
}

/**
 * Lays out names of the nodes in an area of the plane. If two names would overlap, only the first in the order is kept.
 */
function layOutNames(
  order: readonly Nameable[],
  zoom: number,
  area: Rect,
  measures: Parameters<typeof titleOn>[3],
): Layout {
  const names: Placed[] = [];
  const placedTitles: Title[] = [];
  for (const of of order) {
    const at = of.node.position();
    const isFar =
      Math.abs(at.x - area.x - area.width / 2) * 2 > area.width + of.width ||
      Math.abs(at.y - area.y - area.height / 2) * 2 > area.height + of.height;
    if (isFar) continue;
    const size = { width: of.width * zoom, height: of.height * zoom };
    const title = titleOn({ ...of, ...size, x: at.x * zoom, y: at.y * zoom }, zoom, placedTitles, measures);
    if (!title) continue;
    placedTitles.push(title);
    names.push({ of, title });
  }
  return { zoom, area, names };
}

const holds = (area: Rect, visibleArea: Rect): boolean =>
  area.x <= visibleArea.x &&
  area.y <= visibleArea.y &&
  area.x + area.width >= visibleArea.x + visibleArea.width &&
  area.y + area.height >= visibleArea.y + visibleArea.height;

function nameable(node: NodeSingular): Nameable {
  const { shape, label, shortTitle, isClosed, width, height } = node.data() as Readonly<Record<string, unknown>>;
  const isBox = shape === 'box';
  const isAround = isBox && !isClosed;
  const [title = '', ...others] = String(label).split('\n');
  return {
    ...{ node, isBox, isAround, title, rest: isAround ? [] : others, isFaded: node.hasClass('faded') },
    shortTitle: (shortTitle as string | undefined) ?? title,
    ...{ width: width as number, height: height as number },
  };
}

/** Priority of a node's name: selected and marked nodes, then boxes from the outermost inwards, then elements. */
function rankOf(node: NodeSingular): number {
  if (node.hasClass('selected') || node.hasClass('marked')) return 0;
  return node.data('shape') === 'box' ? (node.data('depth') as number) : Infinity;
}

function paintTitle(
  context: CanvasRenderingContext2D,
  { isFaded, isAround }: Nameable,
  { x, y, width, height, fontSize, lines }: Title,
  nodeWidth: number,
  theme: Theme,
): void {
  context.font = fontOf(fontSize);
  const strength = isFaded ? 0.35 : 1;
  context.globalAlpha = strength * 0.85;
  context.fillStyle = theme.ground;
  // A name within its own node needs no background, because nothing shows through.
  if (width > nodeWidth || isAround) context.fillRect(x, y, width, height - 2);
  context.globalAlpha = strength;
  context.fillStyle = theme.ink;
  const step = fontSize * lineHeight;
  lines.forEach((line, index) => context.fillText(line, x + width / 2, y + (index + 0.5) * step));
}

/** Paints a marked node above the names. */
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
