// Limits callers without a credential to public operations. The check runs before the GraphQL endpoint, and again for
// each root field.
import type { Request, RequestHandler } from 'express';
import { Kind, type DocumentNode, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { accepts, eventStream } from '../../platform/http/negotiation';
import { authenticationError, requireViewer } from '../../auth/authenticate';
import { publicOperations } from '../../auth/public-operations';
import { jsonBody, unreadableJson } from '../../auth/request-body';
import { AppError } from '../../errors';
import type { GraphqlContext } from '../context';
import { parseDocument } from './document';
import { varyHeaders } from './tagged-reads';
import { namedDocument, type TrustedDocuments } from './trusted-documents';

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** Makes every root field of the schema that is not public reject anonymous callers. */
export function guardOperations(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (publicOperations.has(field.name)) continue;
      const guardResolver =
        (resolve: Resolver): Resolver =>
        (parent, args, context, info) => {
          if (context.refusal) throw context.refusal;
          return resolve(parent, args, context, info);
        };
      if (field.subscribe) field.subscribe = guardResolver(field.subscribe as Resolver);
      if (field.resolve) field.resolve = guardResolver(field.resolve as Resolver);
    }
  return schema;
}

/** Whether all operations of a document select public root fields only. A fragment at the root counts as not public. */
export const asksOnlyPublic = ({ definitions }: DocumentNode): boolean =>
  definitions.every((node) => {
    if (node.kind === Kind.FRAGMENT_DEFINITION) return true;
    if (node.kind !== Kind.OPERATION_DEFINITION) return false;
    return node.selectionSet.selections.every(
      (selection) => selection.kind === Kind.FIELD && publicOperations.has(selection.name.value),
    );
  });

/** Media types of GraphQL responses: JSON for results, and an event stream for subscriptions. */
const sentTypes = ['application/graphql-response+json', 'application/json', eventStream];

/**
 * Middleware in front of the GraphQL endpoint: reads the body within limits, finds the trusted document that it names,
 * and rejects anonymous callers with 401 unless the document is public.
 */
export function admitDocuments(bodyLimitBytes: number, documents: TrustedDocuments): RequestHandler {
  const readBody = jsonBody(bodyLimitBytes);
  return (req, res, next) => {
    const refuse = (error: unknown) => next(req.authentication?.viewer ? error : strangersRefusal(req, error));
    const admit = (error?: unknown) => {
      try {
        if (error) throw error as Error;
        assertAdmitted(req, documents);
      } catch (refusal) {
        return refuse(refusal);
      }
      next();
    };
    if (req.method !== 'POST') res.vary(varyHeaders);
    if (!accepts(req, sentTypes)) return refuse(new AppError('not_acceptable'));
    if (req.method === 'POST') readBody(req, res, admit);
    else admit();
  };
}

function assertAdmitted(req: Request, documents: TrustedDocuments): void {
  const isPost = req.method === 'POST';
  // Methods other than GET and POST pass this check, because the endpoint itself rejects them.
  if (!isPost && req.method !== 'GET') return req.authentication?.viewer ? undefined : void requireViewer(req);
  const parameters: unknown = isPost ? req.body : req.query;
  if (Array.isArray(parameters)) throw new AppError('batch_not_supported');
  if (typeof parameters !== 'object' || parameters === null)
    throw new AppError('validation_invalid_format', { field: 'body' });
  const request = parameters as { query?: unknown; extensions?: unknown };
  req.documentText = namedDocument(
    isPost ? request : { ...request, extensions: jsonOf(request.extensions) },
    documents,
  );
  const query = req.documentText ?? request.query;
  if (query == null || (!isPost && query === '')) throw new AppError('validation_required', { field: 'query' });
  if (!req.authentication?.viewer && !(typeof query === 'string' && asksOnlyPublic(parseDocument(query))))
    requireViewer(req);
  // The body was already parsed as JSON, whatever media type it was sent with, so the endpoint gets the usual media
  // type.
  if (isPost) req.headers['content-type'] = 'application/json';
}

/**
 * Parses a JSON object from a query parameter; undefined for texts that are not JSON. A later check of all parameters
 * rejects such texts.
 */
function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string' || unreadableJson(Buffer.from(text))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Anonymous callers get 401 for any error in their request, so that the error reveals nothing. Only a document that is
 * too large to parse has an error of its own.
 */
const strangersRefusal = (req: Request, error: unknown): unknown =>
  error instanceof AppError && error.code === 'query_too_expensive' ? error : authenticationError(req);
