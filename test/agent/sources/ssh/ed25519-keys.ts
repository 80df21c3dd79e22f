// Ed25519 key pairs for SSH servers and users in tests.
import { utils } from 'ssh2';

/**
 * Generates a key pair in OpenSSH's format. The library ssh2 drops leading zero bytes of a key, which must have 32
 * bytes (RFC 8032, 5.1.5). So about 1 in 128 of its pairs is malformed, and another pair is generated.
 */
export function ed25519KeyPair(encryption?: { passphrase: string; cipher: string; rounds: number }) {
  for (;;) {
    const pair = utils.generateKeyPairSync('ed25519', encryption);
    if (!(utils.parseKey(pair.private, encryption?.passphrase) instanceof Error)) return pair;
  }
}
