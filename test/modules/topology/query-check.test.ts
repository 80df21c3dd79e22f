// Checks with a query: which queries are refused when a check is saved, with whose rights a query runs, how much time
// and memory it may take, and its verdicts about the past.
import { randomUUID } from 'node:crypto';
import { judgeDueNetworks } from '../../../src/modules/topology/check/judge-networks.sql';
import { lookBack } from '../../../src/modules/topology/check/look-back.sql';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { databaseInstant } from '../../support/instants';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createWorld, type Caller, type World } from '../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

let database: OwnDatabase;
let world: World;
/** A Member who can access only the first network. */
let one: Caller;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  one = await world.addUser('Member', [world.networkId]);
});
afterEach(() => world.prisma.check.deleteMany({ where: { organizationId: world.organizationId } }));
afterAll(async () => {
  await world.stop();
  await database.drop();
});

const failures: unknown[] = [];
const rows = () => new RowsAside((error) => failures.push(error));
const judgeAll = () => judgeDueNetworks(world.prisma, new Date(), rows(), world.judging);
afterEach(() => expect(failures).toEqual([]));

const hostsDocument = 'query ($networkId: UUID!) { hosts(networkId: $networkId, first: 100) { nodes { id name } } }';
const namesEmpty = 'hosts.nodes.filter(h, h.name == "").map(h, {"id": h.id, "message": "no name"})';
const rule = (more: object = {}) => ({
  type: 'QueryFindsNothing',
  document: hostsDocument,
  expression: namesEmpty,
  ...more,
});
const creation = (caller: Caller, more: object = {}, check: object = {}) =>
  caller.rest.post('/checks', {
    name: `q ${randomUUID()}`,
    network_ids: [world.networkId],
    rule: rule(more),
    ...check,
  });
const create = async (caller: Caller, more: object = {}, check: object = {}): Promise<Json> => {
  const { status, body, story } = await creation(caller, more, check);
  if (status !== 200) throw new Error(story);
  return body.data;
};
const tested = async (more: object, caller: Caller = one, networkId = world.networkId): Promise<Json> => {
  const { status, body, story } = await caller.rest.post('/checks/test', { network_id: networkId, rule: rule(more) });
  if (status !== 200) throw new Error(story);
  return body.data;
};
const addHost = async (name: string, networkId = world.networkId) =>
  (await world.prisma.host.create({ data: { networkId, name } })).id;
const verdictOf = async (id: string): Promise<Json> =>
  (await world.owner.rest.get(`/check-verdicts?check_id=${id}&with_findings=true`)).body.data[0];

test('a check with a query is saved with its cost, read back, and judged when the network changes', async () => {
  const check = await create(one);
  expect(check.rule).toEqual(rule());
  expect(check.document_cost).toBeGreaterThan(0);
  const put = await one.rest.put(`/checks/${check.id}`, {
    ...{ name: check.name, severity: 'Info', network_ids: check.network_ids, rule: check.rule },
  });
  expect([put.status, put.body.data.rule]).toEqual([200, rule()]);
  await judgeAll();
  expect(await verdictOf(check.id)).toMatchObject({ state: 'Passing', findings: [], missing: [] });
  const hostId = await addHost('');
  await judgeAll();
  expect(await verdictOf(check.id)).toMatchObject({
    ...{ state: 'Failing', finding_count: 1 },
    findings: [{ code: 'found_by_query', subject: 'Host', message: 'no name', element_ids: [hostId] }],
  });
  await world.prisma.host.update({ where: { id: hostId }, data: { name: 'named' } });
  await judgeAll();
  expect(await verdictOf(check.id)).toMatchObject({ state: 'Passing', finding_count: 0 });
  await world.prisma.host.delete({ where: { id: hostId } });
});

const document = 'rule.query_finds_nothing.document';
const expression = 'rule.query_finds_nothing.expression';
test.each<[string, object, string, object]>([
  [
    'no GraphQL',
    { document: 'query {\n  hosts {' },
    'check_document_invalid',
    { field: document, line: 2, column: 10 },
  ],
  ['an unknown field', { document: '{ hosts { nodes { nam } } }' }, 'check_document_invalid', { line: 1, column: 19 }],
  ['two queries', { document: 'query A { __typename } query B { __typename }' }, 'check_document_invalid', {}],
  ['a mutation', { document: 'mutation { deleteTag(id: "1") }' }, 'check_document_invalid', { line: 1, column: 1 }],
  ['a subscription', { document: 'subscription { __typename }' }, 'check_document_invalid', {}],
  [
    'another variable',
    { document: 'query ($first: Int) { hosts(first: $first) { nodes { id } } }' },
    ...(['check_document_invalid', { line: 1, column: 8 }] as const),
  ],
  [
    'a fixed instant',
    { document: 'query @at(instant: "2026-01-01T00:00:00Z") { hosts { nodes { id } } }' },
    ...(['check_document_invalid', { line: 1, column: 7 }] as const),
  ],
  ['users', { document: '{ users { nodes { email } } }' }, 'check_document_denied', { name: 'Query.users' }],
  ['the schema', { document: '{ __schema { types { name } } }' }, 'check_document_denied', { name: 'Query.__schema' }],
  [
    'a user below a row',
    { document: '{ snapshots { nodes { id createdByUser { email } } } }' },
    ...(['check_document_denied', { name: 'Snapshot.createdByUser', line: 1, column: 26 }] as const),
  ],
  [
    'a filter by credentials',
    { document: '{ hosts(filter: { credentials: { some: { name: { eq: "a" } } } }) { nodes { id } } }' },
    ...(['check_document_denied', { name: 'credentials' }] as const),
  ],
  [
    'too much',
    { document: '{ hosts(first: 1000) { nodes { interfacesConnection(first: 100) { nodes { id } } } } }' },
    ...(['query_too_expensive', { field: document, maximum: 20_000 }] as const),
  ],
  [
    'no CEL',
    { expression: 'hosts.nodes.filter(h' },
    'check_expression_invalid',
    { field: expression, line: 1, column: 21 },
  ],
  ['another name', { expression: 'ports.nodes' }, 'check_expression_invalid', { problem: 'Unknown variable: ports' }],
  ['no list', { expression: '1 + 2' }, 'check_expression_invalid', { field: expression }],
])('%s is refused when the check is saved, updated or tested', async (_name, more, code, params) => {
  const { body, status } = await creation(one, more);
  expect([status, body.code]).toEqual([400, code]);
  expect(body.params).toMatchObject(params);
  const check = await create(one, {}, { name: `u ${randomUUID()}` });
  const update = { name: check.name, network_ids: check.network_ids, rule: rule(more) };
  expect((await one.rest.put(`/checks/${check.id}`, update)).body.code).toBe(code);
  const test = { network_id: world.networkId, rule: rule(more) };
  expect((await one.rest.post('/checks/test', test)).body.code).toBe(code);
});

test('a query selects for itself: the check selects no hosts, also if one of both is changed alone', async () => {
  const refused = { code: 'validation_invalid_format', params: { field: 'selection' } };
  expect((await creation(one, {}, { selection: { roles: ['Switch'] } })).body).toMatchObject(refused);
  const { id } = await create(one);
  const update = `mutation ($id: UUID!, $input: UpdateCheckInput!) { updateCheck(id: $id, input: $input) { id } }`;
  const codeOf = async (input: object) =>
    (await one.graphql(update, { id, input })).body.errors?.[0].extensions.code as string | undefined;
  expect(await codeOf({ selection: { roles: ['Switch'] } })).toBe('validation_invalid_format');
  expect(await codeOf({ rule: { noAddressTwice: true }, selection: { roles: ['Switch'] } })).toBeUndefined();
  const query = { queryFindsNothing: { document: hostsDocument, expression: namesEmpty } };
  expect(await codeOf({ rule: query })).toBe('validation_invalid_format');
  expect(await codeOf({ rule: query, selection: null })).toBeUndefined();
});

test('the query runs with the rights of a Viewer of the judged network, whoever saved or tests it', async () => {
  const [here, there] = [await addHost('shared name'), await addHost('shared name', world.otherNetworkId)];
  const everywhere = {
    document: '{ hosts(first: 100) { nodes { id name } } networks { nodes { id } } }',
    expression: 'hosts.nodes.filter(h, h.name == "shared name") + networks.nodes',
  };
  const { findings, document_cost } = await tested(everywhere, world.owner);
  expect(findings.map((finding: Json) => finding.element_ids).flat()).toEqual([here]);
  expect(findings.map((finding: Json) => finding.message).sort()).toEqual([world.networkId, 'shared name'].sort());
  expect(document_cost).toBeGreaterThan(0);
  const check = await create(world.owner, everywhere, { all_networks: true, network_ids: [] });
  await judgeAll();
  const verdicts = (await world.owner.rest.get(`/check-verdicts?check_id=${check.id}&with_findings=true`)).body
    .data as Json[];
  const ids = (networkId: string) =>
    verdicts.find((one) => one.network_id === networkId).findings.flatMap((finding: Json) => finding.element_ids);
  expect([ids(world.networkId), ids(world.otherNetworkId)]).toEqual([[here], [there]]);
  // A user who saves a check must have access to all networks of the check.
  const outside = await creation(one, {}, { network_ids: [world.otherNetworkId] });
  expect([outside.status, outside.body.code]).toEqual([403, 'entity_access_denied']);
  await world.prisma.host.deleteMany({ where: { id: { in: [here, there] } } });
});

const doubled = (times: number) =>
  Array.from({ length: times }, (_, at) => `cel.bind(l${at + 1}, l${at} + l${at}, `).join('');

const codesOf = (verdict: Json) => [verdict.state, verdict.missing.map((one: Json) => one.code)];

test('what a query or expression cannot say is Unknown, with the reason', async () => {
  const ids = await Promise.all(['a', 'b', 'c'].map((name) => addHost(name)));
  const short = 'query ($networkId: UUID!) { hosts(networkId: $networkId, first: 2) { nodes { id name } } }';
  expect(codesOf(await tested({ document: short }))).toEqual(['Unknown', ['answer_incomplete']]);
  const withPage = short.replace('nodes', 'pageInfo { hasNextPage } nodes');
  expect(codesOf(await tested({ document: withPage }))).toEqual(['Passing', []]);
  expect(codesOf(await tested({ expression: 'hosts.nodes.filter(h, h.nam == "")' }))).toEqual([
    ...['Unknown', ['expression_failed']],
  ]);
  const missingHostDocument = `{ host(id: "${randomUUID()}") { id } }`;
  const failed = await tested({ document: missingHostDocument, expression: '[host]' });
  expect(codesOf(failed)).toEqual(['Unknown', ['query_failed']]);
  expect(failed.missing[0].message).toContain('entity_not_found');
  await world.prisma.host.deleteMany({ where: { id: { in: ids } } });
});

test.each([
  ['time', `"${'a'.repeat(40)}!".matches("^(a+)+$") ? [{"message": "matches"}] : []`],
  [
    'memory',
    // Doubles a list 18 times, so that evaluating the expression takes more memory than allowed.
    `cel.bind(l0, "${'x'.repeat(300)}".split(""), ${doubled(18)}[{"message": string(size(l18))}]${')'.repeat(19)}`,
  ],
])('an expression that takes too much %s is ended, and the service goes on', async (_what, costly) => {
  expect(codesOf(await tested({ expression: costly }))).toEqual(['Unknown', ['expression_took_too_long']]);
  expect(codesOf(await tested({}))).toEqual(['Passing', []]);
});

test('the past is judged by a document that reads it, and is Unknown otherwise', async () => {
  const past = `query ($networkId: UUID!, $at: DateTime!) @at(instant: $at) {
    hosts(networkId: $networkId, first: 100) { nodes { id name } } }`;
  const before = await databaseInstant(world.prisma);
  const hostId = await addHost('');
  const between = await databaseInstant(world.prisma);
  await world.prisma.host.update({ where: { id: hostId }, data: { name: 'named' } });
  const check = await create(one, { document: past });
  const blind = await create(one);
  await judgeAll();
  await lookBack(world.prisma, new Date(), rows(), world.judging);
  const timeline = async (id: string): Promise<Json> =>
    (
      await one.rest.get(
        `/checks/${id}/timeline?network_id=${world.networkId}&from=${before.toISOString()}&to=${new Date().toISOString()}`,
      )
    ).body.data.parts.map(({ state }: Json) => state);
  expect(await timeline(check.id)).toEqual(['Passing', 'Failing', 'Passing']);
  expect(await timeline(blind.id)).toEqual(['Unknown']);
  const [seenVerdict, unseenVerdict] = [await verdictOf(check.id), await verdictOf(blind.id)];
  expect([seenVerdict.state, seenVerdict.since_is_at_least, new Date(seenVerdict.since) > between]).toEqual([
    'Passing',
    false,
    true,
  ]);
  expect([unseenVerdict.state, unseenVerdict.since_is_at_least]).toEqual(['Passing', true]);
  await world.prisma.host.delete({ where: { id: hostId } });
});

test('an organization has at most 20 checks with a query', async () => {
  const { organizationId } = world;
  const stored = { organizationId, allNetworks: true, kind: 'QueryFindsNothing', rule: rule() };
  await world.prisma.check.createMany({
    data: Array.from({ length: 19 }, (_, at) => ({ ...stored, name: `stored ${at}` })),
  });
  await create(one);
  const { status, body } = await creation(one);
  expect([status, body.code, body.params]).toEqual([409, 'checks_exceeded', { max: 20, kind: 'QueryFindsNothing' }]);
  const other = await create(one, {}, { rule: { type: 'NoAddressTwice' } });
  const update = { name: other.name, network_ids: other.network_ids, rule: rule() };
  expect((await one.rest.put(`/checks/${other.id}`, update)).body.code).toBe('checks_exceeded');
});
