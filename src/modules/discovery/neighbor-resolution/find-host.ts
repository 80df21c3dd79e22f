// The host that a neighbour report is about: by its chassis id as the id's subtype says, then by its other fields.
import type { EvidenceRow } from './inventory';
import { only, onlyMacOn, type NetworkIndex } from './network-index';

/** A host's id; `unknown`: no host is it; `undecided`: several may be, or it is the reporting host itself. */
export type FoundHost = { readonly hostId: string } | 'unknown' | 'undecided';
type Ids = ReadonlySet<string>;

/**
 * A step that finds several hosts leaves the choice to the next ones, but only among these; one that finds none leaves
 * it open. Inferred hosts count only where there is no other: a device may have been discovered since.
 */
export function findHost(index: NetworkIndex, evidence: EvidenceRow): FoundHost {
  const port = index.ports.get(evidence.interfaceId);
  if (!port) return 'undecided';
  let candidates: Ids | undefined;
  for (const step of steps) {
    const found = preferred(index, step(index, evidence));
    if (found.size === 0) continue;
    const both = candidates && new Set([...candidates].filter((id) => found.has(id)));
    if (!both) candidates = found;
    else if (both.size > 0) candidates = both;
    if (candidates!.size === 1) break;
  }
  if (!candidates) return 'unknown';
  const hostId = only(candidates);
  return hostId === undefined || hostId === port.hostId ? 'undecided' : { hostId };
}

const steps: readonly ((index: NetworkIndex, evidence: EvidenceRow) => Ids)[] = [
  byChassis,
  byDeviceId,
  bySysName,
  (index, { managementAddress }) => index.hostsWithAddress(managementAddress),
  byWhatItWasInferredFrom,
  (index, { interfaceId }) => index.hostsWithMac(onlyMacOn(index.ports.get(interfaceId)!)),
];

const none: Ids = new Set();

function byChassis(index: NetworkIndex, { chassisId }: EvidenceRow): Ids {
  if (!chassisId) return none;
  const { subtype, value } = chassisId;
  switch (subtype) {
    case 'MacAddress': {
      const carriers = index.hostsWithMac(value);
      // The address of a chassis need not be on one of its ports.
      return carriers.size > 0 ? carriers : discovered(index, index.hostsWithChassisId(value));
    }
    case 'NetworkAddress':
      return index.hostsWithAddress(value);
    case 'InterfaceName':
      return index.hostsWithPort(value);
    case 'ChassisComponent':
    case 'LocallyAssigned':
      return discovered(index, index.hostsWithChassisId(value));
    case 'InterfaceAlias':
    case 'PortComponent':
      return none;
  }
}

/** CDP: a serial number or a name. */
function byDeviceId(index: NetworkIndex, { deviceId }: EvidenceRow): Ids {
  const found = discovered(index, index.hostsWithChassisId(deviceId));
  return found.size > 0 ? found : index.hostsWithSysName(deviceId);
}

/** Devices fresh from the factory share their names: a host made for one of them is not the next one. */
function bySysName(index: NetworkIndex, { sysName, chassisId }: EvidenceRow): Ids {
  const found = index.hostsWithSysName(sysName);
  return filtered(found, (id) => {
    const host = index.hosts.get(id)!;
    return !host.isInferred || !chassisId || host.chassisId === null || host.chassisId === chassisId.value;
  });
}

function byWhatItWasInferredFrom(index: NetworkIndex, { chassisId, deviceId }: EvidenceRow): Ids {
  return filtered(index.hostsWithChassisId(chassisId?.value ?? deviceId), (id) => index.hosts.get(id)!.isInferred);
}

function preferred(index: NetworkIndex, ids: Ids): Ids {
  if (ids.size < 2) return ids;
  const others = discovered(index, ids);
  return others.size > 0 ? others : ids;
}

const discovered = (index: NetworkIndex, ids: Ids): Ids => filtered(ids, (id) => !index.hosts.get(id)?.isInferred);
const filtered = (ids: Ids, keep: (id: string) => boolean): Ids =>
  ids.size === 0 ? ids : new Set([...ids].filter(keep));
