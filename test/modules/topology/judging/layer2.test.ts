// Checks of layer 2 on small networks: paths to roots, uplinks, VLANs, ends of cables, ports, baselines, unknown
// machines.
import type { FactsRule } from '../../../../src/modules/topology/judging/check-rules';
import type { CableFacts } from '../../../../src/modules/topology/judging/facts';
import { judge } from '../../../../src/modules/topology/judging/judge';
import { instant, judgeBriefly, keysOf, network, type NetworkSpec } from './networks';

const isSwitch = { role: 'Switch' } as const;
/**
 * Two core switches that are connected to each other, and two access switches that are each connected to both core
 * switches.
 */
const ring: NetworkSpec = {
  hosts: { core1: isSwitch, core2: isSwitch, acc1: isSwitch, acc2: isSwitch, pc: { role: 'Pc' } },
  cables: [
    ['core1:9', 'core2:9'],
    ['acc1:1', 'core1:1'],
    ['acc1:2', 'core2:1'],
    ['acc2:1', 'core1:2'],
    ['acc2:2', 'core2:2'],
    ['pc:1', 'acc2:3'],
  ],
};
const without = (spec: NetworkSpec, ...ends: string[]): NetworkSpec => ({
  ...spec,
  cables: spec.cables!.filter((cable) => !cable.some((end) => ends.includes(end))),
});
const roots = (...rootHostIds: string[]) => ({ kind: 'SurvivesAnyFailure', rootHostIds }) as const;
const only = (...hostIds: string[]) => ({ hostIds });

describe('with any one device or cable gone, the way to the roots stays', () => {
  test('a ring passes, and a single cable is found with its device', () => {
    expect(judgeBriefly(ring, roots('core1', 'core2'), only('acc1', 'acc2'))).toEqual(['Passing']);
    expect(judgeBriefly(without(ring, 'acc1:1'), roots('core1', 'core2'), only('acc1', 'acc2'))).toEqual([
      'Failing',
      '! single_point_of_failure acc1 acc1:2 core2:1 core2',
    ]);
  });

  test('the only root is none of the devices that go', () => {
    expect(judgeBriefly(ring, roots('core1'), only('acc1'))).toEqual(['Passing']);
    expect(judgeBriefly(without(ring, 'acc1:2'), roots('core1'), only('acc1', 'core1'))).toEqual([
      'Failing',
      '! single_point_of_failure acc1 acc1:1 core1:1',
    ]);
  });

  test('two cables to one switch leave the switch as the single point of failure', () => {
    const spec: NetworkSpec = {
      hosts: { root: isSwitch, mid: isSwitch, acc: isSwitch },
      cables: [
        ['root:1', 'mid:1'],
        ['root:2', 'mid:2'],
        ['acc:1', 'mid:3'],
        ['acc:2', 'mid:4'],
      ],
    };
    expect(judgeBriefly(spec, roots('root'), only('acc', 'mid'))).toEqual([
      'Failing',
      '! single_point_of_failure acc mid',
    ]);
  });

  test('a machine with two cables forwards nothing, so no way leads through it', () => {
    const spec: NetworkSpec = {
      hosts: { root: isSwitch, a: isSwitch, b: isSwitch, server: { role: 'Server' } },
      cables: [
        ['root:1', 'a:1'],
        ['root:2', 'b:1'],
        ['server:1', 'a:2'],
        ['server:2', 'b:2'],
      ],
    };
    expect(judgeBriefly(spec, roots('root'), only('a', 'server'))).toEqual([
      'Failing',
      '! single_point_of_failure a a:1 root:1',
    ]);
    const unknown = { ...spec, hosts: { ...spec.hosts, server: {} } };
    expect(judgeBriefly(unknown, roots('root'), only('a'))).toEqual(['Unknown', '? forwarding_not_known a']);
    const table = { learned: { macs: '', readAt: null, runId: null } };
    const onePort = { ...unknown, ports: { 'server:1': table } };
    expect(judgeBriefly(onePort, roots('root'), only('a'))).toEqual(['Unknown', '? forwarding_not_known a']);
    const bridge = { ...spec, ports: { 'server:1': table, 'server:2': table } };
    expect(judgeBriefly(bridge, roots('root'), only('a'))).toEqual(['Passing']);
  });

  test('ports that the spanning tree blocks still carry cables', () => {
    const blocked = { ...ring, ports: { 'acc1:2': { isStpBlocked: true } } };
    expect(judgeBriefly(blocked, roots('core1', 'core2'), only('acc1'))).toEqual(['Passing']);
  });

  test('what is not known gives Unknown', () => {
    expect(judgeBriefly(ring, roots(), only('acc1'))).toEqual(['Unknown', '? root_not_named']);
    expect(judgeBriefly(ring, roots('gone'), only('acc1'))).toEqual(['Unknown', '? row_gone gone']);
    expect(judgeBriefly(ring, roots('core1', 'core2', 'gone'), only('acc1'))).toEqual(['Unknown', '? row_gone gone']);
    expect(judgeBriefly({ ...ring, cables: [] }, roots('core1'), only('acc1'))).toEqual(['Unknown', '? no_cables']);
    const alone = { ...ring, hosts: { ...ring.hosts, alone: {}, lost: { missingSince: instant } } };
    expect(judgeBriefly(alone, roots('core1', 'core2'), only('acc1', 'alone', 'lost'))).toEqual([
      'Unknown',
      '? host_missing lost',
      '? host_without_cable alone',
    ]);
    // No cable of the root `alone` is known, so `acc1` may have a second path to it. The verdict is Unknown, not
    // Failing.
    expect(judgeBriefly(without(alone, 'acc1:1'), roots('core1', 'alone'), only('acc1'))).toEqual([
      'Unknown',
      '? root_without_cable alone',
    ]);
  });

  test('a host in another part of the network has no way', () => {
    const apart = without(ring, 'acc2:1', 'acc2:2');
    expect(judgeBriefly(apart, roots('core1', 'core2'), only('acc2', 'pc'))).toEqual([
      'Failing',
      '! no_way_to_root acc2 core1 core2',
      '! no_way_to_root pc core1 core2',
    ]);
  });

  test('hidden devices carry cables and are not judged; missing ones do not', () => {
    const withHiddenDevice = { ...ring, hosts: { ...ring.hosts, core2: { ...isSwitch, hidden: true } } };
    expect(judgeBriefly(withHiddenDevice, roots('core1'), { roles: ['Switch'] })).toEqual(['Passing']);
    const missing = { ...ring, hosts: { ...ring.hosts, core2: { ...isSwitch, missingSince: instant } } };
    expect(judgeBriefly(missing, roots('core1'), only('acc1'))).toEqual([
      'Failing',
      '! single_point_of_failure acc1 acc1:1 core1:1',
    ]);
  });

  test('members of an aggregate are several cables; without known members it is unclear', () => {
    const spec: NetworkSpec = { hosts: { root: isSwitch, acc: isSwitch }, cables: [['root:po', 'acc:po']] };
    const aggregate = { ifType: 161 };
    const lag = { ...spec, ports: { 'root:po': aggregate, 'acc:po': aggregate } };
    expect(judgeBriefly(lag, roots('root'), only('acc'))).toEqual(['Unknown', '? members_not_known acc:po root:po']);
    const member = { aggregateId: 'acc:po' };
    const lagWithMembers = { ...lag, ports: { ...lag.ports, 'acc:1': member, 'acc:2': member } };
    expect(judgeBriefly(lagWithMembers, roots('root'), only('acc'))).toEqual(['Passing']);
    // The cable of the aggregate is the same cable as that of its member, so `acc` has one cable.
    const one: NetworkSpec = {
      hosts: spec.hosts,
      cables: [
        ['root:1', 'acc:1'],
        ['acc:po', 'root'],
      ],
      ports: { 'acc:po': aggregate, 'acc:1': member },
    };
    expect(judgeBriefly(one, roots('root'), only('acc'))).toEqual([
      'Failing',
      '! single_point_of_failure acc acc:1 root:1',
    ]);
  });

  test('a second cable of which one end is not known is a second cable', () => {
    const cables = [['root:1', 'acc:1']] as [string, string][];
    const spec: NetworkSpec = { hosts: { root: isSwitch, acc: isSwitch }, cables };
    expect(judgeBriefly(spec, roots('root'), only('acc'))[0]).toBe('Failing');
    expect(judgeBriefly({ ...spec, cables: [...cables, ['acc:2', 'root']] }, roots('root'), only('acc'))).toEqual([
      'Passing',
    ]);
    // The cable is reported once more, about the same port or from its other end. It still counts as one cable.
    expect(judgeBriefly({ ...spec, cables: [...cables, ['acc:1', 'root']] }, roots('root'), only('acc'))[0]).toBe(
      'Failing',
    );
    const halves = [
      ['acc:1', 'root'],
      ['root:1', 'acc'],
    ] as [string, string][];
    expect(judgeBriefly({ ...spec, cables: halves }, roots('root'), only('acc'))[0]).toBe('Failing');
  });

  test('a port with several devices behind it is one cable', () => {
    const spec: NetworkSpec = {
      hosts: { root: isSwitch, other: isSwitch, acc: isSwitch },
      cables: [
        ['acc:1', 'root:1'],
        ['acc:1', 'other:1'],
        ['other:2', 'root:2'],
      ],
    };
    expect(judgeBriefly(spec, roots('root'), only('acc'))).toEqual(['Failing', '! single_point_of_failure acc acc:1']);
  });

  test('a finding is another one if another device is needed, and the same one under other names', () => {
    const single = without(ring, 'acc1:1');
    const chain = { ...single, cables: [...without(single, 'acc1:2').cables!, ['acc1:2', 'acc2:9'] as const] };
    const key = keysOf(single, roots('core1', 'core2'), only('acc1'));
    expect(keysOf(chain, roots('core1', 'core2'), only('acc1'))).not.toEqual(key);
    const renamed = { ...single, hosts: { ...single.hosts, core2: { ...isSwitch, displayName: 'renamed' } } };
    expect(keysOf(renamed, roots('core1', 'core2'), only('acc1'))).toEqual(key);
  });
});

describe('uplinks to different devices', () => {
  const rule = { kind: 'UplinksToDifferentDevices', count: 2 } as const;
  test('devices that forward count, machines do not, and roles that are not known may', () => {
    expect(judgeBriefly(ring, rule, only('acc1'))).toEqual(['Passing']);
    expect(judgeBriefly(without(ring, 'acc2:1'), rule, only('acc2'))).toEqual([
      'Failing',
      '! too_few_uplinks acc2 core2',
    ]);
    const unknown = { ...without(ring, 'acc2:1'), hosts: { ...ring.hosts, pc: {} } };
    expect(judgeBriefly(unknown, rule, only('acc2'))).toEqual(['Unknown', '? role_not_known pc']);
  });
  test('a network without cables, and a host without one, cannot fail', () => {
    expect(judgeBriefly({ ...ring, cables: [] }, rule, only('acc1'))).toEqual(['Unknown', '? no_cables']);
    const alone = { ...ring, hosts: { ...ring.hosts, alone: {} } };
    expect(judgeBriefly(alone, rule, only('alone'))).toEqual(['Unknown', '? host_without_cable alone']);
    expect(judgeBriefly(ring, rule, { roles: ['Printer'] })).toEqual(['Unknown', '? nothing_selected']);
    expect(judgeBriefly(ring, rule, only('acc1', 'gone'))).toEqual(['Unknown', '? row_gone gone']);
  });
  test('two cables to one device are one uplink, and a change of the device is another finding', () => {
    const twice = { ...without(ring, 'acc1:2'), cables: [...ring.cables!.slice(0, 2), ['acc1:2', 'core1:5'] as const] };
    const other = { ...twice, cables: [['acc1:1', 'core2:1'] as const] };
    expect(judgeBriefly(twice, rule, only('acc1'))).toEqual(['Failing', '! too_few_uplinks acc1 core1']);
    expect(keysOf(twice, rule, only('acc1'))).not.toEqual(keysOf(other, rule, only('acc1')));
  });
});

describe('VLANs', () => {
  const whole = { kind: 'VlanIsWhole', vlanId: 'v10' } as const;
  const tagged = { taggedVlanIds: ['v10'] };
  const [native, otherNative] = [{ nativeVlanId: 'v10' }, { nativeVlanId: 'v20' }];
  const chain: NetworkSpec = {
    hosts: { a: isSwitch, b: isSwitch, c: isSwitch },
    cables: [
      ['a:1', 'b:1'],
      ['b:2', 'c:1'],
    ],
    vlans: { v10: 10, v20: 20 },
    ports: { 'a:1': tagged, 'b:1': tagged, 'b:2': tagged, 'c:1': tagged },
  };
  const withPorts = (ports: NetworkSpec['ports']): NetworkSpec => ({ ...chain, ports: { ...chain.ports, ...ports } });

  test('a VLAN is whole if cables that carry it connect its ports', () => {
    expect(judgeBriefly(chain, whole)).toEqual(['Passing']);
    expect(judgeBriefly(withPorts({ 'c:1': otherNative, 'c:2': native }), whole)).toEqual([
      'Failing',
      '! vlan_split v10 c',
    ]);
  });
  test('untagged at one end and tagged at the other end are not connected', () => {
    expect(judgeBriefly(withPorts({ 'c:1': native }), whole)).toEqual(['Failing', '! vlan_split v10 c']);
  });
  test('ports whose VLANs were not read, and cables with an unknown port, give Unknown', () => {
    expect(judgeBriefly(withPorts({ 'c:1': {}, 'c:2': native }), whole)).toEqual(['Unknown', '? vlans_not_read c:1']);
    const half = { ...withPorts({ 'c:1': {}, 'c:2': native }), cables: [chain.cables![0]!, ['b:2', 'c'] as const] };
    expect(judgeBriefly(half, whole)).toEqual(['Unknown', '? far_port_not_known c']);
    const alone = withPorts({ 'd:1': native });
    expect(judgeBriefly({ ...alone, hosts: { ...alone.hosts, d: isSwitch } }, whole)).toEqual([
      'Unknown',
      '? host_without_cable d',
    ]);
  });
  test('a switch without a role may connect, a machine does not', () => {
    const of = (b: object) => judgeBriefly({ ...chain, hosts: { ...chain.hosts, b } }, whole);
    expect(of({})).toEqual(['Unknown', '? forwarding_not_known b']);
    expect(of({ role: 'Server' })).toEqual(['Failing', '! vlan_split v10 c']);
  });
  test('machines with cables to each other, as in a mesh of three, are connected', () => {
    const mesh: NetworkSpec = {
      hosts: { a: { role: 'Server' }, b: { role: 'Server' }, c: { role: 'Server' } },
      cables: [...chain.cables!, ['a:2', 'c:2']],
      vlans: chain.vlans!,
      ports: { ...chain.ports, 'a:2': tagged, 'c:2': tagged },
    };
    expect(judgeBriefly(mesh, whole)).toEqual(['Passing']);
    expect(judgeBriefly({ ...mesh, cables: chain.cables! }, whole)[0]).toBe('Failing');
  });
  test('a VLAN that was deleted, or that no port carries, gives Unknown', () => {
    expect(judgeBriefly(chain, { ...whole, vlanId: 'v99' })).toEqual(['Unknown', '? row_gone v99']);
    expect(judgeBriefly(chain, { ...whole, vlanId: 'v20' })).toEqual(['Unknown', '? vlan_on_no_port']);
  });
  test('the VLANs of an aggregate are those of its members', () => {
    const lag: NetworkSpec = {
      ...chain,
      ports: { 'a:1': tagged, 'b:1': { aggregateId: 'b:po' }, 'b:po': { ifType: 161, ...tagged }, 'b:2': otherNative },
    };
    expect(judgeBriefly(lag, whole)).toEqual(['Passing']);
    const exactly = { kind: 'VlanOnExactlyThesePorts', vlanId: 'v10', interfaceIds: ['a:1', 'b:1'] } as const;
    expect(judgeBriefly(lag, exactly)).toEqual(['Passing']);
    expect(judgeBriefly(lag, { ...exactly, interfaceIds: ['a:1', 'b:po'] })).toEqual(['Passing']);
  });
  test('exactly these ports: others are found, lacking ones too, unread and deleted ones are unknown', () => {
    const exactly = (...interfaceIds: string[]) =>
      ({ kind: 'VlanOnExactlyThesePorts', vlanId: 'v10', interfaceIds }) as const;
    expect(judgeBriefly(chain, exactly('a:1', 'b:1', 'b:2', 'c:1'))).toEqual(['Passing']);
    expect(judgeBriefly(chain, exactly('a:1', 'b:1', 'b:2'))).toEqual(['Failing', '! vlan_on_other_port c:1 v10']);
    const vlanInterface = { 'a:vlan10': { ifType: 136, ...native } };
    expect(judgeBriefly(withPorts(vlanInterface), exactly('a:1', 'b:1', 'b:2', 'c:1'))).toEqual(['Passing']);
    expect(judgeBriefly(withPorts({ 'c:1': otherNative }), exactly('a:1', 'b:1', 'b:2', 'c:1'))).toEqual([
      'Failing',
      '! vlan_not_on_port c:1 v10',
    ]);
    expect(judgeBriefly(withPorts({ 'c:1': {} }), exactly('a:1', 'b:1', 'b:2', 'c:1', 'z:1'))).toEqual([
      'Unknown',
      '? row_gone z:1',
      '? vlans_not_read c:1',
    ]);
  });
});

describe('both ends of cables agree', () => {
  const rule = { kind: 'LinkEndsAgree', properties: ['NativeVlan', 'Speed', 'Duplex', 'Mtu'] } as const;
  const read = { nativeVlanId: 'v10', speedBps: '1000000000', duplex: 'Full', mtu: 1500 };
  const pair = (
    one: object,
    other: object,
    hosts: NetworkSpec['hosts'] = { a: isSwitch, b: isSwitch },
  ): NetworkSpec => ({
    ...{ hosts, cables: [['a:1', 'b:1']], ports: { 'a:1': one, 'b:1': other }, vlans: { v10: 10, v20: 20 } },
  });
  test('each property has its finding, and its missing evidence', () => {
    expect(judgeBriefly(pair(read, read), rule)).toEqual(['Passing']);
    const other = { nativeVlanId: 'v20', speedBps: '100', duplex: 'Half', mtu: 9000 };
    const rows = 'a:1 b:1 a b';
    expect(judgeBriefly(pair(read, other), rule)).toEqual([
      'Failing',
      ...['duplex_differs', 'mtu_differs', 'native_vlan_differs', 'speed_differs'].map((code) => `! ${code} ${rows}`),
    ]);
    expect(judgeBriefly(pair(read, {}), rule)).toEqual([
      'Unknown',
      ...['duplex', 'mtu', 'native_vlan', 'speed'].map((property) => `? ${property}_not_read b:1`),
    ]);
    expect(judgeBriefly(pair(read, { ...read, speedBps: '0' }), rule)).toEqual(['Unknown', '? speed_not_read b:1']);
  });
  test('another value is another finding, and so is another cable', () => {
    const mtu = { kind: 'LinkEndsAgree', properties: ['Mtu'] } as const;
    const [first] = keysOf(pair(read, { ...read, mtu: 9000 }), mtu);
    const [second] = keysOf(pair(read, { ...read, mtu: 9216 }), mtu);
    expect(first).not.toBe(second);
    const two: NetworkSpec = {
      ...pair(read, { ...read, mtu: 9000 }),
      cables: [
        ['a:1', 'b:1'],
        ['a:2', 'b:2'],
      ],
      ports: { 'a:1': read, 'a:2': read, 'b:1': { mtu: 9000 }, 'b:2': { mtu: 9000 } },
    };
    expect(new Set(keysOf(two, mtu)).size).toBe(2);
  });
  test('a machine without VLANs has no native VLAN', () => {
    const vlan = { kind: 'LinkEndsAgree', properties: ['NativeVlan'] } as const;
    expect(judgeBriefly(pair(read, {}, { a: isSwitch, b: { role: 'Server' } }), vlan)).toEqual([
      'Unknown',
      '? nothing_selected',
    ]);
    expect(judgeBriefly(pair(read, {}, { a: isSwitch, b: {} }), vlan)).toEqual([
      'Unknown',
      '? native_vlan_not_read b:1',
    ]);
  });
});

describe('ports', () => {
  const port = (spec: object): NetworkSpec => ({ hosts: { a: isSwitch }, ports: { 'a:1': spec } });
  const up = { kind: 'PortsUpAsAdministered' } as const;
  test('enabled ports are up; states that were not read are unknown', () => {
    expect(judgeBriefly(port({ operStatus: 'Up' }), up)).toEqual(['Passing']);
    expect(judgeBriefly(port({ operStatus: 'Down', adminStatus: 'Up' }), up)).toEqual(['Failing', '! port_down a:1 a']);
    expect(judgeBriefly(port({ operStatus: 'Down', adminStatus: 'Down' }), up)).toEqual(['Passing']);
    expect(judgeBriefly(port({ operStatus: null, adminStatus: 'Up' }), up)).toEqual([
      'Unknown',
      '? oper_status_not_read a:1',
    ]);
    expect(judgeBriefly(port({ operStatus: 'Down' }), up)).toEqual(['Unknown', '? admin_status_not_read a:1']);
  });
  test('loopback interfaces are not judged, tunnels only if their state is known', () => {
    expect(judgeBriefly(port({ ifType: 24, operStatus: 'Down', adminStatus: 'Up' }), up)).toEqual([
      'Unknown',
      '? nothing_selected',
    ]);
    expect(judgeBriefly(port({ ifType: 131, operStatus: 'Unknown', adminStatus: 'Up' }), up)[0]).toBe('Unknown');
    expect(judgeBriefly(port({ ifType: 131, operStatus: 'Down', adminStatus: 'Up' }), up)[0]).toBe('Failing');
  });
  test('members of aggregates are up; an aggregate without known members is unknown', () => {
    const rule = { kind: 'AggregateMembersUp' } as const;
    const lag = (...states: (string | null)[]): NetworkSpec => ({
      hosts: { a: isSwitch },
      ports: {
        'a:po': { ifType: 161 },
        ...Object.fromEntries(states.map((operStatus, at) => [`a:${at}`, { operStatus, aggregateId: 'a:po' }])),
      },
    });
    expect(judgeBriefly(lag('Up', 'Up'), rule)).toEqual(['Passing']);
    expect(judgeBriefly(lag('Up', 'Down'), rule)).toEqual(['Failing', '! member_down a:1 a:po a']);
    expect(judgeBriefly(lag('Up', null), rule)).toEqual(['Unknown', '? oper_status_not_read a:1']);
    expect(judgeBriefly(lag(), rule)).toEqual(['Unknown', '? members_not_known a:po']);
    expect(judgeBriefly(port({}), rule)).toEqual(['Unknown', '? nothing_selected']);
  });
  test('error rates: one reading is no rate, and a rate of another magnitude is another finding', () => {
    const rule = { kind: 'ErrorRateWithin', perHour: 5 } as const;
    expect(judgeBriefly(port({ errorsPerHour: 5 }), rule)).toEqual(['Passing']);
    expect(judgeBriefly(port({ errorsPerHour: 6 }), rule)).toEqual(['Failing', '! error_rate_high a:1 a']);
    expect(judgeBriefly(port({}), rule)).toEqual(['Unknown', '? counters_not_read a:1']);
    expect(judgeBriefly(port({ operStatus: 'Down' }), rule)).toEqual(['Unknown', '? nothing_selected']);
    expect(keysOf(port({ errorsPerHour: 6 }), rule)).toEqual(keysOf(port({ errorsPerHour: 7 }), rule));
    expect(keysOf(port({ errorsPerHour: 6 }), rule)).not.toEqual(keysOf(port({ errorsPerHour: 600 }), rule));
  });
});

describe('cables as at a baseline', () => {
  const at = '2026-11-01T00:00:00.000Z';
  const rule = { kind: 'CablesAsAtBaseline', at } as const;
  const cable = (one: string, other: string, isDown = false): CableFacts => ({
    ...{ interfaceId: one, hostId: one.split(':')[0]!, otherHostId: other.split(':')[0]!, isDown },
    otherInterfaceId: other.includes(':') ? other : null,
  });
  const since = (cables: readonly CableFacts[], spec: NetworkSpec = ring): NetworkSpec => ({
    ...spec,
    baselines: new Map([[at, cables]]),
  });
  const all = ring.cables!.map(([one, other]) => cable(one, other));
  test('the same cables pass, whichever end reports them and whether a port is known', () => {
    expect(judgeBriefly(since(all), rule)).toEqual(['Passing']);
    expect(judgeBriefly(since(ring.cables!.map(([one, other]) => cable(other, one))), rule)).toEqual(['Passing']);
    const halves = ring.cables!.map(([one, other]) => cable(one, other.split(':')[0]!));
    expect(judgeBriefly(since(halves), rule)).toEqual(['Passing']);
  });
  test('a cable is judged once, although both ends report it', () => {
    const bothEnds = ring.cables!.flatMap(([one, other]) => [cable(one, other), cable(other, one)]);
    expect(judge(network(since(bothEnds)), rule, {}).judged).toBe(ring.cables!.length);
    expect(judge(network(since(all.slice(1))), rule, {}).judged).toBe(ring.cables!.length);
    expect(judge(network(since(all, without(ring, 'core1:9'))), rule, {}).judged).toBe(ring.cables!.length);
  });
  test('cables that are gone, new or down are found', () => {
    expect(judgeBriefly(since(all.slice(1)), rule)).toEqual(['Failing', '! cable_new core1:9 core2:9 core1 core2']);
    expect(judgeBriefly(since(all, without(ring, 'core1:9')), rule)).toEqual([
      'Failing',
      '! cable_gone core1:9 core2:9 core1 core2',
    ]);
    const facts = network(since(all));
    const interfaces = facts.inventory.interfaces.map((port) => ({
      ...port,
      neighbors: port.neighbors.map((neighbor) =>
        port.id === 'core1:9' || neighbor.interfaceId === 'core1:9' ? { ...neighbor, downSince: instant } : neighbor,
      ),
    }));
    const down = judge({ ...facts, inventory: { ...facts.inventory, interfaces } }, rule, {});
    expect(down.findings.map(({ code }) => code)).toEqual(['cable_down']);
  });
  test('without history, and without any cable, nothing is judged', () => {
    expect(judgeBriefly(ring, rule)).toEqual(['Unknown', '? baseline_not_kept']);
    expect(judgeBriefly(since([], { ...ring, cables: [] }), rule)).toEqual(['Unknown', '? no_cables']);
  });
});

test('a device whose cables are all down has no way and no uplinks; without a known cable it is not known', () => {
  const facts = network({
    hosts: { a: isSwitch, b: isSwitch, c: isSwitch, d: isSwitch },
    cables: [
      ['a:1', 'b:1'],
      ['b:2', 'c:1'],
    ],
  });
  const interfaces = facts.inventory.interfaces.map((port) => ({
    ...port,
    neighbors: port.neighbors.map((far) =>
      port.hostId === 'c' || far.hostId === 'c' ? { ...far, downSince: instant } : far,
    ),
  }));
  const state = { ...facts, inventory: { ...facts.inventory, interfaces } };
  const codesOf = (rule: FactsRule, hostId: string) => {
    const { state: judgedState, findings, missing } = judge(state, rule, { hostIds: [hostId] });
    return [judgedState, ...findings.map(({ code }) => code), ...missing.map(({ code }) => code)];
  };
  const survives = { kind: 'SurvivesAnyFailure', rootHostIds: ['a'] } as const;
  expect(codesOf(survives, 'c')).toEqual(['Failing', 'no_way_to_root']);
  expect(codesOf(survives, 'd')).toEqual(['Unknown', 'host_without_cable']);
  const uplinks = { kind: 'UplinksToDifferentDevices', count: 1 } as const;
  expect(codesOf(uplinks, 'c')).toEqual(['Failing', 'too_few_uplinks']);
  expect(codesOf(uplinks, 'd')).toEqual(['Unknown', 'host_without_cable']);
  const wayRule = { kind: 'WayExists', view: 'L2Physical', fromHostId: 'a' } as const;
  expect(codesOf({ ...wayRule, toHostId: 'c' }, 'a')).toEqual(['Failing', 'no_way']);
  expect(codesOf({ ...wayRule, toHostId: 'd' }, 'a')).toEqual(['Unknown', 'host_without_cable']);
});

describe('nothing unknown behind ports', () => {
  const rule = { kind: 'NothingUnknownBehindPorts' } as const;
  const [knownMac, unknownMac, otherMac] = ['3c:52:82:00:00:01', '3c:52:82:00:00:02', '3c:52:82:00:00:03'];
  const learned = (...macs: string[]) => ({ learned: { macs: macs.join(' '), readAt: instant, runId: 'run' } });
  const spec = (ports: NetworkSpec['ports']): NetworkSpec => ({
    hosts: { a: isSwitch, b: isSwitch, pc: {} },
    cables: [['a:9', 'b:9']],
    ports: { 'pc:1': { macAddress: knownMac }, ...ports },
  });
  test('MAC addresses of machines, virtual routers and groups are known', () => {
    const macs = [knownMac, '00:00:5e:00:01:01', '01:00:5e:00:00:01'];
    expect(judgeBriefly(spec({ 'a:1': learned(...macs), 'b:1': learned(knownMac) }), rule)).toEqual(['Passing']);
  });
  test('an unknown one is found at the port nearest to it, each as its own finding', () => {
    const ports = { 'a:1': learned(knownMac, unknownMac), 'b:9': learned(unknownMac) };
    expect(judgeBriefly(spec(ports), rule)).toEqual(['Failing', '! unknown_machine a:1 a']);
    const [key] = keysOf(spec(ports), rule);
    expect(keysOf(spec({ ...ports, 'a:1': learned(knownMac, unknownMac, otherMac) }), rule)).toContain(key);
    expect(keysOf(spec({ ...ports, 'a:1': learned(otherMac) }), rule)).not.toContain(key);
  });
  test('a switch whose table was never read gives Unknown', () => {
    expect(judgeBriefly(spec({ 'a:1': learned(knownMac) }), rule)).toEqual([
      'Unknown',
      '? forwarding_table_not_read b',
    ]);
    expect(judgeBriefly(spec({}), rule, { hostIds: ['pc'] })).toEqual(['Unknown', '? forwarding_table_not_read']);
  });
});
