// Lists the times of the next runs of a schedule, in the user's time zone.
import { instantWords } from '../../kit/instant-words';

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
        Next runs, in your time zone ({readerZone})
        {scheduleZone !== readerZone && `; the schedule is in ${scheduleZone}`}:
      </p>
      <ol class="hosts" aria-label="Next runs">
        {runs.map((at) => (
          <li key={at}>
            <time dateTime={at}>{instantWords(at)}</time>
          </li>
        ))}
      </ol>
    </>
  );
}
