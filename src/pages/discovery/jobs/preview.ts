// Requests the times of the next runs of a schedule that is not stored yet.
import { DiscoveryPageScheduledRunsDocument } from '../../../generated/discovery-page-operations';
import { Refusal } from '../../kit/ask';
import { ask, errorText } from '../../kit/asking';

/** The message for a schedule that never starts a run. */
export const neverRuns = 'This schedule never starts a run.';

export const previewRuns = async (cronSchedule: string, timezone: string | null): Promise<readonly string[]> =>
  (await ask(DiscoveryPageScheduledRunsDocument, { cronSchedule, timezone })).runs;

export const scheduleProblem = (error: unknown): string =>
  error instanceof Refusal && error.field === 'cronSchedule'
    ? 'This is no cron expression of six fields, such as 0 0 3 * * *.'
    : errorText(error);
