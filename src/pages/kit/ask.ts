// Asking the public GraphQL API, and what is below /api/auth, as the session that is here; the only place of the built pages
// that sends anything.
import { pause } from './timing';

/** A refusal, with words for people. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly isSignedOut = false,
    /** When asking again may be answered, where the service has said so. */
    readonly retryMs?: number,
    /** What the code is about. */
    readonly params: NonNullable<Extensions['params']> = {},
  ) {
    super(message);
  }

  /** What was asked about is deleted or out of reach: asking again is of no use. */
  get isGone(): boolean {
    return ['entity_not_found', 'entity_access_denied'].includes(this.code);
  }

  /** The field of the input that is refused. */
  get field(): string | undefined {
    return typeof this.params.field === 'string' ? this.params.field : undefined;
  }
}

/** A document that was generated with its types. */
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
  };
}

export interface Asking {
  readonly signal?: AbortSignal;
  /** Better words for a refusal, where the page has some. */
  readonly wordsFor?: (extensions: Extensions) => string | undefined;
}

/** Reads whose row is refused are null beside the error, which is thrown. */
export type Granted<Result> = { [Name in keyof Result]: NonNullable<Result[Name]> };

/** Requests over the rate limit are repeated after the wait, as often and for as long as this. */
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
  { signal, wordsFor }: Asking,
): Promise<Granted<Result>> {
  const response = await sendDocument(String(document), variables, 'application/json', signal);
  const answer = await read<Granted<Result>>(response);
  const [error] = answer.errors ?? [];
  if (error) throw refusal(wordsFor?.(error.extensions ?? {}) ?? error.message, error.extensions, response);
  if (answer.data == null) throw refusal('The service answered nothing', undefined, response);
  return answer.data;
}

/** Answers once the stream is open; its body is a stream of server-sent events. */
export async function openStream<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await sendDocument(String(document), variables, 'text/event-stream', signal);
  if (response.ok && response.body) return response.body;
  const [error] = (await read(response)).errors ?? [];
  throw refusal(error?.message ?? 'The service refused', error?.extensions, response);
}

/** The data of an event; what it refuses is thrown, and is the last that its stream sends. */
export function resultOf<Result>({ data, errors }: Answer<Result>): Result {
  const [error] = errors ?? [];
  if (!error && data != null) return data;
  const { code = 'unknown', params } = error?.extensions ?? {};
  throw new Refusal(error?.message ?? 'The service sent nothing.', code, code.startsWith('auth_'), undefined, params);
}

const json = 'application/json';

const sendDocument = (query: string, variables: unknown, accept: string, signal?: AbortSignal): Promise<Response> =>
  send('/graphql', {
    method: 'POST',
    headers: { Accept: accept, 'Content-Type': json },
    body: JSON.stringify({ query, variables }),
    ...(signal && { signal }),
  });

/** What REST answers in its envelope: `data`, or the refusal. */
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
/** What a proxy answers for a service that is stopped or starting. */
const awayBehindProxy = [502, 503, 504];

async function read<Result>(response: Response): Promise<Answer<Result>> {
  try {
    const text = await response.text();
    // A refused event stream is a stream of one event.
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
    return JSON.parse((isStream ? /^data: ?(.*)$/m.exec(text)?.[1] : text) ?? '') as Answer<Result>;
  } catch {
    if (awayBehindProxy.includes(response.status)) throw unreachable();
    throw refusal('The service sent something that is no answer', undefined, response);
  }
}

function refusal(message: string, { code = 'unknown', params }: Extensions = {}, response: Response): Refusal {
  const seconds = Number(response.headers.get('Retry-After'));
  const isOver = code === 'rate_limit_exceeded' && seconds > 0;
  const words = isOver ? `Too many requests. Try again in ${seconds} s.` : `${message.replace(/\.$/, '')}.`;
  // The sign-in page is where that can be done.
  const isSignedOut = response.status === 401 || code === 'auth_second_factor_enrolment_required';
  return new Refusal(words, code, isSignedOut, isOver ? seconds * 1_000 : undefined, params);
}

export async function signOut(): Promise<void> {
  const response = await send('/api/auth/logout', { method: 'POST' });
  // A session that is over already counts as signed out.
  if (!response.ok && response.status !== 401) throw refusal('Signing out failed', undefined, response);
}
