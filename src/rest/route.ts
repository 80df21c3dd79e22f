// route(): declares a REST endpoint by its method, its path and the document that it runs.
import type { Request } from 'express';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Kind, OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Action } from '../auth/permissions';
import { asksOnlyPublic } from '../graphql/documents/public-operations';
import type { TextPieces } from '../platform/http/send';
import { snakeCase } from '../platform/text/names';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Maps names in REST to GraphQL's order fields. */
export type WireOrder = Readonly<Record<string, string>>;

/** The parts of a request that decide which dialect applies. */
export type DialectCaller = Pick<Request, 'headers' | 'authentication'> & { readonly body?: unknown };

/** Converts requests and responses for a caller that uses another version of the API than the documents. */
export interface Dialect {
  /**
   * Converts path parameters and the body to their documented form. Members that the document does not know are removed
   * later.
   */
  readParameters(given: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  readBody(body: unknown): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
  /** Converts the data of the response; for a list, each row. */
  write(data: unknown): unknown;
  refuse(error: unknown): unknown;
}

export interface RouteOptions {
  /** The variable that receives the whole body, for endpoints whose body is an array or string. */
  body?: string;
  /** Variables of a POST or PUT that are read from the query string. */
  query?: readonly string[];
  /** The body is a file of at most `maximumBytes`, for the network in the query parameter `networkIn`. */
  upload?: { readonly networkIn: string; readonly maximumBytes: number };
  /** Success status; 200 by default. */
  status?: number;
  /** A permission that the route requires besides that of its operation, because of the arguments that it sets. */
  action?: Action;
  /** Body members that are accepted and ignored, each with its description for the OpenAPI document. */
  ignoredMembers?: Readonly<Record<string, string>>;
  /** Members of rows that clients may send back unchanged in a body. They are ignored unless an input has them. */
  readOnly?: readonly string[];
  /**
   * Names that the list's `order_by` accepts. `group_by` accepts those that are plain values. The document declares
   * `$order`.
   */
  order?: WireOrder;
  /**
   * Whether the path is directly below `/api`. Daemons of every version call such a route, so it is not part of the
   * versioned API.
   */
  unversioned?: boolean;
  /** Members of the response's object that are sent as an array, in this order. */
  tuple?: readonly string[];
  /** Whether responses have an `ETag`. A client that sends it back gets 304 if nothing has changed. */
  isTagged?: boolean;
  /** Other paths of the same operation, each beginning below `/api`. */
  aliases?: readonly string[];
  /**
   * A deprecated path, beginning below `/api`, and the operation's name for it. Responses are the same as for the
   * current path.
   */
  former?: { readonly path: string; readonly name: string };
  /** The variable that receives the body if the body is a plain value instead of an object. */
  bare?: string;
  /** The dialect of a caller; undefined if its requests must follow the documents. */
  dialect?: (caller: DialectCaller) => Dialect | undefined;
  /** Members that responses to callers with a dialect omit if null. */
  omits?: readonly string[];
  /**
   * A body member that may contain the other members, and the members that stay outside of it: `{ share: { … },
   * password }`.
   */
  wrapper?: { readonly member: string; readonly beside: readonly string[] };
}

/** A file with every row of a list document, sent instead of a page. */
export interface Download {
  /** The operation's name in the contract, as if it had a document: `ExportVlansCsv`. */
  readonly name: string;
  /** If set, the file is a ZIP archive that also contains the rows below these members (`services.bindings`). */
  readonly children?: readonly string[];
}

/** A file whose text is part of the document's result. */
export interface TextFile {
  /** The path of the text in the result. */
  readonly at: readonly string[];
  readonly mediaType: string;
  /** The first part of the file name. The value at `nameAt` in the result and the date follow. */
  readonly subject: string;
  readonly nameAt?: readonly string[];
  /** File name extension without the dot. */
  readonly ending: string;
}

/** Rows in the form of a list, page by page. */
export type Pages = AsyncGenerator<readonly unknown[], void, undefined>;

/** Every row of a list document in another program's format: JSON without the envelope. */
export interface Listing {
  /** The description in the OpenAPI document. */
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: object;
  /** Maximum number of rows; more are refused. */
  readonly most: number;
  /**
   * Documents of other lists. Each is read with those request parameters that it declares, and passed to `write` after
   * the rows.
   */
  readonly beside?: readonly DocumentNode[];
  /** Writes the JSON text in pieces. The first rows are read before the first piece is written. */
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

/** Whether the route accepts `?at=` for a past instant: all reads except streams and public operations. */
export const takesInstant = (route: Route): boolean =>
  route.method === 'get' && !isStream(route) && !asksOnlyPublic(route.document);

/**
 * Declares a route. The document's variables are path parameters first, then query parameters (get, delete) or body
 * members (post, put) of the same name.
 */
export function route(
  method: Method,
  path: string,
  document: TypedDocumentNode<unknown, never>,
  options: RouteOptions = {},
): Route {
  return { method, path, document, ...options };
}

/** Declares a route that sends all rows of a list as a CSV file, with the list's parameters. */
export const csvRoute = (
  path: string,
  list: TypedDocumentNode<unknown, never>,
  name: string,
  options: RouteOptions = {},
): Route => ({ method: 'get', path, document: list, download: { name }, ...options });

/**
 * Declares a route that sends a ZIP archive with a CSV file of the rows, and one file for each kind of rows below them.
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

/** The name of a route's operation: that of its download or its document. */
export const operationName = ({ document, download }: Route): string =>
  download?.name ?? document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!.name!.value;

/** Whether the route sends events instead of one body, because its document is a subscription. */
export const isStream = ({ document }: Pick<Route, 'document'>): boolean =>
  document.definitions.some(
    (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.SUBSCRIPTION,
  );

/** All paths of the route, beginning below `/api`. */
export const routePaths = (route: Route): string[] => [
  ...[mountedPath(route), ...(route.aliases ?? [])],
  ...(route.former ? [route.former.path] : []),
];

/** The route's main path below `/api`, in Express's form. */
export const mountedPath = ({ path, unversioned }: Route): string => (unversioned ? path : `/v1${path}`);

/** The operation id of the contract: `UpdateVlan` → `update_vlan`. */
export const toOperationId = (operationName: string): string => snakeCase(operationName);

/** The REST API: all routes, and the schema that executes their documents. */
export interface RestDoor {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
}
