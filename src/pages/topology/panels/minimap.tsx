// A small map of the whole topology, in which a frame marks the visible part. A click moves the view there.
import { useEffect, useRef } from 'preact/hooks';
import type { Canvas } from '../drawing/canvas';
import { boxColor } from '../drawing/elements';
import type { Theme } from '../drawing/theme';
import { findBounds, type Rect, type Size } from '../layout/tree';
import type { Mark, Marks } from '../marks/marks';
import type { Drawn } from '../state/store';
import { cornerForMinimap, type Corner } from './minimap-corner';

const [largeSize, smallSize] = [
  { width: 200, height: 130 },
  { width: 140, height: 90 },
];
/** In windows of less width, the minimap is small. */
const leastForLarge = 1100;
const sizeNow = (): Size => (innerWidth < leastForLarge ? smallSize : largeSize);
const margin = 6;
/** Distance of the minimap from the edges of the drawing area. */
const distance = 12;

interface MinimapProps {
  readonly drawing: Drawn;
  readonly marks: Marks | undefined;
  readonly selected: string | null;
  readonly canvas: Canvas;
  readonly theme: Theme;
  /** A number that changes whenever the user moves the view, so that the minimap is rendered again. */
  readonly viewport: number;
}

interface Scale {
  readonly factor: number;
  readonly x: number;
  readonly y: number;
}

function scaleOf(bounds: Rect, size: Size): Scale {
  const factor = Math.min((size.width - 2 * margin) / bounds.width, (size.height - 2 * margin) / bounds.height);
  return {
    factor,
    x: (size.width - bounds.width * factor) / 2 - bounds.x * factor,
    y: (size.height - bounds.height * factor) / 2 - bounds.y * factor,
  };
}

const holds = (visibleArea: Rect, { x, y, width, height }: Rect): boolean =>
  visibleArea.x <= x &&
  visibleArea.y <= y &&
  visibleArea.x + visibleArea.width >= x + width &&
  visibleArea.y + visibleArea.height >= y + height;

/** The marks that answer a question, rather than show what is near the selected node. */
const isAnswer = (mark: Mark): boolean => mark !== 'near';

/** The nodes that must stay visible, in pixels of the drawing area. Of an expanded fold, these are its contents. */
function importantNodes(
  { tree, rectangles }: Drawn,
  marks: Marks | undefined,
  selected: string | null,
  area: Rect,
  view: Size,
): Rect[] {
  const answered = [...(marks?.nodes ?? [])].flatMap(([id, mark]) => (isAnswer(mark) ? [id] : []));
  const withoutFolds = (id: string): readonly string[] =>
    tree.openFolds.has(id) ? tree.children.get(id)!.flatMap(withoutFolds) : [id];
  const ids = new Set([...(selected === null ? [] : [selected]), ...answered].flatMap(withoutFolds));
  const zoom = view.width / area.width;
  return [...ids].flatMap((id) => {
    const rect = rectangles.get(id);
    if (!rect) return [];
    const { x, y, width, height } = rect;
    return [{ x: (x - area.x) * zoom, y: (y - area.y) * zoom, width: width * zoom, height: height * zoom }];
  });
}

export function Minimap({ drawing, marks, selected, canvas, theme, viewport }: MinimapProps) {
  const surface = useRef<HTMLCanvasElement>(null);
  const corner = useRef<Corner>('lower-right');
  const size = sizeNow();
  const bounds = findBounds(drawing.rectangles.values());
  useEffect(() => {
    const context = surface.current?.getContext('2d');
    if (!context || !bounds) return;
    paint(context, size, drawing, marks, scaleOf(bounds, size), canvas.extent(), theme);
  }, [drawing, marks, canvas, theme, viewport, size]);
  if (!bounds || holds(canvas.extent(), bounds)) return null;
  const view = { width: canvas.core.width(), height: canvas.core.height() };
  const map = { width: size.width + 2 * distance, height: size.height + 2 * distance };
  const nodes = importantNodes(drawing, marks, selected, canvas.extent(), view);
  corner.current = cornerForMinimap(nodes, { view, map, now: corner.current });
  const go = (event: PointerEvent) => {
    if (event.buttons !== 1 || !surface.current) return;
    const { left, top } = surface.current.getBoundingClientRect();
    const { factor, x, y } = scaleOf(bounds, size);
    canvas.moveTo({ x: (event.clientX - left - x) / factor, y: (event.clientY - top - y) / factor });
  };
  return (
    <canvas
      ref={surface}
      id="minimap"
      class={`minimap ${corner.current}`}
      width={size.width}
      height={size.height}
      aria-hidden="true"
      onPointerDown={go}
      onPointerMove={go}
    />
  );
}

function paint(
  context: CanvasRenderingContext2D,
  size: Size,
  { visible, rectangles }: Drawn,
  marks: Marks | undefined,
  { factor, x, y }: Scale,
  visibleArea: Rect,
  theme: Theme,
): void {
  context.clearRect(0, 0, size.width, size.height);
  const draw = (rect: Rect, method: 'fillRect' | 'strokeRect') =>
    context[method](
      rect.x * factor + x,
      rect.y * factor + y,
      Math.max(1, rect.width * factor),
      Math.max(1, rect.height * factor),
    );
  for (const box of visible.boxes) {
    context.fillStyle = boxColor(theme, box);
    context.globalAlpha = 0.3;
    draw(rectangles.get(box.id)!, 'fillRect');
  }
  context.globalAlpha = 0.7;
  context.fillStyle = theme.line;
  for (const { id } of visible.items) draw(rectangles.get(id)!, 'fillRect');
  context.globalAlpha = 1;
  for (const [id, mark] of marks?.nodes ?? []) {
    context.fillStyle = theme.marks[mark];
    const rect = rectangles.get(id);
    if (rect && !visible.boxes.some((box) => box.id === id)) draw(rect, 'fillRect');
  }
  context.strokeStyle = theme.accent;
  context.lineWidth = 2;
  draw(visibleArea, 'strokeRect');
}
