// Builds requests that are small to send and would be expensive to handle, one for each way in which cost can grow.
import { randomUUID } from 'node:crypto';

/** An expensive GraphQL request. */
export interface Bomb {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
}

const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(' ');
const nestText = (levels: number, open: string, middle: string, close: string) =>
  open.repeat(levels) + middle + close.repeat(levels);

/** How a document begins: `open` leads to an object of the type `type`, of which `leaf` is a field. */
interface Start {
  readonly open: string;
  readonly close: string;
  readonly type: string;
  readonly leaf: string;
}
const share = (): Start => ({
  open: `publicShare(id: "${randomUUID()}") {`,
  close: '}',
  type: 'PublicShare',
  leaf: 'name',
});
const graph = (): Start => ({
  open: `publicShareTopology(id: "${randomUUID()}") { graph { nodes {`,
  close: '} } }',
  type: 'GraphNode',
  leaf: 'header',
});
const vlans = (): Start => ({ open: 'vlans(first: 2) { nodes {', close: '} }', type: 'Vlan', leaf: 'name' });

/** A chain of fragments, in which each fragment spreads the next fragment several times. */
const chain = ({ open, close, type, leaf }: Start, levels: number, spread: (next: string, at: number) => string) =>
  `query q { ${open} ...f0 ${close} } ` +
  many(levels, (at) => `fragment f${at} on ${type} { ${at < levels - 1 ? spread(`...f${at + 1}`, at) : leaf} }`);

const documents = (start: () => Start): Record<string, string | (() => Bomb)> => {
  const { open, close, type, leaf } = start();
  const inside = (text: string) => `query q { ${open} ${text} ${close} }`;
  return {
    ...Object.fromEntries(
      [10, 14, 18, 22, 40, 150].map((levels) => [
        `fragments spread twice, ${levels} levels`,
        chain(start(), levels, (next) => `${next} ${next}`),
      ]),
    ),
    'fragments spread ten times': chain(start(), 60, (next) => many(10, () => next)),
    'fragments spread inside inline fragments': chain(
      start(),
      40,
      (next) => `... { ${next} } ... on ${type} { ${next} }`,
    ),
    'fragments spread under directives': chain(
      start(),
      40,
      (next) => `${next} @include(if: true) ${next} @skip(if: false)`,
    ),
    'fragments spread below fields': `query q { ${open} ...f0 ${close} } ${many(
      40,
      (at) => `fragment f${at} on ${type} { a${at}: ${leaf} ...f${at + 1} b${at}: ${leaf} ...f${at + 1} }`,
    )} fragment f40 on ${type} { ${leaf} }`,
    'fragments that all spread all': `query q { ${open} ...f0 ${close} } ${many(
      30,
      (at) => `fragment f${at} on ${type} { ${many(30, (to) => `...f${to}`)} }`,
    )}`,
    'a ring of fragments': `query q { ${open} ...f0 ${close} } ${many(
      200,
      (at) => `fragment f${at} on ${type} { ${leaf} ...f${(at + 1) % 200} }`,
    )}`,
    'unused fragments': `${inside(leaf)} ${many(40, (at) => `fragment f${at} on ${type} { ...f${at + 1} ...f${at + 1} }`)}`,
    'fragments beside each other': `${inside(many(180, (at) => `...f${at}`))} ${many(
      180,
      (at) => `fragment f${at} on ${type} { a${at}: ${leaf} }`,
    )}`,
    'operations that share fragments': `${many(40, (at) => `query q${at} { ${open} ...f0 ${close} }`)} ${many(
      100,
      (at) => `fragment f${at} on ${type} { ${at < 99 ? `...f${at + 1}` : leaf} }`,
    )}`,
    'inline fragments beside each other': inside(many(300, () => `... on ${type} { ${leaf} }`)),
    'inline fragments inside each other': inside(nestText(300, '... { ', leaf, ' }')),
    'inline fragments under variables': `query q(${many(90, (at) => `$v${at}: Boolean = true`)}) { ${open} ${Array.from(
      { length: 90 },
      (_, at) => `... @include(if: $v${at}) {`,
    ).join(' ')} ${many(100, () => leaf)} ${'} '.repeat(90)} ${close} }`,
    'the same field': inside(many(1_800, () => leaf)),
    'the same field with a selection': `query q { ${many(200, () => `${open} ${leaf} ${close}`)} }`,
    aliases: inside(many(600, (at) => `a${at}: ${leaf}`)),
    'aliases in a fragment that is spread everywhere': `query q { ${many(40, (at) => `a${at}: ${open} ...f ${close}`)} } fragment f on ${type} { ${many(90, (at) => `a${at}: ${leaf}`)} }`,
    'directives on a field': inside(`${leaf} ${many(250, () => '@include(if: true)')}`),
    'directives on the operation': `query q ${many(250, () => '@at(instant: "2026-01-01T00:00:00Z")')} { ${open} ${leaf} ${close} }`,
    'directives that nobody knows': inside(`${leaf} ${many(600, (at) => `@d${at}`)}`),
    'variables that nobody uses': `query q(${many(350, (at) => `$v${at}: Int = 1`)}) { ${open} ${leaf} ${close} }`,
    'variables that nobody declares': inside(many(200, (at) => `a${at}: ${leaf} @include(if: $v${at})`)),
    'variables with large defaults': `query q($v: [String!] = [${many(1_500, () => '""')}]) { ${open} ${leaf} ${close} }`,
    'an unknown field of 14 KB': inside('x'.repeat(14_000)),
    'unknown fields': inside(many(900, (at) => `unknown${at}OfSomeLength`)),
    'unknown types': inside(many(200, (at) => `... on NetworkInterfaceConnectionEdge${at} { ${leaf} }`)),
    'long names': inside(many(15, (at) => `${'x'.repeat(900)}${at}`)),
    'a long operation name': `query ${'q'.repeat(7_000)} { ${open} ${many(10, (at) => `a: ${leaf} @include(if: $v${at})`)} ${close} }`,
    'lists inside each other': inside(`${leaf}(x: ${nestText(450, '[', '1', ']')})`),
    'objects inside each other': inside(`${leaf}(x: ${nestText(450, '{a:', '1', '}')})`),
    'a wide list': inside(`${leaf}(x: [${many(1_800, () => '1')}])`),
    'line ends above all else': '\n'.repeat(98_000) + inside(many(100, (at) => `a${at}: ${leaf}`)),
    'as many lines as a document may have': '\r\n'.repeat(1_990) + inside(many(100, (at) => `a${at}: ${leaf}`)),
    'type definitions': many(300, (at) => `type T${at} { a: Int }`),
    'no end': '{ '.repeat(1_900),
  };
};

const filter = 'query q($filter: VlanFilter) { vlans(filter: $filter) { totalCount } }';
const deep = (levels: number, open: string, close: string) =>
  JSON.parse(nestText(levels, open, 'null', close)) as unknown;

/** Requests with a small document, whose variables are expensive to read. */
const valueBombs: Record<string, () => Bomb> = {
  'a filter of 100 levels': () => ({ query: filter, variables: { filter: deep(100, '{"not":', '}') } }),
  'a filter of 100,000 conditions': () => ({
    query: filter,
    variables: { filter: { or: Array.from({ length: 100_000 }, () => ({})) } },
  }),
  'a filter of 50,000 members': () => ({
    query: filter,
    variables: { filter: Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`unknown${at}`, 1])) },
  }),
  'a list of 500,000': () => ({
    query: 'query q($ids: [UUID!]) { vlans(ids: $ids) { totalCount } }',
    variables: { ids: Array.from({ length: 500_000 }, () => 1) },
  }),
  'a list of 40,000 ids': () => ({
    query: 'query q($ids: [UUID!]) { vlans(ids: $ids) { totalCount } }',
    variables: { ids: Array.from({ length: 40_000 }, () => randomUUID()) },
  }),
  'a list of 600,000 that nobody declares': () => ({
    query: '{ vlans { totalCount } }',
    variables: { ids: Array.from({ length: 600_000 }, () => 1) },
  }),
  'a member name of 1 MB': () => ({ query: filter, variables: { filter: { ['x'.repeat(1_000_000)]: 1 } } }),
  'a variable name of 1 MB': () => ({ query: filter, variables: { ['x'.repeat(1_000_000)]: 1 } }),
  'a text of 1 MB': () => ({ query: filter, variables: { filter: { name: { eq: 'x'.repeat(1_000_000) } } } }),
  'an enum value of 1 MB': () => ({
    query: 'query q($order: [VlanOrder!]) { vlans(orderBy: $order) { totalCount } }',
    variables: { order: [{ field: 'x'.repeat(1_000_000) }] },
  }),
  'an operation name of 1 MB': () => ({ query: filter, operationName: 'x'.repeat(1_000_000) }),
  'input objects in a fragment that is spread everywhere': () => ({
    query: `query q { ${many(60, (at) => `a${at}: network(id: "${randomUUID()}") { ...f }`)} } fragment f on Network { vlans(filter: { or: [${many(80, () => '{name: {eq: "x"}}')}] }) { totalCount } }`,
  }),
  'interfaces inside interfaces': () => ({
    query: `query q { topologies { nodes { graph(view: L2Physical) { nodes { ... on GraphElement { host { network { topologies { nodes { graph(view: L2Physical) { nodes { ... on GraphElement { host { ${many(90, (at) => `a${at}: id`)} } } } } } } } } } } } } } }`,
  }),
  'introspection inside introspection': () => ({
    query: `{ ${many(80, (at) => `a${at}: __schema { types { name fields { name type { name } } } }`)} }`,
  }),
};

const asBombs = (texts: Record<string, string | (() => Bomb)>, of: string): (readonly [string, () => Bomb])[] =>
  Object.entries(texts).map(([name, bomb]) => [
    `${of}: ${name}`,
    typeof bomb === 'string' ? () => ({ query: bomb }) : bomb,
  ]);

/** Expensive documents that select public operations, for callers of every kind. */
export const publicBombs = [...asBombs(documents(share), 'share'), ...asBombs(documents(graph), 'graph')];
/** Expensive requests, by their document or by their variables, that are sent with a credential. */
export const bombs = [...asBombs(documents(vlans), 'vlans'), ...asBombs(valueBombs, 'values')];

/** JSON texts that would be expensive to parse. */
export const bodies: readonly (readonly [string, () => string])[] = [
  ['arrays without end', () => '['.repeat(2_000_000)],
  ['objects without end', () => '{"a":'.repeat(400_000)],
  ['arrays inside arrays', () => nestText(900_000, '[', '', ']')],
  ['nesting inside a member', () => `{"name":${nestText(500_000, '[', '', ']')}}`],
  ['a text of brackets', () => JSON.stringify({ name: '['.repeat(1_900_000) })],
  ['escapes', () => `{"name":"${'\\"['.repeat(500_000)}"}`],
  ['a long name', () => `{"${'x'.repeat(1_900_000)}":1}`],
  ['white space', () => ' '.repeat(2_000_000)],
  ['many numbers', () => `{"tags":[${'1,'.repeat(900_000)}1]}`],
  ['many members', () => `{${Array.from({ length: 100_000 }, (_, at) => `"m${at}":1`).join(',')}}`],
];
