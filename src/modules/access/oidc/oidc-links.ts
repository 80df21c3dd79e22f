// Links accounts with identities at OpenID Connect providers. An account has at most one identity, and an identity at
// most one account.
import { isUniqueViolation } from '../../../data/tenancy/constraints';
import { runAs } from '../../../data/acting';
import { AppError } from '../../../errors';
import type { Db } from '../../../data/tenancy/rows';
import type { PrismaClient } from '../../../generated/prisma/client';
import type { Person, ProviderSettings } from './provider';

/** Returns the columns of an account that is linked to the identity. */
export const oidcLinkColumns = ({ slug }: ProviderSettings, { subject }: Person) => ({
  ...{ oidcProvider: slug, oidcSubject: subject, oidcLinkedAt: new Date() },
});

/**
 * Links the account by a single statement. If two concurrent requests link the same account or the same identity, only
 * one of them succeeds.
 */
export async function setLink(db: Db, id: string, link: ReturnType<typeof oidcLinkColumns>): Promise<void> {
  const set = db.user.updateMany({ where: { id, oidcProvider: null }, data: link });
  const { count } = await set.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('auth_oidc_already_linked') : error;
  });
  if (count === 0) throw new AppError('auth_oidc_already_linked');
}

/** Links the account of a session's user to a provider identity. */
export async function link(
  prisma: PrismaClient,
  provider: ProviderSettings,
  person: Person,
  userId: string,
): Promise<void> {
  await runAs({ actorType: 'User', userId }, () => setLink(prisma, userId, oidcLinkColumns(provider, person)));
}

export async function unlink(prisma: PrismaClient, slug: string, userId: string): Promise<void> {
  const notLinked = new AppError('entity_not_found', { entity: 'OidcProvider', id: slug });
  // PostgreSQL cannot store NUL, so no linked provider has this name.
  if (slug.includes('\0')) throw notLinked;
  const unlinking = () =>
    prisma.user.updateMany({
      // Unlinking requires that the account has a password. Otherwise its user could no longer sign in.
      where: { id: userId, oidcProvider: slug, passwordHash: { not: null } },
      data: { oidcProvider: null, oidcSubject: null, oidcLinkedAt: null },
    });
  const { count } = await runAs({ actorType: 'User', userId }, unlinking);
  if (count > 0) return;
  const isLinked = (await prisma.user.count({ where: { id: userId, oidcProvider: slug } })) > 0;
  throw isLinked ? new AppError('auth_password_required') : notLinked;
}
