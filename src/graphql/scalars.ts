// The scalar types of the GraphQL schema. Each rejects values that PostgreSQL cannot store.
import { GraphQLError, Kind, valueFromASTUntyped, type ValueNode } from 'graphql';
import { isCleanText, isStorableTime, isUuid } from '../platform/text/validation';
import { isOfVariables } from './jit/nested-variables';
import { builder } from './builder';

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

const refuse = (message: string): never => {
  throw new GraphQLError(message);
};

function parseUuid(value: unknown): string {
  return isUuid(value) ? value.toLowerCase() : refuse('a UUID is expected');
}

/** Whether the text is an RFC 3339 time whose date and hour exist. JavaScript would parse 30 February as 2 March. */
function isCalendarTime(text: string): boolean {
  const [day, hour] = [text.slice(0, 10), text.slice(11, 13)];
  const midnight = new Date(`${day}T00:00:00Z`);
  return rfc3339.test(text) && hour < '24' && isStorableTime(midnight) && midnight.toISOString().startsWith(day);
}

function parseDateTime(value: unknown): Date {
  const time = typeof value === 'string' && isCalendarTime(value) ? new Date(value) : undefined;
  return time && isStorableTime(time) ? time : refuse('an RFC 3339 time is expected');
}

function parseBigInt(value: unknown): bigint {
  const isWhole = typeof value === 'string' ? /^-?\d{1,19}$/.test(value) : Number.isSafeInteger(value);
  const number = isWhole ? BigInt(value as string | number) : refuse('a 64-bit integer is expected');
  return number >= int64.min && number <= int64.max ? number : refuse('a 64-bit integer is expected');
}

function parseJson(value: unknown): unknown {
  if (!isOfVariables(value)) assertCleanJson(value);
  return value;
}

function assertCleanJson(value: unknown): void {
  if (typeof value === 'string' && !isCleanText(value)) refuse('the text holds characters that cannot be stored');
  if (value && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      assertCleanJson(key);
      assertCleanJson(item);
    }
  }
}

const literal =
  <T>(parse: (value: unknown) => T) =>
  (node: ValueNode): T =>
    parse(node.kind === Kind.STRING || node.kind === Kind.INT ? node.value : valueFromASTUntyped(node));

builder.scalarType('UUID', {
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc9562',
  description: 'A UUID (RFC 9562).',
  serialize: (value) => value,
  parseValue: parseUuid,
  parseLiteral: literal(parseUuid),
});

builder.scalarType('DateTime', {
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  description: 'A point in time (RFC 3339), for example `2026-01-31T12:00:00.000Z`.',
  serialize: (value) => (value instanceof Date ? value.toISOString() : value),
  parseValue: parseDateTime,
  parseLiteral: literal(parseDateTime),
});

builder.scalarType('BigInt', {
  // Integers beyond 2^53 are sent as strings, as I-JSON recommends (RFC 7493).
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc7493#section-2.2',
  description: 'A 64-bit integer. Sent as a JSON number below 2^53, else as a string.',
  serialize: (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value)),
  parseValue: parseBigInt,
  parseLiteral: literal(parseBigInt),
});

builder.scalarType('JSON', {
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: parseJson,
  parseLiteral: (node, variables) => parseJson(valueFromASTUntyped(node, variables)),
});
