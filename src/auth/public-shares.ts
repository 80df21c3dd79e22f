// Public shares: access to one share for everyone with its id, past the tenancy rules, and to nothing else.
import { createLoginLock, type LoginLock } from './login-lock';
import { isStillGiven } from './makers';
import { passwordMatches } from './passwords';
import { anonymousViewer } from './public-operations';
import { isShareToken, issueShareToken } from './share-tokens';
import { AppError } from '../errors';
import type { PrismaClient, Share } from '../generated/prisma/client';
import { frozen } from '../data/tenancy/viewer';
import { dbFor, type ScopedDb } from '../data/tenancy/scoped-db';
import { sqlFor, type TenantSql } from '../data/tenancy/scoped-sql';

export interface PublicShares {
  /** The share. Missing, or its maker could not share the network any more: 404; switched off: 403 `entity_disabled`; over: 403 `entity_expired`. */
  find(id: string): Promise<Share>;
  /**
   * A token for one hour, if the password is right; else 403 `share_password_incorrect`. Guessing locks the share for
   * fifteen minutes, as it does an account: 429 `auth_login_locked`. Without a password any is right.
   */
  unlock(share: Share, password: string): Promise<string>;
  /**
   * Clients on which the share's network can be read, now or as of an instant. Where a password is set: 403 `share_password_required` without a
   * token, `share_token_invalid` with one that is forged, over, or older than the password.
   */
  visit(share: Share, token: string | null | undefined): { db: ScopedDb; sql: (at?: Date) => TenantSql };
}

const locks = new WeakMap<PrismaClient, LoginLock>();

function lockOf(prisma: PrismaClient): LoginLock {
  const lock = locks.get(prisma) ?? createLoginLock(prisma);
  locks.set(prisma, lock);
  return lock;
}

/** The share, if its maker could share its network now. */
async function findGiven(prisma: PrismaClient, id: string): Promise<Share | undefined> {
  const share = await prisma.share.findUnique({ where: { id } });
  if (!share) return undefined;
  const { networkId, createdBy } = share;
  const networkAccess = { where: { networkId }, select: { networkId: true } };
  const maker = await prisma.user.findUnique({
    where: { id: createdBy },
    select: { permissions: true, networkAccess },
  });
  return isStillGiven(maker, 'createShare', { networkIds: [networkId] }) ? share : undefined;
}

export const publicShares = (prisma: PrismaClient): PublicShares => ({
  async find(id) {
    const share = await findGiven(prisma, id);
    if (!share) throw new AppError('entity_not_found', { entity: 'Share', id });
    if (!share.isEnabled) throw new AppError('entity_disabled', { entity: 'Share' });
    if (share.expiresAt && share.expiresAt.getTime() <= Date.now())
      throw new AppError('entity_expired', { entity: 'Share' });
    return share;
  },

  async unlock(share, password) {
    if (share.passwordHash === null) return issueShareToken(share);
    // No e-mail address has a space: accounts and shares cannot lock each other.
    const token = await lockOf(prisma).attempt(`share ${share.id}`, async () =>
      (await passwordMatches(share.passwordHash, password)) ? issueShareToken(share) : undefined,
    );
    if (token === undefined) throw new AppError('share_password_incorrect');
    return token;
  },

  visit(share, token) {
    if (share.passwordHash !== null) {
      if (token == null) throw new AppError('share_password_required');
      if (!isShareToken(share, token)) throw new AppError('share_token_invalid');
    }
    const { organizationId, networkId } = share;
    const visitor = frozen({ ...anonymousViewer, organizationId, networkIds: [networkId] });
    return { db: dbFor(prisma, visitor), sql: (at) => sqlFor(prisma, visitor, at) };
  },
});
