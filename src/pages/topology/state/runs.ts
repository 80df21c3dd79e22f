// The list of running and recently ended discovery runs of a network. Pure functions.
import type { PageRunProgressSubscription, PageRunsQuery } from '../../../generated/page-operations';

type Row = PageRunsQuery['discoverySessions']['nodes'][number];
/**
 * A discovery run. Its daemon's name is unknown until the list of runs was read, because events contain only the id.
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
/** The phases of a run, in order. */
const phases: readonly Run['phase'][] = ['Queued', 'Pending', 'Starting', 'Started', 'Scanning'];
export const hasEnded = ({ phase }: Run): boolean => !phases.includes(phase);
export const isAtWork = ({ phase }: Run): boolean => phase === 'Started' || phase === 'Scanning';

/** Sorts runs in later phases first. */
const byPhase = (a: Run, b: Run): number =>
  phases.indexOf(b.phase) - phases.indexOf(a.phase) || (a.sessionId < b.sessionId ? -1 : 1);

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
 * Merges the list of runs that the page has just read into the known runs. For the runs in `heardIds`, an event has
 * arrived that is newer than the list. `missing` are runs that have ended although no event said so.
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

/** The stored record of a run, with the daemon's field names. */
interface Results {
  readonly session_id: string;
  readonly phase: Run['phase'];
  readonly progress: number;
  readonly hosts_discovered: number;
  readonly reason: string | null;
  readonly error: string | null;
}

interface EndedRecords {
  readonly records: readonly unknown[];
  /**
   * Whether `records` contains all records of runs. If false, the service has older ones that the page has not read.
   */
  readonly areAll: boolean;
}

/**
 * Determines how runs ended, from their records. A run without a record was cancelled before it began. If older records
 * were not read, a run without a record is left out.
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
