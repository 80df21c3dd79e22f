// Writes schema/openapi.json in another form to standard output: as OpenAPI 3.0, for tools that cannot read 3.1, or as
// a Postman collection with a folder for each kind of row.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const documentFile = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../schema/openapi.json');
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema of null. In OpenAPI 3.0, a schema with `nullable` must also have a `type`. */
const nullOnly = { type: 'string', nullable: true, enum: [null] };

/**
 * Converts a schema of OpenAPI 3.1. In 3.0, the keyword `nullable` allows null, and a schema with `$ref` has no other
 * keywords.
 */
function schema30(schema) {
  const {
    $ref,
    type,
    const: constant,
    anyOf,
    oneOf,
    prefixItems,
    properties,
    items,
    allOf,
    additionalProperties,
    ...rest
  } = schema;
  if ($ref !== undefined) return Object.keys(schema).length === 1 ? { $ref } : { allOf: [{ $ref }], ...rest };
  const types = [type ?? []].flat();
  const valueTypes = types.filter((one) => one !== 'null');
  const nullable = types.includes('null') && { nullable: true };
  const variants = (anyOf ?? (valueTypes.length > 1 ? valueTypes.map((one) => ({ type: one })) : undefined))?.map(
    schema30,
  );
  return {
    ...rest,
    ...(types.length > 0 && valueTypes.length === 0 && nullOnly),
    ...(valueTypes.length === 1 && { type: valueTypes[0], ...nullable }),
    ...(constant !== undefined && { enum: [constant] }),
    ...(variants && { anyOf: valueTypes.length > 1 && nullable ? [...variants, nullOnly] : variants }),
    ...(oneOf && { oneOf: oneOf.map(schema30) }),
    ...(allOf && { allOf: allOf.map(schema30) }),
    ...(properties && { properties: mapValues(properties, schema30) }),
    ...(isObject(additionalProperties) && { additionalProperties: schema30(additionalProperties) }),
    ...(typeof additionalProperties === 'boolean' && { additionalProperties }),
    ...(items && { items: schema30(items) }),
    ...(prefixItems && { items: { anyOf: prefixItems.map(schema30) } }),
  };
}

const mapValues = (object, map) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

/** Converts a value outside of schemas, and all schemas inside the value, to OpenAPI 3.0. */
function part30(part) {
  if (Array.isArray(part)) return part.map(part30);
  if (!isObject(part)) return part;
  if (typeof part.$ref === 'string') return { $ref: part.$ref };
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === 'example') return [key, value];
      if (key === 'schema') return [key, schema30(value)];
      return [key, part30(value)];
    }),
  );
}

/** The document as OpenAPI 3.0. */
export function toOpenApi30({ info, components, ...document }) {
  const { schemas, ...others } = components;
  // Licenses have no `identifier` in OpenAPI 3.0.
  const license = { name: info.license.name };
  return {
    ...part30(document),
    openapi: '3.0.3',
    info: { ...info, license },
    components: { ...part30(others), schemas: mapValues(schemas, schema30) },
  };
}

/** The document as a Postman collection of format 2.1. Requests use the variables `baseUrl` and `apiKey`. */
export function toPostman({ info, tags, paths, components }) {
  const requests = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: requestOf(template, method, operation, components.schemas),
    })),
  );
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:4000' },
      { key: 'apiKey', value: '' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
  };
}

function requestOf(template, method, { summary, description, parameters = [], requestBody, security }, schemas) {
  const pathText = template.replace(/\{(\w+)\}/g, ':$1');
  const placed = (place) => parameters.filter((one) => one.in === place);
  const variable = placed('path').map((one) => ({ key: one.name, value: '', description: one.description }));
  const query = placed('query').map((one) => ({
    key: one.name,
    value: '',
    description: one.description,
    disabled: !one.required,
  }));
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema && {
    mode: 'raw',
    raw: JSON.stringify(skeletonOf(schema, schemas), null, 2),
    options: { raw: { language: 'json' } },
  };
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      ...(security?.length === 0 && { auth: { type: 'noauth' } }),
      header: body ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      url: {
        raw: `{{baseUrl}}${pathText}`,
        host: ['{{baseUrl}}'],
        path: pathText.split('/').filter(Boolean),
        ...(query.length > 0 && { query }),
        ...(variable.length > 0 && { variable }),
      },
      ...(body && { body }),
    },
  };
}

/** A body with the required members of a schema, each with an empty value of its type. */
function skeletonOf(schema, schemas) {
  if (schema.$ref) return skeletonOf(schemas[schema.$ref.split('/').at(-1)], schemas);
  const variant = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (variant) return skeletonOf(variant, schemas);
  if (schema.const !== undefined || schema.enum) return schema.const ?? schema.enum[0];
  const emptyValues = { array: [], boolean: false, integer: 0, number: 0, string: '' };
  const [type] = [schema.type ?? 'object'].flat();
  if (type !== 'object') return emptyValues[type] ?? null;
  const required = (schema.required ?? []).map((name) => [name, skeletonOf(schema.properties[name], schemas)]);
  return Object.fromEntries(required);
}

const forms = { 'openapi-3.0': toOpenApi30, postman: toPostman };

function main([form, ...others]) {
  if (!Object.hasOwn(forms, form ?? '') || others.length > 0) {
    console.error(`Name one form: ${Object.keys(forms).join(' or ')}.`);
    process.exit(1);
  }
  const document = JSON.parse(readFileSync(documentFile, 'utf8'));
  process.stdout.write(`${JSON.stringify(forms[form](document), null, 2)}\n`);
}

main(process.argv.slice(2));
