// Compares two ways to run a read of Prisma's API, for every model: as an SQL statement that src/data/sql builds, and
// by Prisma itself. The rows and values must be equal.
import { randomUUID } from 'node:crypto';
import { directSqlOf } from '../../../src/data/client';
import { delegateOf, type FoundIds } from '../../../src/data/model/delegate';
import { columnsOf, modelNames, relationsOf, type Column, type ColumnKind } from '../../../src/data/model/model-fields';
import { directReads } from '../../../src/data/sql/direct-reads';
import { NoPlan, type Reason } from '../../../src/data/sql/no-plan';
import { parseTime } from '../../../src/data/sql/values';
import { fillOrganization } from '../../support/populate';
import { createWorld, type World } from '../../support/world';

let world: World;
let secretOfPerson: string;
let pivot: { id: string; name: string; networkId: string };
beforeAll(async () => {
  world = await createWorld();
  const filledOrganization = await fillOrganization(world.prisma, world.organizationId);
  secretOfPerson = filledOrganization.person.secret;
  for (const networkId of [world.networkId, world.otherNetworkId]) await filledOrganization.fillNetwork(networkId);
  pivot = await world.prisma.host.findFirstOrThrow({
    where: ownRows('Host'),
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
});
afterAll(() => world.close());

/** Models of rows that belong to a user and, through the user, to an organization. */
const ofPeople = new Set([
  ...['Session', 'EmailToken', 'OidcFlow', 'SecondFactor', 'RecoveryCode', 'SignInChallenge'],
  ...['Passkey', 'PasskeyChallenge'],
]);

/**
 * A filter for the rows of this suite's organization. Other suites may change rows of other organizations between the
 * two compared reads.
 */
function ownRows(model: string): object {
  const { organizationId, networkId, otherNetworkId } = world;
  if (model === 'Organization') return { id: organizationId };
  if (ofPeople.has(model)) return { user: { is: { organizationId } } };
  if (model === 'LoginFailure' || model === 'Registration') return { email: { startsWith: secretOfPerson } };
  if (model === 'OidcLogout') return { tokenHash: { startsWith: secretOfPerson } };
  return columnsOf(model).has('organizationId')
    ? { organizationId }
    : { networkId: { in: [networkId, otherNetworkId] } };
}

const directly = (model: string, operation: string, args: object) =>
  directSqlOf(world.prisma).reads.read(model, operation, args);
const byPrisma = (model: string, operation: string, args: object) =>
  (delegateOf(world.prisma, model) as unknown as Record<string, (args: object) => Promise<unknown>>)[operation]!(args);

async function expectSame(model: string, operation: string, args: object): Promise<void> {
  const read = directly(model, operation, args);
  if (read instanceof NoPlan) throw new Error(`${model}.${operation}: ${read.message}`);
  const [foundRows, expectedValue] = await Promise.all([read, byPrisma(model, operation, args)]);
  expect(foundRows).toEqual(expectedValue);
}

/**
 * Expects that src/data/sql and Prisma itself count the same number of rows for each condition. Three conditions are
 * compared at a time.
 */
async function expectSameCounts(
  model: string,
  whereCases: readonly { told: unknown[]; where: object }[],
): Promise<void> {
  const waitingCases = [...whereCases];
  const judge = async () => {
    for (let next = waitingCases.pop(); next; next = waitingCases.pop()) {
      const { told, where } = next;
      const [read, expectedValue] = await Promise.all([
        directly(model, 'count', { where }),
        byPrisma(model, 'count', { where }),
      ]);
      // `expect` takes longer than a count, so only differences are passed to `expect`.
      if (typeof expectedValue === 'number' && read === expectedValue) continue;
      expect([...told, read]).toEqual([...told, expectedValue]);
      expect([...told, expectedValue]).toEqual([...told, expect.any(Number)]);
    }
  };
  await Promise.all([judge(), judge(), judge()]);
}

const columnsRead = (model: string) => Object.fromEntries([...columnsOf(model).keys()].map((name) => [name, true]));
const keyOf = (model: string) =>
  columnsOf(model).has('id')
    ? [{ id: 'asc' }]
    : [...columnsOf(model).keys()].filter((name) => /^(email|.*Id)$/.test(name)).map((name) => ({ [name]: 'asc' }));

test.each(modelNames)('%s: every column and every relation are read as Prisma reads them', async (model) => {
  const relations = [...relationsOf(model).values()].map(({ name, model: far, isList }) => [
    name,
    { select: columnsRead(far), ...(isList && { orderBy: keyOf(far) }) },
  ]);
  const select = { ...columnsRead(model), ...Object.fromEntries(relations) };
  const where = ownRows(model);
  expect(await delegateOf(world.prisma, model).findMany({ where })).not.toEqual([]);
  await expectSame(model, 'findMany', { where, select, orderBy: keyOf(model) });
  await expectSame(model, 'count', { where });
});

const ago = new Date(Date.now() - 60_000);
const byName = [{ name: 'asc' }, { id: 'asc' }];

test.each<[string, () => object]>([
  ['a value', () => ({ networkId: world.networkId })],
  ['null', () => ({ hostname: null })],
  ['not null', () => ({ hostname: { not: null } })],
  ['one of a list', () => ({ networkId: { in: [world.networkId] } })],
  ['one of an empty list', () => ({ id: { in: [] } })],
  ['none of a list', () => ({ sourceType: { notIn: ['Manual'] } })],
  ['a range of times', () => ({ createdAt: { gte: ago, lt: new Date() } })],
  ['a text inside, in any case', () => ({ name: { contains: 'SECRET', mode: 'insensitive' } })],
  ['a text in front', () => ({ name: { startsWith: 'secret' } })],
  ['a boolean', () => ({ hidden: false })],
  ['one of several', () => ({ OR: [{ hidden: true }, { networkId: world.otherNetworkId }] })],
  ['one of none', () => ({ OR: [] })],
  ['all of none', () => ({ AND: [] })],
  ['the opposite', () => ({ NOT: { networkId: world.networkId } })],
  ['the opposite of what may be null', () => ({ NOT: { sysName: 'x' } })],
  ['some related row', () => ({ services: { some: { name: { contains: 'secret' } } } })],
  ['no related row', () => ({ interfaces: { none: { ifIndex: { gt: 0 } } } })],
  ['every related row', () => ({ ports: { every: { protocol: 'Tcp' } } })],
  ['every related row, of which nothing is asked', () => ({ ports: { every: {} } })],
  ['the one related row', () => ({ network: { is: { organizationId: world.organizationId } } })],
  [
    'what lies beyond a cursor',
    () => ({
      OR: [
        { AND: [{ name: { gt: pivot.name } }] },
        { AND: [{ name: pivot.name }, { networkId: { gt: pivot.networkId } }] },
        { AND: [{ name: pivot.name }, { networkId: pivot.networkId }, { id: { gt: pivot.id } }] },
      ],
    }),
  ],
  [
    'alternatives that only look like a cursor',
    () => ({
      OR: [{ AND: [{ name: { gt: pivot.name } }] }, { AND: [{ name: 'other' }, { id: { gt: pivot.id } }] }],
    }),
  ],
  ['an element of a list', () => ({ interfaces: { some: { fdbMacs: { has: '00:00:00:00:00:01' } } } })],
  ['a big number', () => ({ interfaces: { some: { speedBps: { gte: 1n } } } })],
])('a condition on %s selects the rows that Prisma selects', async (_what, condition) => {
  const where = { ...ownRows('Host'), ...condition() };
  await expectSame('Host', 'findMany', { where, select: { id: true }, orderBy: byName });
  await expectSame('Host', 'count', { where });
});

type Operand = [operator: string, of: (value: unknown, other: unknown) => unknown];
const equality: Operand[] = [
  ['equals', (value) => ({ equals: value })],
  ['a value', (value) => value],
  ['not', (value) => ({ not: value })],
  ['in', (value, other) => ({ in: [value, other] })],
  ['in nothing', () => ({ in: [] })],
  ['notIn', (value) => ({ notIn: [value] })],
  ['notIn nothing', () => ({ notIn: [] })],
  ['not equals', (value) => ({ not: { equals: value } })],
  ['not in', (value) => ({ not: { in: [value] } })],
  ['nothing', () => ({})],
  ['two at once', (value, other) => ({ not: other, in: [value, other] })],
];
const order: Operand[] = ['lt', 'lte', 'gt', 'gte'].flatMap((operator): Operand[] => [
  [operator, (value) => ({ [operator]: value })],
  [`not ${operator}`, (value) => ({ not: { [operator]: value } })],
]);
const texts: Operand[] = ['contains', 'startsWith', 'endsWith'].flatMap((operator): Operand[] => [
  [operator, (value) => ({ [operator]: String(value).slice(0, 3) })],
  [`${operator} in any case`, (value) => ({ [operator]: String(value).slice(-4).toUpperCase(), mode: 'insensitive' })],
  [`not ${operator}`, (value) => ({ not: { [operator]: String(value).slice(0, 3) } })],
]);
const nulls: Operand[] = [
  ['null', () => null],
  ['equals null', () => ({ equals: null })],
  ['not null', () => ({ not: null })],
];
/** The filter operators that Prisma offers for each kind of column. */
const operatorsOf: Partial<Record<ColumnKind, readonly Operand[]>> = {
  uuid: [...equality, ...order],
  inet: [...equality, ...order],
  text: [...equality, ...order, ...texts],
  int: [...equality, ...order],
  bigint: [...equality, ...order],
  float: [...equality, ...order],
  time: [...equality, ...order],
  boolean: equality.filter(([operator]) => !/in/i.test(operator) && operator !== 'two at once'),
  enum: equality,
};
const isFilterable = ({ kind, isList }: Column) => !isList && operatorsOf[kind] !== undefined;

/**
 * The kinds of columns that were tested already. Conditions on columns of one kind become the same SQL in all models,
 * so one column of each kind is tested with each operator.
 */
const seenKinds = new Set<string>();
test.each(modelNames)('%s: every operator on every kind of column selects what Prisma selects', async (model) => {
  const ownWhere = ownRows(model);
  const rows = await delegateOf(world.prisma, model).findMany({ where: ownWhere });
  const whereCases: { told: unknown[]; where: object }[] = [];
  for (const column of columnsOf(model).values()) {
    const kind = `${column.kind} ${column.isNullable} ${column.enumName}`;
    if (seenKinds.has(kind) || !isFilterable(column)) continue;
    const values = [...new Set(rows.map((row) => row[column.name]).filter((value) => value !== null))];
    if (values.length === 0) continue;
    // A column with a single stored value does not show the difference between operators, so another column of its kind
    // is tested too.
    if (values.length > 1) seenKinds.add(kind);
    for (const [operator, of] of [...operatorsOf[column.kind]!, ...(column.isNullable ? nulls : [])])
      for (const condition of [of(values[0], values.at(-1))])
        for (const where of [{ [column.name]: condition }, { NOT: { [column.name]: condition } }])
          whereCases.push({ told: [model, column.name, operator, 'NOT' in where], where: { AND: [ownWhere, where] } });
  }
  await expectSameCounts(model, whereCases);
});

/**
 * Shapes of relations that were tested already: list or not, nullable or not, to the same model or not. Relations of
 * one shape become the same SQL, so one of them is tested.
 */
const shapes = new Set<string>();
test.each(modelNames)('%s: every quantifier of every relation selects what Prisma selects', async (model) => {
  const ownWhere = ownRows(model);
  const questions: { told: unknown[]; where: object }[] = [];
  for (const { name, model: far, isList, isNullable } of relationsOf(model).values()) {
    const shape = `${isList} ${isNullable} ${far === model}`;
    const isFirst = !shapes.has(shape);
    shapes.add(shape);
    const farConditions = [ownRows(far), { NOT: ownRows(far) }];
    const inner = isFirst ? [{}, ...farConditions, { NOT: { AND: [] } }, { OR: [] }] : farConditions;
    const one = [...inner, ...(isNullable ? [null] : [])].flatMap((where) => [{ is: where }, { isNot: where }]);
    const many = ['some', 'every', 'none'].flatMap((quantifier) => inner.map((where) => ({ [quantifier]: where })));
    const operatorValues = isList ? [{}, ...many] : [...one, ...(isNullable ? [null] : [])];
    for (const condition of operatorValues)
      for (const where of [
        { [name]: condition },
        ...(isFirst ? [{ NOT: { [name]: condition } }, { OR: [{ [name]: condition }] }] : []),
      ])
        questions.push({ told: [model, JSON.stringify(where)], where: { AND: [ownWhere, where] } });
  }
  await expectSameCounts(model, questions);
});

const opposite = { NOT: { AND: [] } };
test.each([
  ['alone', () => opposite],
  ['the only alternative', () => ({ OR: [opposite] })],
  ['one of the alternatives', () => ({ OR: [opposite, { networkId: world.networkId }] })],
  ['one of inner alternatives', () => ({ OR: [{ OR: [opposite] }, { networkId: world.networkId }] })],
  ['all of an alternative', () => ({ OR: [{ AND: [opposite, opposite] }, { networkId: world.networkId }] })],
  ['part of an alternative', () => ({ OR: [{ AND: [opposite, { hidden: true }] }, { networkId: world.networkId }] })],
  ['its own opposite', () => ({ NOT: opposite })],
  ['an alternative of an opposite', () => ({ NOT: { OR: [opposite, { networkId: world.networkId }] } })],
  ['of related rows', () => ({ OR: [{ ports: { some: opposite } }, { hidden: true }] })],
  ['of no related rows', () => ({ ports: { none: { AND: [opposite] } } })],
])('the negation of an empty condition, %s, is no condition, as for Prisma', async (_where, condition) => {
  await expectSame('Host', 'count', { where: { AND: [ownRows('Host'), condition()] } });
});

test('a condition on a text within JSON matches the rows that Prisma finds', async () => {
  const run = await world.prisma.discovery.findFirstOrThrow({ where: { networkId: world.networkId } });
  await world.prisma.discovery.update({
    where: { id: run.id },
    data: { results: { phase: 'Failed', in: { it: 'x' } } },
  });
  for (const [path, equals] of [
    [['phase'], 'Failed'],
    [['phase'], 'Complete'],
    [['in', 'it'], 'x'],
    [['other'], 'x'],
  ])
    await expectSame('Discovery', 'count', { where: { AND: [ownRows('Discovery'), { results: { path, equals } }] } });
});

test('pages over several networks, from both ends, are those of all rows together', async () => {
  const where = { AND: [{ networkId: { in: [world.networkId, world.otherNetworkId, world.networkId] } }] };
  const select = { id: true, name: true };
  for (const model of ['Host', 'Service', 'Port'])
    for (const page of [
      { take: 1 },
      { take: 3 },
      { take: 2, skip: 1 },
      { take: -2 },
      { take: -1, skip: 1 },
      { skip: 1 },
    ]) {
      const orderBy = [{ createdAt: 'desc' }, { id: 'asc' }];
      await expectSame(model, 'findMany', {
        where,
        select: model === 'Port' ? { id: true } : select,
        orderBy,
        ...page,
      });
    }
});

test('a page is read without selecting the columns of its order, or those that its related rows are found by', async () => {
  const where = { AND: [{ networkId: { in: [world.networkId, world.otherNetworkId] } }] };
  const host = { select: { name: true } };
  for (const [select, orderBy] of [
    [{ number: true, host }, [{ host: { name: 'desc' } }, { protocol: 'asc' }, { id: 'asc' }]],
    [{ network: { select: { name: true } }, host: false }, [{ createdAt: 'asc' }, { id: 'desc' }]],
  ])
    for (const page of [{ take: 2 }, { take: -2 }, { take: 1, skip: 1 }])
      for (const rule of [where, { networkId: { in: [world.networkId] } }])
        await expectSame('Port', 'findMany', { where: rule, select, orderBy, ...page });
});

test('pages of related rows are those of each row', async () => {
  const orderBy = [{ ifIndex: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }];
  for (const page of [{ take: 1 }, { take: 2, skip: 1 }, { take: -1 }])
    await expectSame('Host', 'findMany', {
      where: ownRows('Host'),
      select: { id: true, interfaces: { select: { id: true }, orderBy, ...page }, _count: { select: { ports: true } } },
      orderBy: byName,
    });
});

test('one row is found by its id, or null', async () => {
  const { id } = pivot;
  const select = { id: true, name: true };
  await expectSame('Host', 'findUnique', { where: { id }, select });
  await expectSame('Host', 'findUnique', { where: { id: world.networkId }, select });
});

test.each(['Host', 'Service', 'Interface', 'Tag'])(
  '%s: rows of a list of ids are returned in the order of the ids',
  async (model) => {
    const byColumn = model === 'Interface' ? [{ ifIndex: { sort: 'desc', nulls: 'last' } }] : [{ name: 'desc' }];
    const orderBy = [...byColumn, { id: 'asc' }];
    const select = { id: true, createdAt: true };
    const where = ownRows(model);
    const rows = (await byPrisma(model, 'findMany', { where, select, orderBy })) as { id: string }[];
    expect(rows.length).toBeGreaterThan(1);
    for (const take of [rows.length + 1, rows.length, 1]) {
      const { ids, last } = (await directly(model, 'findIds', { where, select, orderBy, take })) as FoundIds;
      const takenRows = rows.slice(0, take);
      expect(ids.toString('hex')).toBe(takenRows.map(({ id }) => id.replaceAll('-', '')).join(''));
      expect(last).toEqual(takenRows.length === take ? takenRows.at(-1) : undefined);
    }
    const emptyIds = await directly(model, 'findIds', { where: { id: { in: [] } }, select, orderBy, take: 1 });
    expect(emptyIds).toEqual({ ids: Buffer.alloc(0) });
  },
);

test.each<[string, Reason, string, object]>([
  [
    'distinct rows with more than what is distinct',
    'argument',
    'findMany',
    { select: { id: true }, distinct: ['name'] },
  ],
  ['a cursor of a whole list', 'argument', 'findMany', { cursor: { id: randomUUID() } }],
  ['a cursor of related rows', 'argument', 'findMany', { select: { ports: { cursor: { id: randomUUID() } } } }],
  ['equality in any case', 'operator', 'findMany', { where: { name: { equals: 'x', mode: 'insensitive' } } }],
  // Prisma treats `not: { not: 'x' }` as a single negation. src/data/sql has no plan for this.
  ['an opposite of an opposite', 'operator', 'findMany', { where: { name: { not: { not: 'x' } } } }],
  ['a condition on whole JSON', 'json', 'count', { where: { topologies: { some: { options: { equals: {} } } } } }],
  ['an undefined condition', 'undefined', 'findMany', { where: { name: undefined } }],
  ['a list that is null', 'relation', 'findMany', { where: { services: null } }],
  ['a relation without a quantifier', 'relation', 'findMany', { where: { network: { name: 'x' } } }],
  ['a column that there is not', 'field', 'findMany', { select: { id: true, nonsense: true } }],
  ['a key of several columns', 'field', 'findUnique', { where: { networkId_name: { name: 'x' } } }],
  ['an order by a list', 'order', 'findMany', { orderBy: { services: { _count: 'asc' } } }],
  ['groups by two columns', 'groups', 'groupBy', { by: ['name', 'hidden'], _count: { _all: true } }],
  ['a count of what is no list', 'count', 'findMany', { select: { _count: { select: { network: true } } } }],
  ['a write', 'operation', 'deleteMany', {}],
  ['a sum', 'operation', 'aggregate', { _max: { name: true } }],
])('%s has no plan', (_name, reason, operation, args) => {
  expect(directly(operation === 'count' ? 'Network' : 'Host', operation, args)).toBe(NoPlan.because(reason));
});

test.each<[string, object, string]>([
  ['nothing', {}, 'TRUE'],
  ['two columns', { hidden: false, name: { not: null } }, 't.hidden = $1 AND t.name IS NOT NULL'],
  [
    'lists and patterns',
    { name: { in: ['a'], endsWith: 'b', mode: 'insensitive' } },
    't.name = ANY($1) AND t.name ILIKE $2',
  ],
  [
    'alternatives',
    { OR: [{ name: 'a' }, { hidden: true, NOT: { name: 'b' } }] },
    '((t.name = $1) OR (t.hidden = $2 AND NOT (t.name = $3)))',
  ],
  ['alternatives of none', { OR: [] }, 'FALSE'],
  [
    'no related row',
    { ports: { none: { number: 1 } } },
    'NOT EXISTS (SELECT FROM ports t1 WHERE t1.host_id = t.id AND t1.number = $1)',
  ],
  ['each related row, of which nothing is asked', { ports: { every: {} } }, '(TRUE)'],
  [
    'beyond a row',
    { OR: [{ AND: [{ name: { lt: 'a' } }] }, { AND: [{ name: 'a' }, { id: { lt: 'b' } }] }] },
    '(t.name, t.id) < ($1, $2)',
  ],
])(
  'the text of a condition on %s does not depend on its values: statements are cached by it',
  async (_name, where, text) => {
    const sentTexts: string[] = [];
    const reads = directReads((statement) => {
      sentTexts.push(statement);
      return Promise.resolve({ rows: [['0']], bytes: 0 });
    });
    await reads.read('Host', 'count', { where });
    expect(sentTexts).toEqual([`SELECT count(*) FROM hosts t WHERE ${text}`]);
  },
);

test('a required row is read, or reported missing as by Prisma', async () => {
  const select = { id: true, name: true };
  for (const operation of ['findUniqueOrThrow', 'findFirstOrThrow']) {
    await expectSame('Host', operation, { where: { id: pivot.id }, select });
    await expect(directly('Host', operation, { where: { id: world.networkId }, select })).rejects.toMatchObject({
      code: 'P2025',
    });
  }
});

test('distinct values are those of Prisma', async () => {
  const where = ownRows('Service');
  for (const order of ['asc', 'desc'])
    for (const page of [{}, { take: 2 }, { take: 1, skip: 1 }])
      await expectSame('Service', 'findMany', {
        where,
        ...{ distinct: ['serviceDefinition'], select: { serviceDefinition: true } },
        ...{ orderBy: [{ serviceDefinition: order }], ...page },
      });
  const both = { distinct: ['hidden', 'networkId'], select: { networkId: true, hidden: true } };
  const orderBy = [{ networkId: 'asc' }, { hidden: 'asc' }];
  await expectSame('Host', 'findMany', { where: ownRows('Host'), ...both, orderBy });
});

test('rows are found by what their lists have in common with other lists', async () => {
  const rows = await world.prisma.interface.findMany({ where: ownRows('Interface'), select: { fdbMacs: true } });
  const macs = rows.flatMap(({ fdbMacs }) => fdbMacs);
  expect(macs).not.toEqual([]);
  for (const hasSome of [[], ['nothing'], macs.slice(0, 1), ['nothing', ...macs]])
    for (const where of [{ fdbMacs: { hasSome } }, { NOT: { fdbMacs: { hasSome } } }])
      await expectSame('Interface', 'count', { where: { AND: [ownRows('Interface'), where] } });
});

test('pages of related rows are those of each row, forwards and backwards', async () => {
  const { hostId, networkId } = await world.prisma.port.findFirstOrThrow({ where: ownRows('Port') });
  const more = [50_001, 50_002, 50_003].map((number) => ({ hostId, networkId, number, protocol: 'Tcp' as const }));
  await world.prisma.port.createMany({ data: more });
  const orders = [
    [{ number: 'desc' }, { id: 'asc' }],
    [{ host: { name: 'asc' } }, { id: 'desc' }],
  ];
  for (const orderBy of orders)
    for (const page of [{}, { take: 2 }, { take: 1, skip: 1 }, { take: -2 }, { take: -2, skip: 1 }, { skip: 1 }]) {
      const ports = { select: { id: true }, orderBy, ...page };
      const sampleArguments = { ...ports, where: { number: { not: 50_002 } } };
      for (const listedIds of [ports, sampleArguments])
        await expectSame('Host', 'findMany', { where: { id: hostId }, select: { id: true, ports: listedIds } });
      await expectSame('Host', 'findMany', { where: ownRows('Host'), select: { ports }, orderBy: byName });
    }
});

test.each(modelNames)('%s: a whole row fits into one JSON array, for which PostgreSQL accepts 100 values', (model) => {
  expect(columnsOf(model).size + relationsOf(model).size + 1).toBeLessThanOrEqual(100);
});

test.each([
  ['2026-01-31 12:00:00+00', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31 12:00:00.5+00', '2026-01-31T12:00:00.500Z'],
  ['2026-01-31 12:00:00.05+00', '2026-01-31T12:00:00.050Z'],
  ['2026-01-31T12:00:00.123+00:00', '2026-01-31T12:00:00.123Z'],
  ['2026-01-31 12:00:00.25+01', '2026-01-31T11:00:00.250Z'],
  ['2026-01-31T12:00:00-03:30', '2026-01-31T15:30:00.000Z'],
  ['0099-01-01 00:00:00+00', '0099-01-01T00:00:00.000Z'],
])('the time %s is read as %s', (text, time) => {
  expect(parseTime(text).toISOString()).toBe(time);
});

test('a long list of ids is sent once, wherever a statement refers to it', async () => {
  const { networkId, otherNetworkId, prisma } = world;
  const sampleHosts = await prisma.host.findMany({ where: { networkId }, select: { id: true }, take: 3 });
  const networkIds = [networkId, otherNetworkId, ...Array.from({ length: 30 }, () => randomUUID())];
  const hostIds = [...sampleHosts.map(({ id }) => id), ...Array.from({ length: 29 }, () => randomUUID())];
  const within = () => ({ networkId: { in: [...networkIds] } });
  const below = { where: within(), orderBy: { id: 'asc' }, select: { id: true } };
  const args = {
    where: { AND: [within(), { OR: [{ id: { in: hostIds } }, { ports: { some: within() } }] }] },
    select: { id: true, services: below, ports: below, ipAddresses: below },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: 50,
  };
  await expectSame('Host', 'findMany', args);
  const sentEntries: unknown[][] = [];
  const reads = directReads((_text, values) => {
    sentEntries.push(values.filter((value) => Array.isArray(value)));
    return Promise.resolve({ rows: [], bytes: 0 });
  });
  await reads.read('Host', 'findMany', args, undefined, networkIds);
  expect(sentEntries.map((lists) => lists.sort())).toEqual([[networkIds, hostIds].sort()]);
});
