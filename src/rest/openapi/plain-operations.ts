// Types and helpers for OpenAPI operations of Express handlers that have no GraphQL document.
import { refusals, type ErrorResponse } from './responses';
import type { JsonSchema, SchemaComponents } from './schemas';

export interface PlainOperation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly operation: {
    readonly operationId: string;
    readonly tags: readonly string[];
    readonly [member: string]: unknown;
  };
}

/** The OpenAPI operations of Express handlers that have no GraphQL document, and the OpenAPI tags of the operations. */
export interface PlainOperations {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Describes the operations. `components` contains the schemas of the responses of GraphQL documents. */
  describe(components: SchemaComponents): readonly PlainOperation[];
}

export const object = (
  properties: Record<string, JsonSchema>,
  requiredNames = Object.keys(properties),
): JsonSchema => ({
  type: 'object',
  properties,
  required: requiredNames,
});
export const noSecurity: never[] = [];
export const readErrors: ErrorResponse[] = [
  'BadRequest',
  'NotAcceptable',
  'TooManyRequests',
  'InternalError',
  'ServiceUnavailable',
];
export const responses = (ok: object, errors: readonly ErrorResponse[]) => ({ 200: ok, ...refusals(errors) });
