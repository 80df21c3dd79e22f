// A route's operation without a request: what the service does in a caller's name goes by the same documents as the door.
import type { GraphQLSchema } from 'graphql';
import type { GraphqlContext } from '../graphql/context';
import { yieldIfTakenLong, turnClock } from '../platform/threads/event-loop';
import { compileOperation, type CompiledOperation } from './documents/compiled-operation';
import { bodyMembers, requestVariables, type Given, type Variables } from './request-variables';
import type { Dialect, DialectCaller, Method, RestDoor, Route } from './route';
import { runOperation } from './run-operation';
import { tolerantPlaces, tolerantVariables } from './tolerant-variables';

/** Makes variables of what requests of the route bring: as they are documented, or in the dialect of their caller. */
export function createRequestReader(schema: GraphQLSchema, route: Route, operation: CompiledOperation) {
  const places = tolerantPlaces(schema, operation);
  return async (request: Given, dialect: Dialect | undefined): Promise<Variables> => {
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

/** The data that the route documents, before it is put into the envelope. */
export async function executeRoute(
  route: Route,
  operation: CompiledOperation,
  variables: Variables,
  context: GraphqlContext,
): Promise<unknown> {
  const { data } = await runOperation<{ data?: Record<string, unknown> }>(operation, variables, context);
  return route.tuple?.map((member) => data?.[member] ?? null) ?? data;
}

/** Calls a route of the door in the name of the context's viewer. Throws an AppError as the door would send it. */
export function routeCall({ schema, routes }: RestDoor, method: Method, path: string) {
  const route = routes.find((one) => one.method === method && one.path === path);
  if (!route) throw new Error(`no route ${method} ${path}`);
  const operation = compileOperation(schema, route.document);
  const read = createRequestReader(schema, route, operation);
  return async (
    caller: DialectCaller,
    { params, body }: Pick<Given, 'params' | 'body'>,
    context: GraphqlContext,
  ): Promise<unknown> => {
    const dialect = route.dialect?.(caller);
    const data = await executeRoute(route, operation, await read({ params, body, query: {} }, dialect), context);
    return dialect ? dialect.write(data) : data;
  };
}
