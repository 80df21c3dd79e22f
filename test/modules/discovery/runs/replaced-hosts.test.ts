// A switch's LLDP report and a network controller can name the same device by different chassis ids. Tests that the
// device becomes one host and keeps what users have added to it, whichever report comes first.
import { resolvePendingNeighbors } from '../../../../src/modules/discovery/runs/neighbors.sql';
import type { Prisma } from '../../../../src/generated/prisma/client';
import { addDiscovery, addSession } from '../../../support/discovery-rows';
import { createWorld, type DaemonCaller, type World } from '../../../support/world';

let world: World;
let daemon: DaemonCaller;
let networkId: string;
let portId: string;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  ({ id: networkId } = await world.prisma.network.create({
    data: { name: 'N', organizationId: world.organizationId },
  }));
  daemon = await world.addDaemon({ networkId });
  const { id: hostId } = await world.prisma.host.create({ data: { networkId, name: 'core', sysName: 'core' } });
  ({ id: portId } = await world.prisma.interface.create({ data: { networkId, hostId, ifIndex: 1, ifName: 'Gi1' } }));
});
afterAll(() => world.close());

const [vendorMac, localId, address] = ['00:1b:21:00:00:09', '02:1b:21:00:00:09', '10.77.0.9'];
const heard: Partial<Prisma.NeighborEvidenceUncheckedCreateInput> = {
  ...{ lldpChassisIdSubtype: 'MacAddress', lldpChassisIdValue: localId, lldpMgmtAddr: address },
  ...{ lldpPortIdSubtype: 'LocallyAssigned', lldpPortIdValue: '0/6', lldpPortDesc: 'Port 6' },
};
const hear = (fields: Partial<Prisma.NeighborEvidenceUncheckedCreateInput> = {}) =>
  world.prisma.neighborEvidence.create({
    data: { networkId, interfaceId: portId, protocol: 'LLDP', ...heard, ...fields },
  });

async function report(): Promise<string> {
  const subnet = '6a1c2a10-0000-4000-8000-000000000001';
  const { status, body } = await daemon.send('POST', '/api/v1/hosts/discovery', {
    body: {
      host: { name: 'sw-access', chassis_id: vendorMac, source: { type: 'Discovery', metadata: [] } },
      subnets: [{ id: subnet, name: 'lan', cidr: '10.77.0.0/24', subnet_type: 'Lan', source: { type: 'Discovery' } }],
      ip_addresses: [{ subnet_id: subnet, ip_address: address, mac_address: vendorMac, position: 0 }],
      ...{ ports: [], services: [], interfaces: [{ if_index: 6, if_name: 'Port 6' }] },
    },
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.id;
}

/** Ends a discovery run and resolves the links of its network. Returns the warnings of the run. */
async function run(): Promise<string[]> {
  const sessionId = await addSession(world, await addDiscovery(world, daemon.daemonId, networkId), {
    phase: 'Scanning',
  });
  const body = { session_id: sessionId, phase: 'Complete' };
  expect((await daemon.send('POST', `/api/v1/discovery/${sessionId}/update`, { body })).status).toBe(200);
  expect(await resolvePendingNeighbors(world.prisma as never, networkId)).toBe(true);
  const { results } = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId } });
  return (results as { warnings: string[] }).warnings;
}
const farEnds = async () =>
  (
    await world.prisma.interfaceNeighbor.findMany({
      where: { interfaceId: portId },
      select: { remoteHostId: true, remoteInterface: { select: { hostId: true, ifName: true } } },
    })
  ).map(({ remoteHostId, remoteInterface: far }) => (far ? [far.hostId, far.ifName] : [remoteHostId]));
const inferredHosts = () => world.prisma.host.findMany({ where: { networkId, sourceType: 'Inferred' } });

test('the controller knows the device first: its host is the neighbour', async () => {
  const hostId = await report();
  await hear();
  expect(await run()).toEqual([]);
  expect([await inferredHosts(), await farEnds()]).toEqual([[], [[hostId, 'Port 6']]]);
});

test('the device is heard first: its inferred host gives way, and a warning says so', async () => {
  await hear({ lldpSysName: 'SW 7' });
  await run();
  const [inferred] = await inferredHosts();
  expect(inferred).toMatchObject({ name: 'SW 7', chassisId: localId });
  const hostId = await report();
  expect(await run()).toEqual(['The inferred host "SW 7" was removed: it is the host "sw-access".']);
  expect([await inferredHosts(), await farEnds()]).toEqual([[], [[hostId, 'Port 6']]]);
  expect(await run()).toEqual([]);
  expect([await report(), await farEnds()]).toEqual([hostId, [[hostId, 'Port 6']]]);
});

test('a device that is known by its chassis id alone becomes the host with this MAC address', async () => {
  await hear({ lldpChassisIdValue: vendorMac, lldpMgmtAddr: null });
  await run();
  const [inferred] = await inferredHosts();
  expect(await report()).toBe(inferred!.id);
  expect(await run()).toEqual([]);
});

test('another chassis id of a vendor at the management address is another device', async () => {
  await hear({ lldpChassisIdValue: '00:1b:21:00:00:77' });
  await run();
  const hostId = await report();
  expect(await run()).toEqual([]);
  const [inferred] = await inferredHosts();
  expect(await farEnds()).toEqual([[inferred!.id]]);
  expect(inferred!.id).not.toBe(hostId);
});

type Addition = (hostId: string, foundHostId: string) => Promise<unknown>;
test.each<[string, Addition]>([
  ['a description', (id) => world.owner.query(describeHost, { id, text: 'in the attic' })],
  [
    'a link decision',
    (remoteHostId) =>
      world.owner.query(
        `mutation($network: UUID!, $port: UUID!, $host: UUID!) {
          createLinkDecision(input: { networkId: $network, interfaceId: $port, remoteHostId: $host, verdict: Proposed }) { id }
        }`,
        { network: networkId, port: portId, host: remoteHostId },
      ),
  ],
  [
    'the answer that the two are different machines',
    (hostId, otherHostId) =>
      world.prisma.identitySuggestion.create({
        data: { networkId, hostId, otherHostId, reasons: [], state: 'Refused' },
      }),
  ],
])('an inferred host with %s stays', async (_what, add) => {
  await hear();
  await run();
  const [inferred] = await inferredHosts();
  await add(inferred!.id, await report());
  expect((await run()).filter((text) => text.includes('was removed'))).toEqual([]);
  expect(await world.prisma.host.count({ where: { id: inferred!.id } })).toBe(1);
});
const describeHost = `mutation($id: UUID!, $text: String!) { updateHost(id: $id, input: { description: $text }) { id } }`;
