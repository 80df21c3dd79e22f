// Exports a graph as SVG: checks its size, and renders it in the thread for pictures.
import { AppError } from '../../../errors';
import type { GraphqlContext } from '../../../graphql/context';
import { capitalize } from '../../../platform/text/names';
import type { PictureRequest } from '../graph/render/draw-picture';
import type { Theme } from '../graph/render/palette';
import { viewContents } from '../graph/vocabulary';
import type { Drawing } from './drawn-inventory';
import type { DrawnNetwork } from './inventory-cache';

/** Maximum number of boxes and elements in a picture; with more it is illegible. */
export const mostDrawnNodes = 5000;
/** Maximum number of edges for a layered layout, whose time grows with their square: some seconds at this number. */
const mostLayeredEdges = 400;
/** Maximum number of pictures that wait to be rendered. */
const mostWaiting = 16;
const retryAfterSeconds = 10;

let waitingExports = 0;

/**
 * Throws 400 `validation_out_of_range` for too large graphs and 429 for too many pictures at a time. With many edges,
 * or if the layered layout takes too long, lines are straight.
 */
export async function exportSvg(
  network: DrawnNetwork,
  drawing: Drawing,
  { networkName, theme }: { networkName: string; theme: Theme },
  { workers, logger, at }: Pick<GraphqlContext, 'workers' | 'logger' | 'at'>,
): Promise<string> {
  const { nodes, sketch } = await network.ask('sketch', { ...drawing, mostNodes: mostDrawnNodes });
  if (!sketch) throw new AppError('validation_out_of_range', { field: 'nodes', min: 0, max: mostDrawnNodes });
  const viewTitle = viewContents[drawing.view];
  const texts = {
    // Network names have no history: a picture of the past leaves out the current name.
    title: at ? capitalize(viewTitle) : `${networkName}: ${viewTitle}`,
    // The time of the state, not the present: as long as the network is unchanged, its pictures are too.
    subtitle: `View ${drawing.view} as of ${(at ?? network.since).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    theme,
  };
  const draw = (isLayered: boolean) =>
    workers.pictures.run('drawPicture', { sketch, texts, isLayered } satisfies PictureRequest);
  const isLayered = sketch.edges.length <= mostLayeredEdges;
  return network.text('svg', { ...drawing, ...texts }, async () => {
    if (waitingExports >= mostWaiting) throw new AppError('rate_limit_exceeded', {}, retryAfterSeconds);
    waitingExports += 1;
    try {
      return await draw(isLayered).catch((error: unknown) => {
        logger.warn({ err: error, nodes }, 'a picture could not be laid out');
        if (!isLayered) throw error;
        return draw(false);
      });
    } finally {
      waitingExports -= 1;
    }
  });
}
