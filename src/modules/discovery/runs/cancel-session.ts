// Cancels a discovery run in any phase.
import { AppError } from '../../../errors';
import type { DiscoverySession } from '../../../generated/prisma/client';
import { lockDaemon } from '../run-locks.sql';
import type { Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { pollSoon } from '../poll-rows';
import { finishSession } from './reports';
import { sessionNamed, takenPhases, wakeNext } from './sessions';

type SessionRef = Pick<DiscoverySession, 'id' | 'daemonId'>;

/**
 * Cancels a discovery run. If a daemon has begun the run, the daemon is asked to cancel it; otherwise, the session ends
 * immediately. Does nothing if the run has ended. Throws 409 `discovery_session_starting` if the session has the phase
 * Starting, and 404 `discovery_session_not_found`.
 */
export async function cancelSession(db: ScopedDb, sessionName: string): Promise<void> {
  const session = await sessionNamed<SessionRef>(db, sessionName, { select: { id: true, daemonId: true } });
  if (!session) return assertEnded(db, sessionName);
  const { id } = session;
  await db.$transaction(async (tx) => {
    await lockDaemon(tx, session.daemonId);
    const now = await tx.discoverySession.findUnique({ where: { id } });
    if (!now) return assertEnded(tx, sessionName);
    if (now.phase === 'Starting') throw new AppError('discovery_session_starting', { id: sessionName });
    if (takenPhases.includes(now.phase)) {
      await tx.discoverySession.updateMany({ where: { id }, data: { cancelRequested: true } });
      await pollSoon(tx, session.daemonId);
    } else if (now.startedAt) await finishSession(tx, { ...now, phase: 'Cancelled', finishedAt: new Date() });
    else {
      await tx.discoverySession.deleteMany({ where: { id } });
      await wakeNext(tx, session.daemonId);
    }
  });
}

/** Throws 404 unless the session has ended, that is, unless there is a record of its run. */
async function assertEnded(db: Db, sessionId: string): Promise<void> {
  const record = await db.discovery.findFirst({ where: { sessionId }, select: { id: true } });
  if (!record) throw new AppError('discovery_session_not_found', { id: sessionId });
}
