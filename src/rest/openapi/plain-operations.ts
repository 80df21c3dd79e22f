// What OpenAPI operations of plain handlers are made of, which no GraphQL document describes.
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

/** The operations that handlers of a module answer without a GraphQL document, and the tags that they bring. */
export interface PlainOperations {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** `components` has the schemas of what documents answer. */
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
