// Searching all kinds of rows by one text: what each text finds, in which order, and how many results are omitted.
import type { GraphQLEnumType } from 'graphql';
import { mostRanked } from '../../../../src/modules/inventory/search/search.sql';
import { schema } from '../../../../src/modules/types';
import { databaseInstant } from '../../../support/instants';
import { sentDuring } from '../../../support/sent-statements';
import { createWorld, type Caller, type World } from '../../../support/world';

let world: World;
let networkId: string;
/** Ids of hosts, by the name of the host. */
const ids: Record<string, string> = {};

interface Match {
  readonly kind: string;
  readonly entityId: string;
  readonly title: string;
  readonly field: string;
  readonly value: string;
  readonly rank: string;
  readonly networkId: string | null;
  readonly host: { readonly displayName: string } | null;
}
interface Answer {
  readonly matches: readonly Match[];
  readonly totalCount: number;
  readonly isAtLeast: boolean;
  readonly leftOutCount: number;
}
const selection = `{ matches { kind entityId title field value rank networkId network { name } host { displayName } }
  totalCount isAtLeast leftOutCount }`;
const document = `query ($text: String!, $kinds: [SearchKind!], $networkId: UUID, $first: Int) {
  search(text: $text, kinds: $kinds, networkId: $networkId, first: $first) ${selection} }`;
const pastDocument = document.replace('query (', 'query ($at: DateTime!, ').replace(') {', ') @at(instant: $at) {');
const search = async (text: string, more: object = {}, caller: Caller = world.viewer): Promise<Answer> =>
  ((await caller.query(document, { text, ...more })) as { search: Answer }).search;
const titles = ({ matches }: Answer) => matches.map(({ kind, title }) => `${kind} ${title}`);

const addHost = async (name: string, columns: object = {}, network = networkId): Promise<string> =>
  (ids[name] = (await world.prisma.host.create({ data: { networkId: network, name, ...columns } })).id);

beforeAll(async () => {
  world = await createWorld();
  ({ networkId } = world);
  const { prisma, organizationId, otherNetworkId } = world;
  const core = await addHost('qx-core', { serialNumber: 'FCW2140L0GH', sysLocation: 'Basement' });
  await addHost('qx-core-2', { description: 'Beside the FCW2140L0GH' });
  await addHost('my-qx-core');
  await addHost('Zürich qz'.normalize('NFD'));
  await addHost('Genève qz'.normalize('NFC'));
  await addHost('qx-other', {}, otherNetworkId);
  await addHost('qx-foreign', {}, world.strangerNetworkId);
  const subnet = await prisma.subnet.create({
    data: { networkId, name: 'Qx servers', cidr: '10.77.0.0/16', subnetType: 'Lan' },
  });
  const cell = { networkId, hostId: core };
  await prisma.ipAddress.create({
    data: {
      ...{ ...cell, subnetId: subnet.id, subnetCidr: '10.77.0.0/16', ipAddress: '10.77.9.12' },
      ...{ macAddress: '3c:52:82:7a:1b:0f', name: 'qx-gateway' },
    },
  });
  await prisma.interface.createMany({
    data: [
      { ...cell, ifName: 'GigabitEthernet1/0/12', ifAlias: 'to qx-core-2', macAddress: '3c:52:82:7a:1b:10' },
      { ...cell, ifName: 'GigabitEthernet1/0/1' },
      { ...cell, ifName: 'TenGigabitEthernet1/0/12' },
      // A search finds a port channel in either spelling (`Port-channel7`, `Port-Channel 7`), and also names like `Eth
      // 0`, whose number is too short for a trigram index.
      { ...cell, ifName: 'Port-channel7', ifDescr: 'Aggregate of uplinks' },
      { ...cell, ifName: 'bundle', ifDescr: 'Port-Channel 7' },
      { ...cell, ifName: 'Eth 0', ifAlias: 'Zürn'.normalize('NFD') },
      { ...cell, ifName: 'uplink-x', ifDescr: 'uplink-x' },
    ],
  });
  await prisma.vlan.createMany({
    data: [
      { networkId, organizationId, name: 'Qx staff', vlanNumber: 377 },
      { networkId, organizationId, name: 'Qx guests', vlanNumber: 3770 },
    ],
  });
  await prisma.port.createMany({ data: [{ ...cell, number: 377, protocol: 'Tcp' }] });
  await prisma.service.create({ data: { ...cell, name: 'Qx database', serviceDefinition: 'qx-sql' } });
  await prisma.tag.create({ data: { organizationId, name: 'qx-critical' } });
  await prisma.group.create({
    data: { networkId, name: 'Qx path', groupType: 'RequestPath', memberType: 'Services', color: 'Blue' },
  });
  await prisma.tag.create({ data: { organizationId: world.stranger.organizationId, name: 'qx-foreign' } });
});
afterAll(() => world.close());

test('exact matches come first, then prefixes, then other matches; within these by kind and name', async () => {
  const { matches } = await search('qx-core');
  expect(matches.map(({ title, rank }) => [title, rank])).toEqual([
    ['qx-core', 'Exact'],
    ['qx-core-2', 'Beginning'],
    ['my-qx-core', 'Part'],
    ['GigabitEthernet1/0/12', 'Part'],
  ]);
  expect(matches[3]).toMatchObject({ kind: 'Interface', field: 'ifAlias', host: { displayName: 'qx-core' } });
  const all = await search('QX', { first: 100 });
  const kinds = ['Host', 'Subnet', 'VLAN', 'Service', 'IPAddress', 'Group', 'Tag'];
  const order = all.matches.map(({ kind }) => kinds.indexOf(kind));
  expect(order).toEqual(order.toSorted());
  const titlesOf = async (text: string) => (await search(text)).matches.map(({ title }) => title);
  // Numbers within names are compared as numbers.
  for (const name of ['qy-10', 'qy-9', 'qy-1']) await addHost(name);
  expect(await titlesOf('qy-')).toEqual(['qy-1', 'qy-9', 'qy-10']);
  expect(await titlesOf('gi1/0/1')).toEqual(['GigabitEthernet1/0/1', 'GigabitEthernet1/0/12']);
  expect(new Set(all.matches.map(({ kind }) => kind))).toEqual(new Set(kinds));
});

test.each<[string, string, string[], string]>([
  ['a serial number', 'fcw2140l0gh', ['Host qx-core', 'Host qx-core-2'], 'serialNumber'],
  ['a subnet of that name', 'qx servers', ['Subnet Qx servers'], 'name'],
  ['an address', '10.77.9.12', ['IPAddress 10.77.9.12', 'Subnet Qx servers'], 'ipAddress'],
  ['the beginning of an address', '10.77.9', ['IPAddress 10.77.9.12'], 'ipAddress'],
  ['a part of an address', '.9.12', ['IPAddress 10.77.9.12'], 'ipAddress'],
  ['a prefix', '10.77.0.0/16', ['Subnet Qx servers', 'IPAddress 10.77.9.12'], 'cidr'],
  ['a shorter prefix', '10.76.0.0/15', ['IPAddress 10.77.9.12', 'Subnet Qx servers'], 'ipAddress'],
  ['a MAC address', '3C52.827A.1B0F', ['IPAddress 10.77.9.12'], 'macAddress'],
  ['a MAC address with hyphens', '3c-52-82-7a-1b-10', ['Interface GigabitEthernet1/0/12'], 'macAddress'],
  ['the end of a MAC address', '7a1b0f', ['IPAddress 10.77.9.12'], 'macAddress'],
  ['the last two octets', '1b:10', ['Interface GigabitEthernet1/0/12'], 'macAddress'],
  ['a port name in another notation', 'Gi1/0/12', ['Interface GigabitEthernet1/0/12'], 'ifName'],
  ['a port name with a hyphen', 'ge-1/0/12', ['Interface GigabitEthernet1/0/12'], 'ifName'],
  [
    'the beginning of a port name',
    'gi1/0/1',
    ['Interface GigabitEthernet1/0/1', 'Interface GigabitEthernet1/0/12'],
    'ifName',
  ],
  ['an aggregate in another notation', 'po7', ['Interface bundle', 'Interface Port-channel7'], 'ifDescr'],
  ['a port with one digit', 'ethernet0', ['Interface Eth 0'], 'ifName'],
  ['one letter and one digit', 'e0', ['Interface Eth 0'], 'ifName'],
  ['a part of a port name with a hyphen', 'link-x', ['Interface uplink-x'], 'ifName'],
  ['a VLAN number and a port', '377', ['VLAN 377 Qx staff', 'Port 377/tcp'], 'vlanNumber'],
  ['a VLAN number as people write it', 'VLAN 3770', ['VLAN 3770 Qx guests'], 'vlanNumber'],
  ['a port of TCP', 'tcp/377', ['Port 377/tcp'], 'number'],
  ['a part of a location', 'asement', ['Host qx-core'], 'sysLocation'],
  ['software', 'qx-sql', ['Service Qx database'], 'serviceDefinition'],
  ['a tag', 'x-crit', ['Tag qx-critical'], 'name'],
  ['a network', 'nort', ['Network North'], 'name'],
  ['NFC for NFD', 'zürich'.normalize('NFC'), ['Host Zürich qz'.normalize('NFD')], 'name'],
  ['NFD for NFC', 'GENÈVE'.normalize('NFD'), ['Host Genève qz'.normalize('NFC')], 'name'],
  ['no wildcard', 'qx%core', [], ''],
  ['no wildcard of one character', 'qx_core', [], ''],
  ['blanks around', '  my-qx ', ['Host my-qx-core'], 'name'],
])('%s: "%s"', async (_what, text, expected, field) => {
  const answer = await search(text);
  expect(titles(answer)).toEqual(expected);
  if (expected.length > 0) expect(answer.matches[0]).toMatchObject({ field });
  expect(answer).toMatchObject({ totalCount: expected.length, isAtLeast: false, leftOutCount: 0 });
});

test('a location names no host: hosts with this name come first', async () => {
  await addHost('basement-sw');
  const { matches } = await search('basement');
  expect(matches.map(({ title, rank }) => [title, rank])).toEqual([
    ['basement-sw', 'Beginning'],
    ['qx-core', 'Part'],
  ]);
});

test('one and two characters match only the beginning', async () => {
  for (const text of ['q', 'qx']) {
    const hostTitles = titles(await search(text, { kinds: ['Host'] }));
    expect(hostTitles).toContain('Host qx-core');
    expect(hostTitles).not.toContain('Host my-qx-core');
  }
});

test('a network limits all kinds except tags; the argument kinds limits the results', async () => {
  const { otherNetworkId } = world;
  expect(titles(await search('qx-', { networkId: otherNetworkId }))).toEqual(['Host qx-other', 'Tag qx-critical']);
  expect(titles(await search('qx-', { networkId: otherNetworkId, kinds: ['Tag'] }))).toEqual(['Tag qx-critical']);
  expect(titles(await search('qx-', { networkId: otherNetworkId, kinds: ['VLAN', 'Port'] }))).toEqual([]);
  expect(titles(await search('qx-', { kinds: [] }))).toEqual([]);
  expect(titles(await search('qx-other', {}, world.narrowKey))).toEqual([]);
  const foreign = titles(await search('qx-', {}, world.stranger));
  expect(foreign).toEqual(['Host qx-foreign', 'Tag qx-foreign']);
});

test('results beyond the limit are counted', async () => {
  const { matches, totalCount, leftOutCount } = await search('qx', { first: 2 });
  expect([matches.length, leftOutCount]).toEqual([2, totalCount - 2]);
  expect((await search('qx', { first: 100 })).matches).toHaveLength(totalCount);
});

test('if more rows match than are ranked, an exact name is still first, and the count is a lower bound', async () => {
  const { prisma, otherNetworkId, organizationId } = world;
  const crowd = Array.from({ length: mostRanked + 5 }, (_none, at) => ({
    networkId: otherNetworkId,
    name: `qu-${at}`,
    description: 'part of a quorum',
  }));
  await prisma.host.createMany({ data: crowd });
  await prisma.tag.createMany({ data: crowd.map(({ name, description }) => ({ organizationId, name, description })) });
  await addHost('Quorum', {}, otherNetworkId);
  await addHost('Qu', {}, otherNetworkId);
  await prisma.tag.createMany({ data: ['Quorum', 'Qu'].map((name) => ({ organizationId, name })) });
  const at = await databaseInstant(prisma);
  const more = { networkId: otherNetworkId, first: 100 };
  for (const [text, name] of [
    ['quorum', 'Quorum'],
    ['qu', 'Qu'],
  ] as const)
    for (const kind of ['Host', 'Tag']) {
      const answer = await search(text, { ...more, kinds: [kind] });
      expect(answer.matches).toHaveLength(100);
      expect(answer).toMatchObject({ totalCount: mostRanked, isAtLeast: true, leftOutCount: mostRanked - 100 });
      const then = (
        (await world.viewer.query(pastDocument, { at, text, ...more, kinds: [kind] })) as { search: Answer }
      ).search;
      for (const { matches } of [answer, then]) expect(matches[0]).toMatchObject({ title: name, rank: 'Exact' });
    }
  await prisma.host.deleteMany({
    where: { networkId: otherNetworkId, name: { startsWith: 'qu', mode: 'insensitive' } },
  });
  await prisma.tag.deleteMany({ where: { organizationId, name: { startsWith: 'qu', mode: 'insensitive' } } });
});

test('a past instant returns the rows of that instant', async () => {
  const before = await databaseInstant(world.prisma);
  await world.prisma.host.update({ where: { id: ids['my-qx-core']! }, data: { name: 'renamed' } });
  expect(titles(await search('my-qx', { networkId }))).toEqual([]);
  for (const text of ['my-qx', 'my'])
    for (const scope of [{ networkId }, {}]) {
      const then = (await world.viewer.query(pastDocument, { at: before, text, ...scope })) as { search: Answer };
      expect(titles(then.search)).toEqual(['Host my-qx-core']);
    }
  const all = (await world.viewer.query(pastDocument, { at: before, text: '10.77.9.12', networkId })) as {
    search: Answer;
  };
  expect(titles(all.search)).toEqual(['IPAddress 10.77.9.12', 'Subnet Qx servers']);
  await world.prisma.host.update({ where: { id: ids['my-qx-core']! }, data: { name: 'my-qx-core' } });
});

const kinds = (schema.getType('SearchKind') as GraphQLEnumType).getValues().map(({ name }) => name);
test.each(kinds)('a search for %s alone finds the same in the past as in the present', async (kind) => {
  const at = await databaseInstant(world.prisma);
  // The search in the present uses indexes, and the search in the past reads row by row. The results must be equal.
  for (const text of [
    ...['qx', '377', '10.77', '10.77.', '.9.12', '9.1', 'gi1/0/12', '1/0/12', 'po7', 'Port-channel 7', 'eth0', 'e0'],
    ...['et', '20', '7', 'q2', '1.', '::', 'zü', 'ZÜRN', 'link-x', 'k-x', '3c:52', '1b:1', '7a1b0f', '1b10', '%', '-'],
  ])
    for (const scope of [{ networkId }, {}]) {
      const then = (await world.viewer.query(pastDocument, { at, text, kinds: [kind], ...scope })) as {
        search: Answer;
      };
      expect(titles(then.search)).toEqual(titles(await search(text, { kinds: [kind], ...scope })));
    }
});

test('a search of all kinds and networks is one statement, plus one for each relation of the results', async () => {
  const count = async (text: string, fields: string) => {
    const statements = await sentDuring(() =>
      world.viewer.query(`{ search(text: "${text}") { matches { ${fields} } } }`),
    );
    return statements.filter(({ text: sql }) => /\b(hosts|networks)\b/.test(sql) && !/sessions|users/.test(sql)).length;
  };
  expect(await count('qx-', 'title')).toBe(1);
  expect(await count('qx-', 'title host { name } network { name }')).toBe(3);
});

test('REST returns the same, and nothing for a network out of reach', async () => {
  const { status, body } = await world.viewer.rest.get('/search?text=3c:52:82:7a:1b:10&kinds=Interface');
  expect([status, body]).toMatchObject([
    200,
    {
      success: true,
      data: {
        matches: [
          {
            ...{ kind: 'Interface', title: 'GigabitEthernet1/0/12', field: 'mac_address', rank: 'Exact' },
            ...{ network_id: networkId, network: { name: 'North' }, host: { name: 'qx-core' } },
          },
        ],
        ...{ total_count: 1, is_at_least: false, left_out_count: 0 },
      },
    },
  ]);
  const foreign = await world.viewer.rest.get(`/search?text=qx&network_id=${world.strangerNetworkId}`);
  expect([foreign.status, foreign.body.data.matches.map(({ kind }: Match) => kind)]).toEqual([200, ['Tag']]);
  for (const query of ['', 'text=', 'text=%20', `text=${'x'.repeat(201)}`, 'text=x&first=0', 'text=x&first=101'])
    expect((await world.viewer.rest.get(`/search?${query}`)).status).toBe(400);
});
