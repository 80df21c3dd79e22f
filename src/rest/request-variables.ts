// Converts an HTTP request (path, query string, body) to the variables of a document. Checks each value against its
// declared type.
import type { Request } from 'express';
import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
} from 'graphql';
import { AppError } from '../errors';
import { yieldIfTakenLong, turnClock } from '../platform/threads/event-loop';
import { assertRange } from '../platform/text/validation';
import {
  assertBounded,
  checkVariable,
  checkVariableInTurns,
  itemByItem,
  type OperationVariable,
} from '../graphql/documents/variables';
import type { CompiledOperation } from './documents/compiled-operation';
import { orderParameters, orderVariables } from './list-order';
import { readsBody, takesInstant, type Route } from './route';
import { fromWire, wireFields, wirePath } from './documents/wire-names';
import { highestInt32 } from '../platform/text/integers';

/** Variables that are not read from the request directly, because the service computes them. */
export const pagingVariables: readonly string[] = [
  ...['limit', 'offset', 'after', 'with_total', 'with_addresses'],
  ...orderVariables,
];
export const maximumLimit = 1000;
const defaultLimit = 50;

export type Variables = Record<string, unknown>;

/**
 * Selects the variables that an operation declares, because a request may run several operations that declare different
 * variables.
 */
export const pickVariables = ({ variables }: Pick<CompiledOperation, 'variables'>, values: Variables): Variables =>
  Object.fromEntries(Object.entries(values).filter(([name]) => variables.has(name)));

/** The parts of a request from which variables are read. */
export interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Request['query'];
  readonly body?: unknown;
}

/**
 * Converts a request to variables. Throws an AppError for the first invalid value; the error names the field as in
 * REST. Checking a body with thousands of members takes several turns of the event loop.
 */
export async function requestVariables(
  route: Route,
  operation: CompiledOperation,
  req: RequestParts,
): Promise<Variables> {
  const names = [...operation.variables.keys()].filter((name) => !pagingVariables.includes(name));
  const values: Variables = {};
  const isRead = !readsBody(route);
  const inQuery = route.query ?? [];
  if (!isRead) assertOnlyInQuery(inQuery, req);
  const inBody = names.filter((name) => !inQuery.includes(name));
  const requestValues = {
    ...(!isRead && Object.fromEntries(entriesOf(bodyValues(route, operation, req, inBody), inBody))),
    ...((isRead || inQuery.length > 0) && queryValues(route, operation, req)),
  };
  for (const name of names) {
    const variable = operation.variables.get(name)!;
    const startedAt = turnClock.now();
    assertBounded(variable, requestValues[name], wireFields);
    await yieldIfTakenLong(startedAt);
    const value =
      name in req.params
        ? documentedParameter(route, name, req.params[name])
        : await itemByItem(variable.type, requestValues[name], (type, one) => fromWire(type, one, route.readOnly));
    await checkInWireNames(variable, value);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/**
 * Routes that count rows by a sort key have the path parameter `field`. Its REST name is converted to the GraphQL name.
 */
function documentedParameter({ countsField, order, otherNames }: Route, name: string, value: unknown): unknown {
  if (!countsField || name !== 'field') return value;
  const key = String(value);
  return order?.[otherNames?.accepted[key] ?? key] ?? key;
}

export async function checkInWireNames(variable: OperationVariable, value: unknown): Promise<void> {
  try {
    await itemByItem(variable.type, value, (type, one) => assertLists(type, one, variable.name));
    await checkVariableInTurns(variable, value);
  } catch (error) {
    if (!(error instanceof AppError) || typeof error.params.field !== 'string') throw error;
    throw new AppError(error.code, { ...error.params, field: wirePath(error.params.field) });
  }
}

/** Throws if a list is expected and the value is not a list. GraphQL would accept a single value as a list. */
function assertLists(type: GraphQLInputType, value: unknown, field: string): void {
  const inner = getNullableType(type);
  if (value === undefined || value === null) return;
  if (isListType(inner)) {
    if (!Array.isArray(value)) throw new AppError('validation_invalid_format', { field });
    for (const item of value) assertLists(inner.ofType, item, field);
  } else if (isInputObjectType(inner) && typeof value === 'object') {
    for (const [name, member] of Object.entries(inner.getFields()))
      assertLists(member.type, (value as Variables)[name], `${field}.${name}`);
  }
}

/** The members of a request body. Throws if the query string contains parameters that the route reads from the body. */
export function bodyMembers(route: Route, req: RequestParts): Variables {
  assertOnlyInQuery(route.query ?? [], req);
  return req.body === undefined ? {} : asObject('body', req.body);
}

/** Reads the parameters `limit` (0 to 1000; 0 means no limit) and `offset` of a list request. */
export function requestPage(
  req: Pick<Request, 'query'>,
  limitUnlessGiven = defaultLimit,
): { limit: number; offset: number } {
  const limit = integer('limit', req.query.limit, limitUnlessGiven);
  assertRange('limit', limit, 0, maximumLimit);
  const offset = integer('offset', req.query.offset, 0);
  assertRange('offset', offset, 0, highestInt32);
  return { limit, offset };
}

export const instantParameter = 'at';

/** The instant at which the whole response is read, if the request names one; undefined otherwise. */
export function requestInstant(req: Request, schema: GraphQLSchema): Date | undefined {
  const text = req.query[instantParameter];
  if (text === undefined) return undefined;
  const type = schema.getType('DateTime') as GraphQLScalarType<Date>;
  checkVariable({ name: instantParameter, type, isRequired: true }, text);
  return type.parseValue(text);
}

function integer(field: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
    throw new AppError('validation_invalid_format', { field });
  return Number(value);
}

function bodyValues(route: Route, operation: CompiledOperation, req: RequestParts, names: string[]): Variables {
  if (route.body) {
    if (req.body === undefined) throw new AppError('validation_required', { field: route.body });
    const isList = isListType(getNullableType(operation.variables.get(route.body)!.type));
    if (isList && !Array.isArray(req.body)) throw new AppError('validation_invalid_format', { field: 'body' });
    return { [route.body]: req.body };
  }
  const needsBody = names.some((name) => !(name in req.params));
  if (!needsBody) return {};
  const { body } = req;
  if (body === undefined) return {};
  if (route.bare && typeof body === 'string') return { [route.bare]: body };
  return unwrapBody(asObject('body', body), route);
}

function asObject(field: string, value: unknown): Variables {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('validation_invalid_format', { field });
  return value as Variables;
}

function unwrapBody(body: Variables, { wrapper }: Route): Variables {
  if (!wrapper || body[wrapper.member] === undefined) return body;
  const beside = entriesOf(body, wrapper.beside);
  return { ...asObject(wrapper.member, body[wrapper.member]), ...Object.fromEntries(beside) };
}

const entriesOf = (values: Variables, names: readonly string[]) =>
  Object.entries(values).filter(([name]) => names.includes(name));

function assertOnlyInQuery(allowedNames: readonly string[], req: RequestParts): void {
  const unknown = Object.keys(req.query).find((name) => !allowedNames.includes(name));
  if (unknown !== undefined) throw new AppError('validation_unknown_parameter', { field: unknown });
}

function queryValues(route: Route, operation: CompiledOperation, req: RequestParts): Variables {
  const values: Variables = {};
  if (route.ignoresPage) requestPage(req);
  for (const [name, text] of Object.entries(req.query as Record<string, string | string[]>)) {
    const variable = operation.variables.get(name);
    const isOrder = orderParameters.includes(name) && operation.variables.has('order');
    const hasPage = route.ignoresPage === true || (variable !== undefined && !route.listing);
    const isPage = (name === 'limit' || name === 'offset') && hasPage;
    const isPaging = isOrder || isPage;
    if (isPaging || (name === instantParameter && takesInstant(route))) continue;
    if (!variable || name in req.params || pagingVariables.includes(name))
      throw new AppError('validation_unknown_parameter', { field: name });
    values[name] = route.textLists?.includes(name) ? [text].flat() : fromText(name, variable.type, text);
  }
  return values;
}

function fromText(field: string, type: GraphQLInputType, text: string | string[]): unknown {
  if (isListType(getNullableType(type))) {
    const items = [text].flat().flatMap((part) => part.split(','));
    return items.filter((item) => item !== '').map((item) => fromText(field, getNamedType(type), item));
  }
  if (typeof text !== 'string') throw new AppError('validation_invalid_format', { field });
  switch (getNamedType(type).name) {
    case 'Int':
      return integer(field, text, 0);
    case 'Boolean':
      if (text !== 'true' && text !== 'false') throw new AppError('validation_invalid_format', { field });
      return text === 'true';
    default:
      return text;
  }
}
