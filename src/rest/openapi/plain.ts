// The OpenAPI operations of the plain handlers, which no GraphQL document describes: accounts, invites, the service itself.
import { envelope, success, type ErrorResponse } from './responses';
import type { JsonSchema } from './schemas';
import { nobody, object, readErrors, registry, responses, service, type PlainOperation } from './service';

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  minLength: 1,
  description,
  ...more,
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
const setsCookie = {
  'Set-Cookie': { description: 'The session cookie `session_id`.', required: true, schema: { type: 'string' } },
};

const writeErrors: ErrorResponse[] = [...readErrors, 'PayloadTooLarge', 'UnsupportedMediaType'];

function withCookie(data: JsonSchema, description: string) {
  const answer = success(envelope(data), { description });
  return { ...answer, headers: { ...answer.headers, ...setsCookie } };
}

/** `user` is the schema of a user as GET /api/v1/users/{id} answers it, `metadata` that of the metadata registry. */
export function plainOperations(user: JsonSchema, metadata: JsonSchema): PlainOperation[] {
  const me = (method: 'get' | 'post', operationId: string): PlainOperation => ({
    method,
    path: '/api/auth/me',
    operation: {
      operationId,
      tags: ['Accounts'],
      summary: 'Who is signed in',
      description: 'The user behind the session cookie.',
      security: session,
      responses: responses(success(envelope(user)), [
        ...(method === 'post' ? writeErrors : readErrors),
        'Unauthorized',
        'Forbidden',
      ]),
    },
  });
  return [
    ...accounts(user),
    acceptInvite,
    me('get', 'read_current_user'),
    me('post', 'get_current_user'),
    ...service,
    registry(metadata),
  ];
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
          network: { ...object({ name: name('1 to 100 characters.') }), description: 'Its first network.' },
        }),
        { organization_name: 'Acme', network: { name: 'Head office' } },
      ),
      responses: responses(
        withCookie(
          object({ network_id: { type: 'string', format: 'uuid', description: 'Id that the network will have.' } }),
          'Remembered in the session.',
        ),
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
      ...body(
        object({
          email,
          password: newPassword,
          terms_accepted: { type: 'boolean', description: 'Whether the terms of use were accepted.' },
        }),
        {
          email: 'ada@example.com',
          password: 'Correct horse 1',
          terms_accepted: true,
        },
      ),
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
      description: 'Ends the session and takes the cookie back.',
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
            id: { type: 'string', format: 'uuid', description: 'Id of the invite.' },
            organization_name: { type: 'string', description: 'Who invites.' },
            permissions: { $ref: '#/components/schemas/UserOrgPermissions', description: 'The role that it gives.' },
            send_to: { type: ['string', 'null'], description: 'E-mail address of the invited person.' },
            expires_at: { type: 'string', format: 'date-time', description: 'When it ends.' },
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
