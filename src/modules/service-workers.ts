// The worker threads of the service and the jobs that they run. The main thread does not load the code of these jobs.
import path from 'node:path';
import type { ExpressionJobs, PictureJobs, ServiceWorkers, ThreadJobs } from '../graphql/context';
import { createWorkers, type WorkerOptions } from '../platform/threads/workers';
import type {} from './thread-jobs';
import type {} from './topology/answers/checks/expression-jobs';
import type {} from './topology/answers/picture-jobs';

const secondsPerPicture = 20;
const pictureHeapMegabytes = 768;
const secondsPerExpression = 3;
const expressionHeapMegabytes = 256;

/**
 * Starts the worker threads. `onWorked` is called after each job, with the organization that requested it and the
 * duration in ms.
 */
export function startWorkers(onWorked?: WorkerOptions['onWorked']): ServiceWorkers {
  const charged = onWorked && { onWorked };
  const answers = path.join(__dirname, 'topology', 'answers');
  const workers = createWorkers<ThreadJobs>(path.join(__dirname, 'thread-jobs'), { ...charged });
  const pictures = createWorkers<PictureJobs>(path.join(answers, 'picture-jobs'), {
    size: 1,
    heapMegabytes: pictureHeapMegabytes,
    secondsPerJob: secondsPerPicture,
    ...charged,
  });
  const expressions = createWorkers<ExpressionJobs>(path.join(answers, 'checks', 'expression-jobs'), {
    size: 1,
    heapMegabytes: expressionHeapMegabytes,
    secondsPerJob: secondsPerExpression,
    ...charged,
  });
  const all = [workers, pictures, expressions];
  return {
    ...workers,
    ...{ pictures, expressions },
    endIdle: () => all.forEach((one) => one.endIdle()),
    close: async () => {
      await Promise.all(all.map((one) => one.close()));
    },
  };
}
