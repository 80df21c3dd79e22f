// Reads the second factors of a user. Marks the user as protected when the first factor is added, and deletes codes and
// challenges when the last factor is removed.
import { createSession } from '../../../auth/sessions';
import { recordAuditEvent } from '../../../data/tenancy/audit-events';
import type { AuditEventType } from '../../../generated/prisma/enums';
import type { Db } from '../../../data/tenancy/rows';
import type { User } from '../../../generated/prisma/client';
import { newRecoveryCodes } from './codes';

export interface Factors {
  /** Whether the user has an authenticator app. */
  readonly app: boolean;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

export async function readFactors(db: Db, userId: string): Promise<Factors> {
  const apps = await db.secondFactor.count({ where: { userId, confirmedAt: { not: null } } });
  const passkeys = await db.passkey.count({ where: { userId } });
  return { app: apps > 0, passkeys, recoveryCodes: await db.recoveryCode.count({ where: { userId } }) };
}

export async function writeRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes();
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) });
  return codes;
}

/**
 * Result of setting up an authenticator app or a user's first passkey: the token of a new session, and recovery codes.
 */
export interface Protected {
  /** Token of a new session; all other sessions have ended. */
  readonly token: string;
  readonly recoveryCodes: string[];
}

/**
 * Deletes the factors that the user has begun to set up: the authenticator app that no code has confirmed, and the
 * challenges for new passkeys. Call this function where the proof changes that a new factor needs. Otherwise, whoever
 * began a factor with the former proof could finish it in any later session, without the new proof.
 */
export async function deleteUnfinishedFactors(tx: Db, userId: string): Promise<void> {
  await tx.secondFactor.deleteMany({ where: { userId, confirmedAt: null } });
  await tx.passkeyChallenge.deleteMany({ where: { userId, userHandle: { not: null } } });
}

/**
 * Marks a user as protected by a second factor, deletes other factors that the user has begun to set up, ends all
 * sessions and creates a new one. The caller must have locked the user.
 */
export async function protectUser(tx: Db, userId: string, token: string): Promise<Protected> {
  const { secondFactorAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const { sessionEpoch } = await tx.user.update({
    where: { id: userId },
    data: { secondFactorAt: secondFactorAt ?? new Date(), sessionEpoch: { increment: 1 } },
  });
  await deleteUnfinishedFactors(tx, userId);
  const recoveryCodes = await writeRecoveryCodes(tx, userId);
  return { token: await createSession(tx, { id: userId, sessionEpoch }, token), recoveryCodes };
}

/**
 * Call this function after removing a factor of a locked user. If no factor is left, deletes the user's recovery codes
 * and challenges, and resolves with true.
 */
export async function settleRemoval(tx: Db, userId: string): Promise<boolean> {
  const { app, passkeys } = await readFactors(tx, userId);
  const isLast = !app && passkeys === 0;
  if (isLast) await removeSecondFactor(tx, userId);
  return isLast;
}

/**
 * Removes all second factors of a user. Pending sign-ins of the user become invalid. A database trigger deletes the
 * passkeys.
 */
export async function removeSecondFactor(tx: Db, userId: string): Promise<void> {
  await tx.secondFactor.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.signInChallenge.deleteMany({ where: { userId } });
  await tx.passkeyChallenge.deleteMany({ where: { userId } });
  await tx.user.update({ where: { id: userId }, data: { secondFactorAt: null } });
}

export const recordFactorEvent = (
  tx: Db,
  eventType: AuditEventType,
  { id, email, organizationId }: User,
  details?: Readonly<Record<string, unknown>>,
): Promise<void> =>
  recordAuditEvent(tx, {
    eventType,
    organizationId,
    ...({ subjectType: 'User', subjectId: id, subjectName: email } as const),
    ...(details && { details }),
  });
