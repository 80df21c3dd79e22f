// Opens one connection to the GraphQL subscription `newNetworkEvents`, over server-sent events.
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { errorMessage } from '../agent/failure';
import { Outage, Refusal } from '../agent/protocol/json-client';

export interface StreamOptions {
  readonly server: URL;
  /** Certificates, in PEM format, of certificate authorities to trust in addition to those of Node.js. */
  readonly ca?: string;
  readonly key: string;
  readonly signal: AbortSignal;
}
export interface Subscription {
  readonly networkId: string;
  readonly since: string | undefined;
  readonly filter: { readonly kind?: { readonly in: readonly string[] } };
}

const eventForm = z.object({
  ...{ cursor: z.string(), id: z.string(), kind: z.string(), severity: z.string(), happenedAt: z.string() },
  ...{ count: z.number(), message: z.string(), code: z.string(), params: z.record(z.string(), z.unknown()) },
  ...{ hostIds: z.array(z.string()), subjectIds: z.array(z.string()) },
});
const messageForm = z.object({ hasGap: z.boolean(), cursor: z.string(), events: z.array(eventForm) });
const errorsForm = z.object({
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }) })).min(1),
});
const dataForm = z.object({ data: z.object({ newNetworkEvents: messageForm }) });
export type NetworkEvent = z.output<typeof eventForm>;
export type EventsMessage = z.output<typeof messageForm>;

const document = `subscription Watch($networkId: UUID!, $since: String, $filter: NetworkEventFilter) {
  newNetworkEvents(networkId: $networkId, since: $since, filter: $filter) {
    hasGap
    cursor
    events { cursor id kind severity happenedAt count message code params hostIds subjectIds }
  }
}`;

/**
 * Milliseconds without a received byte after which the connection counts as lost. The service sends a comment every 12
 * seconds.
 */
const silenceMs = 45_000;
/** Maximum length, in characters, of one message and of an error response. Netloom's own messages are shorter. */
const maxLength = 16 * 2 ** 20;
/** Codes of temporary errors: the same subscription may succeed later. */
const passingCodes: ReadonlySet<string> = new Set([
  ...['service_unavailable', 'internal_error', 'rate_limit_exceeded', 'organization_busy'],
]);

/**
 * Yields the messages of one connection. Throws Refusal if the service refuses the subscription, and Outage if the
 * connection fails or ends.
 */
export async function* streamEvents(options: StreamOptions, variables: Subscription): AsyncGenerator<EventsMessage> {
  const base = options.server.href.replace(/\/$/, '');
  try {
    const response = await openStream(base, options, variables);
    response.setEncoding('utf8');
    if (!/^text\/event-stream\b/.test(response.headers['content-type'] ?? '')) throw await readError(base, response);
    const messages: string[] = [];
    const parser = createParser({
      maxBufferSize: maxLength,
      onEvent: ({ event, data }) => void (event === 'next' && messages.push(data)),
      onError: (error) => void (error.type === 'max-buffer-size-exceeded' && response.destroy(error)),
    });
    for await (const chunk of response) {
      parser.feed(chunk as string);
      for (const message of messages.splice(0)) yield parseMessage(base, response, message);
    }
    throw new Outage(`${base} ended the stream`);
  } catch (error) {
    if (error instanceof Outage || error instanceof Refusal) throw error;
    options.signal.throwIfAborted();
    throw new Outage(`The connection to ${base} is lost (${errorMessage(error)})`);
  }
}

function openStream(base: string, { server, ca, key, signal }: StreamOptions, variables: Subscription) {
  const body = Buffer.from(JSON.stringify({ query: document, variables }));
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (server.protocol === 'https:' ? requestHttps : requestHttp)(`${base}/graphql`, {
      ...{ method: 'POST', signal, agent: false },
      ...(ca !== undefined && { ca }),
      headers: {
        ...{ accept: 'text/event-stream', authorization: `Bearer ${key}` },
        ...{ 'content-type': 'application/json', 'content-length': body.length },
      },
    });
    request.setTimeout(silenceMs, () => request.destroy(new Error(`nothing received for ${silenceMs / 1000} s`)));
    request.once('error', reject).once('response', resolve).end(body);
  });
}

function parseMessage(base: string, { statusCode = 0 }: IncomingMessage, text: string): EventsMessage {
  const json = parseJson(text);
  const answer = dataForm.safeParse(json);
  if (answer.success) return answer.data.data.newNetworkEvents;
  throw toError(base, statusCode, json);
}

async function readError(base: string, response: IncomingMessage): Promise<Error> {
  let text = '';
  for await (const chunk of response) {
    text += chunk as string;
    if (text.length > maxLength) break;
  }
  return toError(base, response.statusCode ?? 0, parseJson(text));
}

function toError(base: string, status: number, json: unknown): Error {
  if (status >= 500 || status === 429 || status === 408) return new Outage(`${base} answers with status ${status}`);
  const answer = errorsForm.safeParse(json);
  if (!answer.success) return new Outage(`${base} answers with status ${status} and not in Netloom's form`);
  const [{ message, extensions } = answer.data.errors[0]!] = answer.data.errors;
  const { code } = extensions;
  return passingCodes.has(code) ? new Outage(`${base} says: ${message}`) : new Refusal(status, code, message);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
