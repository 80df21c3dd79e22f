// Sends requests to URLs that callers provide. Each host name is resolved once, its IP addresses are checked, and time
// and size are bounded. Errors reveal nothing about the target.
import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { SpanKind } from '@opentelemetry/api';
import { AppError } from '../../errors';
import { traced } from '../tracing/tracing';
import { isLoopback } from './loopback';
import { addressReach } from './outbound-addresses';

// Existing packages against server-side request forgery do not suffice: some only compare address ranges, some treat
// all private ranges alike, and some are ES modules, which Jest cannot load.

export interface OutboundOptions {
  /** Whether connections to private and loopback addresses are allowed. */
  readonly allowsPrivate: boolean;
  /** Resolves a name to addresses; by DNS if undefined. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** Maximum time in milliseconds for connecting (including TLS). `wholeMs` limits the whole request. */
  readonly connectMs?: number;
  readonly wholeMs?: number;
}
export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The media type of the body; JSON if undefined. */
  readonly contentType?: string;
  /** Maximum size of the response's body in bytes. */
  readonly maximumBytes: number;
  /** Whether the beginning of a body that is too long, slow or incomplete is returned. Otherwise the request fails. */
  readonly cutsBody?: boolean;
  readonly signal?: AbortSignal;
}
export interface OutboundAnswer {
  readonly status: number;
  /** The header `Retry-After`; undefined if there is none. */
  readonly retryAfter?: string | undefined;
  readonly body: Buffer;
}
export interface Outbound {
  /** Whether connections to private and loopback addresses are allowed. */
  readonly allowsPrivate: boolean;
  /**
   * Throws 400 `outbound_address_refused` for a URL that can be refused without resolving its name. Names are resolved
   * and checked when connecting, and errors do not reveal their addresses.
   */
  assertAllowed(field: string, url: string): void;
  /** Resolves with any complete response within the limits, including redirects. Otherwise throws OutboundFailure. */
  request(request: OutboundRequest): Promise<OutboundAnswer>;
}

/** The error for a failed request. Its message is always the same; its cause is only for the log. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure';

  constructor(override readonly cause: unknown) {
    super('no usable answer');
  }
}

const maximumHeaderBytes = 16 * 1024;

export function createOutbound({
  allowsPrivate,
  resolve = byDns,
  connectMs = 5_000,
  wholeMs = 10_000,
}: OutboundOptions): Outbound {
  const isAllowed = (address: string): boolean => {
    const reach = addressReach(address);
    return reach === 'public' || (reach === 'private' && allowsPrivate);
  };
  /** Throws for targets that can be refused without resolving a name. */
  const targetOf = (text: string): { url: URL; host: string } => {
    const url = new URL(text);
    const host = hostOf(url);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`${url.protocol} is not connected to`);
    if (url.username !== '' || url.password !== '') throw new Error('a URL has no credentials');
    const literalAddresses = isIP(host) !== 0 ? [host] : isLocalName(host) ? localAddresses : [];
    if (host === '' || !literalAddresses.every(isAllowed)) throw new Error(`${host} is not connected to`);
    return { url, host };
  };
  const addressesOf = async (host: string): Promise<readonly string[]> => {
    if (isIP(host) !== 0) return [host];
    const addresses = isLocalName(host) ? localAddresses : await resolve(host);
    // If one IP address of a host name is refused, the whole name is refused, because the target must not depend on
    // which address is tried first.
    if (addresses.length === 0 || !addresses.every(isAllowed))
      throw new Error(`${host} leads to ${addresses.join(', ')}`);
    return addresses;
  };
  return {
    allowsPrivate,
    assertAllowed(field, text) {
      try {
        targetOf(text);
      } catch {
        throw new AppError('outbound_address_refused', { field });
      }
    },
    async request(options) {
      const ending = new AbortController();
      const stop = () => ending.abort(new Error('stopped'));
      const timer = setTimeout(() => ending.abort(new Error(`not done within ${wholeMs} ms`)), wholeMs);
      options.signal?.addEventListener('abort', stop);
      if (options.signal?.aborted) stop();
      try {
        const { url, host } = targetOf(options.url);
        const addresses = await unlessAborted(ending.signal, addressesOf(host));
        const attributes = { 'http.request.method': options.method, 'server.address': host };
        // The request has no header `traceparent`, because the target may be malicious.
        return await traced(options.method, { kind: SpanKind.CLIENT, attributes }, () =>
          unlessAborted(ending.signal, exchange(url, addresses, options, ending.signal, connectMs)),
        );
      } catch (error) {
        throw new OutboundFailure(ending.signal.aborted ? ending.signal.reason : error);
      } finally {
        clearTimeout(timer);
        options.signal?.removeEventListener('abort', stop);
        // Closes the connection after the request, even if data is still pending on it.
        stop();
      }
    },
  };
}

/** The host as `URL` normalizes it, without brackets and final dot. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** Whether the name is `localhost` or ends with `.localhost`. Such names are not resolved by DNS (RFC 6761). */
const isLocalName = (host: string): boolean => /(^|\.)localhost$/i.test(host);
const localAddresses = ['127.0.0.1', '::1'];

/** Whether the connection is encrypted, or does not leave this machine. */
export function isConfidential(text: string): boolean {
  const url = new URL(text);
  const host = hostOf(url);
  return url.protocol === 'https:' || isLocalName(host) || isLoopback(host);
}

/**
 * Queries DNS directly. The system's resolver would run on Node's small pool of threads, and queries without a response
 * would block the pool. So the hosts file is ignored, and names are taken as fully qualified.
 */
async function byDns(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject);
  });
}

/**
 * Replaces DNS by the addresses that were checked, so that the connection cannot go to another address. The Host header
 * and TLS still use the name.
 */
const fixedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const entries = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) callback(null, entries);
    else callback(null, entries[0]!.address, entries[0]!.family);
  };

async function exchange(
  url: URL,
  addresses: readonly string[],
  { method, headers, body, contentType = 'application/json', maximumBytes, cutsBody = false }: OutboundRequest,
  signal: AbortSignal,
  connectMs: number,
): Promise<OutboundAnswer> {
  const isTls = url.protocol === 'https:';
  const options: RequestOptions = {
    method,
    headers: {
      ...headers,
      'Accept-Encoding': 'identity',
      ...(body !== undefined && { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) }),
    },
    agent: false,
    lookup: fixedTo(addresses),
    maxHeaderSize: maximumHeaderBytes,
    signal,
  };
  let connecting: NodeJS.Timeout | undefined;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (isTls ? httpsRequest : httpRequest)(url, options, resolve);
    connecting = setTimeout(() => request.destroy(new Error(`no connection within ${connectMs} ms`)), connectMs);
    request.on('socket', (socket) => socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connecting)));
    request.on('error', reject);
    // If the server switches to another protocol, only this event is emitted.
    request.on('close', () => reject(new Error('the connection was closed')));
    request.end(body);
  }).finally(() => clearTimeout(connecting));
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = response.headers;
  const head = { status: response.statusCode!, retryAfter: response.headers['retry-after'] };
  if (cutsBody) return { ...head, body: await readBeginning(response, maximumBytes) };
  // The request did not ask for compression. A compressed body is refused, because a small one could expand to any
  // size.
  if (encoding.toLowerCase() !== 'identity') throw new Error(`the answer is encoded: ${encoding.slice(0, 40)}`);
  if (Number(length) > maximumBytes) throw new Error(`the answer has more than ${maximumBytes} bytes`);
  return { ...head, body: await readBody(response as AsyncIterable<Uint8Array>, maximumBytes) };
}

/** Maximum milliseconds for reading the beginning of a body (`cutsBody`). */
const beginningMs = 1_000;

/** Reads the first bytes of a body, as far as they arrive within a second. Returns no bytes of a compressed body. */
async function readBeginning(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const isPlain = (response.headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  const timer = setTimeout(() => response.destroy(), beginningMs);
  try {
    let size = 0;
    for await (const piece of response as AsyncIterable<Uint8Array>) {
      if (!isPlain) break;
      pieces.push(piece.subarray(0, mostBytes - size));
      size += pieces.at(-1)!.length;
      if (size >= mostBytes) break;
    }
  } catch {
    // If the body breaks off, the part that was read is returned, because the caller only needs its beginning.
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  return Buffer.concat(pieces);
}

/** Copies the chunks into one buffer. Chunks of one byte each would take a hundred times the memory. */
export async function readBody(
  response: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  let body = Buffer.alloc(Math.min(maximumBytes, 16 * 1024));
  let size = 0;
  for await (const piece of response) {
    if (size + piece.length > maximumBytes) throw new Error(`the answer has more than ${maximumBytes} bytes`);
    if (size + piece.length > body.length) {
      const longer = Buffer.alloc(Math.min(maximumBytes, Math.max(2 * body.length, size + piece.length)));
      body.copy(longer, 0, 0, size);
      body = longer;
    }
    body.set(piece, size);
    size += piece.length;
  }
  return body.subarray(0, size);
}
