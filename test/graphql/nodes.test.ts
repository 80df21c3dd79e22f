// Tests node ids: every type with an identity has a node id, and each node id leads back to its object. No node id
// reveals a row that the caller may not see.
import { isInterfaceType, isObjectType, type GraphQLObjectType } from 'graphql';
import { encodeNodeId, rowKey } from '../../src/graphql/node/node-ids';
import { schema } from '../../src/modules/types';
import { topologyViews } from '../../src/modules/topology/graph/options';
import { isCleanText } from '../../src/platform/text/validation';
import type { Client, Reply } from '../support/client';
import { databaseInstant } from '../support/instants';
import { getters, rootLists } from '../tenancy/schema-shape';
import { findLeaks } from '../tenancy/leaks';
import { absentId, createWalledWorld, type WalledWorld } from '../tenancy/walled-world';

let walledWorld: WalledWorld;
let then: Date;
let topologyId: string;
beforeAll(async () => {
  walledWorld = await createWalledWorld();
  const { prisma, networkId } = walledWorld.world;
  topologyId = (await prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;
  then = await databaseInstant(prisma);
  await prisma.host.updateMany({ where: { networkId }, data: { description: 'changed since' } });
});
afterAll(() => walledWorld.close());

const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));
const node = 'query($nodeId: ID!) { node(nodeId: $nodeId) { __typename nodeId } }';
const nodes = 'query($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { __typename nodeId } }';
const codesOf = ({ body }: Reply): string[] =>
  (body.errors ?? []).map(({ extensions }: { extensions: { code: string } }) => extensions.code);

test('every type with an id is a Node, and a Node has no other kind of id', () => {
  const withId = types.filter(
    (type): type is GraphQLObjectType => (isObjectType(type) || isInterfaceType(type)) && 'id' in type.getFields(),
  );
  expect(withId.length).toBeGreaterThan(25);
  const others = withId.filter((type) => !type.getInterfaces().some(({ name }) => name === 'Node'));
  expect(others.map(({ name }) => name)).toEqual([]);
  const ofGraphs = types.filter(
    (type): type is GraphQLObjectType =>
      isObjectType(type) && type.getInterfaces().some(({ name }) => /^Graph/.test(name)),
  );
  expect(ofGraphs.length).toBeGreaterThan(10);
  for (const type of ofGraphs)
    expect([type.name, 'id' in type.getFields(), 'nodeId' in type.getFields()]).toEqual([type.name, false, true]);
});

test('getters of one row are nullable, in the query and in the past', () => {
  for (const root of ['Query', 'Past'])
    for (const { field } of getters) {
      const { type } = (schema.getType(root) as GraphQLObjectType).getFields()[field]!;
      expect([root, field, String(type).endsWith('!')]).toEqual([root, field, false]);
    }
});

test('the past has every read of the type Query', () => {
  const [query, past] = ['Query', 'Past'].map((name) =>
    Object.keys((schema.getType(name) as GraphQLObjectType).getFields()),
  );
  expect(past!.filter((name) => !['instant', 'nodeId'].includes(name)).sort()).toEqual(
    query!.filter((name) => !['asOf', 'node', 'nodes'].includes(name)).sort(),
  );
});

/** The node ids of the first three rows in a list, at present and as of `then`. */
async function listNodeIds(caller: Client, field: string): Promise<Record<'live' | 'past', string[]>> {
  const rows = `${field}(first: 3) { nodes { nodeId } }`;
  const { body } = await caller.graphql(
    `query($at: DateTime!) { live: ${rows} asOf(instant: $at) { past: ${rows} } }`,
    { at: then },
  );
  const idsOf = (page: { nodes: { nodeId: string }[] }) => page.nodes.map(({ nodeId }) => nodeId);
  return { live: idsOf(body.data.live), past: idsOf(body.data.asOf.past) };
}

test.each(rootLists)(
  'rows of $field are found by their node ids, of the present and of an instant',
  async ({ field, model }) => {
    const { owner } = walledWorld.world;
    const { live, past } = await listNodeIds(owner, field);
    expect(live.length).toBeGreaterThan(0);
    expect(new Set([...live, ...past]).size).toBe(live.length + past.length);
    const all = [...live, ...past];
    const answer = await owner.query(nodes, { nodeIds: all });
    expect(answer.nodes).toEqual(all.map((nodeId) => ({ __typename: model, nodeId })));
    for (const nodeId of [live[0], past[0]])
      if (nodeId) expect((await owner.query(node, { nodeId })).node).toEqual({ __typename: model, nodeId });
  },
);

test('a row by its node id has the values and relations that it has elsewhere, at its own instant', async () => {
  const { owner } = walledWorld.world;
  const row =
    'nodeId name description updatedAt services { nodeId name host { nodeId description } } tags { nodeId name }';
  const list = `hosts(first: 3, networkId: "${walledWorld.world.networkId}") { nodes { ${row} } }`;
  const { hosts, asOf } = await owner.query(`query($at: DateTime!) { ${list} asOf(instant: $at) { ${list} } }`, {
    at: then,
  });
  const all = [...hosts.nodes, ...asOf.hosts.nodes];
  expect(hosts.nodes.map((one: { description: string }) => one.description)).toEqual(
    hosts.nodes.map(() => 'changed since'),
  );
  expect(asOf.hosts.nodes.map((one: { description: string }) => one.description)).not.toContain('changed since');
  const requestedQuery = `query($ids: [ID!]!) { nodes(nodeIds: $ids) { ... on Host { ${row} } } }`;
  const ids = all.map(({ nodeId }: { nodeId: string }) => nodeId);
  // Sends the query so often that the service compiles it, and tests the compiled query too.
  for (let turn = 0; turn < 5; turn += 1) expect((await owner.query(requestedQuery, { ids })).nodes).toEqual(all);
  // With the `@at` directive, a node id that contains an instant is still read at that instant.
  const datedQuery = requestedQuery.replace(
    'query($ids: [ID!]!)',
    'query($ids: [ID!]!, $at: DateTime!) @at(instant: $at)',
  );
  expect((await owner.query(datedQuery, { ids, at: then })).nodes).toEqual(all);
});

test('nodes take as many statements as there are types and instants', async () => {
  const { owner } = walledWorld.world;
  const [hosts, services] = [await listNodeIds(owner, 'hosts'), await listNodeIds(owner, 'services')];
  const countStatements = (nodeIds: readonly string[]) =>
    walledWorld.world.queries.countNeeded(() => owner.query(nodes, { nodeIds }));
  const one = await countStatements([hosts.live[0]!]);
  expect(await countStatements(hosts.live)).toBe(one);
  expect(await countStatements([...hosts.live, ...services.live])).toBe(one + 1);
  // Reading a past instant takes one statement more, which checks whether the instant is retained.
  const past = await countStatements([hosts.past[0]!]);
  expect(await countStatements(hosts.past)).toBe(past);
  expect(past).toBe(one + 1);
});

const models = [...new Set([...rootLists, ...getters].map(({ model }) => model))];
test.each(models)('a %s out of reach is answered like a missing one', async (model) => {
  for (const { caller, beyond, forbidden, audited, name } of walledWorld.callers) {
    const [id] = beyond[model] ?? [];
    if (!id) continue;
    for (const at of [undefined, then]) {
      const [thereReply, missing] = [id, absentId()].map((one) => ({
        one,
        nodeId: encodeNodeId({ type: model, key: rowKey(one, at) }),
      }));
      const ask = (nodeId: string) =>
        Promise.all([caller.graphql(node, { nodeId }), caller.graphql(nodes, { nodeIds: [nodeId] })]);
      const [answers, expectedValues] = [await ask(thereReply!.nodeId), await ask(missing!.nodeId)];
      expect(answers[0]!.body.data).toEqual({ node: null });
      expect(answers[1]!.body.data).toEqual({ nodes: [null] });
      const plain = (replies: readonly Reply[], id: string) =>
        replies.map(({ status, body }) => [status, JSON.stringify(body).replaceAll(id, 'ID')]);
      expect([name, plain(answers, thereReply!.one)]).toEqual([name, plain(expectedValues, missing!.one)]);
      const reportedJson = JSON.stringify(answers.map(({ body }) => body)).replaceAll(thereReply!.one, '');
      expect(findLeaks({ forbidden, audited }, reportedJson)).toEqual([]);
    }
  }
});

test('a node out of reach is null with an error, and the others are answered', async () => {
  const { owner } = walledWorld.world;
  const { live } = await listNodeIds(owner, 'vlans');
  const reply = await owner.graphql(nodes, {
    nodeIds: [live[0], encodeNodeId({ type: 'Vlan', key: absentId() }), 'no id', live[0]],
  });
  expect(reply.body.data.nodes.map((one: unknown) => one !== null)).toEqual([true, false, false, true]);
  expect(codesOf(reply)).toEqual(['entity_not_found', 'validation_invalid_format']);
  const pair = await owner.graphql(`{ vlan(id: "${absentId()}") { id } vlans { totalCount } }`);
  expect([pair.body.data.vlan, typeof pair.body.data.vlans.totalCount, codesOf(pair)]).toEqual([
    null,
    'number',
    ['entity_not_found'],
  ]);
});

test('a row that the caller cannot read cannot be read by its node id either', async () => {
  const { owner, viewer, key, anonymous } = walledWorld.world;
  for (const [field, caller, code] of [
    ['users', viewer, 'entity'],
    ['invites', viewer, 'auth_permission_denied'],
    ['auditEvents', viewer, 'auth_permission_denied'],
    ['userApiKeys', key, 'auth_user_context_required'],
  ] as const) {
    const { live } = await listNodeIds(owner, field);
    const reply = await caller.graphql(node, { nodeId: live[0] });
    if (code !== 'entity') expect([field, codesOf(reply), reply.body.data]).toEqual([field, [code], { node: null }]);
  }
  const nodeId = (await listNodeIds(owner, 'hosts')).live[0]!;
  expect(codesOf(await anonymous.graphql(node, { nodeId }))).toEqual(['auth_not_authenticated']);
  expect(codesOf(await walledWorld.daemon.caller.graphql(node, { nodeId }))).toEqual(['auth_user_context_required']);
  expect(
    codesOf(
      await walledWorld.daemon.caller.graphql(
        'query($at: DateTime!) { asOf(instant: $at) { subnets { totalCount } } }',
        {
          at: then,
        },
      ),
    ),
  ).toEqual(['auth_user_context_required']);
  // Reading the past requires the same rights as reading the present.
  expect(
    codesOf(
      await viewer.graphql('query($at: DateTime!) { asOf(instant: $at) { users { totalCount } } }', { at: then }),
    ),
  ).toEqual(['auth_permission_denied']);
  const bad = 'query($at: DateTime!, $first: Int) { asOf(instant: $at) { users(first: $first) { totalCount } } }';
  expect(codesOf(await viewer.graphql(bad, { at: then, first: 'x' }))).toEqual(['auth_permission_denied']);
});

test('texts that are no node ids are refused as such', async () => {
  const { owner } = walledWorld.world;
  const id = absentId();
  const texts = [
    ...['', 'x', id, '%%%', 'Host', 'a'.repeat(5000), '\u0000', '\ud800'],
    ...[
      `Host:${id.toUpperCase()}`,
      `Host:${id}@`,
      `Host:${id}@2026-01-01`,
      `Host:${id}@2026-01-01T00:00:00.000Z@x`,
      'Host:',
      `Nothing:${id}`,
    ].map((text) => Buffer.from(text).toString('base64url')),
    ...[
      `HostConnection:${id}`,
      `GraphNode:${id}/[]`,
      `Query:`,
      `HostContainer:${id}`,
      `HostContainer:${id}/[`,
      `HostContainer:${id}/{}`,
      'TopologyGraph:null',
      'Past:',
      'Past:yesterday',
    ].map((text) => Buffer.from(text).toString('base64url')),
    `${encodeNodeId({ type: 'Host', key: id })}=`,
  ];
  for (const nodeId of texts) {
    const reply = await owner.graphql(node, { nodeId });
    // A text that the database cannot store is refused with status 400, as in any other argument.
    const status = isCleanText(nodeId) ? 200 : 400;
    expect([nodeId, reply.status, codesOf(reply), reply.body.errors?.[0].extensions.params]).toEqual([
      nodeId,
      status,
      ['validation_invalid_format'],
      { field: 'nodeId' },
    ]);
  }
  const many = await owner.graphql(nodes, { nodeIds: Array.from({ length: 101 }, () => 'x') });
  expect([codesOf(many), many.body.errors[0].extensions.params]).toEqual([
    ['validation_out_of_range'],
    { field: 'nodeIds', min: 0, max: 100 },
  ]);
  const parts = [
    absentId(),
    'L2Physical',
    false,
    null,
    null,
    null,
    { limit: 0, groupBy: 'Auto', expanded: [], reveal: [] },
  ];
  for (const change of [{ limit: 0 }, { limit: 100_001 }, { groupBy: 'Colour' }, { reveal: ['x'] }, { more: 1 }]) {
    const detail = { ...(parts[6] as object), limit: 5, ...change };
    const nodeId = encodeNodeId({ type: 'TopologyGraph', key: JSON.stringify([...parts.slice(0, 6), detail]) });
    expect(codesOf(await owner.graphql(node, { nodeId }))).toEqual(['validation_invalid_format']);
  }
  // The service never returns a node id with a future instant.
  const future = encodeNodeId({
    type: 'Host',
    key: rowKey(
      (await walledWorld.world.prisma.host.findFirstOrThrow({ where: { networkId: walledWorld.world.networkId } })).id,
      new Date(Date.now() + 60_000),
    ),
  });
  expect(codesOf(await owner.graphql(node, { nodeId: future }))).toEqual(['entity_not_found']);
});

const ofNodes =
  '... on GraphNode { elementId header foldedIn } ... on GraphElement { host { nodeId name description } }';
const ofEdges =
  '... on GraphEdge { elementId label source target } ... on PhysicalLinkEdge { sourceInterface { nodeId ifName } }';
const ofFolds = 'foldId summary isExpanded';
const ofFoldedEdges = 'elementId count source target';
const members = `nodeId __typename ${ofNodes} ${ofEdges} ... on GraphFold { ${ofFolds} } ... on GraphFoldedEdge { ${ofFoldedEdges} }`;
const drawId = (view: string, more = '') =>
  `topology(id: "${topologyId}") { graph(view: ${view} ${more}) { nodeId
    nodes { nodeId __typename ${ofNodes} } edges { nodeId __typename ${ofEdges} }
    folds { nodeId __typename ${ofFolds} } foldedEdges { nodeId __typename ${ofFoldedEdges} } } }`;
interface Member {
  readonly __typename: string;
  readonly nodeId: string;
  readonly elementId: string;
}
const graphOf = async (caller: Client, document: string, variables = {}) => {
  const { topology } = await caller
    .query(
      `query ($at: DateTime!) { ${document.includes('asOf') ? document : `${document} asOf(instant: $at) { instant }`} }`,
      { at: then, ...variables },
    )
    .then((data) => (data.topology ? data : data.asOf));
  return topology.graph as Record<'nodes' | 'edges' | 'folds' | 'foldedEdges', Member[]> & { nodeId: string };
};

test('nodes and edges of graphs are found by their node ids: of each view, of options, of instants', async () => {
  const { owner } = walledWorld.world;
  const seenIds = new Map<string, string>();
  const typesSeen = new Set<string>();
  const kinds = [
    ...topologyViews.map((view) => [view, drawId(view)]),
    ['options', drawId('Workloads', ', options: { elementRules: [] }')],
    ['display', drawId('L3Logical', ', display: true')],
    ...topologyViews.map((view) => [`${view} folded`, drawId(view, ', detail: { limit: 1 }')] as const),
    ['folded by name', drawId('L2Physical', ', detail: { limit: 1, groupBy: Name }')],
    ...topologyViews.map((view) => [`${view} then`, `asOf(instant: $at) { ${drawId(view)} }`]),
  ] as const;
  for (const [title, document] of kinds) {
    const graph = await graphOf(owner, document!);
    const { nodes: drawnNodes, edges, folds, foldedEdges } = graph;
    const all = [drawnNodes, edges, folds, foldedEdges].flatMap((sampleMembers) => sampleMembers.slice(0, 25));
    for (const { __typename } of all) typesSeen.add(__typename);
    expect([title, all.length > 0]).toEqual([title, true]);
    for (const { nodeId } of [graph, ...all]) {
      expect(seenIds.get(nodeId)).toBeUndefined();
      seenIds.set(nodeId, title!);
    }
    const requestedQuery = `query($ids: [ID!]!) { nodes(nodeIds: $ids) { ${members} } }`;
    expect((await owner.query(requestedQuery, { ids: all.map(({ nodeId }) => nodeId) })).nodes).toEqual(all);
    const again = await owner.query(
      `query($id: ID!) { node(nodeId: $id) { ... on TopologyGraph { nodeId nodes { nodeId } } } }`,
      { id: graph.nodeId },
    );
    expect(again.node).toEqual({ nodeId: graph.nodeId, nodes: graph.nodes.map(({ nodeId }) => ({ nodeId })) });
  }
  expect([...typesSeen]).toEqual(
    expect.arrayContaining(['HostContainer', 'InterfaceElement', 'GraphFold', 'GraphFoldedEdge']),
  );
});

test('the nodes of a difference belong to other graphs than the drawn ones: their rows are those of today', async () => {
  const { owner } = walledWorld.world;
  const ends =
    'nodes { nodes { before { nodeId ... on GraphElement { host { nodeId description } } } after { nodeId ... on GraphElement { host { nodeId description } } } } }';
  const { topologyDiff } = await owner.query(
    `query($id: UUID!, $at: DateTime!) { topologyDiff(topologyId: $id, view: Workloads, from: "2020-01-01T00:00:00Z", to: $at) { ${ends} } }`,
    { id: topologyId, at: then },
  );
  const after = topologyDiff.nodes.nodes
    .map((change: { after: Member | null }) => change.after)
    .filter(Boolean)
    .slice(0, 50) as Member[];
  expect(after.length).toBeGreaterThan(0);
  const requestedQuery =
    'query($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId ... on GraphElement { host { nodeId description } } } }';
  expect((await owner.query(requestedQuery, { ids: after.map(({ nodeId }) => nodeId) })).nodes).toEqual(after);
  const graph = await graphOf(owner, `asOf(instant: $at) { ${drawId('Workloads')} }`);
  const ids = new Set(graph.nodes.map(({ nodeId }) => nodeId));
  for (const { nodeId } of after) expect(ids.has(nodeId)).toBe(false);
});

test('a graph of an instant and a difference that begins there lead to rows of their own instants in one operation', async () => {
  const { owner } = walledWorld.world;
  const rows = '... on GraphElement { elementId host { nodeId } inlineGroups { service { nodeId } port { nodeId } } }';
  const parts = [
    `asOf(instant: $at) { topology(id: $id) { graph(view: L3Logical) { nodes { ${rows} } } } }`,
    `topologyDiff(topologyId: $id, view: L3Logical, from: $at, to: $to) { nodes { nodes { before { ${rows} } after { ${rows} } } } }`,
    `topology(id: $id) { graph(view: L3Logical) { nodes { ${rows} } } }`,
  ];
  const { prisma, networkId } = walledWorld.world;
  await prisma.host.updateMany({ where: { networkId }, data: { name: 'renamed since' } });
  const to = await databaseInstant(prisma);
  const variables = { id: topologyId, at: then, to };
  const declaredQuery = 'query($id: UUID!, $at: DateTime!, $to: DateTime!)';
  const usedFields =
    '_used: topologies(filter: { id: { eq: $id } createdAt: { lt: $to } updatedAt: { gt: $at } }) { totalCount }';
  const apart = await Promise.all(
    parts.map((part) => owner.query(`${declaredQuery} { ${part} ${usedFields} }`, variables)),
  );
  const [together, reversedReply] = [parts, [...parts].reverse()].map((all) =>
    owner.query(`${declaredQuery} { ${all.join(' ')} ${usedFields} }`, variables),
  );
  const expectedValue = Object.assign({}, ...apart) as { topologyDiff: { nodes: { nodes: unknown[] } } };
  expect(expectedValue.topologyDiff.nodes.nodes.length).toBeGreaterThan(0);
  expect(JSON.stringify(expectedValue.topologyDiff)).toContain('"service":{');
  expect(await together).toEqual(expectedValue);
  expect(await reversedReply).toEqual(expectedValue);
});

test('graphs out of reach are answered like missing ones, and options that are too long are refused', async () => {
  const { owner, stranger } = walledWorld.world;
  const graph = await graphOf(owner, drawId('L3Logical'));
  for (const nodeId of [graph.nodeId, graph.nodes[0]!.nodeId]) {
    const reply = await stranger.graphql(node, { nodeId });
    const text = Buffer.from(nodeId, 'base64url').toString();
    const other = absentId();
    const missing = await stranger.graphql(node, {
      nodeId: Buffer.from(text.replace(topologyId, other)).toString('base64url'),
    });
    expect(JSON.stringify(reply.body).replaceAll(topologyId, '')).toBe(
      JSON.stringify(missing.body).replaceAll(other, ''),
    );
    expect(codesOf(reply)).toEqual(['entity_not_found']);
  }
  const absent = Buffer.from(graph.nodes[0]!.nodeId, 'base64url')
    .toString()
    .replace(graph.nodes[0]!.elementId, absentId());
  expect(codesOf(await owner.graphql(node, { nodeId: Buffer.from(absent).toString('base64url') }))).toEqual([
    'entity_not_found',
  ]);
  const rule = (title: string) => `{ id: "${absentId()}", rule: { ByTag: { tag_ids: [], title: "${title}" } } }`;
  const long = (title: string) =>
    drawId('Workloads', `, options: { elementRules: [${Array.from({ length: 20 }, () => rule(title)).join(' ')}] }`);
  const [one, two] = [await graphOf(owner, long('x'.repeat(80))), await graphOf(owner, long('y'.repeat(80)))];
  expect(one.nodeId).not.toBe(two.nodeId);
  const reportedReply = await owner.graphql(node, { nodeId: one.nodeId });
  expect([codesOf(reportedReply), reportedReply.body.errors[0].extensions.params]).toEqual([
    ['validation_max_length'],
    { field: 'options', max: 2000 },
  ]);
});

describe('asOf', () => {
  const rows =
    'hosts(first: 5) { totalCount nodes { nodeId id name description services { nodeId name } tags { name } } }';
  test('gives the same answer as the directive, for several instants and the present in one operation', async () => {
    const { owner, prisma } = { ...walledWorld.world };
    const later = await databaseInstant(prisma);
    const queryAt = (at: Date) => owner.query(`query($at: DateTime!) @at(instant: $at) { ${rows} }`, { at });
    const [early, late, now] = [await queryAt(then), await queryAt(later), await owner.query(`{ ${rows} }`)];
    expect(early).not.toEqual(late);
    const mixedQuery = `query($a: DateTime!, $b: DateTime!) {
      a: asOf(instant: $a) { instant ${rows} } b: asOf(instant: $b) { instant ${rows} } again: asOf(instant: $a) { ${rows} } ${rows} }`;
    for (let turn = 0; turn < 5; turn += 1)
      expect(await owner.query(mixedQuery, { a: then, b: later })).toEqual({
        a: { instant: then.toISOString(), ...early },
        b: { instant: later.toISOString(), ...late },
        again: early,
        ...now,
      });
    // Inside `asOf`, fields are read at the instant of `asOf`, not at that of the operation (`@at`).
    const nestedQuery = `query($a: DateTime!, $b: DateTime!) @at(instant: $b) { ${rows} a: asOf(instant: $a) { ${rows} } }`;
    expect(await owner.query(nestedQuery, { a: then, b: later })).toEqual({ ...late, a: early });
  });

  test('a future instant is the present', async () => {
    const { owner } = walledWorld.world;
    const now = await owner.query(`{ ${rows} }`);
    const coming = await owner.query(`query($at: DateTime!) { asOf(instant: $at) { nodeId instant ${rows} } }`, {
      at: new Date(Date.now() + 3_600_000),
    });
    expect(coming.asOf).toEqual({ nodeId: expect.any(String), instant: null, ...now });
    expect(
      (
        await owner.query(`query($id: ID!) { node(nodeId: $id) { ... on Past { nodeId instant ${rows} } } }`, {
          id: coming.asOf.nodeId,
        })
      ).node,
    ).toEqual(coming.asOf);
  });

  test('is found by its node id', async () => {
    const { owner } = walledWorld.world;
    const { asOf } = await owner.query(`query($at: DateTime!) { asOf(instant: $at) { nodeId ${rows} } }`, { at: then });
    expect(
      (
        await owner.query(`query($id: ID!) { node(nodeId: $id) { nodeId ... on Past { ${rows} } } }`, {
          id: asOf.nodeId,
        })
      ).node,
    ).toEqual(asOf);
  });

  test('allows at most twenty instants in one operation, by whatever field', async () => {
    const { owner, prisma, networkId } = walledWorld.world;
    const instants = Array.from({ length: 21 }, (_one, index) => new Date(then.getTime() - index * 1000));
    const aliases = (many: readonly Date[]) =>
      many.map((at, index) => `a${index}: asOf(instant: "${at.toISOString()}") { instant }`).join(' ');
    expect(codesOf(await owner.graphql(`{ ${aliases(instants.slice(1))} ${aliases(instants.slice(1))} }`))).toEqual([]);
    const reply = await owner.graphql(`{ ${aliases(instants)} }`);
    const params = { cost: 21, maximum: 20, of: 'instants' };
    expect(reply.body.errors[0].extensions).toMatchObject({ code: 'query_too_expensive', params });
    const { id } = await prisma.host.findFirstOrThrow({ where: { networkId } });
    const nodeIds = instants.map((at) => encodeNodeId({ type: 'Host', key: rowKey(id, at) }));
    expect(
      codesOf(await owner.graphql(nodes, { nodeIds })).filter((code) => code === 'query_too_expensive'),
    ).toHaveLength(1);
  });

  test('costs as much as the same read of the present', async () => {
    const { owner } = walledWorld.world;
    const cost = async (query: string) =>
      (await owner.graphql(query, {}, { 'x-graphql-cost': '1' })).body.extensions.cost.requested as number;
    expect(await cost(`{ asOf(instant: "${then.toISOString()}") { ${rows} } }`)).toBe(await cost(`{ ${rows} }`));
  });

  test('takes one statement more: whether the instant is still kept', async () => {
    const { owner, queries } = walledWorld.world;
    const countStatements = (query: string) => queries.countNeeded(() => owner.query(query));
    const directive = await countStatements(`query @at(instant: "${then.toISOString()}") { ${rows} }`);
    expect(await countStatements(`{ asOf(instant: "${then.toISOString()}") { ${rows} } }`)).toBe(directive);
  });

  test('refuses instants that are no longer kept, as the directive does', async () => {
    const { owner, prisma, networkId, organizationId } = walledWorld.world;
    const { id } = await prisma.network.create({ data: { name: 'kept', organizationId } });
    await prisma.network.update({
      where: { id: networkId },
      data: { createdAt: new Date('2020-01-01'), historyKeptSince: new Date() },
    });
    try {
      const at = then.toISOString();
      for (const selection of [
        'hosts { totalCount }',
        `network(id: "${networkId}") { name }`,
        `hosts(networkId: "${id}") { totalCount }`,
        '...F',
      ]) {
        const fragment = selection === '...F' ? ' fragment F on Past { hosts { totalCount } }' : '';
        const ofQuery = fragment.replace('Past', 'Query');
        const expectedReply = await owner.graphql(`query @at(instant: "${at}") { ${selection} }${ofQuery}`);
        const reply = await owner.graphql(`{ asOf(instant: "${at}") { ${selection} } }${fragment}`);
        expect(reply.body.errors?.[0].extensions.params).toEqual(expectedReply.body.errors?.[0].extensions.params);
        expect(codesOf(reply)).toEqual(codesOf(expectedReply));
      }
      const host = await prisma.host.findFirstOrThrow({ where: { networkId } });
      expect(
        codesOf(await owner.graphql(node, { nodeId: encodeNodeId({ type: 'Host', key: rowKey(host.id, then) }) })),
      ).toEqual(['validation_out_of_range']);
    } finally {
      await prisma.network.update({ where: { id: networkId }, data: { historyKeptSince: null } });
      await prisma.network.delete({ where: { id } });
    }
  });
});
