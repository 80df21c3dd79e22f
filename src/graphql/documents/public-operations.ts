// The door for callers without a credential: on every field of the root types, and in front of the GraphQL endpoint.
import type { Request, RequestHandler } from 'express';
import { Kind, type DocumentNode, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { accepts, eventStream } from '../../platform/http/negotiation';
import { refusalOf, requireViewer } from '../../auth/authenticate';
import { publicOperations } from '../../auth/public-operations';
import { jsonBody, unreadableJson } from '../../auth/request-body';
import { AppError } from '../../errors';
import type { GraphqlContext } from '../context';
import { parseDocument } from './document';
import { variedBy } from './tagged-reads';
import { namedDocument, type TrustedDocuments } from './trusted-documents';

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** Every root field refuses callers without a credential, but for those that are listed as public. */
export function guardOperations(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (publicOperations.has(field.name)) continue;
      const guarded =
        (resolve: Resolver): Resolver =>
        (parent, args, context, info) => {
          if (context.refusal) throw context.refusal;
          return resolve(parent, args, context, info);
        };
      if (field.subscribe) field.subscribe = guarded(field.subscribe as Resolver);
      if (field.resolve) field.resolve = guarded(field.resolve as Resolver);
    }
  return schema;
}

/** Whether a document's every operation asks for public fields alone; fragments at the root are not looked into. */
export const asksOnlyPublic = ({ definitions }: DocumentNode): boolean =>
  definitions.every((node) => {
    if (node.kind === Kind.FRAGMENT_DEFINITION) return true;
    if (node.kind !== Kind.OPERATION_DEFINITION) return false;
    return node.selectionSet.selections.every(
      (selection) => selection.kind === Kind.FIELD && publicOperations.has(selection.name.value),
    );
  });

/** What the endpoint can send: answers, and events of subscriptions. */
const sentTypes = ['application/graphql-response+json', 'application/json', eventStream];

/**
 * In front of the GraphQL endpoint: reads the body under our bounds, finds the trusted document that a request names, and
 * lets callers without a credential pass with documents of public operations alone; all else they send: 401.
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
    if (req.method !== 'POST') res.vary(variedBy);
    if (!accepts(req, sentTypes)) return refuse(new AppError('not_acceptable'));
    if (req.method === 'POST') readBody(req, res, admit);
    else admit();
  };
}

function assertAdmitted(req: Request, documents: TrustedDocuments): void {
  const isPost = req.method === 'POST';
  // The endpoint refuses other methods itself.
  if (!isPost && req.method !== 'GET') return req.authentication?.viewer ? undefined : void requireViewer(req);
  const given: unknown = isPost ? req.body : req.query;
  if (Array.isArray(given)) throw new AppError('batch_not_supported');
  if (typeof given !== 'object' || given === null) throw new AppError('validation_invalid_format', { field: 'body' });
  const asked = given as { query?: unknown; extensions?: unknown };
  req.documentText = namedDocument(isPost ? asked : { ...asked, extensions: jsonOf(asked.extensions) }, documents);
  const query = req.documentText ?? asked.query;
  if (query == null || (!isPost && query === '')) throw new AppError('validation_required', { field: 'query' });
  if (!req.authentication?.viewer && !(typeof query === 'string' && asksOnlyPublic(parseDocument(query))))
    requireViewer(req);
  // It has been read as JSON, by whichever of JSON's names it came.
  if (isPost) req.headers['content-type'] = 'application/json';
}

/** An object that came as text; what is none is refused where all parameters are read. */
function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string' || unreadableJson(Buffer.from(text))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Strangers learn nothing of what they sent, but where that was not looked at because of its size. */
const strangersRefusal = (req: Request, error: unknown): unknown =>
  error instanceof AppError && error.code === 'query_too_expensive' ? error : refusalOf(req);
