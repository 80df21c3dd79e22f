// Routes lines horizontally and vertically around nodes, with few bends. A line with nothing in its way stays straight.
import type { Line } from '../../graph/shown';
import { across, Channels, Segments, type Axis } from './channels';
import { createDetours, type FindDetour } from './detour';
import { bendCost, pointOn, sidesOf, startOf, type End } from './ends';
import type { OuterNodes } from '../outer';
import type { Point, Rect } from '../tree';

/** Lines are routed only if there are at most this many lines and nodes. Routing more takes longer than users wait. */
const mostLines = 1000;
const mostObstacles = 260;
/** How much longer a route may be to avoid running along another line. */
const sharedCost = 25;
/** Lines that end at the same side of a node are spread over this share of the side. */
const spreadOver = 0.7;
/** Spreads the lines of a device's ports: the fractional parts of multiples of this number are evenly distributed. */
const goldenRatio = 0.618_034;

/** Scales distances for a low zoom, so that lines are as far apart on the screen as at zoom 0.5. */
export const unitFromZoom = (zoom: number): number => Math.max(1, 0.5 / zoom);

/**
 * Computes routes around devices, subnets and folds. Lines also avoid expanded folds in which they do not end, because
 * such a fold may be drawn without its contents. Straight lines have no route.
 */
export function routeAround(
  lines: readonly Line[],
  rectangles: ReadonlyMap<string, Rect>,
  outer: Pick<OuterNodes, 'ids' | 'of' | 'foldsAround'>,
  unit = 1,
): ReadonlyMap<string, readonly Point[]> {
  const routes = new Map<string, readonly Point[]>();
  if (lines.length > mostLines || outer.ids.length > mostObstacles) return routes;
  const placed = new Segments();
  const channelsFor = channelMaker(rectangles, outer, placed, unit);
  const findDetour = createDetours();
  const lengthOf = ({ source, target }: Ended) =>
    Math.abs(source.exit.x - target.exit.x) + Math.abs(source.exit.y - target.exit.y);
  for (const { line, source, target } of endsOf(lines, rectangles, outer).sort((a, b) => lengthOf(a) - lengthOf(b))) {
    const channels = channelsFor([...source.folds, ...target.folds]);
    if (isStraightClear(source, target, channels)) continue;
    // If no way leads around a fold, go through it, between its nodes.
    const points =
      bestRoute(source, target, channels, findDetour) ?? bestRoute(source, target, channelsFor('all'), findDetour);
    if (!points) continue;
    placed.place(points.slice(1, -1));
    routes.set(line.id, points);
  }
  return routes;
}

/**
 * Returns a function that finds free channels for lines. Lines may run inside the folds `openFolds`, but not through
 * other folds.
 */
function channelMaker(
  rectangles: ReadonlyMap<string, Rect>,
  { ids, foldsAround }: Pick<OuterNodes, 'ids' | 'foldsAround'>,
  placed: Segments,
  unit: number,
): (openFolds: readonly string[] | 'all') => Channels {
  const channelsByKey = new Map<string, Channels>();
  const folds = new Map(ids.map((id) => [id, foldsAround(id)]));
  return (openFolds) => {
    const open = new Set(openFolds === 'all' ? [...folds.values()].flat() : openFolds);
    const key = [...open].sort().join(' ');
    const obstacles = () => new Set(ids.map((id) => folds.get(id)!.findLast((fold) => !open.has(fold)) ?? id));
    const channels =
      channelsByKey.get(key) ??
      new Channels(
        [...obstacles()].map((id) => rectangles.get(id)!),
        placed,
        unit,
      );
    channelsByKey.set(key, channels);
    return channels;
  };
}

interface Ended {
  readonly line: Line;
  readonly source: End;
  readonly target: End;
}

function endsOf(
  lines: readonly Line[],
  rectangles: ReadonlyMap<string, Rect>,
  { of: outerOf, foldsAround }: Pick<OuterNodes, 'of' | 'foldsAround'>,
): Ended[] {
  const exits = exitsOf(lines, rectangles, outerOf);
  return lines.flatMap((line) => {
    const [source, target] = [line.source, line.target].map((id): End | undefined => {
      const outer = outerOf(id);
      return outer === undefined
        ? undefined
        : {
            ...{ node: rectangles.get(id)!, outer: rectangles.get(outer)!, exit: exits.get(`${line.id} ${id}`)! },
            folds: foldsAround(id),
          };
    });
    return source && target && source.outer !== target.outer ? [{ line, source, target }] : [];
  });
}

const centreOf = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Where lines leave their nodes. The lines of a node are sorted by their other ends, so that they do not cross. */
function exitsOf(
  lines: readonly Line[],
  rectangles: ReadonlyMap<string, Rect>,
  outerOf: (id: string) => string | undefined,
): ReadonlyMap<string, Point> {
  const byNode = new Map<string, { readonly key: string; readonly far: Point }[]>();
  for (const { id, source, target } of lines)
    for (const [near, other] of [
      [source, target],
      [target, source],
    ] as const) {
      const leaving = byNode.get(near) ?? [];
      leaving.push({ key: `${id} ${near}`, far: centreOf(rectangles.get(other)!) });
      byNode.set(near, leaving);
    }
  const exits = new Map<string, Point>();
  const counts = new Map<string, number>();
  for (const [id, leaving] of byNode) {
    const { width, height } = rectangles.get(id)!;
    const centre = centreOf(rectangles.get(id)!);
    const outer = outerOf(id);
    const count = outer === undefined || outer === id ? undefined : (counts.get(outer) ?? 0);
    if (outer !== undefined && count !== undefined) counts.set(outer, count + 1);
    // The lines of a device's ports leave the ports at different offsets, so that lines of stacked ports do not
    // overlap.
    const share = (rank: number) =>
      (count === undefined ? (rank + 1) / (leaving.length + 1) - 0.5 : ((count * goldenRatio) % 1) - 0.5) * spreadOver;
    const [byX, byY] = (['x', 'y'] as const).map((axis) => leaving.toSorted((a, b) => a.far[axis] - b.far[axis]));
    for (const one of leaving)
      exits.set(one.key, {
        x: Math.round(centre.x + share(byX!.indexOf(one)) * width),
        y: Math.round(centre.y + share(byY!.indexOf(one)) * height),
      });
  }
  return exits;
}

function isStraightClear(source: End, target: End, { obstacles, clear }: Channels): boolean {
  const [from, to] = [centreOf(source.node), centreOf(target.node)];
  const around = ({ x, y, width, height }: Rect): Rect => ({
    ...{ x: x - clear, y: y - clear },
    ...{ width: width + 2 * clear, height: height + 2 * clear },
  });
  return !obstacles.some((rect) => rect !== source.outer && rect !== target.outer && crosses(around(rect), from, to));
}

function crosses({ x, y, width, height }: Rect, from: Point, to: Point): boolean {
  let [start, end] = [0, 1];
  for (const [at, by, low, high] of [
    [from.x, to.x - from.x, x, x + width],
    [from.y, to.y - from.y, y, y + height],
  ] as const) {
    if (by === 0) {
      if (at < low || at > high) return false;
      continue;
    }
    const [one, other] = [(low - at) / by, (high - at) / by];
    start = Math.max(start, Math.min(one, other));
    end = Math.min(end, Math.max(one, other));
  }
  return start < end;
}

interface Candidate {
  readonly points: readonly Point[];
  readonly cost: number;
}

function bestRoute(source: End, target: End, channels: Channels, findDetour: FindDetour): readonly Point[] | undefined {
  const axes: readonly Axis[] = ['y', 'x'];
  const short = axes.flatMap((axis) => withTwoBends(source, target, axis, channels) ?? []);
  const candidates =
    short.length > 0 ? short : axes.flatMap((axis) => withFourBends(source, target, axis, channels) ?? []);
  const best = candidates.reduce<Candidate | undefined>(
    (cheapest, one) => (cheapest && cheapest.cost <= one.cost ? cheapest : one),
    undefined,
  );
  return best?.points ?? findDetour(source, target, channels);
}

function facing({ outer }: End, axis: Axis, lane: number, gap: number): { outside: number } | undefined {
  const [low, high] = sidesOf(outer, axis);
  if (lane <= low - gap + 1) return { outside: low - gap + 1 };
  if (lane >= high + gap - 1) return { outside: high + gap - 1 };
  return undefined;
}

/** The best route with two bends: out of one node, along a free channel, and into the other. */
function withTwoBends(source: End, target: End, axis: Axis, channels: Channels): Candidate | undefined {
  const aside = across[axis];
  const { gap } = channels;
  const [from, to] = [source.exit[aside], target.exit[aside]];
  let best: Candidate | undefined;
  for (const lane of channels.lanes[aside]) {
    const [near, far] = [facing(source, axis, lane, gap), facing(target, axis, lane, gap)];
    if (!near || !far) continue;
    const length = Math.abs(lane - source.exit[axis]) + Math.abs(lane - target.exit[axis]) + Math.abs(from - to);
    if (best && length + 2 * bendCost >= best.cost) continue;
    const isClear =
      channels.isClear(aside, lane, from, to) &&
      channels.isClear(axis, from, near.outside, lane) &&
      channels.isClear(axis, to, far.outside, lane);
    if (!isClear) continue;
    const track = channels.freeTrack(aside, lane, from, to);
    const at = facing(source, axis, track, gap) && facing(target, axis, track, gap) ? track : lane;
    const shared =
      channels.overlaps(aside, at, from, to) +
      channels.overlaps(axis, from, near.outside, at) +
      channels.overlaps(axis, to, far.outside, at);
    const cost = length + 2 * bendCost + shared * sharedCost;
    if (best && cost >= best.cost) continue;
    const [start, end] = [startOf(source, axis, at), startOf(target, axis, at)];
    best = { points: [start, pointOn(axis, at, from), pointOn(axis, at, to), end], cost };
  }
  return best;
}

/**
 * The best route with four bends: out of one node, beside it to a free channel, along the channel, and likewise into
 * the other.
 */
function withFourBends(source: End, target: End, axis: Axis, channels: Channels): Candidate | undefined {
  const aside = across[axis];
  const [from, to] = [source.exit[aside], target.exit[aside]];
  const beside = ({ outer }: End) => {
    const [low, high] = sidesOf(outer, axis);
    return [Math.round(low) - channels.gap, Math.round(high) + channels.gap];
  };
  let best: Candidate | undefined;
  for (const first of beside(source))
    for (const last of beside(target))
      for (const lane of channels.lanes[axis]) {
        const length =
          Math.abs(first - source.exit[axis]) +
          Math.abs(last - target.exit[axis]) +
          Math.abs(first - last) +
          Math.abs(lane - from) +
          Math.abs(lane - to);
        if (best && length + 4 * bendCost >= best.cost) continue;
        const isClear =
          channels.isClear(aside, first, from, lane) &&
          channels.isClear(axis, lane, first, last) &&
          channels.isClear(aside, last, lane, to);
        if (!isClear) continue;
        const at = channels.freeTrack(axis, lane, first, last);
        const isTrackClear = channels.isClear(aside, first, from, at) && channels.isClear(aside, last, at, to);
        const track = isTrackClear ? at : lane;
        const cost = length + 4 * bendCost + channels.overlaps(axis, track, first, last) * sharedCost;
        if (best && cost >= best.cost) continue;
        best = {
          points: [
            startOf(source, axis, first),
            pointOn(axis, first, from),
            pointOn(axis, first, track),
            pointOn(axis, last, track),
            pointOn(axis, last, to),
            startOf(target, axis, last),
          ],
          cost,
        };
      }
  return best;
}
