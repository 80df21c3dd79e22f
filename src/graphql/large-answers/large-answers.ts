// Writes large responses of the GraphQL endpoint in pieces, instead of as one text as Yoga does.
import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { getOperationAST, type OperationDefinitionNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '../context';
import { errorExtensions, toPublicError } from '../../errors';
import { eventStream } from '../../platform/http/negotiation';
import { isKnownToCaller, notModified } from '../documents/tagged-reads';
import { noteAnswered } from './costly-documents';
import { acceptedEncoding, largeAnswer, unsentBytes } from './large-answer';

interface ServerContext {
  readonly req: Request;
  readonly res: Response;
}

/**
 * Number of points above which a response is serialized in pieces, because serializing it at once would block the event
 * loop too long.
 */
const manyPoints = 2_000;

/**
 * Records the number of points of an executed response, and marks the response as large if it has more than
 * `manyPoints`.
 */
export function notePoints({ answer }: GraphqlContext, points: number): void {
  answer.points = points;
  if (points > manyPoints) answer.isLarge = true;
}

/**
 * The text before and after the JSON of a response that is the only event of a stream (GraphQL over Server-Sent
 * Events).
 */
const streamHead = Buffer.from(':\n\nevent: next\ndata: ');
const streamTail = Buffer.from('\n\nevent: complete\ndata:\n\n');

/** Parses a response that Yoga has written as JSON, or as the only event of a stream. */
function parseWritten(text: string, isStream: boolean): object {
  const json = isStream ? /^data: ([^\n]+)/m.exec(text)![1]! : text;
  return JSON.parse(json) as object;
}

/** A plugin that writes large responses in place of Yoga. Yoga still sets the status and the headers. */
export function largeAnswers(): Plugin<ServerContext & GraphqlContext, ServerContext> {
  const executions = new WeakMap<Request, { context: GraphqlContext; operation: OperationDefinitionNode }>();
  const datas = new WeakMap<Request, unknown>();
  return {
    onExecute({ args }) {
      const context = args.contextValue as ServerContext & GraphqlContext;
      const operation = getOperationAST(args.document, args.operationName);
      if (operation) executions.set(context.req, { context, operation });
    },
    onResultProcess({ result, setResult, serverContext }) {
      const { req } = serverContext;
      const { data } = result as { data?: unknown };
      const execution = executions.get(req);
      if (!data || !execution) return;
      const { context, operation } = execution;
      noteAnswered(context, operation);
      if (!context.answer.isLarge) return;
      datas.set(req, data);
      setResult({ ...(result as object), data: {} });
    },
    async onResponse({ response, setResponse, fetchAPI, serverContext }) {
      const { req, res } = serverContext;
      const data = datas.get(req);
      if (data === undefined) return;
      datas.delete(req);
      try {
        const isStream = response.headers.get('Content-Type')?.startsWith(eventStream) ?? false;
        const result = parseWritten(await response.text(), isStream);
        const codedFor = isStream ? 'identity' : acceptedEncoding(req);
        const { tag, encoding, bytes } = await largeAnswer({ ...result, data }, codedFor);
        res.vary('Accept-Encoding');
        const isRead = !isStream && req.method === 'GET' && response.status === 200;
        if (isRead && tag !== undefined && (await isKnownToCaller(req, [tag])))
          return setResponse(notModified(fetchAPI));
        const pieces = await bytes();
        executions.get(req)!.context.answer.release();
        unsentBytes.add(res, pieces);
        if (isRead && tag === undefined && (await isKnownToCaller(req, pieces)))
          return setResponse(notModified(fetchAPI));
        // Without indentation, JSON has no line ends, so an event can contain it as one line.
        const body = Readable.from(isStream ? [streamHead, ...pieces, streamTail] : pieces);
        // Copied from pairs, because whatwg-node's copy of another `Headers` finds names only in their original case.
        const headers = new fetchAPI.Headers([...response.headers]);
        headers.delete('Content-Length');
        if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
        // Node accepts a stream as a response body, which the types of the fetch API do not declare.
        setResponse(new fetchAPI.Response(body as never, { status: response.status, headers }));
      } catch (error) {
        req.log.error({ err: error, operation: req.operationName }, 'operation failed');
        const publicError = toPublicError(error);
        res.removeHeader('ETag');
        const errors = [{ message: publicError.message, extensions: errorExtensions(publicError) }];
        setResponse(fetchAPI.Response.json({ errors }, { status: publicError.status }));
      }
    },
  };
}
