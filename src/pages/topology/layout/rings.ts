// Arranges a network in rings around its central nodes. Each ring has the nodes that are one connection farther away.
import { ordered } from './layers';
import { belowMiddle, layered, middleOf, type Clusters, type Component } from './middle';
import { fitScale, packGrid, type Packed } from './pack';
import { findBounds, type Point, type Rect, type Size } from './tree';

interface Rings {
  readonly spacing: number;
  readonly sizeOf: (id: string) => Size;
  /** Proportions (width by height) of the available space. */
  readonly shape: number;
}

/** Proportions to try for a grid of nodes that have the same few neighbours (a cluster). */
const clusterShapes = [0.7, 1.6];
/** Rotations of the whole arrangement to try. */
const turns = [0, Math.PI / 4, Math.PI / 2, (3 * Math.PI) / 4];
/** For more nodes than this, only one arrangement is computed, because each takes long. */
const mostTried = 200;
/** A node is moved outwards until it overlaps no other node. Steps are its height and a gap, divided by this number. */
const stepsPerNode = 3;

export function arrangeInRings(component: Component, { spacing, sizeOf, shape }: Rings): Packed {
  const { clusters: all, central } = middleOf(component);
  // Nodes that are connected only with the centre are spread around it instead of forming a cluster.
  const clusters: Clusters = new Map([...all].filter(([name]) => name !== belowMiddle));
  const clusterOf = new Map([...clusters].flatMap(([name, members]) => members.map((id) => [id, name] as const)));
  const names = [...component.ids.filter((id) => !clusterOf.has(id)), ...clusters.keys()];
  const layers = ordered(layered(names, component.joins, clusterOf, central));
  const angles = anglesOf(layers.layers, layers.joins);
  const isFew = component.ids.length <= mostTried;
  const arrangements = (isFew ? clusterShapes : clusterShapes.slice(0, 1)).flatMap((clusterShape) => {
    const grids = new Map(
      [...clusters].map(([name, members]) => [name, packGrid(members, sizeOf, spacing / 2, clusterShape)]),
    );
    const sizeOfAll = (id: string) => grids.get(id) ?? sizeOf(id);
    return (isFew ? turns : turns.slice(0, 1)).map((turn) => {
      const angleOf = (id: string) => angles.get(id)! + turn;
      return packed(placeRings(layers.layers, angleOf, { spacing, shape, sizeOf: sizeOfAll }), grids);
    });
  });
  return arrangements.reduce((best, one) => (fitScale(one, shape) > fitScale(best, shape) ? one : best));
}

function packed(rects: ReadonlyMap<string, Rect>, grids: ReadonlyMap<string, Packed>): Packed {
  const { x: left, y: upper, width, height } = findBounds(rects.values())!;
  const places = new Map<string, Point>();
  for (const [name, { x, y }] of rects)
    for (const [id, place] of grids.get(name)?.places ?? [[name, { x: 0, y: 0 }] as const])
      places.set(id, { x: x - left + place.x, y: y - upper + place.y });
  return { width, height, places };
}

type Layer = readonly string[];

/**
 * Divides the circle: each node gets a sector, proportional to the number of outermost nodes that are connected through
 * it.
 */
function anglesOf(layers: readonly Layer[], joins: readonly (readonly [string, string])[]): Map<string, number> {
  const layerOf = new Map(layers.flatMap((layer, depth) => layer.map((id) => [id, depth] as const)));
  const parentOf = new Map<string, string>();
  for (const [from, to] of joins)
    if (layerOf.get(to) === layerOf.get(from)! + 1 && !parentOf.has(to)) parentOf.set(to, from);
  const children = new Map<string, string[]>();
  for (const id of layers.flat()) {
    const parent = parentOf.get(id);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const weights = new Map<string, number>();
  for (const id of layers.flat().reverse())
    weights.set(
      id,
      Math.max(
        1,
        (children.get(id) ?? []).reduce((sum, child) => sum + weights.get(child)!, 0),
      ),
    );
  const angles = new Map<string, number>();
  const share = (ids: readonly string[], start: number, end: number): void => {
    const total = ids.reduce((sum, id) => sum + weights.get(id)!, 0);
    let from = start;
    for (const id of ids) {
      const to = from + ((end - start) * weights.get(id)!) / total;
      angles.set(id, (from + to) / 2);
      share(children.get(id) ?? [], from, to);
      from = to;
    }
  };
  const roots = layers.flat().filter((id) => !parentOf.has(id));
  share(roots, -Math.PI, Math.PI);
  return angles;
}

const centred = ({ x, y }: Point, { width, height }: Size): Rect => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/**
 * Places the central nodes in a row. Each other node starts beyond the previous ring, and is moved outwards at its
 * angle until it overlaps no placed node.
 */
function placeRings(
  layers: readonly Layer[],
  angleOf: (id: string) => number,
  { sizeOf, spacing, shape }: Rings,
): Map<string, Rect> {
  const rects = new Map<string, Rect>();
  const [middle = [], ...rings] = layers;
  const width = middle.reduce((sum, id) => sum + sizeOf(id).width + spacing, -spacing);
  let x = -width / 2;
  for (const id of middle) {
    const size = sizeOf(id);
    rects.set(id, { ...centred({ x: 0, y: 0 }, size), x });
    x += size.width + spacing;
  }
  let inner = 0;
  for (const ring of rings) {
    let nearest = Infinity;
    for (const id of ring) {
      const [size, angle] = [sizeOf(id), angleOf(id)];
      const at = (radius: number): Rect =>
        centred({ x: Math.cos(angle) * radius * shape, y: Math.sin(angle) * radius }, size);
      const step = Math.max(1, (size.height + spacing) / stepsPerNode);
      let radius = inner + step;
      while (overlapsAny(at(radius), rects.values(), spacing)) radius += step;
      rects.set(id, at(radius));
      nearest = Math.min(nearest, radius);
    }
    inner = nearest;
  }
  return rects;
}

function overlapsAny(a: Rect, others: Iterable<Rect>, spacing: number): boolean {
  for (const b of others)
    if (
      a.x < b.x + b.width + spacing &&
      b.x < a.x + a.width + spacing &&
      a.y < b.y + b.height + spacing &&
      b.y < a.y + a.height + spacing
    )
      return true;
  return false;
}
