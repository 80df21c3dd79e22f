// The part of the drawing surface that the page's state uses.
import type { Point } from '../layout/tree';

export interface Camera extends Point {
  readonly zoom: number;
}
export interface Surface {
  /** Moves the view to a node, unless the node is already visible and legible. */
  reveal(id: string): void;
  /** The whole picture as an SVG file, with the level of detail of the current zoom. Empty if nothing is drawn. */
  svg(): string;
  /** Center and zoom of the view; null if the picture is shown as it is first shown. */
  camera(): Camera | null;
  /** Shows the part of the picture with this centre and zoom; null as it is first shown. */
  look(camera: Camera | null): void;
}
