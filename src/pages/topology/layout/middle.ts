// Finds connected components, their central nodes, and clusters of nodes with the same neighbours.
export type Join = readonly [string, string];

export interface Layers {
  readonly layers: readonly (readonly string[])[];
  /** Pairs of connected nodes, each from a layer to a later layer. */
  readonly joins: readonly Join[];
}

/** Minimum number of nodes with the same neighbours that form a cluster. */
const fewestInCluster = 3;
const mostHubs = 3;
/** A node is central if it has at least this share of the connections of the node with the most connections. */
const asCentral = 0.8;

export interface Component {
  readonly ids: readonly string[];
  readonly joins: readonly Join[];
}

/** The connected components of a graph, the largest first. Nodes without connections belong to no component. */
export function findComponents(ids: readonly string[], joins: readonly Join[]): Component[] {
  const neighbours = neighboursOf(joins);
  const visited = new Set<string>();
  const components: Component[] = [];
  for (const start of ids) {
    if (visited.has(start) || !neighbours.has(start)) continue;
    const inside = new Set([start]);
    for (const id of inside) for (const other of neighbours.get(id) ?? []) inside.add(other);
    for (const id of inside) visited.add(id);
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

/**
 * Arranges nodes in layers by their distance from the central nodes, and returns the connections between layers. The
 * cluster above the central nodes is the first layer.
 */
export function layered(
  ids: readonly string[],
  joins: readonly Join[],
  clusterOf: ReadonlyMap<string, string>,
  central: ReadonlySet<string>,
): Layers {
  const between = betweenClusters(joins, clusterOf);
  const neighbours = neighboursOf(between);
  const middle = central.size > 0 ? [...central] : ids.slice(0, 1);
  const depths = new Map(middle.map((id) => [id, 0]));
  for (const [id, depth] of depths)
    for (const other of neighbours.get(id) ?? []) if (!depths.has(other)) depths.set(other, depth + 1);
  if (depths.has(aboveMiddle)) depths.set(aboveMiddle, -1);
  const layers = new Map<number, string[]>();
  for (const id of ids) {
    const depth = depths.get(id)!;
    const layer = layers.get(depth);
    if (layer) layer.push(id);
    else layers.set(depth, [id]);
  }
  const down = new Map<string, Join>();
  for (const [a, b] of between) {
    const step = depths.get(b)! - depths.get(a)!;
    // Connections within a layer do not affect the layout.
    if (step === 0) continue;
    const join: Join = step > 0 ? [a, b] : [b, a];
    down.set(join.join(' '), join);
  }
  return {
    layers: [...layers].sort(([one], [other]) => one - other).map(([, layer]) => layer),
    joins: [...down.values()],
  };
}

const betweenClusters = (joins: readonly Join[], clusterOf: ReadonlyMap<string, string>): Join[] =>
  joins.map(([a, b]) => [clusterOf.get(a) ?? a, clusterOf.get(b) ?? b]);

interface Cluster {
  readonly hubs: readonly string[];
  readonly members: readonly string[];
}

/** Groups nodes with exactly the same few neighbours, such as buildings that are connected to the same two cores. */
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

/**
 * The ids of the nodes that form each cluster, by the name of the cluster. The layout handles a cluster as one node.
 */
export type Clusters = ReadonlyMap<string, readonly string[]>;
/** Names of the clusters that are placed below and above the central nodes to which they are connected. */
export const belowMiddle = 'cluster of the middle';
export const aboveMiddle = 'cluster above the middle';

/**
 * The central nodes of a component (several if they are redundant), and its clusters. Clusters that are connected only
 * with central nodes become one cluster.
 */
export function middleOf({ ids, joins }: Component): {
  readonly clusters: Clusters;
  readonly central: ReadonlySet<string>;
} {
  const clusterList = clustersOf(ids, joins);
  const nameOf = ({ hubs }: Cluster) => `cluster of ${hubs.join(' ')}`;
  const clusterOf = new Map(
    clusterList.flatMap((cluster) => cluster.members.map((id) => [id, nameOf(cluster)] as const)),
  );
  const neighbours = neighboursOf(betweenClusters(joins, clusterOf));
  const single = ids.filter((id) => !clusterOf.has(id));
  const degree = (id: string) => neighbours.get(id)?.size ?? 0;
  const most = Math.max(...single.map(degree));
  const central = new Set(single.filter((id) => degree(id) >= most * asCentral));
  // A node that is connected to the same cluster as a central node is central too, even with fewer connections.
  for (const { hubs } of clusterList)
    if (hubs.some((hub) => central.has(hub))) for (const hub of hubs) central.add(hub);
  const clusters = new Map<string, readonly string[]>();
  for (const cluster of clusterList) {
    const name = cluster.hubs.every((hub) => central.has(hub)) ? belowMiddle : nameOf(cluster);
    clusters.set(name, [...(clusters.get(name) ?? []), ...cluster.members]);
  }
  return { clusters, central };
}
