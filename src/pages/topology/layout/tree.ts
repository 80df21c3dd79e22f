// The nodes to arrange, as a tree: boxes with their contents, their sizes, and the resulting rectangles.
import type { Shown } from '../graph/shown';
import { boxTitle, itemLines, measureLetters } from '../graph/texts';

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
export type Rect = Point & Size;

/** The top left corner and minimum size of a node. The corner is relative to the surrounding box. */
export type Place = Point & Partial<Size>;
export type Places = ReadonlyMap<string, Place>;

export const top = null;
export const padding = 12;
export const headerHeight = 34;
export const gap = 14;
/** The margin around a picture that is shown whole, in pixels. */
export const fitMargin = 32;
const lineHeight = 16;

export interface Tree {
  /** The children of each box; the key null means the outermost nodes. */
  readonly children: ReadonlyMap<string | null, readonly string[]>;
  readonly parentOf: ReadonlyMap<string, string | null>;
  /** Sizes of items and closed boxes, and minimum sizes of open boxes. */
  readonly sizes: ReadonlyMap<string, Size>;
  /** Ids of the folds whose contents are shown. */
  readonly openFolds: ReadonlySet<string>;
}

const textWidth = (text: string, perLetter = 7) => Math.ceil(measureLetters(text) * perLetter);

export function buildTree({ boxes, items, isClosed, sizeOf }: Shown): Tree {
  const children = new Map<string | null, string[]>();
  const parentOf = new Map<string, string | null>();
  const sizes = new Map<string, Size>();
  const put = (id: string, parentId: string | null, size: Size) => {
    const siblings = children.get(parentId);
    if (siblings) siblings.push(id);
    else children.set(parentId, [id]);
    parentOf.set(id, parentId);
    sizes.set(id, size);
  };
  for (const box of boxes) {
    const closed = isClosed.has(box.id);
    const inside = sizeOf.get(box.id) ?? 0;
    const lines = boxTitle(box, inside, closed).split('\n');
    const iconWidth = box.kind === 'Fold' && closed ? 24 : 58;
    const width = Math.max(110, ...lines.map((line) => textWidth(line, 7.7) + iconWidth));
    const height = headerHeight + (lines.length - 1) * lineHeight + (inside === 0 || closed ? 4 : 0);
    put(box.id, box.parentId, { width, height });
  }
  // All items of a box get the same size, because an even grid is easier to read.
  const cards = new Map<string, Size>();
  for (const item of items) {
    const lines = itemLines(item);
    const card = cards.get(item.parentId) ?? { width: 64, height: 0 };
    const width = Math.max(card.width, ...lines.map((line) => textWidth(line, 6.6) + 20));
    cards.set(item.parentId, { width, height: Math.max(card.height, 12 + lines.length * 15) });
  }
  for (const { id, parentId } of items) put(id, parentId, cards.get(parentId)!);
  const openFolds = new Set(boxes.flatMap(({ id, kind }) => (kind === 'Fold' && children.has(id) ? [id] : [])));
  return { children, parentOf, sizes, openFolds };
}

export function depthOf(tree: Tree, id: string): number {
  const parent = tree.parentOf.get(id);
  return parent == null ? 0 : depthOf(tree, parent) + 1;
}

export const isOpen = (tree: Tree, id: string): boolean => tree.children.has(id);

/** Computes the sizes of boxes from the positions of their contents. */
export function measure(tree: Tree, places: Places): ReadonlyMap<string, Size> {
  const sizes = new Map<string, Size>();
  const visit = (id: string): Size => {
    const { width, height } = tree.sizes.get(id)!;
    const inside = tree.children.get(id);
    const least = places.get(id);
    let size: Size = { width: Math.max(width, least?.width ?? 0), height: Math.max(height, least?.height ?? 0) };
    if (inside) {
      let right = 0;
      let bottom = 0;
      for (const child of inside) {
        const { x, y } = places.get(child) ?? { x: padding, y: headerHeight };
        const inner = visit(child);
        right = Math.max(right, x + inner.width);
        bottom = Math.max(bottom, y + inner.height);
      }
      size = { width: Math.max(size.width, right + padding), height: Math.max(size.height, bottom + padding) };
    }
    sizes.set(id, size);
    return size;
  };
  for (const id of tree.children.get(top) ?? []) visit(id);
  return sizes;
}

/** The rectangles of all nodes on the drawing, boxes before their contents. */
export function buildRectangles(tree: Tree, places: Places): ReadonlyMap<string, Rect> {
  const sizes = measure(tree, places);
  const rectangles = new Map<string, Rect>();
  const visit = (ids: readonly string[], origin: Point) => {
    for (const id of ids) {
      const place = places.get(id) ?? { x: padding, y: headerHeight };
      const at = { x: origin.x + place.x, y: origin.y + place.y };
      rectangles.set(id, { ...at, ...sizes.get(id)! });
      visit(tree.children.get(id) ?? [], at);
    }
  };
  visit(tree.children.get(top) ?? [], { x: 0, y: 0 });
  return rectangles;
}

export function findBounds(rectangles: Iterable<Rect>): Rect | undefined {
  let [left, upper, right, lower] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of rectangles) {
    left = Math.min(left, x);
    upper = Math.min(upper, y);
    right = Math.max(right, x + width);
    lower = Math.max(lower, y + height);
  }
  return right < left ? undefined : { x: left, y: upper, width: right - left, height: lower - upper };
}
