// Reads devices, IP addresses and prefixes from NetBox over its REST API, as lines of the import format `NetBox`.
import { netboxLine, netboxLists, type NetboxList } from '../modules/discovery/importing/formats/netbox';
import { mostEntries } from '../modules/discovery/importing/formats/imported-entries';

export interface NetboxOptions {
  /** URL of NetBox, with or without `/api`. */
  readonly url: string;
  readonly token: string;
  /** Time limit for one page in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number;
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
  /** Called after each page with the number of objects read and the list's total. */
  readonly onPage?: (list: NetboxList, read: number, count: number) => void;
}

/** An error of NetBox, with a message for people. */
export class NetboxError extends Error {
  override readonly name = 'NetboxError';
}

/** Maximum size of one page in bytes. */
const mostBytes = 64 * 2 ** 20;

/**
 * Reads the objects of a NetBox, list by list, and yields them as lines of an import file in the format `NetBox`.
 * Redirects and `next` links are not followed, so that the token is sent only to the URL in `options`.
 */
export async function* readNetbox(options: NetboxOptions): AsyncGenerator<string> {
  const { pageSize = 500, onPage } = options;
  const api = apiAddress(options.url);
  let total = 0;
  for (const list of Object.keys(netboxLists) as NetboxList[]) {
    for (let read = 0, isLast = false; !isLast;) {
      const page = await fetchPage(`${api}/${list}/?${buildQuery(list, pageSize, read)}`, list, options);
      for (const object of page.results) yield netboxLine(list, object);
      read += page.results.length;
      total += page.results.length;
      if (total > mostEntries) throw new NetboxError(`NetBox has more than ${mostEntries} objects`);
      onPage?.(list, read, page.count);
      // NetBox may return fewer objects than requested, so only an empty page or the total count marks the last page.
      isLast = page.results.length === 0 || read >= page.count;
    }
  }
}

function apiAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new NetboxError(`${text} is no address of NetBox`);
  if (url.username !== '' || url.password !== '') throw new NetboxError('the address of NetBox may hold no password');
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api$/, '')}/api`;
}

function buildQuery(list: NetboxList, limit: number, offset: number): string {
  const query = new URLSearchParams({ limit: String(limit), offset: String(offset), ordering: 'id' });
  // `config_context` is slow to compute and not used.
  if (list === 'dcim/devices' || list === 'virtualization/virtual-machines') query.set('exclude', 'config_context');
  return query.toString();
}

interface Page {
  readonly count: number;
  readonly results: readonly Readonly<Record<string, unknown>>[];
}

async function fetchPage(url: string, list: NetboxList, options: NetboxOptions): Promise<Page> {
  const { token, signal, timeoutMs = 60_000 } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', authorization: authorizationOf(token) },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new NetboxError(describeStatus(answer.status));
    }
    return parsePage(await readText(answer));
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new NetboxError(
      `${list}: ${timeout.aborted ? `no answer within ${timeoutMs / 1000} s` : describeError(error)}`,
    );
  }
}

/** Tokens of NetBox 4.5 and later begin with nbt_ and are sent as bearer tokens. */
const authorizationOf = (token: string): string => `${token.startsWith('nbt_') ? 'Bearer' : 'Token'} ${token}`;

function describeStatus(status: number): string {
  if (status === 401 || status === 403)
    return `NetBox refuses the token (${status}), which has to be able to read this list`;
  if (status === 404) return 'there is no such list (404): is this the address of NetBox?';
  if (status >= 300 && status < 400) return `the address leads to another (${status}): give that one`;
  return `NetBox answers ${status}`;
}

/** The reason why a request failed, which `fetch` reports in `cause`. */
function describeError(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || 'it cannot be read';
}

async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > mostBytes) throw new NetboxError(`an answer has more than ${mostBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsePage(text: string): Page {
  let page: unknown;
  try {
    page = JSON.parse(text);
  } catch {
    throw new NetboxError('the answer is no JSON');
  }
  const { count, results } = (page ?? {}) as Record<string, unknown>;
  const isPage =
    typeof count === 'number' &&
    Array.isArray(results) &&
    results.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
  if (!isPage) throw new NetboxError('the answer is no page of a list');
  return { count, results: results as Page['results'] };
}
