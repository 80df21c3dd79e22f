// Tests open event streams during a database outage: streams stay open, continue without a gap, and send nothing to
// callers who have lost the right to read.
import { createPrismaClient } from '../../src/data/client';
import type { PrismaClient } from '../../src/generated/prisma/client';
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
const graph = `subscription($topologyId: UUID!) { topologyGraphChanges(topologyId: $topologyId, view: L3Logical) {
  isWhole cursor addedNodes { elementId header } changedNodes { elementId header } } }`;
const runs = 'subscription($networkId: UUID!) { discoveryProgress(networkId: $networkId) { phase progress } }';
const networks = 'subscription { topologyChanges { networkId } }';

/** Every kind of event stream over every transport. `shows` says what an event of the stream contains. */
const streams: Record<string, { open(caller: Caller): Promise<Events>; shows: 'name' | 'run' | 'network' }> = {
  'changes over server-sent events': {
    open: ({ credential }) => openSubscription(world.url, changes, credential, { networkId: world.networkId }),
    shows: 'name',
  },
  'changes over WebSocket': {
    open: ({ credential }) => openSocketSubscription(world.url, changes, credential, { networkId: world.networkId }),
    shows: 'name',
  },
  'changes over a single connection': {
    open: ({ credential }) => openOverOneConnection(world.url, credential, changes, { networkId: world.networkId }),
    shows: 'name',
  },
  'a graph over server-sent events': {
    open: ({ credential }) => openSubscription(world.url, graph, credential, { topologyId }),
    shows: 'name',
  },
  'a graph over WebSocket': {
    open: ({ credential }) => openSocketSubscription(world.url, graph, credential, { topologyId }),
    shows: 'name',
  },
  'changed networks over server-sent events': {
    open: ({ credential }) => openSubscription(world.url, networks, credential),
    shows: 'network',
  },
  'runs over server-sent events': {
    open: ({ credential }) => openSubscription(world.url, runs, credential, { networkId: world.networkId }),
    shows: 'run',
  },
  'changed networks over REST': {
    open: ({ credential }) => openEvents(world.url, '/api/v1/topology/stream', credential),
    shows: 'network',
  },
  'runs over REST': {
    open: ({ credential }) => openEvents(world.url, '/api/v1/discovery/stream', credential),
    shows: 'run',
  },
};

async function write(name: string): Promise<void> {
  await elsewhere.subnet.update({ where: { id: subnetId }, data: { name } });
  const where = { networkId: world.networkId };
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
      Object.entries(streams).map(async ([title, stream], at) => ({
        ...{ title, ...stream, events: await keepReply(stream.open(callers[at % 2]!)) },
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
    for (const { title, shows, events } of all) {
      const read = await until(events, expectId(shows, 'afterwards', 13));
      // An event with a change is sent exactly once, and no event reports a gap.
      if (title.startsWith('changes')) expect(read.join()).not.toMatch(/meanwhile.*meanwhile|"hasGap":true/);
    }
  });

  test('a user who lost the right during the outage receives no more events', async () => {
    const key = await world.addKey(world.owner, { permissions: 'Viewer' });
    const events = await keepReply(
      openSocketSubscription(world.url, changes, key.credential, { networkId: world.networkId }),
    );
    await events.next();
    gate[how]();
    await pause(1_000);
    await elsewhere.userApiKey.updateMany({
      where: { userId: world.owner.userId, permissions: 'Viewer' },
      data: { isEnabled: false },
    });
    await write('a secret');
    await pause(500);
    gate.open();
    const rest = JSON.stringify(await events.rest());
    expect(rest).toContain('entity_disabled');
    expect(rest).not.toContain('a secret');
  });
});
