// Graphs of a large network: drawn in a worker thread, once for all callers, and sent in pieces over REST and GraphQL.
import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import type { GraphContext } from '../../../src/modules/topology/answers/inventory-cache';
import { drawNetwork } from '../../../src/modules/topology/answers/inventory-cache';
import { diffNetworks, diffShownNetworks } from '../../../src/modules/topology/answers/graph-diffs';
import { drawInventory } from '../../../src/modules/topology/answers/drawn-inventory';
import { listNames } from '../../../src/modules/topology/answers/inventory-patch';
import { readAhead } from '../../../src/modules/topology/answers/inventory-rows';
import { readInventory, type OnList } from '../../../src/modules/topology/answers/network-inventory.sql';
import { readPastPatch, readPatch } from '../../../src/modules/topology/answers/network-patch.sql';
import { closedInstant } from '../../../src/data/tenancy/change-times';
import { keyOfGraph } from '../../../src/modules/topology/answers/graph-keys';
import { itemsPerSlice } from '../../../src/modules/topology/answers/graph-answers';
import { completeOptions } from '../../../src/modules/topology/options';
import type { RawJson } from '../../../src/graphql/jit/raw-json';
import { sqlFor } from '../../../src/data/tenancy/scoped-sql';
import type { TenantSafeSql } from '../../../src/data/tenancy/tenant-sql';
import { topologyViews } from '../../../src/modules/topology/graph/options';
import type { ServiceWorkers } from '../../../src/graphql/context';
import { startWorkers } from '../../../src/modules/service-workers';
import { capitalize } from '../../../src/platform/text/names';
import { addInventory } from '../../support/inventory';
import type { Client } from '../../support/client';
import { eventually } from '../../support/eventually';
import { databaseInstant } from '../../support/instants';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createWorld, type World } from '../../support/world';
import { changesOfRows } from './followed-changes';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

const hosts = 300;
// A separate database, because the service reads changes only up to the oldest open write transaction, even one of
// another suite.
let database: OwnDatabase;
let world: World;
let workers: ServiceWorkers;
let topologyId: string;
let smallId: string;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  workers = startWorkers();
  const { prisma, networkId, otherNetworkId, organizationId } = world;
  await addInventory(prisma, { networkId, organizationId }, hosts);
  await addInventory(prisma, { networkId: otherNetworkId, organizationId }, 3);
  const idOf = async (of: string) => (await prisma.topology.findFirstOrThrow({ where: { networkId: of } })).id;
  [topologyId, smallId] = [await idOf(networkId), await idOf(otherNetworkId)];
});
afterAll(async () => {
  await workers.close();
  await world.stop();
  await database.drop();
});

const change = () =>
  world.prisma.vlan.updateMany({ where: { networkId: world.networkId }, data: { description: null } });

const questionOf = ({ sql: { text } }: TenantSafeSql, usual: string): string =>
  text.includes('closed_instants') ? 'closed' : text.includes('"hosts ids"') ? 'changes' : usual;

/** The context of one reader, which records its statements and calls of workers. */
function reader(at?: Date) {
  const askedQuestions: string[] = [];
  const { prisma, organizationId, networkId, otherNetworkId } = world;
  const sql = sqlFor(prisma, { organizationId, networkIds: [networkId, otherNetworkId] } as never, at);
  const context = {
    sql: {
      ...sql,
      query: (statement: TenantSafeSql) => (askedQuestions.push(questionOf(statement, 'token')), sql.query(statement)),
      queryTexts: (statement: TenantSafeSql, onRow?: never) => (
        askedQuestions.push(questionOf(statement, 'inventory')),
        sql.queryTexts(statement, onRow)
      ),
    },
    workers: {
      ...workers,
      run: (...job: never[]) => (askedQuestions.push(job[0]!), workers.run(...(job as never as [never, never]))),
    },
    answer: { isLarge: false, points: 0, release: () => undefined },
    audience: { onGone: () => undefined, rejudge: () => Promise.resolve(undefined) },
  } as unknown as GraphContext;
  return { asked: askedQuestions, context };
}
const { request } = completeOptions(randomUUID(), {});
const draw = async (networkId = world.networkId, at?: Date) => {
  const { asked, context } = reader(at);
  return { asked, context, network: (await drawNetwork(context, networkId, request))! };
};

/**
 * Waits until all transactions that are open in the PostgreSQL server now have ended, those of other suites included.
 * While one is open, rows that were written after its begin still count as changed.
 */
const untilOpenTransactionsEnd = async () => {
  const { prisma } = world;
  const [{ next }] = await prisma.$queryRaw<[{ next: string }]>`SELECT pg_current_xact_id()::text AS next`;
  await eventually(async () => {
    const [{ xmin }] = await prisma.$queryRaw<[{ xmin: string }]>`
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin`;
    return BigInt(xmin) > BigInt(next);
  });
};

/**
 * Draws the graph before and after a change. From then on, the service updates the graph from changed rows and no
 * longer reads the whole network.
 */
const beFollowed = async () => {
  await untilOpenTransactionsEnd();
  await draw();
  await change();
  await draw();
};

describe('the thread that builds a graph', () => {
  test('a large network is processed in a worker thread, a small one in the main thread', async () => {
    const large = await draw();
    expect(await large.network.ask('totals', undefined)).toMatchObject({ availableViews: topologyViews.slice(0, 3) });
    expect(large.asked).toEqual(expect.arrayContaining(['inventory', 'readAhead', 'askGraph']));
    const small = await draw(world.otherNetworkId);
    expect(await small.network.ask('totals', undefined)).toMatchObject({ availableViews: topologyViews.slice(0, 3) });
    expect(small.asked).toEqual(['token', 'closed', 'inventory']);
    expect(small.context.answer.isLarge).toBe(false);
  });

  test('lists are read in the worker in batches, and give the same graph as whole lists', async () => {
    const { organizationId, networkId, prisma } = world;
    const sql = sqlFor(prisma, { organizationId, networkIds: [networkId] } as never);
    const lists: Parameters<OnList>[] = [];
    const whole = (await readInventory(sql, networkId, { onList: (...list) => void lists.push(list) }))!;
    expect(new Set(lists.map(([token]) => token))).toEqual(new Set([whole.changeToken]));
    expect(lists.map(([, name]) => name).sort()).toEqual([...listNames].sort());
    const drawState = (state: string, rows = whole.rows) => drawInventory({ state, rows, options: request }).inventory;
    const expectedInventory = drawState(randomUUID());
    const [ahead, partly] = [randomUUID(), randomUUID()];
    for (const [, name, text] of lists) readAhead({ state: ahead, name, text });
    expect(drawState(ahead, Buffer.from('{}'))).toEqual(expectedInventory);
    for (const [, name, text] of lists.slice(1)) readAhead({ state: partly, name, text });
    expect(drawState(partly)).toEqual(expectedInventory);
  });

  test('sixteen readers after one change load and build the graph once', async () => {
    await beFollowed();
    await change();
    const readers = await Promise.all(Array.from({ length: 16 }, () => draw()));
    const texts = await Promise.all(
      readers.map(async ({ network }) => {
        const nodes = network.json('wireNodes', { view: 'L3Logical' }) as RawJson;
        return Buffer.concat(await nodes.source.read()).toString();
      }),
    );
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0]!).length).toBeGreaterThan(hosts);
    const count = (question: string) => readers.flatMap(({ asked }) => asked).filter((one) => one === question).length;
    expect([count('token'), count('writeGraph')]).toEqual([16, 1]);
    // Only the changes are read, not the whole network.
    expect([count('closed'), count('changes'), count('inventory')]).toEqual([1, 1, 0]);
  });

  test('only a change gives the answers new ETags', async () => {
    const keyOf = async () => ((await draw()).network.json('wireEdges', { view: 'L2Physical' }) as RawJson).source.key;
    const before = await keyOf();
    expect(await keyOf()).toBe(before);
    await change();
    expect(await keyOf()).not.toBe(before);
  });

  test('a list that is read in slices has all items, in order, few per slice', async () => {
    const { network, asked, context } = await draw();
    const key = keyOfGraph({ topologyId: world.networkId, view: 'L3Logical' });
    const whole = await network.members(key, 'nodes', { view: 'L3Logical' }, false);
    const slices = await network.members(key, 'nodes', { view: 'L3Logical' }, true);
    expect(await Promise.all(slices as Promise<Json>[])).toEqual(whole);
    expect(slices.every((item) => item instanceof Promise)).toBe(true);
    context.answer.release();
    expect(whole.length).toBeGreaterThan(itemsPerSlice);
    expect(asked.filter((one) => one === 'sliceGraph')).toHaveLength(1);
  });

  test('readers of a graph share its cached members; members of another graph are copies', async () => {
    const [one, other] = [await draw(), await draw()];
    const read = ({ network }: typeof one, display: boolean) =>
      network.members(
        keyOfGraph({ topologyId: world.networkId, view: 'L2Physical', display }),
        ...(['nodes', { view: 'L2Physical' }, false] as const),
      ) as Promise<Json[]>;
    const [first, again, elsewhere] = [await read(one, false), await read(other, false), await read(other, true)];
    for (const { context } of [one, other]) context.answer.release();
    expect(again.every((member, at) => member === first[at])).toBe(true);
    expect(elsewhere.some((member, at) => member === first[at] || member.graph === first[at]!.graph)).toBe(false);
    const without = (members: Json[]) => members.map(({ graph: _graph, ...rest }) => rest);
    expect(without(elsewhere)).toEqual(without(first));
    const askedQuestions = [...one.asked, ...other.asked];
    expect(askedQuestions.filter((question) => question === 'sliceGraph')).toHaveLength(1);
  });
});

describe('REST and GraphQL', () => {
  const document = `query($networkId: UUID!, $view: TopologyView) { topologyData(networkId: $networkId, view: $view) {
    hosts ipAddresses interfaces neighbours: neighbors nodes edges availableViews } }`;
  const rest = (query = '', headers = {}) =>
    world.viewer.send('GET', `/api/v1/topology/data?network_id=${world.networkId}${query}`, { headers });

  test.each(['identity', 'gzip'])(
    'a large answer to a GET is sent once to a client with a cache (%s)',
    async (coding) => {
      const requestedURLSearchParams = new URLSearchParams({
        query: document,
        variables: JSON.stringify({ networkId: world.networkId }),
      });
      const read = (caller: Client, headers = {}) =>
        caller.send('GET', `/graphql?${requestedURLSearchParams.toString()}`, {
          headers: { 'accept-encoding': coding, ...headers },
        });
      const first = await read(world.viewer);
      const tag = first.headers.get('etag')!;
      expect([first.status, first.body.data.topologyData.hosts.length]).toEqual([200, hosts]);
      expect((await read(world.viewer, { 'if-none-match': tag })).status).toBe(304);
      const other = await read(world.member, { 'if-none-match': tag });
      expect([other.status, other.body]).toEqual([200, first.body]);
    },
  );

  test('return the same graph', async () => {
    const { status, body, headers } = await rest('', { 'accept-encoding': 'gzip' });
    expect([status, headers.get('content-encoding'), headers.get('vary')]).toEqual([200, 'gzip', 'Accept-Encoding']);
    expect(body.success).toBe(true);
    const { topologyData } = await world.viewer.query(document, { networkId: world.networkId });
    const { data } = body;
    expect(topologyData).toEqual({
      ...{ hosts: data.hosts, ipAddresses: data.ip_addresses, interfaces: data.interfaces },
      ...{ neighbours: data.neighbours, nodes: data.nodes, edges: data.edges },
      availableViews: data.available_views,
    });
    expect([data.hosts.length, data.interfaces.length, data.neighbours.length]).toEqual([hosts, hosts, hosts]);
    const typedQuery = `query($id: UUID!, $view: TopologyView!) { topology(id: $id) { graph(view: $view) {
      nodes { id: elementId node_type: nodeType header } edges { id: elementId edge_type: edgeType source target label } } } }`;
    expect(Object.keys(data.nodes)).toEqual(topologyViews);
    for (const view of topologyViews) {
      const [nodes, edges] = [data.nodes[view], data.edges[view]];
      const { graph } = (await world.viewer.query(typedQuery, { id: topologyId, view })).topology;
      expect([nodes, edges]).toMatchObject([graph.nodes, graph.edges]);
    }
  });

  test.each(['identity', 'gzip', 'br'])('REST sends the same with the content encoding %s', async (coding) => {
    const plain = (await rest('&view=L3Logical')).body;
    const reply = await rest('&view=L3Logical', { 'accept-encoding': coding });
    expect(reply.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
    expect(reply.body).toEqual(plain);
  });

  test('a conditional request is answered 304 until something changes', async () => {
    const conditional = async (tag: string) => {
      const { status, headers, body } = await rest('&view=L2Physical', { 'if-none-match': tag });
      return { status, isEmpty: body === '', tag: headers.get('etag')! };
    };
    const { tag, status } = await conditional('"none"');
    expect([status, await conditional(tag)]).toEqual([200, { status: 304, isEmpty: true, tag }]);
    await change();
    expect((await conditional(tag)).status).toBe(200);
  });

  test('GraphQL reports cost and errors beside a streamed graph', async () => {
    const requestedId = '$networkId: UUID!) { topologyData(networkId: $networkId, view: L2Physical) { nodes }';
    const variables = { networkId: world.networkId };
    const { body } = await world.viewer.graphql(`query(${requestedId} }`, variables, { 'x-graphql-cost': '1' });
    expect([Object.keys(body), body.extensions.cost.requested > 0]).toEqual([['data', 'extensions'], true]);
    expect(body.data.topologyData.nodes.L2Physical.length).toBeGreaterThan(hosts);
    const failing = await world.viewer.graphql(
      `query(${requestedId} topology(id: "${randomUUID()}") { id } }`,
      variables,
    );
    expect(failing.body.errors).toMatchObject([{ path: ['topology'], extensions: { code: 'entity_not_found' } }]);
    expect(failing.body.data).toEqual({ ...body.data, topology: null });
  });

  test('rows behind the nodes are those of the network', async () => {
    const linkedQuery = `query($id: UUID!) { topology(id: $id) { graph(view: L3Logical) { elements { hostId host { id } } } } }`;
    const { elements } = (await world.viewer.query(linkedQuery, { id: topologyId })).topology.graph;
    expect(elements.length).toBeGreaterThan(itemsPerSlice);
    expect(elements.every((one: Json) => one.host.id === one.hostId)).toBe(true);
  });

  test.each(['mermaid', 'cytoscape'])('an export (%s) is the text that GraphQL returns', async (format) => {
    const { status, body } = await world.viewer.rest.get(`/topology/${topologyId}/export/${format}`);
    const name = capitalize(format);
    const exportedQuery = `query($id: UUID!) { topology(id: $id) { graph(view: L3Logical) { export(format: ${name}) } } }`;
    const text = (await world.viewer.query(exportedQuery, { id: topologyId })).topology.graph.export;
    expect([status, typeof body === 'string' ? body : JSON.stringify(body)]).toEqual([200, text]);
  });

  test('questions on a large graph have the same form as on a small one', async () => {
    const questions = `query($id: UUID!) { topology(id: $id) { graph(view: L2Physical) { singlePointsOfFailure { kind id: stopId }
      components { size stops { kind } } filteredOut { entity } availableViews view } } }`;
    const large = (await world.viewer.query(questions, { id: topologyId })).topology.graph;
    const small = (await world.viewer.query(questions, { id: smallId })).topology.graph;
    expect([large.singlePointsOfFailure.length, small.singlePointsOfFailure.length]).toEqual([1, 1]);
    expect([large.components[0].size, small.components[0].size]).toEqual([hosts, 3]);
    expect(large.components[0].stops[0]).toEqual(small.components[0].stops[0]);
  });

  test('a difference stays in its thread: counts, pages and files equal those of the two graphs', async () => {
    const from = new Date('2020-01-01T00:00:00Z');
    const to = await databaseInstant(world.prisma);
    const [page, size] = ['{ totalCount pageInfo { endCursor hasNextPage } nodes { id: elementId changeType', 100];
    const differing = `query($id: UUID!, $from: DateTime!, $to: DateTime, $after: String, $before: String, $first: Int, $last: Int) {
      topologyDiff(topologyId: $id, view: L3Logical, from: $from, to: $to) {
        nodeCounts { added removed changed } edgeCounts { added removed changed } csv
        nodes(first: $first, after: $after, last: $last, before: $before) ${page} after { header } } }
        boxes: nodes(containerTypes: [Subnet], changeTypes: [Added]) ${page} } } none: nodes(changeTypes: [Removed]) ${page} } }
        edges(first: ${size}) ${page} after { edgeType } } } wireNodes wireEdges } }`;
    const ask = async (more: object) =>
      (await world.viewer.query(differing, { id: topologyId, from, to, ...more })).topologyDiff as Json;
    const whole = await ask({ first: 1000 });
    const { nodes, edges } = (
      await world.viewer.query(
        `query($id: UUID!, $to: DateTime!) @at(instant: $to) { topology(id: $id) { graph(view: L3Logical) { nodes { id: elementId header } edges { id: elementId } } } }`,
        { id: topologyId, to },
      )
    ).topology.graph as Json;
    const idsOf = (items: Json[]) => items.map(({ id }) => id as string).sort();
    expect(nodes.length).toBeGreaterThan(hosts);
    expect(whole.nodeCounts).toEqual({ added: nodes.length, removed: 0, changed: 0 });
    expect(whole.edgeCounts).toEqual({ added: edges.length, removed: 0, changed: 0 });
    expect(idsOf(whole.nodes.nodes)).toEqual(idsOf(nodes));
    const headers = new Map(nodes.map(({ id, header }: Json) => [id, header]));
    expect(whole.nodes.nodes.every(({ id, after }: Json) => after.header === headers.get(id))).toBe(true);
    const boxes = whole.wireNodes.filter(({ after }: Json) => after.container_type === 'Subnet');
    expect([whole.boxes.totalCount, whole.none.totalCount]).toEqual([boxes.length, 0]);
    expect(idsOf(whole.boxes.nodes)).toEqual(idsOf(boxes));
    expect([whole.edges.totalCount, whole.edges.nodes.length]).toEqual([edges.length, Math.min(size, edges.length)]);
    expect(whole.wireNodes.map(({ id }: Json) => id)).toEqual(whole.nodes.nodes.map(({ id }: Json) => id));
    expect(idsOf(whole.wireEdges)).toEqual(idsOf(edges));
    expect(whole.csv.trim().split('\r\n')).toHaveLength(1 + nodes.length + edges.length);

    const pages: Json[] = [];
    for (let after: string | null = null; ;) {
      const { nodes: one } = await ask({ first: size, after });
      pages.push(...one.nodes);
      if (!one.pageInfo.hasNextPage) break;
      after = one.pageInfo.endCursor;
    }
    expect(pages).toEqual(whole.nodes.nodes);
    const { nodes: last } = await ask({ last: 10, before: whole.nodes.pageInfo.endCursor });
    expect(last.nodes).toEqual(whole.nodes.nodes.slice(-11, -1));

    const period = `view=L3Logical&from=${from.toISOString()}&to=${to.toISOString()}`;
    const { body } = await world.viewer.rest.get(`/topology/${topologyId}/diff?${period}`);
    expect(body.data).toMatchObject({ nodes: whole.wireNodes, edges: whole.wireEdges, node_counts: whole.nodeCounts });
    const file = await world.viewer.rest.get(`/topology/${topologyId}/diff/export/csv?${period}`);
    expect(file.body).toBe(whole.csv);
  });

  test('only the requested part of a difference is copied out of its thread', async () => {
    const before = await draw();
    await change();
    await world.prisma.host.updateMany({ where: { networkId: world.networkId }, data: { name: randomUUID() } });
    const after = await draw();
    const sizes: number[] = [];
    const run = async (...job: never[]) => {
      const output: unknown = await workers.run(...(job as never as [never, never]));
      sizes.push((JSON.stringify(output) ?? '').length);
      return output;
    };
    const context = { ...after.context, workers: { ...workers, run } } as never;
    const diff = diffNetworks(before.network, after.network, { view: 'L3Logical' }, context);
    const { nodes } = await diff.ask('counts', undefined);
    expect(nodes.Changed).toBeGreaterThanOrEqual(hosts);
    const page = { backwards: false, take: 3, skip: 2 };
    expect((await diff.ask('nodes', { page, changeTypes: ['Changed'] })).pageChanges).toHaveLength(3);
    expect(Math.max(...sizes)).toBeLessThan(5_000);
    expect(sizes).toHaveLength(2);
    const [list, ...others] = diff.list('wireNodes') as RawJson[];
    expect(others).toEqual([]);
    const pieces = await list!.source.read();
    expect(pieces.length).toBeGreaterThan(hosts / itemsPerSlice);
    expect(JSON.parse(Buffer.concat(pieces).toString())).toHaveLength(nodes.Changed + nodes.Added + nodes.Removed);
    const diffRequest = { drawing: { view: 'L3Logical' as const }, withRows: false };
    const diffShown = (most: number) =>
      diffShownNetworks(before.network, after.network, { ...diffRequest, most }, context);
    expect(await diffShown(hosts - 1)).toBeUndefined();
    expect((await diffShown(1_000_000))!.nodes.length).toBe(nodes.Changed + nodes.Added + nodes.Removed);
  });

  test('callers who disconnect during an answer take no places from others', async () => {
    const key = { authorization: `Bearer ${world.key.credential.key}` };
    const nodes = encodeURIComponent(
      `{ topology(id: "${topologyId}") { graph(view: L3Logical) { nodes { id: elementId ... on GraphElement { host { id } } } } } }`,
    );
    const leave = () =>
      new Promise<void>((resolve) => {
        const movingRequest = get(`${world.url}/graphql?query=${nodes}`, { headers: key }, (res) => res.destroy());
        movingRequest.on('close', resolve).on('error', () => undefined);
        setImmediate(() => movingRequest.destroy());
      });
    await Promise.all(Array.from({ length: 6 }, leave));
    expect((await world.key.send('GET', `/graphql?query=${nodes}`)).status).toBe(200);
  });
});

describe('a network whose changes are followed', () => {
  /**
   * The inventory without the fields `version`. At a past instant, rows that have not changed since may contain this
   * field, which past graphs do not show.
   */
  const withoutVersions = (inventory: object): unknown =>
    JSON.parse(JSON.stringify(inventory, (name, value: unknown) => (name === 'version' ? undefined : value)));
  const isTheNetwork = async (at?: Date) => {
    const { networkId, organizationId, prisma } = world;
    const { asked, network } = await draw(networkId, at);
    const sql = sqlFor(prisma, { organizationId, networkIds: [networkId] } as never, at);
    const whole = await readInventory(sql, networkId);
    expect(network.source.state).toBe(`${networkId} ${whole!.changeToken}`);
    const expectedInventory = drawInventory({ state: randomUUID(), rows: whole!.rows, options: request }).inventory;
    const { inventory } = drawInventory(network.source);
    if (at) expect(withoutVersions(inventory)).toEqual(withoutVersions(expectedInventory));
    else expect(inventory).toEqual(expectedInventory);
    return asked.filter((one) => one !== 'token');
  };
  test('equals the one that is read whole, whatever changes, now and at each instant before a change', async () => {
    await beFollowed();
    const instants = new Map<string, Date>();
    for (const [changeName, sql] of changesOfRows) {
      instants.set(changeName, await databaseInstant(world.prisma));
      expect([changeName, await world.prisma.$executeRawUnsafe(sql, world.networkId)]).not.toEqual([changeName, 0]);
      expect([changeName, await isTheNetwork()]).toEqual([changeName, ['closed', 'changes']]);
    }
    const { id } = await world.prisma.tag.findFirstOrThrow({ where: { organizationId: world.organizationId } });
    instants.set('a tag', await databaseInstant(world.prisma));
    await world.prisma.tag.update({ where: { id }, data: { name: 'renamed', color: 'Red' } });
    expect(await isTheNetwork()).toContain('changes');
    // The assignments of a deleted tag are removed by a background job, which does not run here.
    const assigned = await world.prisma.tagAssignment.findFirstOrThrow({
      where: { networkId: world.networkId, hostId: { not: null } },
    });
    instants.set('a tag that is deleted', await databaseInstant(world.prisma));
    await world.prisma.tag.delete({ where: { id: assigned.tagId } });
    expect(await isTheNetwork()).toContain('changes');
    for (const [changeName, at] of instants)
      expect([changeName, await isTheNetwork(at)]).toEqual([changeName, ['changes']]);
    // Past states are cached, and do not displace the present one.
    for (const at of [...instants.values(), undefined])
      expect((await draw(world.networkId, at)).asked).toEqual(['token']);
  });

  test('at an instant after it was last read, is followed up to the instant', async () => {
    await beFollowed();
    const quiet = await databaseInstant(world.prisma);
    expect(await isTheNetwork(quiet)).toEqual(['closed', 'changes', 'changes']);
    await change();
    const changed = await databaseInstant(world.prisma);
    expect(await isTheNetwork(changed)).toEqual(['closed', 'changes', 'changes']);
    // The state that was followed for the past is the present one.
    expect(await isTheNetwork()).toEqual([]);
  });

  test('at an instant before which a read change was still running, is read whole', async () => {
    await beFollowed();
    await world.prisma.$transaction(async (tx) => {
      const { networkId } = world;
      const { id } = await tx.host.findFirstOrThrow({ where: { networkId }, orderBy: { id: 'asc' } });
      await tx.host.update({ where: { id }, data: { name: 'running' } });
      const at = await databaseInstant(world.prisma);
      await change();
      await draw();
      expect(await isTheNetwork(at)).toContain('inventory');
    });
  });

  test('includes the changes of a transaction that was still running when it was read', async () => {
    await beFollowed();
    await world.prisma.$transaction(async (tx) => {
      const { networkId } = world;
      const [first, second] = await tx.host.findMany({ where: { networkId }, orderBy: { id: 'asc' }, take: 2 });
      await tx.host.update({ where: { id: first!.id }, data: { name: 'before' } });
      await tx.host.delete({ where: { id: second!.id } });
      await change();
      expect(await isTheNetwork()).toContain('changes');
    });
    expect(await isTheNetwork()).toContain('changes');
  });

  test('is read whole if too much has changed, now and before', async () => {
    await beFollowed();
    const at = await databaseInstant(world.prisma);
    await world.prisma.$executeRawUnsafe(
      `INSERT INTO vlans (network_id, organization_id, name, vlan_number)
       SELECT $1::uuid, $2::uuid, 'many', n FROM generate_series(1, 2001) n`,
      world.networkId,
      world.organizationId,
    );
    expect(await isTheNetwork()).toContain('inventory');
    expect(await isTheNetwork(at)).toContain('inventory');
  });

  test('is not found by callers without access', async () => {
    await untilOpenTransactionsEnd();
    await change();
    const { prisma, organizationId, networkId, otherNetworkId } = world;
    const own = sqlFor(prisma, { organizationId, networkIds: [networkId] } as never);
    const closed = await closedInstant(own, networkId);
    const mark = (await readInventory(own, networkId, { closed }))!.mark!;
    const at = new Date(closed.getTime() - 1);
    expect(await readPatch(own, networkId, mark, closed)).toBeDefined();
    expect(await readPastPatch({ ...own, at }, networkId, mark)).toBeDefined();
    for (const viewer of [
      { organizationId, networkIds: [otherNetworkId] },
      { organizationId: randomUUID(), networkIds: [networkId] },
    ]) {
      const context = { ...reader().context, sql: sqlFor(prisma, viewer as never) };
      expect(await drawNetwork(context, networkId, request)).toBeUndefined();
      expect(await readPatch(context.sql, networkId, mark, closed)).toBeUndefined();
      expect(await readPastPatch({ ...context.sql, at }, networkId, mark)).toBeUndefined();
    }
  });
});
