// Changes an account's e-mail address: sends a link to the new address, and changes the address when the user opens the
// link.
import { assertOwnPassword, type LoginLock } from '../../../auth/login-lock';
import { createSession } from '../../../auth/sessions';
import { runAs } from '../../../data/acting';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { inTransaction } from '../../../data/transaction';
import type { PrismaClient } from '../../../generated/prisma/client';
import type { Origin } from '../../../platform/http/request-origin';
import { queueMail, queueNotice } from '../mail/outbox.sql';
import { asRefused, recordSignInEvent } from '../sign-in-events';
import { addressTaken, isEmailTaken } from './accounts';
import { assertOutboxRoom, findLink, invalidLink, type LinkOpener } from './link-tokens';

/** The new address, and the password that the user entered; undefined if the user entered none. */
export interface EmailChange {
  readonly email: string;
  readonly password: string | undefined;
}

/**
 * Sends a link to the new address. Throws the errors of `assertOwnPassword` unless the password is the user's, so that
 * somebody at an unattended computer cannot take over the account.
 */
export async function requestEmailChange(
  prisma: PrismaClient,
  lock: LoginLock,
  viewer: Viewer,
  { email, password }: EmailChange,
  origin: Origin,
): Promise<void> {
  const { userId, organizationId, credentialId: sessionId } = userOf(viewer);
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const passwordInput = { sessionId, password, field: 'current_password' };
  await assertOwnPassword(prisma, lock, user, passwordInput, asRefused(user, origin, 'wrong_password'));
  await assertOutboxRoom(prisma);
  await queueMail(prisma, { kind: 'EmailChange', recipient: email, organizationId, subjectId: userId });
}

/**
 * Changes the e-mail address of an account. Resolves with the token of a new session. The link works only in a session
 * of the account's user.
 */
export async function changeEmail(
  prisma: PrismaClient,
  tokenHash: string,
  { token, viewer, origin }: LinkOpener,
): Promise<string> {
  const link = await findLink(prisma, tokenHash, 'EmailChange');
  if (!link) throw invalidLink();
  // The user may have mistyped the address, so that somebody else got the link. So the link works only in a session of
  // the account's user.
  if (!viewer) throw new AppError('auth_not_authenticated');
  if (userOf(viewer).userId !== link.userId || viewer.via !== 'session') throw invalidLink();
  const { user, email } = link;
  const change = () =>
    inTransaction(prisma, async (tx) => {
      const { count } = await tx.emailToken.deleteMany({ where: { tokenHash } });
      if (count === 0) throw invalidLink();
      await tx.emailToken.deleteMany({ where: { userId: user.id } });
      await tx.user.update({ where: { id: user.id }, data: { email, emailVerified: true } });
      await tx.registration.deleteMany({ where: { email } });
      await queueNotice(tx, 'EmailChanged', user.email);
      await recordSignInEvent(tx, 'SignIn', { ...user, email }, origin, { reason: 'email_changed' });
      return createSession(tx, user, token);
    });
  try {
    return await runAs({ actorType: 'User', userId: user.id }, change);
  } catch (error) {
    throw (await isEmailTaken(prisma, error, email)) ? addressTaken(email) : error;
  }
}
