// A daemon of each generation, from its start to its end: it registers, works, is cancelled, loses its server and
// starts again.
import { randomUUID } from 'node:crypto';
import { generateKey } from '../../../../src/auth/tokens';
import { generations, type Generation } from '../../../../src/modules/discovery/protocol/generations/protocol-versions';
import { createWorld, type World } from '../../../support/world';
import { runWork, ModelDaemon, Refused, versionOf, type Work } from './model-daemon';
import { since } from './readings';
import { hostReport, snmpPorts, subnetBody, type Body } from './reports';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let blocks = 0;
const nextBlock = () => `10.${100 + Math.floor((blocks += 1) / 250)}.${blocks % 250}`;

async function install(generation: Generation, seed = 1): Promise<ModelDaemon> {
  const { token, keyHash, keyPrefix } = generateKey('daemon');
  const { networkId, url } = world;
  await world.prisma.daemonApiKey.create({ data: { name: 'key', networkId, keyHash, keyPrefix } });
  return new ModelDaemon({ url, key: token, networkId, generation, seed });
}

const recordsOf = (daemon: ModelDaemon) =>
  world.prisma.discovery.findMany({ where: { daemonId: daemon.id, runType: 'Historical' } });
const sessionsOf = (daemon: ModelDaemon) => world.prisma.discoverySession.findMany({ where: { daemonId: daemon.id } });

const expectArguments = (ids: readonly string[]) => ({
  where: { id: { in: [...ids] } },
  select: { lastDiscoveryId: true as const },
});
/** For each kind of row, a function that returns the last run that saw each of the rows with the given ids. */
const lastRunsOf = {
  host_ids: (ids: readonly string[]) => world.prisma.host.findMany(expectArguments(ids)),
  subnet_ids: (ids: readonly string[]) => world.prisma.subnet.findMany(expectArguments(ids)),
  vlan_ids: (ids: readonly string[]) => world.prisma.vlan.findMany(expectArguments(ids)),
  ip_address_ids: (ids: readonly string[]) => world.prisma.ipAddress.findMany(expectArguments(ids)),
  port_ids: (ids: readonly string[]) => world.prisma.port.findMany(expectArguments(ids)),
  service_ids: (ids: readonly string[]) => world.prisma.service.findMany(expectArguments(ids)),
  interface_ids: (ids: readonly string[]) => world.prisma.interface.findMany(expectArguments(ids)),
  binding_ids: (ids: readonly string[]) => world.prisma.binding.findMany(expectArguments(ids)),
};

/** A new daemon asks the server for its first work. The server has created a first run for it. */
async function takeWork(daemon: ModelDaemon): Promise<Work> {
  const { work, cancel } = await daemon.requestWork();
  expect([work?.session_id, cancel]).toEqual([expect.any(String), false]);
  return work!;
}

describe.each(generations)('%s', (generation) => {
  const stages = since(generation, 'B') ? ['Unified'] : ['SelfReport', 'Network', 'Docker'];

  test('registers, receives a job, reports its machine, other machines and containers, and ends', async () => {
    const daemon = await install(generation);
    const block = nextBlock();
    await daemon.start();
    const storedDaemon = await world.prisma.daemon.findUniqueOrThrow({ where: { id: daemon.id } });
    expect(storedDaemon).toMatchObject({ networkId: world.networkId, mode: 'daemon_poll', userId: world.owner.userId });
    const givenIds: string[] = [];
    for (;;) {
      const { work } = await daemon.requestWork();
      if (!work) break;
      givenIds.push(work.discovery_type.type);
      await runWork(daemon, work, block);
    }
    expect(givenIds).toEqual(stages);
    expect(await sessionsOf(daemon)).toEqual([]);
    const [record, ...others] = await recordsOf(daemon);
    expect([record?.results, others]).toMatchObject([{ phase: 'Complete', progress: 100 }, []]);
    const addresses = await world.prisma.ipAddress.findMany({ where: { ipAddress: { startsWith: `${block}.` } } });
    expect(addresses.map(({ ipAddress }) => ipAddress).sort()).toEqual([`${block}.1`, `${block}.2`, `${block}.3`]);
    const ownAddress = addresses.find(({ ipAddress }) => ipAddress === `${block}.1`)!;
    expect(ownAddress.hostId).toBe(daemon.hostId);
    const bindings = await world.prisma.binding.findMany({ where: { hostId: ownAddress.hostId } });
    expect(bindings.length).toBeGreaterThan(0);
    // Daemons older than generation D do not report which rows they have seen. The service then stores no last run for
    // the hosts.
    const isSaid = since(generation, 'D');
    for (const [kind, lastRuns] of Object.entries(lastRunsOf)) {
      const ids = [...daemon.scanned[kind as keyof typeof lastRunsOf]];
      const runs = (await lastRuns(ids)).map(({ lastDiscoveryId }) => lastDiscoveryId);
      expect([kind, runs]).toEqual([kind, ids.map(() => record!.id)]);
    }
    const hosts = await lastRunsOf.host_ids(daemon.hosts);
    expect(new Set(hosts.map(({ lastDiscoveryId }) => lastDiscoveryId))).toEqual(new Set([isSaid ? record!.id : null]));
    const withSubnets = await world.prisma.daemonSubnet.count({ where: { daemonId: daemon.id } });
    expect(withSubnets).toBe(1);
  });

  test('is cancelled while it works', async () => {
    const daemon = await install(generation, 2);
    await daemon.start();
    const work = await takeWork(daemon);
    await daemon.update(work, 'Scanning', { progress: 10 });
    expect((await world.member.rest.post(`/discovery/${work.session_id}/cancel`)).status).toBe(200);
    expect(await daemon.requestWork(false)).toEqual({ work: null, cancel: true });
    await daemon.update(work, 'Scanning', { progress: 11 });
    await daemon.update(work, 'Cancelled');
    expect(await daemon.requestWork()).toEqual({ work: null, cancel: false });
    expect((await recordsOf(daemon)).map(({ results }) => results)).toMatchObject([{ phase: 'Cancelled' }]);
  });

  test('continues after the server lost its session, and may report an end twice', async () => {
    const daemon = await install(generation, 3);
    await daemon.start();
    const work = await takeWork(daemon);
    await daemon.update(work, 'Started');
    await world.prisma.discoverySession.deleteMany({ where: { id: work.session_id } });
    await daemon.update(work, 'Scanning', { progress: 30 });
    expect((await sessionsOf(daemon)).map(({ id }) => id)).toEqual([work.session_id]);
    await daemon.update(work, 'Failed', { error: 'unplugged' });
    await daemon.update(work, 'Failed', { error: 'unplugged' });
    await daemon.update(work, 'Scanning');
    expect(await sessionsOf(daemon)).toEqual([]);
    expect((await recordsOf(daemon)).map(({ results }) => results)).toMatchObject([
      { phase: 'Failed', error: 'unplugged' },
    ]);
  });

  test('registers again after a restart, and is the same daemon', async () => {
    const daemon = await install(generation, 4);
    await daemon.start();
    const { id, hostId } = daemon;
    await daemon.start();
    const again = new ModelDaemon({ ...daemon.installed, seed: 5 });
    if (!since(generation, 'E')) again.id = id;
    await again.start();
    await again.register();
    expect([again.id, again.hostId]).toEqual([id, hostId]);
    expect(await world.prisma.host.count({ where: { daemons: { some: { id } } } })).toBe(1);
    expect((await world.prisma.daemon.findUniqueOrThrow({ where: { id } })).version).toBe(versionOf[generation]);
    await takeWork(again);
  });

  test('stops working when it is deleted, but does not exit', async () => {
    const daemon = await install(generation, 6);
    await daemon.start();
    await world.prisma.discoverySession.deleteMany({ where: { daemonId: daemon.id } });
    await world.prisma.daemon.delete({ where: { id: daemon.id } });
    const refusal = await daemon.requestWork().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refused);
    expect((refusal as Refused).code).toBe(since(generation, 'B') ? 'daemon_not_registered' : 'daemon_standby');
  });

  test("reports a host whose parts have ids that another host's parts use", async () => {
    const daemon = await install(generation, 7);
    const block = nextBlock();
    await daemon.start();
    await takeWork(daemon);
    const subnet = await daemon.reportSubnet(`${block}.0/24`);
    // The id of a reported address identifies the host of the address. The id of a reported port does not identify a
    // host.
    const portId = randomUUID();
    const partIds = () => ({ addressId: randomUUID(), portId });
    const [first, second] = [
      await daemon.reportHost(`${block}.1`, subnet.id as string, randomUUID(), partIds()),
      await daemon.reportHost(`${block}.2`, subnet.id as string, randomUUID(), partIds()),
    ];
    expect(second.id).not.toBe(first.id);
    const include = { ipAddresses: true, ports: true, services: { include: { bindings: true } } };
    const hosts = await world.prisma.host.findMany({
      where: { id: { in: [first.id as string, second.id as string] } },
      include,
    });
    expect(hosts.flatMap(({ ipAddresses }) => ipAddresses.map(({ ipAddress }) => ipAddress)).sort()).toEqual([
      `${block}.1`,
      `${block}.2`,
    ]);
    const bound = hosts.map(({ services }) => services.reduce((sum, { bindings }) => sum + bindings.length, 0));
    expect([hosts.every(({ ports }) => ports.length === 1), Math.min(...bound) > 0]).toEqual([true, true]);
    const portIds = hosts.flatMap(({ ports }) => ports.map(({ id }) => id));
    expect([portIds.includes(portId), new Set(portIds).size]).toEqual([true, 2]);
  });

  test('first reports a machine without interfaces in each run, and the machine keeps its ports', async () => {
    const daemon = await install(generation, 8);
    const block = nextBlock();
    await daemon.start();
    const subnet = await daemon.reportSubnet(`${block}.0/24`);
    const machine = { networkId: daemon.networkId, subnetId: subnet.id as string, ip: `${block}.9` };
    const first = { ...machine, hostId: randomUUID(), addressId: randomUUID(), portId: randomUUID() };
    const [addresses, ports] = since(generation, 'C') ? ['ip_addresses', 'interfaces'] : ['interfaces', 'if_entries'];
    const report = daemon.draw(hostReport(generation, first));
    // The MAC address of the machine's IP address is that of its first port.
    const [address] = report[addresses!] as Body[];
    const [port, otherPort] = daemon.draw(snmpPorts(generation, first.addressId));
    const interfaces = [{ ...port, mac_address: address!.mac_address ?? null }, otherPort];
    const complete = {
      ...(since(generation, 'D') && { interfaces_complete: true }),
      ...(since(generation, 'E') && {
        interface_data_complete: { lldp: true, cdp: true, fdb: true, vlan_membership: true },
      }),
    };
    /** What a daemon reports as soon as an address answers, before it queries the machine. It uses new ids. */
    const stub = (): Body => ({
      ...report,
      host: { ...(report.host as Body), id: randomUUID() },
      [addresses!]: (report[addresses!] as Body[]).map((one) => ({ ...one, id: randomUUID() })),
      ...{ ports: [], services: [], ...complete },
      ...(since(generation, 'C') && { if_entries: [] }),
      [ports!]: [],
    });
    const portIds = async (hostId: unknown) =>
      (await world.prisma.interface.findMany({ where: { hostId: hostId as string }, orderBy: { id: 'asc' } })).map(
        ({ id }) => id,
      );
    const work = await takeWork(daemon);
    await daemon.sendHost(stub());
    const host = await daemon.sendHost({ ...report, ...complete, [ports!]: interfaces });
    await daemon.complete(work);
    const foundPorts = await portIds(host.id);
    expect(foundPorts).toHaveLength(2);
    if (since(generation, 'B')) {
      const job = await world.prisma.discovery.findFirstOrThrow({
        where: { daemonId: daemon.id, runType: { not: 'Historical' } },
      });
      expect((await world.member.rest.post('/discovery/start-session', job.id)).status).toBe(200);
    }
    const again = await takeWork(daemon);
    expect((await daemon.sendHost(stub())).id).toBe(host.id);
    expect(await portIds(host.id)).toEqual(foundPorts);
    await daemon.complete(again);
    expect(await portIds(host.id)).toEqual(foundPorts);
  });

  test.each([11, 12, 13, 14, 15, 16])('reports hosts with all combinations of optional members: %i', async (seed) => {
    const daemon = await install(generation, seed * 1000);
    const block = nextBlock();
    await daemon.start();
    const work = await takeWork(daemon);
    const subnet = await daemon.reportSubnet(`${block}.0/24`);
    for (const place of [1, 2, 3, 4, 5]) {
      const row = await daemon.reportHost(`${block}.${place}`, subnet.id as string);
      const host = await world.prisma.host.findUniqueOrThrow({
        where: { id: row.id as string },
        include: { ipAddresses: true, ports: true, services: true, bindings: true },
      });
      expect(host.networkId).toBe(world.networkId);
      expect(host.ipAddresses.map(({ ipAddress }) => ipAddress)).toEqual([`${block}.${place}`]);
      expect(host.ports).toHaveLength(1);
      expect(
        host.services.every(
          ({ sourceType, sourceConfidence }) => sourceType === 'DiscoveryWithMatch' && sourceConfidence,
        ),
      ).toBe(true);
      expect(host.bindings.length).toBeGreaterThan(0);
    }
    await daemon.update(work, 'Complete');
  });
});

const withBridges = generations
  .filter((generation) => since(generation, 'E'))
  .flatMap((generation) => [[generation, 'new ids'] as const, [generation, 'the ids of another host'] as const]);
test.each(withBridges)(
  '%s: each Docker host of a network has its own bridge, reported with %s',
  async (generation, ids) => {
    const block = nextBlock();
    const cidr = '172.17.0.0/16';
    const machines = await Promise.all(
      [1, 2].map(async (at) => {
        const daemon = await install(generation, 20 + at);
        await daemon.start();
        const subnet = await daemon.reportSubnet(`${block}.0/24`);
        const machine = { networkId: daemon.networkId, subnetId: subnet.id as string, ip: `${block}.${at}` };
        const partIds = { hostId: daemon.hostId!, addressId: randomUUID(), portId: randomUUID() };
        return { daemon, report: daemon.draw(hostReport(generation, { ...machine, ...partIds })) };
      }),
    );
    const sharedId = randomUUID();
    /** The report of a Docker host with a container. Apart from the host, the ids are new in each report. */
    const dockerReport = (daemon: ModelDaemon, report: Body): Body => {
      const [runtimeId, bridgeId] = [ids === 'new ids' ? randomUUID() : sharedId, randomUUID()];
      const [address] = report.ip_addresses as Body[];
      const [service] = report.services as Body[];
      const inBridge = (at: number) => ({
        ...{ ...address, id: randomUUID(), subnet_id: bridgeId, ip_address: `172.17.0.${at}` },
        ...{ mac_address: `02:42:AC:11:00:0${at}`, position: at },
      });
      const container = { container_name: 'web', container_id: `c-${daemon.id}` };
      const services = [
        { ...service, id: runtimeId, name: 'Docker', service_definition: 'Docker', virtualization_metadata: null },
        {
          ...{ ...service, id: randomUUID(), name: 'web', service_definition: 'Docker Container' },
          virtualization_metadata: { type: 'Docker', details: container },
          virtualization_service_id: runtimeId,
        },
      ].map((one, position) => ({ virtualization_service_id: null, ...one, bindings: [], position }));
      const bridge = {
        ...daemon.draw(subnetBody(generation, daemon.networkId, cidr)),
        ...{ id: bridgeId, subnet_type: 'DockerBridge', virtualization_service_id: runtimeId },
      };
      return {
        ...report,
        ...{ ports: [], services, subnets: [bridge], interfaces: [] },
        ip_addresses: [{ ...address, id: randomUUID() }, inBridge(1), inBridge(2)],
      };
    };
    const stored = async () => ({
      bridges: await world.prisma.subnet.findMany({
        where: { cidr, virtualizationService: { hostId: { in: machines.map(({ daemon }) => daemon.hostId!) } } },
        select: { id: true, virtualizationService: { select: { id: true, hostId: true, serviceDefinition: true } } },
        orderBy: { id: 'asc' },
      }),
      services: await world.prisma.service.count({
        where: { host: { ipAddresses: { some: { ipAddress: '172.17.0.2' } } } },
      }),
    });
    let first: Awaited<ReturnType<typeof stored>> | undefined;
    for (const run of [1, 2]) {
      for (const { daemon, report } of machines) {
        const row = await daemon.sendHost(dockerReport(daemon, report));
        expect([run, row.id]).toEqual([run, daemon.hostId]);
      }
      first ??= await stored();
      const { bridges } = first;
      expect(bridges).toHaveLength(2);
      for (const { daemon } of machines) {
        const bridge = bridges.find(({ virtualizationService }) => virtualizationService?.hostId === daemon.hostId);
        expect(bridge?.virtualizationService?.serviceDefinition).toBe('Docker');
        const addresses = await world.prisma.ipAddress.findMany({
          where: { hostId: daemon.hostId!, subnetId: bridge!.id },
        });
        expect(addresses.map(({ ipAddress }) => ipAddress).sort()).toEqual(['172.17.0.1', '172.17.0.2']);
        const services = await world.prisma.service.findMany({ where: { hostId: daemon.hostId! } });
        const ofRuntime = services.filter((one) => one.virtualizationServiceId === bridge?.virtualizationService?.id);
        expect(ofRuntime.map(({ containerId }) => containerId)).toEqual([`c-${daemon.id}`]);
      }
      expect(await stored()).toEqual(first);
    }
  },
);
