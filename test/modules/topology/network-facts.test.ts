// The facts about a network by which checks are judged: what is read for the present and the past, and with how many
// SQL statements.
import { randomUUID } from 'node:crypto';
import { placedMoment, sqlFor } from '../../../src/data/tenancy/scoped-sql';
import { frozen, type UserViewer } from '../../../src/data/tenancy/viewer';
import { inventoryOfState } from '../../../src/modules/topology/answers/drawn-inventory';
import { toNetworkFacts } from '../../../src/modules/topology/answers/checks/network-facts';
import { readBaselines } from '../../../src/modules/topology/answers/checks/network-facts.sql';
import { readStateToJudge } from '../../../src/modules/topology/check/judged-state';
import type { NetworkFacts } from '../../../src/modules/topology/judging/facts';
import { databaseInstant } from '../../support/instants';
import { createWorld, type World } from '../../support/world';

let world: World;
let viewer: UserViewer;
beforeAll(async () => {
  world = await createWorld();
  viewer = viewerOf([world.networkId]);
});
afterAll(() => world.close());

const viewerOf = (networkIds: string[]): UserViewer =>
  frozen({
    ...{ via: 'session', userId: world.owner.userId, permissions: 'Viewer', isNarrowed: true },
    ...{ organizationId: world.organizationId, networkIds, credentialId: randomUUID() },
  });
const now = new Date('2026-11-29T08:00:00.000Z');

async function factsAt(at?: Date, by = viewer): Promise<NetworkFacts | undefined> {
  const state = await placedMoment(world.prisma, undefined, (snapshot) =>
    readStateToJudge(sqlFor(snapshot, by, at), world.networkId, now),
  );
  if (!state) return undefined;
  return toNetworkFacts(inventoryOfState(state.source).inventory, { ...state, baselines: {} });
}

async function fill() {
  const { prisma, networkId, organizationId } = world;
  const host = await prisma.host.create({
    data: {
      networkId,
      name: 'sw',
      role: 'Switch',
      roleSource: 'Manual',
      manufacturer: 'M',
      model: '',
      softwareRevision: '1.2',
      answersDefaultCommunity: true,
    },
  });
  const openPort = await prisma.port.create({
    data: {
      ...{ networkId, hostId: host.id, number: 443, protocol: 'Tcp', certificateNames: ['sw.example'] },
      ...{ certificateFingerprint: 'ab'.repeat(32), certificateSelfSigned: true },
      ...{
        certificateNotBefore: new Date('2026-01-01T00:00:00Z'),
        certificateNotAfter: new Date('2027-01-01T00:00:00Z'),
      },
    },
  });
  const seenAt = new Date('2026-11-28T00:00:00.000Z');
  const seenHost = await prisma.host.create({
    data: { networkId, name: 'seen', sourceType: 'Discovery', lastSeenAt: seenAt },
  });
  const ofPort = { networkId, hostId: host.id, ifName: 'eth0', adminStatus: 'Up', operStatus: 'Down' } as const;
  const port = await prisma.interface.create({
    data: { ...ofPort, speedBps: 1_000_000_000n, duplex: 'Full', mtu: 1500 },
  });
  const far = await prisma.interface.create({ data: { networkId, hostId: seenHost.id, ifName: 'eth1' } });
  const reading = (errors: number, ticks: number) => ({
    ...{ inErrors: String(errors), outErrors: '0', inOctets: '0', outOctets: '0', octetBits: 64 },
    upTimeTicks: String(ticks),
  });
  await prisma.interfaceCounters.create({
    data: {
      ...{ interfaceId: port.id, networkId, readAt: new Date('2026-11-29T01:00:00Z'), latest: reading(30, 1_360_000) },
      ...{ previousReadAt: new Date('2026-11-29T00:00:00Z'), previous: reading(0, 1_000_000) },
    },
  });
  const subnet = await prisma.subnet.create({
    data: { networkId, name: 'lan', cidr: '10.66.0.0/24', namespace: 'blue', subnetType: 'Lan' },
  });
  const ofSubnet = { networkId, subnetId: subnet.id, subnetCidr: subnet.cidr };
  const address = await prisma.ipAddress.create({
    data: { ...ofSubnet, hostId: host.id, ipAddress: '10.66.0.1', answersForOthers: true },
  });
  await prisma.addressReservation.create({
    data: {
      ...ofSubnet,
      organizationId,
      firstAddress: '10.66.0.9',
      lastAddress: '10.66.0.10',
      purpose: 'p',
      until: null,
    },
  });
  const group = await prisma.fhrpGroup.create({
    data: { networkId, namespace: 'blue', protocol: 'Vrrp3', groupNumber: 1, virtualAddresses: ['10.66.0.254'] },
  });
  const member = { networkId, groupId: group.id, hostId: host.id, virtualAddresses: ['10.66.0.254'] };
  await prisma.fhrpMember.create({ data: { ...member, state: 'Master' } });
  for (const destination of ['0.0.0.0/0', '10.0.0.0/8']) {
    const route = {
      networkId,
      hostId: host.id,
      destination,
      nextHop: '10.66.0.254',
      protocol: 'Static',
      type: 'Remote',
    } as const;
    await prisma.route.create({ data: route });
  }
  const link = { networkId, interfaceId: port.id, remoteInterfaceId: far.id, protocol: 'LLDP' } as const;
  const cable = await prisma.interfaceNeighbor.create({ data: link });
  return { host, openPort, seen: seenHost, seenAt, port, far, subnet, address, cable };
}

async function addCable(networkId: string): Promise<void> {
  const { prisma } = world;
  const add = async (name: string) => {
    const { id: hostId } = await prisma.host.create({ data: { networkId, name } });
    return prisma.interface.create({ data: { networkId, hostId, ifName: 'eth0' } });
  };
  const [near, far] = [await add('near'), await add('far')];
  const ends = { interfaceId: near.id, remoteInterfaceId: far.id };
  await prisma.interfaceNeighbor.create({ data: { networkId, ...ends, protocol: 'LLDP' } });
}

test('the present and the past have the same facts, but for what history does not store', async () => {
  const { prisma, networkId } = world;
  const before = await databaseInstant(prisma);
  const { host, openPort, seen, seenAt, port, far, subnet, address, cable } = await fill();
  await addCable(world.otherNetworkId);
  const filled = await databaseInstant(prisma);
  await prisma.interfaceNeighbor.delete({ where: { id: cable.id } });
  await prisma.host.update({ where: { id: host.id }, data: { softwareRevision: '1.3' } });

  const facts = (await factsAt())!;
  expect(facts.at).toBe(now.toISOString());
  const ofHost = facts.hosts.find(({ id }) => id === host.id)!;
  expect(ofHost).toMatchObject({
    ...{ role: 'Switch', manufacturer: 'M', model: null, softwareRevision: '1.3', lastSeenAt: null },
    ...{ answersDefaultCommunity: true },
  });
  expect(new Date(ofHost.createdAt)).toEqual(host.createdAt);
  expect(new Date(facts.hosts.find(({ id }) => id === seen.id)!.lastSeenAt!)).toEqual(seenAt);
  expect(facts.ports.find(({ id }) => id === port.id)).toEqual({
    ...{ id: port.id, adminStatus: 'Up', speedBps: '1000000000', duplex: 'Full', mtu: 1500, errorsPerHour: 30 },
  });
  expect(facts.ports.find(({ id }) => id === far.id)!.errorsPerHour).toBeNull();
  expect(facts.subnets).toContainEqual({ id: subnet.id, namespace: 'blue', isSystem: false });
  expect(facts.virtualAddresses).toEqual([{ ipAddress: '10.66.0.254', namespace: 'blue', hostIds: [host.id] }]);
  expect(facts.nextHops).toEqual([{ hostId: host.id, ipAddress: '10.66.0.254' }]);
  expect(facts.reservations).toEqual([
    { subnetId: subnet.id, firstAddress: '10.66.0.9', lastAddress: '10.66.0.10', until: null },
  ]);
  expect(facts.answeringForOthersIds).toEqual([address.id]);
  expect(
    facts.certificates.map(({ notBefore, notAfter, ...one }) => [one, new Date(notBefore), new Date(notAfter)]),
  ).toEqual([
    [{ portId: openPort.id, subject: 'sw.example' }, openPort.certificateNotBefore, openPort.certificateNotAfter],
  ]);
  expect(facts.inventory.interfaces.flatMap(({ neighbors }) => neighbors)).toEqual([]);

  const then = (await factsAt(filled))!;
  expect(then.at).toBe(filled.toISOString());
  expect(then.hosts.find(({ id }) => id === host.id)).toMatchObject({ softwareRevision: '1.2', lastSeenAt: null });
  expect(then.hosts.find(({ id }) => id === seen.id)!.lastSeenAt).toBeNull();
  expect(then.ports.find(({ id }) => id === port.id)!.errorsPerHour).toBeNull();
  expect(then.inventory.interfaces.flatMap(({ neighbors }) => neighbors)).toHaveLength(1);
  for (const list of [
    'subnets',
    'virtualAddresses',
    'nextHops',
    'reservations',
    'answeringForOthersIds',
    'certificates',
  ] as const)
    expect(then[list]).toEqual(facts[list]);
  expect((await factsAt(before))!.hosts).toEqual([]);

  const instants = [before, filled, new Date(filled.getTime() + 3_600_000_000)].map((one) => one.toISOString());
  const requestedInstants = [...instants, '2000-01-01T00:00:00.000Z'];
  expect(await readBaselines(sqlFor(prisma, viewer), networkId, requestedInstants)).toEqual({
    [instants[0]!]: [],
    [instants[1]!]: [
      { interfaceId: port.id, hostId: host.id, otherInterfaceId: far.id, otherHostId: seen.id, isDown: false },
    ],
  });
});

test('a baseline that retention has removed is absent, unless a snapshot keeps it', async () => {
  const { prisma, networkId, organizationId } = world;
  const at = await databaseInstant(prisma);
  await prisma.snapshot.create({ data: { networkId, organizationId, takenAt: at } });
  const other = await databaseInstant(prisma);
  await prisma.network.update({ where: { id: networkId }, data: { historyKeptSince: new Date(Date.now() - 1) } });
  const baselines = await readBaselines(sqlFor(prisma, viewer), networkId, [at.toISOString(), other.toISOString()]);
  expect(Object.keys(baselines)).toEqual([at.toISOString()]);
  await prisma.network.update({ where: { id: networkId }, data: { historyKeptSince: null } });
});

test('the next state shares what did not change: whole lists, and rows of lists that did', async () => {
  const { prisma, networkId } = world;
  const port = await prisma.interface.findFirstOrThrow({ where: { networkId }, orderBy: { id: 'asc' } });
  const stateAfter = async (operStatus: 'Dormant' | 'Testing') => {
    await prisma.interface.update({ where: { id: port.id }, data: { operStatus } });
    return (await factsAt())!;
  };
  const [before, after] = [await stateAfter('Testing'), await stateAfter('Dormant')];
  const changed = after.inventory.interfaces.filter((row, index) => row !== before.inventory.interfaces[index]);
  expect(changed).toMatchObject([{ id: port.id, operStatus: 'Dormant' }]);
  for (const list of ['hosts', 'subnets', 'ipAddresses', 'services', 'vlans', 'ports'] as const)
    expect([list, after.inventory[list] === before.inventory[list]]).toEqual([list, true]);
  expect([after.hosts === before.hosts, after.subnets === before.subnets]).toEqual([true, true]);
});

test('a network out of reach has no facts', async () => {
  expect(await factsAt(undefined, viewerOf([world.otherNetworkId]))).toBeUndefined();
  expect(await readBaselines(sqlFor(world.prisma, viewerOf([])), world.networkId, [now.toISOString()])).toEqual({});
});

test('the number of statements does not grow with the network', async () => {
  // A state that was read once is cached, so each call reads the state at another instant.
  const count = async (at: Date) => (await world.queries.during(() => factsAt(at))).length;
  const few = await count(new Date('2026-01-01T00:00:00Z'));
  await fill2();
  expect(await count(new Date('2026-01-02T00:00:00Z'))).toBe(few);
  expect(few).toBeLessThanOrEqual(5);
});

async function fill2(): Promise<void> {
  const { prisma, networkId } = world;
  await prisma.host.createMany({ data: Array.from({ length: 50 }, (_, n) => ({ networkId, name: `many ${n}` })) });
}
