// The entries of an imported file, and the error that ends reading it.

import type { desiredPortStates, portStateNames } from '../../../inventory/shared/port-states';
import type { subnetTypes } from '../../../inventory/shared/subnet-types';

/** One entry of a file, with the line (1-based) where it begins. */
export type ImportedEntry =
  | { kind: 'Host'; line: number; host: ImportedHost }
  | ({ kind: 'Subnet'; line: number } & ImportedSubnet)
  | ({ kind: 'Vlan'; line: number } & ImportedVlan)
  /** A skipped entry; the rest of the file is used. `text` describes it for people. */
  | { kind: 'Refused'; line: number; code: ImportRefusal; text: string };

export type ImportRefusal =
  /** A value has not the form of its field. */
  | 'invalid_value'
  /** An address that identifies no host: unspecified, loopback, multicast, broadcast. */
  | 'no_host_address'
  | 'lease_expired'
  /** A lease that was released, declined, or found in use by another machine. */
  | 'lease_abandoned'
  /** The file names a machine without evidence that it exists: a neighbor that never answered, or an assumed host. */
  | 'not_seen'
  /** Planned, in stock or decommissioned; or a prefix that only contains others. */
  | 'not_in_use'
  /** An address that several machines share, such as that of a VRRP group. */
  | 'shared_address'
  /** A field with several values, of which none is preferred; the rest of the entry is used. */
  | 'ambiguous_value'
  /** An earlier entry of the file has the same unique key. */
  | 'repeated'
  /** The entry names a namespace or address that occurs in several namespaces. */
  | 'ambiguous_namespace'
  /** The entry refers to something that is not in the file. */
  | 'unknown_reference'
  /** The host has more parts than are allowed; the first ones are used. */
  | 'too_many_parts'
  /** The file ends early; its complete entries are used. */
  | 'incomplete_file'
  /** The file is valid but has no entries. */
  | 'no_entries';

export interface ImportedSubnet {
  /** Canonical, without host bits. */
  cidr: string;
  /** Equal prefixes of one namespace are one subnet; undefined if the file has no namespaces. */
  namespace?: string;
  name?: string;
  description?: string;
  subnetType?: keyof typeof subnetTypes;
}

export interface ImportedVlan {
  /** VLAN ID (IEEE 802.1Q). */
  number: number;
  name: string;
  description?: string;
}

/**
 * A host in a file. Texts are cleaned and no longer than in a host report; addresses are in the form of the database.
 */
export interface ImportedHost {
  /** Id of the host in the installation of Netloom that the file was exported from. */
  id?: string;
  /** A name that people gave. Hosts without one are named after their `hostname`. */
  name?: string;
  /** The name in DNS or DHCP. */
  hostname?: string;
  description?: string;
  sysName?: string;
  sysDescr?: string;
  sysObjectId?: string;
  sysLocation?: string;
  sysContact?: string;
  managementUrl?: string;
  chassisId?: string;
  manufacturer?: string;
  model?: string;
  serialNumber?: string;
  firmwareRevision?: string;
  softwareRevision?: string;
  os?: string;
  /** Names of tags. */
  tags?: string[];
  addresses: ImportedAddress[];
  ports: ImportedPort[];
  services: ImportedService[];
  interfaces: ImportedInterface[];
}

export interface ImportedAddress {
  ip: string;
  /** The namespace of its subnet; undefined if the file has none. */
  namespace?: string;
  /**
   * The address only identifies a host of the network, and was not read from that host. The host stays in the subnet
   * where the network has the address.
   */
  isName?: true;
  /** Prefix length of the address's subnet, if the file has it. */
  prefixLength?: number;
  mac?: string;
  name?: string;
}

export interface ImportedPort {
  number: number;
  protocol: 'Tcp' | 'Udp';
}

export interface ImportedService {
  /** The service's name in the file: for nmap the name of a protocol, such as `http`. */
  name: string;
  /** Id of a service definition of Netloom, if the file names one. */
  definition?: string;
  port?: ImportedPort;
  product?: string;
  version?: string;
  confidence: 'Low' | 'Medium' | 'High' | 'Certain';
  reason: string;
}

/** An interface of a host. It has a name, an index (`ifIndex`) or both. */
export interface ImportedInterface {
  ifIndex?: number;
  ifName?: string;
  ifDescr?: string;
  ifAlias?: string;
  ifType?: number;
  speedBps?: number;
  adminStatus?: (typeof desiredPortStates)[number];
  operStatus?: (typeof portStateNames)[number];
  mac?: string;
  /** One of the host's addresses. */
  ip?: string;
  nativeVlan?: number;
  taggedVlans?: number[];
  /** All MAC addresses that a bridge has learned on the interface, in order. */
  fdbMacs?: string[];
  neighbors: ImportedNeighbor[];
  /** Documented cables; undefined if the file has none. */
  cables?: ImportedCable[];
}

/** The far end of a cable: names of the host and interface. */
export interface ImportedCable {
  host: string;
  port: string;
}

type ChassisIdSubtype =
  | 'ChassisComponent'
  | 'InterfaceAlias'
  | 'PortComponent'
  | 'MacAddress'
  | 'NetworkAddress'
  | 'InterfaceName'
  | 'LocallyAssigned';
type PortIdSubtype =
  | 'InterfaceAlias'
  | 'PortComponent'
  | 'MacAddress'
  | 'NetworkAddress'
  | 'InterfaceName'
  | 'AgentCircuitId'
  | 'LocallyAssigned';

/** One neighbour record, in the form of `NeighborEvidenceInput`. */
export interface ImportedNeighbor {
  lldpChassisId?: { subtype: ChassisIdSubtype; value: string };
  lldpPortId?: { subtype: PortIdSubtype; value: string };
  lldpSysName?: string;
  lldpPortDesc?: string;
  lldpMgmtAddr?: string;
  lldpSysDesc?: string;
  cdpDeviceId?: string;
  cdpPortId?: string;
  cdpPlatform?: string;
  cdpAddress?: string;
}

export const namespaceOrigins = ['Vrf', 'Site'] as const;
export type NamespaceBy = (typeof namespaceOrigins)[number];

export interface ReadOptions {
  /** Used in messages only: the content determines the format. */
  readonly fileName: string;
  /** Id, address or name of the machine that the file was made on (`lldpcli`, `bridge`). */
  readonly host?: string;
  /** What distinguishes equal prefixes of NetBox; VRFs by default. */
  readonly namespaceBy?: NamespaceBy;
  /** The time at which leases are judged as valid or expired. */
  readonly now?: Date;
}

const fileErrors = {
  unknown_format: 'the file has none of the known formats',
  empty: 'the file is empty',
  not_text: 'the file is not text in UTF-8, in UTF-16 with a byte order mark, or in the encoding that its XML declares',
  malformed: 'the file is broken',
  truncated: 'the file ends before its end',
  entities_refused: 'the file declares entities of its own, which are not followed',
  too_deep: 'the file is nested too deeply',
  too_long: 'a line or an element of the file is too long',
  too_large: 'the file is too large for its format',
  too_many_entries: 'the file has too many entries',
  host_required: 'the file does not name the machine that it was made on: give its name or address as the host',
} as const;
export type ImportFileErrorCode = keyof typeof fileErrors;

/** The file cannot be read completely: none of its entries is used. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';

  constructor(
    readonly code: ImportFileErrorCode,
    /** Line number, 1-based. Column numbers are 1-based as well. */
    readonly line: number,
    readonly detail?: string,
    readonly column?: number,
  ) {
    super(`${fileErrors[code]}${detail === undefined ? '' : ` (${detail})`}, line ${line}`);
  }
}

/** Maximum number of entries in a file. */
export const mostEntries = 250_000;
/** Maximum number of parts of one kind per host, as in a report. */
export const mostParts = 10_000;
