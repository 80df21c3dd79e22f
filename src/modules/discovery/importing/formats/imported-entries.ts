// Types of the entries in an imported file, and the error for a file that cannot be read.

import type { desiredPortStates, portStateNames } from '../../../inventory/shared/port-states';
import type { subnetTypes } from '../../../inventory/shared/subnet-types';

/** An entry of a file, with the line (1-based) at which it begins. */
export type ImportedEntry =
  | { kind: 'Host'; line: number; host: ImportedHost }
  | ({ kind: 'Subnet'; line: number } & ImportedSubnet)
  | ({ kind: 'Vlan'; line: number } & ImportedVlan)
  /** A skipped entry; the other entries of the file are used. `text` describes the skipped entry to users. */
  | { kind: 'Refused'; line: number; code: ImportRefusal; text: string };

export type ImportRefusal =
  /** A value does not have the format of its field. */
  | 'invalid_value'
  /** An IP address that cannot identify a host: unspecified, loopback, multicast or broadcast. */
  | 'no_host_address'
  | 'lease_expired'
  /** A lease that was released or declined, or whose address another machine uses. */
  | 'lease_abandoned'
  /** No evidence shows that the machine exists: a neighbor never answered, or a host was only assumed to be up. */
  | 'not_seen'
  /** An object that is planned, in stock or decommissioned, or a prefix that only contains other prefixes. */
  | 'not_in_use'
  /** An IP address that several machines share, such as the virtual address of a VRRP group. */
  | 'shared_address'
  /** A field has several values, and no value is preferred. The other fields of the entry are used. */
  | 'ambiguous_value'
  /** An earlier entry of the file has the same unique key. */
  | 'repeated'
  /** The namespace of the entry is unclear, because several namespaces have its name or contain its address. */
  | 'ambiguous_namespace'
  /** The entry refers to an object that is not in the file. */
  | 'unknown_reference'
  /** The host has more parts than a host may have. Only the first parts are used. */
  | 'too_many_parts'
  /** The file is cut off. Its complete entries are used. */
  | 'incomplete_file'
  /** The file is valid but contains no entries. */
  | 'no_entries';

export interface ImportedSubnet {
  /** Prefix of the subnet in canonical form, without host bits. */
  cidr: string;
  /** A namespace separates networks that use the same prefixes. Undefined if the file has no namespaces. */
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
 * A host in a file. Control characters are removed from texts, and texts have the same maximum lengths as in a host
 * report. Addresses are normalized as in the database.
 */
export interface ImportedHost {
  /** Id of the host in the Netloom installation from which the file was exported. */
  id?: string;
  /** A name that users chose. A host without such a name is named by its `hostname`. */
  name?: string;
  /** The host's name in DNS or DHCP. */
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
  /** Id of the address's subnet in the Netloom installation from which the file was exported. */
  subnetId?: string;
  /** The namespace of the address's subnet; undefined if the file names no namespace. */
  namespace?: string;
  /**
   * Set if the IP address is not from the file: the caller of the import named the host by this address. The import
   * does not change the address's subnet then.
   */
  isName?: true;
  /** Prefix length of the address's subnet; undefined if the file does not contain the prefix length. */
  prefixLength?: number;
  mac?: string;
  name?: string;
}

export interface ImportedPort {
  number: number;
  protocol: 'Tcp' | 'Udp';
  /**
   * Set if the file lists ports apart from services, as Netloom's exports do. The import does not bind the port to the
   * service of unclaimed open ports, because the file does not say whether a service uses the port.
   */
  isWithoutService?: true;
}

export interface ImportedService {
  /** Id of the service in the Netloom installation from which the file was exported. */
  id?: string;
  /**
   * Name of the service in the file; empty if a service of an export has none. In nmap's files, this is the name of a
   * protocol, such as `http`.
   */
  name: string;
  /** Id of one of Netloom's service definitions; undefined if the file does not contain such an id. */
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
  /** IP address of the interface, which is one of the host's addresses. */
  ip?: string;
  nativeVlan?: number;
  taggedVlans?: number[];
  /** All MAC addresses that a bridge has learned on the interface, sorted. */
  fdbMacs?: string[];
  neighbors: ImportedNeighbor[];
  /** Documented cables of the interface; undefined if the file has no cables. */
  cables?: ImportedCable[];
}

/** The far end of a cable: the name of the host and the name of its interface. */
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

/** A neighbor that the interface has received by LLDP or CDP, with the fields of `NeighborEvidenceInput`. */
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
export type NamespaceOrigin = (typeof namespaceOrigins)[number];

export interface ReadOptions {
  /** Name of the file, for messages only. The format is recognized by the content of the file. */
  readonly fileName: string;
  /** The host on which the file was made (by `lldpcli` or `bridge`): its id, IP address or name. */
  readonly host?: string;
  /** How NetBox separates subnets with equal prefixes: by VRF (default) or by site. Both become namespaces. */
  readonly namespaceBy?: NamespaceOrigin;
  /** The time at which DHCP leases are judged as valid or expired. */
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

/** Thrown if a file cannot be read completely. No entry of the file may be used then. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';

  constructor(
    readonly code: ImportFileErrorCode,
    /** Number of the line, starting at 1. `column` also starts at 1. */
    readonly line: number,
    readonly detail?: string,
    readonly column?: number,
  ) {
    super(`${fileErrors[code]}${detail === undefined ? '' : ` (${detail})`}, line ${line}`);
  }
}

/** Maximum number of entries in a file. */
export const mostEntries = 250_000;
/** Maximum number of parts of each kind in a host, the same as in a host report. */
export const mostParts = 10_000;
