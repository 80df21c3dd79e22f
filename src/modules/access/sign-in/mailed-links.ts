// What goes by links in mails: verifying the address of a registration, a forgotten password, another address. Asking for one
// answers alike, and does the same work, whether the address has an account or not: the sender of the mail finds out.
import { storedJson } from '../../../data/model/stored-json';
import { randomUUID } from 'node:crypto';
import {
  createSession,
  isInvite,
  rememberRegistration,
  takeRegistration,
  type PendingRegistration,
} from '../../../auth/sessions';
import { assertPasswordPolicy, hashPassword, passwordMatches } from '../../../auth/passwords';
import { hashToken, isSessionForm } from '../../../auth/tokens';
import { actAs } from '../../../data/acting';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { PrismaClient } from '../../../generated/prisma/client';
import { openInvite } from '../invite/invites';
import { isOutboxFull, queueMail, queueNotice } from '../mail/outbox.sql';
import {
  addressTaken,
  assertMayRegister,
  defaultSetup,
  isEmailTaken,
  openAccount,
  placeOfPending,
  type Registration,
} from './accounts';
import { openChallenge, secondFactorRequired } from '../second-factor/challenges';
import type { RegistrationGate } from './registration.sql';
import { recordSignIn, type Origin } from '../sign-in-events';

const hourMs = 3_600_000;
export const linkLifetimeMs = { Registration: 24 * hourMs, EmailChange: 24 * hourMs, PasswordReset: hourMs } as const;

/** What a link that a user was sent is good for. */
export type LinkPurpose = 'PasswordReset' | 'EmailChange';

export interface MailedLinks {
  /** Keeps the registration until its link is opened; answers with the token of the browser's session, which has no user. */
  register(registration: Registration, token: string | undefined): Promise<string>;
  /** For the registration of this browser, else for the newest of the address. */
  resendVerification(email: string, token: string | undefined): Promise<void>;
  forgotPassword(email: string): Promise<void>;
  /**
   * The last two answer with the token of a new session; the session that was sent is over. Where the account has a second
   * factor the password is set, and it is asked for: who reads somebody's mail is not in yet.
   */
  resetPassword(link: string, wanted: string, token: string | undefined, origin: Origin): Promise<string>;
  verifyEmail(link: string, by: VerifiedBy): Promise<string>;
  requestEmailChange(viewer: Viewer, email: string, password: string | undefined): Promise<void>;
}

/** Who opens a link that verifies an address. */
export interface VerifiedBy {
  readonly token: string | undefined;
  readonly viewer: Viewer | undefined;
  readonly password: string | undefined;
  readonly origin: Origin;
}

const fullOutboxSeconds = 300;

const invalid = (): AppError => new AppError('auth_token_invalid');

/** The hash by which a link is stored; what could be no token of ours is asked for nowhere. */
function linkHash(link: string): string {
  if (!isSessionForm(link)) throw invalid();
  return hashToken(link);
}

// eslint-disable-next-line max-lines-per-function -- an operation a kind of link, over the same steps
export function createMailedLinks(prisma: PrismaClient, gate: RegistrationGate): MailedLinks {
  const assertRoom = async () => {
    if (await isOutboxFull(prisma)) throw new AppError('rate_limit_exceeded', {}, fullOutboxSeconds);
  };

  /** The link of this hash, if it is still good for this. */
  const findLink = async (tokenHash: string, purpose: LinkPurpose) =>
    prisma.emailToken.findFirst({
      where: { tokenHash, purpose, expiresAt: { gt: new Date() } },
      include: { user: true },
    });

  const openRegistration = async (tokenHash: string, by: VerifiedBy): Promise<string | undefined> => {
    const waiting = await prisma.registration.findFirst({ where: { tokenHash, expiresAt: { gt: new Date() } } });
    if (!waiting) return undefined;
    const { id, email, passwordHash, termsAcceptedAt } = waiting;
    // Anybody may register an address that is not theirs, and choose the password: its owner, who gets the link, opens no
    // account with a password that a stranger knows.
    const isSameBrowser = by.token !== undefined && hashToken(by.token) === waiting.sessionHash;
    if (!isSameBrowser) {
      if (by.password === undefined) throw new AppError('auth_password_required');
      if (!(await passwordMatches(passwordHash, by.password))) throw new AppError('auth_password_invalid');
    }
    return openAccount(prisma, { email, passwordHash, termsAcceptedAt }, by.token, by.origin, async (tx) => {
      // Of two that open it at once the second waits here, and finds nothing left.
      const { count } = await tx.registration.deleteMany({ where: { id, tokenHash } });
      if (count === 0) throw invalid();
      await tx.registration.deleteMany({ where: { email } });
      const pending = storedJson<PendingRegistration>(waiting.pendingSetup);
      await assertMayRegister(tx, pending, gate);
      return placeOfPending(tx, pending);
    });
  };

  const changeEmail = async (tokenHash: string, { token, viewer, origin }: VerifiedBy): Promise<string> => {
    const link = await findLink(tokenHash, 'EmailChange');
    if (!link) throw invalid();
    // An address that was mistyped is somebody's: the link alone gives them no account.
    if (!viewer) throw new AppError('auth_not_authenticated');
    if (userOf(viewer).userId !== link.userId || viewer.via !== 'session') throw invalid();
    const { user, email } = link;
    const change = () =>
      prisma.$transaction(async (tx) => {
        const { count } = await tx.emailToken.deleteMany({ where: { tokenHash } });
        if (count === 0) throw invalid();
        await tx.emailToken.deleteMany({ where: { userId: user.id } });
        await tx.user.update({ where: { id: user.id }, data: { email, emailVerified: true } });
        await tx.registration.deleteMany({ where: { email } });
        await queueNotice(tx, 'EmailChanged', user.email);
        await recordSignIn(tx, 'SignIn', { ...user, email }, origin, { reason: 'email_changed' });
        return createSession(tx, user, token);
      });
    try {
      return await actAs({ actorType: 'User', userId: user.id }, change);
    } catch (error) {
      throw (await isEmailTaken(prisma, error, email)) ? addressTaken(email) : error;
    }
  };

  return {
    async register({ email, password, termsAccepted }, token) {
      assertPasswordPolicy('password', password);
      await assertRoom();
      const passwordHash = await hashPassword(password);
      return prisma.$transaction(async (tx) => {
        const known = token ? await takeRegistration(tx, token) : undefined;
        await assertMayRegister(tx, known, gate);
        if (known && isInvite(known)) await openInvite(tx, known.inviteId);
        const pending = known ?? defaultSetup();
        const browser = await rememberRegistration(tx, pending, token);
        const id = randomUUID();
        // Beyond what an address is sent in a day there is no mail, so there would be no way to finish.
        if (await queueMail(tx, { kind: 'Registration', recipient: email, subjectId: id })) {
          const expiresAt = new Date(Date.now() + linkLifetimeMs.Registration);
          const termsAcceptedAt = termsAccepted ? new Date() : null;
          const columns = { id, email, passwordHash, termsAcceptedAt, sessionHash: hashToken(browser), expiresAt };
          await tx.registration.create({ data: { ...columns, pendingSetup: { ...pending } } });
        }
        return browser;
      });
    },

    async resendVerification(email, token) {
      await assertRoom();
      const own = await prisma.registration.findFirst({
        where: { email, sessionHash: token ? hashToken(token) : '' },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        select: { id: true },
      });
      await queueMail(prisma, { kind: 'Registration', recipient: email, subjectId: own?.id });
    },

    async forgotPassword(email) {
      await assertRoom();
      await queueMail(prisma, { kind: 'PasswordReset', recipient: email });
    },

    async resetPassword(link, wanted, token, origin) {
      const tokenHash = linkHash(link);
      assertPasswordPolicy('new_password', wanted);
      const found = await findLink(tokenHash, 'PasswordReset');
      if (!found || found.email !== found.user.email) throw invalid();
      const passwordHash = await hashPassword(wanted);
      const { user } = found;
      const reset = () =>
        prisma.$transaction(async (tx) => {
          const { count } = await tx.emailToken.deleteMany({ where: { tokenHash } });
          if (count === 0) throw invalid();
          await tx.emailToken.deleteMany({ where: { userId: user.id } });
          // The link was opened in the mailbox, which is what verifying an address is.
          const data = { passwordHash, sessionEpoch: { increment: 1 }, emailVerified: true };
          const { sessionEpoch, secondFactorAt } = await tx.user.update({ where: { id: user.id }, data });
          await queueNotice(tx, 'PasswordChanged', user.email);
          const current = { id: user.id, sessionEpoch };
          if (secondFactorAt !== null) return { challenge: await openChallenge(tx, current) };
          await tx.loginFailure.deleteMany({ where: { email: user.email } });
          await recordSignIn(tx, 'SignIn', user, origin, { reason: 'password_reset' });
          return { session: await createSession(tx, current, token) };
        });
      const done = await actAs({ actorType: 'User', userId: user.id }, reset);
      if (done.challenge !== undefined) throw secondFactorRequired(done.challenge);
      return done.session;
    },

    async verifyEmail(link, by) {
      const tokenHash = linkHash(link);
      return (await openRegistration(tokenHash, by)) ?? changeEmail(tokenHash, by);
    },

    async requestEmailChange(viewer, email, password) {
      const { userId, organizationId } = userOf(viewer);
      const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
      // A session that was left open is not enough to take the account along.
      if (user.passwordHash !== null) {
        if (password === undefined) throw new AppError('validation_required', { field: 'current_password' });
        if (!(await passwordMatches(user.passwordHash, password))) throw new AppError('auth_password_invalid');
      }
      await assertRoom();
      await queueMail(prisma, { kind: 'EmailChange', recipient: email, organizationId, subjectId: userId });
    },
  };
}
