// What the page's state needs of the drawing: moving the viewport, exporting a picture, and arranging nodes.
import type { Remembrance } from '../layout/memory';
import type { Places, Point } from '../layout/tree';

export interface Camera extends Point {
  readonly zoom: number;
}
/** The caption of an exported picture, which also explains the highlights in it. */
export interface CaptionTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly markWords: Readonly<Record<string, string>>;
}
/** What an exported picture shows. */
export type DrawnPart = 'whole' | 'window';
export interface Surface {
  /** Moves the viewport to a node, unless it is readable already. */
  reveal(id: string): void;
  /**
   * The drawing as SVG with a caption, as detailed as on the screen: the whole drawing or, with `part`, what is in the
   * window. Empty if nothing is drawn.
   */
  svg(caption: CaptionTexts, part: DrawnPart): string;
  /** Centre and zoom of the viewport; null for the starting view, which the user has not changed. */
  camera(): Camera | null;
  /** Sets centre and zoom of the viewport; null for the starting view. */
  look(camera: Camera | null): void;
}

export interface Arranging {
  /** Draws the graph with the current filters. Nodes stay where they are, unless `anew` requests a new layout. */
  arrange(how?: { readonly anew?: boolean }): Promise<void>;
  /** Records where the user has dragged nodes. A position is the top left corner within the surrounding box. */
  move(places: Places): void;
  /** The positions of all nodes, including nodes that are hidden at present. */
  memory(): Remembrance;
  /** Replaces all positions; `arrange` draws them. */
  restore(memory: Remembrance): void;
}
