// Checks the permission for a route before anything else of the request is read, so that a missing permission is the
// first error.
import type { RequestHandler } from 'express';
import { Kind, type DocumentNode, type GraphQLField, type GraphQLSchema } from 'graphql';
import { requireViewer } from '../auth/authenticate';
import { assertMay, type Action } from '../auth/permissions';
import { anonymousViewer } from '../auth/public-operations';
import { fieldAction, assertMayReadField } from '../graphql/plugin/guarded-fields';
import { asksOnlyPublic } from '../graphql/documents/public-operations';
import type { Route } from './route';

/** The root field of a route's document. Throws unless the document selects exactly one root field. */
export function findRootField(schema: GraphQLSchema, { definitions }: DocumentNode): GraphQLField<unknown, unknown> {
  const definition = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const [selection, ...others] = definition.selectionSet.selections;
  if (selection?.kind !== Kind.FIELD || others.length > 0)
    throw new Error(`${definition.name?.value} is no route's document: it asks for other than one root field`);
  return schema.getRootType(definition.operation)!.getFields()[selection.name.value]!;
}

/**
 * The action whose permission the route requires: that of the route itself, otherwise that of its root field. Undefined
 * if both have none.
 */
export const actionOfRoute = (schema: GraphQLSchema, { action, document }: Route): Action | undefined =>
  action ?? fieldAction(findRootField(schema, document));

/** Middleware that rejects callers without a credential (401) or without permission for the route's operation (403). */
export function requireRights(schema: GraphQLSchema, route: Route): RequestHandler {
  const field = findRootField(schema, route.document);
  const isPublic = asksOnlyPublic(route.document);
  return (req, _res, next) => {
    const viewer = isPublic ? (req.authentication?.viewer ?? anonymousViewer) : requireViewer(req);
    assertMayReadField(viewer, field);
    if (route.action) assertMay(viewer, route.action);
    next();
  };
}
