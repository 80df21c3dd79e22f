// The one way out to addresses that callers give: resolved once, judged, bounded in time and size, and silent about what was there.
import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '../../errors';
import { isLoopback } from './loopback';
import { reachOf } from './outbound-addresses';

// Packages for this exist; they judge ranges alone, all private kinds alike, and the best kept one is an ES module only.

export interface OutboundOptions {
  /** Whether private and loopback addresses may be connected to. */
  readonly allowsPrivate: boolean;
  /** The addresses of a name; DNS by default. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** Longest wait for a connection, TLS included, and for the whole exchange. */
  readonly connectMs?: number;
  readonly wholeMs?: number;
}
export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  /** Largest body of the answer. */
  readonly maximumBytes: number;
  readonly signal?: AbortSignal;
}
export interface OutboundAnswer {
  readonly status: number;
  readonly body: Buffer;
}
export interface Outbound {
  /**
   * 400 `outbound_address_refused` for a URL that is refused as it is written. Names are not looked up: what a name leads to
   * is judged when it is connected to, and nothing about it is revealed.
   */
  assertAllowed(field: string, url: string): void;
  /** Any answer that is whole and within bounds, redirects as they are; else an OutboundFailure. */
  request(request: OutboundRequest): Promise<OutboundAnswer>;
}

/** The same for all that goes wrong; the cause is for the log. */
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
    const reach = reachOf(address);
    return reach === 'public' || (reach === 'private' && allowsPrivate);
  };
  /** Throws for what is refused without a look-up. */
  const targetOf = (text: string): { url: URL; host: string } => {
    const url = new URL(text);
    const host = hostOf(url);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`${url.protocol} is not connected to`);
    if (url.username !== '' || url.password !== '') throw new Error('a URL has no credentials');
    const known = isIP(host) !== 0 ? [host] : isLocalName(host) ? localAddresses : [];
    if (host === '' || !known.every(isAllowed)) throw new Error(`${host} is not connected to`);
    return { url, host };
  };
  const addressesOf = async (host: string): Promise<readonly string[]> => {
    if (isIP(host) !== 0) return [host];
    const found = isLocalName(host) ? localAddresses : await resolve(host);
    // One that is refused makes the others suspect: which one is connected to must not depend on chance.
    if (found.length === 0 || !found.every(isAllowed)) throw new Error(`${host} leads to ${found.join(', ')}`);
    return found;
  };
  return {
    assertAllowed(field, text) {
      try {
        targetOf(text);
      } catch {
        throw new AppError('outbound_address_refused', { field });
      }
    },
    async request(given) {
      const ending = new AbortController();
      const stop = () => ending.abort(new Error('stopped'));
      const timer = setTimeout(() => ending.abort(new Error(`not done within ${wholeMs} ms`)), wholeMs);
      given.signal?.addEventListener('abort', stop);
      if (given.signal?.aborted) stop();
      try {
        const { url, host } = targetOf(given.url);
        const addresses = await unlessAborted(ending.signal, addressesOf(host));
        return await unlessAborted(ending.signal, exchange(url, addresses, given, ending.signal, connectMs));
      } catch (error) {
        throw new OutboundFailure(ending.signal.aborted ? ending.signal.reason : error);
      } finally {
        clearTimeout(timer);
        given.signal?.removeEventListener('abort', stop);
        // Closes the connection, whatever is still to come on it.
        stop();
      }
    },
  };
}

/** As `URL` spells it, which knows numbers in every notation; without brackets and the dot of a full name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** RFC 6761: such names are never asked of anyone. */
const isLocalName = (host: string): boolean => /(^|\.)localhost$/i.test(host);
const localAddresses = ['127.0.0.1', '::1'];

/** Whether nobody between here and there can read along. */
export function isConfidential(text: string): boolean {
  const url = new URL(text);
  const host = hostOf(url);
  return url.protocol === 'https:' || isLocalName(host) || isLoopback(host);
}

/**
 * Asks DNS itself: the system's look-up waits in a thread of a small pool, which names that are never answered would keep
 * from everyone. So names in the hosts file are unknown here, and names are full ones.
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

/** Connects to the given addresses whatever the name leads to by now; the name stays in Host and in TLS. */
const fixedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };

async function exchange(
  url: URL,
  addresses: readonly string[],
  { method, headers, body, maximumBytes }: OutboundRequest,
  signal: AbortSignal,
  connectMs: number,
): Promise<OutboundAnswer> {
  const isTls = url.protocol === 'https:';
  const options: RequestOptions = {
    method,
    headers: {
      ...headers,
      'Accept-Encoding': 'identity',
      ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
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
    // Of a switch to another protocol nothing else is said.
    request.on('close', () => reject(new Error('the connection was closed')));
    request.end(body);
  }).finally(() => clearTimeout(connecting));
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = response.headers;
  // Nothing was to be compressed: what is small on the wire could be of any size.
  if (encoding.toLowerCase() !== 'identity') throw new Error(`the answer is encoded: ${encoding.slice(0, 40)}`);
  if (Number(length) > maximumBytes) throw new Error(`the answer has more than ${maximumBytes} bytes`);
  return { status: response.statusCode!, body: await bodyOf(response as AsyncIterable<Uint8Array>, maximumBytes) };
}

/** Copied together as it comes: pieces of a byte each would take a hundred times as much memory. */
export async function bodyOf(response: AsyncIterable<Uint8Array>, maximumBytes: number): Promise<Buffer<ArrayBuffer>> {
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
