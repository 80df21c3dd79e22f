// fast-check generators of inputs: values that fit a declared type, values that nearly fit, and arbitrary JSON.
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

/** IPv4 and IPv6 addresses, with and without a prefix length of one to three digits that may be out of range. */
export const inetText: Arbitrary<string> = fc
  .tuple(
    fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('::', 'fd00::', '2001:DB8::', '::ffff:192.0.2.1')),
    fc.oneof(
      fc.constant(''),
      fc.nat(140).map((length) => `/${length}`),
      fc.tuple(fc.constantFrom('0', '00'), fc.nat(64)).map(([zeros, length]) => `/${`${zeros}${length}`.slice(-3)}`),
    ),
  )
  .map(([address, length]) => `${address}${length}`);

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

/** Generates mostly values of `usual`, and on average one value of `seldom` in `weight + 1` values. */
const mostly = <T>(usual: Arbitrary<T>, seldom: Arbitrary<T>, weight = 20): Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: seldom });

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
/** Values that a cursor may contain, valid or not. `cursor` encodes them, and adds malformed cursors. */
const cursorValue = fc.oneof(
  fc.uuid(),
  time,
  oddText,
  oddNumber,
  fc.constantFrom(null, '-'.repeat(36), '0'.repeat(36)),
);
const cursor = mostly(
  fc.array(cursorValue, { minLength: 1, maxLength: 3 }).map((values) => base64url(JSON.stringify(values))),
  fc.oneof(
    oddText,
    oddText.map((text) => base64url(`GPC:S:${text}`)),
  ),
  3,
);

/**
 * Returns ids of existing rows for an input, such as ids of hosts for `hostId`. `path` has the names of the inputs that
 * lead to it.
 */
export type IdsAt = (path: readonly string[]) => readonly string[];

/** Generates values that mostly fit the type, so that most requests pass validation and reach the database. */
function valueOf(type: GraphQLInputType, path: readonly string[], ids: IdsAt): Arbitrary<unknown> {
  const fitting = fittingValue(getNullableType(type), path, ids);
  return mostly(isNonNullType(type) ? fitting : mostly(fitting, fc.constant(null), 8), junk);
}

function fittingValue(type: GraphQLInputType, path: readonly string[], ids: IdsAt): Arbitrary<unknown> {
  if (isListType(type)) return fc.array(valueOf(type.ofType as GraphQLInputType, path, ids), { maxLength: 4 });
  const namedType = getNamedType(type);
  if (isEnumType(namedType)) return fc.constantFrom(...namedType.getValues().map(({ name }) => name));
  if (isInputObjectType(namedType)) {
    // Filters can contain filters, so their depth is limited.
    if (path.length > 4) return fc.constant({});
    const fields = Object.values(namedType.getFields());
    if (namedType.isOneOf)
      return fc
        .constantFrom(...fields)
        .chain(({ name, type: inner }) => fc.record({ [name]: valueOf(inner, [...path, name], ids) }));
    return members(new Map(fields.map((field) => [field.name, field.type])), path, ids);
  }
  switch (namedType.name) {
    case 'UUID':
      return mostly(fc.constantFrom(...ids(path)), fc.uuid(), 8);
    case 'Int':
      return fc.oneof(
        fc.integer({ min: 1, max: 100 }),
        mostly(fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, -1, 2 ** 31 - 1)),
      );
    case 'BigInt':
      return fc.oneof(fc.nat(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }).map(String));
    case 'Boolean':
      return fc.boolean();
    case 'DateTime':
      return time;
    case 'JSON':
      return junk;
    default:
      if (/^(after|before)$/.test(path.at(-1)!)) return cursor;
      return mostly(fc.string({ minLength: 1, maxLength: 40 }), oddText, 4);
  }
}

/** Generates values for all required inputs and for at most three optional inputs. */
function members(inputs: Inputs, path: readonly string[], ids: IdsAt): Arbitrary<Record<string, unknown>> {
  const names = [...inputs.keys()];
  const neededNames = names.filter((name) => isNonNullType(inputs.get(name)));
  const others = names.filter((name) => !neededNames.includes(name));
  return fc
    .subarray(others, { maxLength: Math.min(others.length, 3) })
    .chain((chosenMembers) =>
      fc.record(
        Object.fromEntries(
          [...neededNames, ...chosenMembers].map((name) => [name, valueOf(inputs.get(name)!, [...path, name], ids)]),
        ),
      ),
    );
}

/** Generates values for the declared inputs. Now and then an input is left out or an unknown one is added. */
export const arbitraryValues = (inputs: Inputs, ids: IdsAt): Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      members(inputs, [], ids),
      mostly(fc.constant(''), fc.constantFrom('', ...inputs.keys()), 8),
      mostly(
        fc.constant<readonly [string, unknown][]>([]),
        fc.tuple(oddText, junk).map((addedMembers) => [addedMembers] as const),
        12,
      ),
    )
    .map(([values, leftOut, addedMembers]) =>
      Object.fromEntries([...Object.entries(values).filter(([name]) => name !== leftOut), ...addedMembers]),
    );
