// Reads the bounds of request bodies from the OpenAPI document, and builds values at and beyond each bound.
import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ParityRoute } from './parity';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
const document = JSON.parse(readFileSync(path.resolve(__dirname, '../../schema/openapi.json'), 'utf8')) as Document;
export const { schemas } = document.components;
export const resolveSchema = (schema: Schema): Schema =>
  schema.$ref ? schemas[schema.$ref.split('/').at(-1)!]! : schema;
export interface Trial {
  readonly field: string;
  readonly value: unknown;
  /** The expected error code, with the parameters that name the bound. Undefined if the service accepts the value. */
  readonly refused?: readonly [code: string, params?: object];
}

export function buildTrials(field: string, schema: Schema): [string, Trial][] {
  const { minLength, maxLength, minimum: min, maximum: max, minItems = 0, maxItems, items } = schema;
  const trials: [string, Trial][] = [];
  if (maxLength !== undefined) {
    trials.push(['at its longest', { field, value: '💥'.repeat(maxLength) }]);
    const lengthRefusal = ['validation_max_length', { max: maxLength }] as const;
    trials.push(['longer', { field, value: 'x'.repeat(maxLength + 1), refused: lengthRefusal }]);
  }
  if (minLength !== undefined) {
    trials.push(['at its shortest', { field, value: 'x'.repeat(minLength) }]);
    const emptyRefusal: Trial['refused'] =
      minLength === 1 ? ['validation_empty', {}] : ['validation_min_length', { min: minLength }];
    trials.push(['shorter', { field, value: 'x'.repeat(minLength - 1), refused: emptyRefusal }]);
  }
  if (min !== undefined && max !== undefined) {
    for (const value of [min, max]) trials.push([`at ${value}`, { field, value }]);
    const rangeRefusal = ['validation_out_of_range', { min, max }] as const;
    trials.push([`at ${min - 1}`, { field, value: min - 1, refused: rangeRefusal }]);
    // GraphQL's Int has 32 bits. REST refuses a larger value with the same error as GraphQL: the format is invalid.
    const beyond = max === 2 ** 31 - 1 ? (['validation_invalid_format', {}] as const) : rangeRefusal;
    trials.push([`at ${max + 1}`, { field, value: max + 1, refused: beyond }]);
  }
  if (minItems > 0) trials.push(['empty', { field, value: [], refused: ['validation_bulk_empty'] }]);
  // Lists of objects are left out here. declared-bounds.test.ts builds valid objects and tests the bounds of such
  // lists.
  if (maxItems !== undefined && items && !items.$ref && !items.anyOf) {
    const text = field.endsWith('_macs') ? '00:00:5e:00:53:01' : 'netloom';
    const item = items.format === 'uuid' ? randomUUID() : ['number', 'integer'].includes(String(items.type)) ? 1 : text;
    trials.push([`of ${maxItems}`, { field, value: Array.from({ length: maxItems }, () => item) }]);
    const itemsRefusal = ['validation_out_of_range', { min: minItems, max: maxItems }] as const;
    trials.push([
      `of ${maxItems + 1}`,
      { field, value: Array.from({ length: maxItems + 1 }, () => item), refused: itemsRefusal },
    ]);
  }
  if (items)
    for (const [title, trial] of buildTrials(field, items))
      trials.push([`item ${title}`, { ...trial, value: [trial.value] }]);
  return trials;
}

const operations = new Map(
  Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, one])),
);

/**
 * Test values at and beyond the bounds of each member of the route's body that is also a GraphQL variable, each with a
 * title.
 */
export function trialsOfRoute(route: ParityRoute): [string, Trial][] {
  const body = operations.get(route.id)?.requestBody?.content['application/json']?.schema;
  const properties = route.route.body
    ? { [route.route.body]: body! }
    : ((body && resolveSchema(body).properties) ?? {});
  return Object.entries(properties)
    .filter(([field]) => route.inputs.has(field))
    .flatMap(([field, schema]) => buildTrials(field, schema));
}
