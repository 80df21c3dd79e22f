// A graph in parts of a bounded size: nodes, then edges, each by id, so that a reader can go on after any of them.
import type { Edge, Graph, Node } from './graph';
import { byId } from './order';

export interface GraphPart {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** The place of the last item; null: nothing follows. */
  readonly next: string | null;
}
type Drawn = Pick<Graph, 'nodes' | 'edges'>;

const sorted = new WeakMap<Drawn, Drawn>();

export function inOrder(graph: Drawn): Drawn {
  const known = sorted.get(graph) ?? { nodes: [...graph.nodes].sort(byId), edges: [...graph.edges].sort(byId) };
  sorted.set(graph, known);
  return known;
}

/** At most `first` items after the place. */
export function partOf(graph: Drawn, after: string | null, first: number): GraphPart {
  const { nodes, edges } = inOrder(graph);
  const [kind, id] = after === null ? ['n', ''] : [after[0], after.slice(1)];
  const following = <T extends { readonly id: string }>(items: readonly T[]) => items.filter((item) => item.id > id!);
  const nodesLeft = kind === 'n' ? following(nodes) : [];
  const edgesLeft = kind === 'n' ? edges : following(edges);
  const part = { nodes: nodesLeft.slice(0, first), edges: edgesLeft.slice(0, Math.max(0, first - nodesLeft.length)) };
  const isLast = nodesLeft.length + edgesLeft.length <= first;
  const [lastNode, lastEdge] = [part.nodes.at(-1), part.edges.at(-1)];
  return { ...part, next: isLast ? null : lastEdge ? `e${lastEdge.id}` : `n${lastNode!.id}` };
}
