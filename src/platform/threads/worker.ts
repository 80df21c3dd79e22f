// What a worker thread runs: takes one job after the other and sends back what it gives, or why it failed.
import { parentPort } from 'node:worker_threads';
import type { Reply } from './workers';

/** Takes jobs from the thread that started this one. */
export function work(jobs: Readonly<Record<string, (input: never) => unknown>>): void {
  const answer = async (job: string, input: never): Promise<void> => {
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

/** Byte arrays that have their memory for themselves move instead of being copied. */
function buffersIn(output: unknown): ArrayBuffer[] {
  const bytes = (Array.isArray(output) ? output : [output]).filter((one) => one instanceof Uint8Array);
  const own = bytes.filter(
    ({ buffer, byteLength }) => buffer instanceof ArrayBuffer && buffer.byteLength === byteLength,
  );
  return [...new Set(own.map(({ buffer }) => buffer as ArrayBuffer))];
}
