// Tests the descriptions in the GraphQL schema and the OpenAPI document. Every public name that needs a description has
// one, which is short and uses plain terms.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
} from 'graphql';

const read = (name: string) => readFileSync(path.join(__dirname, '../../schema', name), 'utf8');
const schema = buildSchema(read('schema.graphql'));
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);

/** A place in the GraphQL schema or the OpenAPI document, and the description at that place. */
type Description = readonly [place: string, text: string];

/** Public names that are clear without a description. */
const isPlain = {
  /**
   * Sort keys are fields of the rows, where they are described. Names of colors and software categories are clear by
   * themselves.
   */
  value: (typeName: string) => /OrderField$/.test(typeName) || ['Color', 'ServiceCategory'].includes(typeName),
  /** A filter condition has the name of a column or relation, which is described at its field. */
  condition: (of: string) => /Filter$/.test(of),
  /** A field that returns rows is explained by the description of the rows' type. */
  relation: (name: string, of: string) =>
    isObjectType(schema.getType(of)) && !/^(edges|nodes|node|pageInfo)$/.test(name),
};

function* inGraphql(): Generator<readonly [place: string, text: string, needsOne: boolean]> {
  for (const type of types) {
    yield [type.name, type.description ?? '', true];
    if (isEnumType(type))
      for (const { name, description } of type.getValues())
        yield [`${type.name}.${name}`, description ?? '', !isPlain.value(type.name)];
    if (isInputObjectType(type))
      for (const { name, description, type: of } of Object.values(type.getFields()))
        yield [
          `${type.name}.${name}`,
          description ?? '',
          !isPlain.condition(getNamedType(of).name) || /^(and|or|not)$/.test(name),
        ];
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const isRoot = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(
      type as never,
    );
    for (const field of Object.values(type.getFields())) {
      const place = `${type.name}.${field.name}`;
      yield [place, field.description ?? '', isRoot || !isPlain.relation(field.name, getNamedType(field.type).name)];
      for (const argument of field.args) yield [`${place}(${argument.name})`, argument.description ?? '', true];
    }
  }
  for (const directive of schema.getDirectives())
    if (!isSpecifiedDirective(directive)) {
      yield [`@${directive.name}`, directive.description ?? '', true];
      for (const { name, description } of directive.args)
        yield [`@${directive.name}(${name})`, description ?? '', true];
    }
}

/** Descriptions and summaries at any depth, except in examples. */
function* inOpenapi(value: unknown, place = ''): Generator<Description> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === 'example' || key === 'examples') continue;
    if ((key === 'description' || key === 'summary') && typeof member === 'string') yield [`${place}/${key}`, member];
    else yield* inOpenapi(member, `${place}/${key}`);
  }
}

const graphql = [...inGraphql()];
const openapi = [...inOpenapi(JSON.parse(read('openapi.json')))];
const descriptions: readonly Description[] = [
  ...graphql.map(([place, text]): Description => [place, text]).filter(([, text]) => text),
  ...openapi,
];

test('fields whose names do not explain them have a description', () => {
  expect(graphql.filter(([, text, needsOne]) => needsOne && !text).map(([place]) => place)).toEqual([]);
});

test('no description is empty or begins with a blank', () => {
  expect(descriptions.filter(([, text]) => !/^\S/.test(text)).map(([place]) => place)).toEqual([]);
});

test('none has words that one must read twice', () => {
  const riddles =
    /\b(told|tells?|nobody|whoever|somebody|someone|one comes|one looks|what is|what it is|what they are|what one|who calls|whom|speaks?|thinks?|lives? on|dies|died|anyone|hang(s|ing)? on|the thing|things|within reach|out of reach|in reach|the own|answers it|makes one)\b/i;
  // Text in backticks is left out, because it quotes values of standards, such as the HSRP state `Speak`.
  expect(descriptions.filter(([, text]) => riddles.test(text.replace(/`[^`]*`/g, '')))).toEqual([]);
});

/**
 * The maximum length in characters, about three lines in an API explorer. Longer explanations are in docs/. The
 * description of an operation also lists its errors.
 */
const longest = 300;

test('none is long', () => {
  const isListOfCodes = (text: string) => /Codes: |columns `|^An archive|^Events until|^\S.*\n\n- `/.test(text);
  const tooLong = descriptions.filter(
    ([place, text]) => text.length > longest && !isListOfCodes(text) && place !== '/info/description',
  );
  expect(tooLong.map(([place, text]) => `${text.length} ${place}`)).toEqual([]);
});
