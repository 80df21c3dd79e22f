// Routes of hosts in reports: they are stored, resolved to hosts and subnets, and kept if a table was read only partly.
import { randomUUID } from 'node:crypto';
import { createWorld, type DaemonCaller, type World } from '../../support/world';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

let blocks = 0;
interface Route {
  readonly destination: string;
  readonly next_hop?: string;
  readonly if_index?: number;
  readonly protocol?: string;
  readonly type?: string;
  readonly metric?: number;
}
const local = (destination: string, if_index = 1): Route => ({
  destination,
  if_index,
  protocol: 'Local',
  type: 'Local',
});
const via = (destination: string, next_hop: string, more: object = {}): Route => ({ destination, next_hop, ...more });

/** A /24 subnet that no other test uses, with functions that report hosts in it by the last octet of their address. */
function place() {
  const block = `10.${140 + Math.floor(blocks / 250)}.${blocks++ % 250}`;
  const subnet = { id: randomUUID(), name: block, cidr: `${block}.0/24`, subnet_type: 'Lan' };
  const report = async (last: number, routes: readonly Route[] | undefined, more: object = {}, complete = true) => {
    const reply = await daemon.rest.post('/hosts/discovery', {
      host: { network_id: world.networkId, name: `${block}.${last}` },
      subnets: [subnet],
      ip_addresses: [{ subnet_id: subnet.id, ip_address: `${block}.${last}` }],
      interfaces: [1, 2].map((if_index) => ({ if_index, if_name: `ge${if_index}` })),
      interface_data_complete: { lldp: false, cdp: false, fdb: false, vlan_membership: false, routes: complete },
      ...(routes && { routes: routes.map((one) => ({ protocol: 'Static', type: 'Remote', ...one })) }),
      ...more,
    });
    if (reply.status !== 200) throw new Error(reply.story);
    return reply.body.data as { id: string; interfaces: { id: string; if_index: number }[] };
  };
  return { block, report };
}
const routesOf = async (hostId: string) =>
  (await world.owner.rest.get(`/routes?host_id=${hostId}`)).body.data as Record<string, unknown>[];
const describeRoutes = async (hostId: string) =>
  (await routesOf(hostId)).map(({ destination, next_hop: hop, metric }) => [destination, hop, metric]);

test('routes are stored with subnet, next hop and interface, and read by GraphQL and REST', async () => {
  const { block, report } = place();
  const router = await report(1, [local(`${block}.0/24`)]);
  const host = await report(9, [
    via('0.0.0.0/0', `${block}.1`, { if_index: 1, metric: 10 }),
    via('0.0.0.0/0', `${block}.77`, { if_index: 2 }),
    local(`${block}.0/24`),
    via('2001:0db8:0::/32', 'FE80::1', { if_index: 7 }),
    via('198.51.100.7/32', `${block}.9`),
  ]);
  const port = (index: number) => host.interfaces.find(({ if_index }) => if_index === index)!.id;
  const foundRoutes = await routesOf(host.id);
  const { subnet_id: subnetId } = foundRoutes.find(({ destination }) => destination === `${block}.0/24`)!;
  expect(foundRoutes).toMatchObject([
    {
      ...{ destination: '0.0.0.0/0', next_hop: `${block}.1`, next_hop_host_id: router.id, interface_id: port(1) },
      ...{ protocol: 'Static', type: 'Remote', metric: 10, host_id: host.id, subnet_id: null },
    },
    { destination: '0.0.0.0/0', next_hop: `${block}.77`, next_hop_host_id: null, interface_id: port(2), metric: null },
    { destination: `${block}.0/24`, next_hop: null, type: 'Local' },
    // The next hop is this host's own address, and a host is not its own next hop.
    { destination: '198.51.100.7/32', next_hop: `${block}.9`, next_hop_host_id: null },
    { destination: '2001:db8::/32', next_hop: 'fe80::1', next_hop_host_id: null, interface_id: null },
  ]);
  const document = `query($id: UUID!) { host(id: $id) { nextHopOf { nodes { hostId destination } } }
    subnet(id: "${subnetId as string}") { cidr routers { id } routes { totalCount } } }`;
  expect(await world.owner.query(document, { id: router.id })).toEqual({
    host: { nextHopOf: { nodes: [{ hostId: host.id, destination: '0.0.0.0/0' }] } },
    subnet: { cidr: `${block}.0/24`, routers: [{ id: router.id }], routes: { totalCount: 2 } },
  });
});

test('the routers of a subnet are hosts with the role and an address in it or a route to it, each once', async () => {
  const { block, report } = place();
  const [plain, role, unnumberedRoute] = [
    await report(1, []),
    await report(2, [local(`${block}.0/24`)]),
    await report(3, []),
  ];
  await world.prisma.host.updateMany({
    where: { id: { in: [role.id, unnumberedRoute.id] } },
    data: { role: 'Firewall' },
  });
  const routers = async () => {
    const { subnets } = await world.owner.query(
      `{ subnets(filter: { cidr: { eq: "${block}.0/24" } }) { nodes { routers { id } ipAddresses { totalCount } } } }`,
    );
    const [foundRouters] = subnets.nodes as { routers: { id: string }[]; ipAddresses: { totalCount: number } }[];
    expect(foundRouters!.ipAddresses.totalCount).toBeGreaterThan(0);
    return foundRouters!.routers.map(({ id }) => id).sort();
  };
  expect(await routers()).toEqual([role.id, unnumberedRoute.id].sort());
  await world.prisma.ipAddress.deleteMany({ where: { hostId: role.id } });
  await world.prisma.ipAddress.deleteMany({ where: { hostId: plain.id } });
  expect(await routers()).toEqual([role.id, unnumberedRoute.id].sort());
});

test('a complete routing table replaces the stored one, and the history keeps the former routes', async () => {
  const { block, report } = place();
  const first = await report(9, [via('10.1.0.0/16', `${block}.1`, { metric: 1 }), via('10.2.0.0/16', `${block}.1`)]);
  const [keptRoute] = await routesOf(first.id);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const between = new Date();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await report(9, [via('10.1.0.0/16', `${block}.1`, { metric: 7 }), via('10.3.0.0/16', `${block}.1`)]);
  expect(await describeRoutes(first.id)).toEqual([
    ['10.1.0.0/16', `${block}.1`, 7],
    ['10.3.0.0/16', `${block}.1`, null],
  ]);
  expect((await routesOf(first.id))[0]).toMatchObject({ id: keptRoute!.id });
  const then = await world.owner.rest.get(`/routes?host_id=${first.id}&at=${between.toISOString()}`);
  expect(then.body.data.map(({ destination, metric }: Route) => [destination, metric])).toEqual([
    ['10.1.0.0/16', 1],
    ['10.2.0.0/16', null],
  ]);
  await report(9, []);
  expect(await describeRoutes(first.id)).toEqual([]);
});

test('a truncated table, or a report without a table, removes no routes', async () => {
  const { block, report } = place();
  const { id } = await report(9, [via('10.1.0.0/16', `${block}.1`), via('10.2.0.0/16', `${block}.1`)]);
  await report(9, [via('10.3.0.0/16', `${block}.1`)], {}, false);
  await report(9, undefined);
  expect(await describeRoutes(id)).toHaveLength(3);
});

test('an identical report changes nothing and writes no history', async () => {
  const { block, report } = place();
  const routes = [via('10.1.0.0/16', `${block}.1`), local(`${block}.0/24`), via('192.0.2.7/32', `${block}.1`)];
  const { id } = await report(9, routes);
  const before = await routesOf(id);
  await report(9, [...routes, routes[0]!]);
  expect(await routesOf(id)).toEqual(before);
  expect(await world.prisma.$queryRaw`SELECT FROM routes_revisions WHERE host_id = ${id}::uuid`).toEqual([]);
});

test('at most 2,000 routes are stored, including stored ones that a truncated table keeps', async () => {
  const { block, report } = place();
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_one, at) => via(`20.${(from + at) >> 8}.${(from + at) & 255}.0/24`, `${block}.1`));
  const { id } = await report(9, many(0, 1_990));
  await report(9, many(1_990, 20), {}, false);
  expect(await world.prisma.route.count({ where: { hostId: id } })).toBe(2_000);
  // Of a longer list, only the first 2,000 routes are stored.
  await report(9, many(10, 2_001));
  expect(await world.prisma.route.count({ where: { hostId: id } })).toBe(2_000);
  const has = (destination: string) => world.prisma.route.count({ where: { hostId: id, destination } });
  expect([await has('20.0.10.0/24'), await has('20.7.217.0/24'), await has('20.7.218.0/24')]).toEqual([1, 1, 0]);
});

test('deleting an interface, subnet or next hop keeps the route and clears the reference', async () => {
  const { block, report } = place();
  const router = await report(1, []);
  const { id } = await report(9, [via('10.9.0.0/16', `${block}.1`, { if_index: 2 }), local(`${block}.0/24`)]);
  await world.prisma.interface.deleteMany({ where: { hostId: id, ifIndex: 2 } });
  expect(await routesOf(id)).toMatchObject([{ interface_id: null, next_hop_host_id: router.id }, {}]);
  await world.owner.rest.delete(`/hosts/${router.id}`);
  expect(await routesOf(id)).toMatchObject([{ next_hop: `${block}.1`, next_hop_host_id: null }, {}]);
  // The route refers to the interface with the index 2, which the complete interface table of the report does not
  // have.
  const one = { interfaces: [{ if_index: 1, if_name: 'ge1' }], interfaces_complete: true };
  await report(9, [via('10.9.0.0/16', `${block}.1`, { if_index: 2 })], one);
  expect(await routesOf(id)).toMatchObject([{ interface_id: null }]);
});

describe('ambiguous references stay null', () => {
  const hopOf = async (hostId: string) => (await routesOf(hostId))[0]!.next_hop_host_id;

  test('two hosts have the address of the next hop', async () => {
    const { block, report } = place();
    const { id: subnetId } = await world.prisma.subnet.create({
      data: { networkId: world.networkId, name: block, cidr: `${block}.0/24`, subnetType: 'Lan' },
    });
    for (const name of ['a', 'b']) {
      const { id: hostId } = await world.prisma.host.create({ data: { networkId: world.networkId, name } });
      const address = { networkId: world.networkId, hostId, subnetId, subnetCidr: `${block}.0/24` };
      await world.prisma.ipAddress.create({ data: { ...address, ipAddress: `${block}.1` } });
    }
    const { id } = await report(9, [via('0.0.0.0/0', `${block}.1`)]);
    expect(await hopOf(id)).toBeNull();
  });

  test('the address is in another namespace, or behind a container bridge', async () => {
    const { block, report } = place();
    const elsewhere = async (cidr: string, more: object) => {
      const data = { networkId: world.networkId, name: cidr, cidr, subnetType: 'Lan' as const, ...more };
      const { id: subnetId } = await world.prisma.subnet.create({ data });
      const { id: hostId } = await world.prisma.host.create({ data: { networkId: world.networkId, name: cidr } });
      const address = { networkId: world.networkId, hostId, subnetId, subnetCidr: cidr };
      await world.prisma.ipAddress.create({ data: { ...address, ipAddress: cidr.replace(/0\/\d+$/, '1') } });
    };
    await elsewhere(`${block}.0/24`, { namespace: 'other' });
    await elsewhere('172.29.0.0/24', { subnetType: 'DockerBridge' });
    const other = await report(9, [via('0.0.0.0/0', `${block}.1`), local(`${block}.0/24`)]);
    const [first, second] = await routesOf(other.id);
    expect(first).toMatchObject({ next_hop_host_id: null });
    const foundSubnet = await world.prisma.subnet.findUniqueOrThrow({ where: { id: second!.subnet_id as string } });
    expect(foundSubnet.namespace).toBe('');
    const bridgedReport = await report(10, [via('0.0.0.0/0', '172.29.0.1'), local('172.29.0.0/24')]);
    expect(await routesOf(bridgedReport.id)).toMatchObject([{ next_hop_host_id: null }, { subnet_id: null }]);
  });
});

test('routes of merged hosts are kept, and those that named the other host name the remaining one', async () => {
  const { block, report } = place();
  const [one, other] = [await report(1, []), await report(2, [via('10.1.0.0/16', `${block}.1`)])];
  const { id } = await report(9, [via('10.5.0.0/16', `${block}.2`)]);
  const body = { destination_host: one.id, other_host: other.id };
  const reply = await world.owner.rest.put(`/hosts/${one.id}/consolidate/${other.id}`, body);
  expect(reply.status).toBe(200);
  expect(await routesOf(one.id)).toMatchObject([{ destination: '10.1.0.0/16', next_hop_host_id: null }]);
  expect(await routesOf(id)).toMatchObject([{ next_hop_host_id: one.id }]);
});
