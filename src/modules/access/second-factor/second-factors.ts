// The second factor of a user: the authenticator app, recovery codes, and completing a sign-in. Each code can be used
// once.
import { createSession } from '../../../auth/sessions';
import { runAs } from '../../../data/acting';
import { lockUser } from './user-lock.sql';
import { AppError } from '../../../errors';
import { inTransaction } from '../../../data/transaction';
import type { PrismaClient } from '../../../generated/prisma/client';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import type { Origin } from '../../../platform/http/request-origin';
import { recordSignInEvent } from '../sign-in-events';
import { findChallenge } from './challenges';
import { addressForApp, newSecret, readCode, findTotpStep } from './codes';
import {
  readFactors,
  protectUser,
  recordFactorEvent,
  settleRemoval,
  writeRecoveryCodes,
  type Factors,
  type Protected,
} from './factors';
import { openedSecret, wrongCode, type Proof, type Proofs, type Reason, type SessionUser } from './proofs';

export interface SecondFactors {
  factors(userId: string): Promise<Factors>;
  /**
   * Creates a secret for an authenticator app and returns it once. The app becomes active when `confirm` is called with
   * a code of the app.
   */
  begin(by: SessionUser, reason: Reason, origin: Origin): Promise<{ secret: string; uri: string }>;
  /**
   * Activates the authenticator app. All sessions end. Resolves with the token of a new session, and recovery codes.
   */
  confirm(by: SessionUser, code: string, token: string, origin: Origin): Promise<Protected>;
  replaceRecoveryCodes(by: SessionUser, proof: Proof, origin: Origin): Promise<string[]>;
  /** Removes the authenticator app; passkeys stay. */
  remove(by: SessionUser, proof: Proof, origin: Origin): Promise<void>;
  /** Completes a sign-in. Resolves with the token of a new session; the client's previous session ends. */
  finishSignIn(challenge: string, proof: Proof, token: string | undefined, origin: Origin): Promise<string>;
}

const alreadySet = (): AppError => new AppError('auth_second_factor_already_set');
const noneSet = (id: string): AppError => new AppError('entity_not_found', { entity: 'SecondFactor', id });

export function createSecondFactors(prisma: PrismaClient, proofs: Proofs, secretBox: SecretBox): SecondFactors {
  const userOf = ({ userId }: SessionUser) => prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const hasApp = async (userId: string) =>
    (await prisma.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) > 0;

  return {
    factors: (userId) => readFactors(prisma, userId),

    async begin(by, reason, origin) {
      const user = await userOf(by);
      if (await hasApp(user.id)) throw alreadySet();
      await proofs.assertMayAddFactor(user, by, reason, origin);
      const secret = newSecret();
      const data = { secret: secretBox.seal(user.id, { secret }), lastStep: null };
      const isReplaced = async () =>
        (await prisma.secondFactor.updateMany({ where: { userId: user.id, confirmedAt: null }, data })).count > 0;
      const isMade = async () =>
        (await prisma.secondFactor.createMany({ data: { userId: user.id, ...data }, skipDuplicates: true })).count > 0;
      // If two requests set up an app at the same time, the later request replaces the secret of the earlier request.
      if (!(await isReplaced()) && !(await isMade()) && !(await isReplaced())) throw alreadySet();
      return { secret, uri: addressForApp(secret, user.email) };
    },

    async confirm(by, text, token, origin) {
      const user = await userOf(by);
      const secondFactor = await prisma.secondFactor.findUnique({ where: { userId: user.id } });
      if (!secondFactor) throw noneSet(user.id);
      if (secondFactor.confirmedAt !== null) throw alreadySet();
      const code = readCode('code', text);
      const secret = openedSecret(secretBox, user.id, secondFactor.secret);
      // `guess` limits the number of wrong codes. Otherwise, a thief of the session could guess a code and take over
      // the factor.
      const step = await proofs.guess(user, origin, async () =>
        secret && 'app' in code ? findTotpStep(secret, code.app) : undefined,
      );
      const confirming = () =>
        inTransaction(prisma, async (tx) => {
          await lockUser(tx, user.id);
          // The app becomes active only if the stored secret is still the secret with which the code was checked.
          const { count } = await tx.secondFactor.updateMany({
            where: { userId: user.id, confirmedAt: null, secret: secondFactor.secret },
            data: { confirmedAt: new Date(), lastStep: step },
          });
          if (count === 0) throw wrongCode();
          // If the app is the user's first factor, a database trigger writes the audit event. If the user has passkeys
          // already, the trigger does not run, so the audit event is written here.
          if ((await readFactors(tx, user.id)).passkeys > 0)
            await recordFactorEvent(tx, 'SecondFactorSet', user, { factor: 'app' });
          return protectUser(tx, user.id, token);
        });
      return runAs({ actorType: 'User', userId: user.id }, confirming);
    },

    async replaceRecoveryCodes(by, proof, origin) {
      const user = await userOf(by);
      if (user.secondFactorAt === null) throw noneSet(user.id);
      return proofs.withProof(user, proof, origin, async (tx) => {
        await recordFactorEvent(tx, 'RecoveryCodesReplaced', user);
        return writeRecoveryCodes(tx, user.id);
      });
    },

    async remove(by, proof, origin) {
      const user = await userOf(by);
      if (!(await hasApp(user.id))) throw noneSet(user.id);
      await proofs.withProof(user, proof, origin, async (tx) => {
        await tx.secondFactor.deleteMany({ where: { userId: user.id } });
        if (!(await settleRemoval(tx, user.id)))
          await recordFactorEvent(tx, 'SecondFactorRemoved', user, { factor: 'app' });
      });
    },

    async finishSignIn(challenge, proof, token, origin) {
      const { user, tokenHash, sessionEpoch, oidcProvider } = await findChallenge(prisma, challenge);
      return proofs.withProof(user, proof, origin, async (tx, by) => {
        // If two requests use the challenge concurrently, the second waits for the first, and then finds no challenge
        // to delete.
        const { count } = await tx.signInChallenge.deleteMany({ where: { tokenHash } });
        if (count === 0) throw new AppError('auth_challenge_invalid');
        const provider = oidcProvider === null ? {} : { oidc_provider: oidcProvider };
        await recordSignInEvent(tx, 'SignIn', user, origin, { ...provider, second_factor: by });
        return createSession(tx, { id: user.id, sessionEpoch }, token);
      });
    },
  };
}
