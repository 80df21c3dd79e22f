// A graph as an SVG picture: checked for its size, laid out and written in the thread for pictures.
import { AppError } from '../../../errors';
import type { GraphqlContext } from '../../../graphql/context';
import { capitalized } from '../../../platform/text/names';
import type { PictureRequest } from '../graph/render/draw-picture';
import type { Theme } from '../graph/render/palette';
import { viewContents } from '../graph/vocabulary';
import type { Drawing } from './drawn-inventory';
import type { DrawnNetwork } from './inventory-cache';

/** Boxes and elements that a picture may have: with more, no one finds anything in it. */
export const mostDrawnNodes = 5000;
/** Edges that are laid out in layers; that takes some seconds, and time grows with the square of them. */
const mostLayeredEdges = 400;
/** Pictures that may wait for each other. */
const mostWaiting = 16;
const retryAfterSeconds = 10;

let waiting = 0;

/**
 * Too large: 400 `validation_out_of_range`. With many edges, or where layers take too long, lines are straight. Too many
 * pictures at a time: 429.
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
    // Names of networks keep no history: a picture of the past goes without today's name.
    title: at ? capitalized(viewTitle) : `${networkName}: ${viewTitle}`,
    // As long as the network has not changed, its pictures do not either.
    subtitle: `View ${drawing.view} as of ${(at ?? network.since).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    theme,
  };
  const draw = (isLayered: boolean) =>
    workers.pictures.run('drawPicture', { sketch, texts, isLayered } satisfies PictureRequest);
  const isLayered = sketch.edges.length <= mostLayeredEdges;
  return network.text('svg', { ...drawing, ...texts }, async () => {
    if (waiting >= mostWaiting) throw new AppError('rate_limit_exceeded', {}, retryAfterSeconds);
    waiting += 1;
    try {
      return await draw(isLayered).catch((error: unknown) => {
        logger.warn({ err: error, nodes }, 'a picture could not be laid out');
        if (!isLayered) throw error;
        return draw(false);
      });
    } finally {
      waiting -= 1;
    }
  });
}
