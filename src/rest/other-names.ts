// Alternative names of paths, query parameters and members, which newer clients use: declares them, reads them in
// requests, and uses them in errors. Documents and responses with alternative names are derived in
// documents/other-names.ts.
import { isDeepStrictEqual } from 'node:util';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { isDaemon } from '../data/tenancy/viewer';
import { AppError } from '../errors';
import {
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import type { OtherNames } from './documents/other-names';
import { wireFields } from './documents/wire-names';
import type { Route } from './route';

/** An alternative path of a collection. */
export interface OtherCollection {
  /** The first segments of the documented path and of the alternative path, such as `networks` and `sites`. */
  readonly collection: string;
  readonly other: string;
  /** The noun in names of operations, plural first: `['Networks', 'Network']` → `['Sites', 'Site']`. */
  readonly nouns: readonly [documented: readonly [string, string], other: readonly [string, string]];
  /** Alternative names of members at the alternative path. Requests may have either name, responses have both. */
  readonly names: OtherNames;
}

/**
 * Returns a function that adds alternative names to a route. Every route accepts the names in `accepted`. Routes of a
 * collection, such as `networks`, also get an alternative path, such as `/v1/sites`.
 */
export const withOtherNames =
  (collections: readonly OtherCollection[], accepted: OtherNames) =>
  (route: Route): Route => ({
    ...route,
    otherNames: {
      accepted,
      paths: collections.flatMap(({ collection, other, nouns, names }) => {
        const [, first, ...segments] = route.path.split('/');
        if (first !== collection || route.unversioned) return [];
        const path = ['/v1', other, ...segments].join('/');
        return [{ path, names, rename: (name: string) => renamedNoun(name, nouns) }];
      }),
    },
  });

function renamedNoun(name: string, [documented, other]: OtherCollection['nouns']): string {
  const at = documented.findIndex((noun) => name.includes(noun));
  if (at < 0) throw new Error(`${name} names none of ${documented.join(', ')}`);
  return name.replace(documented[at]!, other[at]!);
}

/**
 * Middleware that replaces alternative names by the documented ones in the query string and in the body, and that uses
 * the caller's names in errors (`refusing`).
 */
export interface OtherNamesSteps {
  readonly query: RequestHandler;
  readonly body: RequestHandler;
  readonly refusing: ErrorRequestHandler;
}

const orderParameters = ['order_by', 'group_by'];

/**
 * Creates the middleware for one path. `names` are the alternative names of this path, which its responses always have.
 * Names that every path accepts (`otherNames.accepted`) are in the response only if the request used one of them.
 */
export function otherNamesSteps(route: Route, schema: GraphQLSchema, names: OtherNames = {}): OtherNamesSteps {
  const { otherNames, dialect } = route;
  const place = bodyPlace(route, schema);
  const accepted = otherNames?.accepted ?? {};
  const all = { ...accepted, ...names };
  const use = (req: Request, isAcceptedUsed: boolean) => {
    if (isAcceptedUsed) req.otherNames = all;
  };
  return {
    query: (req, _res, next) => {
      req.otherNames = names;
      const { query } = req;
      const queryNames = Object.keys(query);
      const orders = orderParameters.filter(
        (name) => typeof query[name] === 'string' && (query[name] as string) in all,
      );
      if (orders.length === 0 && !queryNames.some((name) => Object.hasOwn(all, name))) return next();
      use(
        req,
        [...queryNames, ...orders.map((name) => query[name] as string)].some((name) => Object.hasOwn(accepted, name)),
      );
      const documented = readMembers(query, all) as Record<string, unknown>;
      for (const name of orders) documented[name] = all[query[name] as string];
      // Express parses the query string again on each access, so the property is replaced.
      Object.defineProperty(req, 'query', { value: documented, configurable: true });
      next();
    },
    body: (req, _res, next) => {
      // Bodies of daemons are skipped here, because the dialect of the daemon's protocol version converts them.
      if (req.body === undefined || dialect?.(req)) return next();
      const body: unknown = req.body;
      req.body = readNames(body, place, all, (name) => use(req, Object.hasOwn(accepted, name)));
      next();
    },
    refusing: (error, req, _res, next) => next(withOtherField(error, req.otherNames ?? {})),
  };
}

/** The alternative names that the response to a request has. Responses to daemons have none. */
export function answeredNames(req: Request): OtherNames | undefined {
  const viewer = req.authentication?.viewer;
  const { otherNames } = req;
  return !otherNames || Object.keys(otherNames).length === 0 || (viewer && isDaemon(viewer)) ? undefined : otherNames;
}

/** What a request body may contain: a GraphQL type, or the name and type of each member. */
type Place = GraphQLInputType | ReadonlyMap<string, Place>;

const isMembers = (place: Place): place is ReadonlyMap<string, Place> => place instanceof Map;

/** The declared types of the variables of a document's operation. */
function variableTypes({ definitions }: DocumentNode, schema: GraphQLSchema): Map<string, Place> {
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return new Map(
    operation?.variableDefinitions?.map(({ type, variable }) => [
      variable.name.value,
      typeFromAST(schema, type) as GraphQLInputType,
    ]),
  );
}

function bodyPlace({ document, body, wrapper }: Route, schema: GraphQLSchema): Place | undefined {
  const members = variableTypes(document, schema);
  if (body) return members.get(body);
  return wrapper ? new Map<string, Place>([...members, [wrapper.member, members]]) : members;
}

function itemPlace(place: Place): Place | undefined {
  const type = isMembers(place) ? undefined : getNullableType(place);
  return isListType(type) ? (type.ofType as GraphQLInputType) : undefined;
}

/** Returns a function that gives the type of a member by its name. Undefined for JSON without a declared type. */
function memberPlaces(place: Place): ((name: string) => Place | undefined) | undefined {
  if (isMembers(place)) return (name) => place.get(name);
  const type = getNullableType(place);
  if (!isInputObjectType(type)) return undefined;
  const fields = wireFields(type);
  return (name) => fields.get(name)?.type;
}

/**
 * Returns the value with documented names, wherever the route's document declares an object. Free JSON is not read. A
 * value without alternative names is returned unchanged and is not copied, because bodies may have a million values.
 */
function readNames(
  value: unknown,
  place: Place | undefined,
  names: OtherNames,
  onOtherName: (name: string) => void,
): unknown {
  if (place === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const placeOfItem = itemPlace(place);
    let items: unknown[] | undefined;
    for (let at = 0; placeOfItem !== undefined && at < value.length; at += 1) {
      const item: unknown = value[at];
      if (typeof item !== 'object') continue;
      const readItem = readNames(item, placeOfItem, names, onOtherName);
      if (readItem !== item) (items ??= [...(value as unknown[])])[at] = readItem;
    }
    return items ?? value;
  }
  const placeOf = memberPlaces(place);
  if (!placeOf) return value;
  const inputMembers = value as Readonly<Record<string, unknown>>;
  let members: Record<string, unknown> | undefined;
  let hasOtherName = false;
  for (const name of Object.keys(inputMembers)) {
    const isOther = Object.hasOwn(names, name);
    const readMember = readNames(inputMembers[name], placeOf(isOther ? names[name]! : name), names, onOtherName);
    if (readMember !== inputMembers[name]) (members ??= { ...inputMembers })[name] = readMember;
    if (!isOther) continue;
    hasOtherName = true;
    onOtherName(name);
  }
  return hasOtherName ? readMembers(members ?? inputMembers, names) : (members ?? value);
}

/** Renames members to their documented names. Throws if a member occurs under both names with different values. */
function readMembers(members: Readonly<Record<string, unknown>>, names: OtherNames): Readonly<Record<string, unknown>> {
  const documented = Object.entries(members).filter(([name]) => !Object.hasOwn(names, name));
  const values = new Map(documented);
  for (const [name, value] of Object.entries(members)) {
    if (!Object.hasOwn(names, name)) continue;
    const field = names[name]!;
    if (values.has(field) && !isDeepStrictEqual(values.get(field), value))
      throw new AppError('validation_invalid_format', { field: name });
    values.set(field, value);
  }
  return Object.fromEntries(values);
}

function withOtherField(error: unknown, names: OtherNames): unknown {
  if (!(error instanceof AppError) || typeof error.params.field !== 'string') return error;
  const others = new Map(Object.entries(names).map(([other, documented]) => [documented, other]));
  const field = error.params.field
    .split('.')
    .map((name) => others.get(name) ?? name)
    .join('.');
  return field === error.params.field
    ? error
    : new AppError(error.code, { ...error.params, field }, error.retryAfterSeconds);
}

/** Adds members with alternative names to a value at any depth, for examples of responses. */
export function withNames(value: unknown, names: OtherNames): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withNames(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
      const namedMember = withNames(member, names);
      const others = Object.keys(names).filter((other) => names[other] === name);
      return [name, ...others].map((one) => [one, namedMember]);
    }),
  );
}
