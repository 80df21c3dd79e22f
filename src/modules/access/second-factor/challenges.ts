// Sign-ins whose first factor was right: what a browser holds until the second one is given. No session, and good for nothing else.
import { generateSessionToken, hashToken, isSessionForm } from '../../../auth/tokens';
import { AppError } from '../../../errors';
import type { Prisma } from '../../../generated/prisma/client';

export const challengeLifetimeMs = 5 * 60_000;

/** Whom the second factor is asked of, as of the first one. */
export interface Challenged {
  readonly id: string;
  readonly sessionEpoch: number;
}

/** In the transaction that the first factor was taken in. */
export async function openChallenge(
  tx: Prisma.TransactionClient,
  { id, sessionEpoch }: Challenged,
  oidcProvider: string | null = null,
): Promise<string> {
  const token = generateSessionToken();
  const now = Date.now();
  await tx.signInChallenge.deleteMany({ where: { expiresAt: { lt: new Date(now) } } });
  const expiresAt = new Date(now + challengeLifetimeMs);
  await tx.signInChallenge.create({
    data: { tokenHash: hashToken(token), userId: id, sessionEpoch, oidcProvider, expiresAt },
  });
  return token;
}

/** The refusal that carries the challenge; thrown when that has been committed. */
export const secondFactorRequired = (challenge: string): AppError =>
  new AppError('auth_second_factor_required', { challenge, seconds: challengeLifetimeMs / 1000 });

/** The hash by which a challenge is stored; what could be none of ours is asked for nowhere. */
export function challengeHash(challenge: string): string {
  if (!isSessionForm(challenge)) throw new AppError('auth_challenge_invalid');
  return hashToken(challenge);
}
