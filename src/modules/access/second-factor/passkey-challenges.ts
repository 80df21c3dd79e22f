// Passkey challenges: random values that a passkey signs. Each challenge can be used once, within minutes, on any
// replica.
import { generateSessionToken, hashToken } from '../../../auth/tokens';
import { AppError } from '../../../errors';
import type { Prisma, PrismaClient } from '../../../generated/prisma/client';
import { challengeLifetimeMs } from './challenges';

/**
 * Maximum numbers of unanswered challenges: `mostOfUser` for one user, `mostOfAnybody` for all sign-ins without a user
 * name. When a new challenge exceeds the maximum, the oldest challenges are deleted, so that the table cannot grow
 * without bounds.
 */
const mostOfAnybody = 10_000;
const mostOfUser = 10;
const removedAtOnce = 100;

export interface PasskeyChallenge {
  /** Id of the user whose passkeys may answer the challenge; null if passkeys of any user may answer it. */
  readonly userId: string | null;
  /** The user handle that a new passkey gets; null if the challenge is not for registration. */
  readonly userHandle: Uint8Array<ArrayBuffer> | null;
}

export async function openPasskeyChallenge(
  prisma: PrismaClient,
  { userId, userHandle }: PasskeyChallenge,
): Promise<string> {
  const challenge = generateSessionToken();
  const now = Date.now();
  await prisma.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: new Date(now) } } });
  const expiresAt = new Date(now + challengeLifetimeMs);
  await prisma.passkeyChallenge.create({
    data: { challengeHash: hashToken(challenge), userId, userHandle, expiresAt },
  });
  const tooMany = await prisma.passkeyChallenge.findMany({
    where: { userId },
    orderBy: [{ expiresAt: 'desc' }, { challengeHash: 'asc' }],
    skip: userId === null ? mostOfAnybody : mostOfUser,
    take: removedAtOnce,
    select: { challengeHash: true },
  });
  if (tooMany.length > 0) {
    const challengeHash = { in: tooMany.map((one) => one.challengeHash) };
    await prisma.passkeyChallenge.deleteMany({ where: { challengeHash } });
  }
  return challenge;
}

/** Deletes and returns a challenge. So each challenge can be used only once, even if the response to it is invalid. */
export async function takePasskeyChallenge(prisma: PrismaClient, challenge: string): Promise<PasskeyChallenge> {
  const where = { challengeHash: hashToken(challenge) } satisfies Prisma.PasskeyChallengeWhereInput;
  const challengeRow = await prisma.passkeyChallenge.findFirst({ where: { ...where, expiresAt: { gt: new Date() } } });
  // If two requests answer the challenge concurrently, only one request deletes the challenge and succeeds.
  const { count } = await prisma.passkeyChallenge.deleteMany({ where });
  if (!challengeRow || count === 0) throw new AppError('auth_challenge_invalid');
  return challengeRow;
}
