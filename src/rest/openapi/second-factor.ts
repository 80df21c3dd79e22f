// The OpenAPI operations of the second factor: giving it at a sign-in, setting it up, taking it away.
import { envelope, success, type ErrorResponse } from './responses';
import type { JsonSchema } from './schemas';
import { noSecurity, object, readErrors, responses, type PlainOperation } from './service';

const errors: ErrorResponse[] = [...readErrors, 'PayloadTooLarge', 'UnsupportedMediaType', 'Forbidden'];
const ofSession: ErrorResponse[] = [...errors, 'Unauthorized'];
const session = [{ session_cookie: [] }];
const code: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'Six digits of the authenticator app, or a recovery code. Each is taken once.',
};
const recoveryCodes = object({
  recovery_codes: {
    type: 'array',
    minItems: 10,
    maxItems: 10,
    items: { type: 'string' },
    description: 'Ten codes, each good for one time. They are not shown again.',
  },
});
const body = (schema: JsonSchema, example: object) => ({
  requestBody: { required: true, content: { 'application/json': { schema, example } } },
});
const withCookie = (data: JsonSchema, description: string) => {
  const answer = success(envelope(data), { description });
  const cookie = { description: 'The session cookie `session_id`.', required: true, schema: { type: 'string' } };
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookie } };
};
const bySession = (
  path: string,
  operationId: string,
  summary: string,
  description: string,
  rest: object,
): PlainOperation => ({
  method: 'post',
  path: `/api/auth/second-factor/${path}`,
  operation: { operationId, tags: ['Accounts'], summary, description, security: session, ...rest },
});

/** `user` is the schema of a user as GET /api/v1/users/{id} answers it. */
export const secondFactorOperations = (user: JsonSchema): PlainOperation[] => [
  {
    method: 'post',
    path: '/api/auth/second-factor',
    operation: {
      operationId: 'give_second_factor',
      tags: ['Accounts'],
      summary: 'Finish signing in',
      description:
        'Takes the `challenge` of a sign-in that was refused with `auth_second_factor_required`, good for five minutes and ' +
        'one session, and sets the session cookie. Wrong codes count as failed sign-ins.',
      security: noSecurity,
      ...body(object({ challenge: { type: 'string', description: 'From `params` of the refusal.' }, code }), {
        challenge: 'A'.repeat(43),
        code: '123456',
      }),
      responses: responses(withCookie(user, 'Signed in.'), errors),
    },
  },
  bySession(
    'enrol',
    'enrol_second_factor',
    'Begin to set up a second factor',
    'Answers with a secret for an authenticator app. It counts once `confirm` has had a code of it.',
    {
      ...body(
        object(
          {
            current_password: {
              type: ['string', 'null'],
              description: 'Required if there is one; else the session must be no older than ten minutes.',
            },
          },
          [],
        ),
        { current_password: 'Correct horse 1' },
      ),
      responses: responses(
        success(
          envelope(
            object({
              secret: { type: 'string', description: 'Base32; not shown again.' },
              otpauth_uri: { type: 'string', description: 'The same for a QR code.' },
            }),
          ),
        ),
        [...ofSession, 'Conflict'],
      ),
    },
  ),
  bySession(
    'confirm',
    'confirm_second_factor',
    'Set up the second factor',
    'From now on signing in asks for it. Ends all sessions and starts a new one.',
    {
      ...body(object({ code }), { code: '123456' }),
      responses: responses(withCookie(recoveryCodes, 'Set up.'), [...ofSession, 'NotFound', 'Conflict']),
    },
  ),
  bySession(
    'recovery-codes',
    'replace_recovery_codes',
    'Replace the recovery codes',
    'Answers with ten new codes. The old ones are invalid.',
    {
      ...body(object({ code }), { code: '123456' }),
      responses: responses(success(envelope(recoveryCodes)), [...ofSession, 'NotFound']),
    },
  ),
  bySession(
    'remove',
    'remove_second_factor',
    'Remove the second factor',
    'Signing in asks for the password alone again, where the organization allows that.',
    {
      ...body(object({ code }), { code: '123456' }),
      responses: responses(success(envelope({ type: 'null' })), [...ofSession, 'NotFound']),
    },
  ),
];
