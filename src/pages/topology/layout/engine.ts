// Runs elkjs in a web worker, so that the page stays responsive.
import ELK, { type ELK as Engine, type ElkNode } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';

let engine: Engine | undefined;

export function runElk(graph: ElkNode): Promise<ElkNode> {
  engine ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
  return engine.layout(graph);
}

/**
 * Starts the layout worker while the first graph is still loading, because starting takes time. A failure is reported
 * by the first real layout.
 */
export function startElk(): void {
  const children = ['a', 'b'].map((id) => ({ id, width: 100, height: 40 }));
  const edges = [{ id: 'ab', sources: ['a'], targets: ['b'] }];
  runElk({ id: 'all', layoutOptions: { 'elk.algorithm': 'layered' }, children, edges }).catch(() => undefined);
}
