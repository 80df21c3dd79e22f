// A small map of the whole topology, in which a frame marks the visible part. A click moves the view there.
import { useEffect, useRef } from 'preact/hooks';
import type { Canvas } from '../drawing/canvas';
import { boxColor } from '../drawing/elements';
import type { Theme } from '../drawing/theme';
import { findBounds, type Rect } from '../layout/tree';
import type { Marks } from '../state/marks';
import type { Drawn } from '../state/store';

const size = { width: 200, height: 130 };
const margin = 6;

interface MinimapProps {
  readonly drawing: Drawn;
  readonly marks: Marks | undefined;
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

function scaleOf(bounds: Rect): Scale {
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

export function Minimap({ drawing, marks, canvas, theme, viewport }: MinimapProps) {
  const surface = useRef<HTMLCanvasElement>(null);
  const bounds = findBounds(drawing.rectangles.values());
  useEffect(() => {
    const context = surface.current?.getContext('2d');
    if (!context || !bounds) return;
    paint(context, drawing, marks, scaleOf(bounds), canvas.extent(), theme);
  }, [drawing, marks, canvas, theme, viewport]);
  if (!bounds || holds(canvas.extent(), bounds)) return null;
  const go = (event: PointerEvent) => {
    if (event.buttons !== 1 || !surface.current) return;
    const { left, top } = surface.current.getBoundingClientRect();
    const { factor, x, y } = scaleOf(bounds);
    canvas.moveTo({ x: (event.clientX - left - x) / factor, y: (event.clientY - top - y) / factor });
  };
  return (
    <canvas
      ref={surface}
      id="minimap"
      class="minimap"
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
