// Accounts: registering one with its organization and first network, checking a sign-in, changing a password.
import { randomUUID } from 'node:crypto';
import { AppError } from '../errors';
import type { PrismaClient } from '../generated/prisma/client';
import { createNetwork } from '../tenancy/create-network';
import { createLoginLock } from './login-lock';
import { assertPasswordPolicy, hashPassword, passwordMatches } from './passwords';
import { createSession, takeSetup, type PendingSetup } from './sessions';
import { userOf, type Viewer } from './viewer';

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly termsAccepted: boolean;
}

export interface Accounts {
  /** All three answer with the token of a new session; the session that was sent is over. */
  register(registration: Registration, token: string | undefined): Promise<string>;
  signIn(email: string, password: string, token: string | undefined): Promise<string>;
  changePassword(viewer: Viewer, current: string | undefined, wanted: string, token: string): Promise<string>;
}

const defaultSetup = (): PendingSetup => ({
  organizationName: 'My organization',
  network: { id: randomUUID(), name: 'My network' },
});

export function createAccounts(prisma: PrismaClient): Accounts {
  const lock = createLoginLock(prisma);

  return {
    async register({ email, password, termsAccepted }, token) {
      assertPasswordPolicy('password', password);
      const taken = new AppError('entity_already_exists', { entity: 'User', field: 'email', value: email });
      if (await prisma.user.findUnique({ where: { email }, select: { id: true } })) throw taken;
      const passwordHash = await hashPassword(password);
      try {
        return await prisma.$transaction(async (tx) => {
          const setup = (token && (await takeSetup(tx, token))) || defaultSetup();
          const organization = await tx.organization.create({ data: { name: setup.organizationName } });
          await createNetwork(tx, { ...setup.network, organizationId: organization.id });
          const user = await tx.user.create({
            data: {
              organizationId: organization.id,
              email,
              // Without a mail service nobody could answer a verification.
              emailVerified: true,
              passwordHash,
              permissions: 'Owner',
              termsAcceptedAt: termsAccepted ? new Date() : null,
            },
          });
          return createSession(tx, user, token);
        });
      } catch (error) {
        // Two registrations of one address at once: the database lets one through.
        throw (await isEmailTaken(prisma, error, email)) ? taken : error;
      }
    },

    async signIn(email, password, token) {
      const user = await lock.attempt(email, async () => {
        const found = await prisma.user.findUnique({ where: { email } });
        return (await passwordMatches(found?.passwordHash, password)) && found ? found : undefined;
      });
      if (!user) throw new AppError('auth_invalid_credentials');
      if (!user.emailVerified) throw new AppError('auth_email_verification_required');
      return createSession(prisma, user, token);
    },

    async changePassword(viewer, current, wanted, token) {
      const user = await prisma.user.findUniqueOrThrow({ where: { id: userOf(viewer).userId } });
      if (user.passwordHash !== null) {
        if (current === undefined) throw new AppError('validation_required', { field: 'current_password' });
        if (!(await passwordMatches(user.passwordHash, current))) throw new AppError('auth_password_invalid');
      }
      assertPasswordPolicy('new_password', wanted);
      const passwordHash = await hashPassword(wanted);
      return prisma.$transaction(async (tx) => {
        // Of two changes at once from the same current password, one wins: to the other it is current no longer.
        const { count } = await tx.user.updateMany({
          where: { id: user.id, sessionEpoch: user.sessionEpoch },
          data: { passwordHash, sessionEpoch: { increment: 1 } },
        });
        if (count === 0) throw new AppError('auth_password_invalid');
        return createSession(tx, { id: user.id, sessionEpoch: user.sessionEpoch + 1 }, token);
      });
    },
  };
}

async function isEmailTaken(prisma: PrismaClient, error: unknown, email: string): Promise<boolean> {
  if ((error as { code?: string }).code !== 'P2002') return false;
  return (await prisma.user.count({ where: { email } })) > 0;
}
