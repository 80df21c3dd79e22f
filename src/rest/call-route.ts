// A route's operation without a request: what the service does in a caller's name goes by the same documents as the door.
import type { GraphQLSchema } from 'graphql';
import type { GraphqlContext } from '../graphql/context';
import { compileOperation, type CompiledOperation } from './compiled-operation';
import { variablesOf, type Given, type Variables } from './request-variables';
import type { Method, RestDoor, Route } from './route';
import { runOperation } from './run-operation';

/** The data that the route sends, before it is put into the envelope. */
export async function answerOf(
  route: Route,
  operation: CompiledOperation,
  variables: Variables,
  context: GraphqlContext,
): Promise<unknown> {
  const { data } = await runOperation<{ data?: Record<string, unknown> }>(operation, variables, context);
  return route.tuple?.map((member) => data?.[member] ?? null) ?? data;
}

/** Runs the route with what a request would bring. Throws an AppError as the door would send it. */
export async function callRoute(
  schema: GraphQLSchema,
  route: Route,
  given: Pick<Given, 'params' | 'body'>,
  context: GraphqlContext,
): Promise<unknown> {
  const operation = compileOperation(schema, route.document);
  return answerOf(route, operation, variablesOf(route, operation, { ...given, query: {} }), context);
}

/** The route of a method and a path. */
export function routeAt({ routes }: RestDoor, method: Method, path: string): Route {
  const route = routes.find((one) => one.method === method && one.path === path);
  if (!route) throw new Error(`no route ${method} ${path}`);
  return route;
}
