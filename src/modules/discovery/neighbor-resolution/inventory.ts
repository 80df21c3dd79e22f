// Types of the rows from which links are resolved, and of the results: links, and inferred hosts and ports.

export type Protocol = 'LLDP' | 'CDP';

export interface HostRow {
  readonly id: string;
  /** MAC addresses in all of these rows are in lower case with colons. */
  readonly chassisId: string | null;
  readonly sysName: string | null;
  /** All names of the host. */
  readonly names?: readonly string[];
  /** Whether the host is only known from a neighbor's record. */
  readonly isInferred: boolean;
  readonly serialNumber?: string | null;
  /** The port that receives the neighbor records of an inferred host, if these records contain no identity. */
  readonly heardOn?: string | null;
}
export interface AddressRow {
  readonly id: string;
  readonly hostId: string;
  readonly ipAddress: string;
  readonly macAddress: string | null;
  readonly subnetId: string | null;
  /** When discovery last saw the host; null if it is missing. */
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
  /** When `fdbMacs` was last read completely; null if never, or if it is empty. */
  readonly fdbReadAt: Date | null;
  /** MAC addresses in the device's ARP table for this port. */
  readonly arpMacs: readonly string[];
  /** When `arpMacs` was last read completely; null if never, or if it is empty. */
  readonly arpReadAt: Date | null;
  /** Id of the last run that saw the port. */
  readonly lastRunId: string | null;
  /** Whether the port forwards no traffic according to its operational state, as last read. */
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

/** A neighbor record, as a port has received it. */
export interface EvidenceRow {
  readonly id: string;
  /** Id of the port that received it. */
  readonly interfaceId: string;
  readonly protocol: Protocol;
  /** Only LLDP sends a chassis id, `portId` and `portDescription`. */
  readonly chassisId: { readonly subtype: ChassisIdSubtype; readonly value: string } | null;
  readonly portId: { readonly subtype: PortIdSubtype; readonly value: string } | null;
  readonly portDescription: string | null;
  /** Only CDP sends a device id and `devicePort`. */
  readonly deviceId: string | null;
  readonly devicePort: string | null;
  /** LLDP system name. */
  readonly sysName: string | null;
  /** The first management address (LLDP) or address (CDP). */
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
  /** Records and tables that were last observed before this time are stale. */
  readonly staleBefore: Date;
}

/** A port and the other end of its link. The other end is a port, or a host if the port is unknown. */
export interface Ends {
  readonly interfaceId: string;
  readonly remoteInterfaceId: string | null;
  readonly remoteHostId: string | null;
}
export interface Link extends Ends {
  readonly protocol: Protocol;
  /**
   * FDB, ARP: the link follows from such a table only; Documented, Manual: from documentation or a decision only; null:
   * `protocol` reports it.
   */
  readonly basis: 'FDB' | 'ARP' | 'Documented' | 'Manual' | null;
}
export interface StoredLink extends Link {
  readonly id: string;
  readonly createdAt: Date;
  readonly downSince: Date | null;
}
/** Whether the link was created for a decision or a documented link, with which it is deleted. */
export const isDerived = ({ basis }: Pick<Link, 'basis'>): boolean => basis === 'Manual' || basis === 'Documented';
/** A user's decision on the link between two ends. If an end is a host, the decision applies to all of its ports. */
export interface Decision extends Ends {
  readonly verdict: 'Proposed' | 'Confirmed' | 'Refuted';
}

/** A documented cable of a port, with the names at its other end. */
export interface DocumentedRow {
  readonly id: string;
  readonly interfaceId: string;
  readonly remoteHostName: string;
  readonly remotePortName: string;
}

/** Key of the two ends of a link, unique within a network. */
export const linkKey = ({ interfaceId, remoteInterfaceId, remoteHostId }: Ends): string =>
  `${interfaceId} ${remoteInterfaceId ?? remoteHostId}`;

/** Why a record does not result in a link between two ports that both devices report. */
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

/** The result for a documented link: the port at its other end, or otherwise the host, if either was found. */
export interface DocumentedOutcome {
  readonly remoteInterfaceId: string | null;
  readonly remoteHostId: string | null;
  readonly state: DocumentedState;
}

/** The result for a neighbor record: the port that it describes, or otherwise the host, if either was found. */
export interface Outcome {
  readonly remoteInterfaceId: string | null;
  readonly remoteHostId: string | null;
  /** Null if both devices report the link between two ports. */
  readonly reason: Reason | null;
}

/** A host to create for a neighbour that matches no stored host. */
export interface InferredHost {
  readonly id: string;
  /** The advertised system name, or otherwise the chassis id. */
  readonly name: string;
  readonly chassisId: string | null;
  readonly sysName: string | null;
  /**
   * The port that receives the neighbor records of the inferred host, if these records contain no identity. Otherwise
   * null.
   */
  readonly heardOn: string | null;
  readonly protocol: Protocol;
  /** One of the ports that reported the host. */
  readonly interfaceId: string;
  readonly lastSeenAt: Date;
}

/** A port of an inferred host, which a record names. */
export interface InferredPort {
  readonly id: string;
  readonly hostId: string;
  readonly ifName: string;
  readonly lastSeenAt: Date;
}
