// Runs a route's operation without an HTTP request, when the service itself acts for a caller. It uses the same
// documents as the REST API.
import type { GraphQLSchema } from 'graphql';
import type { GraphqlContext } from '../graphql/context';
import { yieldIfTakenLong, turnClock } from '../platform/threads/event-loop';
import { compileOperation, type CompiledOperation } from './documents/compiled-operation';
import { bodyMembers, requestVariables, type RequestParts, type Variables } from './request-variables';
import type { Dialect, DialectCaller, Method, RestDoor, Route } from './route';
import { runOperation } from './run-operation';
import { tolerantPlaces, tolerantVariables } from './tolerant-variables';

/**
 * Returns a function that converts a request to variables. Without a dialect, the request must have the documented
 * form; a dialect converts the form of an older client.
 */
export function createRequestReader(schema: GraphQLSchema, route: Route, operation: CompiledOperation) {
  const places = tolerantPlaces(schema, operation);
  return async (request: RequestParts, dialect: Dialect | undefined): Promise<Variables> => {
    const startedAt = turnClock.now();
    if (!dialect) {
      const variables = await requestVariables(route, operation, request);
      await yieldIfTakenLong(startedAt);
      return variables;
    }
    const members = await dialect.readBody(bodyMembers(route, request));
    const parameters = dialect.readParameters(request.params as Readonly<Record<string, string>>);
    await yieldIfTakenLong(startedAt);
    return tolerantVariables(operation, places, { ...members, ...parameters });
  };
}

/** Runs a route's operation. Resolves with the `data` of the response, without the envelope. */
export async function executeRoute(
  route: Route,
  operation: CompiledOperation,
  variables: Variables,
  context: GraphqlContext,
): Promise<unknown> {
  const { data } = await runOperation<{ data?: Record<string, unknown> }>(operation, variables, context);
  if (route.countsField) return data?.group_counts;
  return route.tuple?.map((member) => data?.[member] ?? null) ?? data;
}

/**
 * Returns a function that calls a route with the viewer of a context. The function throws the AppError that the REST
 * API would send.
 */
export function routeCall({ schema, routes }: RestDoor, method: Method, path: string) {
  const route = routes.find((one) => one.method === method && one.path === path);
  if (!route) throw new Error(`no route ${method} ${path}`);
  const operation = compileOperation(schema, route.document);
  const read = createRequestReader(schema, route, operation);
  return async (
    caller: DialectCaller,
    { params, body }: Pick<RequestParts, 'params' | 'body'>,
    context: GraphqlContext,
  ): Promise<unknown> => {
    const dialect = route.dialect?.(caller);
    const data = await executeRoute(route, operation, await read({ params, body, query: {} }, dialect), context);
    return dialect ? dialect.write(data) : data;
  };
}
