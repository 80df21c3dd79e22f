// Verifies passkey signatures. Failures have the same error whether or not the passkey exists.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { AppError } from '../../../errors';
import type { Db } from '../../../data/tenancy/rows';
import { inTransaction } from '../../../data/transaction';
import type { Passkey, PrismaClient, User } from '../../../generated/prisma/client';
import type { Origin } from '../../../platform/http/request-origin';
import { recordSignInEvent } from '../sign-in-events';
import { takePasskeyChallenge } from './passkey-challenges';
import { readChallenge } from './passkey-responses';
import type { RelyingParty } from './relying-party';

/** A browser's passkey response, and the relying party (domain) for which the response must be made. */
export interface PasskeyAnswer {
  readonly response: AuthenticationResponseJSON;
  readonly party: RelyingParty;
}

/** A verified passkey signature. The signature may be accepted only after `countAnswer` has stored its counter. */
export interface Signed {
  readonly passkey: Passkey;
  readonly user: User;
  readonly counter: bigint;
  readonly synced: boolean;
}

/**
 * Loads the WebAuthn library on first use. Loading takes a quarter of a second, and most starts and tests do not need
 * the library.
 */
const webauthn = () => import('@simplewebauthn/server');

/** COSE identifiers of Ed25519, P-256 (ES256) and RSA (RS256). Every authenticator supports at least one of these. */
export const algorithms = [-8, -7, -257];

export const invalidPasskey = (): AppError => new AppError('auth_passkey_invalid');

/** Resolves with undefined if `work` throws. The library throws various errors about the input. */
const orNothing = <T>(work: () => Promise<T>): Promise<T | undefined> => work().catch(() => undefined);

let decoy: Uint8Array<ArrayBuffer> | undefined;

/**
 * Returns a public key that belongs to no passkey (COSE, P-256). Verifying a response of an unknown passkey with this
 * key takes as long as verifying a response of a known passkey.
 */
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
 * Verifies a passkey response and finds its user. Throws if the response is invalid. If `ofUser` is undefined, the
 * passkey alone identifies the user. Then the device must have verified the user by fingerprint, face or PIN.
 */
export async function judgeAnswer(
  prisma: PrismaClient,
  { response, party }: PasskeyAnswer,
  origin: Origin,
  ofUser?: string,
): Promise<Signed> {
  const expectedChallenge = readChallenge(response);
  const { userId, userHandle } = await takePasskeyChallenge(prisma, expectedChallenge);
  if (userHandle !== null) throw new AppError('auth_challenge_invalid');
  const storedPasskey = await prisma.passkey.findUnique({
    where: { credentialId: Buffer.from(response.id, 'base64url') },
    include: { user: true },
  });
  const { verifyAuthenticationResponse } = await webauthn();
  const verification = await orNothing(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: ofUser === undefined,
      // The counter 0 switches off the library's check against copied passkeys. `countAnswer` checks the counter
      // instead, in the statement that stores it, so that concurrent responses of two copies are detected.
      credential: { id: response.id, publicKey: Uint8Array.from(storedPasskey?.publicKey ?? decoyKey()), counter: 0 },
    }),
  );
  const handle = response.response.userHandle;
  const isWhole =
    storedPasskey &&
    verification?.verified &&
    [userId ?? storedPasskey.userId, ofUser ?? storedPasskey.userId].every((id) => id === storedPasskey.userId) &&
    (handle === undefined ? ofUser !== undefined : sameBytes(storedPasskey.userHandle, handle));
  if (!isWhole) {
    if (storedPasskey) await recordRefusal(prisma, storedPasskey.user, origin, 'wrong_passkey');
    throw invalidPasskey();
  }
  const { user, ...passkey } = storedPasskey;
  const { newCounter, credentialBackedUp: synced } = verification.authenticationInfo;
  return { passkey, user, counter: BigInt(newCounter), synced };
}

/**
 * Stores the signature's counter. Resolves with false if the counter did not increase. Then the authenticator was
 * probably copied. Authenticators without a counter always send 0.
 */
export async function countAnswer(tx: Db, { passkey, counter, synced }: Signed): Promise<boolean> {
  const isNext = counter === 0n ? { counter: 0n } : { counter: { lt: counter } };
  const { count } = await tx.passkey.updateMany({
    where: { id: passkey.id, ...isNext },
    data: { counter, synced, lastUsedAt: new Date() },
  });
  return count === 1;
}

/** Records the use of a copied passkey as an audit event, and throws. */
export async function refuseCopy(prisma: PrismaClient, { user }: Signed, origin: Origin): Promise<never> {
  await recordRefusal(prisma, user, origin, 'copied_passkey');
  throw invalidPasskey();
}

const recordRefusal = (prisma: PrismaClient, user: User, origin: Origin, reason: string): Promise<void> =>
  inTransaction(prisma, (tx) => recordSignInEvent(tx, 'SignInRefused', user, origin, { reason }));

/** Verifies a browser's response that registers a new passkey. Resolves with the columns of the passkey. */
export async function judgeRegistration(
  response: RegistrationResponseJSON,
  party: RelyingParty,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'synced' | 'transports'>> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    webauthn(),
    import('@simplewebauthn/server/helpers'),
  ]);
  const verification = await orNothing(async () => {
    const attestation = decodeAttestationObject(Buffer.from(response.response.attestationObject, 'base64url'));
    // Attestation certificates are refused: the service does not request them, and the library would fetch revocation
    // lists to check them.
    const isPlain =
      attestation.get('fmt') === 'none' ||
      (attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
    return isPlain
      ? verifyRegistrationResponse({
          response,
          expectedChallenge: readChallenge(response),
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          requireUserVerification: false,
          supportedAlgorithmIDs: algorithms,
        })
      : undefined;
  });
  if (!verification?.verified) throw invalidPasskey();
  const { credential, credentialBackedUp } = verification.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    counter: BigInt(credential.counter),
    synced: credentialBackedUp,
    transports: [...(response.response.transports ?? [])],
  };
}
