// The neighbours that lldpd hears on this machine, as its command tells them.
import { execFile } from 'node:child_process';
import { lldpcliNeighbors } from '../../platform/text/lldpcli';
import { chassisIdOf, portIdOf } from '../evidence/lldp-ids';
import { ipOfText } from '../evidence/addresses';
import type { NeighborFacts } from '../snmp/facts';

export interface LocalNeighbor {
  interfaceName: string;
  neighbor: NeighborFacts;
}

const answerMs = 4000;
const mostBytes = 8 * 1024 * 1024;

/** Undefined: no lldpd that answers this user. */
export function localNeighbors(signal: AbortSignal): Promise<LocalNeighbor[] | undefined> {
  return new Promise((resolve, reject) => {
    execFile(
      'lldpcli',
      ['-f', 'json0', 'show', 'neighbors', 'details'],
      { signal, timeout: answerMs, maxBuffer: mostBytes, killSignal: 'SIGKILL' },
      (error, output) => {
        if (signal.aborted) reject(signal.reason as Error);
        else resolve(error ? undefined : neighborsIn(output));
      },
    );
  });
}

/** From the command's output; undefined for what is not of its form. */
export function neighborsIn(output: string): LocalNeighbor[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(output);
  } catch {
    return undefined;
  }
  return lldpcliNeighbors(parsed)?.map(({ interfaceName, chassisId, portId, managementAddresses, ...rest }) => ({
    interfaceName,
    neighbor: {
      ...rest,
      localPort: 'resolved',
      chassisId: chassisId && chassisIdOf(chassisId.subtype, Buffer.from(chassisId.value)),
      portId: portId && portIdOf(portId.subtype, Buffer.from(portId.value)),
      managementAddresses: managementAddresses.map(ipOfText).filter((address) => address !== undefined),
    },
  }));
}
