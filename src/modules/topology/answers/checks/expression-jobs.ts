// The jobs of the worker thread that evaluates CEL expressions. Users write these expressions in checks, so the thread
// is ended if a job takes too long or too much memory.
import { judgeAnswer } from '../../judging/queries/judge-answer';

export const jobs = { judgeAnswer };

type Jobs = typeof jobs;
declare module '../../../../graphql/context' {
  interface ExpressionJobs extends Jobs {}
}
