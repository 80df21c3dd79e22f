// Checks of paths between two hosts, along cables and through subnets.
import { instant, judgeBriefly, keysOf, type NetworkSpec } from './networks';

const isSwitch = { role: 'Switch' } as const;
const pc = { role: 'Pc' } as const;
const cabled: NetworkSpec = {
  hosts: { a: pc, b: pc, s1: isSwitch, s2: isSwitch, s3: isSwitch, far: isSwitch, next: isSwitch, alone: {} },
  cables: [
    ['a:1', 's1:1'],
    ['s1:2', 's2:1'],
    ['s2:2', 's3:1'],
    ['s1:3', 's3:2'],
    ['s3:3', 'b:1'],
    ['far:1', 'next:1'],
  ],
};
const ends = { view: 'L2Physical', fromHostId: 'a', toHostId: 'b' } as const;
const buildRule = (more: object = {}) => ({ kind: 'WayExists', ...ends, ...more }) as const;

test('a way along cables: its length, the devices that it leads through, and those around', () => {
  expect(judgeBriefly(cabled, buildRule())).toEqual(['Passing']);
  expect(judgeBriefly(cabled, buildRule({ maxHops: 3 }))).toEqual(['Passing']);
  expect(judgeBriefly(cabled, buildRule({ maxHops: 2 }))).toEqual(['Failing', '! way_too_long a b s1 s3']);
  expect(judgeBriefly(cabled, buildRule({ throughHostIds: ['s3'] }))).toEqual(['Passing']);
  expect(judgeBriefly(cabled, buildRule({ throughHostIds: ['s2'] }))).toEqual(['Failing', '! way_around a b s1 s3']);
  expect(judgeBriefly(cabled, buildRule({ notThroughHostIds: ['s2'] }))).toEqual(['Failing', '! way_through a b s2']);
  expect(judgeBriefly(cabled, buildRule({ notThroughHostIds: ['far', 'alone'] }))).toEqual(['Passing']);
  expect(judgeBriefly(cabled, buildRule({ toHostId: 'far' }))).toEqual(['Failing', '! no_way a far']);
  expect(judgeBriefly(cabled, buildRule({ throughHostIds: ['s3', 'gone'] }))).toEqual(['Unknown', '? row_gone gone']);
});

test('no way: it is found if there is one, and unknown without a cable', () => {
  const noWay = (toHostId: string) => ({ kind: 'NoWay', ...ends, toHostId }) as const;
  expect(judgeBriefly(cabled, noWay('far'))).toEqual(['Passing']);
  expect(judgeBriefly(cabled, noWay('b'))).toEqual(['Failing', '! way_exists a b s1 s3']);
  expect(judgeBriefly(cabled, noWay('alone'))).toEqual(['Unknown', '? host_without_cable alone']);
  expect(judgeBriefly(cabled, noWay('gone'))).toEqual(['Unknown', '? row_gone gone']);
  const missing = { ...cabled, hosts: { ...cabled.hosts, b: { missingSince: instant } } };
  expect(judgeBriefly(missing, noWay('b'))).toEqual(['Unknown', '? host_missing b']);
});

test('a device without a role on the way gives Unknown, whether a way is wanted or not', () => {
  const unknown = { ...cabled, hosts: { ...cabled.hosts, s3: {} } };
  expect(judgeBriefly(unknown, buildRule())).toEqual(['Unknown', '? forwarding_not_known s3']);
  expect(judgeBriefly(unknown, { kind: 'NoWay', ...ends })).toEqual(['Unknown', '? forwarding_not_known s3']);
  // A path around s2 is known, but a further path may lead through s2, because it is not known whether s2 forwards
  // packets.
  const s2 = { ...cabled, hosts: { ...cabled.hosts, s2: {} } };
  expect(judgeBriefly(s2, buildRule({ throughHostIds: ['s2'] }))).toEqual(['Failing', '! way_around a b s1 s3']);
  expect(judgeBriefly(s2, buildRule({ notThroughHostIds: ['s2'] }))).toEqual(['Unknown', '? forwarding_not_known s2']);
});

test('another way is another finding', () => {
  const noWay = { kind: 'NoWay', ...ends } as const;
  const longer = { ...cabled, cables: cabled.cables!.filter(([one]) => one !== 's1:3') };
  expect(keysOf(cabled, noWay)).not.toEqual(keysOf(longer, noWay));
});

describe('through subnets', () => {
  const at = (hostId: string, subnetId: string, ipAddress: string) => ({ hostId, subnetId, ipAddress });
  const routed = (router: object, more: Partial<NetworkSpec> = {}): NetworkSpec => ({
    hosts: { a: pc, b: pc, router, server: { role: 'Server' } },
    subnets: {
      one: { cidr: '10.0.1.0/24' },
      two: { cidr: '10.0.2.0/24' },
      lo: { cidr: '10.9.0.0/24', subnetType: 'Loopback' },
    },
    addresses: [
      ...[at('a', 'one', '10.0.1.2'), at('b', 'two', '10.0.2.2'), at('server', 'one', '10.0.1.3')],
      ...[at('server', 'two', '10.0.2.3'), at('router', 'one', '10.0.1.1'), at('router', 'two', '10.0.2.1')],
    ],
    ...more,
  });
  const logical = { kind: 'WayExists', view: 'L3Logical', fromHostId: 'a', toHostId: 'b' } as const;
  test('routers forward, servers with two addresses do not, and devices without a role may', () => {
    expect(judgeBriefly(routed({ role: 'Router' }), logical)).toEqual(['Passing']);
    expect(judgeBriefly(routed({ role: 'Server' }), logical)).toEqual(['Failing', '! no_way a b']);
    expect(judgeBriefly(routed({}), logical)).toEqual(['Unknown', '? forwarding_not_known router']);
    expect(judgeBriefly(routed({}), { ...logical, kind: 'NoWay' })).toEqual([
      'Unknown',
      '? forwarding_not_known router',
    ]);
    expect(judgeBriefly(routed({ role: 'Server' }), { ...logical, kind: 'NoWay' })).toEqual(['Passing']);
    const nextHops = [{ hostId: 'a', ipAddress: '10.0.1.1' }];
    expect(judgeBriefly(routed({}, { nextHops }), logical)).toEqual(['Passing']);
  });
  test('a hop is a subnet, and firewalls can be demanded', () => {
    const router = routed({ role: 'Router' });
    expect(judgeBriefly(router, { ...logical, maxHops: 2 })).toEqual(['Passing']);
    expect(judgeBriefly(router, { ...logical, maxHops: 1 })).toEqual(['Failing', '! way_too_long a b one router two']);
    expect(judgeBriefly(router, { ...logical, throughHostIds: ['router'] })).toEqual(['Passing']);
    expect(judgeBriefly(router, { ...logical, throughHostIds: ['server'] })[0]).toBe('Failing');
    expect(judgeBriefly(router, { ...logical, notThroughHostIds: ['router'] })[0]).toBe('Failing');
    expect(judgeBriefly(router, { ...logical, notThroughHostIds: ['server'] })).toEqual(['Passing']);
  });
  test('loopback subnets connect nothing, and what is outside is not known', () => {
    const lo = { addresses: [at('a', 'lo', '10.9.0.1'), at('b', 'lo', '10.9.0.2')] };
    expect(judgeBriefly(routed({}, lo), logical)).toEqual(['Unknown', '? host_without_address a b']);
    const subnets = { net: { cidr: '0.0.0.0/0', isSystem: true, subnetType: 'Internet' } };
    const outside = { subnets, addresses: [at('a', 'net', '198.51.100.1'), at('b', 'net', '198.51.100.2')] };
    expect(judgeBriefly(routed({}, outside), logical)).toEqual(['Unknown', '? forwarding_not_known net']);
  });
});
