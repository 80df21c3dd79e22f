// The drawing surface: puts elements on it with as few changes as possible, and reports the reader's actions.
import cytoscape, { type Core, type ElementDefinition, type NodeCollection } from 'cytoscape';
import type { Point, Rect } from '../layout/tree';
import type { Camera, Surface } from '../state/surface';
import type { DrawnElement } from './elements';
import { fitted, zoomLimits, type Viewport } from './fit';
import { overlayTitles } from './overview';
import { stylesOf } from './styles';
import { isStill } from './preferences';
import { thicknessAt, type Theme } from './theme';

export interface CanvasListener {
  onSelect(id: string | null): void;
  onOpen(id: string): void;
  /** The reader has come so near to something folded that there is room for what is in it. */
  onCloser(id: string): void;
  onHoverLine(id: string | null): void;
  /** Nodes were dragged by so much: the one that was taken. */
  onDragged(id: string, by: Point): void;
  onViewport(): void;
}
export interface Canvas extends Surface {
  show(elements: readonly DrawnElement[], theme: Theme): void;
  /** What moves along when a node is dragged. */
  setInside(inside: (id: string) => readonly string[]): void;
  /** Where the picture is to be, before it is drawn for the first time. */
  begin(bounds: Rect): void;
  fit(): void;
  /** Shows these as large as they can be seen together; false where none is drawn. */
  frame(ids: ReadonlySet<string>): boolean;
  /** Shows everything in a window of another size, if everything was shown and the reader has not looked closer since. */
  refit(): void;
  zoomBy(factor: number): void;
  panBy(by: Point): void;
  moveTo(centre: Point): void;
  look(camera: Camera): void;
  /** The part of the plane that is in sight. */
  extent(): Rect;
  readonly core: Core;
  destroy(): void;
}

/** From that many nodes on, the drawing is moved as an image while the reader pans or zooms. */
const manyNodes = 1200;
/** Of the picture's width: a folded mark is opened when one comes so near. */
const nearWidth = 0.3;

export function createCanvas(container: HTMLElement, isLarge: boolean, listener: CanvasListener): Canvas {
  // The library would write a style element, which the page's policy refuses; the rule is in our own style sheet.
  const marker = '__________cytoscape_stylesheet';
  if (!document.getElementById(marker))
    document.head.append(Object.assign(document.createElement('meta'), { id: marker }));
  const core = cytoscape({
    container,
    ...zoomLimits,
    // Elements have their places.
    layout: { name: 'preset' },
    boxSelectionEnabled: false,
    autounselectify: true,
    textureOnViewport: isLarge,
    hideEdgesOnViewport: false,
    pixelRatio: isLarge ? 1 : 'auto',
  });
  let theme: Theme | undefined;
  let inside: (id: string) => readonly string[] = () => [];
  let isViewportReported = true;

  const titles = overlayTitles(core, container, () => theme);
  // Its details take room: of a box these wait until no second click comes, which would meet them instead.
  core.on('tap', ({ target }) => {
    const isNode = target !== core && target.isNode();
    if (!isNode || target.data('shape') !== 'box') listener.onSelect(isNode ? target.id() : null);
  });
  core.on('onetap', 'node[shape = "box"]', ({ target }) => listener.onSelect(target.id()));
  core.on('dbltap', 'node', ({ target }) => {
    listener.onSelect(target.id());
    listener.onOpen(target.id());
  });
  core.on('mouseover', 'edge', ({ target }) => listener.onHoverLine(target.id()));
  core.on('mouseout', 'edge', () => listener.onHoverLine(null));
  core.on('viewport', () => {
    if (!isViewportReported) return;
    isViewportReported = false;
    requestAnimationFrame(() => {
      isViewportReported = true;
      listener.onViewport();
    });
  });
  let grabbedAt: Point = { x: 0, y: 0 };
  let last: Point = grabbedAt;
  core.on('grab', 'node', ({ target }) => {
    grabbedAt = { ...target.position() };
    last = grabbedAt;
  });
  core.on('drag', 'node', ({ target }) => {
    const now = { ...target.position() };
    const by = { x: now.x - last.x, y: now.y - last.y };
    last = now;
    const ids = new Set(inside(target.id()));
    if (ids.size > 0)
      core
        .nodes()
        .filter((node) => ids.has(node.id()))
        .shift(by);
  });
  core.on('dragfree', 'node', ({ target }) => {
    const { x, y } = target.position();
    listener.onDragged(target.id(), { x: x - grabbedAt.x, y: y - grabbedAt.y });
  });

  const animate = (to: Parameters<Core['animate']>[0]) => {
    core.stop();
    core.animate(to, { duration: isStill() ? 0 : 220, easing: 'ease-out' });
  };
  const extent = (): Rect => {
    const { x1, y1, w, h } = core.extent();
    return { x: x1, y: y1, width: w, height: h };
  };

  const middle = (): Point => ({ x: core.width() / 2, y: core.height() / 2 });
  /** The folded mark or closed box that the reader looks at, once it is as wide as a good part of the picture. */
  const comeCloser = ({ x, y }: Point): void => {
    const [nearest] = core
      .nodes('[?isFoldedUp]')
      .map((node) => {
        const at = node.renderedPosition();
        const [aside, off] = [Math.abs(at.x - x), Math.abs(at.y - y)];
        return { id: node.id(), aside, off, width: node.renderedWidth(), height: node.renderedHeight() };
      })
      .filter(
        ({ width, height, aside, off }) => width >= core.width() * nearWidth && aside <= width / 2 && off <= height,
      )
      .sort((one, other) => one.off - other.off);
    if (nearest) listener.onCloser(nearest.id);
  };
  let pointer: Point | undefined;
  container.addEventListener('pointermove', ({ clientX, clientY }) => {
    const { left, top } = container.getBoundingClientRect();
    pointer = { x: clientX - left, y: clientY - top };
  });
  let thickness = thicknessAt(core.zoom());
  const keepThickness = (): void => {
    const wanted = thicknessAt(core.zoom());
    if (wanted === thickness) return;
    thickness = wanted;
    core.style().update();
  };
  core.on('zoom', keepThickness);
  let zooms = { before: core.zoom(), now: core.zoom() };
  core.on('zoom', () => void (zooms = { before: zooms.now, now: core.zoom() }));
  core.on('scrollzoom', () => void (zooms.now > zooms.before && comeCloser(pointer ?? middle())));
  core.on('pinchzoom', () => void (zooms.now > zooms.before && comeCloser(middle())));

  let awaited: string | undefined;
  let shownWhole: Viewport | undefined;
  /** How these are in sight. */
  const viewportOf = (nodes: NodeCollection): Viewport | undefined => {
    if (nodes.length === 0) return undefined;
    const { x1, y1, w, h } = nodes.boundingBox();
    return fitted({ x: x1, y: y1, width: w, height: h }, { width: core.width(), height: core.height() });
  };

  const wholeOf = () => viewportOf(core.nodes());
  /** Whether the reader has not looked elsewhere since everything was shown. */
  const isWhole = (): boolean => {
    if (!shownWhole) return false;
    const { zoom, pan } = shownWhole;
    const { x, y } = core.pan();
    return Math.hypot(x - pan.x, y - pan.y) < 1 && Math.abs(core.zoom() / zoom - 1) < 0.001;
  };

  /** What is not drawn yet is revealed as soon as it is. */
  function reveal(id: string): void {
    const node = core.getElementById(id);
    awaited = node.empty() ? id : undefined;
    if (node.empty()) return;
    const { x1, y1, x2, y2 } = node.boundingBox();
    const seen = core.extent();
    const isSeen = x1 >= seen.x1 && x2 <= seen.x2 && y1 >= seen.y1 && y2 <= seen.y2;
    const isReadable = core.zoom() >= 0.35;
    if (!isSeen || !isReadable) animate({ center: { eles: node }, zoom: Math.max(core.zoom(), 0.6) });
  }

  return {
    core,
    extent,
    show(elements, newTheme) {
      core.batch(() => {
        if (theme?.isDark !== newTheme.isDark) core.style(stylesOf(newTheme, () => thickness));
        theme = newTheme;
        sync(core, elements);
        titles.keep();
      });
      if (awaited !== undefined && core.getElementById(awaited).nonempty()) reveal(awaited);
    },
    setInside: (newInside) => void (inside = newInside),
    begin(bounds) {
      core.viewport((shownWhole = fitted(bounds, { width: core.width(), height: core.height() })));
    },
    fit() {
      const whole = wholeOf();
      if (whole) animate((shownWhole = whole));
    },
    frame(ids) {
      const part = viewportOf(core.nodes().filter((node) => ids.has(node.id())));
      if (part) animate(part);
      return part !== undefined;
    },
    refit() {
      if (!shownWhole) return;
      const isAsItWas = isWhole();
      core.resize();
      const whole = wholeOf();
      if (isAsItWas && whole) core.viewport((shownWhole = whole));
    },
    reveal,
    zoomBy(factor) {
      const level = Math.min(zoomLimits.maxZoom, Math.max(zoomLimits.minZoom, core.zoom() * factor));
      core.zoom({ level, renderedPosition: middle() });
      if (factor > 1) comeCloser(middle());
    },
    panBy: (by) => void core.panBy(by),
    moveTo({ x, y }) {
      core.pan({ x: core.width() / 2 - x * core.zoom(), y: core.height() / 2 - y * core.zoom() });
    },
    camera() {
      if (isWhole()) return null;
      const { x, y, width, height } = extent();
      return { x: x + width / 2, y: y + height / 2, zoom: core.zoom() };
    },
    look({ x, y, zoom }) {
      core.stop();
      core.viewport({ zoom, pan: { x: core.width() / 2 - x * zoom, y: core.height() / 2 - y * zoom } });
    },
    picture: () =>
      titles.without(async () => {
        await iconsLoaded(core);
        return core.png({
          ...{ output: 'blob-promise', full: true, scale: 2, bg: theme?.ground },
          ...{ maxWidth: 8000, maxHeight: 8000 },
        });
      }),
    destroy() {
      titles.remove();
      core.destroy();
    },
  };
}

/** Boxes that are drawn small have shown none yet; the library begins to load an icon when it is to draw it. */
async function iconsLoaded(core: Core): Promise<void> {
  core.png({ full: true, maxWidth: 64, maxHeight: 64 });
  const icons = new Set(core.nodes('[icon]').map((node) => node.data('icon') as string));
  // A later image of the same address is there no sooner.
  await Promise.allSettled([...icons].map((icon) => Object.assign(new Image(), { src: icon }).decode()));
}

export const isLargeDrawing = (nodes: number): boolean => nodes > manyNodes;

/** Adds, changes and removes what differs. */
function sync(core: Core, elements: readonly DrawnElement[]): void {
  const wanted = new Set(elements.map(({ data }) => data.id));
  core
    .elements()
    .filter((element) => !wanted.has(element.id()))
    .remove();
  const added: ElementDefinition[] = [];
  for (const element of elements) {
    const known = core.getElementById(element.data.id);
    const isMoved =
      known.nonempty() &&
      known.isEdge() &&
      (known.data('source') !== element.data.source || known.data('target') !== element.data.target);
    if (isMoved) known.remove();
    if (known.empty() || isMoved) {
      added.push({ ...element, data: { ...element.data } });
      continue;
    }
    const changed = Object.entries(element.data).filter(([name, value]) => known.data(name) !== value);
    if (changed.length > 0) known.data(Object.fromEntries(changed));
    if ((known.scratch('classes') ?? '') !== element.classes) known.classes(element.classes);
    if (element.position) {
      const { x, y } = known.position();
      if (x !== element.position.x || y !== element.position.y) known.position({ ...element.position });
    }
    known.scratch('classes', element.classes);
  }
  core.add(added);
  for (const { data, classes } of added) core.getElementById(data.id!).scratch('classes', classes as string);
}
