// Computes the zoom and the offset at which the topology drawing fits into the window.
import { isSmallRoom, largerRooms, type Reading } from '../layout/reading';
import { fitMargin, type Point, type Rect, type Size } from '../layout/tree';

export const zoomLimits = { minZoom: 0.01, maxZoom: 3 };
/**
 * Maximum zoom when the drawing is fitted into the window. A drawing with few nodes is not enlarged to fill the window.
 */
const mostFitted = 1.25;

export interface Viewport {
  readonly zoom: number;
  readonly pan: Point;
}

/**
 * Zoom and offset for a small window that cannot show the whole drawing. `focus` is in the middle of the window, unless
 * that leaves more than the usual margin empty beside the drawing.
 */
export function readRect(bounds: Rect, room: Size, { zoom, focus }: Reading): Viewport {
  const along = (start: number, length: number, space: number, at: number): number => {
    const [first, last] = [fitMargin - start * zoom, space - fitMargin - (start + length) * zoom];
    return last > first ? (first + last) / 2 : Math.min(first, Math.max(last, space / 2 - at * zoom));
  };
  const pan = {
    x: along(bounds.x, bounds.width, room.width, focus.x),
    y: along(bounds.y, bounds.height, room.height, focus.y),
  };
  return { zoom, pan };
}

export function fitRect({ x, y, width, height }: Rect, room: Size): Viewport {
  const idealZoom = Math.min((room.width - 2 * fitMargin) / width, (room.height - 2 * fitMargin) / height, mostFitted);
  const zoom = Math.max(idealZoom, zoomLimits.minZoom);
  return {
    zoom,
    pan: { x: (room.width - width * zoom) / 2 - x * zoom, y: (room.height - height * zoom) / 2 - y * zoom },
  };
}

/**
 * How many times larger than the window a small window first shows a drawing at most. A drawing that was laid out for a
 * larger window would need more, and then show little but a single node.
 */
const mostLarger = Math.max(...largerRooms);

/**
 * The viewport for a new drawing: the whole drawing, unless the window is small and names would be unreadably small. If
 * `reading` is undefined, names may have any size.
 */
export function firstViewport(bounds: Rect, room: Size, reading: Reading | undefined): Viewport {
  const whole = fitRect(bounds, room);
  const isReadable = !reading || !isSmallRoom({ width: room.width - 2 * fitMargin }) || whole.zoom >= reading.zoom;
  if (isReadable) return whole;
  return readRect(bounds, room, { ...reading, zoom: Math.min(reading.zoom, whole.zoom * mostLarger) });
}
