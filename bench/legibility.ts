// Counts what makes a picture of a network hard to read: nodes without a name, names that are cut to the same text, and
// lines that run through nodes.
import type { DrawnLine } from '../src/pages/topology/layout/crossings';
import { innermostAround, type Box } from './crossings';

/** The box of a name as painted on the screen, with the id of the name's node. */
export interface PaintedName extends Box {
  readonly fontSize: number;
  readonly lines: readonly string[];
}

/** The number of nodes that are visible at least in part, but whose names are not visible. */
export const unnamedNodes = (inSight: readonly string[], names: readonly Pick<PaintedName, 'id'>[]): number => {
  const namedIds = new Set(names.map(({ id }) => id));
  return inSight.filter((id) => !namedIds.has(id)).length;
};

/** The number of shortened names that look the same as another shortened name. */
export function equalStumps(names: readonly Pick<PaintedName, 'lines'>[]): number {
  const stumps = names.map(({ lines }) => lines.join(' ')).filter((text) => /…\S/.test(text));
  return stumps.length - new Set(stumps).size;
}

/**
 * Counts how often a line runs through a node or box. The nodes at the line's own ends, and the boxes that contain
 * these nodes, count only if the line leaves them and enters them again.
 */
export function linesThroughNodes(drawnLines: readonly DrawnLine[], boxes: readonly Box[]): number {
  const parents = new Map(boxes.map((box) => [box.id, innermostAround(box, boxes)?.id]));
  const around = (id: string): ReadonlySet<string> => {
    const ids = new Set<string>();
    for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) ids.add(at);
    return ids;
  };
  const open = new Set(parents.values());
  const closed = boxes.filter(({ id }) => !open.has(id));
  return drawnLines.reduce((sum, { source, target, points }) => {
    const [atSource, atTarget] = [around(source), around(target)];
    const crossed = closed.filter((box) => {
      const isAtSource = atSource.has(box.id);
      if (isAtSource && atTarget.has(box.id)) return false;
      if (isAtSource) return isCrossed(box, afterLeaving(box, points));
      return isCrossed(box, atTarget.has(box.id) ? afterLeaving(box, points.toReversed()) : points);
    });
    return sum + crossed.length;
  }, 0);
}

function afterLeaving({ x, y, width, height }: Box, points: DrawnLine['points']): DrawnLine['points'] {
  const firstOutside = points.findIndex((at) => at.x <= x || at.x >= x + width || at.y <= y || at.y >= y + height);
  return firstOutside < 0 ? [] : points.slice(firstOutside);
}

const isCrossed = (box: Box, points: DrawnLine['points']): boolean =>
  points.slice(1).some((to, index) => crosses(box, points[index]!, to));

/** Whether a segment runs through the inside of a rectangle. Touching the border is not enough. */
function crosses(
  { x, y, width, height }: Box,
  from: DrawnLine['points'][number],
  to: DrawnLine['points'][number],
): boolean {
  const [inset, along] = [1, { x: to.x - from.x, y: to.y - from.y }];
  let [start, end] = [0, 1];
  for (const [at, by, low, high] of [
    [from.x, along.x, x + inset, x + width - inset],
    [from.y, along.y, y + inset, y + height - inset],
  ] as const) {
    if (by === 0) {
      if (at <= low || at >= high) return false;
      continue;
    }
    const [one, other] = [(low - at) / by, (high - at) / by];
    start = Math.max(start, Math.min(one, other));
    end = Math.min(end, Math.max(one, other));
  }
  return start < end;
}
