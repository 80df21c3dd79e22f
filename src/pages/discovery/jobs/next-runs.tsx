// Lists the times of the next runs of a schedule, in the user's time zone.
import { instantWords } from '../../kit/instants/instant-words';
import { texts } from '../page-texts';

interface NextRunsProps {
  readonly runs: readonly string[];
  /** Time zone of the schedule; null means UTC. */
  readonly timezone: string | null;
}

export function NextRuns({ runs, timezone }: NextRunsProps) {
  if (runs.length === 0) return null;
  const readerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const scheduleZone = timezone ?? 'UTC';
  return (
    <>
      <p class="quiet">
        {texts.nextRuns.nextRunsInYour(readerZone)}
        {scheduleZone !== readerZone && texts.nextRuns.theSchedule(scheduleZone)}:
      </p>
      <ol class="hosts" aria-label={texts.nextRuns.nextRuns}>
        {runs.map((at) => (
          <li key={at}>
            <time dateTime={at}>{instantWords(at)}</time>
          </li>
        ))}
      </ol>
    </>
  );
}
