// Encrypts small secrets with AES-256-GCM (NIST SP 800-38D). The first key encrypts, all keys decrypt. Decrypting a
// secret needs the id of its row.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { AppError } from '../../errors';

/** Length of a key in bytes. */
export const keyBytes = 32;

const version = 1;
const keyIdBytes = 4;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes + ivBytes + tagBytes;

export interface SecretBox {
  /** Encrypts a value for a row. Throws AppError `secrets_key_missing` without a key. */
  seal(rowId: string, value: object): Uint8Array<ArrayBuffer>;
  /** Decrypts the value of a row; undefined if no key decrypts it. */
  open(rowId: string, sealed: Uint8Array): object | undefined;
}

// Identifies the key that decrypts a secret. Four bytes of its hash reveal nothing about the key.
const idOf = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, keyIdBytes);

/**
 * Layout: version (1 byte), key id (4), nonce (12), tag (16), ciphertext. The nonce is random, which is safe for 2^32
 * encryptions per key (SP 800-38D, section 8.3).
 */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const knownKeys = keys.map((key) => ({ key, id: idOf(key) }));
  const belongs = (sealedSecret: Uint8Array, id: Buffer): boolean =>
    sealedSecret[0] === version && id.equals(sealedSecret.subarray(1, 1 + keyIdBytes));
  return {
    seal(rowId, value) {
      const [first] = knownKeys;
      if (!first) throw new AppError('secrets_key_missing');
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', first.key, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(rowId.toLowerCase()));
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.from([version]), first.id, iv, cipher.getAuthTag(), text]));
    },
    open(rowId, sealedSecret) {
      const matchingKey =
        sealedSecret.length > headBytes ? knownKeys.find(({ id }) => belongs(sealedSecret, id)) : undefined;
      if (!matchingKey) return undefined;
      const [ivStart, tagStart] = [1 + keyIdBytes, 1 + keyIdBytes + ivBytes];
      const iv = sealedSecret.subarray(ivStart, tagStart);
      const decipher = createDecipheriv('aes-256-gcm', matchingKey.key, iv, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(rowId.toLowerCase()));
      decipher.setAuthTag(sealedSecret.subarray(tagStart, headBytes));
      try {
        const text = Buffer.concat([decipher.update(sealedSecret.subarray(headBytes)), decipher.final()]);
        return JSON.parse(text.toString('utf8')) as object;
      } catch {
        return undefined;
      }
    },
  };
}
