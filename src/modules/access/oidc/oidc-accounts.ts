// Whose account a person of a provider has: the linked one, one with an address that the provider is trusted for, or a new one.
import { createSession, isInvite, takeRegistration } from '../../../auth/sessions';
import { actAs } from '../../../data/acting';
import { AppError } from '../../../errors';
import type { Prisma, PrismaClient, User } from '../../../generated/prisma/client';
import { openChallenge, secondFactorRequired } from '../second-factor/challenges';
import type { RegistrationGate } from '../sign-in/registration.sql';
import { recordSignIn, type Origin } from '../sign-in-events';
import { assertMayRegister, defaultSetup, openAccount, placeOfPending, type Place } from '../sign-in/accounts';
import { failed, type Logout, type Person, type ProviderSettings } from './provider';

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

const ranks = ['Viewer', 'Member', 'Admin'] as const;

/** The highest role of the person's groups; undefined where the operator gives none by groups. */
function roleOf({ roles }: ProviderSettings, { groups }: Person): (typeof ranks)[number] | undefined {
  if (roles.length === 0) return undefined;
  const held = roles.filter(({ group }) => groups.includes(group)).map(({ role }) => ranks.indexOf(role));
  return ranks[Math.max(0, ...held)];
}

/** Whether the provider answers for the domain of the address. */
const isTrustedFor = ({ domains }: ProviderSettings, email: string): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1));

const linkTo = ({ slug }: ProviderSettings, { subject }: Person) => ({
  ...{ oidcProvider: slug, oidcSubject: subject, oidcLinkedAt: new Date() },
});

// eslint-disable-next-line max-lines-per-function -- four operations on accounts, over the same steps
export function createOidcAccounts(prisma: PrismaClient, gate: RegistrationGate): OidcAccounts {
  const linked = (slug: string, subject: string) =>
    prisma.user.findUnique({ where: { oidcProvider_oidcSubject: { oidcProvider: slug, oidcSubject: subject } } });

  /** In one statement: of two links of an account at once, or of two accounts to one person, one is made. */
  const setLink = async (db: PrismaClient | Prisma.TransactionClient, id: string, link: ReturnType<typeof linkTo>) => {
    const isPersonTaken = (error: unknown) => (error as { code?: string }).code === 'P2002';
    const set = db.user.updateMany({ where: { id, oidcProvider: null }, data: link });
    const { count } = await set.catch((error: unknown) => {
      throw isPersonTaken(error) ? new AppError('auth_oidc_already_linked') : error;
    });
    if (count === 0) throw new AppError('auth_oidc_already_linked');
  };

  /**
   * Takes from an account what may be a stranger's: where no mail is sent anybody may have registered the address before
   * its owner, and would get the owner's rights by a password, session or key of then.
   */
  const reclaim = async (tx: Prisma.TransactionClient, { id }: User): Promise<User> => {
    await tx.userApiKey.updateMany({ where: { userId: id }, data: { isEnabled: false } });
    await tx.emailToken.deleteMany({ where: { userId: id } });
    return tx.user.update({ where: { id }, data: { passwordHash: null, sessionEpoch: { increment: 1 } } });
  };

  /** The user is linked to the person, or is to be. */
  const enter = async (
    provider: ProviderSettings,
    person: Person,
    user: User,
    token: string | undefined,
    origin: Origin,
  ): Promise<string> => {
    const entering = () =>
      prisma.$transaction(async (tx) => {
        const isNew = user.oidcProvider === null;
        if (isNew) await setLink(tx, user.id, linkTo(provider, person));
        const { sessionEpoch } = isNew ? await reclaim(tx, user) : user;
        const permissions = roleOf(provider, person);
        // Owners are made by Owners: the last one stays, and no group makes another.
        if (permissions && user.organizationId === provider.organizationId)
          await tx.user.updateMany({
            where: { id: user.id, permissions: { notIn: ['Owner', permissions] } },
            data: { permissions },
          });
        const current = { id: user.id, sessionEpoch };
        if (user.secondFactorAt !== null) return { challenge: await openChallenge(tx, current, provider.slug) };
        await recordSignIn(tx, 'SignIn', user, origin, { oidc_provider: provider.slug });
        return { session: await createSession(tx, current, token) };
      });
    const done = await actAs({ actorType: 'User', userId: user.id }, entering);
    if (done.challenge !== undefined) throw secondFactorRequired(done.challenge);
    return done.session;
  };

  /** A new account of a verified address, where the person may have one. */
  const register = (
    provider: ProviderSettings,
    person: Person,
    token: string | undefined,
    origin: Origin,
  ): Promise<string> => {
    const { organizationId, domains } = provider;
    const { email } = person;
    if (email === undefined) throw new AppError('auth_email_verification_required');
    const joins = domains.length === 0 || isTrustedFor(provider, email);
    const placeOf = async (tx: Prisma.TransactionClient): Promise<Place> => {
      const pending = token ? await takeRegistration(tx, token) : undefined;
      if (organizationId !== undefined && joins && !(pending && isInvite(pending))) {
        if ((await tx.organization.count({ where: { id: organizationId } })) === 0)
          throw failed('auth_oidc_failed', new Error(`there is no organization ${organizationId}`));
        return { organizationId, permissions: roleOf(provider, person) ?? 'Viewer', networkIds: [] };
      }
      await assertMayRegister(tx, pending, gate);
      return placeOfPending(tx, pending ?? defaultSetup());
    };
    const account = { email, passwordHash: null, termsAcceptedAt: null, ...linkTo(provider, person) };
    return openAccount(prisma, account, token, origin, placeOf);
  };

  /** Whether a person whose verified address is the account's gets it: by a provider that is trusted for the address. */
  const isTheirs = (provider: ProviderSettings, known: User): boolean =>
    isTrustedFor(provider, known.email) &&
    known.emailVerified &&
    known.oidcProvider === null &&
    // Its user has set one up on purpose, and can give it: they link the provider in a session.
    known.secondFactorAt === null &&
    // One of another organization is a stranger's, who would have the person among their own people.
    (provider.organizationId === undefined || known.organizationId === provider.organizationId);

  return {
    async signIn(provider, person, token, origin) {
      const link = { oidcProvider: provider.slug, oidcSubject: person.subject };
      // In one statement: between two, another first visit would make the account, which would look like a stranger's.
      const users = await prisma.user.findMany({
        where: person.email === undefined ? link : { OR: [link, { email: person.email }] },
      });
      const own = users.find((user) => user.oidcProvider === provider.slug && user.oidcSubject === person.subject);
      if (own) return enter(provider, person, own, token, origin);
      const [known] = users;
      if (known && !isTheirs(provider, known)) {
        const why = { reason: 'oidc_link_required', oidc_provider: provider.slug };
        await prisma.$transaction((tx) => recordSignIn(tx, 'SignInRefused', known, origin, why));
        throw new AppError('auth_oidc_link_required');
      }
      try {
        return await (known
          ? enter(provider, person, known, token, origin)
          : register(provider, person, token, origin));
      } catch (error) {
        // Of two first visits of a person at once, one has made or linked the account.
        const made = await linked(provider.slug, person.subject);
        if (!made) throw error;
        return enter(provider, person, made, token, origin);
      }
    },

    async link(provider, person, userId) {
      await actAs({ actorType: 'User', userId }, () => setLink(prisma, userId, linkTo(provider, person)));
    },

    async unlink(slug, userId) {
      const notLinked = new AppError('entity_not_found', { entity: 'OidcProvider', id: slug });
      // What PostgreSQL cannot store is in no slug.
      if (slug.includes('\0')) throw notLinked;
      const unlinking = () =>
        prisma.user.updateMany({
          // Without either there would be no way in.
          where: { id: userId, oidcProvider: slug, passwordHash: { not: null } },
          data: { oidcProvider: null, oidcSubject: null, oidcLinkedAt: null },
        });
      const { count } = await actAs({ actorType: 'User', userId }, unlinking);
      if (count > 0) return;
      const isLinked = (await prisma.user.count({ where: { id: userId, oidcProvider: slug } })) > 0;
      throw isLinked ? new AppError('auth_password_required') : notLinked;
    },

    signOut(slug, { subject, tokenHash, expiresAt }, origin) {
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
    },
  };
}
