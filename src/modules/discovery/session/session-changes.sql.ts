// Reads changes of discovery sessions in networks with open event streams on this replica. Any replica may have made
// the changes.
import type { DirectSql } from '../../../data/client';
import type { ChangeSource, NetworkChange } from '../../../data/tenancy/poll';
import type { Prisma } from '../../../generated/prisma/client';
import type { DiscoveryPhase, DiscoveryType } from '../../../generated/prisma/enums';

type Sql = Pick<DirectSql, 'query'>;

/** The current state of a discovery session, or the last state of a session that has ended. */
export interface SessionState {
  readonly sessionId: string;
  readonly networkId: string;
  readonly discoveryId: string;
  readonly daemonId: string;
  readonly phase: DiscoveryPhase;
  readonly discoveryType: DiscoveryType;
  readonly discoveryDetails: unknown;
  readonly progress: number;
  readonly reason: string | null;
  readonly error: string | null;
  readonly warnings: string[];
  /** A JSON list of the credentials that devices accepted or refused; null before the first report. */
  readonly credentialResults: Prisma.JsonValue;
  readonly hostsDiscovered: number;
  readonly estimatedRemainingSecs: number | null;
  readonly startedAt: Date | null;
  readonly lastUpdateAt: Date | null;
  readonly finishedAt: Date | null;
  readonly daemonVersion: string | null;
}

interface SessionChange extends NetworkChange {
  readonly session: SessionState;
}

/**
 * SQL that selects the sessions of networks. `xmin` is the id of the transaction that last wrote the row, so two reads
 * with different `xmin` show that the session has changed.
 */
const sessionsSql = `
  SELECT xmin::text AS version, session_id AS "sessionId", network_id AS "networkId", discovery_id AS "discoveryId",
    daemon_id AS "daemonId", phase::text, discovery_type::text AS "discoveryType",
    discovery_details AS "discoveryDetails", progress, reason, error, warnings,
    credential_results AS "credentialResults",
    hosts_discovered AS "hostsDiscovered", estimated_remaining_secs AS "estimatedRemainingSecs",
    started_at AS "startedAt", last_update_at AS "lastUpdateAt", finished_at AS "finishedAt",
    daemon_version AS "daemonVersion"
  FROM discovery_sessions WHERE network_id = ANY($1::uuid[])`;

interface SessionRow extends SessionState {
  readonly version: string;
}

/** Creates a source of changes: discovery sessions that began, progressed or ended since the last read. */
export const sessionChanges: ChangeSource<SessionChange> = (sql) => {
  let lastStates = new Map<string, ReadonlyMap<string, SessionRow>>();
  const read = async (networkIds: readonly string[]): Promise<SessionChange[]> => {
    if (networkIds.length === 0) return ((lastStates = new Map()), []);
    const rows = await sql.query<SessionRow>(sessionsSql, [networkIds]);
    const now = new Map<string, Map<string, SessionRow>>(networkIds.map((id) => [id, new Map()]));
    for (const row of rows) now.get(row.networkId)!.set(row.sessionId, row);
    const changedSessions: SessionState[] = [];
    const goneSessions: SessionState[] = [];
    for (const [networkId, before] of lastStates) {
      const current = now.get(networkId);
      if (!current) continue;
      for (const row of current.values())
        if (before.get(row.sessionId)?.version !== row.version) changedSessions.push(row);
      for (const row of before.values()) if (!current.has(row.sessionId)) goneSessions.push(row);
    }
    const endedSessions = await endings(sql, goneSessions);
    lastStates = now;
    return [...changedSessions, ...endedSessions].map((session) => ({
      key: `${session.networkId} ${session.sessionId}`,
      networkId: session.networkId,
      session,
    }));
  };
  return { read };
};

interface Ending {
  readonly networkId: string;
  readonly sessionId: string;
  readonly results: Record<string, unknown> | null;
}
const timeOf = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);

/**
 * Resolves with the last states of sessions that no longer exist. The last state is in the record of the run. A session
 * without a record was cancelled before it began.
 */
async function endings(sql: Sql, goneSessions: readonly SessionState[]): Promise<SessionState[]> {
  if (goneSessions.length === 0) return [];
  const text = `
    SELECT network_id AS "networkId", session_id AS "sessionId", results FROM discoveries
    WHERE (network_id, session_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`;
  const idsOf = (name: 'networkId' | 'sessionId') => goneSessions.map((session) => session[name]);
  const endingRows = await sql.query<Ending>(text, [idsOf('networkId'), idsOf('sessionId')]);
  const nameOf = ({ networkId, sessionId }: Omit<Ending, 'results'>) => `${networkId} ${sessionId}`;
  const resultsByName = new Map(endingRows.map((ending) => [nameOf(ending), ending.results]));
  return goneSessions.map((session) => {
    const results = resultsByName.get(nameOf(session));
    if (!results) return { ...session, phase: 'Cancelled' as const };
    return {
      ...session,
      phase: results.phase as DiscoveryPhase,
      progress: results.progress as number,
      reason: results.reason as string | null,
      error: results.error as string | null,
      warnings: results.warnings as string[],
      hostsDiscovered: results.hosts_discovered as number,
      estimatedRemainingSecs: results.estimated_remaining_secs as number | null,
      startedAt: timeOf(results.started_at),
      lastUpdateAt: timeOf(results.last_update_at),
      finishedAt: timeOf(results.finished_at),
      daemonVersion: results.daemon_version as string | null,
    };
  });
}
