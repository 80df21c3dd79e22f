// The neighbours that lldpd hears on this machine, as its command tells them.
import { execFile } from 'node:child_process';
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

type Fields = Readonly<Record<string, unknown>>;
const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
/** In `json0` every element is a list, its text in `value`. */
const textsIn = (value: unknown): string[] =>
  listOf(value)
    .map((one) => one['value'])
    .filter((one) => typeof one === 'string');

// Names of lldpd for the subtypes of IEEE 802.1AB.
const chassisSubtypes: Readonly<Record<string, number>> = { ifalias: 2, mac: 4, ip: 5, ifname: 6, local: 7 };
const portSubtypes: Readonly<Record<string, number>> = { ifalias: 1, mac: 3, ip: 4, ifname: 5, local: 7 };

/** From the command's output; undefined for what is not of its form. */
export function neighborsIn(output: string): LocalNeighbor[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(output);
  } catch {
    return undefined;
  }
  const heard = (parsed as Fields | null)?.['lldp'];
  if (!Array.isArray(heard)) return undefined;
  return listOf(heard)
    .flatMap((one) => listOf(one['interface']))
    .flatMap((port) => {
      const interfaceName = port['name'];
      const protocol = protocolOf(port['via']);
      const [chassis] = listOf(port['chassis']);
      const [remote] = listOf(port['port']);
      if (typeof interfaceName !== 'string' || !protocol || !chassis || !remote) return [];
      return { interfaceName, neighbor: neighborOf(protocol, chassis, remote) };
    });
}

const protocolOf = (via: unknown): 'LLDP' | 'CDP' | undefined =>
  typeof via !== 'string' ? undefined : via.startsWith('CDP') ? 'CDP' : via === 'LLDP' ? 'LLDP' : undefined;

function neighborOf(protocol: 'LLDP' | 'CDP', chassis: Fields, port: Fields): NeighborFacts {
  const [chassisId] = listOf(chassis['id']);
  const [portId] = listOf(port['id']);
  const [systemName] = textsIn(chassis['name']);
  const [systemDescription] = textsIn(chassis['descr']);
  const [portDescription] = textsIn(port['descr']);
  return {
    protocol,
    localPort: 'resolved',
    chassisId: chassisIdOf(chassisSubtypes[String(chassisId?.['type'])] ?? 0, bytesOf(chassisId?.['value'])),
    portId: portIdOf(portSubtypes[String(portId?.['type'])] ?? 0, bytesOf(portId?.['value'])),
    systemName,
    systemDescription,
    portDescription,
    managementAddresses: textsIn(chassis['mgmt-ip'])
      .map(ipOfText)
      .filter((address) => address !== undefined),
  };
}

const bytesOf = (text: unknown): Uint8Array => Buffer.from(typeof text === 'string' ? text : '');
