// Tests how reports are stored that contain redundancy groups with virtual addresses, and routing neighbors.
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
/** A /24 subnet that no other test uses, with functions that report hosts in it by the last octet of their address. */
function place() {
  const block = `10.150.${blocks++}`;
  const subnet = { id: randomUUID(), name: block, cidr: `${block}.0/24`, subnet_type: 'Lan' };
  const report = async (last: number, parts: object, more: object = {}, complete = true) => {
    const reply = await daemon.rest.post('/hosts/discovery', {
      host: { network_id: world.networkId, name: `${block}.${last}` },
      subnets: [subnet],
      ip_addresses: [{ subnet_id: subnet.id, ip_address: `${block}.${last}` }],
      interfaces: [1, 2].map((if_index) => ({ if_index, if_name: `ge${if_index}` })),
      interface_data_complete: { fhrp: complete, routing_neighbors: complete, routes: complete },
      ...{ ...parts, ...more },
    });
    if (reply.status !== 200) throw new Error(reply.story);
    return reply.body.data as { id: string; interfaces: { id: string; if_index: number }[] };
  };
  return { block, subnet, report };
}
const list = async (path: string) => (await world.owner.rest.get(path)).body.data as Record<string, unknown>[];

describe('VRRP and HSRP groups of routers', () => {
  const group = (addresses: readonly string[], state: string, more: object = {}) => ({
    fhrp_groups: [
      { protocol: 'Vrrp2', group_number: 10, virtual_addresses: addresses, if_index: 1, state, priority: 100, ...more },
    ],
  });
  const groupsOf = (hostId: string) => list(`/fhrp-groups?host_id=${hostId}`);

  test('a group is one row for its members, with all virtual addresses that any of them reports', async () => {
    const { block, report } = place();
    const [one, other] = [
      await report(2, group([`${block}.1`], 'Master')),
      await report(3, group([`${block}.254`, `${block}.1`], 'Backup', { if_index: 2, priority: 90 })),
    ];
    const [foundGroup] = await groupsOf(one.id);
    const [first, second] = [one.interfaces, other.interfaces].map(
      (ports) => new Map(ports.map((p) => [p.if_index, p.id])),
    );
    expect(foundGroup).toMatchObject({
      ...{ protocol: 'Vrrp2', group_number: 10, namespace: '', virtual_addresses: [`${block}.1`, `${block}.254`] },
      members: [
        { host_id: one.id, interface_id: first!.get(1), state: 'Master', priority: 100 },
        { host_id: other.id, interface_id: second!.get(2), state: 'Backup', priority: 90 },
      ],
    });
    expect(await groupsOf(other.id)).toEqual([foundGroup]);
    const document = `{ fhrpGroups(filter: { virtualAddress: "${block}.254" }) { nodes { id members { host { name } } } } }`;
    expect((await world.owner.query(document)).fhrpGroups.nodes).toEqual([
      { id: foundGroup!.id, members: [{ host: { name: `${block}.2` } }, { host: { name: `${block}.3` } }] },
    ]);
  });

  test('groups of one number on two links are two, even on two interfaces of one router', async () => {
    const { block, report } = place();
    const elsewhere = place();
    const row = group([`${block}.1`], 'Master').fhrp_groups[0]!;
    const { id } = await report(2, {
      fhrp_groups: [row, { ...row, if_index: 2, virtual_addresses: [`${elsewhere.block}.1`], state: 'Backup' }],
    });
    await elsewhere.report(3, group([`${elsewhere.block}.1`], 'Master'));
    const foundGroups = await groupsOf(id);
    expect(foundGroups.map(({ members }) => (members as unknown[]).length).sort()).toEqual([1, 2]);
  });

  test('groups in different namespaces are separate', async () => {
    const { block, report } = place();
    const one = await report(2, group([`${block}.1`], 'Master'));
    const { networkId } = world;
    const otherSubnet = { networkId, namespace: 'other', cidr: `${block}.0/24` };
    const { id: subnetId } = await world.prisma.subnet.create({
      data: { ...otherSubnet, name: 'there', subnetType: 'Lan' },
    });
    const { id: hostId } = await world.prisma.host.create({ data: { networkId, name: 'there' } });
    const address = { networkId, hostId, subnetId, subnetCidr: otherSubnet.cidr, ipAddress: `${block}.3` };
    await world.prisma.ipAddress.create({ data: address });
    const reply = await daemon.rest.post('/hosts/discovery', {
      host: { id: hostId, network_id: networkId, name: 'there' },
      ...group([`${block}.1`], 'Master'),
    });
    expect(reply.status).toBe(200);
    const [[first], [second]] = [await groupsOf(one.id), await groupsOf(reply.body.data.id as string)];
    expect([first!.namespace, second!.namespace]).toEqual(['', 'other']);
  });

  test('a group follows the state of its members, keeps history, and is deleted with its last member', async () => {
    const { block, report } = place();
    const { id } = await report(2, group([`${block}.1`], 'Master'));
    const [before] = await groupsOf(id);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const between = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await report(2, group([`${block}.9`, `${block}.1`], 'Backup'));
    expect(await groupsOf(id)).toMatchObject([
      { id: before!.id, virtual_addresses: [`${block}.1`, `${block}.9`], members: [{ state: 'Backup' }] },
    ]);
    expect(await list(`/fhrp-groups/?host_id=${id}&at=${between}`)).toMatchObject([
      { virtual_addresses: [`${block}.1`], members: [{ state: 'Master' }] },
    ]);
    // A table that was not read completely removes nothing.
    await report(2, { fhrp_groups: [] }, {}, false);
    expect(await groupsOf(id)).toHaveLength(1);
    await report(2, { fhrp_groups: [] });
    expect(await world.prisma.fhrpGroup.count({ where: { id: before!.id as string } })).toBe(0);
  });

  test('a group without known addresses stays the same from run to run', async () => {
    const { report } = place();
    const { id } = await report(2, group([], 'Initialize'));
    const [before] = await groupsOf(id);
    await report(2, group([], 'Initialize'));
    expect(await groupsOf(id)).toEqual([before]);
  });

  test('a group that temporarily reports no addresses has none, and stays the same group', async () => {
    const { block, report } = place();
    const { id } = await report(2, group([`${block}.1`], 'Master'));
    const [before] = await groupsOf(id);
    await report(2, group([], 'Initialize'));
    expect(await groupsOf(id)).toMatchObject([{ id: before!.id, virtual_addresses: [] }]);
    await report(2, group([`${block}.1`], 'Backup'));
    expect(await groupsOf(id)).toMatchObject([{ id: before!.id, virtual_addresses: [`${block}.1`] }]);
  });

  test('virtual addresses identify no host, and are next hops of none', async () => {
    const { block, subnet, report } = place();
    const virtual = `${block}.1`;
    const both = (last: number) => ({
      ip_addresses: [`${block}.${last}`, virtual].map((ip_address) => ({ subnet_id: subnet.id, ip_address })),
    });
    const one = await report(2, group([virtual], 'Master'), both(2));
    const other = await report(3, group([virtual], 'Master'), both(3));
    expect(other.id).not.toBe(one.id);
    const route = { destination: '0.0.0.0/0', next_hop: virtual, protocol: 'Static', type: 'Remote' };
    const { id } = await report(9, { routes: [route] });
    expect(await list(`/routes?host_id=${id}`)).toMatchObject([{ next_hop: virtual, next_hop_host_id: null }]);
    const { subnets } = await world.owner.query(
      `{ subnets(filter: { cidr: { eq: "${block}.0/24" } }) { nodes { routers { id } } } }`,
    );
    expect((subnets.nodes[0].routers as { id: string }[]).map((router) => router.id).sort()).toEqual(
      [one.id, other.id].sort(),
    );
  });

  test('groups of merged hosts move to the remaining host', async () => {
    const { block, report } = place();
    const [one, other] = [await report(2, {}), await report(3, group([`${block}.1`], 'Master'))];
    expect((await world.owner.rest.put(`/hosts/${one.id}/consolidate/${other.id}`, {})).status).toBe(200);
    expect(await groupsOf(one.id)).toMatchObject([{ members: [{ host_id: one.id, state: 'Master' }] }]);
  });
});

describe('routing neighbours', () => {
  const neighbors = (...rows: object[]) => ({ routing_neighbors: rows });
  const neighborsOf = (hostId: string) => list(`/routing-neighbors?host_id=${hostId}`);

  test("the neighbour is the host with the peer's address, else the one with its router ID as address", async () => {
    const { block, report } = place();
    const [router, loopback] = [await report(1, {}), await report(7, {})];
    const { id, interfaces } = await report(
      9,
      neighbors(
        { protocol: 'Ospf', neighbor_address: `${block}.1`, neighbor_router_id: '1.1.1.1', if_index: 1, state: 'Full' },
        { protocol: 'Ospf', neighbor_address: 'fe80::7', neighbor_router_id: `${block}.7`, state: 'Init' },
        { protocol: 'Bgp', neighbor_address: '203.0.113.9', state: 'Active', remote_as: 4_200_000_000 },
        { protocol: 'Bgp', neighbor_address: `${block}.9`, neighbor_router_id: '', state: 'Idle' },
        { protocol: 'IsIs', neighbor_router_id: '0102.0255.0007', state: 'Up' },
        { protocol: 'IsIs', neighbor_router_id: '999.1.1.1', state: 'Down' },
        // The row has neither an address nor a router id, so it names no neighbor.
        { protocol: 'Bgp', state: 'Idle' },
      ),
    );
    const foundNeighbors = await neighborsOf(id);
    const of = (address: string | null, routerId: string | null) =>
      foundNeighbors.find((one) => one.neighbor_address === address && one.neighbor_router_id === routerId);
    expect(foundNeighbors).toHaveLength(6);
    expect(of(`${block}.1`, '1.1.1.1')).toMatchObject({
      ...{ protocol: 'Ospf', state: 'Full', neighbor_host_id: router.id, remote_as: null },
      interface_id: interfaces.find(({ if_index }) => if_index === 1)!.id,
    });
    expect(of('fe80::7', `${block}.7`)).toMatchObject({ neighbor_host_id: loopback.id, state: 'Init' });
    expect(of('203.0.113.9', null)).toMatchObject({ neighbor_host_id: null, remote_as: 4_200_000_000 });
    // The address belongs to the reporting host, and a host is not its own neighbor.
    expect(of(`${block}.9`, null)).toMatchObject({ neighbor_host_id: null });
    expect(of(null, '0102.0255.0007')).toMatchObject({ protocol: 'IsIs', neighbor_host_id: null });
    const document = `query($id: UUID!) { host(id: $id) { routingNeighborOf { nodes { hostId state } } } }`;
    expect(await world.owner.query(document, { id: router.id })).toEqual({
      host: { routingNeighborOf: { nodes: [{ hostId: id, state: 'Full' }] } },
    });
  });

  test('a neighbour changes its state in place, and is deleted by a complete table without it', async () => {
    const { block, report } = place();
    const row = { protocol: 'Bgp', neighbor_address: `${block}.1`, remote_as: 65_001, if_index: 2 };
    const { id } = await report(9, neighbors({ ...row, state: 'Idle' }));
    const [before] = await neighborsOf(id);
    await report(9, neighbors({ ...row, state: 'Idle' }));
    expect(await neighborsOf(id)).toEqual([before]);
    await report(9, neighbors({ ...row, state: 'Established' }));
    expect(await neighborsOf(id)).toMatchObject([{ id: before!.id, state: 'Established' }]);
    await report(9, neighbors(), {}, false);
    expect(await neighborsOf(id)).toHaveLength(1);
    await report(9, neighbors());
    expect(await neighborsOf(id)).toEqual([]);
  });

  test('routing neighbours of merged hosts are kept, also where the host is the peer', async () => {
    const { block, report } = place();
    const row = (last: number) => ({ protocol: 'Ospf', neighbor_address: `${block}.${last}`, state: 'Full' });
    const [one, other] = [await report(1, {}), await report(2, neighbors(row(1)))];
    const third = await report(9, neighbors(row(2)));
    expect((await world.owner.rest.put(`/hosts/${one.id}/consolidate/${other.id}`, {})).status).toBe(200);
    expect(await neighborsOf(one.id)).toMatchObject([{ neighbor_address: `${block}.1`, neighbor_host_id: null }]);
    expect(await neighborsOf(third.id)).toMatchObject([{ neighbor_host_id: one.id }]);
  });
});
