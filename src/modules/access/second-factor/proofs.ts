// Verifies proofs of a user's identity beyond the session: a code, a passkey, or the password of a user without a
// second factor.
import { assertOwnPassword, type LoginLock } from '../../../auth/login-lock';
import { runAs } from '../../../data/acting';
import { lockUser } from './user-lock.sql';
import { AppError } from '../../../errors';
import type { Db } from '../../../data/tenancy/rows';
import { inTransaction } from '../../../data/transaction';
import type { PrismaClient, User } from '../../../generated/prisma/client';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import type { Origin } from '../../../platform/http/request-origin';
import { asRefused } from '../sign-in-events';
import { readCode, findTotpStep, type GivenCode } from './codes';
import { countAnswer, judgeAnswer, refuseCopy, type PasskeyAnswer } from './passkey-answers';

/** The user of a session. The session may be limited to setting up a second factor. */
export interface SessionUser {
  readonly userId: string;
  /** The session's id. */
  readonly credentialId: string;
}

/** A proof of the caller's identity: a code of an app, a recovery code, or a passkey response. */
export type Proof = { readonly code: string } | PasskeyAnswer;
export type ProofMethod = 'app' | 'recovery_code' | 'passkey';

/**
 * What a user must send to add a second factor: a proof by an existing factor, or the password if the user has no
 * factor.
 */
export interface Reason {
  readonly password: string | undefined;
  readonly proof: Proof | undefined;
}

export interface Proofs {
  /** Verifies the proof and runs `work` in the same transaction that makes the proof unusable for further requests. */
  withProof<T>(user: User, proof: Proof, origin: Origin, work: (tx: Db, by: ProofMethod) => Promise<T>): Promise<T>;
  /**
   * Throws unless the user sends a valid proof or, without a second factor, the password. If a user has neither a
   * factor nor a password, the session must be at most ten minutes old. Otherwise, a thief of a session could add a
   * factor and lock the user out.
   */
  assertMayAddFactor(user: User, by: SessionUser, reason: Reason, origin: Origin): Promise<void>;
  /**
   * Runs the check of a code, and counts a wrong code as a failed sign-in. Throws if the code is wrong or if too many
   * sign-ins failed.
   */
  guess(user: User, origin: Origin, check: () => Promise<number | undefined>): Promise<number>;
}

export const wrongCode = (): AppError => new AppError('auth_second_factor_invalid');

const asUser = <T>({ id }: User, work: () => Promise<T>): Promise<T> => runAs({ actorType: 'User', userId: id }, work);

/** Decrypts the secret of an authenticator app; undefined if no key of the service decrypts the secret. */
export const openedSecret = (secretBox: SecretBox, userId: string, sealedSecret: Uint8Array): string | undefined =>
  (secretBox.open(userId, sealedSecret) as { readonly secret: string } | undefined)?.secret;

export function createProofs(prisma: PrismaClient, lock: LoginLock, secretBox: SecretBox): Proofs {
  /**
   * Verifies a code and makes it unusable, in the transaction. Resolves with the kind of the code; undefined if the
   * code is invalid.
   */
  const takeCode = async (tx: Db, userId: string, code: GivenCode): Promise<ProofMethod | undefined> => {
    if ('recoveryHash' in code) {
      const { count } = await tx.recoveryCode.deleteMany({ where: { userId, codeHash: code.recoveryHash } });
      return count === 1 ? 'recovery_code' : undefined;
    }
    const factor = await tx.secondFactor.findUnique({ where: { userId } });
    const secret = factor?.confirmedAt && openedSecret(secretBox, userId, factor.secret);
    const step = secret ? findTotpStep(secret, code.app) : undefined;
    if (!secret || step === undefined) return undefined;
    // A code of an app is valid for one time step (RFC 6238). The code is accepted only if its step is newer than the
    // last accepted step. So no code is accepted twice, not even by two concurrent requests.
    const { count } = await tx.secondFactor.updateMany({
      where: { userId, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
      data: { lastStep: step, secret: secretBox.seal(userId, { secret }) },
    });
    return count === 1 ? 'app' : undefined;
  };

  /**
   * Runs `work` if the passkey's signature is valid. Unlike wrong codes, invalid signatures do not count as failed
   * sign-ins: a signature cannot be guessed.
   */
  const withPasskey: <T>(
    user: User,
    answer: PasskeyAnswer,
    origin: Origin,
    work: (tx: Db, by: ProofMethod) => Promise<T>,
  ) => Promise<T> = async (user, answer, origin, work) => {
    const signature = await judgeAnswer(prisma, answer, origin, user.id);
    const isDone = await asUser(user, () =>
      inTransaction(prisma, async (tx) => {
        await lockUser(tx, user.id);
        return (await countAnswer(tx, signature)) && { answer: await work(tx, 'passkey') };
      }),
    );
    if (!isDone) return refuseCopy(prisma, signature, origin);
    await prisma.loginFailure.deleteMany({ where: { email: user.email } });
    return isDone.answer;
  };

  const withProof: Proofs['withProof'] = async (user, proof, origin, work) => {
    if (!('code' in proof)) return withPasskey(user, proof, origin, work);
    const code = readCode('code', proof.code);
    const tryIt = () =>
      asUser(user, () =>
        inTransaction(prisma, async (tx) => {
          await lockUser(tx, user.id);
          const by = await takeCode(tx, user.id, code);
          return by && { answer: await work(tx, by) };
        }),
      );
    // A wrong code counts as a failed sign-in, whatever the request is for. So nobody can guess codes with requests
    // other than the sign-in.
    const result = await lock.attempt(user.email, tryIt, asRefused(user, origin, 'wrong_second_factor'));
    if (!result) throw wrongCode();
    return result.answer;
  };

  return {
    withProof,

    async assertMayAddFactor(user, { credentialId }, { password, proof }, origin) {
      if (user.secondFactorAt !== null) {
        // A user who has a factor must prove it, the password is not enough. Otherwise, someone with the session and
        // the password could add a factor and then remove the user's own.
        if (!proof) throw new AppError('validation_required', { field: 'code' });
        return withProof(user, proof, origin, async () => undefined);
      }
      const passwordInput = { sessionId: credentialId, password, field: 'current_password' };
      await assertOwnPassword(prisma, lock, user, passwordInput, asRefused(user, origin, 'wrong_password'));
    },

    async guess(user, origin, check) {
      const step = await lock.attempt(user.email, check, asRefused(user, origin, 'wrong_second_factor'));
      if (step === undefined) throw wrongCode();
      return step;
    },
  };
}
