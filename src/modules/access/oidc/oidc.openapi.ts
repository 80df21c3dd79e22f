// OpenAPI operations of OpenID Connect: redirects, linking and unlinking, and back-channel logout.
import { envelope, refusals, success, type ErrorResponse } from '../../../rest/openapi/responses';
import type { JsonSchema } from '../../../rest/openapi/schemas';
import { noSecurity, object, readErrors, responses, type PlainOperation } from '../../../rest/openapi/plain-operations';

const slug = {
  name: 'slug',
  in: 'path',
  required: true,
  description: 'Slug of the provider, as `/api/config` lists it.',
  schema: { type: 'string', minLength: 1 },
};
const text = (name: string, description: string) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'string', minLength: 1 },
});
const next = text('next', 'Path of the page to return to; another origin is ignored.');
const address = success(envelope(object({ url: { type: 'string', description: 'URL to open.' } })));
/** Returns the responses of an endpoint that redirects: 303 for browsers, and the address as JSON for other clients. */
const redirectResponses = (description: string, errors: readonly ErrorResponse[]) => ({
  ...responses(address, [...readErrors, 'NotFound', ...errors]),
  303: {
    description,
    headers: { Location: { description: 'URL of the page.', required: true, schema: { type: 'string' } } },
  },
});
const session = [{ session_cookie: [] }];

/** `user` is the schema of a user in the response of GET /api/v1/users/{id}. */
// eslint-disable-next-line max-lines-per-function -- a table of operations
export const oidcOperations = (user: JsonSchema): PlainOperation[] => [
  {
    method: 'get',
    path: '/api/auth/oidc/{slug}/authorize',
    operation: {
      operationId: 'authorize_oidc',
      tags: ['Accounts'],
      summary: 'Sign in with a provider',
      description:
        'Redirects a browser to the OpenID Connect provider, or, where that does not answer, to `/sign-in#problem=CODE`.',
      security: noSecurity,
      parameters: [slug, next],
      responses: redirectResponses('Redirect to the provider.', []),
    },
  },
  {
    method: 'get',
    path: '/api/auth/oidc/{slug}/callback',
    operation: {
      operationId: 'oidc_callback',
      tags: ['Accounts'],
      summary: 'Return from a provider',
      description:
        'Where the provider redirects a browser to. Signs in, registers or links, and redirects to the page that the ' +
        'browser came from; a refusal redirects a browser to `/sign-in#problem=CODE`.',
      security: noSecurity,
      parameters: [slug, text('code', 'Authorization code.'), text('state', 'State of the request.')],
      responses: redirectResponses('Redirect to the page.', ['Unauthorized', 'Forbidden', 'Conflict']),
    },
  },
  {
    method: 'post',
    path: '/api/auth/oidc/{slug}/link',
    operation: {
      operationId: 'link_oidc_account',
      tags: ['Accounts'],
      summary: 'Link a provider',
      description: 'Returns the URL at the provider that the browser has to open to link it to the current user.',
      security: session,
      parameters: [slug, next],
      responses: responses(address, [...readErrors, 'Unauthorized', 'Forbidden', 'NotFound', 'Conflict']),
    },
  },
  {
    method: 'post',
    path: '/api/auth/oidc/{slug}/unlink',
    operation: {
      operationId: 'unlink_oidc_account',
      tags: ['Accounts'],
      summary: 'Unlink a provider',
      description:
        'Unlinks the provider from the current user, who needs a password: else 403 `auth_password_required`.',
      security: session,
      parameters: [slug],
      responses: responses(success(envelope(user)), [...readErrors, 'Unauthorized', 'Forbidden', 'NotFound']),
    },
  },
  {
    method: 'post',
    path: '/api/auth/oidc/{slug}/backchannel-logout',
    operation: {
      operationId: 'oidc_backchannel_logout',
      tags: ['Accounts'],
      summary: 'End the sessions of a person',
      description:
        'For the provider: a logout token of OpenID Connect Back-Channel Logout 1.0 ends all sessions of its subject.',
      security: noSecurity,
      parameters: [slug],
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: object({ logout_token: { type: 'string', description: 'Logout token, signed by the provider.' } }),
          },
        },
      },
      responses: {
        200: { description: 'Ended.' },
        ...refusals([
          'BadRequest',
          'NotFound',
          'PayloadTooLarge',
          'TooManyRequests',
          'InternalError',
          'ServiceUnavailable',
        ]),
      },
    },
  },
];
