// Tests open event streams during a database outage: streams stay open, continue without a gap, and send nothing to
// callers who have lost the right to read.
import { parse, type FieldNode, type OperationDefinitionNode } from 'graphql';
import { createPrismaClient } from '../../src/data/client';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { routes } from '../../src/modules/routes';
import { schema } from '../../src/modules/types';
import { isStream, mountedPath } from '../../src/rest/route';
import { addDaemon, addDiscovery, addSession } from '../support/discovery-rows';
import { openOverOneConnection } from '../support/single-connection';
import { openEvents, openSocketSubscription, openSubscription, type Events } from '../support/events';
import { createWorld, type Caller, type World } from '../support/world';
import { openGate, type DatabaseGate } from './database-gate';

let gate: DatabaseGate;
let world: World;
/** A Prisma client that bypasses the proxy `gate`. It can write while the service has no connection to the database. */
let elsewhere: PrismaClient;
let topologyId: string;
let subnetId: string;
let discoveryId: string;
let shareId: string;
const openedEvents: Events[] = [];

beforeAll(async () => {
  gate = await openGate(process.env.TEST_DATABASE_URL!);
  world = await createWorld({ DATABASE_URL: gate.url, LOG_LEVEL: 'silent' });
  elsewhere = createPrismaClient(process.env.TEST_DATABASE_URL!, { poolSize: 2 });
  const { networkId } = world;
  topologyId = (await elsewhere.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;
  const lan = { networkId, name: 'lan', cidr: '10.9.0.0/16', subnetType: 'Lan' as const };
  subnetId = (await elsewhere.subnet.create({ data: lan })).id;
  const { id: hostId } = await elsewhere.host.create({ data: { networkId, name: 'host' } });
  const address = { networkId, hostId, subnetId, subnetCidr: lan.cidr, ipAddress: '10.9.0.1' };
  await elsewhere.ipAddress.create({ data: address });
  discoveryId = await addDiscovery(world, (await addDaemon(world, networkId)).id, networkId);
  const share = { name: 'Wall display', network_id: networkId, topology_id: topologyId };
  shareId = (await world.owner.rest.post('/shares', share)).body.data.id;
});
afterEach(() => {
  gate.open();
  for (const one of openedEvents.splice(0)) one.leave();
});
afterAll(async () => {
  await world.close();
  await elsewhere.$disconnect();
  await gate.close();
});

const keepReply = async (opening: Promise<Events>): Promise<Events> => {
  const events = await opening;
  openedEvents.push(events);
  return events;
};
const changes = `subscription($networkId: UUID!) { inventoryChanges(networkId: $networkId) { hasGap cursor changes { entityId changeType name } } }`;

/**
 * How a test recognizes a change in an event: by the written name, the progress of a run, or the id of the network.
 */
type Shown = 'name' | 'run' | 'network';
interface Subscription {
  readonly document: string;
  readonly variables: () => Record<string, unknown>;
  readonly shows: Shown;
  /** Whether the service sends an event when the stream opens, before any change. */
  readonly opensWithEvent: boolean;
  /** Whether the stream sends each change in exactly one event, which the test recognizes by the written name. */
  readonly sendsOnce?: boolean;
}
const ofNetwork = () => ({ networkId: world.networkId });
const subscriptions: Record<string, Subscription> = {
  inventoryChanges: {
    ...{ document: changes, variables: ofNetwork, shows: 'name', opensWithEvent: true, sendsOnce: true },
  },
  newNetworkEvents: {
    document: `subscription($networkId: UUID!) {
      newNetworkEvents(networkId: $networkId) { hasGap cursor events { message } } }`,
    ...{ variables: ofNetwork, shows: 'name', opensWithEvent: true, sendsOnce: true },
  },
  topologyGraphChanges: {
    document: `subscription($topologyId: UUID!) { topologyGraphChanges(topologyId: $topologyId, view: L3Logical) {
      isWhole cursor addedNodes { elementId header } changedNodes { elementId header } } }`,
    ...{ variables: () => ({ topologyId }), shows: 'name', opensWithEvent: true },
  },
  topologyChanges: {
    document: 'subscription { topologyChanges { networkId } }',
    ...{ variables: () => ({}), shows: 'network', opensWithEvent: false },
  },
  discoveryProgress: {
    document: 'subscription($networkId: UUID!) { discoveryProgress(networkId: $networkId) { phase progress } }',
    ...{ variables: ofNetwork, shows: 'run', opensWithEvent: false },
  },
};

interface Stream {
  readonly title: string;
  readonly open: (caller: Caller) => Promise<Events>;
  readonly shows: Shown;
  readonly sendsOnce: boolean;
}
const overGraphql = Object.entries(subscriptions).flatMap(([field, subscription]): Stream[] => {
  const { document, variables, shows, opensWithEvent, sendsOnce = false } = subscription;
  const stream = (transport: string, open: Stream['open']) => ({
    ...{ title: `${field} over ${transport}`, open, shows, sendsOnce },
  });
  return [
    stream('server-sent events', ({ credential }) => openSubscription(world.url, document, credential, variables())),
    stream('a single connection', ({ credential }) =>
      openOverOneConnection(world.url, credential, document, variables()),
    ),
    ...(opensWithEvent
      ? [stream('WebSocket', ({ credential }) => openSocketSubscription(world.url, document, credential, variables()))]
      : []),
  ];
});
const fieldOf = ({ definitions: [definition] }: ReturnType<typeof parse>): string => {
  const [selection] = (definition as OperationDefinitionNode).selectionSet.selections;
  return (selection as FieldNode).name.value;
};
const overRest = routes.filter(isStream).map((route): Stream => {
  const path = `/api${mountedPath(route)}`;
  const { shows } = subscriptions[fieldOf(route.document)]!;
  return {
    ...{ title: `GET ${path}`, shows, sendsOnce: false },
    open: ({ credential }) => openEvents(world.url, path, credential),
  };
});
const openShare = (): Promise<Events> => {
  const body = { document: 'PageSharedChanges', variables: { view: 'L3Logical' } };
  return openEvents(world.url, `/share/${shareId}/graphql`, {}, body);
};
/** Every kind of event stream over every transport. */
const streams: readonly Stream[] = [
  ...overGraphql,
  ...overRest,
  { title: 'a share', shows: 'name', sendsOnce: false, open: openShare },
];

test('every subscription of the schema is tested here, over each transport', () => {
  const fields = Object.keys(schema.getSubscriptionType()!.getFields());
  expect(Object.keys(subscriptions).sort()).toEqual(fields.sort());
  for (const [field, { document }] of Object.entries(subscriptions)) expect(fieldOf(parse(document))).toBe(field);
  expect(overRest.length).toBeGreaterThan(0);
});

async function write(name: string): Promise<void> {
  await elsewhere.subnet.update({ where: { id: subnetId }, data: { name } });
  const { networkId, organizationId } = world;
  const where = { networkId };
  const event = { kind: 'MachineNew', severity: 'Info', happenedAt: new Date(), code: 'machine_new' } as const;
  await elsewhere.networkEvent.create({ data: { ...event, networkId, organizationId, params: { host: name } } });
  await elsewhere.discoverySession.updateMany({ where, data: { progress: { increment: 1 } } });
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads events until one contains the text. Returns all events read, including that one. */
async function until(events: Events, text: string): Promise<string[]> {
  const read: string[] = [];
  for (;;) {
    const event = await events.next();
    if (event === undefined) throw new Error(`the stream ended: ${read.join('\n')}`);
    read.push(JSON.stringify(event));
    if (read.at(-1)!.includes('"errors"')) throw new Error(`the stream failed: ${read.join('\n')}`);
    if (read.at(-1)!.includes(text)) return read;
  }
}

describe.each(['shut', 'freeze'] as const)('a database that is unavailable for seconds (%s)', (how) => {
  test('no stream ends, and each delivers what was written during and after the outage', async () => {
    await elsewhere.discoverySession.deleteMany({ where: { networkId: world.networkId } });
    await addSession({ prisma: elsewhere }, discoveryId, { phase: 'Scanning', progress: 10 });
    const callers = [world.owner, world.admin];
    const all = await Promise.all(
      streams.map(async (stream, at) => ({
        ...{ ...stream, events: await keepReply(stream.open(callers[at % 2]!)) },
      })),
    );
    await write('before');
    const expectId = (shows: string, name: string, progress: number) =>
      shows === 'name' ? name : shows === 'run' ? `"progress":${progress}` : world.networkId;
    for (const { shows, events } of all) await until(events, expectId(shows, 'before', 11));
    gate[how]();
    await pause(1_500);
    await write('meanwhile');
    await pause(1_500);
    gate.open();
    for (const { shows, events } of all) await until(events, expectId(shows, 'meanwhile', 12));
    await write('afterwards');
    for (const { sendsOnce, shows, events } of all) {
      const read = await until(events, expectId(shows, 'afterwards', 13));
      // An event with a change is sent exactly once, and no event reports a gap.
      if (sendsOnce) expect(read.join()).not.toMatch(/meanwhile.*meanwhile|"hasGap":true/);
    }
  });

  test.each<[string, keyof typeof subscriptions | 'a share', string]>([
    ['a user', 'inventoryChanges', 'entity_disabled'],
    ['a user', 'newNetworkEvents', 'entity_disabled'],
    ['a user', 'topologyGraphChanges', 'entity_disabled'],
    ['a visitor', 'a share', 'entity_disabled'],
  ])('%s who lost the right to %s during the outage receives no more events', async (_who, what, code) => {
    const key = await world.addKey(world.owner, { permissions: 'Viewer' });
    const subscription = subscriptions[what];
    const events = await keepReply(
      subscription
        ? openSocketSubscription(world.url, subscription.document, key.credential, subscription.variables())
        : openShare(),
    );
    await events.next();
    gate[how]();
    await pause(1_000);
    const ofKey = { userId: world.owner.userId, permissions: 'Viewer' as const };
    await elsewhere.userApiKey.updateMany({ where: ofKey, data: { isEnabled: false } });
    await elsewhere.share.update({ where: { id: shareId }, data: { isEnabled: false } });
    await write('a secret');
    await pause(500);
    gate.open();
    const rest = JSON.stringify(await events.rest());
    await elsewhere.share.update({ where: { id: shareId }, data: { isEnabled: true } });
    expect(rest).toContain(code);
    expect(rest).not.toContain('a secret');
  });
});
