// Places names of ports at the border of a card (a box drawn without its contents) that hides the ports.
import type { Point, Rect, Size } from '../layout/tree';

/** Distance between a port's name and the border of the card, in pixels. */
const distance = 4;

/**
 * Where to write the name of a port that a card hides: on the port's line, just outside of the card. `points` are the
 * bends of the line, from the port on. Undefined if the line does not leave the card.
 */
export function portLabelSpot(points: readonly Point[], card: Rect, { width, height }: Size): Rect | undefined {
  for (const [index, to] of points.slice(1).entries()) {
    const from = points[index]!;
    if (isInside(to, card)) continue;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
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
 * Along one axis, returns after which fraction of the line from `from` to `to` a text on the line no longer overlaps
 * the card. The card extends from `low` to `high`; `extent` is half of the text's width or height.
 */
function shareBeyond(from: number, to: number, low: number, high: number, extent: number): number {
  if (to === from) return Infinity;
  const goal = to > from ? high + extent : low - extent;
  return Math.max(0, (goal - from) / (to - from));
}
