// Checks of addresses: overlapping subnets, addresses at two hosts, MAC addresses, addresses outside of their subnet,
// full subnets, gateways.
import { instant, judgeBriefly, keysOf, type NetworkSpec } from './networks';

const at = (hostId: string, subnetId: string, ipAddress: string, macAddress: string | null = null) => ({
  ...{ hostId, subnetId, ipAddress, macAddress },
});
const [mac1, mac2] = ['3c:52:82:00:00:01', '3c:52:82:00:00:02'];
const system = { cidr: '0.0.0.0/0', isSystem: true } as const;
const bridge = { cidr: '172.17.0.0/16', subnetType: 'DockerBridge' } as const;

describe('overlapping subnets', () => {
  const rule = { kind: 'NoOverlappingSubnets' } as const;
  const of = (subnets: NetworkSpec['subnets'], selection = {}) => judgeBriefly({ hosts: {}, subnets }, rule, selection);
  test('a subnet inside another is found once, with the nearest one around it', () => {
    expect(of({ a: { cidr: '10.0.0.0/24' }, b: { cidr: '10.0.1.0/24' } })).toEqual(['Passing']);
    expect(of({ wide: { cidr: '10.0.0.0/8' }, mid: { cidr: '10.0.0.0/16' }, a: { cidr: '10.0.0.0/24' } })).toEqual([
      'Failing',
      '! subnets_overlap a mid',
      '! subnets_overlap mid wide',
    ]);
    expect(of({ a: { cidr: '2001:db8::/48' }, b: { cidr: '2001:db8::/64' } })).toEqual([
      'Failing',
      '! subnets_overlap b a',
    ]);
  });
  test('other namespaces, System subnets, container networks and networks inside machines do not overlap', () => {
    expect(of({ a: { cidr: '10.0.0.0/24' }, b: { cidr: '10.0.0.0/24', namespace: 'red' } })).toEqual(['Passing']);
    expect(of({ a: { cidr: '10.0.0.0/24' }, system })).toEqual(['Passing']);
    const containers = { b1: bridge, b2: bridge, b3: { cidr: '172.18.0.0/16', subnetType: 'DockerBridge' } };
    const macvlan = { cidr: '10.0.0.0/24', subnetType: 'MacVlan', virtualizationServiceId: 'docker' };
    expect(of({ a: { cidr: '10.0.0.0/24' }, b: { cidr: '172.16.0.0/12' }, ...containers, macvlan })).toEqual([
      'Passing',
    ]);
    expect(of({ a: { cidr: '192.168.122.0/24' }, b: { cidr: '192.168.122.0/24' } })).toEqual([
      'Unknown',
      '? nothing_selected',
    ]);
  });
  test('a selected subnet is judged against those that are not selected', () => {
    const subnets = { a: { cidr: '10.0.0.0/24' }, b: { cidr: '10.0.0.0/16' }, c: { cidr: '10.1.0.0/16' } };
    expect(of(subnets, { subnetIds: ['a'] })[0]).toBe('Failing');
    expect(of(subnets, { subnetIds: ['c'] })).toEqual(['Passing']);
    expect(of(subnets, { subnetIds: ['c', 'gone'] })).toEqual(['Unknown', '? row_gone gone']);
  });
  test('a finding is another one with another prefix, and the same one under another name', () => {
    const keys = (cidr: string, name: string) =>
      keysOf({ hosts: {}, subnets: { a: { cidr: '10.0.0.0/16' }, b: { cidr, name } } }, rule);
    expect(keys('10.0.0.0/24', 'one')).toEqual(keys('10.0.0.0/24', 'other'));
    expect(keys('10.0.0.0/24', 'one')).not.toEqual(keys('10.0.1.0/24', 'one'));
  });
});

describe('addresses twice', () => {
  const rule = { kind: 'NoAddressTwice' } as const;
  const subnets = { lan: { cidr: '10.0.0.0/24' } };
  const base: NetworkSpec = {
    ...{ hosts: { a: {}, b: {}, c: {} }, subnets },
    addresses: [at('a', 'lan', '10.0.0.1'), at('b', 'lan', '10.0.0.1')],
  };
  test('two hosts with one address are found; a third one makes it another finding', () => {
    expect(judgeBriefly(base, rule)).toEqual(['Failing', '! address_twice a 10.0.0.1 lan a b b 10.0.0.1 lan lan']);
    const third = { ...base, addresses: [...base.addresses!, at('c', 'lan', '10.0.0.1')] };
    expect(keysOf(third, rule)).not.toEqual(keysOf(base, rule));
    expect(judgeBriefly({ ...base, addresses: [at('a', 'lan', '10.0.0.1')] }, rule)).toEqual(['Passing']);
    expect(judgeBriefly({ ...base, addresses: [] }, rule)).toEqual(['Unknown', '? nothing_selected']);
  });
  test('the hosts that judge it are the selected ones, and hidden hosts hold addresses too', () => {
    expect(judgeBriefly(base, rule, { hostIds: ['b'] })[0]).toBe('Failing');
    expect(judgeBriefly(base, rule, { hostIds: ['c'] })[0]).toBe('Unknown');
    expect(judgeBriefly({ ...base, hosts: { ...base.hosts, b: { hidden: true } } }, rule)[0]).toBe('Failing');
  });
  test('addresses of missing hosts, virtual addresses, other namespaces and container bridges are no duplicates', () => {
    expect(judgeBriefly({ ...base, hosts: { ...base.hosts, b: { missingSince: instant } } }, rule)).toEqual([
      'Passing',
    ]);
    const virtualAddresses = [{ ipAddress: '10.0.0.1', namespace: '', hostIds: ['a', 'b'] }];
    const withOther = { ...base, virtualAddresses, addresses: [...base.addresses!, at('c', 'lan', '10.0.0.3')] };
    expect(judgeBriefly(withOther, rule)).toEqual(['Passing']);
    const red = { ...subnets, red: { cidr: '10.0.0.0/24', namespace: 'red' } };
    const addresses = [at('a', 'lan', '10.0.0.1'), at('b', 'red', '10.0.0.1')];
    expect(judgeBriefly({ ...base, subnets: red, addresses }, rule)).toEqual(['Passing']);
    const onBridges: NetworkSpec = {
      ...base,
      subnets: { ...subnets, b1: bridge, b2: bridge, b3: { cidr: '172.18.0.0/16', subnetType: 'DockerBridge' } },
      addresses: [
        ...[at('a', 'b1', '172.17.0.1'), at('b', 'b2', '172.17.0.1'), at('a', 'lan', '10.0.0.1')],
        ...[at('a', 'b3', '172.18.0.1'), at('c', 'b3', '172.18.0.1')],
      ],
    };
    expect(judgeBriefly(onBridges, rule)).toEqual(['Passing']);
  });
  test('a virtual address at a host outside its group is found, unless it may be the group that answers', () => {
    const rogueMac = '3c:52:82:00:00:09';
    const group = { ipAddress: '10.0.0.1', namespace: '', hostIds: ['r1', 'r2'] };
    const of = (macAddress: string | null, more: Partial<NetworkSpec> = {}, selection = {}) =>
      judgeBriefly(
        {
          ...{ hosts: { r1: { role: 'Router' }, r2: { role: 'Router' }, rogue: { role: 'Pc' } }, subnets },
          addresses: [
            ...[at('r1', 'lan', '10.0.0.2', mac1), at('r2', 'lan', '10.0.0.3'), at('r1', 'lan', '10.0.0.1', rogueMac)],
            at('rogue', 'lan', '10.0.0.1', macAddress),
          ],
          ports: { 'r2:1': { macAddress: mac2 } },
          virtualAddresses: [group],
          ...more,
        },
        rule,
        selection,
      );
    const found = ['Failing', '! address_twice rogue 10.0.0.1 lan r1 r2 rogue lan'];
    expect(of(rogueMac)).toEqual(found);
    expect(of(rogueMac, {}, { hostIds: ['r2'] })).toEqual(found);
    const asRouter = { hosts: { r1: {}, r2: {}, rogue: { role: 'Router' } } } as const;
    expect(of(rogueMac, asRouter)).toEqual(found);
    for (const mac of [null, '00:00:5e:00:01:0a', mac1, mac2]) expect(of(mac)).toEqual(['Passing']);
    expect(of(rogueMac, { virtualAddresses: [{ ...group, hostIds: [] }] })).toEqual(['Passing']);
    const gone = { missingSince: instant };
    expect(of(rogueMac, { hosts: { r1: gone, r2: gone, rogue: {} } })).toEqual(['Passing']);
    expect(of(rogueMac, { hosts: { r1: {}, r2: gone, rogue: {} } })).toEqual([
      'Failing',
      '! address_twice rogue 10.0.0.1 lan r1 rogue lan',
    ]);
  });
  test('hosts outside the group that share its virtual address are one finding', () => {
    const rogues = [
      at('a', 'lan', '10.0.0.1', '3c:52:82:00:00:09'),
      at('b', 'lan', '10.0.0.1', '3c:52:82:00:00:0a'),
      at('c', 'lan', '10.0.0.2'),
    ];
    const of = (missingIds: readonly string[]) =>
      judgeBriefly(
        {
          ...{ subnets, addresses: rogues },
          hosts: { a: {}, b: {}, c: missingIds.includes('c') ? { missingSince: instant } : {} },
          virtualAddresses: [{ ipAddress: '10.0.0.1', namespace: '', hostIds: ['c'] }],
        },
        rule,
      );
    expect(of([])).toEqual(['Failing', '! address_twice a 10.0.0.1 lan a b c b 10.0.0.1 lan lan']);
    expect(of(['c'])).toEqual(['Failing', '! address_twice a 10.0.0.1 lan a b b 10.0.0.1 lan lan']);
  });
  test('an anycast gateway is one address of several routers with one MAC address', () => {
    const routers = { a: { role: 'Switch' }, b: { role: 'Router' } } as const;
    const addresses = (other: string | null) => [at('a', 'lan', '10.0.0.1', mac1), at('b', 'lan', '10.0.0.1', other)];
    expect(judgeBriefly({ hosts: routers, subnets, addresses: addresses(mac1) }, rule)).toEqual(['Passing']);
    expect(judgeBriefly({ hosts: routers, subnets, addresses: addresses(mac2) }, rule)[0]).toBe('Failing');
    expect(judgeBriefly({ hosts: routers, subnets, addresses: addresses(null) }, rule)[0]).toBe('Failing');
    expect(judgeBriefly({ hosts: { a: {}, b: {} }, subnets, addresses: addresses(mac1) }, rule)[0]).toBe('Failing');
    const macs = { kind: 'NoMacAtTwoMachines' } as const;
    expect(judgeBriefly({ hosts: routers, subnets, addresses: addresses(mac1) }, macs)).toEqual(['Passing']);
  });
});

describe('MAC addresses at two machines', () => {
  const rule = { kind: 'NoMacAtTwoMachines' } as const;
  const local = '02:42:ac:11:00:02';
  const subnets = {
    lan: { cidr: '10.0.0.0/24' },
    other: { cidr: '10.0.1.0/24' },
    ipvlan: { cidr: '10.0.2.0/24', subnetType: 'IpVlan' },
  };
  const of = (addresses: NetworkSpec['addresses'], more: Partial<NetworkSpec> = {}) =>
    judgeBriefly({ hosts: { a: {}, b: {} }, subnets, addresses, ...more }, rule);
  test('two machines are found, interfaces of one machine are not', () => {
    expect(of([at('a', 'lan', '10.0.0.1', mac1), at('b', 'other', '10.0.1.1', mac1)])).toEqual([
      'Failing',
      '! mac_at_two_machines a b',
    ]);
    const ports = { 'a:1': { macAddress: mac1 }, 'a:2': { macAddress: mac1 } };
    expect(of([at('a', 'lan', '10.0.0.1', mac1)], { ports })).toEqual(['Passing']);
    expect(of([], { ports: { ...ports, 'b:1': { macAddress: mac1 } } })).toEqual([
      'Failing',
      '! mac_at_two_machines a b',
    ]);
    expect(of([at('a', 'lan', '10.0.0.1')])).toEqual(['Unknown', '? mac_not_known']);
  });
  test('locally administered ones count in one subnet only', () => {
    const knownAddress = at('a', 'lan', '10.0.0.9', mac2);
    expect(of([knownAddress, at('a', 'lan', '10.0.0.1', local), at('b', 'other', '10.0.1.1', local)])).toEqual([
      'Passing',
    ]);
    expect(of([knownAddress, at('a', 'lan', '10.0.0.1', local), at('b', 'lan', '10.0.0.2', local)])[0]).toBe('Failing');
  });
  test('virtual routers, proxy ARP, containers, hypervisors and missing hosts do not count', () => {
    const knownAddress = at('a', 'lan', '10.0.0.9', mac2);
    const vrrp = '00:00:5e:00:01:0a';
    expect(of([knownAddress, at('a', 'lan', '10.0.0.1', vrrp), at('b', 'lan', '10.0.0.2', vrrp)])).toEqual(['Passing']);
    const proxied = { ...at('b', 'other', '10.0.1.1', mac2), id: 'proxied' };
    expect(of([knownAddress, proxied], { answeringForOthersIds: ['proxied'] })).toEqual(['Passing']);
    expect(of([knownAddress, at('b', 'ipvlan', '10.0.2.1', mac2)])).toEqual(['Passing']);
    const hosts = { a: {}, b: { isVirtual: true, virtualizationServiceId: 'pve' } };
    const services = { pve: { hostId: 'a' } };
    expect(
      of([at('b', 'lan', '10.0.0.1', mac1)], { hosts, services, ports: { 'a:tap': { macAddress: mac1 } } }),
    ).toEqual(['Passing']);
    const missing = { a: {}, b: { missingSince: instant } };
    expect(of([knownAddress, at('b', 'lan', '10.0.0.1', mac2)], { hosts: missing })).toEqual(['Passing']);
  });
});

test('addresses are in a subnet that contains them; System subnets contain public ones, Remote any', () => {
  const rule = { kind: 'NoAddressOutsideSubnets' } as const;
  const subnets = {
    lan: { cidr: '10.0.0.0/24' },
    internet: { ...system, subnetType: 'Internet' },
    remote: { ...system, subnetType: 'Remote' },
  };
  const of = (subnetId: string, ipAddress: string) =>
    judgeBriefly({ hosts: { a: {} }, subnets, addresses: [at('a', subnetId, ipAddress)] }, rule)[0];
  expect(of('lan', '10.0.0.1')).toBe('Passing');
  expect(of('lan', '10.0.1.1')).toBe('Failing');
  expect(of('gone', '10.0.0.1')).toBe('Failing');
  expect(of('lan', '2001:db8::1')).toBe('Failing');
  expect(of('internet', '198.51.100.1')).toBe('Passing');
  expect(of('internet', '192.168.1.1')).toBe('Failing');
  expect(of('remote', '192.168.1.1')).toBe('Passing');
});

describe('full subnets', () => {
  const rule = { kind: 'SubnetNotFull', maxPercent: 50 } as const;
  const lan = { cidr: '10.0.0.0/29' };
  const buildAddresses = (count: number) =>
    Array.from({ length: count }, (_none, index) => at('a', 'lan', `10.0.0.${index + 1}`));
  const of = (spec: Partial<NetworkSpec>, percent = 50) =>
    judgeBriefly({ hosts: { a: {} }, subnets: { lan }, ...spec }, { ...rule, maxPercent: percent });
  test('a percentage of the usable addresses, without network and broadcast address', () => {
    expect(of({ addresses: buildAddresses(3) })).toEqual(['Passing']);
    expect(of({ addresses: buildAddresses(4) })).toEqual(['Failing', '! subnet_too_full lan']);
    expect(of({ addresses: buildAddresses(6) }, 100)).toEqual(['Passing']);
    expect(of({ addresses: [] })).toEqual(['Unknown', '? subnet_without_addresses lan']);
  });
  test('virtual addresses, next hops and reservations are taken; each address counts once', () => {
    const virtualAddresses = [
      { ipAddress: '10.0.0.4', namespace: '', hostIds: [] },
      { ipAddress: '10.0.0.3', namespace: '', hostIds: [] },
    ];
    expect(of({ addresses: buildAddresses(3), virtualAddresses })[0]).toBe('Failing');
    expect(of({ addresses: buildAddresses(3), virtualAddresses: virtualAddresses.slice(1) })[0]).toBe('Passing');
    expect(of({ addresses: buildAddresses(3), nextHops: [{ hostId: 'a', ipAddress: '10.0.0.5' }] })[0]).toBe('Failing');
    expect(of({ addresses: buildAddresses(3), nextHops: [{ hostId: 'elsewhere', ipAddress: '10.0.0.5' }] })[0]).toBe(
      'Passing',
    );
    const reserved = (firstAddress: string, lastAddress: string, until: string | null) => ({
      ...{ subnetId: 'lan', firstAddress, lastAddress, until },
    });
    expect(of({ addresses: buildAddresses(3), reservations: [reserved('10.0.0.3', '10.0.0.4', null)] })[0]).toBe(
      'Failing',
    );
    expect(of({ addresses: buildAddresses(3), reservations: [reserved('10.0.0.1', '10.0.0.3', null)] })[0]).toBe(
      'Passing',
    );
    const expired = '2026-11-29T07:00:00.000Z';
    expect(of({ addresses: buildAddresses(3), reservations: [reserved('10.0.0.4', '10.0.0.4', expired)] })[0]).toBe(
      'Passing',
    );
    const overlapping = [reserved('10.0.0.4', '10.0.0.5', null), reserved('10.0.0.5', '10.0.0.6', null)];
    expect(of({ addresses: buildAddresses(3), reservations: overlapping }, 99)[0]).toBe('Failing');
    expect(of({ addresses: buildAddresses(3), reservations: overlapping }, 100)[0]).toBe('Passing');
  });
  test('overlapping subnets of a namespace share addresses, bridges and other namespaces do not', () => {
    const subnets = { lan, wide: { cidr: '10.0.0.0/24' }, red: { cidr: '10.0.0.0/29', namespace: 'red' } };
    const addresses = [
      ...buildAddresses(2),
      at('a', 'wide', '10.0.0.3'),
      at('a', 'wide', '10.0.0.4'),
      at('a', 'red', '10.0.0.5'),
    ];
    expect(of({ subnets, addresses })).toEqual(['Failing', '! subnet_too_full lan']);
    const bridges = {
      b1: { cidr: '10.0.0.0/29', subnetType: 'DockerBridge' },
      b2: { cidr: '10.0.0.0/29', subnetType: 'DockerBridge' },
    };
    const halves = [1, 2, 3].flatMap((last) => [at('a', 'b1', `10.0.0.${last}`), at('a', 'b2', `10.0.0.${last + 3}`)]);
    expect(of({ subnets: bridges, addresses: halves })).toEqual(['Passing']);
  });
  test('prefixes with at most two usable addresses, and System subnets, have no percentage; IPv6 is counted without rounding to 0 or all', () => {
    for (const cidr of ['10.0.0.0/30', '10.0.0.0/31', '10.0.0.1/32', '2001:db8::/127', '2001:db8::1'])
      expect(of({ subnets: { lan: { cidr } }, addresses: [] })).toEqual(['Unknown', '? nothing_selected']);
    expect(of({ subnets: { lan: system }, addresses: buildAddresses(1) })).toEqual(['Unknown', '? nothing_selected']);
    expect(of({ subnets: { lan: { cidr: '2001:db8::/64' } }, addresses: [at('a', 'lan', '2001:db8::1')] })).toEqual([
      'Passing',
    ]);
    const tiny = { lan: { cidr: '2001:db8::/126' } };
    const three = [1, 2, 3].map((last) => at('a', 'lan', `2001:db8::${last}`));
    expect(of({ subnets: tiny, addresses: three }, 99)[0]).toBe('Failing');
    expect(of({ subnets: tiny, addresses: three }, 100)[0]).toBe('Passing');
  });
});

describe('gateways', () => {
  const rule = { kind: 'EverySubnetHasGateway' } as const;
  const lan = { cidr: '10.0.0.0/24' };
  const server = { role: 'Server' } as const;
  const of = (hosts: NetworkSpec['hosts'], more: Partial<NetworkSpec> = {}) =>
    judgeBriefly(
      {
        hosts,
        subnets: { lan },
        addresses: Object.keys(hosts).map((hostId, index) => at(hostId, 'lan', `10.0.0.${index + 1}`)),
        ...more,
      },
      rule,
    );
  test('routers, virtual addresses and next hops are gateways', () => {
    expect(of({ a: { role: 'Router' } })).toEqual(['Passing']);
    expect(of({ a: server })).toEqual(['Failing', '! subnet_without_gateway lan']);
    expect(of({ a: {} }, { services: { gw: { hostId: 'a', software: { isGateway: true } } } })).toEqual(['Passing']);
    const virtual = (ipAddress: string, namespace = '') => [{ ipAddress, namespace, hostIds: [] }];
    expect(of({ a: server }, { virtualAddresses: virtual('10.0.0.254') })).toEqual(['Passing']);
    expect(of({ a: server }, { virtualAddresses: virtual('10.0.0.254', 'red') })[0]).toBe('Failing');
    expect(of({ a: server }, { virtualAddresses: virtual('10.0.1.254') })[0]).toBe('Failing');
    expect(of({ a: server }, { nextHops: [{ hostId: 'a', ipAddress: '10.0.0.254' }] })).toEqual(['Passing']);
    expect(of({ a: server, b: {} }, { nextHops: [{ hostId: 'a', ipAddress: '10.0.0.2' }] })).toEqual(['Passing']);
  });
  test('a host without a role may be the gateway, and a missing router is none', () => {
    expect(of({ a: server, b: {} })).toEqual(['Unknown', '? role_not_known b']);
    expect(of({ a: server, b: { role: 'Router', missingSince: instant } })[0]).toBe('Failing');
    expect(of({ a: server }, { addresses: [] })).toEqual(['Unknown', '? subnet_without_addresses lan']);
  });
  describe('whose routers are missing', () => {
    const gone = { role: 'Router', missingSince: instant } as const;
    const virtualAddresses = [{ ipAddress: '10.0.0.9', namespace: '', hostIds: ['r1', 'r2'] }];
    const toRouter = { nextHops: [{ hostId: 'pc', ipAddress: '10.0.0.2' }] };
    const failing = ['Failing', '! subnet_without_gateway lan'];
    test.each<[string, Partial<NetworkSpec>]>([
      ['routers', {}],
      ['the hosts of a virtual address', { virtualAddresses }],
      ['the host of a next hop', toRouter],
      ['all of them', { virtualAddresses, ...toRouter }],
    ])('%s', (_what, more) => {
      expect(of({ pc: server, r1: gone, r2: gone }, more)).toEqual(failing);
      expect(of({ pc: server, r1: gone, r2: { role: 'Router' } }, more)).toEqual(['Passing']);
    });
    test('a virtual address that a present host has, and a next hop at which another host is, are gateways', () => {
      const hosts = { pc: server, r1: gone, r2: server };
      expect(of(hosts, toRouter)).toEqual(failing);
      const addresses = [at('pc', 'lan', '10.0.0.1'), at('r1', 'lan', '10.0.0.2'), at('r2', 'lan', '10.0.0.2')];
      expect(of(hosts, { ...toRouter, addresses })).toEqual(['Passing']);
      expect(of(hosts, { virtualAddresses })).toEqual(['Passing']);
      const red = { lan, red: { cidr: '10.0.0.0/24', namespace: 'red' } };
      const inRed = [at('pc', 'lan', '10.0.0.1'), at('pc', 'red', '10.0.0.1'), at('r1', 'lan', '10.0.0.2')];
      const inBoth = [...inRed, at('r2', 'red', '10.0.0.2')];
      expect(of(hosts, { ...toRouter, subnets: red, addresses: inBoth })).toEqual(failing);
    });
  });
  test('IPv6 routers may have link-local addresses alone; other subnets need no gateway', () => {
    const subnets = { lan: { cidr: '2001:db8::/64' } };
    const addresses = [at('a', 'lan', '2001:db8::1')];
    expect(of({ a: server }, { subnets, addresses })).toEqual(['Unknown', '? ipv6_gateway_not_known lan']);
    expect(of({ a: { role: 'Router' } }, { subnets, addresses })).toEqual(['Passing']);
    const none = [{ cidr: '10.0.0.0/31' }, bridge, system, { cidr: '10.9.0.0/24', subnetType: 'Loopback' }];
    for (const subnet of none)
      expect(of({ a: server }, { subnets: { lan: subnet } })).toEqual(['Unknown', '? nothing_selected']);
  });
});
