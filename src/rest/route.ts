// route(): one REST endpoint = a method, a path and the document that answers it.
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';
import type { WireOrder } from './list-order';

export type Method = 'get' | 'post' | 'put' | 'delete';

export interface RouteOptions {
  /** The variable that takes the whole body, for endpoints whose body is a bare array or string. */
  body?: string;
  /** Success status; 200 unless the contract says otherwise. */
  status?: number;
  /** Open to a session cookie only; shown in the OpenAPI document (the rule itself is the operation's). */
  sessionOnly?: boolean;
  /** Body members that callers may send and that are ignored, each with what the OpenAPI document says about it. */
  ignored?: Readonly<Record<string, string>>;
  /** Members of rows inside the body that clients may send back as they were answered; ignored where no input has them. */
  readOnly?: readonly string[];
  /** What `order_by` and `group_by` of a list may name; its document declares `$order`. */
  order?: WireOrder;
  /** Second paths of the same operation, from `/api` on. */
  aliases?: readonly string[];
}

export interface Route extends RouteOptions {
  method: Method;
  /** Below `/api/v1`, in Express's form: `/vlans/:id`. */
  path: string;
  document: DocumentNode;
}

/** Variables: path parameters, then query parameters (get, delete) or body members (post, put), by name. */
export function route(
  method: Method,
  path: string,
  document: TypedDocumentNode<unknown, never>,
  options: RouteOptions = {},
): Route {
  return { method, path, document, ...options };
}

/** The operation id of the contract: `UpdateVlan` → `update_vlan`. */
export const operationIdOf = (operationName: string): string =>
  operationName.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase();
