// Attack phase: short documents that expand when they are parsed or executed. Each document is sent several times,
// because the service compiles a document only after several uses.
import type { Dice } from './dice';
import { graphql, graphqlGet, type Phase } from './phase';
import type { World } from './world';

interface Root {
  /** The root field with its arguments, as GraphQL text. */
  readonly field: string;
  /** Name of the GraphQL type that the field returns. */
  readonly type: string;
  readonly leaf: string;
  readonly kind: 'query' | 'mutation';
}
interface Bomb {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
}
type Fuse = (root: Root, dice: Dice) => Bomb;

const idOf = (dice: Dice): string =>
  `${dice.int(0x10000000, 0xffffffff).toString(16)}-0000-4000-8000-${String(dice.int(0, 1e9)).padStart(12, '0')}`;
const many = (count: number, make: (at: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(between);
const nestText = (depth: number, open: string, inside: string, close: string): string =>
  open.repeat(depth) + inside + close.repeat(depth);
const buildQuery = ({ kind, field }: Root, selection: string, head = 'q'): string =>
  `${kind} ${head} { ${field} ${selection} }`;

/**
 * Generates a document that grows exponentially when its fragments are expanded: each of its `levels` fragments spreads
 * the next one several times.
 */
const growing =
  (body: (next: string, { type, leaf }: Root) => string, levels: (dice: Dice) => number): Fuse =>
  (root, dice) => {
    const count = levels(dice);
    const fragment = (at: number) => {
      const inside = at === count - 1 ? `{ ${root.leaf} }` : body(`f${at + 1}`, root);
      return `fragment f${at} on ${root.type} ${inside}`;
    };
    return { query: `${buildQuery(root, '{ ...f0 }')} ${many(count, fragment)}` };
  };
const doubling = (dice: Dice) => dice.int(20, 60);

/**
 * Generators of documents, by kind. A document is as large as the limits of tokens and bytes allow, or slightly larger.
 */
export const fuses: Readonly<Record<string, Fuse>> = {
  'doubling spreads': growing((next) => `{ ...${next} ...${next} }`, doubling),
  'doubling spreads beside fields': growing((next, { leaf }) => `{ ${leaf} ...${next} ${leaf} ...${next} }`, doubling),
  'doubling spreads in inline fragments': growing(
    (next, { type }) => `{ ... on ${type} { ...${next} } ... on ${type} { ...${next} } }`,
    doubling,
  ),
  'doubling spreads under directives': growing(
    (next) => `{ ...${next} @include(if: true) ...${next} @skip(if: false) }`,
    doubling,
  ),
  'doubling under aliases': growing((next, { leaf }) => `{ a: ${leaf} ...${next} b: ${leaf} ...${next} }`, doubling),
  'wide spreads': growing(
    (next) => `{ ${many(250, () => `...${next}`)} }`,
    () => 3,
  ),
  'spreads many times over': (root, dice) => {
    const count = dice.int(20, 40);
    const all = (at: number) => many(count - at - 1, (to) => `...f${at + to + 1}`);
    return {
      query: `${buildQuery(root, '{ ...f0 }')} ${many(count, (at) => `fragment f${at} on ${root.type} { ${root.leaf} ${all(at)} }`)}`,
    };
  },
  'fragments in a circle': (root, dice) => {
    const count = dice.int(1, 300);
    return {
      query: `${buildQuery(root, '{ ...f0 }')} ${many(count, (at) => `fragment f${at} on ${root.type} { ...f${(at + 1) % count} }`)}`,
    };
  },
  'inline fragments in each other': (root, dice) => ({
    query: buildQuery(root, nestText(dice.int(100, 900), '{ ... ', `{ ${root.leaf} }`, ' }')),
  }),
  'inline fragments beside each other': (root) => ({
    query: buildQuery(root, `{ ${many(390, () => `... { ${root.leaf} }`)} }`),
  }),
  aliases: (root, dice) => ({
    query: buildQuery(root, `{ ${many(dice.int(50, 600), (at) => `a${at}: ${root.leaf}`)} }`),
  }),
  'root fields under aliases': (root) => ({
    query: `${root.kind} q { ${many(99, (at) => `a${at}: ${root.field} { ${root.leaf} }`)} }`,
  }),
  'the same field over and over': (root) => ({ query: buildQuery(root, `{ ${many(1900, () => root.leaf)} }`) }),
  'overlapping fields': (root) => ({
    query: `${root.kind} q { ${many(60, () => `${root.field} { ${many(15, () => root.leaf)} }`)} }`,
  }),
  'overlapping fragments': (root) => ({
    query: `${buildQuery(root, `{ ${many(150, (at) => `...f${at}`)} }`)} ${many(150, (at) => `fragment f${at} on ${root.type} { x: ${root.leaf} }`)}`,
  }),
  directives: (root, dice) => ({
    query: buildQuery(root, `{ ${root.leaf} ${many(dice.int(100, 300), () => '@include(if: true)')} }`),
  }),
  'unknown directives': (root) => ({ query: buildQuery(root, `{ ${root.leaf} ${many(900, (at) => `@d${at}`)} }`) }),
  'variables with defaults': (root, dice) => {
    const count = dice.int(100, 300);
    const head = `q(${many(count, (at) => `$v${at}: Boolean = true`)})`;
    return { query: buildQuery(root, `{ ${many(count, (at) => `${root.leaf} @include(if: $v${at})`)} }`, head) };
  },
  'input objects in a default': (root, dice) => {
    const value = nestText(dice.int(50, 450), '{ not: ', '{}', ' }');
    return {
      query: `query q($f: HostFilter = ${value}) { hosts(filter: $f) { totalCount } ${root.field} { ${root.leaf} } }`,
    };
  },
  'input objects in each other': (_root, dice) => ({
    query: `{ hosts(first: 1, filter: ${nestText(dice.int(50, 450), '{ not: ', '{ hidden: { eq: true } }', ' }')}) { totalCount } }`,
  }),
  'conditions beside each other': (_root, dice) => ({
    query: 'query q($f: HostFilter) { hosts(first: 1, filter: $f) { totalCount } }',
    variables: { f: { or: dice.times(dice.int(100, 3000), (at) => ({ name: { contains: `name ${at}` } })) } },
  }),
  'conditions that grow': (_root, dice) => {
    let filter: object = { name: { contains: 'x' } };
    for (let level = dice.int(4, 9); level > 0; level -= 1) filter = { or: [filter, { and: [filter, filter] }] };
    return {
      query: 'query q($f: HostFilter) { hosts(first: 1, filter: $f) { totalCount } }',
      variables: { f: filter as Record<string, unknown> },
    };
  },
  'conditions on rows of rows': (_root, dice) => {
    let filter: object = {};
    for (let level = dice.int(3, 14); level > 0; level -= 1)
      filter = { services: { some: { host: { ports: { none: { host: filter } } } } } };
    return {
      query: 'query q($f: HostFilter) { hosts(first: 1, filter: $f) { totalCount } }',
      variables: { f: filter as Record<string, unknown> },
    };
  },
  'lists in each other': (_root, dice) => ({
    query: `{ hosts(first: 1, ids: ${nestText(dice.int(100, 900), '[', '', ']')}) { totalCount } }`,
  }),
  'a long list': (_root, dice) => ({
    query: `{ hosts(first: 1, ids: [${many(1500, () => `"${idOf(dice)}"`)}]) { totalCount } }`,
  }),
  'a long list in a variable': (_root, dice) => ({
    query: 'query q($ids: [UUID!]) { hosts(first: 1, ids: $ids) { totalCount } }',
    variables: { ids: dice.times(dice.int(1000, 30_000), () => idOf(dice)) },
  }),
  'a long field name': (root, dice) => ({
    query: buildQuery(root, `{ ${'n'.repeat(dice.pick([90_000, 1_000_000]))} }`),
  }),
  'a long alias': (root, dice) => ({
    query: buildQuery(root, `{ ${'n'.repeat(dice.pick([90_000, 1_000_000]))}: ${root.leaf} }`),
  }),
  'a long operation name': (root, dice) => ({
    query: buildQuery(root, `{ ${root.leaf} }`),
    operationName: 'n'.repeat(dice.pick([90_000, 1_000_000])),
  }),
  'a long fragment name': (root) => {
    const name = 'f'.repeat(45_000);
    return { query: `${buildQuery(root, `{ ...${name} }`)} fragment ${name} on ${root.type} { ${root.leaf} }` };
  },
  'a long number': () => ({ query: `{ hosts(first: ${'9'.repeat(95_000)}) { totalCount } }` }),
  'a long text': (root) => ({ query: `${buildQuery(root, `{ ${root.leaf} }`)} #${'x'.repeat(99_000)}` }),
  'line ends above errors': (_root, dice) => ({
    query: `query q($ids: [ID!]!) {${'\n'.repeat(dice.pick([1_990, 98_000]))} ${many(100, (at) => `a${at}: nodes(nodeIds: $ids) { nodeId }`)} }`,
    variables: { ids: dice.times(100, () => 'x') },
  }),
  'many operations': (root) => ({
    query: many(150, (at) => buildQuery(root, `{ ${root.leaf} }`, `q${at}`)),
    operationName: 'q149',
  }),
  'spreads of interfaces': (_root, dice) => {
    const count = doubling(dice);
    const types = ['GraphNode', 'GraphContainer', 'GraphElement'];
    const body = (at: number) =>
      at === count - 1
        ? '{ elementId }'
        : `{ elementId ... on ${types[at % 3]!} { ...f${at + 1} } ... on ${types[(at + 1) % 3]!} { ...f${at + 1} } }`;
    const graph =
      '{ topologies(first: 1) { nodes { graph(view: L3Logical) { nodes(first: 5) { nodes { ...f0 } } } } } }';
    return { query: `query q ${graph} ${many(count, (at) => `fragment f${at} on GraphNode ${body(at)}`)}` };
  },
  'rows of rows': (_root, dice) => ({
    query: `{ ${nestText(dice.int(3, 40), 'hosts(first: 1) { nodes { network { ', 'id', ' } } }')} }`,
  }),
  introspection: (root, dice) => ({
    query: `{ __schema { types { fields { type { ${nestText(dice.int(5, 300), 'ofType { ', 'name', ' }')} } } } } ${root.field} { ${root.leaf} } }`,
  }),
  'introspection that grows': (_root, dice) => ({
    query: `{ __schema { types { ${nestText(dice.int(2, 8), 'fields { type { ', 'name', ' } }')} } } }`,
  }),
  'introspection through fragments': (_root, dice) => {
    const count = dice.int(5, 12);
    const body = (at: number) =>
      at === count - 1 ? '{ name }' : `{ fields { type { ...t${at + 1} } } possibleTypes { ...t${at + 1} } }`;
    return {
      query: `{ __schema { types { ...t0 } } } ${many(count, (at) => `fragment t${at} on __Type ${body(at)}`)}`,
    };
  },
};

const names = Object.keys(fuses);

const rootsOf = ({ shareIds, ids }: World, dice: Dice): { open: Root[]; signedIn: Root[] } => {
  const share = dice.pick([...shareIds, idOf(dice)]);
  const open: Root[] = [
    { field: `publicShare(id: "${share}")`, type: 'PublicShare', leaf: 'id', kind: 'query' },
    { field: `publicShareTopology(id: "${share}")`, type: 'PublicShareTopology', leaf: '__typename', kind: 'query' },
  ];
  const network = dice.pick(ids.get('Network')!);
  const signedIn: Root[] = [
    ...open,
    { field: 'networks(first: 2)', type: 'NetworkConnection', leaf: 'totalCount', kind: 'query' },
    { field: `network(id: "${network}")`, type: 'Network', leaf: 'id', kind: 'query' },
    { field: 'organization', type: 'Organization', leaf: 'id', kind: 'query' },
  ];
  return { open, signedIn };
};

/** Builds a random document that expands when it is parsed or executed, for a caller with a credential. */
export const drawBomb = (dice: Dice, world: World): Bomb =>
  fuses[dice.pick(names)]!(dice.pick(rootsOf(world, dice).signedIn), dice);

/** Kinds of documents that failed or took longer than `longMs`. They are not sent again. */
const stopping = new Set<string>();
const longMs = 5_000;
const repeats = 5;

export async function explode(attempt: Parameters<Phase['run']>[0]): Promise<void> {
  const { number, dice, world, send } = attempt;
  const kind = names[Math.floor(number / 2) % names.length]!;
  const isAnonymous = number % 2 === 0;
  const operation = `bomb: ${kind}, ${isAnonymous ? 'anonymous' : 'signed in'}`;
  if (stopping.has(operation)) return;
  const { open, signedIn } = rootsOf(world, dice);
  const bomb = fuses[kind]!(dice.pick(isAnonymous ? open : signedIn), dice);
  const isGet = bomb.query.length < 4000 && !bomb.variables && dice.chance(0.2);
  const caller = isAnonymous
    ? world.anonymous
    : dice.pick(world.callers.filter(({ name }) => /key of A|session/.test(name)));
  for (let time = 0; time < repeats; time += 1) {
    const { ms, failure } = await send(caller, isGet ? graphqlGet(bomb.query) : graphql(bomb), operation);
    if (ms < longMs && !failure) continue;
    stopping.add(operation);
    return;
  }
}

export const bombs: Phase = {
  name: 'bombs',
  duty: 'documents that grow when they are read, anonymous and signed in, five times each',
  share: 4,
  together: 1,
  run: explode,
};
