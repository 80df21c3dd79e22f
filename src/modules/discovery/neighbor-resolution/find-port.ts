// Finds the port of a host that an LLDP or CDP row describes: by the port id according to its subtype, then by the port
// description.
import { isVirtual } from './forwarding-tables';
import type { EvidenceRow } from './inventory';
import { only, type NetworkIndex } from './network-index';
import { lastSegment, portIdKeys, portOfUnit } from './port-names';

/** The id of the port. `UnknownPort`: no port of the host matches. `AmbiguousPort`: several ports of the host match. */
export type FoundPort = { readonly portId: string } | 'UnknownPort' | 'AmbiguousPort';
type Ids = ReadonlySet<string>;

/**
 * Returns the port of the host that the row describes. The first reported value that matches exactly one port decides.
 */
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
 * Yields sets of ports that may be the reported port, most reliable first: ports with exactly the reported name, then
 * with another notation of it, then with its number (`ifIndex`) or a description by an operator.
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
  // Some devices send a text of the manufacturer as port description. Other devices send the text that the operator has
  // set.
  yield index.portsWithAlias(hostId, portDescription);
}

/**
 * Returns the port id if it may be a name, whatever its subtype; otherwise null. Some devices send an ifIndex with the
 * subtype for names. Other devices send names with the subtype for local ids.
 */
const byName = (portId: EvidenceRow['portId']): string | null =>
  portId && portId.subtype !== 'MacAddress' && portId.subtype !== 'NetworkAddress' ? portId.value : null;

/**
 * Several ports of a host may have the same MAC address, such as a port and its VLAN interfaces. Yields the set of
 * these ports. If exactly one of them is a physical port with an IP address, yields this port next. If exactly one of
 * them is a physical port, yields this port last.
 */
function* withMac(index: NetworkIndex, hostId: string, mac: string): Generator<Ids> {
  const carriers = index.portsWithMac(hostId, mac);
  yield carriers;
  const physical = [...carriers].filter((id) => !isVirtual(index.ports.get(id)!));
  const addressedPorts = physical.filter((id) => index.ports.get(id)!.ipAddressId !== null);
  if (addressedPorts.length === 1) yield new Set(addressedPorts);
  if (physical.length === 1) yield new Set(physical);
}

/**
 * Returns the physical port of a Junos unit, because the cable is at the physical port. Returns the id of any other
 * port unchanged.
 */
function withoutUnit(index: NetworkIndex, hostId: string, portId: string): string {
  const name = portOfUnit(index.ports.get(portId)!.ifName);
  return (name === null ? undefined : only(index.portsNamed(hostId, name))) ?? portId;
}
