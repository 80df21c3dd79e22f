// Where lines end: at which node, and at which point they leave it.
import { across, lengths, type Axis } from './channels';
import type { Point, Rect } from '../tree';

/** Makes a route with few bends preferable: a bend counts as much as this length. */
export const bendCost = 60;

export interface End {
  /** The rectangle at which the line ends, such as a port. */
  readonly node: Rect;
  /** The rectangle that other lines go around, such as the device of the port. */
  readonly outer: Rect;
  /** The expanded folds that contain the node, by id. */
  readonly folds: readonly string[];
  /** Where the line leaves the sides of the node: `x` at the upper and lower side, `y` at the left and right side. */
  readonly exit: Point;
}

export const sidesOf = (rect: Rect, axis: Axis): readonly [number, number] => [
  rect[axis],
  rect[axis] + rect[lengths[axis]],
];

export const pointOn = (axis: Axis, along: number, aside: number): Point =>
  axis === 'x' ? { x: along, y: aside } : { x: aside, y: along };

export const startOf = ({ node, exit }: End, axis: Axis, lane: number): Point => {
  const [low, high] = sidesOf(node, axis);
  return pointOn(axis, lane < (low + high) / 2 ? low : high, exit[across[axis]]);
};
