// The main loop of a worker thread: runs one job after the other. For each job, sends a message when the job begins,
// and then its result or error.
import { parentPort, workerData } from 'node:worker_threads';
import { setMemoryBudget } from '../limits/memory-budget';
import type { Reply } from './workers';

// The budget is set before the modules of the jobs are loaded, because the size of their caches depends on it.
setMemoryBudget((workerData as { readonly memoryBudget: number }).memoryBudget);

/** Accepts jobs from the parent thread. */
export function work(jobs: Readonly<Record<string, (input: never) => unknown>>): void {
  const answer = async (job: string, input: never): Promise<void> => {
    const begin: Reply = { isBegun: true };
    parentPort!.postMessage(begin);
    let reply: Reply;
    try {
      reply = { output: await jobs[job]!(input) };
    } catch (error) {
      reply = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    parentPort!.postMessage(reply, 'output' in reply ? buffersIn(reply.output) : []);
  };
  parentPort!.on('message', ({ job, input }: { job: string; input: never }) => void answer(job, input));
}

/** The buffers that byte arrays fill completely. Such buffers are transferred instead of copied. */
function buffersIn(output: unknown): ArrayBuffer[] {
  const bytes = (Array.isArray(output) ? output : [output]).filter((one) => one instanceof Uint8Array);
  const ownBuffers = bytes.filter(
    ({ buffer, byteLength }) => buffer instanceof ArrayBuffer && buffer.byteLength === byteLength,
  );
  return [...new Set(ownBuffers.map(({ buffer }) => buffer as ArrayBuffer))];
}
