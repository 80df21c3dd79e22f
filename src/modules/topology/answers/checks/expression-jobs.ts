// Declares the jobs of the thread that evaluates expressions of checks, which users write. The thread is ended if a job
// exceeds its bounds.
import { judgeAnswer } from '../../judging/queries/judge-answer';

export const jobs = { judgeAnswer };

type Jobs = typeof jobs;
declare module '../../../../graphql/context' {
  interface ExpressionJobs extends Jobs {}
}
