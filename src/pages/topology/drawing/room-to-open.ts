// Computes for each open box the lowest zoom at which the names of all its contents fit. Below that zoom, the box is
// drawn as a card, without its contents.
import { headerHeight } from '../layout/tree';
import { placeTitle, type LinesOf, type Measure, type Named } from './titles';

/**
 * A drawn node. `around` is the id of the box that contains the node; null if no box does. Sizes are in pixels at zoom
 * 1.
 */
export interface Placed {
  readonly id: string;
  readonly around: string | null;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly shortTitle: string;
  readonly telling: number;
  /** Height of the space for a heading. If omitted, `headerHeight`, the height for boxes that are not folds. */
  readonly heading?: number | undefined;
}

export interface Measures {
  readonly ruler: Measure;
  readonly linesOf: LinesOf;
}

/** At this zoom and above, the contents of all boxes are drawn, because all texts then fit into their nodes. */
export const openZoom = 0.95;
const leastZoom = 0.05;
const steps = 32;
const zoomAt = (step: number): number => leastZoom * (openZoom / leastZoom) ** (step / steps);

/**
 * Pixels that stay free above a heading, and pixels by which a name may be higher than its node, because the height of
 * a name includes margins.
 */
const [headingMargin, nameMargin] = [1, 2];

/**
 * The lowest tested zoom at which the name of a node fits; at most `openZoom`. `isAround` says whether the node is a
 * box with contents.
 */
function zoomToName(node: Placed, isAround: boolean, measures: Measures): number {
  const isNamedAt = (zoom: number): boolean => {
    const size = { width: node.width * zoom, height: node.height * zoom };
    const namedNode: Named = { ...node, ...size, x: 0, y: 0, rest: [], isAround, staysInside: true };
    const title = placeTitle(namedNode, zoom, [], measures);
    // A heading must not cover the contents of its box, which begin below the space for the heading. A name must not be
    // much higher than its node.
    const room = isAround ? (node.heading ?? headerHeight) * zoom - headingMargin : size.height + nameMargin;
    return title !== undefined && title.height <= room;
  };
  let [tooLow, enough] = [-1, steps];
  while (enough - tooLow > 1) {
    const middle = Math.floor((tooLow + enough) / 2);
    if (isNamedAt(zoomAt(middle))) enough = middle;
    else tooLow = middle;
  }
  return zoomAt(enough);
}

const mostKnown = 50_000;

/**
 * Returns a function that computes the zoom from which the contents of each box are drawn, by box id. Results for a
 * name and size are cached, because most nodes do not change.
 */
export function createRoomToOpen(measures: Measures): (nodes: readonly Placed[]) => ReadonlyMap<string, number> {
  const cache = new Map<string, number>();
  const zoomFor = (node: Placed, isAround: boolean): number => {
    const { width, height, title, shortTitle, telling, heading } = node;
    const key = [width, height, telling, isAround, heading, title, shortTitle].join(' ');
    const before = cache.get(key);
    if (before !== undefined) return before;
    if (cache.size >= mostKnown) cache.clear();
    const zoom = zoomToName(node, isAround, measures);
    cache.set(key, zoom);
    return zoom;
  };
  return (nodes) => {
    const zooms = new Map<string, number>();
    for (const node of nodes)
      if (node.around !== null) zooms.set(node.around, Math.max(zooms.get(node.around) ?? 0, zoomFor(node, false)));
    for (const node of nodes) {
      const zoom = zooms.get(node.id);
      if (zoom !== undefined) zooms.set(node.id, Math.max(zoom, zoomFor(node, true)));
    }
    return zooms;
  };
}
