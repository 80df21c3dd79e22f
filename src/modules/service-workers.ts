// The worker threads of the service and the jobs they know, without loading these here.
import path from 'node:path';
import type { jobs } from './thread-jobs';
import type { jobs as pictureJobs } from './topology/answers/picture-jobs';
import { createWorkers, type Workers } from '../platform/threads/workers';

export interface ServiceWorkers extends Workers<typeof jobs> {
  /** Pictures take seconds, and some would take for ever: they wait for each other, not the rest for them. */
  readonly pictures: Workers<typeof pictureJobs>;
}

const secondsPerPicture = 20;
const pictureHeapMegabytes = 768;

export function startWorkers(): ServiceWorkers {
  const workers = createWorkers<typeof jobs>(path.join(__dirname, 'thread-jobs.ts'));
  const pictures = createWorkers<typeof pictureJobs>(path.join(__dirname, 'topology', 'answers', 'picture-jobs.ts'), {
    size: 1,
    heapMegabytes: pictureHeapMegabytes,
    secondsPerJob: secondsPerPicture,
  });
  return {
    ...workers,
    pictures,
    close: async () => {
      await Promise.all([workers.close(), pictures.close()]);
    },
  };
}
