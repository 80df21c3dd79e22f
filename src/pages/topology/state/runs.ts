// Keeps the running discoveries of the shown network, and the results of the latest ones. Pure functions.
import type { PageRunProgressSubscription, PageRunsQuery } from '../../../generated/page-operations';

type Row = PageRunsQuery['discoverySessions']['nodes'][number];
/**
 * A discovery run. Events contain only the daemon's id, so `daemon` is missing until the run was read from the list.
 */
export type Run = PageRunProgressSubscription['discoveryProgress'] & Partial<Pick<Row, 'daemon'>>;

export interface Runs {
  readonly active: readonly Run[];
  /** The latest runs that have ended, newest first. */
  readonly ended: readonly Run[];
  /** Why the list of runs may be out of date; empty if it is current. */
  readonly problem: string;
}
export const noRuns: Runs = { active: [], ended: [], problem: '' };

const mostEnded = 3;
/** Phases of a run before its end, in the order in which the run goes through them. */
const phases: readonly Run['phase'][] = ['Queued', 'Pending', 'Starting', 'Started', 'Scanning'];
export const hasEnded = ({ phase }: Run): boolean => !phases.includes(phase);
export const isAtWork = ({ phase }: Run): boolean => phase === 'Started' || phase === 'Scanning';

/** Sorts runs in later phases first. */
const byPhase = (a: Run, b: Run): number =>
  phases.indexOf(b.phase) - phases.indexOf(a.phase) || (a.sessionId < b.sessionId ? -1 : 1);

/** The list of runs, with the new state of one run. */
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
 * Adds the runs of a list that was read. Runs in `heardIds` keep their state, because their event may be newer than the
 * list. `missing` are active runs that are no longer listed, because they ended without an event.
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

/** Records of the latest runs that have ended. */
interface EndedRecords {
  readonly records: readonly unknown[];
  /** Whether these are the records of all runs that have ended. */
  readonly areAll: boolean;
}

/**
 * The final states of runs, from their records. A run that has no record was cancelled before it began. If older records
 * were not read, a run without a record is left out, because its result is unknown.
 */
export function toEndedRuns(missing: readonly Run[], { records, areAll }: EndedRecords): Run[] {
  const recordsById = new Map((records as (Results | null)[]).map((record) => [record?.session_id, record]));
  return missing.flatMap((run): Run[] => {
    const record = recordsById.get(run.sessionId);
    if (!record) return areAll ? [{ ...run, phase: 'Cancelled' }] : [];
    const { phase, progress, hosts_discovered: hostsDiscovered, reason, error } = record;
    return [{ ...run, phase, progress, hostsDiscovered, reason, error }];
  });
}
