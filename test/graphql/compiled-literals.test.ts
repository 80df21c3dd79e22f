// Tests that the text of a caller's document never becomes code when graphql-jit compiles the document, and that
// resolvers receive each literal unchanged.
import { readFileSync } from 'node:fs';
import { buildSchema, execute, Kind, parse, print, validate, type GraphQLObjectType } from 'graphql';
import type { GraphqlContext } from '../../src/graphql/context';
import { compileDocument, type Execute } from '../../src/graphql/jit/compile';
import { executeCompiled } from '../../src/graphql/jit/compiled-execution';
import { frequentQueries } from '../../src/graphql/jit/frequent-queries';

const schema = buildSchema(`
  directive @note(text: String) repeatable on QUERY | FIELD | INLINE_FRAGMENT
  scalar JSON
  input Filter { eq: String in: [String!] not: Filter any: JSON }
  type Row { name(text: String): Int }
  type Query { read(text: String, id: ID, list: [String], lists: [[String!]], filter: Filter, any: JSON): Row }
`);
let receivedArguments: unknown[] = [];
for (const name of ['Query', 'Row'])
  for (const field of Object.values((schema.getType(name) as GraphQLObjectType).getFields()))
    field.resolve = (_parent, args) => {
      receivedArguments.push(args);
      return name === 'Query' ? {} : 1;
    };

const engine = readFileSync(require.resolve('graphql-jit/dist/execution.js'), 'utf8');
const marks = [...new Set([...engine.matchAll(/__[A-Z_]+__[\w-]*/g)].map(([mark]) => mark))];
const code = 'globalThis.intrusion=1';
const endings = ["'", '`', '${globalThis.intrusion=1}', '\\', '"', '\u2028', '\u2029', '*/', '//', '</script>', '\n'];
const texts = [
  ...marks.flatMap((mark) => [mark, mark + code, `${mark}(${code})`, `"${mark}${code}`, `a ${mark}`, `${mark}${mark}`]),
  ...endings.flatMap((ending) => [ending, `${ending}${code}`, `${ending};${code};${ending}`]),
  ...['__proto__', '__', '0', 'NaN', '\ud83d\udca5', ''],
];

/** Documents that contain a GraphQL literal, each at another place. */
const places: Readonly<Record<string, (literal: string) => string>> = {
  argument: (literal) => `{ read(text: ${literal}) { name } }`,
  'argument of a field of a row': (literal) => `{ read { name(text: ${literal}) } }`,
  ID: (literal) => `{ read(id: ${literal}) { name } }`,
  list: (literal) => `{ read(list: [${literal}, null, "b", ${literal}]) { name } }`,
  'list of one': (literal) => `{ read(list: ${literal}, lists: ${literal}) { name } }`,
  'list of lists': (literal) => `{ read(lists: [[${literal}], ["a", ${literal}]]) { name } }`,
  'input object': (literal) => `{ read(filter: { eq: ${literal}, in: [${literal}] }) { name } }`,
  'nested input object': (literal) => `{ read(filter: { not: { not: { in: ${literal} } } }) { name } }`,
  'input object with a variable': (literal) =>
    `query ($v: String) { read(filter: { eq: $v, in: [${literal}] }) { name } }`,
  JSON: (literal) => `{ read(any: ${literal}) { name } }`,
  'object in JSON': (literal) =>
    `{ read(any: { a: [{ b: ${literal} }] }, filter: { any: { c: ${literal} } }) { name } }`,
  'default of a variable': (literal) => `query ($v: String = ${literal}) { read(text: $v) { name(text: $v) } }`,
  'default list': (literal) => `query ($v: [String] = [${literal}]) { read(list: $v) { name } }`,
  'default of JSON': (literal) => `query ($v: JSON = { a: ${literal} }) { read(any: $v) { name } }`,
  'default in an input object': (literal) => `query ($v: String = ${literal}) { read(filter: { eq: $v }) { name } }`,
  'directive of an operation': (literal) => `query @note(text: ${literal}) { read { name } }`,
  'directive of a field': (literal) => `{ read @note(text: ${literal}) @include(if: true) { name } }`,
  'directive of a fragment': (literal) => `{ read { ... @note(text: ${literal}) @skip(if: false) { name } } }`,
  fragment: (literal) => `{ read { ...F } } fragment F on Row { name(text: ${literal}) }`,
};
/** Documents that contain a GraphQL name, each at another place. */
const placesOfNames: Readonly<Record<string, (name: string) => string>> = {
  alias: (name) => `{ ${name}: read { ${name}: name } }`,
  operation: (name) => `query ${name} { read { name } }`,
  'name of a fragment': (name) => `{ read { ...${name} } } fragment ${name} on Row { name }`,
  variable: (name) => `query ($${name}: String = "a") { read(text: $${name}, filter: { eq: $${name} }) { name } }`,
  'key in JSON': (name) => `{ read(any: { ${name}: { ${name}: 1 } }) { name } }`,
  'name in JSON': (name) => `{ read(any: ${name}, filter: { any: [${name}] }) { name } }`,
  'default of a name in JSON': (name) => `query ($v: JSON = ${name}) { read(any: $v) { name } }`,
};

interface Outcome {
  readonly result: unknown;
  readonly received: readonly unknown[];
}
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function outcomeOf(run: () => unknown): Promise<Outcome> {
  receivedArguments = [];
  const result = plain(await run());
  return { result, received: receivedArguments };
}

/** Runs a document in graphql-js, in its compiled form, and as a query that is sent for the third time. */
async function expectSame(text: string): Promise<void> {
  const document = parse(text);
  expect([text, validate(schema, document)]).toEqual([text, []]);
  const args = { schema, document, variableValues: {}, contextValue: {} };
  const expected = await outcomeOf(() => execute(args));
  const compiledOf = frequentQueries(schema);
  const forms: (Execute | undefined)[] = [compileDocument(schema, document)];
  for (let sighting = 0; sighting < 3; sighting += 1) forms.push(compiledOf(document));
  for (const form of forms) {
    if (!form) continue;
    const viaEngine = await outcomeOf(() => form({}, {} as GraphqlContext));
    expect([text, viaEngine]).toEqual([text, expected]);
    const viaService = await outcomeOf(() => executeCompiled(form, execute, args));
    expect([text, viaService]).toEqual([text, expected]);
  }
  expect(globalThis).not.toHaveProperty('intrusion');
}

test('the marks of graphql-jit are known', () => expect(marks.length).toBeGreaterThan(3));

test.each(Object.entries(places))('text in a place of kind %s is data', async (_name, documentWith) => {
  for (const value of texts)
    for (const block of [false, true]) await expectSame(documentWith(print({ kind: Kind.STRING, value, block })));
});

test.each(Object.entries(placesOfNames))('a name in a place of kind %s is data', async (_name, documentWith) => {
  const names = [...marks, ...marks.map((mark) => `${mark}process`), 'constructor', 'prototype', 'then', 'object_0'];
  for (const name of names.filter((one) => /^\w+$/.test(one))) await expectSame(documentWith(name));
});

test('a frequent query with a mark of graphql-jit is not compiled', () => {
  const compiledOf = frequentQueries(schema);
  for (const value of marks)
    for (const documentWith of Object.values(places)) {
      const document = parse(documentWith(print({ kind: Kind.STRING, value })));
      for (let sighting = 0; sighting < 4; sighting += 1) expect(compiledOf(document)).toBeUndefined();
    }
});

test('a frequent query with other text is compiled', () => {
  const document = parse(places.argument!('"a"'));
  const compiledOf = frequentQueries(schema);
  const forms = [1, 2, 3].map(() => compiledOf(document));
  expect(forms.map((form) => form !== undefined)).toEqual([false, false, true]);
});
