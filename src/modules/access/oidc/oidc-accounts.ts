// Accounts and persons of a provider: signing in, linking, unlinking, and signing out at the provider.
import type { PrismaClient } from '../../../generated/prisma/client';
import type { RegistrationGate } from '../sign-in/registration.sql';
import { recordSignIn, type Origin } from '../sign-in-events';
import { link, unlink } from './oidc-links';
import { signInWithProvider } from './oidc-sign-in';
import type { Logout, Person, ProviderSettings } from './provider';

export interface OidcAccounts {
  /**
   * The token of a new session; the session that was sent is over. The provider is the first factor: where the account has a
   * second one, it is asked for (`auth_second_factor_required`, with the challenge).
   */
  signIn(provider: ProviderSettings, person: Person, token: string | undefined, origin: Origin): Promise<string>;
  link(provider: ProviderSettings, person: Person, userId: string): Promise<void>;
  unlink(slug: string, userId: string): Promise<void>;
  /** Ends all sessions of the person, who may have none; false: this logout was heard before. */
  signOut(slug: string, logout: Logout, origin: Origin): Promise<boolean>;
}

export function createOidcAccounts(prisma: PrismaClient, gate: RegistrationGate): OidcAccounts {
  return {
    signIn: (provider, person, token, origin) => signInWithProvider(prisma, gate, { provider, person, token, origin }),
    link: (provider, person, userId) => link(prisma, provider, person, userId),
    unlink: (slug, userId) => unlink(prisma, slug, userId),
    signOut: (slug, logout, origin) => signOut(prisma, slug, logout, origin),
  };
}

function signOut(
  prisma: PrismaClient,
  slug: string,
  { subject, tokenHash, expiresAt }: Logout,
  origin: Origin,
): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    await tx.oidcLogout.deleteMany({ where: { expiresAt: { lt: new Date() } } });
    const { count } = await tx.oidcLogout.createMany({ data: { tokenHash, expiresAt }, skipDuplicates: true });
    if (count === 0) return false;
    const user = await tx.user.findUnique({
      where: { oidcProvider_oidcSubject: { oidcProvider: slug, oidcSubject: subject } },
    });
    if (!user) return true;
    await tx.user.update({ where: { id: user.id }, data: { sessionEpoch: { increment: 1 } } });
    await recordSignIn(tx, 'SignOut', user, origin, { oidc_provider: slug });
    return true;
  });
}
