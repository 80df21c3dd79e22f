// Exports a graph as an image in SVG or draw.io format: checks the size of the graph, and renders it in the thread for
// images.
import { AppError } from '../../../errors';
import type { GraphqlContext } from '../../../graphql/context';
import { capitalize } from '../../../platform/text/names';
import type { PictureFormat, PictureRequest } from '../graph/render/draw-picture';
import type { Theme } from '../graph/render/palette';
import { viewContents } from '../graph/vocabulary';
import type { Drawing } from './drawn-inventory';
import type { DrawnNetwork } from './inventory-cache';

/** Maximum number of boxes and elements in an image, because a larger image would be illegible. */
export const mostDrawnNodes = 5000;
/**
 * Maximum number of edges for the layered layout. The duration of the layout grows with the square of this number, and
 * is some seconds at the maximum.
 */
const mostLayeredEdges = 400;
/** Maximum number of images that wait to be rendered. */
const mostWaiting = 16;
const retryAfterSeconds = 10;

let waitingExports = 0;

/**
 * Renders a graph as an image and returns its text. Throws 400 `validation_out_of_range` for a graph that is too large,
 * and 429 for too many images at a time. With many edges, or if the layered layout takes too long, edges are straight
 * lines.
 */
export async function exportPicture(
  network: DrawnNetwork,
  drawing: Drawing,
  { format, networkName, theme }: { format: PictureFormat; networkName: string; theme: Theme },
  { workers, logger, at }: Pick<GraphqlContext, 'workers' | 'logger' | 'at'>,
): Promise<string> {
  const { nodes, sketch } = await network.ask('sketch', { ...drawing, mostNodes: mostDrawnNodes });
  if (!sketch) throw new AppError('validation_out_of_range', { field: 'nodes', min: 0, max: mostDrawnNodes });
  const viewTitle = viewContents[drawing.view];
  const texts = {
    // Network names have no history, so an image of a past instant does not show the current name.
    title: at ? capitalize(viewTitle) : `${networkName}: ${viewTitle}`,
    // The time at which this state was first read (`since`), not the current time, so that images of an unchanged
    // network are equal.
    subtitle: `View ${drawing.view} as of ${(at ?? network.since).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    theme,
  };
  const draw = (isLayered: boolean) =>
    workers.pictures.run('drawPicture', { format, sketch, texts, isLayered } satisfies PictureRequest);
  const isLayered = sketch.edges.length <= mostLayeredEdges;
  return network.text(format, { ...drawing, ...texts }, async () => {
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
