// Types of the facts that the agent reads from a device over SNMP, and of SNMP credentials.
import type { IfAdminStatus, IfOperStatus } from '../../generated/operations';
import type { ChassisId, PortId } from '../evidence/lldp-ids';

export type SnmpCredential =
  | { version: 'v1' | 'v2c'; community: string; port?: number }
  | {
      version: 'v3';
      user: string;
      securityLevel: 'noAuthNoPriv' | 'authNoPriv' | 'authPriv';
      /** MD5, SHA, SHA224, SHA256, SHA384, SHA512. */
      authProtocol?: string;
      authPassword?: string;
      /** DES, AES128, AES256 (either key extension), AES256B (Blumenthal's), AES256R (Reeder's). */
      privacyProtocol?: string;
      privacyPassword?: string;
      /** Name of the context (RFC 3411) that the device is read in; its default one by default. */
      context?: string;
      /** UDP port for requests to the device; 161 by default. */
      port?: number;
    };

export interface SnmpOptions {
  /** 161 by default. */
  port?: number;
  /** For one answer; 2,000 by default. */
  timeoutMs?: number;
  /** How often an unanswered request is sent again; 1 by default. */
  retries?: number;
  /** Milliseconds for all tables of the device; tables not read by then count as incomplete. Default 120,000. */
  deviceMs?: number;
  signal: AbortSignal;
}

/** `refused`: the device answers, but not to this credential. */
export interface SnmpTrial {
  outcome: 'opened' | 'silent' | 'refused';
  reason?: string;
}

/** Tables that are read into `PortFacts`. */
export const portTables = [
  ...(['interfaces', 'addresses', 'arp', 'lldp', 'cdp', 'fdb', 'vlans', 'entity'] as const),
  ...(['aggregates', 'stp', 'duplex', 'poe'] as const),
] as const;

/** The device itself, its ports and what is on them: read before the tables of `row-tables.ts`, which may need it. */
export interface PortFacts {
  system: SystemFacts;
  /** UDP port that it answers at, where its credential names one. */
  port?: number;
  /** Of the first chassis, where there are several. */
  entity?: EntityFacts;
  /** Own chassis id of LLDP. */
  chassisId?: string;
  /** BRIDGE-MIB dot1dBaseBridgeAddress: bridges send it as their chassis id. */
  bridgeAddress?: string;
  /** Root of the spanning tree: priority and MAC address, `32768/00:1b:21:00:00:01`. */
  stpRootBridgeId?: string;
  stpRootCost?: number;
  interfaces: InterfaceFacts[];
  addresses: { address: string; prefixLength?: number; ifIndex: number }[];
  arp: { address: string; mac: string; ifIndex: number }[];
  vlans: { number: number; name?: string }[];
  /** Neighbours on ports that match no interface. */
  unplacedNeighbors: NeighborFacts[];
  /** Why, each beginning with the name of a table; a column that the rest does without is there as well. */
  notes: readonly string[];
  /** Whether there is a table of neighbours at all, be it empty. */
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

/** Each since the device started or the counter last came round. */
export interface CounterFacts {
  inOctets?: bigint;
  outOctets?: bigint;
  inErrors?: bigint;
  outErrors?: bigint;
  inDiscards?: bigint;
  outDiscards?: bigint;
  /** Width of the counters of octets. */
  octetBits: 32 | 64;
  /** Hundredths of a second since the device started. */
  upTimeTicks?: bigint;
  /** When the counters last began anew, in the same. */
  discontinuityTicks?: bigint;
}

export interface InterfaceFacts {
  ifIndex: number;
  descr?: string;
  name?: string;
  alias?: string;
  type?: number;
  speedBps?: number;
  adminStatus?: IfAdminStatus;
  operStatus?: IfOperStatus;
  mac?: string;
  /** In octets. */
  mtu?: number;
  duplex?: DuplexMode;
  /** Of the aggregate that it is a member of. */
  aggregateIfIndex?: number;
  stpState?: StpState;
  /** VLAN IDs (PVST) and MSTP instances (0 is the CIST) whose spanning trees block the port; absent if unknown. */
  stpBlockedVlans?: number[];
  stpBlockedInstances?: number[];
  isStpRootPort?: boolean;
  poeStatus?: PoeStatus;
  /** 0 to 8. */
  poeClass?: number;
  /** What the powered device draws. */
  poeMilliwatts?: number;
  counters?: CounterFacts;
  /** VLAN number of untagged frames. */
  nativeVlan?: number;
  /** VLAN numbers. */
  taggedVlans: number[];
  /** Learned on this port; the device's own are left out. */
  fdbMacs: string[];
  neighbors: NeighborFacts[];
}

export interface NeighborFacts {
  protocol: 'LLDP' | 'LLDP-V2' | 'CDP';
  /** `assumed`: nothing leads from the port number of LLDP to the interface but that the numbers are equal. */
  localPort: 'resolved' | 'assumed';
  /** CDP: the device id, as `LocallyAssigned`. */
  chassisId?: ChassisId;
  /** CDP: the name of the device's port, as `InterfaceName`. */
  portId?: PortId;
  systemName?: string;
  systemDescription?: string;
  portDescription?: string;
  managementAddresses: string[];
  /** CDP only. */
  platform?: string;
}
