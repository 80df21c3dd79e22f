// Computes the new positions after the user has dragged a node. Boxes around the node grow if necessary.
import { headerHeight, padding, top, type Place, type Places, type Point, type Tree } from './tree';

/** The ids of everything in a box, including nested boxes and their contents. */
export function listContents(tree: Tree, id: string): string[] {
  return (tree.children.get(id) ?? []).flatMap((child) => [child, ...listContents(tree, child)]);
}

/**
 * Returns the changed positions. A node dragged beyond the upper or left side of its box pushes that side outwards,
 * while all other nodes stay where they are.
 */
export function draggedPlaces(tree: Tree, places: Places, id: string, by: Point): Places {
  const movedPlaces = new Map<string, Place>();
  let [at, offset]: [string, Point] = [id, by];
  for (;;) {
    const before = movedPlaces.get(at) ?? places.get(at)!;
    const place = { ...before, x: before.x + offset.x, y: before.y + offset.y };
    movedPlaces.set(at, place);
    const parent = tree.parentOf.get(at) ?? top;
    if (parent === top) return movedPlaces;
    const beyond = { x: Math.min(0, place.x - padding), y: Math.min(0, place.y - headerHeight) };
    if (beyond.x === 0 && beyond.y === 0) return movedPlaces;
    for (const sibling of tree.children.get(parent) ?? []) {
      const siblingPlace = movedPlaces.get(sibling) ?? places.get(sibling)!;
      movedPlaces.set(sibling, { ...siblingPlace, x: siblingPlace.x - beyond.x, y: siblingPlace.y - beyond.y });
    }
    [at, offset] = [parent, beyond];
  }
}
