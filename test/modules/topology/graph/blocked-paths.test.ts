// Tests paths in networks in which the spanning tree blocks links: forwarding links win, and failures still count blocked
// links as connections.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import type { View } from '../../../../src/modules/topology/graph/options';
import { computeImpact, singlePointsOfFailure } from '../../../../src/modules/topology/graph/questions/impact';
import { allShortestPaths } from '../../../../src/modules/topology/graph/questions/paths';
import { findReroutedStops } from '../../../../src/modules/topology/graph/questions/rerouted-stops';
import { isRoutedBetweenEnds } from '../../../../src/modules/topology/graph/questions/shared-networks';
import { buildStops } from '../../../../src/modules/topology/graph/questions/stops';
import { buildOptions, draw, drawGraph, prepareDrawing, type Drawing } from './drawing';
import { inventories } from './inventories';

const stopsIn = (network: Drawing, view: View = 'L2Physical') => {
  const { lookup } = prepareDrawing(network);
  return { lookup, stops: buildStops(view, lookup, drawGraph(network, view)) };
};
/** Each shortest path as text: `a > b`, or `a x b` if the spanning tree blocks the link. */
const pathsOf = (network: Drawing, from: string, to: string) => {
  const { lookup, stops } = stopsIn(network);
  return allShortestPaths(stops, lookup, from, to, 100).map(({ hops }) =>
    hops
      .map(({ id, isOutBlocked }, index) => (index === hops.length - 1 ? id : `${id} ${isOutBlocked ? 'x' : '>'}`))
      .join(' '),
  );
};

/** The ring a – b – c – d – a, whose link between a and d is blocked at d; e hangs at d. */
const ring = () =>
  draw()
    .host('a')
    .host('b')
    .host('c')
    .host('d')
    .host('e')
    .port('a/1')
    .port('a/2')
    .port('b/1')
    .port('b/2')
    .port('c/1')
    .port('c/2')
    .port('d/1')
    .port('d/2', { isStpBlocked: true })
    .port('d/3')
    .port('e/1')
    .neighbour('a/1', 'b/1')
    .neighbour('b/2', 'c/1')
    .neighbour('c/2', 'd/1')
    .neighbour('a/2', 'd/2')
    .neighbour('d/3', 'e/1');

describe('paths', () => {
  test('take forwarding links, even if a path over a blocked link is shorter', () => {
    expect(pathsOf(ring(), 'a', 'e')).toEqual(['a > b > c > d > e']);
    expect(pathsOf(ring(), 'd', 'a')).toEqual(['d > c > b > a']);
  });

  test('take a blocked link if there is no other path, and say so', () => {
    const cut = ring();
    cut.rows.interfaces = cut.rows.interfaces.map((row) => (row.id === 'b/2' ? { ...row, neighbors: [] } : row));
    expect(pathsOf(cut, 'a', 'e')).toEqual(['a x d > e']);
    expect(pathsOf(cut, 'c', 'b')).toEqual(['c > d x a > b']);
  });

  test('of two cables between two devices, the one that forwards is taken', () => {
    const pair = draw()
      .host('a')
      .host('b')
      .port('a/1', { isStpBlocked: true })
      .port('a/2')
      .port('b/1')
      .port('b/2')
      .neighbour('a/1', 'b/1')
      .neighbour('a/2', 'b/2');
    const { lookup, stops } = stopsIn(pair);
    expect(allShortestPaths(stops, lookup, 'a', 'b', 10)[0]!.hops[0]).toMatchObject({
      outInterfaceId: 'a/2',
      isOutBlocked: false,
    });
  });

  test('have the fewest blocked links and then the fewest steps, compared with all simple paths', () =>
    fc.assert(
      fc.property(inventories, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), (inventory, blocked) => {
        const interfaces = inventory.interfaces.map((row, at) => ({ ...row, isStpBlocked: blocked[at]! }));
        const prepared = prepareInventory({ ...inventory, interfaces }, buildOptions());
        const stops = buildStops('L2Physical', prepared.lookup, buildGraph(prepared, 'L2Physical'));
        const { graph } = stops;
        const costOf = (path: readonly string[]): number =>
          path.slice(1).reduce((cost, stop, at) => {
            const links = graph.edges(path[at]!, stop).map((edge) => graph.getEdgeAttributes(edge));
            return cost + (links.every(({ isBlocked }) => isBlocked) ? 1001 : 1);
          }, 0);
        const [from, ...others] = graph.nodes();
        const walk = (path: readonly string[], to: string): string[][] => {
          const last = path.at(-1)!;
          if (last === to) return [[...path]];
          const next = graph.neighbors(last).filter((stop) => !path.includes(stop));
          return next.flatMap((stop) => walk([...path, stop], to));
        };
        for (const to of others) {
          const all = walk([from!], to);
          const least = Math.min(...all.map(costOf));
          const best = all.filter((path) => costOf(path) === least).map((path) => path.join(' '));
          const paths = allShortestPaths(stops, prepared.lookup, from!, to, 1000);
          expect(paths.map(({ hops }) => hops.map(({ id }) => id).join(' '))).toEqual(best.sort());
          for (const { hops } of paths)
            expect(hops.filter(({ isOutBlocked }) => isOutBlocked)).toHaveLength(Math.floor(least / 1000));
        }
      }),
    ));

  test('avoid blocked links between boxes of machines too', () => {
    const network = ring();
    for (const on of ['a', 'b', 'c', 'd']) network.service(`web ${on}`, { on, software: 'web', listens: ['*:80'] });
    const { lookup, stops } = stopsIn(network, 'Workloads');
    expect(allShortestPaths(stops, lookup, 'a', 'd', 10)).toMatchObject([{ length: 3 }]);
  });
});

describe('failures', () => {
  test('a blocked link counts as a connection, because the spanning tree opens it when another link fails', () => {
    const { stops } = stopsIn(ring());
    for (const failing of ['b', 'c', 'b/2', 'a/1'])
      expect(computeImpact(stops, 'a', [failing]).unreachable).toEqual([]);
    expect(computeImpact(stops, 'a', ['c', 'd/2']).unreachable).toEqual(['d', 'e']);
    expect(singlePointsOfFailure(stops)).toEqual(['d']);
  });

  test('the failure of a blocked link reroutes nothing; that of a forwarding link reroutes what is behind it', () => {
    const { stops } = stopsIn(ring());
    const after = (port: string, failing: string) => {
      const network = ring();
      network.rows.interfaces = network.rows.interfaces.map((row) =>
        row.id === port ? { ...row, neighbors: [] } : row,
      );
      return findReroutedStops({ before: stops, after: stopsIn(network).stops, root: 'a', downIds: [failing] });
    };
    expect(after('a/2', 'a/2')).toEqual([]);
    expect(after('b/2', 'b/2')).toEqual(['c', 'd', 'e']);
  });
});

describe('whether packets between the ends of a path pass a router', () => {
  /** Two machines at one switch. The VLANs are those of the switch's ports. */
  const access = ({ vlans, subnets }: { vlans: readonly (number | undefined)[]; subnets: readonly string[][] }) =>
    draw()
      .subnet('lan', '10.0.0.0/24')
      .subnet('dmz', '10.1.0.0/24')
      .subnet('lo', '127.0.0.0/8', 'Loopback')
      .vlan(10)
      .vlan(20)
      .host('pc', { at: subnets[0]! })
      .host('server', { at: subnets[1]! })
      .host('sw')
      .port('sw/1', vlans[0] === undefined ? {} : { vlan: vlans[0], tagged: [20] })
      .port('sw/2', vlans[1] === undefined ? {} : { vlan: vlans[1] })
      .port('pc/1')
      .port('server/1')
      .neighbour('sw/1', 'pc/1')
      .neighbour('sw/2', 'server/1');
  const isRouted = (network: Drawing) => {
    const { lookup, stops } = stopsIn(network);
    return isRoutedBetweenEnds(allShortestPaths(stops, lookup, 'pc', 'server', 1)[0]!, lookup);
  };
  const [lan, dmz] = [['lan 10.0.0.5'], ['dmz 10.1.0.5']];

  test('they do if subnets or untagged VLANs are known, and none is common', () => {
    expect(isRouted(access({ vlans: [10, 20], subnets: [lan, dmz] }))).toBe(true);
    expect(isRouted(access({ vlans: [10, 20], subnets: [[], []] }))).toBe(true);
    expect(
      isRouted(
        access({
          vlans: [],
          subnets: [
            [...lan, 'lo 127.0.0.1'],
            [...dmz, 'lo 127.0.0.1'],
          ],
        }),
      ),
    ).toBe(true);
  });

  test('they do not if a subnet or a VLAN is common', () => {
    expect(isRouted(access({ vlans: [10, 20], subnets: [lan, ['lan 10.0.0.6', ...dmz]] }))).toBe(false);
    expect(isRouted(access({ vlans: [10, 10], subnets: [lan, dmz] }))).toBe(false);
  });

  test('it is unknown if of one end neither is known', () =>
    expect(isRouted(access({ vlans: [10], subnets: [lan, []] }))).toBeNull());
});
