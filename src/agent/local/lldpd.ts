// Reads the neighbors of this machine from lldpd by the command `lldpcli`.
import { execFile } from 'node:child_process';
import { lldpcliNeighbors } from '../../platform/text/lldpcli';
import { parseChassisId, parsePortId } from '../evidence/lldp-ids';
import { ipFromText } from '../evidence/addresses';
import type { NeighborFacts } from '../sources/snmp/facts';

export interface LocalNeighbor {
  interfaceName: string;
  neighbor: NeighborFacts;
}

const answerMs = 4000;
const mostBytes = 8 * 1024 * 1024;

/** Resolves with the neighbors; undefined if lldpd does not run or does not accept this user. */
export function readLldpdNeighbors(signal: AbortSignal): Promise<LocalNeighbor[] | undefined> {
  return new Promise((resolve, reject) => {
    execFile(
      'lldpcli',
      ['-f', 'json0', 'show', 'neighbors', 'details'],
      { signal, timeout: answerMs, maxBuffer: mostBytes, killSignal: 'SIGKILL' },
      (error, output) => {
        if (signal.aborted) reject(signal.reason as Error);
        else resolve(error ? undefined : parseLldpcli(output));
      },
    );
  });
}

/** Parses the JSON output of `lldpcli`; undefined if its form is unknown. */
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
