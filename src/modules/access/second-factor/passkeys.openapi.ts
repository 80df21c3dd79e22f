// OpenAPI operations of passkeys: managing the user's passkeys, creating challenges, and signing in.
import { answer, body, credential, ofSession, proof, reason, recoveryCodes } from './factors.openapi';
import { session, withCookie, writeErrors } from './factors.openapi';
import { envelope, success, type ErrorResponse } from '../../../rest/openapi/responses';
import type { JsonSchema } from '../../../rest/openapi/schemas';
import { noSecurity, object, readErrors, responses, type PlainOperation } from '../../../rest/openapi/plain-operations';

const time = (description: string, isNullable = false): JsonSchema => ({
  type: isNullable ? ['string', 'null'] : 'string',
  format: 'date-time',
  description,
});
const name: JsonSchema = { type: 'string', minLength: 1, maxLength: 100, description: 'Name that the user gave it.' };
const members: Record<string, JsonSchema> = {
  id: { type: 'string', format: 'uuid', description: 'Id of the passkey.' },
  name,
  created_at: time('Creation time.'),
  last_used_at: time('Time of the last use; null = never.', true),
  synced: { type: 'boolean', description: 'Whether its provider keeps copies of it on other devices.' },
};
const passkey = object(members);
const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the passkey.',
  schema: { type: 'string', format: 'uuid' },
};
const exampleAnswer = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} };
const challenge: JsonSchema = {
  type: ['string', 'null'],
  description: 'From `params` of `auth_second_factor_required`; absent: the passkey signs in by itself.',
};

const operation = (
  method: PlainOperation['method'],
  path: string,
  operationId: string,
  summary: string,
  description: string,
  rest: object,
): PlainOperation => ({
  method,
  path: `/api/auth/passkeys${path}`,
  operation: { operationId, tags: ['Accounts'], summary, description, security: session, ...rest },
});
const errors = (...more: ErrorResponse[]): ErrorResponse[] => [...ofSession, ...more];

/** Returns the OpenAPI operations of passkeys. `user` is the JSON schema of a user, as in GET /api/v1/users/{id}. */
// eslint-disable-next-line max-lines-per-function -- a table of operations
export const passkeyOperations = (user: JsonSchema): PlainOperation[] => [
  operation('get', '', 'list_passkeys', 'Passkeys of the user', 'Oldest first, at most 20.', {
    responses: responses(success(envelope({ type: 'array', maxItems: 20, items: passkey })), [
      ...readErrors,
      'Unauthorized',
      'Forbidden',
    ]),
  }),
  operation(
    'post',
    '/options',
    'get_passkey_options',
    'Begin to add a passkey',
    'Answers with what the browser makes a passkey of. Over https with a name, or on localhost.',
    {
      ...body(reason, { current_password: 'Correct horse 1' }),
      responses: responses(
        success(
          envelope(credential('For `PublicKeyCredential.parseCreationOptionsFromJSON()`. Good for five minutes.')),
        ),
        errors('Conflict'),
      ),
    },
  ),
  operation(
    'post',
    '',
    'add_passkey',
    'Add a passkey',
    'The first factor of a user ends all sessions, starts a new one and comes with recovery codes.',
    {
      ...body(
        object({
          name,
          response: credential('What the browser made, as `PublicKeyCredential.toJSON()` writes it.'),
        }),
        { name: 'Laptop', response: exampleAnswer },
      ),
      responses: responses(
        withCookie(
          object({
            ...members,
            recovery_codes: { ...recoveryCodes, type: ['array', 'null'] },
          }),
          'Added.',
          false,
        ),
        errors('Conflict'),
      ),
    },
  ),
  operation('put', '/{id}', 'rename_passkey', 'Rename a passkey', 'Takes effect at once.', {
    parameters: [id],
    ...body(object({ name }), { name: 'Laptop' }),
    responses: responses(success(envelope(passkey)), errors('NotFound')),
  }),
  operation(
    'delete',
    '/{id}',
    'remove_passkey',
    'Remove a passkey',
    'Needs a code or a passkey. With the last factor of a user the recovery codes go as well.',
    {
      parameters: [id],
      ...body(proof, { code: '123456' }),
      responses: responses(success(envelope({ type: 'null' })), errors('NotFound', 'Conflict')),
    },
  ),
  operation(
    'post',
    '/challenge',
    'get_passkey_challenge',
    'Ask for a passkey',
    'Answers with what the browser asks a passkey to sign: one of the sign-in that waits, of the user of the session, or any.',
    {
      security: noSecurity,
      ...body(object({ challenge }, []), {}, false),
      responses: responses(
        success(
          envelope(credential('For `PublicKeyCredential.parseRequestOptionsFromJSON()`. Good once, for five minutes.')),
        ),
        [...writeErrors, 'Conflict'],
      ),
    },
  ),
  operation(
    'post',
    '/sign-in',
    'sign_in_by_passkey',
    'Sign in by a passkey',
    'By itself, or as the second step of a sign-in. Sets the session cookie.',
    {
      security: noSecurity,
      ...body(object({ response: answer, challenge }, ['response']), { response: exampleAnswer }),
      responses: responses(withCookie(user, 'Signed in.'), [...writeErrors, 'Conflict']),
    },
  ),
];
