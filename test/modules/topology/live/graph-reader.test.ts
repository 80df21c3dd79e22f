// Readers of a live graph: however slowly a reader reads while the graph changes, the events that it gets add up to the
// graph.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import { diffShown, sizeOfDiff, type GraphChange, type ShownGraph } from '../../../../src/modules/topology/graph/diff';
import { groupings } from '../../../../src/modules/topology/graph/folding/detail';
import { cutTree, drawCut, growTree } from '../../../../src/modules/topology/graph/folding/folded-graph';
import { planFolds } from '../../../../src/modules/topology/graph/folding/plan';
import { slicePart } from '../../../../src/modules/topology/graph/graph-parts';
import { byId } from '../../../../src/modules/topology/graph/order';
import { GraphReader, type GraphEvent, type ReadableGraph } from '../../../../src/modules/topology/live/graph-reader';
import { KeptChanges } from '../../../../src/modules/topology/live/kept-changes';
import { topologyViews } from '../../../../src/modules/topology/graph/options';
import { inventories, requestOptions } from '../graph/inventories';

/** A live graph for tests, which can change to any other graph in one step. */
class Changing implements ReadableGraph {
  private readonly kept: KeptChanges;
  constructor(
    public graph: ShownGraph,
    private readonly room: { readonly changes: number; readonly part: number },
  ) {
    this.kept = new KeptChanges(room.changes);
  }
  get position() {
    return this.kept.position;
  }
  get cursor() {
    return `at ${this.position}`;
  }
  become(graph: ShownGraph) {
    const changes = diffShown(this.graph, graph);
    // A difference above the limit is not stored, as in the real feed. A client that needs it gets the whole graph.
    this.kept.add(sizeOfDiff(changes) > this.room.changes ? undefined : changes);
    this.graph = graph;
  }
  since(position: number) {
    return this.kept.since(position);
  }
  part(after: string | null) {
    return Promise.resolve(slicePart(this.graph, after, this.room.part));
  }
}

/** A client that applies events as docs/live.md describes. */
class Client {
  readonly items = {
    ...{ nodes: new Map<string, unknown>(), edges: new Map<string, unknown>() },
    ...{ folds: new Map<string, unknown>(), foldedEdges: new Map<string, unknown>() },
  };
  cursor: string | null = null;
  receive({ isWhole, cursor, changes }: GraphEvent) {
    if (isWhole) for (const items of Object.values(this.items)) items.clear();
    const apply = (items: Map<string, unknown>, changedGraphChanges: readonly GraphChange<unknown>[]) => {
      for (const { id, after } of changedGraphChanges)
        if (after === null) items.delete(id);
        else items.set(id, after);
    };
    for (const kind of kinds) apply(this.items[kind], changes[kind]);
    this.cursor = cursor;
  }
}

const kinds = ['nodes', 'edges', 'folds', 'foldedEdges'] as const;
const eachSorted = (listOf: (kind: (typeof kinds)[number]) => readonly unknown[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, ([...listOf(kind)] as { id: string }[]).sort(byId)]));
const plain = (graph: ShownGraph) => eachSorted((kind) => graph[kind] ?? []);
const has = ({ items }: Client) => eachSorted((kind) => [...items[kind].values()]);

const limits = fc.integer({ min: 1, max: 12 });
const details = fc.record({
  ...{ limit: limits, foldAbove: limits, groupBy: fc.constantFrom(...groupings) },
  // Ids of folds are known only after a graph is folded, so no folds are expanded, collapsed or revealed here.
  ...{ expanded: fc.constant([]), collapsed: fc.constant([]), reveal: fc.constant([]) },
});
/** Graphs of one view with the same options and folding. Some of the graphs are equal. */
const graphs = fc
  .tuple(
    fc.array(inventories, { minLength: 1, maxLength: 4 }),
    requestOptions,
    fc.constantFrom(...topologyViews),
    fc.option(details, { nil: undefined }),
  )
  .map(([several, options, view, detail]) =>
    several.map((one): ShownGraph => {
      const preparedInventory = prepareInventory(one, options);
      const graph = buildGraph(preparedInventory, view);
      if (!detail) return graph;
      const tree = growTree(graph, preparedInventory.lookup, planFolds(graph, preparedInventory, detail.groupBy));
      return drawCut(tree, cutTree(tree, detail));
    }),
  );
/**
 * The steps of a scenario: the graph changes, a client reads, or a client is disconnected and continues from its last
 * cursor.
 */
const deeds = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.nat(3).map((graph) => ({ deed: 'become' as const, graph })) },
    { weight: 5, arbitrary: fc.nat(1).map((client) => ({ deed: 'read' as const, client })) },
    { weight: 1, arbitrary: fc.nat(1).map((client) => ({ deed: 'return' as const, client })) },
  ),
  { maxLength: 30 },
);
const rooms = fc.record({ changes: fc.nat(40), part: fc.integer({ min: 1, max: 12 }) });

test('after any sequence of changes, a client that reads to the end has the exact graph, folded or not', async () => {
  let [catchUps, folds] = [0, 0];
  await fc.assert(
    fc.asyncProperty(graphs, deeds, rooms, async (several, readResult, room) => {
      const graph = new Changing(several[0]!, room);
      const positionOf = (cursor: string | null) => (cursor === null ? undefined : Number(cursor.slice(3)));
      const clients = [new Client(), new Client()].map((client) => ({ client, reader: new GraphReader(graph) }));
      for (const one of readResult) {
        if (one.deed === 'become') graph.become(several[one.graph % several.length]!);
        else {
          const reading = clients[one.client]!;
          if (one.deed === 'return') reading.reader = new GraphReader(graph, positionOf(reading.client.cursor));
          else if (!reading.reader.isCurrent) {
            const event = await reading.reader.next();
            if (!event.isWhole && event.cursor !== null) catchUps += 1;
            reading.client.receive(event);
          }
        }
      }
      for (const { client, reader } of clients) {
        while (!reader.isCurrent) client.receive(await reader.next());
        expect(has(client)).toEqual(plain(graph.graph));
        expect(client.cursor).toBe(graph.cursor);
        folds += client.items.folds.size;
      }
    }),
    { numRuns: 1000 },
  );
  expect(catchUps).toBeGreaterThan(100);
  expect(folds).toBeGreaterThan(100);
});

test('a change during a transfer in parts that is reverted leaves no trace', async () => {
  const node = (id: string, header: string) => ({ id, header, nodeType: 'Container' }) as never;
  const one = { nodes: [node('a', '1'), node('b', '1'), node('c', '1')], edges: [] };
  const other = { nodes: [node('a', '2'), node('b', '2'), node('c', '1')], edges: [] };
  const graph = new Changing(one, { changes: 100, part: 1 });
  const [client, reader] = [new Client(), new GraphReader(graph)];
  client.receive(await reader.next());
  graph.become(other);
  client.receive(await reader.next());
  graph.become(one);
  while (!reader.isCurrent) client.receive(await reader.next());
  expect(has(client)).toEqual(plain(one));
});

test('a part has a maximum number of items; a client too far behind gets the graph anew', async () => {
  const edge = (id: string) => ({ id }) as never;
  const of = (count: number): ShownGraph => ({
    nodes: [],
    edges: Array.from({ length: count }, (_one, at) => edge(`${at}`)),
  });
  const graph = new Changing(of(5), { changes: 2, part: 2 });
  const reader = new GraphReader(graph);
  const events = [await reader.next(), await reader.next(), await reader.next()];
  expect(events.map(({ isWhole, cursor, changes }) => [isWhole, cursor, changes.edges.length])).toEqual([
    [true, null, 2],
    [false, null, 2],
    [false, 'at 0', 1],
  ]);
  graph.become(of(7));
  expect(await reader.next()).toMatchObject({ isWhole: false, cursor: 'at 1' });
  graph.become(of(10));
  expect(await reader.next()).toMatchObject({ isWhole: true, cursor: null });
});
