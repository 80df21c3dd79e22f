// The OpenAPI operations about the service itself: version, health, configuration, metadata, metrics, and the OpenAPI
// document.
import { noSecurity, object, readErrors, responses, type PlainOperation } from './plain-operations';
import { envelope, responseHeaders, referring, notChanged, refusals, success } from './responses';
import type { JsonSchema } from './schemas';

const healthData = object({
  status: { type: 'string', enum: ['ok', 'degraded'], description: 'State of the service.' },
  database: {
    type: 'string',
    enum: ['ok', 'waiting', 'unreachable', 'full', 'read_only'],
    description:
      'State of its database. `waiting`: all connections are in use. `full`: a write failed for lack of disk space within the last 30 seconds. `read_only`: writes are refused.',
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
      description: 'Versions of contract and server. Needs no credential.',
      security: noSecurity,
      responses: responses(
        success(
          envelope(
            object({
              api_version: {
                type: 'integer',
                description: 'Version of the contract, raised only on breaking changes.',
              },
              server_version: { type: 'string', description: 'Version of the server.' },
              min_compatible_client: {
                type: ['string', 'null'],
                description: 'Oldest compatible version of a client; null = any.',
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
      summary: 'State of the service and its database',
      description: 'For health probes, also at `/health`. Needs no credential, has no rate limit.',
      security: noSecurity,
      responses: {
        200: success(envelope(healthData), { isLimited: false }),
        ...refusals(['MethodNotAllowed']),
        503: {
          description: 'The database is unreachable, or no connection becomes free within two seconds.',
          headers: { ...responseHeaders(false), ...referring(['Retry-After']) },
          content: {
            'application/json': {
              schema: object({
                success: { type: 'boolean', const: false },
                data: healthData,
                error: { type: 'string', description: 'Error message for people.' },
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
      summary: 'Public configuration for sign-in pages',
      description: 'Needs no credential. Must not be cached.',
      security: noSecurity,
      responses: responses(
        success(
          envelope(
            object({
              disable_registration: { type: 'boolean', description: 'Whether registration requires an invite.' },
              oidc_providers: {
                type: 'array',
                description: 'OpenID Connect providers for sign-in.',
                items: object(
                  {
                    slug: { type: 'string', description: 'Name in URLs.' },
                    name: { type: 'string', description: 'Name for people.' },
                    logo: { type: 'string', description: 'URL of a logo.' },
                  },
                  ['slug', 'name'],
                ),
              },
              has_email_service: { type: 'boolean', description: 'Whether the service can send e-mail.' },
              public_url: { type: 'string', format: 'uri', description: 'Public URL of the service.' },
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
      description: 'Metrics of this replica. Refused if the setting `METRICS_TOKEN` is empty.',
      security: [{ metrics_token: [] }],
      responses: {
        200: {
          description: 'Prometheus text format.',
          headers: responseHeaders(false),
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
      description: 'Needs no credential. Supports `If-None-Match`.',
      security: noSecurity,
      responses: {
        200: {
          description: 'OpenAPI 3.1.',
          headers: responseHeaders(false),
          content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
        },
        ...refusals(['MethodNotAllowed']),
        ...notChanged,
      },
    },
  },
];

/**
 * The OpenAPI operation of GET /api/metadata, which returns names, icons and colors for the values of the API's enums.
 * `metadata` is the JSON schema of its data.
 */
export const registry = (metadata: JsonSchema): PlainOperation => ({
  method: 'get',
  path: '/api/metadata',
  operation: {
    operationId: 'get_metadata_registry',
    tags: ['Service'],
    summary: 'Metadata registry',
    description:
      'Names and appearance of the values of the API, the same for every caller of a version. Supports `If-None-Match`.',
    security: noSecurity,
    responses: { ...responses(success(envelope(metadata)), readErrors), ...notChanged },
  },
});
