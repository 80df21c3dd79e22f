// Sets the header `ETag` of GET responses, and returns 304 if the caller already has the response (RFC 9110).
import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Plugin } from 'graphql-yoga';
import { parseBearer } from '../../auth/authenticate';
import { readSessionToken } from '../../auth/sessions';
import { eventStream } from '../../platform/http/negotiation';
import { isKnown } from '../../platform/http/tagged-answer';
import { nextTurn } from '../../platform/threads/event-loop';

interface ServerContext {
  readonly req: Request;
  readonly res: Response;
}

/** Request headers on which the response to a GET request depends. */
export const varyHeaders = 'Accept, Accept-Encoding, Authorization, Cookie, X-Daemon-ID, X-GraphQL-Cost';

/**
 * Whether the caller already has this response, by its `ETag`. The hash includes the caller's credential, so that
 * callers cannot find out whether another caller got the same response.
 */
export async function isKnownToCaller(req: Request, pieces: Iterable<string | Uint8Array>): Promise<boolean> {
  const hash = createHmac('sha256', parseBearer(req.headers.authorization) ?? readSessionToken(req) ?? '');
  for (const piece of pieces) {
    hash.update(piece);
    await nextTurn();
  }
  return isKnown(req.res!, hash.digest('base64url'));
}

export function taggedReads(): Plugin<ServerContext, ServerContext> {
  return {
    async onResponse({ response, setResponse, fetchAPI, serverContext }) {
      const { req, res } = serverContext;
      // A response that is written in pieces has set its own `ETag` already, so it is left unchanged.
      if (req.method !== 'GET' || response.status !== 200 || res.hasHeader('ETag')) return;
      if (response.headers.get('Content-Type')?.startsWith(eventStream)) return;
      const text = await response.text();
      const isSame = await isKnownToCaller(req, [text]);
      const { headers } = response;
      setResponse(isSame ? notModified(fetchAPI) : new fetchAPI.Response(text, { status: 200, headers }));
    },
  };
}

export const notModified = ({ Response: Answer }: { Response: typeof globalThis.Response }) =>
  new Answer(null, { status: 304 });
