// Tests tenant isolation of event streams, for every subscription and every REST route of a subscription: no event
// contains data that the caller may not see.
import { randomUUID } from 'node:crypto';
import { getNamedType, type GraphQLOutputType } from 'graphql';
import { demandOf, isAction } from '../../src/auth/permissions';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { schema } from '../../src/modules/types';
import { compileOperation } from '../../src/rest/documents/compiled-operation';
import { isStream, mountedPath } from '../../src/rest/route';
import { routes } from '../../src/modules/routes';
import { openEvents, openSocketSubscription, openSubscription, type Events } from '../support/events';
import { graphEdges, graphNodes } from './graph-selection';
import { buildSelection } from './schema-shape';
import { findLeaks } from './leaks';
import { createWalledWorld, replyText, type WalledCaller, type WalledWorld } from './walled-world';

let walled: WalledWorld;
const openedEvents: Events[] = [];
beforeAll(async () => {
  walled = await createWalledWorld();
});
afterEach(() => {
  for (const stream of openedEvents.splice(0)) stream.leave();
});
afterAll(() => walled.close());

/**
 * A subscription document, and a change of a network that causes an event. A test fails if a subscription of the schema
 * has no entry in `subscribed`.
 */
interface Subscribed {
  readonly change: (prisma: PrismaClient, networkId: string) => Promise<unknown>;
  /**
   * Returns a document and its variables that subscribe to events of the network. Without `networkId` they subscribe
   * to all networks, or to the caller's first network if the subscription needs one.
   */
  readonly ask: (networkId: string | undefined, caller: WalledCaller) => Promise<[document: string, variables: object]>;
}
const ofNetworks = (field: string, change: Subscribed['change']): Subscribed => ({
  change,
  ask: (networkId) => {
    const type = schema.getSubscriptionType()!.getFields()[field]!.type as GraphQLOutputType;
    const selection = buildSelection(getNamedType(type).name, 0);
    const document = `subscription($networkId: UUID) { ${field}(networkId: $networkId) ${selection} }`;
    return Promise.resolve([document, { networkId }]);
  },
});
let renamedCount = 0;
const subscribed: Readonly<Record<string, Subscribed>> = {
  topologyChanges: ofNetworks('topologyChanges', (prisma, networkId) =>
    prisma.host.create({ data: { networkId, name: 'new' } }),
  ),
  discoveryProgress: ofNetworks('discoveryProgress', (prisma, networkId) =>
    prisma.discoverySession.updateMany({ where: { networkId }, data: { progress: { increment: 1 } } }),
  ),
  inventoryChanges: {
    change: (prisma, networkId) => prisma.host.create({ data: { networkId, name: 'new' } }),
    ask: (networkId, { networkIds }) => {
      const document = `subscription($networkId: UUID!) { inventoryChanges(networkId: $networkId)
        ${buildSelection('InventoryChanges', 0)} }`;
      return Promise.resolve([document, { networkId: networkId ?? networkIds[0]! }]);
    },
  },
  newNetworkEvents: {
    change: async (prisma, networkId) => {
      const { organizationId } = await prisma.network.findUniqueOrThrow({ where: { id: networkId } });
      const event = { kind: 'MachineNew', severity: 'Info', happenedAt: new Date(), code: 'machine_new' } as const;
      await prisma.networkEvent.create({ data: { networkId, organizationId, ...event, params: { host: 'new' } } });
    },
    ask: (networkId, { networkIds }) => {
      const document = `subscription($networkId: UUID!) { newNetworkEvents(networkId: $networkId)
        ${buildSelection('NewNetworkEvents', 1)} }`;
      return Promise.resolve([document, { networkId: networkId ?? networkIds[0]! }]);
    },
  },
  topologyGraphChanges: {
    change: (prisma, networkId) =>
      prisma.subnet.updateMany({ where: { networkId }, data: { name: `renamed ${(renamedCount += 1)}` } }),
    ask: async (networkId, { networkIds }) => [
      `subscription($topologyId: UUID!) { topologyGraphChanges(topologyId: $topologyId, view: L3Logical) {
        isWhole cursor removedNodeIds removedEdgeIds
        addedNodes { ...N } changedNodes { ...N } addedEdges { ...E } changedEdges { ...E } } }
        fragment N on GraphNode { __typename nodeId ${graphNodes} ... on SubnetContainer { subnet { networkId } } }
        fragment E on GraphEdge { __typename nodeId ${graphEdges} }`,
      { topologyId: await liveTopologyOf(networkId ?? networkIds[0]!) },
    ],
  },
};
/** Some subscriptions send an event at once, before any change. For these: a text that this event contains. */
const opensWith: Readonly<Record<string, (caller: WalledCaller) => string>> = {
  topologyGraphChanges: ({ networkIds }) => networkIds[0]!,
  inventoryChanges: () => '"hasGap":false',
  newNetworkEvents: () => '"hasGap":false',
};
const liveTopologyOf = async (networkId: string) =>
  (await walled.world.prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;

const subscriptions = Object.values(schema.getSubscriptionType()!.getFields());
const isForSessionsOnly = (name: string): boolean => isAction(name) && demandOf(name).sessionOnly;
const streamRoutes = routes
  .filter(isStream)
  .map((route) => ({ route, operation: compileOperation(schema, route.document) }));
/** The subscription field in a route's document. */
const fieldOf = ({ operation }: (typeof streamRoutes)[number]): string => {
  const [selection] = operation.definition.selectionSet.selections;
  return selection!.kind === 'Field' ? selection!.name.value : '';
};

interface Door {
  readonly field: string;
  open(caller: WalledCaller, networkId?: string): Promise<Events>;
}
const doors: [string, Door][] = [
  ...subscriptions.map(({ name: field }): [string, Door] => {
    const open: Door['open'] = async (caller, networkId) => {
      const [document, variables] = await subscribed[field]!.ask(networkId, caller);
      return openSubscription(walled.world.url, document, credentialOf(caller.caller), { ...variables });
    };
    return [`subscription ${field}`, { field, open }];
  }),
  ...['topologyGraphChanges', 'inventoryChanges'].map((field): [string, Door] => {
    const open: Door['open'] = async (caller, networkId) => {
      const [document, variables] = await subscribed[field]!.ask(networkId, caller);
      return openSocketSubscription(walled.world.url, document, credentialOf(caller.caller), { ...variables });
    };
    return [`${field} over WebSocket`, { field, open }];
  }),
  ...streamRoutes.map((one): [string, Door] => {
    const path = `/api${mountedPath(one.route)}`;
    const open: Door['open'] = async ({ caller }, networkId) =>
      openEvents(walled.world.url, networkId ? `${path}?network_id=${networkId}` : path, credentialOf(caller));
    return [`GET ${path}`, { field: fieldOf(one), open }];
  }),
];
const credentialOf = (caller: object) => (caller as { credential: { session?: string; key?: string } }).credential;

test('every subscription has its line above, and those for sessions a route', () => {
  expect(Object.keys(subscribed).sort()).toEqual(subscriptions.map(({ name }) => name).sort());
  const forSessions = subscriptions.map(({ name }) => name).filter(isForSessionsOnly);
  expect(streamRoutes.map(fieldOf).sort()).toEqual(forSessions.sort());
});

const keepReply = async (opening: Promise<Events>): Promise<Events> => {
  const stream = await opening;
  openedEvents.push(stream);
  return stream;
};

test.each(doors)('%s sends nothing out of reach', async (_title, { field, open }) => {
  const { world, viewer, member, stranger, narrowKey } = walled;
  const networks = [world.networkId, world.otherNetworkId, world.strangerNetworkId];
  const { change } = subscribed[field]!;
  for (const caller of [viewer, member, stranger, ...(isForSessionsOnly(field) ? [] : [narrowKey])]) {
    const stream = await keepReply(open(caller));
    const ownNetworkStream = await keepReply(open(caller, caller.networkIds[0]));
    const expectOnBoth = async (text: string) => {
      for (const one of [stream, ownNetworkStream]) {
        const event = JSON.stringify(await one.next());
        expect(event).toContain(text);
        expect(findLeaks(caller, event)).toEqual([]);
      }
    };
    // The first event is read before anything changes, because changes made in the meantime would be part of it.
    const opening = opensWith[field];
    if (opening) await expectOnBoth(opening(caller));
    const beyond = networks.filter((id) => !caller.networkIds.includes(id));
    for (const id of beyond) await change(world.prisma, id);
    // An event about another network would arrive before the event for this change.
    await change(world.prisma, caller.networkIds[0]!);
    await expectOnBoth(caller.networkIds[0]!);
  }
});

test.each(doors.filter(([, { field }]) => isForSessionsOnly(field)))(
  '%s is refused to keys',
  async (_title, { open }) => {
    const stream = await keepReply(open(walled.narrowKey));
    expect(stream.status).toBe(403);
  },
);

test('a graph out of reach is answered like that of a missing topology', async () => {
  for (const caller of [walled.viewer, walled.narrowKey, walled.stranger]) {
    const [document] = await subscribed.topologyGraphChanges!.ask(undefined, caller);
    const refusals = [];
    for (const topologyId of [caller.beyond.Topology![0]!, randomUUID()]) {
      const reply = await caller.caller.send('POST', '/graphql', {
        body: { query: document, variables: { topologyId } },
        headers: { accept: 'text/event-stream' },
      });
      refusals.push(JSON.stringify([reply.status, reply.body]).replaceAll(topologyId, '<id>'));
    }
    expect(refusals[0]).toContain('entity_not_found');
    expect(refusals[1]).toBe(refusals[0]);
  }
});

test.each(streamRoutes.map((one) => [mountedPath(one.route), one] as const))(
  '%s of a network out of reach is answered like that of a missing one',
  async (path) => {
    for (const { caller, networkIds } of [walled.viewer, walled.stranger]) {
      const foreign = networkIds.includes(walled.world.networkId)
        ? walled.world.otherNetworkId
        : walled.world.networkId;
      const answers = [];
      for (const id of [foreign, randomUUID()]) {
        const reply = await caller.send('GET', `/api${path}?network_id=${id}`);
        expect([reply.status, reply.body.params]).toEqual([403, { entity: 'Network', id }]);
        answers.push(replyText(reply, id));
      }
      expect(answers[0]).toBe(answers[1]);
    }
  },
);
