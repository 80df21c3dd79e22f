// HTTP client for data sources that read an API. Apart from signing in and out, it only sends GET requests. Time, size,
// number and depth of responses are limited. Secrets are only in headers and client keys, which no error or warning
// contains.
import { Agent as HttpAgent, request as requestPlain, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { withoutUndefined } from '../../../platform/text/members';
import { errorMessage } from '../../failure';
import { isDeeperThan } from './depth';
import { judgePeer, placeName, type ApiPlace, type PeerOptions } from './trust';

export interface ApiLimits {
  /** Milliseconds to wait for a response (`answerMs`), and for all requests together (`totalMs`). */
  readonly answerMs: number;
  readonly totalMs: number;
  readonly answerBytes: number;
  readonly totalBytes: number;
  readonly requests: number;
  /** Maximum nesting depth of lists and objects in a response. */
  readonly depth: number;
  /**
   * How often a request is repeated after status 429 or 503, and the maximum pause in milliseconds before each
   * repetition.
   */
  readonly repeats: number;
  readonly pauseMs: number;
}
export const usualLimits: ApiLimits = {
  ...{ answerMs: 10_000, totalMs: 120_000, answerBytes: 16 * 2 ** 20, totalBytes: 128 * 2 ** 20 },
  ...{ requests: 10_000, depth: 64, repeats: 2, pauseMs: 5_000 },
};
const maxSockets = 4;
const signOutMs = 2_000;
/** Maximum number of bytes of a response body that `refusalOf` receives. */
const mostRefusalBytes = 10_000;

/**
 * `silent`: no response. `refused`: the server refuses the credential, or the certificate is not trusted. `broken`:
 * anything else.
 */
export class ApiFailure extends Error {
  constructor(
    readonly kind: 'silent' | 'refused' | 'broken',
    message: string,
    /**
     * Whether the server had already closed the reused connection. The request is then sent again on a new connection.
     */
    readonly isOfClosedConnection = false,
  ) {
    super(message);
  }
}

export type { ApiPlace };

/** How requests are sent, apart from their headers. */
export interface ApiChannel {
  /** Whether requests are sent without TLS. */
  readonly isPlain?: boolean;
  /** Prefix of all paths: starts with a slash and does not end with a slash. */
  readonly prefix?: string | undefined;
  /**
   * PEM texts: the client certificate and its key, and the authorities that are trusted instead of those of Node.js.
   */
  readonly tls?: {
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
    readonly ca?: string | undefined;
  };
}

export type Headers = Readonly<Record<string, string>>;

export interface ApiOptions extends PeerOptions, ApiChannel {
  /** Headers that contain the credential. */
  readonly headers: Headers;
  readonly signal: AbortSignal;
  readonly limits?: Partial<ApiLimits>;
}

export interface ApiClient {
  /** Resolves with the parsed JSON of the response. Throws ApiFailure, or the reason of the signal. */
  get(path: string): Promise<unknown>;
  /** Sends a GET request without the credential. Resolves with the status of the response. Throws like `get`. */
  statusOf(path: string): Promise<number>;
  /** Opens a session. All later requests contain the headers of the session. Throws like `get`. */
  signIn(session: ApiSession): Promise<void>;
  /** Ends the session, if one is open, and closes all connections. */
  close(): Promise<void>;
}

/** A session that a POST request opens. */
export interface ApiSession {
  readonly path: string;
  /** Headers and JSON body that contain the credential. They are sent only with the request that opens the session. */
  readonly headers?: Headers;
  readonly body?: object;
  /** Converts the response to the headers of all later requests. Throws ApiFailure if the response opens no session. */
  readonly headersOf: (answer: unknown, headers: IncomingHttpHeaders) => Headers;
  /** The request that ends the session. If undefined, the session expires on the server. */
  readonly ending?: { readonly method: 'DELETE' | 'POST'; readonly path: string };
  /**
   * Returns why the server refused the credential; undefined if the response is no refusal. With this member, signing
   * in is never repeated, because servers lock accounts after many attempts.
   */
  readonly refusalOf?: (status: number, body: string) => string | undefined;
}

export function createApiClient(options: ApiOptions): ApiClient {
  const { signal } = options;
  const limits = { ...usualLimits, ...options.limits };
  const place = placeName(options);
  const agent = options.isPlain ? new HttpAgent({ keepAlive: true, maxSockets }) : new TrustingAgent(options);
  const endsAt = performance.now() + limits.totalMs;
  let [requests, bytes] = [0, 0];
  let session: { readonly ending: ApiSession['ending']; readonly headers: Headers } | undefined;

  const exchange = async (path: string, more: Pick<Sending, 'method' | 'headers' | 'body'>): Promise<Answer> => {
    const remainingMs = endsAt - performance.now();
    if (remainingMs <= 0) throw new ApiFailure('broken', `${place} was not read within ${limits.totalMs / 1000} s`);
    if (++requests > limits.requests)
      throw new ApiFailure('broken', `${place} would need more than ${limits.requests} requests`);
    const mostBytes = Math.max(0, Math.min(limits.answerBytes, limits.totalBytes - bytes));
    return send(path, { ...options, ...more, agent, mostBytes, timeoutMs: Math.min(limits.answerMs, remainingMs) });
  };

  const answerTo = async (
    path: string,
    more: Pick<Sending, 'method' | 'headers' | 'body'>,
    repeats = limits.repeats,
  ): Promise<Answer> => {
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      const answer = await exchange(path, more).catch((error: unknown) => {
        if (error instanceof ApiFailure && error.isOfClosedConnection) return exchange(path, more);
        throw error;
      });
      bytes += answer.body.length;
      if ((answer.status !== 429 && answer.status !== 503) || attempt >= repeats) return answer;
      await sleep(pauseOf(answer.headers, limits.pauseMs), undefined, { signal });
    }
  };

  const contentOf = (path: string, method: string, { status, body }: Answer): unknown => {
    if (status === 401 || status === 403)
      throw new ApiFailure('refused', `${place} answers ${status} to ${path}: the credential may not read it`);
    if (status !== 200 && !(status === 201 && method === 'POST'))
      throw new ApiFailure('broken', `${place} answers ${status} to ${path}`);
    return parseJson(body.toString('utf8'), limits.depth, `the answer of ${place} to ${path}`);
  };

  return {
    async get(path) {
      const answer = await answerTo(path, { method: 'GET', headers: { ...options.headers, ...session?.headers } });
      return contentOf(path, 'GET', answer);
    },
    statusOf: async (path) => (await answerTo(path, { method: 'GET', headers: {} })).status,
    async signIn({ path, headers, body, headersOf, ending, refusalOf }) {
      const json = body && { 'content-type': 'application/json' };
      const more = { method: 'POST', headers: { ...headers, ...json }, ...(body && { body: JSON.stringify(body) }) };
      const answer = await answerTo(path, more, refusalOf && 0);
      const refusal = refusalOf?.(answer.status, answer.body.toString('utf8', 0, mostRefusalBytes));
      if (refusal !== undefined) throw new ApiFailure('refused', `${place} ${refusal}`);
      session = { headers: headersOf(contentOf(path, 'POST', answer), answer.headers), ending };
    },
    async close() {
      // The session is also ended after an aborted run. If this request fails, the session expires on the server.
      if (session?.ending)
        await send(session.ending.path, {
          ...{ ...options, agent, method: session.ending.method, headers: session.headers, mostBytes: 10_000 },
          ...{ timeoutMs: signOutMs, signal: new AbortController().signal },
        }).catch(() => undefined);
      agent.destroy();
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Milliseconds to wait before the request is repeated, from the seconds in Retry-After (RFC 9110, section 10.2.3). */
function pauseOf(headers: IncomingHttpHeaders, mostMs: number): number {
  const seconds = Number(headers['retry-after'] ?? 1);
  return Math.min(mostMs, Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : 1000);
}

function parseJson(text: string, depth: number, subject: string): unknown {
  if (isDeeperThan(text, depth)) throw new ApiFailure('broken', `${subject} is nested deeper than ${depth} levels`);
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiFailure('broken', `${subject} is not JSON`);
  }
}

interface Sending extends ApiOptions {
  readonly method: string;
  readonly body?: string;
  readonly agent: HttpAgent;
  readonly mostBytes: number;
  readonly timeoutMs: number;
}

export const silentCodes: ReadonlySet<string | undefined> = new Set([
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'ETIMEDOUT'],
]);

function send(path: string, options: Sending): Promise<Answer> {
  const { address, port, prefix = '', method, headers, body, agent, mostBytes, timeoutMs, signal } = options;
  const open = options.isPlain ? requestPlain : requestTls;
  const place = placeName(options);
  return new Promise((resolve, reject) => {
    // AbortSignal.any is not used: in Node 20, its result may be garbage-collected while it is awaited.
    const limit = new AbortController();
    const stop = () => limit.abort();
    const timer = setTimeout(stop, timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    const fail = (error: unknown) => {
      if (signal.aborted) return reject(signal.reason as Error);
      if (error instanceof ApiFailure) return reject(error);
      if (limit.signal.aborted)
        return reject(new ApiFailure('silent', `${place} does not answer within ${Math.ceil(timeoutMs / 1000)} s`));
      const { code } = error as NodeJS.ErrnoException;
      const kind = silentCodes.has(code) ? 'silent' : 'broken';
      const isOfClosedConnection = outgoing.reusedSocket && code === 'ECONNRESET';
      reject(new ApiFailure(kind, `${place} cannot be read (${errorMessage(error)})`, isOfClosedConnection));
    };
    const outgoing = open(
      {
        ...{ method, host: address, port, path: `${prefix}${path}`, agent, signal: limit.signal },
        headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        let length = 0;
        answer.on('error', fail);
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > mostBytes)
            outgoing.destroy(new ApiFailure('broken', `${place} answers with more than ${mostBytes} bytes to ${path}`));
          else chunks.push(chunk);
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    outgoing.on('error', fail);
    outgoing.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
    outgoing.end(body);
  });
}

/**
 * Opens TLS connections, and checks the certificate before anything is sent, so that no untrusted server receives a
 * secret.
 */
class TrustingAgent extends HttpsAgent {
  private readonly opening = new Set<TLSSocket>();

  constructor(private readonly api: ApiOptions) {
    super({ keepAlive: true, maxSockets });
  }

  override createConnection(
    _options: unknown,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | undefined {
    const { address, port, tls } = this.api;
    const { opening } = this;
    const socket = connectTls({
      ...{ host: address, port, rejectUnauthorized: false, minVersion: 'TLSv1.2', ...withoutUndefined({ ...tls }) },
      // A server with several names needs SNI (RFC 6066, section 3), which must not contain an IP address.
      ...(isIP(address) === 0 && { servername: address }),
    });
    opening.add(socket);
    socket.once('close', () => opening.delete(socket));
    // After the handshake, an error may call the callback a second time. Node ignores this call.
    socket.once('error', (error) => callback?.(error, socket));
    socket.once('secureConnect', () => {
      opening.delete(socket);
      const refusal = judgePeer(socket, { ...this.api, hasAuthority: this.api.tls?.ca !== undefined });
      if (refusal !== undefined) socket.destroy();
      callback?.(refusal === undefined ? null : new ApiFailure('refused', refusal), socket);
    });
    return undefined;
  }

  /** Also closes connections whose TLS handshake has not ended. */
  override destroy(): void {
    for (const socket of this.opening) socket.destroy();
    super.destroy();
  }
}
