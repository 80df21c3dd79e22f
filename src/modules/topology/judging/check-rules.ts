// The kinds of checks with their parameters: what a check demands of a network. Each rule is plain data, as it is stored
// and as both doors of the API name it.
import type { HostRole } from './vocabulary';

/** How grave it is when a check fails. */
export const checkSeverities = ['Info', 'Warning', 'Critical'] as const;
export type CheckSeverity = (typeof checkSeverities)[number];

/** Properties that must be equal at both ends of a cable. */
export const linkProperties = ['NativeVlan', 'Speed', 'Duplex', 'Mtu'] as const;
export type LinkProperty = (typeof linkProperties)[number];

/** Where a way leads: along cables, blocked ones included, or through subnets and the hosts that forward packets. */
export const wayViews = ['L2Physical', 'L3Logical'] as const;
export type WayView = (typeof wayViews)[number];

/** A service that hosts must or must not have. All members that are given must match. */
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
   * With any one device or cable gone, each selected host keeps its way to at least one of the roots that are left. The
   * only root is not one of the devices that go.
   */
  SurvivesAnyFailure: { readonly rootHostIds: readonly string[] };
  /**
   * Each selected host has uplinks to at least so many different hosts. An uplink is a cable to a device that forwards:
   * a switch, a router, a firewall.
   */
  UplinksToDifferentDevices: { readonly count: number };
  /** All ports that carry the VLAN are connected with each other within the VLAN. */
  VlanIsWhole: { readonly vlanId: string };
  /** Exactly these ports carry the VLAN, tagged or native. */
  VlanOnExactlyThesePorts: { readonly vlanId: string; readonly interfaceIds: readonly string[] };
  /** The ports at both ends of each cable agree in the properties. */
  LinkEndsAgree: { readonly properties: readonly LinkProperty[] };
  /** All members of each aggregate are up. */
  AggregateMembersUp: object;
  /** Each port whose ifAdminStatus is up has the ifOperStatus up. */
  PortsUpAsAdministered: object;
  /** The cables are those of the baseline instant. */
  CablesAsAtBaseline: { readonly at: string };
  /** Each MAC address that a port has learned belongs to a known machine. */
  NothingUnknownBehindPorts: object;
  /** At most so many input and output errors per hour between the last two readings of a port. */
  ErrorRateWithin: { readonly perHour: number };
  /** No two subnets of a namespace overlap. */
  NoOverlappingSubnets: object;
  /** No address belongs to two hosts of a namespace. */
  NoAddressTwice: object;
  /** No MAC address belongs to two machines. */
  NoMacAtTwoMachines: object;
  /**
   * Each address of a host is in a subnet that contains it. The System subnets contain public addresses, and Remote any
   * address.
   */
  NoAddressOutsideSubnets: object;
  /** At most so many percent of a subnet's usable addresses are taken or reserved. */
  SubnetNotFull: { readonly maxPercent: number };
  /** Each subnet has an address of a router or a virtual address (VRRP, HSRP). */
  EverySubnetHasGateway: object;
  /** Each host was seen within so many hours. */
  SeenWithin: { readonly hours: number };
  /** Each host that is new since the instant has one of the tags. */
  NothingNewWithoutTag: { readonly since: string; readonly tagIds: readonly string[] };
  /** All hosts of one manufacturer and model have the same software revision. */
  OneSoftwareRevisionPerModel: object;
  /** Each selected host has a service that matches. */
  ServiceRequired: { readonly service: ServicePattern };
  /** No selected host has a service that matches. */
  ServiceForbidden: { readonly service: ServicePattern };
  /** The certificates of services are valid for at least so many days. */
  CertificatesValid: { readonly days: number };
  /** No host answers a default SNMP community. */
  NoDefaultCommunity: object;
  /** There is a way from one host to the other within the bounds. */
  WayExists: {
    readonly view: WayView;
    readonly fromHostId: string;
    readonly toHostId: string;
    /** The shortest way has at most so many steps from host to host: cables in L2, subnets in L3. */
    readonly maxHops?: number;
    /** Every way leads through at least one of these hosts. */
    readonly throughHostIds?: readonly string[];
    /** No way leads through any of these hosts. */
    readonly notThroughHostIds?: readonly string[];
  };
  /** There is no way from one host to the other. */
  NoWay: { readonly view: WayView; readonly fromHostId: string; readonly toHostId: string };
  /** The CEL expression, over the answer to the GraphQL document, yields an empty list of findings. */
  QueryFindsNothing: { readonly document: string; readonly expression: string };
}

export type CheckKind = keyof CheckParameters;
type RuleOf<Kinds extends CheckKind> = { [K in Kinds]: { readonly kind: K } & CheckParameters[K] }[Kinds];
/** The rule of a check: its kind and the parameters of that kind. */
export type CheckRule = RuleOf<CheckKind>;

/** Kinds that are judged by the answer to a GraphQL document. All others are judged by the facts of a network. */
export type QueryKind = 'QueryFindsNothing';
export type QueryRule = RuleOf<QueryKind>;
export type FactsKind = Exclude<CheckKind, QueryKind>;
export type FactsRule = RuleOf<FactsKind>;
export const isQueryKind = (kind: string): kind is QueryKind => kind === 'QueryFindsNothing';
export const isQueryRule = (rule: CheckRule): rule is QueryRule => isQueryKind(rule.kind);

/**
 * The hosts, and what is on them, that a check judges. An absent member selects all; several members must all match,
 * and one of the ids or roles of each. Hidden hosts are judged only if `hostIds` names them.
 */
export interface CheckSelection {
  readonly hostIds?: readonly string[];
  readonly tagIds?: readonly string[];
  readonly roles?: readonly HostRole[];
  readonly subnetIds?: readonly string[];
}
