// The kinds of checks with their parameters: what a check demands of a network. Rules are stored and sent in the form
// of these types.
import type { HostRole } from './vocabulary';

/** How serious a failing check is. */
export const checkSeverities = ['Info', 'Warning', 'Critical'] as const;
export type CheckSeverity = (typeof checkSeverities)[number];

/** Properties that must be equal at both ends of a cable. */
export const linkProperties = ['NativeVlan', 'Speed', 'Duplex', 'Mtu'] as const;
export type LinkProperty = (typeof linkProperties)[number];

/**
 * The network that a path follows: L2 follows cables, including those that the spanning tree blocks. L3 follows
 * subnets, and the hosts that forward packets between them.
 */
export const wayViews = ['L2Physical', 'L3Logical'] as const;
export type WayView = (typeof wayViews)[number];

/** A service that hosts must have or must not have. The service must match all fields that are set. */
export interface ServicePattern {
  /** Category of the service definition, for instance `DNS`. */
  readonly category?: string;
  /** Id of the service definition, for instance `bind9`. */
  readonly definition?: string;
  readonly port?: { readonly number: number; readonly protocol: 'Tcp' | 'Udp' };
}

/** Parameters by kind of check. Ids are ids of rows; instants are ISO 8601 texts. */
export interface CheckParameters {
  /**
   * If any one device or cable fails, each selected host still has a path to at least one root host, for instance a
   * firewall. If the rule has only one root host, this host is assumed not to fail.
   */
  SurvivesAnyFailure: { readonly rootHostIds: readonly string[] };
  /**
   * Each selected host has uplinks to at least `count` different hosts. An uplink is a cable to a switch, router or
   * firewall.
   */
  UplinksToDifferentDevices: { readonly count: number };
  /** All ports that carry the VLAN are connected by cables that carry the VLAN. */
  VlanIsWhole: { readonly vlanId: string };
  /** These ports and no others carry the VLAN, tagged or native. */
  VlanOnExactlyThesePorts: { readonly vlanId: string; readonly interfaceIds: readonly string[] };
  /** The ports at both ends of each cable have equal values of `properties`. */
  LinkEndsAgree: { readonly properties: readonly LinkProperty[] };
  /** All members of each aggregate are up. */
  AggregateMembersUp: object;
  /** Each port that is enabled (ifAdminStatus up) works (ifOperStatus up). */
  PortsUpAsAdministered: object;
  /** The network has the same cables as at the instant `at`. */
  CablesAsAtBaseline: { readonly at: string };
  /** Each MAC address that a port has learned belongs to a known machine. */
  NothingUnknownBehindPorts: object;
  /** Between its last two readings, each port had at most `perHour` input and output errors per hour. */
  ErrorRateWithin: { readonly perHour: number };
  /** No two subnets of a namespace overlap. */
  NoOverlappingSubnets: object;
  /** No two hosts of a namespace have the same IP address. */
  NoAddressTwice: object;
  /** No two machines have the same MAC address. */
  NoMacAtTwoMachines: object;
  /**
   * Each address of a host belongs to the subnet in which it is stored. System subnets contain all public addresses,
   * Remote subnets any address.
   */
  NoAddressOutsideSubnets: object;
  /** At most `maxPercent` percent of a subnet's usable addresses are taken or reserved. */
  SubnetNotFull: { readonly maxPercent: number };
  /** Each subnet has an address of a router or a virtual address (VRRP, HSRP). */
  EverySubnetHasGateway: object;
  /** Each host was seen within the last `hours` hours. */
  SeenWithin: { readonly hours: number };
  /** Each host that was added after the instant `since` has one of the tags. */
  NothingNewWithoutTag: { readonly since: string; readonly tagIds: readonly string[] };
  /** All hosts of one manufacturer and model have the same software revision. */
  OneSoftwareRevisionPerModel: object;
  /** Each selected host has a service that matches `service`. */
  ServiceRequired: { readonly service: ServicePattern };
  /** No selected host has a service that matches `service`. */
  ServiceForbidden: { readonly service: ServicePattern };
  /** The certificates of services are valid for at least `days` more days. */
  CertificatesValid: { readonly days: number };
  /** No host answers a default SNMP community. */
  NoDefaultCommunity: object;
  /** There is a path from one host to the other that meets the conditions below. */
  WayExists: {
    readonly view: WayView;
    readonly fromHostId: string;
    readonly toHostId: string;
    /** Maximum number of hops on the shortest path: cables in L2, subnets in L3. */
    readonly maxHops?: number;
    /** Every path leads through at least one of these hosts. */
    readonly throughHostIds?: readonly string[];
    /** No path leads through any of these hosts. */
    readonly notThroughHostIds?: readonly string[];
  };
  /** There is no path from one host to the other. */
  NoWay: { readonly view: WayView; readonly fromHostId: string; readonly toHostId: string };
  /** The CEL expression, applied to the answer to the GraphQL document, returns an empty list. */
  QueryFindsNothing: { readonly document: string; readonly expression: string };
}

export type CheckKind = keyof CheckParameters;
type RuleOf<Kinds extends CheckKind> = { [K in Kinds]: { readonly kind: K } & CheckParameters[K] }[Kinds];
/** The rule of a check: its kind and the parameters of that kind. */
export type CheckRule = RuleOf<CheckKind>;

/** Kinds of checks that are judged by the result of a GraphQL query. All other kinds are judged by `NetworkFacts`. */
export type QueryKind = 'QueryFindsNothing';
export type QueryRule = RuleOf<QueryKind>;
export type FactsKind = Exclude<CheckKind, QueryKind>;
export type FactsRule = RuleOf<FactsKind>;
export const isQueryKind = (kind: string): kind is QueryKind => kind === 'QueryFindsNothing';
export const isQueryRule = (rule: CheckRule): rule is QueryRule => isQueryKind(rule.kind);

/**
 * The hosts that a check judges, with their ports, addresses and services. A host must match every field that is set:
 * one of its ids, tags, roles or subnets. Hidden hosts are judged only if `hostIds` lists them.
 */
export interface CheckSelection {
  readonly hostIds?: readonly string[];
  readonly tagIds?: readonly string[];
  readonly roles?: readonly HostRole[];
  readonly subnetIds?: readonly string[];
}
