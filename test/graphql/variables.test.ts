// Tests that variables are refused exactly where GraphQL's own coercion finds an error. The check visits only fields
// that the variables contain, and not all fields that their types declare.
import fc from 'fast-check';
import {
  buildSchema,
  coerceInputValue,
  getOperationAST,
  isNonNullType,
  parse,
  parseType,
  typeFromAST,
  type GraphQLInputType,
} from 'graphql';
import { variablesNeverNull } from '../../src/graphql/documents/operation-variables';
import { checkVariable, checkVariableInTurns } from '../../src/graphql/documents/variables';
import { AppError } from '../../src/errors';

const schema = buildSchema(`
  enum Color { Red Green }
  input Filter { and: [Filter!] not: Filter name: Text color: Color! = Red colors: [[Color!]] number: Int! size: Float }
  input Text { eq: String in: [String!] }
  input Either @oneOf { eq: String in: [Int!] }
  type Query { search(filter: Filter, either: Either): Int }
`);
const typeOf = (text: string) => typeFromAST(schema, parseType(text) as never) as GraphQLInputType;
const names = ['Filter', 'Filter!', '[Filter!]', '[Text]', 'Text!', 'Either', '[[Color!]!]', 'Int', 'String!', 'Float'];
const types = names.map(typeOf);

const leaf = fc.constantFrom<unknown>(null, undefined, 1, 1.5, 'Red', 'text', true, 2 ** 40);
const key = fc.constantFrom(
  'and',
  'not',
  'name',
  'color',
  'colors',
  'number',
  'eq',
  'in',
  'other',
  '__proto__',
  'constructor',
);
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((members) => {
      const object: Record<string, unknown> = {};
      for (const [name, value] of members)
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
      return object;
    }),
  ),
}));
/** Generates values of the input type `Filter`, most of them valid. */
const { filter: filters } = fc.letrec<{ filter: unknown }>((tie) => ({
  filter: fc.record(
    {
      number: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: leaf }),
      name: fc.record({ eq: fc.constantFrom('a', null), in: fc.array(fc.constant('b')) }, { requiredKeys: [] }),
      colors: fc.constantFrom<unknown>([['Red'], 'Green'], 'Red', [null]),
      and: fc.array(fc.oneof({ maxDepth: 3 }, fc.constant({ number: 2 }), tie('filter')), { maxLength: 3 }),
    },
    { requiredKeys: ['number'] },
  ),
}));

test('a value is refused where coercion refuses it, and nowhere else', () => {
  let [takenValues, refusedValues] = [0, 0];
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.oneof(values, filters), (type, value) => {
      const mistakes: unknown[] = [];
      const isMissing = value === undefined || (value === null && isNonNullType(type));
      if (!isMissing) coerceInputValue(value, type, (path) => mistakes.push(path));
      const check = () => checkVariable({ name: 'v', type, isRequired: false }, value);
      if (mistakes.length > 0 || (value === null && isNonNullType(type))) {
        refusedValues += 1;
        expect(check).toThrow();
      } else {
        takenValues += 1;
        expect(check).not.toThrow();
      }
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(takenValues, refusedValues)).toBeGreaterThan(300);
});

test('in turns the same is refused, for the same reason', async () => {
  const unstorable = fc.constantFrom<unknown>(['a\0', 1], ['a', 'b\0'], [{ eq: '\0' }, { eq: 1 }]);
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...types),
      fc.oneof(values, filters, unstorable),
      fc.boolean(),
      async (type, value, isRequired) => {
        const variable = { name: 'v', type, isRequired };
        const errorFacts = (error: unknown) => (error instanceof AppError ? [error.code, error.params] : error);
        const atOnce = await (async () => void checkVariable(variable, value))().catch(errorFacts);
        outcomes.add(Array.isArray(atOnce) ? String(atOnce[0]) : 'taken');
        expect(await checkVariableInTurns(variable, value).catch(errorFacts)).toEqual(atOnce);
      },
    ),
    { numRuns: 2000 },
  );
  expect([...outcomes].sort()).toEqual(['taken', 'validation_invalid_format', 'validation_required']);
});

test('variables must not be null where an operation uses them without allowing null', () => {
  const colored = buildSchema(`
    enum Color { Red Green }
    input Shade { color: Color! parts: [Color!] }
    type Query { paint(color: Color!, maybe: Color, shade: Shade, width: Int! = 1): Int query: Query }
  `);
  const document = parse(`
    query Used($color: Color = Red, $inside: Color = Red, $item: Color = Red, $deep: Color = Red, $if: Boolean = true,
      $width: Int, $maybe: Color, $elsewhere: Color = Red) {
      paint(color: $color, maybe: $maybe, shade: { color: $inside, parts: [$item] }, width: $width) @include(if: $if)
      query { ...Deep }
    }
    query Other($elsewhere: Color = Red) { paint(color: $elsewhere) }
    fragment Deep on Query { query { ...Deeper } }
    fragment Deeper on Query { paint(color: $deep) }
  `);
  const namesOf = (name: string) => [...variablesNeverNull(colored, document, getOperationAST(document, name)!)].sort();
  expect(namesOf('Used')).toEqual(['color', 'deep', 'if', 'inside', 'item', 'width']);
  expect(namesOf('Other')).toEqual(['elsewhere']);
});

test('only the present members of a large value are checked', () => {
  const type = typeOf('[Filter!]');
  const variableRows = Array.from({ length: 10_000 }, (_none, at) => ({ number: at }));
  const filter = schema.getType('Filter') as unknown as { getFields: () => object };
  const getFields = jest.spyOn(filter, 'getFields');
  checkVariable({ name: 'v', type, isRequired: true }, variableRows);
  expect(getFields.mock.calls.length).toBeLessThan(10);
});
