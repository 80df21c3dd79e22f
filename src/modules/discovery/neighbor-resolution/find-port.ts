// The port of a host that a neighbour report is about: by its port id as the id's subtype says, its description last.
import type { EvidenceRow } from './inventory';
import type { NetworkIndex } from './network-index';

/** The port's id; undefined where none of the host's ports, or more than one, is it. */
export function findPort(index: NetworkIndex, hostId: string, evidence: EvidenceRow): string | undefined {
  if (evidence.protocol === 'CDP') return index.portDescribed(hostId, evidence.devicePort);
  const { portDescription } = evidence;
  // What devices send as the description is the maker's text or the operator's.
  return (
    byPortId(index, hostId, evidence) ??
    index.portDescribed(hostId, portDescription) ??
    index.portWithAlias(hostId, portDescription)
  );
}

function byPortId(index: NetworkIndex, hostId: string, { portId }: EvidenceRow): string | undefined {
  if (!portId) return undefined;
  const { subtype, value } = portId;
  switch (subtype) {
    case 'MacAddress':
      return index.portWithMac(hostId, value);
    case 'NetworkAddress':
      return index.portWithAddress(hostId, value);
    case 'InterfaceName':
      return index.portNamed(hostId, value) ?? index.portDescribed(hostId, value);
    case 'InterfaceAlias':
      return index.portWithAlias(hostId, value) ?? index.portDescribed(hostId, value);
    case 'PortComponent':
    case 'AgentCircuitId':
    case 'LocallyAssigned':
      return index.portDescribed(hostId, value);
  }
}
