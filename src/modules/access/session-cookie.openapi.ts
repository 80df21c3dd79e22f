// OpenAPI responses of operations that set the session cookie.
import { envelope, success } from '../../rest/openapi/responses';
import type { JsonSchema } from '../../rest/openapi/schemas';

const setsCookie = {
  'Set-Cookie': { description: 'The session cookie `session_id`.', required: true, schema: { type: 'string' } },
};

/** Returns the OpenAPI description of a response in the REST envelope that also sets the session cookie. */
export function withCookie(data: JsonSchema, description: string) {
  const answer = success(envelope(data), { description });
  return { ...answer, headers: { ...answer.headers, ...setsCookie } };
}
