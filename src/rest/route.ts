// route(): one REST endpoint = a method, a path and the document that answers it.
import type { Request } from 'express';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Kind, OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Action } from '../auth/permissions';
import { asksOnlyPublic } from '../graphql/documents/public-operations';
import type { TextPieces } from '../platform/http/send';
import { snakeCase } from '../platform/text/names';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Names on the wire → the order fields of GraphQL. */
export type WireOrder = Readonly<Record<string, string>>;

/** What a dialect is told by. */
export type DialectCaller = Pick<Request, 'headers' | 'authentication'> & { readonly body?: unknown };

/** How one caller speaks who speaks another version of the contract than the documents. */
export interface Dialect {
  /** Parameters of the path, and the body, as they are documented; what the document does not know is left out afterwards. */
  readParameters(given: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  readBody(body: unknown): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
  /** The data of the answer; of a list each row. */
  write(data: unknown): unknown;
  refuse(error: unknown): unknown;
}

export interface RouteOptions {
  /** The variable that takes the whole body, for endpoints whose body is a bare array or string. */
  body?: string;
  /** Variables of a POST or PUT that come in the query string. */
  query?: readonly string[];
  /** The body is a file, of at most so many bytes, for the network that this parameter of the query string names. */
  upload?: { readonly networkIn: string; readonly maximumBytes: number };
  /** Success status; 200 unless the contract says otherwise. */
  status?: number;
  /** What the route asks of its caller beside what its operation asks of all, by the arguments that it gives. */
  action?: Action;
  /** Body members that callers may send and that are ignored, each with what the OpenAPI document says about it. */
  ignoredMembers?: Readonly<Record<string, string>>;
  /** Members of rows inside the body that clients may send back as they were answered; ignored where no input has them. */
  readOnly?: readonly string[];
  /** What `order_by` of a list may name, and `group_by` where it is a value; its document declares `$order`. */
  order?: WireOrder;
  /** Below `/api` itself: what daemons of any age call is outside the versioned API. */
  unversioned?: boolean;
  /** Members of the answer that are sent as an array, in this order. */
  tuple?: readonly string[];
  /** Answers have an `ETag`: a client that sends it back gets 304 while nothing has changed. */
  isTagged?: boolean;
  /** Second paths of the same operation, from `/api` on. */
  aliases?: readonly string[];
  /** A path of times past, from `/api` on, with the operation's name there: it answers the same, and is marked deprecated. */
  former?: { readonly path: string; readonly name: string };
  /** The variable that a body takes that is no object but the bare value. */
  bare?: string;
  /** The dialect of a request; undefined: its caller is held to the documents. */
  dialect?: (caller: DialectCaller) => Dialect | undefined;
  /** Members that callers with a dialect are not sent where they are null. */
  omits?: readonly string[];
  /** A member of the body that may hold the others, and those of them that may stand beside it: `{ share: { … }, password }`. */
  wrapper?: { readonly member: string; readonly beside: readonly string[] };
}

/** A file with every row of a list document, in place of its page. */
export interface Download {
  /** The operation's name in the contract, as a document would have it: `ExportVlansCsv`. */
  readonly name: string;
  /** Makes it a ZIP archive: beside the rows themselves, the rows below them at these members (`services.bindings`). */
  readonly children?: readonly string[];
}

/** A file whose text the document answers. */
export interface TextFile {
  /** Where in the answer the text is. */
  readonly at: readonly string[];
  readonly mediaType: string;
  /** What the file's name begins with; what the answer has at `nameAt` and the day follow. */
  readonly subject: string;
  readonly nameAt?: readonly string[];
  /** Of the file's name, after the dot. */
  readonly ending: string;
}

/** Rows as a list has them, page by page. */
export type Pages = AsyncGenerator<readonly unknown[], void, undefined>;

/** Every row of a list document in the form of another program: JSON outside the envelope. */
export interface Listing {
  /** For the OpenAPI document. */
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: object;
  /** More rows than this are refused. */
  readonly most: number;
  /** Other lists by the same parameters, as far as they take them, which `write` is given beside the rows. */
  readonly beside?: readonly DocumentNode[];
  /** The JSON text in pieces, the first of them not before its rows. */
  readonly write: (rows: Pages, ...beside: readonly Pages[]) => TextPieces;
}

export interface Route extends RouteOptions {
  method: Method;
  /** Below `/api/v1` unless it is unversioned, in Express's form: `/vlans/:id`. */
  path: string;
  document: DocumentNode;
  download?: Download;
  textFile?: TextFile;
  listing?: Listing;
}

/** Whether `?at=` asks for a past instant: on all reads but streams and public operations. */
export const takesInstant = (route: Route): boolean =>
  route.method === 'get' && !isStream(route) && !asksOnlyPublic(route.document);

/** Variables: path parameters, then query parameters (get, delete) or body members (post, put), by name. */
export function route(
  method: Method,
  path: string,
  document: TypedDocumentNode<unknown, never>,
  options: RouteOptions = {},
): Route {
  return { method, path, document, ...options };
}

/** The list's operation with the list's parameters, answered as a CSV file of all its rows. */
export const csvRoute = (
  path: string,
  list: TypedDocumentNode<unknown, never>,
  name: string,
  options: RouteOptions = {},
): Route => ({ method: 'get', path, document: list, download: { name }, ...options });

/** The same as a ZIP archive with a CSV file for the rows and one for each kind of rows below them. */
export const zipRoute = (
  path: string,
  list: TypedDocumentNode<unknown, never>,
  name: string,
  children: readonly string[],
  options: RouteOptions = {},
): Route => ({ method: 'get', path, document: list, download: { name, children }, ...options });

/** The text that the document answers, as a file. */
export const textRoute = (path: string, document: TypedDocumentNode<unknown, never>, textFile: TextFile): Route => ({
  method: 'get',
  path,
  document,
  textFile,
});

/** All rows of a list, as another program reads them. */
export const listingRoute = (path: string, document: TypedDocumentNode<unknown, never>, listing: Listing): Route => ({
  method: 'get',
  path,
  document,
  listing,
});

export const readText = (answer: unknown, at: TextFile['at']): string =>
  at.reduce((value, key) => (value as Record<string, unknown>)[key], answer) as string;

/** The name of a route's operation: its document's, or that of the file made of it. */
export const operationName = ({ document, download }: Route): string =>
  download?.name ?? document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!.name!.value;

/** Answers with events, not with one body: its document is a subscription. */
export const isStream = ({ document }: Pick<Route, 'document'>): boolean =>
  document.definitions.some(
    (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.SUBSCRIPTION,
  );

/** Every path that it answers at, from `/api` on. */
export const routePaths = (route: Route): string[] => [
  ...[mountedPath(route), ...(route.aliases ?? [])],
  ...(route.former ? [route.former.path] : []),
];

/** Its path from `/api` on, in Express's form. */
export const mountedPath = ({ path, unversioned }: Route): string => (unversioned ? path : `/v1${path}`);

/** The operation id of the contract: `UpdateVlan` → `update_vlan`. */
export const toOperationId = (operationName: string): string => snakeCase(operationName);

/** Everything that the REST door opens to: all routes, and the schema that answers their documents. */
export interface RestDoor {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
}
