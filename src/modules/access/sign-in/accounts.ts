// Accounts: registration (which creates an organization or joins the organization of an invite), sign-in, and password
// changes.
import { randomUUID } from 'node:crypto';
import { runAs } from '../../../data/acting';
import { AppError, type ErrorCode } from '../../../errors';
import type { Db } from '../../../data/tenancy/rows';
import { isUniqueViolation } from '../../../data/tenancy/constraints';
import { inTransaction } from '../../../data/transaction';
import type { PrismaClient } from '../../../generated/prisma/client';
import { createNetwork } from '../network/create-network.sql';
import { takeInvite } from '../invite/invites';
import { assertOwnPassword, type LoginLock, type RecordFailure } from '../../../auth/login-lock';
import { assertPasswordPolicy, hashPassword, passwordMatches } from '../../../auth/passwords';
import {
  createRecordedSession,
  createSession,
  destroySession,
  isInvite,
  lockPendingRegistration,
  type PendingRegistration,
  type PendingSetup,
} from '../../../auth/sessions';
import { createPublishedAccess } from '../../../auth/published-access';
import { openChallenge, secondFactorRequired } from '../second-factor/challenges';
import { deleteUnfinishedFactors } from '../second-factor/factors';
import type { RegistrationGate } from './registration.sql';
import type { Origin } from '../../../platform/http/request-origin';
import { asRefused, recordSignInEvent, signInEvent } from '../sign-in-events';
import { actorOf, userOf, type Permissions, type Viewer } from '../../../data/tenancy/viewer';

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly termsAccepted: boolean;
}

export interface Accounts {
  /**
   * Registers a user and resolves with the token of a new session. If the session of `token` belongs to a browser that
   * opened an invite, the user joins the invite's organization. Otherwise, a new organization is created.
   */
  register(registration: Registration, token: string | undefined, origin: Origin): Promise<string>;
  /**
   * Signs in with a password. Throws `auth_second_factor_required` with a challenge if the account has a second factor.
   */
  signIn(email: string, password: string, token: string | undefined, origin: Origin): Promise<string>;
  /**
   * Sets a new password and ends all sessions. Resolves with the token of a new session. Throws the errors of
   * `assertOwnPassword` unless `current` is the user's password.
   */
  changePassword(
    viewer: Viewer,
    passwords: { readonly current: string | undefined; readonly next: string },
    token: string,
    origin: Origin,
  ): Promise<string>;
  signOut(userId: string, token: string, origin: Origin): Promise<void>;
}

export const defaultSetup = (): PendingSetup => ({
  organizationName: 'My organization',
  network: { id: randomUUID(), name: 'My network' },
});

export function createAccounts(prisma: PrismaClient, lock: LoginLock, gate: RegistrationGate): Accounts {
  const published = createPublishedAccess(prisma);

  return {
    async register({ email, password, termsAccepted }, token, origin) {
      assertPasswordPolicy('password', password);
      if (await prisma.user.findUnique({ where: { email }, select: { id: true } })) throw addressTaken(email);
      const passwordHash = await hashPassword(password);
      const termsAcceptedAt = termsAccepted ? new Date() : null;
      return openAccount(prisma, { email, passwordHash, termsAcceptedAt }, token, origin, async (tx) => {
        const pending = token ? await lockPendingRegistration(tx, token) : undefined;
        await assertMayRegister(tx, pending, gate);
        return placeOfPending(tx, pending ?? defaultSetup());
      });
    },

    async signIn(email, password, token, origin) {
      const checkPassword = async () => {
        const user = await prisma.user.findUnique({ where: { email } });
        return (await passwordMatches(user?.passwordHash, password)) && user ? user : undefined;
      };
      const record: RecordFailure = async (tx, _email, isLast) => {
        const currentUser = await tx.user.findUnique({ where: { email } });
        const why = { reason: 'wrong_password', locked: isLast };
        // A failed sign-in with an unknown address gets no audit event, because the address belongs to no organization.
        if (currentUser) await recordSignInEvent(tx, 'SignInRefused', currentUser, origin, why);
      };
      const user = await lock.attempt(email, checkPassword, record, ({ secondFactorAt }) => secondFactorAt === null);
      if (!user) {
        const isPending = await isRegistering(prisma, email, password);
        throw new AppError(isPending ? 'auth_email_verification_required' : 'auth_invalid_credentials');
      }
      const refuse = async (reason: string, code: ErrorCode): Promise<never> => {
        await inTransaction(prisma, (tx) => recordSignInEvent(tx, 'SignInRefused', user, origin, { reason }));
        throw new AppError(code);
      };
      if (!user.emailVerified) await refuse('email_not_verified', 'auth_email_verification_required');
      if (!origin.isLocal && (await published.refusesPassword(user, password)))
        await refuse('demo_local_only', 'auth_demo_local_only');
      if (user.secondFactorAt !== null)
        throw secondFactorRequired(await inTransaction(prisma, (tx) => openChallenge(tx, user)));
      return createRecordedSession(prisma, user, signInEvent('SignIn', user, origin), token);
    },

    async signOut(userId, token, origin) {
      const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
      await runAs({ actorType: 'User', organizationId: user.organizationId, userId }, () =>
        inTransaction(prisma, async (tx) => {
          await destroySession(tx, token);
          await recordSignInEvent(tx, 'SignOut', user, origin);
        }),
      );
    },

    async changePassword(viewer, { current, next }, token, origin) {
      // The policy is checked first. Otherwise, a new password that breaks it would turn the request into a test of the
      // current password that changes nothing.
      assertPasswordPolicy('new_password', next);
      const { userId, credentialId: sessionId } = userOf(viewer);
      const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
      const passwordInput = { sessionId, password: current, field: 'current_password' };
      await assertOwnPassword(prisma, lock, user, passwordInput, asRefused(user, origin, 'wrong_password'));
      const passwordHash = await hashPassword(next);
      const changing = () =>
        inTransaction(prisma, async (tx) => {
          // If two requests with the same current password run concurrently, one succeeds. The other fails, because its
          // current password has changed.
          const { count } = await tx.user.updateMany({
            where: { id: user.id, sessionEpoch: user.sessionEpoch },
            data: { passwordHash, sessionEpoch: { increment: 1 } },
          });
          if (count === 0) throw new AppError('auth_password_invalid');
          await tx.emailToken.deleteMany({ where: { userId: user.id } });
          await deleteUnfinishedFactors(tx, user.id);
          return createSession(tx, { id: user.id, sessionEpoch: user.sessionEpoch + 1 }, token);
        });
      return runAs(actorOf(viewer), changing);
    },
  };
}

/** Creates the error for a registration with an address that already has an account. */
export const addressTaken = (email: string): AppError =>
  new AppError('entity_already_exists', { entity: 'User', field: 'email', value: email });

/** Throws unless registration is open or the caller has an invite. */
export async function assertMayRegister(
  tx: Db,
  pending: PendingRegistration | undefined,
  gate: RegistrationGate,
): Promise<void> {
  if (pending && isInvite(pending)) return;
  if (!(await gate.isOpenTo(tx))) throw new AppError('auth_registration_disabled');
}

/**
 * Whether a registration with this address and password is pending. The result does not reveal whether the address has
 * an account.
 */
async function isRegistering(prisma: PrismaClient, email: string, password: string): Promise<boolean> {
  const pendingRegistration = await newestRegistration(prisma, email);
  return pendingRegistration !== null && passwordMatches(pendingRegistration.passwordHash, password);
}

export const newestRegistration = (prisma: PrismaClient, email: string) =>
  prisma.registration.findFirst({
    where: { email, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });

interface NewAccount {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly termsAcceptedAt: Date | null;
  readonly oidcProvider?: string;
  readonly oidcSubject?: string;
  readonly oidcLinkedAt?: Date;
}

/** The organization of a new user, and the user's rights in it. */
export interface Place {
  readonly organizationId: string;
  readonly permissions: Permissions;
  readonly networkIds: readonly string[];
}

/**
 * Finds the organization for a registration whose link in the mail was opened: the organization of the invite, or a new
 * one.
 */
export const placeOfPending = (tx: Db, pending: PendingRegistration): Promise<Place> =>
  isInvite(pending) ? takeInvite(tx, pending.inviteId) : createOrganization(tx, pending);

/** Creates a user in the organization that `placeOf` returns. Resolves with the token of the user's first session. */
export async function openAccount(
  prisma: PrismaClient,
  account: NewAccount,
  token: string | undefined,
  origin: Origin,
  placeOf: (tx: Db) => Promise<Place>,
): Promise<string> {
  const id = randomUUID();
  const opening = () =>
    inTransaction(prisma, async (tx) => {
      const { organizationId, permissions, networkIds } = await placeOf(tx);
      // `emailVerified` is always true: a service that sends mail has verified the address before, and a service
      // without mail cannot verify addresses.
      const user = await tx.user.create({ data: { id, organizationId, emailVerified: true, permissions, ...account } });
      await tx.userNetwork.createMany({
        data: networkIds.map((networkId) => ({ userId: user.id, networkId, organizationId })),
      });
      const { oidcProvider } = account;
      await recordSignInEvent(tx, 'SignIn', user, origin, oidcProvider ? { oidc_provider: oidcProvider } : {});
      return createSession(tx, user, token);
    });
  try {
    return await runAs({ actorType: 'User', userId: id }, opening);
  } catch (error) {
    // If two concurrent requests register the same address, the unique constraint lets only one of them succeed.
    throw (await isEmailTaken(prisma, error, account.email)) ? addressTaken(account.email) : error;
  }
}

async function createOrganization(tx: Db, { organizationName, network }: PendingSetup) {
  const { id: organizationId } = await tx.organization.create({ data: { name: organizationName } });
  await createNetwork(tx, { ...network, organizationId });
  // Owners have access to all networks, so they need no rows of network access.
  return { organizationId, permissions: 'Owner' as const, networkIds: [] };
}

export async function isEmailTaken(prisma: PrismaClient, error: unknown, email: string): Promise<boolean> {
  if (!isUniqueViolation(error)) return false;
  return (await prisma.user.count({ where: { email } })) > 0;
}
