// Arranges nodes in layers by their distance from the centre of the network. Sorts each layer so that few lines cross,
// and moves each node near the middle of its neighbours.
import type { Join, Layers } from './middle';
import type { Point, Size } from './tree';

type Order = readonly string[];
type Neighbours = readonly [above: ReadonlyMap<string, Order>, below: ReadonlyMap<string, Order>];
const [above, below] = [0, 1] as const;

/**
 * Limits of the search for an order with fewer crossings: passes over all layers (sweeps), work in all passes together
 * (steps), and rounds of swaps in one pass (exchanges).
 */
const mostSweeps = 12;
const mostSteps = 6_000;
const mostExchanges = 8;
/** Rounds in which `placeCentres` moves nodes towards their neighbours. After so many, nodes move less than a pixel. */
const placingTurns = 10;
/** Gap between layers, as a multiple of the gap between nodes of a layer. */
const apart = 1.4;

/** Computes the top left corners of nodes in layers that are already sorted. */
export function layOutLayers(
  layers: Layers,
  sizeOf: (id: string) => Size,
  spacing: number,
): ReadonlyMap<string, Point> {
  const centres = placeCentres(layers, (id) => sizeOf(id).width, spacing);
  const leftEdge = Math.min(...[...centres].map(([id, x]) => x - sizeOf(id).width / 2));
  const corners = new Map<string, Point>();
  let y = 0;
  for (const order of layers.layers) {
    const highest = Math.max(...order.map((id) => sizeOf(id).height));
    for (const id of order) {
      const { width, height } = sizeOf(id);
      corners.set(id, { x: centres.get(id)! - width / 2 - leftEdge, y: y + (highest - height) / 2 });
    }
    y += highest + spacing * apart;
  }
  return corners;
}

const neighboursIn = (joins: readonly Join[]): Neighbours => [
  groupedBy(joins.map(([a, b]) => [b, a])),
  groupedBy(joins),
];

function groupedBy(joins: readonly Join[]): ReadonlyMap<string, Order> {
  const groups = new Map<string, string[]>();
  for (const [from, to] of joins) {
    const group = groups.get(from);
    if (group) group.push(to);
    else groups.set(from, [to]);
  }
  return groups;
}

/**
 * Sorts each layer by the order of the adjacent layer, in passes alternately downwards and upwards, and keeps the order
 * with the fewest crossings.
 */
export function ordered({ layers, joins }: Layers): Layers {
  const neighbours = neighboursIn(joins);
  const sweeps = Math.min(mostSweeps, Math.max(2, Math.floor(mostSteps / joins.length)));
  let [orders, best, least] = [layers, layers, crossingsIn(layers, neighbours[below])];
  for (let sweep = 0; sweep < sweeps && least > 0; sweep += 1) {
    orders = exchangeNeighbours(
      sweep % 2 === 0 ? sorted(orders, neighbours[above]) : upwards(orders, neighbours),
      neighbours,
    );
    const crossings = crossingsIn(orders, neighbours[below]);
    if (crossings < least) [best, least] = [orders, crossings];
  }
  return { layers: best, joins };
}

const upwards = (orders: readonly Order[], neighbours: Neighbours): readonly Order[] =>
  sorted([...orders].reverse(), neighbours[below])
    .slice()
    .reverse();

function sorted(orders: readonly Order[], before: ReadonlyMap<string, Order>): readonly Order[] {
  const result: Order[] = [];
  for (const order of orders) {
    const at = placesIn(result.at(-1) ?? []);
    const middles = new Map(
      order.flatMap((id) => {
        const others = before.get(id) ?? [];
        return others.length === 0 || at.size === 0 ? [] : [[id, meanOf(others, at)] as const];
      }),
    );
    const moving = order.filter((id) => middles.has(id)).sort((a, b) => middles.get(a)! - middles.get(b)!);
    let next = 0;
    result.push(order.map((id) => (middles.has(id) ? moving[next++]! : id)));
  }
  return result;
}

function exchangeNeighbours(initialOrders: readonly Order[], neighbours: Neighbours): readonly Order[] {
  const orders = initialOrders.map((order) => [...order]);
  for (let turn = 0, isBetter = true; isBetter && turn < mostExchanges; turn += 1) {
    isBetter = false;
    for (const [layer, order] of orders.entries()) {
      const around = [orders[layer - 1] ?? [], orders[layer + 1] ?? []].map(placesIn);
      const ends = order.map((id) => around.map((at, side) => sortedPlaces(neighbours[side]!.get(id), at)));
      for (let index = 1; index < order.length; index += 1) {
        const [one, other] = [ends[index - 1]!, ends[index]!];
        const gainOn = (side: number) => after(one[side]!, other[side]!) - after(other[side]!, one[side]!);
        const totalGain = gainOn(above) + gainOn(below);
        if (totalGain <= 0) continue;
        isBetter = true;
        [order[index - 1], order[index]] = [order[index]!, order[index - 1]!];
        [ends[index - 1], ends[index]] = [other, one];
      }
    }
  }
  return orders;
}

const placesIn = (order: Order): ReadonlyMap<string, number> => new Map(order.map((id, index) => [id, index]));
const sortedPlaces = (ids: Order = [], at: ReadonlyMap<string, number>): readonly number[] =>
  ids.map((id) => at.get(id)!).sort((a, b) => a - b);
const meanOf = (ids: Order, at: ReadonlyMap<string, number>): number =>
  ids.reduce((sum, id) => sum + at.get(id)!, 0) / ids.length;

/**
 * Counts the crossings between the lines of two adjacent nodes of a layer, the left one first. `first` and `second` are
 * the sorted positions in the next layer at which the lines of the two nodes end.
 */
function after(first: readonly number[], second: readonly number[]): number {
  let [count, passedCount] = [0, 0];
  for (const place of first) {
    while (passedCount < second.length && second[passedCount]! < place) passedCount += 1;
    count += passedCount;
  }
  return count;
}

function crossingsIn(orders: readonly Order[], under: ReadonlyMap<string, Order>): number {
  let crossings = 0;
  for (const [layer, order] of orders.entries()) {
    const at = placesIn(orders[layer + 1] ?? []);
    // A Fenwick tree: counts lines by their ends in logarithmic time.
    const sums = new Array<number>(at.size + 1).fill(0);
    let ended = 0;
    for (const id of order) {
      const ends = sortedPlaces(under.get(id), at);
      for (const end of ends) {
        crossings += ended;
        for (let part = end + 1; part > 0; part -= part & -part) crossings -= sums[part]!;
      }
      for (const end of ends) for (let part = end + 1; part <= at.size; part += part & -part) sums[part]! += 1;
      ended += ends.length;
    }
  }
  return crossings;
}

/** Computes the horizontal centres of nodes: as near as possible to the mean of their neighbours, without overlaps. */
function placeCentres(
  { layers: orders, joins }: Layers,
  widthOf: (id: string) => number,
  spacing: number,
): ReadonlyMap<string, number> {
  const neighbours = neighboursIn(joins);
  const centres = new Map<string, number>();
  const place = (order: Order, targetOf: (id: string) => number | undefined): void => {
    const offsets: number[] = [];
    for (const [index, id] of order.entries())
      offsets.push(index === 0 ? 0 : offsets[index - 1]! + (widthOf(order[index - 1]!) + widthOf(id)) / 2 + spacing);
    const middle = (offsets.at(-1) ?? 0) / 2;
    const starts = neverFalling(
      order.map((id, index) => {
        const at = targetOf(id);
        return at === undefined
          ? { value: (centres.get(id) ?? offsets[index]! - middle) - offsets[index]!, weight: 0.1 }
          : { value: at - offsets[index]!, weight: 1 };
      }),
    );
    for (const [index, id] of order.entries()) centres.set(id, starts[index]! + offsets[index]!);
  };
  const joinedBy = (side: typeof above | typeof below) => (id: string) => {
    const others = neighbours[side].get(id) ?? [];
    return others.length === 0 ? undefined : meanOf(others, centres);
  };
  for (const order of orders) place(order, () => undefined);
  for (let turn = 0; turn < placingTurns; turn += 1) {
    for (const order of orders.slice(1)) place(order, joinedBy(above));
    for (const order of orders.slice(0, -1).reverse()) place(order, joinedBy(below));
  }
  return centres;
}

/** Keeps nodes of a layer in order: finds the nearest positions that never decrease (isotonic regression). */
function neverFalling(targets: readonly { readonly value: number; readonly weight: number }[]): number[] {
  const blocks: { value: number; weight: number; count: number }[] = [];
  for (const { value, weight } of targets) {
    let block = { value, weight, count: 1 };
    for (let last = blocks.at(-1); last && last.value > block.value; last = blocks.at(-1)) {
      blocks.pop();
      const sum = last.weight + block.weight;
      block = {
        value: (last.value * last.weight + block.value * block.weight) / sum,
        weight: sum,
        count: last.count + block.count,
      };
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ value, count }) => new Array<number>(count).fill(value));
}
