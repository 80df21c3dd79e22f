// Arranges everything anew: inside each box first, then the boxes among themselves, by what joins them.
import type { Line } from '../graph/shown';
import { packGrid, packShelves, type Packed } from './pack';
import { gap, headerHeight, isOpen, padding, top, type Places, type Point, type Size, type Tree } from './tree';

/** Nodes and who is joined with whom; answers top left corners. */
export interface LayeredGraph {
  readonly nodes: readonly (Size & { readonly id: string })[];
  readonly edges: readonly (readonly [string, string])[];
  readonly spacing: number;
}
export type LayOutLayers = (graph: LayeredGraph) => Promise<ReadonlyMap<string, Point>>;

const spacingAtTop = 48;
/** Beyond that layers take too long and say too little. */
const mostLayered = 700;
/** Nodes that hang on the same ones stand together once there are so many. */
const fewestInCluster = 3;
const mostHubs = 3;
/** A node with that share of the joins of the one with most is as central. */
const asCentral = 0.8;

/** All of it, or what is in one box. */
export async function layOut(
  tree: Tree,
  lines: readonly Line[],
  layers: LayOutLayers,
  root: string | null = top,
): Promise<Places> {
  const joinsOf = levelJoins(tree, lines);
  const places = new Map<string, Point>();
  const sizes = new Map<string, Size>(tree.sizes);
  const visit = async (parent: string | null): Promise<void> => {
    const ids = tree.children.get(parent) ?? [];
    for (const id of ids) if (isOpen(tree, id)) await visit(id);
    const packed = await arrange(ids, joinsOf.get(parent) ?? [], (id) => sizes.get(id)!, tree, parent === top, layers);
    const origin = parent === top ? { x: 0, y: 0 } : { x: padding, y: headerHeight };
    for (const [id, { x, y }] of packed.places) places.set(id, { x: x + origin.x, y: y + origin.y });
    if (parent === top) return;
    const least = tree.sizes.get(parent)!;
    sizes.set(parent, {
      width: Math.max(least.width, packed.width + 2 * padding),
      height: Math.max(least.height, packed.height + headerHeight + padding),
    });
  };
  await visit(root);
  return places;
}

type Join = readonly [string, string];

/** Lines that steer the layout, each at the innermost box that holds both ends, between the direct children of that box. */
function levelJoins(tree: Tree, lines: readonly Line[]): ReadonlyMap<string | null, readonly Join[]> {
  const joins = new Map<string | null, Map<string, Join>>();
  const pathOf = (id: string): string[] => {
    const path = [id];
    for (let up = tree.parentOf.get(id); up != null; up = tree.parentOf.get(up)) path.unshift(up);
    return path;
  };
  for (const { source, target, look } of lines) {
    if (!look.affectsLayout) continue;
    const [from, to] = [pathOf(source), pathOf(target)];
    const depth = from.findIndex((id, index) => id !== to[index]);
    const [a, b] = [from[depth], to[depth]];
    if (a === undefined || b === undefined) continue;
    const level = depth === 0 ? top : from[depth - 1]!;
    const known = joins.get(level) ?? new Map<string, Join>();
    joins.set(level, known.set([a, b].sort().join(' '), [a, b]));
  }
  return new Map([...joins].map(([level, found]) => [level, [...found.values()]]));
}

async function arrange(
  ids: readonly string[],
  joins: readonly Join[],
  sizeOf: (id: string) => Size,
  tree: Tree,
  isTop: boolean,
  layers: LayOutLayers,
): Promise<Packed> {
  const spacing = isTop ? spacingAtTop : gap;
  const joined = new Set(joins.flat());
  if (joined.size === 0 || joined.size > mostLayered) return packMixed(ids, sizeOf, tree, spacing);
  const parts: Packed[] = [];
  for (const part of componentsOf(ids, joins))
    parts.push(await arrangeJoined(part, sizeOf, isTop ? spacing : 26, layers));
  const drawn = packParts(parts, spacing);
  const rest = ids.filter((id) => !joined.has(id));
  return rest.length === 0 ? drawn : below(drawn, packMixed(rest, sizeOf, tree, spacing, drawn.width), spacing);
}

interface Component {
  readonly ids: readonly string[];
  readonly joins: readonly Join[];
}

/** What hangs together, the largest first. */
function componentsOf(ids: readonly string[], joins: readonly Join[]): Component[] {
  const neighbours = neighboursOf(joins);
  const seen = new Set<string>();
  const components: Component[] = [];
  for (const start of ids) {
    if (seen.has(start) || !neighbours.has(start)) continue;
    const inside = new Set([start]);
    for (const id of inside) for (const other of neighbours.get(id) ?? []) inside.add(other);
    for (const id of inside) seen.add(id);
    components.push({ ids: ids.filter((id) => inside.has(id)), joins: joins.filter(([a]) => inside.has(a)) });
  }
  return components.sort((a, b) => b.ids.length - a.ids.length);
}

function neighboursOf(joins: readonly Join[]): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbours = new Map<string, Set<string>>();
  for (const [a, b] of joins)
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to));
  return neighbours;
}

function packParts(parts: readonly Packed[], spacing: number): Packed {
  const byName = new Map(parts.map((part, index) => [String(index), part]));
  const packed = packShelves([...byName.keys()], (name) => byName.get(name)!, spacing * 1.5);
  const places = [...byName].flatMap(([name, part]) => {
    const at = packed.places.get(name)!;
    return [...part.places].map(([id, { x, y }]) => [id, { x: x + at.x, y: y + at.y }] as const);
  });
  return { width: packed.width, height: packed.height, places: new Map(places) };
}

function below(upper: Packed, lower: Packed, spacing: number): Packed {
  if (upper.places.size === 0) return lower;
  const offset = upper.height + spacing;
  const moved = [...lower.places].map(([id, { x, y }]) => [id, { x, y: y + offset }] as const);
  return {
    width: Math.max(upper.width, lower.width),
    height: offset + lower.height,
    places: new Map([...upper.places, ...moved]),
  };
}

/** Cards in a grid above boxes on shelves. */
function packMixed(
  ids: readonly string[],
  sizeOf: (id: string) => Size,
  tree: Tree,
  spacing: number,
  atLeast = 0,
): Packed {
  const isBox = (id: string) => isOpen(tree, id);
  const cards = packGrid(
    ids.filter((id) => !isBox(id)),
    sizeOf,
    spacing,
  );
  const boxes = packShelves(ids.filter(isBox), sizeOf, spacing, Math.max(atLeast, cards.width));
  return boxes.places.size === 0 ? cards : below(cards, boxes, spacing);
}

async function arrangeJoined(
  { ids, joins }: Component,
  sizeOf: (id: string) => Size,
  spacing: number,
  layers: LayOutLayers,
): Promise<Packed> {
  const { clusters, central } = middleOf(ids, joins);
  const packs = new Map(
    [...clusters].map(([name, members]) => [name, packGrid(members, sizeOf, Math.min(spacing, 22))]),
  );
  const clusterOf = new Map([...clusters].flatMap(([name, members]) => members.map((id) => [id, name] as const)));
  const nodes = [...ids.filter((id) => !clusterOf.has(id)), ...clusters.keys()].map((id) => {
    const { width, height } = packs.get(id) ?? sizeOf(id);
    return { id, width, height };
  });
  const corners = await layers({ nodes, edges: downwards(nodes, joins, clusterOf, central), spacing });
  const places = new Map<string, Point>();
  let [width, height] = [0, 0];
  for (const node of nodes) {
    const { x, y } = corners.get(node.id) ?? { x: 0, y: 0 };
    const inside = packs.get(node.id)?.places ?? new Map([[node.id, { x: 0, y: 0 }]]);
    for (const [id, place] of inside) places.set(id, { x: x + place.x, y: y + place.y });
    width = Math.max(width, x + node.width);
    height = Math.max(height, y + node.height);
  }
  return { width, height, places };
}

/** Joins from the middle of the network outwards, so that a layer is a distance; within a layer they steer nothing. */
function downwards(
  nodes: readonly { readonly id: string }[],
  joins: readonly Join[],
  clusterOf: ReadonlyMap<string, string>,
  central: ReadonlySet<string>,
): Join[] {
  const between = betweenClusters(joins, clusterOf);
  const neighbours = neighboursOf(between);
  const middle = central.size > 0 ? [...central] : nodes.slice(0, 1).map(({ id }) => id);
  const depths = new Map(middle.map((id) => [id, 0]));
  for (const [id, depth] of depths)
    for (const other of neighbours.get(id) ?? []) if (!depths.has(other)) depths.set(other, depth + 1);
  const directed = new Map<string, Join>();
  for (const [a, b] of between) {
    const step = depths.get(b)! - depths.get(a)!;
    if (step === 0) continue;
    const join: Join = step > 0 ? [a, b] : [b, a];
    directed.set(join.join(' '), join);
  }
  return [...directed.values()];
}

const betweenClusters = (joins: readonly Join[], clusterOf: ReadonlyMap<string, string>): Join[] =>
  joins.map(([a, b]) => [clusterOf.get(a) ?? a, clusterOf.get(b) ?? b]);

interface Cluster {
  readonly hubs: readonly string[];
  readonly members: readonly string[];
}

/** Nodes with the same few neighbours and no others, such as buildings that hang on the same two cores. */
function clustersOf(ids: readonly string[], joins: readonly Join[]): readonly Cluster[] {
  const neighbours = neighboursOf(joins);
  const hanging = new Map<string, { hubs: readonly string[]; members: string[] }>();
  for (const id of ids) {
    const hubs = [...(neighbours.get(id) ?? [])].sort();
    if (hubs.length === 0 || hubs.length > mostHubs) continue;
    const cluster = hanging.get(hubs.join(' ')) ?? { hubs, members: [] };
    cluster.members.push(id);
    hanging.set(hubs.join(' '), cluster);
  }
  return [...hanging.values()].filter(({ members }) => members.length >= fewestInCluster);
}

/** The nodes in the middle, side by side where they are redundant; and the clusters, those that hang on the middle as one. */
function middleOf(ids: readonly string[], joins: readonly Join[]) {
  const found = clustersOf(ids, joins);
  const nameOf = ({ hubs }: Cluster) => `cluster of ${hubs.join(' ')}`;
  const clusterOf = new Map(found.flatMap((cluster) => cluster.members.map((id) => [id, nameOf(cluster)] as const)));
  const neighbours = neighboursOf(betweenClusters(joins, clusterOf));
  const single = ids.filter((id) => !clusterOf.has(id));
  const degree = (id: string) => neighbours.get(id)?.size ?? 0;
  const most = Math.max(...single.map(degree));
  const central = new Set(single.filter((id) => degree(id) >= most * asCentral));
  // What serves the same as a core is a core, though it may serve less.
  for (const { hubs } of found) if (hubs.some((hub) => central.has(hub))) for (const hub of hubs) central.add(hub);
  const clusters = new Map<string, readonly string[]>();
  for (const cluster of found) {
    const name = cluster.hubs.every((hub) => central.has(hub)) ? 'cluster of the middle' : nameOf(cluster);
    clusters.set(name, [...(clusters.get(name) ?? []), ...cluster.members]);
  }
  return { clusters, central };
}
