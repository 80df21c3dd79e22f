// DES for SNMPv3 (RFC 3414, 8). `net-snmp` uses an OpenSSL cipher that OpenSSL 3 no longer has. Triple DES with three
// equal keys gives the same result.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import snmp from 'net-snmp';
import { Authentication, Encryption, type Algorithm, type Engine } from './internals';

const cipher = 'des-ede3-cbc';
const blockBytes = 8;

/**
 * The DES key and the initialization vector. The vector is the salt, XORed with the last 8 bytes of the 16-byte
 * localized key.
 */
function keyAndStart(auth: snmp.AuthProtocols, password: string, { engineID }: Engine, salt: Buffer): [Buffer, Buffer] {
  const localized = Authentication.passwordToKey(auth, password, engineID);
  const key = localized.subarray(0, blockBytes);
  const start = localized.subarray(blockBytes, 2 * blockBytes).map((byte, at) => byte ^ (salt[at] ?? 0));
  return [Buffer.concat([key, key, key]), Buffer.from(start)];
}

/** Replaces the DES implementation of `net-snmp` with the implementation in this file. */
export function installDes(): void {
  Object.assign(Encryption.algorithms[snmp.PrivProtocols.des]!, {
    encryptPdu(pdu, _protocol, password, auth, engine) {
      const salt = Buffer.concat([Buffer.alloc(4), randomBytes(4)]);
      salt.writeUInt32BE(engine.engineBoots);
      const encrypting = createCipheriv(cipher, ...keyAndStart(auth, password, engine, salt)).setAutoPadding(false);
      const padding = Buffer.alloc((blockBytes - (pdu.length % blockBytes)) % blockBytes);
      return {
        encryptedPdu: Buffer.concat([encrypting.update(pdu), encrypting.update(padding)]),
        msgPrivacyParameters: salt,
      };
    },
    decryptPdu(encrypted, _protocol, salt, password, auth, engine) {
      return createDecipheriv(cipher, ...keyAndStart(auth, password, engine, salt))
        .setAutoPadding(false)
        .update(encrypted);
    },
  } satisfies Algorithm);
}
