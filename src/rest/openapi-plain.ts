// The OpenAPI operations of the plain handlers, which no GraphQL document describes: accounts, probes, the service itself.
import { envelope, headersOf, refusals, success, type ErrorResponse } from './openapi-responses';
import type { JsonSchema } from './openapi-schemas';

export interface PlainOperation {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly operation: {
    readonly operationId: string;
    readonly tags: readonly string[];
    readonly [member: string]: unknown;
  };
}

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  minLength: 1,
  description,
  ...more,
});
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const body = (schema: JsonSchema, example: object) => ({
  requestBody: { required: true, content: { 'application/json': { schema, example } } },
});

const name = (description: string) => text(description, { maxLength: 100 });
const email = text('The e-mail address that signs in; its case does not matter.', { maxLength: 254 });
const newPassword = text('10 or more characters with upper case, lower case and a digit.', {
  minLength: 10,
  maxLength: 256,
});

const session = [{ session_cookie: [] }];
const nobody: never[] = [];
const setsCookie = {
  'Set-Cookie': { description: 'The session cookie `session_id`.', required: true, schema: { type: 'string' } },
};

const readErrors: ErrorResponse[] = ['BadRequest', 'TooManyRequests', 'InternalError'];
const writeErrors: ErrorResponse[] = [...readErrors, 'PayloadTooLarge', 'UnsupportedMediaType'];
const responses = (ok: object, errors: readonly ErrorResponse[]) => ({ 200: ok, ...refusals(errors) });

function withCookie(data: JsonSchema, description: string) {
  const answer = success(envelope(data), { description });
  return { ...answer, headers: { ...answer.headers, ...setsCookie } };
}

/** `user` is the schema of a user as GET /api/v1/users/{id} answers it. */
export function plainOperations(user: JsonSchema): PlainOperation[] {
  const me = (method: 'get' | 'post', operationId: string): PlainOperation => ({
    method,
    path: '/api/auth/me',
    operation: {
      operationId,
      tags: ['Accounts'],
      summary: 'Who is signed in',
      security: session,
      responses: responses(success(envelope(user)), [
        ...(method === 'post' ? writeErrors : readErrors),
        'Unauthorized',
        'Forbidden',
      ]),
    },
  });
  return [...accounts(user), acceptInvite, me('get', 'read_current_user'), me('post', 'get_current_user'), ...service];
}

const accounts = (user: JsonSchema): PlainOperation[] => [
  {
    method: 'post',
    path: '/api/auth/setup',
    operation: {
      operationId: 'setup',
      tags: ['Accounts'],
      summary: 'Name what registration will create',
      description: 'Remembers the names of the organization and its first network for the registration that follows.',
      security: nobody,
      ...body(
        object({
          organization_name: name('1 to 100 characters.'),
          network: object({ name: name('1 to 100 characters.') }),
        }),
        { organization_name: 'Acme', network: { name: 'Head office' } },
      ),
      responses: responses(
        withCookie(object({ network_id: { type: 'string', format: 'uuid' } }), 'Remembered in the session.'),
        [...writeErrors, 'Forbidden'],
      ),
    },
  },
  {
    method: 'post',
    path: '/api/auth/register',
    operation: {
      operationId: 'register',
      tags: ['Accounts'],
      summary: 'Register an account',
      description:
        'The new user becomes Owner of a new organization, or joins the one of the invite that the session has ' +
        'opened before, and is signed in.',
      security: nobody,
      ...body(object({ email, password: newPassword, terms_accepted: { type: 'boolean' } }), {
        email: 'ada@example.com',
        password: 'Correct horse 1',
        terms_accepted: true,
      }),
      responses: responses(withCookie(user, 'Registered and signed in.'), [
        ...writeErrors,
        'Forbidden',
        'NotFound',
        'Conflict',
      ]),
    },
  },
  {
    method: 'post',
    path: '/api/auth/login',
    operation: {
      operationId: 'login',
      tags: ['Accounts'],
      summary: 'Sign in',
      description: 'Answers the user and sets the session cookie. 5 failures lock an e-mail for 15 minutes.',
      security: nobody,
      ...body(object({ email, password: text('The password.') }), {
        email: 'ada@example.com',
        password: 'Correct horse 1',
      }),
      responses: responses(withCookie(user, 'Signed in.'), [...writeErrors, 'Unauthorized', 'Forbidden']),
    },
  },
  {
    method: 'post',
    path: '/api/auth/logout',
    operation: {
      operationId: 'logout',
      tags: ['Accounts'],
      summary: 'Sign out',
      security: session,
      responses: responses(withCookie({ type: 'null' }, 'The session is over.'), [
        ...writeErrors,
        'Unauthorized',
        'Forbidden',
      ]),
    },
  },
  {
    method: 'post',
    path: '/api/auth/update',
    operation: {
      operationId: 'update_password_auth',
      tags: ['Accounts'],
      summary: 'Change the own password',
      description: 'Ends every session of the user and starts a new one.',
      security: session,
      ...body(
        object(
          {
            current_password: { type: ['string', 'null'], description: 'Needed if the user has a password.' },
            new_password: newPassword,
          },
          ['new_password'],
        ),
        { current_password: 'Correct horse 1', new_password: 'Battery staple 2' },
      ),
      responses: responses(withCookie(user, 'Changed.'), [...writeErrors, 'Unauthorized', 'Forbidden']),
    },
  },
];

const acceptInvite: PlainOperation = {
  method: 'get',
  path: '/api/v1/invites/{id}/accept',
  operation: {
    operationId: 'accept_invite',
    tags: ['Invites'],
    summary: 'Accept invite',
    description:
      'Leads a browser to the page where the invited person registers. For `Accept: application/json` tells what the ' +
      'invite is for and remembers it in the session: registering with that cookie joins the organization. Accepting ' +
      'takes the invite; opening this address does not.',
    security: nobody,
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'Id of the invite.',
        schema: { type: 'string', format: 'uuid' },
      },
    ],
    responses: {
      ...responses(
        withCookie(
          object({
            id: { type: 'string', format: 'uuid' },
            organization_name: { type: 'string' },
            permissions: { $ref: '#/components/schemas/UserOrgPermissions' },
            send_to: { type: ['string', 'null'], description: 'Address it was made for.' },
            expires_at: { type: 'string', format: 'date-time' },
          }),
          'What the invite is for; remembered in the session.',
        ),
        [...readErrors, 'Forbidden', 'NotFound', 'Conflict'],
      ),
      303: {
        description: 'A browser goes on to the sign-in page.',
        headers: { Location: { description: 'The page.', required: true, schema: { type: 'string' } } },
      },
    },
  },
};

const healthData = object({
  status: { type: 'string', enum: ['ok', 'degraded'] },
  database: { type: 'string', enum: ['ok', 'unreachable'] },
});

const service: PlainOperation[] = [
  {
    method: 'get',
    path: '/api/version',
    operation: {
      operationId: 'get_version',
      tags: ['Service'],
      summary: 'The current versions',
      security: nobody,
      responses: responses(
        success(envelope(object({ api_version: { type: 'integer' }, server_version: { type: 'string' } }))),
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
      security: nobody,
      responses: {
        200: success(envelope(healthData), { isLimited: false }),
        ...refusals(['MethodNotAllowed']),
        503: {
          description: 'The database does not answer.',
          headers: headersOf(false),
          content: {
            'application/json': {
              schema: object({
                success: { type: 'boolean', const: false },
                data: healthData,
                error: { type: 'string' },
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
      security: nobody,
      responses: responses(
        success(
          envelope(
            object({
              disable_registration: { type: 'boolean' },
              oidc_providers: {
                type: 'array',
                items: object({ slug: { type: 'string' }, name: { type: 'string' }, logo: { type: 'string' } }, [
                  'slug',
                  'name',
                ]),
              },
              has_email_service: { type: 'boolean' },
              public_url: { type: 'string', format: 'uri' },
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
      security: nobody,
      responses: {
        200: {
          description: 'OpenAPI 3.1.',
          headers: headersOf(false),
          content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
        },
        ...refusals(['MethodNotAllowed']),
        304: { description: 'Not changed since the answer that the `ETag` sent along names.' },
      },
    },
  },
];
