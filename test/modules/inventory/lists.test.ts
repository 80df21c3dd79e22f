// Sorting, grouping and paging of every list over REST and GraphQL: orders are total, so that no row is lost or
// repeated if values are equal or missing.
import { randomUUID } from 'node:crypto';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
let inventory: Inventory;
beforeAll(async () => {
  world = await createWorld();
  const scope = { networkId: world.networkId, organizationId: world.organizationId };
  inventory = await addInventory(world.prisma, scope, 9);
  await addInventory(world.prisma, { ...scope, networkId: world.otherNetworkId }, 4);
  await addTies();
});
afterAll(() => world.close());

/** Gives hosts and services equal or missing values, so that only the id determines the order of their rows. */
async function addTies(): Promise<void> {
  const { prisma, networkId, organizationId } = world;
  const [first, second, third] = inventory.hostIds as [string, string, string];
  await prisma.host.updateMany({ where: { id: { in: inventory.hostIds.slice(0, 6) } }, data: { name: 'same' } });
  await prisma.host.updateMany({ where: { id: { in: [first, second] } }, data: { hostname: 'twin.example' } });
  await prisma.host.updateMany({
    where: { id: { in: [second, third] } },
    data: { virtualizationServiceId: inventory.serviceIds[0]!, sourceType: 'Discovery' },
  });
  await prisma.host.update({ where: { id: first }, data: { virtualizationServiceId: inventory.serviceIds[1]! } });
  await prisma.service.updateMany({
    where: { id: { in: inventory.serviceIds.slice(2, 5) } },
    data: { virtualizationServiceId: null, sourceType: 'DiscoveryWithMatch', sourceConfidence: 'High', position: 3 },
  });
  await prisma.group.createMany({
    data: ['HubAndSpoke', 'RequestPath', 'HubAndSpoke'].map((groupType) => ({
      networkId,
      name: 'same',
      color: 'Red' as const,
      memberType: 'Services' as const,
      groupType: groupType as 'HubAndSpoke',
    })),
  });
  await prisma.tag.createMany({
    data: [0, 1, 2].map((index) => ({ organizationId, name: `Tie ${index}`, color: 'Blue', isApplication: index > 0 })),
  });
  await prisma.vlan.createMany({
    data: [7, 8, 9].map((vlanNumber) => ({ networkId, organizationId, vlanNumber, name: 'same' })),
  });
}

type Row = Record<string, unknown>;
const get = async (path: string, caller: Caller = world.key) => {
  const { status, body, story } = await caller.rest.get(path);
  if (status !== 200) throw new Error(story);
  return body;
};
const idsOf = (rows: Row[]) => rows.map(({ id }) => id);
const common = ['created_at', 'name', 'updated_at'];

/** Calls `judge` for every field in both sort directions. */
async function inEachOrder(fields: readonly string[], judge: (field: string, direction: string) => Promise<void>) {
  for (const field of fields) await Promise.all(['asc', 'desc'].map((direction) => judge(field, direction)));
}

/**
 * For each list: path, GraphQL list and type, and the fields that order_by and group_by accept, as the contract
 * documents them.
 */
const orderedLists: [path: string, list: string, model: string, fields: string[]][] = [
  ['networks', 'networks', 'Network', ['created_at']],
  [
    'hosts',
    'hosts',
    'Host',
    [...common, 'hostname', 'virtualized_by', 'network_id', 'last_seen_at', 'interface_ip', 'mac_address'],
  ],
  [
    'services',
    'services',
    'Service',
    [
      ...[...common, 'host', 'network_id', 'position', 'service_definition', 'last_seen_at'],
      ...['containerized_by', 'match_confidence', 'source'],
    ],
  ],
  ['subnets', 'subnets', 'Subnet', [...common, 'cidr', 'subnet_type', 'network_id', 'last_seen_at']],
  ['groups', 'groups', 'Group', [...common, 'group_type', 'network_id']],
  ['vlans', 'vlans', 'Vlan', [...common, 'vlan_number']],
  ['tags', 'tags', 'Tag', [...common, 'color', 'is_application']],
  ['discovery', 'discoveries', 'Discovery', common],
  ['daemons', 'daemons', 'Daemon', [...common, 'last_seen', 'network_id']],
  ['credentials', 'credentials', 'Credential', [...common, 'credential_type']],
];
const unorderedLists = [
  ...['ip-addresses', 'interfaces', 'ports', 'bindings', 'auth/daemon', 'users', 'snapshots', 'shares', 'topology'],
];

describe('200', () => {
  describe.each(orderedLists)('%s', (path, list, model, fields) => {
    test('pages by offset return every row once, in each order and direction', async () => {
      const { data: all } = await get(`/${path}?limit=0`);
      await inEachOrder(fields, async (field, direction) => {
        const order = `order_by=${field}&order_direction=${direction}`;
        const whole = idsOf((await get(`/${path}?limit=0&${order}`)).data);
        const pagedRows: unknown[] = [];
        for (let offset = 0; offset < whole.length; offset += 5)
          pagedRows.push(...idsOf((await get(`/${path}?limit=5&offset=${offset}&${order}`)).data));
        expect([order, pagedRows]).toEqual([order, whole]);
        expect([...whole].sort()).toEqual(idsOf(all as Row[]).sort());
      });
    });

    test('pages by cursor return every row once, from both ends, in each order and direction', async () => {
      const names = (await orderFieldsOf(model)).filter((name) => name !== 'id');
      expect(names.length).toBeGreaterThanOrEqual(fields.length);
      await inEachOrder(names, async (field, direction) => {
        const order = `orderBy: [{ field: ${field}, direction: ${direction} }]`;
        const { whole } = await world.key.query(`{ whole: ${list}(first: 1000, ${order}) { nodes { id } } }`);
        const ids = idsOf(whole.nodes as Row[]);
        expect([order, await walk(list, order, 'forwards')]).toEqual([order, ids]);
        expect([order, await walk(list, order, 'backwards')]).toEqual([order, ids]);
      });
    });

    test('group_counts list each value once with its number of rows, for every group field', async () => {
      for (const field of fields) {
        const { meta, data } = await get(`/${path}?limit=1&group_by=${field}`);
        const { group_counts: counts, total_count: total } = meta.pagination;
        const values = (counts as { value: string | null }[]).map(({ value }) => value);
        expect(new Set(values).size).toBe(values.length);
        expect((counts as { count: number }[]).reduce((sum, { count }) => sum + count, 0)).toBe(total);
        if (total > 0) expect(data).toHaveLength(1);
        const streamedReply = await get(`/${path}?limit=0&group_by=${field}`);
        expect(streamedReply.meta.pagination.group_counts).toEqual(counts);
        expect(streamedReply.data).toHaveLength(total);
      }
      expect((await get(`/${path}?limit=1`)).meta.pagination).not.toHaveProperty('group_counts');
    });
  });

  async function orderFieldsOf(model: string): Promise<string[]> {
    const { __type } = await world.key.query(`{ __type(name: "${model}OrderField") { enumValues { name } } }`);
    return (__type.enumValues as { name: string }[]).map((value) => value.name);
  }

  async function walk(list: string, order: string, direction: 'forwards' | 'backwards'): Promise<unknown[]> {
    const [size, cursor, more] =
      direction === 'forwards' ? ['first', 'after', 'hasNextPage'] : ['last', 'before', 'hasPreviousPage'];
    const visitedRows: unknown[] = [];
    for (let at: string | null = null; ;) {
      const from: string = at === null ? '' : `, ${cursor}: "${at}"`;
      const { page } = await world.key.query(
        `{ page: ${list}(${size}: 5, ${order}${from}) { nodes { id } pageInfo { ${more} startCursor endCursor } } }`,
      );
      const ids = idsOf(page.nodes as Row[]);
      if (direction === 'forwards') visitedRows.push(...ids);
      else visitedRows.unshift(...ids);
      if (!page.pageInfo[more!]) return visitedRows;
      at = direction === 'forwards' ? page.pageInfo.endCursor : page.pageInfo.startCursor;
    }
  }

  test('group_by sorts first and ascending, then order_by in its direction', async () => {
    const { data } = await get('/hosts?limit=0&group_by=name&order_by=created_at&order_direction=desc');
    const sortedRows = [...(data as { name: string; created_at: string }[])].sort((a, b) =>
      a.name === b.name ? (a.created_at > b.created_at ? -1 : 1) : a.name < b.name ? -1 : 1,
    );
    const pairs = (rows: Row[]) => rows.map(({ name, created_at: time }) => [name, time]);
    expect(pairs(data)).toEqual(pairs(sortedRows));
  });

  test('a direction alone reverses the default order', async () => {
    const numbers = async (query: string) =>
      ((await get(`/vlans${query}`)).data as { vlan_number: number }[]).map((vlan) => vlan.vlan_number);
    const ascending = await numbers('');
    expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
    expect(await numbers('?order_direction=desc')).toEqual([...ascending].sort((a, b) => b - a));
  });

  test('services are sorted by the name of their host or runtime, those without a runtime last', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const { services } = await world.key.query(
        `{ services(orderBy: [{ field: host, direction: ${direction} }]) { nodes { host { name } } } }`,
      );
      const hosts = (services.nodes as { host: { name: string } }[]).map(({ host }) => host.name);
      const sortedHosts = [...hosts].sort();
      expect(hosts).toEqual(direction === 'asc' ? sortedHosts : sortedHosts.reverse());
      const { data } = await get(`/services?order_by=containerized_by&order_direction=${direction}`);
      const runtimes = (data as Row[]).map((service) => service.virtualization_service_id !== null);
      expect(runtimes).toEqual([...runtimes].sort((a, b) => Number(b) - Number(a)));
      expect(new Set(runtimes).size).toBe(2);
    }
  });

  test('hosts are sorted by their first addresses of an instant, by value, those without one last', async () => {
    const { prisma, owner, organizationId } = world;
    const network = await owner.rest.post('/networks', { name: 'Addresses', organization_id: organizationId });
    const networkId = network.body.data.id as string;
    const addSubnet = (cidr: string) =>
      prisma.subnet.create({ data: { networkId, name: cidr, cidr, subnetType: 'Lan' } });
    const [ipv4, ipv6] = [await addSubnet('10.0.0.0/8'), await addSubnet('fd00::/8')];
    const add = async (name: string, ...addresses: [ipAddress: string, macAddress: string | null][]) => {
      const { id: hostId } = await prisma.host.create({ data: { networkId, name } });
      await prisma.ipAddress.createMany({
        data: addresses.map(([ipAddress, macAddress], position) => {
          const { id: subnetId, cidr: subnetCidr } = ipAddress.includes(':') ? ipv6 : ipv4;
          return { networkId, hostId, subnetId, subnetCidr, ipAddress, macAddress, position };
        }),
      });
    };
    await add('v6', ['fd00::1', '02:00:00:00:00:02']);
    await add('none');
    await add('ten', ['10.0.0.10', '02:00:00:00:00:03']);
    await add('nine', ['10.0.0.9', null], ['10.0.0.11', '02:00:00:00:00:01']);
    const names = async (order: string, at = '') => {
      const { data } = await get(`/hosts?network_id=${networkId}&order_by=${order}${at && `&at=${at}`}`, owner);
      return (data as Row[]).map(({ name }) => name);
    };
    expect(await names('interface_ip')).toEqual(['nine', 'ten', 'v6', 'none']);
    expect(await names('interface_ip&order_direction=desc')).toEqual(['v6', 'ten', 'nine', 'none']);
    expect(await names('mac_address')).toEqual(['nine', 'v6', 'ten', 'none']);
    const changedAddress = { networkId, ipAddress: '10.0.0.9' };
    await prisma.ipAddress.updateMany({
      where: changedAddress,
      data: { position: 2, macAddress: '02:00:00:00:00:04' },
    });
    await prisma.ipAddress.updateMany({ where: { networkId, ipAddress: '10.0.0.11' }, data: { macAddress: null } });
    const { validFrom } = await prisma.ipAddress.findFirstOrThrow({ where: changedAddress });
    const before = new Date(validFrom.getTime() - 1).toISOString();
    expect(await names('interface_ip')).toEqual(['ten', 'nine', 'v6', 'none']);
    expect(await names('mac_address')).toEqual(['v6', 'ten', 'nine', 'none']);
    expect(await names('interface_ip', before)).toEqual(['nine', 'ten', 'v6', 'none']);
    expect(await names('mac_address', before)).toEqual(['nine', 'v6', 'ten', 'none']);
    await prisma.network.delete({ where: { id: networkId } });
  });

  test('group counts cover all rows that match the filters, with values as text and null last', async () => {
    const counts = async (path: string) => (await get(path)).meta.pagination.group_counts;
    expect(await counts(`/hosts?network_id=${world.networkId}&group_by=virtualized_by&limit=1`)).toEqual([
      { value: 'service-0', count: 2 },
      { value: 'service-1', count: 1 },
      { value: null, count: 6 },
    ]);
    expect(await counts(`/hosts?network_id=${world.networkId}&group_by=hostname&offset=8`)).toEqual([
      { value: 'twin.example', count: 2 },
      { value: null, count: 7 },
    ]);
    expect(await counts(`/services?network_id=${world.networkId}&group_by=match_confidence`)).toEqual([
      { value: 'High', count: 3 },
      { value: null, count: 6 },
    ]);
    expect(await counts(`/vlans?network_id=${world.networkId}&group_by=vlan_number`)).toContainEqual({
      value: '3000',
      count: 1,
    });
    expect(await counts(`/tags?group_by=is_application`)).toContainEqual({ value: 'true', count: 2 });
    expect(await counts(`/hosts?network_id=${randomUUID()}&group_by=name`)).toEqual([]);
  });

  test('services are filtered by software, port, runtime, source, their own texts and those of their hosts', async () => {
    const listed = async (query: string) => {
      const { data } = await get(`/services?network_id=${world.networkId}&limit=0&order_by=name&${query}`);
      return (data as { name: string }[]).map(({ name }) => Number(name.replace('service-', '')));
    };
    const [runtimeId] = inventory.serviceIds;
    const containers = [1, 5, 6, 7, 8];
    const filtered: Readonly<Record<string, readonly number[]>> = {
      'service_definitions=Docker': [0],
      'exclude_categories=ContainerRuntime': [1, 2, 3, 4, 5, 6, 7, 8],
      'ports=443,80&search=service-1': [1],
      'ports=80': [],
      'include_uncontainerized=true': [0, 2, 3, 4],
      [`virtualization_service_ids=${runtimeId}`]: containers,
      'virtualization_service_names=service-0': containers,
      [`virtualization_service_ids=${runtimeId}&include_uncontainerized=true`]: [0, 1, 2, 3, 4, 5, 6, 7, 8],
      'match_confidences=High': [2, 3, 4],
      'sources=DiscoveryWithMatch': [2, 3, 4],
      'search=host-7': [7],
      'search=docker': [0],
      'stale=true': [],
    };
    for (const [query, numbers] of Object.entries(filtered))
      expect([query, await listed(query)]).toEqual([query, numbers]);
    const counts = async (path: string) => (await get(path)).data as unknown;
    expect(await counts('/services/field-values/service_definition?match_confidences=High')).toEqual([
      { value: 'nginx', count: 3 },
    ]);
    expect(await counts('/hosts/field-values/name?search=host-7')).toEqual([{ value: 'host-7', count: 1 }]);
    expect(await counts('/discovery/field-values/name?search=nothing&phases=Complete')).toEqual([]);
  });

  test('GraphQL counts the same groups, and returns null for lists inside rows', async () => {
    const filter = `networkId: "${world.networkId}"`;
    const { hosts } = await world.key.query(
      `{ hosts(${filter}) { totalCount groupCounts(by: virtualizedBy) { value count } } }`,
    );
    expect(hosts).toEqual({
      totalCount: 9,
      groupCounts: [
        { value: 'service-0', count: 2 },
        { value: 'service-1', count: 1 },
        { value: null, count: 6 },
      ],
    });
    const nestedQuery = `{ host(id: "${inventory.hostIds[0]}") { neighborOf { groupCounts(by: createdAt) { count } } } }`;
    expect((await world.key.query(nestedQuery)).host.neighborOf.groupCounts).toBeNull();
  });

  test('group counts do not include rows out of reach', async () => {
    const networks = async (caller: Caller) =>
      (await get('/hosts?group_by=network_id&limit=1', caller)).meta.pagination.group_counts;
    expect(await networks(world.narrowKey)).toEqual([{ value: world.networkId, count: 9 }]);
    expect(await networks(world.strangerKey)).toEqual([]);
    expect(await networks(world.key)).toHaveLength(2);
  });

  test("stale hosts are those that discovery has not seen within their network's limit", async () => {
    const { prisma, otherNetworkId } = world;
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const add = async (networkId: string, name: string, sourceType: 'Discovery' | 'Manual', hours: number) =>
      (await prisma.host.create({ data: { networkId, name, sourceType, lastSeenAt: ago(hours) } })).id;
    const networkId = (
      await world.owner.rest.post('/networks', { name: 'Aging', organization_id: world.organizationId })
    ).body.data.id as string;
    const stale = await add(networkId, 'old', 'Discovery', 673);
    const others = [await add(networkId, 'recent', 'Discovery', 671), await add(networkId, 'own', 'Manual', 10_000)];
    const elsewhere = await add(otherNetworkId, 'short', 'Discovery', 2);
    await prisma.network.update({ where: { id: otherNetworkId }, data: { staleAfterHours: 1 } });
    const ids = async (query: string) => idsOf((await get(`/hosts?limit=0&${query}`, world.owner)).data).sort();
    expect(await ids('stale=true&search=old')).toEqual([stale]);
    expect(await ids(`stale=true&network_id=${networkId}`)).toEqual([stale]);
    expect(await ids(`stale=false&network_id=${networkId}`)).toEqual([...others].sort());
    expect(await ids(`stale=true&network_id=${otherNetworkId}`)).toEqual([elsewhere]);
    await prisma.network.update({ where: { id: otherNetworkId }, data: { staleAfterHours: 3 } });
    expect(await ids(`stale=true&network_id=${otherNetworkId}`)).toEqual([]);
    const { hosts } = await world.owner.query('{ hosts(filter: { stale: true }) { totalCount nodes { id } } }');
    expect([hosts.totalCount, idsOf(hosts.nodes as Row[])]).toEqual([1, [stale]]);
    await prisma.network.delete({ where: { id: networkId } });
    await prisma.host.delete({ where: { id: elsewhere } });
  });

  test('nested lists accept related orders, with cursors', async () => {
    const page = (order: string, after = '') =>
      `{ service(id: "${inventory.serviceIds[0]}") { containerizedServices(first: 2, ${after} orderBy: [${order}]) {
         nodes { host { name } } pageInfo { hasNextPage endCursor } } } }`;
    const order = '{ field: host, direction: desc }';
    const names: string[] = [];
    for (let after = ''; ;) {
      const { nodes, pageInfo } = (await world.key.query(page(order, after))).service.containerizedServices;
      names.push(...(nodes as { host: { name: string } }[]).map(({ host }) => host.name));
      if (!pageInfo.hasNextPage) break;
      after = `after: "${pageInfo.endCursor}",`;
    }
    expect(names).toHaveLength(5);
    expect(names).toEqual([...names].sort().reverse());
  });
});

describe('400', () => {
  test.each(orderedLists.map(([path]) => path))('%s refuses an order or group that it does not have', async (path) => {
    for (const field of ['order_by', 'group_by'])
      for (const value of ['nonsense', 'id', '', 'createdAt', 'constructor', 'name,created_at'])
        expect((await world.key.rest.get(`/${path}?${field}=${value}`)).body).toMatchObject({
          code: 'validation_invalid_format',
          params: { field },
        });
    for (const query of ['order_direction=up', 'order_direction=', 'order_direction=asc&order_direction=desc'])
      expect((await world.key.rest.get(`/${path}?${query}`)).body).toMatchObject({
        code: 'validation_invalid_format',
        params: { field: 'order_direction' },
      });
  });

  test.each(unorderedLists)('%s accepts no order parameters', async (path) => {
    for (const field of ['order_by', 'order_direction', 'group_by'])
      expect((await world.key.rest.get(`/${path}?${field}=created_at`)).body).toMatchObject({
        code: 'validation_unknown_parameter',
        params: { field },
      });
  });

  test('internal columns of the order are no parameters', async () => {
    for (const field of ['order', 'with_groups', 'with_total', 'after'])
      expect((await world.key.rest.get(`/hosts?${field}=true`)).body).toMatchObject({
        code: 'validation_unknown_parameter',
        params: { field },
      });
  });

  test('a malformed cursor is refused by the name of its argument, also in nested lists', async () => {
    for (const argument of ['after', 'before']) {
      const field = { code: 'validation_invalid_format', params: { field: argument } };
      for (const query of [
        `{ services(${argument}: "zz") { nodes { id } } }`,
        `{ services { nodes { containerizedServices(${argument}: "zz") { nodes { id } } } } }`,
        `{ services { nodes { groups(${argument}: "zz") { nodes { id } } } } }`,
      ])
        expect(await world.key.refusal(query)).toMatchObject(field);
    }
  });
});

test('a nested list continues from a cursor in an order with null values', async () => {
  const read = async (page: string) => {
    const list = `virtualizedHosts(${page}, orderBy: [{ field: virtualizedBy, direction: desc }])`;
    const document = `{ service(id: "${inventory.serviceIds[0]}") { ${list} { nodes { id } pageInfo { endCursor hasNextPage } } } }`;
    return (await world.key.query(document)).service.virtualizedHosts;
  };
  const all = (await read('first: 100')).nodes;
  expect(all).not.toEqual([]);
  const pagedRows: unknown[] = [];
  let page = await read('first: 1');
  for (
    pagedRows.push(...page.nodes);
    page.pageInfo.hasNextPage && pagedRows.length < 100;
    pagedRows.push(...page.nodes)
  )
    page = await read(`first: 1, after: "${page.pageInfo.endCursor}"`);
  expect(pagedRows).toEqual(all);
});

describe('cost', () => {
  const statements = (path: string) => world.queries.countNeeded(() => get(path));

  test('a grouped page takes one statement more than a plain one, a related order none', async () => {
    await get('/services');
    const plain = await statements('/services');
    expect(await statements('/services?order_by=host')).toBe(plain);
    expect(await statements('/services?order_by=containerized_by&order_direction=desc')).toBe(plain);
    for (const field of ['host', 'name', 'containerized_by'])
      expect(await statements(`/services?group_by=${field}`)).toBe(plain + 1);
    await get('/hosts');
    const plainHosts = await statements('/hosts');
    for (const field of ['interface_ip', 'mac_address']) {
      expect(await statements(`/hosts?order_by=${field}`)).toBe(plainHosts);
      expect(await statements(`/hosts?group_by=${field}`)).toBe(plainHosts + 1);
    }
  });

  test('counts alone read no rows', async () => {
    const sentTexts = await world.queries.during(() =>
      world.key.query('{ hosts { groupCounts(by: name) { count } } }'),
    );
    expect(sentTexts.filter((statement) => /FROM (?:"?public"?\.)?"?hosts/.test(statement))).toHaveLength(1);
  });
});
