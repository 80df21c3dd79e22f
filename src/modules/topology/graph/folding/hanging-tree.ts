// Builds trees from a graph of connections, each tree rooted at the core of the network and divided into tiers.
import { byText } from '../order';

/**
 * Nodes of one tier that share children. For example, two distribution switches that connect the same access switches
 * are one unit.
 */
export interface Unit {
  /** Id of the unit: the lowest id of its members. */
  readonly id: string;
  readonly members: readonly string[];
  readonly children: readonly Unit[];
}

/** Ids of the connected nodes, by node id. Each connection is listed under both of its nodes. */
export type Connections = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The search for the core moves from neighbor to neighbor. `mostSteps` limits its steps, `mostCandidates` the neighbors
 * that are compared in each step. It usually ends after a few steps.
 */
const mostSteps = 12;
const mostCandidates = 64;
/**
 * Maximum number of connections that one step of the search for the core reads. In a dense mesh, fewer neighbors are
 * compared, because many nodes are nearly equally central.
 */
const mostFollowed = 2_000_000;

const noLeaves: ReadonlyMap<string, readonly string[]> = new Map();

/**
 * Builds a tree for each connected part of the network. `leaves` lists further nodes to attach, by the id of the node
 * above them; these nodes do not influence which nodes are the core.
 */
export function hangingTrees(connections: Connections, leaves = noLeaves): Unit[] {
  const visitedIds = new Set<string>();
  const trees: Unit[] = [];
  for (const start of [...connections.keys()].sort(byText)) {
    if (visitedIds.has(start)) continue;
    const part = [...distancesFrom([start], connections).keys()];
    for (const id of part) visitedIds.add(id);
    trees.push(treeOf(coreOf(part, connections), connections, leaves));
  }
  return trees;
}

function distancesFrom(starts: readonly string[], connections: Connections): Map<string, number> {
  const distances = new Map(starts.map((id) => [id, 0]));
  const queue = [...starts];
  for (let at = 0; at < queue.length; at += 1) {
    const id = queue[at]!;
    for (const next of connections.get(id)!) {
      if (distances.has(next)) continue;
      distances.set(next, distances.get(id)! + 1);
      queue.push(next);
    }
  }
  return distances;
}

/**
 * The core of a connected component: the node with the smallest sum of distances to all other nodes, and the nodes that
 * have mostly the same neighbors as this node.
 */
function coreOf(part: readonly string[], connections: Connections): string[] {
  const isInner = (id: string) => connections.get(id)!.size > 1;
  const innerOf = new Map(
    part.filter(isInner).map((id) => [id, new Set([...connections.get(id)!].filter(isInner))] as const),
  );
  if (innerOf.size === 0) return [...part].sort(byText).slice(0, 1);
  // Endpoints are not searched, but counted as a weight of the only node to which they are connected.
  const weights = new Map([...innerOf].map(([id, inner]) => [id, 1 + connections.get(id)!.size - inner.size]));
  const farness = new Map<string, number>();
  const farnessOf = (id: string): number => {
    const knownFarness = farness.get(id);
    if (knownFarness !== undefined) return knownFarness;
    let sum = 0;
    for (const [other, distance] of distancesFrom([id], innerOf)) sum += distance * weights.get(other)!;
    farness.set(id, sum);
    return sum;
  };
  const byDegree = (a: string, b: string) => innerOf.get(b)!.size - innerOf.get(a)!.size || byText(a, b);
  const innerCount = [...innerOf.values()].reduce((sum, inner) => sum + inner.size, 0);
  const candidateCount = Math.max(1, Math.min(mostCandidates, Math.floor(mostFollowed / innerCount)));
  const byFarness = (a: string, b: string) => farnessOf(a) - farnessOf(b) || byText(a, b);
  let middle = [...innerOf.keys()].sort(byDegree)[0]!;
  for (let step = 0; step < mostSteps; step += 1) {
    const candidates = [...innerOf.get(middle)!].sort(byDegree).slice(0, candidateCount);
    const [best] = [middle, ...candidates].sort(byFarness);
    if (best === middle) break;
    middle = best!;
  }
  return [middle, ...twinsOf(middle, innerOf)];
}

/**
 * Ids of nodes that have mostly the same neighbors as the node `id`: at least two common neighbors, which are more than
 * half of the neighbors of either node.
 */
function twinsOf(id: string, innerOf: Connections): string[] {
  const ownInner = innerOf.get(id)!;
  const sharedCounts = new Map<string, number>();
  for (const neighbour of ownInner)
    for (const other of innerOf.get(neighbour)!)
      if (other !== id) sharedCounts.set(other, (sharedCounts.get(other) ?? 0) + 1);
  return [...sharedCounts].flatMap(([other, count]) =>
    count > 1 && 2 * count > Math.max(ownInner.size, innerOf.get(other)!.size) ? other : [],
  );
}

/**
 * Builds a tree of tiers: a tier has the nodes at one distance from the core. Nodes of a tier that share a child become
 * one unit, so that each unit has one parent.
 */
function treeOf(
  core: readonly string[],
  connections: Connections,
  leaves: ReadonlyMap<string, readonly string[]>,
): Unit {
  const tierOf = distancesFrom(core, connections);
  const tiers: string[][] = [];
  for (const [id, tier] of tierOf) (tiers[tier] ??= []).push(id);
  const componentOf = new Map([...tierOf.keys()].map((id) => [id, id]));
  const headOf = (id: string): string => {
    let head = id;
    while (componentOf.get(head) !== head) head = componentOf.get(head)!;
    for (let at = id; at !== head;) {
      const next = componentOf.get(at)!;
      componentOf.set(at, head);
      at = next;
    }
    return head;
  };
  const join = (a: string, b: string): void => {
    const [low, high] = [headOf(a), headOf(b)].sort(byText) as [string, string];
    componentOf.set(high, low);
  };
  for (const id of core) join(core[0]!, id);
  const unitsOf = (tier: readonly string[]) => {
    const units = new Map<string, string[]>();
    for (const id of tier) {
      const head = headOf(id);
      const members = units.get(head);
      if (members) members.push(id);
      else units.set(head, [id]);
    }
    return units;
  };
  const parentOf = new Map<string, string>();
  const unitsByTier = tiers.map(() => new Map<string, string[]>());
  for (let tier = tiers.length - 1; tier >= 0; tier -= 1) {
    const units = (unitsByTier[tier] = unitsOf(tiers[tier]!));
    if (tier === 0) break;
    for (const [head, members] of units) {
      const carriers = members.flatMap((id) => [...connections.get(id)!].filter((up) => tierOf.get(up) === tier - 1));
      for (const carrier of carriers) join(carriers[0]!, carrier);
      parentOf.set(head, carriers[0]!);
    }
  }
  const children = new Map<string, Unit[]>();
  let root: Unit | undefined;
  for (let tier = tiers.length - 1; tier >= 0; tier -= 1)
    for (const [head, members] of unitsByTier[tier]!) {
      const leafUnits = members
        .flatMap((id) => leaves.get(id) ?? [])
        .map((id): Unit => ({ id, members: [id], children: [] }));
      const unit: Unit = {
        id: head,
        members: members.sort(byText),
        children: [...(children.get(head) ?? []), ...leafUnits].sort((a, b) => byText(a.id, b.id)),
      };
      if (tier === 0) root = unit;
      else {
        const parent = headOf(parentOf.get(head)!);
        const siblings = children.get(parent);
        if (siblings) siblings.push(unit);
        else children.set(parent, [unit]);
      }
    }
  return root!;
}
