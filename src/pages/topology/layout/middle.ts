// Finds the connected parts of a network, the central nodes of each part, and clusters: groups of nodes with the same
// neighbours.
export type Join = readonly [string, string];

export interface Layers {
  readonly layers: readonly (readonly string[])[];
  /** Pairs of connected nodes in different layers. The first node of a pair is in the earlier layer. */
  readonly joins: readonly Join[];
}

const fewestInCluster = 3;
const mostHubs = 3;
/** A node is central if it has at least this share of the connections that the busiest node has. */
const asCentral = 0.8;

/**
 * If more nodes than this have enough connections to be central, as in a chain, a ring or a mesh, `centreOfSparse`
 * chooses the central nodes.
 */
const mostCentral = 4;
/** A network with at most this many connections per node is sparse. */
const sparse = 1.2;
/** A sparse network is long, like a chain, if its longest path covers more than this share of the nodes. */
const longShare = 1 / 3;

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

function neighboursOf(joins: readonly Join[]): Neighbours {
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
 * Sorts nodes into layers by their distance from the central nodes, which form one layer. The cluster named
 * `aboveMiddle`, if there is one, becomes the first layer, above the central nodes.
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

/** Groups of nodes with the same neighbours, which the layout treats as one node. */
export type Clusters = ReadonlyMap<string, readonly string[]>;
/**
 * Names of the two clusters of nodes that are connected with the central nodes only. One cluster is drawn below the
 * central nodes, the other above.
 */
export const belowMiddle = 'cluster of the middle';
export const aboveMiddle = 'cluster above the middle';

export interface Middle {
  readonly clusters: Clusters;
  readonly central: ReadonlySet<string>;
}

/**
 * Finds the clusters and the central nodes of a connected part of a network. `roots` are nodes of the part with
 * connections to the rest of the network; they are preferred as central nodes.
 */
export function middleOf({ ids, joins }: Component, roots: ReadonlySet<string> = new Set()): Middle {
  const clusterList = clustersOf(ids, joins);
  const nameOf = ({ hubs }: Cluster) => `cluster of ${hubs.join(' ')}`;
  const clusterOf = new Map(
    clusterList.flatMap((cluster) => cluster.members.map((id) => [id, nameOf(cluster)] as const)),
  );
  const single = ids.filter((id) => !clusterOf.has(id));
  const central = new Set(single.filter((id) => roots.has(id)));
  if (central.size === 0)
    for (const id of busiestOf(single, neighboursOf(betweenClusters(joins, clusterOf)))) central.add(id);
  // The nodes to which a cluster is connected (`hubs`) are redundant. If one of them is central, all of them are.
  for (const { hubs } of clusterList)
    if (hubs.some((hub) => central.has(hub))) for (const hub of hubs) central.add(hub);
  const clusters = new Map<string, readonly string[]>();
  for (const cluster of clusterList) {
    const name = cluster.hubs.every((hub) => central.has(hub)) ? belowMiddle : nameOf(cluster);
    clusters.set(name, [...(clusters.get(name) ?? []), ...cluster.members]);
  }
  return { clusters, central };
}

type Neighbours = ReadonlyMap<string, ReadonlySet<string>>;

function busiestOf(single: readonly string[], neighbours: Neighbours): readonly string[] {
  const degree = (id: string) => neighbours.get(id)?.size ?? 0;
  const most = Math.max(...single.map(degree));
  const busiest = single.filter((id) => degree(id) >= most * asCentral);
  return busiest.length > mostCentral ? centreOfSparse(single, neighbours, busiest) : busiest;
}

/**
 * Chooses the central nodes if many nodes have about the same number of connections. In a dense network, all of these
 * nodes are central. In a sparse network, one node is central: an end of the longest path if the network is long, as a
 * chain or a ring is, otherwise the middle of that path.
 */
function centreOfSparse(
  single: readonly string[],
  neighbours: Neighbours,
  busiest: readonly string[],
): readonly string[] {
  const joins = [...neighbours.values()].reduce((sum, { size }) => sum + size, 0) / 2;
  if (joins > sparse * neighbours.size) return busiest;
  const [start] = farthest(single[0]!, neighbours);
  const [end, before] = farthest(start, neighbours);
  const longestPath = [end];
  for (let at = before.get(end); at !== undefined; at = before.get(at)) longestPath.push(at);
  const isNode = new Set(single);
  const nodes = longestPath.filter((id) => isNode.has(id));
  return [nodes[longestPath.length > neighbours.size * longShare ? 0 : Math.floor(nodes.length / 2)] ?? single[0]!];
}

function farthest(start: string, neighbours: Neighbours): readonly [string, ReadonlyMap<string, string>] {
  const visited = new Set([start]);
  const before = new Map<string, string>();
  let last = start;
  for (const id of visited) {
    last = id;
    for (const other of neighbours.get(id) ?? []) {
      if (visited.has(other)) continue;
      visited.add(other);
      before.set(other, id);
    }
  }
  return [last, before];
}
