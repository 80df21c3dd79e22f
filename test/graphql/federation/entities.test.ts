// Tests the two root fields of Apollo Federation subgraphs, `_service` and `_entities`: what they return, what they
// refuse, and what they cost.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isObjectType, lexicographicSortSchema, parse, printSchema, type GraphQLUnionType } from 'graphql';
import { buildSubgraph } from '../../../src/graphql/federation/subgraph';
import { modelNames } from '../../../src/data/model/model-fields';
import { schema } from '../../../src/modules/types';
import type { Client, Reply } from '../../support/client';
import { databaseInstant } from '../../support/instants';
import { createWorld, type World } from '../../support/world';

let world: World;
let hostIds: string[];
let tagIds: string[];
beforeAll(async () => {
  world = await createWorld({ FEDERATION: 'on', LOG_LEVEL: 'silent' });
  const { prisma, networkId, organizationId } = world;
  await prisma.host.createMany({ data: [0, 1, 2].map((index) => ({ networkId, name: `host ${index}` })) });
  await prisma.tag.createMany({ data: [0, 1].map((index) => ({ organizationId, name: `tag ${index}` })) });
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  hostIds = idsOf(await prisma.host.findMany({ where: { networkId }, orderBy: { name: 'asc' } }));
  tagIds = idsOf(await prisma.tag.findMany({ where: { organizationId }, orderBy: { name: 'asc' } }));
});
afterAll(() => world.close());

const entities = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
  __typename ... on Host { id name network { name } } ... on Tag { id name } ... on ServiceDefinition { key: id name } } }`;
const ask = (representations: unknown, caller: Client = world.owner, headers: Record<string, string> = {}) =>
  caller.graphql(entities, { representations } as Record<string, unknown>, headers);
const errorsOf = ({ body }: Reply): [string, unknown][] =>
  (body.errors ?? []).map(({ extensions: { code, params } }: { extensions: { code: string; params: unknown } }) => [
    code,
    params,
  ]);
const host = (id: unknown) => ({ __typename: 'Host', id });

describe('the schema', () => {
  test('is the published one without federation, whether or not a subgraph was built from it', () => {
    const publishedSdl = readFileSync(path.join(__dirname, '../../../schema/schema.graphql'), 'utf8');
    const printSchemaText = () => `${printSchema(lexicographicSortSchema(schema))}\n`;
    expect(printSchemaText()).toBe(publishedSdl);
    buildSubgraph(schema);
    expect(printSchemaText()).toBe(publishedSdl);
  });

  test('without federation has neither field', async () => {
    const plain = await createWorld();
    try {
      for (const query of ['{ _service { sdl } }', '{ _entities(representations: []) { __typename } }']) {
        const reply = await plain.owner.graphql(query);
        expect([reply.status, errorsOf(reply)[0]?.[0]]).toEqual([400, 'validation_invalid_format']);
      }
    } finally {
      await plain.close();
    }
  });

  test('has as entities all types of rows with an id, and known software', () => {
    const entity = buildSubgraph(schema).getType('_Entity') as GraphQLUnionType;
    const withId = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && 'id' in type.getFields());
    const expectedNames = withId.map(({ name }) => name).filter((name) => modelNames.includes(name));
    expect(
      entity
        .getTypes()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...expectedNames, 'ServiceDefinition'].sort());
    // DaemonWorkSession has an id but is no entity: it shows rows of another type, DiscoverySession, to daemons.
    expect(
      withId.map(({ name }) => name).filter((name) => ![...expectedNames, 'ServiceDefinition'].includes(name)),
    ).toEqual(['DaemonWorkSession']);
  });

  test('is returned with the keys of its entities, and without what a subgraph does not export', async () => {
    const { _service } = await world.owner.query('{ _service { sdl } }');
    const sdl = _service.sdl as string;
    const types = parse(sdl).definitions.filter((node) => node.kind === 'ObjectTypeDefinition');
    const entity = buildSubgraph(schema).getType('_Entity') as GraphQLUnionType;
    const withKey = types.filter(({ directives }) => directives!.some(({ name }) => name.value === 'key'));
    expect(withKey.map(({ name }) => name.value).sort()).toEqual(
      entity
        .getTypes()
        .map(({ name }) => name)
        .sort(),
    );
    expect(sdl).toMatch(/^type PageInfo @shareable \{$/m);
    expect(sdl).not.toMatch(/\bimplements [^{]*\bNode\b|^interface Node\b|^directive|^ {2}nodes?\(nodeIds?/m);
    expect(sdl).toMatch(/^ {2}asOf\($/m);
    // Without a federation gateway, callers still have node ids and the field `node`.
    const [id] = hostIds;
    const { host: foundHost } = await world.owner.query(`{ host(id: "${id}") { nodeId } }`);
    const { node } = await world.owner.query(`{ node(nodeId: "${foundHost.nodeId}") { ... on Host { name } } }`);
    expect(node).toEqual({ name: 'host 0' });
  });
});

test('answers are in the order of the references, and repeated ones are answered each time', async () => {
  const row = (index: number) => ({
    ...{ __typename: 'Host', id: hostIds[index], name: `host ${index}` },
    network: { name: 'North' },
  });
  const tag = { __typename: 'Tag', id: tagIds[1], name: 'tag 1' };
  const software = { __typename: 'ServiceDefinition', key: 'MariaDB', name: 'MariaDB' };
  const ofSoftware = { __typename: 'ServiceDefinition', id: 'MariaDB', more: [1] };
  const representationList = [host(hostIds[2]), tag, host(hostIds[0]), ofSoftware, host(hostIds[2]!.toUpperCase())];
  // The service compiles a query that is sent this often, so the compiled query is tested as well.
  for (let turn = 0; turn < 5; turn += 1) {
    const reply = await ask(representationList);
    expect(reply.body).toEqual({ data: { _entities: [row(2), tag, row(0), software, row(2)] } });
  }
  const literal = `{ _entities(representations: [{ __typename: "Host", id: "${hostIds[1]}" }]) { ... on Host { name } } }`;
  expect((await world.owner.query(literal))._entities).toEqual([{ name: 'host 1' }]);
  // A single object is accepted as a list with one element, as in every GraphQL argument.
  expect((await ask(host(hostIds[1]))).body.data._entities).toEqual([row(1)]);
  expect((await ask([])).body).toEqual({ data: { _entities: [] } });
});

test('an invalid reference is null with an error, and the others are answered', async () => {
  const [id] = hostIds;
  const absent = '00000000-0000-4000-8000-000000000000';
  const wrong = [
    ...['', 'Host', 7, true, [], [host(id)], {}, { id }, { __typename: 'Host' }, host(null), host(7), host([id])],
    ...['', 'x', `${id}@2026-01-01T00:00:00.000Z`, `${id} `, 'a'.repeat(5000)].map(host),
    ...[
      'host',
      'Query',
      'Past',
      'HostConnection',
      'DaemonWorkSession',
      'Node',
      '_Entity',
      '__proto__',
      'constructor',
    ].map((__typename) => ({ __typename, id })),
    { __typename: ['Host'], id },
  ];
  for (const one of wrong) {
    const reply = await ask([one, host(id)]);
    expect([one, reply.status, reply.body.data?._entities.map((foundEntity: unknown) => foundEntity !== null)]).toEqual(
      [...[one, 200], [false, true]],
    );
    expect([one, errorsOf(reply)]).toEqual([one, [['validation_invalid_format', { field: 'representations' }]]]);
    expect(reply.body.errors[0].path).toEqual(['_entities', 0]);
  }
  const missing = await ask([host(id), host(absent), { __typename: 'ServiceDefinition', id: 'no such' }]);
  expect(missing.body.data._entities.slice(1)).toEqual([null, null]);
  expect(errorsOf(missing)).toEqual([
    ['entity_not_found', { entity: 'Host', id: absent }],
    ['entity_not_found', { entity: 'ServiceDefinition', id: 'no such' }],
  ]);
});

test('a value that is no list of references is refused as a whole', async () => {
  for (const representations of [null, undefined, [null]]) {
    const reply = await ask(representations);
    expect([representations, reply.status]).toEqual([representations, 400]);
    expect(errorsOf(reply)[0]![0]).toMatch(/^validation_/);
  }
  const unstorable = ['\u0000', '\ud800'].map((text) => ({ __typename: 'Host', id: text }));
  for (const one of unstorable) expect((await ask([one])).status).toBe(400);
  const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown;
  expect((await ask([{ ...host(hostIds[0]), deep }])).status).toBe(400);
});

test('at most 1,000 references are accepted, and cost the rows that they may read', async () => {
  const many = (count: number) => Array.from({ length: count }, () => host(hostIds[0]));
  const costOf = async (count: number) =>
    (await ask(many(count), world.owner, { 'x-graphql-cost': '1' })).body.extensions.cost.requested as number;
  const [one, most] = [await costOf(1), await costOf(1000)];
  expect(one).toBeGreaterThan(0);
  expect(most).toBe(1000 * one);
  const all = await ask(many(1000));
  expect([all.body.errors, all.body.data._entities.length]).toEqual([undefined, 1000]);
  const over = await ask(many(1001));
  expect([over.body.data, errorsOf(over)]).toEqual([
    null,
    [['validation_out_of_range', { field: 'representations', min: 0, max: 1000 }]],
  ]);
  const nestedQuery = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
    ... on Network { hosts(first: 1000) { nodes { id services { id } } } } } }`;
  const statements = await world.queries.during(async () => {
    const reply = await world.owner.graphql(nestedQuery, { representations: many(1000) });
    expect([reply.status, errorsOf(reply)[0]![0]]).toEqual([400, 'query_too_expensive']);
  });
  expect(statements.filter((sql) => /"?hosts"?/.test(sql))).toEqual([]);
  const service = await world.owner.graphql('{ _service { sdl } }', {}, { 'x-graphql-cost': '1' });
  expect(service.body.extensions.cost.requested).toBeGreaterThanOrEqual(4000);
});

test('references of one type take one statement, whatever their number', async () => {
  const countStatements = (representations: unknown) => world.queries.countNeeded(() => ask(representations));
  const tag = (id: string) => ({ __typename: 'Tag', id });
  const emptyCount = await countStatements([]);
  const one = await countStatements([host(hostIds[0])]);
  expect(await countStatements(hostIds.map(host))).toBe(one);
  expect(await countStatements([tag(tagIds[0]!)])).toBe(emptyCount + 1);
  expect(await countStatements(tagIds.map(tag))).toBe(emptyCount + 1);
  expect(await countStatements([tag(tagIds[0]!), ...hostIds.map(host), tag(tagIds[1]!)])).toBe(one + 1);
});

test('entities are read as of the instant of the operation', async () => {
  const { prisma } = world;
  const [id] = hostIds;
  const at = await databaseInstant(prisma);
  await prisma.host.update({ where: { id: id! }, data: { name: 'renamed' } });
  try {
    const queryWithDirective = (directive: string) =>
      world.owner.query(
        `query ($r: [_Any!]!) ${directive} { _entities(representations: $r) { ... on Host { name } } }`,
        { r: [host(id)] },
      );
    expect((await queryWithDirective(''))._entities).toEqual([{ name: 'renamed' }]);
    expect((await queryWithDirective(`@at(instant: "${at.toISOString()}")`))._entities).toEqual([{ name: 'host 0' }]);
  } finally {
    await prisma.host.update({ where: { id: id! }, data: { name: 'host 0' } });
  }
});

test('entities are limited to the rights of the credential', async () => {
  const { owner, viewer, key, anonymous, prisma, organizationId } = world;
  const invite = await prisma.userApiKey.findFirstOrThrow({ where: { organizationId } });
  const hiddenEntity = { __typename: 'UserApiKey', id: invite.id };
  const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on UserApiKey { name } } }';
  expect((await owner.query(query, { r: [hiddenEntity] }))._entities).toEqual([{ name: 'key' }]);
  expect(errorsOf(await viewer.graphql(query, { r: [hiddenEntity] }))[0]![0]).toBe('entity_not_found');
  expect(errorsOf(await key.graphql(query, { r: [hiddenEntity] }))[0]![0]).toBe('auth_user_context_required');
  const audit = { __typename: 'AuditEvent', id: invite.id };
  expect(errorsOf(await ask([audit], viewer))[0]![0]).toBe('auth_permission_denied');
  const daemon = await world.addDaemon();
  for (const [caller, code, status] of [
    [anonymous, 'auth_not_authenticated', 401],
    [daemon, 'auth_user_context_required', 200],
  ] as const) {
    const inFragment = 'query { ...F } fragment F on Query { _service { sdl } }';
    const replies = [
      await ask([host(hostIds[0])], caller),
      await caller.graphql('{ _service { sdl } }'),
      await caller.graphql(inFragment),
    ];
    for (const reply of replies) {
      expect([code, reply.status, errorsOf(reply)[0]![0]]).toEqual([code, status, code]);
      expect(reply.body.data ?? null).toBe(null);
    }
  }
});

test('entities cost tokens of the rate limit, and are refused where only trusted documents run', async () => {
  const limitedWorld = await createWorld({ FEDERATION: 'on', RATE_LIMIT: 'on', QUERY_COST_MAXIMUM: '1000000' });
  try {
    const { networkId, key } = limitedWorld;
    const representations = Array.from({ length: 1000 }, () => ({ __typename: 'Network', id: networkId }));
    const nestedQuery = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on Network { hosts(first: 500) { nodes { id } } } } }`;
    const reportOf = async (reportedRows: readonly object[]) => {
      const reply = await key.graphql(nestedQuery, { representations: reportedRows }, { 'x-graphql-cost': '1' });
      expect(reply.body.errors).toBeUndefined();
      return reply.body.extensions.cost;
    };
    const [before, after] = [await reportOf(representations.slice(0, 1)), await reportOf(representations)];
    expect([before.tokens, after.tokens]).toEqual([1, Math.ceil(after.requested / 5000)]);
    expect(after.tokens).toBeGreaterThan(80);
    // The rate limit refills some tokens while the service builds the response, so the test expects at least half of
    // the cost.
    expect(before.rateLimit.remaining - after.rateLimit.remaining).toBeGreaterThan(after.tokens / 2);
  } finally {
    await limitedWorld.close();
  }
  const closedWorld = await createWorld({ FEDERATION: 'on', TRUSTED_DOCUMENTS_ONLY: 'on' });
  try {
    for (const query of ['{ _service { sdl } }', '{ _entities(representations: []) { __typename } }'])
      expect(errorsOf(await closedWorld.owner.graphql(query))[0]![0]).toBe('document_not_trusted');
  } finally {
    await closedWorld.close();
  }
});
