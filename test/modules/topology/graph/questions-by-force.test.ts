// Tests topology queries (such as paths, impact and VLANs) on generated inventories. Each computed result is compared
// with a result found by brute force.
import type { Graph } from '../../../../src/modules/topology/graph/graph';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import {
  graphComponents,
  computeImpact,
  singlePointsOfFailure,
} from '../../../../src/modules/topology/graph/questions/impact';
import { findNeighbours } from '../../../../src/modules/topology/graph/questions/neighbours';
import { allShortestPaths } from '../../../../src/modules/topology/graph/questions/paths';
import { buildStops } from '../../../../src/modules/topology/graph/questions/stops';
import { vlanPath } from '../../../../src/modules/topology/graph/questions/vlan-path';
import { always, enclosingBoxes, isMachine } from './by-force';
import { requestOptions } from './inventories';

/**
 * What paths may use, computed from the rows without the tested code: the neighbors of each node, and the nodes through
 * which a path may lead.
 */
interface Roads {
  readonly next: Map<string, Set<string>>;
  readonly transit: Set<string>;
}

function roadsOf(inventory: Inventory, view: 'L2Physical' | 'L3Logical', failedIds: readonly string[] = []): Roads {
  const hosts = inventory.hosts.filter(({ hidden }) => !hidden).map(({ id }) => id);
  const next = new Map(hosts.map((id) => [id, new Set<string>()]));
  const join = (a: string, b: string) => {
    if (a === b || !next.has(a) || !next.has(b)) return;
    next.get(a)!.add(b);
    next.get(b)!.add(a);
  };
  const isUp = (id: string) => !failedIds.includes(id);
  if (view === 'L2Physical') {
    const reportedPairs = inventory.interfaces.flatMap((port) =>
      port.neighbors.map((far) => ({ port: port.id, host: port.hostId, far })),
    );
    // A host without known cables is excluded, because nothing can be concluded about it.
    const linkedHosts = hosts.filter((id) =>
      reportedPairs.some(
        ({ host, far }) =>
          host !== far.hostId && [host, far.hostId].includes(id) && next.has(host) && next.has(far.hostId),
      ),
    );
    for (const { port, host, far } of reportedPairs) {
      const between = reportedPairs.filter(
        (one) => [host, far.hostId].sort().join() === [one.host, one.far.hostId].sort().join(),
      );
      // A port with a cable to a known port of the far host reports this cable. Other ports report cables of their own.
      const isWired = (id: string) =>
        between.some((one) => one.far.interfaceId !== null && [one.port, one.far.interfaceId].includes(id));
      const tellers = (end: string) =>
        between.flatMap((one) => (one.host === end && !isWired(one.port) ? one.port : []));
      const isOpen = [tellers(host), tellers(far.hostId)].every((ports) => ports.length === 0 || ports.some(isUp));
      if (far.interfaceId === null ? !isWired(port) && isOpen : isUp(port) && isUp(far.interfaceId))
        join(host, far.hostId);
    }
    return { next: new Map(linkedHosts.map((id) => [id, next.get(id)!])), transit: new Set(linkedHosts) };
  }
  const subnets = inventory.subnets.filter(({ subnetType }) => subnetType !== 'Loopback').map(({ id }) => id);
  for (const id of subnets) next.set(id, new Set());
  for (const { id, hostId, subnetId } of inventory.ipAddresses) if (isUp(id)) join(hostId, subnetId);
  const gateways = inventory.services.filter(({ id, software }) => software.isGateway && isUp(id));
  return { next, transit: new Set([...subnets, ...gateways.map(({ hostId }) => hostId)]) };
}

/** Every path from one node to another that visits no node twice and only leads through nodes that forward packets. */
function simplePaths({ next, transit }: Roads, from: string, to: string): string[][] {
  if (from === to) return [[from]];
  const foundPaths: string[][] = [];
  const walk = (path: string[]): void => {
    const last = path.at(-1)!;
    if (last === to) foundPaths.push(path);
    else if (path.length === 1 || transit.has(last))
      for (const stop of next.get(last)!) if (!path.includes(stop)) walk([...path, stop]);
  };
  walk([from]);
  return foundPaths;
}

function findReached({ next, transit }: Roads, from: string, closedStops: readonly string[] = []): Set<string> {
  let knownTexts = new Set(closedStops.includes(from) ? [] : [from]);
  for (;;) {
    const more = [...knownTexts]
      .filter((stop) => stop === from || transit.has(stop))
      .flatMap((stop) => [...next.get(stop)!])
      .filter((stop) => !closedStops.includes(stop));
    const grownSet = new Set([...knownTexts, ...more]);
    if (grownSet.size === knownTexts.size) return knownTexts;
    knownTexts = grownSet;
  }
}

describe.each(['L2Physical', 'L3Logical'] as const)('%s, compared with exhaustive search', (view) => {
  test('shortest paths are all shortest simple paths, in their order', () =>
    always(view, ({ prepared, graph, inventory, pick }) => {
      const roads = roadsOf(inventory, view);
      const [from, to] = pick([...roads.next.keys()]);
      if (from === undefined) return;
      const all = simplePaths(roads, from, to!).map((path) => path.join(' '));
      const least = Math.min(...all.map((path) => path.split(' ').length));
      const shortest = all.filter((path) => path.split(' ').length === least).sort();
      const stops = buildStops(view, prepared.lookup, graph);
      const paths = allShortestPaths(stops, prepared.lookup, from, to!, 1000);
      expect(paths.map(({ hops }) => hops.map(({ id }) => id).join(' '))).toEqual(shortest);
    }));

  test('single points of failure are the nodes without which two others are disconnected', () =>
    always(view, ({ prepared, graph, inventory }) => {
      const roads = roadsOf(inventory, view);
      const stops = [...roads.next.keys()];
      const parts = (failing: string) =>
        stops.some((from) => {
          if (from === failing) return false;
          const after = findReached(roads, from, [failing]);
          return [...findReached(roads, from)].some((to) => to !== failing && !after.has(to));
        });
      expect(singlePointsOfFailure(buildStops(view, prepared.lookup, graph))).toEqual(stops.filter(parts).sort());
    }));

  test('the impact is what was reachable before and is not now, whatever fails', () =>
    always(view, ({ prepared, graph, inventory, pick }) => {
      const [root] = pick([...roadsOf(inventory, view).next.keys()]);
      if (root === undefined) return;
      const { hosts, subnets, interfaces, ipAddresses, services, ports } = inventory;
      const someIds = (list: readonly { readonly id: string }[], count: number) =>
        pick(list.map(({ id }) => id)).slice(3 - count);
      const failing = [
        ...[hosts, subnets, services, ports, graph.nodes].flatMap((list) => someIds(list, 1)),
        ...[interfaces, ipAddresses].flatMap((list) => someIds(list, 3)),
      ];
      const isSubnet = (id: string) => subnets.some((subnet) => subnet.id === id);
      const inFailing = graph.nodes.filter(({ id }) =>
        enclosingBoxes(graph, id).some((box) => failing.includes(box) && !isSubnet(box)),
      );
      const boxOf = new Map(graph.nodes.filter(isMachine).map(({ id: box, entityId }) => [box, entityId!]));
      const stops = failing.map((id) => boxOf.get(id) ?? id);
      const before = findReached(roadsOf(inventory, view), root);
      const failedIds = [...failing, ...inFailing.map(({ id }) => id)];
      const after = findReached(roadsOf(inventory, view, failedIds), root, stops);
      const lostStops = [...before].filter((stop) => !after.has(stop) && !stops.includes(stop));
      expect(computeImpact(buildStops(view, prepared.lookup, graph), root, failing)).toEqual({
        unreachable: lostStops.sort(),
        stillReachable: after.size,
      });
    }));

  test('components are the sets of connected nodes', () =>
    always(view, ({ prepared, graph, inventory }) => {
      const roads = roadsOf(inventory, view);
      const everywhere = { ...roads, transit: new Set(roads.next.keys()) };
      const sets = new Set([...roads.next.keys()].map((stop) => [...findReached(everywhere, stop)].sort().join(' ')));
      const foundComponents = graphComponents(buildStops(view, prepared.lookup, graph));
      expect(new Set(foundComponents.map((component) => component.join(' ')))).toEqual(sets);
      expect(foundComponents.map(({ length }) => length)).toEqual(
        foundComponents.map(({ length }) => length).sort((a, b) => b - a),
      );
    }));
});

test.each(['L2Physical', 'L3Logical', 'Workloads', 'Application'] as const)(
  'neighbours in %s are those along own edges, then machines within the given number of steps',
  (view) =>
    always(view, ({ prepared, graph, pick }) => {
      const [of] = pick(graph.nodes.map(({ id }) => id));
      if (of === undefined) return;
      const around = new Map(graph.nodes.map(({ id }) => [id, [id, ...enclosingBoxes(graph, id)]]));
      const machines = graph.nodes.filter(isMachine).map(({ id }) => id);
      const placeOf = (id: string) => around.get(id)!.find((one) => machines.includes(one)) ?? id;
      const ownStops = new Set([...around].flatMap(([id, path]) => (path.includes(of) ? id : [])));
      const ports = prepared.lookup.inventory.interfaces.filter(({ id }) => ownStops.has(id));
      const tells = ({ edgeType, payload }: Graph['edges'][number]) =>
        edgeType === 'NeighborLink' &&
        ports.some(({ hostId, neighbors }) =>
          neighbors.some(
            (far) =>
              far.interfaceId === null &&
              [payload.sourceHostId, payload.targetHostId].sort().join() === [hostId, far.hostId].sort().join(),
          ),
        );
      let touchedEdges = graph.edges.filter(
        (edge) => ownStops.has(edge.source) || ownStops.has(edge.target) || tells(edge),
      );
      let within = new Set([...ownStops].map(placeOf));
      const usedIds = new Set<string>();
      for (let step = 1; step <= 5; step += 1) {
        if (step > 1)
          touchedEdges = graph.edges.filter((edge) => [edge.source, edge.target].some((id) => within.has(placeOf(id))));
        for (const { id } of touchedEdges) usedIds.add(id);
        within = new Set([
          ...within,
          ...touchedEdges.flatMap(({ source, target }) => [placeOf(source), placeOf(target)]),
        ]);
        if (![1, 2, 5].includes(step)) continue;
        const edges = graph.edges.filter(({ id }) => usedIds.has(id));
        const ends = edges.flatMap(({ source, target }) => [source, target]).flatMap((id) => [id, placeOf(id)]);
        const expectedTexts = new Set(ends.filter((id) => !ownStops.has(id) && !around.get(of)!.includes(id)));
        const foundNeighbourhood = findNeighbours(graph, prepared.lookup, [of], step);
        expect(new Set(foundNeighbourhood.nodes.map(({ id }) => id))).toEqual(expectedTexts);
        expect(foundNeighbourhood.edges).toEqual(edges);
      }
    }),
);

test('the path of a VLAN lists its cables as whole or as gaps; segments are connected ends', () => {
  const path: Parameters<typeof always>[1] = ({ prepared, inventory, pick }) => {
    const [vlanId] = pick(inventory.vlans.map(({ id }) => id));
    if (vlanId === undefined) return;
    const visible = new Set(inventory.hosts.filter(({ hidden }) => !hidden).map(({ id }) => id));
    const visiblePorts = inventory.interfaces.filter(({ hostId }) => visible.has(hostId));
    // An aggregate and its member ports share their VLANs. If their native VLANs differ, the native VLAN of the port
    // itself counts first, then that of the aggregate, then those of the other members.
    const bundleOf = ({ id, aggregateId }: { id: string; aggregateId?: string | null }) => aggregateId ?? id;
    const vlansOf = (port: (typeof visiblePorts)[number]) => {
      const bundle = visiblePorts.filter((other) => bundleOf(other) === bundleOf(port));
      const ordered = [
        port,
        ...bundle.sort(
          (a, b) => Number(b.id === bundleOf(port)) - Number(a.id === bundleOf(port)) || (a.id < b.id ? -1 : 1),
        ),
      ];
      const native = ordered.find(({ nativeVlanId }) => nativeVlanId !== null)?.nativeVlanId ?? null;
      return { native, tagged: bundle.flatMap(({ taggedVlanIds }) => taggedVlanIds) };
    };
    const modesOf = (port: (typeof visiblePorts)[number]): string[] => {
      const { native, tagged } = vlansOf(port);
      return [...(native === vlanId ? ['Native'] : []), ...(tagged.includes(vlanId) ? ['Tagged'] : [])];
    };
    const carrying = visiblePorts.filter((port) => modesOf(port).length > 0);
    const unread = new Set(
      visiblePorts.flatMap((port) => {
        const { native, tagged } = vlansOf(port);
        return native === null && tagged.length === 0 ? port.id : [];
      }),
    );
    const ids = carrying.map(({ id }) => id);
    const pairs = new Set(
      visiblePorts.flatMap(({ id, hostId, neighbors }) =>
        neighbors.flatMap((far) =>
          far.interfaceId === null || far.hostId === hostId || !visible.has(far.hostId)
            ? []
            : [[id, far.interfaceId].sort().join(' ')],
        ),
      ),
    );
    const ends = (count: number) =>
      [...pairs].filter((pair) => pair.split(' ').filter((id) => ids.includes(id)).length === count);
    // A switch puts untagged frames into the native VLAN of the receiving port, so a cable carries the VLAN if both ends
    // send it untagged, or both tagged.
    const isAlike = (pair: string): boolean => {
      const [one, other] = pair.split(' ').map((id) => modesOf(visiblePorts.find((port) => port.id === id)!));
      return one!.some((mode) => other!.includes(mode));
    };
    const { ports, links, gaps, unknownEnds, hosts, segments } = vlanPath(vlanId, prepared);
    expect(ports.map(({ interfaceId }) => interfaceId).sort()).toEqual(ids.sort());
    expect(links.map((link) => `${link.sourceInterfaceId} ${link.targetInterfaceId}`).sort()).toEqual(
      ends(2).filter(isAlike).sort(),
    );
    expect(gaps.map((gap) => [gap.carryingInterfaceId, gap.lackingInterfaceId].sort().join(' ')).sort()).toEqual(
      [
        ...ends(1).filter((pair) => !pair.split(' ').some((id) => unread.has(id))),
        ...ends(2).filter((pair) => !isAlike(pair)),
      ].sort(),
    );
    for (const end of unknownEnds) {
      expect(ids).toContain(end.carryingInterfaceId);
      if (end.interfaceId !== null) expect(unread).toContain(end.interfaceId);
      expect(hosts).not.toContain(end.hostId);
    }
    expect(hosts).toEqual(expect.arrayContaining(segments.flat()));
    for (const gap of gaps) expect(ids).toContain(gap.carryingInterfaceId);
    expect(segments.flat().sort()).toEqual([...new Set(carrying.map(({ hostId }) => hostId))].sort());
    const segmentOf = (interfaceId: string) =>
      segments.findIndex((hosts) => hosts.includes(inventory.interfaces.find(({ id }) => id === interfaceId)!.hostId));
    for (const link of links) expect(segmentOf(link.sourceInterfaceId)).toBe(segmentOf(link.targetInterfaceId));
  };
  // `requestOptions` may hide hosts and links. The ends of each drawn link must be in one segment nevertheless.
  always('L2Physical', path, requestOptions);
});
