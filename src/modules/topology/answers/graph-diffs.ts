// Differences between two states of a network in one view. They are computed in the main process or, for large
// networks, in a worker thread.
import type { GraphqlContext } from '../../../graphql/context';
import { RawList } from '../../../graphql/jit/raw-json';
import { sizedCache, singleFlight } from '../../../platform/threads/bounded-cache';
import { registryTag } from '../../inventory';
import {
  diffGraphs,
  diffShown,
  noDiff,
  sizeOfDiff,
  withoutShared,
  type GraphChange,
  type GraphDiff,
  type ShownDiff,
} from '../graph/diff';
import type { Node } from '../graph/graph';
import { foldDiff, type FoldedDiff } from '../graph/folded-changes';
import type { Inventory } from '../graph/inventory';
import { diffAnswers, inOrderOfPlaces, type DiffAnswer, type DiffArgsOf, type DiffQuestion } from './diff-answers';
import { itemsPerSlice } from './graph-answers';
import {
  drawInventory,
  shownGraph,
  threadName,
  type Drawing,
  type FoldedDrawing,
  type GraphSource,
} from './drawn-inventory';
import type { DrawnNetwork } from './inventory-cache';

export interface TwoStates {
  readonly before: GraphSource;
  readonly after: GraphSource;
  readonly drawing: Drawing;
}

const isSameSource = (a: GraphSource, b: GraphSource): boolean =>
  a.state === b.state && JSON.stringify(a.options) === JSON.stringify(b.options);

/** Cache key of a difference. Equal keys mean equal differences. */
const nameOf = ({ before, after, drawing }: TwoStates): string =>
  [before, after].map(({ state, options }) => `${state} ${JSON.stringify(options)}`).join(' ') +
  ` ${registryTag} ${JSON.stringify(drawing)}`;

/** Maximum number of changes in the cache of differences, which the main process and each worker thread have. */
const mostChanges = 1_000_000;
const diffs = sizedCache<GraphDiff>(mostChanges, ({ nodes, edges }) => nodes.length + edges.length);

function diffStates(states: TwoStates): GraphDiff {
  const name = nameOf(states);
  const knownDiff = diffs.get(name);
  if (knownDiff) return knownDiff;
  const { before, after, drawing } = states;
  const [earlier, later] = [before, after].map((source) => drawInventory(source).graph(drawing)) as [never, never];
  const diff = inOrderOfPlaces(diffGraphs(earlier, later));
  diffs.set(name, diff);
  return diff;
}

export interface DiffAsked<Q extends DiffQuestion = DiffQuestion> extends TwoStates {
  readonly question: Q;
  readonly args: DiffArgsOf<Q>;
}

/** A job of a worker thread: runs a query on a difference. */
export const askDiff = <Q extends DiffQuestion>({ question, args, ...states }: DiffAsked<Q>): DiffAnswer<Q> =>
  (diffAnswers[question] as (diff: GraphDiff, args: unknown) => DiffAnswer<Q>)(diffStates(states), args);

/** A job of a worker thread: the changes of a difference as pieces of JSON that can be sent unchanged. */
export function writeDiff(question: DiffAsked<DiffList>): Uint8Array[] {
  const items = askDiff(question);
  const pieces: string[] = [];
  for (let at = 0; at < items.length; at += itemsPerSlice)
    pieces.push((at === 0 ? '[' : ',') + JSON.stringify(items.slice(at, at + itemsPerSlice)).slice(1, -1));
  return [...pieces, items.length === 0 ? '[]' : ']'].map((piece) => new TextEncoder().encode(piece));
}

type DiffList = 'wireNodes' | 'wireEdges';
const flight = singleFlight<unknown>();

/** The difference between two states of a network in one view. For a large network, only a worker thread holds it. */
export interface NetworkDiff {
  ask<Q extends DiffQuestion>(question: Q, args: DiffArgsOf<Q>): Promise<DiffAnswer<Q>>;
  /**
   * The changes as items of a GraphQL list. For a large network, the only item is a `RawList`, whose JSON a worker
   * thread writes.
   */
  list(question: DiffList): readonly object[];
  csv(): Promise<string>;
}

export function diffNetworks(
  before: DrawnNetwork,
  after: DrawnNetwork,
  drawing: Drawing,
  { workers, answer }: Pick<GraphqlContext, 'workers' | 'answer'>,
): NetworkDiff {
  const states: TwoStates = { before: before.source, after: after.source, drawing };
  const isSame = isSameSource(before.source, after.source);
  const isLarge = !isSame && (before.isLarge || after.isLarge);
  const diffHere = <Q extends DiffQuestion>(question: Q, args: DiffArgsOf<Q>): DiffAnswer<Q> =>
    isSame
      ? (diffAnswers[question] as (diff: GraphDiff, args: unknown) => DiffAnswer<Q>)(noDiff, args)
      : askDiff({ ...states, question, args });
  const keyOf = (question: DiffQuestion, args: unknown): string =>
    `diff ${nameOf(states)} ${question} ${JSON.stringify(args)}`;
  const inWorker = <T>(job: 'askDiff' | 'writeDiff', question: DiffQuestion, args: unknown): Promise<T> =>
    flight(`${job} ${keyOf(question, args)}`, () =>
      // The cast to `never` is needed, because `question` has a union type, with which TypeScript cannot match `args`.
      workers.run(job, { ...states, question, args } as never, threadName(after.source)),
    ) as Promise<T>;
  const diff: NetworkDiff = {
    ask: async (question, args) => (isLarge ? inWorker('askDiff', question, args) : diffHere(question, args)),
    list(question) {
      if (!isLarge) return diffHere(question, undefined);
      answer.isLarge = true;
      const read = () => inWorker<Uint8Array[]>('writeDiff', question, undefined);
      return [new RawList({ key: keyOf(question, undefined), read })];
    },
    csv: () => after.text(keyOf('csv', undefined), undefined, () => diff.ask('csv', undefined)),
  };
  return diff;
}

export interface ShownStates extends TwoStates {
  /** A node may look the same although a row that it shows has changed. If true, such a node counts as changed too. */
  readonly withRows: boolean;
  /**
   * Maximum number of changes. If there are more, no difference is returned, and the client has to load the whole
   * graph.
   */
  readonly most: number;
}

/**
 * A job of a worker thread: the changes between the visible graphs of two states; undefined if there are more than
 * `most`.
 */
export function diffShownStates(states: ShownStates): ShownDiff | undefined {
  const diff = allShownChanges(states);
  return sizeOfDiff(diff) > states.most ? undefined : diff;
}

function allShownChanges({ before, after, drawing, withRows }: ShownStates): ShownDiff {
  const [was, is] = [drawInventory(before), drawInventory(after)];
  const later = shownGraph(is, drawing);
  const diff = diffShown(shownGraph(was, drawing), later);
  if (!withRows) return diff;
  const changedIds = changedRows(was.inventory, is.inventory);
  const changedNodeIds = new Set(diff.nodes.map(({ id }) => id));
  const touchedNodes = later.nodes.filter(
    (node) => !changedNodeIds.has(node.id) && rowsBehind(node).some((id) => changedIds.has(id)),
  );
  const asChanges = touchedNodes.map((node): GraphChange<Node> => {
    return { id: node.id, changeType: 'Changed', before: node, after: node };
  });
  return { ...diff, nodes: [...diff.nodes, ...asChanges] };
}

/** Ids of the rows that the node shows, such as its host, its subnet, and the services that are listed inside it. */
function rowsBehind(node: Node): readonly string[] {
  if (node.nodeType === 'Container') return node.entityId === null ? [] : [node.entityId];
  const { id, hostId, inlineGroups } = node;
  const subnetIds = node.elementType === 'IPAddress' ? [node.subnetId] : [];
  return [id, hostId, ...subnetIds, ...inlineGroups.map(({ entityId }) => entityId)];
}

type VersionedRow = { readonly id: string; readonly version?: string; readonly tagIds?: readonly string[] };
const versionedLists = (rows: Inventory): readonly (readonly VersionedRow[])[] => [
  ...[rows.hosts, rows.subnets, rows.ipAddresses, rows.interfaces, rows.ports, rows.services, rows.vlans, rows.tags],
];
const versionOf = ({ version, tagIds = [] }: VersionedRow): string => [version, ...tagIds].join(' ');

/** Ids of rows that exist in both states and were changed or tagged between the two states. */
function changedRows(before: Inventory, after: Inventory): ReadonlySet<string> {
  const changedIds = new Set<string>();
  const earlier = versionedLists(before);
  versionedLists(after).forEach((rows, at) => {
    // Most rows are the same object in both states, and need no comparison.
    const { was, is } = withoutShared(earlier[at]!, rows);
    const earlierRows = new Map(was.map((row) => [row.id, row]));
    for (const row of is) {
      const one = earlierRows.get(row.id);
      if (one && one !== row && versionOf(one) !== versionOf(row)) changedIds.add(row.id);
    }
  });
  return changedIds;
}

/** The changes between the visible graphs of two states; undefined if there are more than `most`. */
export async function diffShownNetworks(
  before: DrawnNetwork,
  after: DrawnNetwork,
  { drawing, withRows, most }: Pick<ShownStates, 'drawing' | 'withRows' | 'most'>,
  { workers }: Pick<GraphqlContext, 'workers'>,
): Promise<ShownDiff | undefined> {
  if (isSameSource(before.source, after.source)) return noDiff;
  const states = { before: before.source, after: after.source, drawing, withRows, most };
  if (!before.isLarge && !after.isLarge) return diffShownStates(states);
  return workers.run('diffShownStates', states, threadName(after.source));
}

export interface TwoFoldedStates extends TwoStates {
  readonly drawing: FoldedDrawing;
}

/** A job of a worker thread: counts, for each collapsed fold of the later state, the changes inside the fold. */
export function foldStates({ before, after, drawing }: TwoFoldedStates): FoldedDiff {
  const trees = {
    before: drawInventory(before).foldTree(drawing),
    after: drawInventory(after).foldTree(drawing),
  };
  return foldDiff(diffGraphs(trees.before.graph, trees.after.graph), trees, drawing.detail);
}

/**
 * Compares two states of a network. Returns, for each collapsed fold of the later state, the numbers of changes that
 * the fold hides.
 */
export async function foldNetworks(
  before: DrawnNetwork,
  after: DrawnNetwork,
  drawing: FoldedDrawing,
  { workers }: Pick<GraphqlContext, 'workers'>,
): Promise<FoldedDiff> {
  if (before.source.state === after.source.state) return { folds: [], foldedEdges: [] };
  const states = { before: before.source, after: after.source, drawing };
  if (!before.isLarge && !after.isLarge) return foldStates(states);
  return workers.run('foldStates', states, threadName(after.source));
}
