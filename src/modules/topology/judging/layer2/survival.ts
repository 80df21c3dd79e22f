// Judges whether each selected host still has a path to a root if any one device or cable fails.
import { hash } from 'node:crypto';
import type { Context, Judge } from '../context';
import { isMissing, type FactsIndex } from '../facts-index';
import { buildCutTree, type Cut, type CutTree } from '../searches/cut-tree';
import { passesIn, type Reading, type PathGraph } from '../searches/path-graph';
import { mostElementIds } from '../verdict';
import { cableGraph } from './cable-graph';

export const judgeSurvival: Judge<'SurvivesAnyFailure'> = (context, { rootHostIds }) => {
  const { index, selected, report } = context;
  report.addJudged(selected.hosts.length);
  if (rootHostIds.length === 0) return report.lack('root_not_named');
  const graph = cableGraph(index);
  if (graph.edges.length === 0) return report.lack('no_cables');
  const { starts, isEveryCableKnown } = usableRoots(context, graph, rootHostIds);
  if (starts.length === 0) return;
  const trees = treesOf(graph, starts);
  const keyOfCut = cutKeys(graph);
  for (const host of selected.hosts) {
    if (isMissing(host)) {
      report.lack('host_missing', host.id);
      continue;
    }
    const vertex = graph.find(host.id);
    if (vertex === undefined) report.lack('host_without_cable', host.id);
    else if (starts.includes(vertex) && starts.length === 1) continue;
    else judgeHost({ context, graph, trees, keyOfCut, isEveryCableKnown }, { vertex, rootHostIds });
  }
};

type Trees = Readonly<Record<Reading, CutTree>>;
const cachedTrees = new WeakMap<PathGraph, Map<string, Trees>>();
/** Maximum number of different sets of root hosts for which results are cached per graph. */
const mostCached = 10;

/**
 * For each host: the devices and cables whose failure disconnects the host from all root hosts. Cached by graph and
 * root hosts.
 */
function treesOf(graph: PathGraph, starts: readonly number[]): Trees {
  const ofGraph = cachedTrees.get(graph) ?? new Map<string, Trees>();
  cachedTrees.set(graph, ofGraph);
  const key = starts.join();
  const trees = ofGraph.get(key) ?? {
    Possible: treeOf(graph, starts, 'Possible'),
    Known: treeOf(graph, starts, 'Known'),
  };
  if (ofGraph.size < mostCached) ofGraph.set(key, trees);
  return trees;
}

const treeOf = (graph: PathGraph, starts: readonly number[], reading: Reading): CutTree => {
  const passes = passesIn(reading);
  return buildCutTree(graph, {
    starts,
    passes: (vertex) => passes(graph.vertices[vertex]!),
    isLasting: ({ isUnclear }) => reading === 'Possible' && !!isUnclear,
  });
};

/** The vertices of the root hosts that exist and have cables. Reports missing evidence for the other root hosts. */
function usableRoots({ index, report }: Context, graph: PathGraph, rootHostIds: readonly string[]) {
  const starts: number[] = [];
  let isEveryCableKnown = true;
  for (const id of new Set(rootHostIds)) {
    const host = index.lookup.hosts.get(id);
    const vertex = graph.find(id);
    if (!host) report.lack('row_gone', id);
    else if (isMissing(host)) report.lack('host_missing', id);
    else if (vertex === undefined) {
      report.lack('root_without_cable', id);
      isEveryCableKnown = false;
    } else starts.push(vertex);
  }
  return { starts: starts.sort((a, b) => a - b), isEveryCableKnown };
}

interface Judging {
  readonly context: Context;
  readonly graph: PathGraph;
  readonly trees: Trees;
  /**
   * Returns the key of a single point of failure for the key of a finding. The key covers all single points of failure
   * on the path from the roots to this one.
   */
  readonly keyOfCut: (cut: Cut) => string;
  /**
   * Whether at least one cable of each root is known. Otherwise no finding is reported, because hosts may reach a root
   * by an unknown cable.
   */
  readonly isEveryCableKnown: boolean;
}

function judgeHost(
  { context: { index, report }, graph, trees, keyOfCut, isEveryCableKnown }: Judging,
  { vertex, rootHostIds }: { readonly vertex: number; readonly rootHostIds: readonly string[] },
): void {
  const { id } = graph.vertices[vertex]!;
  const host = index.nameOfHost(id);
  const { Possible, Known } = trees;
  if (!Possible.isReached(vertex)) {
    if (!isEveryCableKnown) return;
    return report.find('no_way_to_root', [id, ...[...rootHostIds].sort()], () => ({
      subject: 'Host',
      elementIds: [id, ...rootHostIds],
      params: { host },
    }));
  }
  const cut = firstFailing(graph, Possible.cutOf(vertex));
  if (cut) {
    if (!isEveryCableKnown) return;
    return report.find('single_point_of_failure', [id, keyOfCut(cut)], () => {
      const cuts = failingCuts(graph, cut);
      return {
        subject: 'Host',
        elementIds: [id, ...cuts.slice(0, mostElementIds).flatMap((one) => elementsOf(graph, one))],
        params: { host, element: nameOfCut(index, graph, cut), count: cuts.length },
      };
    });
  }
  if (!Known.isReached(vertex)) return report.lack('forwarding_not_known', id);
  const uncertainCut = firstFailing(graph, Known.cutOf(vertex));
  if (!uncertainCut) return;
  const cuts = failingCuts(graph, uncertainCut);
  const unclear = cuts.filter(({ kind, at }) => kind === 'Edge' && graph.edges[at]!.isUnclear);
  if (unclear.length < cuts.length) report.lack('forwarding_not_known', id);
  for (const { at } of unclear)
    for (const portId of graph.edges[at]!.elementIds) report.lack('members_not_known', portId);
}

/**
 * The first device or cable in the chain of single points of failure that begins with `cut` and leads to the roots.
 * Vertices of ports are skipped: a port fails together with its cable, which is in the chain too.
 */
function firstFailing({ vertices }: PathGraph, cut: Cut | null): Cut | null {
  let one = cut;
  while (one?.kind === 'Vertex' && vertices[one.at]!.kind === 'Port') one = one.up;
  return one;
}

function failingCuts(graph: PathGraph, nearest: Cut): Cut[] {
  const cuts: Cut[] = [];
  for (let cut = firstFailing(graph, nearest); cut; cut = firstFailing(graph, cut.up)) cuts.push(cut);
  return cuts;
}

/** The id of the device, or the ids of the ports of the cable. */
const elementsOf = ({ vertices, edges }: PathGraph, { kind, at }: Cut): readonly string[] =>
  kind === 'Vertex' ? [vertices[at]!.id] : edges[at]!.elementIds;

function nameOfCut({ lookup, nameOfHost, nameOfPort }: FactsIndex, graph: PathGraph, cut: Cut): string {
  if (cut.kind === 'Vertex') return nameOfHost(graph.vertices[cut.at]!.id);
  const names = elementsOf(graph, cut).map((portId) => {
    const port = lookup.interfaces.get(portId);
    return port ? `${nameOfHost(port.hostId)} ${nameOfPort(portId)}` : portId;
  });
  return names.join(' – ');
}

function cutKeys(graph: PathGraph): (cut: Cut) => string {
  const keys = new Map<Cut, string>();
  return (cut) => {
    // Computes keys in a loop from the roots to the cut. Recursion would overflow the stack if the chain of cuts is
    // long.
    const cuts: Cut[] = [];
    for (let one: Cut | null = cut; one && !keys.has(one); one = firstFailing(graph, one.up)) cuts.push(one);
    for (const one of cuts.reverse()) {
      const up = firstFailing(graph, one.up);
      const facts = [up ? keys.get(up)! : '', ...elementsOf(graph, one)];
      keys.set(one, hash('sha256', JSON.stringify(facts), 'base64url'));
    }
    return keys.get(cut)!;
  };
}
