// Row types for resolving neighbours, and types of the results: links, and inferred hosts and ports.

export type Protocol = 'LLDP' | 'CDP';

export interface HostRow {
  readonly id: string;
  /** MAC addresses in all of these rows are in lower case with colons. */
  readonly chassisId: string | null;
  readonly sysName: string | null;
  /** All names of the host. */
  readonly names?: readonly string[];
  /** Known only from a neighbour's report. */
  readonly isInferred: boolean;
  readonly serialNumber?: string | null;
  /** For an inferred host that reports no identity: the port that receives its reports. */
  readonly heardOn?: string | null;
}
export interface AddressRow {
  readonly id: string;
  readonly hostId: string;
  readonly ipAddress: string;
  readonly macAddress: string | null;
  readonly subnetId: string | null;
  /** When discovery last saw it; null if its host is missing. */
  readonly seenAt: Date | null;
}
export interface PortRow {
  readonly id: string;
  readonly hostId: string;
  readonly ifIndex: number | null;
  readonly ifName: string | null;
  readonly ifDescr: string | null;
  readonly ifAlias: string | null;
  readonly macAddress: string | null;
  readonly ipAddressId: string | null;
  /** IANA ifType. */
  readonly ifType: number | null;
  /** Whether ports are members of this interface. ifType is not enough: Linux gives bonds the ifType of Ethernet. */
  readonly isAggregate: boolean;
  readonly fdbMacs: readonly string[];
  /** When `fdbMacs` was last read to the end; null if it never was, or is empty. */
  readonly fdbReadAt: Date | null;
  /** MAC addresses in the device's ARP table for this port. */
  readonly arpMacs: readonly string[];
  /** When that was last read to the end; null if it never was, or is empty. */
  readonly arpReadAt: Date | null;
  /** The last run that saw the port. */
  readonly lastRunId: string | null;
  /** Whether the port passes no traffic by its operational state, as last read. */
  readonly isDown: boolean;
  readonly seenAt: Date;
}
export type ChassisIdSubtype =
  | 'ChassisComponent'
  | 'InterfaceAlias'
  | 'PortComponent'
  | 'MacAddress'
  | 'NetworkAddress'
  | 'InterfaceName'
  | 'LocallyAssigned';
export type PortIdSubtype =
  | 'InterfaceAlias'
  | 'PortComponent'
  | 'MacAddress'
  | 'NetworkAddress'
  | 'InterfaceName'
  | 'AgentCircuitId'
  | 'LocallyAssigned';

/** A neighbour record as a port received it. */
export interface EvidenceRow {
  readonly id: string;
  /** Id of the port that received it. */
  readonly interfaceId: string;
  readonly protocol: Protocol;
  /** LLDP only, as `portId` and `portDescription`. */
  readonly chassisId: { readonly subtype: ChassisIdSubtype; readonly value: string } | null;
  readonly portId: { readonly subtype: PortIdSubtype; readonly value: string } | null;
  readonly portDescription: string | null;
  /** CDP only, as `devicePort`. */
  readonly deviceId: string | null;
  readonly devicePort: string | null;
  /** LLDP system name. */
  readonly sysName: string | null;
  /** LLDP management address or CDP address, the first. */
  readonly managementAddress: string | null;
  readonly otherManagementAddresses?: readonly string[];
  readonly observedAt: Date;
}

export const managementAddressList = (row: EvidenceRow): readonly string[] => [
  ...(row.managementAddress === null ? [] : [row.managementAddress]),
  ...(row.otherManagementAddresses ?? []),
];

/** The rows of one network from which its links are resolved. */
export interface Inventory {
  readonly hosts: readonly HostRow[];
  readonly addresses: readonly AddressRow[];
  readonly ports: readonly PortRow[];
  readonly evidence: readonly EvidenceRow[];
  readonly stored: readonly StoredLink[];
  readonly decisions: readonly Decision[];
  /** Documented cables from imports. */
  readonly documented?: readonly DocumentedRow[];
  /** Records and tables that were observed before this time are stale. */
  readonly staleBefore: Date;
}

/** A port, and the other end of its link: either a port, or a host if its port is unknown. */
export interface Ends {
  readonly interfaceId: string;
  readonly remoteInterfaceId: string | null;
  readonly remoteHostId: string | null;
}
export interface Link extends Ends {
  readonly protocol: Protocol;
  /**
   * FDB, ARP: only such a table gives the link; Documented, Manual: only documentation or a decision; null: reported by
   * `protocol`.
   */
  readonly basis: 'FDB' | 'ARP' | 'Documented' | 'Manual' | null;
}
export interface StoredLink extends Link {
  readonly id: string;
  readonly createdAt: Date;
  readonly downSince: Date | null;
}
/** Whether the link was created for a user's decision or a documented link, and is deleted with it. */
export const isDerived = ({ basis }: Pick<Link, 'basis'>): boolean => basis === 'Manual' || basis === 'Documented';
/** A user's decision on the link between two ends. If one is a host, the decision applies to any of its ports. */
export interface Decision extends Ends {
  readonly verdict: 'Proposed' | 'Confirmed' | 'Refuted';
}

/** A cable of a port that people have documented, with the names of its other end. */
export interface DocumentedRow {
  readonly id: string;
  readonly interfaceId: string;
  readonly remoteHostName: string;
  readonly remotePortName: string;
}

/** Key of a link's two ends, unique within a network. */
export const linkKey = ({ interfaceId, remoteInterfaceId, remoteHostId }: Ends): string =>
  `${interfaceId} ${remoteInterfaceId ?? remoteHostId}`;

/** Why a record says less than a link between two ports that both sides report. */
export type Reason =
  | 'Superseded'
  | 'Stale'
  | 'NoIdentity'
  | 'UnknownChassis'
  | 'AmbiguousMac'
  | 'AmbiguousAddress'
  | 'AmbiguousChassisId'
  | 'AmbiguousName'
  | 'OwnHost'
  | 'UnknownPort'
  | 'AmbiguousPort'
  | 'OneSided'
  | 'Refuted';

/** Why a forwarding or ARP table gave no link. */
export type ForwardingReason =
  | 'NeighborReported'
  | 'Stale'
  | 'NotEdgePort'
  | 'NoMachine'
  | 'UnknownMac'
  | 'AmbiguousMac'
  | 'SeveralMachines'
  | 'LearnedElsewhere'
  | 'Decided'
  | 'Refuted';

export type DocumentedState =
  | 'Documented'
  | 'Confirmed'
  | 'Contradicted'
  | 'Refuted'
  | 'UnknownHost'
  | 'AmbiguousHost'
  | 'OwnHost'
  | 'UnknownPort'
  | 'AmbiguousPort';

/** The result for a documented link: the port at its other end, otherwise the host, if found. */
export interface DocumentedOutcome {
  readonly remoteInterfaceId: string | null;
  readonly remoteHostId: string | null;
  readonly state: DocumentedState;
}

/** The result for a neighbour record: the port that it is about, otherwise the host, if found. */
export interface Outcome {
  readonly remoteInterfaceId: string | null;
  readonly remoteHostId: string | null;
  /** Null: a link between two ports that both sides report. */
  readonly reason: Reason | null;
}

/** A host to create for a neighbour that matches no stored host. */
export interface InferredHost {
  readonly id: string;
  /** The advertised system name, else the chassis id. */
  readonly name: string;
  readonly chassisId: string | null;
  readonly sysName: string | null;
  /** The port that receives its reports, if it reports no identity; otherwise null. */
  readonly heardOn: string | null;
  readonly protocol: Protocol;
  /** One of the ports that reported it. */
  readonly interfaceId: string;
  readonly lastSeenAt: Date;
}

/** A port of an inferred host, named in a report. */
export interface InferredPort {
  readonly id: string;
  readonly hostId: string;
  readonly ifName: string;
  readonly lastSeenAt: Date;
}
