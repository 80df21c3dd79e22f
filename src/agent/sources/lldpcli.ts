// Parses the JSON output of `lldpcli` to LLDP neighbors.
import { lldpcliNeighbors } from '../../platform/text/lldpcli';
import { ipFromText } from '../evidence/addresses';
import { parseChassisId, parsePortId } from '../evidence/lldp-ids';
import type { NeighborFacts } from './snmp';

export interface LocalNeighbor {
  interfaceName: string;
  neighbor: NeighborFacts;
}

/** Parses the JSON output of `lldpcli`; undefined if the output has an unknown form. */
export function parseLldpcli(output: string): LocalNeighbor[] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(output);
  } catch {
    return undefined;
  }
  return lldpcliNeighbors(json)?.map(({ interfaceName, chassisId, portId, managementAddresses, ...rest }) => ({
    interfaceName,
    neighbor: {
      ...rest,
      localPort: 'resolved',
      chassisId: chassisId && parseChassisId(chassisId.subtype, Buffer.from(chassisId.value)),
      portId: portId && parsePortId(portId.subtype, Buffer.from(portId.value)),
      managementAddresses: managementAddresses.map(ipFromText).filter((address) => address !== undefined),
    },
  }));
}
