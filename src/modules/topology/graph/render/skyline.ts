// Packs rectangles closely, in their order: each as far up as possible, then as far left as possible.
import type { Rectangle, Size } from './placement';

interface SizedItem extends Size {
  readonly id: string;
}
/** A horizontal piece of the outline below all rectangles placed so far. The next rectangle can be placed below it. */
interface Ledge {
  readonly x: number;
  readonly width: number;
  readonly y: number;
}
export interface Packing extends Size {
  readonly places: ReadonlyMap<string, Rectangle>;
}

/** Target ratio of the width of the packing to its height. */
const proportion = 1.5;
/** The best width is unknown before packing. These multiples of the smallest possible width are tried. */
const attempts = [0.9, 1, 1.1, 1.2, 1.35];

/** Packs rectangles in their order, the first ones at the top. Tries several widths and returns the best packing. */
export function packTogether(blocks: readonly SizedItem[], gap: number): Packing {
  const area = blocks.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const widest = blocks.reduce((most, { width }) => Math.max(most, width), 0);
  const packings = attempts.map((part) => packInto(Math.max(widest, part * Math.sqrt(area * proportion)), blocks, gap));
  // Choose the packing that can be drawn largest on a page of this proportion.
  const extent = ({ width, height }: Size) => Math.max(width, height * proportion);
  return packings.reduce((best, one) => (extent(one) < extent(best) ? one : best));
}

function packInto(most: number, blocks: readonly SizedItem[], gap: number): Packing {
  const places = new Map<string, Rectangle>();
  let ledges: Ledge[] = [{ x: 0, width: most + gap, y: 0 }];
  let [right, bottom] = [0, 0];
  for (const { id, width, height } of blocks) {
    const { x, y } = highest(ledges, width + gap);
    places.set(id, { x, y, width, height });
    [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
    ledges = coverLedges(ledges, { x, width: width + gap, y: y + height + gap });
  }
  return { width: right, height: bottom, places };
}

/**
 * The position for a rectangle of this width: the highest possible position, and of several equally high ones the
 * leftmost.
 */
function highest(ledges: readonly Ledge[], width: number) {
  const end = ledges.at(-1)!.x + ledges.at(-1)!.width;
  let best = { x: 0, y: Infinity };
  ledges.forEach(({ x }, first) => {
    if (x + width > end + 1e-6) return;
    let y = 0;
    for (let at = first; at < ledges.length && ledges[at]!.x < x + width - 1e-6; at += 1)
      y = Math.max(y, ledges[at]!.y);
    if (y < best.y) best = { x, y };
  });
  return best;
}

/** Returns the outline after another rectangle was placed. `front` is the piece of the outline below this rectangle. */
function coverLedges(ledges: readonly Ledge[], front: Ledge): Ledge[] {
  const end = front.x + front.width;
  const leftLedges = ledges
    .filter(({ x }) => x < front.x)
    .map((ledge) => ({ ...ledge, width: Math.min(ledge.width, front.x - ledge.x) }));
  const right = ledges
    .filter(({ x, width }) => x + width > end + 1e-6)
    .map((ledge) => {
      const x = Math.max(ledge.x, end);
      return { x, width: ledge.x + ledge.width - x, y: ledge.y };
    });
  return [...leftLedges, front, ...right];
}
