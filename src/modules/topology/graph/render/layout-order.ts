// Determines which top-level boxes of an image are laid out together, and their order from left to right.
import type { EdgeToPlace } from './placement';
import type { Nest } from './packing';

export interface Component {
  readonly nests: readonly Nest[];
  readonly edges: readonly EdgeToPlace[];
}
type Neighbors = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Groups of top-level boxes that edges connect, the largest group first. Each box without edges follows as a group of
 * its own.
 */
export function layoutComponents(
  roots: readonly Nest[],
  edges: readonly EdgeToPlace[],
  topOf: ReadonlyMap<string, string>,
): Component[] {
  const neighbors = neighborsOf(edges, topOf);
  const componentOf = new Map<string, { nests: Nest[]; edges: EdgeToPlace[] }>();
  for (const { box } of roots) {
    if (componentOf.has(box.id)) continue;
    const component = { nests: [], edges: [] };
    for (const id of distancesFrom(box.id, neighbors).keys()) componentOf.set(id, component);
  }
  for (const nest of roots) componentOf.get(nest.box.id)!.nests.push(nest);
  for (const edge of edges) componentOf.get(topOf.get(edge.source)!)!.edges.push(edge);
  const components = [...new Set(componentOf.values())];
  const rank = ({ nests, edges: inside }: Component) => (inside.length === 0 ? 0 : nests.length);
  return components.sort((a, b) => rank(b) - rank(a));
}

/**
 * The layout places the source of an edge to the left of its target. Returns the edges whose ends must be swapped, so
 * that central boxes are on the left.
 */
export function reversedEdges(edges: readonly EdgeToPlace[], topOf: ReadonlyMap<string, string>): ReadonlySet<string> {
  const steering = edges.filter(({ affectsLayout }) => affectsLayout);
  const ranks = ranksOf(neighborsOf(steering.length > 0 ? steering : edges, topOf));
  const rankOf = (id: string) => ranks.get(topOf.get(id)!) ?? 0;
  return new Set(
    edges
      .filter(({ isDirected, affectsLayout }) => !(isDirected && affectsLayout))
      .filter(({ source, target }) => rankOf(source) > rankOf(target))
      .map(({ id }) => id),
  );
}

function neighborsOf(edges: readonly EdgeToPlace[], topOf: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const neighbors = new Map<string, Set<string>>();
  const add = (id: string, other: string) => {
    const neighborsOfId = neighbors.get(id);
    if (neighborsOfId) neighborsOfId.add(other);
    else neighbors.set(id, new Set([other]));
  };
  for (const { source, target } of edges) {
    const [one, other] = [topOf.get(source)!, topOf.get(target)!];
    add(one, other);
    add(other, one);
  }
  return neighbors;
}

/** By node id: the number of steps from the start node. Nodes that cannot be reached have no entry. */
function distancesFrom(start: string, neighbors: Neighbors): Map<string, number> {
  const distances = new Map([[start, 0]]);
  for (const [id, distance] of distances)
    for (const next of neighbors.get(id) ?? []) if (!distances.has(next)) distances.set(next, distance + 1);
  return distances;
}

/**
 * The rank of each box, from left to right: first the box with the smallest distance to all other boxes. Of boxes with
 * equal distance, the one with more connections comes first.
 */
function ranksOf(neighbors: Neighbors): ReadonlyMap<string, number> {
  const facts = [...neighbors].map(([id, { size: degree }]) => {
    let farness = 0;
    for (const distance of distancesFrom(id, neighbors).values()) farness += distance;
    return { id, degree, farness };
  });
  facts.sort((a, b) => a.farness - b.farness || b.degree - a.degree);
  return new Map(facts.map(({ id }, index) => [id, index]));
}
