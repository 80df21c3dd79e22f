// Which second factors a user has, and what comes with the first of them and goes with the last.
import { createSession } from '../../../auth/sessions';
import { recordAuditEvent } from '../../../data/tenancy/audit-events';
import type { AuditEventType } from '../../../generated/prisma/enums';
import type { Prisma, PrismaClient, User } from '../../../generated/prisma/client';
import { newRecoveryCodes } from './codes';

type Tx = Prisma.TransactionClient;

export interface Factors {
  /** Whether there is an authenticator app. */
  readonly app: boolean;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

export async function factorsOf(db: PrismaClient | Tx, userId: string): Promise<Factors> {
  const apps = await db.secondFactor.count({ where: { userId, confirmedAt: { not: null } } });
  const passkeys = await db.passkey.count({ where: { userId } });
  return { app: apps > 0, passkeys, recoveryCodes: await db.recoveryCode.count({ where: { userId } }) };
}

export async function writeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes();
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) });
  return codes;
}

/** A session for whoever has just set a factor up, and codes for when it is lost. */
export interface Protected {
  /** Of a new session; all others are over. */
  readonly token: string;
  readonly recoveryCodes: string[];
}

/** The user is locked, and has a factor from now on. */
export async function protectUser(tx: Tx, userId: string, token: string): Promise<Protected> {
  const { secondFactorAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const { sessionEpoch } = await tx.user.update({
    where: { id: userId },
    data: { secondFactorAt: secondFactorAt ?? new Date(), sessionEpoch: { increment: 1 } },
  });
  const recoveryCodes = await writeRecoveryCodes(tx, userId);
  return { token: await createSession(tx, { id: userId, sessionEpoch }, token), recoveryCodes };
}

/** The user is locked, and a factor is gone: was it the last one, nothing of them is left. Answers whether it was. */
export async function settleRemoval(tx: Tx, userId: string): Promise<boolean> {
  const { app, passkeys } = await factorsOf(tx, userId);
  const isLast = !app && passkeys === 0;
  if (isLast) await removeSecondFactor(tx, userId);
  return isLast;
}

/** All of them, with what belongs to them; sign-ins under way begin again. Passkeys go by a trigger of the users. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.secondFactor.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.signInChallenge.deleteMany({ where: { userId } });
  await tx.passkeyChallenge.deleteMany({ where: { userId } });
  await tx.user.update({ where: { id: userId }, data: { secondFactorAt: null } });
}

export const recordFactorEvent = (
  tx: Tx,
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
