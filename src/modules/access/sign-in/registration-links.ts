// Registers users by mail: stores a pending registration, and creates the account when the link in the mail is opened.
import { randomUUID } from 'node:crypto';
import { assertPasswordPolicy, hashPassword, passwordMatches } from '../../../auth/passwords';
import {
  isInvite,
  storePendingRegistration,
  lockPendingRegistration,
  type PendingRegistration,
} from '../../../auth/sessions';
import { hashToken } from '../../../auth/tokens';
import { storedJson } from '../../../data/model/stored-json';
import { AppError } from '../../../errors';
import { inTransaction } from '../../../data/transaction';
import type { PrismaClient } from '../../../generated/prisma/client';
import { openInvite } from '../invite/invites';
import { queueMail } from '../mail/outbox.sql';
import { assertMayRegister, defaultSetup, openAccount, placeOfPending, type Registration } from './accounts';
import { assertOutboxRoom, invalidLink, linkLifetimeMs, type LinkOpener } from './link-tokens';
import type { RegistrationGate } from './registration.sql';

export async function register(
  prisma: PrismaClient,
  gate: RegistrationGate,
  { email, password, termsAccepted }: Registration,
  token: string | undefined,
): Promise<string> {
  assertPasswordPolicy('password', password);
  await assertOutboxRoom(prisma);
  const passwordHash = await hashPassword(password);
  return inTransaction(prisma, async (tx) => {
    const pendingInvite = token ? await lockPendingRegistration(tx, token) : undefined;
    await assertMayRegister(tx, pendingInvite, gate);
    if (pendingInvite && isInvite(pendingInvite)) await openInvite(tx, pendingInvite.inviteId);
    const pending = pendingInvite ?? defaultSetup();
    const browser = await storePendingRegistration(tx, pending, token);
    const id = randomUUID();
    // If the address has reached its limit of mails per day, no mail is sent and no registration is stored, because it
    // could not be completed.
    if (await queueMail(tx, { kind: 'Registration', recipient: email, subjectId: id })) {
      const expiresAt = new Date(Date.now() + linkLifetimeMs.Registration);
      const termsAcceptedAt = termsAccepted ? new Date() : null;
      const columns = { id, email, passwordHash, termsAcceptedAt, sessionHash: hashToken(browser), expiresAt };
      await tx.registration.create({ data: { ...columns, pendingSetup: { ...pending } } });
    }
    return browser;
  });
}

export async function resendVerification(
  prisma: PrismaClient,
  email: string,
  token: string | undefined,
): Promise<void> {
  await assertOutboxRoom(prisma);
  const registration = await prisma.registration.findFirst({
    where: { email, sessionHash: token ? hashToken(token) : '' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  await queueMail(prisma, { kind: 'Registration', recipient: email, subjectId: registration?.id });
}

/**
 * Creates the account of a pending registration. Resolves with the token of a new session; undefined if no pending
 * registration has the token.
 */
export async function openRegistration(
  prisma: PrismaClient,
  gate: RegistrationGate,
  tokenHash: string,
  by: LinkOpener,
): Promise<string | undefined> {
  const registration = await prisma.registration.findFirst({ where: { tokenHash, expiresAt: { gt: new Date() } } });
  if (!registration) return undefined;
  const { id, email, passwordHash, termsAcceptedAt } = registration;
  // A stranger can register somebody else's address with a password that the stranger knows. The owner of the address
  // would open the link in another browser. So another browser must send the password.
  const isSameBrowser = by.token !== undefined && hashToken(by.token) === registration.sessionHash;
  if (!isSameBrowser) {
    if (by.password === undefined) throw new AppError('auth_password_required');
    if (!(await passwordMatches(passwordHash, by.password))) throw new AppError('auth_password_invalid');
  }
  return openAccount(prisma, { email, passwordHash, termsAcceptedAt }, by.token, by.origin, async (tx) => {
    // If two requests use the link concurrently, the second waits for the first, and then finds no registration to
    // delete.
    const { count } = await tx.registration.deleteMany({ where: { id, tokenHash } });
    if (count === 0) throw invalidLink();
    await tx.registration.deleteMany({ where: { email } });
    const pending = storedJson<PendingRegistration>(registration.pendingSetup);
    await assertMayRegister(tx, pending, gate);
    return placeOfPending(tx, pending);
  });
}
