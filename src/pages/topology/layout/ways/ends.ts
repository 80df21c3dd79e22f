// The ends of lines: the nodes at which lines end, and the points at which they leave these nodes.
import { across, lengths, type Axis } from './channels';
import type { Point, Rect } from '../tree';

/** The cost of a bend, in units of length. */
export const bendCost = 60;

export interface End {
  /** The rectangle at which the line ends, such as a port. */
  readonly node: Rect;
  /** The rectangle that other lines go around, such as the device of the port. */
  readonly outer: Rect;
  /** The ids of the expanded folds around the node. */
  readonly folds: readonly string[];
  /** The coordinates at which the line leaves the node, along each axis. */
  readonly exit: Point;
}

/** The coordinates of the two sides of a rectangle at which lines along the axis leave it. */
export const sidesOf = (rect: Rect, axis: Axis): readonly [number, number] => [
  rect[axis],
  rect[axis] + rect[lengths[axis]],
];

export const pointOn = (axis: Axis, along: number, aside: number): Point =>
  axis === 'x' ? { x: along, y: aside } : { x: aside, y: along };

/** The point at which a line leaves its node towards a lane. */
export const startOf = ({ node, exit }: End, axis: Axis, lane: number): Point => {
  const [low, high] = sidesOf(node, axis);
  return pointOn(axis, lane < (low + high) / 2 ? low : high, exit[across[axis]]);
};
