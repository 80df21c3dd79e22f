// Variables inside input objects of REST documents: absent, null and given ones stay what they are.
import { buildSchema, parse, type GraphQLObjectType } from 'graphql';
import { compileOperation } from '../../src/rest/compiled-operation';

const schema = buildSchema(`
  scalar JSON
  enum Color { Red Green }
  input Filter { and: [Filter!] name: Text color: Color colors: [Color!] }
  input Text { eq: String in: [String!] }
  type Query { search(filter: Filter, first: Int): JSON }
`);
(schema.getType('Query') as GraphQLObjectType).getFields().search!.resolve = (_root, args) => args as unknown;

/** The arguments that the resolver is given. */
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

test('a value that does not fit its place is refused by name', async () => {
  const misfit = 'query Search($in: [String]!) { data: search(filter: { name: { in: $in } }) }';
  expect(() => compileOperation(schema, parse(misfit))).toThrow(/of type "\[String\]!" used in position/);
});
