// The OpenAPI operations of accounts: registration, sign-in, passwords, links in mails.
import { envelope, success, type ErrorResponse } from '../../../rest/openapi/responses';
import type { JsonSchema } from '../../../rest/openapi/schemas';
import { noSecurity, object, readErrors, responses, type PlainOperation } from '../../../rest/openapi/plain-operations';
import { withCookie } from '../session-cookie.openapi';

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
const email = text('E-mail address for sign-in, case-insensitive.', { maxLength: 254 });
const newPassword = text('10 or more characters with upper case, lower case and a digit.', {
  minLength: 10,
  maxLength: 256,
});
/** JSON schema of the current password in requests for a sensitive change. */
const currentPassword: JsonSchema = {
  type: ['string', 'null'],
  description:
    'Current password; required if there is one, else the session must be no older than ten minutes. ' +
    'Wrong passwords count as failed sign-ins.',
};

const session = [{ session_cookie: [] }];
const writeErrors: ErrorResponse[] = [...readErrors, 'PayloadTooLarge', 'UnsupportedMediaType'];

/** Returns the OpenAPI operations of accounts. `user` is the JSON schema of a user, as in GET /api/v1/users/{id}. */
export const accountOperations = (user: JsonSchema): PlainOperation[] => [
  ...accounts(user),
  ...mailedLinks(user),
  me(user, 'get', 'read_current_user'),
  me(user, 'post', 'get_current_user'),
];

// eslint-disable-next-line max-lines-per-function -- a table of operations
const accounts = (user: JsonSchema): PlainOperation[] => [
  {
    method: 'post',
    path: '/api/auth/setup',
    operation: {
      operationId: 'setup',
      tags: ['Accounts'],
      summary: 'Set up registration',
      description:
        'Stores the names of organization and first network in the session, for the registration that follows.',
      security: noSecurity,
      ...body(
        object({
          organization_name: name('1 to 100 characters.'),
          network: { ...object({ name: name('1 to 100 characters.') }), description: 'First network.' },
        }),
        { organization_name: 'Acme', network: { name: 'Head office' } },
      ),
      responses: responses(
        withCookie(
          object({ network_id: { type: 'string', format: 'uuid', description: 'Id of the future network.' } }),
          'Stored in the session.',
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
        'Creates a user and signs in. The user becomes Owner of a new organization, or joins that of the invite in the ' +
        'session. Where the service sends mail, the answer is 202, and `/api/auth/verify-email` creates the account.',
      security: noSecurity,
      ...body(
        object({
          email,
          password: newPassword,
          terms_accepted: { type: 'boolean', description: 'Whether the user accepts the terms of use.' },
        }),
        {
          email: 'ada@example.com',
          password: 'Correct horse 1',
          terms_accepted: true,
        },
      ),
      responses: {
        ...responses(withCookie(user, 'Registered and signed in.'), [
          ...writeErrors,
          'Forbidden',
          'NotFound',
          'Conflict',
        ]),
        202: withCookie(
          object({
            email,
            email_verified: { type: 'boolean', const: false, description: 'Not until the link is opened.' },
          }),
          'A link was sent to the address.',
        ),
      },
    },
  },
  {
    method: 'post',
    path: '/api/auth/check-email',
    operation: {
      operationId: 'check_email',
      tags: ['Accounts'],
      summary: 'Check an e-mail address',
      description:
        'Checks the form of an address before registration. The answer is the same for every address, so that it ' +
        'reveals no account.',
      security: noSecurity,
      ...body(object({ email }), { email: 'ada@example.com' }),
      responses: responses(
        success(
          envelope(
            object({ available: { type: 'boolean', const: true, description: 'Whether it can be sent to register.' } }),
          ),
        ),
        [...writeErrors, 'Forbidden'],
      ),
    },
  },
  {
    method: 'post',
    path: '/api/auth/login',
    operation: {
      operationId: 'login',
      tags: ['Accounts'],
      summary: 'Sign in',
      description:
        'Returns the user and sets the session cookie. Five failures lock an e-mail address for 15 minutes. Where the account has a second factor: 403 `auth_second_factor_required`, whose `challenge` goes to `/api/auth/second-factor`, or to `/api/auth/passkeys`, by its `factors`.',
      security: noSecurity,
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
      description: 'Ends the session and clears its cookie.',
      security: session,
      responses: responses(withCookie({ type: 'null' }, 'The session has ended.'), [
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
      summary: 'Change password',
      description: 'Changes the password of the current user, ends all sessions and starts a new one.',
      security: session,
      ...body(
        object(
          {
            current_password: currentPassword,
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

const link = text('The token in the link.', { maxLength: 100 });
const nullSchema: JsonSchema = { type: 'null' };
const alike = 'The answer is the same whether the address has an account or not.';

/** Operations that send mails with links, or open such links. */
// eslint-disable-next-line max-lines-per-function -- a table of operations
const mailedLinks = (user: JsonSchema): PlainOperation[] => [
  {
    method: 'post',
    path: '/api/auth/forgot-password',
    operation: {
      operationId: 'forgot_password',
      tags: ['Accounts'],
      summary: 'Ask for a new password',
      description: `Sends a link that is good for one hour and one time. ${alike}`,
      security: noSecurity,
      ...body(object({ email }), { email: 'ada@example.com' }),
      responses: responses(success(envelope(nullSchema)), [...writeErrors, 'Forbidden', 'Conflict']),
    },
  },
  {
    method: 'post',
    path: '/api/auth/reset-password',
    operation: {
      operationId: 'reset_password',
      tags: ['Accounts'],
      summary: 'Set a new password by a link',
      description: 'Sets the password, verifies the address, ends all sessions and starts a new one. Uses up the link.',
      security: noSecurity,
      ...body(object({ token: link, new_password: newPassword }), {
        token: 'A'.repeat(43),
        new_password: 'Battery staple 2',
      }),
      responses: responses(withCookie(user, 'Changed and signed in.'), [...writeErrors, 'Forbidden']),
    },
  },
  {
    method: 'post',
    path: '/api/auth/verify-email',
    operation: {
      operationId: 'verify_email',
      tags: ['Accounts'],
      summary: 'Verify an e-mail address by a link',
      description:
        'Creates the account that was registered and signs in; in another browser than the one that registered, with the ' +
        'password: else 403 `auth_password_required`. For a change of address: replaces it; needs the session of its user.',
      security: noSecurity,
      ...body(
        object(
          {
            token: link,
            password: { type: ['string', 'null'], description: 'The password that was chosen when registering.' },
          },
          ['token'],
        ),
        { token: 'A'.repeat(43) },
      ),
      responses: responses(withCookie(user, 'Verified and signed in.'), [
        ...writeErrors,
        'Unauthorized',
        'Forbidden',
        'NotFound',
        'Conflict',
      ]),
    },
  },
  {
    method: 'post',
    path: '/api/auth/resend-verification',
    operation: {
      operationId: 'resend_verification',
      tags: ['Accounts'],
      summary: 'Send the verification link again',
      description: `Sends another link for the newest registration of the address. ${alike}`,
      security: noSecurity,
      ...body(object({ email }), { email: 'ada@example.com' }),
      responses: responses(success(envelope(nullSchema)), [...writeErrors, 'Forbidden', 'Conflict']),
    },
  },
  {
    method: 'post',
    path: '/api/auth/request-email-change',
    operation: {
      operationId: 'request_email_change',
      tags: ['Accounts'],
      summary: 'Ask for another e-mail address',
      description:
        'Sends a link to the new address; `/api/auth/verify-email` replaces the address, and the former one is notified.',
      security: session,
      ...body(
        object(
          {
            new_email: email,
            current_password: currentPassword,
          },
          ['new_email'],
        ),
        { new_email: 'ada@example.org', current_password: 'Correct horse 1' },
      ),
      responses: responses(success(envelope(nullSchema)), [...writeErrors, 'Unauthorized', 'Forbidden', 'Conflict']),
    },
  },
];

const me = (user: JsonSchema, method: 'get' | 'post', operationId: string): PlainOperation => ({
  method,
  path: '/api/auth/me',
  operation: {
    operationId,
    tags: ['Accounts'],
    summary: 'Current user',
    description: 'User of the session cookie.',
    security: session,
    responses: responses(success(envelope(user)), [
      ...(method === 'post' ? writeErrors : readErrors),
      'Unauthorized',
      'Forbidden',
    ]),
  },
});
