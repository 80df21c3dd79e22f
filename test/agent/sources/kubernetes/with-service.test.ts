// The agent with the real service and a stub of Kubernetes: a node that a router has seen before is the same host, its
// workloads are its services, and neither a second run nor an incomplete reading changes anything.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTargets } from '../../../../src/agent/api-targets';
import { someFacts, somePort } from '../../../../src/agent/sources/reading';
import type { DeviceFacts } from '../../../../src/agent/sources/snmp';
import { createWorld, type DaemonCaller, type World } from '../../../support/world';
import { newFolder, noCollectors, removeFolder, startAgent } from '../../support/agent';
import { ApiStub, stubFingerprint } from '../api-stub';
import { answerOf, pods, serviceAccount, systemUuid } from './cluster-stub';

let world: World;
let daemon: DaemonCaller;
let stub: ApiStub;
let folder: string;
let apiTargets: ReturnType<typeof readTargets>;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon({ isRegistered: false });
  stub = await new ApiStub().start();
  stub.reply = (request) => answerOf(request);
  folder = newFolder();
  const file = path.join(folder, 'sources.json');
  const place = { address: '127.0.0.1', port: stub.port, fingerprint: stubFingerprint };
  writeFileSync(file, JSON.stringify([{ source: 'kubernetes', ...place, ...serviceAccount }]), { mode: 0o600 });
  apiTargets = readTargets(file);
});
afterAll(async () => {
  await stub.stop();
  await world.close();
  removeFolder(folder);
});

const nodeMac = '00:1B:21:00:04:12';
/** A router that has seen a node, and at the same MAC address the address of a load balancer. */
const router: DeviceFacts = {
  ...someFacts({
    interfaces: [somePort({ ifIndex: 1, name: 'ge1', type: 6, mac: '00:1B:21:00:04:01' })],
    addresses: [
      { address: '127.0.0.4', prefixLength: 8, ifIndex: 1 },
      { address: '10.99.4.1', prefixLength: 24, ifIndex: 1 },
    ],
    arp: ['10.99.4.12', '10.99.4.200'].map((address) => ({ address, mac: nodeMac, ifIndex: 1 })),
  }),
  ...{ system: { name: 'router-1' }, chassisId: '00:1B:21:00:04:01', fhrpGroups: [], routingNeighbors: [] },
  ...{ wirelessClients: [], unplacedNeighbors: [], notes: [], hasNeighborTable: true, incomplete: [] },
};

let runs = 0;
async function run(isSourceRead: boolean): Promise<readonly string[]> {
  if (runs++ > 0) {
    const where = { networkId: world.networkId, runType: 'Scheduled' as const };
    const { id } = await world.prisma.discovery.findFirstOrThrow({ where });
    expect((await world.owner.rest.post('/discovery/start-session', id)).status).toBe(200);
  }
  const summary = await startAgent({
    ...{ server: new URL(world.url), key: daemon.credential.key!, state: folder, once: true, allow: ['127.0.0.4'] },
    settings: {
      ...{ rate: 10_000, allPorts: false, ports: [1], dockerSocket: '/none' },
      credentials: [{ version: 'v2c', community: 'public' }],
      ...(isSourceRead && { apiTargets }),
    },
    collectors: {
      ...noCollectors,
      trySnmp: async (address) => ({ outcome: address === '127.0.0.4' ? 'opened' : 'silent' }),
      readDevice: async () => router,
    },
  }).ended;
  expect(summary).toMatchObject({ phase: 'Complete' });
  return summary!.warnings;
}

/** All hosts but that of the daemon, by name; a host without a name by its first address. */
async function hosts() {
  const rows = await world.prisma.host.findMany({
    where: { networkId: world.networkId, daemons: { none: {} } },
    orderBy: { id: 'asc' },
    select: {
      ...{ id: true, name: true, os: true, serialNumber: true, softwareRevision: true },
      ipAddresses: { select: { id: true, ipAddress: true, macAddress: true }, orderBy: { position: 'asc' } },
      services: {
        select: {
          ...{ id: true, name: true, serviceDefinition: true, virtualizationType: true, containerName: true },
          ...{ sourceReason: true, validFrom: true },
          virtualizationService: { select: { serviceDefinition: true } },
          bindings: {
            select: { id: true, port: { select: { number: true } }, ipAddress: { select: { ipAddress: true } } },
            orderBy: { id: 'asc' },
          },
        },
        orderBy: { position: 'asc' },
      },
    },
  });
  return new Map(rows.map((row) => [row.name || row.ipAddresses[0]!.ipAddress, row] as const));
}
type Host = Awaited<ReturnType<typeof hosts>> extends Map<string, infer Row> ? Row : never;

const boundTo = ({ services }: Host) =>
  services.map(({ name, bindings }) => [
    name,
    bindings.map(({ port, ipAddress }) => `${ipAddress?.ipAddress ?? '*'}:${port?.number}`).sort(),
  ]);

test('a node that a router has seen is the same host, with its workloads and the addresses of its services', async () => {
  await run(false);
  const before = await hosts();
  expect([...before.keys()].sort()).toEqual(['10.99.4.12', 'router-1']);
  expect(await run(true)).toEqual([]);
  const after = await hosts();
  expect([...after.keys()].sort()).toEqual(['cp-1', 'node-1', 'node-2', 'router-1']);
  const node = after.get('node-1')!;
  expect(node).toMatchObject({
    ...{ id: before.get('10.99.4.12')!.id, os: 'Debian GNU/Linux 13 (trixie)' },
    ...{ serialNumber: systemUuid(2), softwareRevision: 'v1.33.1' },
  });
  expect(node.ipAddresses.map(({ ipAddress, macAddress }) => [ipAddress, macAddress])).toEqual([
    ['10.99.4.12', nodeMac.toLowerCase()],
    ['10.99.4.200', nodeMac.toLowerCase()],
  ]);
  expect(boundTo(node)).toEqual([
    ['containerd', []],
    [
      'ingress/controller',
      ['*:30081', '*:30443', '10.99.4.12:443', '10.99.4.12:80', '10.99.4.200:443', '10.99.4.200:80'],
    ],
    ['kube-system/kube-proxy', []],
    ['shop/report', []],
    ['shop/web', ['*:30080']],
    ['Kubernetes', ['*:10250']],
  ]);
  expect(node.services[4]).toMatchObject({
    ...{ serviceDefinition: 'kubernetes-workload', virtualizationType: 'Kubernetes' },
    ...{ containerName: 'Deployment shop/web', virtualizationService: { serviceDefinition: 'containerd' } },
    sourceReason: expect.stringContaining('Service shop/web: 10.96.0.15, 80/TCP (node port 30080)'),
  });
});

test('the API shows the platform and the runtime of a workload', async () => {
  const { body } = await world.owner.rest.get('/services?search=shop%2Fweb&limit=10');
  const rows = body.data as { name: string; virtualization_metadata: { type: string } }[];
  expect(rows.map(({ name, virtualization_metadata: of }) => [name, of.type])).toEqual([
    ['shop/web', 'Kubernetes'],
    ['shop/web', 'Kubernetes'],
  ]);
});

test('another run changes nothing, and neither does a new pod of a workload', async () => {
  const before = await hosts();
  await run(true);
  expect(await hosts()).toEqual(before);
  const renewed = pods.map((pod) => {
    const name = pod.metadata!.name!.replace('5d8f-aaaaa', '5d8f-zzzzz');
    return { ...pod, metadata: { ...pod.metadata, name } };
  });
  stub.reply = (request) => answerOf(request, { '/api/v1/pods': renewed });
  await run(true);
  expect(await hosts()).toEqual(before);
});

test('an incomplete reading removes nothing, and a reading that fails gives a warning', async () => {
  const before = await hosts();
  stub.reply = (request) => (/pods|services/.test(request.path) ? { status: 403, body: {} } : answerOf(request));
  expect((await run(true)).join()).toContain('the list of pods could not be read');
  expect(await hosts()).toEqual(before);
  stub.reply = () => 'half';
  expect((await run(true)).join()).toContain('Source kubernetes');
  expect(await hosts()).toEqual(before);
});
