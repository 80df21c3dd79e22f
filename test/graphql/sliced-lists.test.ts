/**
 * Tests sliced lists with graphql-js and graphql-jit: one turn of the event loop completes as many items as its time
 * allows. The result is the same as without slices. Each read of the mocked clock advances the clock by a millisecond.
 * @own-modules
 */
import {
  buildSchema,
  execute,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  parse,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { turnClock } from '../../src/platform/threads/event-loop';
import { sliceLists } from '../../src/graphql/plugin/sliced-lists';
import { schema as served } from '../../src/modules/types';

test('every list of objects in the schema is given to the executors in slices', () => {
  const unslicedFields = Object.values(served.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || type.name.startsWith('__')) return [];
    return Object.values(type.getFields())
      .filter(({ type: of }) => isListType(getNullableType(of)) && !isLeafType(getNamedType(of)))
      .filter(({ resolve }) => resolve?.name !== 'resolveInSlices')
      .map(({ name }) => `${type.name}.${name}`);
  });
  expect(unslicedFields).toEqual([]);
});

const sdl = `
  interface Named { name: String! }
  type Leaf implements Named { name: String! fails: String }
  type Row { id: Int! leaves: [Leaf!]! some: [Named] }
  type Query { rows: [Row!]! later: [Row!] few: [Row!]! }
`;
const onRead = { leaf: () => undefined as void };
const leafAt = (at: number) => ({
  __typename: 'Leaf',
  get name() {
    onRead.leaf();
    return `leaf ${at}`;
  },
  fails: at % 1000 === 7 ? new Error(`leaf ${at} fails`) : null,
});
const buildList = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const rowsOf = (rows: number, leaves: number) =>
  buildList(rows, (id) => ({
    id,
    leaves: buildList(leaves, leafAt),
    some: [null, leafAt(1), ...buildList(leaves, leafAt)],
  }));

const schemaOf = (isSliced: boolean): GraphQLSchema => {
  const builtSchema = buildSchema(sdl);
  const { rows, later, few } = builtSchema.getQueryType()!.getFields();
  interface Root {
    readonly sizes: Readonly<Record<string, [number, number]>>;
  }
  rows!.resolve = (root: Root) => rowsOf(...root.sizes.rows!);
  later!.resolve = (root: Root) => Promise.resolve(rowsOf(...root.sizes.later!));
  few!.resolve = (root: Root) => rowsOf(...root.sizes.few!);
  return isSliced ? sliceLists(builtSchema) : builtSchema;
};
const plain = schemaOf(false);
const slicedSchema = schemaOf(true);

type Run = (schema: GraphQLSchema, text: string, root: unknown, context: object) => Promise<ExecutionResult>;
const engines: [string, Run][] = [
  [
    'graphql-js',
    async (schema, text, rootValue, contextValue) =>
      execute({ schema, document: parse(text), rootValue, contextValue }),
  ],
  [
    'graphql-jit',
    async (schema, text, rootValue, context) => {
      const compiledQuery = compileQuery(schema, parse(text));
      if (!isCompiledQuery(compiledQuery)) throw new Error('not compiled');
      return compiledQuery.query(rootValue, context, {});
    },
  ],
];

/** The mocked clock never goes back between tests, because the code under test stores times that it has read. */
let now = turnClock.now();

/**
 * Runs `run` with the mocked clock. Returns the number of `leaves` (objects in lists of the test schema) that each turn
 * of the event loop completed.
 */
async function turnsOf(run: () => Promise<unknown>): Promise<number[]> {
  const clock = jest.spyOn(turnClock, 'now').mockImplementation(() => (now += 1));
  const turns = [0];
  let isOver = false;
  const next = () => {
    turns.push(0);
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  onRead.leaf = () => void (turns[turns.length - 1]! += 1);
  await run().finally(() => {
    isOver = true;
    onRead.leaf = () => undefined;
    clock.mockRestore();
  });
  return turns.filter((count) => count > 0);
}

const newContext = () => ({ answer: { isLarge: false, points: 0, release: () => undefined } });
/**
 * Maximum number of reads of the mocked clock in one turn of the event loop: a turn ends after 10 ms, and each read
 * advances the clock by 1 ms. Up to 100 items of a list are completed between two reads.
 */
const mostLooks = 12;

describe.each(engines)('%s', (_engine, run) => {
  test.each([1_000, 4_000, 16_000])(
    'a list of %d items takes as many turns of the event loop as its length needs',
    async (size) => {
      const context = newContext();
      const root = { sizes: { rows: [1, size] } };
      const turns = await turnsOf(() => run(slicedSchema, '{ rows { leaves { name } } }', root, context));
      expect(turns.reduce((sum, count) => sum + count, 0)).toBe(size);
      expect(Math.max(...turns)).toBeLessThanOrEqual(2 * mostLooks);
      expect(turns.length).toBeGreaterThanOrEqual(size / (2 * mostLooks));
    },
  );

  test.each([
    [100, 90],
    [1_000, 30],
    [50, 300],
  ])('%d lists of %d items take several turns, whether there are many lists or long ones', async (rows, leaves) => {
    const root = { sizes: { later: [rows, leaves] } };
    const turns = await turnsOf(() => run(slicedSchema, '{ later { leaves { name } } }', root, newContext()));
    expect(turns.reduce((sum, count) => sum + count, 0)).toBe(rows * leaves);
    expect(Math.max(...turns)).toBeLessThanOrEqual(2 * mostLooks * 100);
    expect(turns.length).toBeGreaterThanOrEqual((rows * leaves) / (2 * mostLooks * 100));
  });

  test('answers are the same as without turns, with errors at the same paths', async () => {
    const text = '{ rows { id leaves { name fails } some { name } } later { id some { __typename } } few { id } }';
    const root = { sizes: { rows: [300, 25], later: [3, 2_500], few: [5, 1] } };
    const [whole, inSlices] = [
      await run(plain, text, root, newContext()),
      await run(slicedSchema, text, root, newContext()),
    ];
    expect(JSON.parse(JSON.stringify(inSlices.data))).toEqual(JSON.parse(JSON.stringify(whole.data)));
    const describeErrors = ({ errors = [] }: ExecutionResult) =>
      errors.map(({ message, path }) => `${message} ${path?.join('.')}`).sort();
    expect(describeErrors(inSlices)).toEqual(describeErrors(whole));
    expect(describeErrors(whole).length).toBeGreaterThan(0);
  });
});
