// Breaks layers that are too wide into several rows, and a long sequence of layers into several columns.
import type { Join, Layers } from './middle';
import { inRows, type Packed } from './pack';
import type { Point, Size } from './tree';

type SizeOf = (id: string) => Size;

export interface Broken {
  /** The layers, in which a block stands for all nodes of a wide layer. */
  readonly layers: Layers;
  /** The nodes of each wide layer in their rows, by the name of the block. */
  readonly blocks: ReadonlyMap<string, Packed>;
}

/** Minimum number of nodes in a layer that is broken into rows. */
const fewestInRows = 4;

const widthOf = (layer: readonly string[], sizeOf: SizeOf, gap: number): number =>
  layer.reduce((sum, id) => sum + sizeOf(id).width + gap, -gap);

/**
 * Breaks wide layers into rows: the widest layer into about `rows` rows, the others into as many rows as make them no
 * wider. The order within a layer is kept from left to right.
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
 * Places layers in this number of columns side by side, alternately downwards and upwards, so that consecutive layers
 * stay beside each other. `corners` are the corners of the nodes if all layers are below each other.
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

/** Moves layers sideways so that their centres are below each other. */
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
