// The kinds of checks that the API offers, each with a description and typed parameters. The inputs, outputs and REST
// form of checks, and the validation of ids in parameters, are generated from this table.
import type { Prisma } from '../../../generated/prisma/client';
import { isQueryRule, type CheckKind, type CheckParameters, type CheckRule } from '../judging/check-rules';
import { readsClock } from '../judging/queries/expression';

/**
 * Models whose rows a rule may refer to by id. A tag belongs to an organization, a row of the other models to a
 * network.
 */
export type NamedModel = Extract<Prisma.ModelName, 'Host' | 'Interface' | 'Vlan' | 'Tag' | 'Subnet'>;

/** The type of a parameter, with its bounds. */
export type Parameter = { readonly description: string; readonly isOptional?: true } & (
  | { readonly type: 'Int'; readonly min: number; readonly max: number }
  | { readonly type: 'Id'; readonly model: NamedModel }
  | { readonly type: 'Ids'; readonly model: NamedModel; readonly most: number }
  | { readonly type: 'Instant' }
  | { readonly type: 'LinkProperties' }
  | { readonly type: 'WayView' }
  | { readonly type: 'ServicePattern' }
  | { readonly type: 'Text'; readonly most: number }
);

type ParametersOf<K extends CheckKind> = keyof CheckParameters[K] extends never
  ? Record<never, never>
  : { readonly [P in keyof CheckParameters[K]]-?: Parameter };
interface KindText<K extends CheckKind> {
  readonly description: string;
  readonly parameters: ParametersOf<K>;
}

const host = (description: string): Parameter => ({ type: 'Id', model: 'Host', description });
const hosts = (most: number, description: string): Parameter => ({ type: 'Ids', model: 'Host', most, description });
const vlanId: Parameter = { type: 'Id', model: 'Vlan', description: 'Id of the VLAN.' };
const number = (min: number, max: number, description: string): Parameter => ({ type: 'Int', min, max, description });
const service: Parameter = {
  type: 'ServicePattern',
  description: 'The service. All members that are given must match.',
};
const plain = (description: string): KindText<'NoAddressTwice'> => ({ description, parameters: {} });
const view: Parameter = {
  type: 'WayView',
  description: 'Along cables, or through subnets and the hosts that forward.',
};
const mostWaypoints = 10;

export const checkKinds: { readonly [K in CheckKind]: KindText<K> } = {
  SurvivesAnyFailure: {
    description: 'With any one device or cable gone, each selected host keeps a path to at least one of the roots.',
    parameters: {
      rootHostIds: hosts(50, 'Ids of the hosts to which a path must remain. None: the verdict is Unknown.'),
    },
  },
  UplinksToDifferentDevices: {
    description: 'Each selected host has uplinks to so many different hosts.',
    parameters: { count: number(1, 16, 'Least number of different hosts.') },
  },
  VlanIsWhole: {
    description: 'All ports that carry the VLAN are connected with each other within the VLAN.',
    parameters: { vlanId },
  },
  VlanOnExactlyThesePorts: {
    description: 'Exactly these ports carry the VLAN, tagged or native.',
    parameters: {
      vlanId,
      interfaceIds: { type: 'Ids', model: 'Interface', most: 1_000, description: 'Ids of the ports.' },
    },
  },
  LinkEndsAgree: {
    description: 'The ports at both ends of each cable agree in the properties.',
    parameters: { properties: { type: 'LinkProperties', description: 'Properties that must be equal.' } },
  },
  AggregateMembersUp: plain('All members of each aggregate are up.'),
  PortsUpAsAdministered: plain('Each port whose ifAdminStatus is up has the ifOperStatus up.'),
  CablesAsAtBaseline: {
    description: 'The cables are those of an earlier instant.',
    parameters: { at: { type: 'Instant', description: 'Instant whose cables are the baseline.' } },
  },
  NothingUnknownBehindPorts: plain('Each MAC address that a port has learned belongs to a known machine.'),
  ErrorRateWithin: {
    description: 'At most so many input and output errors per hour between the last two readings of a port.',
    parameters: { perHour: number(0, 1_000_000_000, 'Highest number of errors per hour.') },
  },
  NoOverlappingSubnets: plain('No two subnets of a namespace overlap.'),
  NoAddressTwice: plain('No address belongs to two hosts of a namespace.'),
  NoMacAtTwoMachines: plain('No MAC address belongs to two machines.'),
  NoAddressOutsideSubnets: plain('Each address of a host is in a subnet that contains it.'),
  SubnetNotFull: {
    description:
      'At most so many percent of the usable addresses of a subnet are taken or reserved. An IPv4 subnet with two usable addresses may be full.',
    parameters: { maxPercent: number(1, 100, 'Highest share of taken and reserved addresses in percent.') },
  },
  EverySubnetHasGateway: plain('Each subnet has an address of a router or a virtual address (VRRP, HSRP).'),
  SeenWithin: {
    description: 'Each selected host was seen within so many hours.',
    parameters: { hours: number(1, 8_760, 'Hours since the last observation.') },
  },
  NothingNewWithoutTag: {
    description: 'Each host that is new since an instant has one of the tags.',
    parameters: {
      since: { type: 'Instant', description: 'Hosts that were stored before it are not judged.' },
      tagIds: { type: 'Ids', model: 'Tag', most: 100, description: 'Ids of the tags.' },
    },
  },
  OneSoftwareRevisionPerModel: plain('All hosts of one manufacturer and model have the same software revision.'),
  ServiceRequired: { description: 'Each selected host has a service that matches.', parameters: { service } },
  ServiceForbidden: { description: 'No selected host has a service that matches.', parameters: { service } },
  CertificatesValid: {
    description: 'The certificates of services are valid now, and for at least so many days.',
    parameters: { days: number(0, 3_650, 'Days for which certificates must still be valid.') },
  },
  NoDefaultCommunity: plain('No host answers a well-known SNMP community, as far as credentials have one.'),
  WayExists: {
    description: 'There is a path from one host to the other within the bounds.',
    parameters: {
      view,
      fromHostId: host('Id of the host at which the path begins.'),
      toHostId: host('Id of the host at which the path ends.'),
      maxHops: { ...number(1, 64, 'Highest number of steps of the shortest path.'), isOptional: true },
      throughHostIds: { ...hosts(mostWaypoints, 'Every path leads through one of these hosts.'), isOptional: true },
      notThroughHostIds: { ...hosts(mostWaypoints, 'No path leads through any of these hosts.'), isOptional: true },
    },
  },
  NoWay: {
    description: 'There is no path from one host to the other.',
    parameters: {
      view,
      fromHostId: host('Id of the one host.'),
      toHostId: host('Id of the other host.'),
    },
  },
  QueryFindsNothing: {
    description: 'An expression over the answer to a GraphQL query yields no findings. The check selects no hosts.',
    parameters: {
      document: {
        ...{ type: 'Text', most: 10_000 },
        description: 'GraphQL document: one query, which reads the inventory of the network `$networkId`.',
      },
      expression: {
        ...{ type: 'Text', most: 4_000 },
        description: 'CEL expression over the answer. It yields a list of objects with `id`, `message` or both.',
      },
    },
  },
};

export const offeredKinds = Object.keys(checkKinds) as CheckKind[];
export const isOffered = (kind: string): kind is CheckKind => Object.hasOwn(checkKinds, kind);
/** The parameters of a kind, by the name of the parameter. */
export const parametersOf = (kind: CheckKind): Readonly<Record<string, Parameter>> => checkKinds[kind].parameters;

/**
 * The parameters of all kinds of checks, by name. Two kinds may have a parameter of the same name; then its values are
 * of the same type.
 */
export const allParameters: Readonly<Record<string, Parameter>> = Object.assign(
  {},
  ...offeredKinds.map(parametersOf),
) as Record<string, Parameter>;

const timeDependentKinds: ReadonlySet<CheckKind> = new Set([
  ...(['SeenWithin', 'ErrorRateWithin', 'SubnetNotFull', 'CertificatesValid'] as const),
]);

/** Whether the verdict can change although no stored row changes, for example because a certificate expires. */
export const isTimeDependent = (rule: CheckRule): boolean =>
  timeDependentKinds.has(rule.kind) || (isQueryRule(rule) && readsClock(rule.expression));
