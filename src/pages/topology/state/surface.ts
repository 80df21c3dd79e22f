// What the state of the page needs of the drawing surface.
import type { Point } from '../layout/tree';

export interface Camera extends Point {
  readonly zoom: number;
}
export interface Surface {
  /** Brings a node into sight, without moving visible ones. */
  reveal(id: string): void;
  picture(): Promise<Blob>;
  /** What is in the middle, and how large; null: everything is in sight. */
  camera(): Camera | null;
}
