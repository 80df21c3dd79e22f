// The port of a host that a neighbour report is about: by its port id as the id's subtype says, its description last.
import type { EvidenceRow } from './inventory';
import { only, type NetworkIndex } from './network-index';

/** The port's id; else whether none of the host's ports, or more than one, is it. */
export type FoundPort = { readonly portId: string } | 'UnknownPort' | 'AmbiguousPort';
type Ids = ReadonlySet<string>;

/** The first reported value that exactly one port has counts. */
export function findPort(index: NetworkIndex, hostId: string, evidence: EvidenceRow): FoundPort {
  let isAmbiguous = false;
  for (const found of candidates(index, hostId, evidence)) {
    const portId = only(found);
    if (portId !== undefined) return { portId };
    isAmbiguous ||= found.size > 1;
  }
  return isAmbiguous ? 'AmbiguousPort' : 'UnknownPort';
}

function candidates(index: NetworkIndex, hostId: string, evidence: EvidenceRow): Ids[] {
  if (evidence.protocol === 'CDP') return [index.portsDescribed(hostId, evidence.devicePort)];
  const { portDescription } = evidence;
  // What devices send as the description is the maker's text or the operator's.
  return [
    ...byPortId(index, hostId, evidence),
    index.portsDescribed(hostId, portDescription),
    index.portsWithAlias(hostId, portDescription),
  ];
}

function byPortId(index: NetworkIndex, hostId: string, { portId }: EvidenceRow): Ids[] {
  if (!portId) return [];
  const { subtype, value } = portId;
  switch (subtype) {
    case 'MacAddress':
      return [index.portsWithMac(hostId, value)];
    case 'NetworkAddress':
      return [index.portsWithAddress(hostId, value)];
    case 'InterfaceName':
      return [index.portsNamed(hostId, value), index.portsDescribed(hostId, value)];
    case 'InterfaceAlias':
      return [index.portsWithAlias(hostId, value), index.portsDescribed(hostId, value)];
    case 'PortComponent':
    case 'AgentCircuitId':
    case 'LocallyAssigned':
      return [index.portsDescribed(hostId, value)];
  }
}
