// The agent with the real service and a stub of Docker's API. The Docker machine is the host that a router's ARP table
// lists, its containers are its services, and their bridge belongs to the host. Neither a second run nor a failed read
// changes anything.
import type { World } from '../../../support/world';
import { startSourceRuns, type SourceRuns } from '../../support/source-runs';
import { ApiStub } from '../api-stub';
import { answerOf, containers, engineSettings, lanMac } from './engine-stub';

const machineMac = '00:1B:21:00:05:10';
let stub: ApiStub;
let runs: SourceRuns;
let world: World;
beforeAll(async () => {
  stub = await new ApiStub().start();
  stub.reply = (request) => answerOf(request);
  const target = { source: 'docker-api', port: stub.port, ...engineSettings, machine_address: '10.99.5.10' };
  const arp = [
    { address: '10.99.5.10', mac: machineMac },
    { address: '10.99.5.101', mac: lanMac(1) },
  ];
  runs = await startSourceRuns({ target, router: '10.99.5.1', arp });
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
      ...{ id: true, name: true, os: true },
      ipAddresses: {
        select: {
          ...{ id: true, ipAddress: true, macAddress: true },
          subnet: { select: { cidr: true, subnetType: true, virtualizationServiceId: true } },
        },
        orderBy: { position: 'asc' },
      },
      services: {
        select: {
          ...{ id: true, name: true, serviceDefinition: true, virtualizationServiceId: true, composeProject: true },
          bindings: {
            select: { id: true, port: { select: { number: true } }, ipAddress: { select: { ipAddress: true } } },
          },
        },
        orderBy: { position: 'asc' },
      },
    },
  });
  return new Map(rows.map((row) => [row.name || row.ipAddresses[0]!.ipAddress, row] as const));
}

test('the machine and a container of the LAN are the hosts that were seen, and the bridge belongs to the runtime', async () => {
  await runs.run(false);
  const before = await hosts();
  expect([...before.keys()].sort()).toEqual(['10.99.5.10', '10.99.5.101', 'router-1']);
  expect(await runs.run(true)).toEqual([]);
  const after = await hosts();
  expect([...after.keys()].sort()).toEqual(['dns', 'docker-1', 'printer', 'router-1']);
  const machine = after.get('docker-1')!;
  expect([machine.id, after.get('dns')!.id]).toEqual([before.get('10.99.5.10')!.id, before.get('10.99.5.101')!.id]);
  const [runtime] = machine.services;
  expect(runtime).toMatchObject({ serviceDefinition: 'Docker' });
  const bridge = { cidr: '172.18.0.0/16', subnetType: 'DockerBridge', virtualizationServiceId: runtime!.id };
  expect(machine.ipAddresses).toMatchObject([
    { ipAddress: '10.99.5.10', macAddress: machineMac.toLowerCase() },
    { ipAddress: '172.18.0.2', subnet: bridge },
    { ipAddress: '172.18.0.3', subnet: bridge },
  ]);
  const bound = machine.services.map(({ name, virtualizationServiceId, composeProject, bindings }) => [
    ...[name, virtualizationServiceId === runtime!.id, composeProject],
    bindings.map(({ port, ipAddress }) => `${ipAddress?.ipAddress}:${port?.number ?? '*'}`).sort(),
  ]);
  expect(bound).toEqual([
    ['Docker', false, null, []],
    ['web', true, 'shop', ['10.99.5.10:8080', '172.18.0.2:*']],
    ['db', true, 'shop', ['172.18.0.3:*']],
    ['dns', true, null, []],
    ['printer', true, null, []],
  ]);
});

test('another run changes nothing, and neither does a container that was made anew', async () => {
  const before = await hosts();
  await runs.run(true);
  expect(await hosts()).toEqual(before);
  const renewed = containers.map((one) => ({ ...one, Id: one.Id.replace(/00$/, '11') }));
  stub.reply = (request) => (request.path === '/containers/json' ? { body: renewed } : answerOf(request));
  await runs.run(true);
  expect(await hosts()).toEqual(before);
});

test('a reading that fails gives a warning and removes nothing', async () => {
  const before = await hosts();
  stub.reply = (request) => (request.path === '/networks' ? 'half' : answerOf(request));
  expect((await runs.run(true)).join()).toContain('Source docker-api');
  expect(await hosts()).toEqual(before);
});
