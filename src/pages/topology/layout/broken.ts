// Makes layered arrangements fit the screen: breaks a wide layer into rows, and a tall stack of layers into columns.
import type { Join, Layers } from './middle';
import { inRows, type Packed } from './pack';
import type { Point, Size } from './tree';

type SizeOf = (id: string) => Size;

export interface Broken {
  /** The layers, in which one block replaces the nodes of each layer that was broken into rows. */
  readonly layers: Layers;
  /** By the name of a block: its nodes with their positions in the block. */
  readonly blocks: ReadonlyMap<string, Packed>;
}

/** Layers with fewer nodes are not broken. */
const fewestInRows = 4;

const widthOf = (layer: readonly string[], sizeOf: SizeOf, gap: number): number =>
  layer.reduce((sum, id) => sum + sizeOf(id).width + gap, -gap);

/**
 * Breaks the widest layer into about `rows` rows, and all other layers that are too wide likewise. The order of nodes
 * is kept.
 */
export function breakWide({ layers, joins }: Layers, sizeOf: SizeOf, rows: number, gap: number): Broken {
  const most = Math.max(...layers.map((layer) => widthOf(layer, sizeOf, gap))) / rows;
  const blocks = new Map<string, Packed>();
  const blockOf = new Map<string, string>();
  const broken = layers.map((layer, depth) => {
    const count = Math.ceil(widthOf(layer, sizeOf, gap) / most);
    if (count < 2 || layer.length < fewestInRows) return layer;
    const name = `rows of layer ${depth}`;
    blocks.set(name, inRows(Math.min(count, layer.length), layer, sizeOf, { x: gap, y: gap }));
    for (const id of layer) blockOf.set(id, name);
    return [name];
  });
  const ends = joins.map(([a, b]): Join => [blockOf.get(a) ?? a, blockOf.get(b) ?? b]);
  return {
    layers: { layers: broken, joins: [...new Map(ends.map((join) => [join.join(' '), join])).values()] },
    blocks,
  };
}

/**
 * Breaks a stack of layers into columns, alternately from top to bottom and from bottom to top, so that successive
 * layers stay close. `corners` are the positions of the nodes in a single column.
 */
export function breakLong(
  { layers }: Layers,
  corners: ReadonlyMap<string, Point>,
  sizeOf: SizeOf,
  columns: number,
  gap: number,
): ReadonlyMap<string, Point> {
  const ends = layers.map((layer) => Math.max(...layer.map((id) => corners.get(id)!.y + sizeOf(id).height)));
  const most = ends.at(-1)! / columns;
  const columnOf = (depth: number) => Math.min(columns - 1, Math.floor((ends[depth]! - 1) / most));
  const groups = Array.from({ length: columns }, (_none, column) =>
    layers.filter((_layer, depth) => columnOf(depth) === column).flat(),
  ).filter((group) => group.length > 0);
  const centred = centreLayers(layers, corners, sizeOf);
  const boxes = groups.map((group) => boundsOf(group, centred, sizeOf));
  const highest = Math.max(...boxes.map(({ height }) => height));
  const newCorners = new Map<string, Point>();
  let left = 0;
  groups.forEach((group, column) => {
    const box = boxes[column]!;
    for (const id of group) {
      const { x, y } = centred.get(id)!;
      const below = y - box.y;
      newCorners.set(id, {
        x: left + x - box.x,
        y: column % 2 === 0 ? below : highest - below - sizeOf(id).height,
      });
    }
    left += box.width + gap;
  });
  return newCorners;
}

function centreLayers(
  layers: Layers['layers'],
  corners: ReadonlyMap<string, Point>,
  sizeOf: SizeOf,
): ReadonlyMap<string, Point> {
  return new Map(
    layers.flatMap((layer) => {
      const { x: left, width } = boundsOf(layer, corners, sizeOf);
      return layer.map((id): [string, Point] => {
        const { x, y } = corners.get(id)!;
        return [id, { x: x - left - width / 2, y }];
      });
    }),
  );
}

function boundsOf(ids: readonly string[], corners: ReadonlyMap<string, Point>, sizeOf: SizeOf): Point & Size {
  const rects = ids.map((id) => ({ ...corners.get(id)!, ...sizeOf(id) }));
  const [x, y] = [Math.min(...rects.map((rect) => rect.x)), Math.min(...rects.map((rect) => rect.y))];
  return {
    x,
    y,
    width: Math.max(...rects.map((rect) => rect.x + rect.width)) - x,
    height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y,
  };
}
