// Whose account a person of a provider has: the linked one, one with an address that the provider is trusted for, or a new one.
import { createSession, takeRegistration, type PendingRegistration } from '../../../auth/sessions';
import { actAs } from '../../../data/tenancy/acting';
import { AppError } from '../../../errors';
import type { Prisma, PrismaClient, User } from '../../../generated/prisma/client';
import { recordSignIn, type Origin } from '../sign-in/sign-in-events';
import { defaultSetup, assertMayRegister, openAccount, placeOfPending, type Place } from '../sign-in/accounts';
import type { Person, ProviderSettings } from './provider';

export interface OidcAccounts {
  /** The token of a new session; the session that was sent is over. */
  signIn(provider: ProviderSettings, person: Person, token: string | undefined, origin: Origin): Promise<string>;
  link(provider: ProviderSettings, person: Person, userId: string): Promise<void>;
  unlink(userId: string): Promise<void>;
  /** Ends all sessions of the person; answers nothing, as the provider need not know whether there were any. */
  signOut(slug: string, subject: string): Promise<void>;
}

const ranks = ['Viewer', 'Member', 'Admin'] as const;

/** The highest role of the person's groups; undefined where the operator gives none by groups. */
function roleOf({ roles }: ProviderSettings, { groups }: Person): (typeof ranks)[number] | undefined {
  if (roles.length === 0) return undefined;
  const held = roles.filter(({ group }) => groups.includes(group)).map(({ role }) => ranks.indexOf(role));
  return ranks[Math.max(0, ...held)];
}

/** Whether the provider answers for the domain of the address. */
const isTrustedFor = ({ domains }: ProviderSettings, email: string | undefined): email is string =>
  email !== undefined && domains.includes(email.slice(email.lastIndexOf('@') + 1));

export function createOidcAccounts(prisma: PrismaClient, mayFound: boolean): OidcAccounts {
  const linked = (slug: string, subject: string) =>
    prisma.user.findUnique({ where: { oidcProvider_oidcSubject: { oidcProvider: slug, oidcSubject: subject } } });

  /** Only what this very person is linked to, in one statement: of two at once one links. */
  const setLink = async (tx: Prisma.TransactionClient, { slug }: ProviderSettings, { subject }: Person, id: string) => {
    const { count } = await tx.user.updateMany({
      where: { id, oidcProvider: null },
      data: { oidcProvider: slug, oidcSubject: subject, oidcLinkedAt: new Date() },
    });
    if (count === 0) throw new AppError('auth_oidc_already_linked');
  };

  const enter = async (
    provider: ProviderSettings,
    person: Person,
    user: User,
    token: string | undefined,
    origin: Origin,
  ) =>
    actAs({ actorType: 'User', userId: user.id }, () =>
      prisma.$transaction(async (tx) => {
        if (user.oidcProvider === null) await setLink(tx, provider, person, user.id);
        const permissions = roleOf(provider, person);
        // Owners are made by Owners: the last one stays, and no group makes another.
        if (permissions && user.organizationId === provider.organizationId)
          await tx.user.updateMany({
            where: { id: user.id, permissions: { notIn: ['Owner', permissions] } },
            data: { permissions },
          });
        await recordSignIn(tx, 'SignIn', user, origin, { oidc_provider: provider.slug });
        return createSession(tx, user, token);
      }),
    );

  /**
   * The account, without what anybody but the person of the address may have of it: without mail nobody had to show that
   * the address was theirs, so a password, a session or a key may be a stranger's, who would get the person's rights.
   */
  const reclaimed = async ({ id }: User): Promise<User> =>
    actAs({ actorType: 'User', userId: id }, () =>
      prisma.$transaction(async (tx) => {
        await tx.userApiKey.deleteMany({ where: { userId: id } });
        await tx.emailToken.deleteMany({ where: { userId: id } });
        return tx.user.update({ where: { id }, data: { passwordHash: null, sessionEpoch: { increment: 1 } } });
      }),
    );

  /** A new account of a verified address, where the person may have one. */
  const register = async (
    provider: ProviderSettings,
    person: Person,
    token: string | undefined,
    origin: Origin,
  ): Promise<string> => {
    const { organizationId, domains } = provider;
    const { email } = person;
    if (email === undefined) throw new AppError('auth_email_verification_required');
    const joins = organizationId !== undefined && (domains.length === 0 || isTrustedFor(provider, email));
    const link = { oidcProvider: provider.slug, oidcSubject: person.subject, oidcLinkedAt: new Date() };
    const place = async (tx: Prisma.TransactionClient): Promise<Place> => {
      const pending: PendingRegistration | undefined = token ? await takeRegistration(tx, token) : undefined;
      if (joins && !(pending && 'inviteId' in pending))
        return { organizationId, permissions: roleOf(provider, person) ?? 'Viewer', networkIds: [] };
      assertMayRegister(pending, mayFound);
      return placeOfPending(tx, pending ?? defaultSetup());
    };
    const account = { email, passwordHash: null, termsAcceptedAt: null, ...link };
    return openAccount(prisma, account, token, origin, place);
  };

  return {
    async signIn(provider, person, token, origin) {
      const own = await linked(provider.slug, person.subject);
      if (own) return enter(provider, person, own, token, origin);
      const known = person.email ? await prisma.user.findUnique({ where: { email: person.email } }) : null;
      if (!known) return register(provider, person, token, origin);
      // An address that matches is no proof, unless the operator trusts the provider for its domain and the account has
      // shown the address to be its own.
      const isTheirs = isTrustedFor(provider, person.email) && known.emailVerified && known.oidcProvider === null;
      if (!isTheirs) throw new AppError('auth_oidc_link_required');
      return enter(provider, person, await reclaimed(known), token, origin);
    },

    async link(provider, person, userId) {
      const other = await linked(provider.slug, person.subject);
      if (other) throw new AppError('auth_oidc_already_linked');
      await actAs({ actorType: 'User', userId }, () =>
        prisma.$transaction((tx) => setLink(tx, provider, person, userId)),
      );
    },

    async unlink(userId) {
      const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
      // Without either there would be no way in.
      if (user.passwordHash === null) throw new AppError('auth_password_required');
      await actAs({ actorType: 'User', userId }, () =>
        prisma.user.updateMany({
          where: { id: userId, passwordHash: { not: null } },
          data: { oidcProvider: null, oidcSubject: null, oidcLinkedAt: null },
        }),
      );
    },

    async signOut(slug, subject) {
      const user = await linked(slug, subject);
      if (user) await prisma.user.update({ where: { id: user.id }, data: { sessionEpoch: { increment: 1 } } });
    },
  };
}
