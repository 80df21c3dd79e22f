// The plain rows that neighbours are resolved from, and the conclusions: links, and hosts to be inferred.

export type Protocol = 'LLDP' | 'CDP';

export interface HostRow {
  readonly id: string;
  /** MAC addresses in it are lower case with colons, as everywhere in these rows. */
  readonly chassisId: string | null;
  readonly sysName: string | null;
  /** All that it is called by. */
  readonly names?: readonly string[];
  /** Known only from a neighbour's report. */
  readonly isInferred: boolean;
  readonly serialNumber?: string | null;
  /** The port that hears it, of an inferred host that tells nothing else of itself. */
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
  /** Ports are members of it: Linux gives its bonds the ifType of Ethernet. */
  readonly isAggregate: boolean;
  readonly fdbMacs: readonly string[];
  /** When `fdbMacs` was last read to the end; null if it never was, or is empty. */
  readonly fdbReadAt: Date | null;
  /** Those that its device's ARP table has on the port. */
  readonly arpMacs: readonly string[];
  /** When that was last read to the end; null if it never was, or is empty. */
  readonly arpReadAt: Date | null;
  /** The last run that saw the port. */
  readonly lastRunId: string | null;
  /** Its operational state, as it was last read, lets nothing through. */
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

/** One neighbour as a port received it. */
export interface EvidenceRow {
  readonly id: string;
  /** The reporting port. */
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

/** Everything of one network. */
export interface Inventory {
  readonly hosts: readonly HostRow[];
  readonly addresses: readonly AddressRow[];
  readonly ports: readonly PortRow[];
  readonly evidence: readonly EvidenceRow[];
  readonly stored: readonly StoredLink[];
  readonly decisions: readonly Decision[];
  /** What imports know. */
  readonly documented?: readonly DocumentedRow[];
  /** Records and tables observed before it are stale. */
  readonly staleBefore: Date;
}

/** A port, and the other end of its link: a port, or a host whose port is unknown; exactly one of the two. */
export interface Ends {
  readonly interfaceId: string;
  readonly remoteInterfaceId: string | null;
  readonly remoteHostId: string | null;
}
export interface Link extends Ends {
  readonly protocol: Protocol;
  /** FDB, ARP: from such a table alone; Documented, Manual: from that alone; null: as `protocol` reports. */
  readonly basis: 'FDB' | 'ARP' | 'Documented' | 'Manual' | null;
}
export interface StoredLink extends Link {
  readonly id: string;
  readonly createdAt: Date;
  readonly downSince: Date | null;
}
/** Made for a decision of a user or a documented link, with which it goes. */
export const isDerived = ({ basis }: Pick<Link, 'basis'>): boolean => basis === 'Manual' || basis === 'Documented';
/** What a user has decided of the link between two ends; of a host whichever port of it. */
export interface Decision extends Ends {
  readonly verdict: 'Proposed' | 'Confirmed' | 'Refuted';
}

/** A cable of a port that people have written down, with the names of its other end. */
export interface DocumentedRow {
  readonly id: string;
  readonly interfaceId: string;
  readonly remoteHostName: string;
  readonly remotePortName: string;
}

/** The two ends of a link: no two of a network have the same. */
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

/** The result for one documented link: the port or else the host at its other end, if found. */
export interface DocumentedOutcome {
  readonly remoteInterfaceId: string | null;
  readonly remoteHostId: string | null;
  readonly state: DocumentedState;
}

/** The result for one record: the port or else the host that it is about, if found. */
export interface Outcome {
  readonly remoteInterfaceId: string | null;
  readonly remoteHostId: string | null;
  /** Null: a link between two ports that both sides report. */
  readonly reason: Reason | null;
}

/** A host to be made for a neighbour that matches no stored host. */
export interface InferredHost {
  readonly id: string;
  /** The advertised system name, else the chassis id. */
  readonly name: string;
  readonly chassisId: string | null;
  readonly sysName: string | null;
  /** The port that hears it, where it tells nothing of itself. */
  readonly heardOn: string | null;
  readonly protocol: Protocol;
  /** One of the ports that reported it. */
  readonly interfaceId: string;
  readonly lastSeenAt: Date;
}

/** A port of an inferred host that a report names. */
export interface InferredPort {
  readonly id: string;
  readonly hostId: string;
  readonly ifName: string;
  readonly lastSeenAt: Date;
}
