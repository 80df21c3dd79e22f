// The required form of every error response, over REST and over GraphQL.
import { errorCodes, errorStatus, type ErrorCode } from '../../src/errors';
import type { Reply } from '../support/client';

/** Expects the REST error envelope with this code, its status and its params. */
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
 * Expects a GraphQL request error without data, whose errors have published codes. Returns the code if there is only
 * one.
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
