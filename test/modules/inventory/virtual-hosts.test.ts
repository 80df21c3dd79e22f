// Virtual addresses of redundancy groups identify no host and create none, in whichever order hosts are read.
import { randomUUID } from 'node:crypto';
import { resolvePendingNeighbors } from '../../../src/modules/discovery/runs/neighbors.sql';
import { addFinishedRun } from '../../support/discovery-rows';
import { virtualRouterSamples } from '../../support/virtual-router-samples';
import { createWorld, type DaemonCaller, type World } from '../../support/world';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

const virtualMac = '00:00:5e:00:01:0a';
let blocks = 0;
/**
 * A /24 subnet that no other test uses, with functions that report two routers sharing the address .1, and other
 * machines.
 */
function place() {
  const block = `10.151.${blocks++}`;
  const virtual = `${block}.1`;
  const subnet = { id: randomUUID(), name: block, cidr: `${block}.0/24`, subnet_type: 'Lan' };
  const post = async (host: object, addresses: object[], more: object = {}) => {
    const reply = await daemon.rest.post('/hosts/discovery', {
      host: { network_id: world.networkId, name: '', ...host },
      subnets: [subnet],
      ip_addresses: addresses.map((one) => ({ subnet_id: subnet.id, ...one })),
      ...more,
    });
    if (reply.status !== 200) throw new Error(reply.story);
    return reply.body.data.id as string;
  };
  const router = (last: number, state: string, ownAddresses: object[] = []) =>
    post(
      { name: `r${last} ${block}`, serial_number: `SN-${block}-${last}` },
      [{ ip_address: `${block}.${last}` }, ...ownAddresses],
      {
        interfaces: [
          { if_index: 1, if_name: 'ge1', mac_address: `00:1b:21:${blocks.toString(16).padStart(2, '0')}:00:0${last}` },
        ],
        interface_data_complete: { fhrp: true },
        fhrp_groups: [
          { protocol: 'Vrrp2', group_number: 10, virtual_addresses: [virtual], if_index: 1, state, priority: 100 },
        ],
      },
    );
  const scan = (mac: string | null = virtualMac, host: object = {}, more: object = {}) =>
    post({ name: 'gateway.example', ...host }, [{ ip_address: virtual, ...(mac && { mac_address: mac }) }], more);
  return { block, virtual, subnet, router, scan, post };
}
const exists = async (id: string) => (await world.prisma.host.count({ where: { id } })) === 1;
async function finishRun(): Promise<string[]> {
  const runId = await addFinishedRun(world, daemon.daemonId, world.networkId);
  await world.prisma.discovery.update({ where: { id: runId }, data: { neighborsPending: true } });
  expect(await resolvePendingNeighbors(world.prisma as never, world.networkId)).toBe(true);
  const { results } = await world.prisma.discovery.findUniqueOrThrow({ where: { id: runId } });
  return ((results as { warnings?: string[] } | null)?.warnings ?? []).filter((one) => one.includes('virtual address'));
}

test.each([...virtualRouterSamples.map(([, mac]) => mac), null])(
  'a known virtual address (MAC %s) creates no host: a member of the group is returned instead',
  async (mac) => {
    const { router, scan, virtual } = place();
    const backup = await router(3, 'Backup');
    const master = await router(2, 'Master');
    const before = await world.prisma.host.count({ where: { networkId: world.networkId } });
    expect(await scan(mac)).toBe(master);
    expect([await world.prisma.host.count({ where: { networkId: world.networkId } }), backup === master]).toEqual([
      before,
      false,
    ]);
    // A report of only the virtual address does not store it as an address of one of the routers.
    const rows = await world.prisma.ipAddress.findMany({ where: { ipAddress: virtual, networkId: world.networkId } });
    expect(rows).toEqual([]);
    expect(await finishRun()).toEqual([]);
  },
);

test.each(virtualRouterSamples)(
  'a host created for a virtual address of %s, %s, is deleted by a complete run that reads the group',
  async (_protocol, mac) => {
    const { router, scan, virtual } = place();
    const ghost = await scan(mac);
    const routers = [await router(2, 'Master'), await router(3, 'Backup')];
    expect(await finishRun()).toEqual([
      `A host known by ${virtual} alone was removed: it is a virtual address of a group of routers.`,
    ]);
    expect([await exists(ghost), await exists(routers[0]!), await exists(routers[1]!)]).toEqual([false, true, true]);
    expect(await scan(mac)).toBe(routers[0]);
    expect(await finishRun()).toEqual([]);
  },
);

test('a virtual address that a member lists as its own stays with the member, but no longer identifies it', async () => {
  const { router, scan, virtual, post, block } = place();
  const master = await router(2, 'Master', [{ ip_address: virtual }]);
  const backup = await router(3, 'Backup');
  expect(await scan(null)).toBe(master);
  // The backup router has become the master and lists the virtual address. The address must not make the report match
  // the former master's host.
  expect(await router(3, 'Master', [{ ip_address: virtual }])).toBe(backup);
  const newcomer = await post({ name: 'newcomer', serial_number: `SN-${block}-new` }, [{ ip_address: virtual }]);
  expect([master, backup]).not.toContain(newcomer);
  await finishRun();
  for (const id of [master, backup, newcomer]) expect(await exists(id)).toBe(true);
});

test('of several reports all others are stored; that of the virtual address returns a member', async () => {
  const { router, virtual, subnet, block } = place();
  const master = await router(2, 'Master');
  const report = (last: string, mac: string) => ({
    host: { networkId: world.networkId, name: `of ${block}.${last}` },
    ipAddresses: [{ subnetId: storedSubnet!.id, ipAddress: `${block}.${last}`, macAddress: mac }],
  });
  const storedSubnet = await world.prisma.subnet.findFirst({
    where: { networkId: world.networkId, cidr: subnet.cidr },
  });
  const reports = [report('21', '00:1b:21:fe:00:21'), report('1', virtualMac), report('22', '00:1b:21:fe:00:22')];
  const document = `mutation ($input: ReportHostsInput!) { reportHosts(input: $input) { results { host { id } } } }`;
  const { data, errors } = (await daemon.graphql(document, { input: { reports } })).body;
  expect(errors).toBeUndefined();
  const ids = data.reportHosts.results.map(({ host }: { host: { id: string } }) => host.id);
  expect([new Set(ids).size, ids[1]]).toEqual([3, master]);
  const rows = await world.prisma.ipAddress.findMany({ where: { networkId: world.networkId, ipAddress: virtual } });
  expect(rows).toEqual([]);
});

describe('a host is kept if more is known of it than virtual addresses', () => {
  const keptCases: readonly (readonly [string, (id: string, of: ReturnType<typeof place>) => Promise<unknown>])[] = [
    [
      'an address of its own',
      (id, { block }) =>
        world.prisma.ipAddress.updateMany({ where: { hostId: id }, data: { name: 'shared' } }).then(async () => {
          const [row] = await world.prisma.ipAddress.findMany({ where: { hostId: id } });
          const { networkId, subnetId, subnetCidr } = row!;
          await world.prisma.ipAddress.create({
            data: { networkId, subnetId, subnetCidr, hostId: id, ipAddress: `${block}.77` },
          });
        }),
    ],
    [
      'a port',
      (id) =>
        world.prisma.interface.create({ data: { hostId: id, networkId: world.networkId, ifIndex: 1, ifDescr: 'x' } }),
    ],
    ['a serial number', (id) => world.prisma.host.update({ where: { id }, data: { serialNumber: 'X1' } })],
    [
      'a description',
      (id) =>
        world.owner.query('mutation ($id: UUID!) { updateHost(id: $id, input: { description: "ours" }) { id } }', {
          id,
        }),
    ],
    [
      'a name of people',
      (id) =>
        world.owner.query('mutation ($id: UUID!) { updateHost(id: $id, input: { name: "the way out" }) { id } }', {
          id,
        }),
    ],
    [
      'a role of people',
      (id) =>
        world.owner.query('mutation ($id: UUID!) { updateHost(id: $id, input: { role: Router }) { id } }', { id }),
    ],
    [
      'a service of people',
      (id) =>
        world.prisma.service.create({
          data: {
            hostId: id,
            networkId: world.networkId,
            name: 'Ours',
            serviceDefinition: 'SSH',
            sourceType: 'Manual',
          },
        }),
    ],
    ['a source of people', (id) => world.prisma.host.update({ where: { id }, data: { sourceType: 'Manual' } })],
  ];
  test.each(keptCases)('%s', async (_name, keep) => {
    const ownPlace = place();
    const id = await ownPlace.scan();
    await keep(id, ownPlace);
    await ownPlace.router(2, 'Master');
    expect(await finishRun()).toEqual([]);
    expect(await exists(id)).toBe(true);
  });

  test('another MAC address answers at the address', async () => {
    const { scan, router } = place();
    const id = await scan('00:1b:21:ff:00:01');
    await router(2, 'Master');
    await finishRun();
    expect(await exists(id)).toBe(true);
    expect(await scan('00:1b:21:ff:00:01')).toBe(id);
  });
});

test('the same address in another namespace or network is an ordinary one', async () => {
  const { router, block, virtual } = place();
  await router(2, 'Master');
  const otherSubnet = { networkId: world.networkId, namespace: 'other', cidr: `${block}.0/24` };
  const { id: subnetId } = await world.prisma.subnet.create({
    data: { ...otherSubnet, name: 'there', subnetType: 'Lan' },
  });
  const reply = await daemon.rest.post('/hosts/discovery', {
    host: { network_id: world.networkId, name: 'there' },
    ip_addresses: [{ subnet_id: subnetId, ip_address: virtual }],
  });
  expect(reply.status).toBe(200);
  const { id } = reply.body.data;
  await finishRun();
  expect(await exists(id as string)).toBe(true);
  expect(await world.prisma.ipAddress.findMany({ where: { hostId: id }, select: { ipAddress: true } })).toEqual([
    { ipAddress: virtual },
  ]);
});

test.each([
  ['first', 'second'],
  ['second', 'first'],
])(
  'the same group in two namespaces: the answer has the id of a router of the same namespace (%s, %s)',
  async (...order) => {
    const { router, scan, post, block, virtual } = place();
    const { networkId } = world;
    const otherSubnet = { networkId, namespace: 'other', cidr: `${block}.0/24` };
    const { id: subnetId } = await world.prisma.subnet.create({
      data: { ...otherSubnet, name: 'there', subnetType: 'Lan' },
    });
    const group = { protocol: 'Vrrp2', group_number: 10, virtual_addresses: [virtual], state: 'Master' };
    const makers = {
      first: () => router(2, 'Master'),
      second: () =>
        post(
          { name: `there ${block}`, serial_number: `SN-${block}-there` },
          [{ subnet_id: subnetId, ip_address: `${block}.3` }],
          { fhrp_groups: [group] },
        ),
    };
    const ids: Record<string, string> = {};
    for (const one of order) ids[one] = await makers[one as keyof typeof makers]();
    expect(await world.prisma.fhrpGroup.count({ where: { networkId, virtualAddresses: { has: virtual } } })).toBe(2);
    expect(await scan()).toBe(ids.first);
    const there = { subnet_id: subnetId, ip_address: virtual, mac_address: virtualMac };
    expect(await post({ name: 'gateway there' }, [there])).toBe(ids.second);
  },
);

test('a link-local virtual address, which every link has, does not decide which group answers', async () => {
  const [site, elsewhere] = [place(), place()];
  const routerOf = ({ block, post, virtual }: ReturnType<typeof place>) =>
    post({ name: `v6 ${block}`, serial_number: `SN-${block}-v6` }, [{ ip_address: `${block}.2` }], {
      fhrp_groups: [
        { protocol: 'Vrrp3', group_number: 11, virtual_addresses: ['fe80::1', virtual], state: 'Master', priority: 1 },
      ],
    });
  const routers = [await routerOf(elsewhere), await routerOf(site)];
  const linkLocal = { id: randomUUID(), name: 'link-local', cidr: 'fe80::/64', subnet_type: 'Lan' };
  const reported = [
    { ip_address: site.virtual, mac_address: virtualMac },
    { subnet_id: linkLocal.id, ip_address: 'fe80::1', mac_address: virtualMac },
  ];
  expect(await site.post({ name: 'gateway' }, reported, { subnets: [site.subnet, linkLocal] })).toBe(routers[1]);
});
