// SNMP rows that cannot be keyed, decoded or assigned to a port: the agent reports such rows, marks their table as
// incomplete, and derives no cable from them.
import {
  basePorts,
  listNeighbors,
  hex,
  interfaces,
  lldpRem,
  lldpV2Rem,
  localPorts,
  neighbor,
  readInCode,
  createSession,
  text,
} from './device-in-code';

const three = interfaces([1, 'ge1', '02:00:00:00:00:01'], [2, 'ge2', '02:00:00:00:00:02'], [3, 'ge3']);
const namedPorts = localPorts([1, 5, 'ge1'], [2, 5, 'ge2'], [3, 5, 'ge3']);
const far = '02:00:00:00:0A:0';

describe('rows of LLDP', () => {
  it('are read with an index without the time, and with a longer index than the MIB defines', async () => {
    const device = await readInCode({
      ...{ ...three, ...namedPorts },
      ...neighbor('2.1', `${far}1`, 'a'),
      ...neighbor('77.3.1.9', `${far}2`, 'b'),
    });
    expect(listNeighbors(device)).toEqual([`ge2 <- ${far}1 a`, `ge3 <- ${far}2 b`]);
    expect([device.incomplete, device.notes]).toEqual([[], []]);
  });

  it.each([
    [
      'has no port in its index',
      neighbor('5', `${far}1`, 'a'),
      'on ports that are no known interface (none in its index)',
    ],
    [
      'is on a port that is no interface',
      neighbor('0.99.1', `${far}1`, 'a'),
      'on ports that are no known interface (99)',
    ],
    ['says neither who nor where', { [`${lldpRem}.10.0.1.1`]: text('a switch') }, 'neither a chassis id'],
  ])('make the table incomplete, with a warning, if one %s', async (_what, row, note) => {
    const device = await readInCode({ ...three, ...namedPorts, ...row, ...neighbor('0.2.1', `${far}7`, 'x') });
    expect(listNeighbors(device)).toEqual([`ge2 <- ${far}7 x`]);
    expect(device.incomplete).toEqual(['lldp']);
    expect(device.notes).toEqual([expect.stringMatching(`^lldpRemTable: 1 .*${note.replace(/[()]/g, '\\$&')}`)]);
  });

  it('are all read from both MIBs, each once; the second MIB gives the port if the first does not', async () => {
    const v2 = (index: string, mac: string, port: string) => neighbor(index, mac, port, lldpV2Rem, 5);
    const device = await readInCode({
      ...{ ...three, ...namedPorts },
      ...{ ...neighbor('0.1.1', `${far}1`, 'a'), ...neighbor('0.88.2', `${far}2`, 'b') },
      ...{ ...v2('0.1.1.1', `${far}1`, 'a'), ...v2('0.2.1.2', `${far}2`, 'b'), ...v2('0.3.1.3', `${far}3`, 'c') },
    });
    expect(listNeighbors(device)).toEqual([`ge1 <- ${far}1 a`, `ge2 <- ${far}2 b`, `ge3 <- ${far}3 c`]);
    expect(device.incomplete).toEqual([]);
  });
});

describe('a column that the device does not answer', () => {
  it('affects only itself: neighbours lack that column, and the table is complete', async () => {
    const objects = {
      ...three,
      ...namedPorts,
      ...neighbor('0.1.1', `${far}1`, 'a'),
      ...neighbor('0.3.1', `${far}2`, 'b'),
    };
    const device = await readInCode(
      { ...objects, [`${lldpRem}.10.0.1.1`]: text('long') },
      { silent: [`${lldpRem}.10`, '1.3.6.1.2.1.31.1.1.1.18'] },
    );
    expect(listNeighbors(device)).toEqual([`ge1 <- ${far}1 a`, `ge3 <- ${far}2 b`]);
    expect(device.incomplete).toEqual([]);
    expect(device.notes).toEqual([
      'ifXTable: alias could not be read to the end',
      'lldpRemTable: sysDesc could not be read to the end',
    ]);
  });

  it('makes the table incomplete if it identifies the neighbour', async () => {
    const objects = { ...three, ...namedPorts, ...neighbor('0.1.1', `${far}1`, 'a') };
    const device = await readInCode(objects, { silent: [`${lldpRem}.5`] });
    expect(device.incomplete).toEqual(['lldp']);
    expect(listNeighbors(device)).toEqual(['ge1 <- undefined a']);
  });
});

it('rows out of order are all read, each once; a row that is returned again makes the table incomplete', async () => {
  const arp = (number: number, column: number) => `1.3.6.1.2.1.4.22.1.${column}.1.10.0.0.${number}`;
  const order = [2, 4, 6, 1, 3, 5];
  const objects = Object.fromEntries(
    order.flatMap((number) => [
      [arp(number, 2), hex(`02:00:00:00:00:1${number}`)],
      [arp(number, 4), 3],
    ]),
  );
  const after = (column: number) => ({
    ...{ ['1.3.6.1.2.1.4.22.1.' + column]: arp(order[0]!, column) },
    ...Object.fromEntries(order.slice(1).map((number, at) => [arp(order[at]!, column), arp(number, column)])),
    [arp(order.at(-1)!, column)]: '1.3.6.1.2.1.31.1.1.1.1.1',
  });
  const read = (more: Record<string, string> = {}) =>
    readInCode({ ...three, ...objects }, { after: { ...after(2), ...after(4), ...more } });
  const whole = await read();
  expect(whole.arp.map(({ address }) => Number(address.split('.')[3])).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(whole.incomplete).toEqual([]);
  const loop = await read({ [arp(5, 2)]: arp(4, 2) });
  expect(loop.arp).toHaveLength(6);
  expect(loop.incomplete).toEqual(['arp']);
});

it('ifXTable without ifTable is enough for interfaces', async () => {
  const only = Object.fromEntries(Object.entries(three).filter(([oid]) => oid.startsWith('1.3.6.1.2.1.31')));
  const device = await readInCode({ ...only, ...namedPorts, ...neighbor('0.2.1', `${far}1`, 'a') });
  expect(device.interfaces.map(({ ifIndex, name }) => [ifIndex, name])).toEqual([
    [1, 'ge1'],
    [2, 'ge2'],
    [3, 'ge3'],
  ]);
  expect(listNeighbors(device)).toEqual([`ge2 <- ${far}1 a`]);
});

describe('learned addresses on bridge ports that BRIDGE-MIB does not map', () => {
  const learnedMac = (mac: number, port: number, status = 3) => ({
    [`1.3.6.1.2.1.17.4.3.1.2.2.0.0.0.9.${mac}`]: port,
    [`1.3.6.1.2.1.17.4.3.1.3.2.0.0.0.9.${mac}`]: status,
  });

  it('make the table incomplete, except for configured addresses and addresses on no port', async () => {
    const base = basePorts([11, 1], [12, 2]);
    const device = await readInCode({
      ...three,
      ...base,
      ...learnedMac(1, 11),
      ...learnedMac(2, 0),
      ...learnedMac(3, 1, 5),
    });
    expect(device.incomplete).toEqual([]);
    const unmappedFacts = await readInCode({ ...three, ...base, ...learnedMac(1, 11), ...learnedMac(4, 2) });
    expect(unmappedFacts.incomplete).toEqual(['fdb']);
    expect(unmappedFacts.notes).toEqual([expect.stringContaining('dot1dTpFdbTable: 1 addresses are on bridge ports')]);
    expect(unmappedFacts.interfaces.map(({ fdbMacs }) => fdbMacs)).toEqual([['02:00:00:00:09:01'], [], []]);
  });

  it('are on the interface with that ifIndex if the bridge numbers its ports by ifIndex', async () => {
    const device = await readInCode({ ...three, ...basePorts([1, 1], [2, 2]), ...learnedMac(1, 3) });
    expect(device.interfaces[2]!.fdbMacs).toEqual(['02:00:00:00:09:01']);
    expect(device.incomplete).toEqual([]);
  });
});

describe("the device's own port of a neighbour record", () => {
  const ports = interfaces(
    [1, 'mgmt', '02:00:00:00:00:01'],
    [501, 'x/1', '02:00:00:00:00:02'],
    [502, 'x/2', '02:00:00:00:00:03'],
    [600, 'x/1.10', '02:00:00:00:00:02', 135],
    [7, 'lo', undefined, 24],
  );
  const heardOn = async (number: number, ...more: readonly Record<string, string | number | Buffer>[]) => {
    const objects = Object.assign({}, ports, neighbor(`0.${number}.1`, `${far}1`, 'far'), ...more) as typeof ports;
    const device = await readInCode(objects);
    const [foundInterfaceFacts] = device.interfaces.filter(({ neighbors }) => neighbors.length > 0);
    expect(device.incomplete).toEqual(foundInterfaceFacts ? [] : ['lldp']);
    return foundInterfaceFacts && `${foundInterfaceFacts.name} ${foundInterfaceFacts.neighbors[0]!.localPort}`;
  };

  it.each([
    ['its name', localPorts([1, 5, 'x/2']), 'x/2 resolved'],
    ['a MAC address', localPorts([1, 3, hex('02:00:00:00:00:03')]), 'x/2 resolved'],
    ['ifIndex as text', localPorts([1, 7, '502']), 'x/2 resolved'],
    ['a name without its subtype', localPorts([1, undefined, 'x/2']), 'x/2 resolved'],
    ['the physical one of several with a MAC address', localPorts([1, 3, hex('02:00:00:00:00:02')]), 'x/1 resolved'],
    [
      'the bridge port, where the id names none',
      { ...localPorts([1, 5, '1']), ...basePorts([1, 502]) },
      'x/2 resolved',
    ],
    [
      'the bridge port, where the id names several',
      { ...localPorts([1, 3, hex('02:00:00:00:00:02')]), ...basePorts([1, 600]) },
      'x/1.10 resolved',
    ],
    ['the name before the bridge port', { ...localPorts([1, 5, 'x/1']), ...basePorts([1, 502]) }, 'x/1 resolved'],
    [
      'the description',
      { ...localPorts([1, 5, 'slot']), '1.0.8802.1.1.2.1.3.7.1.4.1': text('interface x/2') },
      'x/2 resolved',
    ],
    ['the end of a name', localPorts([1, 5, '2']), 'x/2 assumed'],
    ['the number alone', {}, 'mgmt assumed'],
  ])('is found by %s', async (_what, objects, expectedText) => {
    expect(await heardOn(1, objects as never)).toBe(expectedText);
  });

  it.each([
    ['the id has another number than any name of the interface', 1, localPorts([1, 5, 'Ethernet9'])],
    ['the bridge has another number for the interface', 1, basePorts([4, 1])],
    ['the interface is a loopback', 7, {}],
    ['another port has the interface', 1, localPorts([1, 5, 'uplink'], [3, 5, 'mgmt'])],
  ])('is not the interface with the same number if %s', async (_what, number, objects) => {
    expect(await heardOn(number, objects as never)).toBeUndefined();
  });
});

describe("tables of a manufacturer's MIB", () => {
  const of = (enterprise: number) => `1.3.6.1.4.1.${enterprise}.1`;
  const table = (entry: string, index: string, columns: Record<number, string | number | Buffer>) =>
    Object.fromEntries(Object.entries(columns).map(([column, value]) => [`${entry}.${column}.${index}`, value]));

  it.each([
    ['Nokia', 6527, neighbor('9.2.1.1', `${far}1`, '1/1/1', '1.3.6.1.4.1.6527.3.1.2.59.4.1.1'), `ge2 <- ${far}1 1/1/1`],
    [
      'TP-Link',
      11863,
      table('1.3.6.1.4.1.11863.6.35.1.2.2.1', '2.1', {
        ...{ 3: text('MAC address'), 4: text('02-00-00-00-0a-01'), 5: text('Interface name'), 6: text('gi1') },
        9: text('far'),
      }),
      `ge2 <- ${far}1 gi1`,
    ],
    [
      'Foundry',
      1991,
      table('1.3.6.1.4.1.1991.1.1.3.20.1.2.1.1', '2.1', { 3: text('far'), 5: hex('c0000207'), 7: text('e1') }),
      'ge2 <- far e1',
    ],
    [
      'Netgear',
      4526,
      table('1.3.6.1.4.1.4526.10.39.1.2.1.1', '2.1', { 3: text('192.0.2.7'), 6: text('far'), 7: text('e1') }),
      'ge2 <- far e1',
    ],
    [
      'MikroTik',
      14988,
      table('1.3.6.1.4.1.14988.1.1.11.1.1', '5', { 2: '192.0.2.7', 3: hex(`${far}1`), 6: text('far'), 8: 2 }),
      `ge2 <- ${far}1 undefined`,
    ],
    [
      'Huawei',
      2011,
      table('1.3.6.1.4.1.2011.6.7.5.6.1', '2.6.2.0.0.0.10.1.2.101.49', {
        ...{ 1: hex(`${far}1`), 2: text('e1') },
        3: text('far'),
      }),
      `ge2 <- ${far}1 e1`,
    ],
    [
      'Extreme',
      1916,
      table('1.3.6.1.4.1.1916.1.13.2.1', '2.0.0.2.0.0.0.10.1', { 3: text('far'), 5: 1, 6: 12 }),
      `ge2 <- ${far}1 1:12`,
    ],
  ])('are read only from devices of %s', async (_maker, enterprise, objects, expectedText) => {
    const device = await readInCode({ ...three, ...objects }, {}, of(enterprise));
    expect(listNeighbors(device)).toEqual([expectedText]);
    expect([device.incomplete, device.hasNeighborTable]).toEqual([[], true]);
    expect(listNeighbors(await readInCode({ ...three, ...objects }, {}, of(99999)))).toEqual([]);
  });

  it('give the addresses of neighbours, in every notation', async () => {
    const row = { 6: text('far'), 7: text('e1') };
    const entry = '1.3.6.1.4.1.4413.1.1.39.1.2.1.1';
    const objects = table(entry, '1.1', { ...row, 3: text('192.0.2.7') });
    const device = await readInCode({ ...three, ...objects }, {}, of(4413));
    expect(device.interfaces[0]!.neighbors[0]!.managementAddresses).toEqual(['192.0.2.7']);
  });

  it('make the protocol incomplete if a row is on a port that is no interface', async () => {
    const objects = table('1.3.6.1.4.1.1991.1.1.3.20.1.2.1.1', '9.1', { 3: text('far'), 7: text('e1') });
    const device = await readInCode({ ...three, ...objects }, {}, of(1991));
    expect(device.incomplete).toEqual(['cdp']);
    expect(device.notes).toEqual(['snFdpCacheTable: 1 neighbours are on ports that are no known interface (9)']);
  });

  it("RouterOS: the port of an LLDP row is taken from MikroTik's own table, which adds no further rows", async () => {
    const ownTable = table('1.3.6.1.4.1.14988.1.1.11.1.1', '5', { 3: hex(`${far}1`), 6: text('far'), 8: 2 });
    const device = await readInCode({ ...three, ...ownTable, ...neighbor('5', `${far}1`, 'ether7') }, {}, of(14988));
    expect(listNeighbors(device)).toEqual([`ge2 <- ${far}1 ether7`]);
    expect(device.incomplete).toEqual([]);
  });

  it('are reported as missing if the device has none of them', async () => {
    expect((await readInCode(three)).hasNeighborTable).toBe(false);
    expect((await readInCode({ ...three, '1.3.6.1.4.1.9.9.23.1.3.1.0': 1 })).hasNeighborTable).toBe(true);
    const chassis = { '1.0.8802.1.1.2.1.3.1.0': 4, '1.0.8802.1.1.2.1.3.2.0': hex(`${far}9`) };
    expect((await readInCode({ ...three, ...chassis })).hasNeighborTable).toBe(true);
  });
});

describe('VLANs', () => {
  it('are read from IEEE8021-Q-BRIDGE-MIB where Q-BRIDGE-MIB has none', async () => {
    const root = '1.3.111.2.802.1.1.4.1.4';
    const device = await readInCode({
      ...{ ...three, ...basePorts([1, 1], [2, 2]) },
      ...{
        [`${root}.3.1.3.1.10`]: text('office'),
        [`${root}.3.1.4.1.10`]: hex('c0'),
        [`${root}.3.1.6.1.10`]: hex('80'),
      },
      [`${root}.5.1.1.1.1`]: 10,
    });
    expect(device.vlans).toEqual([{ number: 10, name: 'office' }]);
    expect(device.interfaces.map(({ nativeVlan, taggedVlans }) => [nativeVlan, taggedVlans])).toEqual([
      [10, []],
      [undefined, [10]],
      [undefined, []],
    ]);
  });

  it("are read from Alcatel's own tables", async () => {
    const root = '1.3.6.1.4.1.6486.801.1.2.1.3.1.1';
    const objects = {
      [`${root}.1.1.1.2.10`]: text('office'),
      [`${root}.2.1.1.3.10.1`]: 1,
      [`${root}.2.1.1.3.10.2`]: 2,
    };
    const device = await readInCode({ ...three, ...objects }, {}, '1.3.6.1.4.1.6486.801.1.1');
    expect(device.vlans).toEqual([{ number: 10, name: 'office' }]);
    expect(device.interfaces.map(({ nativeVlan, taggedVlans }) => [nativeVlan, taggedVlans])).toEqual([
      [10, []],
      [undefined, [10]],
      [undefined, []],
    ]);
  });
});

describe('model and serial number', () => {
  const entPhysical = (column: number) => `1.3.6.1.2.1.47.1.1.1.1.${column}.1`;

  it("are taken from the manufacturer's objects if ENTITY-MIB has none, and from ENTITY-MIB otherwise", async () => {
    const juniper = { '1.3.6.1.4.1.2636.3.1.2.0': text('Box'), '1.3.6.1.4.1.2636.3.1.3.0': text('BOX1') };
    const plain = await readInCode(juniper, {}, '1.3.6.1.4.1.2636.1.1');
    expect(plain.entity).toEqual({ model: 'Box', serialNumber: 'BOX1' });
    const chassis = { [entPhysical(5)]: 3, [entPhysical(13)]: text('EX') };
    const both = await readInCode({ ...juniper, ...chassis }, {}, '1.3.6.1.4.1.2636.1.1');
    expect(both.entity).toEqual({ model: 'EX', serialNumber: 'BOX1' });
  });

  it('are read below the sysObjectID of manufacturers that build devices for others', async () => {
    const id = '1.3.6.1.4.1.259.10.1.99';
    const objects = { [`${id}.1.1.5.1.0`]: text('EC'), [`${id}.1.1.3.1.10.1`]: text('EC1') };
    expect((await readInCode(objects, {}, id)).entity).toEqual({ model: 'EC', serialNumber: 'EC1' });
  });
});

it('addresses learned in a VLAN, read by its community, are on the bridge ports of that VLAN', async () => {
  const vlan = createSession({
    ...basePorts([9, 2]),
    '1.3.6.1.2.1.17.4.3.1.2.2.0.0.0.9.1': 9,
    '1.3.6.1.2.1.17.4.3.1.3.2.0.0.0.9.1': 3,
  });
  const vtp = { '1.3.6.1.4.1.9.9.46.1.3.1.1.2.1.10': 1, '1.3.6.1.4.1.9.9.46.1.3.1.1.4.1.10': text('ten') };
  const device = await readInCode({ ...three, ...vtp }, { ofVlan: () => vlan }, '1.3.6.1.4.1.9.1.1');
  expect(device.interfaces.map(({ fdbMacs }) => fdbMacs)).toEqual([[], ['02:00:00:00:09:01'], []]);
  expect(device.incomplete).toEqual([]);
});

it('a bridge has the address that a manufacturer assigned to it, and none that software chose', async () => {
  const bridge = (mac: string) => readInCode({ ...three, '1.3.6.1.2.1.17.1.1.0': hex(mac) });
  expect((await bridge('00:1b:21:00:00:09')).bridgeAddress).toBe('00:1B:21:00:00:09');
  expect((await bridge('02:42:00:00:00:09')).bridgeAddress).toBeUndefined();
  expect((await readInCode(three)).bridgeAddress).toBeUndefined();
});
