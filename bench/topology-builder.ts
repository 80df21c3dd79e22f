// Measures only the code that builds graphs, without database and HTTP: for networks of increasing size, each view, its
// folding, and a rebuild after a change. Also computes how the time grows with the size, as an exponent.
import { drawInventory } from '../src/modules/topology/answers/drawn-inventory';
import type { ListColumns } from '../src/modules/topology/answers/inventory-rows';
import { completeOptions } from '../src/modules/topology/options';
import { buildGraph, prepareInventory, type PreparedInventory } from '../src/modules/topology/graph/build-graph';
import { legibleMarks } from '../src/modules/topology/graph/folding/detail';
import { cutTree, drawCut, growTree } from '../src/modules/topology/graph/folding/folded-graph';
import { planFolds } from '../src/modules/topology/graph/folding/plan';
import type { Inventory } from '../src/modules/topology/graph/inventory';
import type { Graph } from '../src/modules/topology/graph/graph';
import { topologyViews, type View } from '../src/modules/topology/graph/options';

export interface BuilderFigures {
  readonly name: string;
  /** Time in milliseconds for each network, in the order of the networks. */
  readonly times: readonly number[];
  readonly exponent: number;
}

const builds = 5;
const { request } = completeOptions('00000000-0000-4000-8000-000000000000', {});

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const firstDigit = /"([0-9a-f])([0-9a-f]{7}-[0-9a-f]{4}-)/g;
const digits = '0123456789abcdef';

/** The inventory as JSON, repeated `count` times. Each copy has different ids. */
export function copies(rows: Uint8Array, count: number): Uint8Array {
  const text = Buffer.from(rows).toString();
  const all = Array.from({ length: count }, (_, copy) => {
    const movedText = text.replace(
      firstDigit,
      (_match, first: string, rest: string) => `"${digits[(digits.indexOf(first) + copy) % 16]}${rest}`,
    );
    return JSON.parse(movedText) as Record<string, ListColumns>;
  });
  const mergedLists = Object.entries(all[0]!).map(([list, columns]) => [
    list,
    Object.fromEntries(Object.keys(columns).map((name) => [name, all.flatMap((one) => one[list]![name] ?? [])])),
  ]);
  return Buffer.from(JSON.stringify(Object.fromEntries(mergedLists)));
}

/** Measures how long graphs of these networks take to build. */
export function measureBuilder(networks: readonly { hosts: number; rows: Uint8Array }[]): BuilderFigures[] {
  const inventories = networks.map(({ hosts, rows }) => ({
    hosts,
    inventory: drawInventory({ state: `bench ${hosts}`, rows, options: request }).inventory,
  }));
  const figures = (name: string, workOn: (inventory: Inventory) => () => void): BuilderFigures => {
    const times = inventories.map(({ inventory }) => {
      return median(Array.from({ length: builds }, () => timeOf(workOn(inventory))));
    });
    return {
      name,
      times,
      exponent: slopeOf(inventories.map(({ hosts }, at) => [Math.log(hosts), Math.log(times[at]!)])),
    };
  };
  return topologyViews.flatMap((view) => [
    figures(view, (inventory) => {
      const whole = readAnew(inventory);
      return () => buildGraph(prepareInventory(whole, request), view);
    }),
    figures('  folded', (inventory) => {
      const preparedInventory = prepareInventory(readAnew(inventory), request);
      const graph = buildGraph(preparedInventory, view);
      return () => fold(graph, preparedInventory);
    }),
    figures('  one renamed', (inventory) => {
      drawFolded(inventory, view);
      const followedInventory = withHostRenamed(inventory);
      return () => drawFolded(followedInventory, view);
    }),
  ]);
}

/** Copies all rows of the inventory. Caches by object identity have no entry for the copies. */
const readAnew = (inventory: Inventory): Inventory =>
  Object.fromEntries(
    Object.entries(inventory).map(([list, rows]) => [list, (rows as object[]).map((row) => ({ ...row }))]),
  ) as unknown as Inventory;

/** The inventory of the network after a change: one host has another name. */
const withHostRenamed = (inventory: Inventory): Inventory => ({
  ...inventory,
  hosts: inventory.hosts.map((host, at) => (at === 0 ? { ...host, displayName: 'renamed' } : host)),
});

const fold = (graph: Graph, preparedInventory: PreparedInventory) => {
  const tree = growTree(graph, preparedInventory.lookup, planFolds(graph, preparedInventory, 'Auto'));
  const detail = { limit: legibleMarks, foldAbove: legibleMarks, expanded: [], collapsed: [], reveal: [] };
  return drawCut(tree, cutTree(tree, detail));
};
function drawFolded(inventory: Inventory, view: View) {
  const preparedInventory = prepareInventory(inventory, request);
  return fold(buildGraph(preparedInventory, view), preparedInventory);
}

function timeOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

/** Slope of the least squares line through points with the coordinates [x, y]. */
export function slopeOf(points: readonly (readonly number[])[]): number {
  const mean = (at: number) => points.reduce((sum, point) => sum + point[at]!, 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const sum = (of: (point: readonly number[]) => number) => points.reduce((total, point) => total + of(point), 0);
  return sum((point) => (point[0]! - x) * (point[1]! - y)) / sum((point) => (point[0]! - x) ** 2);
}
