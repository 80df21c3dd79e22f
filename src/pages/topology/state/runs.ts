// Running discoveries of the network in view, and the results of the latest ones.
import type { PageRunProgressSubscription, PageRunsQuery } from '../../../generated/page-operations';

type Row = PageRunsQuery['discoverySessions']['nodes'][number];
/** Events contain only the daemon's id, so the daemon's name is known only after the run was listed. */
export type Run = PageRunProgressSubscription['discoveryProgress'] & Partial<Pick<Row, 'daemon'>>;

export interface Runs {
  readonly active: readonly Run[];
  /** Newest first. */
  readonly ended: readonly Run[];
  /** Why the runs may be out of date; empty if they are current. */
  readonly problem: string;
}
export const noRuns: Runs = { active: [], ended: [], problem: '' };

const mostEnded = 3;
/** Phases before the end, in the order in which a run goes through them. */
const phases: readonly Run['phase'][] = ['Queued', 'Pending', 'Starting', 'Started', 'Scanning'];
export const hasEnded = ({ phase }: Run): boolean => !phases.includes(phase);
export const isAtWork = ({ phase }: Run): boolean => phase === 'Started' || phase === 'Scanning';

/** Sorts runs in later phases first. */
const byPhase = (a: Run, b: Run): number =>
  phases.indexOf(b.phase) - phases.indexOf(a.phase) || (a.sessionId < b.sessionId ? -1 : 1);

/** The runs, with the new state of one of them. */
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
 * The runs, completed by those that were listed. Runs in `heardIds` keep their state, because their event may be newer
 * than the list. `missing` are known runs that are no longer listed: they ended without an event.
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

/** The record of a run, with the field names of the daemon protocol. */
interface Results {
  readonly session_id: string;
  readonly phase: Run['phase'];
  readonly progress: number;
  readonly hosts_discovered: number;
  readonly reason: string | null;
  readonly error: string | null;
}

/**
 * The final states of runs. If a run has no record, it was cancelled before it began, or many others have ended since.
 */
export function toEndedRuns(missing: readonly Run[], records: readonly unknown[]): Run[] {
  const recordsById = new Map((records as (Results | null)[]).map((record) => [record?.session_id, record]));
  return missing.map((run) => {
    const record = recordsById.get(run.sessionId);
    if (!record) return { ...run, phase: 'Cancelled' };
    const { phase, progress, hosts_discovered: hostsDiscovered, reason, error } = record;
    return { ...run, phase, progress, hostsDiscovered, reason, error };
  });
}
