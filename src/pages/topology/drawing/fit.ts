// Scale and offset that show the whole picture.
import { isSmallRoom, type Reading } from '../layout/reading';
import { fitMargin, type Point, type Rect, type Size } from '../layout/tree';

export const zoomLimits = { minZoom: 0.01, maxZoom: 3 };
/** Maximum zoom when the whole picture is fitted into the window. A picture of few nodes does not fill the window. */
const mostFitted = 1.25;

export interface Viewport {
  readonly zoom: number;
  readonly pan: Point;
}

/**
 * Scale and offset at which a small window shows a part of the picture. The focus is in the middle of the window,
 * unless that leaves more empty space beside the picture than the usual margin.
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
 * The viewport in which a picture is shown first: whole, unless the window is small and names would then be too small
 * to read. `reading` is undefined if names can be of any size.
 */
export function firstViewport(bounds: Rect, room: Size, reading: Reading | undefined): Viewport {
  const whole = fitRect(bounds, room);
  const isReadable = !reading || !isSmallRoom({ width: room.width - 2 * fitMargin }) || whole.zoom >= reading.zoom;
  return isReadable ? whole : readRect(bounds, room, reading);
}
