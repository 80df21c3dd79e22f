// Signs a user in with an identity at a provider: to the linked account, to the account with the same trusted address,
// or to a new account.
import { createSession, isInvite, lockPendingRegistration } from '../../../auth/sessions';
import { runAs } from '../../../data/acting';
import { AppError } from '../../../errors';
import { inTransaction } from '../../../data/transaction';
import type { Db } from '../../../data/tenancy/rows';
import type { PrismaClient, User } from '../../../generated/prisma/client';
import { openChallenge, secondFactorRequired } from '../second-factor/challenges';
import { deleteUnfinishedFactors } from '../second-factor/factors';
import { assertMayRegister, defaultSetup, openAccount, placeOfPending, type Place } from '../sign-in/accounts';
import type { RegistrationGate } from '../sign-in/registration.sql';
import type { Origin } from '../../../platform/http/request-origin';
import { recordSignInEvent } from '../sign-in-events';
import { oidcLinkColumns, setLink } from './oidc-links';
import type { Person, ProviderSettings } from './provider';
import { providerError } from './provider-configuration';

/** A browser that returns from its provider with an identity. */
interface Visit {
  readonly provider: ProviderSettings;
  readonly person: Person;
  /** Token of the session that the browser sent; undefined if the browser sent no session. */
  readonly token: string | undefined;
  readonly origin: Origin;
}

const ranks = ['Viewer', 'Member', 'Admin'] as const;

/**
 * Returns the highest role that the provider's settings give to the identity's groups; Viewer if none of the groups has
 * a role. Undefined if the settings give no roles to any group. Throws `auth_oidc_failed` if the settings give roles,
 * but the provider leaves the groups out of its responses: without its groups, an Admin would become a Viewer.
 */
function roleOf({ roles, groupsClaim }: ProviderSettings, { groups }: Person): (typeof ranks)[number] | undefined {
  if (roles.length === 0) return undefined;
  if (groups === undefined) {
    const reason = `the provider leaves the claim ${groupsClaim} out of its answers, and names another source of it in _claim_names`;
    throw providerError('auth_oidc_failed', new Error(reason));
  }
  const grantedRanks = roles.filter(({ group }) => groups.includes(group)).map(({ role }) => ranks.indexOf(role));
  return ranks[Math.max(0, ...grantedRanks)];
}

/** Whether the operator trusts this provider's statement that a user owns an e-mail address of this domain. */
const isTrustedFor = ({ domains }: ProviderSettings, email: string): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1));

/**
 * Removes password, sessions and unfinished second factors of an account that is being linked, and disables its API
 * keys. If the service sends no mail, it verifies no addresses: a stranger may have registered the account with
 * somebody else's address, and would otherwise keep access to it.
 */
async function reclaim(tx: Db, { id }: User): Promise<User> {
  await tx.userApiKey.updateMany({ where: { userId: id }, data: { isEnabled: false } });
  await tx.emailToken.deleteMany({ where: { userId: id } });
  await deleteUnfinishedFactors(tx, id);
  return tx.user.update({ where: { id }, data: { passwordHash: null, sessionEpoch: { increment: 1 } } });
}

/** Signs in the user of an account. Links the account with the identity first, unless the two are linked already. */
async function enter(prisma: PrismaClient, { provider, person, token, origin }: Visit, user: User): Promise<string> {
  const linkAndSignIn = () =>
    inTransaction(prisma, async (tx) => {
      const isNew = user.oidcProvider === null;
      if (isNew) await setLink(tx, user.id, oidcLinkColumns(provider, person));
      const { sessionEpoch } = isNew ? await reclaim(tx, user) : user;
      // Owners keep their role, and groups cannot make a user an Owner.
      const takesRole = user.organizationId === provider.organizationId && user.permissions !== 'Owner';
      const permissions = takesRole ? roleOf(provider, person) : undefined;
      if (permissions)
        await tx.user.updateMany({
          where: { id: user.id, permissions: { notIn: ['Owner', permissions] } },
          data: { permissions },
        });
      const current = { id: user.id, sessionEpoch };
      if (user.secondFactorAt !== null) return { challenge: await openChallenge(tx, current, provider.slug) };
      await recordSignInEvent(tx, 'SignIn', user, origin, { oidc_provider: provider.slug });
      return { session: await createSession(tx, current, token) };
    });
  const outcome = await runAs({ actorType: 'User', userId: user.id }, linkAndSignIn);
  if (outcome.challenge !== undefined) throw secondFactorRequired(outcome.challenge);
  return outcome.session;
}

/**
 * Creates an account for an identity with a verified address, if registration is allowed. Resolves with the token of a
 * new session.
 */
async function register(prisma: PrismaClient, gate: RegistrationGate, visit: Visit): Promise<string> {
  const { provider, person, token, origin } = visit;
  const { organizationId, domains } = provider;
  const { email } = person;
  if (email === undefined) throw new AppError('auth_email_verification_required');
  const joins = domains.length === 0 || isTrustedFor(provider, email);
  const placeOf = async (tx: Db): Promise<Place> => {
    const pending = token ? await lockPendingRegistration(tx, token) : undefined;
    if (organizationId !== undefined && joins && !(pending && isInvite(pending))) {
      if ((await tx.organization.count({ where: { id: organizationId } })) === 0)
        throw providerError('auth_oidc_failed', new Error(`there is no organization ${organizationId}`));
      return { organizationId, permissions: roleOf(provider, person) ?? 'Viewer', networkIds: [] };
    }
    await assertMayRegister(tx, pending, gate);
    return placeOfPending(tx, pending ?? defaultSetup());
  };
  const account = { email, passwordHash: null, termsAcceptedAt: null, ...oidcLinkColumns(provider, person) };
  return openAccount(prisma, account, token, origin, placeOf);
}

/**
 * Whether signing in may link an identity with the account that has the same verified address, without asking for
 * further proof.
 */
const isTheirs = (provider: ProviderSettings, user: User): boolean =>
  isTrustedFor(provider, user.email) &&
  user.emailVerified &&
  user.oidcProvider === null &&
  // Signing in does not link an account with a second factor. Only the user of the account can link it, in a session.
  user.secondFactorAt === null &&
  // If the provider belongs to an organization, it must not sign users in to accounts of other organizations.
  (provider.organizationId === undefined || user.organizationId === provider.organizationId);

/**
 * Signs in a user with an identity and resolves with the token of a new session. Ends the session that the browser
 * sent.
 */
export async function signInWithProvider(prisma: PrismaClient, gate: RegistrationGate, visit: Visit): Promise<string> {
  const { provider, person, origin } = visit;
  const link = { oidcProvider: provider.slug, oidcSubject: person.subject };
  // One statement finds the account by its link or by its address. Between two statements, a concurrent first sign-in
  // could create the account: it would then be found by its address only, and seem to belong to somebody else.
  const users = await prisma.user.findMany({
    where: person.email === undefined ? link : { OR: [link, { email: person.email }] },
  });
  const linkedUser = users.find((user) => user.oidcProvider === provider.slug && user.oidcSubject === person.subject);
  if (linkedUser) return enter(prisma, visit, linkedUser);
  const [userOfAddress] = users;
  if (userOfAddress && !isTheirs(provider, userOfAddress)) {
    const why = { reason: 'oidc_link_required', oidc_provider: provider.slug };
    await inTransaction(prisma, (tx) => recordSignInEvent(tx, 'SignInRefused', userOfAddress, origin, why));
    throw new AppError('auth_oidc_link_required');
  }
  try {
    return await (userOfAddress ? enter(prisma, visit, userOfAddress) : register(prisma, gate, visit));
  } catch (error) {
    // If this request failed because a concurrent first sign-in created or linked the account, signs in to that
    // account.
    const winner = await prisma.user.findFirst({ where: link });
    if (!winner) throw error;
    return enter(prisma, visit, winner);
  }
}
