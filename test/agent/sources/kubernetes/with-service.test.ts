// The agent with the real service and a stub of Kubernetes. A node is the host that a router's ARP table lists, its
// workloads are the host's services, and neither a second run nor an incomplete read changes anything.
import type { World } from '../../../support/world';
import { startSourceRuns, type SourceRuns } from '../../support/source-runs';
import { ApiStub } from '../api-stub';
import { answerOf, pods, serviceAccount, systemUuid } from './cluster-stub';

const nodeMac = '00:1B:21:00:04:12';
let stub: ApiStub;
let runs: SourceRuns;
let world: World;
beforeAll(async () => {
  stub = await new ApiStub().start();
  stub.reply = (request) => answerOf(request);
  // The router's ARP table lists a node and the address of a load balancer with the same MAC address.
  const arp = ['10.99.4.12', '10.99.4.200'].map((address) => ({ address, mac: nodeMac }));
  const target = { source: 'kubernetes', port: stub.port, ...serviceAccount };
  runs = await startSourceRuns({ target, router: '10.99.4.1', arp });
  world = runs.world;
});
afterAll(async () => {
  await stub.stop();
  await runs.close();
});

/** All hosts except the daemon's, by name, or by the first IP address for a host without a name. */
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
  await runs.run(false);
  const before = await hosts();
  expect([...before.keys()].sort()).toEqual(['10.99.4.12', 'router-1']);
  expect(await runs.run(true)).toEqual([]);
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
  await runs.run(true);
  expect(await hosts()).toEqual(before);
  const renewed = pods.map((pod) => {
    const name = pod.metadata!.name!.replace('5d8f-aaaaa', '5d8f-zzzzz');
    return { ...pod, metadata: { ...pod.metadata, name } };
  });
  stub.reply = (request) => answerOf(request, { '/api/v1/pods': renewed });
  await runs.run(true);
  expect(await hosts()).toEqual(before);
});

test('an incomplete reading removes nothing, and a reading that fails gives a warning', async () => {
  const before = await hosts();
  stub.reply = (request) => (/pods|services/.test(request.path) ? { status: 403, body: {} } : answerOf(request));
  expect((await runs.run(true)).join()).toContain('the list of pods could not be read');
  expect(await hosts()).toEqual(before);
  stub.reply = () => 'half';
  expect((await runs.run(true)).join()).toContain('Source kubernetes');
  expect(await hosts()).toEqual(before);
});
