// Queries on small networks that are built by hand: paths, impact, neighborhood and search.
import { buildGraph } from '../../../../src/modules/topology/graph/build-graph';
import type { View } from '../../../../src/modules/topology/graph/options';
import {
  graphComponents,
  computeImpact,
  singlePointsOfFailure,
} from '../../../../src/modules/topology/graph/questions/impact';
import { gatewayState } from '../../../../src/modules/topology/graph/questions/gateway-state';
import { findNeighbours } from '../../../../src/modules/topology/graph/questions/neighbours';
import { allShortestPaths, shortestPath } from '../../../../src/modules/topology/graph/questions/paths';
import { searchNodes } from '../../../../src/modules/topology/graph/questions/search';
import { buildStops } from '../../../../src/modules/topology/graph/questions/stops';
import { vlanPath, vlanSummaries } from '../../../../src/modules/topology/graph/questions/vlan-path';
import { findSegmentDetails, firstByName } from '../../../../src/modules/topology/graph/questions/vlan-segments';
import { draw, drawEdges, drawGraph, prepareDrawing } from './drawing';

type Drawing = ReturnType<typeof draw>;
const stopsIn = (network: Drawing, view: View) => {
  const { lookup } = prepareDrawing(network);
  return { lookup, stops: buildStops(view, lookup, drawGraph(network, view)) };
};
/** The nodes of each shortest path as text: `a > b > c`. */
const waysOf = (network: Drawing, view: View, from: string, to: string, limit = 100) => {
  const { lookup, stops } = stopsIn(network, view);
  return allShortestPaths(stops, lookup, from, to, limit).map(({ hops }) => hops.map(({ id }) => id).join(' > '));
};

/** a – b – d and a – c – d, with two cables between a and b; the separate part x – y; and z, which has no cable. */
const ring = () =>
  draw()
    .host('a')
    .host('b')
    .host('c')
    .host('d')
    .host('x')
    .host('y')
    .host('z')
    .vlan(10)
    .vlan(20)
    .port('a/2', { vlan: 10, tagged: [20] })
    .port('a/1', { vlan: 20, tagged: [10] })
    .port('b/1', { vlan: 20, tagged: [10] })
    .port('b/2', { vlan: 10 })
    .port('b/3')
    .port('a/3')
    .port('c/1')
    .port('c/2')
    .port('d/1')
    .port('x/1')
    .neighbour('a/2', 'b/2')
    .neighbour('b/1', 'a/1')
    .neighbour('a/3', 'c/1')
    .neighbour('b/3', 'd/1')
    .neighbour('c/2', 'd')
    .neighbour('x/1', 'y');

describe('paths over cables', () => {
  test('a chain of any length has a path, and each of its switches is a single point of failure', () => {
    const chain = draw();
    const count = 12_000;
    for (let number = 0; number < count; number += 1) {
      chain.host(`h${number}`).port(`h${number}/1`);
      const neighbor = { interfaceId: null, hostId: `h${number + 1}`, protocol: 'LLDP' as const, basis: null };
      if (number + 1 < count) chain.rows.interfaces.at(-1)!.neighbors = [neighbor];
    }
    const { lookup, stops } = stopsIn(chain, 'L2Physical');
    expect(shortestPath(stops, lookup, 'h0', `h${count - 1}`)).toMatchObject({ length: count - 1 });
    expect(singlePointsOfFailure(stops)).toHaveLength(count - 2);
  });

  test('all shortest paths are returned in the order of their nodes, up to the limit', () => {
    expect(waysOf(ring(), 'L2Physical', 'a', 'd')).toEqual(['a > b > d', 'a > c > d']);
    expect(waysOf(ring(), 'L2Physical', 'a', 'd', 1)).toEqual(['a > b > d']);
  });

  test('hops name ports and the VLANs of both ends; of two cables the first by port is used', () => {
    const { lookup, stops } = stopsIn(ring(), 'L2Physical');
    expect(shortestPath(stops, lookup, 'a', 'd')).toEqual({
      length: 2,
      hops: [
        expect.objectContaining({
          kind: 'Host',
          id: 'a',
          inInterfaceId: null,
          outInterfaceId: 'a/1',
          vlanIds: ['vlan-10', 'vlan-20'],
        }),
        expect.objectContaining({ id: 'b', inInterfaceId: 'b/1', outInterfaceId: 'b/3', vlanIds: [] }),
        expect.objectContaining({ id: 'd', inInterfaceId: 'd/1', outInterfaceId: null, vlanIds: [] }),
      ],
    });
    expect(shortestPath(stops, lookup, 'd', 'c')!.hops).toMatchObject([
      { id: 'd', outInterfaceId: null },
      { id: 'c', inInterfaceId: null },
    ]);
  });

  test('ports and boxes stand for their device; to itself there are no hops, to isolated nodes no path', () => {
    const box = drawGraph(ring(), 'L2Physical').nodes.find(
      (node) => node.nodeType === 'Container' && node.entityId === 'd',
    )!;
    expect(waysOf(ring(), 'L2Physical', 'a/1', box.id)).toEqual(['a > b > d', 'a > c > d']);
    expect(waysOf(ring(), 'L2Physical', 'a', 'a/3')).toEqual(['a']);
    expect(waysOf(ring(), 'L2Physical', 'a', 'x')).toEqual([]);
    expect(waysOf(ring(), 'L2Physical', 'a', 'nobody')).toEqual([]);
  });
});

/** Three subnets in a row: a gateway connects lan and dmz, and a machine with two addresses connects dmz and far. */
const routedDrawing = () =>
  draw()
    .subnet('lan', '10.0.0.0/24')
    .subnet('dmz', '10.1.0.0/24', 'Dmz')
    .subnet('far', '10.2.0.0/24')
    .subnet('lo', '127.0.0.0/8', 'Loopback')
    .host('pc', { at: ['lan 10.0.0.5', 'lo 127.0.0.1'] })
    .host('gw', { at: ['lan 10.0.0.1', 'dmz 10.1.0.1', 'lo 127.0.0.2'] })
    .service('router', { on: 'gw' })
    .host('web', { at: ['dmz 10.1.0.5'] })
    .host('nas', { at: ['dmz 10.1.0.6', 'far 10.2.0.6'] })
    .host('cam', { at: ['far 10.2.0.7'] });

describe('paths over subnets', () => {
  test('lead through gateways, and name the addresses on the way', () => {
    expect(waysOf(routedDrawing(), 'L3Logical', 'pc', 'web')).toEqual(['pc > lan > gw > dmz > web']);
    const { lookup, stops } = stopsIn(routedDrawing(), 'L3Logical');
    expect(shortestPath(stops, lookup, 'pc', 'web')!.hops).toMatchObject([
      { kind: 'Host', inIpAddressId: null, outIpAddressId: 'pc@10.0.0.5' },
      { kind: 'Subnet', inIpAddressId: 'pc@10.0.0.5', outIpAddressId: 'gw@10.0.0.1' },
      { kind: 'Host', inIpAddressId: 'gw@10.0.0.1', outIpAddressId: 'gw@10.1.0.1' },
      { kind: 'Subnet', inIpAddressId: 'gw@10.1.0.1', outIpAddressId: 'web@10.1.0.5' },
      { kind: 'Host', inIpAddressId: 'web@10.1.0.5', outIpAddressId: null },
    ]);
  });

  test('do not pass machines with two addresses that are no gateways, nor loopbacks', () => {
    expect(waysOf(routedDrawing(), 'L3Logical', 'web', 'cam')).toEqual([]);
    expect(waysOf(routedDrawing(), 'L3Logical', 'web', 'nas')).toEqual(['web > dmz > nas']);
    expect(waysOf(routedDrawing(), 'L3Logical', 'nas', 'cam')).toEqual(['nas > far > cam']);
    expect(waysOf(routedDrawing(), 'L3Logical', 'cam@10.2.0.7', 'far')).toEqual(['cam > far']);
    expect(waysOf(routedDrawing(), 'L3Logical', 'pc', 'lo')).toEqual([]);
  });
});

describe('of equally short paths over subnets', () => {
  const virtualAddresses = ['10.0.0.254'];
  /** Three routers between lan and dmz: gw, gw2 and gw0. In the tests below, gw0 is in no redundancy group. */
  const routers = () =>
    routedDrawing()
      .host('gw2', { at: ['lan 10.0.0.2', 'dmz 10.1.0.2'] })
      .service('router2', { on: 'gw2', software: 'router' })
      .host('gw0', { at: ['lan 10.0.0.3', 'dmz 10.1.0.3'] })
      .service('router0', { on: 'gw0', software: 'router' });
  const routersOf = (network: Drawing, from: string, to: string) =>
    waysOf(network, 'L3Logical', from, to).map((way) => way.split(' > ')[2]);

  test.each([
    ['Master', 'Backup'],
    ['Active', 'Standby'],
  ] as const)('the one by the router with the state %s is first, that with %s last', (forwarding, waiting) => {
    const network = routers()
      .changeHost('gw', { fhrpStates: [{ state: waiting, virtualAddresses }] })
      .changeHost('gw2', { fhrpStates: [{ state: forwarding, virtualAddresses }] });
    expect(routersOf(network, 'pc', 'web')).toEqual(['gw2', 'gw0', 'gw']);
    const { lookup, stops } = stopsIn(network, 'L3Logical');
    const states = allShortestPaths(stops, lookup, 'pc', 'web', 100).map(({ hops }) =>
      hops.map((hop) => hop.fhrpState),
    );
    expect(states.map((all) => all[2])).toEqual([forwarding, null, waiting]);
    expect(states.flatMap(([...all]) => all.filter((_, at) => at !== 2))).toEqual(Array(12).fill(null));
    expect(shortestPath(stops, lookup, 'pc', 'web')!.hops[2]!.id).toBe('gw2');
  });

  test('a group belongs to the most specific subnet of the router that contains its address', () => {
    const network = routers()
      .subnet('inet', '0.0.0.0/0', 'Internet')
      .host('x', { at: ['inet 198.51.100.7'] })
      .changeHost('gw', { fhrpStates: [{ state: 'Backup', virtualAddresses }] });
    network.rows.ipAddresses.push(
      { id: 'gw@203.0.113.1', hostId: 'gw', subnetId: 'inet', ipAddress: '203.0.113.1', position: 9 },
      { id: 'gw2@203.0.113.2', hostId: 'gw2', subnetId: 'inet', ipAddress: '203.0.113.2', position: 9 },
    );
    const { lookup } = stopsIn(network, 'L3Logical');
    expect(['gw@203.0.113.1', 'gw@10.0.0.1'].map((id) => gatewayState(id, lookup))).toEqual([null, 'Backup']);
    expect(waysOf(network, 'L3Logical', 'x', 'pc')).toEqual(['x > inet > gw > lan > pc', 'x > inet > gw2 > lan > pc']);
    // A group of Internet addresses belongs to the subnet of the Internet.
    const outer = network.changeHost('gw', { fhrpStates: [{ state: 'Backup', virtualAddresses: ['203.0.113.9'] }] });
    expect(gatewayState('gw@203.0.113.1', stopsIn(outer, 'L3Logical').lookup)).toBe('Backup');
  });

  test('a group of another subnet does not count, and no group leaves the order of the ids', () => {
    expect(routersOf(routers(), 'pc', 'web')).toEqual(['gw', 'gw0', 'gw2']);
    const network = routers().changeHost('gw', { fhrpStates: [{ state: 'Backup', virtualAddresses }] });
    expect(routersOf(network, 'web', 'pc')).toEqual(['gw', 'gw0', 'gw2']);
  });
});

test('paths in the other views follow their edges', () => {
  const network = draw()
    .host('web')
    .service('one', { on: 'web', listens: ['*'] })
    .service('two', { on: 'web', listens: ['*'] })
    .service('three', { on: 'web', listens: ['*'] })
    .group('path', 'RequestPath', ['one', 'two', 'three']);
  expect(waysOf(network, 'Application', 'three', 'one')).toEqual(['three > two > one']);
  const { lookup, stops } = stopsIn(network, 'Application');
  const [first] = drawEdges(network, 'Application', 'RequestPath').filter(({ source }) => source === 'one');
  expect(shortestPath(stops, lookup, 'one', 'two')!.hops[0]).toMatchObject({ kind: 'Node', outEdgeId: first!.id });
});

describe('the impact of a failure', () => {
  const impact = (network: Drawing, view: View, root: string, failing: string[]) =>
    computeImpact(stopsIn(network, view).stops, root, failing);

  test('is what the root no longer reaches, without what failed', () => {
    expect(impact(routedDrawing(), 'L3Logical', 'pc', ['gw'])).toEqual({
      unreachable: ['dmz', 'nas', 'web'],
      stillReachable: 2,
    });
    expect(impact(routedDrawing(), 'L3Logical', 'pc', ['dmz'])).toEqual({
      unreachable: ['nas', 'web'],
      stillReachable: 3,
    });
    expect(impact(routedDrawing(), 'L3Logical', 'nas', ['dmz'])).toEqual({
      unreachable: ['gw', 'lan', 'pc', 'web'],
      stillReachable: 3,
    });
  });

  test('in a ring is empty for one failure and not for two', () => {
    expect(impact(ring(), 'L2Physical', 'a', ['b'])).toEqual({ unreachable: [], stillReachable: 3 });
    expect(impact(ring(), 'L2Physical', 'a', ['b', 'c'])).toEqual({ unreachable: ['d'], stillReachable: 1 });
  });

  test('is empty if the root fails or is unknown; unknown failing ids change nothing', () => {
    expect(impact(ring(), 'L2Physical', 'a', ['a'])).toEqual({ unreachable: ['b', 'c', 'd'], stillReachable: 0 });
    expect(impact(ring(), 'L2Physical', 'a', ['nobody', 'x'])).toEqual({ unreachable: [], stillReachable: 4 });
    expect(impact(ring(), 'L2Physical', 'nobody', ['a'])).toEqual({ unreachable: [], stillReachable: 0 });
  });
});

describe('single points of failure', () => {
  const points = (network: Drawing, view: View) => singlePointsOfFailure(stopsIn(network, view).stops);

  test('do not exist in a ring; the only switch in front of a device is one', () => {
    expect(points(ring(), 'L2Physical')).toEqual([]);
    const network = ring().host('e').port('e/1').neighbour('e/1', 'd');
    expect(points(network, 'L2Physical')).toEqual(['d']);
  });

  test('are subnets and gateways, but not machines with two addresses', () => {
    expect(points(routedDrawing(), 'L3Logical')).toEqual(['dmz', 'far', 'gw', 'lan']);
  });

  test('include a subnet through which alone a machine in two subnets reaches the others', () => {
    const network = draw()
      .subnet('a', '10.0.0.0/24')
      .subnet('b', '10.1.0.0/24')
      .host('both', { at: ['a 10.0.0.1', 'b 10.1.0.1'] })
      .host('one', { at: ['a 10.0.0.2'] });
    expect(points(network, 'L3Logical')).toEqual(['a']);
    const twins = draw()
      .subnet('a', '10.0.0.0/24')
      .subnet('b', '10.1.0.0/24')
      .host('x', { at: ['a 10.0.0.1', 'b 10.1.0.1'] })
      .host('y', { at: ['a 10.0.0.2', 'b 10.1.0.2'] });
    expect(points(twins, 'L3Logical')).toEqual([]);
  });
});

test('components are the unconnected parts, the largest first', () => {
  expect(graphComponents(stopsIn(ring(), 'L2Physical').stops)).toEqual([
    ['a', 'b', 'c', 'd'],
    ['x', 'y'],
  ]);
});

describe('the path of a VLAN', () => {
  test('has ports by mode, complete cables, gaps, and the segments', () => {
    const network = ring().port('d/2', { vlan: 20 });
    expect(vlanPath('vlan-20', prepareDrawing(network))).toEqual({
      ports: [
        { interfaceId: 'a/1', mode: 'Native' },
        { interfaceId: 'a/2', mode: 'Tagged' },
        { interfaceId: 'b/1', mode: 'Native' },
        { interfaceId: 'd/2', mode: 'Native' },
      ],
      links: [{ sourceInterfaceId: 'a/1', targetInterfaceId: 'b/1' }],
      gaps: [{ carryingInterfaceId: 'a/2', lackingInterfaceId: 'b/2' }],
      unknownEnds: [],
      hosts: ['a', 'b', 'd'],
      attachedHosts: [],
      segments: [['a', 'b'], ['d']],
    });
  });

  test('counts native and tagged as native, and is empty for a VLAN on no port', () => {
    const network = draw()
      .vlan(10)
      .vlan(20)
      .host('a')
      .port('a/1', { vlan: 10, tagged: [10] });
    expect(vlanPath('vlan-10', prepareDrawing(network)).ports).toEqual([{ interfaceId: 'a/1', mode: 'Native' }]);
    expect(vlanPath('vlan-20', prepareDrawing(network))).toEqual({
      ports: [],
      links: [],
      gaps: [],
      unknownEnds: [],
      hosts: [],
      attachedHosts: [],
      segments: [],
    });
  });

  test('segments have the hosts to which their ports send the VLAN untagged, and the largest comes first', () => {
    const network = ring()
      .port('d/2', { vlan: 20 })
      .port('d/4', { vlan: 20 })
      .port('d/5', { tagged: [20] })
      .host('pc', { displayName: 'B' })
      .host('printer', { displayName: 'A' })
      .host('ap')
      .neighbour('d/2', 'pc')
      .neighbour('d/4', 'printer')
      .neighbour('d/5', 'ap');
    // The port d/6 has no link, so the view hides it; its VLAN counts nevertheless.
    const prepared = prepareDrawing(network.port('d/6', { vlan: 20 }), { hidesLinkStates: ['Unlinked'] });
    const details = findSegmentDetails(vlanPath('vlan-20', prepared), prepared.visible);
    expect(details).toEqual([
      { hostIds: ['d', 'pc', 'printer'], portCount: 4 },
      { hostIds: ['a', 'b'], portCount: 3 },
    ]);
    expect(firstByName(details[0]!.hostIds, prepared.visible)).toEqual(['printer', 'pc', 'd']);
  });

  test('is summarized for every VLAN: first those with gaps, then those with several segments, by VLAN ID', () => {
    const network = ring()
      .vlan(40)
      .vlan(30)
      .port('c/9', { vlan: 30 })
      .port('d/2', { vlan: 20, tagged: [30] });
    const none = { gapCount: 0, unknownEndCount: 0, segmentCount: 0 };
    expect(vlanSummaries(prepareDrawing(network))).toEqual([
      { ...none, vlanId: 'vlan-20', portCount: 4, gapCount: 1, segmentCount: 2 },
      { ...none, vlanId: 'vlan-30', portCount: 2, segmentCount: 2 },
      { ...none, vlanId: 'vlan-10', portCount: 4, segmentCount: 1 },
      { ...none, vlanId: 'vlan-40', portCount: 0 },
    ]);
  });

  test('a cable with the VLAN untagged at one end and tagged at the other is a gap, and paths do not name the VLAN', () => {
    const network = draw()
      .vlan(1)
      .vlan(10)
      .host('a')
      .host('b')
      .port('a/1', { vlan: 10 })
      .port('b/1', { vlan: 1, tagged: [10] })
      .neighbour('a/1', 'b/1');
    expect(vlanPath('vlan-10', prepareDrawing(network))).toMatchObject({
      links: [],
      gaps: [{ carryingInterfaceId: 'b/1', lackingInterfaceId: 'a/1' }],
      segments: [['a'], ['b']],
    });
    const { lookup, stops } = stopsIn(network, 'L2Physical');
    expect(shortestPath(stops, lookup, 'a', 'b')!.hops[0]!.vlanIds).toEqual([]);
  });

  describe('an end of which no VLAN is known', () => {
    const access = () =>
      draw()
        .vlan(10)
        .vlan(20)
        .host('sw')
        .host('pc')
        .port('sw/1', { vlan: 10, tagged: [20] })
        .port('pc/1');

    test('is no gap; it gets what is sent untagged, and nobody knows of what is sent tagged', () => {
      const network = access().neighbour('sw/1', 'pc/1');
      const untagged = vlanPath('vlan-10', prepareDrawing(network));
      expect(untagged).toMatchObject({ gaps: [], unknownEnds: [], hosts: ['pc', 'sw'], segments: [['sw']] });
      expect(vlanPath('vlan-20', prepareDrawing(network))).toMatchObject({
        gaps: [],
        unknownEnds: [{ carryingInterfaceId: 'sw/1', hostId: 'pc', interfaceId: 'pc/1' }],
        hosts: ['sw'],
      });
    });

    test('is the same if only the host at the far end is known', () => {
      const network = access().neighbour('sw/1', 'pc');
      expect(vlanPath('vlan-10', prepareDrawing(network))).toMatchObject({ unknownEnds: [], hosts: ['pc', 'sw'] });
      expect(vlanPath('vlan-20', prepareDrawing(network)).unknownEnds).toEqual([
        { carryingInterfaceId: 'sw/1', hostId: 'pc', interfaceId: null },
      ]);
    });

    test('is a gap once another VLAN of the port is known', () => {
      const network = access().port('pc/2', { vlan: 10 }).neighbour('sw/1', 'pc/2');
      expect(vlanPath('vlan-20', prepareDrawing(network))).toMatchObject({
        gaps: [{ carryingInterfaceId: 'sw/1', lackingInterfaceId: 'pc/2' }],
        unknownEnds: [],
      });
    });
  });

  test.each([[['Unlinked']], [['Linked']], [['Linked', 'Unlinked']]])(
    'includes ports and cables that options hide (%s), but none of hidden hosts',
    (hidesLinkStates) => {
      const network = ring()
        .port('d/2', { vlan: 20 })
        .host('ghost', { hidden: true })
        .port('ghost/1', { vlan: 20 })
        .neighbour('ghost/1', 'd/2');
      const path = vlanPath('vlan-20', prepareDrawing(network, { hidesLinkStates, hides: ['Interface', 'Host'] }));
      expect(path).toEqual(vlanPath('vlan-20', prepareDrawing(network)));
      expect(path.ports.map(({ interfaceId }) => interfaceId)).toEqual(['a/1', 'a/2', 'b/1', 'd/2']);
      expect(path.segments).toEqual([['a', 'b'], ['d']]);
    },
  );
});

describe('neighbours', () => {
  const around = (
    network: Drawing,
    view: View,
    of: string,
    depth: number,
    edgeTypes?: Parameters<typeof findNeighbours>[4],
  ) => {
    const graph = drawGraph(network, view);
    const { nodes, edges } = findNeighbours(graph, prepareDrawing(network).lookup, [of], depth, edgeTypes);
    return {
      nodes: nodes.map((node) => (node.nodeType === 'Container' ? `[${node.entityId}]` : node.id)).sort(),
      edges: edges.length,
    };
  };

  test('in L2 are found from device to device', () => {
    expect(around(ring(), 'L2Physical', 'a', 1)).toEqual({ nodes: ['[b]', '[c]', 'b/1', 'b/2', 'c/1'], edges: 3 });
    expect(around(ring(), 'L2Physical', 'a', 2)).toEqual({
      nodes: ['[b]', '[c]', '[d]', 'b/1', 'b/2', 'b/3', 'c/1', 'd/1'],
      edges: 5,
    });
    expect(around(ring(), 'L2Physical', 'a', 0)).toEqual({ nodes: [], edges: 0 });
  });

  test('are found only along the requested types of edges', () => {
    expect(around(ring(), 'L2Physical', 'd', 1, ['NeighborLink'])).toEqual({ nodes: ['[c]'], edges: 1 });
    expect(around(ring(), 'L2Physical', 'd', 2, ['NeighborLink'])).toEqual({ nodes: ['[c]'], edges: 1 });
    expect(around(ring(), 'L2Physical', 'd', 1, [])).toEqual({ nodes: [], edges: 0 });
  });

  test('in L3 are found from address to address; hosts and subnets stand for their addresses', () => {
    expect(around(routedDrawing(), 'L3Logical', 'gw@10.0.0.1', 1)).toEqual({ nodes: ['gw@10.1.0.1'], edges: 1 });
    expect(around(routedDrawing(), 'L3Logical', 'gw', 1)).toEqual({ nodes: [], edges: 1 });
    expect(around(routedDrawing(), 'L3Logical', 'dmz', 1)).toEqual({
      nodes: ['gw@10.0.0.1', 'nas@10.2.0.6'],
      edges: 2,
    });
    expect(around(routedDrawing(), 'L3Logical', 'nobody', 3)).toEqual({ nodes: [], edges: 0 });
  });
});

describe('search', () => {
  const find = (view: View, text: string, limit = 10) => {
    const network = routedDrawing()
      .service('nginx', { on: 'web', name: 'Shop', listens: ['*:80'] })
      .vlan(10, 'users');
    network
      .host('sw', { displayName: 'Core web switch' })
      .port('sw/web', { vlan: 10 })
      .port('sw/webcam')
      .port('pc/1')
      .neighbour('sw/web', 'pc/1');
    const preparedNetwork = prepareDrawing(network, { rules: ['ByVLAN'] });
    return searchNodes(buildGraph(preparedNetwork, view), preparedNetwork.lookup, text, limit).map(
      ({ id, header }) => header ?? id,
    );
  };

  test('whole matches come first, then prefixes, then others, regardless of case', () => {
    expect(find('L2Physical', ' WEB ')).toEqual(['web', 'webcam', 'Core web switch']);
    expect(find('L2Physical', 'we', 1)).toHaveLength(1);
    expect(find('L2Physical', 'core')).toEqual(['Core web switch']);
  });

  test('a name in either Unicode form finds a name in the other', () => {
    const names = ['BÜRO'.normalize('NFD'), 'büro 2'];
    const network = draw();
    network.host('one', { displayName: names[0]! }).port('one/1');
    network.host('two', { displayName: names[1]! }).port('two/1').neighbour('one/1', 'two/1');
    const preparedNetwork = prepareDrawing(network);
    const graph = buildGraph(preparedNetwork, 'L2Physical');
    for (const form of ['NFC', 'NFD']) {
      const nodes = searchNodes(graph, preparedNetwork.lookup, 'büro'.normalize(form), 10);
      expect(nodes.map(({ header }) => header)).toEqual(names);
    }
  });

  test("an address, a CIDR, a subnet's name, a service, software or a VLAN number finds nodes", () => {
    expect(find('L3Logical', '10.1.0.5')).toEqual(['web']);
    expect(find('L3Logical', '10.1.0.0/24')).toEqual(['dmz: 10.1.0.0/24']);
    expect(find('L3Logical', 'far')).toEqual(['far: 10.2.0.0/24']);
    expect(find('L3Logical', 'shop')).toEqual(['web']);
    expect(find('L3Logical', 'Nginx')).toEqual(['web']);
    expect(find('L2Physical', '10')).toEqual(['VLAN 10 (users)']);
  });

  test('a machine is found by addresses and DNS name, a service by the addresses it listens on', () => {
    const network = draw()
      .subnet('lan', '10.0.0.0/24')
      .host('metal', { displayName: 'Metal', at: ['lan 10.0.0.1', 'lan fd00::1'] })
      .changeHost('metal', { hostname: 'pve.example.net' })
      .service('proxmox', { on: 'metal' })
      .service('web', { on: 'metal', listens: ['10.0.0.1:80'] })
      .host('vm', { on: 'proxmox', at: ['lan 10.0.0.7'] })
      .port('metal/1')
      .host('sw')
      .port('sw/10.0.0.1')
      .neighbour('metal/1', 'sw/10.0.0.1');
    const preparedNetwork = prepareDrawing(network);
    const findHeaders = (view: View, text: string) =>
      searchNodes(buildGraph(preparedNetwork, view), preparedNetwork.lookup, text, 99).map(({ header }) => header);
    expect(findHeaders('L2Physical', '10.0.0.1')).toEqual(['Metal', '10.0.0.1']);
    expect(findHeaders('L2Physical', 'FD00::')).toEqual(['Metal']);
    expect(findHeaders('L2Physical', 'pve.example')).toEqual(['Metal']);
    expect(findHeaders('Workloads', '10.0.0.')).toEqual(['Metal', 'vm', 'web']);
    expect(findHeaders('Workloads', 'fd00::1')).toEqual(['Metal']);
    expect(findHeaders('Application', '10.0.0.1')).toEqual(['web']);
    expect(findHeaders('Application', 'fd00::1')).toEqual([]);
    expect(findHeaders('L3Logical', 'pve.')).toEqual(['Metal', 'Metal']);
    for (const view of ['L2Physical', 'Workloads'] as const) expect(findHeaders(view, '0')).not.toContain('Metal');
  });

  describe('numbers and ids', () => {
    const id = (start: string) => `${start}-1db2-4a33-8db0-0000000db001`;
    const device = id('5db00001');
    const findNames = (view: View, text: string) => {
      const network = draw()
        .vlan(10, '', id('0a0db002'))
        .vlan(100, 'floor 1', id('0a0db003'))
        .subnet(id('0a0db004'), '10.0.0.0/24', 'Lan', { name: 'lan' })
        .host(device, { displayName: 'switch', at: [`${id('0a0db004')} 10.0.0.1`] })
        .service(id('0a0db005'), { on: device, name: 'agent', software: 'snmp', listens: ['*'] });
      for (const [name, vlan] of [
        ['one', '0a0db002'],
        ['two', '0a0db003'],
      ] as const) {
        network.port(`${device}/${name}`);
        network.rows.interfaces.at(-1)!.nativeVlanId = id(vlan);
      }
      network.host('far').port('far/eth').neighbour(`${device}/one`, 'far/eth');
      network.rows.interfaces[0]!.id = id('7db00002');
      network.rows.interfaces[1]!.id = id('7db00004');
      network.rows.ipAddresses[0]!.id = id('7db00003');
      const preparedNetwork = prepareDrawing(network, { rules: ['ByVLAN'] });
      return searchNodes(buildGraph(preparedNetwork, view), preparedNetwork.lookup, text, 99).map(
        ({ header }) => header,
      );
    };

    test('a part of an id finds nothing, however it looks', () => {
      for (const view of ['L2Physical', 'L3Logical', 'Workloads', 'Application'] as const)
        for (const text of ['db', '1db2', '5db0', '5db0000', '1db2-4a33', '-', '0000000db001', '8db0-0000000db001'])
          expect([view, text, findNames(view, text)]).toEqual([view, text, []]);
    });

    test('a whole id and its first eight characters find the node, regardless of case', () => {
      expect(findNames('L2Physical', id('7db00002'))).toEqual(['one']);
      expect(findNames('L2Physical', id('7DB00002').toUpperCase())).toEqual(['one']);
      expect(findNames('L2Physical', '7db00002')).toEqual(['one']);
      expect(findNames('L2Physical', `${id('7db00002')}0`)).toEqual([]);
      expect(findNames('L2Physical', device)).toEqual(['switch']);
      expect(findNames('L3Logical', id('0a0db004'))).toEqual(['lan: 10.0.0.0/24']);
      expect(findNames('L3Logical', '7db00003-')).toEqual(['switch']);
    });

    test('a VLAN is found by its whole number, its header and any part of its name', () => {
      expect(findNames('L2Physical', '10')).toEqual(['VLAN 10']);
      expect(findNames('L2Physical', '100')).toEqual(['VLAN 100 (floor 1)']);
      expect(findNames('L2Physical', '0')).toEqual([]);
      expect(findNames('L2Physical', 'vlan 10')).toEqual(['VLAN 10', 'VLAN 100 (floor 1)']);
      expect(findNames('L2Physical', '1')).toEqual(['VLAN 100 (floor 1)']);
      expect(findNames('L2Physical', 'floor')).toEqual(['VLAN 100 (floor 1)']);
    });
  });

  test('an empty text and one without matches find nothing', () => {
    expect(find('L3Logical', ' ')).toEqual([]);
    expect(find('L3Logical', 'nothing like it')).toEqual([]);
  });
});
