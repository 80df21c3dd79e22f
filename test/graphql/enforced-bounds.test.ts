// Tests the plugin that enforces declared bounds, with test schemas: which inputs it checks, what its errors name, and
// what it ignores.
import SchemaBuilder from '@pothos/core';
import { graphql, type GraphQLSchema } from 'graphql';
import { AppError } from '../../src/errors';
import { withForm, integer, list, notNull, text } from '../../src/graphql/plugin/bounds';
import EnforcedBounds from '../../src/graphql/plugin/enforced-bounds';

const newBuilder = () => {
  const builder = new SchemaBuilder<{ Scalars: { BigInt: { Input: bigint; Output: bigint } } }>({
    plugins: [EnforcedBounds],
    // The cast is needed because the service's other plugins require options that this test does not use.
  } as never);
  builder.queryType();
  return builder;
};

interface Tree {
  name?: string | null;
  weight?: bigint | null;
  below?: Tree[] | null;
}

function treeSchema(): { schema: GraphQLSchema; resolved: () => number } {
  let count = 0;
  const builder = newBuilder();
  builder.scalarType('BigInt', { serialize: String, parseValue: (value) => BigInt(value as string) });
  const tree = builder.inputRef<Tree>('Tree').implement({
    fields: (t) => ({
      name: t.string(notNull(text(2, 4))),
      weight: t.field({ type: 'BigInt', extensions: { jsonSchema: { minimum: 0 } } }),
      below: t.field({ type: [tree], ...list(2) }),
    }),
  });
  const evenly = (field: string, value: number): void => {
    if (value % 2 === 1) throw new AppError('validation_invalid_format', { field });
  };
  builder.queryField('grow', (t) =>
    t.boolean({
      args: {
        input: t.arg({ type: tree }),
        rows: t.arg({ type: ['Int'], ...list(2, integer(1, 9)) }),
        words: t.arg.stringList(list(2, text(1, 3))),
        ids: t.arg.stringList({ extensions: { jsonSchema: { minItems: 1, maxItems: 2 } } }),
        even: t.arg.int({ extensions: { ...integer(0, 10).extensions, ...withForm(evenly).extensions } }),
      },
      resolve: () => {
        count += 1;
        return true;
      },
    }),
  );
  return { schema: builder.toSchema(), resolved: () => count };
}

const { schema, resolved } = treeSchema();
async function refusal(args: string): Promise<unknown> {
  const before = resolved();
  const { errors, data } = await graphql({ schema, source: `{ grow(${args}) }` });
  if (!errors) return data;
  expect(resolved()).toBe(before);
  const error = errors[0]!.originalError as AppError;
  if (!(error instanceof AppError)) throw errors[0]!;
  return [error.code, error.params];
}

test.each<[string, unknown]>([
  ['input: {}', { grow: true }],
  ['input: null', { grow: true }],
  ['input: { name: "four", weight: 0, below: [{}, { name: "two" }] }', { grow: true }],
  ['input: { name: null }', ['validation_required', { field: 'name' }]],
  ['input: { name: "x" }', ['validation_min_length', { field: 'name', min: 2 }]],
  ['input: { name: "  " }', ['validation_empty', { field: 'name' }]],
  ['input: { weight: -1 }', ['validation_out_of_range', { field: 'weight', min: 0, max: '9223372036854775807' }]],
  ['input: { below: [{}, {}, {}] }', ['validation_out_of_range', { field: 'below', min: 0, max: 2 }]],
  [
    'input: { below: [{}, { below: { below: { name: "longer" } } }] }',
    ['validation_max_length', { field: 'below.below.below.name', max: 4 }],
  ],
  ['rows: [1, 2, 3]', ['validation_out_of_range', { field: 'rows', min: 0, max: 2 }]],
  ['rows: [1, 10]', ['validation_out_of_range', { field: 'rows', min: 1, max: 9 }]],
  ['rows: [9, 1]', { grow: true }],
  ['words: ["one", "four"]', ['validation_max_length', { field: 'words', max: 3 }]],
  ['ids: []', ['validation_bulk_empty', {}]],
  ['ids: ["a", "b", "c"]', ['validation_out_of_range', { field: 'ids', min: 1, max: 2 }]],
  ['even: 4', { grow: true }],
  ['even: 5', ['validation_invalid_format', { field: 'even' }]],
  ['even: 11', ['validation_out_of_range', { field: 'even', min: 0, max: 10 }]],
])('grow(%s)', async (args, expectedValue) => {
  expect(await refusal(args)).toEqual(expectedValue);
});

test('a field whose arguments have no bounds keeps its resolver', () => {
  const builder = newBuilder();
  const resolve = () => true;
  const plain = builder.inputType('Plain', { fields: (t) => ({ name: t.string() }) });
  builder.queryField('plain', (t) => t.boolean({ args: { input: t.arg({ type: plain }) }, resolve }));
  expect(builder.toSchema().getQueryType()!.getFields().plain!.resolve).toBe(resolve);
});

test('values of a scalar that checks itself are left to this scalar', async () => {
  const builder = newBuilder();
  const filter = builder.inputType('Filter', {
    extensions: { checkedWhenRead: true },
    fields: (t) => ({ name: t.string(text(0, 1)) }),
  });
  builder.queryField('found', (t) => t.boolean({ args: { filter: t.arg({ type: filter }) }, resolve: () => true }));
  const source = '{ found(filter: { name: "long" }) }';
  expect(await graphql({ schema: builder.toSchema(), source })).toEqual({ data: { found: true } });
});

test.each([
  ['a length of a number', { maxLength: 3 }],
  ['a lower bound alone', { minimum: 3 }],
  ['an upper bound alone', { maximum: 3 }],
])('%s is an error when the schema is built', (_title, jsonSchema) => {
  const builder = newBuilder();
  builder.queryField('wrong', (t) =>
    t.boolean({ args: { count: t.arg.int({ extensions: { jsonSchema } }) }, resolve: () => true }),
  );
  expect(() => builder.toSchema()).toThrow(/count: the bounds of a Int cannot be enforced/);
});
