// Counts what makes a picture of a network hard to read: nodes without a name, names that are cut to the same text, and
// lines that run through nodes.
import type { Way } from '../src/pages/topology/layout/crossings';
import { innermostAround, type Box } from './crossings';

/** A name as it is painted on the screen, with the id of its node. */
export interface PaintedName extends Box {
  readonly fontSize: number;
  readonly lines: readonly string[];
}

/** The number of nodes that are visible at least in part, but whose names are not visible. */
export const unnamedNodes = (inSight: readonly string[], names: readonly Pick<PaintedName, 'id'>[]): number => {
  const namedIds = new Set(names.map(({ id }) => id));
  return inSight.filter((id) => !namedIds.has(id)).length;
};

/** The number of cut names that look the same as another cut name. */
export function equalStumps(names: readonly Pick<PaintedName, 'lines'>[]): number {
  const stumps = names.map(({ lines }) => lines.join(' ')).filter((text) => /…\S/.test(text));
  return stumps.length - new Set(stumps).size;
}

/**
 * The number of pairs of a line and a node in which the line runs through the node. Lines that end at the node or
 * inside it are not counted.
 */
export function linesThroughNodes(ways: readonly Way[], boxes: readonly Box[]): number {
  const parents = new Map(boxes.map((box) => [box.id, innermostAround(box, boxes)?.id]));
  const around = (id: string): ReadonlySet<string> => {
    const ids = new Set<string>();
    for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) ids.add(at);
    return ids;
  };
  const open = new Set(parents.values());
  const closed = boxes.filter(({ id }) => !open.has(id));
  return ways.reduce((sum, { source, target, points }) => {
    const ends = new Set([...around(source), ...around(target)]);
    const others = closed.filter(({ id }) => !ends.has(id));
    return sum + others.filter((box) => isCrossed(box, points)).length;
  }, 0);
}

const isCrossed = (box: Box, points: Way['points']): boolean =>
  points.slice(1).some((to, index) => crosses(box, points[index]!, to));

/** Whether a segment runs through the inside of a rectangle. A segment that only touches the border does not. */
function crosses({ x, y, width, height }: Box, from: Way['points'][number], to: Way['points'][number]): boolean {
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
