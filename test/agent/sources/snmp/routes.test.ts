// Reading a device's routes from the MIB table that the device supports, also if parts are missing or the table has too
// many routes.
import { mostRoutes } from '../../../../src/agent/sources/snmp/tables/routes';
import type { Value } from '../../../../src/agent/sources/snmp/session';
import { interfaces, readInCode } from './device-in-code';

type Objects = Record<string, Value>;
const inet = '1.3.6.1.2.1.4.24.7.1';
const [local, remote] = [3, 4];
const [protoLocal, protoStatic, protoOspf, protoBgp] = [2, 3, 13, 14];

/** A row of inetCidrRouteTable. `next` is the type, length and bytes of the next hop, as a part of the row's OID. */
const row = (
  destination: string,
  next: string,
  { type = remote, protocol = protoStatic, ifIndex = 1, metric = 0 as number | null, policy = '2.0.0' } = {},
): Objects => {
  const index = `${destination}.${policy}.${next}`;
  return {
    [`${inet}.7.${index}`]: ifIndex,
    [`${inet}.8.${index}`]: type,
    [`${inet}.9.${index}`]: protocol,
    ...(metric !== null && { [`${inet}.12.${index}`]: metric }),
  };
};
const ports = interfaces([1, 'ge1'], [2, 'ge2']);
const v6 = (...head: number[]) => [...head, ...Array<number>(16 - head.length).fill(0)].join('.');
const read = async (objects: Objects) => {
  const { routes, incomplete, notes } = await readInCode({ ...ports, ...objects });
  return { routes, isComplete: !incomplete.includes('routes'), notes };
};
/** Rows for `count` prefixes of length /24, starting at 20.0.0.0. */
const many = (count: number): Objects => {
  const objects: Objects = {};
  for (let at = 0; at < count; at++) {
    const destination = `1.4.${20 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}.0.24`;
    Object.assign(objects, row(destination, '1.4.192.0.2.1', { protocol: protoBgp }));
  }
  return objects;
};

describe('inetCidrRouteTable', () => {
  it('is read with prefixes of both families, zones, hosts, default routes and several next hops', async () => {
    const { routes, isComplete, notes } = await read({
      ...row('1.4.0.0.0.0.0', '1.4.192.0.2.1', { metric: 10 }),
      ...row('1.4.0.0.0.0.0', '1.4.192.0.2.9', { metric: 20 }),
      ...row('1.4.192.0.2.0.24', '1.4.0.0.0.0', { type: local, protocol: protoLocal }),
      ...row('1.4.198.51.100.7.32', '1.4.192.0.2.1', { protocol: protoOspf, ifIndex: 2 }),
      ...row(`2.16.${v6()}.0`, `4.20.${v6(0xfe, 0x80)}.0.0.0.2`, { ifIndex: 2, metric: -1 }),
      ...row(`2.16.${v6(0x20, 1, 0xd, 0xb8)}.32`, '0.0', { type: 5, metric: null }),
      ...row(`4.20.${v6(0x20, 1, 0xd, 0xb8, 0, 1)}.0.0.0.1.48`, `2.16.${v6()}`, { type: local, ifIndex: 0 }),
    });
    expect(routes).toEqual([
      { destination: '0.0.0.0/0', nextHop: '192.0.2.1', ifIndex: 1, metric: 10, type: 'Remote', protocol: 'Static' },
      { destination: '0.0.0.0/0', nextHop: '192.0.2.9', ifIndex: 1, metric: 20, type: 'Remote', protocol: 'Static' },
      { destination: '::/0', nextHop: 'fe80::', ifIndex: 2, type: 'Remote', protocol: 'Static' },
      { destination: '192.0.2.0/24', ifIndex: 1, metric: 0, type: 'Local', protocol: 'Local' },
      { destination: '2001:db8:1::/48', metric: 0, type: 'Local', protocol: 'Static' },
      { destination: '2001:db8::/32', ifIndex: 1, type: 'Blackhole', protocol: 'Static' },
      { destination: '198.51.100.7/32', nextHop: '192.0.2.1', ifIndex: 2, metric: 0, type: 'Remote', protocol: 'Ospf' },
    ]);
    expect([isComplete, notes]).toEqual([true, []]);
  });

  it('is read if an agent leaves out the lengths of addresses, and sets host bits', async () => {
    const { routes, isComplete } = await read(row('1.10.1.2.3.16', '1.10.9.9.9', { policy: '0' }));
    expect(routes).toMatchObject([{ destination: '10.1.0.0/16', nextHop: '10.9.9.9' }]);
    expect(isComplete).toBe(true);
  });

  it('gives each route once, however many policies it has', async () => {
    const { routes } = await read({
      ...row('1.4.10.0.0.0.8', '1.4.192.0.2.1', { policy: '2.0.0' }),
      ...row('1.4.10.0.0.0.8', '1.4.192.0.2.1', { policy: '3.0.0.7' }),
    });
    expect(routes).toHaveLength(1);
  });

  it('leaves out routes that every machine has: loopback, link-local, multicast, broadcast', async () => {
    const { routes, isComplete } = await read({
      ...row('1.4.127.0.0.0.8', '0.0', { type: local }),
      ...row('1.4.169.254.0.0.16', '0.0', { type: local }),
      ...row('1.4.224.0.0.0.4', '0.0', { type: local }),
      ...row('1.4.255.255.255.255.32', '0.0', { type: local }),
      ...row(`2.16.${v6(0xfe, 0x80)}.64`, '0.0', { type: local }),
      ...row(`2.16.${v6(0xff)}.8`, '0.0', { type: local }),
    });
    expect([routes, isComplete]).toEqual([[], true]);
  });

  it.each([
    ['has no next hop in its index', '1.4.10.0.0.0.8'],
    ['has a longer prefix than its address', '1.4.10.0.0.0.33.2.0.0.1.4.192.0.2.1'],
    ['has bytes that are none', '1.4.10.0.0.256.8.2.0.0.1.4.192.0.2.1'],
    ['has more than the MIB says', '1.4.10.0.0.0.8.2.0.0.1.4.192.0.2.1.77'],
    ['is of an unknown family', '16.4.10.0.0.0.8.2.0.0.1.4.192.0.2.1'],
  ])('makes the table incomplete, with a warning, if a row %s', async (_what, index) => {
    const { routes, isComplete, notes } = await read({
      ...row('1.4.0.0.0.0.0', '1.4.192.0.2.1'),
      ...{ [`${inet}.8.${index}`]: remote, [`${inet}.9.${index}`]: protoStatic },
    });
    expect(routes).toHaveLength(1);
    expect(isComplete).toBe(false);
    expect(notes).toEqual(['inetCidrRouteTable: 1 rows have no destination and next hop in their index']);
  });

  it('makes the routes incomplete, with a warning, if it does not answer', async () => {
    const device = await readInCode({ ...ports, ...row('1.4.0.0.0.0.0', '0.0') }, { silent: [`${inet}.8`] });
    expect(device.incomplete).toContain('routes');
    expect(device.notes).toContainEqual(expect.stringMatching(/^inetCidrRouteTable: type/));
  });

  it('keeps a bounded number of routes: default, connected and static routes before those of BGP', async () => {
    const { routes, isComplete, notes } = await read({
      ...many(mostRoutes + 500),
      ...row('1.4.203.0.113.0.24', '0.0', { type: local, protocol: protoLocal }),
      ...row('1.4.198.51.100.0.24', '1.4.192.0.2.1'),
      ...row('1.4.198.18.0.0.15', '1.4.192.0.2.1', { protocol: protoOspf }),
      ...row('1.4.0.0.0.0.0', '1.4.192.0.2.1', { protocol: protoBgp }),
    });
    expect(routes).toHaveLength(mostRoutes);
    expect(routes.slice(0, 5).map(({ destination }) => destination)).toEqual([
      ...['0.0.0.0/0', '203.0.113.0/24', '198.51.100.0/24', '198.18.0.0/15', '20.0.0.0/24'],
    ]);
    expect(notes).toEqual([expect.stringMatching(/^inetCidrRouteTable: 504 of 2504 routes were left out/)]);
    // The table is marked as complete, so the service removes stored routes that are not in the report.
    expect(isComplete).toBe(true);
  });

  it("with 50,000 routes is read in part, together with the routes to the device's own subnets", async () => {
    const ownAddress = '203.0.113.1';
    const { routes, isComplete, notes } = await read({
      ...many(50_000),
      ...row('1.4.203.0.113.0.24', '0.0', { type: local, protocol: protoLocal }),
      ...{ [`1.3.6.1.2.1.4.20.1.2.${ownAddress}`]: 1, [`1.3.6.1.2.1.4.20.1.3.${ownAddress}`]: '255.255.255.0' },
    });
    expect(routes).toHaveLength(mostRoutes);
    expect(routes[0]).toMatchObject({ destination: '203.0.113.0/24', type: 'Local', ifIndex: 1 });
    expect(isComplete).toBe(false);
    expect(notes).toEqual([expect.stringMatching(/more than 10000 routes, of which 2000 are kept/)]);
  });
});

describe('older tables', () => {
  const cidr = '1.3.6.1.2.1.4.24.4.1';
  const old = '1.3.6.1.2.1.4.21.1';
  const cidrRow = (index: string, type: number, ifIndex = 1): Objects => ({
    ...{ [`${cidr}.5.${index}`]: ifIndex, [`${cidr}.6.${index}`]: type },
    ...{ [`${cidr}.7.${index}`]: protoStatic, [`${cidr}.11.${index}`]: 5 },
  });
  const oldRow = (destination: string, mask: string | undefined, nextHop: string, type: number): Objects => ({
    ...{ [`${old}.1.${destination}`]: destination, [`${old}.2.${destination}`]: 2, [`${old}.3.${destination}`]: 1 },
    ...{ [`${old}.7.${destination}`]: nextHop, [`${old}.8.${destination}`]: type, [`${old}.9.${destination}`]: 2 },
    ...(mask !== undefined && { [`${old}.11.${destination}`]: mask }),
  });

  it('ipCidrRouteTable gives the IPv4 routes that the newer table lacks', async () => {
    const { routes } = await read({
      ...row(`2.16.${v6(0x20, 1)}.16`, '0.0', { type: local }),
      ...cidrRow('0.0.0.0.0.0.0.0.0.192.0.2.1', remote),
      ...cidrRow('192.0.2.0.255.255.255.0.0.192.0.2.7', local),
      ...oldRow('10.0.0.0', '255.0.0.0', '192.0.2.1', 4),
    });
    expect(routes).toEqual([
      { destination: '2001::/16', ifIndex: 1, metric: 0, type: 'Local', protocol: 'Static' },
      { destination: '0.0.0.0/0', nextHop: '192.0.2.1', ifIndex: 1, metric: 5, type: 'Remote', protocol: 'Static' },
      // This route has no next hop, because the next hop in the table is an address of the device itself.
      { destination: '192.0.2.0/24', ifIndex: 1, metric: 5, type: 'Local', protocol: 'Static' },
    ]);
  });

  it('a default route of IPv4 is kept, however many IPv6 routes the newer table has', async () => {
    const objects: Objects = cidrRow('0.0.0.0.0.0.0.0.0.192.0.2.1', remote);
    for (let at = 0; at < mostRoutes; at += 1) {
      const prefix = v6(0x20, 1, at >> 8, at & 255);
      Object.assign(objects, row(`2.16.${prefix}.32`, `2.16.${v6(0x20, 1, 0xd)}`, { protocol: protoBgp }));
    }
    const { routes, isComplete, notes } = await read(objects);
    expect([routes.length, routes[0]!.destination, isComplete]).toEqual([mostRoutes, '0.0.0.0/0', true]);
    expect(notes).toEqual(['inetCidrRouteTable and older tables: 1 of 2001 routes were left out, those of BGP first']);
  });

  it('a mask with gaps leads to a warning', async () => {
    const { routes, isComplete, notes } = await read(cidrRow('10.0.0.0.255.0.255.0.0.192.0.2.1', remote));
    expect([routes, isComplete]).toEqual([[], false]);
    expect(notes).toEqual(['ipCidrRouteTable: 1 rows have no destination and next hop in their index']);
  });

  it('ipRouteTable is read last: missing masks are those of the address class, and invalid routes are left out', async () => {
    const { routes, isComplete } = await read({
      ...oldRow('0.0.0.0', '0.0.0.0', '192.0.2.1', 4),
      ...oldRow('192.0.2.0', '255.255.255.0', '192.0.2.7', 3),
      ...oldRow('172.16.0.0', undefined, '192.0.2.1', 4),
      ...oldRow('10.0.0.0', '0.0.0.0', '192.0.2.1', 4),
      ...oldRow('198.51.100.0', '255.255.255.0', '192.0.2.1', 2),
    });
    expect(routes.map(({ destination, nextHop, type }) => [destination, nextHop, type])).toEqual([
      ['0.0.0.0/0', '192.0.2.1', 'Remote'],
      ['192.0.2.0/24', undefined, 'Local'],
      ['10.0.0.0/8', '192.0.2.1', 'Remote'],
      ['172.16.0.0/16', '192.0.2.1', 'Remote'],
    ]);
    expect(isComplete).toBe(true);
  });
});
