// Checks the form that every error response must have, over REST and over GraphQL.
import { errorCodes, errorStatus, type ErrorCode } from '../../src/errors';
import type { Reply } from '../support/client';

/** Expects the REST error envelope with this code, the status of the code, and these params. */
export function expectRefused(reply: Reply, code: ErrorCode, params?: object): void {
  const { success, data, error, code: givenCode, params: givenParams, meta } = reply.body;
  if (givenCode !== code) throw new Error(`not ${code}: ${reply.story}`);
  expect(reply.status).toBe(errorStatus(code));
  expect([success, data ?? null, typeof error, typeof givenParams]).toEqual([false, null, 'string', 'object']);
  expect(meta).toEqual({ api_version: 1, server_version: expect.any(String) });
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  if (params) expect(givenParams).toEqual(params);
}

/**
 * Expects a GraphQL response with errors that have a message and a published code. Returns the code of the first error.
 */
export function refusedCode(reply: Reply): ErrorCode {
  const { errors } = reply.body as {
    errors?: { message: unknown; extensions: { code: ErrorCode; params: unknown } }[];
  };
  if (!errors?.length) throw new Error(`not refused in GraphQL's form: ${reply.story}`);
  for (const { message, extensions } of errors) {
    if (typeof message !== 'string' || !errorCodes.includes(extensions?.code) || typeof extensions.params !== 'object')
      throw new Error(`no published error: ${reply.story}`);
  }
  return errors[0]!.extensions.code;
}
