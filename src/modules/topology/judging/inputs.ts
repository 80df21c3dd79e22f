// The lists of rows that a check of each kind reads. A check is judged again only if one of its lists has changed.
import type { CheckSelection, FactsKind, FactsRule } from './check-rules';
import type { NetworkFacts } from './facts';

const readPart = {
  at: ({ at }: NetworkFacts) => at,
  hosts: ({ inventory }: NetworkFacts) => inventory.hosts,
  subnets: ({ inventory }: NetworkFacts) => inventory.subnets,
  ipAddresses: ({ inventory }: NetworkFacts) => inventory.ipAddresses,
  interfaces: ({ inventory }: NetworkFacts) => inventory.interfaces,
  openPorts: ({ inventory }: NetworkFacts) => inventory.ports,
  bindings: ({ inventory }: NetworkFacts) => inventory.bindings,
  services: ({ inventory }: NetworkFacts) => inventory.services,
  vlans: ({ inventory }: NetworkFacts) => inventory.vlans,
  tags: ({ inventory }: NetworkFacts) => inventory.tags,
  hostFacts: ({ hosts }: NetworkFacts) => hosts,
  portFacts: ({ ports }: NetworkFacts) => ports,
  subnetFacts: ({ subnets }: NetworkFacts) => subnets,
  virtualAddresses: ({ virtualAddresses }: NetworkFacts) => virtualAddresses,
  nextHops: ({ nextHops }: NetworkFacts) => nextHops,
  reservations: ({ reservations }: NetworkFacts) => reservations,
  answeringForOthers: ({ answeringForOthersIds }: NetworkFacts) => answeringForOthersIds,
  certificates: ({ certificates }: NetworkFacts) => certificates,
  baselines: ({ baselines }: NetworkFacts) => baselines,
} as const;
export type FactsPart = keyof typeof readPart;
export const factsParts = Object.keys(readPart) as readonly FactsPart[];

/** The lists from which rules compute whether a host forwards frames or packets. */
const forwarding: readonly FactsPart[] = ['interfaces', 'services', 'virtualAddresses', 'nextHops', 'ipAddresses'];
const addresses: readonly FactsPart[] = ['subnets', 'subnetFacts', 'ipAddresses'];
const listening: readonly FactsPart[] = ['services', 'openPorts', 'bindings'];

/** The lists that each kind of check reads besides hosts, and besides the lists for its selection of hosts. */
const partsOfKind: Readonly<Record<FactsKind, readonly FactsPart[]>> = {
  SurvivesAnyFailure: forwarding,
  UplinksToDifferentDevices: forwarding,
  VlanIsWhole: [...forwarding, 'vlans'],
  VlanOnExactlyThesePorts: ['interfaces', 'vlans'],
  LinkEndsAgree: [...forwarding, 'portFacts', 'vlans'],
  AggregateMembersUp: ['interfaces'],
  PortsUpAsAdministered: ['interfaces', 'portFacts'],
  CablesAsAtBaseline: ['interfaces', 'baselines'],
  NothingUnknownBehindPorts: ['interfaces', 'ipAddresses'],
  ErrorRateWithin: ['interfaces', 'portFacts'],
  NoOverlappingSubnets: addresses,
  NoAddressTwice: [...addresses, ...forwarding],
  NoMacAtTwoMachines: [...addresses, ...forwarding, 'answeringForOthers'],
  NoAddressOutsideSubnets: addresses,
  SubnetNotFull: [...addresses, 'virtualAddresses', 'nextHops', 'reservations', 'at'],
  EverySubnetHasGateway: [...addresses, ...forwarding],
  SeenWithin: ['at'],
  NothingNewWithoutTag: ['tags'],
  OneSoftwareRevisionPerModel: [],
  ServiceRequired: listening,
  ServiceForbidden: listening,
  CertificatesValid: [...listening, 'certificates', 'at'],
  NoDefaultCommunity: [],
  WayExists: [...addresses, ...forwarding],
  NoWay: [...addresses, ...forwarding],
};

/** The lists that the rule reads. Only a change of one of these lists can change the verdict of the rule. */
export function partsRead({ kind }: FactsRule, { tagIds, subnetIds }: CheckSelection): ReadonlySet<FactsPart> {
  return new Set<FactsPart>([
    ...(['hosts', 'hostFacts'] as const),
    ...(tagIds ? (['tags'] as const) : []),
    ...(subnetIds ? (['subnets', 'ipAddresses'] as const) : []),
    ...partsOfKind[kind],
  ]);
}

/**
 * Whether the verdict may differ between two states of a network. Lists are compared by identity: an unchanged list is
 * the same object.
 */
export const isAffected = (
  rule: FactsRule,
  selection: CheckSelection,
  before: NetworkFacts,
  after: NetworkFacts,
): boolean => [...partsRead(rule, selection)].some((part) => readPart[part](before) !== readPart[part](after));
