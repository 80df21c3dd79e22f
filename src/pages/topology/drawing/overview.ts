// Paints readable names above the topology drawing while the zoom is so low that the drawing's own texts are too small.
// Also decides which boxes are drawn as cards, without their contents.
import type { Core, EdgeSingular, NodeSingular } from 'cytoscape';
import { findBounds, type Point, type Rect, type Size } from '../layout/tree';
import { createCovering, type Covering } from './covering';
import {
  layOutLabels,
  layOutNames,
  namesInOrder,
  type Labelled,
  type NameLayout,
  type Nameable,
  type Placed,
} from './name-layout';
import { paintLabel, paintMark, paintName } from './name-paint';
import { placeInWindow } from './names-in-window';
import { canvasPainter, textFont, type Painter } from './painter';
import { changeMarkNames } from '../marks/marks';
import { itemFontSize, leastFontSize } from './styles';
import type { Theme } from './theme';
import { createLines, meet, type Measure, type Title } from './titles';

const beside = 0.25;

/**
 * The rectangle of a node, from its data. While the drawing is being changed, Cytoscape's own sizes of nodes are
 * outdated.
 */
function rectangleOf(node: NodeSingular): Rect {
  const [{ x, y }, width, height] = [node.position(), node.data('width') as number, node.data('height') as number];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Widths of texts at font size 1. Each width is cached, because measuring texts takes most of the time of a frame. */
function createRuler(context: CanvasRenderingContext2D): Measure {
  const widths = new Map<string, number>();
  return (text) => {
    const before = widths.get(text);
    if (before !== undefined) return before;
    if (widths.size >= mostKnown) widths.clear();
    context.font = textFont(100, true);
    const width = context.measureText(text).width / 100;
    widths.set(text, width);
    return width;
  };
}
const mostKnown = 20_000;

export interface PaintedName extends Title {
  readonly id: string;
}

export interface Titles extends Pick<
  Covering,
  'drawnFor' | 'isCard' | 'zoomToOpen' | 'zoomToOpenAll' | 'zoomToShow' | 'drawnAsOne'
> {
  /** To be called after a change of the drawing: places all names again. */
  keep(): void;
  /** Paints everything, not only the visible part, for an export as picture. */
  paintAll(painter: Painter): void;
  remove(): void;
}

/** Adds a canvas for names above the drawing. */
export function overlayTitles(core: Core, container: HTMLElement, themeOf: () => Theme | undefined): Titles {
  const surface: HTMLCanvasElement & { names?: readonly PaintedName[]; labels?: readonly PaintedName[] } =
    document.createElement('canvas');
  surface.className = 'overview';
  surface.ariaHidden = 'true';
  container.append(surface);
  const context = surface.getContext('2d')!;
  const ruler = createRuler(context);
  const measures = { ruler, linesOf: createLines(ruler) };
  const covering = createCovering(core, measures);
  let isPainted = false;
  let order: readonly Nameable[] = [];
  let labelled: readonly EdgeSingular[] = [];
  let bounds: Rect = { x: 0, y: 0, width: 0, height: 0 };
  let layout: NameLayout | undefined;
  const isSmall = () => themeOf() !== undefined && core.zoom() * itemFontSize < leastFontSize;
  /** Cytoscape's own option hides its texts only at zooms that are powers of two, so a style class hides them. */
  const hideOwn = (): void => {
    isPainted = isSmall();
    core.batch(() => core.elements().toggleClass('named-over', isPainted));
  };
  /** With `isWhole` false, only the headings of open boxes are placed. */
  const layOutFor = (visibleArea: Rect, isWhole: boolean): NameLayout => {
    const zoom = core.zoom();
    // Placing names in a margin around the window makes panning smooth. While zooming, every frame places all names
    // anew, so the margin would only cost time.
    const area = widen(visibleArea, layout?.zoom === zoom ? beside : 0);
    const named = isWhole ? order : order.filter(({ isOpen }) => isOpen);
    const names = layOutNames(named, { zoom, area, covering }, measures);
    if (!isWhole) return { zoom, area, names, labels: [] };
    const bundled = [...covering.bundles().keys()]
      .map((id) => core.getElementById(id))
      .filter((edge) => edge.nonempty());
    const edges = [...new Set([...labelled, ...bundled])] as EdgeSingular[];
    return { zoom, area, names, labels: layOutLabels(edges, names, { zoom, covering, bounds, order }, measures) };
  };
  const painter = canvasPainter(context);
  const paint = (): void => {
    const theme = themeOf();
    if (isPainted !== isSmall()) {
      hideOwn();
      layout = undefined;
    }
    if (!theme) return;
    const view = { width: core.width(), height: core.height() };
    clear(context, surface, view);
    [surface.names, surface.labels] = [[], []];
    const { x1, y1, w, h } = core.extent();
    const visibleArea = { x: x1, y: y1, width: w, height: h };
    if (layout?.zoom !== core.zoom() || !holds(layout.area, visibleArea)) layout = layOutFor(visibleArea, isPainted);
    const names = namesInWindow(layout, core, view);
    // Cytoscape paints all other names.
    if (!isPainted) return names.headings.forEach((name) => paintName(painter, name, core.zoom(), theme));
    Object.assign(surface, paintNames(painter, core, names, theme));
    paintMarks(painter, core, covering, core.pan(), theme);
  };
  core.on('render', paint);
  core.on('zoom', () => void (covering.update() && (layout = undefined)));
  // When a node is dragged, its name must move with it, so all names are placed again.
  core.on('position', 'node', () => void (layout = undefined));
  const keep = (): void => {
    hideOwn();
    covering.keep();
    layout = undefined;
    order = namesInOrder(core, covering);
    bounds = findBounds(core.nodes().map(rectangleOf)) ?? bounds;
    labelled = core.edges('[?showsLabel], .marked, .selected').toArray();
  };
  const { drawnFor, isCard, zoomToOpen, zoomToOpenAll, zoomToShow, drawnAsOne } = covering;
  return {
    ...{ keep, drawnFor, isCard, zoomToOpen, zoomToOpenAll, zoomToShow, drawnAsOne },
    paintAll(allPainter) {
      const theme = themeOf();
      if (!theme) return;
      const { x1, y1, w, h } = core.elements().boundingBox();
      const whole = layOutFor({ x: x1, y: y1, width: w, height: h }, true);
      paintNames(allPainter, core, { ...whole, headings: [] }, theme);
      paintMarks(allPainter, core, covering, { x: 0, y: 0 }, theme);
    },
    remove: () => surface.remove(),
  };
}

interface SeenNames {
  readonly labels: readonly Labelled[];
  readonly names: readonly Placed[];
  /** Headings of open boxes that were moved into the window. */
  readonly headings: readonly Placed[];
}

/** Returns the names and labels that are visible, in pixels of the window. */
function namesInWindow({ names, labels }: NameLayout, core: Core, view: Size): SeenNames {
  const [origin, zoom] = [core.pan(), core.zoom()];
  const shifted = (title: Title): Title => ({ ...title, x: title.x + origin.x, y: title.y + origin.y });
  const allNames = names
    .map((name) => {
      const { width, height, node } = name.of;
      const { x, y } = node.position();
      const corner = { x: (x - width / 2) * zoom + origin.x, y: (y - height / 2) * zoom + origin.y };
      const rectangle = { ...corner, width: width * zoom, height: height * zoom };
      return { ...name, title: shifted(name.title), node: rectangle, depth: node.data('depth') as number };
    })
    .sort((a, b) => a.depth - b.depth);
  const seen = placeInWindow(allNames, view);
  const isFree = ({ title }: Labelled) =>
    meet(title, { x: 0, y: 0, ...view }) && !seen.headings.some((heading) => meet(heading.title, title));
  return { ...seen, labels: labels.map((label) => ({ ...label, title: shifted(label.title) })).filter(isFree) };
}

/** Paints names and labels. Returns what was painted, with the ids of the nodes and lines. */
function paintNames(
  painter: Painter,
  core: Core,
  { names, labels, headings }: SeenNames,
  theme: Theme,
): { readonly names: readonly PaintedName[]; readonly labels: readonly PaintedName[] } {
  for (const { edge, title } of labels) paintLabel(painter, title, edge.hasClass('faded'), theme);
  const all = [...names, ...headings];
  for (const name of all) paintName(painter, name, core.zoom(), theme);
  return {
    labels: labels.map(({ edge, title }) => ({ ...title, id: edge.id() })),
    names: all.map(({ of, title }) => ({ ...title, id: of.node.id() })),
  };
}

/**
 * Paints highlights above the names. If a card (a box drawn without contents) hides a highlighted node, the card is
 * highlighted instead.
 */
function paintMarks(painter: Painter, core: Core, covering: Covering, origin: Point, theme: Theme): void {
  const areaOf = (node: NodeSingular): Rect => {
    const [{ x, y }, zoom] = [node.position(), core.zoom()];
    const [width, height] = [node.width() * zoom, node.height() * zoom];
    return { x: x * zoom + origin.x - width / 2, y: y * zoom + origin.y - height / 2, width, height };
  };
  core.nodes('.marked').forEach((node) => {
    const drawnId = covering.drawnFor(node.id());
    const isChange = changeMarkNames.some((name) => node.hasClass(name));
    if (drawnId !== node.id()) {
      const card = core.getElementById(drawnId);
      if (isChange && card.hasClass('marked')) return;
      paintMark(painter, areaOf(card), node, false, isChange ? theme.marks.changed : undefined);
    } else if (node.data('shape') === 'item') paintMark(painter, areaOf(node), node, true);
  });
}

function clear(
  context: CanvasRenderingContext2D,
  surface: HTMLCanvasElement,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const ratio = devicePixelRatio;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  // Setting the size of a canvas reallocates its memory, so the size is set only if it differs.
  if (surface.width !== wide || surface.height !== high) {
    Object.assign(surface, { width: wide, height: high });
    // The canvas has the same size as Cytoscape's canvases, which may lag behind the page's layout, so that names and
    // nodes match.
    Object.assign(surface.style, { width: `${width}px`, height: `${height}px` });
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
}

function widen({ x, y, width, height }: Rect, share: number): Rect {
  const [aside, above] = [width * share, height * share];
  return { x: x - aside, y: y - above, width: width + 2 * aside, height: height + 2 * above };
}

const holds = (area: Rect, visibleArea: Rect): boolean =>
  area.x <= visibleArea.x &&
  area.y <= visibleArea.y &&
  area.x + area.width >= visibleArea.x + visibleArea.width &&
  area.y + area.height >= visibleArea.y + visibleArea.height;
