// Arranges a network around its central nodes: the parts that are connected only through these nodes are placed in
// grids beside them.
import { inRow } from './between';
import type { Component, Join } from './middle';
import { inColumns, inRows, type Packed } from './pack';
import type { Point, Size } from './tree';

/** Grids are tried with the proportions of the screen, and with proportions that are wider by these factors. */
const widerGrids = [1, 1.35, 1.8];
/** Distance of a grid from the central nodes, as a multiple of the usual gap. */
const apart = 1.4;

interface Around {
  readonly spacing: number;
  readonly within: number;
  readonly sizeOf: (id: string) => Size;
  readonly shape: number;
  /** If fewer parts than this are connected to the central nodes, all of them are placed on one side of these nodes. */
  readonly fewestAround: number;
}

/**
 * Returns several arrangements, of which the caller chooses one. `centre` contains the central nodes, `cells` the parts
 * that are placed in a grid below it, and `leaves` the single nodes that are placed above it. If there are no single
 * nodes, the parts are also tried on both sides of the centre.
 */
export function aroundCentre(
  centre: Packed,
  cells: readonly Packed[],
  leaves: readonly string[],
  { spacing, within, sizeOf, shape, fewestAround }: Around,
): Packed[] {
  const gaps = { x: Math.min(spacing, within), y: spacing };
  const stacked = (parts: readonly Packed[]) => inRow(parts, 'y', spacing * apart);
  const below = gridsOf(cells, shape, gaps).map((grid) => {
    const above = leaves.length === 0 ? [] : [gridAsWide(leaves, sizeOf, Math.max(grid.width, centre.width), gaps.x)];
    return stacked([...above, centre, grid]);
  });
  if (leaves.length > 0 || cells.length < fewestAround) return below;
  const half = Math.ceil(cells.length / 2);
  const [first, second] = [cells.slice(0, half), cells.slice(half)];
  const upper = gridsOf(
    first.map((cell) => upsideDown(cell, sizeOf)),
    shape * 2,
    gaps,
  );
  const lower = gridsOf(second, shape * 2, gaps);
  return [...below, ...upper.slice(0, lower.length).map((grid, index) => stacked([grid, centre, lower[index]!]))];
}

/** Returns several grids of the cells, with different numbers of rows, of which the caller chooses one. */
function gridsOf(cells: readonly Packed[], shape: number, gaps: Point): Packed[] {
  const names = cells.map((_cell, index) => String(index));
  const cellOf = (name: string) => cells[Number(name)]!;
  const mean = (side: 'width' | 'height') => cells.reduce((sum, cell) => sum + cell[side], 0) / cells.length;
  const [width, height] = [mean('width') + gaps.x, mean('height') + gaps.y];
  const counts = widerGrids.flatMap((wider) => {
    const rows = Math.sqrt((cells.length * width) / (height * shape * wider));
    return [Math.floor(rows), Math.ceil(rows)];
  });
  return [...new Set(counts.map((rows) => Math.min(Math.max(rows, 1), cells.length)))].map((rows) => {
    const grid = inRows(rows, names, cellOf, gaps);
    const places = names.flatMap((name) => {
      const at = grid.places.get(name)!;
      return [...cellOf(name).places].map(([id, { x, y }]): [string, Point] => [id, { x: x + at.x, y: y + at.y }]);
    });
    return { ...grid, places: new Map(places) };
  });
}

function gridAsWide(ids: readonly string[], sizeOf: (id: string) => Size, most: number, gap: number): Packed {
  const sizes = ids.map(sizeOf);
  const width = Math.max(...sizes.map((size) => size.width));
  const columns = Math.max(1, Math.floor((most + gap) / (width + gap)));
  return inColumns(Math.min(columns, ids.length), ids, sizes, width, gap);
}

const upsideDown = ({ places, ...size }: Packed, sizeOf: (id: string) => Size): Packed => ({
  ...size,
  places: new Map([...places].map(([id, { x, y }]) => [id, { x, y: size.height - y - sizeOf(id).height }])),
});

/**
 * Sorts the parts of a network in the order of the central nodes to which they are connected, so that few lines cross.
 */
export function sortByCentre(
  parts: readonly Component[],
  joins: readonly Join[],
  central: readonly string[],
): readonly Component[] {
  if (central.length < 2) return parts;
  const placeOf = new Map(central.map((id, index) => [id, index]));
  const hubs = new Map<string, number[]>();
  for (const [a, b] of joins)
    for (const [id, hub] of [
      [a, placeOf.get(b)],
      [b, placeOf.get(a)],
    ] as const)
      if (hub !== undefined) hubs.set(id, [...(hubs.get(id) ?? []), hub]);
  const keyed = parts.map((part) => {
    const places = part.ids.flatMap((id) => hubs.get(id) ?? []);
    return { part, at: places.reduce((sum, place) => sum + place, 0) / Math.max(1, places.length) };
  });
  return keyed.sort((a, b) => a.at - b.at).map(({ part }) => part);
}
