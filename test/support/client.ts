// Sends REST and GraphQL requests as one caller. If the status is unexpected, prints request, response and request id.
import { exchange } from './exchange';
import { expectContract } from './contract';
import { unzip } from './files';

/** JSON bodies as sent. The suite that sends a request knows the type of the response. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

export type Credential = { readonly session?: string; readonly key?: string; readonly daemonId?: string };

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
  /** The request and response as text, for messages of failing expectations. */
  readonly story: string;
}
export interface RequestOptions {
  readonly body?: unknown;
  /** The raw body, which is sent in place of `body`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}
export interface Client {
  /** Sends a request. `path` begins at the root, for example `/api/v1/vlans`. */
  send(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** REST methods, whose `path` is below `/api/v1`. */
  readonly rest: {
    get(path: string): Promise<Reply>;
    post(path: string, body?: unknown): Promise<Reply>;
    put(path: string, body?: unknown): Promise<Reply>;
    delete(path: string): Promise<Reply>;
  };
  graphql(query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<Reply>;
  /** Returns the data of a GraphQL request that must succeed. */
  query(query: string, variables?: Record<string, unknown>): Promise<Json>;
  /** Returns the code and params of a GraphQL request that must fail. */
  refusal(query: string, variables?: Record<string, unknown>): Promise<{ code: string; params: Json }>;
}

export function createClient(url: string, { session, key, daemonId }: Credential): Client {
  const authentication: Record<string, string> = {
    ...(session && { cookie: `session_id=${session}` }),
    ...(key && { authorization: `Bearer ${key}` }),
    ...(daemonId && { 'x-daemon-id': daemonId }),
    // Daemons get responses in the format of their version. Only this version's format is in the published contract,
    // with which responses are compared below.
    ...(key?.startsWith('nlm_d_') && { 'x-daemon-version': '0.17.22' }),
  };
  const send: Client['send'] = async (method, path, { body, rawBody, headers } = {}) => {
    const hasBody = body !== undefined || rawBody !== undefined;
    const requestHeaders = { ...authentication, ...(hasBody && { 'content-type': 'application/json' }), ...headers };
    const bodyText = body === undefined ? '' : JSON.stringify(body);
    const response = await exchange(method, url + path, requestHeaders, hasBody ? (rawBody ?? bodyText) : undefined);
    const { bytes } = response;
    const text = bytes.toString();
    const type = response.headers.get('content-type') ?? '';
    const story = `${method} ${path} ${bodyText.slice(0, 600)} → ${response.status} ${text.slice(0, 1500)} [${response.headers.get('x-request-id')}]`;
    const answer = {
      status: response.status,
      headers: response.headers,
      body: /json/.test(type) && text !== '' ? JSON.parse(text) : text,
    };
    // Every REST response in any suite is checked against the published contract.
    if (/^\/api\b/.test(path)) expectContract(method, path, answer);
    // The body of an archive is replaced by the archive's files by name, because tests that search responses would find
    // nothing in compressed data.
    return type === 'application/zip' && text !== '' ? { ...answer, body: unzip(bytes), story } : { ...answer, story };
  };
  const graphql: Client['graphql'] = (query, variables, headers) =>
    send('POST', '/graphql', {
      body: { query, variables },
      headers: { accept: 'application/graphql-response+json', ...headers },
    });
  const rest = (method: string) => (path: string, body?: unknown) => send(method, `/api/v1${path}`, { body });
  return {
    send,
    graphql,
    rest: { get: rest('GET'), post: rest('POST'), put: rest('PUT'), delete: rest('DELETE') },
    async query(query, variables) {
      const reply = await graphql(query, variables);
      if (reply.body.errors || reply.status !== 200) throw new Error(reply.story);
      return reply.body.data;
    },
    async refusal(query, variables) {
      const reply = await graphql(query, variables);
      if (!reply.body.errors) throw new Error(`not refused: ${reply.story}`);
      return reply.body.errors[0].extensions;
    },
  };
}
