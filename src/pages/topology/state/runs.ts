// Running discoveries of the network in view, and how the last ones ended.
import type { PageRunProgressSubscription, PageRunsQuery } from '../../../generated/page-operations';

type Row = PageRunsQuery['discoverySessions']['nodes'][number];
/** The daemon is known once the run was listed: events name it by its id alone. */
export type Run = PageRunProgressSubscription['discoveryProgress'] & Partial<Pick<Row, 'daemon'>>;

export interface Runs {
  readonly active: readonly Run[];
  /** The newest first. */
  readonly ended: readonly Run[];
  /** Why what is shown may be out of date. */
  readonly problem: string;
}
export const noRuns: Runs = { active: [], ended: [], problem: '' };

const mostEnded = 3;
/** In the order of a run's life. */
const phases: readonly Run['phase'][] = ['Queued', 'Pending', 'Starting', 'Started', 'Scanning'];
export const hasEnded = ({ phase }: Run): boolean => !phases.includes(phase);
export const isAtWork = ({ phase }: Run): boolean => phase === 'Started' || phase === 'Scanning';

/** Those that are the furthest first. */
const byPhase = (a: Run, b: Run): number =>
  phases.indexOf(b.phase) - phases.indexOf(a.phase) || (a.sessionId < b.sessionId ? -1 : 1);

/** With the state that a run has now. */
export function withRun({ active, ended, problem }: Runs, run: Run): Runs {
  const isOther = ({ sessionId }: Run) => sessionId !== run.sessionId;
  const before = active.find((one) => !isOther(one));
  const now = { ...before, ...run };
  const others = active.filter(isOther);
  return hasEnded(run)
    ? { active: others, ended: [now, ...ended.filter(isOther)].slice(0, mostEnded), problem }
    : { active: [...others, now].sort(byPhase), ended, problem };
}

/**
 * With the runs that were listed. Of those in `heard` an event has come meanwhile, which may be newer than the list. `lost`
 * are shown runs that are not listed any more: they have ended unheard.
 */
export function withList(
  runs: Runs,
  rows: readonly Row[],
  heardIds: ReadonlySet<string>,
): { runs: Runs; missing: Run[] } {
  const rowsById = new Map(rows.map((row) => [row.sessionId, row]));
  const withDaemon = (run: Run): Run => ({ ...run, daemon: run.daemon ?? rowsById.get(run.sessionId)?.daemon });
  const activeRuns = runs.active.filter(({ sessionId }) => heardIds.has(sessionId));
  const fresh = rows.filter(({ sessionId }) => !heardIds.has(sessionId));
  return {
    runs: {
      ...runs,
      active: [...activeRuns.map(withDaemon), ...fresh].sort(byPhase),
      ended: runs.ended.map(withDaemon),
    },
    missing: runs.active.filter(({ sessionId }) => !heardIds.has(sessionId) && !rowsById.has(sessionId)),
  };
}

/** The record of a run, in the names of the daemon protocol. */
interface Results {
  readonly session_id: string;
  readonly phase: Run['phase'];
  readonly progress: number;
  readonly hosts_discovered: number;
  readonly reason: string | null;
  readonly error: string | null;
}

/** How runs ended. One without a record was cancelled before it began, or many others have ended since. */
export function toEndedRuns(missing: readonly Run[], records: readonly unknown[]): Run[] {
  const recordsById = new Map((records as (Results | null)[]).map((record) => [record?.session_id, record]));
  return missing.map((run) => {
    const record = recordsById.get(run.sessionId);
    if (!record) return { ...run, phase: 'Cancelled' };
    const { phase, progress, hosts_discovered: hostsDiscovered, reason, error } = record;
    return { ...run, phase, progress, hostsDiscovered, reason, error };
  });
}
