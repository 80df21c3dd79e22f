// Resets a forgotten password: the mail with the link, and the new password.
import { assertPasswordPolicy, hashPassword } from '../../../auth/passwords';
import { createSession } from '../../../auth/sessions';
import { runAs } from '../../../data/acting';
import { inTransaction } from '../../../data/transaction';
import type { PrismaClient } from '../../../generated/prisma/client';
import { queueMail, queueNotice } from '../mail/outbox.sql';
import { openChallenge, secondFactorRequired } from '../second-factor/challenges';
import { deleteUnfinishedFactors } from '../second-factor/factors';
import type { Origin } from '../../../platform/http/request-origin';
import { recordSignInEvent } from '../sign-in-events';
import { assertOutboxRoom, findLink, invalidLink, linkHash } from './link-tokens';

export async function forgotPassword(prisma: PrismaClient, email: string): Promise<void> {
  await assertOutboxRoom(prisma);
  await queueMail(prisma, { kind: 'PasswordReset', recipient: email });
}

export async function resetPassword(
  prisma: PrismaClient,
  link: string,
  password: string,
  token: string | undefined,
  origin: Origin,
): Promise<string> {
  const tokenHash = linkHash(link);
  assertPasswordPolicy('new_password', password);
  const storedLink = await findLink(prisma, tokenHash, 'PasswordReset');
  if (!storedLink || storedLink.email !== storedLink.user.email) throw invalidLink();
  const passwordHash = await hashPassword(password);
  const { user } = storedLink;
  const reset = () =>
    inTransaction(prisma, async (tx) => {
      const { count } = await tx.emailToken.deleteMany({ where: { tokenHash } });
      if (count === 0) throw invalidLink();
      await tx.emailToken.deleteMany({ where: { userId: user.id } });
      await deleteUnfinishedFactors(tx, user.id);
      // The user got the link by mail, so the address counts as verified.
      const data = { passwordHash, sessionEpoch: { increment: 1 }, emailVerified: true };
      const { sessionEpoch, secondFactorAt } = await tx.user.update({ where: { id: user.id }, data });
      await queueNotice(tx, 'PasswordChanged', user.email);
      const current = { id: user.id, sessionEpoch };
      if (secondFactorAt !== null) return { challenge: await openChallenge(tx, current) };
      await tx.loginFailure.deleteMany({ where: { email: user.email } });
      await recordSignInEvent(tx, 'SignIn', user, origin, { reason: 'password_reset' });
      return { session: await createSession(tx, current, token) };
    });
  const outcome = await runAs({ actorType: 'User', userId: user.id }, reset);
  if (outcome.challenge !== undefined) throw secondFactorRequired(outcome.challenge);
  return outcome.session;
}
