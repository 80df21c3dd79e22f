// The OpenAPI operations about the service itself: version, health, configuration, metadata, metrics, this document.
import { envelope, headersOf, referring, notChanged, refusals, success, type ErrorResponse } from './responses';
import type { JsonSchema } from './schemas';

export interface PlainOperation {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly operation: {
    readonly operationId: string;
    readonly tags: readonly string[];
    readonly [member: string]: unknown;
  };
}

export const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
export const nobody: never[] = [];
export const readErrors: ErrorResponse[] = [
  'BadRequest',
  'NotAcceptable',
  'TooManyRequests',
  'InternalError',
  'ServiceUnavailable',
];
export const responses = (ok: object, errors: readonly ErrorResponse[]) => ({ 200: ok, ...refusals(errors) });

const healthData = object({
  status: { type: 'string', enum: ['ok', 'degraded'], description: 'Of the whole.' },
  database: {
    type: 'string',
    enum: ['ok', 'waiting', 'unreachable', 'full', 'read_only'],
    description:
      'Of its database. `waiting`: all connections are in use. `full`: a write met a full disk within the last half minute. `read_only`: it takes no writes.',
  },
});

export const service: PlainOperation[] = [
  {
    method: 'get',
    path: '/api/version',
    operation: {
      operationId: 'get_version',
      tags: ['Service'],
      summary: 'The current versions',
      description: 'Of the contract and of the application. Needs no credential.',
      security: nobody,
      responses: responses(
        success(
          envelope(
            object({
              api_version: { type: 'integer', description: 'Raised only on breaking changes.' },
              server_version: { type: 'string', description: 'Version of the application.' },
              min_compatible_client: {
                type: ['string', 'null'],
                description: 'Oldest version of a client that still works with this contract; null = any.',
              },
            }),
          ),
        ),
        readErrors,
      ),
    },
  },
  {
    method: 'get',
    path: '/api/health',
    operation: {
      operationId: 'get_health',
      tags: ['Service'],
      summary: 'Whether the service and its database answer',
      description: 'For probes. Needs no credential and counts for no limit.',
      security: nobody,
      responses: {
        200: success(envelope(healthData), { isLimited: false }),
        ...refusals(['MethodNotAllowed']),
        503: {
          description: 'The database does not answer, or no connection to it becomes free, within two seconds.',
          headers: { ...headersOf(false), ...referring(['Retry-After']) },
          content: {
            'application/json': {
              schema: object({
                success: { type: 'boolean', const: false },
                data: healthData,
                error: { type: 'string', description: 'What is wrong, in words for people.' },
                code: { $ref: '#/components/schemas/ErrorCode' },
                params: { type: 'object', additionalProperties: true },
                meta: { $ref: '#/components/schemas/Meta' },
              }),
            },
          },
        },
      },
    },
  },
  {
    method: 'get',
    path: '/api/config',
    operation: {
      operationId: 'get_public_config',
      tags: ['Service'],
      summary: 'What a sign-in page needs to know',
      description: 'Needs no credential; caches must not keep it.',
      security: nobody,
      responses: responses(
        success(
          envelope(
            object({
              disable_registration: { type: 'boolean', description: 'Strangers cannot register.' },
              oidc_providers: {
                type: 'array',
                description: 'Where else people may sign in.',
                items: object(
                  {
                    slug: { type: 'string', description: 'Its name in addresses.' },
                    name: { type: 'string', description: 'Its name for people.' },
                    logo: { type: 'string', description: 'Address of a picture.' },
                  },
                  ['slug', 'name'],
                ),
              },
              has_email_service: { type: 'boolean', description: 'The service can send mail.' },
              public_url: { type: 'string', format: 'uri', description: 'Where users reach the service.' },
            }),
          ),
        ),
        readErrors,
      ),
    },
  },
  {
    method: 'get',
    path: '/api/metrics',
    operation: {
      operationId: 'get_metrics',
      tags: ['Service'],
      summary: 'Metrics for Prometheus',
      description: 'Of this replica alone. Refused as long as the setting `METRICS_TOKEN` is empty.',
      security: [{ metrics_token: [] }],
      responses: {
        200: {
          description: 'Prometheus text.',
          headers: headersOf(false),
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        ...refusals(['Unauthorized']),
      },
    },
  },
  {
    method: 'get',
    path: '/openapi.json',
    operation: {
      operationId: 'get_openapi',
      tags: ['Service'],
      summary: 'This document',
      description: 'Needs no credential; ask again with `If-None-Match`.',
      security: nobody,
      responses: {
        200: {
          description: 'OpenAPI 3.1.',
          headers: headersOf(false),
          content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
        },
        ...refusals(['MethodNotAllowed']),
        ...notChanged,
      },
    },
  },
];

/** `metadata` is the schema of the metadata registry. */
export const registry = (metadata: JsonSchema): PlainOperation => ({
  method: 'get',
  path: '/api/metadata',
  operation: {
    operationId: 'get_metadata_registry',
    tags: ['Service'],
    summary: 'What the kinds of things are called and look like',
    description: 'The same for everybody until the service is upgraded; ask again with `If-None-Match`.',
    security: nobody,
    responses: { ...responses(success(envelope(metadata)), readErrors), ...notChanged },
  },
});
