// A user's own sessions: listing the sessions, ending one session, ending all other sessions.
import { runAs } from '../../../data/acting';
import { actorOf, type UserViewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { Db } from '../../../data/tenancy/rows';
import { inTransaction } from '../../../data/transaction';
import type { Prisma, PrismaClient } from '../../../generated/prisma/client';
import { isUuid } from '../../../platform/text/validation';
import type { Origin } from '../../../platform/http/request-origin';
import { recordSignInEvent } from '../sign-in-events';

/** A session of the user. The fields are named as in REST. */
export interface OwnSession {
  readonly id: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly is_current: boolean;
}

export interface OwnSessions {
  /** Resolves with at most 100 sessions of the user, the most recently used first. */
  list(viewer: UserViewer): Promise<OwnSession[]>;
  end(viewer: UserViewer, id: string, origin: Origin): Promise<void>;
  /** Ends all sessions of the user except the current one. Resolves with the number of ended sessions. */
  endOthers(viewer: UserViewer, origin: Origin): Promise<number>;
}

const most = 100;

export function createOwnSessions(prisma: PrismaClient): OwnSessions {
  /** Resolves with a condition for the user's sessions that are still valid. */
  const alive = async (db: Db, { userId }: UserViewer): Promise<Prisma.SessionWhereInput> => {
    const { sessionEpoch } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { sessionEpoch: true } });
    return { userId, sessionEpoch, expiresAt: { gt: new Date() } };
  };

  const endSessions = (viewer: UserViewer, sessionFilter: Prisma.SessionWhereInput, origin: Origin): Promise<number> =>
    runAs(actorOf(viewer), () =>
      inTransaction(prisma, async (tx) => {
        const { count } = await tx.session.deleteMany({ where: { AND: [await alive(tx, viewer), sessionFilter] } });
        const user = await tx.user.findUniqueOrThrow({ where: { id: viewer.userId } });
        if (count > 0) await recordSignInEvent(tx, 'SignOut', user, origin, { other_sessions: count });
        return count;
      }),
    );

  return {
    async list(viewer) {
      const rows = await prisma.session.findMany({
        where: await alive(prisma, viewer),
        orderBy: [{ lastUsedAt: 'desc' }, { id: 'asc' }],
        take: most,
      });
      return rows.map(({ id, createdAt, lastUsedAt, expiresAt }) => ({
        id,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
        expires_at: expiresAt.toISOString(),
        is_current: id === viewer.credentialId,
      }));
    },

    async end(viewer, id, origin) {
      if (!isUuid(id)) throw new AppError('validation_invalid_format', { field: 'id' });
      if ((await endSessions(viewer, { id }, origin)) === 0)
        throw new AppError('entity_not_found', { entity: 'Session', id });
    },

    endOthers: (viewer, origin) => endSessions(viewer, { id: { not: viewer.credentialId } }, origin),
  };
}
