// Finds the host that an LLDP or CDP row describes: by the chassis id according to its subtype, then by other fields.
import { buildIdentity, type Identity } from '../../inventory/identity/identity';
import { reliableChassisId, isNameless, evidenceKey, portMacAsChassis } from './infer-hosts';
import { managementAddressList, type EvidenceRow, type Reason } from './inventory';
import {
  identifyingChassisId,
  identifyingText,
  isVendorAssigned,
  vendorMacOfChassis,
} from '../../../platform/text/identifiers';
import { only, singleLearnedMac, type NetworkIndex } from './network-index';

/** The id of the host, or the reason why it could not be determined. */
export type FoundHost = { readonly hostId: string } | Extract<Reason, HostReason>;
type HostReason = 'NoIdentity' | 'UnknownChassis' | 'OwnHost' | Ambiguity;
type Ambiguity = 'AmbiguousMac' | 'AmbiguousAddress' | 'AmbiguousChassisId' | 'AmbiguousName';
type Ids = ReadonlySet<string>;

/**
 * Finds the host that an LLDP or CDP row describes. Each step searches by one field; if a step finds several hosts, the
 * next steps choose among them. Discovered hosts take precedence over hosts that were inferred from earlier rows.
 */
export function findHost(index: NetworkIndex, evidence: EvidenceRow): FoundHost {
  let candidates: Ids | undefined;
  let ambiguity: Ambiguity | undefined;
  const evidenceIdentity = reportedIdentity(evidence);
  for (const { find, ambiguous, isChassis = false } of steps) {
    const all = find(index, evidence);
    // A reliable chassis id rules hosts out: no other field may lead to a host that is certainly another device.
    const possible =
      isChassis || !evidenceIdentity ? all : filterIds(all, (id) => !index.isContradicted(id, evidenceIdentity));
    const preferredIds = preferIds(index, possible);
    if (preferredIds.size === 0) continue;
    ambiguity ??= ambiguous(evidence);
    const both = candidates && new Set([...candidates].filter((id) => preferredIds.has(id)));
    if (!both) candidates = preferredIds;
    else if (both.size > 0) candidates = both;
    if (candidates!.size === 1) break;
  }
  if (!candidates) return evidenceKey(evidence) === null ? 'NoIdentity' : 'UnknownChassis';
  const hostId = only(candidates);
  if (hostId === undefined) return ambiguity!;
  return hostId === index.ports.get(evidence.interfaceId)!.hostId ? 'OwnHost' : { hostId };
}

/**
 * Returns the identity in the chassis id, if the chassis id has a subtype whose values are unique; otherwise undefined.
 */
function reportedIdentity(evidence: EvidenceRow): Identity | undefined {
  const chassis = reliableChassisId(evidence);
  if (!chassis || !decidingSubtypes.has(chassis.subtype)) return undefined;
  const isMac = chassis.subtype === 'MacAddress';
  return buildIdentity({ addresses: [], portMacs: isMac ? [chassis.value] : [], chassisId: chassis.value });
}
const decidingSubtypes = new Set<string>(['MacAddress', 'ChassisComponent', 'LocallyAssigned']);

interface Step {
  /**
   * Set for the steps that search by chassis id. All other steps ignore hosts that the reported chassis id shows to be
   * other devices.
   */
  readonly isChassis?: true;
  readonly find: (index: NetworkIndex, evidence: EvidenceRow) => Ids;
  /** Returns the reason that is reported if the step finds several hosts. */
  readonly ambiguous: (evidence: EvidenceRow) => Ambiguity;
}

/** Steps by IP or MAC address come before steps by name, because devices with factory settings have the same names. */
const steps: readonly Step[] = [
  {
    isChassis: true,
    find: byChassis,
    ambiguous: ({ chassisId }) => ambiguityOf[chassisId!.subtype] ?? 'AmbiguousChassisId',
  },
  { find: byDeviceId, ambiguous: () => 'AmbiguousName' },
  { find: byPortMac, ambiguous: () => 'AmbiguousMac' },
  {
    find: (index, evidence) =>
      new Set(managementAddressList(evidence).flatMap((one) => [...index.hostsWithAddress(one)])),
    ambiguous: () => 'AmbiguousAddress',
  },
  { find: bySysName, ambiguous: () => 'AmbiguousName' },
  { find: byOnlyName, ambiguous: () => 'AmbiguousName' },
  { isChassis: true, find: byWhatItWasInferredFrom, ambiguous: () => 'AmbiguousChassisId' },
  {
    find: (index, { interfaceId }) => index.hostsWithMac(singleLearnedMac(index.ports.get(interfaceId)!)),
    ambiguous: () => 'AmbiguousMac',
  },
];
const ambiguityOf: Partial<Record<NonNullable<EvidenceRow['chassisId']>['subtype'], Ambiguity>> = {
  MacAddress: 'AmbiguousMac',
  NetworkAddress: 'AmbiguousAddress',
};

const none: Ids = new Set();

function byChassis(index: NetworkIndex, evidence: EvidenceRow): Ids {
  const chassisId = reliableChassisId(evidence);
  if (!chassisId) return index.hostsWithMac(portMacAsChassis(evidence));
  const { subtype, value } = chassisId;
  switch (subtype) {
    case 'MacAddress': {
      const carriers = index.hostsWithMac(value);
      // Some devices report a chassis MAC address that none of their ports has. It is then searched among the chassis
      // ids.
      return carriers.size > 0 ? carriers : keepDiscovered(index, index.hostsWithChassisId(value));
    }
    case 'NetworkAddress':
      return index.hostsWithAddress(value);
    case 'InterfaceName':
      return index.hostsWithPort(value);
    case 'ChassisComponent':
    case 'LocallyAssigned':
      return keepDiscovered(index, index.hostsWithChassisId(value));
    case 'InterfaceAlias':
    case 'PortComponent':
      return none;
  }
}

/**
 * Finds hosts by the device id of CDP, which is a serial number, a name, or a name followed by the serial number in
 * brackets.
 */
function byDeviceId(index: NetworkIndex, { deviceId }: EvidenceRow): Ids {
  const [, name, inBrackets] = /^(.+?)\s*\(([^()]+)\)$/.exec(deviceId ?? '') ?? [];
  const ids = [deviceId, name ?? null, inBrackets ?? null].filter((id) => identifyingText(id) !== null);
  const byId = ids.flatMap((id) => [...index.hostsWithChassisId(id), ...index.hostsWithSerialNumber(id)]);
  const discoveredIds = keepDiscovered(index, new Set(byId));
  if (discoveredIds.size > 0) return discoveredIds;
  const hostsByName = index.hostsWithSysName(deviceId);
  return hostsByName.size > 0 || name === undefined ? hostsByName : index.hostsWithSysName(name);
}

/** Finds hosts by the MAC address of the neighbor's port, if a vendor assigned it. */
function byPortMac(index: NetworkIndex, { portId }: EvidenceRow): Ids {
  return portId?.subtype === 'MacAddress' && isVendorAssigned(portId.value) ? index.hostsWithMac(portId.value) : none;
}

/**
 * Finds hosts by system name. Devices with factory settings have the same name, so hosts whose chassis id or management
 * addresses show that they are other devices are left out.
 */
function bySysName(index: NetworkIndex, evidence: EvidenceRow): Ids {
  const { sysName, chassisId } = evidence;
  const hostsByName = index.hostsWithSysName(sysName);
  return filterIds(hostsByName, (id) => {
    const host = index.hosts.get(id)!;
    if (!chassisId || host.chassisId === null || host.chassisId === chassisId.value) return true;
    if (host.isInferred) return false;
    return !decidingSubtypes.has(chassisId.subtype) || !isManagedElsewhere(index, evidence, id);
  });
}

/**
 * Finds a host that a source such as a controller has listed by name, but that was never queried, so it has no system
 * name. Not used if the chassis id is a vendor's MAC address: the source would have listed this address too.
 */
function byOnlyName(index: NetworkIndex, evidence: EvidenceRow): Ids {
  const chassis = identifyingChassisId(reliableChassisId(evidence)?.value);
  if (chassis === null || vendorMacOfChassis(chassis) !== null) return none;
  const hostsByName = keepDiscovered(index, index.hostsNamedAlone(evidence.sysName));
  return hostsByName.size === 1 ? filterIds(hostsByName, (id) => !isManagedElsewhere(index, evidence, id)) : none;
}

/** Whether the host has IP addresses, but none of the reported management addresses. */
function isManagedElsewhere(index: NetworkIndex, evidence: EvidenceRow, hostId: string): boolean {
  const reported = managementAddressList(evidence);
  const hostAddresses = index.addressesOfHost(hostId);
  return (
    reported.length > 0 && hostAddresses.length > 0 && !hostAddresses.some((address) => reported.includes(address))
  );
}

/** Returns the ids of hosts that were inferred from earlier LLDP or CDP rows of the same device. */
export function byWhatItWasInferredFrom(index: NetworkIndex, evidence: EvidenceRow): Ids {
  if (isNameless(evidence)) return index.hostsHeardBy(evidence.interfaceId);
  const id = reliableChassisId(evidence)?.value ?? portMacAsChassis(evidence) ?? evidence.deviceId;
  return filterIds(index.hostsWithChassisId(id), (hostId) => index.hosts.get(hostId)!.isInferred);
}

function preferIds(index: NetworkIndex, ids: Ids): Ids {
  if (ids.size < 2) return ids;
  const others = keepDiscovered(index, ids);
  return others.size > 0 ? others : ids;
}

const keepDiscovered = (index: NetworkIndex, ids: Ids): Ids => filterIds(ids, (id) => !index.hosts.get(id)?.isInferred);
const filterIds = (ids: Ids, keep: (id: string) => boolean): Ids =>
  ids.size === 0 ? ids : new Set([...ids].filter(keep));
