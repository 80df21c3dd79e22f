// What is known of a machine that tells it from others, and how much each kind of evidence weighs. Pure.
import { isVirtualRouter } from '../../../platform/text/addresses';
import {
  identifyingChassisId,
  identifyingText,
  isRepeatingAddress,
  isStationMac,
  isVendorAssigned,
} from '../../../platform/text/identifiers';

/** Kinds that decide, the strongest first: where they disagree the first one is right. */
export const decidingKinds = ['RowId', 'DaemonId', 'MachineId', 'SerialNumber', 'ChassisId', 'MacAddress'] as const;
export type DecidingKind = (typeof decidingKinds)[number];
export type EvidenceKind =
  | DecidingKind
  | 'Address'
  | 'SystemName'
  | 'ManagementAddress'
  /** An address that repeats by nature, or a MAC that software chose: where nothing else is known on either side. */
  | 'RepeatingAddress'
  | 'SeenApart'
  | 'AnsweredByPeople';
export type Strength = 'Decides' | 'Supports' | 'Contradicts';

/** One piece of evidence for or against two machines being one. */
export interface Reason {
  readonly evidence: EvidenceKind;
  readonly strength: Strength;
  /** What both have, or what they differ in: the first one's values, then the other's. */
  readonly values: readonly string[];
}

export interface IdentityAddress {
  readonly id?: string | null;
  readonly subnetId: string;
  readonly ipAddress: string;
  readonly macAddress?: string | null;
  /** Its subnet is inside one machine: the bridge of a container runtime. */
  readonly isOnBridge?: boolean;
  /** Shared by the routers of a group (VRRP, HSRP). */
  readonly isVirtual?: boolean;
  /** Seen in the run that reports now. */
  readonly isSeenInRun?: boolean;
  /** Its MAC address is that of a machine that answers for others. */
  readonly answersForOthers?: boolean;
}

/** Evidence of one machine as it is stored or reported. MAC addresses are in lower case with colons. */
export interface MachineEvidence {
  readonly addresses: readonly IdentityAddress[];
  /** MAC addresses of its ports. */
  readonly portMacs: readonly string[];
  /** Of addresses that other machines have taken from it. */
  readonly formerMacs?: readonly string[];
  readonly serialNumber?: string | null;
  readonly chassisId?: string | null;
  readonly daemonIds?: readonly string[];
  /** Runtime or platform with the id that it gave the container or virtual machine. */
  readonly machineId?: { readonly runtimeId: string; readonly id: string } | null;
  readonly name?: string | null;
  readonly hostname?: string | null;
  readonly sysName?: string | null;
  readonly sysObjectId?: string | null;
  readonly managementUrl?: string | null;
}

/** The same in the form that is compared. */
export interface Identity {
  /** Of its addresses and ports: assigned by a vendor, and of no other machine. */
  readonly macs: ReadonlySet<string>;
  /** Chosen by software: they say nothing alone. */
  readonly softwareMacs: ReadonlySet<string>;
  readonly serialNumber: string | null;
  readonly chassisId: string | null;
  readonly daemonIds: ReadonlySet<string>;
  readonly machineId: MachineEvidence['machineId'];
  /** Places (subnet and address) of one machine, and those that repeat by nature. */
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

/** Whether many machines may have the address at once: by its value, its subnet, or the virtual router that answers for it. */
export const isOfManyMachines = ({ ipAddress, macAddress, isOnBridge, isVirtual }: IdentityAddress): boolean =>
  isOnBridge === true || isVirtual === true || isRepeatingAddress(ipAddress) || isVirtualRouter(macAddress);

/** `answeringForOthers`: MAC addresses that answer for many machines, which identify none. */
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
  return {
    macs: new Set(macs.filter(isVendorAssigned)),
    softwareMacs: new Set(macs.filter((mac) => !isVendorAssigned(mac))),
    serialNumber: identifyingText(serialNumber),
    chassisId: identifyingChassisId(chassisId),
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

/** Whether anything of it decides on its own. */
export const hasDecidingEvidence = ({ macs, serialNumber, chassisId, daemonIds, machineId }: Identity): boolean =>
  macs.size > 0 || serialNumber !== null || chassisId !== null || daemonIds.size > 0 || machineId != null;

/** Whether it is known by nothing but what many machines have. */
export const isKnownByRepetitionOnly = (identity: Identity): boolean =>
  !hasDecidingEvidence(identity) && identity.places.size === 0;
