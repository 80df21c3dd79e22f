// Ed25519 key pairs for SSH servers and users in tests.
import { utils } from 'ssh2';

/**
 * Generates a key pair in OpenSSH's format. The library drops leading zero bytes of the keys (RFC 8032, 5.1.5: 32 bytes
 * each), so about 1 in 128 of its pairs is malformed, and this generates another.
 */
export function ed25519KeyPair(encryption?: { passphrase: string; cipher: string; rounds: number }) {
  for (;;) {
    const pair = utils.generateKeyPairSync('ed25519', encryption);
    if (!(utils.parseKey(pair.private, encryption?.passphrase) instanceof Error)) return pair;
  }
}
