// Reads and moves the visible part of the picture.
import type { Core, NodeCollection, NodeSingular } from 'cytoscape';
import { fitMargin, type Point, type Rect } from '../layout/tree';
import type { Camera } from '../state/surface';
import { isSmallRoom, type Reading } from '../layout/reading';
import { firstViewport, fitRect, zoomLimits, type Viewport } from './fit';
import { isStill } from './preferences';

export interface Viewing {
  /** Sets the visible part before the picture is drawn for the first time. */
  begin(bounds: Rect): void;
  /** Sets the zoom and the centre with which a small window first shows a picture that is larger than the window. */
  setReading(reading: Reading): void;
  /** Shows the whole picture, also if the window is so small that names cannot be read. */
  fit(): void;
  /** Shows the picture as it is first shown: whole or, in a small window, as much of it as is readable. */
  showFirst(): void;
  /** Shows these nodes together, as large as possible. Returns false if none of the nodes is drawn. */
  frame(ids: ReadonlySet<string>): boolean;
  /**
   * After a change of the window's size, shows the picture again as `fit` or `showFirst` has shown it, unless the user
   * has moved the view since. Returns whether a picture shown by `showFirst` has too little space for its names.
   */
  refit(): boolean;
  zoomBy(factor: number): void;
  panBy(by: Point): void;
  moveTo(centre: Point): void;
  look(camera: Camera | null): void;
  /** Centre and zoom of the view; null if the picture is shown as it is first shown. */
  camera(): Camera | null;
  /** The visible part of the drawing, as a rectangle in the coordinates of the drawing. */
  extent(): Rect;
}

const sizeOf = (core: Core) => ({ width: core.width(), height: core.height() });
export const middleOf = (core: Core): Point => ({ x: core.width() / 2, y: core.height() / 2 });

/**
 * The target of the current animation of the view, which tells whether an animation is running: `animated()` of
 * Cytoscape is false until the first frame of an animation.
 */
const aims = new WeakMap<Core, object>();

function halt(core: Core): void {
  // `stop` also ends an animation that has not had its first frame.
  core.stop(true);
  aims.delete(core);
}

function animate(core: Core, to: Parameters<Core['animate']>[0]): void {
  halt(core);
  aims.set(core, to);
  const complete = () => void (aims.get(core) === to && aims.delete(core));
  core.animate(to, { duration: isStill() ? 0 : 220, easing: 'ease-out', complete });
}

const panTo = (core: Core, { x, y }: Point, zoom: number): Point => ({
  x: core.width() / 2 - x * zoom,
  y: core.height() / 2 - y * zoom,
});

/** Zooms in on a box until its contents are drawn. */
export function enterBox(core: Core, id: string, zoom: number): void {
  animate(core, { center: { eles: core.getElementById(id) }, zoom: Math.max(core.zoom(), zoom) });
}

export function createViewing(core: Core, comeCloser: (at: Point) => void): Viewing {
  /** The viewport that `fit` or `showFirst` has set last, and how it is computed from the bounds of the picture. */
  let fitted: { readonly viewport: Viewport; readonly of: (bounds: Rect) => Viewport } | undefined;
  let reading: Reading | undefined;
  /** The viewport that shows all of these nodes; undefined if there are none. */
  const viewportOf = (nodes: NodeCollection): Viewport | undefined => {
    if (nodes.length === 0) return undefined;
    const { x1, y1, w, h } = nodes.boundingBox();
    return fitRect({ x: x1, y: y1, width: w, height: h }, sizeOf(core));
  };
  const first = (bounds: Rect): Viewport => firstViewport(bounds, sizeOf(core), reading);
  const whole = (bounds: Rect): Viewport => fitRect(bounds, sizeOf(core));
  /** Computes a viewport from the bounds of the drawn picture. Undefined if nothing is drawn. */
  const fitTo = (of: (bounds: Rect) => Viewport): Viewport | undefined => {
    if (core.nodes().empty()) return undefined;
    const { x1, y1, w, h } = core.nodes().boundingBox();
    fitted = { viewport: of({ x: x1, y: y1, width: w, height: h }), of };
    return fitted.viewport;
  };
  const animateTo = (viewport: Viewport | undefined): void => void (viewport && animate(core, viewport));
  /** Whether the view has not been moved since it was fitted, or is still being animated to that view. */
  const isFitted = (): boolean => {
    if (!fitted) return false;
    if (aims.get(core) === fitted.viewport) return true;
    const { zoom, pan } = fitted.viewport;
    const { x, y } = core.pan();
    return Math.hypot(x - pan.x, y - pan.y) < 1 && Math.abs(core.zoom() / zoom - 1) < 0.001;
  };
  const isAtFirst = (): boolean => {
    if (!isFitted() || fitted?.of === first) return isFitted();
    // A window that is not small first shows the whole picture, so there both viewports are the same.
    return !isSmallRoom({ width: core.width() - 2 * fitMargin });
  };
  const extent = (): Rect => {
    const { x1, y1, w, h } = core.extent();
    return { x: x1, y: y1, width: w, height: h };
  };
  return {
    extent,
    begin(bounds) {
      fitted = { viewport: first(bounds), of: first };
      core.viewport(fitted.viewport);
    },
    setReading: (newReading) => void (reading = newReading),
    fit: () => animateTo(fitTo(whole)),
    showFirst: () => animateTo(fitTo(first)),
    frame(ids) {
      const part = viewportOf(core.nodes().filter((node) => ids.has(node.id())));
      if (part) animate(core, part);
      return part !== undefined;
    },
    refit() {
      if (!fitted) return false;
      const isAsItWas = isFitted();
      core.resize();
      const viewport = isAsItWas ? fitTo(fitted.of) : undefined;
      if (!viewport) return false;
      halt(core);
      core.viewport(viewport);
      return isAtFirst() && reading !== undefined && viewport.zoom < reading.zoom;
    },
    zoomBy(factor) {
      const level = Math.min(zoomLimits.maxZoom, Math.max(zoomLimits.minZoom, core.zoom() * factor));
      core.zoom({ level, renderedPosition: middleOf(core) });
      if (factor > 1) comeCloser(middleOf(core));
    },
    panBy: (by) => void core.panBy(by),
    moveTo: (centre) => void core.pan(panTo(core, centre, core.zoom())),
    camera() {
      if (isAtFirst()) return null;
      const { x, y, width, height } = extent();
      return { x: x + width / 2, y: y + height / 2, zoom: core.zoom() };
    },
    look(camera) {
      halt(core);
      const viewport = camera ? undefined : fitTo(first);
      if (viewport) core.viewport(viewport);
      if (!camera) return;
      const { x, y, zoom } = camera;
      core.viewport({ zoom, pan: panTo(core, { x, y }, zoom) });
    },
  };
}

/**
 * Number of lines above which a node is shown without the other ends of its lines. A machine has one line to its switch,
 * or two to a pair of switches.
 */
const fewLines = 2;
/** Minimum width in pixels of a node that is shown together with the other ends of its lines. */
const leastWidth = 60;

/**
 * The node with the devices or machines at the other ends of its lines, so that the user sees where it is connected. The
 * node alone if it has many lines.
 */
function withConnected(core: Core, node: NodeSingular): NodeCollection {
  const aroundOf = (one: NodeSingular): NodeCollection => {
    const outer = one.data('around') as string | null | undefined;
    return outer == null ? core.collection().nodes() : core.getElementById(outer).nodes();
  };
  const isInside = (one: NodeSingular): boolean =>
    one.same(node) || aroundOf(one).some((outer) => isInside(outer as NodeSingular));
  const inside = core.nodes().filter((one) => isInside(one));
  const lines = inside.connectedEdges(':visible');
  const ends = lines.connectedNodes().difference(inside);
  if (ends.empty() || lines.length > fewLines) return node;
  return ends.nodes().reduce<NodeCollection>((all, end) => {
    let device = end;
    for (let outer = aroundOf(end); outer.nonempty() && outer.data('isFold') !== true; outer = aroundOf(device))
      device = outer.first();
    return all.union(device).nodes();
  }, node);
}

/**
 * Moves the view so that a node is large enough to read, if possible together with what it is connected to. An expanded
 * fold is shown with its contents. Returns false if the node is not drawn.
 */
export function revealNode(
  core: Core,
  id: string,
  { zoomToShow, zoomToOpen }: { readonly [of in 'zoomToShow' | 'zoomToOpen']: (id: string) => number },
): boolean {
  const node = core.getElementById(id);
  if (node.empty()) return false;
  // A panel beside the drawing area may just have been opened or closed.
  core.resize();
  const { x1, y1, x2, y2 } = node.boundingBox();
  const extent = core.extent();
  const isOpenFold = node.data('isFold') === true && node.data('isOpen') === true;
  if (isOpenFold) {
    const { zoom: whole } = fitRect({ x: x1, y: y1, width: x2 - x1, height: y2 - y1 }, sizeOf(core));
    animate(core, { center: { eles: node }, zoom: Math.max(whole, zoomToShow(id), zoomToOpen(id)) });
    return true;
  }
  const least = zoomToShow(id);
  const isSeen = x1 >= extent.x1 && x2 <= extent.x2 && y1 >= extent.y1 && y2 <= extent.y2;
  const isReadable = core.zoom() >= Math.max(0.35, least);
  const connected = withConnected(core, node);
  const box = connected.boundingBox();
  const whole = fitRect({ x: box.x1, y: box.y1, width: box.w, height: box.h }, sizeOf(core));
  const isTogether = connected.length > 1 && whole.zoom >= least && whole.zoom * node.width() >= leastWidth;
  const zoom = Math.max(core.zoom(), 0.6, least);
  if (isTogether) {
    const areSeen = box.x1 >= extent.x1 && box.x2 <= extent.x2 && box.y1 >= extent.y1 && box.y2 <= extent.y2;
    const isLarge = core.zoom() >= least && core.zoom() * node.width() >= leastWidth;
    if (!areSeen || !isLarge) animate(core, { center: { eles: connected }, zoom: Math.min(zoom, whole.zoom) });
  } else if (!isSeen || !isReadable) animate(core, { center: { eles: node }, zoom });
  return true;
}
