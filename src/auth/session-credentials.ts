// Checks session cookies: reads the session with its user and builds the viewer.
import { directSqlOf } from '../data/client';
import { frozen, type Permissions } from '../data/tenancy/viewer';
import { credentialWrites, positionColumns, type PositionRow } from '../data/replicas/write-positions.sql';
import type { PrismaClient } from '../generated/prisma/client';
import { isFromLoopback } from '../platform/http/loopback';
import { hasMoved, movedSql, notAuthenticated, rejection, type CredentialCheck } from './authentication';
import { batchedLookup } from './batched-lookup';
import type { PublishedAccess } from './published-access';
import { sessionLifetimeMs } from './sessions';

const renewalMs = 60_000;

/**
 * Returns a function that takes the hash of a session token and checks the session. It renews a session that was unused
 * for a minute, and passes the promise of that write to `onRenewal`.
 */
export function createSessionCheck(
  prisma: PrismaClient,
  published: PublishedAccess,
  onRenewal: (write: Promise<unknown>) => void,
): CredentialCheck {
  const sessions = batchedLookup((hashes) => findSessions(prisma, hashes));
  return async (tokenHash, req, isUsed) => {
    const session = isUsed ? (await findSessions(prisma, [tokenHash])).get(tokenHash) : await sessions.load(tokenHash);
    if (!session?.user_id) return notAuthenticated();
    if (session.has_moved) return hasMoved();
    if (session.is_over || !session.is_current) return rejection('auth_session_expired');
    const user = { organizationId: session.organization_id, userId: session.user_id };
    if (!isFromLoopback(req) && (await published.refusesSession(user))) return rejection('auth_demo_local_only');
    if (session.lacks_factor)
      return {
        ...rejection('auth_second_factor_enrolment_required'),
        enrolling: { userId: session.user_id, credentialId: session.id },
      };
    const isRenewed = isUsed && session.ms_since_use > renewalMs;
    if (isRenewed) onRenewal(renewSession(prisma, session.id));
    return {
      isRenewed,
      writes: credentialWrites(session),
      viewer: frozen({
        via: 'session',
        userId: session.user_id,
        organizationId: session.organization_id,
        permissions: session.permissions,
        isNarrowed: false,
        networkIds: session.network_ids,
        credentialId: session.id,
      }),
    };
  };
}

interface SessionRow extends PositionRow {
  readonly token_hash: string;
  readonly id: string;
  /** Null if nobody has signed in to the session yet. Then all columns of the session's user are null. */
  readonly user_id: string | null;
  readonly organization_id: string;
  readonly permissions: Permissions;
  readonly is_over: boolean;
  readonly is_current: boolean;
  /** Whether the organization requires a second factor that the user has not set up. */
  readonly lacks_factor: boolean;
  /** Whether the organization has been moved to another database. */
  readonly has_moved: boolean;
  readonly ms_since_use: number;
  readonly network_ids: string[];
}

/**
 * Finds sessions by the hashes of their tokens. The subquery hides the number of hashes from PostgreSQL's planner,
 * which would otherwise plan each request anew.
 */
async function findSessions(prisma: PrismaClient, hashes: readonly string[]): Promise<ReadonlyMap<string, SessionRow>> {
  const rows = await directSqlOf(prisma).query<SessionRow>(
    `
    SELECT s.token_hash, s.id, s.user_id, u.organization_id, u.permissions::text AS permissions,
      s.expires_at <= now() OR s.last_used_at <= now() - make_interval(secs => $2) AS is_over,
      s.session_epoch = u.session_epoch AS is_current,
      o.second_factor_required AND u.second_factor_at IS NULL AS lacks_factor,
      ${movedSql('o.id')} AS has_moved,
      (extract(epoch FROM now() - s.last_used_at) * 1000)::double precision AS ms_since_use,
      CASE WHEN u.permissions >= 'Admin'
        THEN ARRAY(SELECT n.id FROM networks n WHERE n.organization_id = u.organization_id)
        ELSE ARRAY(SELECT own.network_id FROM user_networks own WHERE own.user_id = u.id)
      END AS network_ids, ${positionColumns},
      extract(epoch FROM now() - greatest(s.created_at, u.created_at))::double precision AS age_seconds
    FROM sessions s LEFT JOIN users u ON u.id = s.user_id LEFT JOIN organizations o ON o.id = u.organization_id
      LEFT JOIN write_positions written ON written.credential_id = s.id
    WHERE s.token_hash = ANY((SELECT $1::text[])::text[])`,
    [hashes, sessionLifetimeMs / 1_000],
  );
  return new Map(rows.map((row) => [row.token_hash, row]));
}

async function renewSession(prisma: PrismaClient, id: string): Promise<void> {
  const now = new Date();
  await prisma.session.updateMany({
    // With this condition, only one of several concurrent requests renews the session, and an expired session is never
    // renewed.
    where: { id, lastUsedAt: { lt: new Date(now.getTime() - renewalMs) }, expiresAt: { gt: now } },
    data: { lastUsedAt: now, expiresAt: new Date(now.getTime() + sessionLifetimeMs) },
  });
}
