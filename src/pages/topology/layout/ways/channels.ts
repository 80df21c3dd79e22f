// Free channels between nodes, for routes of lines. Computes whether a horizontal or vertical segment touches no node,
// and how many segments of earlier routes the segment overlaps.
import type { Point, Rect } from '../tree';

/** The axis along which a segment runs. */
export type Axis = 'x' | 'y';
export const across = { x: 'y', y: 'x' } as const;
export const lengths = { x: 'width', y: 'height' } as const;

/** Minimum distance between a line and a node at which it does not end, in units of the picture. */
const clearance = 4;
/** Distance of a channel from the side of a node, and between channels side by side, in units of the picture. */
const channelGap = 7;
const trackGap = 9;
const mostTracks = 4;

type Interval = readonly [from: number, to: number];

/** The segments of routes, by the axis along which they run and the coordinate across it. */
export class Segments {
  private readonly used = { x: new Map<number, Interval[]>(), y: new Map<number, Interval[]>() };

  /** Stores the inner segments of a route, so that later routes avoid them. */
  place(points: readonly Point[]): void {
    points.slice(1).forEach((to, index) => {
      const from = points[index]!;
      const axis = from.y === to.y ? 'x' : 'y';
      const at = Math.round(from[across[axis]]);
      const interval: Interval = from[axis] < to[axis] ? [from[axis], to[axis]] : [to[axis], from[axis]];
      const placed = this.used[axis].get(at);
      if (placed) placed.push(interval);
      else this.used[axis].set(at, [interval]);
    });
  }

  /** Number of placed segments that this segment would overlap. */
  overlaps(axis: Axis, at: number, from: number, to: number): number {
    const [start, end] = from < to ? [from, to] : [to, from];
    const placed = this.used[axis].get(Math.round(at)) ?? [];
    return placed.filter(([low, high]) => low < end && start < high).length;
  }
}

export class Channels {
  /** Coordinates of lanes, by the axis along which lines run in them. Lanes are just beside the sides of nodes. */
  readonly lanes: Readonly<Record<Axis, readonly number[]>>;
  private readonly blocked = { x: new Map<number, readonly Interval[]>(), y: new Map<number, readonly Interval[]>() };
  /** Distance that a bend of a route keeps from the nodes at the route's ends, in units of the picture. */
  readonly gap: number;
  /** Distance that lines keep from nodes at which they do not end, in units of the picture. */
  readonly clear: number;

  /**
   * `placed` are the segments of all routes so far. `unit` is the factor for distances, at least 1: the lower the zoom at which the picture is shown, the larger the
   * factor.
   */
  constructor(
    readonly obstacles: readonly Rect[],
    private readonly placed: Segments,
    private readonly unit: number,
  ) {
    this.gap = Math.round(channelGap * unit);
    this.clear = clearance * unit;
    const lanesAlong = (axis: Axis) => {
      const side = across[axis];
      const sides = obstacles.flatMap((rect) => [rect[side] - this.gap, rect[side] + rect[lengths[side]] + this.gap]);
      return [...new Set(sides.map(Math.round))].sort((a, b) => a - b);
    };
    this.lanes = { x: lanesAlong('x'), y: lanesAlong('y') };
  }

  /** Whether a segment along the axis, at the coordinate `at` across the axis, touches no node. */
  isClear(axis: Axis, at: number, from: number, to: number): boolean {
    const [start, end] = from < to ? [from, to] : [to, from];
    return !this.blockedAt(axis, at).some(([low, high]) => low < end && start < high);
  }

  /** Number of placed segments that this segment would overlap. */
  overlaps(axis: Axis, at: number, from: number, to: number): number {
    return this.placed.overlaps(axis, at, from, to);
  }

  /** The coordinate at or near a lane at which the segment touches no node and overlaps the fewest other segments. */
  freeTrack(axis: Axis, lane: number, from: number, to: number): number {
    let [best, least] = [lane, this.overlaps(axis, lane, from, to)];
    const step = Math.round(trackGap * this.unit);
    for (let track = 1; track <= mostTracks && least > 0; track += 1)
      for (const at of [lane + track * step, lane - track * step]) {
        if (least === 0 || !this.isClear(axis, at, from, to)) continue;
        const shared = this.overlaps(axis, at, from, to);
        if (shared < least) [best, least] = [at, shared];
      }
    return best;
  }

  private blockedAt(axis: Axis, at: number): readonly Interval[] {
    const key = Math.round(at);
    const before = this.blocked[axis].get(key);
    if (before) return before;
    const side = across[axis];
    const { clear } = this;
    const intervals = this.obstacles
      .filter((rect) => rect[side] - clear < key && key < rect[side] + rect[lengths[side]] + clear)
      .map((rect): Interval => [rect[axis] - clear, rect[axis] + rect[lengths[axis]] + clear]);
    this.blocked[axis].set(key, intervals);
    return intervals;
  }
}
