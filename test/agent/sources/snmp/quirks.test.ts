// Peculiarities of real devices: for each, a file of recorded SNMP values, which the agent must interpret correctly.
import { readDevice, type DeviceFacts, type InterfaceFacts } from '../../../../src/agent/sources/snmp';
import { closeAll, options, recordFile, simulate } from './simulator';

afterAll(closeAll);

const v2c = { version: 'v2c', community: 'public' } as const;

async function read(...names: readonly string[]): Promise<DeviceFacts> {
  const port = await simulate(...names.map(recordFile));
  return readDevice('127.0.0.1', v2c, options(port));
}
const portOf = ({ interfaces }: DeviceFacts, ifIndex: number): InterfaceFacts => {
  const foundInterface = interfaces.find((port) => port.ifIndex === ifIndex);
  if (!foundInterface) throw new Error(`no interface ${ifIndex}`);
  return foundInterface;
};
/** The neighbors on a port as text: how the agent determined the local port, and the chassis id of the neighbor. */
const heardOn = (device: DeviceFacts, ifIndex: number) =>
  portOf(device, ifIndex).neighbors.map(({ chassisId, localPort }) => `${localPort} ${chassisId?.value}`);

describe('a plain switch', () => {
  let device: DeviceFacts;
  beforeAll(async () => {
    device = await read('switch-8');
  });

  it('is read to its end', () => {
    expect(device.incomplete).toEqual([]);
    expect(device.system).toEqual({
      descr: 'Plain switch, 8 ports',
      objectId: '1.3.6.1.4.1.99999.1',
      contact: 'noc@example.net',
      name: 'plain-sw',
      location: 'rack 4',
    });
    expect(device.chassisId).toBe('02:00:00:00:01:FF');
  });

  it('has its interfaces, although columns may be missing or empty', () => {
    expect(device.interfaces.map(({ ifIndex }) => ifIndex)).toEqual([101, 102, 103, 104, 105, 106, 107, 108]);
    expect(portOf(device, 101)).toMatchObject({
      descr: 'port 1',
      name: 'ge1',
      alias: 'uplink to core',
      type: 6,
      speedBps: 1e9,
      adminStatus: 'Up',
      operStatus: 'Up',
      mac: '02:00:00:00:01:01',
    });
    expect(portOf(device, 102)).toMatchObject({ speedBps: 1e10, operStatus: 'LowerLayerDown' });
    expect(portOf(device, 103)).toMatchObject({ adminStatus: 'Down', operStatus: 'Down' });
    expect(portOf(device, 104).mac).toBeUndefined();
    expect(portOf(device, 105).mac).toBeUndefined();
    expect(portOf(device, 105).adminStatus).toBeUndefined();
  });

  it('learns addresses on bridge ports, which are not ifIndexes, and skips own and invalid addresses', () => {
    const learnedInterfaces = device.interfaces.filter(({ fdbMacs }) => fdbMacs.length > 0);
    expect(learnedInterfaces.map(({ ifIndex, fdbMacs }) => [ifIndex, fdbMacs])).toEqual([
      [101, ['02:00:00:00:09:02', '02:00:00:00:09:03']],
      [102, ['02:00:00:00:09:01']],
    ]);
  });

  it.each([
    ['a MAC address', 103, '02:00:00:00:0A:01'],
    ['a name', 104, '02:00:00:00:0A:02'],
    ['a local text that is the description of an interface', 105, '02:00:00:00:0A:03'],
    ['a local number that is an ifIndex', 106, '02:00:00:00:0A:04'],
    ['the description alone', 107, '02:00:00:00:0A:05'],
    ['an alias', 101, '02:00:00:00:0A:06'],
  ])('assigns a neighbour to the port that lldpLocPortTable names: %s', (_how, ifIndex, chassis) => {
    expect(heardOn(device, ifIndex)).toEqual([`resolved ${chassis}`]);
  });

  it('takes the ifIndex with the same number if nothing else names a port, as weaker evidence', () => {
    expect(heardOn(device, 108)).toEqual(['assumed 02:00:00:00:0A:07']);
  });
});

it('LLDP ids are read by their subtypes, in every notation', async () => {
  const device = await read('lldp-ids');
  const ids = portOf(device, 1).neighbors.map(({ chassisId, portId }) => [
    `${chassisId?.subtype} ${chassisId?.value}`,
    `${portId?.subtype} ${portId?.value}`,
  ]);
  expect(ids).toEqual([
    ['MacAddress 0A:0B:0C:0D:0E:0F', 'MacAddress 0A:0B:0C:0D:0E:1F'],
    ['MacAddress 0A:0B:0C:0D:0E:10', 'InterfaceName GigabitEthernet0/1'],
    ['NetworkAddress 192.168.1.2', 'NetworkAddress 192.168.1.3'],
    ['NetworkAddress 2001:db8::1', 'MacAddress 0A:0B:0C:0D:0E:11'],
    ['LocallyAssigned switch', 'InterfaceAlias Kuche müll'],
    ['InterfaceName ether2', 'PortComponent slot 1'],
    ['ChassisComponent chassis-7', 'AgentCircuitId circuit'],
    ['LocallyAssigned 01:02:03:04:05', 'LocallyAssigned 7'],
  ]);
  const names = portOf(device, 1).neighbors.map(({ systemName }) => systemName);
  expect(names.slice(0, 5)).toEqual(['Küche', 'Küche', undefined, undefined, undefined]);
});

it('management addresses are read with and without their length, and values that are no IP addresses are left out', async () => {
  const device = await read('lldp-ids');
  const addresses = portOf(device, 1).neighbors.map(({ managementAddresses }) => managementAddresses);
  expect(addresses.slice(0, 4)).toEqual([['192.168.1.1'], ['192.168.1.2'], ['2001:db8::3'], []]);
});

it('LLDP-V2-MIB is read if LLDP-MIB is missing: ports by ifIndex, each neighbour once', async () => {
  const device = await read('lldp-v2');
  expect(device.chassisId).toBe('02:00:00:00:02:01');
  expect(portOf(device, 10009).neighbors).toHaveLength(1);
  expect(heardOn(device, 10009)).toEqual(['resolved 02:00:00:00:0B:01']);
  expect(heardOn(device, 10010)).toEqual(['resolved 02:00:00:00:0B:02']);
  expect(device.interfaces.flatMap(({ neighbors }) => neighbors)).toContainEqual(
    expect.objectContaining({ protocol: 'LLDP-V2', portId: undefined }),
  );
});

it('all values of a neighbour in LLDP-V2-MIB are read', async () => {
  const port = await simulate(recordFile('lldp-v2-single'));
  const device = await readDevice('127.0.0.1', v2c, options(port));
  expect(portOf(device, 10009).neighbors).toEqual([
    {
      protocol: 'LLDP-V2',
      localPort: 'resolved',
      chassisId: { subtype: 'MacAddress', value: '02:00:00:00:0B:01' },
      portId: { subtype: 'InterfaceName', value: 'et1' },
      portDescription: 'to v2',
      systemName: 'spine',
      systemDescription: 'Spine switch',
      managementAddresses: ['10.0.0.9'],
    },
  ]);
});

it('a neighbour has the values of both its LLDP and its CDP record', async () => {
  const device = await read('cdp-beside-lldp');
  expect(portOf(device, 1).neighbors).toEqual([
    expect.objectContaining({
      protocol: 'LLDP',
      localPort: 'resolved',
      chassisId: { subtype: 'MacAddress', value: '02:00:00:00:0C:01' },
      systemName: 'core.example.net',
    }),
    {
      protocol: 'CDP',
      localPort: 'resolved',
      chassisId: { subtype: 'LocallyAssigned', value: 'core.example.net' },
      portId: { subtype: 'InterfaceName', value: 'GigabitEthernet1/0/1' },
      systemName: 'core',
      platform: 'cisco WS-C3850',
      managementAddresses: ['10.0.0.1', '10.99.0.1'],
    },
  ]);
  expect(portOf(device, 2).neighbors).toEqual([
    expect.objectContaining({
      chassisId: { subtype: 'LocallyAssigned', value: '02:00:00:00:0C:02' },
      managementAddresses: ['10.0.0.2'],
    }),
  ]);
});

it('parallel cables stay separate, and so do all machines behind a hub, although all interfaces have one name', async () => {
  const device = await read('parallel-cables');
  expect(heardOn(device, 11)).toEqual(['resolved 02:00:00:00:0D:01']);
  expect(heardOn(device, 21)).toEqual(['resolved 02:00:00:00:0D:01']);
  expect(heardOn(device, 31)).toEqual(['resolved 02:00:00:00:0D:02', 'resolved 02:00:00:00:0D:03']);
  expect([11, 21].map((ifIndex) => portOf(device, ifIndex).neighbors[0]!.portId?.value)).toEqual(['p7', 'p8']);
});

it('a device without names, without ifXTable, and with gaps in its indexes is read', async () => {
  const device = await read('bare-host');
  expect(device.incomplete).toEqual([]);
  expect(device.system.name).toBeUndefined();
  expect(device.interfaces.map(({ ifIndex, descr, name }) => [ifIndex, descr, name])).toEqual([
    [2, 'lan0', undefined],
    [17, 'lan1', undefined],
    [436207616, 'Ethernet1/1', undefined],
  ]);
  expect(portOf(device, 2).speedBps).toBe(1e8);
});

it('VLANs are read with their names, and native and tagged VLANs of ports by the bits of bridge ports', async () => {
  const device = await read('q-bridge');
  expect(device.vlans).toEqual([
    { number: 10, name: 'office' },
    { number: 20, name: 'guest' },
    { number: 40, name: 'spare' },
    { number: 300 },
  ]);
  expect(device.interfaces.map(({ descr, nativeVlan, taggedVlans }) => [descr, nativeVlan, taggedVlans])).toEqual([
    ['p1', 10, []],
    ['p2', 20, []],
    // `p3` has no PVID, so its native VLAN is the VLAN whose frames leave the port untagged.
    ['p3', 300, []],
    ['p12', 1, [10, 20, 300]],
  ]);
});

it('learned addresses are read from all filtering databases, whose numbers are no VLANs', async () => {
  const device = await read('q-bridge');
  expect(device.interfaces.map(({ fdbMacs }) => fdbMacs)).toEqual([
    ['02:00:00:00:09:01'],
    [],
    [],
    ['02:00:00:00:09:02', '02:00:00:00:09:03'],
  ]);
  expect(device.vlans.map(({ number }) => number)).not.toEqual(expect.arrayContaining([2]));
});

describe('a switch of Cisco', () => {
  const names = ['cisco', 'cisco@1', 'cisco@10', 'cisco@20'];
  const cisco = { version: 'v2c', community: 'cisco' } as const;

  it('has a bridge table for the community of each VLAN, and VLANs from VTP', async () => {
    const port = await simulate(...names.map(recordFile));
    const device = await readDevice('127.0.0.1', cisco, options(port));
    expect(device.incomplete).toEqual([]);
    expect(device.vlans).toEqual([
      { number: 1, name: 'default' },
      { number: 10, name: 'staff' },
      { number: 20, name: 'guests' },
    ]);
    expect(portOf(device, 10101)).toMatchObject({
      nativeVlan: 10,
      taggedVlans: [],
      fdbMacs: ['02:00:00:00:0E:10'],
    });
    expect(portOf(device, 10102)).toMatchObject({
      nativeVlan: 1,
      taggedVlans: [10, 20],
      fdbMacs: ['02:00:00:00:0E:01', '02:00:00:00:0E:11', '02:00:00:00:0E:20'],
    });
  });

  it('is incomplete if the communities of its VLANs are not answered', async () => {
    const port = await simulate(recordFile('cisco'), recordFile('bare-host'));
    const device = await readDevice('127.0.0.1', cisco, options(port, { timeoutMs: 200, retries: 1 }));
    expect(device.incomplete).toEqual(['fdb']);
    expect(portOf(device, 10102).fdbMacs).toEqual(['02:00:00:00:0E:01']);
  });
});

it('a router is read with its addresses, their prefixes, and the machines behind it', async () => {
  const device = await read('router');
  expect(device.addresses).toEqual([
    { address: '10.0.0.1', prefixLength: 24, ifIndex: 1 },
    { address: '10.8.0.1', prefixLength: 23, ifIndex: 2 },
    { address: '10.9.0.1', ifIndex: 2 },
    { address: 'fd00::1', prefixLength: 64, ifIndex: 2 },
    { address: 'fe80::7', ifIndex: 2 },
  ]);
  expect(device.arp).toEqual([
    { address: '10.0.0.20', mac: '02:00:00:00:0E:20', ifIndex: 1 },
    { address: 'fd00::10', mac: '02:00:00:00:0E:30', ifIndex: 2 },
    { address: '10.8.0.10', mac: '02:00:00:00:0E:30', ifIndex: 2 },
  ]);
});

it('model and serial number are those of the first chassis of a stack that has them', async () => {
  const device = await read('stack');
  expect(device.entity).toEqual({
    manufacturer: 'Maker',
    model: 'SW-48',
    serialNumber: 'FOC1001',
    firmwareRevision: '1.2',
    softwareRevision: '16.9.3',
  });
});

it('the same rows are found by interface name after a restart has changed the ifIndexes', async () => {
  const [before, after] = [await read('switch-8'), await read('switch-8-renumbered')];
  expect(after.interfaces.map(({ ifIndex }) => ifIndex)).toEqual([201, 202, 203, 204, 205, 206, 207, 208]);
  const byName = ({ interfaces }: DeviceFacts) => interfaces.map(({ ifIndex: _changedIndex, ...port }) => port);
  expect(byName(after)).toEqual(byName(before));
});

it('two switches with the same name and addresses are distinguished only by their serial numbers', async () => {
  const [one, other] = [await read('twin-a'), await read('twin-b')];
  const { entity, ...rest } = one;
  expect(other).toEqual({ ...rest, entity: { ...entity, serialNumber: 'TWIN-B' } });
  expect(rest).toMatchObject({ chassisId: '02:00:00:00:0F:00', system: { name: 'switch' } });
  expect(entity?.serialNumber).toBe('TWIN-A');
});

it('SNMPv1, which has no GETBULK and reports missing objects as errors, gives the same result', async () => {
  for (const name of ['switch-8', 'q-bridge', 'router', 'stack']) {
    const port = await simulate(recordFile(name));
    const newer = await readDevice('127.0.0.1', v2c, options(port));
    const older = await readDevice('127.0.0.1', { version: 'v1', community: 'public' }, options(port));
    expect(older).toEqual(newer);
  }
});
