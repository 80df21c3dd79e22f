// Tokens of mailed links: their lifetimes, finding a link by its token, and the check that the outbox is not full.
import { hashToken, isSessionForm } from '../../../auth/tokens';
import { AppError } from '../../../errors';
import type { PrismaClient } from '../../../generated/prisma/client';
import { isOutboxFull } from '../mail/outbox.sql';
import type { Viewer } from '../../../data/tenancy/viewer';
import type { Origin } from '../../../platform/http/request-origin';

const hourMs = 3_600_000;
export const linkLifetimeMs = { Registration: 24 * hourMs, EmailChange: 24 * hourMs, PasswordReset: hourMs } as const;

/** The purpose of a link sent to a user. */
export type LinkPurpose = 'PasswordReset' | 'EmailChange';

/** The session and the client of the request that opened a link. */
export interface LinkOpener {
  readonly token: string | undefined;
  readonly viewer: Viewer | undefined;
  readonly password: string | undefined;
  readonly origin: Origin;
}

const fullOutboxSeconds = 300;

export const invalidLink = (): AppError => new AppError('auth_token_invalid');

/**
 * Returns the hash by which a link is stored. Throws `auth_token_invalid` if `link` does not have the format of a
 * token.
 */
export function linkHash(link: string): string {
  if (!isSessionForm(link)) throw invalidLink();
  return hashToken(link);
}

/** Throws `rate_limit_exceeded` if the outbox is full. */
export async function assertOutboxRoom(prisma: PrismaClient): Promise<void> {
  if (await isOutboxFull(prisma)) throw new AppError('rate_limit_exceeded', {}, fullOutboxSeconds);
}

/**
 * Resolves with the link with this hash; null if no link has the hash, or if the link has expired or has another
 * purpose than `purpose`.
 */
export const findLink = (prisma: PrismaClient, tokenHash: string, purpose: LinkPurpose) =>
  prisma.emailToken.findFirst({
    where: { tokenHash, purpose, expiresAt: { gt: new Date() } },
    include: { user: true },
  });
