// OpenAPI operations of second factors: listing factors, completing a sign-in, the authenticator app, and recovery
// codes.
import {
  body,
  code,
  ofSession,
  proof,
  reason,
  recoveryCodes as codes,
  session,
  withCookie,
  writeErrors,
} from './factors.openapi';
import { envelope, success } from '../../../rest/openapi/responses';
import type { JsonSchema } from '../../../rest/openapi/schemas';
import { noSecurity, object, readErrors, responses, type PlainOperation } from '../../../rest/openapi/plain-operations';

const recoveryCodes = object({ recovery_codes: codes });
const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
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

/**
 * Returns the OpenAPI operations of second factors. `user` is the JSON schema of a user, as in GET /api/v1/users/{id}.
 */
// eslint-disable-next-line max-lines-per-function -- a table of operations
export const secondFactorOperations = (user: JsonSchema): PlainOperation[] => [
  {
    method: 'get',
    path: '/api/auth/second-factor',
    operation: {
      operationId: 'get_second_factor',
      tags: ['Accounts'],
      summary: 'Second factors of the user',
      description: 'Which there are, and how many recovery codes are left.',
      security: session,
      responses: responses(
        success(
          envelope(
            object({
              app: { type: 'boolean', description: 'Whether there is an authenticator app.' },
              passkeys: count('Number of passkeys.'),
              recovery_codes: count('Number of recovery codes that are left.'),
            }),
          ),
        ),
        [...readErrors, 'Unauthorized', 'Forbidden'],
      ),
    },
  },
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
      responses: responses(withCookie(user, 'Signed in.'), writeErrors),
    },
  },
  bySession(
    'enrol',
    'enrol_second_factor',
    'Begin to set up a second factor',
    'Answers with a secret for an authenticator app. It counts once `confirm` has had a code of it.',
    {
      ...body(reason, { current_password: 'Correct horse 1' }),
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
    'Set up the authenticator app',
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
      ...body(proof, { code: '123456' }),
      responses: responses(success(envelope(recoveryCodes)), [...ofSession, 'NotFound', 'Conflict']),
    },
  ),
  bySession(
    'remove',
    'remove_second_factor',
    'Remove the authenticator app',
    'Where there is no passkey, signing in asks for the password alone again, if the organization allows that.',
    {
      ...body(proof, { code: '123456' }),
      responses: responses(success(envelope({ type: 'null' })), [...ofSession, 'NotFound', 'Conflict']),
    },
  ),
];
