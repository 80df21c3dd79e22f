// Reports pointer actions on the topology drawing: selecting, opening, dragging and zooming.
import type { Core, EventObject } from 'cytoscape';
import type { Point } from '../layout/tree';

export interface HoveredLine {
  readonly id: string;
  /** The ids of all lines that are drawn as this one. */
  readonly drawnAsOne: readonly string[];
  readonly at: Point;
}

export interface CanvasListener {
  onSelect(id: string | null): void;
  /** The user has selected a line, which may stand for several lines: `ids` begins with the line at the pointer. */
  onSelectLines(ids: readonly string[]): void;
  onOpen(id: string): void;
  /** The user has zoomed in until there is space for the contents of this collapsed fold or closed box. */
  onCloser(id: string): void;
  /** The pointer is on a line, at a point of the drawing area; null if it is on none. */
  onHoverLine(hovered: HoveredLine | null): void;
  /** The user has dragged a node, together with the nodes inside it, by the distance `by`. */
  onDragged(id: string, by: Point): void;
  onViewport(): void;
}

/** A box or fold opens by itself when zooming in makes it at least this share of the drawing area wide. */
const nearWidth = 0.3;

/** `drawnAsOne` returns the ids of the lines that are drawn as one line. */
export function reportChoices(
  core: Core,
  container: HTMLElement,
  drawnAsOne: (id: string) => readonly string[],
  listener: CanvasListener,
): void {
  // Opening the details panel on the first click would make the second click of a double click hit the panel.
  core.on('tap', ({ target }) => {
    if (target !== core && target.isEdge())
      return listener.onSelectLines([...new Set([target.id() as string, ...drawnAsOne(target.id())])]);
    const isNode = target !== core && target.isNode();
    if (!isNode || target.data('shape') !== 'box') listener.onSelect(isNode ? target.id() : null);
  });
  core.on('onetap', 'node[shape = "box"]', ({ target }) => listener.onSelect(target.id()));
  core.on('dbltap', 'node', ({ target }) => {
    listener.onSelect(target.id());
    listener.onOpen(target.id());
  });
  // Cytoscape takes the focus from every element when the pointer is pressed. The keys must work after a click.
  container.addEventListener('click', () => container.focus({ preventScroll: true }));
  let hovered: HoveredLine | null = null;
  const hover = (line: HoveredLine | null) => listener.onHoverLine((hovered = line));
  core.on('mouseover', 'edge', ({ target, renderedPosition }) =>
    hover({ id: target.id() as string, drawnAsOne: drawnAsOne(target.id()), at: renderedPosition }),
  );
  core.on('mouseout', 'edge', () => hover(null));
  // Cytoscape does not notice that the pointer leaves the drawing area.
  container.addEventListener('pointerleave', () => listener.onHoverLine(null));
  container.addEventListener('pointerenter', () => listener.onHoverLine(hovered));
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

/** Drags the contents of a box along with the box. `onDragged` of the listener is called once, when the drag ends. */
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
 * When the user zooms in, reports the collapsed fold or closed box at the pointer, or in the middle of the window, by
 * `onCloser` if the fold or box is large enough to open. The returned function does the same for another point.
 */
export function reportCloseness(
  core: Core,
  container: HTMLElement,
  middle: () => Point,
  listener: CanvasListener,
): (at: Point) => void {
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
