// Reads and moves the visible part of the picture.
import type { Core, NodeCollection, NodeSingular } from 'cytoscape';
import { fitMargin, type Point, type Rect } from '../layout/tree';
import type { Camera } from '../state/surface';
import { isNamedAt, isSmallRoom, upperLeft, type Reading } from '../layout/reading';
import { firstViewport, fitRect, insideBy, readRect, zoomLimits, type Viewport } from './fit';
import { isStill } from './preferences';

export interface Viewing {
  /** Sets the first viewport, before anything is drawn. */
  begin(bounds: Rect): void;
  /** Sets the part of a large drawing with which a small window starts: its zoom and centre. */
  setReading(reading: Reading): void;
  /** Shows the whole drawing, even if its names become unreadable. */
  fit(): void;
  /** Shows the drawing as at the beginning: whole or, in a small window, as much as is readable. */
  showFirst(): void;
  /** Like `showFirst`, but at this zoom if the zoom would be lower. Returns whether it would. */
  showAtLeast(zoom: number): boolean;
  /**
   * Shows these nodes together, as large as possible. A single node, with or without its contents, is shown with its
   * neighbours and no larger than a name needs. Returns false if none of the nodes is drawn.
   */
  frame(ids: ReadonlySet<string>): boolean;
  /**
   * Adapts the viewport to a new size of the window, unless the user has moved it. Returns true if the starting view no
   * longer has space for its names, so that the drawing should be laid out again.
   */
  refit(): boolean;
  zoomBy(factor: number): void;
  panBy(by: Point): void;
  moveTo(centre: Point): void;
  look(camera: Camera | null): void;
  /** The centre and zoom that the user has chosen; null in the starting view. */
  camera(): Camera | null;
  extent(): Rect;
}

const sizeOf = (core: Core) => ({ width: core.width(), height: core.height() });
export const middleOf = (core: Core): Point => ({ x: core.width() / 2, y: core.height() / 2 });

/**
 * The target of the running animation, by drawing. Cytoscape's `animated()` does not show whether an animation runs,
 * because it is false before the animation's first frame.
 */
const aims = new WeakMap<Core, object>();

function halt(core: Core): void {
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

export function enterBox(core: Core, id: string, zoom: number): void {
  animate(core, { center: { eles: core.getElementById(id) }, zoom: Math.max(core.zoom(), zoom) });
}

const rectOf = ({ x1, y1, w, h }: ReturnType<Core['extent']>): Rect => ({ x: x1, y: y1, width: w, height: h });
const boundsOf = (nodes: NodeCollection): Rect => rectOf(nodes.boundingBox());

export function createViewing(
  core: Core,
  comeCloser: (at: Point) => void,
  zoomToShow: (id: string) => number,
): Viewing {
  let fitted: { readonly viewport: Viewport; readonly of: (bounds: Rect) => Viewport } | undefined;
  let reading: Reading | undefined;
  const first = (bounds: Rect): Viewport => firstViewport(bounds, sizeOf(core), reading);
  const whole = (bounds: Rect): Viewport => fitRect(bounds, sizeOf(core));
  const fitTo = (of: (bounds: Rect) => Viewport): Viewport | undefined => {
    if (core.nodes().empty()) return undefined;
    fitted = { viewport: of(boundsOf(core.nodes())), of };
    return fitted.viewport;
  };
  const animateTo = (viewport: Viewport | undefined): void => void (viewport && animate(core, viewport));
  /** Whether the viewport is still the one that the page has set. If it is not, the user has moved it. */
  const isFitted = (): boolean => {
    if (!fitted) return false;
    const aim = aims.get(core);
    if (aim) return aim === fitted.viewport;
    const { zoom, pan } = fitted.viewport;
    const { x, y } = core.pan();
    return Math.hypot(x - pan.x, y - pan.y) < 1 && Math.abs(core.zoom() / zoom - 1) < 0.001;
  };
  const isAtFirst = (): boolean => {
    if (!isFitted() || fitted?.of === first) return isFitted();
    // In a large window, the starting view is the whole drawing.
    return !isSmallRoom({ width: core.width() - 2 * fitMargin });
  };
  const extent = (): Rect => rectOf(core.extent());
  return {
    extent,
    begin(bounds) {
      fitted = { viewport: first(bounds), of: first };
      core.viewport(fitted.viewport);
    },
    setReading: (newReading) => void (reading = newReading),
    fit: () => animateTo(fitTo(whole)),
    showFirst: () => animateTo(fitTo(first)),
    showAtLeast(zoom) {
      const start = fitTo(first);
      if (!start || start.zoom >= zoom) return false;
      animate(core, readRect(boundsOf(core.nodes()), sizeOf(core), { zoom, focus: reading?.focus ?? upperLeft }));
      return true;
    },
    frame(ids) {
      const part = viewportOfNodes(core, ids, zoomToShow);
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
      return isAtFirst() && reading !== undefined && !isNamedAt(reading, viewport.zoom);
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
 * A node with more lines than this is shown without its neighbours. Most machines have one or two lines to switches.
 */
const fewLines = 2;
/** Minimum width in pixels of a node that is shown together with its neighbours. */
const leastWidth = 60;
/** The zoom to which the viewport moves for a node, unless the node would then be wider than this on the screen. */
const usualZoom = 0.6;
const widestOnScreen = 320;

/**
 * Adds the devices to which a node is connected, so that the user sees where it is attached. A node with many lines is
 * shown alone.
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

/** The viewport that shows these nodes together; for a single one, see `frame`. Undefined if none of them is drawn. */
function viewportOfNodes(
  core: Core,
  ids: ReadonlySet<string>,
  zoomToShow: (id: string) => number,
): Viewport | undefined {
  const nodes = core.nodes().filter((node) => ids.has(node.id()));
  if (nodes.empty()) return undefined;
  const [outermost, ...others] = nodes.filter((node) => !ids.has(String(node.data('around')))).toArray();
  if (others.length > 0) return fitRect(boundsOf(nodes), sizeOf(core));
  const only = core.getElementById(outermost!.id());
  return fitRect(boundsOf(withConnected(core, only)), sizeOf(core), Math.max(usualZoom, zoomToShow(only.id())));
}

/**
 * Moves the viewport as little as possible, so that a node is inside the drawing area after a panel has made the area
 * smaller. Does nothing while the viewport moves anyway.
 */
export function keepInSight(core: Core, drawnId: string): void {
  if (aims.has(core)) return;
  core.resize();
  const node = core.getElementById(drawnId);
  if (node.empty()) return;
  const { x1, x2, y1, y2 } = node.renderedBoundingBox({ includeOverlays: false });
  const by = { x: insideBy(x1, x2, core.width()), y: insideBy(y1, y2, core.height()) };
  if (by.x !== 0 || by.y !== 0) animate(core, { panBy: by });
}

/**
 * Moves the viewport until the node is readable, if possible together with its neighbours. An expanded fold is shown
 * with its contents. Returns false if the node is not drawn.
 */
export function revealNode(
  core: Core,
  id: string,
  { zoomToShow, zoomToOpen }: { readonly [of in 'zoomToShow' | 'zoomToOpen']: (id: string) => number },
): boolean {
  const node = core.getElementById(id);
  if (node.empty()) return false;
  // A panel beside the drawing may just have been opened or closed, so Cytoscape must measure its area again.
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
  // A node without contents may be very wide in the drawing. It must not fill the window.
  const usual = Math.min(usualZoom, Math.max(widestOnScreen / node.width(), zoomToOpen(id)));
  const isSeen = x1 >= extent.x1 && x2 <= extent.x2 && y1 >= extent.y1 && y2 <= extent.y2;
  const isReadable = core.zoom() >= Math.max(Math.min(0.35, usual), least);
  const connected = withConnected(core, node);
  const box = connected.boundingBox();
  const whole = fitRect({ x: box.x1, y: box.y1, width: box.w, height: box.h }, sizeOf(core));
  const isTogether = connected.length > 1 && whole.zoom >= least && whole.zoom * node.width() >= leastWidth;
  const zoom = Math.max(core.zoom(), usual, least);
  if (isTogether) {
    const areSeen = box.x1 >= extent.x1 && box.x2 <= extent.x2 && box.y1 >= extent.y1 && box.y2 <= extent.y2;
    const isLarge = core.zoom() >= least && core.zoom() * node.width() >= leastWidth;
    if (!areSeen || !isLarge) animate(core, { center: { eles: connected }, zoom: Math.min(zoom, whole.zoom) });
  } else if (!isSeen || !isReadable) animate(core, { center: { eles: node }, zoom });
  return true;
}
