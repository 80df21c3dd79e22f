// The part of the drawing surface that the page's state uses.
import type { Point } from '../layout/tree';

export interface Camera extends Point {
  readonly zoom: number;
}
/** The texts of the caption of an exported picture. The caption explains those highlights that are in the picture. */
export interface CaptionTexts {
  readonly title: string;
  readonly subtitle: string;
  /** Words for each highlight, by its name. */
  readonly markWords: Readonly<Record<string, string>>;
}
export interface Surface {
  /** Moves the view to a node, unless the node is already visible and legible. */
  reveal(id: string): void;
  /**
   * The whole picture as an SVG file, with the level of detail of the current zoom, below a caption. Empty if nothing is
   * drawn.
   */
  svg(caption: CaptionTexts): string;
  /** Center and zoom of the view; null if the picture is shown as it is first shown. */
  camera(): Camera | null;
  /** Shows the part of the picture with this centre and zoom; null as it is first shown. */
  look(camera: Camera | null): void;
}
