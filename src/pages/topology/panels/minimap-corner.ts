// Chooses the corner of the drawing in which the minimap covers no selected or highlighted node. A pure function.
import type { Rect, Size } from '../layout/tree';

/** The corners, the most usual first. The buttons above the drawing are near the upper left corner. */
const corners = ['lower-right', 'lower-left', 'upper-right'] as const;
export type Corner = (typeof corners)[number];

interface Room {
  readonly view: Size;
  /** The size of the minimap with its margins. */
  readonly map: Size;
  /** Where the minimap is now. It stays there while it covers nothing. */
  readonly now: Corner;
}

/** `nodes` are the nodes to keep visible, in pixels of the drawing area. */
export function cornerForMinimap(nodes: readonly Rect[], { view, map, now }: Room): Corner {
  const coveredIn = (corner: Corner): number => {
    const x = corner === 'lower-left' ? 0 : view.width - map.width;
    const y = corner === 'upper-right' ? 0 : view.height - map.height;
    return nodes.reduce((sum, node) => sum + commonArea(node, { x, y, ...map }), 0);
  };
  if (coveredIn(now) === 0) return now;
  const areas = corners.map((corner) => ({ corner, area: coveredIn(corner) }));
  return areas.reduce((best, one) => (one.area < best.area ? one : best)).corner;
}

function commonArea(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}
