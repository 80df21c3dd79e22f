// Tests variables inside input objects of REST documents: absent, null and given values keep their meaning.
import { buildSchema, parse, type GraphQLObjectType } from 'graphql';
import { flattenVariables, isOfVariables } from '../../src/graphql/jit/nested-variables';
import { compileOperation } from '../../src/rest/documents/compiled-operation';
import { countTurns } from '../support/turns';

const schema = buildSchema(`
  scalar JSON
  enum Color { Red Green }
  input Filter { and: [Filter!] name: Text color: Color colors: [Color!] }
  input Text { eq: String in: [String!] }
  input Part { color: Color }
  input Row { name: Text color: Color parts: [Part!] }
  input Rows { rows: [Row!] name: Text color: Color }
  type Query { search(filter: Filter, first: Int): JSON keep(input: Rows): JSON }
`);
for (const field of Object.values((schema.getType('Query') as GraphQLObjectType).getFields()))
  field.resolve = (_root, args) => args as unknown;

/** Runs the document and returns the arguments that the resolver receives. */
async function argumentsOf(document: string, variables: Record<string, unknown>) {
  const operation = compileOperation(schema, parse(document));
  const { data, errors } = await operation.execute(variables, {} as never);
  if (errors) throw errors[0]!;
  return JSON.parse(JSON.stringify(data)).data;
}
const document = `query Search($eq: String, $in: [String!], $color: Color, $first: Int = 5) {
  data: search(first: $first, filter: { name: { eq: $eq, in: $in }, color: $color, colors: [Red, Green] })
}`;

test.each([
  [{}, { name: {}, colors: ['Red', 'Green'] }],
  [{ eq: null }, { name: { eq: null }, colors: ['Red', 'Green'] }],
  [
    { eq: 'a', in: ['b'], color: 'Green' },
    { name: { eq: 'a', in: ['b'] }, color: 'Green', colors: ['Red', 'Green'] },
  ],
])('%j', async (variables, filter) => {
  expect(await argumentsOf(document, variables)).toEqual({ first: 5, filter });
});

test('defaults of variables fill the places inside objects too', async () => {
  const withDefault = 'query Search($eq: String = "all") { data: search(filter: { and: [{ name: { eq: $eq } }] }) }';
  expect(await argumentsOf(withDefault, {})).toEqual({ filter: { and: [{ name: { eq: 'all' } }] } });
  expect(await argumentsOf(withDefault, { eq: null })).toEqual({ filter: { and: [{ name: { eq: null } }] } });
});

test('a value that does not fit its place is refused, with its name', async () => {
  const misfit = 'query Search($in: [String]!) { data: search(filter: { name: { in: $in } }) }';
  expect(() => compileOperation(schema, parse(misfit))).toThrow(/of type "\[String\]!" used in position/);
});

test('values that the service makes of variables count as checked, and those that a caller sends do not', async () => {
  const { flatten, document: flat } = flattenVariables(schema, parse(document));
  const initialValues = { $: {}, eq: 'a', first: 1 };
  const values = await flatten(initialValues);
  const createdNames = Object.keys(values).filter((name) => !(name in initialValues));
  expect(createdNames).toHaveLength(1);
  expect(isOfVariables(values[createdNames[0]!])).toBe(true);
  expect(
    [initialValues.$, initialValues, { ...(values[createdNames[0]!] as object) }, null, 'a'].map(isOfVariables),
  ).not.toContain(true);
  expect(flat.definitions).toHaveLength(1);
});

describe('long lists', () => {
  const longDocument = `query Keep($rows: [Row!], $in: [String!]) {
    data: keep(input: { rows: $rows, name: { in: $in }, color: Red })
  }`;
  const items = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: { in: [`${at}`] }, ...(at % 2 === 0 && { color: 'Green' }) }));
  const turnsOfReading = async (variables: Record<string, unknown>) => {
    const { turns, answer } = await countTurns(() => argumentsOf(longDocument, variables));
    return { turns, given: answer };
  };

  test('give the same values as short ones, and are read in turns of the event loop', async () => {
    for (const count of [0, 1, 20, 21, 1000]) {
      const { turns, given } = await turnsOfReading({ rows: items(count), in: ['a'] });
      expect(given).toEqual({ input: { rows: items(count), name: { in: ['a'] }, color: 'Red' } });
      expect([count, turns > 20]).toEqual([count, count === 1000]);
    }
  });

  test('a list inside an item of a list is read in turns as well', async () => {
    const parts = Array.from({ length: 1000 }, () => ({ color: 'Green' }));
    const { turns, given } = await turnsOfReading({ rows: [{ parts }, ...items(30)] });
    expect(given.input.rows).toEqual([{ parts }, ...items(30)]);
    expect(turns).toBeGreaterThan(20);
  });

  test('an error names its place, as in a short list', async () => {
    const placeOf = (count: number) =>
      argumentsOf(longDocument, { rows: [...items(count), { color: 'Blue' }, ...items(3)] }).then(
        () => 'none',
        (error: { params: { field: string } }) => error.params.field,
      );
    expect(await placeOf(5)).toBe('rows.5.color');
    expect(await placeOf(500)).toBe('rows.500.color');
  });
});
