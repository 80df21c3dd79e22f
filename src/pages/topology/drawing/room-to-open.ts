// Computes for each open box the lowest zoom at which the names of all its contents fit. Below that zoom, the box is
// drawn as a card, without its contents.
import { headerHeight } from '../layout/tree';
import { placeTitle, type LinesOf, type Measure, type Named } from './titles';

/** A drawn node, with its size at zoom 1. `around` is the id of the box that contains it. */
export interface Placed {
  readonly id: string;
  readonly around: string | null;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly shortTitle: string;
  readonly telling: number;
  readonly heading?: number | undefined;
}

export interface Measures {
  readonly ruler: Measure;
  readonly linesOf: LinesOf;
}

/** From this zoom on, all boxes show their contents, because every text fits into its node. */
export const openZoom = 0.95;
const leastZoom = 0.05;
/**
 * Number of steps in the series of zooms. The ratio of two successive zooms is smaller than `spare`, the factor by
 * which the layout makes nodes larger than their names need.
 */
const steps = 256;
const zoomAt = (step: number): number => leastZoom * (openZoom / leastZoom) ** (step / steps);

/**
 * Pixels of a heading's space that stay empty, and pixels by which the measured height of a name may exceed the height
 * of its node, because the measured height includes margins.
 */
const [headingMargin, nameMargin] = [1, 2];

/** The lowest zoom, out of a fixed series, at which the node's name fits. */
function zoomToName(node: Placed, isAround: boolean, measures: Measures): number {
  const isNamedAt = (zoom: number): boolean => {
    const size = { width: node.width * zoom, height: node.height * zoom };
    const namedNode: Named = { ...node, ...size, x: 0, y: 0, rest: [], isAround, staysInside: true };
    const title = placeTitle(namedNode, zoom, [], measures);
    // An open box has its heading above its contents, so the heading must fit into the space above them.
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
 * Returns a function that computes from which zoom on each box shows its contents, by box id. Results are cached by
 * name and size.
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
