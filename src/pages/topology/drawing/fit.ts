// Scale and offset that show the whole picture.
import { fitMargin, type Point, type Rect, type Size } from '../layout/tree';

export const zoomLimits = { minZoom: 0.01, maxZoom: 3 };
/** Maximum zoom when the whole picture is fitted: few nodes need not fill the window. */
const mostFitted = 1.25;

export interface Viewport {
  readonly zoom: number;
  readonly pan: Point;
}

export function fitRect({ x, y, width, height }: Rect, room: Size): Viewport {
  const idealZoom = Math.min((room.width - 2 * fitMargin) / width, (room.height - 2 * fitMargin) / height, mostFitted);
  const zoom = Math.max(idealZoom, zoomLimits.minZoom);
  return {
    zoom,
    pan: { x: (room.width - width * zoom) / 2 - x * zoom, y: (room.height - height * zoom) / 2 - y * zoom },
  };
}
