// JSON client for one HTTP or HTTPS server. It distinguishes responses, refusals (final) and outages (the request may
// be repeated).
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { errorMessage } from '../failure';

/** Error: the server is unreachable, or its response does not have Netloom's format. A repeated call may succeed. */
export class Outage extends Error {
  constructor(
    message: string,
    /** Whether the server's certificate is untrusted, in which case repeating the call does not help. */
    readonly isUntrusted = false,
  ) {
    super(message);
  }
}

/** Error: the server understood the request and refused it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface JsonClientOptions {
  readonly server: URL;
  /** PEM certificates of authorities to trust in addition to those that Node.js trusts. */
  readonly ca?: string;
  readonly timeoutMs?: number;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Opens a file that is sent as the request body instead of `body`. */
  readonly file?: () => Readable;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface JsonAnswer {
  readonly data: unknown;
  readonly headers: IncomingMessage['headers'];
}

export interface JsonClient {
  /**
   * Resolves with the response headers and the member `data` of the JSON response. Throws Outage, Refusal or the
   * signal's reason.
   */
  send(call: Call): Promise<JsonAnswer>;
  close(): void;
}

/** Maximum size of a response in bytes; a longer response counts as an outage. */
const maxAnswerBytes = 64 * 2 ** 20;
const untrustedCertificate = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY))/;

export function createJsonClient({ server, ca, timeoutMs = 30_000 }: JsonClientOptions): JsonClient {
  const isTls = server.protocol === 'https:';
  const options = { keepAlive: true, maxSockets: 4 };
  const agent = isTls ? new HttpsAgent({ ...options, ...(ca !== undefined && { ca }) }) : new HttpAgent(options);
  const base = server.href.replace(/\/$/, '');

  const exchange = ({ method, path, body, file, headers, signal }: Call) =>
    new Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }>((resolve, reject) => {
      const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      // AbortSignal.any is not used: in Node 20, its result may be garbage-collected while it is awaited.
      const limit = new AbortController();
      const stop = () => limit.abort();
      const timer = setTimeout(stop, timeoutMs);
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop, { once: true });
      const request = (isTls ? requestHttps : requestHttp)(`${base}${path}`, {
        method,
        agent,
        signal: limit.signal,
        headers: {
          accept: 'application/json',
          ...(file && { 'content-type': 'application/octet-stream' }),
          ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
          ...headers,
        },
      });
      request.once('close', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      });
      request.once('error', reject);
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > maxAnswerBytes) response.destroy(new Error('the answer is too long'));
          else chunks.push(chunk);
        });
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            headers: response.headers,
          }),
        );
      });
      if (!file) return void request.end(payload);
      const content = file().once('error', (error) => request.destroy(error));
      request.once('close', () => content.destroy());
      content.pipe(request);
    });

  return {
    async send(call) {
      const answer = await exchange(call).catch((error: unknown) => {
        if (call.signal?.aborted) throw call.signal.reason;
        const { code = '', name } = error as NodeJS.ErrnoException;
        const isLate = name === 'AbortError';
        const reason = isLate ? `no answer within ${timeoutMs / 1000} s` : errorMessage(error);
        throw new Outage(`${base} cannot be reached (${reason})`, untrustedCertificate.test(code));
      });
      return { data: parseEnvelope(answer.status, answer.text, base), headers: answer.headers };
    },
    close: () => agent.destroy(),
  };
}

/**
 * Returns the member `data` of a JSON response. Throws Outage for status 408, 429 and 5xx, whatever the body contains.
 */
function parseEnvelope(status: number, text: string, base: string): unknown {
  if (status >= 500 || status === 429 || status === 408) throw new Outage(`${base} answers with status ${status}`);
  let envelope: { success?: unknown; data?: unknown; error?: unknown; code?: unknown } | null;
  try {
    envelope = JSON.parse(text) as typeof envelope;
  } catch {
    envelope = null;
  }
  if (typeof envelope !== 'object' || typeof envelope?.success !== 'boolean')
    throw new Outage(`${base} answers with status ${status} and not in Netloom's form: check the address`);
  if (envelope.success) return envelope.data;
  const code = typeof envelope.code === 'string' ? envelope.code : 'unknown';
  throw new Refusal(status, code, typeof envelope.error === 'string' ? envelope.error : code);
}
