// Measures work independently of the speed of the machine, by the number of functions and branches entered, as V8
// counts them.
import { Session, type Profiler } from 'node:inspector';
import { promisify } from 'node:util';

/**
 * Only functions in these files are counted: code of Netloom, libraries that process requests, and code that
 * graphql-jit generates, which has no file name.
 */
const countedFiles = /^$|\/src\/|\/node_modules\/(graphql|@graphql|@pothos|@envelop|@whatwg|body-parser|express)/;
/** Functions that are not counted, because they read each byte once and the size of a body is limited. */
const scans = new Set(['unreadableJson', 'endOfText', 'hashOfName']);

export interface WorkCounter {
  /** Returns the number of functions and branches entered while the work runs. */
  of(work: () => Promise<unknown>): Promise<number>;
  stop(): void;
}

export async function countWork(): Promise<WorkCounter> {
  const session = new Session();
  session.connect();
  const post = promisify(session.post.bind(session)) as (method: string, params?: object) => Promise<unknown>;
  const take = async () => {
    const { result } = (await post('Profiler.takePreciseCoverage')) as Profiler.TakePreciseCoverageReturnType;
    const functions = result.filter(({ url }) => countedFiles.test(url)).flatMap((script) => script.functions);
    const weighedFunctions = functions.filter(({ functionName }) => !scans.has(functionName));
    return weighedFunctions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
  };
  await post('Profiler.enable');
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  await take();
  return {
    async of(work) {
      await work();
      return take();
    },
    stop: () => session.disconnect(),
  };
}
