// Running discoveries of the network with their progress, and the results of the latest ones.
import { timeLeft } from '../../kit/time-left';
import { isAtWork, type Run } from '../state/runs';
import { currentTopology, isPast } from '../state/store';
import { usePage, usePageState } from './use-page';
import { texts } from './texts';

/** Maximum number of discoveries that are listed above the picture. More do not fit. */
const mostListed = 5;
const longestReason = 300;

const phaseWords: Readonly<Record<Run['phase'], string>> = {
  Queued: texts.discoveries.waitsBehindAnother,
  Pending: texts.discoveries.waitsForItsDaemon,
  Starting: texts.discoveries.isStarting,
  Started: texts.discoveries.hasStarted,
  Scanning: texts.discoveries.isScanning,
  Complete: texts.discoveries.isComplete,
  Failed: 'failed',
  Cancelled: texts.discoveries.wasCancelled,
};

const machines = (count: number): string => texts.discoveries.found(count);

function nameOf({ daemon }: Run): string {
  if (!daemon) return texts.discoveries.aDiscovery;
  const host = daemon.host?.displayName;
  return texts.discoveries.discovery(daemon.name, host);
}

function endingOf(run: Run): string {
  const reason = run.error ?? run.reason ?? '';
  const short = reason.length > longestReason ? `${reason.slice(0, longestReason)}…` : reason;
  const why = run.phase === 'Complete' || short === '' ? '' : `: ${short.replace(/\.$/, '')}`;
  return `${nameOf(run)} ${phaseWords[run.phase]}${why}. ${machines(run.hostsDiscovered)}.`;
}

export function Discoveries() {
  const page = usePage();
  const state = usePageState();
  if (!currentTopology(state) || isPast(state)) return null;
  const { active, ended } = state.runs;
  const listedRuns = active.slice(0, mostListed);
  const more = active.length - listedRuns.length;
  const isShown = active.length + ended.length > 0;
  return (
    <section
      class={isShown ? 'discoveries' : undefined}
      aria-label={isShown ? texts.discoveries.discoveries : undefined}
    >
      {listedRuns.length > 0 && (
        <ul aria-label={texts.discoveries.runningDiscoveries}>
          {listedRuns.map((run) => (
            <RunEntry key={run.sessionId} run={run} />
          ))}
          {more > 0 && <li class="quiet">{texts.discoveries.andMore(more)}</li>}
        </ul>
      )}
      <div role="status">
        {/* Screen readers announce each new phase of a discovery, but not each change of its percentage. */}
        <span class="unseen">{listedRuns.map((run) => `${nameOf(run)} ${phaseWords[run.phase]}.`).join(' ')}</span>
        {ended.map((run) => (
          <p key={run.sessionId} class={`ended is-${run.phase.toLowerCase()}`}>
            {endingOf(run)}
          </p>
        ))}
      </div>
      {ended.length > 0 && (
        <button
          type="button"
          class="plain icon"
          aria-label={texts.discoveries.dismissEndedDiscoveries}
          onClick={page.dismissRuns}
        >
          ✕
        </button>
      )}
    </section>
  );
}

function RunEntry({ run }: { run: Run }) {
  const { progress, hostsDiscovered, estimatedRemainingSecs } = run;
  const name = nameOf(run);
  return (
    <li>
      <span class="run">
        <strong>{name}</strong> {phaseWords[run.phase]}
      </span>
      {isAtWork(run) && (
        <>
          <progress max={100} value={progress} aria-label={texts.discoveries.progress(name)} />
          <span>{progress} %</span>
          <span>{machines(hostsDiscovered)}</span>
          {estimatedRemainingSecs !== null && <span class="quiet">{timeLeft(estimatedRemainingSecs)}</span>}
        </>
      )}
    </li>
  );
}
