// route(): declares a REST endpoint by its method, its path and the document that it runs.
import type { Request } from 'express';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Kind, OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Action } from '../auth/permissions';
import { asksOnlyPublic } from '../graphql/documents/public-operations';
import { isHeavyOperation } from '../graphql/heavy-work/heavy-operations';
import type { TextPieces } from '../platform/http/send';
import { snakeCase } from '../platform/text/names';
import type { OtherNames, OtherPath } from './documents/other-names';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Maps the names of a list's sort keys in REST to GraphQL's order fields. */
export type WireOrder = Readonly<Record<string, string>>;

/** The parts of a request that determine the dialect of a caller. */
export type DialectCaller = Pick<Request, 'headers' | 'authentication'> & { readonly body?: unknown };

/** Converts requests and responses for a caller that uses another version of the API than the documents do. */
export interface Dialect {
  /**
   * Converts path parameters and the body to their documented form. Members that the document does not declare are
   * removed later.
   */
  readParameters(pathParameters: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  readBody(body: unknown): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
  /** Converts the data of a response; for a list, one row. */
  write(data: unknown): unknown;
  refuse(error: unknown): unknown;
}

export interface RouteOptions {
  /** Name of the variable that receives the whole body, for endpoints whose body is an array or a text. */
  body?: string;
  /** Names of variables of a POST or PUT that are read from the query string. */
  query?: readonly string[];
  /**
   * Set if the body is a file of at most `maximumBytes`. The file is for the network in the query parameter
   * `networkIn`.
   */
  upload?: { readonly networkIn: string; readonly maximumBytes: number };
  /** Whether a DELETE reads variables from its body, as a POST does. */
  hasBody?: boolean;
  /** Success status; 200 by default. */
  status?: number;
  /**
   * An action for which callers need permission in addition to the action of the operation, because the fixed arguments
   * of the route make the operation do more.
   */
  action?: Action;
  /** Members of the body that are accepted and ignored, each with its description for the OpenAPI document. */
  ignoredMembers?: Readonly<Record<string, string>>;
  /** Whether `limit` and `offset` are accepted and ignored, because the response is one object instead of a list. */
  ignoresPage?: boolean;
  /**
   * Members of response rows that a request body may contain too, so that clients can send a row back as they got it.
   * They are ignored if the input lacks them.
   */
  readOnly?: readonly string[];
  /**
   * Sort keys that the list's `order_by` accepts; `group_by` accepts them except the natural order of names. The list's
   * document must declare `$order`.
   */
  order?: WireOrder;
  /** Names of query parameters whose values may contain commas. The parameter is repeated for each further value. */
  textLists?: readonly string[];
  /**
   * Whether the route counts rows: the path parameter `field` names a sort key that `group_by` accepts, and the
   * response is the number of rows for each value of the sort key (`group_counts` of the document's result).
   */
  countsField?: boolean;
  /**
   * Whether the path is directly below `/api`, outside of the versioned API, because daemons of every version call it.
   */
  unversioned?: boolean;
  /**
   * Names of the members of the response's object that are sent as an array, in this order; undefined if the object is
   * sent.
   */
  tuple?: readonly string[];
  /**
   * Whether responses have the header `ETag`. A client that sends its value back gets 304 if the response has not
   * changed.
   */
  isTagged?: boolean;
  /** Further paths of the same operation, each beginning below `/api`. */
  aliases?: readonly string[];
  /**
   * Alternative names that requests may have at every path of the route, and alternative paths with names of their own.
   */
  otherNames?: { readonly accepted: OtherNames; readonly paths: readonly OtherPath[] };
  /** Name of a variable whose value may be sent as the whole body, instead of as a member of an object. */
  bare?: string;
  /** Returns the dialect of a caller; undefined if the caller's requests must have the documented form. */
  dialect?: (caller: DialectCaller) => Dialect | undefined;
  /**
   * Names of members that may be omitted in responses to callers with a dialect. A member of the items of a list is
   * named `list.member`.
   */
  omits?: readonly string[];
  /**
   * A body member in which clients may put other members of the body, such as `share` in `{ share: { … }, password }`.
   * `beside` names the members that stay outside of it.
   */
  wrapper?: { readonly member: string; readonly beside: readonly string[] };
}

/** A file with every row of a list document, sent instead of one page. */
export interface Download {
  /** Name of the operation in the OpenAPI document, such as `ExportVlansCsv`. */
  readonly name: string;
  /**
   * Paths of nested rows, such as `services.bindings`. If set, the file is a ZIP archive that also contains these rows.
   */
  readonly children?: readonly string[];
}

/** A file whose text is a part of the document's result. */
export interface TextFile {
  /** The path of the text in the result of the document. */
  readonly at: readonly string[];
  readonly mediaType: string;
  /** The first part of the file name. The value at `nameAt` in the result, if set, and the date follow. */
  readonly subject: string;
  readonly nameAt?: readonly string[];
  /**
   * The path of the instant of the data, such as that of a snapshot, whose day is in the file name. If it is left out,
   * or the value is null, the day is that of the request's instant.
   */
  readonly instantAt?: readonly string[];
  /** File name extension without the dot. */
  readonly ending: string;
}

/** The rows of a list, page by page. */
export type Pages = AsyncGenerator<readonly unknown[], void, undefined>;

/** Every row of a list document in another program's format, without the envelope. */
export interface Listing {
  /** Media type of the response; JSON if left out. */
  readonly mediaType?: string;
  /** The description in the OpenAPI document. */
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: object | string;
  /** Maximum number of rows. A longer list is refused. */
  readonly most: number;
  /** Documents of other lists whose rows the response contains too. `write` gets their pages as further arguments. */
  readonly beside?: readonly DocumentNode[];
  /** Writes the text in pieces. The first rows are read before the first piece is written. */
  readonly write: (rows: Pages, ...beside: readonly Pages[]) => TextPieces;
}

export interface Route extends RouteOptions {
  method: Method;
  /** Path in Express's form, `/vlans/:id`, below `/api/v1` or, if unversioned, below `/api`. */
  path: string;
  document: DocumentNode;
  download?: Download;
  textFile?: TextFile;
  listing?: Listing;
}

/** Whether the route accepts `?at=` for a past instant. All reads do, except streams and public operations. */
export const takesInstant = (route: Route): boolean =>
  route.method === 'get' && !isStream(route) && !asksOnlyPublic(route.document);

/**
 * Declares a route. A variable of the document is read from the path parameter of the same name. If the path has none,
 * it is read from the query string (get, delete) or the body (post, put, and delete with `hasBody`).
 */
export function route(
  method: Method,
  path: string,
  document: TypedDocumentNode<unknown, never>,
  options: RouteOptions = {},
): Route {
  return { method, path, document, ...options };
}

/** Declares a route that sends all rows of a list as a CSV file. It accepts the parameters of the list. */
export const csvRoute = (
  path: string,
  list: TypedDocumentNode<unknown, never>,
  name: string,
  options: RouteOptions = {},
): Route => ({ method: 'get', path, document: list, download: { name }, ...options });

/**
 * Declares a route that sends a ZIP archive: a CSV file of a list's rows, and a CSV file for each kind of nested rows.
 */
export const zipRoute = (
  path: string,
  list: TypedDocumentNode<unknown, never>,
  name: string,
  children: readonly string[],
  options: RouteOptions = {},
): Route => ({ method: 'get', path, document: list, download: { name, children }, ...options });

/** Declares a route that sends a text from the document's result as a file. */
export const textRoute = (path: string, document: TypedDocumentNode<unknown, never>, textFile: TextFile): Route => ({
  method: 'get',
  path,
  document,
  textFile,
});

/** Declares a route that sends all rows of a list in another program's format. */
export const listingRoute = (path: string, document: TypedDocumentNode<unknown, never>, listing: Listing): Route => ({
  method: 'get',
  path,
  document,
  listing,
});

export const readText = (answer: unknown, at: TextFile['at']): string =>
  at.reduce((value, key) => (value as Record<string, unknown>)[key], answer) as string;

/** Returns the instant at a path; undefined if there is none. */
export function readInstant(answer: unknown, at: readonly string[]): Date | undefined {
  const value = at.reduce<unknown>((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], answer);
  return value == null ? undefined : new Date(value as string);
}

/** The name of a route's operation: the name of its download if it has one, otherwise that of its document. */
export const operationName = ({ document, download }: Route): string =>
  download?.name ?? document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!.name!.value;

/** Whether the route sends events instead of one body, because its document is a subscription. */
export const isStream = ({ document }: Pick<Route, 'document'>): boolean =>
  document.definitions.some(
    (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.SUBSCRIPTION,
  );

/** All paths of a route, beginning below `/api`, each with the alternative names of members at this path. */
export const routePaths = (route: Route): { readonly path: string; readonly names?: OtherNames }[] => [
  ...[mountedPath(route), ...(route.aliases ?? [])].map((path) => ({ path })),
  ...(route.otherNames?.paths ?? []),
];

/** Whether the route reads variables from the body. */
export const readsBody = ({ method, hasBody = false }: Pick<Route, 'method' | 'hasBody'>): boolean =>
  method === 'post' || method === 'put' || hasBody;

/** Whether the route writes, because its document is a mutation. */
export const isWrite = ({ document }: Pick<Route, 'document'>): boolean =>
  document.definitions.some(
    (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.MUTATION,
  );

/**
 * Whether each request of the route is heavy work, which is paid from the budget of an organization. Requests with
 * `?at=` are heavy too.
 */
export function isHeavyRoute(schema: GraphQLSchema, route: Route): boolean {
  const { document, download, textFile } = route;
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const sendsFile = download !== undefined || textFile !== undefined;
  return sendsFile || (!isStream(route) && isHeavyOperation({ schema, document, operation, variables: {} }));
}

/** The route's main path below `/api`, in Express's form. */
export const mountedPath = ({ path, unversioned }: Route): string => (unversioned ? path : `/v1${path}`);

/** The operation id in the OpenAPI document: `UpdateVlan` → `update_vlan`. */
export const toOperationId = (operationName: string): string => snakeCase(operationName);

/** The REST API: all routes, and the schema that executes their documents. */
export interface RestDoor {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
}
