// Operations on accounts with OpenID Connect identities: sign-in, linking, unlinking, and back-channel logout.
import { inTransaction } from '../../../data/transaction';
import type { PrismaClient } from '../../../generated/prisma/client';
import type { RegistrationGate } from '../sign-in/registration.sql';
import type { Origin } from '../../../platform/http/request-origin';
import { recordSignInEvent } from '../sign-in-events';
import { link, unlink } from './oidc-links';
import { signInWithProvider } from './oidc-sign-in';
import type { Logout, Person, ProviderSettings } from './provider';

export interface OidcAccounts {
  /**
   * Resolves with the token of a new session, and ends the session of `token`. The provider's answer counts as the
   * first factor. If the account has a second factor, throws `auth_second_factor_required` with a challenge.
   */
  signIn(provider: ProviderSettings, person: Person, token: string | undefined, origin: Origin): Promise<string>;
  link(provider: ProviderSettings, person: Person, userId: string): Promise<void>;
  unlink(slug: string, userId: string): Promise<void>;
  /** Ends all sessions of the user with this identity. Resolves with false if the logout token was used before. */
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
  return inTransaction(prisma, async (tx) => {
    await tx.oidcLogout.deleteMany({ where: { expiresAt: { lt: new Date() } } });
    const { count } = await tx.oidcLogout.createMany({ data: { tokenHash, expiresAt }, skipDuplicates: true });
    if (count === 0) return false;
    const user = await tx.user.findFirst({ where: { oidcProvider: slug, oidcSubject: subject } });
    if (!user) return true;
    await tx.user.update({ where: { id: user.id }, data: { sessionEpoch: { increment: 1 } } });
    await recordSignInEvent(tx, 'SignOut', user, origin, { oidc_provider: slug });
    return true;
  });
}
