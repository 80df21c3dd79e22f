// JSON schemas that the OpenAPI operations of second factors and passkeys share.
import { envelope, success, type ErrorResponse } from '../../../rest/openapi/responses';
import type { JsonSchema } from '../../../rest/openapi/schemas';
import { object, readErrors } from '../../../rest/openapi/plain-operations';

export const session = [{ session_cookie: [] }];
export const writeErrors: ErrorResponse[] = [...readErrors, 'PayloadTooLarge', 'UnsupportedMediaType', 'Forbidden'];
export const ofSession: ErrorResponse[] = [...writeErrors, 'Unauthorized'];

export const code: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'Six digits of the authenticator app, or a recovery code. Each is taken once.',
};
export const credential = (description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: true,
  description,
});
export const answer = credential(
  'Answer of a passkey to `/api/auth/passkeys/challenge`, as `PublicKeyCredential.toJSON()` writes it.',
);
/** JSON schema of a proof of the user's identity: a code or a passkey response. */
export const proof = object({ code, response: answer }, []);
export const reason = object(
  {
    current_password: {
      type: ['string', 'null'],
      description:
        'For the first factor: required if there is one; else the session must be no older than ten minutes.',
    },
    code: { ...code, description: 'Where there is a factor already: a code, or `response`.' },
    response: answer,
  },
  [],
);
export const recoveryCodes: JsonSchema = {
  type: 'array',
  minItems: 10,
  maxItems: 10,
  items: { type: 'string' },
  description: 'Ten codes, each good for one time. They are not shown again.',
};

export const body = (schema: JsonSchema, example: object, required = true) => ({
  requestBody: { required, content: { 'application/json': { schema, example } } },
});
const cookie = { description: 'The session cookie `session_id`.', schema: { type: 'string' } };
export const withCookie = (data: JsonSchema, description: string, isAlways = true) => {
  const successResponse = success(envelope(data), { description });
  return {
    ...successResponse,
    headers: { ...successResponse.headers, 'Set-Cookie': { ...cookie, required: isAlways } },
  };
};
