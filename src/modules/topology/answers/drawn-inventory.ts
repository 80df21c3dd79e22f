// The rows of a network, prepared for a set of options, with cached graphs and indexes for queries.
import { LRUCache } from 'lru-cache';
import { sizedCache } from '../../../platform/threads/bounded-cache';
import { parseInventory, withSoftware } from './inventory-rows';
import { pastInterfaces, patchRows, type PatchedRow, type PatchTexts } from './inventory-patch';
import type { ListSpans } from './network-inventory.sql';
import { buildGraph, prepareInventory, type PreparedInventory } from '../graph/build-graph';
import { displayGraph, type DisplayOptions } from '../graph/display';
import type { Detail, FoldedGraph } from '../graph/folding/detail';
import { cutTree, drawCut, growTree, type FoldTree } from '../graph/folding/folded-graph';
import { planFolds } from '../graph/folding/plan';
import type { Graph } from '../graph/graph';
import type { Inventory } from '../graph/inventory';
import {
  isRequested,
  withOptionalEdges,
  type OptionalEdgeType,
  type RequestOptions,
  type View,
} from '../graph/options';
import { filterFolded, filterGraph, type ViewFilters } from '../graph/view-filters';
import { buildStops, type Stops } from '../graph/questions/stops';
import type { Change, ChangeError } from '../judging/supposing/changes';
import { suppose } from '../judging/supposing/suppose';

/** One state of a network: its rows at one moment, as JSON. */
export interface StateSource {
  /** Name of the network's state. Equal names mean equal rows. */
  readonly state: string;
  /**
   * The inventory as JSON, each list as `ListColumns`. If there is a `patch`, this is another state of the inventory, to
   * which the patch is applied.
   */
  readonly rows: Uint8Array;
  /** The position of each list in `rows`, so that lists can be parsed one by one. */
  readonly spans?: ListSpans;
  readonly patch?: StatePatch;
  /** Supposed (what-if) changes. `rows` and `patch` describe the state before these changes. */
  readonly supposition?: Supposition;
}

/** The difference between the state `base` of a network and a later or past state. */
export interface StatePatch {
  readonly base: string;
  readonly lists: PatchTexts;
  /** Whether the patched state is that of a past instant. */
  readonly isPast?: boolean;
}

export interface Supposition {
  readonly of: string;
  readonly changes: readonly Change[];
  /** Instant of the supposed changes (ISO 8601): hosts and ports that fail are down since then. */
  readonly at: string;
}

/** The data from which a graph is built: one state of a network, and the options with which it is drawn. */
export interface GraphSource extends StateSource {
  readonly options: RequestOptions;
}

/**
 * Name of the worker thread that processes a state. A state that is computed from another state, by a patch or by
 * supposed changes, gets the thread of that state, because the thread has it in its cache.
 */
export const threadName = ({
  state,
  patch,
  supposition,
}: Pick<StateSource, 'state' | 'patch' | 'supposition'>): string => patch?.base ?? supposition?.of ?? state;

/** The source without its supposed changes: the state to which they are applied. */
export const realSource = <Source extends StateSource>({ supposition, ...source }: Source): Source =>
  (supposition ? { ...source, state: supposition.of } : source) as Source;

/** What a graph shows of an inventory. */
export interface Drawing {
  readonly view: View;
  readonly display?: DisplayOptions;
  /** Filters of a saved view. They are applied after folding. */
  readonly filters?: ViewFilters;
  readonly detail?: Detail;
}
export type FoldedDrawing = Drawing & { readonly detail: Detail };

export interface DrawnInventory {
  /** The whole inventory, including hidden rows. */
  readonly inventory: Inventory;
  /**
   * Reasons why the supposed changes cannot be applied. If there is a reason, none of the changes is applied to
   * `inventory`.
   */
  readonly changeErrors: readonly ChangeError[];
  readonly preparedInventory: PreparedInventory;
  /** The graph with all of its nodes, without folds. */
  graph(drawing: Drawing): Graph;
  folded(drawing: FoldedDrawing): FoldedGraph;
  foldTree(drawing: FoldedDrawing): FoldTree;
  /**
   * The hosts, subnets or nodes between which paths can be searched in this view. Paths also follow the optional edges
   * in `followedEdgeTypes`, even if the options do not request them.
   */
  stops(view: View, followedEdgeTypes?: readonly OptionalEdgeType[]): Stops;
}

/** The visible graph: with folds if the drawing has `detail`, otherwise the whole graph. */
export const shownGraph = (drawnInventory: DrawnInventory, { detail, ...drawing }: Drawing) =>
  detail ? drawnInventory.folded({ ...drawing, detail }) : drawnInventory.graph(drawing);

interface KnownState {
  readonly bytes: number;
  readonly inventory: Inventory;
  readonly changeErrors: readonly ChangeError[];
  readonly drawnInventories: LRUCache<string, DrawnInventory>;
  /**
   * For each list of the inventory, the last patch and the patched list. If an equal patch follows, the patched list is
   * returned again instead of parsing and applying the patch.
   */
  readonly lists: Map<string, { readonly text: string; readonly rows: readonly unknown[] }>;
}

/**
 * Maximum sizes of a thread's caches, in bytes of JSON; parsed rows and graphs take about eight times as much memory.
 * Patched, past and supposed states have caches of their own, so that they do not displace the states from which they are
 * computed.
 */
const readBytes = 84_000_000;
const patchedBytes = 42_000_000;
const pastBytes = 42_000_000;
const supposedBytes = 42_000_000;
/** Maximum numbers of cached fold trees and of cached folded graphs, per network state and options. */
const maximumTrees = 2;
const maximumCuts = 4;
/** Maximum number of different options for which graphs of one network state are cached. */
const maximumOptions = 8;

const readStates = sizedCache<KnownState>(readBytes, ({ bytes }) => bytes);
const patchedStates = sizedCache<KnownState>(patchedBytes, ({ bytes }) => bytes);
const pastStates = sizedCache<KnownState>(pastBytes, ({ bytes }) => bytes);
const supposedStates = sizedCache<KnownState>(supposedBytes, ({ bytes }) => bytes);

/**
 * The inventory of a network state. For a list that has not changed since an earlier state, this may be the same array
 * as in the inventory of the earlier state.
 */
export const inventoryOfState = (source: StateSource): Pick<KnownState, 'inventory' | 'changeErrors'> =>
  knownStateOf(source);

function knownStateOf(source: StateSource): KnownState {
  const { state, rows, patch, supposition } = source;
  if (supposition) {
    return knownAs(supposedStates, state, rows, () => {
      const { inventory } = knownStateOf(realSource(source));
      const { result, errors } = suppose(inventory, supposition.changes, supposition.at);
      return { inventory: result ?? inventory, changeErrors: errors };
    });
  }
  const readState = (name: string) =>
    knownAs(readStates, name, rows, () => ({ inventory: parseInventory(name, source), changeErrors: [] }));
  if (!patch) return readState(state);
  return knownAs(patch.isPast ? pastStates : patchedStates, state, rows, () => ({
    inventory: patchInventory(readState(patch.base), patch),
    changeErrors: [],
  }));
}

export const drawInventory = ({ options, ...source }: GraphSource): DrawnInventory =>
  drawnWith(knownStateOf(source), options);

function drawnWith(knownState: KnownState, options: RequestOptions): DrawnInventory {
  const key = JSON.stringify(options);
  const drawnInventory = knownState.drawnInventories.get(key) ?? drawWith(knownState, options);
  knownState.drawnInventories.set(key, drawnInventory);
  return drawnInventory;
}

function knownAs(
  states: LRUCache<string, KnownState>,
  state: string,
  rows: Uint8Array,
  make: () => Pick<KnownState, 'inventory' | 'changeErrors'>,
): KnownState {
  const knownState = states.get(state) ?? {
    ...{ bytes: rows.byteLength, ...make() },
    ...{
      drawnInventories: new LRUCache<string, DrawnInventory>({ max: maximumOptions }),
      lists: new Map<string, never>(),
    },
  };
  states.set(state, knownState);
  return knownState;
}

/** Returns the inventory after a patch. */
function patchInventory({ inventory, lists }: KnownState, { lists: texts, isPast }: StatePatch): Inventory {
  const patchedLists = Object.entries(texts).map(([list, text]) => {
    const last = lists.get(list);
    if (last?.text === text) return [list, last.rows];
    const changes = JSON.parse(text) as PatchedRow[];
    const read =
      list === 'services'
        ? changes.map(([id, row]) => [id, row && withSoftware(row as Parameters<typeof withSoftware>[0])] as const)
        : changes;
    const rows = patchRows(inventory[list as keyof Inventory], read);
    lists.set(list, { text, rows });
    return [list, rows];
  });
  const patchedInventory = { ...inventory, ...(Object.fromEntries(patchedLists) as Partial<Inventory>) };
  return isPast ? { ...patchedInventory, interfaces: pastInterfaces(patchedInventory.interfaces) } : patchedInventory;
}

function drawWith(knownState: KnownState, options: RequestOptions): DrawnInventory {
  const { inventory, changeErrors } = knownState;
  const preparedInventory = prepareInventory(inventory, options);
  const graphs = new Map<View, Graph>();
  const stops = new Map<View, Stops>();
  const graphOf = (view: View): Graph => getOrStore(graphs, view, () => buildGraph(preparedInventory, view));
  const whole = ({ view, display }: Drawing) =>
    display ? displayGraph(graphOf(view), preparedInventory.lookup, display) : graphOf(view);
  const graph = ({ filters, ...drawing }: Drawing) =>
    filters ? filterGraph(whole(drawing), preparedInventory.lookup, filters) : whole(drawing);
  const trees = new LRUCache<string, FoldTree>({ max: maximumTrees });
  const cuts = new LRUCache<string, FoldedGraph>({ max: maximumCuts });
  const foldTree = ({ view, display, detail: { groupBy } }: FoldedDrawing): FoldTree =>
    getOrStore<string, FoldTree>(trees, JSON.stringify({ view, display, groupBy }), () => {
      const all = whole({ view, ...(display && { display }) });
      return growTree(all, preparedInventory.lookup, planFolds(all, preparedInventory, groupBy));
    });
  return {
    ...{ inventory, changeErrors, preparedInventory, graph, foldTree },
    folded: (drawing) =>
      getOrStore<string, FoldedGraph>(cuts, JSON.stringify(drawing), () => {
        const tree = foldTree(drawing);
        const cut = drawCut(tree, cutTree(tree, drawing.detail));
        const { filters } = drawing;
        return filters ? filterFolded(cut, whole(drawing), preparedInventory.lookup, filters) : cut;
      }),
    stops: (view, followedEdgeTypes = []) =>
      followedEdgeTypes.every((edgeType) => isRequested(edgeType, options))
        ? getOrStore(stops, view, () => buildStops(view, preparedInventory.lookup, graphOf(view)))
        : drawnWith(knownState, withOptionalEdges(options, followedEdgeTypes)).stops(view),
  };
}

function getOrStore<K, T>(
  cache: { get(key: K): T | undefined; set(key: K, value: T): void },
  key: K,
  make: () => T,
): T {
  const value = cache.get(key) ?? make();
  cache.set(key, value);
  return value;
}
