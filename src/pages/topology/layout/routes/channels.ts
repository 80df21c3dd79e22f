// Finds the free channels between nodes in which lines can run, and keeps track of the lines already in them.
import type { Point, Rect } from '../tree';

export type Axis = 'x' | 'y';
export const across = { x: 'y', y: 'x' } as const;
export const lengths = { x: 'width', y: 'height' } as const;

/** Lines keep this distance from nodes that they pass. */
const clearance = 4;
/** Distance between a node and the channel beside it. Lines run in channels. */
const channelGap = 7;
const trackGap = 9;
const mostTracks = 4;

type Interval = readonly [from: number, to: number];

/** The horizontal and vertical segments of routed lines. */
export class Segments {
  private readonly used = { x: new Map<number, Interval[]>(), y: new Map<number, Interval[]>() };

  /** Records a route, so that later routes can avoid it. */
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

  /** How many recorded segments the given segment would overlap. */
  overlaps(axis: Axis, at: number, from: number, to: number): number {
    const [start, end] = from < to ? [from, to] : [to, from];
    const placed = this.used[axis].get(Math.round(at)) ?? [];
    return placed.filter(([low, high]) => low < end && start < high).length;
  }
}

export class Channels {
  /** Positions of channels beside nodes, by the direction in which lines run. */
  readonly lanes: Readonly<Record<Axis, readonly number[]>>;
  private readonly blocked = { x: new Map<number, readonly Interval[]>(), y: new Map<number, readonly Interval[]>() };
  /** Distance of a bend from the node at which the line ends. */
  readonly gap: number;
  /** Distance that lines keep from nodes that they pass. */
  readonly clear: number;

  /**
   * `placed` collects the routes so far. `unit` (at least 1) scales distances for a drawing that is shown at a low
   * zoom.
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

  isClear(axis: Axis, at: number, from: number, to: number): boolean {
    const [start, end] = from < to ? [from, to] : [to, from];
    return !this.blockedAt(axis, at).some(([low, high]) => low < end && start < high);
  }

  overlaps(axis: Axis, at: number, from: number, to: number): number {
    return this.placed.overlaps(axis, at, from, to);
  }

  /** Moves a segment sideways within its channel to where it overlaps the fewest others. */
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
