// Generated facts of networks, and generated rules of all kinds, for properties that hold for every kind of check.
import fc from 'fast-check';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import {
  linkProperties,
  type FactsRule,
  type CheckSelection,
} from '../../../../src/modules/topology/judging/check-rules';
import type { NetworkFacts } from '../../../../src/modules/topology/judging/facts';
import { hostRoles } from '../../../../src/modules/topology/judging/vocabulary';
import { inventories, toId } from '../graph/inventories';
import { instant } from './networks';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const macs = ['3c:52:82:00:00:01', '3c:52:82:00:00:02', '02:42:ac:11:00:02', '00:00:5e:00:01:01'];
const mac = fc.constantFrom(...macs);
const ipv4 = fc.constantFrom('10.0.0.1', '10.0.0.10', '10.0.0.77', '172.17.0.2');
const time = fc.constantFrom('2026-11-28T08:00:00.000Z', '2026-11-01T00:00:00.000Z', instant);
const times = <T>(count: number, value: fc.Arbitrary<T>) => fc.array(value, { minLength: count, maxLength: count });

/** The inventory with generated MAC addresses, forwarding tables, aggregates and missing hosts. */
function enrich(inventory: Inventory): fc.Arbitrary<Inventory> {
  const { hosts, ipAddresses, interfaces } = inventory;
  return fc
    .record({
      missing: times(hosts.length, fc.constantFrom(null, null, null, instant)),
      addressMacs: times(ipAddresses.length, maybe(mac)),
      ports: times(
        interfaces.length,
        fc.record({
          macAddress: maybe(mac),
          learned: maybe(fc.uniqueArray(mac, { minLength: 1 })),
          aggregate: fc.nat({ max: 30 }),
          isStpBlocked: fc.boolean(),
        }),
      ),
    })
    .map(({ missing, addressMacs, ports }) => ({
      ...inventory,
      hosts: hosts.map((host, at) => ({ ...host, missingSince: missing[at]! })),
      ipAddresses: ipAddresses.map((address, at) => ({ ...address, macAddress: addressMacs[at]! })),
      interfaces: interfaces.map((port, at) => {
        const { learned, aggregate, ...more } = ports[at]!;
        const other = interfaces[aggregate];
        return {
          ...port,
          ...more,
          aggregateId: other && other.hostId === port.hostId && other.id !== port.id ? other.id : null,
          learned: learned && { macs: learned.join(' '), readAt: instant, runId: 'run' },
        };
      }),
    }));
}

export const randomFacts: fc.Arbitrary<NetworkFacts> = inventories.chain(enrich).chain((inventory) => {
  const { hosts, interfaces, subnets, ports: openPorts } = inventory;
  const anyHost = fc.nat({ max: 8 }).map((number) => toId('host', number));
  const anyPort = fc.nat({ max: 10 }).map((number) => toId('interface', number));
  return fc.record({
    at: fc.constant(instant),
    inventory: fc.constant(inventory),
    hosts: times(
      hosts.length,
      fc.record({
        role: maybe(fc.constantFrom(...hostRoles)),
        manufacturer: maybe(fc.constantFrom('Acme')),
        model: maybe(fc.constantFrom('X', 'Y')),
        softwareRevision: maybe(fc.constantFrom('1', '2')),
        createdAt: time,
        lastSeenAt: maybe(time),
        answersDefaultCommunity: maybe(fc.boolean()),
      }),
    ).map((rows) => rows.map((row, at) => ({ id: hosts[at]!.id, ...row }))),
    ports: times(
      interfaces.length,
      fc.record({
        adminStatus: maybe(fc.constantFrom('Up', 'Down')),
        speedBps: maybe(fc.constantFrom('0', '1000', '100')),
        duplex: maybe(fc.constantFrom('Full', 'Half')),
        mtu: maybe(fc.constantFrom(1500, 9000)),
        errorsPerHour: maybe(fc.constantFrom(0, 3, 5000)),
      }),
    ).map((rows) => rows.map((row, at) => ({ id: interfaces[at]!.id, ...row }))),
    subnets: times(
      subnets.length,
      fc.record({
        namespace: fc.constantFrom('', '', 'red'),
        isSystem: fc.nat({ max: 5 }).map((chance) => chance === 0),
      }),
    ).map((rows) => rows.map((row, at) => ({ id: subnets[at]!.id, ...row }))),
    virtualAddresses: fc.array(
      fc.record({
        ipAddress: ipv4,
        namespace: fc.constantFrom('', 'red'),
        hostIds: fc.uniqueArray(anyHost, { maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
    nextHops: fc.array(fc.record({ hostId: anyHost, ipAddress: ipv4 }), { maxLength: 3 }),
    reservations: fc.array(
      fc.record({
        subnetId: fc.nat({ max: 5 }).map((number) => toId('subnet', number)),
        firstAddress: fc.constantFrom('10.0.0.1', '10.0.0.10'),
        lastAddress: fc.constantFrom('10.0.0.10', '10.0.0.200'),
        until: maybe(time),
      }),
      { maxLength: 3 },
    ),
    answeringForOthersIds: fc.uniqueArray(
      fc.nat({ max: 16 }).map((number) => toId('address', number)),
      { maxLength: 2 },
    ),
    certificates: fc.uniqueArray(
      fc.record({
        portId: fc.nat({ max: 12 }).map((number) => openPorts[number]?.id ?? 'none'),
        subject: fc.constantFrom('CN=a', 'CN=b'),
        notBefore: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'),
        notAfter: fc.constantFrom('2026-12-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z'),
      }),
      { maxLength: 4, selector: ({ portId }) => portId },
    ),
    baselines: fc
      .array(
        fc.record({
          ...{ interfaceId: anyPort, hostId: anyHost, otherInterfaceId: maybe(anyPort), otherHostId: anyHost },
          isDown: fc.boolean(),
        }),
        { maxLength: 4 },
      )
      .map((cables) => new Map([[instant, cables]])),
  });
});

const hostId = fc.nat({ max: 8 }).map((number) => toId('host', number));
const hostIds = fc.uniqueArray(hostId, { maxLength: 3 });
const vlanId = fc.nat({ max: 3 }).map((number) => toId('vlan', number));
const view = fc.constantFrom('L2Physical' as const, 'L3Logical' as const);
const wayEnds = { view, fromHostId: hostId, toHostId: hostId };
const service = fc.record(
  {
    category: fc.constantFrom('Hypervisor', 'OpenPorts', 'NetworkCore'),
    definition: fc.constantFrom('nginx', 'docker'),
    port: fc.record({ number: fc.constantFrom(22, 80), protocol: fc.constant('Tcp' as const) }),
  },
  { requiredKeys: [] },
);

/** Generated rules, by kind of rule. The type requires an entry for each kind. */
export const rulesByKind: { readonly [K in FactsRule['kind']]: fc.Arbitrary<FactsRule & { readonly kind: K }> } = {
  SurvivesAnyFailure: fc.record({ kind: fc.constant('SurvivesAnyFailure'), rootHostIds: hostIds }),
  UplinksToDifferentDevices: fc.record({
    kind: fc.constant('UplinksToDifferentDevices'),
    count: fc.integer({ min: 1, max: 3 }),
  }),
  VlanIsWhole: fc.record({ kind: fc.constant('VlanIsWhole'), vlanId }),
  VlanOnExactlyThesePorts: fc.record({
    ...{ kind: fc.constant('VlanOnExactlyThesePorts'), vlanId },
    interfaceIds: fc.uniqueArray(
      fc.nat({ max: 10 }).map((number) => toId('interface', number)),
      { maxLength: 4 },
    ),
  }),
  LinkEndsAgree: fc.record({
    kind: fc.constant('LinkEndsAgree'),
    properties: fc.uniqueArray(fc.constantFrom(...linkProperties), { minLength: 1 }),
  }),
  AggregateMembersUp: fc.constant({ kind: 'AggregateMembersUp' }),
  PortsUpAsAdministered: fc.constant({ kind: 'PortsUpAsAdministered' }),
  CablesAsAtBaseline: fc.record({ kind: fc.constant('CablesAsAtBaseline'), at: fc.constantFrom(instant, 'never') }),
  NothingUnknownBehindPorts: fc.constant({ kind: 'NothingUnknownBehindPorts' }),
  ErrorRateWithin: fc.record({ kind: fc.constant('ErrorRateWithin'), perHour: fc.constantFrom(0, 10) }),
  NoOverlappingSubnets: fc.constant({ kind: 'NoOverlappingSubnets' }),
  NoAddressTwice: fc.constant({ kind: 'NoAddressTwice' }),
  NoMacAtTwoMachines: fc.constant({ kind: 'NoMacAtTwoMachines' }),
  NoAddressOutsideSubnets: fc.constant({ kind: 'NoAddressOutsideSubnets' }),
  SubnetNotFull: fc.record({ kind: fc.constant('SubnetNotFull'), maxPercent: fc.constantFrom(0, 1, 50) }),
  EverySubnetHasGateway: fc.constant({ kind: 'EverySubnetHasGateway' }),
  SeenWithin: fc.record({ kind: fc.constant('SeenWithin'), hours: fc.constantFrom(1, 48) }),
  NothingNewWithoutTag: fc.record({
    kind: fc.constant('NothingNewWithoutTag'),
    since: time,
    tagIds: fc.uniqueArray(
      fc.nat({ max: 4 }).map((number) => toId('tag', number)),
      { maxLength: 2 },
    ),
  }),
  OneSoftwareRevisionPerModel: fc.constant({ kind: 'OneSoftwareRevisionPerModel' }),
  ServiceRequired: fc.record({ kind: fc.constant('ServiceRequired'), service }),
  ServiceForbidden: fc.record({ kind: fc.constant('ServiceForbidden'), service }),
  CertificatesValid: fc.record({ kind: fc.constant('CertificatesValid'), days: fc.constantFrom(1, 30) }),
  NoDefaultCommunity: fc.constant({ kind: 'NoDefaultCommunity' }),
  WayExists: fc.record(
    {
      ...{ kind: fc.constant('WayExists'), ...wayEnds, maxHops: fc.integer({ min: 1, max: 4 }) },
      ...{ throughHostIds: hostIds, notThroughHostIds: hostIds },
    },
    { requiredKeys: ['kind', 'view', 'fromHostId', 'toHostId'] },
  ),
  NoWay: fc.record({ kind: fc.constant('NoWay'), ...wayEnds }),
};

export const randomSelections: fc.Arbitrary<CheckSelection> = fc.record(
  {
    hostIds,
    tagIds: fc.uniqueArray(
      fc.nat({ max: 4 }).map((number) => toId('tag', number)),
      { minLength: 1, maxLength: 2 },
    ),
    subnetIds: fc.uniqueArray(
      fc.nat({ max: 5 }).map((number) => toId('subnet', number)),
      { minLength: 1, maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);
