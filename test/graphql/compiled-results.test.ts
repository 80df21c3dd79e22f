// Tests that graphql-jit runs a frequent query as graphql-js does: the same data, and the same calls of resolvers.
import fc, { type GeneratorValue } from 'fast-check';
import {
  buildSchema,
  doTypesOverlap,
  execute,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  print,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLScalarType,
  type SelectionNode,
} from 'graphql';
import { inlineFragments } from '../../src/graphql/jit/inline-fragments';
import { assertSameExecution } from '../../src/graphql/jit/divergent-documents';
import { executeCompiled } from '../../src/graphql/jit/compiled-execution';
import { frequentQueries } from '../../src/graphql/jit/frequent-queries';
import * as operations from '../../src/generated/operations';
import { routes } from '../../src/modules/routes';
import { schema as serviceSchema } from '../../src/modules/types';

const schema = buildSchema(`
  scalar DateTime
  scalar JSON
  interface Node { id: ID! next: Node }
  type Host implements Node { id: ID! next: Node ports(first: Int = 2): [Port!]! port_next: Port name(at: DateTime): String any: Any hosts: [Host] }
  type Port implements Node { id: ID! next: Node host: Host! name(at: DateTime): String hosts: [Host] links: [[Any!]] }
  union Any = Host | Port
  input Filter { name: String = "n" at: DateTime in: [ID!] not: Filter kind: Kind }
  enum Kind { One Two }
  type Query {
    host(filter: Filter, kind: Kind = One): Host
    hosts(first: Int, at: DateTime, ids: [ID!], any: JSON, kinds: [Kind!]): [Host!]!
    port: Port!
    node: Node
    nodes(at: [DateTime]): [Node]!
    any: Any
  }
`);
const dateTime = schema.getType('DateTime') as GraphQLScalarType;
dateTime.parseValue = (value) => {
  if (typeof value !== 'string') throw new TypeError('a time is expected');
  return new Date(value);
};
dateTime.parseLiteral = (node) => dateTime.parseValue('value' in node ? node.value : null);

interface Call {
  readonly arguments: unknown;
  readonly parentType: string;
  readonly field: string;
  /** The different selections of its field nodes, as JSON. */
  readonly below: readonly string[];
}
/** The calls of resolvers by response path. */
type Calls = Map<string, Call>;
interface Parent {
  readonly __typename: string;
}

/** A value of a type: two rows for a list, and of an abstract type the concrete type that `path` selects. */
function valueOfType(type: GraphQLOutputType, path: string): unknown {
  if (isNonNullType(type)) return valueOfType(type.ofType, path);
  if (isListType(type)) return [0, 1].map((at) => valueOfType(type.ofType as GraphQLOutputType, `${path}.${at}`));
  if (isLeafType(type)) return path;
  const types = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
  return { __typename: types[path.length % types.length]!.name } satisfies Parent;
}
const pathOf = ({ path }: GraphQLResolveInfo): string => {
  const keys: (string | number)[] = [];
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev) keys.unshift(at.key);
  return keys.join('.');
};
/** The names that selections select, with fragments in the form of inline fragments. */
const namesIn = (selections: readonly SelectionNode[], fragments: GraphQLResolveInfo['fragments']): unknown[] =>
  selections.map((node) => {
    if (node.kind === Kind.FIELD) return [node.alias?.value, node.name.value, namesBelow(node, fragments)];
    const { typeCondition, selectionSet } = node.kind === Kind.FRAGMENT_SPREAD ? fragments[node.name.value]! : node;
    return [typeCondition?.name.value, namesIn(selectionSet.selections, fragments)];
  });
const namesBelow = ({ selectionSet }: FieldNode, fragments: GraphQLResolveInfo['fragments']): unknown[] =>
  namesIn(selectionSet?.selections ?? [], fragments);
/** A value in a form that tells a Date from its text. */
function classOf(value: unknown): unknown {
  if (value instanceof Date) return `Date ${value.toISOString()}`;
  if (Array.isArray(value)) return value.map(classOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, classOf(item)]));
}

for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type) || type.name.startsWith('__')) continue;
  for (const field of Object.values(type.getFields()))
    field.resolve = (_parent, args: unknown, calls: Calls, info) => {
      const path = pathOf(info);
      if (calls.has(path)) throw new Error(`${path} is resolved twice`);
      calls.set(path, {
        arguments: classOf(args),
        parentType: info.parentType.name,
        field: info.fieldName,
        below: [
          ...new Set(
            info.fieldNodes
              .filter((node) => node.selectionSet)
              .map((node) => JSON.stringify(namesBelow(node, info.fragments))),
          ),
        ],
      });
      const value = valueOfType(field.type, path);
      return path.length % 2 ? value : Promise.resolve(value);
    };
}

const variables: readonly (readonly [name: string, type: string, values: readonly unknown[]])[] = [
  ['yes', 'Boolean!', [true, false]],
  ['no', 'Boolean = false', [true, false, null, undefined]],
  ['at', 'DateTime = "2026-01-01T00:00:00Z"', ['2026-02-03T00:00:00Z', null, undefined, undefined]],
  ['must', 'DateTime! = "2026-01-02T00:00:00Z"', ['2026-02-03T00:00:00Z', undefined]],
  ['times', '[DateTime] = ["2026-01-03T00:00:00Z", null]', [['2026-02-03T00:00:00Z'], null, undefined]],
  ['first', 'Int = 3', [4, null, undefined]],
  ['name', 'String', ['a', null, undefined]],
  ['id', 'ID! = 7', [8, 'b', undefined]],
  ['ids', '[ID!] = 7', [['a'], 'b', null, undefined]],
  ['kind', 'Kind = Two', ['One', null, undefined]],
  ['any', 'JSON = { a: [One, "b", { c: 1.5 }] }', [{ a: 1 }, 'a', null, undefined]],
];
const argumentsOf: Readonly<Record<string, readonly string[]>> = {
  host: [
    '',
    '(filter: { name: $name, at: $at })',
    '(filter: { in: [4, "b"], not: { kind: $kind } }, kind: $kind)',
    '(filter: { at: "2026-01-04T00:00:00Z", kind: One }, kind: Two)',
  ],
  hosts: [
    '',
    '(first: $first, at: $at)',
    '(at: $must, ids: $ids)',
    '(any: $any)',
    '(any: { a: One, b: [2] }, kinds: [Two, One])',
  ],
  nodes: ['', '(at: $times)', '(at: $at)', '(at: ["2026-01-05T00:00:00Z", null])'],
  ports: ['', '(first: 1)', '(first: $first)'],
  name: ['', '(at: $at)', '(at: "2026-01-06T00:00:00Z")'],
};
const aliases = ['hosts', 'host', 'hosts_host', 'port_next', 'next_host', 'idx0', 'Host', 'a', 'a_a', '_'];

/** Generates a document, which may be invalid, and values of its variables. */
function generateRequest(generator: GeneratorValue) {
  const below = (count: number) => generator(fc.integer, { min: 0, max: count - 1 });
  const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const fragments: string[] = [];
  const condition = () =>
    oneOf(['', '', '', '@include(if: $yes)', '@skip(if: $no)', '@include(if: false) @skip(if: $yes)']);
  const composites = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLCompositeType => isCompositeType(type) && !type.name.startsWith('__'),
  );

  const field = (type: GraphQLCompositeType, depth: number): string => {
    const fields = isUnionType(type) ? [] : Object.values(type.getFields());
    const selectable = fields.filter((one) => depth > 0 || isLeafType(getNamedType(one.type)));
    if (selectable.length === 0) return `__typename ${condition()}`;
    const { name, args, type: fieldType } = oneOf(selectable);
    const ofField = (argumentsOf[name] ?? ['']).filter((text) => args.length > 0 || text === '');
    const answer = getNamedType(fieldType);
    const set = isCompositeType(answer) ? selections(answer, depth - 1) : '';
    return `${below(3) === 0 ? `${oneOf(aliases)}:` : ''} ${name}${oneOf(ofField)} ${condition()} ${set}`;
  };
  const fragment = (type: GraphQLCompositeType, depth: number): string => {
    const on = oneOf(composites.filter((one) => doTypesOverlap(schema, one, type)));
    if (below(2) === 0) return `... on ${on.name} ${condition()} ${selections(on, depth - 1)}`;
    const text = selections(on, depth - 1);
    fragments.push(`fragment F${fragments.length} on ${on.name} ${text}`);
    return `...F${fragments.length - 1} ${condition()}`;
  };
  const selections = (type: GraphQLCompositeType, depth: number): string => {
    const each = Array.from({ length: 1 + below(4) }, () =>
      depth > 0 && below(4) === 0 ? fragment(type, depth) : field(type, depth),
    );
    return `{ ${each.join(' ')} }`;
  };

  const body = `${selections(schema.getQueryType()!, 3)} ${fragments.join(' ')}`;
  const used = variables.filter(([name]) => new RegExp(`\\$${name}\\b`).test(body));
  const head = used.map(([name, type]) => `$${name}: ${type}`).join(', ');
  const values = used.map(([name, , all]) => [name, oneOf(all)] as const).filter(([, value]) => value !== undefined);
  return { text: `query ${head && `(${head})`} ${body}`, variableValues: Object.fromEntries(values) };
}

/**
 * The calls without the field nodes that no call in `expected` has. graphql-jit also passes field nodes that a
 * condition skips beside another field of the same name.
 */
const withoutSkipped = (calls: Calls, expected: Calls): Calls =>
  new Map(
    [...calls].map(([path, call]) => {
      const below = call.below.filter((one) => expected.get(path)?.below.includes(one));
      return [path, { ...call, below }] as const;
    }),
  );

interface Outcome {
  readonly result: unknown;
  readonly calls: Calls;
}
async function outcomeOf(run: (contextValue: Calls) => unknown): Promise<Outcome> {
  const calls: Calls = new Map();
  const result = JSON.parse(JSON.stringify(await run(calls))) as unknown;
  return { result, calls };
}

/** Runs a request in graphql-js and as a query that is sent for the third time. Undefined if it is not compiled. */
async function outcomes(document: DocumentNode, variableValues: Record<string, unknown>) {
  const compiledOf = frequentQueries(schema);
  const [, , compiled] = [1, 2, 3].map(() => compiledOf(document));
  if (!compiled) return undefined;
  const args = { schema, document, variableValues };
  const expected = await outcomeOf((contextValue) => execute({ ...args, contextValue }));
  let isRunAgain = false;
  const runAgain = (again: ExecutionArgs) => {
    isRunAgain = true;
    return execute(again);
  };
  const { result, calls } = await outcomeOf((contextValue) =>
    executeCompiled(compiled, runAgain, { ...args, contextValue }),
  );
  const hasConditions = print(document).includes('@');
  const received = { result, calls: hasConditions ? withoutSkipped(calls, expected.calls) : calls };
  return { expected, received, isRunAgain };
}

test('a frequent query gives the results of graphql-js, by the same calls of resolvers', async () => {
  const counts = { compiled: 0, other: 0 };
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (generator) => {
      const { text, variableValues } = generateRequest(generator);
      const document = parse(text);
      if (validate(schema, document, undefined, { maxErrors: 1 }).length > 0) return;
      const both = await outcomes(document, variableValues);
      counts[both && !both.isRunAgain ? 'compiled' : 'other'] += 1;
      if (both) expect([text, both.received]).toEqual([text, both.expected]);
    }),
    { numRuns: 2000 },
  );
  expect(counts.compiled).toBeGreaterThan(counts.other);
});

test.each([
  ['an alias that joins two names of a path', '{ host { hosts { id } } hosts_host: hosts { name } }', {}],
  [
    'a field that joins two names of a path',
    '{ port { next: host { id } } host { port_next { id } next_port: id } }',
    {},
  ],
  ['an alias in the form of an index', '{ hosts { id } host { idx0_hosts: id } id_idx0_hosts: port { id } }', {}],
  [
    'a skipped field beside one of the same name',
    'query ($yes: Boolean!) { host @include(if: $yes) { ... on Host { name } } host { id } }',
    { yes: false },
  ],
  [
    'a skipped spread beside a field of the same name',
    'query ($yes: Boolean!) { ... @include(if: $yes) { host { ...F } } host { id } } fragment F on Host { name }',
    { yes: false },
  ],
  ['null as a condition', 'query ($yes: Boolean = true) { host @include(if: $yes) { id } }', { yes: null }],
  ['a key that sets the prototype', '{ host { __proto__: id } __proto__: port { id } }', {}],
  ['an integer beyond 2^53', 'query ($ids: [ID!] = 12345678901234567891) { hosts(ids: $ids) { id } }', {}],
  [
    'a variable with the name of a rewritten one',
    'query ($object_0: [ID!] = "a") { host(filter: { in: "b" }) { id } hosts(ids: $object_0) { id } }',
    {},
  ],
])('%s', async (_name, text, variableValues) => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const both = await outcomes(document, variableValues);
  if (both) expect(both.received).toEqual(both.expected);
});

const expectSameExecution = (document: DocumentNode) =>
  expect(() => assertSameExecution(serviceSchema, inlineFragments(document))).not.toThrow();

test.each(routes.map((route) => [`${route.method} ${route.path}`, route.document] as const))(
  '%s: its document runs alike in both executors',
  (_name, document) => expectSameExecution(document),
);

const ofClients = Object.entries(operations).flatMap(([name, document]) =>
  name.endsWith('Document') ? [[name, document as unknown as DocumentNode] as const] : [],
);
test.each(ofClients)('%s: the document of a page or tool runs alike in both executors', (_name, document) =>
  expectSameExecution(document),
);
