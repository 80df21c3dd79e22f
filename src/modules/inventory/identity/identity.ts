// Pure functions for the evidence that identifies a machine, and the kinds of evidence, strongest first.
import { isVirtualRouter } from '../../../platform/text/addresses';
import {
  identifyingChassisId,
  identifyingSerialNumber,
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
  /** The equal values; if the machines differ in this evidence, one value of each machine. */
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
  /**
   * Whether the host at this MAC address answers ARP requests for other machines too (proxy ARP), so that the MAC
   * address does not identify the owner of the IP address.
   */
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
   * Present and former MAC addresses of the machine's ports and IP addresses. Locally assigned MAC addresses and those
   * of proxy ARP are left out, because they do not identify a machine.
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
   * IP addresses of the machine; the key is the subnet id and the address. `repeatingPlaces` has the addresses that
   * also exist on other machines, such as 172.17.0.1 on container bridges.
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
 * Builds the values by which a machine is compared. MAC addresses in `answeringForOthers` are left out: their machine
 * answers ARP requests for many machines (proxy ARP).
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
    serialNumber: identifyingSerialNumber(serialNumber),
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
