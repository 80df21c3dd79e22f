// Judges what passkeys sign. One that is refused is answered alike whether it is known here or not.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { AppError } from '../../../errors';
import type { Passkey, Prisma, PrismaClient, User } from '../../../generated/prisma/client';
import { recordSignIn, type Origin } from '../sign-in-events';
import { takePasskeyChallenge } from './passkey-challenges';
import { challengeIn } from './passkey-responses';
import type { RelyingParty } from './relying-party';

/** What a browser sent as the answer of a passkey, and whom it has to have been made for. */
export interface PasskeyAnswer {
  readonly response: AuthenticationResponseJSON;
  readonly party: RelyingParty;
}

/** The passkey has signed; it counts when its counter has moved on. */
export interface Signed {
  readonly passkey: Passkey;
  readonly user: User;
  readonly counter: bigint;
  readonly synced: boolean;
}

/** Loaded when the first passkey is used: a quarter of a second that most starts and tests do not need. */
const webauthn = () => import('@simplewebauthn/server');

/** Those that all authenticators have: Ed25519, P-256, RSA. */
export const algorithms = [-8, -7, -257];

export const invalidPasskey = (): AppError => new AppError('auth_passkey_invalid');

/** What the library finds wrong with what a caller sent is an error of its own kind for each; here it is one refusal. */
const orNothing = <T>(work: () => Promise<T>): Promise<T | undefined> => work().catch(() => undefined);

let decoy: Uint8Array<ArrayBuffer> | undefined;

/** A key that nobody has (COSE, P-256): an unknown passkey is checked as a known one is. */
function decoyKey(): Uint8Array<ArrayBuffer> {
  if (decoy) return decoy;
  const { x = '', y = '' } = createPublicKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey).export({
    format: 'jwk',
  });
  const part = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
  return (decoy = Buffer.concat([Buffer.from('a5010203262001', 'hex'), part(0x21, x), part(0x22, y)]));
}

const sameBytes = (one: Uint8Array, text: string): boolean => Buffer.from(one).equals(Buffer.from(text, 'base64url'));

/**
 * Whose passkey has signed. Without `ofUser` the passkey is all that is known of whoever signs in: it names its user, and has
 * asked for their finger, face or PIN.
 */
export async function judgeAnswer(
  prisma: PrismaClient,
  { response, party }: PasskeyAnswer,
  origin: Origin,
  ofUser?: string,
): Promise<Signed> {
  const expectedChallenge = challengeIn(response);
  const { userId, userHandle } = await takePasskeyChallenge(prisma, expectedChallenge);
  if (userHandle !== null) throw new AppError('auth_challenge_invalid');
  const found = await prisma.passkey.findUnique({
    where: { credentialId: Buffer.from(response.id, 'base64url') },
    include: { user: true },
  });
  const { verifyAuthenticationResponse } = await webauthn();
  const judged = await orNothing(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: ofUser === undefined,
      // The counter is judged where it is written: of two answers at once, one may be a copy's.
      credential: { id: response.id, publicKey: Uint8Array.from(found?.publicKey ?? decoyKey()), counter: 0 },
    }),
  );
  const handle = response.response.userHandle;
  const isWhole =
    found &&
    judged?.verified &&
    [userId ?? found.userId, ofUser ?? found.userId].every((id) => id === found.userId) &&
    (handle === undefined ? ofUser !== undefined : sameBytes(found.userHandle, handle));
  if (!isWhole) {
    if (found) await recordRefusal(prisma, found.user, origin, 'wrong_passkey');
    throw invalidPasskey();
  }
  const { user, ...passkey } = found;
  const { newCounter, credentialBackedUp: synced } = judged.authenticationInfo;
  return { passkey, user, counter: BigInt(newCounter), synced };
}

/** Whether it counts: an authenticator that counts its signatures never shows the same number again, unless it was copied. */
export async function countAnswer(
  tx: Prisma.TransactionClient,
  { passkey, counter, synced }: Signed,
): Promise<boolean> {
  const isNext = counter === 0n ? { counter: 0n } : { counter: { lt: counter } };
  const { count } = await tx.passkey.updateMany({
    where: { id: passkey.id, ...isNext },
    data: { counter, synced, lastUsedAt: new Date() },
  });
  return count === 1;
}

/** The refusal of one that was copied, kept for the Admins of its user. */
export async function refuseCopy(prisma: PrismaClient, { user }: Signed, origin: Origin): Promise<never> {
  await recordRefusal(prisma, user, origin, 'copied_passkey');
  throw invalidPasskey();
}

const recordRefusal = (prisma: PrismaClient, user: User, origin: Origin, reason: string): Promise<void> =>
  prisma.$transaction((tx) => recordSignIn(tx, 'SignInRefused', user, origin, { reason }));

/** What is kept of a new passkey. */
export async function judgeRegistration(
  response: RegistrationResponseJSON,
  party: RelyingParty,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'synced' | 'transports'>> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    webauthn(),
    import('@simplewebauthn/server/helpers'),
  ]);
  const judged = await orNothing(async () => {
    const attestation = decodeAttestationObject(Buffer.from(response.response.attestationObject, 'base64url'));
    // Nobody asked for a maker's certificate: what comes with one is not looked into, and no list of revoked ones is fetched.
    const isPlain =
      attestation.get('fmt') === 'none' ||
      (attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
    return isPlain
      ? verifyRegistrationResponse({
          response,
          expectedChallenge: challengeIn(response),
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          requireUserVerification: false,
          supportedAlgorithmIDs: algorithms,
        })
      : undefined;
  });
  if (!judged?.verified) throw invalidPasskey();
  const { credential, credentialBackedUp } = judged.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    counter: BigInt(credential.counter),
    synced: credentialBackedUp,
    transports: [...(response.response.transports ?? [])],
  };
}
