// Locating a MAC address, an IP address or a host over every API: the port, the evidence, and the reason if no port is
// found.
import { createWorld, type World } from '../../../support/world';
import { databaseInstant } from '../../../support/instants';

let world: World;
const macOf = (number: number) => `3c:52:82:00:00:${number.toString(16).padStart(2, '0')}`;
/** Ids of hosts by name, such as `access`, and of ports by host and port, such as `access Gi1/0/1`. */
const ids: Record<string, string> = {};

const document = `query($networkId: UUID!, $text: String!) { locate(networkId: $networkId, text: $text) {
  kind macAddresses hosts { host { name } } note message
  ports { ...P } passing { ...P } } }
  fragment P on LocationPort { evidence macAddress learnedMacCount isShared isOutdated interface { ifName host { name } } host { name } farHost { name } }`;
interface Port {
  readonly evidence: string;
  readonly isShared: boolean;
  readonly learnedMacCount: number;
  readonly interface: { readonly ifName: string; readonly host: { readonly name: string } };
  readonly farHost: { readonly name: string } | null;
}
interface Located {
  readonly kind: string;
  readonly macAddresses: readonly string[];
  readonly hosts: readonly { readonly host: { readonly name: string } }[];
  readonly note: string | null;
  readonly message: string | null;
  readonly ports: readonly Port[];
  readonly passing: readonly Port[];
}
const locate = async (text: string, caller = world.viewer): Promise<Located> =>
  ((await caller.query(document, { networkId: world.networkId, text })) as { locate: Located }).locate;
const nameOf = ({ interface: port }: Port) => `${port.host.name} ${port.ifName}`;

async function addHost(
  name: string,
  ports: Readonly<Record<string, object>>,
  networkId = world.networkId,
): Promise<string> {
  const host = await world.prisma.host.create({ data: { networkId, name, hostname: `${name}.example` } });
  ids[name] = host.id;
  for (const [ifName, columns] of Object.entries(ports)) {
    const port = await world.prisma.interface.create({ data: { networkId, hostId: host.id, ifName, ...columns } });
    ids[`${name} ${ifName}`] = port.id;
  }
  return host.id;
}

async function learn(port: string, fdbMacs: readonly string[], networkId = world.networkId): Promise<void> {
  await world.prisma.interface.update({ where: { id: ids[port]! }, data: { fdbMacs: [...fdbMacs] } });
  await world.prisma.forwardingEvidence.upsert({
    where: { interfaceId: ids[port]! },
    create: { interfaceId: ids[port]!, networkId, readAt: new Date() },
    update: { readAt: new Date() },
  });
}
const link = (from: string, to: { readonly port: string } | { readonly host: string }) =>
  world.prisma.interfaceNeighbor.create({
    data: {
      ...{ networkId: world.networkId, interfaceId: ids[from]!, protocol: 'LLDP' },
      ...('port' in to ? { remoteInterfaceId: ids[to.port]! } : { remoteHostId: ids[to.host]! }),
    },
  });

beforeAll(async () => {
  world = await createWorld();
  await addHost('core', { 'Gi1/0/1': {}, vlan10: { ifType: 136 } });
  await addHost('access', { uplink: {}, 'Gi1/0/2': {}, 'Gi1/0/3': {} });
  await addHost('ap', { radio: { ifType: 71 } });
  await addHost('pc', { eth0: { macAddress: macOf(1) } });
  await addHost('printer', { eth0: { macAddress: macOf(2) } });
  await addHost('phone', { wlan0: { macAddress: macOf(4) } });
  await addHost('bare', {});
  await link('access uplink', { port: 'core Gi1/0/1' });
  const subnet = await world.prisma.subnet.create({
    data: { networkId: world.networkId, name: 'office', cidr: '10.0.0.0/24', subnetType: 'Lan' },
  });
  await world.prisma.ipAddress.create({
    data: {
      ...{ networkId: world.networkId, hostId: ids.pc!, subnetId: subnet.id, subnetCidr: '10.0.0.0/24' },
      ...{ ipAddress: '10.0.0.7', macAddress: macOf(1) },
    },
  });
  await learn('core Gi1/0/1', [1, 2, 3, 4].map(macOf));
  await learn('core vlan10', [macOf(1)]);
  await learn('access Gi1/0/2', [macOf(1)]);
  await learn('access Gi1/0/3', [macOf(2), macOf(3)]);
  await world.prisma.arpEvidence.create({
    data: {
      ...{ interfaceId: ids['core vlan10']!, networkId: world.networkId, readAt: new Date() },
      macAddresses: [1, 2, 9].map(macOf),
    },
  });
  await world.prisma.wirelessAssociation.create({
    data: {
      ...{ networkId: world.networkId, hostId: ids.ap!, interfaceId: ids['ap radio']!, isOwnRadio: true },
      ...{ clientMac: macOf(4), clientHostId: ids.phone!, accessPointHostId: ids.ap! },
    },
  });
  // A network of another organization has the same addresses. They must not be found.
  await addHost('their switch', { 'Gi1/0/1': {} }, world.strangerNetworkId);
  await learn('their switch Gi1/0/1', [1, 2, 3, 4].map(macOf), world.strangerNetworkId);
});
afterAll(() => world.close());

test.each([
  ['3c:52:82:00:00:01', 'MacAddress'],
  ['3C-52-82-00-00-01', 'MacAddress'],
  ['3c52.8200.0001', 'MacAddress'],
  ['3c5282000001', 'MacAddress'],
  ['10.0.0.7', 'IpAddress'],
  ['pc', 'Host'],
  [' PC.example ', 'Host'],
])('"%s" is located at the port of the access switch', async (text, kind) => {
  const { ports, passing, ...answer } = await locate(text);
  expect(answer).toEqual({
    ...{ kind, macAddresses: [macOf(1)], hosts: [{ host: { name: 'pc' } }], note: null, message: null },
  });
  expect(ports.map(nameOf)).toEqual(['access Gi1/0/2']);
  expect(ports[0]).toMatchObject({ evidence: 'ForwardingTable', macAddress: macOf(1), isShared: false, farHost: null });
  expect(passing.map(nameOf)).toEqual(['core vlan10', 'core Gi1/0/1']);
});

test('a port with an unmanaged switch behind it is marked as shared', async () => {
  const { ports } = await locate('printer');
  expect(ports.map(nameOf)).toEqual(['access Gi1/0/3']);
  expect(ports[0]).toMatchObject({ isShared: true, learnedMacCount: 2 });
});

test('an address without a host is found in forwarding tables, and a wireless client at its radio', async () => {
  const unknown = await locate(macOf(3));
  expect([unknown.hosts, unknown.ports.map(nameOf)]).toEqual([[], ['access Gi1/0/3']]);
  const phone = await locate('phone');
  expect(phone.ports).toMatchObject([{ evidence: 'Wireless', interface: { ifName: 'radio' } }]);
  expect(phone.passing.map(nameOf)).toEqual(['core Gi1/0/1']);
});

test.each([
  ['p', 'SeveralHosts', 'Several hosts match the text.'],
  ['nobody', 'NoSuchHost', 'No host of the network matches the text.'],
  ['fe80::1%eth0', 'NoSuchHost', 'No host of the network matches the text.'],
  ['10.9.9.9', 'NoSuchHost', 'No host of the network matches the text.'],
  ['bare', 'NoMacAddress', 'No MAC address of the host is known, and no cable to it.'],
  [macOf(200), 'NotSeen', 'No device has it in a table, and no cable to it is known.'],
  [macOf(9), 'OnTheWayOnly', 'Seen only by ports on the path to it, or by routers.'],
  ['ff:ff:ff:ff:ff:ff', 'NotSeen', 'No device has it in a table, and no cable to it is known.'],
])('"%s" is not located: %s', async (text, note, message) => {
  const answer = await locate(text);
  expect(answer).toMatchObject({ note, message, ports: [] });
});

test('a cable decides the location, in either direction; a past instant has the location of that time', async () => {
  const before = await databaseInstant(world.prisma);
  const cable = await link('access Gi1/0/3', { host: 'pc' });
  expect((await locate('pc')).ports).toMatchObject([{ evidence: 'Cable', interface: { ifName: 'Gi1/0/3' } }]);
  await world.prisma.interfaceNeighbor.delete({ where: { id: cable.id } });
  const returnLink = await link('pc eth0', { port: 'access Gi1/0/3' });
  expect((await locate('pc')).ports).toMatchObject([{ evidence: 'Cable', interface: { ifName: 'Gi1/0/3' } }]);
  const then = await world.viewer.query(
    `query($at: DateTime!, $networkId: UUID!, $text: String!) @at(instant: $at) {
    locate(networkId: $networkId, text: $text) { ports { evidence interface { ifName } } } }`,
    {
      ...{ at: before, networkId: world.networkId, text: 'pc' },
    },
  );
  expect(then).toEqual({ locate: { ports: [{ evidence: 'ForwardingTable', interface: { ifName: 'Gi1/0/2' } }] } });
  await world.prisma.interfaceNeighbor.delete({ where: { id: returnLink.id } });
});

test('the id of a host locates it, and an id of another network does not', async () => {
  expect((await locate(ids.pc!)).ports.map(nameOf)).toEqual(['access Gi1/0/2']);
  expect((await locate(ids.pc!.toUpperCase())).hosts).toEqual([{ host: { name: 'pc' } }]);
  expect(await locate(ids['their switch']!)).toMatchObject({ note: 'NoSuchHost', hosts: [] });
});

describe('former locations', () => {
  interface Earlier {
    readonly interfaceName: string;
    readonly interface: { readonly ifName: string } | null;
    readonly macAddress: string;
    readonly from: string;
    readonly until: string | null;
  }
  const earlier = async (text: string, at?: Date) => {
    const [variable, directive] = at ? [', $at: DateTime!', '@at(instant: $at)'] : ['', ''];
    const answer = await world.viewer.query(
      `query($networkId: UUID!, $text: String!${variable}) ${directive} { locate(networkId: $networkId, text: $text) {
        earlier { interfaceName interface { ifName } macAddress from until } } }`,
      { networkId: world.networkId, text, ...(at && { at }) },
    );
    return (answer as { locate: { earlier: Earlier[] } }).locate.earlier;
  };
  const ports = (stays: readonly Earlier[]) => stays.map((stay) => stay.interface?.ifName ?? stay.interfaceName);
  const roaming = macOf(20);

  beforeAll(async () => {
    await addHost('laptop', { wlan: { macAddress: roaming } });
    await addHost('desk', { 'Te1/1': {}, 'Te1/2': {}, 'Te1/3': {}, up: {} });
    await addHost('hall', { down: {} });
    await link('desk up', { port: 'hall down' });
    await learn('desk Te1/1', [roaming]);
    await learn('hall down', [roaming, macOf(21)]);
    await learn('desk Te1/1', []);
    await learn('desk Te1/3', [roaming, macOf(22)]);
    await learn('desk Te1/3', [macOf(22)]);
    await learn('desk Te1/3', [roaming]);
    await learn('desk Te1/3', []);
    await learn('desk Te1/2', [roaming]);
    // A network of another organization has a history of the same MAC address.
    await learn('their switch Gi1/0/1', [roaming], world.strangerNetworkId);
    await learn('their switch Gi1/0/1', [], world.strangerNetworkId);
  });

  test('are listed with their times, latest first, without ports on the path', async () => {
    for (const text of ['laptop', roaming, ids.laptop!]) {
      const stays = await earlier(text);
      expect(ports(stays)).toEqual(['Te1/3', 'Te1/1']);
      const [last, first] = stays as [Earlier, Earlier];
      expect(last.interfaceName).toBe('Te1/3');
      expect(last.until! > last.from && last.from >= first.until! && first.until! > first.from).toBe(true);
    }
    for (const text of ['printer', 'phone']) expect(ports(await earlier(text))).toEqual([]);
    expect(await earlier('nobody')).toEqual([]);
  });

  test('at an instant are those before it', async () => {
    const [last] = await earlier('laptop');
    const during = new Date(Date.parse(last!.until!) - 1);
    expect(ports(await earlier('laptop', during))).toEqual(['Te1/1']);
    const begin = new Date(Date.parse((await earlier('laptop')).at(-1)!.from));
    expect(ports(await earlier('laptop', begin))).toEqual([]);
  });

  test('have the former name of a deleted port, and follow a replaced address', async () => {
    await addHost('closet', { 'Fa0/1': {} });
    await learn('closet Fa0/1', [macOf(30)]);
    await addHost('server', { nic: { macAddress: macOf(30) } });
    await world.prisma.interface.delete({ where: { id: ids['closet Fa0/1']! } });
    await world.prisma.interface.update({ where: { id: ids['server nic']! }, data: { macAddress: macOf(31) } });
    expect(await earlier('server')).toMatchObject([{ interfaceName: 'Fa0/1', interface: null, macAddress: macOf(30) }]);
  });

  test('exclude ports with large former tables, which were uplinks', async () => {
    const crowd = Array.from({ length: 65 }, (_, number) => `3c:52:82:00:01:${number.toString(16).padStart(2, '0')}`);
    await addHost('trunk', { Po1: {} });
    await learn('trunk Po1', crowd);
    await learn('trunk Po1', crowd.slice(1));
    await learn('trunk Po1', []);
    expect(await earlier(crowd[0]!)).toEqual([]);
    expect(ports(await earlier(crowd[1]!))).toEqual(['Po1']);
  });

  test("are limited to the caller's access, past and present, by GraphQL and REST", async () => {
    const { body } = await world.viewer.rest.get(`/networks/${world.networkId}/locate?text=${roaming}`);
    expect(body.data.earlier).toMatchObject([{ interface_name: 'Te1/3' }, { host: { name: 'desk' } }]);
    const theirs = await world.stranger.rest.get(`/networks/${world.strangerNetworkId}/locate?text=${roaming}`);
    expect(theirs.body.data.earlier).toMatchObject([{ host_id: ids['their switch'] }]);
    expect(theirs.body.data.earlier).toHaveLength(1);
  });
});

test('REST and MCP return the same, and a network out of reach is not found', async () => {
  const { status, body } = await world.viewer.rest.get(`/networks/${world.networkId}/locate?text=${macOf(1)}`);
  expect([status, body.data]).toMatchObject([
    200,
    {
      kind: 'MacAddress',
      ports: [{ evidence: 'ForwardingTable', interface: { if_name: 'Gi1/0/2' }, host: { name: 'access' } }],
      note: null,
    },
  ]);
  const foreignReply = await world.viewer.rest.get(`/networks/${world.strangerNetworkId}/locate?text=${macOf(1)}`);
  expect([foreignReply.status, foreignReply.body.code]).toEqual([404, 'entity_not_found']);
  for (const text of ['', '%20', 'x'.repeat(201)])
    expect((await world.viewer.rest.get(`/networks/${world.networkId}/locate?text=${text}`)).status).toBe(400);
});

test('a truncated list of ports has their total number', async () => {
  const hostId = await addHost('crowd', {});
  const ports = (count: number, ifType: number | null) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ networkId: world.networkId, hostId, ifType, ifName: `e${ifType}/${at}` },
      fdbMacs: [macOf(50)],
    }));
  await world.prisma.interface.createMany({ data: [...ports(103, 6), ...ports(104, 136)] });
  const { locate: counted } = (await world.viewer.query(
    'query($id: UUID!, $text: String!) { locate(networkId: $id, text: $text) { note portCount passingCount ports { hostId } passing { hostId } } }',
    { id: world.networkId, text: macOf(50) },
  )) as { locate: { ports: object[]; passing: object[] } };
  expect({ ...counted, ports: counted.ports.length, passing: counted.passing.length }).toEqual({
    ...{ note: 'SeveralPorts', ports: 100, portCount: 103, passing: 100, passingCount: 104 },
  });
});

describe('all machines in the physical view', () => {
  interface DrawnGraph {
    readonly edges: readonly Partial<Port & { readonly host: { readonly name: string } }>[];
    readonly elements: readonly { readonly elementType: string; readonly header: string }[];
  }
  /**
   * Reads the machines to which no cable is known. `located` has the machines that are drawn at a switch port, because
   * its forwarding table lists them: `pc: access Gi1/0/2`.
   */
  const machines = async (at?: Date) => {
    const { id } = await world.prisma.topology.findFirstOrThrow({
      where: { networkId: world.networkId, snapshotId: null },
    });
    const [variable, directive] = at ? [', $at: DateTime!', '@at(instant: $at)'] : ['', ''];
    const answer = await world.viewer.query(
      `query Machines($id: UUID!${variable}) ${directive} { topology(id: $id) {
        graph(view: L2Physical, optionalEdgeTypes: [LearnedMachine]) {
          edges { ... on LearnedMachineEdge { host { name } interface { ifName host { name } } } }
          elements { elementType header } } } }`,
      { id, ...(at && { at }) },
    );
    const { edges, elements } = (answer as { topology: { graph: DrawnGraph } }).topology.graph;
    return {
      located: edges.flatMap(({ host, interface: port }) =>
        host && port ? `${host.name}: ${nameOf({ interface: port } as Port)}` : [],
      ),
      others: elements.flatMap(({ elementType, header }) => (elementType === 'Host' ? header : [])),
    };
  };

  test('each without a cable is at the ports that locate it, and the others are located at none', async () => {
    const { located, others } = await machines();
    expect(located).toEqual(expect.arrayContaining(['pc: access Gi1/0/2', 'printer: access Gi1/0/3']));
    for (const name of new Set(located.map((one) => one.split(':')[0]!))) {
      const ports = (await locate(name)).ports.map((port) => `${name}: ${nameOf(port)}`);
      expect(located.filter((one) => one.startsWith(`${name}:`)).sort()).toEqual(ports.sort());
    }
    expect(others).toContain('bare');
    for (const name of others) expect([name, (await locate(name)).ports]).toEqual([name, []]);
  });

  test('a cable settles it, and at an instant all are where they were', async () => {
    const before = await databaseInstant(world.prisma);
    const { located } = await machines();
    await link('access Gi1/0/3', { host: 'pc' });
    await learn('access Gi1/0/3', [macOf(3)]);
    const now = (await machines()).located;
    expect(now.filter((one) => one.startsWith('pc:'))).toEqual([]);
    expect(now).not.toContain('printer: access Gi1/0/3');
    expect((await machines(before)).located.sort()).toEqual([...located].sort());
  });
});
