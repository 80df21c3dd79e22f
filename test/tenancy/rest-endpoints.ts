// Lists the REST routes with their inputs and model, and sends requests to them with given input values.
import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLInputType,
} from 'graphql';
import { schema } from '../../src/modules/types';
import { compileOperation, type CompiledOperation } from '../../src/rest/documents/compiled-operation';
import { pagingVariables } from '../../src/rest/request-variables';
import { isStream, mountedPath, readsBody, type Route } from '../../src/rest/route';
import { routes } from '../../src/modules/routes';
import { typeOfMember, wireName } from '../../src/rest/documents/wire-names';
import type { Client, Reply } from '../support/client';
import { findOwner, type Inputs } from './id-places';

export interface Endpoint {
  readonly title: string;
  readonly route: Route;
  /** The root field in the route's GraphQL document. */
  readonly field: string;
  readonly inputs: Inputs;
  readonly owner: string;
  /** Whether the route returns pages of rows. */
  readonly isList: boolean;
  /** Whether the route returns rows, in any format. */
  readonly isRows: boolean;
}

/** The document's root field and the name of that field's type. */
function rootOf({ document }: CompiledOperation): { field: string; type: string } {
  const typeInfo = new TypeInfo(schema);
  let root: { field: string; type: string } | undefined;
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field: (node) => {
        root ??= { field: node.name.value, type: getNamedType(typeInfo.getType()!)!.name };
      },
    }),
  );
  return root!;
}

/**
 * The model of an id in a path, derived from the list before the id, for example in `/hosts/:id/history` and
 * `/imports/:id/rows`.
 */
function ownerAbove(path: string): string {
  const list = path.slice(0, path.indexOf('/:id'));
  const above = [list, `${list}/:id`].flatMap((one) =>
    routes.filter((route) => route.method === 'get' && route.path === one),
  )[0];
  if (!above) return '';
  const { field, type } = rootOf(compileOperation(schema, above.document));
  return findOwner(field, type);
}

/** Routes with a single response. isolation-streams.test.ts tests the endless streams. */
export const endpoints: Endpoint[] = routes
  .filter((route) => !isStream(route))
  .map((route) => {
    const operation = compileOperation(schema, route.document);
    const { field, type } = rootOf(operation);
    const isRows = operation.definition.selectionSet.selections.some(
      (node) => node.kind === Kind.FIELD && node.alias?.value === 'page',
    );
    const variables = [...operation.variables.values()].filter(({ name }) => !pagingVariables.includes(name as never));
    return {
      title: `${route.method.toUpperCase()} ${route.path}`,
      route,
      field,
      inputs: new Map(variables.map(({ name, type: declaredType }) => [name, declaredType])),
      owner: (route.path.includes('/:id/') && ownerAbove(route.path)) || findOwner(field, type),
      isList: isRows && !route.download && !route.listing,
      isRows,
    };
  });

/** Any text as one segment of a path. Lone surrogates, which a URL cannot contain, become U+FFFD. */
export const pathSegment = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/**
 * Converts a GraphQL input to the body of a REST request, with names in snake case. An input of which exactly one
 * field is set has the name of this field as its `type` in REST.
 */
function toWire(value: unknown, type?: GraphQLInputType): unknown {
  const inner = type && getNullableType(type);
  if (Array.isArray(value))
    return value.map((one) => toWire(one, isListType(inner) ? (inner.ofType as GraphQLInputType) : undefined));
  if (typeof value !== 'object' || value === null) return value;
  const fields = isInputObjectType(inner) ? inner.getFields() : {};
  const [only, ...others] = Object.entries(value);
  if (isInputObjectType(inner) && inner.isOneOf && only && others.length === 0)
    return { type: typeOfMember(only[0]), ...(toWire(only[1], fields[only[0]]?.type) as object) };
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [wireName(key), toWire(inside, fields[key]?.type)]),
  );
}

/** The body of a request with these variables. */
const bodyOf = (values: Record<string, unknown>, inputs: Inputs) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toWire(value, inputs.get(name))]));

export function sendRequest(
  caller: Client,
  { route, inputs }: Endpoint,
  values: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const remainingValues = { ...values };
  const path = mountedPath(route).replace(/:(\w+)/g, (_all, name: string) => {
    const value = remainingValues[name];
    delete remainingValues[name];
    return pathSegment(String(value));
  });
  const isRead = !readsBody(route);
  const inQuery = Object.entries(remainingValues).filter(([name]) => isRead || route.query?.includes(name));
  for (const [name] of inQuery) delete remainingValues[name];
  const query = new URLSearchParams(inQuery.map(([name, value]) => [name, String(value)]));
  const suffix = String(query) === '' ? '' : `?${String(query)}`;
  if (route.upload) {
    const rawBody = typeof remainingValues.file === 'string' ? remainingValues.file : '';
    const fileHeaders = { 'content-type': 'application/octet-stream', ...headers };
    return caller.send('POST', `/api${path}${suffix}`, { rawBody, headers: fileHeaders });
  }
  const body = route.body
    ? toWire(remainingValues[route.body], inputs.get(route.body))
    : bodyOf(remainingValues, inputs);
  return caller.send(route.method.toUpperCase(), `/api${path}${suffix}`, isRead ? { headers } : { body, headers });
}
