// Builds a topology graph from the events of a subscription. After the events are applied in order, the graph equals
// the response of a query at the same moment.
import type { PageLiveGraphSubscription } from '../../../generated/page-operations';
import { byEnds, byText, orderNodes } from '../../../modules/topology/graph/order';
import type { Fold, PageGraph } from '../graph/picture';
import { isContainer, isElement } from '../graph/read-picture';

type GraphEvent = PageLiveGraphSubscription['topologyGraphChanges'];

class Items<T extends { readonly id: string }> {
  private readonly byId = new Map<string, T>();
  clear(): void {
    this.byId.clear();
  }
  apply(added: readonly T[], changed: readonly T[], removed: readonly string[]): void {
    for (const one of [...added, ...changed]) this.byId.set(one.id, one);
    for (const id of removed) this.byId.delete(id);
  }
  get all(): T[] {
    return [...this.byId.values()];
  }
}

const byDepth = (a: Fold, b: Fold): number => a.depth - b.depth || byText(a.label, b.label) || byText(a.id, b.id);

export class LiveGraph {
  private readonly nodes = new Items<PageGraph['graph']['nodes'][number]>();
  private readonly edges = new Items<PageGraph['graph']['edges'][number]>();
  private readonly folds = new Items<Fold>();
  private readonly foldedEdges = new Items<PageGraph['graph']['foldedEdges'][number]>();
  private pageGraph: PageGraph | undefined;
  /** Position in the event stream from which to resume; null until a complete graph has arrived. */
  cursor: string | null = null;

  /**
   * Applies an event. Returns false if the graph stays the same: the graph is still incomplete, or the event is a
   * repetition.
   */
  receive(event: GraphEvent): boolean {
    const isKnown = !event.isWhole && event.cursor === this.cursor && event.cursor !== null;
    this.cursor = event.cursor;
    if (isKnown) return false;
    const { nodes, edges, folds, foldedEdges } = this;
    if (event.isWhole) for (const items of [nodes, edges, folds, foldedEdges]) items.clear();
    nodes.apply(event.addedNodes, event.changedNodes, event.removedNodeIds);
    edges.apply(event.addedEdges, event.changedEdges, event.removedEdgeIds);
    folds.apply(event.addedFolds, event.changedFolds, event.removedFoldIds);
    foldedEdges.apply(event.addedFoldedEdges, event.changedFoldedEdges, event.removedFoldedEdgeIds);
    if (event.cursor === null) return false;
    this.pageGraph = this.asAnswered(event);
    return true;
  }

  /** The latest complete graph; undefined until a complete graph has arrived. */
  get graph(): PageGraph | undefined {
    return this.pageGraph;
  }

  private asAnswered({ savedOptions, availableViews, filteredOut }: GraphEvent): PageGraph {
    const nodes = this.nodes.all;
    const { containers, elements } = orderNodes({
      containers: nodes.filter(isContainer),
      elements: nodes.filter(isElement),
    });
    return {
      options: savedOptions,
      graph: {
        ...{ availableViews, filteredOut, nodes: [...containers, ...elements] },
        edges: this.edges.all.sort(byEnds),
        folds: this.folds.all.sort(byDepth),
        foldedEdges: this.foldedEdges.all.sort((a, b) => byText(a.source, b.source) || byText(a.target, b.target)),
      },
    };
  }
}
