// Finds a route with any number of bends, for lines that have no free route with few bends.
import { across, type Axis, type Channels } from './channels';
import { bendCost, pointOn, sidesOf, startOf, type End } from './ends';
import type { Point } from '../tree';

/** Maximum number of crossings that the search visits for all lines together, so that users do not wait. */
const mostVisited = 120_000;

/**
 * A crossing of two channels (free corridors between nodes) on a possible route of a line. `axis` is the direction in
 * which the route reaches the crossing.
 */
interface Stop {
  readonly x: number;
  readonly y: number;
  readonly axis: Axis;
  readonly cost: number;
  readonly before: Stop | undefined;
  /** At the first crossing of a route: the points from the line's end to this crossing. Empty at later crossings. */
  readonly leadIn: readonly Point[];
}

const axes: readonly Axis[] = ['x', 'y'];

export type FindDetour = (source: End, target: End, channels: Channels) => readonly Point[] | undefined;

/**
 * Returns a function that finds a short route with few bends. The result is undefined if there is none or the search
 * takes too long.
 */
export function createDetours(): FindDetour {
  let visits = 0;
  const steps = new Map<Channels, Steps>();
  const mayVisit = () => {
    visits += 1;
    return visits <= mostVisited;
  };
  return (source, target, channels) => {
    const stepsOfChannels = steps.get(channels) ?? new Steps(channels);
    steps.set(channels, stepsOfChannels);
    return search(source, target, stepsOfChannels, mayVisit);
  };
}

class Steps {
  readonly lanes: Lanes;
  /**
   * For each crossing and direction: whether no node is in the way to the next crossing (1: none, 2: a node, 0: not
   * computed).
   */
  private readonly known: Uint8Array;

  constructor(readonly channels: Channels) {
    this.lanes = { x: channels.lanes.y, y: channels.lanes.x };
    this.known = new Uint8Array(this.lanes.x.length * this.lanes.y.length * 2);
  }

  keyOf(x: number, y: number, axis: Axis): number {
    return (x * this.lanes.y.length + y) * 2 + (axis === 'x' ? 0 : 1);
  }

  isClear(x: number, y: number, axis: Axis): boolean {
    const key = this.keyOf(x, y, axis);
    if (this.known[key] === 0) {
      const { x: columns, y: rows } = this.lanes;
      const isClear =
        axis === 'x'
          ? this.channels.isClear(axis, rows[y]!, columns[x]!, columns[x + 1]!)
          : this.channels.isClear(axis, columns[x]!, rows[y]!, rows[y + 1]!);
      this.known[key] = isClear ? 1 : 2;
    }
    return this.known[key] === 1;
  }
}

function search(source: End, target: End, steps: Steps, mayVisit: () => boolean): readonly Point[] | undefined {
  const { lanes, channels } = steps;
  const keyOf = ({ x, y, axis }: Pick<Stop, 'x' | 'y' | 'axis'>): number => steps.keyOf(x, y, axis);
  const at = ({ x, y }: Pick<Stop, 'x' | 'y'>): Point => ({ x: lanes.x[x]!, y: lanes.y[y]! });
  const goals = new Map<number, Stop>();
  for (const stop of doorsOf(target, lanes, channels))
    for (const [axis, cost] of [
      [stop.axis, stop.cost],
      [across[stop.axis], stop.cost + bendCost],
    ] as const) {
      const key = keyOf({ ...stop, axis });
      const before = goals.get(key);
      if (!before || cost < before.cost) goals.set(key, { ...stop, cost });
    }
  const estimate = (point: Point) => Math.abs(point.x - target.exit.x) + Math.abs(point.y - target.exit.y);
  const queue = new Queue<Stop>();
  const push = (stop: Stop) => queue.push(stop, stop.cost + estimate(at(stop)));
  for (const stop of doorsOf(source, lanes, channels)) push(stop);
  const visited = new Set<number>();
  for (let stop = queue.pop(); stop; stop = queue.pop()) {
    const key = keyOf(stop);
    if (visited.has(key)) continue;
    if (!mayVisit()) return undefined;
    visited.add(key);
    const goal = goals.get(key);
    if (goal) return joined(stop, goal, at);
    for (const axis of axes)
      for (const step of [-1, 1]) {
        const [x, y] = axis === 'x' ? [stop.x + step, stop.y] : [stop.x, stop.y + step];
        const [from, to] = [lanes[axis][stop[axis]]!, lanes[axis][stop[axis] + step]];
        if (to === undefined || visited.has(steps.keyOf(x, y, axis))) continue;
        if (!steps.isClear(Math.min(x, stop.x), Math.min(y, stop.y), axis)) continue;
        const cost = stop.cost + Math.abs(to - from) + (axis === stop.axis ? 0 : bendCost);
        push({ x, y, axis, cost, before: stop, leadIn: [] });
      }
  }
  return undefined;
}

type Lanes = Readonly<Record<Axis, readonly number[]>>;

function doorsOf(end: End, lanes: Lanes, channels: Channels): readonly Stop[] {
  return axes.flatMap((leaving) => {
    const along = across[leaving];
    const [low, high] = sidesOf(end.outer, leaving);
    const exit = end.exit[along];
    return [low - channels.gap, high + channels.gap].flatMap((outside): Stop[] => {
      const lane = lanes[leaving].indexOf(Math.round(outside));
      if (lane < 0) return [];
      const coordinate = lanes[leaving][lane]!;
      const firstAfter = lanes[along].findIndex((one) => one >= exit);
      const after = firstAfter < 0 ? lanes[along].length : firstAfter;
      return [after - 1, after].flatMap((index): Stop[] => {
        const reached = lanes[along][index];
        if (reached === undefined || !channels.isClear(along, coordinate, exit, reached)) return [];
        return [
          {
            ...{ x: 0, y: 0, [leaving]: lane, [along]: index },
            axis: along,
            cost: bendCost + Math.abs(coordinate - end.exit[leaving]) + Math.abs(reached - exit),
            before: undefined,
            leadIn: [startOf(end, leaving, coordinate), pointOn(leaving, coordinate, exit)],
          },
        ];
      });
    });
  });
}

function joined(stop: Stop, goal: Stop, at: (stop: Stop) => Point): readonly Point[] {
  const points: Point[] = [...goal.leadIn].reverse();
  for (let one: Stop | undefined = stop; one; one = one.before) {
    points.unshift(at(one));
    if (!one.before) points.unshift(...one.leadIn);
  }
  return points.filter((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    const isBetween = (side: Axis) => before?.[side] === point[side] && point[side] === after?.[side];
    return !isBetween('x') && !isBetween('y');
  });
}

class Queue<Entry> {
  private readonly entries: { readonly entry: Entry; readonly cost: number }[] = [];

  push(entry: Entry, cost: number): void {
    const { entries } = this;
    let at = entries.push({ entry, cost }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (entries[parent]!.cost <= cost) break;
      this.swap(at, parent);
      at = parent;
    }
  }

  pop(): Entry | undefined {
    const { entries } = this;
    const [first] = entries;
    const last = entries.pop();
    if (!first || !last || entries.length === 0) return first?.entry;
    entries[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < entries.length && entries[left]!.cost < entries[least]!.cost) least = left;
      if (right < entries.length && entries[right]!.cost < entries[least]!.cost) least = right;
      if (least === at) return first.entry;
      this.swap(at, least);
      at = least;
    }
  }

  private swap(one: number, other: number): void {
    const { entries } = this;
    [entries[one], entries[other]] = [entries[other]!, entries[one]!];
  }
}
