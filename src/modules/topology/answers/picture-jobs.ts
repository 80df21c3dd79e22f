// Declares the jobs of the thread that renders images.
import { drawPicture } from '../graph/render/draw-picture';

export const jobs = { drawPicture };

type Jobs = typeof jobs;
declare module '../../../graphql/context' {
  interface PictureJobs extends Jobs {}
}
