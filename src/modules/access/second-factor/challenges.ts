// Challenges: tokens for a sign-in whose first factor is proved. A challenge is not a session. It only allows the
// client to prove the second factor.
import { generateSessionToken, hashToken, isSessionForm } from '../../../auth/tokens';
import { AppError } from '../../../errors';
import type { Db } from '../../../data/tenancy/rows';
import type { PrismaClient } from '../../../generated/prisma/client';
import { readFactors } from './factors';

export const challengeLifetimeMs = 5 * 60_000;

/** The user who proved the first factor, such as the password. */
export interface Challenged {
  readonly id: string;
  readonly sessionEpoch: number;
}

/** Parameters of the error `auth_second_factor_required`: the challenge, and the factors that can answer it. */
export interface OpenedChallenge {
  readonly challenge: string;
  /** The factors that can answer the challenge. */
  readonly factors: readonly ('app' | 'passkey' | 'recovery_code')[];
}

/** Creates a challenge for a user, in the transaction that verifies the first factor. */
export async function openChallenge(
  tx: Db,
  { id, sessionEpoch }: Challenged,
  oidcProvider: string | null = null,
): Promise<OpenedChallenge> {
  const challenge = generateSessionToken();
  const now = Date.now();
  await tx.signInChallenge.deleteMany({ where: { expiresAt: { lt: new Date(now) } } });
  const expiresAt = new Date(now + challengeLifetimeMs);
  await tx.signInChallenge.create({
    data: { tokenHash: hashToken(challenge), userId: id, sessionEpoch, oidcProvider, expiresAt },
  });
  const { app, passkeys, recoveryCodes } = await readFactors(tx, id);
  const has = { app, passkey: passkeys > 0, recovery_code: recoveryCodes > 0 };
  return { challenge, factors: (['app', 'passkey', 'recovery_code'] as const).filter((factor) => has[factor]) };
}

/**
 * Creates the error with the challenge that the client gets. Throw the error after the transaction that created the
 * challenge has committed.
 */
export const secondFactorRequired = ({ challenge, factors }: OpenedChallenge): AppError =>
  new AppError('auth_second_factor_required', { challenge, seconds: challengeLifetimeMs / 1000, factors });

/**
 * Resolves with the pending sign-in of a valid challenge. Throws `auth_challenge_invalid` if the challenge is unknown
 * or expired, or if its user has changed the password or removed the last factor since.
 */
export async function findChallenge(prisma: PrismaClient, challenge: string) {
  // Rejects malformed challenges without a query.
  const tokenHash = isSessionForm(challenge) ? hashToken(challenge) : undefined;
  const challengeRow =
    tokenHash === undefined
      ? null
      : await prisma.signInChallenge.findFirst({
          where: { tokenHash, expiresAt: { gt: new Date() } },
          include: { user: true },
        });
  if (
    !challengeRow ||
    challengeRow.user.sessionEpoch !== challengeRow.sessionEpoch ||
    challengeRow.user.secondFactorAt === null
  )
    throw new AppError('auth_challenge_invalid');
  return challengeRow;
}
