// The search for hosts over REST and GraphQL: by every name, address and service, in any notation, by indexes, and only
// in networks that the caller can access.
import { createWorld, type Caller, type World } from '../../support/world';
import { directSqlOf } from '../../../src/data/client';
import { columnOf, tableOf } from '../../../src/data/model/model-fields';
import { searchedTexts } from '../../../src/data/model/search-texts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const networkId of [world.networkId, world.otherNetworkId, world.strangerNetworkId]) await addHosts(networkId);
});
afterAll(() => world.close());

type Row = Record<string, unknown>;
const subnetCidrs = ['10.7.0.0/16', '2001:db8:7::/48'];

async function addHosts(networkId: string): Promise<void> {
  const { prisma } = world;
  const add = async (name: string, host: object, address?: string, mac?: string) => {
    const { id: hostId } = await prisma.host.create({ data: { networkId, name, ...host } });
    if (address !== undefined) {
      const subnetCidr = subnetCidrs[address.includes(':') ? 1 : 0]!;
      const subnet = await prisma.subnet.findFirst({ where: { networkId, cidr: subnetCidr } });
      const { id: subnetId } =
        subnet ?? (await prisma.subnet.create({ data: { networkId, name: 'S', cidr: subnetCidr, subnetType: 'Lan' } }));
      await prisma.ipAddress.create({ data: { networkId, hostId, subnetId, subnetCidr, ipAddress: address } });
    }
    if (mac !== undefined)
      await prisma.interface.create({ data: { networkId, hostId, ifIndex: 1, ifName: 'e0', macAddress: mac } });
    return hostId;
  };
  await add('Core-Switch', { sysName: 'CORE.example', serialNumber: 'FOC1234X0ÄB' }, '10.7.1.5', '02:ab:cd:12:34:56');
  await add(
    'edge',
    { hostname: 'edge-7.example.net', chassisId: 'chassis-99', sysLocation: 'Hall 2' },
    '10.7.10.9',
    '02:ab:ce:00:00:01',
  );
  await add('v6', { os: '100% cotton_wool' }, '2001:db8:7::1:9');
  const web = await add('web', {});
  await prisma.service.create({
    data: { networkId, hostId: web, name: 'Grafana dashboards', serviceDefinition: 'Home Assistant' },
  });
}

const searchHosts = async (search: string, caller: Caller = world.narrowKey) => {
  const { body, status, story } = await caller.rest.get(`/hosts?search=${encodeURIComponent(search)}`);
  if (status !== 200) throw new Error(story);
  const names = (body.data as Row[]).map(({ name }) => name).sort();
  const query = 'query($text: String) { hosts(filter: { search: $text }) { totalCount nodes { name } } }';
  const { hosts } = await caller.query(query, { text: search });
  expect((hosts.nodes as Row[]).map(({ name }) => name).sort()).toEqual(names);
  expect([hosts.totalCount, body.meta.pagination.total_count]).toEqual([names.length, names.length]);
  return names;
};

describe('200', () => {
  test.each([
    ['a name, in any case', 'CORE-sw', ['Core-Switch']],
    ['a text inside a name', 'ore-', ['Core-Switch']],
    ['spaces around', '  core-switch ', ['Core-Switch']],
    ['sysName and serial number', 'core.', ['Core-Switch']],
    ['a serial number', 'oc1234x', ['Core-Switch']],
    ['letters beyond ASCII, in any case', '0äb', ['Core-Switch']],
    ['a hostname', 'edge-7.EXAMPLE', ['edge']],
    ['a chassis id', 'chassis-99', ['edge']],
    ['a location', 'hall', ['edge']],
    ['percent and underscore as themselves', '100% COTTON_w', ['v6']],
    ['an underscore that is none', '100%_cotton', []],
    ['the name of a service', 'dashboard', ['web']],
    ['the definition of a service', 'HOME ass', ['web']],
    ['one letter: the beginning of a name', 'e', ['edge']],
    ['two letters: the beginning of a hostname or system name', 'co', ['Core-Switch']],
    ['two letters inside of names', 'or', []],
    ['nothing', '', ['Core-Switch', 'edge', 'v6', 'web']],
    ['what is nowhere', 'nowhere-at-all', []],
    ['an address', '10.7.1.5', ['Core-Switch']],
    ['the beginning of an address', '10.7.1', ['Core-Switch', 'edge']],
    ['whole octets of an address', '10.7.1.', ['Core-Switch']],
    ['a prefix', '10.7.0.0/20', ['Core-Switch', 'edge']],
    ['a prefix with host bits', '10.7.1.77/24', ['Core-Switch']],
    ['a longer prefix elsewhere', '10.7.2.0/24', []],
    ['IPv6 in full', '2001:0db8:0007:0000:0000:0000:0001:0009', ['v6']],
    ['IPv6 in capitals', '2001:DB8:7::1:9', ['v6']],
    ['IPv6 with a dotted end', '2001:db8:7::0.1.0.9', ['v6']],
    ['an IPv6 prefix', '2001:db8::/32', ['v6']],
    ['the beginning of an IPv6 address', '2001:db8:7:', ['v6']],
    ['another IPv6 prefix', '2001:db8:8::/48', []],
    ['a MAC address', '02:ab:cd:12:34:56', ['Core-Switch']],
    ['a MAC address with hyphens', '02-AB-CD-12-34-56', ['Core-Switch']],
    ['a MAC address with dots', '02ab.cd12.3456', ['Core-Switch']],
    ['a MAC address without separators', '02ABCD123456', ['Core-Switch']],
    ['a MAC address without leading zeros', '2:ab:cd:12:34:56', ['Core-Switch']],
    ['three octets of a MAC address', '02:ab:cd', ['Core-Switch']],
    ['three octets with hyphens', '02-ab-ce', ['edge']],
    ['three octets in dots', '02ab.ce', ['edge']],
    ['three and a half octets', '02:ab:cd:1', ['Core-Switch']],
    ['two octets', '02:ab', []],
    ['the MAC address of nobody', '02:ab:cd:12:34:57', []],
  ])('by %s: %s', async (_what, text, names) => {
    expect(await searchHosts(text)).toEqual(names);
  });

  test('finds only hosts within reach that meet the other filters', async () => {
    for (const text of ['core-switch', '10.7.1.5', '02:ab:cd', 'dashboard', 'e']) {
      expect(await searchHosts(text, world.key)).toHaveLength(2);
      expect(await searchHosts(text, world.strangerKey)).toHaveLength(1);
    }
    const { data } = (await world.key.rest.get(`/hosts?search=core-switch&network_id=${world.otherNetworkId}`)).body;
    expect((data as Row[]).map(({ network_id: id }) => id)).toEqual([world.otherNetworkId]);
    const opposite = '{ hosts(filter: { not: { search: "core-switch" } }) { totalCount } }';
    expect((await world.narrowKey.query(opposite)).hosts.totalCount).toBe(3);
  });

  test('gives the same hosts by pages as at once', async () => {
    const ids = async (query: string) =>
      ((await world.key.rest.get(`/hosts?search=10.7&${query}`)).body.data as Row[]).map(({ id }) => id);
    const whole = await ids('limit=0');
    expect(whole).toHaveLength(4);
    const totals = ['limit=2', 'limit=2&offset=2', 'limit=1&offset=3', 'limit=2&offset=9'].map(async (page) => {
      const { body } = await world.key.rest.get(`/hosts?search=10.7&${page}`);
      return body.meta.pagination.total_count as number;
    });
    expect(await Promise.all(totals)).toEqual([4, 4, 4, 4]);
    expect([...(await ids('limit=2')), ...(await ids('limit=2&offset=2'))]).toEqual(whole);
  });
});

describe('cost', () => {
  const statements = async (text: string, limit: number | string = 50) => {
    const path = `/hosts?search=${encodeURIComponent(text)}&limit=${limit}`;
    const all = await world.queries.during(() => world.key.rest.get(path));
    return all.filter((statement) => !/^\s*UPDATE/.test(statement));
  };

  test('a search takes two statements: the caller, and the page with its count', async () => {
    for (const text of ['core-switch', '10.7.0.0/16', '02:ab:cd', 'dashboard'])
      for (const limit of [50, 1]) expect(await statements(text, limit)).toHaveLength(2);
  });

  test('a page beyond the last row, and a prefix of names, are counted separately', async () => {
    expect(await statements('core-switch', '1&offset=7')).toHaveLength(3);
    expect(await statements('e')).toHaveLength(2);
    expect(await statements('e', 1)).toHaveLength(3);
  });

  test.each(Object.entries(searchedTexts))(
    'the index of %s holds the columns that are searched',
    async (model, columns) => {
      const rows = await directSqlOf(world.prisma).query<{ indexdef: string }>(
        `SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema AND indexname = $1`,
        [`${tableOf(model)}_search_idx`],
      );
      expect(rows[0]?.indexdef).toContain(
        `search_keys(network_id, ARRAY[${columns.map((name) => columnOf(model, name).sqlName).join(', ')}])`,
      );
    },
  );

  test('texts, services and addresses are each read from their index', async () => {
    const sql = (await statements('10.7.1.5', 1)).find((statement) => /count\(\*\).*FROM "?hosts/s.test(statement))!;
    expect(sql).toMatch(/search_keys.*UNION ALL.*search_keys.*UNION ALL/s);
    const columns = searchedTexts.Host.map((name) => columnOf('Host', name).sqlName);
    await world.prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('SET LOCAL enable_indexscan = off');
      const plan = await tx.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(
        `EXPLAIN SELECT id FROM hosts t
         WHERE search_keys(network_id, ARRAY[${columns.join(', ')}]) && searched_keys('${world.networkId}', 'core-switch')`,
      );
      expect(JSON.stringify(plan)).toContain('hosts_search_idx');
    });
  });
});
