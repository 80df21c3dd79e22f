// A graph as an SVG picture: checked for its size, laid out and written in the thread for pictures.
import { AppError } from '../../errors';
import type { GraphqlContext } from '../../graphql/context';
import type { PreparedInventory } from '../../topology-graph/build-graph';
import type { Graph } from '../../topology-graph/graph';
import type { Lookup } from '../../topology-graph/lookup';
import type { View } from '../../topology-graph/options';
import type { PictureRequest } from '../../topology-graph/render/draw-picture';
import type { Theme } from '../../topology-graph/render/palette';
import { withoutHiddenServices } from '../../topology-graph/render/hidden-services';
import { sketchOf } from '../../topology-graph/render/sketch';

/** Boxes and elements that a picture may have: with more, no one finds anything in it. */
export const mostDrawnNodes = 5000;
/** Edges that are laid out in layers; that takes some seconds, and time grows with the square of them. */
const mostLayeredEdges = 400;
/** Pictures that may wait for each other. */
const mostWaiting = 16;
const retryAfterSeconds = 10;

const viewTitles: Readonly<Record<View, string>> = {
  L2Physical: 'devices and cables',
  L3Logical: 'subnets and addresses',
  Workloads: 'machines and what runs on them',
  Application: 'applications and their services',
};

let waiting = 0;
/** When each inventory was first drawn: as long as it is kept, the network has not changed, and its pictures do not either. */
const firstDrawn = new WeakMap<Lookup, Date>();

function instantOf(lookup: Lookup): Date {
  const instant = firstDrawn.get(lookup) ?? new Date();
  firstDrawn.set(lookup, instant);
  return instant;
}

/**
 * Too large: 400 `validation_out_of_range`. With many edges, or where layers take too long, lines are straight. Too many
 * pictures at a time: 429.
 */
export async function exportSvg(
  graph: Graph,
  { lookup, options }: PreparedInventory,
  { networkName, theme }: { networkName: string; theme: Theme },
  { workers, logger }: Pick<GraphqlContext, 'workers' | 'logger'>,
): Promise<string> {
  if (graph.nodes.length > mostDrawnNodes)
    throw new AppError('validation_out_of_range', { field: 'nodes', min: 0, max: mostDrawnNodes });
  if (waiting >= mostWaiting) throw new AppError('rate_limit_exceeded', {}, retryAfterSeconds);
  const sketch = sketchOf(withoutHiddenServices(graph, lookup, options), lookup);
  const texts = {
    title: `${networkName}: ${viewTitles[graph.view]}`,
    subtitle: `View ${graph.view} as of ${instantOf(lookup).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    theme,
  };
  const draw = (isLayered: boolean) =>
    workers.pictures.run('drawPicture', { sketch, texts, isLayered } satisfies PictureRequest);
  const isLayered = sketch.edges.length <= mostLayeredEdges;
  waiting += 1;
  try {
    return await draw(isLayered).catch((error: unknown) => {
      logger.warn({ err: error, nodes: graph.nodes.length }, 'a picture could not be laid out');
      if (!isLayered) throw error;
      return draw(false);
    });
  } finally {
    waiting -= 1;
  }
}
