// Tests tenant isolation of graphs: every view of a graph, and every field of a graph with arguments, uses only rows
// that the caller may see.
import type { GraphQLEnumType, GraphQLObjectType } from 'graphql';
import { schema } from '../../src/modules/types';
import { topologyViews } from '../../src/modules/topology/graph/options';
import { graphEdges, graphExports, graphNodes, listsOfData } from './graph-selection';
import { findLeaks } from './leaks';
import { absentId, createWalledWorld, type WalledWorld } from './walled-world';

let walled: WalledWorld;
beforeAll(async () => {
  walled = await createWalledWorld();
});
afterAll(() => walled.close());

test('a whole network is returned to callers within reach, and contains nothing out of reach', async () => {
  const document = `query($id: UUID!) { topologyData(networkId: $id) {
    topology { id network { name } } ${listsOfData.join(' ')} nodes edges availableViews filteredOut } }`;
  for (const viewer of walled.callers) {
    const { name, caller, networkIds, beyond } = viewer;
    for (const id of networkIds) {
      const reply = await caller.graphql(document, { id });
      expect([name, reply.body.errors]).toEqual([name, undefined]);
      expect(reply.body.data.topologyData.hosts.length).toBeGreaterThan(0);
      const text = JSON.stringify(reply.body);
      expect([name, findLeaks(viewer, text)]).toEqual([name, []]);
    }
    for (const id of [beyond.Network![0], absentId()])
      expect((await caller.graphql(document, { id })).body.errors[0].extensions).toMatchObject({
        code: 'entity_access_denied',
        params: { entity: 'Network', id },
      });
  }
});

test('two hosts are compared for callers that reach both; one out of reach is like a missing one', async () => {
  const document = `query($a: UUID!, $b: UUID!) { whySameHost(a: $a, b: $b) { verdict reasons { values text } } }`;
  for (const viewer of walled.callers) {
    const { name, caller, beyond } = viewer;
    const [ownHost, otherHost] = (await caller.query('{ hosts(first: 2) { nodes { id } } }')).hosts.nodes;
    const reply = await caller.graphql(document, { a: ownHost.id, b: otherHost.id });
    expect([name, reply.body.errors, findLeaks(viewer, JSON.stringify(reply.body))]).toEqual([name, undefined, []]);
    for (const id of [...beyond.Host!, absentId()])
      for (const pair of [
        { a: ownHost.id, b: id },
        { a: id, b: ownHost.id },
      ])
        expect((await caller.graphql(document, pair)).body.errors[0].extensions).toMatchObject({
          code: 'entity_not_found',
          params: { entity: 'Host', id },
        });
  }
});

test('a location is computed from reachable ports only, whoever else has the same addresses', async () => {
  const mac = '3c:52:82:00:00:77';
  const { prisma } = walled.world;
  const networks = walled.callers.flatMap(({ networkIds, beyond }) => [...networkIds, ...beyond.Network!]);
  const inThem = { networkId: { in: networks } };
  const before = await prisma.interface.findMany({ where: inThem, select: { id: true, fdbMacs: true } });
  await prisma.interface.updateMany({ where: inThem, data: { fdbMacs: [mac] } });
  const document = `query($id: UUID!) { locate(networkId: $id, text: "${mac}") { hosts { hostId host { name } }
    ports { interfaceId hostId interface { ifName networkId } host { name networkId } farHost { name } }
    passing { interfaceId hostId interface { ifName networkId } host { name networkId } farHost { name } } } }`;
  let seenCount = 0;
  for (const viewer of walled.callers) {
    const { name, caller, networkIds, beyond } = viewer;
    for (const id of networkIds) {
      const { errors, data } = (await caller.graphql(document, { id })).body;
      expect([name, errors, findLeaks(viewer, JSON.stringify(data))]).toEqual([name, undefined, []]);
      const all = [...data.locate.ports, ...data.locate.passing] as { interface: { networkId: string } }[];
      expect(new Set([id, ...all.map((one) => one.interface.networkId)])).toEqual(new Set([id]));
      seenCount += all.length;
    }
    for (const id of [beyond.Network![0], absentId()])
      expect((await caller.graphql(document, { id })).body.errors[0].extensions).toMatchObject({
        code: 'entity_not_found',
        params: { entity: 'Network', id },
      });
  }
  expect(seenCount).toBeGreaterThan(0);
  for (const { id, fdbMacs } of before) await prisma.interface.update({ where: { id }, data: { fdbMacs } });
});

test('a search finds and counts rows within reach alone, now and as of an instant', async () => {
  const searchSelection = `text: $text, networkId: $networkId, first: 100) { totalCount leftOutCount
    matches { kind entityId title field value networkId network { name } hostId host { name networkId } } } }`;
  const now = `query($text: String!, $networkId: UUID) { search(${searchSelection}`;
  const then = `query($text: String!, $networkId: UUID) @at(instant: "${new Date().toISOString()}") { search(${searchSelection}`;
  for (const viewer of walled.callers) {
    const { name, caller, networkIds, beyond, forbidden } = viewer;
    const kinds = new Set<string>();
    for (const document of [now, then])
      for (const networkId of [undefined, ...networkIds])
        for (const text of ['s', 'secret', '10.', '00:1b', '1']) {
          const { errors, data } = (await caller.graphql(document, { text, networkId })).body;
          expect([name, text, errors, findLeaks(viewer, JSON.stringify(data))]).toEqual([name, text, undefined, []]);
          const { matches, totalCount, leftOutCount } = data.search;
          expect(matches.length + leftOutCount).toBe(totalCount);
          for (const match of matches) {
            kinds.add(match.kind);
            if (match.networkId !== null)
              expect(networkId === undefined ? networkIds : [networkId]).toContain(match.networkId);
          }
        }
    expect([name, kinds.size > 5]).toEqual([name, true]);
    for (const text of forbidden.filter((word) => word.startsWith('secret-')))
      for (const document of [now, then])
        expect((await caller.graphql(document, { text })).body.data).toEqual({
          search: { totalCount: 0, leftOutCount: 0, matches: [] },
        });
    const absent = (await caller.graphql(now, { text: 'secret', networkId: absentId() })).body;
    for (const networkId of beyond.Network!)
      expect((await caller.graphql(now, { text: 'secret', networkId })).body).toEqual(absent);
  }
});

test('ids of merged hosts lead to hosts within reach alone', async () => {
  const networks = walled.callers.flatMap(({ networkIds }) => networkIds);
  const merges = await walled.world.prisma.hostMerge.findMany({
    where: { networkId: { in: networks } },
    select: { mergedHostId: true, networkId: true },
  });
  const ids = merges.map(({ mergedHostId }) => mergedHostId);
  const document = `query($ids: [UUID!]!) { hostAliases(ids: $ids) { mergedHostId hostId host { id networkId } } }`;
  for (const viewer of walled.callers) {
    const { name, caller, networkIds } = viewer;
    const reply = await caller.graphql(document, { ids });
    const within = merges.filter(({ networkId }) => networkIds.includes(networkId));
    expect([name, reply.body.data.hostAliases.map((one: { mergedHostId: string }) => one.mergedHostId).sort()]).toEqual(
      [name, within.map(({ mergedHostId }) => mergedHostId).sort()],
    );
    expect(within.length).toBeGreaterThan(0);
    expect(findLeaks(viewer, JSON.stringify(reply.body))).toEqual([]);
  }
});

test('saved views within reach show rows within reach, and nothing else', async () => {
  const answered = [];
  for (const caller of walled.callers) {
    const reply = await caller.caller.graphql(
      `{ savedViews(first: 40) { nodes { networkId graph { nodeId nodes { __typename ${graphNodes} }
          edges { __typename ${graphEdges} } folds { label } ${graphExports} } } } }`,
    );
    expect([caller.name, reply.body.errors]).toEqual([caller.name, undefined]);
    expect([caller.name, findLeaks(caller, JSON.stringify(reply.body))]).toEqual([caller.name, []]);
    const views = reply.body.data.savedViews.nodes as { graph: { nodeId: string; nodes: unknown[] } }[];
    answered.push({ caller, views });
    expect(views.flatMap(({ graph }) => graph.nodes).length).toBeGreaterThan(0);
  }
  // Every caller requests graphs by the node ids that the other callers got.
  const all = new Set(answered.flatMap(({ views }) => views.map(({ graph }) => graph.nodeId)));
  for (const { caller, views } of answered) {
    const ownNodeIds = new Set(views.map(({ graph }) => graph.nodeId));
    const others = [...all].filter((id) => !ownNodeIds.has(id)).slice(0, 20);
    expect(others).not.toEqual([]);
    const { body } = await caller.caller.graphql(
      'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { ... on TopologyGraph { nodes { id: elementId } } } }',
      { ids: others },
    );
    expect(body.data.nodes).toEqual(others.map(() => null));
    const codes = body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
    expect(new Set(codes)).toEqual(new Set(['entity_not_found']));
  }
});

describe.each(topologyViews)('%s', (view) => {
  const ask = (selection: string) => `query($of: UUID!, $also: UUID!) {
    asked: topologies(ids: [$also]) { totalCount }
    topologies(first: 40, filter: { snapshotId: { isNull: true } }) { nodes { id networkId graph(view: ${view}) { __typename ${selection} } } } }`;

  test('shows rows within reach, and nothing else', async () => {
    for (const caller of walled.callers) {
      const reply = await caller.caller.graphql(
        `{ topologies(first: 40, filter: { snapshotId: { isNull: true } }) { nodes { networkId graph(view: ${view}) {
          nodes { __typename ${graphNodes} } edges { __typename ${graphEdges} } ${graphExports} } } } }`,
      );
      expect([caller.name, reply.body.errors]).toEqual([caller.name, undefined]);
      expect([caller.name, findLeaks(caller, JSON.stringify(reply.body))]).toEqual([caller.name, []]);
      const rows = reply.body.data.topologies.nodes;
      const networkIds = rows.map((row: { networkId: string }) => row.networkId);
      expect(new Set(networkIds)).toEqual(new Set(caller.networkIds));
      expect(rows.flatMap((row: { graph: { nodes: unknown[] } }) => row.graph.nodes).length).toBeGreaterThan(0);
    }
  });

  test('answers questions about nodes out of reach like questions about missing ones', async () => {
    const document = ask(`
      neighbors(of: $of, depth: 3) { nodes { id: elementId } edges { id: elementId } }
      shortestPath(from: $of, to: $also) { length }
      allShortestPaths(from: $of, to: $also) { length }
      impactOf(ids: [$of], root: $also) { unreachableCount stillReachable }
      followed: impactOf(ids: [$of], root: $also, followedEdgeTypes: [LearnedMachine, WirelessAssociation]) { unreachableCount stillReachable }
      singlePointsOfFailure(followedEdgeTypes: [LearnedMachine, WirelessAssociation]) { id: stopId host { name } }
      whyHidden(entityId: $of) { reason }
      pair: whyHidden(entityId: $also, otherId: $of) { reason }
      search(text: "e") { id: elementId }`);
    for (const caller of walled.callers) {
      for (const model of ['Host', 'Subnet', 'Service', 'Interface', 'IpAddress', 'Vlan', 'Tag']) {
        const beyond = caller.beyond[model]![0]!;
        const [there, missing] = await Promise.all(
          [beyond, absentId()].map((of) => caller.caller.graphql(document, { of, also: caller.home.Host![0] })),
        );
        expect(there!.body).toEqual(missing!.body);
        expect(there!.body.errors).toBeUndefined();
        expect(findLeaks(caller, JSON.stringify(there!.body))).toEqual([]);
      }
    }
  });

  test('folds only nodes within reach, and reveals no others', async () => {
    const document = `query($of: UUID!, $groupBy: GraphGrouping!) {
      topologies(first: 40, filter: { snapshotId: { isNull: true } }) { nodes { networkId
        graph(view: ${view}, detail: { limit: 1, groupBy: $groupBy, expanded: [$of], collapsed: [$of], reveal: [$of] }) {
          nodes { __typename ${graphNodes} } edges { id: elementId }
          folds { id: foldId label reason summary anchorIds memberIds containerId counts { kind count text } nodeCount edgeCount }
          foldedEdges { source target count worstState }
          whyHidden(entityId: $of) { reason foldedIn } shortestPath(from: $of, to: $of) { hops { id: stopId foldedIn } } } } } }`;
    const { values } = (schema.getType('GraphGrouping') as GraphQLEnumType).toConfig();
    for (const caller of walled.callers)
      for (const groupBy of Object.keys(values)) {
        const [there, missing] = await Promise.all(
          [caller.beyond.Host![0]!, absentId()].map((of) => caller.caller.graphql(document, { of, groupBy })),
        );
        expect([caller.name, there!.body.errors]).toEqual([caller.name, undefined]);
        expect(there!.body).toEqual(missing!.body);
        expect([caller.name, findLeaks(caller, JSON.stringify(there!.body))]).toEqual([caller.name, []]);
      }
  });

  test('summarizes no VLAN out of reach', async () => {
    const document = `{ topologies(first: 40, filter: { snapshotId: { isNull: true } }) { nodes {
      graph(view: ${view}) { vlanSummaries(first: 1000) { vlanId vlan { id name } portCount } } } } }`;
    for (const caller of walled.callers) {
      const reply = await caller.caller.graphql(document, {});
      expect(reply.body.errors).toBeUndefined();
      expect(JSON.stringify(reply.body)).toContain(caller.home.Vlan![0]);
      expect(findLeaks(caller, JSON.stringify(reply.body))).toEqual([]);
    }
  });

  test('finds no VLAN out of reach', async () => {
    for (const caller of walled.callers) {
      const document = ask(
        'vlanPath(vlanId: $of) { ports { interface { id } } segments segmentDetails { hostIds firstHosts { host { name } } } }',
      );
      const refusedReply = await caller.caller.graphql(document, { of: caller.beyond.Vlan![0], also: absentId() });
      expect(refusedReply.body.errors[0].extensions.code).toBe('entity_not_found');
      const answeredReply = await caller.caller.graphql(document, { of: caller.home.Vlan![0], also: absentId() });
      expect(answeredReply.body.errors).toBeUndefined();
      expect(findLeaks(caller, JSON.stringify(answeredReply.body))).toEqual([]);
    }
  });
});

test('every question on a graph is covered by this suite', () => {
  const asking = Object.values((schema.getType('TopologyGraph') as GraphQLObjectType).getFields());
  const withArguments = asking.filter(({ args }) => args.length > 0).map(({ name }) => name);
  expect(withArguments.sort()).toEqual(
    [
      'allShortestPaths',
      'export',
      'impactOf',
      'neighbors',
      'search',
      'shortestPath',
      'singlePointsOfFailure',
      'vlanPath',
      'vlanSummaries',
      'whyHidden',
    ].sort(),
  );
});
