// Responses for Prometheus and Ansible contain each reachable host and service once, in the format of the tool, for
// everyone who may list them.
import { randomUUID } from 'node:crypto';
import { databaseInstant } from '../../support/instants';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type Caller, type World } from '../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;
interface Group {
  readonly targets: string[];
  readonly labels: Record<string, string>;
}

const hosts = '/integrations/prometheus/hosts';
const services = '/integrations/prometheus/services';
const inventory = '/integrations/ansible/inventory';
const paths = [hosts, services, inventory];

let world: World;
let ownInventory: Inventory;
let otherInventory: Inventory;
const count = 6;
const template = `{{ lookup('pipe', 'touch /tmp/netloom') }}`;

beforeAll(async () => {
  world = await createWorld();
  const scope = { networkId: world.networkId, organizationId: world.organizationId };
  ownInventory = await addInventory(world.prisma, scope, count);
  otherInventory = await addInventory(world.prisma, { ...scope, networkId: world.otherNetworkId }, 2);
  await addSpecialCases();
});
afterAll(() => world.close());

/**
 * Adds special cases: an IPv6 address, a host with only loopback and container addresses, a hidden host without
 * addresses, two hosts with the same name, and a name that is an Ansible template.
 */
async function addSpecialCases(): Promise<void> {
  const { prisma, networkId } = world;
  const [, second, third, fourth, fifth, sixth] = ownInventory.hostIds as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const subnetOf = async (name: string, cidr: string, subnetType: 'Lan' | 'DockerBridge' | 'Loopback') => {
    const { id } = await prisma.subnet.create({ data: { networkId, name, cidr, subnetType } });
    return { networkId, subnetId: id, subnetCidr: cidr };
  };
  const lan = await subnetOf('LAN 6', '2001:db8::/64', 'Lan');
  const bridge = await subnetOf('Bridge', '172.17.0.0/16', 'DockerBridge');
  const loopback = await subnetOf('Loopback', '127.0.0.0/8', 'Loopback');
  const move = (index: number, data: object) =>
    prisma.ipAddress.update({ where: { id: ownInventory.addressIds[index]! }, data });
  await move(1, { ...lan, ipAddress: '2001:db8::1' });
  await move(2, { ...bridge, ipAddress: '172.17.0.1' });
  await prisma.ipAddress.create({ data: { ...loopback, hostId: third, ipAddress: '127.0.0.1', position: 1 } });
  await prisma.ipAddress.create({ data: { ...loopback, hostId: second, ipAddress: '127.0.0.1', position: 1 } });
  await prisma.ipAddress.delete({ where: { id: ownInventory.addressIds[3]! } });
  await prisma.host.update({ where: { id: fifth }, data: { name: 'host-0', sysLocation: 'Rack, 1' } });
  await prisma.host.update({ where: { id: sixth }, data: { name: template, description: template } });
  await prisma.host.update({ where: { id: fourth }, data: { hidden: true } });
}

async function get(path: string, caller: Caller = world.key): Promise<Json> {
  const { status, body, story } = await caller.rest.get(path);
  if (status !== 200) throw new Error(story);
  return body;
}
const targetsOf = (groups: Group[]) => groups.flatMap(({ targets }) => targets);
const ofNetwork = (path: string) => `${path}${path.includes('?') ? '&' : '?'}network_id=${world.networkId}`;

describe('Prometheus targets of hosts', () => {
  test('are the first reachable address, with the port; hosts without one are omitted', async () => {
    expect(targetsOf(await get(ofNetwork(hosts)))).toEqual([
      '10.40.0.0:9100',
      '[2001:db8::1]:9100',
      '10.40.0.4:9100',
      '10.40.0.5:9100',
    ]);
    expect(targetsOf(await get(ofNetwork(`${hosts}?port=161`)))[1]).toBe('[2001:db8::1]:161');
  });

  test('have known facts as labels, lists between commas, and no empty label', async () => {
    const groups: Group[] = await get(ofNetwork(hosts));
    const { name } = await world.prisma.tag.findUniqueOrThrow({ where: { id: ownInventory.tagId } });
    expect(groups[2]!.labels).toEqual({
      __meta_netloom_host: 'host-0',
      __meta_netloom_host_id: ownInventory.hostIds[4],
      __meta_netloom_network: 'North',
      __meta_netloom_network_id: world.networkId,
      __meta_netloom_addresses: ',10.40.0.4,',
      __meta_netloom_ports: ',443,',
      __meta_netloom_services: expect.stringMatching(/^,[^,]+,$/),
      __meta_netloom_tags: `,${name},`,
      __meta_netloom_location: 'Rack, 1',
    });
    expect(groups[1]!.labels.__meta_netloom_addresses).toBe(',2001:db8::1,127.0.0.1,');
    const names = groups.flatMap(({ labels }) => Object.keys(labels));
    expect(names.filter((name) => !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name))).toEqual([]);
    expect(groups.flatMap(({ labels }) => Object.values(labels)).filter((value) => value === '')).toEqual([]);
  });

  test('are limited by tag, visibility and text', async () => {
    const tag = await world.prisma.tag.create({ data: { organizationId: world.organizationId, name: 'a,b' } });
    const [first] = ownInventory.hostIds as [string];
    const assignment = { organizationId: world.organizationId, networkId: world.networkId, tagId: tag.id };
    await world.prisma.tagAssignment.createMany({ data: [{ ...assignment, hostId: first }] });
    const taggedGroups: Group[] = await get(`${hosts}?tag_ids=${tag.id}`);
    expect(taggedGroups.map(({ labels }) => labels.__meta_netloom_host_id)).toEqual([first]);
    // Tags are separated by commas, so the comma in the tag's name becomes a space.
    expect(taggedGroups[0]!.labels.__meta_netloom_tags).toMatch(/^,[^,]+,a b,$|^,a b,[^,]+,$/);
    expect(await get(`${hosts}?hidden=true`)).toEqual([]);
    expect(await get(`${hosts}?tag_ids=${randomUUID()}`)).toEqual([]);
    expect(targetsOf(await get(ofNetwork(`${hosts}?search=host-1`)))).toEqual(['[2001:db8::1]:9100']);
    await world.prisma.tag.delete({ where: { id: tag.id } });
  });
});

describe('Prometheus targets of services', () => {
  test('are one for each address and port to which a service is bound', async () => {
    const groups: Group[] = await get(ofNetwork(services));
    const bound = await world.prisma.binding.findMany({
      where: { networkId: world.networkId, portId: { not: null } },
      include: { ipAddress: true, host: { include: { ipAddresses: { orderBy: { position: 'asc' } } } }, port: true },
    });
    const reachable = bound.flatMap(({ ipAddress, host, port }) => {
      const address = (ipAddress ?? host.ipAddresses[0])?.ipAddress;
      const isReachable = address !== undefined && !/^(172\.17|127)\./.test(address);
      return isReachable ? [`${address.includes(':') ? `[${address}]` : address}:${port!.number}`] : [];
    });
    expect(reachable.length).toBeGreaterThan(2);
    expect(targetsOf(groups).sort()).toEqual(reachable.sort());
    for (const { targets, labels } of groups) {
      expect(targets).toHaveLength(1);
      expect(labels).toMatchObject({
        __meta_netloom_service_id: expect.any(String),
        __meta_netloom_service_definition: expect.any(String),
        __meta_netloom_category: expect.any(String),
        __meta_netloom_port: '443',
        __meta_netloom_protocol: 'Tcp',
        __meta_netloom_host_id: expect.any(String),
        __meta_netloom_network: 'North',
      });
    }
  });

  test('are limited by software and category', async () => {
    const [first]: Group[] = await get(ofNetwork(services));
    const { __meta_netloom_service_definition: definition, __meta_netloom_category: category } = first!.labels;
    for (const expectedText of [`service_definitions=${encodeURIComponent(definition!)}`, `categories=${category}`])
      expect((await get(ofNetwork(`${services}?${expectedText}`))).length).toBeGreaterThan(0);
    expect(await get(`${services}?service_definitions=no%20such%20software`)).toEqual([]);
    const other = category === 'Database' ? 'Storage' : 'Database';
    expect(targetsOf(await get(ofNetwork(`${services}?categories=${other}`)))).toEqual([]);
  });
});

describe('the Ansible inventory', () => {
  test('has the reachable hosts with their variables, by unique names', async () => {
    const { _meta, all, ...groups } = await get(ofNetwork(inventory));
    const [first, second, , , fifth, sixth] = ownInventory.hostIds;
    const ids = Object.fromEntries(
      Object.entries<Json>(_meta.hostvars).map(([name, variables]) => [name, variables.netloom_id]),
    );
    expect(ids).toEqual({
      [`host-0-${first}`]: first,
      'host-1': second,
      [`host-0-${fifth}`]: fifth,
      ___lookup__pipe____touch__tmp_netloom_____: sixth,
    });
    expect(_meta.hostvars['host-1']).toMatchObject({
      ansible_host: '2001:db8::1',
      netloom_name: { __ansible_unsafe: 'host-1' },
      netloom_network: { __ansible_unsafe: 'North' },
      netloom_network_id: world.networkId,
      netloom_addresses: ['2001:db8::1', '127.0.0.1'],
      netloom_description: null,
    });
    expect(all.children).toEqual(['ungrouped', ...Object.keys(groups)]);
    const members = Object.keys(_meta.hostvars).sort();
    expect(groups.network_north.hosts.sort()).toEqual(members);
    expect(Object.keys(groups).filter((name) => !/^[a-z_][a-z0-9_]*$/.test(name))).toEqual([]);
    expect(groups.subnet_north_10_40_0_0_16.hosts).not.toContain('host-1');
    expect(groups.subnet_north_2001_db8_64).toEqual({ hosts: ['host-1'] });
    const inVlan = ['subnet_north_10_40_0_0_16', 'subnet_north_2001_db8_64'];
    expect([Object.keys(groups.vlan_north_3000), groups.vlan_north_3000.children.sort()]).toEqual([
      ['children'],
      inVlan,
    ]);
    expect(Object.keys(groups).filter((name) => /^tag_tag_/.test(name))).toHaveLength(1);
    expect(Object.keys(groups).filter((name) => name.startsWith('service_')).length).toBeGreaterThan(0);
    for (const { hosts = [] } of Object.values<Json>(groups)) {
      expect(new Set(hosts).size).toBe(hosts.length);
      expect(hosts.filter((name: string) => !members.includes(name))).toEqual([]);
    }
  });

  test('has no text of a device outside of marked values and names', async () => {
    const text = JSON.stringify(await get(inventory));
    const bare = text.replaceAll(`{"__ansible_unsafe":${JSON.stringify(template)}}`, '');
    expect(bare.length).toBeLessThan(text.length);
    expect(bare).not.toContain('{{');
    const strings = (value: Json): string[] =>
      typeof value === 'string'
        ? [value]
        : typeof value !== 'object' || value === null || '__ansible_unsafe' in value
          ? []
          : Object.values(value).flatMap(strings);
    const { _meta } = JSON.parse(text) as Json;
    const unmarkedTexts = Object.values<Json>(_meta.hostvars).flatMap(strings);
    expect(unmarkedTexts.filter((value) => !/^[0-9a-f:.-]+$/.test(value))).toEqual([]);
  });

  test('of two networks with equal VLANs and subnets has separate groups', async () => {
    const both = await get(inventory);
    expect(both.subnet_south_10_40_0_0_16.hosts.length).toBe(otherInventory.hostIds.length);
    expect(both.subnet_north_10_40_0_0_16.hosts).not.toEqual(
      expect.arrayContaining(both.subnet_south_10_40_0_0_16.hosts),
    );
  });
});

describe.each(paths)('%s', (path) => {
  test('requires the right to list the rows, and contains those within reach', async () => {
    expect((await world.anonymous.rest.get(path)).status).toBe(401);
    const readReachable = async (caller: Caller) => {
      const text = JSON.stringify(await get(path, caller));
      return [text.includes(world.networkId), text.includes(world.otherNetworkId)];
    };
    for (const caller of [world.owner, world.viewer, world.key])
      expect(await readReachable(caller)).toEqual([true, true]);
    expect(await readReachable(world.narrowKey)).toEqual([true, false]);
    expect(await readReachable(world.strangerKey)).toEqual([false, false]);
    const viewing = await world.addKey(world.owner, { permissions: 'Viewer', networkIds: [world.otherNetworkId] });
    expect(await readReachable(viewing)).toEqual([false, true]);
  });

  test('is empty but valid without rows', async () => {
    const emptyAnswer = path === inventory ? { _meta: { hostvars: {} }, all: { children: ['ungrouped'] } } : [];
    expect(await get(path, world.strangerKey)).toEqual(emptyAnswer);
    expect(await get(`${path}?network_id=${world.strangerNetworkId}`)).toEqual(emptyAnswer);
  });

  test.each([
    ['limit=10', 'validation_unknown_parameter', 'limit'],
    ['offset=1', 'validation_unknown_parameter', 'offset'],
    ['order_by=name', 'validation_unknown_parameter', 'order_by'],
    ['before=x', 'validation_unknown_parameter', 'before'],
    ['with_total=false', 'validation_unknown_parameter', 'with_total'],
    ['network_id=x', 'validation_invalid_format', 'network_id'],
    ['tag_ids=x', 'validation_invalid_format', 'tag_ids'],
    ['stale=maybe', 'validation_invalid_format', 'stale'],
  ])('refuses %s', async (query, code, field) => {
    const { status, body } = await world.key.rest.get(`${path}?${query}`);
    expect([status, body.code, body.params.field]).toEqual([400, code, field]);
  });

  test('can be requested as of a past instant', async () => {
    const then = await get(ofNetwork(path));
    const now = await databaseInstant(world.prisma);
    const [first] = ownInventory.hostIds as [string];
    await world.prisma.host.update({ where: { id: first }, data: { name: 'renamed' } });
    expect(await get(ofNetwork(`${path}?at=${now.toISOString()}`))).toEqual(then);
    expect(JSON.stringify(await get(ofNetwork(path)))).toContain('renamed');
    await world.prisma.host.update({ where: { id: first }, data: { name: 'host-0' } });
  });

  test('takes as many statements for many hosts as for few', async () => {
    const statements = () => world.queries.countNeeded(() => get(path, world.strangerKey));
    const scope = { networkId: world.strangerNetworkId, organizationId: world.stranger.organizationId };
    const createdInventory = await addInventory(world.prisma, scope, 3);
    const few = await statements();
    const more = await addMore(createdInventory, scope, 40);
    expect(await statements()).toBe(few);
    const answer = await get(path, world.strangerKey);
    const size = path === inventory ? Object.keys(answer._meta.hostvars).length : answer.length;
    expect(size).toBeGreaterThan(40);
    await world.prisma.host.deleteMany({ where: { id: { in: [...createdInventory.hostIds, ...more] } } });
    await world.prisma.subnet.delete({ where: { id: createdInventory.subnetId } });
    await world.prisma.vlan.deleteMany({ where: { id: { in: [...createdInventory.vlanIds] } } });
  });
});

/** Adds hosts with an address, a port and a service in the inventory's subnet. */
async function addMore(
  { subnetId, tagId }: Inventory,
  scope: { networkId: string; organizationId: string },
  many: number,
) {
  const { networkId, organizationId } = scope;
  const ids: string[] = [];
  for (let index = 0; index < many; index += 1) {
    const { id } = await world.prisma.host.create({ data: { networkId, name: `more-${index}` } });
    const on = { networkId, hostId: id };
    ids.push(id);
    await world.prisma.ipAddress.create({
      data: { ...on, subnetId, subnetCidr: '10.40.0.0/16', ipAddress: `10.40.9.${index}` },
    });
    const port = await world.prisma.port.create({ data: { ...on, number: 22, protocol: 'Tcp' } });
    const service = await world.prisma.service.create({ data: { ...on, name: 'SSH', serviceDefinition: 'SSH' } });
    await world.prisma.binding.create({ data: { ...on, serviceId: service.id, portId: port.id } });
    await world.prisma.tagAssignment.createMany({ data: [{ organizationId, networkId, tagId, hostId: id }] });
  }
  return ids;
}

test('an invalid port is refused', async () => {
  for (const port of [0, 65536, -1]) {
    const { status, body } = await world.key.rest.get(`${hosts}?port=${port}`);
    expect([status, body.code, body.params]).toEqual([
      400,
      'validation_out_of_range',
      { field: 'port', min: 1, max: 65535 },
    ]);
  }
  expect((await world.key.rest.get(`${hosts}?port=http`)).status).toBe(400);
});
