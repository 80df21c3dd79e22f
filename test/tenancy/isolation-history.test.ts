// Tests tenant isolation of the past: differences contain only rows that the caller may see today, and other rows are
// treated as if they had never existed.
import { delegateOf } from '../../src/data/model/delegate';
import { inventoryModels } from '../../src/modules/history/kinds';
import { topologyViews } from '../../src/modules/topology/graph/options';
import { entityName } from '../../src/data/tenancy/visible-rows';
import { findLeaks } from './leaks';
import { absentId, createWalledWorld, replyText, type WalledWorld } from './walled-world';

let walled: WalledWorld;
beforeAll(async () => {
  walled = await createWalledWorld();
});
afterAll(() => walled.close());

const inventoryDiff = `query($id: UUID!) { inventoryDiff(networkId: $id, from: "2020-01-01T00:00:00Z", first: 1000) {
  totalCount summary { kind added removed changed }
  nodes { id: changeId kind entityId name hostId host { id name } fields { field from to }
    event { id: eventId operation
      actor { type name user { id email } userApiKey { id name } daemon { id name } discovery { id name } } } } } }`;

test('the difference of a reachable network shows nothing else; another one is like a missing one', async () => {
  for (const caller of walled.callers) {
    for (const id of caller.networkIds) {
      const reply = await caller.caller.graphql(inventoryDiff, { id });
      expect([caller.name, reply.body.errors]).toEqual([caller.name, undefined]);
      const { totalCount, nodes } = reply.body.data.inventoryDiff;
      expect(totalCount).toBe(nodes.length);
      expect(new Set(nodes.map(({ kind }: { kind: string }) => kind)).size).toBe(10);
      expect([caller.name, findLeaks(caller, JSON.stringify(reply.body))]).toEqual([caller.name, []]);
    }
    const missing = absentId();
    const absent = await caller.caller.graphql(inventoryDiff, { id: missing });
    for (const id of caller.beyond.Network!) {
      const refusedReply = await caller.caller.graphql(inventoryDiff, { id });
      expect(refusedReply.body.errors[0].extensions).toEqual({
        ...{ code: 'entity_not_found', params: { entity: 'Network', id } },
      });
      expect(replyText(refusedReply, id)).toBe(replyText(absent, missing));
    }
  }
});

const history = `query($kind: InventoryKind!, $id: UUID!) { history(kind: $kind, id: $id, first: 1000) { totalCount
  nodes { id: revisionId entityId fields { field from to }
    event { id: eventId operation
      actor { type name user { id email } userApiKey { id name } daemon { id name } discovery { id name } } } } } }`;

const host = 'host { id name tags { id name } ipAddresses { ipAddress } network { id name } }';
const topologyDiff = (view: string) => `query($id: UUID!) {
  topologyDiff(topologyId: $id, view: ${view}, from: "2020-01-01T00:00:00Z") { wireNodes wireEdges csv
    nodes(first: 1000) { totalCount nodes { id: elementId before { id: elementId } after { id: elementId header
      ... on GraphContainer { entityId } ... on GraphElement { hostId ${host} } } } }
    edges(first: 1000) { totalCount nodes { id: elementId before { id: elementId } after { id: elementId label
      ... on PhysicalLinkEdge { sourceInterface { id ${host} } targetInterface { id } }
      ... on NeighborLinkEdge { sourceHost { id name } targetHost { id name } } } } } } }`;

test.each(topologyViews)('the difference of a topology in the view %s shows nothing out of reach', async (view) => {
  for (const caller of walled.callers) {
    const { nodes: rows } = (
      await caller.caller.graphql(
        '{ topologies(first: 40, filter: { snapshotId: { isNull: true } }) { nodes { id } } }',
      )
    ).body.data.topologies as { nodes: { id: string }[] };
    let seenCount = 0;
    for (const { id } of rows) {
      const reply = await caller.caller.graphql(topologyDiff(view), { id });
      expect([caller.name, reply.body.errors]).toEqual([caller.name, undefined]);
      expect([caller.name, findLeaks(caller, JSON.stringify(reply.body))]).toEqual([caller.name, []]);
      seenCount += reply.body.data.topologyDiff.nodes.totalCount as number;
    }
    expect(seenCount).toBeGreaterThan(0);
    const missing = absentId();
    const absent = await caller.caller.graphql(topologyDiff(view), { id: missing });
    for (const id of caller.beyond.Topology!)
      expect(replyText(await caller.caller.graphql(topologyDiff(view), { id }), id)).toBe(replyText(absent, missing));
  }
});

describe.each(inventoryModels)('the history of a %s', (model) => {
  const kind = entityName(model);

  test('within reach shows nothing out of reach', async () => {
    for (const caller of walled.callers) {
      for (const id of caller.home[model]!) {
        const reply = await caller.caller.graphql(history, { kind, id });
        expect([caller.name, reply.body.errors]).toEqual([caller.name, undefined]);
        const { totalCount, nodes } = reply.body.data.history;
        expect(totalCount).toBe(nodes.length);
        expect([caller.name, findLeaks(caller, JSON.stringify(reply.body))]).toEqual([caller.name, []]);
      }
    }
  });

  test('out of reach is like a missing one, whether it exists or was deleted', async () => {
    const ask = async (isDeleted: boolean) => {
      for (const caller of walled.callers) {
        const missing = absentId();
        const absent = await caller.caller.graphql(history, { kind, id: missing });
        expect(absent.body.errors[0].extensions.code).toBe('entity_not_found');
        for (const id of caller.beyond[model]!) {
          const refusedReply = await caller.caller.graphql(history, { kind, id });
          expect([isDeleted, replyText(refusedReply, id)]).toEqual([isDeleted, replyText(absent, missing)]);
        }
      }
    };
    await ask(false);
    const ids = walled.stranger.home[model]!;
    // The database refuses to delete a host with a daemon, so the daemon is deleted first.
    if (model === 'Host')
      await walled.world.prisma.daemon.deleteMany({ where: { networkId: walled.world.strangerNetworkId } });
    await delegateOf(walled.world.prisma, model).deleteMany({ where: { id: { in: [...ids] } } });
    await ask(true);
    // The caller to whom the deleted row belonged can still read the history of the row.
    const ownReply = await walled.stranger.caller.graphql(history, { kind, id: ids[0] });
    expect(ownReply.body.data.history.totalCount).toBeGreaterThan(1);
  });
});

test('daemons receive no history', async () => {
  const { caller, networkIds } = walled.daemon;
  const requestedReplies = [
    await caller.graphql(inventoryDiff, { id: networkIds[0] }),
    await caller.graphql(topologyDiff('L3Logical'), { id: absentId() }),
    await caller.graphql(history, { kind: 'Host', id: walled.daemon.home.Host![0] }),
    // Daemons may read subnets, but not the history of subnets, which shows who changed them.
    await caller.graphql('{ subnets { nodes { id history { nodes { id: revisionId } } } } }'),
  ];
  for (const { body } of requestedReplies) expect(body.errors[0].extensions.code).toBe('auth_user_context_required');
});
