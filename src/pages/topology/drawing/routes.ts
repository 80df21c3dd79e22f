// Converts the bends of a line to Cytoscape's format: each bend as a fraction of the straight line between the ends,
// and a distance from that line.
import type { Point } from '../layout/tree';

export interface RouteData {
  readonly sourceEnd: string;
  readonly targetEnd: string;
  readonly weights: readonly number[];
  readonly distances: readonly number[];
}

interface Cached {
  readonly source: Point;
  readonly target: Point;
  readonly data: RouteData;
}
const cache = new WeakMap<readonly Point[], Cached>();
const isAt = (one: Point, other: Point) => one.x === other.x && one.y === other.y;

/** Cytoscape restyles a line whenever its data is a new object, so an unchanged route returns the same object. */
export function routeData(points: readonly Point[], source: Point, target: Point): RouteData {
  const cached = cache.get(points);
  if (cached && isAt(cached.source, source) && isAt(cached.target, target)) return cached.data;
  const data = computeRouteData(points, source, target);
  cache.set(points, { source, target, data });
  return data;
}

function computeRouteData(points: readonly Point[], source: Point, target: Point): RouteData {
  const [start, end] = [points[0]!, points.at(-1)!];
  const along = { x: end.x - start.x, y: end.y - start.y };
  const length = Math.hypot(along.x, along.y) || 1;
  const bends = points.slice(1, -1).map((point) => ({ x: point.x - start.x, y: point.y - start.y }));
  const endOf = (point: Point, centre: Point) => `${round(point.x - centre.x)}px ${round(point.y - centre.y)}px`;
  return {
    sourceEnd: endOf(start, source),
    targetEnd: endOf(end, target),
    weights: bends.map(({ x, y }) => (x * along.x + y * along.y) / length ** 2),
    distances: bends.map(({ x, y }) => (y * along.x - x * along.y) / length),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
