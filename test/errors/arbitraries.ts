// Generated input: values that fit a declared type, values that nearly do, and junk of every kind.
import fc, { type Arbitrary } from 'fast-check';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql';
import type { Inputs } from '../tenancy/id-places';

const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff',
  '%',
  '_',
  '\\',
  "'",
  '"; --',
  '\u202e',
  '💥',
  'null',
  'NaN',
  '-0',
  '1e400',
  'x'.repeat(5_000),
];
const oddNumbers = [0, -0, -1, 1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 63), 1e21, 1e308, 0.1, 5e-324];

export const oddText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 120 }),
);
const oddNumber = fc.oneof(fc.constantFrom(...oddNumbers), fc.double({ noNaN: true }), fc.integer());

/** Any JSON value. */
export const junk: Arbitrary<unknown> = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.constant(null), fc.boolean(), oddNumber, oddText, fc.uuid()),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(oddText, fc.constantFrom('__proto__', 'constructor', 'id', 'eq')), tie('value'), {
      maxKeys: 5,
      noNullPrototype: true,
    }),
  ),
})).value;

const time = fc.oneof(
  fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01',
  ),
);

/** Mostly of the type, so that requests come as far as the database. `ids` are those of rows that exist. */
export function valueOf(type: GraphQLInputType, ids: readonly string[], depth = 0): Arbitrary<unknown> {
  const inner = getNullableType(type);
  const fitting = fittingValue(inner, ids, depth);
  const none = isNonNullType(type) ? [] : [{ weight: 1, arbitrary: fc.constantFrom(null, undefined) }];
  return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: junk }, ...none);
}

function fittingValue(type: GraphQLInputType, ids: readonly string[], depth: number): Arbitrary<unknown> {
  if (isListType(type)) return fc.array(valueOf(type.ofType as GraphQLInputType, ids, depth), { maxLength: 4 });
  const named = getNamedType(type);
  if (isEnumType(named)) return fc.constantFrom(...named.getValues().map(({ name }) => name));
  if (isInputObjectType(named)) {
    // Filters contain themselves.
    if (depth > 3) return fc.constant({});
    const fields = Object.values(named.getFields());
    const members = Object.fromEntries(fields.map((field) => [field.name, valueOf(field.type, ids, depth + 1)]));
    const needed = fields.filter((field) => isNonNullType(field.type)).map(({ name }) => name);
    const few = fc.subarray(
      fields.map(({ name }) => name),
      { maxLength: Math.min(fields.length, needed.length + 4) },
    );
    return few.chain((names) => {
      const chosen = new Set([...needed, ...names]);
      return fc.record(Object.fromEntries(Object.entries(members).filter(([name]) => chosen.has(name))));
    });
  }
  switch (named.name) {
    case 'UUID':
      return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() });
    case 'Int':
      return fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer(), fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31)));
    case 'BigInt':
      return fc.oneof(fc.nat(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }).map(String));
    case 'Boolean':
      return fc.boolean();
    case 'DateTime':
      return time;
    case 'JSON':
      return junk;
    default:
      return fc.oneof(fc.string({ maxLength: 120 }), oddText);
  }
}

/** Values for the declared inputs; now and then one is left out or one is added. */
export const valuesFor = (inputs: Inputs, ids: readonly string[]): Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      fc.record(Object.fromEntries([...inputs].map(([name, type]) => [name, valueOf(type, ids)]))),
      fc.option(fc.constantFrom(...inputs.keys(), '-'), { freq: 6, nil: undefined }),
      fc.option(fc.tuple(oddText, junk), { freq: 12, nil: undefined }),
    )
    .map(([values, leftOut, added]) => {
      const kept = Object.entries(values).filter(([name, value]) => name !== leftOut && value !== undefined);
      return Object.fromEntries(added ? [...kept, added] : kept);
    });
