// Sends requests to the public GraphQL API and to /api/auth with the browser's session. No other file of the built
// pages sends HTTP requests.
import { refusalWords } from './words/refusal-words';
import { pause } from './timing';

/** An error with a message for users: an error response of the service, or a problem that the page itself has found. */
export class Refusal extends Error {
  constructor(
    /** The service's original message. The inherited property `message` contains the text for users. */
    readonly ownMessage: string,
    readonly code: string,
    readonly isSignedOut = false,
    /** Milliseconds until a retry may succeed, if the service stated it in `Retry-After`. */
    readonly retryMs?: number,
    /** Parameters of the error, such as the name of the field with the invalid value. */
    readonly params: NonNullable<Extensions['params']> = {},
  ) {
    super(refusalWords(ownMessage, code, params));
  }

  /** Whether the requested row is deleted or the viewer may not read it, so that a retry is useless. */
  get isGone(): boolean {
    return ['entity_not_found', 'entity_access_denied'].includes(this.code);
  }

  /** Name of the input field that the error is about; undefined if the error is about no field. */
  get field(): string | undefined {
    return typeof this.params.field === 'string' ? this.params.field : undefined;
  }
}

/** A GraphQL document from the code generator, typed with its result and variables. */
export interface Document<Result, Variables> {
  __apiType?: (variables: Variables) => Result;
  toString(): string;
}

export interface Answer<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Extensions }[];
}
export interface Extensions {
  readonly code?: string;
  readonly params?: {
    readonly field?: unknown;
    readonly min?: unknown;
    readonly max?: unknown;
    readonly problem?: unknown;
    readonly challenge?: unknown;
    readonly id?: unknown;
  };
}

/** Sends a GraphQL document and returns the HTTP response, which may be an error response. */
export type Send = (query: string, variables: unknown, accept: string, signal?: AbortSignal) => Promise<Response>;

export interface Asking {
  readonly signal?: AbortSignal;
  /** Sends the request instead of the default function, for instance to another URL or with another credential. */
  readonly send?: Send;
  /** Supplies a message for certain errors; undefined keeps the service's message. */
  readonly wordsFor?: (extensions: Extensions) => string | undefined;
}

/** The result without nulls: where the API returns null for a field, it also returns an error, which is thrown. */
export type Granted<Result> = { [Name in keyof Result]: NonNullable<Result[Name]> };

/** Limits how often a rate-limited request is repeated after the wait that the service demands. */
const mostTries = 4;
const longestWaitMs = 10_000;

export async function ask<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
  asking: Asking = {},
): Promise<Granted<Result>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await askOnce(document, variables, asking);
    } catch (error) {
      const waitMs = error instanceof Refusal ? error.retryMs : undefined;
      if (waitMs === undefined || waitMs > longestWaitMs || tries === mostTries) throw error;
      await pause(waitMs, asking.signal);
      asking.signal?.throwIfAborted();
    }
  }
}

async function askOnce<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
  { signal, wordsFor, send = sendDocument }: Asking,
): Promise<Granted<Result>> {
  const response = await send(String(document), variables, 'application/json', signal);
  const answer = await read<Granted<Result>>(response);
  const [error] = answer.errors ?? [];
  if (error) throw refusal(wordsFor?.(error.extensions ?? {}) ?? error.message, error.extensions, response);
  if (answer.data == null) throw refusal('The service answered nothing', undefined, response);
  return answer.data;
}

/**
 * Opens a stream of server-sent events. Resolves with the body of the response once the stream is open. Throws a
 * Refusal for an error response.
 */
export async function openStream<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
  send: Send = sendDocument,
): Promise<ReadableStream<Uint8Array>> {
  const response = await send(String(document), variables, 'text/event-stream', signal);
  if (response.ok && response.body) return response.body;
  const [error] = (await read(response)).errors ?? [];
  throw refusal(error?.message ?? 'The service refused', error?.extensions, response);
}

export function requireData<Result>({ data, errors }: Answer<Result>): Result {
  const [error] = errors ?? [];
  if (!error && data != null) return data;
  const { code = 'unknown', params } = error?.extensions ?? {};
  throw new Refusal(error?.message ?? 'The service sent nothing.', code, code.startsWith('auth_'), undefined, params);
}

const json = 'application/json';

/**
 * Sends a POST request to a path of the service. Throws a Refusal with the code `unreachable` if no response arrives.
 */
export const post = (path: string, body: object, accept: string, signal?: AbortSignal): Promise<Response> =>
  send(path, {
    method: 'POST',
    headers: { Accept: accept, 'Content-Type': json },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

const sendDocument: Send = (query, variables, accept, signal) => post('/graphql', { query, variables }, accept, signal);

/** Sends a request to the REST API and returns the `data` of the response. Throws a Refusal for an error response. */
export async function call<Result>(method: string, path: string, body?: object): Promise<Result> {
  const response = await send(path, {
    method,
    headers: { Accept: json, ...(body && { 'Content-Type': json }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await read<Result>(response);
  const { success, data, error = 'The service refused', code, params } = answer as Answer<Result> & Envelope;
  if (!success) throw refusal(error, { ...(code && { code }), ...(params && { params }) }, response);
  return data as Result;
}
interface Envelope extends Extensions {
  readonly success?: boolean;
  readonly error?: string;
}

async function send(path: string, request: RequestInit): Promise<Response> {
  const { signal } = request;
  try {
    return await fetch(path, request);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

export const unreachable = () => new Refusal('The service does not answer. Trying again when it runs.', 'unreachable');
/** Status codes that a reverse proxy returns while the service is stopped or starting. */
const awayBehindProxy = [502, 503, 504];

async function read<Result>(response: Response): Promise<Answer<Result>> {
  try {
    const text = await response.text();
    // If a request for an event stream fails, the response is an event stream too. Its only event contains the error.
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
    return JSON.parse((isStream ? /^data: ?(.*)$/m.exec(text)?.[1] : text) ?? '') as Answer<Result>;
  } catch {
    if (awayBehindProxy.includes(response.status)) throw unreachable();
    throw refusal('The service sent something that is no answer', undefined, response);
  }
}

/** Why the user has to wait, by error code. Used if the response states how long to wait. */
const waitReasons: Readonly<Record<string, string>> = {
  rate_limit_exceeded: 'Too many requests.',
  organization_busy: 'Your organization has too much heavy work at once.',
};

function refusal(message: string, { code = 'unknown', params }: Extensions = {}, response: Response): Refusal {
  const seconds = Number(response.headers.get('Retry-After'));
  const reason = seconds > 0 ? waitReasons[code] : undefined;
  const words = reason ? `${reason} Try again in ${seconds} s.` : message;
  // Users who must set up a second factor have to do so on the sign-in page, as if their session had ended.
  const isSignedOut = response.status === 401 || code === 'auth_second_factor_enrolment_required';
  return new Refusal(words, code, isSignedOut, reason ? seconds * 1_000 : undefined, params);
}

export async function signOut(): Promise<void> {
  const response = await send('/api/auth/logout', { method: 'POST' });
  // Status 401 means that the session had already ended, so the sign-out counts as successful.
  if (!response.ok && response.status !== 401) throw refusal('Signing out failed', undefined, response);
}
