// Layers by elkjs: what is to be laid out at the same time is asked for at once.
import type { ElkNode } from 'elkjs/lib/elk-api';
import type { LayeredGraph, LayOutLayers } from './lay-out';
import type { Point } from './tree';

interface Waiting {
  readonly graph: LayeredGraph;
  readonly resolve: (corners: ReadonlyMap<string, Point>) => void;
  readonly reject: (error: unknown) => void;
}

export function layersBy(runElk: (graph: ElkNode) => Promise<ElkNode>): LayOutLayers {
  let waiting: Waiting[] = [];
  const ask = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    try {
      const { children = [] } = await runElk({
        id: 'all',
        // Each graph is by itself, wherever the others are.
        layoutOptions: { 'elk.algorithm': 'fixed' },
        children: asked.map(({ graph }, index) => elkGraphOf(graph, `${index}`)),
      });
      asked.forEach(({ resolve }, index) => resolve(cornersIn(children[index])));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  return (graph) =>
    new Promise((resolve, reject) => {
      // A box asks when those inside it have been answered, a few turns of promises later than one without any.
      if (waiting.length === 0) setTimeout(() => void ask());
      waiting.push({ graph, resolve, reject });
    });
}

const elkGraphOf = ({ nodes, edges, spacing }: LayeredGraph, name: string): ElkNode => ({
  id: name,
  layoutOptions: {
    'elk.algorithm': 'layered',
    'elk.direction': 'DOWN',
    'elk.separateConnectedComponents': 'false',
    'elk.edgeRouting': 'POLYLINE',
    'elk.spacing.nodeNode': String(spacing),
    'elk.layered.spacing.nodeNodeBetweenLayers': String(spacing * 1.4),
    'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
    'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
    'elk.padding': '[top=0,left=0,bottom=0,right=0]',
  },
  children: nodes.map(({ id, width, height }) => ({ id: `${name} ${id}`, width, height })),
  edges: edges.map(([source, target], index) => ({
    id: `${name} edge ${index}`,
    sources: [`${name} ${source}`],
    targets: [`${name} ${target}`],
  })),
});

const cornersIn = (answer: ElkNode | undefined): ReadonlyMap<string, Point> =>
  new Map((answer?.children ?? []).map(({ id, x = 0, y = 0 }) => [id.slice(answer!.id.length + 1), { x, y }]));
