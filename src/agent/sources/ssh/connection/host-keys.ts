// Decides whether the host key of an SSH server is trusted: by a given fingerprint, or by the key that was pinned at
// the first connection.
import { createHash } from 'node:crypto';
import type { ServerHostKeyAlgorithm } from 'ssh2';
import type { Trust } from '../../http/trust';

/** A host key that a server presents (RFC 4253, section 6.6). */
export interface HostKey {
  /** The name of the key's format, such as `ssh-ed25519`. */
  readonly format: string;
  /** SHA-256 fingerprint in the form of OpenSSH: `SHA256:` and unpadded Base64. */
  readonly fingerprint: string;
}

/** Maximum length of a format's name (RFC 4251, section 6). */
const longestFormat = 64;

export function parseHostKey(blob: Uint8Array): HostKey {
  const bytes = Buffer.from(blob);
  const length = bytes.length < 4 ? 0 : bytes.readUInt32BE(0);
  const format = bytes.subarray(4, 4 + Math.min(length, longestFormat)).toString('latin1');
  const hash = createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '');
  return { format: format.replace(/[^\x21-\x7e]/g, ''), fingerprint: `SHA256:${hash}` };
}

/** The fingerprint in the form `SHA256:…`; undefined unless the text is a SHA-256 fingerprint in Base64. */
export function hostKeyFingerprint(text: string): string | undefined {
  const base64 = text
    .trim()
    .replace(/^sha-?256:/i, '')
    .replace(/=+$/, '');
  return /^[A-Za-z0-9+/]{43}$/.test(base64) ? `SHA256:${base64}` : undefined;
}

/**
 * The name under which the host key of `place` (`address:port`) is pinned. TLS certificates are pinned in the same
 * store.
 */
export const pinName = (place: string): string => `ssh ${place}`;

const pinOf = ({ format, fingerprint }: HostKey): string => `${format} ${fingerprint}`;

/** The signature algorithms that ssh2 offers by default for each format of host key. */
const algorithms: Readonly<Record<string, readonly ServerHostKeyAlgorithm[]>> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'],
};

/**
 * The host key algorithms in the order in which the client offers them. Those of the pinned key come first, so that a
 * server with several host keys presents the pinned key again.
 */
export function offeredAlgorithms(pinned: string | undefined): ServerHostKeyAlgorithm[] {
  const first = algorithms[pinned?.split(' ')[0] ?? ''] ?? [];
  return [...new Set([...first, ...Object.values(algorithms).flat()])];
}

/**
 * Decides whether to trust a host key. `given` is the fingerprint in the settings; `pinned` was stored by an earlier
 * connection.
 */
export function judgeHostKey(
  key: HostKey,
  { given, pinned }: { readonly given?: string | undefined; readonly pinned?: string | undefined },
): Trust {
  const { fingerprint } = key;
  if (given !== undefined) {
    if (hostKeyFingerprint(given) === fingerprint) return { pin: undefined, isNew: false };
    return { refusal: `its host key has the fingerprint ${fingerprint}, which is not the given one` };
  }
  if (pinned === undefined) return { pin: pinOf(key), isNew: true };
  if (pinned === pinOf(key)) return { pin: pinned, isNew: false };
  return {
    refusal: `its host key has changed to ${pinOf(key)}, and was ${pinned} before. If the change is intended, set this fingerprint in the credential`,
  };
}
