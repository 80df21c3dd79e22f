// The service's jobs for worker threads, by name. They are pure functions that only the threads load.
import { askDiff, diffShownStates, foldStates, writeDiff, type DiffAsked } from './topology/answers/graph-diffs';
import { readAhead } from './topology/answers/drawn-inventory';
import { askGraph, sliceGraph, writeGraph, type GraphQuestion } from './topology/answers/graph-answers';

export const jobs = {
  readAhead,
  askGraph: (question: GraphQuestion): unknown => askGraph(question),
  sliceGraph,
  writeGraph,
  askDiff: (question: DiffAsked): unknown => askDiff(question),
  writeDiff,
  diffShownStates,
  foldStates,
};

type Jobs = typeof jobs;
declare module '../graphql/context' {
  interface ThreadJobs extends Jobs {}
}
