// The service's jobs for worker threads, by name. The jobs are pure functions. Only worker threads load them.
import { askDiff, diffShownStates, foldStates, writeDiff, type DiffAsked } from './topology/answers/graph-diffs';
import { readAhead } from './topology/answers/inventory-rows';
import { judgeChecks, suggestChecks } from './topology/answers/checks/judge-checks';
import { judgeSupposed } from './topology/answers/checks/judge-supposed';
import { findSupposedImpact } from './topology/answers/supposed-impact';
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
  judgeChecks,
  suggestChecks,
  judgeSupposed,
  findSupposedImpact,
};

type Jobs = typeof jobs;
declare module '../graphql/context' {
  interface ThreadJobs extends Jobs {}
}
