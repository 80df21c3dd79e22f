// Finds the port of a host that a neighbour report is about: by its port id according to the subtype, then by its
// description.
import { isVirtual } from './forwarding-tables';
import type { EvidenceRow } from './inventory';
import { only, type NetworkIndex } from './network-index';
import { lastSegment, portIdKeys, portOfUnit } from './port-names';

/** The port's id, or whether none (`UnknownPort`) or several (`AmbiguousPort`) of the host's ports match. */
export type FoundPort = { readonly portId: string } | 'UnknownPort' | 'AmbiguousPort';
type Ids = ReadonlySet<string>;

/** The first reported value that exactly one port has counts. */
export function findPort(index: NetworkIndex, hostId: string, evidence: EvidenceRow): FoundPort {
  let isAmbiguous = false;
  for (const matchingPort of candidates(index, hostId, evidence)) {
    const portId = only(matchingPort);
    if (portId !== undefined) return { portId: withoutUnit(index, hostId, portId) };
    isAmbiguous ||= matchingPort.size > 1;
  }
  return isAmbiguous ? 'AmbiguousPort' : 'UnknownPort';
}

/**
 * Ports that match, by falling reliability: exact names, then names in other notations, then numbers and operators'
 * texts.
 */
function* candidates(index: NetworkIndex, hostId: string, evidence: EvidenceRow): Generator<Ids> {
  const { portId, portDescription, devicePort } = evidence;
  const name = evidence.protocol === 'CDP' ? devicePort : byName(portId);
  if (portId?.subtype === 'MacAddress') yield* withMac(index, hostId, portId.value);
  if (portId?.subtype === 'NetworkAddress') yield index.portsWithAddress(hostId, portId.value);
  if (portId?.subtype === 'InterfaceAlias') yield index.portsWithAlias(hostId, portId.value);
  for (const text of [name, portDescription]) {
    if (!text) continue;
    yield index.portsNamed(hostId, text);
    yield index.portsDescribed(hostId, text);
  }
  if (name) {
    const [text, ...forms] = portIdKeys(name);
    yield index.portsWithNameKey(hostId, text!);
    if (/^\d{1,10}$/.test(name.trim())) yield index.portsWithIndex(hostId, Number(name));
    for (const key of forms) yield index.portsWithNameKey(hostId, key);
    yield index.portsNamed(hostId, `${name}.0`);
    const segment = lastSegment(name);
    if (segment !== null) yield index.portsNamed(hostId, segment);
  }
  if (!portDescription) return;
  for (const key of portIdKeys(portDescription)) yield index.portsWithNameKey(hostId, key);
  // Devices send the manufacturer's or the operator's text as the description.
  yield index.portsWithAlias(hostId, portDescription);
}

/** The port id, if it may be a name, whatever its subtype: devices send ifIndex as a name, and names as local ids. */
const byName = (portId: EvidenceRow['portId']): string | null =>
  portId && portId.subtype !== 'MacAddress' && portId.subtype !== 'NetworkAddress' ? portId.value : null;

/**
 * All ports with the MAC address; if there are several, the single physical one with an IP address, then the single
 * physical one.
 */
function* withMac(index: NetworkIndex, hostId: string, mac: string): Generator<Ids> {
  const carriers = index.portsWithMac(hostId, mac);
  yield carriers;
  const physical = [...carriers].filter((id) => !isVirtual(index.ports.get(id)!));
  const addressedPorts = physical.filter((id) => index.ports.get(id)!.ipAddressId !== null);
  if (addressedPorts.length === 1) yield new Set(addressedPorts);
  if (physical.length === 1) yield new Set(physical);
}

/** The port below a Junos unit, because the cable is in the port; other ports unchanged. */
function withoutUnit(index: NetworkIndex, hostId: string, portId: string): string {
  const name = portOfUnit(index.ports.get(portId)!.ifName);
  return (name === null ? undefined : only(index.portsNamed(hostId, name))) ?? portId;
}
