// A user's passkeys: adding, naming and removing them, challenges, and signing in with only a passkey.
import { randomBytes } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { createSession } from '../../../auth/sessions';
import { runAs } from '../../../data/acting';
import { lockUser } from './user-lock.sql';
import { AppError } from '../../../errors';
import type { Db } from '../../../data/tenancy/rows';
import { isUniqueViolation } from '../../../data/tenancy/constraints';
import { inTransaction } from '../../../data/transaction';
import type { Passkey, PrismaClient } from '../../../generated/prisma/client';
import { isUuid } from '../../../platform/text/validation';
import type { Origin } from '../../../platform/http/request-origin';
import { recordSignInEvent } from '../sign-in-events';
import { challengeLifetimeMs, findChallenge } from './challenges';
import { protectUser, recordFactorEvent, settleRemoval, type Protected } from './factors';
import { algorithms, countAnswer, invalidPasskey, judgeAnswer, judgeRegistration, refuseCopy } from './passkey-answers';
import type { PasskeyAnswer } from './passkey-answers';
import { openPasskeyChallenge, takePasskeyChallenge } from './passkey-challenges';
import { readChallenge, knownTransports } from './passkey-responses';
import type { Proof, Proofs, Reason, SessionUser } from './proofs';
import type { RelyingParty } from './relying-party';

export interface NewPasskey {
  readonly name: string;
  readonly response: RegistrationResponseJSON;
}

export interface Passkeys {
  list(userId: string): Promise<Passkey[]>;
  creationOptions(
    by: SessionUser,
    reason: Reason,
    party: RelyingParty,
    origin: Origin,
  ): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /**
   * Adds a passkey. If the user had no second factor before, all sessions end, and the result has the token of a new
   * session and recovery codes.
   */
  add(
    by: SessionUser,
    passkey: NewPasskey,
    party: RelyingParty,
    token: string,
  ): Promise<{ passkey: Passkey; first: Protected | undefined }>;
  rename(userId: string, id: string, name: string): Promise<Passkey>;
  remove(by: SessionUser, id: string, proof: Proof, origin: Origin): Promise<void>;
  /**
   * Resolves with the options for `navigator.credentials.get()` in the browser. The browser may use passkeys of one
   * user only: of the user with `userId`, or of the user whose sign-in (`challenge`) waits for a second factor. Without
   * both, it may use any passkey.
   */
  requestOptions(
    passkeyOwner: { readonly challenge?: string; readonly userId?: string },
    party: RelyingParty,
  ): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /**
   * Signs in with only a passkey. The passkey counts as two factors: the device, and the user's fingerprint, face or
   * PIN.
   */
  signIn(answer: PasskeyAnswer, token: string | undefined, origin: Origin): Promise<string>;
}

export const mostPasskeys = 20;
const handleBytes = 32;

const noPasskey = (id: string): AppError => new AppError('entity_not_found', { entity: 'Passkey', id });
const asDescriptor = ({ credentialId, transports }: Passkey) => ({
  id: Buffer.from(credentialId).toString('base64url'),
  transports: knownTransports.filter((transport) => transports.includes(transport)),
});
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const webauthn = () => import('@simplewebauthn/server');

async function assertRoom(db: Db, userId: string): Promise<void> {
  if ((await db.passkey.count({ where: { userId } })) >= mostPasskeys)
    throw new AppError('passkeys_exceeded', { max: mostPasskeys });
}

const passkeysOf = (prisma: PrismaClient, userId: string): Promise<Passkey[]> =>
  prisma.passkey.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });

export const createPasskeys = (prisma: PrismaClient, proofs: Proofs): Passkeys => ({
  list: (userId) => passkeysOf(prisma, userId),
  ...registration(prisma, proofs),
  ...changes(prisma, proofs),
  ...passkeySignIn(prisma),
});

/** The two steps in which a user adds a passkey: create options for the browser, then verify the browser's response. */
function registration(prisma: PrismaClient, proofs: Proofs): Pick<Passkeys, 'creationOptions' | 'add'> {
  return {
    async creationOptions(by, reason, party, origin) {
      const user = await prisma.user.findUniqueOrThrow({ where: { id: by.userId } });
      await assertRoom(prisma, user.id);
      await proofs.assertMayAddFactor(user, by, reason, origin);
      const passkeys = await passkeysOf(prisma, user.id);
      const userHandle = new Uint8Array(passkeys[0]?.userHandle ?? randomBytes(handleBytes));
      const challenge = await openPasskeyChallenge(prisma, { userId: user.id, userHandle });
      const { generateRegistrationOptions } = await webauthn();
      return generateRegistrationOptions({
        ...{ rpName: 'Netloom', rpID: party.id, userID: userHandle, userName: user.email, userDisplayName: user.email },
        ...{ challenge: bytesOf(challenge), timeout: challengeLifetimeMs, attestationType: 'none' },
        excludeCredentials: passkeys.map(asDescriptor),
        // `preferred`, not `required`: an older security key, which stores no passkeys and checks no PIN, can be added
        // too.
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        supportedAlgorithmIDs: algorithms,
      });
    },

    async add({ userId }, { name, response }, party, token) {
      const takenChallenge = await takePasskeyChallenge(prisma, readChallenge(response));
      if (takenChallenge.userHandle === null || takenChallenge.userId !== userId)
        throw new AppError('auth_challenge_invalid');
      const { userHandle } = takenChallenge;
      const columns = await judgeRegistration(response, party);
      const adding = () =>
        inTransaction(prisma, async (tx) => {
          await lockUser(tx, userId);
          await assertRoom(tx, userId);
          const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
          const passkey = await tx.passkey.create({ data: { userId, name, userHandle, ...columns } });
          await recordFactorEvent(tx, 'PasskeyAdded', user, { name });
          return { passkey, first: user.secondFactorAt === null ? await protectUser(tx, userId, token) : undefined };
        });
      try {
        return await runAs({ actorType: 'User', userId }, adding);
      } catch (error) {
        // For a passkey that exists, the error is the same as for an invalid passkey. So the error does not reveal that
        // the passkey exists.
        const isKnown = (await prisma.passkey.count({ where: { credentialId: columns.credentialId } })) > 0;
        throw isKnown && isUniqueViolation(error) ? invalidPasskey() : error;
      }
    },
  };
}

function changes(prisma: PrismaClient, proofs: Proofs): Pick<Passkeys, 'rename' | 'remove'> {
  return {
    async rename(userId, id, name) {
      const { count } = isUuid(id)
        ? await prisma.passkey.updateMany({ where: { id, userId }, data: { name } })
        : { count: 0 };
      const renamedPasskey = count > 0 && (await prisma.passkey.findFirst({ where: { id, userId } }));
      if (!renamedPasskey) throw noPasskey(id);
      return renamedPasskey;
    },

    async remove({ userId }, id, proof, origin) {
      const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
      const passkey = isUuid(id) ? await prisma.passkey.findFirst({ where: { id, userId } }) : null;
      if (!passkey) throw noPasskey(id);
      await proofs.withProof(user, proof, origin, async (tx) => {
        const { count } = await tx.passkey.deleteMany({ where: { id, userId } });
        if (count === 0) throw noPasskey(id);
        await recordFactorEvent(tx, 'PasskeyRemoved', user, { name: passkey.name });
        await settleRemoval(tx, userId);
      });
    },
  };
}

function passkeySignIn(prisma: PrismaClient): Pick<Passkeys, 'requestOptions' | 'signIn'> {
  return {
    async requestOptions({ challenge: waiting, userId: ofSession }, party) {
      const userId = waiting === undefined ? ofSession : (await findChallenge(prisma, waiting)).userId;
      const passkeys = userId === undefined ? [] : await passkeysOf(prisma, userId);
      const challenge = await openPasskeyChallenge(prisma, { userId: userId ?? null, userHandle: null });
      const { generateAuthenticationOptions } = await webauthn();
      return generateAuthenticationOptions({
        ...{ rpID: party.id, challenge: bytesOf(challenge), timeout: challengeLifetimeMs },
        allowCredentials: passkeys.map(asDescriptor),
        userVerification: userId === undefined ? 'required' : 'preferred',
      });
    },

    async signIn(answer, token, origin) {
      const signature = await judgeAnswer(prisma, answer, origin);
      const { user, passkey } = signature;
      const signingIn = () =>
        inTransaction(prisma, async (tx) => {
          if (!(await countAnswer(tx, signature))) return undefined;
          await recordSignInEvent(tx, 'SignIn', user, origin, { passkey: passkey.name });
          return createSession(tx, user, token);
        });
      const session = await runAs({ actorType: 'User', userId: user.id }, signingIn);
      return session ?? refuseCopy(prisma, signature, origin);
    },
  };
}
