// Types of the rows from which links are resolved, and of the results: links, and inferred hosts and ports.

export type Protocol = 'LLDP' | 'CDP';

export interface HostRow {
  readonly id: string;
  /** Chassis id of the host. In all types of this file, MAC addresses are in lower case with colons. */
  readonly chassisId: string | null;
  readonly sysName: string | null;
  /** All names of the host. */
  readonly names?: readonly string[];
  /** Whether the host is known only from LLDP or CDP rows of its neighbors. */
  readonly isInferred: boolean;
  readonly serialNumber?: string | null;
  /** Id of the host that runs this virtual machine or container; null if the host is no guest. */
  readonly hypervisorId?: string | null;
  /** For a host that was inferred from LLDP or CDP data without an identity: id of the port that received the data. */
  readonly heardOn?: string | null;
}
export interface AddressRow {
  readonly id: string;
  readonly hostId: string;
  readonly ipAddress: string;
  readonly macAddress: string | null;
  readonly subnetId: string | null;
  /** Time at which discovery last saw the host; null if the host is marked as missing. */
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
  /** ifType of the port (IANAifType-MIB); null if unknown. */
  readonly ifType: number | null;
  /**
   * Whether other ports are members of this interface. `ifType` does not show this: Linux gives bonds the ifType of
   * Ethernet.
   */
  readonly isAggregate: boolean;
  readonly fdbMacs: readonly string[];
  /** Time at which `fdbMacs` was last read completely; null if it was never read, or is empty. */
  readonly fdbReadAt: Date | null;
  /** MAC addresses in the device's ARP table for this port. */
  readonly arpMacs: readonly string[];
  /** Time at which `arpMacs` was last read completely; null if it was never read, or is empty. */
  readonly arpReadAt: Date | null;
  /** Id of the last discovery run that saw the port. */
  readonly lastRunId: string | null;
  /** Whether the port's operational status (`ifOperStatus`), as last read, says that it forwards no traffic. */
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

/** Data about a neighbor that a port has received by LLDP or CDP. */
export interface EvidenceRow {
  readonly id: string;
  /** Id of the port that received the data. */
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
  /** Cables that users have documented, from imports. */
  readonly documented?: readonly DocumentedRow[];
  /** LLDP and CDP rows, and tables, that were last observed before this time are stale. */
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
   * What shows that the link exists. Null: LLDP or CDP, as `protocol` says. FDB, ARP: only a forwarding or ARP table.
   * Documented: only a cable that users documented. Manual: only a user's decision.
   */
  readonly basis: 'FDB' | 'ARP' | 'Documented' | 'Manual' | null;
}
export interface StoredLink extends Link {
  readonly id: string;
  readonly createdAt: Date;
  readonly downSince: Date | null;
}
/**
 * Whether the link exists only because of a user's decision or a documented link. If the decision or the documented
 * link is deleted, the link is deleted too.
 */
export const isDerived = ({ basis }: Pick<Link, 'basis'>): boolean => basis === 'Manual' || basis === 'Documented';
/** A user's decision on the link between two ends. If an end is a host, the decision applies to all of its ports. */
export interface Decision extends Ends {
  readonly verdict: 'Proposed' | 'Confirmed' | 'Refuted';
}

/** A cable that users have documented: its port, and the names of host and port at its other end. */
export interface DocumentedRow {
  readonly id: string;
  readonly interfaceId: string;
  readonly remoteHostName: string;
  readonly remotePortName: string;
}

/** Returns the key of the two ends of a link, unique within a network. */
export const linkKey = ({ interfaceId, remoteInterfaceId, remoteHostId }: Ends): string =>
  `${interfaceId} ${remoteInterfaceId ?? remoteHostId}`;

/** Why an LLDP or CDP row does not result in a link between two ports that both devices report. */
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

/** The result for an LLDP or CDP row: the port that it describes, or otherwise the host, if either was found. */
export interface Outcome {
  readonly remoteInterfaceId: string | null;
  readonly remoteHostId: string | null;
  /** Why the row gives no link between two ports that both devices report; null if it gives one. */
  readonly reason: Reason | null;
}

/** A host to create for a neighbor that matches no stored host. */
export interface InferredHost {
  readonly id: string;
  /** The advertised system name, or otherwise the chassis id. */
  readonly name: string;
  readonly chassisId: string | null;
  readonly sysName: string | null;
  /** If the host's LLDP or CDP data contain no identity: id of the port that received the data. Otherwise null. */
  readonly heardOn: string | null;
  readonly protocol: Protocol;
  /** Id of one of the ports that received data about the host. */
  readonly interfaceId: string;
  readonly lastSeenAt: Date;
}

/** A port of an inferred host, which an LLDP or CDP row names. */
export interface InferredPort {
  readonly id: string;
  readonly hostId: string;
  readonly ifName: string;
  readonly lastSeenAt: Date;
}
