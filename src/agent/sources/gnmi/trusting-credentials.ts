// Credentials of a gRPC channel that check the device's certificate by an authority, by a given fingerprint, or by the
// fingerprint pinned at the first connection.
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { CallCredentials, ChannelCredentials } from '@grpc/grpc-js';
import { ApiFailure } from '../http/api-client';
import { judgePeer, type PeerOptions } from '../http/trust';

type SecureConnector = ReturnType<ChannelCredentials['_createSecureConnector']>;

export class TrustingCredentials extends ChannelCredentials {
  /** Why the certificate of the last connection was not trusted; undefined if it was trusted. */
  refusal: string | undefined;

  private readonly opening = new Set<Socket>();

  constructor(private readonly peer: PeerOptions) {
    super();
  }

  override _isSecure(): boolean {
    return true;
  }

  override _equals(other: ChannelCredentials): boolean {
    return other === this;
  }

  /** The certificate is checked in `connect`, because gRPC sends nothing before `connect` resolves with a socket. */
  override _createSecureConnector(
    _target: unknown,
    _options: unknown,
    callCredentials = CallCredentials.createEmpty(),
  ): SecureConnector {
    return {
      connect: async (socket) => ({ socket: await this.judgedSocket(socket), secure: true }),
      waitForReady: () => Promise.resolve(),
      getCallCredentials: () => callCredentials,
      destroy: () => undefined,
    };
  }

  /** Closes connections whose TLS handshake has not ended. */
  close(): void {
    for (const socket of this.opening) socket.destroy();
  }

  private judgedSocket(socket: Socket): Promise<Socket> {
    const { address } = this.peer;
    return new Promise((resolve, reject) => {
      const secure = connectTls({
        ...{ socket, host: address, ...(isIP(address) === 0 && { servername: address }) },
        ...{ rejectUnauthorized: false, minVersion: 'TLSv1.2', ALPNProtocols: ['h2'] },
      });
      this.opening.add(secure);
      secure.once('error', reject);
      secure.once('close', () => {
        this.opening.delete(secure);
        reject(new Error('the connection was closed before its certificate was judged'));
      });
      secure.once('secureConnect', () => {
        this.opening.delete(secure);
        this.refusal = judgePeer(secure, this.peer);
        if (this.refusal === undefined) return resolve(secure);
        secure.destroy();
        reject(new ApiFailure('refused', this.refusal));
      });
    });
  }
}
