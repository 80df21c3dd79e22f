// Responses of the OpenAPI document: the envelope with its meta data, the common error schema, and headers.
import { errorCodes, errorStatus, describeErrorCode, AppError } from '../../errors';
import { apiVersion } from '../envelope';
import type { JsonSchema } from './schemas';

const header = (description: string, schema: JsonSchema) => ({ description, schema });
const count = { type: 'integer', minimum: 0 };

export const headers = {
  'X-Request-Id': header('Id of this request in the log of the service; the id that the caller sent, if any.', {
    type: 'string',
  }),
  'X-RateLimit-Limit': header('Permitted requests per minute: 300, for anonymous callers 40.', count),
  'X-RateLimit-Remaining': header('Remaining requests.', count),
  'X-RateLimit-Reset': header('Seconds until the limit is fully restored.', count),
  'Retry-After': {
    ...header('Seconds to wait before a retry.', { type: 'integer', minimum: 1 }),
    required: true,
  },
  Allow: { ...header('Methods of this path.', { type: 'string' }), required: true },
};
type HeaderName = keyof typeof headers;

export const referring = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const limitHeaders: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
/** Headers of a response. The headers of the rate limit are omitted if the route is not limited. */
export const responseHeaders = (isLimited: boolean) => referring(isLimited ? limitHeaders : ['X-Request-Id']);

const uuid = '6f1c2a52-5f4e-4d0a-9a6e-0d3f5f1c7b11';
const exampleParams: Record<string, Record<string, unknown>> = {
  validation_required: { field: 'name' },
  auth_permission_denied: { action: 'updateVlan', required: 'Member' },
  entity_not_found: { entity: 'VLAN', id: uuid },
  method_not_allowed: { method: 'PATCH' },
  entity_already_exists: { entity: 'VLAN', field: 'vlan_number', value: 120 },
  payload_too_large: { max_bytes: 2_097_152 },
};

const errors = {
  BadRequest: [400, 'The request is malformed or a value is invalid.'],
  Unauthorized: [401, 'The credential is missing, unknown or expired.'],
  Forbidden: [403, 'The caller lacks the right.'],
  NotFound: [404, 'The row does not exist, or the caller cannot access it.'],
  MethodNotAllowed: [405, 'The path does not support this method.'],
  NotAcceptable: [406, 'No media type in `Accept` is available.'],
  Conflict: [409, 'The write conflicts with stored data.'],
  PayloadTooLarge: [413, 'The body is too large.'],
  UnsupportedMediaType: [415, 'The body is not JSON.'],
  TooManyRequests: [429, 'Too many requests.'],
  InternalError: [500, 'Unexpected error; details are in the log only.'],
  ServiceUnavailable: [
    503,
    'The database is unreachable, overloaded or full, or the request exceeded the time limit that `params.reason` names, and a write may have been stored; or a provider to sign in with does not answer.',
  ],
} satisfies Record<string, [number, string]>;
export type ErrorResponse = keyof typeof errors;

const extraHeaders: Partial<Record<ErrorResponse, readonly HeaderName[]>> = {
  TooManyRequests: ['Retry-After'],
  ServiceUnavailable: ['Retry-After'],
  MethodNotAllowed: ['Allow'],
};

function errorResponse(name: ErrorResponse): object {
  const [status, description] = errors[name];
  const codes = errorCodes.filter((code) => errorStatus(code) === status);
  const example = codes.find((code) => code in exampleParams) ?? codes[0]!;
  const { message, params } = new AppError(example, exampleParams[example]);
  const extra: readonly HeaderName[] = extraHeaders[name] ?? [];
  return {
    description: `${description} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: referring([...limitHeaders, ...extra]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: {
          success: false,
          error: message,
          code: example,
          params,
          meta: { api_version: apiVersion, server_version: '0.1.0' },
        },
      },
    },
  };
}

export const errorResponses: Record<string, object> = Object.fromEntries(
  Object.keys(errors).map((name) => [name, errorResponse(name as ErrorResponse)]),
);

type Codes = readonly string[] | Readonly<Record<string, string>>;

/**
 * A reference to an error response of the OpenAPI components. Its description, which OpenAPI allows beside a reference,
 * lists the operation's error codes.
 */
function refusal(name: ErrorResponse, codes: Codes): object {
  const reference = { $ref: `#/components/responses/${name}` };
  const list = Array.isArray(codes)
    ? (codes as readonly string[]).map((code) => `\`${code}\``).join(', ')
    : Object.entries(codes)
        .map(([code, why]) => `\n- \`${code}\`: ${why}`)
        .join('');
  return list === ''
    ? reference
    : { ...reference, description: `${errors[name][1]} Codes: ${list.replace(/(?<!\.)$/, '.')}` };
}

/**
 * Entries of an operation's `responses` for these errors, with the operation's error codes. An empty list stands for
 * all codes of that status.
 */
export function refusals(
  responseErrors: readonly ErrorResponse[] | Partial<Record<ErrorResponse, Codes>>,
): Record<string, object> {
  const entries = Array.isArray(responseErrors)
    ? (responseErrors as readonly ErrorResponse[]).map((name) => [name, []] as const)
    : (Object.entries(responseErrors) as [ErrorResponse, Codes][]);
  return Object.fromEntries(entries.map(([name, codes]) => [errors[name][0], refusal(name, codes)]));
}

const meta = {
  api_version: {
    type: 'integer',
    const: apiVersion,
    description: 'Version of the contract, raised only on breaking changes.',
  },
  server_version: { type: 'string', description: 'Version of the server.' },
};

export const envelopeSchemas: Record<string, JsonSchema> = {
  Meta: {
    type: 'object',
    description: 'Versions, part of every response.',
    properties: meta,
    required: ['api_version', 'server_version'],
  },
  PageMeta: {
    type: 'object',
    description: 'Versions and the position of the page.',
    properties: {
      ...meta,
      pagination: { $ref: '#/components/schemas/Pagination', description: 'Position of the page.' },
    },
    required: ['api_version', 'server_version', 'pagination'],
  },
  Pagination: {
    type: 'object',
    description: 'Position of a page in its list.',
    properties: {
      total_count: { ...count, description: 'Number of matching rows on all pages.' },
      limit: { ...count, description: 'Applied limit; 0 = none.' },
      offset: { ...count, description: 'Applied offset.' },
      has_more: { type: 'boolean', description: 'Whether rows follow this page.' },
      group_counts: {
        type: 'array',
        items: { $ref: '#/components/schemas/GroupCount' },
        description: 'With `group_by` only: rows per value over all matching rows, sorted by value, null last.',
      },
    },
    required: ['total_count', 'limit', 'offset', 'has_more'],
  },
  GroupCount: {
    type: 'object',
    description: 'Number of rows that share a value.',
    properties: {
      value: { type: ['string', 'null'], description: 'The value as text; null for rows without one.' },
      count: { ...count, description: 'Number of rows.' },
    },
    required: ['value', 'count'],
  },
  ErrorCode: {
    type: 'string',
    enum: errorCodes,
    description: [
      'Error codes, the same in GraphQL.\n',
      ...errorCodes.map((code) => `- \`${code}\`: ${describeErrorCode(code)}`),
    ].join('\n'),
  },
  Error: {
    type: 'object',
    description: 'An error response of any status.',
    properties: {
      success: { type: 'boolean', const: false, description: 'Always false for errors.' },
      error: { type: 'string', description: 'Error message for people.' },
      code: { $ref: '#/components/schemas/ErrorCode', description: 'Error code for programs.' },
      params: { type: 'object', additionalProperties: true, description: 'Parameters of the error; empty if none.' },
      meta: { $ref: '#/components/schemas/Meta', description: 'Versions.' },
    },
    required: ['success', 'error', 'code', 'params', 'meta'],
  },
};

export const envelope = (data: JsonSchema, metaName: 'Meta' | 'PageMeta' = 'Meta'): JsonSchema => ({
  type: 'object',
  properties: {
    success: { type: 'boolean', const: true },
    data,
    meta: { $ref: `#/components/schemas/${metaName}` },
  },
  required: ['success', 'data', 'meta'],
});

/** A successful response in the envelope. */
export const success = (
  schema: JsonSchema,
  {
    isLimited = true,
    description = 'Success.',
    example,
  }: { isLimited?: boolean; description?: string; example?: object } = {},
) => ({
  description,
  headers: responseHeaders(isLimited),
  content: { 'application/json': { schema, ...(example && { example }) } },
});

export const notChanged = { 304: { description: 'Not modified since the `ETag` in `If-None-Match`.' } };

/** A response with server-sent events. `schema` describes the data of each event. */
export const eventStream = (schema: JsonSchema) => ({
  description: `Events until the client disconnects or loses access. The data of each event is JSON:\n\n\`\`\`json\n${JSON.stringify(schema)}\n\`\`\``,
  headers: responseHeaders(true),
  content: { 'text/event-stream': { schema: { type: 'string' } } },
});
