// Reads the host key of an SSH server by one handshake (RFC 4253, section 7): no user is named, and nothing is signed in.
import { connect as connectTcp } from 'node:net';
import { Client, type ConnectConfig } from 'ssh2';
import { waitAtMost } from '../../../waiting';
import { offeredAlgorithms, parseHostKey, type HostKey } from './host-keys';

export interface ReadHostKeyOptions {
  readonly signal: AbortSignal;
  /** Milliseconds for the connection and the handshake. */
  readonly timeoutMs: number;
}

/** Bytes that a server may send until the end of the handshake. A handshake has about 3 KiB. */
const mostBytes = 65_536;

/**
 * Ed25519 is first, so that a server with several keys presents the same one each time. Old devices have only the
 * algorithms at the end. Groups of more than 2,048 bits are left out, because they cost the agent much time.
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
 * Resolves with the host key that the server has proved to have, or with undefined if there is no handshake. The
 * connection ends with the handshake.
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
    // Without an error listener, an error of the server would end the process.
    client.on('error', giveUp).once('close', giveUp);
    socket.on('data', ({ length: more }: Buffer) => {
      length += more;
      if (length > mostBytes) giveUp();
    });
    // The server has proved that it has the key only at the end of the handshake.
    client.once('handshake', () => end(presentedKey));
    const hostVerifier = (blob: Buffer) => {
      presentedKey = parseHostKey(blob);
      return true;
    };
    try {
      client.connect({ sock: socket, username: 'netloom', algorithms, hostVerifier, readyTimeout: 0 });
    } catch {
      // This version of Node does not support the algorithms.
      giveUp();
    }
  });
}
