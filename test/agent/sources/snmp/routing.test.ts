// Reading redundancy groups with virtual addresses, and neighbors of routing protocols, from devices' tables.
import type { Value } from '../../../../src/agent/sources/snmp/session';
import { hex, interfaces, readInCode } from './device-in-code';

type Objects = Record<string, Value>;
const ports = interfaces([1, 'ge1'], [2, 'ge2'], [7, 'vlan7']);
const ownAddressRow = (address: string, ifIndex: number): Objects => ({
  [`1.3.6.1.2.1.4.20.1.2.${address}`]: ifIndex,
  [`1.3.6.1.2.1.4.20.1.3.${address}`]: '255.255.255.0',
});
const read = async (objects: Objects) => {
  const { fhrpGroups, routingNeighbors, incomplete, notes } = await readInCode({ ...ports, ...objects });
  return { fhrpGroups, routingNeighbors, incomplete, notes };
};
const bytes = (...numbers: number[]) => Buffer.from(numbers);
const v6 = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

describe('groups of routers', () => {
  const vrrp = (ifIndex: number, group: number, state: number, priority?: number): Objects => ({
    [`1.3.6.1.2.1.68.1.3.1.3.${ifIndex}.${group}`]: state,
    ...(priority !== undefined && { [`1.3.6.1.2.1.68.1.3.1.5.${ifIndex}.${group}`]: priority }),
  });
  const vrrpAddress = (ifIndex: number, group: number, address: string): Objects => ({
    [`1.3.6.1.2.1.68.1.4.1.2.${ifIndex}.${group}.${address}`]: 1,
  });

  it('of VRRP may have one number on two interfaces, each with its own addresses', async () => {
    const { fhrpGroups, incomplete, notes } = await read({
      ...vrrp(1, 10, 3, 200),
      ...vrrp(7, 10, 2),
      ...vrrpAddress(1, 10, '192.0.2.1'),
      ...vrrpAddress(1, 10, '192.0.2.2'),
      ...vrrpAddress(7, 10, '198.51.100.1'),
    });
    const common = { protocol: 'Vrrp2', groupNumber: 10 };
    expect(fhrpGroups).toEqual([
      { ...common, ifIndex: 1, state: 'Master', priority: 200, virtualAddresses: ['192.0.2.1', '192.0.2.2'] },
      { ...common, ifIndex: 7, state: 'Backup', virtualAddresses: ['198.51.100.1'] },
    ]);
    expect([incomplete, notes]).toEqual([[], []]);
  });

  it('of VRRPv3 are separate for each address family', async () => {
    const { fhrpGroups } = await read({
      '1.3.6.1.2.1.207.1.1.1.1.6.1.5.1': 2,
      '1.3.6.1.2.1.207.1.1.1.1.7.1.5.1': 100,
      '1.3.6.1.2.1.207.1.1.1.1.6.1.5.2': 1,
      '1.3.6.1.2.1.207.1.1.2.1.2.1.5.1.4.192.0.2.1': 1,
      [`1.3.6.1.2.1.207.1.1.2.1.2.1.5.2.16.${v6.join('.')}`]: 1,
    });
    const common = { protocol: 'Vrrp3', ifIndex: 1, groupNumber: 5 };
    expect(fhrpGroups).toEqual([
      { ...common, state: 'Backup', priority: 100, virtualAddresses: ['192.0.2.1'] },
      { ...common, state: 'Initialize', virtualAddresses: ['2001:db8::1'] },
    ]);
  });

  it('of HSRP have their address in a column, which may still be empty', async () => {
    const entry = '1.3.6.1.4.1.9.9.106.1.2.1.1';
    const { fhrpGroups } = await read({
      ...{ [`${entry}.3.2.0`]: 110, [`${entry}.11.2.0`]: '192.0.2.254', [`${entry}.15.2.0`]: 6 },
      ...{ [`${entry}.3.7.4095`]: 999, [`${entry}.11.7.4095`]: '0.0.0.0', [`${entry}.15.7.4095`]: 2 },
    });
    expect(fhrpGroups).toEqual([
      {
        protocol: 'Hsrp',
        ifIndex: 2,
        groupNumber: 0,
        state: 'Active',
        priority: 110,
        virtualAddresses: ['192.0.2.254'],
      },
      { protocol: 'Hsrp', ifIndex: 7, groupNumber: 4095, state: 'Learn', virtualAddresses: [] },
    ]);
  });

  it.each([
    ['a group without a number', vrrp(1, 10, 3), { '1.3.6.1.2.1.68.1.3.1.3.9': 3 }],
    ['an address that is none', vrrp(1, 10, 3), { '1.3.6.1.2.1.68.1.4.1.2.1.10.192.0.2': 1 }],
  ])('%s makes the tables incomplete, and is told', async (_what, good, bad) => {
    const { fhrpGroups, incomplete, notes } = await read({ ...good, ...bad });
    expect(fhrpGroups).toHaveLength(1);
    expect(incomplete).toEqual(['fhrp']);
    expect(notes).toEqual([expect.stringMatching(/^vrrpOperTable: 1 rows/)]);
  });
});

describe('routing neighbours', () => {
  const ospf = '1.3.6.1.2.1.14.10.1';
  const bgp = '1.3.6.1.2.1.15.3.1';
  const cisco = '1.3.6.1.4.1.9.9.187.1.2.5.1';
  const isis = '1.3.6.1.2.1.138.1';

  it('of OSPF are on the interface of their subnet; those without an address on the interface that they name', async () => {
    const { routingNeighbors, incomplete, notes } = await read({
      ...{ ...ownAddressRow('192.0.2.9', 1), ...ownAddressRow('198.51.100.9', 2) },
      ...{ [`${ospf}.3.192.0.2.1.0`]: '10.255.0.1', [`${ospf}.6.192.0.2.1.0`]: 8 },
      ...{ [`${ospf}.3.192.0.2.3.0`]: '0.0.0.0', [`${ospf}.6.192.0.2.3.0`]: 1 },
      ...{ [`${ospf}.3.203.0.113.7.7`]: '10.255.0.7', [`${ospf}.6.203.0.113.7.7`]: 4 },
      ...{ [`${ospf}.3.203.0.113.8.0`]: '10.255.0.8', [`${ospf}.6.203.0.113.8.0`]: 3 },
    });
    expect(routingNeighbors).toEqual([
      { protocol: 'Ospf', address: '192.0.2.1', routerId: '10.255.0.1', ifIndex: 1, state: 'Full' },
      { protocol: 'Ospf', address: '192.0.2.3', ifIndex: 1, state: 'Down' },
      { protocol: 'Ospf', address: '203.0.113.7', routerId: '10.255.0.7', ifIndex: 7, state: 'TwoWay' },
      { protocol: 'Ospf', address: '203.0.113.8', routerId: '10.255.0.8', state: 'Init' },
    ]);
    expect([incomplete, notes]).toEqual([[], []]);
  });

  it('of OSPF have their address whatever its first byte is', async () => {
    const addresses = Array.from({ length: 223 }, (_none, at) => `${at + 1}.69.1.2`);
    const objects = addresses.flatMap((address) => [0, 7].map((number) => [`${ospf}.6.${address}.${number}`, 8]));
    const { routingNeighbors, incomplete } = await read(Object.fromEntries(objects) as Objects);
    const foundNeighbors = routingNeighbors.map(({ address, ifIndex }) => `${address} ${ifIndex}`);
    expect(foundNeighbors).toHaveLength(2 * addresses.length);
    for (const address of addresses)
      expect(foundNeighbors).toEqual(expect.arrayContaining([`${address} 7`, `${address} undefined`]));
    expect(incomplete).toEqual([]);
  });

  it('of OSPFv3 have their router ID in the index', async () => {
    const { routingNeighbors } = await read({
      '1.3.6.1.2.1.191.1.9.1.5.2.0.184483847': bytes(0xfe, 0x80, ...Array<number>(13).fill(0), 7),
      '1.3.6.1.2.1.191.1.9.1.8.2.0.184483847': 8,
    });
    expect(routingNeighbors).toEqual([
      { protocol: 'Ospfv3', address: 'fe80::7', routerId: '10.255.0.7', ifIndex: 2, state: 'Full' },
    ]);
  });

  it("of BGP have their AS number, of up to four bytes, and appear once if the manufacturer's table has them as well", async () => {
    const { routingNeighbors } = await read({
      ...{ [`${bgp}.1.192.0.2.1`]: '10.255.0.1', [`${bgp}.2.192.0.2.1`]: 6, [`${bgp}.9.192.0.2.1`]: 23456 },
      ...{ [`${bgp}.1.192.0.2.2`]: '0.0.0.0', [`${bgp}.2.192.0.2.2`]: 3, [`${bgp}.9.192.0.2.2`]: 4200000001 },
      ...{ [`${cisco}.3.1.4.192.0.2.1`]: 6, [`${cisco}.11.1.4.192.0.2.1`]: 4200000000 },
      ...{ [`${cisco}.3.2.16.${v6.join('.')}`]: 1, [`${cisco}.11.2.16.${v6.join('.')}`]: 65001 },
    });
    expect(routingNeighbors).toEqual([
      { protocol: 'Bgp', address: '192.0.2.1', remoteAs: 4200000000, state: 'Established' },
      { protocol: 'Bgp', address: '2001:db8::1', remoteAs: 65001, state: 'Idle' },
      { protocol: 'Bgp', address: '192.0.2.2', remoteAs: 4200000001, state: 'Active' },
    ]);
  });

  it('of IS-IS have their system ID, the interface of their circuit, and an address that is not link-local', async () => {
    const { routingNeighbors } = await read({
      [`${isis}.3.2.1.2.4`]: 7,
      ...{ [`${isis}.6.1.1.2.4.1`]: 3, [`${isis}.6.1.1.6.4.1`]: hex('010202550007') },
      [`${isis}.6.3.1.3.4.1.1`]: bytes(0xfe, 0x80, ...Array<number>(13).fill(0), 7),
      [`${isis}.6.3.1.3.4.1.2`]: bytes(192, 0, 2, 7),
      ...{ [`${isis}.6.1.1.2.9.1`]: 4, [`${isis}.6.1.1.6.9.1`]: hex('010202550009') },
    });
    expect(routingNeighbors).toEqual([
      { protocol: 'IsIs', address: '192.0.2.7', routerId: '0102.0255.0007', ifIndex: 7, state: 'Up' },
      { protocol: 'IsIs', routerId: '0102.0255.0009', state: 'Failed' },
    ]);
  });

  it('without an address and an ID make the tables incomplete, and the warning names the table', async () => {
    const unkeyed = {
      ospfNbrTable: `${ospf}.6.192.0.2`,
      cbgpPeer2Table: `${cisco}.3.1.3.192.0.2`,
      isisISAdjTable: `${isis}.6.1.1.2.4.1`,
    };
    const { routingNeighbors, incomplete, notes } = await read({
      ...Object.fromEntries(Object.values(unkeyed).map((column) => [column, 1])),
      [`${ospf}.6.192.0.2.1.0`]: 8,
    });
    expect(routingNeighbors).toHaveLength(1);
    expect(incomplete).toEqual(['routing neighbours']);
    expect(notes).toEqual(
      Object.keys(unkeyed).map((table) => `${table}: 1 rows of routing neighbours have no address and no router ID`),
    );
  });
});
