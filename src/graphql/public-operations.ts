// The door for callers without a credential: on every field of the root types, and in front of the GraphQL endpoint.
import express, { type Request, type RequestHandler } from 'express';
import { Kind, parse, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { requireViewer } from '../auth/authenticate';
import { publicOperations } from '../auth/public-operations';
import type { GraphqlContext } from './context';
import { maximumDocumentBytes, maximumTokens } from './cost';

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
export function asksOnlyPublic(text: unknown): boolean {
  if (typeof text !== 'string' || Buffer.byteLength(text) > maximumDocumentBytes) return false;
  try {
    return parse(text, { maxTokens: maximumTokens }).definitions.every((node) => {
      if (node.kind === Kind.FRAGMENT_DEFINITION) return true;
      if (node.kind !== Kind.OPERATION_DEFINITION) return false;
      return node.selectionSet.selections.every(
        (selection) => selection.kind === Kind.FIELD && publicOperations.has(selection.name.value),
      );
    });
  } catch {
    return false;
  }
}

/**
 * Lets callers without a credential pass with documents of public operations; whatever else they send: 401. Bodies that
 * come compressed are unpacked here, because the endpoint takes them as they are.
 */
export function admitDocuments(bodyLimitBytes: number): RequestHandler {
  const readBody = express.json({ limit: bodyLimitBytes, strict: false, type: () => true });
  const queryIn = (value: unknown) => (value as { query?: unknown } | null | undefined)?.query;
  return (req, res, next) => {
    if (req.authentication?.viewer) {
      const isPacked = (req.headers['content-encoding'] ?? 'identity') !== 'identity';
      return isPacked ? readBody(req, res, next) : next();
    }
    const judge = (text: unknown) => {
      if (!asksOnlyPublic(text)) requireViewer(req as Request);
      next();
    };
    if (req.method === 'GET') return judge(queryIn(req.query));
    readBody(req, res, (error) => {
      try {
        judge(error ? undefined : queryIn(req.body));
      } catch (refusal) {
        next(refusal);
      }
    });
  };
}
