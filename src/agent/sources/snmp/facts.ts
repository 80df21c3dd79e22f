// Types of the data that the agent reads from a device over SNMP, and of SNMP credentials.
import type { IfAdminStatus, IfOperStatus } from '../../../generated/operations';
import type { ChassisId, PortId } from '../../evidence/lldp-ids';

export type SnmpCredential =
  | { version: 'v1' | 'v2c'; community: string; port?: number }
  | {
      version: 'v3';
      user: string;
      securityLevel: 'noAuthNoPriv' | 'authNoPriv' | 'authPriv';
      /** Digest algorithm for authentication: MD5, SHA, SHA224, SHA256, SHA384 or SHA512. */
      authProtocol?: string;
      authPassword?: string;
      /**
       * Cipher for privacy: DES, AES128, AES256 (either key extension), AES256B (Blumenthal's) or AES256R (Reeder's).
       */
      privacyProtocol?: string;
      privacyPassword?: string;
      /** Name of the context (RFC 3411) in which the device is read; undefined for the default context. */
      context?: string;
      /** UDP port for requests to the device; 161 by default. */
      port?: number;
    };

export interface SnmpOptions {
  /** UDP port at which the device is queried; 161 by default. */
  port?: number;
  /** Timeout for one response in milliseconds; 2,000 by default. */
  timeoutMs?: number;
  /** How often an unanswered request is sent again; 1 by default. */
  retries?: number;
  /**
   * Milliseconds for reading all tables of the device; 120,000 by default. Tables that were not read in that time count
   * as incomplete.
   */
  deviceMs?: number;
  signal: AbortSignal;
}

/** `refused`: the device responds, but does not accept this credential. */
export interface SnmpTrial {
  outcome: 'opened' | 'silent' | 'refused';
  reason?: string;
}

/** Names of the device tables whose rows are stored in `PortFacts`. */
export const portTables = [
  ...(['interfaces', 'addresses', 'arp', 'lldp', 'cdp', 'fdb', 'vlans', 'entity'] as const),
  ...(['aggregates', 'stp', 'duplex', 'poe'] as const),
] as const;

/**
 * The data that are read first from a device: about the device itself and its ports. The tables in `row-tables.ts` are
 * read afterwards, because some of them need these data.
 */
export interface PortFacts {
  system: SystemFacts;
  /** UDP port at which the device responds; undefined if the credential names no port. */
  port?: number;
  /** Vendor, model and serial number of the chassis; of the first chassis if there are several. */
  entity?: EntityFacts;
  /** The device's own LLDP chassis id. */
  chassisId?: string;
  /** BRIDGE-MIB dot1dBaseBridgeAddress, which bridges use as their LLDP chassis id. */
  bridgeAddress?: string;
  /** Root bridge of the spanning tree: priority and MAC address, such as `32768/00:1b:21:00:00:01`. */
  stpRootBridgeId?: string;
  stpRootCost?: number;
  interfaces: InterfaceFacts[];
  addresses: { address: string; prefixLength?: number; ifIndex: number }[];
  arp: { address: string; mac: string; ifIndex: number }[];
  vlans: { number: number; name?: string }[];
  /** Neighbors whose local port could not be matched to an interface. */
  unplacedNeighbors: NeighborFacts[];
  /**
   * Why tables are incomplete, each text beginning with a table's name. Also names columns that could not be read
   * although their table counts as complete.
   */
  notes: readonly string[];
  /** Whether the device supports any table of LLDP or CDP neighbors, even if the table is empty. */
  hasNeighborTable: boolean;
}

export interface SystemFacts {
  descr?: string;
  objectId?: string;
  name?: string;
  location?: string;
  contact?: string;
}

export interface EntityFacts {
  manufacturer?: string;
  model?: string;
  serialNumber?: string;
  firmwareRevision?: string;
  softwareRevision?: string;
}

export type StpState = 'Disabled' | 'Blocking' | 'Listening' | 'Learning' | 'Forwarding' | 'Broken';
export type DuplexMode = 'Half' | 'Full';
export type PoeStatus = 'Disabled' | 'Searching' | 'Delivering' | 'Fault' | 'Test' | 'OtherFault';

/** Counters of a port. A counter starts at zero when the device starts, and wraps at its maximum. */
export interface CounterFacts {
  inOctets?: bigint;
  outOctets?: bigint;
  inErrors?: bigint;
  outErrors?: bigint;
  inDiscards?: bigint;
  outDiscards?: bigint;
  /** Width of the octet counters in bits. */
  octetBits: 32 | 64;
  /** Hundredths of a second since the device started. */
  upTimeTicks?: bigint;
  /** When the counters last restarted, in hundredths of a second since the device started. */
  discontinuityTicks?: bigint;
}

export interface InterfaceFacts {
  /** The ifIndex of the port. If the ifIndex is unknown, a unique negative number, which is not reported. */
  ifIndex: number;
  descr?: string;
  name?: string;
  alias?: string;
  type?: number;
  speedBps?: number;
  adminStatus?: IfAdminStatus;
  operStatus?: IfOperStatus;
  mac?: string;
  /** The MTU in octets. */
  mtu?: number;
  duplex?: DuplexMode;
  /** ifIndex of the aggregate that the port is a member of. */
  aggregateIfIndex?: number;
  stpState?: StpState;
  /**
   * `stpBlockedVlans`: the VLANs whose spanning trees block the port (PVST). `stpBlockedInstances`: the same for MSTP
   * instances (0 is the CIST). Undefined if unknown.
   */
  stpBlockedVlans?: number[];
  stpBlockedInstances?: number[];
  isStpRootPort?: boolean;
  poeStatus?: PoeStatus;
  /** The power class of the connected device, from 0 to 8. */
  poeClass?: number;
  /** Power that the connected device draws, in mW. */
  poeMilliwatts?: number;
  counters?: CounterFacts;
  /** Number of the VLAN to which the port's untagged frames belong. */
  nativeVlan?: number;
  /** Numbers of the VLANs whose frames are tagged at the port. */
  taggedVlans: number[];
  /** MAC addresses that the bridge has learned at this port, without MAC addresses of the device itself. */
  fdbMacs: string[];
  neighbors: NeighborFacts[];
}

export interface NeighborFacts {
  protocol: 'LLDP' | 'LLDP-V2' | 'CDP';
  /** `assumed`: the port was matched to the LLDP local port only by its number or the end of its name. */
  localPort: 'resolved' | 'assumed';
  /** The neighbor's chassis id. For CDP, this is the device id with the subtype `LocallyAssigned`. */
  chassisId?: ChassisId;
  /** The id of the neighbor's port. For CDP, this is the port's name with the subtype `InterfaceName`. */
  portId?: PortId;
  systemName?: string;
  systemDescription?: string;
  portDescription?: string;
  managementAddresses: string[];
  /** The neighbor's platform, which only CDP reports. */
  platform?: string;
}
