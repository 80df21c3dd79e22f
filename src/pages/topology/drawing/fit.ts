// Scale and offset that show the whole picture, with nothing under the minimap.
import type { Point, Rect, Size } from '../layout/tree';

export const zoomLimits = { minZoom: 0.03, maxZoom: 3 };
const margin = 32;
/** Few nodes need not be as large as the window. */
const mostFitted = 1.25;

export interface Viewport {
  readonly zoom: number;
  readonly pan: Point;
}

/** `corner` is the part at the lower right that is covered; the picture gives way to it only where it must. */
export function fitted(bounds: Rect, rects: readonly Rect[], room: Size, corner: Size): Viewport {
  const whole = centred(bounds, room);
  const left = room.width - corner.width;
  const upper = room.height - corner.height;
  const isCovered = rects.some(
    ({ x, y, width, height }) =>
      (x + width) * whole.zoom + whole.pan.x > left && (y + height) * whole.zoom + whole.pan.y > upper,
  );
  if (!isCovered) return whole;
  const beside = centred(bounds, { width: left, height: room.height });
  const above = centred(bounds, { width: room.width, height: upper });
  return beside.zoom >= above.zoom ? beside : above;
}

function centred({ x, y, width, height }: Rect, room: Size): Viewport {
  const wanted = Math.min((room.width - 2 * margin) / width, (room.height - 2 * margin) / height, mostFitted);
  const zoom = Math.max(wanted, zoomLimits.minZoom);
  return {
    zoom,
    pan: { x: (room.width - width * zoom) / 2 - x * zoom, y: (room.height - height * zoom) / 2 - y * zoom },
  };
}
