// Computes the zoom and the offset at which the topology drawing fits into the window.
import { isSmallRoom, zoomInSmallRoom, type Reading } from '../layout/reading';
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
 * The viewport of a small window, at a readable zoom: centred at `focus`, but without empty space beyond the edges of
 * the drawing. If the drawing is smaller than the window, the drawing is centred.
 */
export function readRect(bounds: Rect, room: Size, { zoom, focus }: Pick<Reading, 'zoom' | 'focus'>): Viewport {
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

export function fitRect({ x, y, width, height }: Rect, room: Size, mostZoom = mostFitted): Viewport {
  const idealZoom = Math.min((room.width - 2 * fitMargin) / width, (room.height - 2 * fitMargin) / height, mostZoom);
  const zoom = Math.max(idealZoom, zoomLimits.minZoom);
  return {
    zoom,
    pan: { x: (room.width - width * zoom) / 2 - x * zoom, y: (room.height - height * zoom) / 2 - y * zoom },
  };
}

/**
 * The first viewport of a drawing: everything, unless names in a small window would then be unreadable. `reading` has
 * the zooms at which names are readable; if undefined, everything is shown.
 */
export function firstViewport(bounds: Rect, room: Size, reading: Reading | undefined): Viewport {
  const whole = fitRect(bounds, room);
  if (!reading || !isSmallRoom({ width: room.width - 2 * fitMargin })) return whole;
  const zoom = zoomInSmallRoom(reading, whole.zoom);
  return zoom <= whole.zoom ? whole : readRect(bounds, room, { zoom, focus: reading.focus });
}

/** By how much to move a span so that it is inside the area; 0 if it is inside already, or longer than the area. */
export function insideBy(start: number, end: number, space: number): number {
  if (end - start > space - 2 * fitMargin) return 0;
  return Math.max(0, fitMargin - start) || Math.min(0, space - fitMargin - end) || 0;
}
