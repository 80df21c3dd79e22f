// Types for the layout of images: parts, sizes and positions.

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Rectangle extends Point, Size {}

export interface BoxToPlace {
  readonly id: string;
  /** Id of the box that contains this box; null at the top level. */
  readonly parentId: string | null;
  /** Size of the heading, which is at the top of the box. */
  readonly heading: Size;
}
export interface ElementToPlace extends Size {
  readonly id: string;
  readonly boxId: string;
}
export interface EdgeToPlace {
  readonly id: string;
  /** Ids of the two boxes or elements at which the edge starts and ends. */
  readonly source: string;
  readonly target: string;
  /** Whether the layout must place the source before the target. */
  readonly isDirected: boolean;
  /** Whether the layout moves the ends of the edge close together. */
  readonly affectsLayout: boolean;
  readonly label: Size | null;
}
/**
 * The boxes, elements and edges of an image to lay out. Each box comes before its contents. Equal input gives equal
 * positions.
 */
export interface PictureToPlace {
  readonly boxes: readonly BoxToPlace[];
  readonly elements: readonly ElementToPlace[];
  readonly edges: readonly EdgeToPlace[];
}

export interface Line {
  /** Points of the line, from source to target. */
  readonly points: readonly Point[];
  readonly label: Rectangle | null;
}
/** Positions of all boxes, elements and lines of an image, relative to the corner of the image. */
export interface Layout extends Size {
  /** Positions of boxes and elements by id. */
  readonly places: ReadonlyMap<string, Rectangle>;
  /** Lines of edges by the id of the edge. */
  readonly lines: ReadonlyMap<string, Line>;
}
