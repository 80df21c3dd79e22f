// Tests how reports are stored that contain redundancy groups with virtual addresses, and routing neighbors.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
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

describe.each([
  ['IPv4', (block: string, last: number) => `${block}.${last}`],
  ['IPv6', (block: string, last: number) => `2001:db8:${block.replaceAll('.', ':')}::${last}`],
])('groups with link-local virtual addresses beside %s addresses', (_family, addressOf) => {
  const linkLocal = 'fe80::1';
  const row = (virtual_addresses: readonly string[], more: object = {}) => ({
    ...{ protocol: 'Vrrp3', group_number: 20, virtual_addresses, if_index: 1, state: 'Master', priority: 100 },
    ...more,
  });
  const groupsOf = (hostId: string) => list(`/fhrp-groups?host_id=${hostId}`);

  test('two pairs of routers with the same number and link-local address are two groups', async () => {
    const groupIds: unknown[] = [];
    for (const { block, report } of [place(), place()]) {
      const addresses = [addressOf(block, 1), linkLocal];
      const one = await report(2, { fhrp_groups: [row(addresses)] });
      const other = await report(3, { fhrp_groups: [row(addresses.toReversed(), { state: 'Backup' })] });
      const [group, ...more] = await groupsOf(one.id);
      expect(more).toEqual([]);
      expect(group!.virtual_addresses).toEqual(addresses.toSorted());
      expect((group!.members as { host_id: string }[]).map(({ host_id }) => host_id)).toEqual([one.id, other.id]);
      groupIds.push(group!.id);
    }
    expect(groupIds[0]).not.toBe(groupIds[1]);
  });

  test("a group with only a link-local address is one router's, and stays the same when it gets others", async () => {
    const { block, report } = place();
    const [one, other] = [
      await report(2, { fhrp_groups: [row([linkLocal])] }),
      await report(3, { fhrp_groups: [row([linkLocal])] }),
    ];
    const [[before], [others]] = [await groupsOf(one.id), await groupsOf(other.id)];
    expect(before!.id).not.toBe(others!.id);
    for (const addresses of [[linkLocal], [linkLocal, `2001:db8:${block.replaceAll('.', ':')}::9`]]) {
      await report(2, { fhrp_groups: [row(addresses)] });
      expect(await groupsOf(one.id)).toMatchObject([{ id: before!.id, virtual_addresses: addresses.toSorted() }]);
    }
  });

  test('two groups of one number on one interface stay two while one has no addresses', async () => {
    const { block, report } = place();
    const [first, second] = [
      row([addressOf(block, 1)]),
      row([`2001:db8:${block.replaceAll('.', ':')}:2::1`, linkLocal], { priority: 90 }),
    ];
    const idsByPriority = async (...rows: object[]) => {
      const { id } = await report(2, { fhrp_groups: rows });
      return new Map(
        (await groupsOf(id)).map((one) => [(one.members as { priority: number }[])[0]!.priority, one.id] as const),
      );
    };
    const before = await idsByPriority({ ...second, virtual_addresses: [] }, first);
    expect(before.size).toBe(2);
    for (const rows of [
      [{ ...second, virtual_addresses: [] }, first],
      [first, { ...second, virtual_addresses: [linkLocal] }],
      [second, first],
      [first, second],
    ])
      expect(await idsByPriority(...rows)).toEqual(before);
  });

  test('a link-local address in every group changes no membership', async () => {
    const membership = fc.record({
      if_index: fc.constantFrom(1, 2),
      group_number: fc.constantFrom(20, 21),
      // Each address is in one group only, so that no report fits several groups.
      lasts: fc.constantFrom([], [101], [102], [102, 103]),
    });
    const rowsOfReport = fc.uniqueArray(membership, {
      ...{ minLength: 1, maxLength: 3 },
      selector: ({ if_index, group_number }) => `${if_index} ${group_number}`,
    });
    const reports = fc.array(fc.record({ last: fc.constantFrom(2, 3, 4), rows: rowsOfReport }), {
      ...{ minLength: 2, maxLength: 5 },
    });
    await fc.assert(
      fc.asyncProperty(reports, async (steps) => {
        const outcomes: string[][] = [];
        for (const extra of [[], [linkLocal]]) {
          const { block, report } = place();
          const hosts = new Map<string, number>();
          for (const { last, rows } of steps) {
            const fhrp_groups = rows.map(({ lasts, ...more }) =>
              row([...lasts.map((one) => addressOf(block, one)), ...extra], more),
            );
            hosts.set((await report(last, { fhrp_groups })).id, last);
          }
          const groups = await world.prisma.fhrpGroup.findMany({
            where: { members: { some: { hostId: { in: [...hosts.keys()] } } } },
            include: { members: { include: { interface: true } } },
          });
          outcomes.push(
            groups
              .map(({ groupNumber, virtualAddresses, members }) =>
                JSON.stringify([
                  groupNumber,
                  [101, 102, 103].filter((one) => virtualAddresses.includes(addressOf(block, one))),
                  members.map((one) => `${hosts.get(one.hostId)!} ${one.interface!.ifIndex!}`).sort(),
                ]),
              )
              .sort(),
          );
        }
        expect(outcomes[1]).toEqual(outcomes[0]);
      }),
      { numRuns: 12 },
    );
  }, 120_000);
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
