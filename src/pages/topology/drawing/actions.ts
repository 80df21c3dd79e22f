// Pointer and keyboard actions on the drawing: select, open, drag, zoom in.
import type { Core, EventObject } from 'cytoscape';
import type { Point } from '../layout/tree';

export interface CanvasListener {
  onSelect(id: string | null): void;
  onOpen(id: string): void;
  /** Called with the id of a fold or closed box when the user has zoomed in so far that its contents fit into it. */
  onCloser(id: string): void;
  onHoverLine(id: string | null): void;
  /** Called when a node was dragged with its contents. `id` is the dragged node, `by` the distance. */
  onDragged(id: string, by: Point): void;
  onViewport(): void;
}

/** A folded symbol is opened when its width is at least this share of the width of the drawing surface. */
const nearWidth = 0.3;

export function reportChoices(core: Core, listener: CanvasListener): void {
  // The details panel takes up space on the page. For a box, the panel opens only after the time for a double click has
  // passed. Otherwise the second click would hit the panel instead of the box.
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
  let isReported = true;
  core.on('viewport', () => {
    if (!isReported) return;
    isReported = false;
    requestAnimationFrame(() => {
      isReported = true;
      listener.onViewport();
    });
  });
}

/** Moves the contents of a dragged node along with it. */
export function reportDragging(
  core: Core,
  insideOf: (id: string) => readonly string[],
  listener: CanvasListener,
): void {
  let grabbedAt: Point = { x: 0, y: 0 };
  let last: Point = grabbedAt;
  core.on('grab', 'node', ({ target }: EventObject) => {
    grabbedAt = { ...target.position() };
    last = grabbedAt;
  });
  core.on('drag', 'node', ({ target }) => {
    const now = { ...target.position() };
    const by = { x: now.x - last.x, y: now.y - last.y };
    last = now;
    const ids = new Set(insideOf(target.id()));
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
}

/**
 * Calls `onCloser` with the folded symbol or closed box on which the user zooms in. The returned function does the same
 * for a point of the window, such as the position of the pointer.
 */
export function reportCloseness(
  core: Core,
  container: HTMLElement,
  middle: () => Point,
  listener: CanvasListener,
): (at: Point) => void {
  /** Reports the folded symbol or closed box at the point if it is wide enough to show its contents. */
  const comeCloser = ({ x, y }: Point): void => {
    const [nearest] = core
      .nodes('[?isFoldedUp]:visible')
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
  let zooms = { before: core.zoom(), now: core.zoom() };
  core.on('zoom', () => void (zooms = { before: zooms.now, now: core.zoom() }));
  core.on('scrollzoom', () => void (zooms.now > zooms.before && comeCloser(pointer ?? middle())));
  core.on('pinchzoom', () => void (zooms.now > zooms.before && comeCloser(middle())));
  return comeCloser;
}
