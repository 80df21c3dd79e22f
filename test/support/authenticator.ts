// A WebAuthn authenticator in software. The authenticator creates passkeys and signs like a browser or, with a
// `Forgery`, like an attacker.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Deviations from a correct response of an authenticator. */
export interface Forgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  /** Whether the user touched the authenticator, and (`isVerified`) whether a finger, face or PIN was checked. */
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly key?: KeyObject;
  /** Replaces the authenticator's attestation of a new passkey. */
  readonly attestation?: Uint8Array;
  readonly format?: string;
  readonly statement?: Uint8Array;
}

interface Options {
  readonly challenge: string;
}
export interface SoftPasskey {
  readonly id: string;
  readonly userHandle: string;
  readonly key: KeyObject;
  counter: number;
}

const cborText = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const cborBytes = (value: Uint8Array) =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value]);

const attestationOf = (authData: Uint8Array, { format = 'none', statement = Buffer.from([0xa0]) }: Forgery) =>
  Buffer.concat([
    Buffer.from([0xa3]),
    ...[cborText('fmt'), cborText(format), cborText('attStmt'), statement, cborText('authData'), cborBytes(authData)],
  ]);

export function createAuthenticator(origin: string, rpId = new URL(origin).hostname) {
  const clientData = (type: string, { challenge }: Options, forgery: Forgery) =>
    Buffer.from(
      JSON.stringify({
        type: forgery.type ?? type,
        challenge: forgery.challenge ?? challenge,
        origin: forgery.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const dataOf = (counter: number, forgery: Forgery, more: Uint8Array = Buffer.alloc(0)) => {
    const { isPresent = true, isVerified = true } = forgery;
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (more.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(forgery.counter ?? counter);
    return Buffer.concat([sha256(forgery.rpId ?? rpId), Buffer.from([flags]), count, more]);
  };
  const shell = (id: string, response: object) => ({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
  });

  return {
    /** Creates a passkey. Returns the response that a browser would send. */
    make(options: Options & { readonly user: { readonly id: string } }, forgery: Forgery = {}) {
      const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const credentialId = randomBytes(32);
      const coordinate = (label: number, value: string) =>
        Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
      const cose = Buffer.concat([Buffer.from('a5010203262001', 'hex'), coordinate(0x21, x), coordinate(0x22, y)]);
      const attestedData = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), credentialId, cose]);
      const passkey: SoftPasskey = { id: text(credentialId), userHandle: options.user.id, key, counter: 0 };
      const response = shell(passkey.id, {
        clientDataJSON: text(clientData('webauthn.create', options, forgery)),
        attestationObject: text(forgery.attestation ?? attestationOf(dataOf(0, forgery, attestedData), forgery)),
        transports: ['internal', 'no transport'],
      });
      return { passkey, response };
    },

    /** Signs with the passkey. Returns the response that a browser would send. */
    sign(passkey: SoftPasskey, options: Options, forgery: Forgery = {}) {
      passkey.counter += 1;
      const authData = dataOf(passkey.counter, forgery);
      const client = clientData('webauthn.get', options, forgery);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), forgery.key ?? passkey.key);
      const userHandle = forgery.userHandle === undefined ? passkey.userHandle : forgery.userHandle;
      return shell(passkey.id, {
        ...{ clientDataJSON: text(client), authenticatorData: text(authData), signature: text(signature) },
        ...(userHandle !== null && { userHandle }),
      });
    },
  };
}
