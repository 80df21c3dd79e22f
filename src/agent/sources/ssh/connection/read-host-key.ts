// Reads the host key of an SSH server by a handshake (RFC 4253, section 7), without a user name or sign-in.
import { connect as connectTcp } from 'node:net';
import { Client, type ConnectConfig } from 'ssh2';
import { waitAtMost } from '../../../waiting';
import { offeredAlgorithms, parseHostKey, type HostKey } from './host-keys';

export interface ReadHostKeyOptions {
  readonly signal: AbortSignal;
  /** Milliseconds for the connection and the handshake together. */
  readonly timeoutMs: number;
}

/** Maximum number of bytes that the server may send in a handshake. A handshake usually takes about 3 KiB. */
const mostBytes = 65_536;

/**
 * Ed25519 is first, so that a server with several host keys always presents the same key. Old devices support only the
 * algorithms at the end. Key exchange with more than 2,048 bits is left out, because it takes much computing time.
 */
const algorithms: ConnectConfig['algorithms'] = {
  serverHostKey: [...offeredAlgorithms(undefined), 'ssh-dss'],
  kex: {
    prepend: [],
    append: ['diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
    remove: [
      ...(['diffie-hellman-group-exchange-sha256', 'diffie-hellman-group15-sha512'] as const),
      ...(['diffie-hellman-group16-sha512', 'diffie-hellman-group17-sha512'] as const),
      'diffie-hellman-group18-sha512',
    ],
  },
  cipher: { prepend: [], append: ['aes128-cbc', '3des-cbc'], remove: [] },
  compress: ['none'],
};

/**
 * Resolves with the host key, after the server has proved that it has the private key; with undefined if the handshake
 * fails. The connection is closed after the handshake.
 */
export function readHostKey(
  address: string,
  port: number,
  { signal, timeoutMs }: ReadHostKeyOptions,
): Promise<HostKey | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    const [socket, client] = [connectTcp({ host: address, port, noDelay: true }), new Client()];
    let presentedKey: HostKey | undefined;
    let length = 0;
    const end = (key: HostKey | undefined) => {
      stopWaiting();
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(key);
    };
    const giveUp = () => end(undefined);
    const stopWaiting = waitAtMost(timeoutMs, giveUp);
    signal.addEventListener('abort', giveUp, { once: true });
    // Without an error listener, an error event of the connection would end the process.
    client.on('error', giveUp).once('close', giveUp);
    socket.on('data', ({ length: more }: Buffer) => {
      length += more;
      if (length > mostBytes) giveUp();
    });
    // Only at the end of the handshake has the server proved that it has the private key.
    client.once('handshake', () => end(presentedKey));
    const hostVerifier = (blob: Buffer) => {
      presentedKey = parseHostKey(blob);
      return true;
    };
    try {
      client.connect({ sock: socket, username: 'netloom', algorithms, hostVerifier, readyTimeout: 0 });
    } catch {
      // ssh2 throws if this version of Node.js does not support the algorithms.
      giveUp();
    }
  });
}
