// Judges paths between two hosts, along cables or through subnets.
import { memoizeByIdentity } from '../../graph/remembered';
import { subnetRanges } from '../addresses/prefixes';
import type { WayView } from '../check-rules';
import type { Context, Judge } from '../context';
import { isMissing, type FactsIndex } from '../facts-index';
import { cableGraph } from '../layer2/cable-graph';
import { forwardingOf } from '../roles';
import { buildCutTree, commonCut } from '../searches/cut-tree';
import { findShortestPath, type ShortestPath } from '../searches/distances';
import { createPathGraph, passesIn, type Reading, type PathGraph } from '../searches/path-graph';

/**
 * The graph of paths through subnets: hosts and subnets are vertices, the addresses that connect them are edges.
 * Loopback subnets are left out.
 */
const addressGraph = memoizeByIdentity((index: FactsIndex): PathGraph => {
  const forwarding = forwardingOf(index);
  const subnets = new Map(subnetRanges(index).map((range) => [range.subnet.id, range]));
  const graph = createPathGraph();
  for (const { id, hostId, subnetId } of index.present.ipAddresses) {
    const range = subnets.get(subnetId);
    if (!range || range.subnet.subnetType === 'Loopback') continue;
    const host = graph.vertex({ id: hostId, kind: 'Host', passage: forwarding.ofPackets(hostId) });
    // A System subnet stands for all external addresses. Whether it connects two hosts is unknown.
    const subnet = graph.vertex({ id: subnetId, kind: 'Subnet', passage: range.isSystem ? 'Maybe' : 'Yes' });
    graph.edge({ ends: [host, subnet], halves: 1, elementIds: [id] });
  }
  return graph.build();
});

const graphOf = (index: FactsIndex, view: WayView): PathGraph =>
  view === 'L2Physical' ? cableGraph(index) : addressGraph(index);

interface Ends {
  readonly view: WayView;
  readonly fromHostId: string;
  readonly toHostId: string;
}
interface Route {
  readonly graph: PathGraph;
  readonly from: number;
  readonly to: number;
}

/**
 * The vertices of the two hosts. Undefined, with missing evidence reported, if one of them is missing or not in the
 * graph.
 */
function findEnds({ index, report }: Context, { view, fromHostId, toHostId }: Ends): Route | undefined {
  const graph = graphOf(index, view);
  const [from, to] = [fromHostId, toHostId].map((id) => {
    const host = index.lookup.hosts.get(id);
    const vertex = graph.find(id);
    if (!host) report.lack('row_gone', id);
    else if (isMissing(host)) report.lack('host_missing', id);
    else if (vertex === undefined)
      report.lack(view === 'L2Physical' ? 'host_without_cable' : 'host_without_address', id);
    return host && !isMissing(host) ? vertex : undefined;
  });
  return from === undefined || to === undefined ? undefined : { graph, from, to };
}

function pathBetween(
  { graph, from, to }: Route,
  reading: Reading,
  without: ReadonlySet<number> = new Set(),
): ShortestPath | undefined {
  const passes = passesIn(reading);
  return findShortestPath(graph, from, to, (vertex) => passes(graph.vertices[vertex]!) && !without.has(vertex));
}

/** Ids of the hosts and subnets on a path, including both ends. */
const idsOfPath = ({ vertices }: PathGraph, way: ShortestPath): string[] =>
  way.vertices.flatMap((vertex) => (vertices[vertex]!.kind === 'Port' ? [] : vertices[vertex]!.id));

const nameEnds = (index: FactsIndex, { fromHostId, toHostId }: Ends) => ({
  from: index.nameOfHost(fromHostId),
  to: index.nameOfHost(toHostId),
});

/** Reports missing evidence for the hosts on the path `way` that may or may not forward packets. */
function lackForwarding({ report }: Context, { graph }: Route, way: ShortestPath | undefined): void {
  const undecided = (way?.vertices.slice(1, -1) ?? []).filter((vertex) => graph.vertices[vertex]!.passage === 'Maybe');
  if (undecided.length === 0) report.lack('forwarding_not_known');
  for (const vertex of undecided) report.lack('forwarding_not_known', graph.vertices[vertex]!.id);
}

export const judgeWayExists: Judge<'WayExists'> = (context, rule) => {
  const { index, report } = context;
  report.addJudged(1);
  const route = findEnds(context, rule);
  if (!route) return;
  const [possiblePath, knownPath] = [pathBetween(route, 'Possible'), pathBetween(route, 'Known')];
  const ends = [rule.fromHostId, rule.toHostId];
  if (!possiblePath)
    return report.find('no_way', [rule.view, ...ends], () => ({
      subject: 'Host',
      elementIds: ends,
      params: nameEnds(index, rule),
    }));
  if (!knownPath) lackForwarding(context, route, possiblePath);
  const limit = rule.maxHops ?? Infinity;
  if (possiblePath.hops > limit)
    report.find('way_too_long', [rule.view, ...ends, limit, possiblePath.hops], () => ({
      subject: 'Host',
      elementIds: [...ends, ...idsOfPath(route.graph, possiblePath)],
      params: { ...nameEnds(index, rule), hops: possiblePath.hops, limit },
    }));
  else if (knownPath && knownPath.hops > limit) lackForwarding(context, route, possiblePath);
  if (rule.throughHostIds?.length) judgeThrough(context, route, { ...rule, throughHostIds: rule.throughHostIds });
  for (const hostId of new Set(rule.notThroughHostIds)) judgeNotThrough(context, route, { ...rule, hostId });
};

/** Judges whether every path leads through one of the hosts: if the hosts are removed, no path may remain. */
function judgeThrough(
  context: Context,
  route: Route,
  rule: Ends & { readonly throughHostIds: readonly string[] },
): void {
  const { index, report } = context;
  const hostIds = [...new Set(rule.throughHostIds)].sort();
  for (const id of hostIds) if (!index.lookup.hosts.has(id)) report.lack('row_gone', id);
  const without = new Set(hostIds.flatMap((id) => route.graph.find(id) ?? []));
  if (without.has(route.from) || without.has(route.to)) return;
  const [possiblePath, knownPath] = [pathBetween(route, 'Possible', without), pathBetween(route, 'Known', without)];
  if (!possiblePath) return;
  if (!knownPath) return lackForwarding(context, route, possiblePath);
  const ends = [rule.fromHostId, rule.toHostId];
  report.find('way_around', [rule.view, ...ends, ...hostIds, 'by', ...idsOfPath(route.graph, knownPath)], () => ({
    subject: 'Host',
    elementIds: [...ends, ...idsOfPath(route.graph, knownPath)],
    params: { ...nameEnds(index, rule), hops: knownPath.hops },
  }));
}

/** Whether a path between the two hosts can lead through this vertex without visiting any vertex twice. */
function isOnWay({ graph, from, to }: Route, vertex: number, reading: Reading): boolean {
  if (vertex === from || vertex === to) return true;
  const passes = passesIn(reading);
  if (!passes(graph.vertices[vertex]!)) return false;
  // By Menger's theorem, such a path exists if the vertex has a path to each of the two hosts, and no other vertex is
  // on all of these paths.
  const tree = buildCutTree(graph, { starts: [vertex], passes: (one) => passes(graph.vertices[one]!) });
  if (!tree.isReached(from) || !tree.isReached(to)) return false;
  for (let cut = commonCut(tree.cutWith(from), tree.cutWith(to)); cut; cut = cut.up)
    if (cut.kind === 'Vertex') return false;
  return true;
}

function judgeNotThrough(context: Context, route: Route, rule: Ends & { readonly hostId: string }): void {
  const { index, report } = context;
  const { hostId } = rule;
  const vertex = route.graph.find(hostId);
  if (!index.lookup.hosts.has(hostId)) return report.lack('row_gone', hostId);
  if (vertex === undefined || !isOnWay(route, vertex, 'Possible')) return;
  if (!isOnWay(route, vertex, 'Known')) return report.lack('forwarding_not_known', hostId);
  report.find('way_through', [rule.view, rule.fromHostId, rule.toHostId, hostId], () => ({
    subject: 'Host',
    elementIds: [rule.fromHostId, rule.toHostId, hostId],
    params: { ...nameEnds(index, rule), host: index.nameOfHost(hostId) },
  }));
}

export const judgeNoWay: Judge<'NoWay'> = (context, rule) => {
  const { index, report } = context;
  report.addJudged(1);
  const route = findEnds(context, rule);
  if (!route) return;
  const [possiblePath, knownPath] = [pathBetween(route, 'Possible'), pathBetween(route, 'Known')];
  if (!possiblePath) return;
  if (!knownPath) return lackForwarding(context, route, possiblePath);
  const ends = [rule.fromHostId, rule.toHostId];
  report.find('way_exists', [rule.view, ...ends, ...idsOfPath(route.graph, knownPath)], () => ({
    subject: 'Host',
    elementIds: [...ends, ...idsOfPath(route.graph, knownPath)],
    params: { ...nameEnds(index, rule), hops: knownPath.hops },
  }));
};
