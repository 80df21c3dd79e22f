// The parts of a picture and their places: the types that the steps of the layout share.

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
  /** The box around it. */
  readonly parentId: string | null;
  /** What its heading needs, which stands at its top. */
  readonly heading: Size;
}
export interface ElementToPlace extends Size {
  readonly id: string;
  readonly boxId: string;
}
export interface EdgeToPlace {
  readonly id: string;
  /** Ids of boxes or elements. */
  readonly source: string;
  readonly target: string;
  /** Whether what it begins at comes first. */
  readonly isDirected: boolean;
  /** Whether it pulls its ends together. */
  readonly affectsLayout: boolean;
  readonly label: Size | null;
}
/** The parts to be drawn: boxes before their contents. The same input gives the same places. */
export interface PictureToPlace {
  readonly boxes: readonly BoxToPlace[];
  readonly elements: readonly ElementToPlace[];
  readonly edges: readonly EdgeToPlace[];
}

export interface Line {
  /** From source to target. */
  readonly points: readonly Point[];
  readonly label: Rectangle | null;
}
/** All coordinates are those of the picture. */
export interface Layout extends Size {
  /** Boxes and elements by id. */
  readonly places: ReadonlyMap<string, Rectangle>;
  /** Edges by id. */
  readonly lines: ReadonlyMap<string, Line>;
}
