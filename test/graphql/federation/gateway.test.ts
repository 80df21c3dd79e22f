// Tests Netloom behind a federation gateway, together with another subgraph: what callers read through the gateway,
// with which rights, and with how many SQL statements.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { composeServices } from '@theguild/federation-composition';
import { buildSchema, parse, type GraphQLEnumType, type GraphQLObjectType } from 'graphql';
import { databaseInstant } from '../../support/instants';
import { Child, projectDir } from '../../start/child';
import { openSubscription } from '../../support/events';
import { createWorld, type Caller, type World } from '../../support/world';
import { racksSdl, startRacks, type Racks } from './racks';

let world: World;
let racks: Racks;
let gateway: Child;
let address: string;
let hostIds: string[];

beforeAll(async () => {
  world = await createWorld({ FEDERATION: 'on' });
  const { prisma, networkId, strangerNetworkId } = world;
  const hosts = [0, 1, 2].map((index) => ({ networkId, name: `mounted ${index}` }));
  await prisma.host.createMany({ data: [...hosts, { networkId: strangerNetworkId, name: 'foreign' }] });
  const createdHosts = await prisma.host.findMany({
    where: { networkId: { in: [networkId, strangerNetworkId] } },
    orderBy: { name: 'asc' },
  });
  hostIds = createdHosts.filter((host) => host.networkId === networkId).map(({ id }) => id);
  const foreign = createdHosts.filter((host) => host.networkId === strangerNetworkId).map(({ id }) => id);
  racks = await startRacks();
  racks.racks.push(
    { id: 'r1', name: 'A1', hostIds: hostIds.slice(0, 2) },
    { id: 'r2', name: 'A2', hostIds: [hostIds[2]!, ...foreign, '00000000-0000-4000-8000-000000000000'] },
  );
  const { key } = world.key.credential;
  const gatewayFile = 'test/graphql/federation/gateway.mjs';
  gateway = new Child([gatewayFile, `${world.url}/graphql`, racks.url, '0'], { KEY: key });
  const [, port] = await gateway.waitFor(/listens on port (\d+)/);
  address = `http://127.0.0.1:${port}/graphql`;
});
afterAll(async () => {
  gateway?.send('SIGTERM');
  await gateway?.ended;
  await racks?.close();
  await world.close();
});

test('the gateway is the documented program', () => {
  const textOf = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');
  const [, shownReply] = /^```js\n([^]*?)^```$/m.exec(textOf('docs/federation.md'))!;
  expect(textOf('test/graphql/federation/gateway.mjs')).toBe(shownReply);
});

const gatewayUrl = () => new URL(address).origin;

interface Answer {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the JSON of a response may have any type
  readonly data?: any;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

async function ask(query: string, caller?: Caller, variables: Record<string, unknown> = {}): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(caller && { authorization: `Bearer ${caller.credential.key}` }),
  };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  return (await response.json()) as Answer;
}

async function composedWith(sdl: string) {
  const { _service } = await world.owner.query('{ _service { sdl } }');
  return composeServices([
    { name: 'netloom', url: world.url, typeDefs: parse(_service.sdl as string) },
    { name: 'racks', url: racks.url, typeDefs: parse(sdl) },
  ]);
}

test.each([
  ['a field of the query', 'extend type Query { hosts: [Host!]! }', '"Query.hosts"'],
  ['a field of a list', 'type HostConnection { nodes: [Host!]! }', '"HostConnection.nodes"'],
  ['a field of a row', 'extend type Host { displayName: String! }', '"Host.displayName"'],
  ['an enum of rows', 'enum Color { red } extend type Rack { color: Color! }', '"Color"'],
])('fields that both subgraphs have are refused when they are composed: %s', async (_what, more, name) => {
  const { errors = [] } = await composedWith(`${racksSdl}\n${more}`);
  expect(errors.map(({ message }) => message).join('\n')).toContain(name);
});

test('an enum of arguments keeps the values that both subgraphs have', async () => {
  const { errors, publicSdl } = await composedWith(racksSdl.replace('  desc\n', '  random\n'));
  expect(errors ?? []).toEqual([]);
  const direction = buildSchema(publicSdl!).getType('OrderDirection') as GraphQLEnumType;
  expect(direction.getValues().map(({ name }) => name)).toEqual(['asc']);
});

test('both subgraphs are composed without an error, and share no type by accident', async () => {
  const { errors, publicSdl } = await composedWith(racksSdl);
  expect(errors ?? []).toEqual([]);
  const composedSchema = buildSchema(publicSdl!);
  const fieldsOf = (type: string) => (composedSchema.getType(type) as GraphQLObjectType).getFields();
  // `node` and `Node` belong to the other subgraph. Netloom's subgraph schema has neither.
  expect(String(fieldsOf('Query').node!.type)).toBe('Node');
  expect(Object.keys(fieldsOf('Node'))).toEqual(['id']);
  expect(fieldsOf('Query').nodes).toBeUndefined();
  expect(composedSchema.getDirective('at')).toBeFalsy();
  expect(Object.keys(fieldsOf('Host'))).toEqual(expect.arrayContaining(['id', 'displayName', 'rack']));
  expect(fieldsOf('Past').hosts).toBeDefined();
});

test('rows of Netloom have the fields of the other subgraph', async () => {
  const query =
    '{ hosts(orderBy: [{ field: name, direction: asc }]) { nodes { name rack { name } } pageInfo { hasNextPage } } }';
  expect(await ask(query, world.key)).toEqual({
    data: {
      hosts: {
        nodes: [
          { name: 'mounted 0', rack: { name: 'A1' } },
          { name: 'mounted 1', rack: { name: 'A1' } },
          { name: 'mounted 2', rack: { name: 'A2' } },
        ],
        pageInfo: { hasNextPage: false },
      },
    },
  });
  // The gateway sends the caller's API key to Netloom, and not to the racks subgraph.
  expect(racks.asked.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
});

test("changes are sent through the gateway as they happen, with fields of the other subgraph and the caller's rights", async () => {
  const { prisma, networkId } = world;
  const graph = `subscription($topologyId: UUID!) { topologyGraphChanges(topologyId: $topologyId, view: L3Logical) {
    isWhole addedNodes { ...N } changedNodes { ...N } } }
    fragment N on GraphNode { header ... on GraphElement { host { name rack { name } } } }`;
  const { id: topologyId } = await prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } });
  const [hostId, cidr] = [hostIds[0]!, '10.9.0.0/16'];
  const { id: subnetId } = await prisma.subnet.create({ data: { networkId, name: 'lan', cidr, subnetType: 'Lan' } });
  const follow = (caller: Caller) => openSubscription(gatewayUrl(), graph, caller.credential, { topologyId });
  const live = await follow(world.key);
  try {
    expect(await live.next()).toMatchObject({ data: { topologyGraphChanges: { isWhole: true } } });
    await prisma.ipAddress.create({ data: { networkId, hostId, subnetId, subnetCidr: cidr, ipAddress: '10.9.0.1' } });
    const event = (await live.next()) as { data: { topologyGraphChanges: { addedNodes: object[] } } };
    expect(event.data.topologyGraphChanges.addedNodes).toContainEqual({
      header: expect.anything(),
      host: { name: 'mounted 0', rack: { name: 'A1' } },
    });
    const refusedReply = await follow(world.strangerKey);
    expect(JSON.stringify(await refusedReply.next())).toContain('entity_not_found');
    refusedReply.leave();
  } finally {
    live.leave();
    await prisma.ipAddress.deleteMany({ where: { subnetId } });
    await prisma.subnet.delete({ where: { id: subnetId } });
  }
});

const mountedQuery = '{ racks { nodes { name hosts { name network { name } } } } }';

test("rows that the other subgraph refers to are read with the caller's rights", async () => {
  const row = (index: number) => ({ name: `mounted ${index}`, network: { name: 'North' } });
  const { data, errors } = await ask('{ racks { nodes { name hosts { id } } } }', world.key);
  expect([errors, data.racks.nodes.map((rack: { hosts: unknown[] }) => rack.hosts.length)]).toEqual([
    undefined,
    [2, 3],
  ]);
  const first = racks.racks.splice(1, 1);
  try {
    expect(await ask(mountedQuery, world.key)).toEqual({
      data: { racks: { nodes: [{ name: 'A1', hosts: [row(0), row(1)] }] } },
    });
  } finally {
    racks.racks.push(...first);
  }
  for (const caller of [world.key, world.narrowKey]) {
    const reply = await ask(mountedQuery, caller);
    expect(JSON.stringify(reply)).not.toContain('foreign');
    expect(reply.errors!.map(({ extensions }) => extensions.code)).toContain('entity_not_found');
  }
  const reply = await ask(mountedQuery, world.strangerKey);
  expect(JSON.stringify(reply)).not.toMatch(/mounted|North/);
});

test('a caller without a credential at the gateway has none at Netloom', async () => {
  for (const query of ['{ hosts { nodes { name } } }', mountedQuery]) {
    const reply = await ask(query);
    expect(JSON.stringify(reply)).not.toMatch(/mounted|North/);
    expect(reply.errors!.map(({ extensions }) => extensions.code)).toContain('auth_not_authenticated');
  }
});

test('all rows that are referred to take as many statements as one', async () => {
  const [all] = [racks.racks.splice(0)];
  const countRequests = (ids: readonly string[]) => {
    racks.racks.splice(0, Infinity, { id: 'r1', name: 'A1', hostIds: ids });
    return world.queries.countNeeded(async () => {
      const { data, errors } = await ask('{ racks { nodes { hosts { name services { name } } } } }', world.key);
      expect([errors, data.racks.nodes[0].hosts.length]).toEqual([undefined, ids.length]);
    });
  };
  try {
    const one = await countRequests(hostIds.slice(0, 1));
    expect(await countRequests(hostIds)).toBe(one);
  } finally {
    racks.racks.splice(0, Infinity, ...all);
  }
});

test('the past is read through the gateway by asOf; fields of other subgraphs are those of today', async () => {
  const { prisma } = world;
  const [id] = hostIds;
  const at = await databaseInstant(prisma);
  await prisma.host.update({ where: { id: id! }, data: { name: 'mounted 0, renamed' } });
  try {
    const query = `query ($at: DateTime!, $id: UUID!) {
      host(id: $id) { name rack { name } }
      asOf(instant: $at) { host(id: $id) { name rack { name hosts { name } } } }
    }`;
    const renamedRack = { name: 'mounted 0, renamed' };
    expect(await ask(query, world.key, { at: at.toISOString(), id })).toEqual({
      data: {
        host: { ...renamedRack, rack: { name: 'A1' } },
        // A rack refers to its host without a time, so Netloom returns the present state of the host.
        asOf: { host: { name: 'mounted 0', rack: { name: 'A1', hosts: [renamedRack, { name: 'mounted 1' }] } } },
      },
    });
  } finally {
    await prisma.host.update({ where: { id: id! }, data: { name: 'mounted 0' } });
  }
});

test("a mutation through the gateway has the caller's rights, and its answer has fields of both subgraphs", async () => {
  const [id] = hostIds;
  const rename = `mutation ($id: UUID!, $name: String) { updateHost(id: $id, input: { description: $name }) { description rack { name } } }`;
  expect(await ask(rename, world.key, { id, name: 'by gateway' })).toEqual({
    data: { updateHost: { description: 'by gateway', rack: { name: 'A1' } } },
  });
  const refusedAnswer = await ask(rename, world.strangerKey, { id, name: 'by a stranger' });
  expect(refusedAnswer.errors!.map(({ extensions }) => extensions.code)).toEqual(['entity_not_found']);
});
