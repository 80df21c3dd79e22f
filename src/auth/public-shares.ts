// Public shares: anyone with a share's id may read its network, outside of the tenancy rules.
import { createLoginLock, type LoginLock } from './login-lock';
import { isStillGrantable } from './makers';
import { passwordMatches } from './passwords';
import { anonymousViewer } from './public-operations';
import { isShareToken, issueShareToken } from './share-tokens';
import { movedSql } from './authentication';
import { AppError, movedError } from '../errors';
import type { PrismaClient, Share } from '../generated/prisma/client';
import { directSqlOf } from '../data/client';
import { frozen, type UserViewer } from '../data/tenancy/viewer';
import { dbFor, type ScopedDb } from '../data/tenancy/scoped-db';
import { sqlFor, type TenantSql } from '../data/tenancy/scoped-sql';

/** A share, with the reason why its visitors are refused at present. */
export interface FoundShare {
  readonly share: Share;
  readonly refusal?: AppError;
}

export interface PublicShares {
  /** Finds the share. Undefined if it does not exist or its creator can no longer share the network. */
  look(id: string): Promise<FoundShare | undefined>;
  /**
   * Returns the share. Throws 404 if it is missing or its creator can no longer share the network, 403
   * `entity_disabled` or `entity_expired`, and 503 if its organization has been moved to another database.
   */
  find(id: string): Promise<Share>;
  /**
   * Returns a token for one hour. Throws 403 `share_password_incorrect` for a wrong password. Five failures lock the
   * share for 15 minutes: 429 `auth_login_locked`. A share without a password accepts any password.
   */
  unlock(share: Share, password: string): Promise<string>;
  /**
   * The viewer for a visitor, who may read only the network of the share. If the share has a password, throws 403
   * `share_password_required` without a token, and `share_token_invalid` for a token that is forged, expired or older
   * than the password.
   */
  visitor(share: Share, token: string | null | undefined): UserViewer;
  /**
   * Returns database clients that read the network of the share, now or at an instant. Throws the same errors as
   * `visitor`.
   */
  visit(share: Share, token: string | null | undefined): { db: ScopedDb; sql: (at?: Date) => TenantSql };
}

const locks = new WeakMap<PrismaClient, LoginLock>();

function lockFor(prisma: PrismaClient): LoginLock {
  const lock = locks.get(prisma) ?? createLoginLock(prisma);
  locks.set(prisma, lock);
  return lock;
}

/** The share, if it exists and its creator may still share its network; undefined otherwise. */
async function findValidShare(prisma: PrismaClient, id: string): Promise<Share | undefined> {
  const share = await prisma.share.findUnique({ where: { id } });
  if (!share) return undefined;
  const { networkId, createdBy } = share;
  const networkAccess = { where: { networkId }, select: { networkId: true } };
  const maker = await prisma.user.findUnique({
    where: { id: createdBy },
    select: { permissions: true, networkAccess },
  });
  return isStillGrantable(maker, 'createShare', { networkIds: [networkId] }) ? share : undefined;
}

/** Whether the organization of the share has been moved to another database. */
async function isMoved(prisma: PrismaClient, { organizationId }: Share): Promise<boolean> {
  const sql = `SELECT ${movedSql('$1::uuid')} AS moved`;
  const [row] = await directSqlOf(prisma).query<{ moved: boolean }>(sql, [organizationId]);
  return row!.moved;
}

/** The reason why the share refuses visitors: it is disabled or has expired. */
function refusalOf({ isEnabled, expiresAt }: Share): AppError | undefined {
  if (!isEnabled) return new AppError('entity_disabled', { entity: 'Share' });
  if (expiresAt && expiresAt.getTime() <= Date.now()) return new AppError('entity_expired', { entity: 'Share' });
  return undefined;
}

function visitorOf(share: Share, token: string | null | undefined): UserViewer {
  if (share.passwordHash !== null) {
    if (token == null) throw new AppError('share_password_required');
    if (!isShareToken(share, token)) throw new AppError('share_token_invalid');
  }
  const { organizationId, networkId } = share;
  return frozen<UserViewer>({ ...anonymousViewer, organizationId, networkIds: [networkId] });
}

export function createPublicShares(prisma: PrismaClient): PublicShares {
  const look: PublicShares['look'] = async (id) => {
    const share = await findValidShare(prisma, id);
    const refusal = share && ((await isMoved(prisma, share)) ? movedError() : refusalOf(share));
    return share && { share, ...(refusal && { refusal }) };
  };
  return {
    look,

    async find(id) {
      const foundShare = await look(id);
      if (!foundShare) throw new AppError('entity_not_found', { entity: 'Share', id });
      if (foundShare.refusal) throw foundShare.refusal;
      return foundShare.share;
    },

    async unlock(share, password) {
      if (share.passwordHash === null) return issueShareToken(share);
      // The key of the lock contains a space, which e-mail addresses never do. So the lock of a share cannot be the
      // lock of an account.
      const token = await lockFor(prisma).attempt(`share ${share.id}`, async () =>
        (await passwordMatches(share.passwordHash, password)) ? issueShareToken(share) : undefined,
      );
      if (token === undefined) throw new AppError('share_password_incorrect');
      return token;
    },

    visitor: visitorOf,

    visit(share, token) {
      const visitor = visitorOf(share, token);
      return { db: dbFor(prisma, visitor), sql: (at) => sqlFor(prisma, visitor, at) };
    },
  };
}
