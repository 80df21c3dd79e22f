// Places the names of ports where highlighted lines leave the cards that cover these ports.
import type { Point, Rect, Size } from '../layout/tree';

/** Distance of a name from the border of its card, in pixels. */
const distance = 4;

/**
 * The position of a port's name: on the port's line, just outside of the card that covers the port. `points` lead from
 * the port to the other end. All values are in pixels. Undefined if the line does not leave the card.
 */
export function portLabelSpot(points: readonly Point[], card: Rect, { width, height }: Size): Rect | undefined {
  for (const [index, to] of points.slice(1).entries()) {
    const from = points[index]!;
    if (isInside(to, card)) continue;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    // The name is outside of the card as soon as it is completely beyond one of the card's sides.
    const share = Math.min(
      shareBeyond(from.x, to.x, card.x, card.x + card.width, width / 2),
      shareBeyond(from.y, to.y, card.y, card.y + card.height, height / 2),
    );
    if (length === 0 || share === Infinity) continue;
    const along = share + distance / length;
    const centre = { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along };
    return { x: centre.x - width / 2, y: centre.y - height / 2, width, height };
  }
  return undefined;
}

const isInside = ({ x, y }: Point, card: Rect): boolean =>
  x > card.x && x < card.x + card.width && y > card.y && y < card.y + card.height;

/**
 * On one axis, the share of the way from `from` to `to` after which a name is completely outside of the range `low` to
 * `high`. `extent` is half of the name's size. At least 0, and Infinity without movement on this axis.
 */
function shareBeyond(from: number, to: number, low: number, high: number, extent: number): number {
  if (to === from) return Infinity;
  const goal = to > from ? high + extent : low - extent;
  return Math.max(0, (goal - from) / (to - from));
}
