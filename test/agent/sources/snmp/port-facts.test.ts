// Facts about each port from SNMP tables: aggregates, spanning tree, duplex, MTU and power. From inconsistent rows no
// fact is derived; the agent reports such rows.
import type { DeviceFacts } from '../../../../src/agent/sources/snmp';
import { basePorts, hex, interfaces, readInCode, createSession } from './device-in-code';

const lag = (...rows: readonly (readonly [number, number, number?])[]) =>
  Object.fromEntries(
    rows.flatMap(([port, attachedIndex, selectedIndex]) => [
      [`1.2.840.10006.300.43.1.2.1.1.13.${port}`, attachedIndex],
      ...(selectedIndex === undefined ? [] : [[`1.2.840.10006.300.43.1.2.1.1.12.${port}`, selectedIndex]]),
    ]),
  );
const stack = (...rows: readonly (readonly [number, number, number?])[]) =>
  Object.fromEntries(rows.map(([higher, lower, status = 1]) => [`1.3.6.1.2.1.31.1.2.1.3.${higher}.${lower}`, status]));
const stp = (...rows: readonly (readonly [number, number])[]) =>
  Object.fromEntries(rows.map(([port, state]) => [`1.3.6.1.2.1.17.2.15.1.3.${port}`, state]));
const tree = (root: string, cost: number, port: number) => ({
  ...{ '1.3.6.1.2.1.17.2.5.0': hex(root), '1.3.6.1.2.1.17.2.6.0': cost, '1.3.6.1.2.1.17.2.7.0': port },
});
const mstp = (...rows: readonly (readonly [string, number])[]) =>
  Object.fromEntries(rows.map(([index, state]) => [`1.3.111.2.802.1.1.6.1.4.1.5.${index}`, state]));
const poe = (...rows: readonly (readonly [string, number, number?])[]) =>
  Object.fromEntries(
    rows.flatMap(([index, status, powerClass]) => [
      [`1.3.6.1.2.1.105.1.1.1.6.${index}`, status],
      ...(powerClass === undefined ? [] : [[`1.3.6.1.2.1.105.1.1.1.10.${index}`, powerClass]]),
    ]),
  );

const valuesOf = <K extends keyof DeviceFacts['interfaces'][number]>(device: DeviceFacts, key: K) =>
  Object.fromEntries(device.interfaces.flatMap((port) => (port[key] === undefined ? [] : [[port.name, port[key]]])));

const bondedInterfaces = interfaces(
  [1, 'ge1'],
  [2, 'ge2'],
  [3, 'ge3'],
  [100, 'lag1', undefined, 161],
  [200, 'v1', undefined, 135],
);

describe('aggregates', () => {
  it('are read from LACP, attached or waiting; 0 and the port itself mean no aggregate', async () => {
    const device = await readInCode({ ...bondedInterfaces, ...lag([1, 100, 100], [2, 0, 100], [3, 0, 0], [200, 200]) });
    expect(valuesOf(device, 'aggregateIfIndex')).toEqual({ ge1: 100, ge2: 100 });
    expect([device.incomplete, device.notes]).toEqual([[], []]);
  });

  it('are read from the layers of interfaces if LACP gives none, through a unit and not through a VLAN', async () => {
    const layers = interfaces([4, 'ge4'], [40, 'ge4.0', undefined, 53], [5, 'ge5'], [201, 'v2', undefined, 135]);
    const device = await readInCode({
      ...{ ...bondedInterfaces, ...layers, ...lag([1, 0]) },
      // Rows of ifStackTable: the ifIndex of the higher and of the lower layer. Port 1 and unit 40 of port 4 are below
      // the aggregate 100, so both ports are members. Port 5 is below a VLAN interface, so it is not. Rows with the
      // status 2 are ignored.
      ...stack([200, 100], [100, 1], [100, 40], [40, 4], [100, 201], [201, 5], [100, 2, 2], [0, 100], [3, 0]),
    });
    expect(valuesOf(device, 'aggregateIfIndex')).toEqual({ ge1: 100, ge4: 100 });
    expect(device.incomplete).toEqual([]);
  });

  it('are never looked up in an endless loop of layers; a port below two aggregates is in none, and the run warns', async () => {
    const device = await readInCode({
      ...{
        ...bondedInterfaces,
        ...interfaces([101, 'lag2', undefined, 161], [6, 'a', undefined, 53], [7, 'b', undefined, 53]),
      },
      ...stack([100, 1], [101, 1], [6, 2], [7, 6], [6, 7]),
    });
    expect(valuesOf(device, 'aggregateIfIndex')).toEqual({});
    expect(device.incomplete).toEqual(['aggregates']);
    expect(device.notes).toEqual(['ifStackTable: ports are below several aggregates (1)']);
  });

  it('are incomplete if a row names an unknown port or aggregate, with a warning; the other rows count', async () => {
    const device = await readInCode({ ...bondedInterfaces, ...lag([1, 100], [2, 999], [77, 100]) });
    expect(valuesOf(device, 'aggregateIfIndex')).toEqual({ ge1: 100 });
    expect(device.incomplete).toEqual(['aggregates']);
    expect(device.notes).toEqual(['dot3adAggPortTable: ports or aggregates are no known interface (999, port 77)']);
  });
});

describe('the spanning tree', () => {
  const bridge = { ...bondedInterfaces, ...basePorts([11, 1], [12, 2], [13, 3]) };

  it('has a root, a port to the root, and a state of each port, by the port numbers of the bridge', async () => {
    const device = await readInCode({
      ...{ ...bridge, ...tree('8001001b21aabbcc', 4, 12) },
      ...stp([11, 2], [12, 5], [13, 6]),
    });
    expect(device).toMatchObject({ stpRootBridgeId: '32769/00:1b:21:aa:bb:cc', stpRootCost: 4 });
    expect(valuesOf(device, 'stpState')).toEqual({ ge1: 'Blocking', ge2: 'Forwarding', ge3: 'Broken' });
    expect(valuesOf(device, 'isStpRootPort')).toEqual({ ge2: true });
    expect([device.incomplete, device.notes]).toEqual([[], []]);
  });

  it('has no port to the root on the root itself; zeros and values of another length name no root', async () => {
    const ownFacts = await readInCode({ ...bridge, ...tree('8000001b21aabbcc', 0, 0), ...stp([11, 5]) });
    expect([ownFacts.stpRootCost, valuesOf(ownFacts, 'isStpRootPort')]).toEqual([0, {}]);
    for (const none of ['0000000000000000', '001b21aabbcc', ''])
      expect(await readInCode({ ...bridge, ...tree(none, 7, 0) })).toMatchObject({
        ...{ stpRootBridgeId: undefined, stpRootCost: undefined, incomplete: [] },
      });
  });

  it('skips a port that the bridge does not map, with a warning unless it is disabled', async () => {
    const device = await readInCode({ ...bridge, ...stp([11, 5], [12, 0], [13, 9], [88, 5], [89, 1]) });
    expect(valuesOf(device, 'stpState')).toEqual({ ge1: 'Forwarding' });
    expect(device.incomplete).toEqual(['stp']);
    expect(device.notes).toEqual(['dot1dStpPortTable: ports are no known interface (88)']);
    const lostFacts = await readInCode({ ...bridge, ...tree('8000001b21aabbcc', 4, 88), ...stp([11, 5]) });
    expect(lostFacts.incomplete).toEqual(['stp']);
  });

  it('has instances in MSTP: a port that forwards in any instance forwards, and one blocks that forwards in none', async () => {
    const ports = basePorts([1, 1], [2, 2], [3, 3]);
    const device = await readInCode({
      ...{ ...bondedInterfaces, ...ports, ...stp([1, 2], [2, 2], [3, 5]) },
      ...mstp(['1.1.1', 4], ['1.2.1', 5], ['1.2.2', 5], ['1.1.3', 5], ['1.99999.3', 5], ['1.1.9', 1]),
    });
    expect(valuesOf(device, 'stpState')).toEqual({ ge1: 'Forwarding', ge2: 'Blocking', ge3: 'Forwarding' });
    expect(valuesOf(device, 'stpBlockedInstances')).toEqual({ ge1: [0, 2], ge2: [0, 2], ge3: [1] });
    expect(valuesOf(device, 'stpBlockedVlans')).toEqual({});
    expect([device.incomplete, device.notes]).toEqual([[], []]);
    // MSTP rows of two bridge components, which may use the same port numbers for different ports. So no state is
    // derived from them.
    const several = await readInCode({
      ...bondedInterfaces,
      ...ports,
      ...stp([1, 2]),
      ...mstp(['1.1.1', 4], ['2.1.1', 4]),
    });
    expect([valuesOf(several, 'stpState'), several.incomplete]).toEqual([{}, ['stp']]);
    expect(valuesOf(several, 'stpBlockedInstances')).toEqual({});
    const unplacedFacts = await readInCode({ ...bondedInterfaces, ...ports, ...stp([1, 5]), ...mstp(['1.1.9', 4]) });
    expect(unplacedFacts.incomplete).toEqual(['stp']);
  });

  it('has an instance for each VLAN on Cisco switches: a port that forwards in any VLAN forwards', async () => {
    const vlan = (number: number) => ({
      [`1.3.6.1.4.1.9.9.46.1.3.1.1.2.1.${number}`]: 1,
      [`1.3.6.1.4.1.9.9.46.1.3.1.1.3.1.${number}`]: 1,
    });
    const ofVlan = (number: number) =>
      createSession(
        number === 10
          ? { ...basePorts([1, 1], [2, 2]), ...stp([1, 2], [2, 2]) }
          : { ...basePorts([5, 1], [7, 3]), ...stp([5, 5], [7, 3]) },
      );
    const plain = {
      ...bondedInterfaces,
      ...basePorts([1, 1], [2, 2]),
      ...stp([1, 2], [2, 2]),
      ...vlan(10),
      ...vlan(20),
    };
    const device = await readInCode(plain, { ofVlan }, '1.3.6.1.4.1.9.1.1');
    expect(valuesOf(device, 'stpState')).toEqual({ ge1: 'Forwarding', ge2: 'Blocking', ge3: 'Listening' });
    expect(valuesOf(device, 'stpBlockedVlans')).toEqual({ ge1: [10], ge2: [10] });
    expect(device.incomplete).toEqual([]);
  });

  it('is undecided on Cisco switches if a VLAN was not answered and all others block; a forwarding port is known', async () => {
    const vlan = (number: number) => ({
      [`1.3.6.1.4.1.9.9.46.1.3.1.1.2.1.${number}`]: 1,
      [`1.3.6.1.4.1.9.9.46.1.3.1.1.3.1.${number}`]: 1,
    });
    const answeredSnmpSession = createSession({ ...basePorts([1, 1], [2, 2]), ...stp([1, 2], [2, 5]) });
    const silent = createSession({}, { silent: ['1.3.6.1'] });
    const plain = {
      ...bondedInterfaces,
      ...basePorts([1, 1], [2, 2]),
      ...stp([1, 2], [2, 2]),
      ...vlan(10),
      ...vlan(20),
    };
    const ofVlan = (number: number) => (number === 10 ? answeredSnmpSession : silent);
    const device = await readInCode(plain, { ofVlan }, '1.3.6.1.4.1.9.1.1');
    expect(valuesOf(device, 'stpState')).toEqual({ ge2: 'Forwarding' });
    expect([...device.incomplete].sort()).toEqual(['fdb', 'stp']);
  });

  it('is undecided if instances were not answered and the CIST blocks', async () => {
    const ports = { ...bondedInterfaces, ...basePorts([1, 1], [2, 2]), ...stp([1, 2], [2, 5]) };
    const device = await readInCode(ports, { silent: ['1.3.111.2.802.1.1.6'] });
    expect(valuesOf(device, 'stpState')).toEqual({ ge2: 'Forwarding' });
    expect(device.incomplete).toEqual(['stp']);
  });
});

describe('duplex, MTU and power', () => {
  it('are read from the tables; unknown modes, missing rows and invalid sizes stay unknown', async () => {
    const device = await readInCode({
      ...bondedInterfaces,
      ...{ '1.3.6.1.2.1.10.7.2.1.19.1': 3, '1.3.6.1.2.1.10.7.2.1.19.2': 2, '1.3.6.1.2.1.10.7.2.1.19.3': 1 },
      ...{ '1.3.6.1.2.1.10.7.2.1.19.4711': 3 },
      ...{ '1.3.6.1.2.1.2.2.1.4.1': 9216, '1.3.6.1.2.1.2.2.1.4.2': 0 },
    });
    expect(valuesOf(device, 'duplex')).toEqual({ ge1: 'Full', ge2: 'Half' });
    expect(valuesOf(device, 'mtu')).toEqual({ ge1: 9216 });
    expect([device.incomplete, device.notes]).toEqual([[], []]);
  });

  it('power belongs to the port that its unit and number name, else to the bridge port of a single unit', async () => {
    const units = await readInCode({
      ...interfaces([101, 'Gi1/0/1'], [102, 'Gi1/0/2'], [201, 'Gi2/0/1'], [111, 'Te1/1/1']),
      ...poe(['1.1', 3, 5], ['1.2', 2, 5], ['2.1', 4]),
    });
    expect(valuesOf(units, 'poeStatus')).toEqual({
      'Gi1/0/1': 'Delivering',
      'Gi1/0/2': 'Searching',
      'Gi2/0/1': 'Fault',
    });
    expect(valuesOf(units, 'poeClass')).toEqual({ 'Gi1/0/1': 4 });
    expect(units.incomplete).toEqual([]);
    const plain = await readInCode({ ...interfaces([1, 'a'], [2, 'b']), ...basePorts([7, 2]), ...poe(['1.7', 3, 1]) });
    expect([valuesOf(plain, 'poeStatus'), valuesOf(plain, 'poeClass')]).toEqual([{ b: 'Delivering' }, { b: 0 }]);
  });

  it("the power that a device draws is read in milliwatts from Cisco's MIB; other switches do not report it", async () => {
    const units = await readInCode({
      ...{
        ...interfaces([101, 'Gi1/0/1'], [102, 'Gi1/0/2'], [103, 'Gi1/0/3']),
        ...poe(['1.1', 3], ['1.2', 2], ['1.3', 3]),
      },
      ...{ '1.3.6.1.4.1.9.9.402.1.2.1.9.1.1': 6400, '1.3.6.1.4.1.9.9.402.1.2.1.9.1.2': 0 },
      '1.3.6.1.4.1.9.9.402.1.2.1.9.7.7': 9,
    });
    expect(valuesOf(units, 'poeMilliwatts')).toEqual({ 'Gi1/0/1': 6400, 'Gi1/0/2': 0 });
    expect([units.incomplete, units.notes]).toEqual([[], []]);
  });

  it('a powered port that is no interface leads to a warning', async () => {
    const device = await readInCode({ ...interfaces([1, 'Gi1/0/1']), ...poe(['1.1', 3, 2], ['3.9', 3, 2], ['4', 2]) });
    expect(valuesOf(device, 'poeStatus')).toEqual({ 'Gi1/0/1': 'Delivering' });
    expect(device.incomplete).toEqual(['poe']);
    expect(device.notes).toEqual(['pethPsePortTable: ports are no known interface (3.9, 4)']);
  });
});

describe('counters', () => {
  const ifTable = '1.3.6.1.2.1.2.2.1';
  const ifXTable = '1.3.6.1.2.1.31.1.1.1';
  const plain = (index: number, octets: number) => ({
    ...{ [`${ifTable}.10.${index}`]: octets, [`${ifTable}.16.${index}`]: octets + 1 },
    ...{
      [`${ifTable}.13.${index}`]: 2,
      [`${ifTable}.14.${index}`]: 3,
      [`${ifTable}.19.${index}`]: 4,
      [`${ifTable}.20.${index}`]: 5,
    },
  });
  const wide = (index: number, octets: string) => ({
    ...{
      [`${ifXTable}.6.${index}`]: hex(octets),
      [`${ifXTable}.10.${index}`]: hex(octets),
      [`${ifXTable}.19.${index}`]: 77,
    },
  });

  it('have 64 bits if the device has these, else 32 bits, with the time since the device started', async () => {
    const device = await readInCode({
      ...{ ...bondedInterfaces, '1.3.6.1.2.1.1.3.0': 4711 },
      ...{ ...plain(1, 10), ...wide(1, '0020000000000001'), ...plain(2, 20), ...plain(3, 30), ...wide(3, '00') },
    });
    const rest = { inErrors: 3n, outErrors: 5n, inDiscards: 2n, outDiscards: 4n, upTimeTicks: 4711n };
    expect(valuesOf(device, 'counters')).toEqual({
      ge1: { ...rest, inOctets: 2n ** 53n + 1n, outOctets: 2n ** 53n + 1n, octetBits: 64, discontinuityTicks: 77n },
      ge2: { ...rest, inOctets: 20n, outOctets: 21n, octetBits: 32, discontinuityTicks: undefined },
      // The device returns zero for 64-bit counters that it does not have, so the 32-bit counters are used.
      ge3: { ...rest, inOctets: 30n, outOctets: 31n, octetBits: 32, discontinuityTicks: 77n },
    });
  });

  it('are missing if the device has none, and values beyond 63 bits are left out', async () => {
    expect(valuesOf(await readInCode(bondedInterfaces), 'counters')).toEqual({});
    const device = await readInCode({ ...bondedInterfaces, ...wide(1, 'ffffffffffffffff') });
    expect(valuesOf(device, 'counters')).toEqual({});
  });
});

it('of a table that is not answered give no result, and the other tables are read', async () => {
  const device = await readInCode(
    { ...bondedInterfaces, ...lag([1, 100]), ...basePorts([11, 1]), ...stp([11, 5]) },
    { silent: ['1.2.840.10006.300.43.1.2.1.1.13'] },
  );
  expect(device.incomplete).toEqual(['aggregates']);
  expect(valuesOf(device, 'stpState')).toEqual({ ge1: 'Forwarding' });
});
