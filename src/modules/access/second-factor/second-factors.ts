// The second factor of a user: setting one up, giving it, taking it away. Every proof is a new code, and no code is taken twice.
import type { LoginLock, RecordFailure } from '../../../auth/login-lock';
import { passwordMatches } from '../../../auth/passwords';
import { createSession } from '../../../auth/sessions';
import { actAs } from '../../../data/tenancy/acting';
import { recordAuditEvent } from '../../../data/tenancy/audit-events';
import { AppError } from '../../../errors';
import type { Prisma, PrismaClient, User } from '../../../generated/prisma/client';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import { recordSignIn, type Origin } from '../sign-in/sign-in-events';
import { challengeHash } from './challenges';
import { addressForApp, newRecoveryCodes, newSecret, readCode, stepOf, type GivenCode } from './codes';

type Tx = Prisma.TransactionClient;

/** The user of a session, which may be good for nothing but setting a factor up. */
export interface SessionUser {
  readonly userId: string;
  /** Id of the session. */
  readonly credentialId: string;
}

export interface SecondFactors {
  /** A secret for an authenticator app, shown this once; it counts when a code has been given. */
  begin(by: SessionUser, password: string | undefined, origin: Origin): Promise<{ secret: string; uri: string }>;
  /** All sessions end; answers with the token of a new one. */
  confirm(
    by: SessionUser,
    code: string,
    token: string,
    origin: Origin,
  ): Promise<{ token: string; recoveryCodes: string[] }>;
  replaceRecoveryCodes(by: SessionUser, code: string, origin: Origin): Promise<string[]>;
  remove(by: SessionUser, code: string, origin: Origin): Promise<void>;
  /** The token of a new session; the one that was sent is over. */
  finishSignIn(challenge: string, code: string, token: string | undefined, origin: Origin): Promise<string>;
}

/** Without a password to ask for, setting a factor up needs a session that is no older. */
const freshMs = 10 * 60_000;

const wrongCode = (): AppError => new AppError('auth_second_factor_invalid');
const alreadySet = (): AppError => new AppError('auth_second_factor_already_set');
const noneSet = (id: string): AppError => new AppError('entity_not_found', { entity: 'SecondFactor', id });

export function createSecondFactors(prisma: PrismaClient, lock: LoginLock, secretBox: SecretBox): SecondFactors {
  const userOf = ({ userId }: SessionUser) => prisma.user.findUniqueOrThrow({ where: { id: userId } });

  const opened = (userId: string, sealed: Uint8Array): string | undefined =>
    (secretBox.open(userId, sealed) as { readonly secret: string } | undefined)?.secret;

  /** What was proved, and with what; used up when the transaction is committed. */
  const prove = async (tx: Tx, userId: string, code: GivenCode): Promise<'app' | 'recovery_code' | undefined> => {
    if ('recoveryHash' in code) {
      const { count } = await tx.recoveryCode.deleteMany({ where: { userId, codeHash: code.recoveryHash } });
      return count === 1 ? 'recovery_code' : undefined;
    }
    const factor = await tx.secondFactor.findUnique({ where: { userId } });
    const secret = factor?.confirmedAt && opened(userId, factor.secret);
    const step = secret ? stepOf(secret, code.app) : undefined;
    if (!secret || step === undefined) return undefined;
    // Neither this code nor an older one is taken again: of two at once, one is. It is sealed anew, with today's key.
    const { count } = await tx.secondFactor.updateMany({
      where: { userId, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
      data: { lastStep: step, secret: secretBox.seal(userId, { secret }) },
    });
    return count === 1 ? 'app' : undefined;
  };

  const asRefused =
    (user: User, origin: Origin, reason: string): RecordFailure =>
    (tx, _email, isLast) =>
      recordSignIn(tx, 'SignInRefused', user, origin, { reason, locked: isLast });

  /** Wrong codes count as failed sign-ins do, in whatever request: guesses in one place lock the others. */
  const withProof = async <T>(
    user: User,
    text: string,
    origin: Origin,
    work: (tx: Tx, by: 'app' | 'recovery_code') => Promise<T>,
  ): Promise<T> => {
    const code = readCode('code', text);
    const tryIt = () =>
      actAs({ actorType: 'User', userId: user.id }, () =>
        prisma.$transaction(async (tx) => {
          const by = await prove(tx, user.id, code);
          return by && { answer: await work(tx, by) };
        }),
      );
    const done = await lock.attempt(user.email, tryIt, asRefused(user, origin, 'wrong_second_factor'));
    if (!done) throw wrongCode();
    return done.answer;
  };

  /** A session that somebody else has got hold of is not enough to lock its user out. */
  const assertItIsThem = async (
    user: User,
    { credentialId }: SessionUser,
    password: string | undefined,
    origin: Origin,
  ): Promise<void> => {
    const { passwordHash } = user;
    if (passwordHash === null) {
      const since = new Date(Date.now() - freshMs);
      const isFresh = (await prisma.session.count({ where: { id: credentialId, createdAt: { gt: since } } })) > 0;
      if (!isFresh) throw new AppError('auth_session_not_fresh');
      return;
    }
    if (password === undefined) throw new AppError('validation_required', { field: 'current_password' });
    const check = async () => (await passwordMatches(passwordHash, password)) || undefined;
    const isRight = await lock.attempt(user.email, check, asRefused(user, origin, 'wrong_password'));
    if (!isRight) throw new AppError('auth_password_invalid');
  };

  return {
    async begin(by, password, origin) {
      const user = await userOf(by);
      if (user.secondFactorAt !== null) throw alreadySet();
      await assertItIsThem(user, by, password, origin);
      const secret = newSecret();
      const data = { secret: secretBox.seal(user.id, { secret }), lastStep: null };
      const isReplaced = async () =>
        (await prisma.secondFactor.updateMany({ where: { userId: user.id, confirmedAt: null }, data })).count > 0;
      const isMade = async () =>
        (await prisma.secondFactor.createMany({ data: { userId: user.id, ...data }, skipDuplicates: true })).count > 0;
      // Of two that begin at once the last one's secret counts.
      if (!(await isReplaced()) && !(await isMade()) && !(await isReplaced())) throw alreadySet();
      return { secret, uri: addressForApp(secret, user.email) };
    },

    async confirm(by, text, token, origin) {
      const user = await userOf(by);
      if (user.secondFactorAt !== null) throw alreadySet();
      const waiting = await prisma.secondFactor.findFirst({ where: { userId: user.id, confirmedAt: null } });
      if (!waiting) throw noneSet(user.id);
      const code = readCode('code', text);
      const secret = opened(user.id, waiting.secret);
      const check = async () => (secret && 'app' in code ? stepOf(secret, code.app) : undefined);
      // Guesses count: a right one would make whoever has the session the one who has the factor.
      const step = await lock.attempt(user.email, check, asRefused(user, origin, 'wrong_second_factor'));
      if (step === undefined) throw wrongCode();
      const confirming = () =>
        prisma.$transaction(async (tx) => {
          const now = new Date();
          // The secret that the code is of: another one may have been begun meanwhile.
          const { count } = await tx.secondFactor.updateMany({
            where: { userId: user.id, confirmedAt: null, secret: waiting.secret },
            data: { confirmedAt: now, lastStep: step },
          });
          if (count === 0) throw wrongCode();
          const { sessionEpoch } = await tx.user.update({
            where: { id: user.id },
            data: { secondFactorAt: now, sessionEpoch: { increment: 1 } },
          });
          const recoveryCodes = await writeRecoveryCodes(tx, user.id);
          return { token: await createSession(tx, { id: user.id, sessionEpoch }, token), recoveryCodes };
        });
      return actAs({ actorType: 'User', userId: user.id }, confirming);
    },

    async replaceRecoveryCodes(by, text, origin) {
      const user = await userOf(by);
      if (user.secondFactorAt === null) throw noneSet(user.id);
      return withProof(user, text, origin, async (tx) => {
        const { id, email, organizationId } = user;
        const subject = { subjectType: 'User', subjectId: id, subjectName: email } as const;
        await recordAuditEvent(tx, { eventType: 'RecoveryCodesReplaced', organizationId, ...subject });
        return writeRecoveryCodes(tx, id);
      });
    },

    async remove(by, text, origin) {
      const user = await userOf(by);
      if (user.secondFactorAt === null) throw noneSet(user.id);
      await withProof(user, text, origin, async (tx) => {
        await removeSecondFactor(tx, user.id);
      });
    },

    async finishSignIn(challenge, text, token, origin) {
      const tokenHash = challengeHash(challenge);
      const waiting = await prisma.signInChallenge.findFirst({
        where: { tokenHash, expiresAt: { gt: new Date() } },
        include: { user: true },
      });
      const { user, sessionEpoch, oidcProvider } = waiting ?? {};
      // Another password, or none to ask for any more: the sign-in begins again.
      if (!user || user.sessionEpoch !== sessionEpoch || user.secondFactorAt === null)
        throw new AppError('auth_challenge_invalid');
      return withProof(user, text, origin, async (tx, by) => {
        // Of two at once the second waits here, and finds nothing left.
        const { count } = await tx.signInChallenge.deleteMany({ where: { tokenHash } });
        if (count === 0) throw new AppError('auth_challenge_invalid');
        const provider = oidcProvider == null ? {} : { oidc_provider: oidcProvider };
        await recordSignIn(tx, 'SignIn', user, origin, { ...provider, second_factor: by });
        return createSession(tx, { id: user.id, sessionEpoch }, token);
      });
    },
  };
}

async function writeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes();
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) });
  return codes;
}

/** With all that belongs to it; sign-ins under way begin again. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.secondFactor.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.signInChallenge.deleteMany({ where: { userId } });
  await tx.user.update({ where: { id: userId }, data: { secondFactorAt: null } });
}
