// The layouts of elkjs, which works in a thread of its own so that the page stays quick.
import ELK, { type ELK as Engine, type ElkNode } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { LayOutLayers } from './lay-out';

let engine: Engine | undefined;

export function runElk(graph: ElkNode): Promise<ElkNode> {
  engine ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
  return engine.layout(graph);
}

export const layOutLayers: LayOutLayers = async ({ nodes, edges, spacing }) => {
  const answer = await runElk({
    id: 'top',
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
    children: nodes.map(({ id, width, height }) => ({ id, width, height })),
    edges: edges.map(([source, target], index) => ({ id: String(index), sources: [source], targets: [target] })),
  });
  return new Map((answer.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
};
