// Sign-ins whose first factor was right: what a browser holds until the second one is given. No session, and good for nothing else.
import { generateSessionToken, hashToken, isSessionForm } from '../../../auth/tokens';
import { AppError } from '../../../errors';
import type { Prisma, PrismaClient } from '../../../generated/prisma/client';
import { factorsOf } from './factors';

export const challengeLifetimeMs = 5 * 60_000;

/** Whom the second factor is asked of, as of the first one. */
export interface Challenged {
  readonly id: string;
  readonly sessionEpoch: number;
}

/** What the refusal carries. */
export interface OpenedChallenge {
  readonly challenge: string;
  /** What answers it. */
  readonly factors: readonly ('app' | 'passkey' | 'recovery_code')[];
}

/** In the transaction that the first factor was taken in. */
export async function openChallenge(
  tx: Prisma.TransactionClient,
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
  const { app, passkeys, recoveryCodes } = await factorsOf(tx, id);
  const has = { app, passkey: passkeys > 0, recovery_code: recoveryCodes > 0 };
  return { challenge, factors: (['app', 'passkey', 'recovery_code'] as const).filter((factor) => has[factor]) };
}

/** The refusal that carries the challenge; thrown when that has been committed. */
export const secondFactorRequired = ({ challenge, factors }: OpenedChallenge): AppError =>
  new AppError('auth_second_factor_required', { challenge, seconds: challengeLifetimeMs / 1000, factors });

/** The sign-in that waits, if it is not over: another password since then, or no factor to ask for, ends it. */
export async function waitingSignIn(prisma: PrismaClient, challenge: string) {
  // What could be none of ours is asked for nowhere.
  const tokenHash = isSessionForm(challenge) ? hashToken(challenge) : undefined;
  const waiting =
    tokenHash === undefined
      ? null
      : await prisma.signInChallenge.findFirst({
          where: { tokenHash, expiresAt: { gt: new Date() } },
          include: { user: true },
        });
  if (!waiting || waiting.user.sessionEpoch !== waiting.sessionEpoch || waiting.user.secondFactorAt === null)
    throw new AppError('auth_challenge_invalid');
  return waiting;
}
