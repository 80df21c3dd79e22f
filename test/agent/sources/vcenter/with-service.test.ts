// The agent with the real service and a stub of vCenter. Virtual machines that a router's ARP table lists stay the same
// hosts, and run on their ESXi host. Neither a second run nor an incomplete read changes anything.
import type { World } from '../../../support/world';
import { startSourceRuns, type SourceRuns } from '../../support/source-runs';
import { ApiStub } from '../api-stub';
import { answerOf, guestMac, instanceUuid, vcenterAccount } from './vcenter-stub';

let stub: ApiStub;
let runs: SourceRuns;
let world: World;
beforeAll(async () => {
  stub = await new ApiStub().start();
  stub.reply = (request) => answerOf(request);
  const arp = [
    { address: '10.99.6.11', mac: '00:1B:21:00:06:11' },
    { address: '10.99.6.101', mac: guestMac(1) },
    // The virtual machine `legacy`. Its VMware Tools do not run, so vCenter does not return its address.
    { address: '10.99.6.150', mac: guestMac(3) },
  ];
  const target = { source: 'vcenter', port: stub.port, ...vcenterAccount };
  runs = await startSourceRuns({ target, router: '10.99.6.1', arp });
  world = runs.world;
});
afterAll(async () => {
  await stub.stop();
  await runs.close();
});

async function hosts() {
  const rows = await world.prisma.host.findMany({
    where: { networkId: world.networkId, daemons: { none: {} } },
    orderBy: { id: 'asc' },
    select: {
      ...{ id: true, name: true, os: true, virtualizationType: true, vmId: true },
      virtualizationService: { select: { serviceDefinition: true, hostId: true } },
      ipAddresses: { select: { id: true, ipAddress: true }, orderBy: { position: 'asc' } },
      interfaces: { select: { id: true, ifName: true, ifAlias: true, operStatus: true } },
    },
  });
  return new Map(rows.map((row) => [row.name || row.ipAddresses[0]!.ipAddress, row] as const));
}

test('machines that were seen before run on the host that vCenter says', async () => {
  await runs.run(false);
  const before = await hosts();
  expect([...before.keys()].sort()).toEqual(['10.99.6.101', '10.99.6.11', '10.99.6.150', 'router-1']);
  expect(await runs.run(true)).toEqual([expect.stringContaining('not connected')]);
  const after = await hosts();
  const machines = ['db', 'legacy', 'spare', 'web'];
  expect([...after.keys()].sort()).toEqual(['10.99.6.11', '10.99.6.12', ...machines, 'router-1'].sort());
  for (const [name, address] of [
    ['web', '10.99.6.101'],
    ['legacy', '10.99.6.150'],
    ['10.99.6.11', '10.99.6.11'],
  ] as const)
    expect([name, after.get(name)!.id]).toEqual([name, before.get(address)!.id]);
  expect(after.get('web')).toMatchObject({
    ...{ virtualizationType: 'VCenter', vmId: instanceUuid(1), os: 'Debian GNU/Linux 12 (64-bit)' },
    virtualizationService: { serviceDefinition: 'vmware-esxi', hostId: after.get('10.99.6.11')!.id },
    interfaces: [{ ifName: 'Network adapter 1', ifAlias: 'VM Network', operStatus: 'Up' }],
  });
  expect(after.get('spare')).toMatchObject({ ipAddresses: [], interfaces: [{ operStatus: 'Down' }] });
});

test('another run changes nothing, and a machine that moves to another host stays the same host', async () => {
  const before = await hosts();
  await runs.run(true);
  expect(await hosts()).toEqual(before);
  stub.reply = (request) => answerOf(request, (one) => (one.number === 1 ? { ...one, host: 'host-12' } : one));
  await runs.run(true);
  const after = await hosts();
  expect(after.get('web')).toMatchObject({
    id: before.get('web')!.id,
    virtualizationService: { hostId: after.get('10.99.6.12')!.id },
  });
});

test('an incomplete reading removes nothing, and a reading that fails gives a warning', async () => {
  const before = await hosts();
  stub.reply = (request) => (/hosts=|vm-1/.test(request.path) ? { status: 403, body: {} } : answerOf(request));
  expect((await runs.run(true)).join()).toContain('the machines of a host could not be read');
  expect(await hosts()).toEqual(before);
  stub.reply = () => 'half';
  expect((await runs.run(true)).join()).toContain('Source vcenter');
  expect(await hosts()).toEqual(before);
});
