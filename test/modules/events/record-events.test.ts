// The job that records events: which changes become events, once and in order, and when the job waits for the end of a
// discovery run.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { PrismaClient } from '../../../src/generated/prisma/client';
import { createEventRecording, recordEvents } from '../../../src/modules/events/recording/record-events.sql';
import { orderedIds } from '../../../src/modules/events/recording/store-events.sql';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { addDaemon } from '../../support/discovery-rows';
import { openSubscription } from '../../support/events';
import { eventually } from '../../support/eventually';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createWorld, type World } from '../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

let database: OwnDatabase;
let world: World;
let prisma: PrismaClient;
let networkId: string;
const failures: unknown[] = [];
const rows = new RowsAside((error) => failures.push(error));
/** Runs the job that records events until no network has changes left to process. */
const record = async (): Promise<void> => {
  while ((await recordEvents(prisma, new Date(), rows)) > 0);
};
const newNetwork = async (): Promise<string> => {
  const body = { name: `told ${randomUUID()}`, organization_id: world.organizationId, tags: [] };
  return (await world.owner.rest.post('/networks', body)).body.data.id as string;
};
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  ({ prisma } = world);
});
beforeEach(async () => {
  networkId = await newNetwork();
  await record();
});
afterEach(() => expect(failures).toEqual([]));
afterAll(async () => {
  await world.stop();
  await database.drop();
});

const list = `query ($networkId: UUID!, $filter: NetworkEventFilter) {
  networkEvents(networkId: $networkId, filter: $filter, first: 100) {
    nodes { id kind severity message count hostIds subjectIds happenedAt } } }`;
/** Events of the network, in the order in which they were stored. */
const eventsOf = async (filter: object = {}, caller = world.owner): Promise<Json[]> =>
  (await caller.query(list, { networkId, filter })).networkEvents.nodes.reverse();
const messages = async (filter?: object) => (await eventsOf(filter)).map(({ message }: Json) => message);
const addHost = async (name: string, more: object = {}) =>
  (await prisma.host.create({ data: { networkId, name, ...more } })).id;
const addPort = async (hostId: string, ifName: string, more: object = {}) =>
  (await prisma.interface.create({ data: { networkId, hostId, ifName, ifDescr: ifName, operStatus: 'Up', ...more } }))
    .id;

test('a network whose cursor has no time yet is handled like a new one', async () => {
  await prisma.networkEventCursor.update({ where: { networkId }, data: { changedAt: null, changedId: null } });
  await addHost('pc');
  await record();
  expect(await messages()).toEqual(['pc is new.']);
});

test('a change after the clock of the database was set back becomes an event once', async () => {
  // The last change was handled by a clock that was three seconds ahead.
  const changedAt = new Date(Date.now() + 3_000);
  const cursor = await prisma.networkEventCursor.update({ where: { networkId }, data: { changedAt, changedId: null } });
  expect(cursor.changeToken).not.toBeNull();
  const hostId = await addHost('pc');
  const told = await eventually(async () => {
    await record();
    const texts = await messages();
    return texts.length > 0 && texts;
  }, 30);
  expect(told).toEqual(['pc is new.']);
  await prisma.host.update({ where: { id: hostId }, data: { name: 'renamed' } });
  await addHost('second');
  await record();
  await record();
  expect(await messages()).toEqual(['pc is new.', 'second is new.']);
});

test('a verdict is told although the clock of the service was set back by two hours', async () => {
  const recordDue = createEventRecording();
  const now = new Date();
  await recordDue(prisma, new Date(now.getTime() + 7_200_000), rows);
  // The network has not changed recently, so only a run that examines all networks finds its verdict.
  await database.query(`UPDATE network_changes SET changed_at = now() - interval '1 day' WHERE network_id = $1`, [
    networkId,
  ]);
  const { organizationId } = world;
  const check = await prisma.check.create({ data: { organizationId, name: 'cables', kind: 'NoAddressTwice' } });
  const change = { checkId: check.id, networkId, organizationId, changedAt: now, findingCount: 2 };
  await prisma.checkVerdictChange.create({ data: { ...change, toState: 'Failing' } });
  await recordDue(prisma, now, rows);
  expect(await messages()).toEqual(['The check cables fails. Findings: 2.']);
});

test('a cursor far in the future does not push the times of changes there', async () => {
  const changedAt = new Date(Date.now() + 2 * 3_600_000);
  await prisma.networkEventCursor.update({ where: { networkId }, data: { changedAt } });
  const host = await prisma.host.create({ data: { networkId, name: 'pc' } });
  expect(host.createdAt.getTime()).toBeLessThan(Date.now() + 60_000);
});

test('changes become events once, in their order, with names, tags and roles of that time', async () => {
  const hostId = await addHost('pc', { role: 'Server' });
  const tagId = (await prisma.tag.create({ data: { organizationId: world.organizationId, name: randomUUID() } })).id;
  await prisma.tagAssignment.create({ data: { organizationId: world.organizationId, networkId, tagId, hostId } });
  const portId = await addPort(hostId, 'eth0');
  await record();
  await prisma.interface.update({ where: { id: portId }, data: { operStatus: 'Down' } });
  await record();
  await record();
  await prisma.host.delete({ where: { id: hostId } });
  await record();
  expect(await messages()).toEqual(['pc is new.', 'pc: ports that went down: 1. pc eth0.', 'pc was deleted.']);
  for (const filter of [{ tagIds: [tagId] }, { roles: ['Server'] }, { hostIds: [hostId] }])
    expect(await messages(filter)).toHaveLength(3);
  expect(await messages({ tagIds: [randomUUID()] })).toEqual([]);
  expect(await messages({ roles: ['Switch'] })).toEqual([]);
  expect(await messages({ kind: { in: ['PortDown'] }, severity: { eq: 'Warning' } })).toHaveLength(1);
  const rest = await world.owner.rest.get(`/network-events?network_id=${networkId}&kinds=PortDown&tag_ids=${tagId}`);
  expect(rest.body.data).toMatchObject([{ kind: 'PortDown', host_ids: [hostId], subject_ids: [portId] }]);
});

test('a switch that fails in a run is one event with what it took along, after the run has ended', async () => {
  const [core, sw] = [await addHost('core'), await addHost('sw', { role: 'Switch' })];
  const machines = [await addHost('pc1'), await addHost('pc2')];
  const daemon = await addDaemon(world, networkId, { hostId: core });
  const [uplink, downlink] = [await addPort(core, '1'), await addPort(sw, '24')];
  const join = (interfaceId: string, far: object) =>
    prisma.interfaceNeighbor.create({ data: { networkId, interfaceId, protocol: 'LLDP', ...far } });
  await join(uplink, { remoteInterfaceId: downlink });
  for (const [index, machine] of machines.entries())
    await join(await addPort(sw, String(index)), { remoteHostId: machine });
  await record();
  const before = (await eventsOf()).length;
  const job = { networkId, daemonId: daemon.id, name: 'scan', discoveryType: 'Unified', runType: 'AdHoc' } as const;
  const discoveryId = (await prisma.discovery.create({ data: job })).id;
  const session = { networkId, daemonId: daemon.id, discoveryId, discoveryType: 'Unified', phase: 'Scanning' } as const;
  await prisma.discoverySession.create({ data: session });
  await prisma.interface.update({ where: { id: uplink }, data: { operStatus: 'Down' } });
  const failed = [sw, ...machines];
  await prisma.host.updateMany({ where: { id: { in: failed } }, data: { missingSince: new Date() } });
  await record();
  // Changes during a discovery run become events only after the run has ended.
  expect(await eventsOf()).toHaveLength(before);
  await prisma.discoverySession.deleteMany({ where: { networkId } });
  await prisma.discovery.create({
    data: {
      ...{ ...job, runType: 'Historical', sessionId: randomUUID(), name: 'Unified — lab' },
      results: { phase: 'Complete', hosts_discovered: 1, error: null },
    },
  });
  await record();
  await record();
  const news = (await eventsOf()).slice(before);
  expect(news.map(({ message }) => message).sort()).toEqual(
    [
      'The discovery run Unified — lab has finished. Hosts found: 1.',
      'sw no longer answers, nor do 2 machines that depend on it: pc1, pc2.',
    ].sort(),
  );
  expect(news.find(({ kind }) => kind === 'MachineSilent')).toMatchObject({ severity: 'Critical', count: 3 });
  await prisma.host.updateMany({ where: { id: { in: failed } }, data: { missingSince: null } });
  await prisma.interface.update({ where: { id: uplink }, data: { operStatus: 'Up' } });
  await record();
  expect((await messages()).at(-1)).toMatch(
    /^sw answers again after \d+ s, as do 2 machines that depend on it: pc1, pc2\.$/,
  );
});

test('an aggregate to a silent device is no event of its own, an uplink that fails at the same time is', async () => {
  const [core, sw] = [await addHost('core', { role: 'Switch' }), await addHost('sw', { role: 'Switch' })];
  const aggregateId = await addPort(core, 'Po1', { ifType: 161 });
  const interfaceId = await addPort(core, '1', { aggregateId });
  const uplink = await addPort(core, '48');
  await prisma.interfaceNeighbor.create({ data: { networkId, interfaceId, protocol: 'LLDP', remoteHostId: sw } });
  await record();
  const before = (await eventsOf()).length;
  const downIds = [aggregateId, interfaceId, uplink];
  await prisma.$transaction([
    prisma.interface.updateMany({ where: { id: { in: downIds } }, data: { operStatus: 'Down' } }),
    prisma.host.update({ where: { id: sw }, data: { missingSince: new Date() } }),
  ]);
  await record();
  expect((await messages()).slice(before).sort()).toEqual([
    'core: ports that went down: 1. core 48.',
    'sw no longer answers.',
  ]);
});

test('verdicts and silences of daemons are told once, and their end with how long they lasted', async () => {
  const hostId = await addHost('box');
  const daemon = await addDaemon(world, networkId, {
    hostId,
    name: 'agent',
    lastSeen: new Date(Date.now() - 3_600_000),
  });
  await record();
  const { organizationId } = world;
  const check = await prisma.check.create({
    data: { organizationId, name: 'cables', kind: 'NoAddressTwice', severity: 'Critical' },
  });
  const states = ['Unknown', 'Failing', 'Unknown', 'Failing', 'Unknown', 'Passing'] as const;
  const { lastSeen } = await prisma.daemon.findUniqueOrThrow({ where: { id: daemon.id } });
  await prisma.daemonAlert.create({ data: { daemonId: daemon.id, networkId, lastSeen: lastSeen! } });
  const begin = Date.now();
  for (const [index, toState] of states.entries()) {
    const changedAt = new Date(begin + index * 1_000);
    const change = { checkId: check.id, networkId, organizationId, changedAt, findingCount: 2 };
    await prisma.checkVerdictChange.create({ data: { ...change, fromState: states[index - 1] ?? null, toState } });
    await record();
  }
  await prisma.daemon.update({ where: { id: daemon.id }, data: { lastSeen: new Date() } });
  await record();
  const checkAndDaemonEvents = (await eventsOf()).filter(
    ({ kind }) => kind.startsWith('Check') || kind.startsWith('Daemon'),
  );
  expect(checkAndDaemonEvents.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The daemon agent has not called since /),
    'The check cables fails. Findings: 2.',
    'The check cables passes again after 4 s.',
    expect.stringMatching(/^The daemon agent calls again after 1 h/),
  ]);
  // A changed verdict of a muted check causes no event.
  await prisma.check.update({ where: { id: check.id }, data: { mutedUntil: new Date('2999-01-01') } });
  const change = {
    checkId: check.id,
    networkId,
    organizationId,
    changedAt: new Date(Date.now() + 60_000),
    findingCount: 1,
  };
  await prisma.checkVerdictChange.create({ data: { ...change, fromState: 'Passing', toState: 'Failing' } });
  await record();
  expect(await eventsOf({ kind: { eq: 'CheckFailing' } })).toHaveLength(1);
});

test('replicas that run at once, and one that fails, neither lose nor repeat an event', async () => {
  const names = Array.from({ length: 4 }, (_, index) => `h${index}`);
  for (const name of names) {
    await addHost(name);
    await Promise.all([1, 2, 3].map(() => recordEvents(prisma, new Date(), rows)));
  }
  await record();
  expect(await messages()).toEqual(names.map((name) => `${name} is new.`));
  const ids = orderedIds(10_000, new Date());
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a change of an open transaction is told when the transaction has ended', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`INSERT INTO hosts (network_id, name) VALUES ($1, 'late')`, [networkId]);
    await addHost('early');
    await record();
    await client.query('COMMIT');
    await record();
    expect((await messages()).sort()).toEqual(['early is new.', 'late is new.']);
  } finally {
    await client.end();
  }
});

test('a subscriber gets each event once, and goes on after its cursor', async () => {
  const document = `subscription ($networkId: UUID!, $since: String) {
    newNetworkEvents(networkId: $networkId, since: $since, filter: { kind: { in: [MachineNew] } }) {
      hasGap cursor events { message } } }`;
  const open = (since?: string) => openSubscription(world.url, document, world.owner.credential, { networkId, since });
  const first = await open();
  const next = async (stream: typeof first): Promise<Json> => ((await stream.next()) as Json).data.newNetworkEvents;
  const { cursor } = await next(first);
  await addHost('one');
  await record();
  expect(await next(first)).toMatchObject({ hasGap: false, events: [{ message: 'one is new.' }] });
  first.leave();
  await addHost('two');
  await record();
  const second = await open(cursor);
  expect(await next(second)).toMatchObject({
    hasGap: false,
    events: [{ message: 'one is new.' }, { message: 'two is new.' }],
  });
  second.leave();
});

test('a subscriber gets new events although the clock was set back', async () => {
  const event = { kind: 'MachineNew', severity: 'Info', code: 'machine_new', params: { host: 'of later' } } as const;
  const inAnHour = new Date(Date.now() + 3_600_000);
  await prisma.networkEvent.create({
    data: { networkId, organizationId: world.organizationId, ...event, happenedAt: inAnHour, createdAt: inAnHour },
  });
  const document = `subscription ($networkId: UUID!) {
    newNetworkEvents(networkId: $networkId) { events { message } } }`;
  const stream = await openSubscription(world.url, document, world.owner.credential, { networkId });
  const next = async (): Promise<Json> => ((await stream.next()) as Json).data.newNetworkEvents;
  expect(await next()).toEqual({ events: [] });
  await addHost('of now');
  await record();
  expect(await next()).toEqual({ events: [{ message: 'of now is new.' }] });
  stream.leave();
});
