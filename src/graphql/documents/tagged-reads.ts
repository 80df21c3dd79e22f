// Entity tags of answers to GET: 304 to a caller that has the answer already.
import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Plugin } from 'graphql-yoga';
import { bearerOf } from '../../auth/authenticate';
import { sessionTokenOf } from '../../auth/sessions';
import { eventStream } from '../../platform/http/negotiation';
import { isKnown } from '../../platform/http/tagged-answer';
import { nextTurn } from '../../platform/threads/event-loop';

interface ServerContext {
  readonly req: Request;
  readonly res: Response;
}

/** What answers to GET depend on beside the address. */
export const variedBy = 'Accept, Accept-Encoding, Authorization, Cookie, X-Daemon-ID, X-GraphQL-Cost';

/**
 * Whether the caller has the answer, which is there by now: rights are judged and rows read as ever. The tag is keyed with
 * the caller's own credential, so that of two callers neither can tell from a tag whether the other was answered the same.
 */
export async function isKnownToCaller(req: Request, pieces: Iterable<string | Uint8Array>): Promise<boolean> {
  const hash = createHmac('sha256', bearerOf(req.headers.authorization) ?? sessionTokenOf(req) ?? '');
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
      // Large answers have their tag already.
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
