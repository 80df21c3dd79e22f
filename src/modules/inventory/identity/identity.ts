// Pure functions for the evidence that identifies a machine, and the kinds of evidence, strongest first.
import { isVirtualRouter } from '../../../platform/text/addresses';
import {
  identifyingChassisId,
  identifyingText,
  isLocallyAssigned,
  isRepeatingAddress,
  isStationMac,
  isVendorAssigned,
  vendorMacOfChassis,
} from '../../../platform/text/identifiers';

/**
 * Kinds of deciding evidence, strongest first. If two kinds disagree, the stronger kind decides. A `LocalChassisId` is
 * a chassis id that is a locally assigned MAC address.
 */
export const decidingKinds = [
  ...(['RowId', 'DaemonId', 'MachineId', 'SerialNumber', 'ChassisId', 'MacAddress'] as const),
  'LocalChassisId',
] as const;
export type DecidingKind = (typeof decidingKinds)[number];
export type EvidenceKind =
  | DecidingKind
  | 'Address'
  | 'SystemName'
  | 'ManagementAddress'
  /**
   * An IP address that many machines may have, such as an address on a container bridge. Such addresses are compared
   * only if both machines have no other addresses and no deciding evidence.
   */
  | 'RepeatingAddress'
  | 'SeenApart'
  | 'AnsweredByPeople';
export type Strength = 'Decides' | 'Supports' | 'Contradicts';

/** One piece of evidence that two machines are the same machine, or that they are different machines. */
export interface Reason {
  readonly evidence: EvidenceKind;
  readonly strength: Strength;
  /**
   * The values that both machines have. For evidence against a match: a value of the first compared machine and a value
   * of the second.
   */
  readonly values: readonly string[];
}

export interface IdentityAddress {
  readonly id?: string | null;
  readonly subnetId: string;
  readonly ipAddress: string;
  readonly macAddress?: string | null;
  /**
   * Whether the address is in a subnet that exists only inside one machine, such as the bridge of a container runtime.
   */
  readonly isOnBridge?: boolean;
  /** Whether routers of a redundancy group (VRRP, HSRP) share the address. */
  readonly isVirtual?: boolean;
  /** Whether the current discovery run has seen the address. */
  readonly isSeenInRun?: boolean;
  /** Whether the address's MAC address is that of a machine that answers ARP requests for other machines. */
  readonly answersForOthers?: boolean;
}

/** Evidence of one machine, stored or reported. MAC addresses are in lower case with colons. */
export interface MachineEvidence {
  readonly addresses: readonly IdentityAddress[];
  /** MAC addresses of the machine's ports. */
  readonly portMacs: readonly string[];
  /**
   * Former MAC addresses of the machine. They were stored with IP addresses that have since moved to other machines.
   */
  readonly formerMacs?: readonly string[];
  readonly serialNumber?: string | null;
  readonly chassisId?: string | null;
  readonly daemonIds?: readonly string[];
  /** The runtime of a virtual machine or container, and the id of the machine or container in this runtime. */
  readonly machineId?: { readonly runtimeId: string; readonly id: string } | null;
  readonly name?: string | null;
  readonly hostname?: string | null;
  readonly sysName?: string | null;
  readonly sysObjectId?: string | null;
  readonly managementUrl?: string | null;
}

/** A machine's evidence in the form in which it is compared. */
export interface Identity {
  /**
   * MAC addresses that a vendor assigned, of the machine's IP addresses and ports, present and former. MAC addresses
   * that answer ARP requests for many machines are left out.
   */
  readonly macs: ReadonlySet<string>;
  readonly serialNumber: string | null;
  readonly chassisId: string | null;
  /**
   * The chassis id if it is a MAC address that a vendor assigned, even if no port of the machine has this MAC address;
   * otherwise null.
   */
  readonly chassisMac: string | null;
  /** A chassis id that is a locally assigned MAC address. `chassisId` is null then. */
  readonly localChassisId: string | null;
  readonly daemonIds: ReadonlySet<string>;
  readonly machineId: MachineEvidence['machineId'];
  /**
   * IP addresses of the machine; the keys consist of subnet and address. An address in `places` belongs to one machine,
   * an address in `repeatingPlaces` may belong to many machines.
   */
  readonly places: ReadonlyMap<string, string>;
  readonly repeatingPlaces: ReadonlyMap<string, string>;
  readonly addressIds: ReadonlySet<string>;
  readonly name: string | null;
  readonly systemName: string | null;
  readonly managementUrl: string | null;
  readonly seenPlaces: ReadonlySet<string>;
}

export const addressPlace = ({ subnetId, ipAddress }: Pick<IdentityAddress, 'subnetId' | 'ipAddress'>): string =>
  `${subnetId} ${ipAddress}`;

/**
 * Whether many machines may have the address at the same time, because of its value, its subnet, or a first hop
 * redundancy group.
 */
export const isOfManyMachines = ({ ipAddress, macAddress, isOnBridge, isVirtual }: IdentityAddress): boolean =>
  isOnBridge === true || isVirtual === true || isRepeatingAddress(ipAddress) || isVirtualRouter(macAddress);

/**
 * Builds a machine's identity from its evidence. MAC addresses in `answeringForOthers` answer ARP requests for many
 * machines, so the identity does not contain them.
 */
export function buildIdentity(
  evidence: MachineEvidence,
  answeringForOthers: ReadonlySet<string> = new Set(),
): Identity {
  const { addresses, portMacs, formerMacs = [], serialNumber, chassisId, daemonIds = [], machineId = null } = evidence;
  const [single, repeating] = [new Map<string, string>(), new Map<string, string>()];
  for (const address of addresses)
    (isOfManyMachines(address) ? repeating : single).set(addressPlace(address), address.ipAddress);
  const macs = [
    ...addresses.flatMap(({ macAddress, isOnBridge }) => (macAddress && !isOnBridge ? [macAddress] : [])),
    ...portMacs,
    ...formerMacs,
  ].filter((mac) => isStationMac(mac) && !answeringForOthers.has(mac));
  const sysName = identifyingText(evidence.sysName) ?? identifyingText(evidence.hostname);
  const sysObjectId = identifyingText(evidence.sysObjectId);
  const chassis = identifyingChassisId(chassisId);
  const isLocal = chassis !== null && isLocallyAssigned(chassis);
  const chassisMac = vendorMacOfChassis(chassis);
  return {
    macs: new Set(macs.filter(isVendorAssigned)),
    serialNumber: identifyingText(serialNumber),
    chassisId: isLocal ? null : chassis,
    chassisMac: chassisMac === null || answeringForOthers.has(chassisMac) ? null : chassisMac,
    localChassisId: isLocal ? chassis : null,
    daemonIds: new Set(daemonIds),
    machineId,
    places: single,
    repeatingPlaces: repeating,
    addressIds: new Set(addresses.flatMap(({ id }) => (id ? [id] : []))),
    name: identifyingText(evidence.name) ?? identifyingText(evidence.hostname),
    systemName: sysName !== null && sysObjectId !== null ? `${sysName} (${sysObjectId})` : null,
    managementUrl: evidence.managementUrl?.trim() || null,
    seenPlaces: new Set(
      addresses.flatMap((one) => (one.isSeenInRun && !isOfManyMachines(one) ? [addressPlace(one)] : [])),
    ),
  };
}

/** Whether the machine has evidence of a kind that can decide alone, such as a serial number. */
export const hasDecidingEvidence = (identity: Identity): boolean =>
  identity.macs.size > 0 ||
  [identity.serialNumber, identity.chassisId, identity.localChassisId].some((id) => id !== null) ||
  identity.daemonIds.size > 0 ||
  identity.machineId != null;

/** Whether the machine has only evidence that many machines share. */
export const isKnownByRepetitionOnly = (identity: Identity): boolean =>
  !hasDecidingEvidence(identity) && identity.places.size === 0;
